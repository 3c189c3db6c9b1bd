/** The order card: the orders of one call, from payment to the end of the rental. */

import { assert, must } from "../../domain/assert.js";
import { durationMs } from "../../domain/duration.js";
import { type Sun, sumSun, sun } from "../../domain/money.js";
import { type Delegation, mayBeChanged, type Order } from "../../domain/order.js";
import { missingEnergy, type Sends, TRANSFER_ENERGY } from "../../domain/usdt.js";
import { type ButtonTap, encodeTap } from "../kit/buttons.js";
import { cardOf, namedWallet, nextButton, type Row } from "../kit/parts.js";
import { rentalOf, walletWithAmount } from "../kit/rental.js";
import { evenShare, firstThatFits, MAX_ENTITIES } from "../kit/sendable.js";
import type { Messages } from "../text/messages.js";
import type { Rental } from "../text/words.js";
import { blocks, bold, code, join, link, type Part, rich, shorten } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";
import {
  type BatchView,
  batchState,
  canCancel,
  isDead,
  legWord,
  orderState,
  rests,
  unitsOnTheWay,
  unplannedUnits,
} from "./batch-state.js";
import { copyRow } from "./copy-row.js";
import { energyLines } from "./energy-lines.js";
import { inOrder, type OrderBlock } from "./order-blocks.js";
import { restReasonLine } from "./rest-reason.js";

/** How much is shown of each order: delegations, reasons why it rests, and refunds. */
const DETAILS: readonly [Detail, ...Detail[]] = [
  { legs: Infinity, reasons: Infinity, itemised: true },
  { legs: 3, reasons: 2, itemised: true },
  { legs: 1, reasons: 1, itemised: true },
  { legs: 0, reasons: 1, itemised: false },
  { legs: 0, reasons: 0, itemised: false },
];

export function batchCard(view: BatchView, messages: Messages): Card {
  assert(view.orders.length > 0, "a batch without orders");
  return firstThatFits(DETAILS, (detail) =>
    cardOf(
      blocks(
        ...inOrder(
          [
            headline(view, messages),
            untilLine(view, messages),
            view.waitsForNetwork ? messages.batch.waitsForNetwork : undefined,
            termsLine(view.orders, messages),
            byLine(view, messages),
            ...endLines(view, messages),
            ...energyLines(view, messages),
          ],
          orderBlocks(view, detail, messages),
          messages,
        ),
      ),
      keyboard(view, messages),
    ),
  );
}

function headline(view: BatchView, { batch }: Messages): Part {
  const { orders, sends, to } = view;
  const state = batchState(view);
  const wallets = byWallet(orders);
  const { length: count } = wallets;
  const safe = wallets.filter((some) => isAnySafe(view, some)).length;
  const isForHolders = orders.some(({ id }) => sends[id]?.isForHolders);
  if (state === "safe" && safe === count && isForHolders) {
    return bold(batch.safeToHolders(count));
  }
  if (state === "safe" && safe === count && to !== undefined) return bold(batch.safeTo(to));
  if (state !== "safe" || safe === count) {
    return bold(batch.headline(state, deliveredWallets(view), count));
  }
  if (safe > 0) return bold(batch.safeForSome(safe, count));
  const rental = rentalOfOrders(orders);
  const [short] = shortSends(view);
  return bold(
    short ? batch.tooLittle(rental, short.neededUnits > TRANSFER_ENERGY) : batch.delivered(rental),
  );
}

/** Until when the first of the wallets is safe, of those that are so only as long as other rentals run. */
function untilLine({ orders, sends, now }: BatchView, { batch, time }: Messages): Part | undefined {
  const safe = orders.filter((order) => orderState(order, now) === "safe");
  const ends = safe.flatMap(({ id }) => sends[id]?.until ?? []);
  return ends.length > 0 ? batch.safeUntil(time(Math.min(...ends))) : undefined;
}

/** What wallets can send that got all their Energy, where that is too little for a transfer. */
function shortSends({ orders, sends, now }: BatchView): Sends[] {
  return orders.flatMap((order) => {
    const one = sends[order.id];
    const isShort = order.resource === "energy" && one && one.lacks.energy > 0;
    return isShort && orderState(order, now) === "safe" ? [one] : [];
  });
}

