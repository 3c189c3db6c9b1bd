/** A customer's keys, issued and revoked by himself; a key is pending until it was shown. */
import { present } from "../domain/assert.js";
import type { CustomerId } from "../domain/ids.js";
import type { ApiKeyRow } from "./customers.js";
import { all, one, type Phase } from "./phase.js";

const COLUMNS = "id, customer_id, hint, created_at, revoked_at";

/** How many keys a customer was ever issued, and how many of them are not revoked. */
export function* countKeys(customerId: CustomerId): Phase<{ issued: number; living: number }> {
  const row = yield* one<{ issued: number; living: number }>(
    `SELECT count(*) AS issued, count(*) FILTER (WHERE revoked_at IS NULL) AS living
     FROM api_key WHERE customer_id = ?`,
    customerId,
  );
  return present(row, "an aggregate has one row");
}

/** The keys that work, the oldest first. */
export function* usableKeys(customerId: CustomerId): Phase<ApiKeyRow[]> {
  return yield* all<ApiKeyRow>(
    `SELECT ${COLUMNS} FROM api_key
     WHERE customer_id = ? AND revoked_at IS NULL AND pending = 0 ORDER BY created_at, id`,
    customerId,
  );
}

export function* findKeyOf(customerId: CustomerId, id: string): Phase<ApiKeyRow | undefined> {
  return yield* one<ApiKeyRow>(
    `SELECT ${COLUMNS} FROM api_key WHERE id = ? AND customer_id = ?`,
    id,
    customerId,
  );
}

/** False when it was revoked meanwhile: then it stays revoked. */
export function* activateKey(id: string): Phase<boolean> {
  const row = yield* one(
    "UPDATE api_key SET pending = 0 WHERE id = ? AND revoked_at IS NULL RETURNING id",
    id,
  );
  return row !== undefined;
}

/** Undefined unless it is pending: a customer who has seen a key revokes it himself. */
export function* revokePendingKey(id: string, at: number): Phase<ApiKeyRow | undefined> {
  return yield* one<ApiKeyRow>(
    `UPDATE api_key SET revoked_at = ? WHERE id = ? AND pending = 1 AND revoked_at IS NULL
     RETURNING ${COLUMNS}`,
    at,
    id,
  );
}

export function* pendingKeysBefore(createdAt: number): Phase<{ id: string }[]> {
  return yield* all<{ id: string }>(
    `SELECT id FROM api_key WHERE pending = 1 AND revoked_at IS NULL AND created_at < ?
     ORDER BY created_at LIMIT 1000`,
    createdAt,
  );
}
