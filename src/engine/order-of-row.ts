/** Makes an order of the domain from its rows, and rows of a request. */

import { HOUR_MS } from "../common/time.js";
import { must } from "../domain/assert.js";
import type { BatchId } from "../domain/ids.js";
import { type Sun, sun } from "../domain/money.js";
import {
  AT_ONCE_RESTS_MS,
  type Delegation,
  heldForPart,
  moneyOf,
  type Order,
  type OrderMoney,
  type OrderTerms,
  type Standing,
} from "../domain/order.js";
import type { ManualOptions, OrderRequest } from "../domain/order-request.js";
import { unitPriceSun } from "../domain/price.js";
import { findTransfer } from "../store/ledger.js";
import type { LegRow } from "../store/legs.js";
import { type NewOrder, type OrderRow, ordersOfBatch } from "../store/orders.js";
import type { Phase } from "../store/phase.js";
import type { Moment } from "./context.js";

export function termsOfRow(row: Omit<NewOrder, "require_lock">): OrderTerms {
  return {
    id: row.id,
    batchId: row.batch_id,
    customerId: row.customer_id,
    receiver: row.receiver,
    type: row.type,
    resource: row.resource,
    amount: row.amount,
    duration: row.duration,
    priceSun: row.price_sun,
    paidSun: row.paid_sun,
    createdAt: row.created_at,
  };
}

/** The orders of a batch as they were created. */
export function* firstTermsOf(batchId: BatchId): Phase<OrderTerms[]> {
  const terms: OrderTerms[] = [];
  for (const row of yield* ordersOfBatch(batchId)) terms.push(yield* firstTerms(row));
  return terms;
}

/** Its price may have changed since. */
function* firstTerms(row: OrderRow): Phase<OrderTerms> {
  const terms = termsOfRow(row);
  if (row.price_changes === 0) return terms;
  const hold = must(yield* findTransfer(`${row.id}:hold`), "an order is held once");
  const { amount, duration } = terms;
  const priceSun = unitPriceSun(hold.amount_sun, amount, duration);
  return { ...terms, priceSun, paidSun: sun(hold.amount_sun) };
}

export function orderOfRow(row: OrderRow, legs: readonly LegRow[]): Order {
  return {
    ...termsOfRow(row),
    options: row.options === null ? null : manualOptionsOf(row),
    reference: row.reference,
    requireLock: row.require_lock === 1,
    restingUnits: row.unplanned_amount,
    deadlineAt: row.deadline_at,
    // A cancel that came too late cancelled nothing.
    cancelReason: row.status === "completed" ? null : row.cancel_reason,
    ...moneyOfRow(row),
    ...standingOf(row),
    delegations: legs.map(delegationOf),
  };
}

function delegationOf(leg: LegRow): Delegation {
  return {
    owner: leg.owner,
    units: leg.units,
    costSun: leg.compensates ? sun(0) : leg.amount_sun,
    txid: leg.txid,
    state: leg.state,
    locked: leg.locked === 1,
    delegatedAt: leg.delegated_at,
    expiresAt: leg.expires_at,
    reclaimTxid: leg.reclaim_txid,
    deathReason: leg.death_reason,
  };
}

export function moneyOfRow(order: OrderRow): OrderMoney {
  return moneyOf({
    paidSun: order.paid_sun,
    postedSun: order.posted_sun,
    returnedSun: order.refunded_sun,
    improvedSun: order.improved_sun,
    shortfallSun: order.shortfall_sun,
  });
}

/** What an order holds for a leg that is in no block yet. */
export function heldForLeg(leg: LegRow, order: OrderRow): Sun {
  const { price_sun: priceSun, duration } = order;
  const part = { costSun: leg.amount_sun, units: leg.units, isCapped: leg.capped === 1 };
  return heldForPart(part, { priceSun, duration });
}

export function standingOf(order: OrderRow): Standing {
  return {
    status: order.status,
    cancelRequested: order.cancel_requested === 1,
    amount: order.amount,
    filledUnits: order.filled_amount,
    heldSun: moneyOfRow(order).heldSun,
  };
}

/** The options of a Manual order as stored: the JSON that the customer sees again. */
interface StoredOptions {
  readonly allow_partial: boolean;
  /** Only where parts are allowed. */
  readonly partial_min?: number;
  readonly bulk_order: boolean;
  /** The customer sees nothing of it. */
  readonly at_once?: true;
}

/** What the rows of all orders of a request have in common. */
export function commonOf(request: OrderRequest, { at, policy }: Pick<Moment, "at" | "policy">) {
  const { type, resource, duration, reference, requireLock } = request;
  const common = {
    ...{ type, resource, duration, reference, created_at: at },
    status: "processing",
    require_lock: requireLock ? 1 : 0,
  } as const;
  if (request.type !== "Manual") return common;
  const { lifetimeHours, options } = request;
  const { allowPartial, partialMin, bulkOrder, atOnce } = options;
  const stored: StoredOptions = {
    allow_partial: allowPartial,
    ...(allowPartial ? { partial_min: partialMin } : {}),
    bulk_order: bulkOrder,
    ...(atOnce ? { at_once: true } : {}),
  };
  // As long as a Fast order that nobody can sign.
  const triedMs = Math.max(policy.replanForMs, AT_ONCE_RESTS_MS);
  const usualMs = atOnce ? triedMs : policy.manualDeadlineMs;
  const lifetimeMs = lifetimeHours === undefined ? usualMs : lifetimeHours * HOUR_MS;
  return {
    ...{ ...common, options: JSON.stringify(stored), deadline_at: at + lifetimeMs },
    bulk_waiting: bulkOrder ? (1 as const) : (0 as const),
  };
}

export function manualOptionsOf(order: Pick<OrderRow, "id" | "options" | "amount">): ManualOptions {
  const text = must(order.options, `order ${order.id} has no options`);
  const stored = JSON.parse(text) as StoredOptions;
  return {
    allowPartial: stored.allow_partial,
    partialMin: Math.min(stored.partial_min ?? order.amount, order.amount),
    bulkOrder: stored.bulk_order,
    ...(stored.at_once && { atOnce: true }),
  };
}
