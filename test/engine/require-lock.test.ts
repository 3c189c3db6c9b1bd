/** `requireLock`: what is not locked is not delivered, on any path; a Fast order is refused, a Manual one rests. */
import { describe, expect, test } from "vitest";
import { orderAnswer } from "../../src/answers/order.js";
import { requestHash } from "../../src/domain/order-request.js";
import { quoteOrders } from "../../src/engine/orders/quote-orders.js";
import { readOrder } from "../../src/engine/orders/read-orders.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, type DeskOptions, openDesk, request } from "../support/desk.js";
import { NETWORK, THREE_DAYS_ONLY, tellNetwork } from "../support/network.js";
import { fillsOf, manual, openSeller, sweep } from "../support/sellers.js";
import {
  deliver,
  fork,
  kill,
  legOf,
  mendNow,
  mine,
  passRentals,
  replanNow,
  sign,
  solidify,
} from "../support/steps.js";

const TRX = 1_000_000;
const MINUTE_MS = 60_000;
const LOCKED = { requireLock: true };
const ONE_LARGE = { ownersUnits: [1_000_000] };
const TWO_LARGE = { ownersUnits: [1_000_000, 900_000] };
/** An order of 100,000 Energy at the pool's price. */
const bid = (change: Record<string, unknown> = {}, options: Record<string, unknown> = {}) =>
  manual({ price: 60, ...LOCKED, ...change }, options);

/** A desk whose largest owner has locked for three hours for the usual wallet, which leaves no lock for an hour. */
async function lockedLonger(options: DeskOptions = ONE_LARGE) {
  const desk = await openDesk(options);
  const first = await desk.order({ duration: "3h" });
  await deliver(desk);
  await desk.snapshot();
  const { owner } = legOf(desk, `${first}.1`);
  return { desk, owner };
}

const locksOf = (desk: Desk, orderId: string) =>
  desk
    .legs(`order_id = '${orderId}' AND state <> 'dead'`)
    .map(({ units, locked }) => [units, locked]);

/** Refused with so much that could have been locked; nothing is left of it. */
async function expectRefused(desk: Desk, change: Record<string, unknown>, available: number) {
  const before = [desk.moneySun, desk.legs(), desk.rows("SELECT * FROM capacity")];
  await expect(desk.create({ ...LOCKED, ...change })).rejects.toMatchObject({
    code: "NO_CAPACITY",
    details: { available },
  });
  expect([desk.moneySun, desk.legs(), desk.rows("SELECT * FROM capacity")]).toEqual(before);
}

