/** Changes of a team that another owner decides, or that only waiting decides: what a thief of one owner's phone can and cannot do. */
import { expect, test } from "vitest";
import { apiKeyHint } from "../../src/domain/api-key.js";
import { sun } from "../../src/domain/money.js";
import { MOST_REQUESTS, type TeamChange } from "../../src/domain/team-change.js";
import { holdBooking, startDueBookings } from "../../src/engine/chat/bookings.js";
import { decide, lapseRequests, saysWhy } from "../../src/engine/chat/team-requests.js";
import { holderForKey, issueKey, readKeys } from "../../src/engine/customers/customers.js";
import { keyNotShown, keyShown } from "../../src/engine/customers/own-keys.js";
import { readChange } from "../../src/engine/teams/change-news.js";
import { revokeTeamKey, showTeamKey } from "../../src/engine/teams/keys.js";
import { readLog } from "../../src/engine/teams/log.js";
import {
  changeTeamByOperator,
  decideByOperator,
  readTeams,
} from "../../src/engine/teams/operator.js";
import { choosePaidFrom } from "../../src/engine/teams/paid-from.js";
import { changeTeam, invite, join, readTeam } from "../../src/engine/teams/teams.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk, request } from "../support/desk.js";
import {
  APPROVER,
  asked,
  OTHER_OWNER,
  OWNER,
  TRADER,
  TRX,
  teamOn,
  VIEWER,
} from "../support/teams.js";
import { newUpdate } from "./faults/updates.js";

const THIRD = 17;

async function open(members?: Parameters<typeof teamOn>[1]) {
  const desk = await openDesk();
  const team = await teamOn(desk, members);
  /** The id of the request that is open then, of whoever asked. */
  const wants = async (userId: number, change: TeamChange, customerId = team) => {
    const by = { updateId: await newUpdate(desk), customerId, userId };
    await changeTeam(desk.engine, { ...by, change, told: () => [] });
    const [row] = desk.rows("SELECT id FROM team_request ORDER BY created_at DESC, id DESC");
    return String(row?.id);
  };
  const says = (requestId: string, userId: number, decision: "approve" | "decline") =>
    decide(desk.engine, { requestId, userId, decision });
  const roleOf = (userId: number) =>
    desk.rows(`SELECT role FROM team_member WHERE user_id = ${userId}`)[0]?.role;
  return { desk, team, wants, says, roleOf };
}

function wait({ clock }: Desk, hours: number) {
  clock.nowMs += hours * 3_600_000;
  clock.monotonicMs += hours * 3_600_000;
}

const wait72h = (desk: Desk) => wait(desk, 73);

const toldOf = (desk: Desk, end: string) =>
  desk
    .rows(`SELECT chat_id FROM outbox WHERE key LIKE 'team:%${end}' ORDER BY chat_id`)
    .map((row) => row.chat_id);

/** Who has a card of it. */
const shownTo = (desk: Desk, id: string, when = "asked") =>
  desk
    .rows(`SELECT chat_id FROM card WHERE id LIKE '${id}:%:${when}' ORDER BY chat_id`)
    .map((row) => row.chat_id);

const limit = (of: "order" | "day", trx: number | null): TeamChange => ({
  ...{ kind: "teamLimits", of, limitSun: trx === null ? null : sun(trx * TRX) },
});

test("a change sets one limit, and only while that is what it was", async () => {
  const { desk, wants, says } = await open();
  await wants(OWNER, limit("order", 10));
  // All who spend, not only who else could have done it.
  expect(toldOf(desk, ":end")).toEqual([OTHER_OWNER, APPROVER, TRADER]);
  const wider = await wants(OWNER, limit("order", null));
  await wants(OTHER_OWNER, limit("day", 2));
  await wants(OTHER_OWNER, limit("order", 1));
  await expect(says(wider, OTHER_OWNER, "approve")).rejects.toThrow("This is over");
  const again = await wants(OWNER, limit("order", null));
  await says(again, OTHER_OWNER, "approve");
  expect(desk.rows("SELECT order_limit_sun, day_limit_sun FROM team")).toEqual([
    { order_limit_sun: null, day_limit_sun: 2 * TRX },
  ]);
  // Nothing at all is no limit, but a way to stop everybody.
  await expect(wants(OWNER, limit("order", 0))).rejects.toThrow("least limit");
  const key = { kind: "key", userId: TRADER, capSun: sun(TRX - 1) } as const;
  await expect(wants(OWNER, key)).rejects.toThrow("least limit");
});

