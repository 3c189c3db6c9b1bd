/** What is told of a team: who ordered, changed and cancelled, in orders, in the statement, in the log and in the report. */
import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import type { TeamChange } from "../../src/domain/team-change.js";
import { holdBooking } from "../../src/engine/chat/bookings.js";
import { saveDrawn, takeUpCards } from "../../src/engine/chat/outbox.js";
import { decide } from "../../src/engine/chat/team-requests.js";
import { readHistory } from "../../src/engine/customers/history.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { changeOrder } from "../../src/engine/orders/change-order.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { readOrder } from "../../src/engine/orders/read-orders.js";
import { type Entry, logged, readLog } from "../../src/engine/teams/log.js";
import type { By } from "../../src/engine/teams/rights.js";
import { changeTeam } from "../../src/engine/teams/teams.js";
import { withdrawalPhase } from "../../src/engine/withdrawals/withdraw.js";
import { insertApiKey } from "../../src/store/customers.js";
import { insertRequest } from "../../src/store/teams/requests.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk, request } from "../support/desk.js";
import { manual } from "../support/sellers.js";
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
import { newUpdate } from "./faults/updates.js";

const KEY = "ab".repeat(12);
const member = (userId: number): By => ({ kind: "member", userId });
const who = (userId: number, keyId: string | null = null) => ({
  ...{ userId, name: `@user${userId}`, keyId },
});

async function opened() {
  const desk = await openDesk();
  return { desk, team: await teamOn(desk) };
}

const ordered = async (desk: Desk, customerId: string, by: By, body = request()) => {
  const call = { customerId, channel: "telegram", by, idempotencyKey: undefined } as const;
  const { orderIds } = await createOrders(desk.engine, { ...call, request: body });
  return must(orderIds[0], "an order");
};

/** Nobody sells at 50 SUN: it rests. */
const resting = (desk: Desk, team: string, by: By) =>
  ordered(desk, team, by, request(manual({ price: 50 })));

test("an order says who ordered it, by which key, and who else has cancelled it", async () => {
  const { desk, team } = await opened();
  const read = (id: string) => readOrder(desk.engine, team, id);
  const ofMember = { memberId: TRADER, madeBy: OWNER, capSun: sun(10 * TRX) };
  const key = { id: KEY, customerId: team, hash: "c".repeat(64), hint: "ed_x", at: 1, ofMember };
  await desk.commit(() => insertApiKey(key));
  const byKey = await ordered(desk, team, { kind: "key", keyId: KEY, isOfTeam: true });
  expect((await read(byKey)).by).toEqual(who(TRADER, KEY));
  const own = await resting(desk, team, member(TRADER));
  await cancelOrder(desk.engine, { customerId: team, by: member(TRADER) }, own);
  expect(await read(own)).toMatchObject({ by: who(TRADER), cancelReason: expect.anything() });
  expect(await read(own)).not.toHaveProperty("cancelledBy");
  const others = await resting(desk, team, member(TRADER));
  const cancelled = await cancelOrder(
    desk.engine,
    { customerId: team, by: member(APPROVER) },
    others,
  );
  expect(cancelled).toMatchObject({ by: who(TRADER), cancelledBy: who(APPROVER) });
  expect(await read(others)).toMatchObject({ by: who(TRADER), cancelledBy: who(APPROVER) });
  const ofOne = await desk.order();
  expect(await readOrder(desk.engine, desk.customerId, ofOne)).not.toHaveProperty("by");
});

test.each([
  ["approve", 15_000, 0],
  ["approve", 15_001, 1],
  ["decline", 0, 1],
  ["withdraw", 15_001, 0],
] as const)("who asked for an order hears of %s after %i ms: %i", async (decision, ms, count) => {
  const { desk, team } = await opened();
  const requestId = await asked(desk, team, "r");
  for (const card of await takeUpCards(desk.engine))
    await saveDrawn(desk.engine, card, { messageId: 5, hash: "h", watching: true, sum: null });
  desk.clock.nowMs += ms;
  const userId = decision === "withdraw" ? TRADER : OWNER;
  await decide(desk.engine, { requestId, userId, decision });
  const told = desk.rows(`SELECT chat_id FROM outbox WHERE payload LIKE '%teamAnswered%'`);
  expect(told).toEqual(Array(count).fill({ chat_id: TRADER }));
});

