/** A team's money: who takes it out and who confirms that, what is told of it, and what a restored backup leaves of what waited. */
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/common/time.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import type { Role } from "../../src/domain/team.js";
import { tellNews } from "../../src/engine/chat/notifications.js";
import { decide, lapseRequests } from "../../src/engine/chat/team-requests.js";
import { creditCustomer, debitCustomer } from "../../src/engine/customers/customers.js";
import { readHistory } from "../../src/engine/customers/history.js";
import { nameWallets } from "../../src/engine/customers/wallet-names.js";
import { confirmRestore } from "../../src/engine/operating/restore.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { readChange } from "../../src/engine/teams/change-news.js";
import { changeTeam, invite } from "../../src/engine/teams/teams.js";
import { cancelWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { askWithdrawal } from "../../src/engine/withdrawals/of-team.js";
import { createWithdrawal, prepareWithdrawal } from "../../src/engine/withdrawals/withdraw.js";
import { linkGroup } from "../../src/store/chat/telegram-users.js";
import { findMember, updateMember } from "../../src/store/teams/teams.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk, request as requestOf } from "../support/desk.js";
import {
  APPROVER,
  asked,
  GUEST,
  OTHER_OWNER,
  OWNER,
  TRADER,
  TRX,
  teamOn,
  VIEWER,
} from "../support/teams.js";
import { POLICY } from "../support/terms.js";
import { OUTSIDE, withdrawalRow } from "../support/withdrawals.js";
import { newUpdate } from "./faults/updates.js";

const GROUP = -5;

async function open(members?: Parameters<typeof teamOn>[1]) {
  const desk = await openDesk({ policy: { withdrawals: { ...POLICY.withdrawals } } });
  const team = await teamOn(desk, members);
  await desk.commit(() => linkGroup(GROUP, team));
  return { desk, team };
}

/** 10 TRX, and a fee of 1; the id of the request, or of the withdrawal. */
async function wants(desk: Desk, customerId: string, userId = OWNER, trx = 10): Promise<string> {
  const { engine } = desk;
  const asks = { customerId, address: OUTSIDE, amountSun: sun(trx * TRX) };
  const creation = await prepareWithdrawal(engine, asks);
  const { id } = creation;
  const call = { ...asks, channel: "telegram", idempotencyKey: id, hasRight: true } as const;
  await desk.commit(() => askWithdrawal(engine, call, userId, creation));
  return id;
}

const confirms = ({ engine }: Desk, requestId: string, userId = OTHER_OWNER) =>
  decide(engine, { requestId, userId, decision: "approve" });

const cancels = ({ engine }: Desk, team: string, id: string, userId: number) =>
  cancelWithdrawal(engine, team, id, { kind: "member", userId });

const withRole = (desk: Desk, team: string, userId: number, role: Role) =>
  desk.commit(function* () {
    const row = must(yield* findMember(team, userId), "a member");
    yield* updateMember({ ...row, role });
  });

const later = ({ clock }: Desk, byMs: number) => {
  clock.nowMs += byMs;
  clock.monotonicMs += byMs;
};

/** Whom something was told, by what it is; a group by its negative id. */
const told = (desk: Desk, holds: string) =>
  desk
    .rows(`SELECT chat_id FROM outbox WHERE payload LIKE '%${holds}%' ORDER BY chat_id`)
    .map((row) => row.chat_id);

test("a withdrawal of one owner waits for another, and then says who asked and who confirmed", async () => {
  const { desk, team } = await open();
  const id = await wants(desk, team);
  expect(desk.rows(`SELECT chat_id FROM card WHERE request_id = '${id}' ORDER BY 1`)).toEqual([
    { chat_id: OTHER_OWNER },
    { chat_id: APPROVER },
  ]);
  expect(desk.moneySunOf(team)).toMatchObject({ available: 100 * TRX, held: 0 });
  const reads = (userId: number) => readChange(desk.engine, id, userId);
  for (const userId of [VIEWER, TRADER, GUEST]) expect(await reads(userId)).toBeUndefined();
  const money = { withdrawableSun: 100 * TRX, walletName: undefined };
  expect(await reads(OTHER_OWNER)).toMatchObject({ may: "decide", money });
  expect(await reads(APPROVER)).toMatchObject({ may: undefined, money });
  await confirms(desk, id);
  expect(desk.moneySunOf(team)).toMatchObject({ available: 89 * TRX, held: 11 * TRX });
  expect(withdrawalRow(desk, id)).toMatchObject({
    ...{ asked_by: OWNER, confirmed_by: OTHER_OWNER, status: "waiting", amount_sun: 10 * TRX },
  });
  expect(told(desk, "ofTeam")).toEqual([OWNER, APPROVER]);
  const [entry] = desk.rows("SELECT user_id, after FROM team_log WHERE act = 'withdrawal'");
  const after = { withdrawalId: id, askedBy: OWNER, confirmedBy: OTHER_OWNER };
  expect(entry?.user_id).toBe(OWNER);
  expect(JSON.parse(String(entry?.after))).toMatchObject(after);
  for (const userId of [APPROVER, VIEWER, GUEST]) {
    await expect(cancels(desk, team, id, userId)).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
  await cancels(desk, team, id, OTHER_OWNER);
  expect(desk.moneySunOf(team)).toMatchObject({ available: 100 * TRX, held: 0 });
  const page = { customerId: team, from: 0, to: desk.clock.nowMs };
  const by = [];
  for await (const entries of readHistory(desk.engine, page)) {
    by.push(...entries.map(({ kind, by }) => [kind, by?.userId]));
  }
  expect(by).toEqual([
    ["payment", undefined],
    ["withdrawal_hold", OWNER],
    ["withdrawal_returned", OWNER],
  ]);
  desk.assertSound();
});

test("with one owner nobody else confirms it, and no key makes it", async () => {
  const { desk, team } = await open([[APPROVER, "approver"]]);
  const id = await wants(desk, team);
  expect(withdrawalRow(desk, id)).toMatchObject({ asked_by: OWNER, confirmed_by: null });
  expect(told(desk, "ofTeam")).toEqual([APPROVER]);
  const call = { customerId: team, address: OUTSIDE, amountSun: sun(10 * TRX), channel: "http" };
  const byKey = { ...call, channel: "http", idempotencyKey: id, hasRight: true } as const;
  await expect(createWithdrawal(desk.engine, byKey)).rejects.toThrow("No API key makes");
  await expect(cancelWithdrawal(desk.engine, team, id)).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

/** What stands between an owner who asks and the money. */
const STOPS: readonly (readonly [
  string,
  RegExp,
  (desk: Desk, team: string) => Promise<unknown>,
])[] = [
  ...[APPROVER, VIEWER, GUEST].map(
    (userId) =>
      [
        `${userId}, who is no owner and asks`,
        /Only owners|may not do this/,
        (desk: Desk, team: string) => wants(desk, team, userId),
      ] as const,
  ),
  ...[OWNER, APPROVER, VIEWER, GUEST].map(
    (userId) =>
      [
        `${userId}, who confirms`,
        /may not decide|Only another owner/,
        async (desk: Desk, team: string) => confirms(desk, await wants(desk, team), userId),
      ] as const,
  ),
  [
    "an owner no more who confirms",
    /Only another owner/,
    async (desk, team) => {
      const id = await wants(desk, team);
      await withRole(desk, team, OTHER_OWNER, "approver");
      await confirms(desk, id);
    },
  ],
  [
    "an owner no more who has asked",
    /no longer possible/,
    async (desk, team) => {
      const id = await wants(desk, team);
      await withRole(desk, team, OWNER, "approver");
      await confirms(desk, id);
    },
  ],
  [
    "72 hours without an answer",
    /This is over/,
    async (desk, team) => {
      const id = await wants(desk, team);
      later(desk, 73 * HOUR_MS);
      await lapseRequests(desk.engine);
      expect(told(desk, '"is":"lapsed"')).toEqual([OWNER, OTHER_OWNER, APPROVER]);
      await confirms(desk, id);
    },
  ],
  [
    "what they have taken back",
    /This is over/,
    async (desk, team) => {
      const requestId = await wants(desk, team);
      await decide(desk.engine, { requestId, userId: OWNER, decision: "withdraw" });
      await confirms(desk, requestId);
    },
  ],
  [
    "a higher fee",
    /fee is higher/,
    async (desk, team) => {
      const id = await wants(desk, team);
      Object.assign(desk.engine.policy.withdrawals, { feeSun: sun(2 * TRX) });
      await confirms(desk, id);
    },
  ],
  [
    "more than there is",
    /you can withdraw 100 TRX/i,
    (desk, team) => wants(desk, team, OWNER, 100),
  ],
];

test.each(STOPS)("no withdrawal by %s", async (_, words, act) => {
  const { desk, team } = await open();
  await expect(act(desk, team)).rejects.toThrow(words);
  expect(desk.rows("SELECT 1 FROM withdrawal")).toEqual([]);
  expect(desk.moneySunOf(team)).toMatchObject({ available: 100 * TRX, held: 0 });
});

test("too little at the confirmation takes nothing, and the request goes on", async () => {
  const { desk, team } = await open();
  const id = await wants(desk, team);
  const debit = { customerId: team, amountSun: sun(95 * TRX), kind: "payment" } as const;
  await debitCustomer(desk.engine, { ...debit, reason: "test", reference: "a" });
  await expect(confirms(desk, id)).rejects.toThrow("can withdraw 5 TRX now");
  await creditCustomer(desk.engine, { ...debit, reason: "test", reference: "b" });
  await confirms(desk, id);
  expect(desk.moneySunOf(team).held).toBe(11 * TRX);
});

test("money that comes is told in private with the balance, and to the group without; once", async () => {
  const { desk, team } = await open();
  const payment = { customerId: team, amountSun: sun(12 * TRX), kind: "payment" } as const;
  const credit = { ...payment, reason: "test", reference: "again" };
  await creditCustomer(desk.engine, credit);
  await creditCustomer(desk.engine, credit);
  expect(told(desk, `"credited","amountSun":${12 * TRX}`)).toEqual([OWNER, OTHER_OWNER, APPROVER]);
  expect(told(desk, "teamPaidIn")).toEqual([GROUP]);
  const [group] = desk.rows(`SELECT payload FROM outbox WHERE chat_id = ${GROUP}`);
  expect(String(group?.payload)).toContain(String(12 * TRX));
  expect(String(group?.payload)).not.toContain(String(112 * TRX));
});

test("a low balance is told once, until it was above again what a day needs", async () => {
  const { desk, team } = await open();
  const looks = async () => {
    while (await tellNews(desk.engine));
    return told(desk, '"what":"low"').length / 3;
  };
  let reference = 0;
  const takes = (trx: number) => {
    const money = {
      customerId: team,
      amountSun: sun(Math.abs(trx) * TRX),
      kind: "payment",
    } as const;
    reference += 1;
    later(desk, 1);
    const move = trx > 0 ? debitCustomer : creditCustomer;
    return move(desk.engine, { ...money, reason: "test", reference: String(reference) });
  };
  expect(await looks()).toBe(0);
  await takes(89);
  expect(await looks()).toBe(0);
  await takes(2);
  expect(await looks()).toBe(1);
  await takes(1);
  expect(await looks()).toBe(1);
  await takes(-20);
  expect(await looks()).toBe(1);
  const request = requestOf({ receiver: [1, 2, 3].map((at) => addressOf(at)) });
  const by = { kind: "member", userId: OWNER } as const;
  const call = { customerId: team, channel: "telegram", by, idempotencyKey: undefined } as const;
  // 11.7 TRX, and 16.3 are left.
  await createOrders(desk.engine, { ...call, request });
  expect(await looks()).toBe(1);
  await takes(5);
  expect(await looks()).toBe(2);
  await takes(-20);
  expect(await looks()).toBe(2);
  // Yesterday counts as well; the day before does not.
  later(desk, DAY_MS);
  await takes(20);
  expect(await looks()).toBe(3);
  later(desk, DAY_MS);
  await takes(-1);
  await looks();
  await takes(2);
  expect(await looks()).toBe(3);
});

test("a new wallet of the book is told to all who approve, but for who put it there", async () => {
  const { desk, team } = await open();
  const acting = { customerId: team, by: { kind: "member", userId: APPROVER } } as const;
  const names = [{ name: "new one", address: addressOf(1) }];
  for (const _ of ["added", "the same"]) {
    const updateId = await newUpdate(desk);
    await nameWallets(desk.engine, { updateId, acting, names, told: () => [] });
  }
  expect(told(desk, '"what":"wallets"')).toEqual([OWNER, OTHER_OWNER]);
});

test("a restored backup ends what waited in a team, and its log says so", async () => {
  const { desk, team } = await open();
  const { engine } = desk;
  await wants(desk, team);
  await asked(desk, team, "r");
  const by = async () => ({ updateId: await newUpdate(desk), customerId: team, userId: OWNER });
  await invite(engine, { ...(await by()), role: "viewer" });
  const change = { kind: "role", userId: VIEWER, role: "owner" } as const;
  await changeTeam(engine, { ...(await by()), change, told: () => [] });
  await confirmRestore(engine, { takenAt: 1, block: 1 });
  expect(desk.rows("SELECT status FROM team_request")).toEqual(Array(3).fill({ status: "lapsed" }));
  expect(desk.rows("SELECT status FROM team_invitation")).toEqual([{ status: "withdrawn" }]);
  const acts = desk.rows("SELECT act FROM team_log ORDER BY id DESC LIMIT 4").map(({ act }) => act);
  expect(acts).toEqual(["restored", "lapsed", "lapsed", "lapsed"]);
});
