/** Money held for what API keys have ordered, as customers with Telegram are told of it. */
import type { Sun } from "../domain/money.js";
import { all, one, type Phase } from "./phase.js";

/** The newest transfer; 0 when there is none. */
export function* lastTransfer(): Phase<number> {
  const row = yield* one<{ row: number | null }>("SELECT max(rowid) AS row FROM transfer");
  return row?.row ?? 0;
}

/** The newest transfer of this time or before; reads back from the newest. */
export function* lastTransferBefore(at: number): Phase<number> {
  const row = yield* one<{ row: number }>(
    "SELECT rowid AS row FROM transfer WHERE at <= ? ORDER BY rowid DESC LIMIT 1",
    at,
  );
  return row?.row ?? 0;
}

export type KeyHoldRow = { user_id: number; amount_sun: Sun; at: number };

/**
 * What keys have had held, by orders of theirs and prices that they raised, in transfers after one row up to another: of users who
 * have chosen a sum, and without what they were told of by itself.
 */
export function* keyHolds(afterRow: number, upToRow: number): Phase<KeyHoldRow[]> {
  return yield* all<KeyHoldRow>(
    `SELECT u.user_id, t.amount_sun, t.at FROM transfer t
     CROSS JOIN telegram_user u ON u.customer_id = t.customer_id AND u.tell_orders_sun IS NOT NULL
     CROSS JOIN orders o ON o.id = substr(t.id, 1, 24)
     CROSS JOIN batch b ON b.id = o.batch_id
     WHERE t.rowid > ? AND t.rowid <= ?
       AND (substr(t.id, 25) = ':hold' AND b.channel = 'http' OR t.id LIKE '%:raise:%:key')
       AND NOT EXISTS (SELECT 1 FROM outbox WHERE key = 'ordered:' ||
         CASE substr(t.id, 25) WHEN ':hold' THEN b.id ELSE t.id END)`,
    afterRow,
    upToRow,
  );
}
