/** The lines of each order on an order card: receiver, id, delegations, what came of a cancel. */
import { formatInteger, formatTrx } from "../../domain/money.js";
import { code, link, type Part } from "../format.js";
import type { Messages } from "../text/messages.js";
import { isDead, legWord, unplannedUnits } from "./batch-state.js";
import { sunOf } from "./buttons.js";
import { evenShare } from "./fit.js";
import { MAX_ENTITIES } from "./sendable.js";
import type { BatchView, DelegationView, OrderView } from "./views.js";

/** Entities that are no links: headline and two times; receiver and id of each order. */
const OTHERS = 3;
const OTHERS_PER_ORDER = 2;

/** A block for each order; at most so many delegations of it are shown one by one. */
export function orderBlocks(view: BatchView, mostLegs: number, messages: Messages): Part[][] {
  const { orders } = view;
  const legCounts = orders.map(({ delegations }) => Math.min(delegations.length, mostLegs));
  const links = evenShare(legCounts, MAX_ENTITIES - OTHERS - OTHERS_PER_ORDER * orders.length);
  return orders.map((order) => [
    code(order.receiver),
    messages.batch.order(code(order.orderId)),
    ...delegationLines(order, { txUrlPrefix: view.txUrlPrefix, mostLegs, links }, messages),
    ...outcomeLines(order, messages),
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
  if (missing > 0) lines.push(`${formatInteger(missing)} ${batch.unplanned}`);
  return lines;
}

/** One that failed matters only while its part is not delivered by another. */
function shownLegs(order: OrderView): readonly DelegationView[] {
  const isFilled = order.filledAmount >= order.resourceAmount;
  return isFilled ? order.delegations.filter((leg) => !isDead(leg)) : order.delegations;
}

function outcomeLines(order: OrderView, { batch }: Messages): string[] {
  const { status, cancelRequested, cancelReason, refundedAmount } = order;
  const words: string[] = [];
  if (status === "cancelled") words.push(batch.cancelled(cancelReason));
  else if (cancelRequested && status === "processing") words.push(batch.cancelRequested);
  if (refundedAmount > 0) words.push(batch.refunded(formatTrx(sunOf(refundedAmount))));
  return words.length > 0 ? [words.join(" · ")] : [];
}
