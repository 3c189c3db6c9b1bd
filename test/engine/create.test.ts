/** Creating orders: all of one call or nothing, paid at the price of the moment, from owners that have the stake. */
import { describe, expect, test } from "vitest";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { forgetOld } from "../../src/engine/operating/forget-old.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { quoteOrders } from "../../src/engine/orders/quote-orders.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, openDesk, RATES, request } from "../support/desk.js";
import { deliver, solidify } from "../support/steps.js";

const TRX = 1_000_000;
const RICH = { creditTrx: 10_000, ownersUnits: [1_000_000, 1_000_000] };

/** Nothing of a refused call is left. */
function expectUntouched(desk: Desk, availableTrx: number): void {
  desk.assertSound();
  expect(desk.moneySun).toEqual({ available: availableTrx * TRX, held: 0 });
  for (const table of ["orders", "leg", "batch"]) {
    expect(desk.rows(`SELECT count(*) AS n FROM ${table}`)).toEqual([{ n: 0 }]);
  }
  expect(desk.rows("SELECT sum(reserved_sun) AS sum FROM capacity")).toEqual([{ sum: 0 }]);
}

test("while transactions cannot be kept, nothing is made, nothing is cancelled, and nobody is told", async () => {
  const desk = await openDesk();
  const id = await desk.order();
  const { signals, load } = desk.engine;
  const told: string[] = [];
  for (const name of ["planned", "finished", "released", "offered"] as const) {
    signals.on(name, () => told.push(name));
  }
  const before = [desk.orderRow(id), desk.legs(), desk.moneySun, load.unsignedLegs];
  const cancel = () => cancelOrder(desk.engine, desk, id);
  await desk.database.failCommits(async () => {
    await expect(desk.create({}, "key")).rejects.toThrow(/FOREIGN KEY/i);
    await expect(cancel()).rejects.toThrow(/FOREIGN KEY/i);
  });
  desk.assertSound();
  expect(told).toEqual([]);
  expect([desk.orderRow(id), desk.legs(), desk.moneySun, load.unsignedLegs]).toEqual(before);
  expect((await desk.create({}, "key")).replayed).toBe(false);
  await cancel();
  expect(told).toEqual(["planned", "released", "finished"]);
});

describe("a call is refused whole", () => {
  test("when the balance is short for the last of its receivers", async () => {
    const desk = await openDesk({ creditTrx: 78 - 3.9 / 65_000, ownersUnits: [2_000_000] });
    const call = desk.create({ receiver: addressesOf(1, 20) }, "key");
    await expect(call).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
      details: { required: 78, available: 78 - 3.9 / 65_000 },
    });
    expectUntouched(desk, 78 - 3.9 / 65_000);
  });

  test("when the pool is too small for the last one, and says what it has for a call", async () => {
    const desk = await openDesk({ ownersUnits: [130_000] });
    const call = desk.create({ receiver: addressesOf(1, 3) }, "key");
    await expect(call).rejects.toMatchObject({
      code: "NO_CAPACITY",
      details: { available: 130_000 },
    });
    expectUntouched(desk, 1_000);
  });

  test("when the node has told no ratio, or no head yet", async () => {
    const desk = await openDesk();
    await desk.database.commit(function* () {
      yield { sql: "DELETE FROM stake_ratio", params: [] };
    });
    await expect(desk.create()).rejects.toMatchObject({ code: "NO_CAPACITY" });
    expectUntouched(desk, 1_000);
  });

  test("when one receiver is not activated, or a contract", async () => {
    const desk = await openDesk();
    desk.lookUp = async (address) => (address === addressOf(2) ? undefined : { contract: false });
    const receiver = addressesOf(1, 3);
    await expect(desk.create({ receiver })).rejects.toMatchObject({
      code: "RECEIVER_NOT_ACTIVATED",
      details: [{ path: "receiver.1", receiver: addressOf(2) }],
    });
    desk.clock.nowMs += 60_000;
    desk.lookUp = async () => ({ contract: true });
    await expect(desk.create({ receiver })).rejects.toMatchObject({ code: "RECEIVER_IS_CONTRACT" });
    expectUntouched(desk, 1_000);
  });

  test("when the node cannot be asked about a receiver", async () => {
    const desk = await openDesk();
    desk.lookUp = () => Promise.reject(new Error("no answer"));
    await expect(desk.create()).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
    expectUntouched(desk, 1_000);
  });

  test("when it is Manual and its price is below the floor", async () => {
    const desk = await openDesk();
    const manual = { type: "Manual", price: 44, options: { allow_partial: true }, duration: "1d" };
    await expect(desk.create(manual)).rejects.toMatchObject({
      code: "PRICE_BELOW_FLOOR",
      details: { price: 44, floor: 45, duration: "1d" },
    });
    expectUntouched(desk, 1_000);
  });
});