describe("a Fast order", () => {
  test("is locked where it can be", async () => {
    const { desk, owner } = await lockedLonger(TWO_LARGE);
    const id = await desk.order(LOCKED);
    expect(legOf(desk, `${id}.1`)).toMatchObject({ locked: 1 });
    expect(legOf(desk, `${id}.1`).owner).not.toBe(owner);
  });

  test("is refused where it cannot, as what is not required goes on unlocked", async () => {
    const { desk } = await lockedLonger();
    await expectRefused(desk, {}, 0);
    expect(locksOf(desk, await desk.order())).toEqual([[65_000, 0]]);
    expect(locksOf(desk, await desk.order({ ...LOCKED, receiver: [addressOf(2)] }))).toEqual([
      [65_000, 1],
    ]);
  });

  test("is told what pool and sellers could lock, each for its wallet", async () => {
    const { desk } = await lockedLonger({ ownersUnits: [1_000_000, 40_000] });
    await openSeller(desk, { units: 50_000 });
    await expectRefused(desk, { resourceAmount: 100_000 }, 90_000);
    const id = await desk.order({ ...LOCKED, resourceAmount: 90_000 });
    expect(locksOf(desk, id).map(([, locked]) => locked)).toEqual([1, 1]);
  });

  test("says in words what could be locked, and what else may be done", async () => {
    const { desk } = await lockedLonger({ ownersUnits: [1_000_000, 40_000] });
    await expect(desk.create(LOCKED)).rejects.toThrow(
      `The desk can lock 40,000 Energy for 1 hour now, which is too little for this order. Ask for less, later, or without requireLock; nothing was debited.`,
    );
  });

  test("finds beside what is on its way no more than may join it", async () => {
    const desk = await openDesk(ONE_LARGE);
    await desk.order();
    await sign(desk);
    // Should the first one come 2 minutes later, it may hold three times its units for a tenth of the hour.
    await expectRefused(desk, { resourceAmount: 195_001 }, 195_000);
    expect(locksOf(desk, await desk.order({ ...LOCKED, resourceAmount: 195_000 }))).toEqual([
      [195_000, 1],
    ]);
  });

  test("is split over owners of which each gives what it may lock", async () => {
    const desk = await openDesk(TWO_LARGE);
    for (const duration of ["1h", "1h"]) await desk.order({ duration, resourceAmount: 60_000 });
    const [first] = desk.legs();
    await sign(desk);
    const id = await desk.order({ ...LOCKED, resourceAmount: 1_000_000 });
    const legs = desk.legs(`order_id = '${id}'`);
    expect(legs.map(({ locked }) => locked)).toEqual([1, 1]);
    expect(legs.find(({ owner }) => owner === first?.owner)?.units).toBeLessThanOrEqual(300_000);
  });

  test("to several wallets is locked for each, or refused for all", async () => {
    const { desk } = await lockedLonger({ ownersUnits: [1_000_000, 50_000] });
    const receiver = addressesOf(1, 3);
    // All get the same: no more than can be locked for the first.
    await expectRefused(desk, { receiver }, 150_000);
    await expectRefused(desk, { receiver: [addressOf(2), addressOf(1)] }, 100_000);
    expect(
      (await desk.create({ ...LOCKED, receiver, resourceAmount: 50_000 })).orderIds,
    ).toHaveLength(3);
    const { orderIds } = await desk.create({ ...LOCKED, receiver: addressesOf(2, 2) });
    for (const id of orderIds) expect(locksOf(desk, id)).toEqual([[65_000, 1]]);
  });

  test("to one wallet that is named twice is told what could be locked before", async () => {
    const { desk } = await lockedLonger({ ownersUnits: [1_000_000, 100_000] });
    await expectRefused(desk, { receiver: [addressOf(1), addressOf(1)] }, 100_000);
  });

  test.each<[string, DeskOptions]>([
    ["never locks", { ...ONE_LARGE, policy: { lockMode: "never" } }],
    ["cannot lock for so long", ONE_LARGE],
  ])("is refused where the desk %s", async (why, options) => {
    const desk = await openDesk(options);
    if (why !== "never locks") await tellNetwork(desk.engine, { parameters: THREE_DAYS_ONLY });
    await openSeller(desk, { units: 500_000 });
    await expectRefused(desk, {}, 0);
    expect(locksOf(desk, await desk.order())).toEqual([[65_000, 0]]);
  });
});

