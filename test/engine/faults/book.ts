/** The book: Manual orders that are filled, wait, pass their deadline, and are sold again. */

import { expect } from "vitest";
import type { Address } from "../../../src/domain/address.js";
import { legId } from "../../../src/domain/ids.js";
import { sun } from "../../../src/domain/money.js";
import { closeOverdue, matchSeller, sweepBook } from "../../../src/engine/book/match-book.js";
import { applyBlock, applySolid } from "../../../src/engine/legs/follow-chain.js";
import { repairAfterForks } from "../../../src/engine/legs/repair-after-forks.js";
import { legExpired } from "../../../src/engine/legs/settle-leg.js";
import { readyToSign } from "../../../src/engine/legs/sign-leg.js";
import { cancelOrder } from "../../../src/engine/orders/cancel-order.js";
import { changeOrder } from "../../../src/engine/orders/change-order.js";
import { createOrders } from "../../../src/engine/orders/create-orders.js";
import { insertTelegramUser, saveTellOrders } from "../../../src/store/chat/telegram-users.js";
import { setPause } from "../../../src/store/owners.js";
import { addressesOf } from "../../support/addresses.js";
import { type Desk, request } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import {
  earnedSun,
  fillsOf,
  manual,
  book as openBook,
  openSeller,
  partlyFilled,
  restsOf,
} from "../../support/sellers.js";
import { deliver, fork, kill, legOf, sign, solidify } from "../../support/steps.js";

const TRX = 1_000_000;

/** The last of the resources that are looked at one after the other, so that a pass is one transaction that writes. */
const BANDWIDTH = { resourceType: "Bandwidth", resourceAmount: 10_000, price: 400 };
const BANDWIDTH_OFFER = { resourceType: "Bandwidth", minPrice: 400, minChunk: 1_000 };

const creates = async (faulty: Faulty, desk: Desk, body: Record<string, unknown>) => {
  const asked = request(body);
  await desk.engine.receivers.verdicts(asked.receivers);
  const { customerId } = desk;
  const call = { customerId, channel: "http", request: asked, idempotencyKey: "key" } as const;
  await faulty(desk, createOrders, desk.engine, call);
};

const expires = (faulty: Faulty, desk: Desk, legId: string) =>
  faulty(desk, legExpired, legId, legOf(desk, legId).txid ?? "", desk.moment);

async function filledInParts(faulty: Faulty): Promise<void> {
  const { desk } = await openBook([
    [45, 40_000],
    [50, 30_000],
  ]);
  await creates(faulty, desk, manual());
  const [rest] = restsOf(desk);
  expect(rest?.unplanned_amount).toBe(30_000);
  await faulty(desk, cancelOrder, desk.engine, desk, rest?.id ?? "");
  expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
}

async function changed(faulty: Faulty): Promise<void> {
  const { desk, id } = await partlyFilled();
  await sign(desk, `${id}.1`);
  await openSeller(desk, { units: 30_000, minPrice: 52 });
  const { customerId } = desk;
  await desk.commit(() => insertTelegramUser(7, customerId, "en", 1));
  await desk.commit(() => saveTellOrders(7, sun(1)));
  await faulty(desk, changeOrder, desk.engine, { customerId }, id, { priceSun: 55 }, "edk_…");
  expect(desk.rows("SELECT id FROM outbox")).toHaveLength(1);
  expect(restsOf(desk)).toEqual([]);
  expect(desk.moneySun).toEqual({ available: 994.5 * TRX, held: 5.5 * TRX });
}

async function bulk(faulty: Faulty): Promise<void> {
  const { desk, sellers } = await openBook([]);
  const options = { bulk_order: true, partial_min: 1_000 };
  await creates(faulty, desk, manual({ ...BANDWIDTH, receiver: addressesOf(1, 3) }, options));
  expect(restsOf(desk)).toHaveLength(3);
  await openSeller(desk, { units: 180_000, offer: BANDWIDTH_OFFER });
  const last = await openSeller(desk, { units: 200_000, offer: BANDWIDTH_OFFER });
  await faulty(desk, matchSeller, desk.engine, last);
  expect(restsOf(desk)).toEqual([]);
  expect(desk.legs().map(({ owner, units }) => [owner, units])).toEqual([
    [sellers[0], 10_000],
    [sellers[0], 8_000],
    [last, 2_000],
    [last, 10_000],
  ]);
}

