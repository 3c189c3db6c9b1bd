/** Cards whose orders are under way, among the many that were opened and left: all are found, and nobody waits for the whole. */
import { expect, test } from "vitest";
import { readCardsUnderWay } from "../../src/engine/chat/outbox.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { insertCard } from "../../src/store/chat/cards.js";
import type { Phase } from "../../src/store/phase.js";
import { type Desk, openDesk } from "../support/desk.js";

const CARDS = 1_200;

/** Cards of one batch, numbered from 0. */
async function cardsOf(desk: Desk, orderId: string, letter: string): Promise<string[]> {
  const { batch_id: batchId } = desk.orderRow(orderId);
  const ids = Array.from({ length: CARDS }, (_, at) => `${String(at).padStart(8, "0")}${letter}`);
  const where = { owner_user_id: 1, chat_id: 1, thread_id: null, reply_to: null };
  await desk.commit(function* (): Phase<void> {
    for (const id of ids) yield* insertCard({ id, flow_id: null, batch_id: batchId, ...where });
  });
  return ids;
}

test("thousands of cards are looked at in several turns of the event loop", async () => {
  const desk = await openDesk();
  const [moving, over] = [await desk.order(), await desk.order()];
  const ids = await cardsOf(desk, moving, "a");
  await cardsOf(desk, over, "b");
  await cancelOrder(desk.engine, desk.customerId, over);
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const underWay = await readCardsUnderWay(desk.engine);
  clearImmediate(next);
  expect(underWay).toEqual(ids);
  expect(turns).toBeGreaterThan(1);
});
