/** Cards of orders that rest: few are looked at with each block, in turn, and none is forgotten when its order ends. */

import { expect, test } from "vitest";
import {
  lookAtRestingCards,
  readCardsUnderWay,
  redrawOrders,
  takeUpCards,
} from "../../src/engine/chat/outbox.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { cardDrawn, findCard, insertCard } from "../../src/store/chat/cards.js";
import type { Desk } from "../support/desk.js";
import { readNow } from "../support/read-now.js";
import { book, manual, openSeller, sweep } from "../support/sellers.js";

/** An order with a card that is on the screen and in use; both have one number. */
async function cardOf(desk: Desk, number: number, body: Record<string, unknown>) {
  const orderId = await desk.order(body);
  const { batch_id: batchId } = desk.orderRow(orderId);
  const id = `card${number}`.padEnd(24, "0");
  await desk.commit(function* () {
    const where = { owner_user_id: 1, chat_id: 1, thread_id: null, reply_to: null };
    yield* insertCard({ id, flow_id: null, batch_id: batchId, ...where });
  });
  await takeUpCards(desk.engine);
  const card = readNow(desk.database, () => findCard(id));
  if (!card) throw new Error("no card");
  await desk.commit(() =>
    cardDrawn(card, { messageId: number, hash: "shown", watching: true, sum: null }, 1),
  );
  return { id, orderId };
}

const dirty = async (desk: Desk) => (await takeUpCards(desk.engine)).map(({ id }) => id);

test("fifty calls at a time, one after the other, and then from the beginning", async () => {
  const { desk } = await book([]);
  const ids: string[] = [];
  for (let number = 100; number < 220; number += 1) {
    ids.push((await cardOf(desk, number, manual({ resourceAmount: 32_000 }))).id);
  }
  expect(await readCardsUnderWay(desk.engine)).toEqual([]);
  const seen: string[][] = [];
  let after = "";
  for (let look = 0; look < 4; look += 1) {
    after = await lookAtRestingCards(desk.engine, after);
    seen.push(await dirty(desk));
  }
  expect(seen.map(({ length }) => length)).toEqual([50, 50, 20, 50]);
  expect(seen.slice(0, 3).flat().sort()).toEqual(ids);
  expect(seen[3]).toEqual(seen[0]);
});

test("a part that is filled puts the card under way; an order that ends only resting is drawn once more", async () => {
  const { desk } = await book([]);
  const filled = await cardOf(desk, 1, manual());
  const ended = await cardOf(desk, 2, manual({ price: 41 }));
  const finished: string[] = [];
  desk.engine.signals.on("finished", (orderIds) => finished.push(...orderIds));
  await openSeller(desk, { units: 40_000, minPrice: 50 });
  await sweep(desk);
  expect(await readCardsUnderWay(desk.engine)).toEqual([filled.id]);
  await cancelOrder(desk.engine, desk.customerId, ended.orderId);
  expect(finished).toEqual([ended.orderId]);
  await dirty(desk);
  await redrawOrders(desk.engine, finished);
  expect(await dirty(desk)).toEqual([ended.id]);
});