/** The orders of each wallet: one, or one for each resource. */
export function byWallet(orders: readonly Order[]): readonly (readonly Order[])[] {
  const wallets = new Map<string, Order[]>();
  for (const order of orders) {
    wallets.set(order.receiver, [...(wallets.get(order.receiver) ?? []), order]);
  }
  return [...wallets.values()];
}

/** The wallet is read once after each delivery: what it sends since does not make the card unsafe. */
function isAnySafe({ sends }: BatchView, orders: readonly Order[]): boolean {
  return orders.some(({ id }) => sends[id]?.isSafe);
}

/** Those of the resource that was ordered first; Bandwidth may be beside it. */
export function ofFirstResource(orders: readonly Order[]): readonly Order[] {
  return orders.filter(({ resource }) => resource === orders[0]?.resource);
}

function deliveredWallets({ orders, now }: BatchView): number {
  const isDelivered = (order: Order) => {
    const state = orderState(order, now);
    return state === "safe" || (state === "ended" && order.status === "completed");
  };
  return byWallet(orders).filter((some) => some.every(isDelivered)).length;
}

/** The orders of one call differ in their receivers and amounts, and Bandwidth may be beside Energy. */
export function rentalOfOrders(orders: readonly Order[]): Rental {
  const { resource, duration } = must(orders[0], "an order");
  const main = ofFirstResource(orders);
  const bandwidth = orders.find((order) => order.resource !== resource)?.amount;
  return rentalOf({ resource, duration, amounts: main.map(({ amount }) => amount), bandwidth });
}

/** What was paid, without what a price better than the order's has saved. */
export function paidInTheEnd({ paidSun, improvedSun }: Order): Sun {
  return sun(paidSun - improvedSun);
}

/** What was rented and paid; of several refunds their sum, because each is shown with its order. */
function termsLine(orders: readonly Order[], { batch, manual, trx }: Messages): string {
  // What rests of them may have another price by now.
  const order = orders.find(mayBeChanged) ?? orders[0];
  const improvedSun = sumSun(orders.map((one) => one.improvedSun));
  const paidSun = sumSun(orders.map(paidInTheEnd));
  const price = order?.type === "Manual" ? ` · ${manual.order.price(order.priceSun)}` : "";
  const less = improvedSun > 0 ? ` · ${batch.improved(trx(improvedSun))}` : "";
  const terms = batch.terms(rentalOfOrders(orders), trx(paidSun)) + less + price;
  const refunds = orders.map(({ refundedSun }) => refundedSun).filter((refund) => refund > 0);
  return refunds.length < 2 ? terms : `${terms} · ${batch.refunded(trx(sumSun(refunds)))}`;
}

/** A person chooses their name: no card may grow too long by it. */
const MOST_OF_NAME = 64;

/** Of a team: for which team, who ordered, and who approved. */
function byLine(view: BatchView, { batch, team }: Messages): Part | undefined {
  const { orders, paidFrom, isFromOwn } = view;
  const { by, approvedBy } = orders[0] ?? {};
  if (!by) return isFromOwn ? team.paidFrom(undefined) : undefined;
  const whose = paidFrom === undefined ? undefined : team.paidFrom(paidFrom);
  const ordered = batch.by(shorten(by.name, MOST_OF_NAME), by.keyId !== null);
  const approved = approvedBy && batch.approvedBy(shorten(approvedBy.name, MOST_OF_NAME));
  return join([whose, ordered, approved], " · ");
}

/** When the delegations end, and until when the rest waits. */
function endLines(view: BatchView, messages: Messages): (Part | undefined)[] {
  const waits = view.orders.find((order) => unplannedUnits(order) > 0 && order.deadlineAt !== null);
  const until = waits?.deadlineAt ?? undefined;
  return [
    endLine(view, messages),
    until === undefined ? undefined : messages.manual.order.restsUntil(messages.time(until)),
  ];
}

/** The earliest and the latest end; before any, the expected one. Nobody knows when a resting part begins. */
function endLine({ orders, now }: BatchView, { batch, confirm, time }: Messages): Part | undefined {
  const ends = endsOf(orders);
  const [first] = ends;
  const last = ends.at(-1);
  if (first === undefined || last === undefined) {
    const open = orders.find((order) => order.status === "processing" && !rests(order));
    return open && confirm.ends(time(open.createdAt + durationMs(open.duration)));
  }
  if (last <= now) return batch.ended(time(last));
  return time(first).text === time(last).text
    ? batch.ends(time(first))
    : batch.endsBetween(time(first), time(last));
}

