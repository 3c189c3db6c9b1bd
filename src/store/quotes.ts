/** Quotes: a price bound for one customer and one request, for a short time, once. */
import type { CustomerId } from "../domain/ids.js";
import { didChange, one, type Phase, run } from "./phase.js";
import { integer, type RowOf, table, text } from "./table.js";

/** A price bound for one customer and one request, for a short time, once. */
export const QUOTES = table(
  "quote",
  {
    id: text().key,
    customer_id: text<CustomerId>().references("customer"),
    request_hash: text(),
    price_sun: integer(),
    expires_at: integer(),
    used_at: integer().orNull,
  },
  {
    sql: `
-- Quotes that are over: forgotten.
CREATE INDEX quote_by_end ON quote (expires_at);
-- A customer's quotes that may still be used: counted before another.
CREATE INDEX quote_open ON quote (customer_id, expires_at, used_at) WHERE used_at IS NULL;`,
  },
);

export type QuoteRow = RowOf<typeof QUOTES>;

export const insertQuote = (quote: Omit<QuoteRow, "used_at">) => QUOTES.add(quote);

export const findQuote = (id: string) => QUOTES.one("WHERE id = ?", id);

/** How many of a customer's may still be used, and when the first of them lapses. */
export function* openQuotes(
  customerId: CustomerId,
  at: number,
): Phase<{ readonly count: number; readonly firstEnd: number | null }> {
  const row = yield* one<{ count: number; firstEnd: number | null }>(
    `SELECT count(*) AS count, min(expires_at) AS "firstEnd" FROM quote
     WHERE customer_id = ? AND used_at IS NULL AND expires_at > ?`,
    customerId,
    at,
  );
  return row ?? { count: 0, firstEnd: null };
}

/** True when this call is the one that uses the quote. */
export const useQuote = (id: string, at: number) =>
  didChange("UPDATE quote SET used_at = ? WHERE id = ? AND used_at IS NULL", at, id);

export const deleteQuotesBefore = (expiresAt: number) =>
  run("DELETE FROM quote WHERE expires_at < ?", expiresAt);
