/** The lines of each order on an order card: receiver, id, delegations, what came of a cancel. */
import { formatInteger, formatTrx } from "../../domain/money.js";
import type { Delegation, Order } from "../../domain/order.js";
import type { RestReason } from "../../domain/rest-reasons.js";
import { code, link, type Part, time } from "../format.js";
import type { Messages } from "../text/messages.js";
import { isDead, legWord, unitsOnTheWay, unplannedUnits } from "./batch-state.js";
import { evenShare, MAX_ENTITIES } from "./sendable.js";
import type { BatchView } from "./views.js";

/** Entities that are no links: headline and three times; receiver, id, and until when a lock is in the way of each order. */
const OTHERS = 4;
const OTHERS_PER_ORDER = 2;

/** How much is said of each order. */
export interface Detail {
  /** So many delegations one by one. */
  readonly legs: number;
  /** So many reasons why it rests. */
  readonly reasons: number;
  readonly itemised: boolean;
}

/** A block for each order. */
export function orderBlocks(view: BatchView, detail: Detail, messages: Messages): Part[][] {
  const { orders } = view;
  const mostLegs = detail.legs;
  const othersPerOrder = OTHERS_PER_ORDER + (orders.some(namesALock) ? 1 : 0);
  const legCounts = orders.map(({ delegations }) => Math.min(delegations.length, mostLegs));
  const links = evenShare(legCounts, MAX_ENTITIES - OTHERS - othersPerOrder * orders.length);
  return orders.map((order) => [
    code(order.receiver),
    messages.batch.order(code(order.id)),
    ...delegationLines(order, { txUrlPrefix: view.txUrlPrefix, mostLegs, links }, messages),
    ...restLines(order, detail.reasons, messages),
    ...outcomeLines(order, detail, messages),
  ]);
}

function namesALock({ restReasons = [] }: Order): boolean {
  return restReasons.some(({ why }) => why === "locked");
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
    const share = isWhole ? "" : `${formatInteger(units)} `;
    return batch.delegation(share, batch.legState[legWord(state)], transaction);
  });
  const rest = legs.length - lines.length;
  if (rest > 0) lines.push(batch.moreDelegations(rest));
  const missing = unplannedUnits(order);
  if (missing > 0 && order.type !== "Manual") {
    lines.push(`${formatInteger(missing)} ${batch.unplanned}`);
  }
  return lines;
}

/** How far it is filled, and why the rest waits. */
function restLines(order: Order, mostReasons: number, messages: Messages): Part[] {
  const missing = unplannedUnits(order);
  if (missing === 0 || order.type !== "Manual") return [];
  const { filledUnits, amount, restReasons = [] } = order;
  const onTheWay = unitsOnTheWay(order);
  const { progress } = messages.manual.order;
  return [
    progress(filledUnits, amount, onTheWay, missing),
    ...restReasons.slice(0, mostReasons).map((one) => restReasonLine(one, messages.manual)),
  ];
}

function restReasonLine(reason: RestReason, { resting: words }: Messages["manual"]): Part {
  switch (reason.why) {
    case "heldUp":
    case "overdue":
    case "fillsNow":
    case "bulk":
      return words[reason.why];
    case "locked":
      return words.locked(reason.owners, time(reason.untilMs));
    case "price": {
      const { priceSun, nextPriceSun, someoneOffers } = reason;
      return words.nobody(priceSun, nextPriceSun ?? undefined, someoneOffers);
    }
    default:
      return words[reason.why](reason.owners);
  }
}

/** One that failed matters only while its part is not delivered by another. */
function shownLegs(order: Order): readonly Delegation[] {
  const isFilled = order.filledUnits >= order.amount;
  return isFilled ? order.delegations.filter((leg) => !isDead(leg)) : order.delegations;
}

function outcomeLines(order: Order, { itemised }: Detail, { batch, manual }: Messages): string[] {
  const { status, cancelRequested, cancelReason, refundedSun } = order;
  const words: string[] = [];
  if (status === "cancelled") words.push(batch.cancelled(cancelReason));
  else if (cancelRequested && status === "processing") words.push(batch.cancelRequested);
  const refunded = formatTrx(refundedSun);
  if (refundedSun === 0) return words.length > 0 ? [words.join(" · ")] : [];
  // Where something was delivered, the refund is what is left of the price.
  if (itemised && (order.type === "Manual" || order.spentSun > 0)) {
    const { paidSun, spentSun, heldSun } = order;
    const onTheWay = heldSun > 0 ? formatTrx(heldSun) : undefined;
    const sums = [formatTrx(paidSun), formatTrx(spentSun), onTheWay, refunded] as const;
    return [...words, manual.order.itemised(...sums)];
  }
  words.push(batch.refunded(refunded));
  return words.length > 0 ? [words.join(" · ")] : [];
}
