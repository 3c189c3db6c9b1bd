/** The statement of an account: every SUN, in the order of time, with balances that the ledger confirms. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import {
  createCustomer,
  creditCustomer,
  debitCustomer,
} from "../../src/engine/customers/customers.js";
import { type HistoryEntry, readHistory } from "../../src/engine/customers/history.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { changeOrder } from "../../src/engine/orders/change-order.js";
import { availableOf, EXTERNAL, heldOf, move, type Transfer } from "../../src/store/ledger.js";
import type { Phase } from "../../src/store/phase.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { byForm } from "../support/forms.js";
import { partlyFilled } from "../support/sellers.js";
import {
  deliver,
  fork,
  kill,
  mendNow,
  mine,
  mineAll,
  send,
  sign,
  solidify,
} from "../support/steps.js";
import { paidCredit } from "../support/terms.js";

const ALWAYS = { from: 0, to: 2 ** 52 };

async function history(desk: Desk, period = ALWAYS, customerId = desk.customerId) {
  const entries: HistoryEntry[] = [];
  for await (const page of readHistory(desk.engine, { ...period, customerId }))
    entries.push(...page);
  return entries;
}

/** Each transfer of the customer's accounts is there once, and the balances follow from them. */
async function expectLedger(desk: Desk, customerId = desk.customerId): Promise<HistoryEntry[]> {
  const entries = await history(desk, ALWAYS, customerId);
  const own = [availableOf(customerId), heldOf(customerId)].map((id) => `'${id}'`).join(", ");
  const transfers = desk.rows(
    `SELECT id FROM transfer WHERE from_account IN (${own}) OR to_account IN (${own})`,
  );
  expect(entries.map(({ transferId }) => transferId).sort()).toEqual(
    transfers.map(({ id }) => id).sort(),
  );
  let [available, held] = [0, 0];
  for (const entry of entries) {
    available += entry.availableSun;
    held += entry.heldSun;
    expect([entry.availableAfterSun, entry.heldAfterSun]).toEqual([available, held]);
  }
  expect({ available, held }).toEqual(desk.moneySunOf(customerId));
  const legs = new Map(desk.legs().map(({ id, units }) => [id, units]));
  for (const { transferId, order } of entries) {
    const units = legs.get(transferId.split(":")[0] ?? "");
    if (units !== undefined) expect(order?.units).toBe(units);
  }
  expect(entries.map(({ at }) => at)).toEqual(
    entries.map(({ at }) => at).toSorted((a, b) => a - b),
  );
  return entries;
}

const told = (entries: readonly HistoryEntry[]) =>
  entries.map(({ kind, availableSun, heldSun }) => [kind, availableSun, heldSun]);

test("what was ordered after the clock was set back by an hour", async () => {
  const desk = await openDesk();
  await desk.order();
  desk.clock.nowMs -= 3_600_000;
  const orderId = await desk.order({ receiver: [addressOf(2)] });
  const entries = await history(desk);
  expect(entries.map(({ transferId }) => transferId)).toContain(`${orderId}:hold`);
});

test("an order that is delivered, one that is cancelled, and money from outside", async () => {
  const desk = await openDesk();
  await desk.order();
  await deliver(desk);
  await mine(desk);
  const cancelled = await desk.order({ receiver: [addressOf(2)] });
  await mine(desk);
  await cancelOrder(desk.engine, desk, cancelled);
  await mine(desk);
  const call = {
    customerId: desk.customerId,
    amountSun: sun(5_000_000),
    reason: "=a gift",
    kind: "gift",
  } as const;
  await creditCustomer(desk.engine, { ...call, reference: "1" });
  await mine(desk);
  await debitCustomer(desk.engine, { ...call, reference: "1" });
  const entries = await expectLedger(desk);
  expect(told(entries)).toEqual([
    ["payment", 1_000_000_000, 0],
    ["hold", -3_900_000, 3_900_000],
    ["delivered", 0, -3_900_000],
    ["hold", -3_900_000, 3_900_000],
    ["refund", 3_900_000, -3_900_000],
    ["gift", 5_000_000, 0],
    ["correction", -5_000_000, 0],
  ]);
  expect(entries[2]?.order).toMatchObject({ units: 65_000, status: "completed", duration: "1h" });
  expect(entries[2]?.txid).toMatch(/^[0-9a-f]{64}$/);
  expect(entries[4]?.order).toMatchObject({
    orderId: cancelled,
    status: "cancelled",
  });
  expect(entries[4]?.txid).toBeUndefined();
  expect(entries[5]).toMatchObject({ order: undefined, reason: "=a gift" });
});

test("what rests when an order is cancelled is given back by its own units", async () => {
  const desk = await openDesk({ ownersUnits: [70_000] });
  const options = { allow_partial: true, partial_min: 20_000 };
  const terms = { type: "Manual", price: 60, resourceAmount: 120_000, duration: "3d", options };
  const id = await desk.order(terms);
  await deliver(desk);
  await cancelOrder(desk.engine, desk, id);
  const [, held, delivered, refund] = await expectLedger(desk);
  const filled = desk.legs()[0]?.units ?? 0;
  expect(filled).toBeGreaterThan(20_000);
  expect([held, delivered, refund].map((entry) => [entry?.kind, entry?.order?.units])).toEqual([
    ["hold", 120_000],
    ["delivered", filled],
    ["refund", 120_000 - filled],
  ]);
});

