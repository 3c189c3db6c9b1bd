/** Quotes: a price bound for one customer and one request, for a short time, once. */
import type { CustomerId } from "../domain/ids.js";
import { one, type Phase, run } from "./phase.js";

export type QuoteRow = {
  id: string;
  customer_id: CustomerId;
  request_hash: string;
  price_sun: number;
  expires_at: number;
  used_at: number | null;
};

export function* insertQuote(quote: Omit<QuoteRow, "used_at">): Phase<void> {
  yield* run(
    `INSERT INTO quote (id, customer_id, request_hash, price_sun, expires_at)
     VALUES (?, ?, ?, ?, ?)`,
    quote.id,
    quote.customer_id,
    quote.request_hash,
    quote.price_sun,
    quote.expires_at,
  );
}

export function* findQuote(id: string): Phase<QuoteRow | undefined> {
  return yield* one<QuoteRow>(
    `SELECT id, customer_id, request_hash, price_sun, expires_at, used_at FROM quote
     WHERE id = ?`,
    id,
  );
}

/** How many of a customer's may still be used, and when the first of them lapses. */
export function* openQuotes(
  customerId: CustomerId,
  at: number,
): Phase<{ readonly count: number; readonly firstEnd: number | null }> {
  const row = yield* one<{ count: number; firstEnd: number | null }>(
    `SELECT count(*) AS count, min(expires_at) AS firstEnd FROM quote
     WHERE customer_id = ? AND used_at IS NULL AND expires_at > ?`,
    customerId,
    at,
  );
  return row ?? { count: 0, firstEnd: null };
}

/** True when this call is the one that uses the quote. */
export function* useQuote(id: string, at: number): Phase<boolean> {
  const row = yield* one(
    "UPDATE quote SET used_at = ? WHERE id = ? AND used_at IS NULL RETURNING id",
    at,
    id,
  );
  return row !== undefined;
}

export function* deleteQuotesBefore(expiresAt: number): Phase<void> {
  yield* run("DELETE FROM quote WHERE expires_at < ?", expiresAt);
}
