/** The orders of a call that somebody wants to hear of, and what was told of them. A trigger says which have changed. */
import type { BatchId, CustomerId } from "../../domain/ids.js";
import type { Resource } from "../../domain/resource.js";
import { all, type Phase, run } from "../phase.js";
import { flag, integer, type RowOf, table, text } from "../table.js";

export const EXTENSIONS = table(
  "extension",
  {
    draft_id: text().key.references("flow ON DELETE CASCADE"),
    batch_id: text<BatchId>().references("batch"),
  },
  {
    sql: `
-- The drafts that extend a batch: who has done so is not reminded of its end.
CREATE INDEX extension_of_batch ON extension (batch_id);`,
  },
);

/** The orders of a call that was paid for in a chat, for as long as there may be something to tell of them. */
export const WATCHED_BATCHES = table(
  "watched_batch",
  {
    batch_id: text<BatchId>().key.references("batch"),
    draft_id: text(),
    user_id: integer(),
    chat_id: integer(),
    is_group: flag(),
    /** Wall time: when Pay was tapped. */
    paid_at: integer(),
    /** 1 when its orders may have changed since they were looked at. */
    changed: flag().default(1),
    /** The end of all of its orders was told. */
    finished: flag().default(0),
    /** What was told of deliveries in part, in units, and when; when the next word of it is due. */
    told_units: integer().default(0),
    told_at: integer().default(0),
    part_due_at: integer().orNull,
    told_refund_sun: integer().default(0),
    /** Wall time: when who ordered last tapped Cancel on a card of it. */
    cancel_tapped_at: integer().orNull,
    /** Chain time: ends of rentals up to here were told, and when to look at the next. */
    reminded_until: integer().default(0),
    remind_at: integer().orNull,
  },
  {
    sql: `
-- Calls of which something is to be told: they have changed, a part has waited long enough, a rental ends soon.
CREATE INDEX watched_batch_changed ON watched_batch (batch_id) WHERE changed = 1;
CREATE INDEX watched_batch_part ON watched_batch (part_due_at) WHERE part_due_at IS NOT NULL;
CREATE INDEX watched_batch_ending ON watched_batch (remind_at) WHERE remind_at IS NOT NULL;`,
  },
);

export type WatchedBatchRow = RowOf<typeof WATCHED_BATCHES>;

export type NewWatch = Pick<
  WatchedBatchRow,
  "batch_id" | "draft_id" | "user_id" | "chat_id" | "is_group" | "paid_at"
>;

export const watchBatch = (watch: NewWatch) => WATCHED_BATCHES.addNew(watch);

/** Their user is told nothing more of a customer's orders, but in groups. */
export const unwatchInPrivate = (customerId: CustomerId, userId: number) =>
  run(
    `DELETE FROM watched_batch WHERE user_id = ? AND is_group = 0
       AND batch_id IN (SELECT id FROM batch WHERE customer_id = ?)`,
    userId,
    customerId,
  );

/** Those that have changed, that have waited long enough with a part, or whose rentals end soon: each an index away. */
export const watchesDue = (at: number, headTimestampMs: number, limit: number) =>
  all<WatchedBatchRow>(
    `SELECT * FROM watched_batch WHERE batch_id IN (
       SELECT batch_id FROM watched_batch WHERE changed = 1
       UNION ALL SELECT batch_id FROM watched_batch WHERE part_due_at <= ?
       UNION ALL SELECT batch_id FROM watched_batch WHERE remind_at <= ?
       LIMIT ?)`,
    at,
    headTimestampMs,
    limit,
  );

export const cancelTapped = (batchId: BatchId, userId: number, at: number) =>
  run(
    "UPDATE watched_batch SET cancel_tapped_at = ? WHERE batch_id = ? AND user_id = ?",
    at,
    batchId,
    userId,
  );

export const updateWatch = (watch: WatchedBatchRow) =>
  run(
    `UPDATE watched_batch SET changed = ?, finished = ?, told_units = ?, told_at = ?,
       part_due_at = ?, told_refund_sun = ?, reminded_until = ?, remind_at = ?
     WHERE batch_id = ?`,
    watch.changed,
    watch.finished,
    watch.told_units,
    watch.told_at,
    watch.part_due_at,
    watch.told_refund_sun,
    watch.reminded_until,
    watch.remind_at,
    watch.batch_id,
  );

/** Nothing more will be told of it. */
export const unwatchBatch = (batchId: BatchId) =>
  run("DELETE FROM watched_batch WHERE batch_id = ?", batchId);

export type RentalEnd = { receiver: string; units: number; expires_at: number };

/** The rentals of a resource in a batch that run and end after that chain time, the first end first. */
export const endsOfBatch = (batchId: BatchId, resource: Resource, after: number) =>
  all<RentalEnd>(
    `SELECT leg.receiver, leg.units, leg.expires_at FROM orders JOIN leg ON leg.order_id = orders.id
     WHERE orders.batch_id = ? AND orders.resource = ?
       AND (leg.state = 'included' OR leg.state = 'solidified') AND leg.expires_at > ?
     ORDER BY leg.expires_at, leg.id`,
    batchId,
    resource,
    after,
  );

/** A draft is to extend the rentals of a batch. */
export const insertExtension = (draftId: string, batchId: BatchId) =>
  EXTENSIONS.add({ draft_id: draftId, batch_id: batchId });

/** The wallets of a batch whose extension was bought, and not cancelled before anything came of it. */
export function* extendedReceivers(batchId: BatchId): Phase<Set<string>> {
  const rows = yield* all<{ receiver: string }>(
    `SELECT DISTINCT orders.receiver FROM extension
     JOIN flow ON flow.id = extension.draft_id AND flow.status = 'paid'
     JOIN orders ON orders.batch_id = flow.batch_id
       AND NOT (orders.status = 'cancelled' AND orders.filled_amount = 0)
     WHERE extension.batch_id = ?`,
    batchId,
  );
  return new Set(rows.map(({ receiver }) => receiver));
}