function endsOf(orders: readonly Order[]): number[] {
  return orders
    .flatMap(({ delegations }) => delegations.filter((leg) => !isDead(leg)))
    .flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]))
    .toSorted((first, second) => first - second);
}

function keyboard(view: BatchView, messages: Messages): Row[] {
  const { buttons } = messages;
  const { batchId, orders, waiting, may = { order: true, cancel: true } } = view;
  const button = (text: string, act: ButtonTap<"batch">["act"]) => ({
    text,
    callback_data: encodeTap({ on: "batch", batchId, act }),
  });
  const cancel = { ...button(buttons.cancel, "cancel"), style: "danger" } as const;
  const missing = missingEnergy(shortSends(view));
  return [
    waiting ? [nextButton(waiting, messages)] : [],
    may.order && missing > 0
      ? [{ ...button(buttons.rentMissing(missing), "missing"), style: "primary" }]
      : [],
    // Two rows above where Pay was: a second tap on Pay must not cancel what it paid.
    may.cancel && orders.some(canCancel)
      ? [
          ...(may.order && orders.some(mayBeChanged) ? [button(buttons.change, "amend")] : []),
          cancel,
        ]
      : [],
    [
      ...(may.order ? [...extendButton(view, messages), button(buttons.repeat, "repeat")] : []),
      button(buttons.refresh, "refresh"),
    ],
    copyRow(orders, buttons),
  ];
}

/** While all that was delivered runs: as the bell offers it before the end, so that it can be booked early. */
function extendButton(view: BatchView, { news }: Messages): Button[] {
  const { batchId, orders, now } = view;
  const endsAt = endsOf(orders).find((end) => end > now);
  if (endsAt === undefined || ["underWay", "cancelling"].includes(batchState(view))) return [];
  return [{ text: news.extend, callback_data: encodeTap({ on: "extend", batchId, endsAt }) }];
}

/** Entities that are no links: the headline, three times and what is folded; receiver, id and lock time of each order. */
const OTHERS = 5;
const OTHERS_PER_ORDER = 2;

/** How much is shown of each order. */
interface Detail {
  /** The most delegations shown one by one. */
  readonly legs: number;
  /** The most reasons why it rests. */
  readonly reasons: number;
  readonly itemised: boolean;
}

/** A block for each order. */
function orderBlocks(view: BatchView, detail: Detail, messages: Messages): OrderBlock[] {
  const { orders } = view;
  const mostLegs = detail.legs;
  const othersPerOrder = OTHERS_PER_ORDER + (orders.some(namesALock) ? 1 : 0);
  const legCounts = orders.map(({ delegations }) => Math.min(delegations.length, mostLegs));
  const links = evenShare(legCounts, MAX_ENTITIES - OTHERS - othersPerOrder * orders.length);
  const { isSum, bandwidth } = rentalOfOrders(orders);
  const differ = isSum || bandwidth !== undefined;
  const part = ({ amount, resource }: Order) => messages.batch.part(amount, resource);
  const whose = (order: Order): Part => {
    const wallet = namedWallet(order.receiver, view.names);
    if (bandwidth === undefined)
      return walletWithAmount(wallet, isSum ? order.amount : undefined, messages);
    return rich`${wallet} · ${part(order)}`;
  };
  const { txUrlPrefix } = view;
  return orders.map((order) => ({
    whose: [whose(order), messages.batch.order(code(order.id))],
    delegations: delegationLines(order, { txUrlPrefix, mostLegs, links }, messages),
    resource: order.resource,
    share: differ ? part(order) : undefined,
    state: stateLines(order, mostLegs, messages),
    outcome: [
      sendsLine(view, order, detail, messages),
      ...restLines(order, detail.reasons, messages),
      ...outcomeLines(order, detail, messages),
    ],
  }));
}