const ALL = [OWNER, OTHER_OWNER, APPROVER, TRADER, VIEWER];

test("an owner does not decide their own removal: it waits where nobody else can, and all are told", async () => {
  const { desk, wants, says, roleOf } = await open();
  const removal = { kind: "removal", userId: OTHER_OWNER } as const;
  const first = await wants(OWNER, removal);
  const id = await wants(OWNER, removal);
  expect(desk.rows(`SELECT status FROM team_request WHERE id = '${first}'`)).toEqual([
    { status: "withdrawn" },
  ]);
  for (const decision of ["approve", "decline"] as const) {
    await expect(says(id, OTHER_OWNER, decision)).rejects.toThrow("may not");
  }
  const [, ...others] = ALL;
  expect(shownTo(desk, id)).toEqual(others);
  expect(await readChange(desk.engine, id, OTHER_OWNER)).toMatchObject({ isUncontested: true });
  wait72h(desk);
  await lapseRequests(desk.engine);
  expect(roleOf(OTHER_OWNER)).toBeUndefined();
  expect(toldOf(desk, ":end")).toEqual(ALL);
  const [removed] = desk.rows("SELECT before FROM team_log WHERE act = 'removed'");
  expect(JSON.parse(String(removed?.before))).toMatchObject({ name: "@user12", role: "owner" });
});

test("of three owners the third decides a demotion", async () => {
  const { desk, wants, says, roleOf } = await open([
    [OTHER_OWNER, "owner"],
    [THIRD, "owner"],
  ]);
  const id = await wants(OWNER, { kind: "role", userId: OTHER_OWNER, role: "viewer" });
  await expect(says(id, OTHER_OWNER, "decline")).rejects.toThrow("may not");
  expect(await readChange(desk.engine, id, OTHER_OWNER)).toMatchObject({ isUncontested: false });
  await says(id, THIRD, "approve");
  expect(roleOf(OTHER_OWNER)).toBe("viewer");
});

test("a promotion that nobody confirmed takes no owner's rights later", async () => {
  const { desk, wants, says, roleOf } = await open();
  await wants(OWNER, { kind: "role", userId: VIEWER, role: "trader" });
  const owner = await wants(OTHER_OWNER, { kind: "role", userId: VIEWER, role: "owner" });
  await says(owner, OWNER, "approve");
  wait72h(desk);
  await lapseRequests(desk.engine);
  expect(roleOf(VIEWER)).toBe("owner");
});

test("all are told again a day before an owner goes, once", async () => {
  const { desk, wants } = await open();
  const id = await wants(OWNER, { kind: "removal", userId: OTHER_OWNER });
  for (const hours of [47, 2, 1]) {
    wait(desk, hours);
    await lapseRequests(desk.engine);
    expect(shownTo(desk, id, "soon")).toEqual(hours === 47 ? [] : ALL);
  }
});

test("who comes back has the limits that they had, which the owner who confirms it reads", async () => {
  const { desk, team, wants, says } = await open();
  const own = {
    kind: "memberLimits",
    userId: TRADER,
    of: "alone",
    limitSun: sun(3 * TRX),
  } as const;
  await wants(OWNER, own);
  await wants(OWNER, { kind: "removal", userId: TRADER });
  const by = { updateId: await newUpdate(desk), customerId: team, userId: OWNER };
  const token = (await invite(desk.engine, { ...by, role: "trader" }))?.token ?? "";
  const joining = { updateId: await newUpdate(desk), userId: TRADER, name: "@user14", token };
  await join(desk.engine, { ...joining, told: () => [] });
  const id = String(desk.rows("SELECT id FROM team_request WHERE kind = 'join'")[0]?.id);
  const limits = { orderSun: null, daySun: null, aloneSun: 3 * TRX };
  expect(await readChange(desk.engine, id, OTHER_OWNER)).toMatchObject({ limits });
  await says(id, OTHER_OWNER, "approve");
  const view = await readTeam(desk.engine, team, TRADER);
  expect(view?.you.limits).toEqual(limits);
  // The inviter's word lets them in, but it is they who join.
  expect(desk.rows("SELECT user_id, confirmed_by FROM team_log WHERE act = 'joined'")).toEqual([
    { user_id: TRADER, confirmed_by: OTHER_OWNER },
  ]);
});

