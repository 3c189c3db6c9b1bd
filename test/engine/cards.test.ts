/** Cards whose orders are under way or rest: all are found, in turn, and none is forgotten; and two updates that meet on one card. */

import { expect, test } from "vitest";
import { applyToFlow, type FlowChange, openFlow } from "../../src/engine/chat/flows.js";
import {
  lookAtRestingCards,
  readCardsUnderWay,
  redrawOrders,
  takeUpCards,
} from "../../src/engine/chat/outbox.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { cardDrawn, findCard, insertCard } from "../../src/store/chat/cards.js";
import { type FlowRow, findFlow } from "../../src/store/chat/flows.js";
import type { Phase } from "../../src/store/phase.js";
import { type Desk, openDesk } from "../support/desk.js";
import { readNow } from "../support/read-now.js";
import { book, manual, openSeller, sweep } from "../support/sellers.js";
import { auditedOnce } from "../support/steps.js";
import { newUpdate, USER } from "./faults/updates.js";

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
  await cancelOrder(desk.engine, desk, over);
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
  await auditedOnce(desk, async () => {
    for (let number = 100; number < 220; number += 1) {
      ids.push((await cardOf(desk, number, manual({ resourceAmount: 32_000 }))).id);
    }
  });
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
  await cancelOrder(desk.engine, desk, ended.orderId);
  expect(finished).toEqual([ended.orderId]);
  await dirty(desk);
  await redrawOrders(desk.engine, finished);
  expect(await dirty(desk)).toEqual([ended.id]);
});

test("what was made of an older version is not written, and its update is done with the newer one", async () => {
  const desk = await openDesk();
  const { engine, customerId } = desk;
  const id = "a".padEnd(24, "0");
  const first = {
    ...{ id, kind: "selling", version: 1, owner_user_id: USER, customer_id: customerId },
    ...{ chat_id: USER, thread_id: null, is_group: 0 as const, status: "open" as const },
    ...{ step: "address", data: "{}", batch_id: null, due_at: null, needs_sun: null },
    updated_at: desk.clock.nowMs,
  };
  const card = {
    ...{ id: "c".padEnd(24, "0"), flow_id: id, batch_id: null },
    ...{ owner_user_id: USER, chat_id: USER, thread_id: null, reply_to: null },
  };
  const opening = { updateId: await newUpdate(desk), flow: first, card };
  await desk.commit(() => openFlow(opening));
  const apply = (updateId: number, flow: FlowRow, change: FlowChange<void>) =>
    desk.commit(() => applyToFlow({ updateId, flow, moment: desk.moment, ...change }));
  const [earlier, later] = [await newUpdate(desk), await newUpdate(desk)];
  const second = { ...first, version: 2, step: "permission" };
  await apply(earlier, first, { next: second });
  // It leaves the card as it was, which moves it by no version that the table could refuse.
  expect(await apply(later, first, { redraws: true })).toEqual({ kind: "outrun" });
  expect(await engine.database.read(() => findFlow(id))).toMatchObject({
    version: 2,
    step: "permission",
  });
  const done = () => desk.rows(`SELECT done_at FROM inbox WHERE update_id = ${later}`);
  expect(done()).toEqual([{ done_at: null }]);
  // A group that has become another chat: what was made of it would tell the old one.
  const elsewhere = { ...second, chat_id: USER + 1 };
  expect(await apply(later, elsewhere, { redraws: true })).toEqual({ kind: "outrun" });
  expect(await apply(later, second, { redraws: true })).toMatchObject({ kind: "applied" });
  expect(done()).toEqual([{ done_at: desk.clock.nowMs }]);
});