/** What is delivered, when it is not enough for a transfer. */
function sendsLine(
  view: BatchView,
  order: Order,
  { itemised }: Detail,
  { batch, trx }: Messages,
): string | undefined {
  const { sends, now, burnPriceSun, orders } = view;
  const sent = sends[order.id];
  const ofWallet = orders.filter(({ receiver }) => receiver === order.receiver);
  if (!sent || isAnySafe(view, ofWallet) || orderState(order, now) !== "safe") return undefined;
  if (!itemised) return batch.notSafe;
  const { resource } = order;
  const { transfers, lacks } = sent;
  return batch.sends({
    ...{ resource, transfers: transfers[resource], lacks },
    isFirst: lacks.energy > 0 && sent.neededUnits > TRANSFER_ENERGY,
    burn: burnPriceSun === undefined ? undefined : trx(sun(lacks.bandwidth * burnPriceSun)),
  });
}

function namesALock({ restReasons = [] }: Order): boolean {
  return restReasons.some(({ why }) => why === "locked");
}

/** How far it is, in one word where all its parts are as far. */
function stateLines(order: Order, mostLegs: number, messages: Messages): Part[] {
  const words = new Set(shownLegs(order).map(({ state }) => legWord(state)));
  const [word] = words;
  if (word && words.size === 1 && unplannedUnits(order) === 0) {
    return [messages.batch.legState(word)];
  }
  return delegationLines(order, { txUrlPrefix: "", mostLegs, links: 0 }, messages);
}

interface Limits {
  readonly txUrlPrefix: string;
  readonly mostLegs: number;
  /** How many of them are linked. */
  readonly links: number;
}

function delegationLines(order: Order, limits: Limits, { batch }: Messages): Part[] {
  const { txUrlPrefix, mostLegs, links } = limits;
  const legs = shownLegs(order);
  const isWhole = legs.length === 1 && legs[0]?.units === order.amount;
  const lines = legs.slice(0, mostLegs).map(({ units, state, txid }, at) => {
    const isLinked = txid !== null && at < links;
    const transaction = isLinked ? link(batch.transaction, txUrlPrefix + txid) : undefined;
    const share = isWhole ? undefined : units;
    return batch.delegation(share, batch.legState(legWord(state)), transaction);
  });
  const rest = legs.length - lines.length;
  if (rest > 0) lines.push(batch.moreDelegations(rest));
  const missing = unplannedUnits(order);
  if (missing > 0 && order.type !== "Manual") {
    lines.push(batch.unplanned(missing));
  }
  return lines;
}

/** How much of it is filled, and why the rest waits. */
function restLines(order: Order, mostReasons: number, messages: Messages): Part[] {
  const missing = unplannedUnits(order);
  if (missing === 0 || order.type !== "Manual") return [];
  const { filledUnits, amount, restReasons = [] } = order;
  const onTheWay = unitsOnTheWay(order);
  const { progress } = messages.manual.order;
  return [
    progress(filledUnits, amount, onTheWay, missing),
    ...restReasons.slice(0, mostReasons).map((one) => restReasonLine(one, messages)),
  ];
}

/** A failed delegation matters only until another delivers its part. */
function shownLegs(order: Order): readonly Delegation[] {
  const isFilled = order.filledUnits >= order.amount;
  return isFilled ? order.delegations.filter((leg) => !isDead(leg)) : order.delegations;
}

function outcomeLines(
  order: Order,
  { itemised }: Detail,
  { batch, manual, trx }: Messages,
): string[] {
  const { status, cancelRequested, cancelReason, refundedSun, by, cancelledBy = by } = order;
  const words: string[] = [];
  if (status === "cancelled")
    words.push(
      batch.cancelled(cancelReason, cancelledBy && shorten(cancelledBy.name, MOST_OF_NAME)),
    );
  else if (cancelRequested && status === "processing") words.push(batch.cancelRequested);
  const refunded = trx(refundedSun);
  if (refundedSun === 0) return words.length > 0 ? [words.join(" · ")] : [];
  // After a partial delivery the refund is the rest of the price.
  if (itemised && (order.type === "Manual" || order.spentSun > 0)) {
    const { spentSun, heldSun } = order;
    const onTheWay = heldSun > 0 ? trx(heldSun) : undefined;
    const sums = [trx(paidInTheEnd(order)), trx(spentSun), onTheWay, refunded] as const;
    return [...words, manual.order.itemised(...sums)];
  }
  words.push(batch.refunded(refunded));
  return words.length > 0 ? [words.join(" · ")] : [];
}
