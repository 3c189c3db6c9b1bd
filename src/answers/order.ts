/** An order as the API and `--json` give it: money in TRX, `price` in SUN per unit, words for why it rests or waits. */
import { toTrx } from "../domain/money.js";
import {
  type Delegation,
  endOf,
  type Order,
  type OrderStatus,
  type OrderTerms,
} from "../domain/order.js";
import type { ManualOptions } from "../domain/order-request.js";
import type { RestReason } from "../domain/rest-reasons.js";

export type OrderAnswer = ReturnType<typeof orderAnswer>;

export interface OrdersAnswer {
  readonly orders: readonly OrderAnswer[];
  readonly nextCursor: string | null;
}

/** Exactly the fields of the order contract. */
export function createdAnswer(orders: readonly OrderTerms[]) {
  return { count: orders.length, orders: orders.map((order) => termsAnswer(order, "processing")) };
}

function termsAnswer(order: OrderTerms, status: OrderStatus) {
  return {
    orderId: order.id,
    receiver: order.receiver,
    type: order.type,
    resourceType: order.resource,
    resourceAmount: order.amount,
    price: order.priceSun,
    paidAmount: toTrx(order.paidSun),
    status,
    createdAt: order.createdAt,
  };
}

export function orderAnswer(order: Order) {
  const restReason = restReasonOf(order);
  return {
    ...termsAnswer(order, order.status),
    duration: order.duration,
    filledAmount: order.filledUnits,
    refundedAmount: toTrx(order.refundedSun),
    spentAmount: toTrx(order.spentSun),
    heldAmount: toTrx(order.heldSun),
    restingAmount: order.restingUnits,
    deadline: order.deadlineAt,
    cancelRequested: order.cancelRequested,
    cancelReason: order.cancelReason,
    expiresAt: endOf(order),
    options: order.options && optionsAnswer(order.options),
    delegations: order.delegations.map(delegationAnswer),
    ...(restReason === undefined ? {} : { restReason }),
  };
}

export function delegationAnswer(delegation: Delegation) {
  const { owner, units, costSun, txid, state, locked, delegatedAt, expiresAt, reclaimTxid } =
    delegation;
  return {
    ...{ owner, amount: units, cost: toTrx(costSun), txid, state, locked, delegatedAt, expiresAt },
    ...(reclaimTxid === null ? {} : { reclaimTxid }),
  };
}

/** As they are sent: the least part is said where there are parts. */
function optionsAnswer({ allowPartial, partialMin, bulkOrder }: ManualOptions) {
  return {
    allow_partial: allowPartial,
    ...(allowPartial ? { partial_min: partialMin } : {}),
    bulk_order: bulkOrder,
  };
}

function restReasonOf({ waitsFor, restReasons }: Order): string | undefined {
  if (waitsFor !== undefined) return `a delegation waits to be signed: ${waitsFor}`;
  if (restReasons === undefined) return undefined;
  // First who is passed over, then what concerns all of it.
  const isOfAll = ({ why }: RestReason) => why === "bulk" || why === "price";
  const sorted = [
    ...restReasons.filter((reason) => !isOfAll(reason)),
    ...restReasons.filter(isOfAll),
  ];
  return sorted.map(inWords).join("; ");
}

/** "2 sellers skipped: a longer lock to this receiver exists until 2026-11-20 14:05 UTC". */
function inWords(reason: RestReason): string {
  switch (reason.why) {
    case "heldUp":
      return "nothing is matched now: TRON is out of sight or behind, or a check of the desk has failed";
    case "overdue":
      return "its deadline has passed: it is being closed, and the rest refunded";
    case "fillsNow":
      return "a seller has just become free: it is being filled";
    case "bulk":
      return "the wallets of this call start together, once all can be filled";
    case "price": {
      const { priceSun, nextPriceSun, someoneOffers } = reason;
      const nobody = `nobody ${someoneOffers ? "else " : ""}offers at ${priceSun} SUN or less`;
      return nextPriceSun === null ? nobody : `${nobody} (the next price is ${nextPriceSun} SUN)`;
    }
    default: {
      const { owners } = reason;
      return `${owners} ${owners === 1 ? "seller" : "sellers"} skipped: ${whySkipped(reason)}`;
    }
  }
}

type Skip = Extract<RestReason, { readonly owners: number }>;

function whySkipped(reason: Skip): string {
  if (reason.why !== "locked") return WHY_SKIPPED[reason.why];
  return `a longer lock to this receiver exists until ${timeOf(reason.untilMs)}`;
}

const WHY_SKIPPED: Readonly<Record<Exclude<Skip["why"], "locked">, string>> = {
  underWay: "another delegation to this receiver is on its way",
  unlockable: "a delegation is locked here, and cannot be for this duration",
  tooLittle: "too little is free for a part that your options allow",
  tooCoarse: "no part that suits both the seller's smallest part and your options",
  failedLately: "a delegation failed and is tried again in a while",
};

/** "2026-11-20 14:05 UTC": a lock may last for weeks. */
function timeOf(atMs: number): string {
  const iso = new Date(atMs).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
