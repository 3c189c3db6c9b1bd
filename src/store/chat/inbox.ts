/** Telegram updates as they came: stored before they are confirmed, done in the transaction that applies them. */
import { all, didChange, one, type Phase, run, value } from "../phase.js";
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
export const insertUpdate = (updateId: number, lane: string, body: string, at: number) =>
  INBOX.addNew({ update_id: updateId, lane, body, received_at: at });

/** Updates that were not applied yet, in the order Telegram gave them. */
export const pendingUpdates = (limit: number) =>
  all<InboxRow>(
    `SELECT update_id, lane, body, attempts FROM inbox WHERE done_at IS NULL
     ORDER BY update_id LIMIT ?`,
    limit,
  );

export function* isUpdateDone(updateId: number): Phase<boolean> {
  const sql = "SELECT 1 AS done FROM inbox WHERE update_id = ? AND done_at IS NOT NULL";
  return (yield* one(sql, updateId)) !== undefined;
}

/** True for the one call that applies the update; false when it was applied before. */
export const finishUpdate = (updateId: number, at: number) =>
  didChange("UPDATE inbox SET done_at = ? WHERE update_id = ? AND done_at IS NULL", at, updateId);

/** Counts a failed try of an update that is not applied; returns how many there were, undefined when it is applied. */
export const failUpdate = (updateId: number, error: string) =>
  value<number>(
    `UPDATE inbox SET attempts = attempts + 1, last_error = ?
     WHERE update_id = ? AND done_at IS NULL RETURNING attempts`,
    error,
    updateId,
  );

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

export const deleteUpdatesBefore = (receivedAt: number) =>
  run("DELETE FROM inbox WHERE received_at < ? AND done_at IS NOT NULL", receivedAt);