async function resting(faulty: Faulty): Promise<void> {
  const { desk } = await openBook([]);
  // Each order is matched by itself: one that fails undoes nothing of another.
  await desk.create(manual(BANDWIDTH, { partial_min: 1_000 }));
  for (const units of [30_000, 20_000]) {
    await openSeller(desk, { units, offer: BANDWIDTH_OFFER });
  }
  await faulty(desk, sweepBook, desk.engine, {});
  expect(restsOf(desk)).toMatchObject([{ unplanned_amount: 5_000 }]);
}

async function deadlines(faulty: Faulty): Promise<void> {
  const { desk, id } = await partlyFilled();
  await sign(desk, `${id}.1`);
  desk.clock.nowMs += 86_400_000;
  expect(await faulty(desk, closeOverdue, desk.engine)).toBe(1);
  expect(desk.moneySun).toEqual({ available: 998 * TRX, held: 2 * TRX });
}

async function earned(faulty: Faulty): Promise<void> {
  const { desk, id, first } = await partlyFilled();
  await faulty(desk, readyToSign, [{ legId: legId(id, 1), lockEnd: 0 }], desk.moment);
  const signed = await sign(desk);
  const block = desk.chain.mine(signed.map(({ txid }) => ({ txid: txid ?? "", success: true })));
  desk.engine.chainClock.sawHead(block);
  await faulty(desk, applyBlock, block, desk.moment);
  await faulty(desk, applySolid, block, desk.moment);
  expect(earnedSun(desk, first)).toBe(1.62 * TRX);
  expect(desk.balanceSun("revenue")).toBe(0.33 * TRX);
}

async function soldAgain(faulty: Faulty): Promise<void> {
  const { desk, id, second } = await partlyFilled();
  const third = await openSeller(desk, { units: 70_000, minPrice: 50 });
  const farMs = desk.moment.headTimestampMs + 86_400_000;
  // What cannot be locked dies before it is signed.
  await faulty(desk, readyToSign, [{ legId: legId(id, 1), lockEnd: farMs }], desk.moment);
  expect(fillsOf(desk, id)).toEqual([
    [second, 30_000],
    [third, 70_000],
  ]);
  await sign(desk);
  for (const seller of [second, third]) await desk.commit(() => setPause(seller, "test"));
  await expires(faulty, desk, `${id}.2`);
  await deliver(desk);
  expect(desk.orderRow(id)).toMatchObject({ filled_amount: 70_000, unplanned_amount: 30_000 });
  await fork(desk);
  await expires(faulty, desk, `${id}.3`);
  expect(desk.orderRow(id)).toMatchObject({ filled_amount: 0, unplanned_amount: 100_000 });
}

async function replacedByASeller(faulty: Faulty): Promise<void> {
  const { desk, sellers } = await openBook([
    [45, 100_000],
    [45, 100_000],
  ]);
  const id = await desk.order(manual());
  await deliver(desk);
  await fork(desk);
  await kill(desk, `${id}.1`, "expired");
  await desk.commit(() => setPause(sellers[0] as Address, "test"));
  await faulty(desk, repairAfterForks, desk.engine, desk.moment);
  await deliver(desk);
  await faulty(desk, applySolid, desk.chain.head, desk.moment);
  expect(earnedSun(desk, sellers[1])).toBe(4.05 * TRX);
  await solidify(desk);
}

export const book: Stories = {
  "an order filled in parts, and cancelled": filledInParts,
  "a price that is raised, which takes what is offered": changed,
  "a bulk call that waits, and starts in a pass": bulk,
  "a look at the book that fills what rests": resting,
  "deadlines that pass": deadlines,
  "a seller's part, signed, included, and earned less the commission": earned,
  "parts that cannot be locked, expire, or are dropped by a fork, and are sold again": soldAgain,
  "a final order's part, replaced by a seller after a fork": replacedByASeller,
};