describe("an owner", () => {
  test("keeps the bandwidth for the fees of its own transactions", async () => {
    const desk = await openDesk({ ownersUnits: [1_000], policy: { bandwidthReserveUnits: 9_000 } });
    // 100 TRX of stake yield 100 Bandwidth; the owner keeps more than that.
    desk.stakesSun.set(desk.owners[0] ?? addressOf(0), 10_000 * TRX);
    await desk.snapshot();
    const order = { resourceType: "Bandwidth", resourceAmount: 1_001 };
    await expect(desk.create(order)).rejects.toMatchObject({ code: "NO_CAPACITY" });
    await desk.create({ ...order, resourceAmount: 1_000 });
  });

  test("is sold once: what is reserved is gone until the chain counts it", async () => {
    const desk = await openDesk({ ownersUnits: [100_000] });
    await desk.order();
    await expect(desk.create({ receiver: [addressOf(2)] })).rejects.toMatchObject({
      code: "NO_CAPACITY",
      details: { available: 35_000 },
    });
    await deliver(desk);
    await desk.snapshot();
    expect(desk.rows("SELECT sum(reserved_sun) AS sum FROM capacity")).toEqual([{ sum: 0 }]);
    await expect(desk.create()).rejects.toMatchObject({ details: { available: 35_000 } });
    await solidify(desk);
  });
});

describe("a quote", () => {
  const quote = (desk: Desk, change = {}) =>
    quoteOrders(desk.engine, desk.customerId, request(change));

  test("binds the price for its time, once, also when the rates rise", async () => {
    const desk = await openDesk(RICH);
    const { quoteId, priceSun } = await quote(desk);
    expect(priceSun).toBe(60);
    await setRates(desk.engine, { ...RATES, fast: { energy: 90, bandwidth: 900 } }, "test");
    desk.clock.nowMs += 29_999;
    const id = await desk.order({ quoteId });
    expect(desk.orderRow(id).price_sun).toBe(60);
    await expect(desk.create({ quoteId })).rejects.toMatchObject({ code: "QUOTE_EXPIRED" });
    expect(desk.orderRow(await desk.order()).price_sun).toBe(90);
  });

  test("has lapsed from the instant it names", async () => {
    const desk = await openDesk(RICH);
    const { quoteId, expiresAt } = await quote(desk);
    desk.clock.nowMs = expiresAt ?? 0;
    await expect(desk.create({ quoteId })).rejects.toMatchObject({ code: "QUOTE_EXPIRED" });
  });

  test("is for the same order and the same customer only, and is not used up by a refusal", async () => {
    const desk = await openDesk(RICH);
    const { quoteId } = await quote(desk);
    const mismatch = { code: "QUOTE_MISMATCH" };
    await expect(desk.create({ quoteId, duration: "3h" })).rejects.toMatchObject(mismatch);
    const unknown = desk.create({ quoteId: "0".repeat(24) });
    await expect(unknown).rejects.toMatchObject(mismatch);
    const { customerId } = await createCustomer(desk.engine, "Somebody else");
    const stolen = createOrders(desk.engine, {
      customerId,
      channel: "http",
      request: request({ quoteId }),
      idempotencyKey: undefined,
    });
    await expect(stolen).rejects.toMatchObject(mismatch);
    await desk.create({ quoteId });
  });

  test("that is long over is told from a wrong one for a day, then it is forgotten", async () => {
    const desk = await openDesk(RICH);
    const { quoteId } = await quote(desk);
    desk.clock.nowMs += 86_400_000;
    await forgetOld(desk.engine);
    await expect(desk.create({ quoteId })).rejects.toMatchObject({ code: "QUOTE_EXPIRED" });
    desk.clock.nowMs += 86_400_000;
    await forgetOld(desk.engine);
    await expect(desk.create({ quoteId })).rejects.toMatchObject({ code: "QUOTE_MISMATCH" });
  });

  test("is kept for ten minutes once it has lapsed; then its id tells that it had", async () => {
    const desk = await openDesk(RICH);
    const { quoteId, expiresAt = 0 } = await quote(desk);
    const kept = async () => {
      await forgetOld(desk.engine);
      return desk.rows("SELECT id FROM quote").length;
    };
    desk.clock.nowMs = expiresAt + 600_000;
    expect(await kept()).toBe(1);
    desk.clock.nowMs += 1;
    expect(await kept()).toBe(0);
    await expect(desk.create({ quoteId })).rejects.toMatchObject({ code: "QUOTE_EXPIRED" });
    const young = desk.engine.newId();
    const never = desk.create({ quoteId: young });
    await expect(never).rejects.toMatchObject({ code: "QUOTE_MISMATCH" });
  });

  test("is refused while 200 of the customer's are open, until one is used or has lapsed", async () => {
    const desk = await openDesk(RICH);
    const { quoteId } = await quote(desk);
    desk.clock.nowMs += 10_500;
    for (let open = 2; open <= 200; open += 1) await quote(desk);
    const full = { code: "RATE_LIMITED", retryAfterSeconds: 20 };
    await expect(quote(desk)).rejects.toMatchObject(full);
    const { customerId } = await createCustomer(desk.engine, "Somebody else");
    await quoteOrders(desk.engine, customerId, request());
    await desk.create({ quoteId });
    await quote(desk);
    await expect(quote(desk)).rejects.toMatchObject({ retryAfterSeconds: 30 });
    desk.clock.nowMs += 30_000;
    await quote(desk);
  });
});

