/** An order as the API and `--json` give it: money in TRX, `price` in SUN per unit, words for why it rests or waits. */
import { toTrx } from "../domain/money.js";
import type { Delegation, Order, OrderStatus, OrderTerms } from "../domain/order.js";
import type { ManualOptions } from "../domain/order-request.js";
import type { RestReason } from "../domain/rest-reasons.js";
import type { Who } from "../domain/team.js";

/** What people are shown as TRX, and what as a time. */
export const ORDER_TRX = [
  "paidAmount",
  "spentAmount",
  "heldAmount",
  "refundedAmount",
  "improvedAmount",
] as const;
export const ORDER_TIMES = ["createdAt", "deadline", "expiresAt"] as const;

export type OrderAnswer = ReturnType<typeof orderAnswer>;

export interface OrdersAnswer {
  readonly orders: readonly OrderAnswer[];
  readonly nextCursor: string | null;
}

/** Exactly the fields of the order contract. */
export function termsAnswer(order: OrderTerms, status: OrderStatus) {
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
    improvedAmount: toTrx(order.improvedSun),
    spentAmount: toTrx(order.spentSun),
    heldAmount: toTrx(order.heldSun),
    restingAmount: order.restingUnits,
    deadline: order.deadlineAt,
    cancelRequested: order.cancelRequested,
    cancelReason: order.cancelReason,
    ...(order.cancelledBy && { cancelledBy: whoAnswer(order.cancelledBy) }),
    expiresAt: endOf(order),
    reference: order.reference,
    ...(order.by && { by: whoAnswer(order.by) }),
    ...(order.requireLock ? { requireLock: true as const } : {}),
    options: order.options && optionsAnswer(order.options),
    delegations: order.delegations.map(delegationAnswer),
    ...(restReason === undefined ? {} : { restReason }),
  };
}

/** Who did something for a team; by which key, if by one. */
export function whoAnswer({ userId, name, keyId }: Who) {
  return { userId, name, ...(keyId === null ? {} : { keyId }) };
}

/** When the last of its delegations ends; null until one is delivered. */
function endOf({ delegations }: Pick<Order, "delegations">): number | null {
  const ends = delegations.flatMap(({ expiresAt }) => expiresAt ?? []);
  return ends.length > 0 ? Math.max(...ends) : null;
}

export function delegationAnswer(delegation: Delegation) {
  const { owner, units, costSun, txid, state, locked, delegatedAt, expiresAt, reclaimTxid } =
    delegation;
  return {
    ...{ owner, amount: units, cost: toTrx(costSun), txid, state, locked, delegatedAt, expiresAt },
    ...(reclaimTxid === null ? {} : { reclaimTxid }),
  };
}

/** As they are sent: the smallest part only where parts are allowed. */
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
  // First who is passed over, then what concerns the whole order.
  const isOfAll = ({ why }: RestReason) => why === "bulk" || why === "price";
  const sorted = [
    ...restReasons.filter((reason) => !isOfAll(reason)),
    ...restReasons.filter(isOfAll),
  ];
  return sorted.map(inWords).join("; ");
}

/** "2 sellers skipped: sells no part as small as is needed", or until when they cannot. */
function inWords(reason: RestReason): string {
  switch (reason.why) {
    case "heldUp":
      return "nothing is matched now: TRON is out of sight or behind, or a check of the desk has failed";
    case "overdue":
      return "its deadline has passed: it is being closed, and the rest refunded";
    case "ofPool":
      return "the receiver has become an account of the desk: cancel it, and the rest comes back";
    case "fillsNow":
      return "a seller has just become free: it is being filled";
    case "bulk":
      return "the wallets of this call start together, once all can be filled";
    case "price": {
      const { priceSun, nextPriceSun, someoneOffers } = reason;
      const nobody = `nobody ${someoneOffers ? "else " : ""}offers at ${priceSun} SUN or less`;
      return nextPriceSun === null ? nobody : `${nobody} (the next price is ${nextPriceSun} SUN)`;
    }
    case "locked": {
      const until = timeOf(reason.untilMs);
      return `${sellers(reason)} can't serve this receiver until ${until}: an earlier rental of theirs is locked longer`;
    }
    default:
      return `${sellers(reason)} skipped: ${WHY_SKIPPED[reason.why]}`;
  }
}

type Skip = Extract<RestReason, { readonly owners: number }>;

const sellers = ({ owners }: Skip) => `${owners} ${owners === 1 ? "seller" : "sellers"}`;

const WHY_SKIPPED: Readonly<Record<Exclude<Skip["why"], "locked">, string>> = {
  underWay: "another delegation to this receiver is on its way",
  unlockable: "it has to be locked, and the desk cannot lock for this duration",
  tooLittle: "too little is free for a part that your options allow",
  tooCoarse: "no part that suits both the seller's smallest part and your options",
  giftsOnly:
    "sellers are not paid with gifts, and too little else is left; a gift buys from the desk's pool only",
  failedLately: "a delegation failed and is tried again in a while",
};

/** "2026-11-20 14:05 UTC": a lock may last for weeks. */
function timeOf(atMs: number): string {
  const iso = new Date(atMs).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
