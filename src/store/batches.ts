/** Batches: calls that created orders, and how a repeated call is recognised. */
import type { BatchId, CustomerId } from "../domain/ids.js";
import { keyIsFinal } from "./conditions.js";
import { one, type Phase, run, value } from "./phase.js";
import { integer, oneOf, table, text } from "./table.js";

/** One call that created orders. */
export const BATCHES = table(
  "batch",
  {
    id: text<BatchId>().key.fixed,
    customer_id: text<CustomerId>().references("customer").fixed,
    channel: oneOf(["http", "telegram", "cli"]).fixed,
    quote_id: text().orNull.fixed,
    created_at: integer().fixed,
    /** The caller's idempotency key, forgotten after some days. */
    idempotency_key: text().orNull.check("length(idempotency_key) BETWEEN 1 AND 255"),
    /** The customer's own name for it. */
    reference: text().orNull.fixed,
    /** Hash of the body, for a call with either: another body cannot use them. */
    request_hash: text().orNull,
    /** Of a team: the member who ordered, by which key, and the day it counts on: of a booking, that of the booking. */
    by_user: integer().orNull.fixed,
    by_key: text().orNull.fixed,
    counts_at: integer().orNull.fixed,
  },
  {
    checks: ["(request_hash IS NULL) = (idempotency_key IS NULL AND reference IS NULL)"],
    isKept: true,
    sql: `
-- The call with a key: each creation that has one; and the keys that are no longer promised.
CREATE UNIQUE INDEX batch_by_key ON batch (customer_id, channel, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX batch_with_key_by_age ON batch (created_at) WHERE idempotency_key IS NOT NULL;
-- The call with a reference: each creation that has one, and the list of its orders.
CREATE UNIQUE INDEX batch_by_reference ON batch (customer_id, reference) WHERE reference IS NOT NULL;
-- What a team has spent today: before each of its orders.
CREATE INDEX batch_of_team ON batch (customer_id, counts_at) WHERE counts_at IS NOT NULL;`,
    triggers: [
      keyIsFinal("batch"),
      {
        name: "batch_hash_is_final",
        on: "BEFORE UPDATE OF request_hash",
        when: "NEW.request_hash IS NOT NULL AND NEW.request_hash IS DISTINCT FROM OLD.request_hash",
        refuses: "batch: its hash is never changed",
      },
    ],
  },
);

/** Which member of a team ordered, by which key, and since when it counts. */
export interface BatchBy {
  readonly userId: number;
  readonly keyId: string | undefined;
  readonly countsAt: number;
}

/** A member of a team, their name as it was seen last, and their key if that did it. */
export type WhoRow = { user_id: number; name: string; key_id: string | null };

/** How a repeated call is recognised. */
export interface CallNames {
  readonly customerId: CustomerId;
  readonly channel?: "http" | "telegram" | "cli";
  /** What the caller chose so that sending it again pays once; of that channel. */
  readonly idempotencyKey?: string | undefined;
  /** The customer's own name for it. */
  readonly reference?: string | undefined;
}

export interface NewBatch extends CallNames {
  readonly channel: NonNullable<CallNames["channel"]>;
  readonly id: BatchId;
  readonly quoteId: string | undefined;
  /** Hash of the request, where the call has a key or a reference. */
  readonly requestHash: string | undefined;
  readonly at: number;
  /** Of a team. */
  readonly by?: BatchBy | undefined;
}

export const insertBatch = (batch: NewBatch) =>
  BATCHES.add({
    id: batch.id,
    customer_id: batch.customerId,
    channel: batch.channel,
    quote_id: batch.quoteId,
    created_at: batch.at,
    idempotency_key: batch.idempotencyKey,
    reference: batch.reference,
    request_hash: batch.requestHash,
    by_user: batch.by?.userId,
    by_key: batch.by?.keyId,
    counts_at: batch.by?.countsAt,
  });

/** The call that has this key, or else this reference. */
export const findCall = (
  call: CallNames,
): Phase<{ id: BatchId; request_hash: string; has_key: 0 | 1 } | undefined> =>
  one(
    `SELECT id, request_hash, 1 AS has_key FROM batch WHERE customer_id = ? AND channel = ? AND idempotency_key = ?
     UNION ALL SELECT id, request_hash, 0 FROM batch WHERE customer_id = ? AND reference = ? ORDER BY has_key DESC LIMIT 1`,
    call.customerId,
    call.channel ?? null,
    call.idempotencyKey ?? null,
    call.customerId,
    call.reference ?? null,
  );

/** Who ordered it; undefined of an account of one person. */
export const whoOrdered = (id: BatchId) =>
  one<WhoRow>(
    `SELECT b.by_user AS user_id, coalesce(u.name, '') AS name, b.by_key AS key_id
     FROM batch b LEFT JOIN telegram_user u ON u.user_id = b.by_user WHERE b.id = ? AND b.by_user IS NOT NULL`,
    id,
  );

/** The member of a team who ordered it; null for an account of one person. */
export function* memberOfBatch(id: BatchId): Phase<number | null> {
  return (yield* value<number | null>("SELECT by_user FROM batch WHERE id = ?", id)) ?? null;
}

/** Forgets the keys of older calls; their references stay. */
export const forgetCallKeys = (createdBefore: number) =>
  run(
    `UPDATE batch SET idempotency_key = NULL, request_hash = iif(reference IS NULL, NULL, request_hash)
     WHERE idempotency_key IS NOT NULL AND created_at < ?`,
    createdBefore,
  );