test("the statement says who ordered, booked, raised a price, and withdrew", async () => {
  const { desk, team } = await opened();
  const id = await resting(desk, team, member(TRADER));
  await changeOrder(desk.engine, { customerId: team, by: member(TRADER) }, id, { priceSun: 49 });
  await changeOrder(desk.engine, { customerId: team, by: member(APPROVER) }, id, { priceSun: 51 });
  const asks = request({ receiver: [addressOf(2)] });
  const booking = { request: asks, priceSun: 60, endsAt: desk.clock.nowMs + 1 };
  const draft = { id: "b".repeat(24), customerId: team, ownerUserId: APPROVER };
  await desk.commit(() => holdBooking(draft, booking, desk.moment));
  const at = desk.clock.nowMs;
  const creation = {
    ...{ id: "d".repeat(24), at, dueAt: at, feeSun: sun(0) },
    terms: desk.engine.policy.withdrawals,
  };
  const withdrawn = {
    ...{ customerId: team, address: addressOf(9), amountSun: sun(TRX) },
    ...{ owners: { askedBy: OWNER, confirmedBy: OTHER_OWNER }, hasRight: true },
    ...({ channel: "telegram", idempotencyKey: "w" } as const),
  } as const;
  await desk.commit(() => withdrawalPhase(withdrawn, creation));
  const said = [];
  const period = { customerId: team, from: 0, to: Number.MAX_SAFE_INTEGER };
  for await (const page of readHistory(desk.engine, period))
    said.push(...page.map(({ kind, by }) => [kind, by?.userId, by?.name]));
  expect(said).toEqual([
    ["payment", undefined, undefined],
    ["hold", TRADER, `@user${TRADER}`],
    ["lowered", TRADER, `@user${TRADER}`],
    ["raised", APPROVER, `@user${APPROVER}`],
    ["booked", APPROVER, `@user${APPROVER}`],
    ["withdrawal_hold", OWNER, `@user${OWNER}`],
  ]);
});

test("the log says who asked, who confirmed, and where", async () => {
  const { desk, team } = await opened();
  const { engine } = desk;
  const wants = async (userId: number, change: TeamChange) => {
    const updateId = await newUpdate(desk);
    await changeTeam(engine, { updateId, customerId: team, userId, change, told: () => [] });
    return String(desk.rows("SELECT id FROM team_request WHERE status = 'open'")[0]?.id);
  };
  await wants(OWNER, { kind: "teamLimits", of: "order", limitSun: sun(50 * TRX) });
  const requestId = await wants(OWNER, { kind: "teamLimits", of: "order", limitSun: null });
  await decide(engine, { requestId, userId: OTHER_OWNER, chatId: -5, decision: "approve" });
  const by = { kind: "member", userId: APPROVER, chatId: -5 } as const;
  await cancelOrder(engine, { customerId: team, by }, await resting(desk, team, member(TRADER)));
  await wants(TRADER, { kind: "removal", userId: TRADER });
  const { entries = [] } = (await readLog(engine, team, VIEWER)) ?? {};
  const told = entries.map(({ act, name, userId, chatId, requestId: of, confirmedBy, about }) => [
    ...[act, userId, name, chatId, of === requestId, confirmedBy?.userId, about],
  ]);
  const [owner, other] = [`@user${OWNER}`, `@user${OTHER_OWNER}`];
  expect(told).toEqual([
    ["removed", TRADER, `@user${TRADER}`, null, false, undefined, `@user${TRADER}`],
    ["cancelled", APPROVER, `@user${APPROVER}`, -5, false, undefined, undefined],
    ["teamLimits", OWNER, owner, -5, true, OTHER_OWNER, undefined],
    ["approved", OTHER_OWNER, other, -5, true, undefined, undefined],
    ["asked", OWNER, owner, null, true, undefined, undefined],
    ["teamLimits", OWNER, owner, null, false, undefined, undefined],
    ["founded", OWNER, owner, null, false, undefined, undefined],
  ]);
  expect(entries[0]?.change).toEqual({
    change: { kind: "removal", userId: TRADER },
    was: "trader",
  });
});

test("members read all of the log, page by page, and of withdrawals only who sees the balance", async () => {
  const { desk, team } = await opened();
  const acts: readonly Entry[] = [
    { act: "withdrawal", subject: "T", after: { amountSun: 1 } },
    { act: "asked", subject: "T", after: { kind: "withdrawal", amountSun: 1 } },
    { act: "cancelled", subject: `withdrawal ${KEY}` },
    ...Array.from({ length: 5 }, (): Entry => ({ act: "named", subject: "x", after: "T" })),
  ];
  for (const entry of acts)
    await desk.commit(() => logged(team, { userId: OWNER }, entry, desk.clock.nowMs));
  // One that was asked for and taken back: only the request says what it was.
  const [at, requestId] = [desk.clock.nowMs, "e".repeat(24)];
  const takenBack = { act: "withdrawn", subject: requestId } as const;
  await desk.commit(function* () {
    yield* insertRequest({
      ...{ id: requestId, customer_id: team, kind: "withdrawal", asked_by: OWNER, what: "{}" },
      ...{ most_sun: null, created_at: at, expires_at: at },
    });
    yield* logged(team, { userId: OWNER, requestId }, takenBack, at);
  });
  const all = async (userId: number) => {
    const ids: number[] = [];
    let before: number | undefined;
    do {
      const page = await readLog(desk.engine, team, userId, { before, limit: 3 });
      ids.push(...(page?.entries ?? []).map(({ id }) => id));
      before = page?.next;
    } while (before !== undefined);
    return ids;
  };
  const written = desk.rows("SELECT id FROM team_log ORDER BY id DESC").map(({ id }) => id);
  expect(await all(APPROVER)).toEqual(written);
  expect(await all(VIEWER)).toEqual([...written.slice(1, 6), written.at(-1)]);
  expect(await all(GUEST)).toEqual([]);
});