test("a trader proposes a wallet, which counts as added by them; who keeps the book decides", async () => {
  const { desk, team, wants, says } = await open();
  const wallet = { kind: "wallet", name: "cold", address: addressOf(1) } as const;
  await expect(wants(VIEWER, wallet)).rejects.toMatchObject({ judged: { why: "role" } });
  const declined = await wants(TRADER, wallet);
  expect(shownTo(desk, declined)).toEqual([OWNER, OTHER_OWNER, APPROVER]);
  await expect(says(declined, TRADER, "approve")).rejects.toThrow("may not");
  await says(declined, APPROVER, "decline");
  const book = () => desk.rows("SELECT name, address, added_by FROM wallet_name");
  expect(book()).toEqual([]);
  await says(await wants(TRADER, wallet), APPROVER, "approve");
  expect(book()).toEqual([{ name: "cold", address: addressOf(1), added_by: TRADER }]);
  const { entries = [] } = (await readLog(desk.engine, team, OWNER)) ?? {};
  const named = entries.find(({ act }) => act === "named");
  expect(named).toMatchObject({ subject: "cold", after: JSON.stringify(addressOf(1)) });
  // Of who keeps the book it is no proposal.
  await wants(APPROVER, { ...wallet, address: addressOf(2) });
  expect(book()).toEqual([{ name: "cold", address: addressOf(2), added_by: APPROVER }]);
});

test("nobody asks for more than a number of things at a time", async () => {
  const { wants } = await open();
  for (let at = 0; at < MOST_REQUESTS; at += 1)
    await wants(TRADER, { kind: "wallet", name: `w${at}`, address: addressOf(1) });
  const one = { kind: "wallet", name: "more", address: addressOf(1) } as const;
  await expect(wants(TRADER, one)).rejects.toMatchObject({ judged: { why: "manyRequests" } });
  // The same thing again takes the place of the older one.
  await wants(TRADER, { ...one, name: "w0" });
});

test("only who declined says why, once, within an hour", async () => {
  const { desk, wants, says } = await open();
  const why = async (requestId: string, userId: number, reason: string) => {
    let said: boolean | undefined;
    const told = (outcome: boolean) => {
      said = outcome;
      return [];
    };
    const updateId = await newUpdate(desk);
    await saysWhy(desk.engine, { updateId, requestId, userId, reason, told });
    return said;
  };
  const wallet = { kind: "wallet", name: "cold", address: addressOf(1) } as const;
  const id = await wants(TRADER, wallet);
  expect(await why(id, APPROVER, "early")).toBe(false);
  await says(id, APPROVER, "decline");
  expect(await why(id, OWNER, "mine")).toBe(false);
  expect(await why(id, APPROVER, "not ours")).toBe(true);
  expect(await why(id, APPROVER, "again")).toBe(false);
  expect(desk.rows("SELECT reason FROM team_request")).toEqual([{ reason: "not ours" }]);
  expect(toldOf(desk, ":why:__:end")).toEqual([OWNER, OTHER_OWNER, TRADER]);
  const late = await wants(TRADER, wallet);
  await says(late, APPROVER, "decline");
  wait(desk, 2);
  expect(await why(late, APPROVER, "late")).toBe(false);
});

test("that traders see the balance takes two owners; its end ends what they see and pay from", async () => {
  const { desk, team, wants, says } = await open();
  const rule = { kind: "rules", rule: "tradersSeeMoney" } as const;
  await says(await wants(OWNER, { ...rule, is: true }), OTHER_OWNER, "approve");
  expect(await choosePaidFrom(desk.engine, TRADER, team)).toBe(true);
  await wants(OTHER_OWNER, { ...rule, is: false });
  expect(desk.rows(`SELECT pays_from FROM telegram_user WHERE user_id = ${TRADER}`)).toEqual([
    { pays_from: null },
  ]);
  expect(toldOf(desk, `:lost:${desk.clock.nowMs}`)).toEqual([TRADER]);
  expect(await choosePaidFrom(desk.engine, TRADER, team)).toBe(false);
});

