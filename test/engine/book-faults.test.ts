/**
 * A fault before every statement of what Manual orders do, one after the other: nothing of the step is left, the books are
 * right, and doing it again succeeds.
 */
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { cancelOrder } from "../../src/engine/cancel-order.js";
import { applyBlock, applySolid } from "../../src/engine/follow-chain.js";
import { closeOverdue, matchSeller, sweepBook } from "../../src/engine/match-book.js";
import { mendForks } from "../../src/engine/mend-forks.js";
import { legDied } from "../../src/engine/settle-leg.js";
import { readyToSign } from "../../src/engine/sign-leg.js";
import { setPause } from "../../src/store/owners.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import type { Desk } from "../support/desk.js";
import { exhaust, exhaustPhase } from "../support/exhaust.js";
import {
  book,
  earnedSun,
  fillsOf,
  manual,
  openSeller,
  partlyFilled,
  restsOf,
} from "../support/sellers.js";
import { deliver, fork, kill, legOf, sign, solidify } from "../support/steps.js";

const TRX = 1_000_000;

/** The last of the resources that are looked at one after the other, so that a pass is one transaction that writes. */
const BANDWIDTH = { resourceType: "Bandwidth", resourceAmount: 10_000, price: 400 };
const BANDWIDTH_OFFER = { resourceType: "Bandwidth", minPrice: 400, minChunk: 1_000 };

const dies = (desk: Desk, legId: string) => {
  const { moment } = desk;
  const leg = legOf(desk, legId);
  return exhaustPhase(desk, () => legDied(leg, "expired", moment));
};

test("an order is created, filled in parts, and cancelled", async () => {
  const { desk } = await book([
    [45, 40_000],
    [50, 30_000],
  ]);
  await desk.engine.receivers.verdicts([addressOf(1)]);
  expect(await exhaust(desk, () => desk.create(manual(), "key"))).toBeGreaterThan(15);
  const [rest] = restsOf(desk);
  expect(rest?.unplanned_amount).toBe(30_000);
  const cancel = () => cancelOrder(desk.engine, desk.customerId, rest?.id ?? "");
  expect(await exhaust(desk, cancel)).toBeGreaterThan(10);
  expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
});

test("a bulk call is created, waits, and starts in a pass", async () => {
  const { desk, sellers } = await book([]);
  const receiver = addressesOf(1, 3);
  await desk.engine.receivers.verdicts(receiver);
  const call = manual({ ...BANDWIDTH, receiver }, { bulk_order: true, partial_min: 1_000 });
  expect(await exhaust(desk, () => desk.create(call))).toBeGreaterThan(8);
  expect(restsOf(desk)).toHaveLength(3);
  await openSeller(desk, { units: 180_000, offer: BANDWIDTH_OFFER });
  const last = await openSeller(desk, { units: 200_000, offer: BANDWIDTH_OFFER });
  const pass = () => matchSeller(desk.engine, last);
  expect(await exhaust(desk, pass)).toBeGreaterThan(15);
  expect(restsOf(desk)).toEqual([]);
  expect(desk.legs().map(({ owner, units }) => [owner, units])).toEqual([
    [sellers[0], 10_000],
    [sellers[0], 8_000],
    [last, 2_000],
    [last, 10_000],
  ]);
});

test("a look at the book fills what rests", async () => {
  const { desk } = await book([]);
  for (const one of addressesOf(1, 3)) {
    await desk.create(manual({ ...BANDWIDTH, receiver: [one] }, { partial_min: 1_000 }));
  }
  await openSeller(desk, { units: 250_000, offer: BANDWIDTH_OFFER });
  expect(await exhaust(desk, () => sweepBook(desk.engine, {}))).toBeGreaterThan(12);
  expect(restsOf(desk)).toMatchObject([{ unplanned_amount: 5_000 }]);
});

test("deadlines pass", async () => {
  const { desk, id } = await partlyFilled();
  await sign(desk, `${id}.1`);
  const other = await desk.order(manual({ receiver: [addressOf(2)] }));
  desk.clock.nowMs += 86_400_000;
  expect(await exhaust(desk, () => closeOverdue(desk.engine))).toBeGreaterThan(12);
  expect(desk.orderRow(other).status).toBe("cancelled");
  expect(desk.moneySun).toEqual({ available: 998 * TRX, held: 2 * TRX });
});

test("a seller's part is signed, included, and earned less the commission", async () => {
  const { desk, id, first } = await partlyFilled();
  const { moment } = desk;
  await exhaustPhase(desk, () => readyToSign(first, [`${id}.1`], new Map(), moment));
  const signed = await sign(desk);
  const block = desk.chain.mine(signed.map(({ txid }) => ({ txid: txid ?? "", success: true })));
  desk.engine.chainClock.sawHead(block);
  const later = desk.moment;
  expect(await exhaustPhase(desk, () => applyBlock(block, later))).toBeGreaterThan(12);
  expect(await exhaustPhase(desk, () => applySolid(block, later))).toBeGreaterThan(12);
  expect(earnedSun(desk, first)).toBe(1.8 * TRX);
  expect(desk.balanceSun("revenue")).toBe(0.35 * TRX);
});

test("a part dies: it cannot be locked, fails, is dropped by a fork, and is sold again", async () => {
  const { desk, id, first, second } = await partlyFilled();
  const third = await openSeller(desk, { units: 70_000, minPrice: 50 });
  const { moment } = desk;
  const far = new Map([[`${id}.1`, moment.headTimestampMs + 86_400_000]]);
  await exhaustPhase(desk, () => readyToSign(first, [`${id}.1`], far, moment));
  expect(fillsOf(desk, id)).toEqual([
    [second, 30_000],
    [third, 70_000],
  ]);
  await sign(desk);
  expect(await dies(desk, `${id}.2`)).toBeGreaterThan(8);
  await deliver(desk);
  expect(desk.orderRow(id)).toMatchObject({ filled_amount: 70_000, unplanned_amount: 30_000 });
  await fork(desk);
  expect(await dies(desk, `${id}.3`)).toBeGreaterThan(10);
  expect(desk.orderRow(id)).toMatchObject({ filled_amount: 0, unplanned_amount: 100_000 });
});

test("a final order's part is replaced by a seller after a fork", async () => {
  const { desk, sellers } = await book([
    [45, 100_000],
    [46, 100_000],
  ]);
  const id = await desk.order(manual());
  await deliver(desk);
  await fork(desk);
  await kill(desk, `${id}.1`, "expired");
  await desk.commit(() => setPause(sellers[0] as Address, "test"));
  const { moment } = desk;
  expect(await exhaustPhase(desk, () => mendForks(moment))).toBeGreaterThan(8);
  await deliver(desk);
  const solid = desk.chain.head;
  const later = desk.moment;
  expect(await exhaustPhase(desk, () => applySolid(solid, later))).toBeGreaterThan(8);
  expect(earnedSun(desk, sellers[1])).toBe(4.5 * TRX);
  await solidify(desk);
});
