/** Telegram updates as they came: stored before they are confirmed, done in the transaction that applies them. */
import { all, one, type Phase, run } from "../phase.js";
import { integer, type RowOf, table, text } from "../table.js";

/** Updates are stored before Telegram hears that they were taken. */
export const INBOX = table(
  "inbox",
  {
    update_id: integer().key,
    lane: text(),
    body: text(),
    received_at: integer(),
    attempts: integer().default(0),
    done_at: integer().orNull,
    last_error: text().orNull,
  },
  {
    hasRowid: true,
    sql: `
-- What is still to be applied, in the order Telegram gave it.
CREATE INDEX inbox_pending ON inbox (update_id) WHERE done_at IS NULL;
-- What was applied long ago: forgotten.
CREATE INDEX inbox_by_age ON inbox (received_at);
-- What was given up after so many tries: counted.
CREATE INDEX inbox_failed ON inbox (attempts) WHERE done_at IS NOT NULL AND attempts > 0;`,
  },
);

export type InboxRow = Pick<RowOf<typeof INBOX>, "update_id" | "lane" | "body" | "attempts">;

/** True when the update is new; Telegram may send one again. */
export function* insertUpdate(
  updateId: number,
  lane: string,
  body: string,
  at: number,
): Phase<boolean> {
  const row = yield* one(
    `INSERT INTO inbox (update_id, lane, body, received_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (update_id) DO NOTHING RETURNING update_id`,
    updateId,
    lane,
    body,
    at,
  );
  return row !== undefined;
}

/** Updates that were not applied yet, in the order Telegram gave them. */
export function* pendingUpdates(limit: number): Phase<InboxRow[]> {
  return yield* all<InboxRow>(
    `SELECT update_id, lane, body, attempts FROM inbox WHERE done_at IS NULL
     ORDER BY update_id LIMIT ?`,
    limit,
  );
}

export function* isUpdateDone(updateId: number): Phase<boolean> {
  const sql = "SELECT 1 AS done FROM inbox WHERE update_id = ? AND done_at IS NOT NULL";
  return (yield* one(sql, updateId)) !== undefined;
}

/** True for the one call that applies the update; false when it was applied before. */
export function* finishUpdate(updateId: number, at: number): Phase<boolean> {
  const row = yield* one(
    "UPDATE inbox SET done_at = ? WHERE update_id = ? AND done_at IS NULL RETURNING update_id",
    at,
    updateId,
  );
  return row !== undefined;
}

/** Counts a failed try of an update that is not applied; returns how many there were, undefined when it is applied. */
export function* failUpdate(updateId: number, error: string): Phase<number | undefined> {
  const row = yield* one<{ attempts: number }>(
    `UPDATE inbox SET attempts = attempts + 1, last_error = ?
     WHERE update_id = ? AND done_at IS NULL RETURNING attempts`,
    error,
    updateId,
  );
  return row?.attempts;
}

/** Updates that wait to be applied, and those that were given up after so many tries. */
export function* countUpdates(tries: number): Phase<{ waiting: number; buried: number }> {
  const waiting = yield* one<{ count: number }>(
    "SELECT count(*) AS count FROM inbox WHERE done_at IS NULL",
  );
  const buried = yield* one<{ count: number }>(
    `SELECT count(*) AS count FROM inbox
     WHERE done_at IS NOT NULL AND attempts > 0 AND attempts >= ?`,
    tries,
  );
  return { waiting: waiting?.count ?? 0, buried: buried?.count ?? 0 };
}

export function* deleteUpdatesBefore(receivedAt: number): Phase<void> {
  yield* run("DELETE FROM inbox WHERE received_at < ? AND done_at IS NOT NULL", receivedAt);
}