test("what the team's orders are held to is told to all who spend", async () => {
  const { desk, wants } = await open();
  await wants(OWNER, { kind: "rules", rule: "onlyBookedWallets", is: true });
  expect(toldOf(desk, ":end")).toEqual([OTHER_OWNER, APPROVER, TRADER]);
});

test("a name of the team's is set by one owner, and told to all", async () => {
  const { desk, team, wants } = await open();
  await wants(OWNER, { kind: "rename", name: "Other" });
  expect(desk.rows(`SELECT name FROM customer WHERE id = '${team}'`)).toEqual([{ name: "Other" }]);
  expect(toldOf(desk, ":end")).toEqual([OTHER_OWNER, APPROVER, TRADER]);
  await expect(wants(APPROVER, { kind: "rename", name: "Mine" })).rejects.toThrow("Only owners");
});

test.each<TeamChange>([
  { kind: "role", userId: TRADER, role: "viewer" },
  { kind: "removal", userId: TRADER },
])("who may order no more gets their bookings back: $kind", async (change) => {
  const { desk, team, wants } = await open();
  const draft = { id: "b".padEnd(24, "0"), customerId: team, ownerUserId: TRADER };
  const booking = { request: request(), priceSun: 60, endsAt: desk.clock.nowMs + 3_600_000 };
  await desk.commit(() => holdBooking(draft, booking, desk.moment));
  expect(desk.moneySunOf(team).held).toBe(3.9 * TRX);
  await startDueBookings(desk.engine);
  expect(desk.moneySunOf(team).held).toBe(3.9 * TRX);
  await wants(OWNER, change);
  await startDueBookings(desk.engine);
  expect(desk.moneySunOf(team).held).toBe(0);
  expect(desk.rows("SELECT reason FROM booking")).toEqual([{ reason: "member" }]);
  expect(desk.rows("SELECT 1 FROM outbox WHERE key LIKE 'news:booking:%'")).toHaveLength(1);
});

const keyFor = (userId: number): TeamChange => ({ kind: "key", userId, capSun: sun(5 * TRX) });

test("a key waits for another owner, is seen once by its member alone, and dies with the membership", async () => {
  const { desk, team, wants, says } = await open();
  const { engine } = desk;
  const show = async (userId: number, keyId: string) =>
    showTeamKey(engine, { updateId: await newUpdate(desk), userId, keyId });
  const waiting = () =>
    desk.rows(
      "SELECT id FROM api_key WHERE member_id IS NOT NULL AND pending = 1 AND hint = '' AND revoked_at IS NULL",
    );
  const keyId = await wants(OWNER, keyFor(TRADER));
  expect(await show(TRADER, keyId)).toEqual({ kind: "gone" });
  await says(keyId, OTHER_OWNER, "approve");
  expect(waiting()).toEqual([{ id: keyId }]);
  for (const other of [OWNER, OTHER_OWNER, VIEWER])
    expect(await show(other, keyId)).toEqual({ kind: "gone" });
  // The first text may not have arrived: another is shown in its place.
  const lost = await show(TRADER, keyId);
  expect(await show(TRADER, keyId)).toEqual({ kind: "gone" });
  if (lost.kind !== "issued") throw new Error(lost.kind);
  await keyNotShown(engine, lost.keyId);
  const [again] = waiting();
  const shown = await show(TRADER, String(again?.id));
  if (shown.kind !== "issued") throw new Error(shown.kind);
  expect(await holderForKey(engine, shown.apiKey)).toBeUndefined();
  await keyShown(engine, shown.keyId);
  expect(await holderForKey(engine, lost.apiKey)).toBeUndefined();
  const { keyId: id } = shown;
  expect(await holderForKey(engine, shown.apiKey)).toEqual({
    ...{ customerId: team, keyId: id, isOfTeam: true },
  });
  expect(desk.rows(`SELECT member_id, made_by, cap_sun FROM api_key WHERE id = '${id}'`)).toEqual([
    { member_id: TRADER, made_by: OWNER, cap_sun: 5 * TRX },
  ]);
  expect(await readKeys(engine, team)).toHaveLength(2);
  // Not with that of who has made it.
  await wants(OWNER, { kind: "removal", userId: OWNER });
  expect(await holderForKey(engine, shown.apiKey)).toMatchObject({ keyId: id });
  await wants(OTHER_OWNER, { kind: "removal", userId: TRADER });
  expect(await holderForKey(engine, shown.apiKey)).toBeUndefined();
  const [entry] = desk.rows(
    `SELECT before FROM team_log WHERE act = 'removed' AND subject = 'user ${TRADER}'`,
  );
  expect(JSON.parse(String(entry?.before))).toMatchObject({ keys: [apiKeyHint(shown.apiKey)] });
});

