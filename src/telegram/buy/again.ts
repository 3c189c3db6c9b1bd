/** Orders once more: Repeat, Extend, `/again`. Each opens a card with the same fields at the current price. */

import type { Duration } from "../../domain/duration.js";
import { type BatchId, isOrderId } from "../../domain/ids.js";
import { endingTogetherMs } from "../../domain/notification.js";
import type { Order } from "../../domain/order.js";
import { MIN_AMOUNT } from "../../domain/resource.js";
import { missingEnergy } from "../../domain/usdt.js";
import { readBatch, readBatchId, readOrders } from "../../engine/orders/read-orders.js";
import type { Fields } from "../intake/findings.js";
import { orderIdIn } from "../intake/order-id.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { failureCard } from "../kit/notices.js";
import { ofFirstResource } from "../orders/batch-card.js";
import { sendsOfBatch } from "../orders/draw-batch.js";
import { answer } from "../transport/answer.js";
import { openCard } from "./open.js";

/**
 * Quotes the same again; it is paid by the button that shows the price, like any other. `askedBy` is the message with the
 * command; a tap has none.
 */
export async function repeat(
  deps: BotDeps,
  call: ShowCall,
  orders: readonly Order[],
  askedBy?: number,
): Promise<void> {
  const [first] = orders;
  if (!first) return;
  const main = ofFirstResource(orders);
  const bandwidth = orders.find((order) => !main.includes(order))?.amount;
  await openCard(deps, call.updateId, call.place, call.user, {
    fields: { ...fieldsOfOrder(first), bandwidth },
    verdicts: main.map(({ receiver, amount }) => ({ address: receiver, amount })),
    isFound: true,
    messageId: askedBy,
  });
}

/** What an order asked for; of a Manual one its price and options too, unless it took what was the cheapest then. */
function fieldsOfOrder(order: Order): Fields {
  const { type, resource, amount, duration, options, priceSun: price } = order;
  const lock = order.requireLock ? { requireLock: true } : {};
  if (type === "Fast" || !options || options.atOnce) {
    return { type: "Fast", resource, amount, duration, ...lock };
  }
  const { allowPartial, bulkOrder: bulk } = options;
  const partialMin = allowPartial ? options.partialMin : undefined;
  const terms = { price, allowPartial, partialMin, bulk };
  return { type, resource, amount, duration, ...terms, ...lock };
}

/** What wallets lack for a transfer after a delivery that was too little for one; at least the smallest order. */
export async function rentMissing(
  deps: BotDeps,
  call: ShowCall,
  orders: readonly Order[],
  batchId: BatchId,
): Promise<void> {
  const sends = await sendsOfBatch(deps.engine, batchId, orders);
  const lacking = ofFirstResource(orders).filter(
    ({ id }) => (sends.get(id)?.lacks.energy ?? 0) > 0,
  );
  const [first] = lacking;
  if (!first) return;
  const amount = missingEnergy([...sends.values()]);
  await openCard(deps, call.updateId, call.place, call.user, {
    fields: { ...fieldsOfOrder({ ...first, type: "Fast" }), resource: "energy", amount },
    verdicts: lacking.map(({ receiver }) => ({ address: receiver })),
    isFound: true,
  });
}

/** How much an end may have moved since the notification: a joined lock takes the end of the newer one. */
const END_MOVES_MS = 90_000;

/** What ends then, for those wallets; as a Fast order, because an extension should not wait for a price. */
export async function extend(
  deps: BotDeps,
  call: ShowCall,
  orders: readonly Order[],
  endsAt: number,
  batchId: BatchId,
): Promise<void> {
  const main = ofFirstResource(orders);
  const bandwidth = orders.find((order) => !main.includes(order))?.amount;
  const ends = main.map((order) => ({ order, units: unitsEnding(order, endsAt) }));
  // When nothing is known to end then any more, all that was delivered.
  const all = main.map((order) => ({ order, units: order.filledUnits }));
  const extended = [ends, all]
    .map((some) => some.filter(({ units }) => units > 0))
    .find((some) => some.length > 0);
  const [first] = extended ?? [];
  if (!extended || !first) return;
  const fields = fieldsOfOrder({ ...first.order, type: "Fast" });
  const { resource = "energy" } = fields;
  const receivers = extended.map(({ order }) => order.receiver);
  const firstEnd = Math.min(...extended.flatMap(({ order }) => endsThen(order, endsAt)));
  const old = { endsAt: Number.isFinite(firstEnd) ? firstEnd : endsAt, resource, receivers };
  await openCard(deps, call.updateId, call.place, call.user, {
    fields: { ...fields, amount: undefined, bandwidth },
    verdicts: extended.map(({ order, units }) => ({
      address: order.receiver,
      amount: Math.max(MIN_AMOUNT[resource], units),
    })),
    isFound: true,
    extended: { batchId, endsBy: lastEnd(first.order.duration, endsAt), old },
  });
}

/** After a partial delivery, or one by several owners, this may not be all of it. */
function unitsEnding(order: Order, endsAt: number): number {
  return ending(order, endsAt).reduce((sum, { units }) => sum + units, 0);
}

function endsThen(order: Order, endsAt: number): number[] {
  return ending(order, endsAt).map(({ expiresAt }) => expiresAt ?? endsAt);
}

function ending({ duration, delegations }: Order, endsAt: number) {
  const from = endsAt - END_MOVES_MS;
  const to = lastEnd(duration, endsAt);
  return delegations.filter(({ state, expiresAt }) => {
    return state !== "dead" && expiresAt !== null && expiresAt >= from && expiresAt <= to;
  });
}

function lastEnd(duration: Duration, endsAt: number): number {
  return endsAt + endingTogetherMs(duration) + END_MOVES_MS;
}

/** `/again`: the call of an order, or the last one. Everybody finds their own orders only. */
export async function again(
  deps: BotDeps,
  call: ShowCall & { readonly args: string },
): Promise<void> {
  const { engine } = deps;
  const { updateId, place, user, messageId } = call;
  const messages = await languageOf(deps, place.chatId);
  const customerId = user.customer_id;
  const [last] = (await readOrders(engine, { customerId, limit: 1 })).orders;
  const orderId = call.args === "" ? last?.id : (orderIdIn(call.args) ?? call.args);
  if (orderId === undefined) {
    const card = noteCard("nothingToRepeat", contactOf(deps), messages);
    return answer(deps, updateId, place, card, { replyTo: messageId });
  }
  const batchId = isOrderId(orderId)
    ? await readBatchId(engine, { customerId }, orderId)
    : undefined;
  if (batchId === undefined) {
    const whose = { customerId, desk: contactOf(deps), isGroup: place.isGroup };
    const card = failureCard({ code: "ORDER_NOT_FOUND", ...whose }, messages);
    return answer(deps, updateId, place, card, { replyTo: messageId });
  }
  await repeat(deps, call, await readBatch(engine, batchId), messageId);
}
