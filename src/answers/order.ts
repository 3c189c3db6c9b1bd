/** An order as the API and `--json` give it, and its contract: money in TRX, `price` in SUN per unit, words for why it rests or waits. */
import { z } from "zod";
import { toTrx } from "../domain/money.js";
import {
  type Delegation,
  ORDER_STATUSES,
  type Order,
  type OrderStatus,
  type OrderTerms,
} from "../domain/order.js";
import { type ManualOptions, ORDER_TYPES } from "../domain/order-request.js";
import type { RestReason } from "../domain/rest-reasons.js";
import { delegation, EXAMPLE_DELEGATION } from "./delegation.js";
import {
  address,
  duration,
  EXAMPLE_ADDRESS,
  EXAMPLE_ORDER_ID,
  EXAMPLE_TIME,
  named,
  orderId,
  priceSun,
  resourceName,
  trx,
  units,
  unixMs,
} from "./shapes.js";

/** What people are shown as TRX, and what as a time. */
export const ORDER_TRX = [
  "paidAmount",
  "spentAmount",
  "heldAmount",
  "refundedAmount",
  "improvedAmount",
] as const;
export const ORDER_TIMES = ["createdAt", "deadline", "expiresAt"] as const;

const entryFields = {
  orderId,
  receiver: address,
  type: z.enum(ORDER_TYPES),
  resourceType: resourceName,
  resourceAmount: units.describe("Units for this wallet."),
  price: priceSun,
  paidAmount: trx.describe("What was debited for this wallet, in TRX: the most it may cost."),
  status: z.enum(ORDER_STATUSES).describe("`processing`, then for good one of the others."),
  createdAt: unixMs,
};

export const orderEntry = named("OrderEntry", z.object(entryFields));

export const orderShape = named(
  "Order",
  z.object({
    ...entryFields,
    duration,
    filledAmount: units.describe("Units delegated so far."),
    spentAmount: trx.describe("TRX for what is delivered."),
    heldAmount: trx.describe("TRX still held for the rest."),
    refundedAmount: trx.describe("TRX given back for what was not delivered."),
    improvedAmount: trx.describe(
      "TRX given back because sellers asked less than your price; with the three before it adds up to `paidAmount`.",
    ),
    restingAmount: units.describe("Units that nobody delivers yet."),
    restReason: z
      .string()
      .describe(
        "Why they rest, or why a delegation waits to be signed, in words; only while that is so.",
      )
      .optional(),
    deadline: unixMs
      .nullable()
      .describe("When a Manual order is closed and the rest given back; else null."),
    cancelRequested: z.boolean(),
    cancelReason: z.string().nullable(),
    expiresAt: unixMs
      .nullable()
      .describe("When its last delegation ends, in chain time; null before the first."),
    reference: z.string().describe("Of the call that created it; null without one.").nullable(),
    requireLock: z
      .literal(true)
      .describe("Nothing of it is delivered without a lock; absent where that was not asked for.")
      .optional(),
    options: z
      .object({
        allow_partial: z.boolean(),
        partial_min: units.describe("Only where parts are allowed.").optional(),
        bulk_order: z.boolean(),
      })
      .nullable()
      .describe("Of a Manual order; else null."),
    delegations: z.array(delegation),
  }),
);

export const EXAMPLE_ENTRY = {
  orderId: EXAMPLE_ORDER_ID,
  receiver: EXAMPLE_ADDRESS,
  type: "Fast",
  resourceType: "energy",
  resourceAmount: 65_000,
  price: 60,
  paidAmount: 3.9,
  status: "processing",
  createdAt: EXAMPLE_TIME,
};

export const EXAMPLE_ORDER = {
  ...EXAMPLE_ENTRY,
  status: "completed",
  duration: "1h",
  filledAmount: 65_000,
  spentAmount: 3.9,
  heldAmount: 0,
  refundedAmount: 0,
  improvedAmount: 0,
  restingAmount: 0,
  deadline: null,
  cancelRequested: false,
  cancelReason: null,
  expiresAt: EXAMPLE_DELEGATION.expiresAt,
  reference: null,
  options: null,
  delegations: [EXAMPLE_DELEGATION],
};

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
    improvedAmount: toTrx(order.improvedSun),
    spentAmount: toTrx(order.spentSun),
    heldAmount: toTrx(order.heldSun),
    restingAmount: order.restingUnits,
    deadline: order.deadlineAt,
    cancelRequested: order.cancelRequested,
    cancelReason: order.cancelReason,
    expiresAt: endOf(order),
    reference: order.reference,
    ...(order.requireLock ? { requireLock: true as const } : {}),
    options: order.options && optionsAnswer(order.options),
    delegations: order.delegations.map(delegationAnswer),
    ...(restReason === undefined ? {} : { restReason }),
  };
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

/** "2 sellers skipped: a longer lock to this receiver exists until 2026-11-20 14:05 UTC". */
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