describe("planned anew", () => {
  test("a part that a node refused for a lock goes to another owner, or waits, and is refunded in the end", async () => {
    const desk = await openDesk(TWO_LARGE);
    const id = await desk.order(LOCKED);
    await sign(desk);
    await kill(desk, `${id}.1`, "lock");
    expect(locksOf(desk, id)).toEqual([[65_000, 1]]);
    expect(legOf(desk, `${id}.2`).owner).not.toBe(legOf(desk, `${id}.1`).owner);
    await sign(desk);
    await kill(desk, `${id}.2`, "lock");
    expect(locksOf(desk, id)).toEqual([]);
    expect(desk.orderRow(id)).toMatchObject({ status: "processing", unplanned_amount: 65_000 });
    // The same owner is not asked again at once, although nobody has told how long its lock lasts.
    await mine(desk);
    await replanNow(desk);
    expect(locksOf(desk, id)).toEqual([]);
    desk.clock.nowMs += 2 * MINUTE_MS;
    await mine(desk);
    await replanNow(desk);
    expect(locksOf(desk, id)).toEqual([[65_000, 1]]);
    for (const leg of [3, 4]) {
      await sign(desk);
      await kill(desk, `${id}.${leg}`, "lock");
    }
    await mine(desk, [], true, 5 * MINUTE_MS);
    await replanNow(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", refunded_sun: 3.9 * TRX });
    expect(desk.legs(`order_id = '${id}' AND locked = 0`)).toEqual([]);
  });

  test("a part whose bytes have expired is locked again, or waits", async () => {
    const desk = await openDesk(ONE_LARGE);
    const id = await desk.order(LOCKED);
    await sign(desk);
    await desk.order({ duration: "3h", receiver: [addressOf(2)] });
    await kill(desk, `${id}.1`, "expired");
    expect(locksOf(desk, id)).toEqual([[65_000, 1]]);
    await kill(desk, `${id}.2`, "owner_bandwidth");
    expect(desk.legs(`order_id = '${id}' AND locked = 0`)).toEqual([]);
  });

  test("a part that may be locked no longer when it is signed dies, and no bytes of it exist", async () => {
    const desk = await openDesk(TWO_LARGE);
    const id = await desk.order(LOCKED);
    const far = desk.chain.head.timestampMs + 86_400_000;
    await sign(desk, `${id}.1`, new Map([[`${id}.1`, far]]));
    expect(legOf(desk, `${id}.1`)).toMatchObject({ state: "dead", transaction_hex: null });
    expect(locksOf(desk, id)).toEqual([[65_000, 1]]);
    await sign(desk, `${id}.2`, new Map([[`${id}.2`, far]]));
    expect(desk.states(id)).toEqual(["dead", "dead"]);
    expect(desk.orderRow(id)).toMatchObject({ status: "processing", unplanned_amount: 65_000 });
  });

  test("a part that joins a lock too late is not signed without it", async () => {
    const desk = await openDesk(ONE_LARGE);
    await desk.order();
    await deliver(desk);
    await mine(desk, [], true, 300_000);
    const id = await desk.order(LOCKED);
    await mine(desk, [], true, 60_000);
    await sign(desk);
    expect(desk.states(id)).toEqual(["dead"]);
    expect(desk.legs(`order_id = '${id}' AND locked = 0`)).toEqual([]);
  });

  test("what a fork took of a finished order is locked as well, or paid back", async () => {
    const desk = await openDesk(TWO_LARGE);
    const ids = [
      await desk.order(LOCKED),
      await desk.order({ ...LOCKED, receiver: [addressOf(2)] }),
    ];
    await deliver(desk);
    await desk.snapshot();
    await fork(desk);
    // Only one owner may still lock for the second wallet, and it has nothing left.
    const [first = "", second = ""] = ids;
    await kill(desk, `${first}.1`, "expired");
    await kill(desk, `${second}.1`, "lock");
    const other = desk.owners.find((owner) => owner !== legOf(desk, `${second}.1`).owner);
    await desk.order({ duration: "3h", receiver: [addressOf(2)], resourceAmount: 500_000 });
    expect(desk.legs("duration = '3h'").map(({ owner }) => owner)).toEqual([other]);
    expect(await mendNow(desk)).toBe(1);
    expect(locksOf(desk, first)).toEqual([[65_000, 1]]);
    expect(locksOf(desk, second)).toEqual([]);
    desk.clock.nowMs += 10 * MINUTE_MS;
    await mine(desk);
    await mendNow(desk);
    expect(desk.orderRow(second)).toMatchObject({ refunded_sun: 3.9 * TRX });
  });

  test("what falls short is made good by a locked delegation, or paid back", async () => {
    // Later than a tenth of its hour nothing joins its lock.
    for (const [laterMs, legs] of [
      [MINUTE_MS, 2],
      [6 * MINUTE_MS, 1],
    ] as const) {
      const desk = await openDesk(ONE_LARGE);
      const id = await desk.order(LOCKED);
      await deliver(desk);
      await desk.snapshot();
      await mine(desk, [], true, laterMs);
      const { energy, bandwidth } = NETWORK.ratios;
      const heavier = { ...energy, totalWeight: energy.totalWeight * 1.5 };
      await tellNetwork(desk.engine, { ratios: { bandwidth, energy: heavier } });
      desk.assertSound();
      expect(locksOf(desk, id).map(([, locked]) => locked)).toEqual(Array(legs).fill(1));
      expect(desk.orderRow(id).shortfall_sun > 0).toBe(legs === 1);
    }
  });
});

describe("a Manual order", () => {
  const why = async (desk: Desk, id: string) => {
    const order = await readOrder(desk.engine, desk.customerId, id);
    return orderAnswer(order).restReason;
  };

  test("rests while no lock is possible, says so, and is filled when the lock ends", async () => {
    const { desk } = await lockedLonger();
    const id = await desk.order(bid());
    expect(fillsOf(desk, id)).toEqual([]);
    expect(desk.moneySun.held).toBe(6 * TRX);
    expect(await why(desk, id)).toMatch(
      /^1 seller can't serve this receiver until .*; nobody else offers/,
    );
    await solidify(desk);
    await passRentals(desk);
    await sweep(desk);
    expect(locksOf(desk, id)).toEqual([[100_000, 1]]);
  });

  test("is filled as far as it can be locked", async () => {
    const { desk } = await lockedLonger({ ownersUnits: [1_000_000, 40_000] });
    const id = await desk.order(bid());
    expect(locksOf(desk, id)).toEqual([[40_000, 1]]);
    expect(desk.orderRow(id)).toMatchObject({ unplanned_amount: 60_000 });
  });

  test("rests while a lock on its way would hold too much, for what is too much of it", async () => {
    const desk = await openDesk(ONE_LARGE);
    await desk.order({ resourceAmount: 32_000 });
    await sign(desk);
    const id = await desk.order(bid({ resourceAmount: 200_000 }));
    expect(locksOf(desk, id)).toEqual([[96_000, 1]]);
    const whole = await desk.order(bid({ resourceAmount: 200_000 }, { allow_partial: false }));
    expect(locksOf(desk, whole)).toEqual([]);
    expect(await why(desk, whole)).toMatch(
      /^1 seller skipped: another delegation to this receiver/,
    );
  });

  test("starts together with the others of its call, all of them locked", async () => {
    const { desk } = await lockedLonger();
    const call = bid({ receiver: addressesOf(1, 2) }, { bulk_order: true });
    const { orderIds } = await desk.create(call);
    for (const id of orderIds) expect(fillsOf(desk, id)).toEqual([]);
    await solidify(desk);
    await passRentals(desk);
    await sweep(desk);
    for (const id of orderIds) expect(locksOf(desk, id)).toEqual([[100_000, 1]]);
  });
});

describe("the call", () => {
  test("with false is the same as without it", () => {
    const plain = request();
    expect(request({ requireLock: false })).toEqual(plain);
    expect(requestHash(request({ requireLock: false }))).toBe(requestHash(plain));
    expect(requestHash(request(LOCKED))).not.toBe(requestHash(plain));
  });

  test("is replayed by its key with false or without, and is another one with true", async () => {
    const desk = await openDesk();
    const { orderIds } = await desk.create({}, "key");
    expect(await desk.create({ requireLock: false }, "key")).toMatchObject({
      orderIds,
      replayed: true,
    });
    await expect(desk.create(LOCKED, "key")).rejects.toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
  });

  test("is bound by its quote: one without it does not serve it, nor one with it another", async () => {
    const desk = await openDesk(TWO_LARGE);
    const quote = (change = {}) => quoteOrders(desk.engine, desk.customerId, request(change));
    const { quoteId: without } = await quote();
    const { quoteId: locked } = await quote(LOCKED);
    const mismatch = { code: "QUOTE_MISMATCH" };
    await expect(desk.create({ ...LOCKED, quoteId: without })).rejects.toMatchObject(mismatch);
    await expect(desk.create({ quoteId: locked })).rejects.toMatchObject(mismatch);
    await desk.create({ requireLock: false, quoteId: without });
    await desk.create({ ...LOCKED, quoteId: locked });
  });

  test("is quoted with what could be locked", async () => {
    const { desk } = await lockedLonger({ ownersUnits: [1_000_000, 100_000] });
    await openSeller(desk, { units: 50_000, minPrice: 50 });
    const capacity = async (change = {}) =>
      (await quoteOrders(desk.engine, desk.customerId, request(change))).capacityUnits;
    expect(await capacity()).toBe(1_085_000);
    expect(await capacity(LOCKED)).toBe(150_000);
    expect(await capacity({ ...LOCKED, receiver: [addressOf(2)] })).toBe(1_085_000);
    // The other wallet could get more, but both get the same.
    const two = { ...LOCKED, receiver: addressesOf(1, 2) };
    expect(await capacity(two)).toBe(300_000);
    const more = { resourceAmount: undefined, amounts: [50_000, 200_000] };
    expect(await capacity({ ...two, ...more })).toBe(750_000);
    expect((await desk.create({ ...two, ...more })).orderIds).toHaveLength(2);
  });

  test("of orders says what it is", async () => {
    const desk = await openDesk();
    const read = async (id: string) => readOrder(desk.engine, desk.customerId, id);
    expect(await read(await desk.order(LOCKED))).toMatchObject({ requireLock: true });
    expect(await read(await desk.order())).toMatchObject({ requireLock: false });
  });
});
