/** Stored answers of successful creations, by customer, channel and the key the caller chose. */
import type { CustomerId } from "../domain/ids.js";
import { one, type Phase, run } from "./phase.js";

export type Channel = "http" | "telegram" | "cli";

export interface IdempotencyScope {
  readonly customerId: CustomerId;
  /** Withdrawals have their own keys, whatever channel they come through. */
  readonly channel: Channel | "withdrawal";
  readonly key: string;
}

export type StoredAnswerRow = { request_hash: string; answer: string };

export function* findStoredAnswer(scope: IdempotencyScope): Phase<StoredAnswerRow | undefined> {
  return yield* one<StoredAnswerRow>(
    `SELECT request_hash, answer FROM idempotency
     WHERE customer_id = ? AND channel = ? AND key = ?`,
    scope.customerId,
    scope.channel,
    scope.key,
  );
}

export function* insertStoredAnswer(
  scope: IdempotencyScope,
  requestHash: string,
  answer: string,
  at: number,
): Phase<void> {
  yield* run(
    `INSERT INTO idempotency (customer_id, channel, key, request_hash, answer, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    scope.customerId,
    scope.channel,
    scope.key,
    requestHash,
    answer,
    at,
  );
}

export function* deleteStoredAnswersBefore(createdAt: number): Phase<void> {
  yield* run("DELETE FROM idempotency WHERE created_at < ?", createdAt);
}