test("a key is void once its member has another role; only owners want one, and revoke it, or whose it is", async () => {
  const { desk, team, wants, says } = await open();
  const keyId = await wants(OWNER, keyFor(TRADER));
  await wants(OWNER, { kind: "role", userId: TRADER, role: "viewer" });
  await expect(says(keyId, OTHER_OWNER, "approve")).rejects.toThrow("This is over");
  await expect(wants(APPROVER, keyFor(APPROVER))).rejects.toThrow("Only owners");
  const revoke = async (userId: number) => {
    const id = { memberId: VIEWER, capSun: sun(TRX) };
    const { keyId } = await issueKey(desk.engine, team, id);
    const call = { updateId: await newUpdate(desk), customerId: team, userId, keyId };
    return revokeTeamKey(desk.engine, call);
  };
  expect(await revoke(VIEWER)).toBe(true);
  expect(await revoke(OTHER_OWNER)).toBe(true);
  await expect(revoke(APPROVER)).rejects.toThrow("Only owners");
});

test.each([
  [{}, /--member USER_ID .*and --cap TRX/],
  [{ memberId: TRADER }, /^cap: .*--cap TRX/],
  [{ memberId: 99, capSun: sun(1) }, /no member/],
  [{ memberId: TRADER, capSun: sun(1), mayWithdraw: true }, /^withdraw: no key of a team/],
])("the operator issues no key of a team with %o", async (issue, words) => {
  const { desk, team } = await open();
  await expect(issueKey(desk.engine, team, issue)).rejects.toThrow(words);
});

test("the operator is the way out of owners who block each other, and it is told and written down", async () => {
  const { desk, team, wants, roleOf } = await open();
  const { engine } = desk;
  const id = await wants(OWNER, { kind: "role", userId: VIEWER, role: "owner" });
  await decideByOperator(engine, id, true);
  expect(roleOf(VIEWER)).toBe("owner");
  expect(desk.rows(`SELECT status, decided_by FROM team_request WHERE id = '${id}'`)).toEqual([
    { status: "approved", decided_by: null },
  ]);
  await expect(decideByOperator(engine, id, false)).rejects.toMatchObject({
    code: "NOT_CHANGEABLE",
  });
  const order = await asked(desk, team, "r");
  await expect(decideByOperator(engine, order, true)).rejects.toThrow("Only the team itself");
  await expect(changeTeamByOperator(engine, "f".repeat(24), keyFor(OWNER))).rejects.toThrow(
    "There is no team",
  );
  await changeTeamByOperator(engine, team, { kind: "removal", userId: OTHER_OWNER });
  expect(toldOf(desk, ":end")).toContain(OWNER);
  const [entry] = desk.rows("SELECT user_id, act FROM team_log ORDER BY id DESC LIMIT 1");
  expect(entry).toEqual({ user_id: null, act: "removed" });
  await changeTeamByOperator(engine, team, { kind: "role", userId: VIEWER, role: "viewer" });
  const last = changeTeamByOperator(engine, team, { kind: "removal", userId: OWNER });
  await expect(last).rejects.toThrow("last owner");
  const [listed] = await readTeams(engine);
  expect(listed).toMatchObject({ customerId: team, members: 4, owners: 1, requests: 1 });
});

test("who leaves is named in the log", async () => {
  const { desk, wants } = await open();
  await wants(TRADER, { kind: "removal", userId: TRADER });
  expect(desk.rows("SELECT name FROM team_log WHERE act = 'removed'")).toEqual([
    { name: "@user14" },
  ]);
});
