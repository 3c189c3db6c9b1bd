/**
 * An order: units of a resource for one receiver, what was paid for them, and how far they have come.
 *
 *   processing → completed   all of it was delivered
 *              → cancelled   it was closed before, and what was not delivered went back
 *
 * It is final once none of its money is held any more. Whoever closes it, a customer, its deadline or the desk, closes it in the same
 * way: what nobody has signed ends at once, what is signed runs to its end.
 *
 *   what happens                                        what is done then
 *   units are in no delegation: none was planned yet,   `restStep`: matched with the book, planned, or the order is given up
 *   or theirs died
 *   its customer changes price or end                   `mayBeChanged`, `keepsPlace`
 *   its customer cancels                                `cancelStep`: closed, unless that changes nothing or comes too late
 *   it is closed                                        `closingOf`: which parts end, and what goes back
 *   any step                                            `statusAfter`: completed, cancelled, or continues
 *   a fork takes a part of a final order                `lostStep`: replaced, or its price goes back
 *   a delegation gives less than was paid for           `shortfallStep`: made good, or its price goes back
 */
import { z } from "zod";
import type { Address } from "./address.js";
import type { Duration } from "./duration.js";
import type { FieldProblem } from "./errors.js";
import {
  fieldsOf,
  MAX_REPORTED_NAMES,
  noSuchName,
  problemsOf,
  SHOWN_NAME_LENGTH,
} from "./fields.js";
import type { BatchId, CustomerId, OrderId } from "./ids.js";
import { isInFlight, type LegState } from "./leg.js";
import { type Sun, sun } from "./money.js";
import {
  lifetimeSchema,
  type ManualOptions,
  type OrderType,
  priceSchema,
  refusal,
} from "./order-request.js";
import { costSun } from "./price.js";
import type { Resource } from "./resource.js";
import type { RestReason } from "./rest-reasons.js";
import type { Who } from "./team.js";

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

/** What was ordered and paid; never changes. Amounts in units, times in Unix milliseconds. */
export interface OrderTerms {
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
  readonly paidSun: Sun;
  readonly createdAt: number;
}

export interface Order extends OrderTerms, OrderMoney {
  /** Of a Manual order; else null. */
  readonly options: ManualOptions | null;
  /** The customer's own name for the call, if it has one. */
  readonly reference: string | null;
  /** What is not locked is not delivered. */
  readonly requireLock: boolean;
  readonly status: OrderStatus;
  /** Units in a block. */
  readonly filledUnits: number;
  /** Units in no living delegation: they rest in the order book, or are planned again. */
  readonly restingUnits: number;
  /** When a Manual order is closed and the rest refunded, in wall time; else null. */
  readonly deadlineAt: number | null;
  readonly cancelRequested: boolean;
  /** Null for a completed order too: a cancel that came too late cancelled nothing. */
  readonly cancelReason: CloseReason | null;
  /** Of a team: who ordered, who else has approved it, and cancelled it. */
  readonly by?: Who | undefined;
  readonly approvedBy?: Who | undefined;
  readonly cancelledBy?: Who | undefined;
  /** In the order in which they were planned, dead ones too. */
  readonly delegations: readonly Delegation[];
  /** Set only while it rests. */
  readonly restReasons?: readonly RestReason[];
  /** Why a delegation cannot be signed: what is wrong with the chain. Set only then. */
  readonly waitsFor?: string;
}

