/**
 * Conditions that several places use. SQLite fills a temporary table for every `IN` of more than two values, in each statement
 * again, which costs more than the row; comparisons cost nothing. A query uses a partial index only when it is written with the
 * index's own condition.
 */

import type { Trigger } from "./table.js";

/** True when a column holds one of these values; they are constants of ours and need no escape. */
export function oneOf(column: string, ...values: readonly string[]): string {
  return `(${values.map((value) => `${column} = '${value}'`).join(" OR ")})`;
}

/** A leg that lives: neither over nor dead. */
export const LIVING = "state <> 'reclaimed' AND state <> 'released' AND state <> 'dead'";

/**
 * A living leg that matters to the others of its record on chain. A leg that is only planned and will not be locked does not
 * matter; to keep it in this index would dirty another page for almost every order.
 */
export const ON_RECORD = `${LIVING} AND (state <> 'planned' OR locked = 1)`;

/** An offer that is on, not paused, and has at least its smallest chunk free. */
export const OPEN_OFFER = "is_on = 1 AND paused = 0 AND free_sun >= chunk_sun";

/** An idempotency key may be forgotten, but never changed. */
export const keyIsFinal = (table: string): Trigger => ({
  name: `${table}_key_is_final`,
  on: "BEFORE UPDATE OF idempotency_key",
  when: "NEW.idempotency_key IS NOT NULL",
  refuses: `${table}: its key is never changed`,
});

/** An order that waits in the book, possibly for long; the condition of its indexes. */
export const RESTING = "unplanned_amount > 0 AND status = 'processing' AND type = 'Manual'";

/** The condition of the index of open payouts, which are few. */
export const OPEN_PAYOUT = "state <> 'paid' AND state <> 'dead'";