test("a price that is changed, and what better ones have saved", async () => {
  const { desk, id } = await partlyFilled();
  await mine(desk);
  await changeOrder(desk.engine, desk, id, { priceSun: 55 });
  await mine(desk);
  await changeOrder(desk.engine, desk, id, { priceSun: 54 });
  await deliver(desk);
  const entries = await expectLedger(desk);
  const changes = told(entries).filter(([kind]) => kind === "raised" || kind === "lowered");
  expect(changes).toEqual([
    ["raised", -500_000, 500_000],
    ["lowered", 100_000, -100_000],
  ]);
  const improved = entries.filter(({ kind }) => kind === "improved");
  const saved = improved.map(({ availableSun, order }) => [availableSun, order?.units]);
  // 40,000 at 45 and 30,000 at 50 SUN, held at 54.
  expect(saved.toSorted()).toEqual([
    [120_000, 30_000],
    [360_000, 40_000],
  ]);
});

test("what a fork undoes, and what is given back for it", async () => {
  const desk = await openDesk({ ownersUnits: [65_000] });
  const id = await desk.order();
  await deliver(desk);
  await fork(desk);
  await kill(desk, `${id}.1`, "expired");
  desk.clock.nowMs += 700_000;
  await mendNow(desk);
  expect(told(await expectLedger(desk)).slice(1)).toEqual([
    ["hold", -3_900_000, 3_900_000],
    ["delivered", 0, -3_900_000],
    ["refund", 3_900_000, 0],
  ]);
});

test("a period has its own entries, and the balances of all before it", async () => {
  const desk = await openDesk();
  await desk.order();
  const first = desk.clock.nowMs;
  await deliver(desk);
  const whole = await expectLedger(desk);
  const after = await history(desk, { from: first + 1, to: ALWAYS.to });
  expect(after).toEqual(whole.slice(2));
  expect(await history(desk, { from: 0, to: first })).toEqual(whole.slice(0, 2));
  expect(await history(desk, { from: 0, to: 1 })).toEqual([]);
});

test("it is somebody's own", async () => {
  const desk = await openDesk();
  const { customerId } = await createCustomer(desk.engine, "Another", paidCredit(sun(100_000_000)));
  await desk.order();
  await desk.create({ receiver: [addressOf(7)] }, undefined, customerId);
  expect(await expectLedger(desk)).toHaveLength(2);
  expect(await expectLedger(desk, customerId)).toHaveLength(2);
  expect(await history(desk, ALWAYS, "0".repeat(24))).toEqual([]);
});

test("orders and hundreds of credits over several pages", async () => {
  const desk = await openDesk({ ownersUnits: [4_000_000] });
  await desk.create({ receiver: addressesOf(1, 20), resourceAmount: 32_000 });
  await deliver(desk);
  const { customerId, clock } = desk;
  await desk.commit(function* (): Phase<void> {
    for (let nth = 0; nth < 1_000; nth += 1) {
      const to = availableOf(customerId);
      const credit = { id: `credit:${nth}`, from: EXTERNAL, to, amountSun: sun(1), kind: "gift" };
      yield* move({ ...credit, at: clock.nowMs } as Transfer);
    }
  });
  expect(await expectLedger(desk)).toHaveLength(1 + 20 + 20 + 1_000);
});

test("any course of orders adds up to the ledger", async () => {
  const acts = fc.constantFrom(
    "order",
    "manual",
    "deliver",
    "cancel",
    "credit",
    "fork",
    "pass",
    "solidify",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { maxLength: 14 }), async (course) => {
      const desk = await openDesk({ ownersUnits: [150_000, 90_000] });
      const orders: string[] = [];
      for (const [at, act] of course.entries()) await DO[act]?.(desk, orders, at);
      await expectLedger(desk);
      await desk.close();
    }),
    { numRuns: byForm(3, 15) },
  );
}, 120_000);

type Act = (desk: Desk, orders: string[], at: number) => Promise<unknown>;

const ignored = () => {};
const place =
  (change: object): Act =>
  async (desk, orders, at) => {
    desk.clock.monotonicMs += 1_000;
    const receiver = [addressOf(50 + at)];
    await desk.order({ receiver, ...change }).then((id) => orders.push(id), ignored);
  };

const DO: Record<string, Act> = {
  order: place({}),
  manual: place({
    type: "Manual",
    price: 60,
    resourceAmount: 120_000,
    options: { allow_partial: true, partial_min: 20_000 },
  }),
  deliver: async (desk) => {
    await sign(desk);
    await send(desk);
    await mineAll(desk);
  },
  cancel: async (desk, orders) =>
    cancelOrder(desk.engine, desk, orders.at(-1) ?? "").catch(ignored),
  credit: (desk, _, at) =>
    creditCustomer(desk.engine, {
      customerId: desk.customerId,
      amountSun: sun(1_000_000 + at),
      reason: "more",
      kind: "gift",
      reference: `r${at}`,
    }),
  fork: async (desk) => {
    if (desk.legs("state = 'included'").length === 0) return;
    await fork(desk);
    for (const { id } of desk.legs("state = 'sent'")) await kill(desk, id, "expired");
  },
  pass: (desk) => mine(desk, [], true, 60_000),
  solidify: (desk) => solidify(desk),
};
