/** What is told of a team: who ordered, changed and cancelled, in orders, in the statement, in the log and in the report. */
import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { holdBooking } from "../../src/engine/chat/bookings.js";
import { readHistory } from "../../src/engine/customers/history.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { changeOrder } from "../../src/engine/orders/change-order.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { readOrder } from "../../src/engine/orders/read-orders.js";
import type { By } from "../../src/engine/teams/rights.js";
import { insertApiKey } from "../../src/store/customers.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk, request } from "../support/desk.js";
import { manual } from "../support/sellers.js";
import { APPROVER, OWNER, TRADER, TRX, teamOn } from "../support/teams.js";

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

test("the statement says who ordered, booked, and raised a price", async () => {
  const { desk, team } = await opened();
  const id = await resting(desk, team, member(TRADER));
  await changeOrder(desk.engine, { customerId: team, by: member(TRADER) }, id, { priceSun: 49 });
  await changeOrder(desk.engine, { customerId: team, by: member(APPROVER) }, id, { priceSun: 51 });
  const asks = request({ receiver: [addressOf(2)] });
  const booking = { request: asks, priceSun: 60, endsAt: desk.clock.nowMs + 1 };
  const draft = { id: "b".repeat(24), customerId: team, ownerUserId: APPROVER };
  await desk.commit(() => holdBooking(draft, booking, desk.moment));
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
  ]);
});
