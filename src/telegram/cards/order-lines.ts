/** The lines of each order on an order card: receiver, id, delegations, what came of a cancel. */
import { formatInteger, formatTrx } from "../../domain/money.js";
import { code, link, type Part } from "../format.js";
import type { Messages } from "../text/messages.js";
import { isDead, legWord, unitsOnTheWay, unplannedUnits } from "./batch-state.js";
import { sunOf } from "./buttons.js";
import { evenShare } from "./fit.js";
import { restReasons } from "./rest-reasons.js";
import { MAX_ENTITIES } from "./sendable.js";
import type { BatchView, DelegationView, OrderView } from "./views.js";

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
  const othersPerOrder = OTHERS_PER_ORDER + (orders.some(({ resting }) => resting?.locked) ? 1 : 0);
  const legCounts = orders.map(({ delegations }) => Math.min(delegations.length, mostLegs));
  const links = evenShare(legCounts, MAX_ENTITIES - OTHERS - othersPerOrder * orders.length);
  return orders.map((order) => [
    code(order.receiver),
    messages.batch.order(code(order.orderId)),
    ...delegationLines(order, { txUrlPrefix: view.txUrlPrefix, mostLegs, links }, messages),
    ...restLines(order, detail.reasons, messages),
    ...outcomeLines(order, detail, messages),
  ]);
}

interface Limits {
  readonly txUrlPrefix: string;
  readonly mostLegs: number;
  /** How many of them are linked. */
  readonly links: number;
}

function delegationLines(order: OrderView, limits: Limits, { batch }: Messages): Part[] {
  const { txUrlPrefix, mostLegs, links } = limits;
  const legs = shownLegs(order);
  const isWhole = legs.length === 1 && legs[0]?.amount === order.resourceAmount;
  const lines = legs.slice(0, mostLegs).map(({ amount, state, txid }, at) => {
    const isLinked = txid !== null && at < links;
    const transaction = isLinked ? link(batch.transaction, txUrlPrefix + txid) : undefined;
    const units = isWhole ? "" : `${formatInteger(amount)} `;
    return batch.delegation(units, batch.legState[legWord(state)], transaction);
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
function restLines(order: OrderView, mostReasons: number, messages: Messages): Part[] {
  const missing = unplannedUnits(order);
  if (missing === 0 || order.type !== "Manual") return [];
  const { filledAmount, resourceAmount, resting } = order;
  const onTheWay = unitsOnTheWay(order);
  const { progress } = messages.manual.order;
  return [
    progress(filledAmount, resourceAmount, onTheWay, missing),
    ...(resting ? restReasons(resting, messages.manual).slice(0, mostReasons) : []),
  ];
}

/** One that failed matters only while its part is not delivered by another. */
function shownLegs(order: OrderView): readonly DelegationView[] {
  const isFilled = order.filledAmount >= order.resourceAmount;
  return isFilled ? order.delegations.filter((leg) => !isDead(leg)) : order.delegations;
}

function outcomeLines(
  order: OrderView,
  { itemised }: Detail,
  { batch, manual }: Messages,
): string[] {
  const { status, cancelRequested, cancelReason, refundedAmount } = order;
  const words: string[] = [];
  if (status === "cancelled") words.push(batch.cancelled(cancelReason));
  else if (cancelRequested && status === "processing") words.push(batch.cancelRequested);
  const refunded = formatTrx(sunOf(refundedAmount));
  if (refundedAmount === 0) return words.length > 0 ? [words.join(" · ")] : [];
  // Where something was delivered, the refund is what is left of the price.
  if (itemised && (order.type === "Manual" || order.spentAmount > 0)) {
    const written = (trx: number) => formatTrx(sunOf(trx));
    const onTheWay = order.heldAmount > 0 ? written(order.heldAmount) : undefined;
    const { paidAmount, spentAmount } = order;
    const sums = [written(paidAmount), written(spentAmount), onTheWay, refunded] as const;
    return [...words, manual.order.itemised(...sums)];
  }
  words.push(batch.refunded(refunded));
  return words.length > 0 ? [words.join(" · ")] : [];
}
