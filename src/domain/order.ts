/**
 * An order: units of a resource for one receiver, what was paid for them, and how much is delivered.
 *
 * processing → completed: all of it was delivered; processing → cancelled: it was closed before, and the rest was refunded.
 *
 * It is final once none of its money is held. A customer, the deadline and the desk close it in the same way: unsigned parts
 * end at once, signed parts run to their end.
 */
import type { Address } from "./address.js";
import type { Duration } from "./duration.js";
import type { BatchId, CustomerId, OrderId } from "./ids.js";
import { isInFlight, type LegState } from "./leg.js";
import { type Sun, sun } from "./money.js";
import type { ManualOptions, OrderType } from "./order-request.js";
import type { Resource } from "./resource.js";
import type { RestReason } from "./rest-reasons.js";

/** `processing` changes to one of the others; both are final. */
export const ORDER_STATUSES = ["processing", "completed", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Why an order was closed before all of it was delivered; stored with the order and shown to its customer. */
export type CloseReason =
  | "cancelled by the customer"
  | "the receiver is not activated"
  | "the receiver is a contract"
  | "no owner could deliver in time"
  | "TRON could not be read in time"
  | "its deadline has passed"
  | "the desk was restored from a backup";

/** Amounts in units, times in Unix milliseconds. */
export interface Order extends OrderMoney {
  readonly id: OrderId;
  readonly batchId: BatchId;
  readonly customerId: CustomerId;
  readonly receiver: Address;
  readonly type: OrderType;
  readonly resource: Resource;
  /** In units, as ordered. */
  readonly amount: number;
  readonly duration: Duration;
  /** SUN per unit and day; a shorter rental costs a whole day. */
  readonly priceSun: number;
  /** Of a Manual order; else null. */
  readonly options: ManualOptions | null;
  readonly status: OrderStatus;
  readonly createdAt: number;
  /** In a block. */
  readonly filledUnits: number;
  /** In no living delegation: they rest in the order book, or are planned anew. */
  readonly restingUnits: number;
  /** When a Manual order is closed and the rest refunded, in wall time; else null. */
  readonly deadlineAt: number | null;
  readonly cancelRequested: boolean;
  /** Null for a completed order too: a cancel that came too late cancelled nothing. */
  readonly cancelReason: CloseReason | null;
  /** In the order in which they were planned, dead ones too. */
  readonly delegations: readonly Delegation[];
  /** Set only while it rests. */
  readonly restReasons?: readonly RestReason[];
  /** What is wrong with the chain; set only while a delegation cannot be signed because of it. */
  readonly waitsFor?: string;
}

/** A leg as the customer of its order knows it. Times are chain time. */
export interface Delegation {
  /** Whose stake it is. */
  readonly owner: Address;
  readonly units: number;
  /** Its part of the price; 0 for a leg that makes a shortfall good. */
  readonly costSun: Sun;
  /** Null until it is signed. */
  readonly txid: string | null;
  readonly state: LegState;
  readonly locked: boolean;
  readonly delegatedAt: number | null;
  readonly expiresAt: number | null;
  readonly reclaimTxid: string | null;
  /** Why it died, as the books store it; for the operator only. */
  readonly deathReason: string | null;
}

/** When the last of its delegations ends; null until one is delivered. */
export function endOf({ delegations }: Pick<Order, "delegations">): number | null {
  const ends = delegations.flatMap(({ expiresAt }) => expiresAt ?? []);
  return ends.length > 0 ? Math.max(...ends) : null;
}

/** What was paid for an order, as the ledger has it. */
export interface Payments {
  readonly paidSun: Sun;
  /** For what is in a block. */
  readonly postedSun: number;
  readonly refundedSun: number;
  /** Given back at the desk's cost because delegations gave too few units. */
  readonly shortfallSun: number;
}

/** Where the money of an order is. */
export interface OrderMoney {
  readonly paidSun: Sun;
  /** For what was delivered. */
  readonly spentSun: Sun;
  /** For what is not delivered yet. */
  readonly heldSun: Sun;
  readonly refundedSun: Sun;
}

/**
 * Spent, held and refunded add up to what was paid. One exception: when a fork takes a delegation that had fallen short, the
 * price of the missing units was refunded before the whole price is.
 */
export function moneyOf(payments: Payments): OrderMoney {
  const { paidSun, postedSun, refundedSun, shortfallSun } = payments;
  return {
    paidSun,
    spentSun: sun(Math.max(0, postedSun - shortfallSun)),
    heldSun: sun(paidSun - postedSun - refundedSun),
    refundedSun: sun(refundedSun + shortfallSun),
  };
}

/** What decides the status of an order. */
export type Standing = Pick<
  Order,
  "status" | "cancelRequested" | "amount" | "filledUnits" | "heldSun"
>;

/** Nothing is held any more: it is final, unless the desk waits for its legs to be solid. */
export function isSettled({ status, heldSun }: Pick<Standing, "status" | "heldSun">): boolean {
  return status === "processing" && heldSun === 0;
}

/** The status of an order after any step. `waitsForSolid`: the desk counts only solid legs, and some are not solid. */
export function statusAfter(
  order: Omit<Standing, "cancelRequested">,
  waitsForSolid: boolean,
): OrderStatus {
  if (!isSettled(order) || waitsForSolid) return order.status;
  return order.filledUnits === order.amount ? "completed" : "cancelled";
}

/** It is neither final nor being closed: more of it may be planned. */
export function mayBeFilled(order: Pick<Standing, "status" | "cancelRequested">): boolean {
  return order.status === "processing" && !order.cancelRequested;
}

/** From its deadline on nothing more is filled, whether or not it is closed yet. */
export function isOverdue(deadlineAt: number | null, atMs: number): boolean {
  return deadlineAt !== null && deadlineAt <= atMs;
}

/** What a customer's cancel does: a repeated cancel changes nothing; a completed order cannot be cancelled. */
export function cancelStep(
  order: Pick<Standing, "status" | "cancelRequested">,
): "close" | "nothing" | "refuse" {
  if (order.status === "completed") return "refuse";
  return mayBeFilled(order) ? "close" : "nothing";
}

/** The part of a leg that closing its order needs. */
export interface PartToClose {
  readonly state: LegState;
  readonly costSun: number;
  /** Its price is no longer held. */
  readonly isPosted: boolean;
  /** It makes a shortfall good: it holds no money of the order, and goes on. */
  readonly makesGood: boolean;
}

/** Closing an order ends its unsigned parts and gives back all money that no signed part needs. */
export function closingOf<Part extends PartToClose>(
  heldSun: number,
  parts: readonly Part[],
): { readonly ends: readonly Part[]; readonly refundSun: number } {
  const own = parts.filter(({ makesGood }) => !makesGood);
  const binding = own.filter(({ state, isPosted }) => isInFlight(state) && !isPosted);
  const boundSun = binding.reduce((sum, { costSun }) => sum + costSun, 0);
  return { ends: own.filter(({ state }) => state === "planned"), refundSun: heldSun - boundSun };
}