describe("an idempotency key", () => {
  test("gives the very same answer, and moves money once", async () => {
    const desk = await openDesk(RICH);
    const first = await desk.create({}, "key");
    const again = await desk.create({}, "key");
    expect(again.replayed).toBe(true);
    expect(again.orders).toEqual(first.orders);
    expect(again.orderIds).toEqual(first.orderIds);
    expect(desk.moneySun.held).toBe(3.9 * TRX);
  });

  test("is answered after a restart, and before price, balance and capacity are looked at", async () => {
    const desk = await openDesk({ creditTrx: 3.9 });
    const first = await desk.create({}, "key");
    for (const owner of desk.owners) desk.stakesSun.set(owner, 0);
    await desk.snapshot();
    await desk.restart();
    desk.engine.gates.hold("pause", "test");
    expect((await desk.create({}, "key")).orders).toEqual(first.orders);
  });

  test("is refused for another order, of its own customer and door only", async () => {
    const desk = await openDesk(RICH);
    await desk.create({}, "key");
    const reused = { code: "IDEMPOTENCY_KEY_REUSED" };
    await expect(desk.create({ duration: "3h" }, "key")).rejects.toMatchObject(reused);
    const call = { customerId: desk.customerId, request: request(), idempotencyKey: "key" };
    const { replayed } = await createOrders(desk.engine, { ...call, channel: "telegram" });
    expect(replayed).toBe(false);
  });

  test("two calls at once make one order: the other is told to ask again", async () => {
    const desk = await openDesk(RICH);
    const calls = await Promise.allSettled([desk.create({}, "key"), desk.create({}, "key")]);
    expect(calls.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = calls.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "IDEMPOTENCY_IN_PROGRESS" } });
    expect(desk.rows("SELECT count(*) AS n FROM orders")).toEqual([{ n: 1 }]);
    expect((await desk.create({}, "key")).replayed).toBe(true);
  });

  test("is free again after a refusal, and after 72 hours", async () => {
    const desk = await openDesk(RICH);
    desk.lookUp = async () => undefined;
    await expect(desk.create({}, "key")).rejects.toMatchObject({ code: "RECEIVER_NOT_ACTIVATED" });
    desk.lookUp = async () => ({ contract: false });
    desk.clock.nowMs += 60_000;
    await desk.create({}, "key");
    desk.clock.nowMs += 259_200_001;
    await forgetOld(desk.engine);
    expect((await desk.create({}, "key")).replayed).toBe(false);
  });

  test("is decided by before the reference, which outlives it", async () => {
    const desk = await openDesk(RICH);
    const first = await desk.create({ reference: "a" }, "key");
    const other = await desk.create({ reference: "b" });
    await expect(desk.create({ reference: "b" }, "key")).rejects.toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
    desk.clock.nowMs += 259_200_001;
    await forgetOld(desk.engine);
    const kept = "SELECT idempotency_key, request_hash IS NULL AS is_bare FROM batch";
    expect(desk.rows(kept)).toEqual(
      [first, other].map(() => ({ idempotency_key: null, is_bare: 0 })),
    );
    expect((await desk.create({ reference: "a" }, "key")).orderIds).toEqual(first.orderIds);
    expect((await desk.create({ reference: "b" }, "key")).orderIds).toEqual(other.orderIds);
  });
});
