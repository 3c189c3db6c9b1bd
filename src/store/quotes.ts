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
