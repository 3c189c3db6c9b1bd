/** What the choices of a card would cost: the price that Pay asks for each, for nothing but a look. */

import { expect, test } from "vitest";
import { DURATIONS } from "../../src/domain/duration.js";
import { totalCostSun } from "../../src/domain/price.js";
import { priceOrders } from "../../src/engine/orders/quote-orders.js";
import { type Considered, OrderCosts } from "../../src/engine/orders/read-costs.js";
import { openQuotes } from "../../src/store/quotes.js";
import { addressesOf } from "../support/addresses.js";
import type { Desk } from "../support/desk.js";
import { book, manual } from "../support/sellers.js";
import { deliver } from "../support/steps.js";
import { watched } from "../support/watched.js";

const POOL_OF = (units: number) => ({ ownersUnits: [units] });
const ONE = {
  resource: "energy",
  receivers: addressesOf(0x31, 1),
  requireLock: undefined,
} as const;
const lasting = (duration: Considered["duration"], amount = 65_000): Considered => ({
  ...{ ...ONE, duration, amounts: [amount] },
});

const costsOf = ({ engine, customerId }: Desk, ...orders: readonly Considered[]) =>
  new OrderCosts(engine).read(customerId, orders);

test("each is the best price that delivers all of it at once", async () => {
  const { desk } = await book([[45, 100_000]], POOL_OF(200_000));
  expect(
    await costsOf(
      desk,
      ...[lasting("1h"), lasting("3d"), lasting("1h", 131_000), lasting("1h", 400_000)],
      { ...lasting("1h"), receivers: [], amounts: [65_000] },
      { ...lasting("1h"), receivers: addressesOf(0x31, 2), amounts: [65_000, 40_000] },
    ),
  ).toEqual([
    // Sellers at 45; they sell for a day at most, and have not enough for the third.
    ...[2_925_000, 11_700_000, 7_860_000, undefined],
    ...[2_925_000, 3_900_000 + 2_400_000],
  ]);
});

test("is what the quote of each says, and binds none", async () => {
  const { desk } = await book(
    [
      [45, 200_000],
      [50, 300_000],
    ],
    POOL_OF(200_000),
  );
  const { engine, customerId } = desk;
  // The cheaper seller has a lock to it for a day, and can sell nothing shorter.
  const ofADay = { duration: "1d", resourceAmount: 40_000, price: 46 };
  await desk.create(manual({ receiver: ONE.receivers, ...ofADay }));
  await deliver(desk);
  const orders = DURATIONS.flatMap((duration) =>
    [65_000, 131_000, 262_000].map((amount) => lasting(duration, amount)),
  );
  const quoted: (number | undefined)[] = [];
  for (const order of orders) {
    const request = { type: "Fast", quoteId: undefined, ...order } as const;
    const {
      book: sellers,
      totalSun,
      capacityUnits,
    } = await priceOrders(engine, customerId, request);
    const mostSun = sellers && totalCostSun(order.amounts, sellers.priceSun, order.duration);
    const isEnough = capacityUnits >= (order.amounts[0] ?? 0);
    quoted.push(
      mostSun !== undefined && mostSun < totalSun ? mostSun : isEnough ? totalSun : undefined,
    );
  }
  expect(await costsOf(desk, ...orders)).toEqual(quoted);
  const open = await engine.database.read(() => openQuotes(customerId, engine.now()));
  expect(open.count).toBe(0);
});

test("is nothing while no order is taken", async () => {
  const { desk } = await book([[45, 100_000]], POOL_OF(200_000));
  desk.engine.gates.hold("pause", "for the test");
  expect(await costsOf(desk, lasting("1h"))).toEqual([undefined]);
});

test("asks the database hardly more for all durations of twenty wallets than a quote does for one", async () => {
  const { desk } = await book([[45, 5_000_000]], POOL_OF(200_000));
  const statements = countStatements(desk);
  const receivers = addressesOf(0x31, 20);
  const amounts = receivers.map(() => 65_000);
  const orders = DURATIONS.map((duration) => ({ ...lasting(duration), receivers, amounts }));
  const costs = await costsOf(desk, ...orders);
  expect(costs.slice(0, 4)).toEqual(costs.slice(0, 4).map(() => 58_500_000));
  expect(statements()).toBeLessThan(80);
});

test("is asked once for the drawings of a tap, and anew after ten seconds", async () => {
  const { desk } = await book([[45, 100_000]], POOL_OF(200_000));
  const costs = new OrderCosts(desk.engine);
  const look = () => costs.read(desk.customerId, [lasting("1h")]);
  const statements = countStatements(desk);
  const first = await look();
  const asked = statements();
  expect(await look()).toEqual(first);
  expect(statements()).toBe(asked);
  await costs.read(desk.customerId, [lasting("1h", 131_000)]);
  expect(statements()).toBeGreaterThan(asked);
  desk.clock.nowMs += 10_000;
  const before = statements();
  expect(await look()).toEqual(first);
  expect(statements()).toBe(before + asked);
});

/** How many statements were read with since. */
function countStatements({ database }: Desk): () => number {
  const read = database.read.bind(database);
  let statements = 0;
  database.read = (phase) =>
    read(() =>
      watched(phase(), () => {
        statements += 1;
      }),
    );
  return () => statements;
}