/** A leg as the customer of its order knows it. Times are chain time. */
export interface Delegation {
  /** Whose stake it is. */
  readonly owner: Address;
  readonly units: number;
  /** Its part of the price; 0 for a leg that makes up for a shortfall. */
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

/** What was paid for an order, as the ledger has it. */
export interface Payments {
  readonly paidSun: Sun;
  /** For delegations in a block. */
  readonly postedSun: number;
  /** All that was given back, `improvedSun` included. */
  readonly returnedSun: number;
  /** Given back on delivery, because it cost less than was held for it. */
  readonly improvedSun: number;
  /** Given back at the desk's cost because delegations gave too few units. */
  readonly shortfallSun: number;
}

/** Where the money of an order is. */
export interface OrderMoney {
  readonly paidSun: Sun;
  /** Paid for what was delivered. */
  readonly spentSun: Sun;
  /** Held for what is not delivered yet. */
  readonly heldSun: Sun;
  readonly refundedSun: Sun;
  /** Saved by prices better than the order's. */
  readonly improvedSun: Sun;
}

/**
 * Spent, held, refunded and improved add up to what was paid. One exception: when a fork takes a delegation that had fallen short, the
 * price of the missing units was refunded before the whole price is.
 */
export function moneyOf(payments: Payments): OrderMoney {
  const { paidSun, postedSun, returnedSun, improvedSun, shortfallSun } = payments;
  return {
    paidSun,
    spentSun: sun(Math.max(0, postedSun - shortfallSun)),
    heldSun: sun(paidSun - postedSun - returnedSun),
    refundedSun: sun(returnedSun - improvedSun + shortfallSun),
    improvedSun: sun(improvedSun),
  };
}

/**
 * What is held for a part until it is in a block: the order's price, which is the most it may cost, so that all of it is there if
 * the part dies and rests again. What the part costs less goes back with its delivery. Never less than the part's own price: the order's may
 * have been lowered since it was planned.
 */
export function heldForPart(
  part: { readonly costSun: number; readonly units: number; readonly isCapped: boolean },
  { priceSun, duration }: Pick<OrderTerms, "priceSun" | "duration">,
): Sun {
  if (part.isCapped) return sun(part.costSun);
  return sun(Math.max(part.costSun, costSun(part.units, priceSun, duration)));
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

/** What is done about units that no delegation delivers. */
export type RestStep = "nothing" | "match" | "plan" | "giveUp";

/**
 * A Manual order's rest in the book. A Fast order's are planned with whoever can deliver them, and given up when that has been tried
 * for long enough, counted from the first part that died.
 */
export function restStep(
  order: Pick<Order, "type" | "restingUnits"> & { readonly firstDeathAt: number | null },
  {
    at,
    dueAt,
    tryForMs,
  }: { readonly at: number; readonly dueAt: number; readonly tryForMs: number },
): RestStep {
  if (order.restingUnits === 0) return "nothing";
  if (order.type === "Manual") return "match";
  return dueAt >= (order.firstDeathAt ?? at) + tryForMs ? "giveUp" : "plan";
}

/** For how long others are looked for, at the same price, once a part of an order has died that was to be filled at once. */
export const AT_ONCE_RESTS_MS = 60_000;

/** Why an order that nobody delivered in time is closed. */
export function giveUpReason(isChainRead: boolean): CloseReason {
  return isChainRead ? "no owner could deliver in time" : "TRON could not be read in time";
}

/** A Manual order of which something rests can be changed, until it is closed. */
export function mayBeChanged(
  order: Pick<Order, "status" | "cancelRequested" | "type" | "restingUnits" | "options">,
): boolean {
  const rests = order.type === "Manual" && order.restingUnits > 0 && mayBeFilled(order);
  return rests && !order.options?.atOnce;
}

/** A changed order keeps its place in the queue while it claims no more than before: the same price, and no later end. */
export function keepsPlace(before: Claim, after: Claim): boolean {
  const isLater = (after.deadlineAt ?? Infinity) > (before.deadlineAt ?? Infinity);
  return after.priceSun === before.priceSun && !isLater;
}

export type Claim = Pick<Order, "priceSun" | "deadlineAt">;

/** From its deadline on nothing more is filled, whether or not it is closed yet. */
export function isOverdue(deadlineAt: number | null, atMs: number): boolean {
  return deadlineAt !== null && deadlineAt <= atMs;
}

/**
 * Whether an order that is closed now was given up: its customer or its deadline ends it, and nothing kept the desk from filling
 * it. If a deadline is acted on late, the desk was away or could not read TRON when it passed.
 */
export function isGivenUp(
  reason: CloseReason,
  { deadlineAt }: Pick<Order, "deadlineAt">,
  { at, isOutage }: { readonly at: number; readonly isOutage: boolean },
): boolean {
  if (isOutage) return false;
  if (reason === "cancelled by the customer") return true;
  return reason === "its deadline has passed" && at < (deadlineAt ?? at) + ON_TIME_MS;
}

const ON_TIME_MS = 60_000;

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
  /** What is held for it, see `heldForPart`. */
  readonly heldSun: number;
  /** Its price is no longer held. */
  readonly isPosted: boolean;
  /** It makes up for a shortfall: it holds no money of the order, and continues. */
  readonly compensates: boolean;
}

/** Closing an order ends its unsigned parts and gives back all money that no signed part needs. */
export function closingOf<Part extends PartToClose>(
  heldSun: number,
  parts: readonly Part[],
): { readonly ends: readonly Part[]; readonly refundSun: number } {
  const own = parts.filter(({ compensates }) => !compensates);
  const binding = own.filter(({ state, isPosted }) => isInFlight(state) && !isPosted);
  const boundSun = binding.reduce((sum, part) => sum + part.heldSun, 0);
  return { ends: own.filter(({ state }) => state === "planned"), refundSun: heldSun - boundSun };
}

/** A part that a final order has paid for and that a fork has taken for good. */
export interface LostPart {
  readonly diedAt: number;
  /** The states of its living replacements. */
  readonly replacements: readonly LegState[];
}

/** It is replaced until its time is over, and then its price goes back; what is signed in its place runs to its end. */
export function lostStep(
  { diedAt, replacements }: LostPart,
  { dueAt, replaceForMs }: { readonly dueAt: number; readonly replaceForMs: number },
): "wait" | "replace" | "refund" {
  if (replacements.some((state) => state !== "planned")) return "wait";
  if (dueAt >= diedAt + replaceForMs) return "refund";
  return replacements.length > 0 ? "wait" : "replace";
}

/**
 * Missing units are delivered once more at the desk's cost while the rental runs, else their price goes back; of a part that a
 * fork has taken nothing is replaced, because its whole price goes back. `headTimestampMs` is undefined when the replacement has
 * died: it is tried once.
 */
export function shortfallStep(
  { state, expiresAt }: Pick<Delegation, "state" | "expiresAt">,
  headTimestampMs: number | undefined,
): "nothing" | "compensate" | "giveBack" {
  if (state === "dead") return "nothing";
  if (headTimestampMs === undefined || expiresAt === null) return "giveBack";
  return expiresAt > headTimestampMs ? "compensate" : "giveBack";
}

/** The body of `PATCH /v1/order/:orderId`: another price or end. */
export const changeSchema = z
  .object({
    price: priceSchema.optional(),
    lifetimeHours: lifetimeSchema
      .describe("How long it may rest in all, in hours from its creation.")
      .optional(),
    lifetime: lifetimeSchema
      .describe("The former name of `lifetimeHours`.")
      .meta({ deprecated: true })
      .optional(),
  })
  .meta({ minProperties: 1 });

const FIELDS = ["price", "lifetimeHours"];

/** Reads a change of an order. Unknown fields are refused: they would not be changed. Throws VALIDATION_FAILED. */
export function parseOrderChange(body: unknown): {
  readonly priceSun: number | undefined;
  readonly lifetimeHours: number | undefined;
} {
  const fields = fieldsOf(body);
  const problems: FieldProblem[] = Object.keys(fields)
    .filter((name) => !Object.hasOwn(changeSchema.shape, name))
    .slice(0, MAX_REPORTED_NAMES)
    .map((name) =>
      noSuchName("field", name.slice(0, SHOWN_NAME_LENGTH), `this call takes ${FIELDS.join(", ")}`),
    );
  const { success, data, error } = changeSchema.safeParse(body);
  if (error) problems.push(...problemsOf(error));
  const { price, lifetimeHours, lifetime } = data ?? {};
  if (lifetimeHours !== undefined && lifetime !== undefined) {
    problems.push({
      path: "lifetime",
      message: "is the former name of lifetimeHours; send one of the two",
    });
  }
  if (success && (price ?? lifetimeHours ?? lifetime) === undefined) {
    problems.push({ path: "", message: "the body must have price, lifetimeHours or both" });
  }
  if (problems.length > 0) throw refusal(problems);
  return { priceSun: price, lifetimeHours: lifetimeHours ?? lifetime };
}
