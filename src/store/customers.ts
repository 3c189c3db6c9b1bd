/** Customers and their API keys. */
import type { CustomerId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import { all, one, type Phase, run } from "./phase.js";

export type CustomerRow = { id: CustomerId; name: string; created_at: number };

export function* insertCustomer(id: CustomerId, name: string, at: number): Phase<void> {
  yield* run("INSERT INTO customer (id, name, created_at) VALUES (?, ?, ?)", id, name, at);
}

export function* findCustomer(id: CustomerId): Phase<CustomerRow | undefined> {
  return yield* one<CustomerRow>("SELECT id, name, created_at FROM customer WHERE id = ?", id);
}

/** Whether there is any, not counting those of a name. */
export function* isAnyCustomer(exceptNamed: string | null): Phase<boolean> {
  const sql = "SELECT EXISTS (SELECT 1 FROM customer WHERE name IS NOT ?) AS found";
  return (yield* one<{ found: number }>(sql, exceptNamed))?.found === 1;
}

/** The oldest of a name. */
export function* findCustomerNamed(name: string): Phase<CustomerRow | undefined> {
  return yield* one<CustomerRow>(
    "SELECT id, name, created_at FROM customer WHERE name = ? ORDER BY created_at, id LIMIT 1",
    name,
  );
}

export type CustomerListRow = CustomerRow & {
  available_sun: Sun;
  held_sun: Sun;
  active_keys: number;
};

export function* listCustomers(): Phase<CustomerListRow[]> {
  return yield* all<CustomerListRow>(
    `SELECT c.id, c.name, c.created_at, a.balance_sun AS available_sun, h.balance_sun AS held_sun,
       (SELECT count(*) FROM api_key k WHERE k.customer_id = c.id AND k.revoked_at IS NULL
          AND k.pending = 0) AS active_keys
     FROM customer c
     JOIN account a ON a.id = 'available:' || c.id
     JOIN account h ON h.id = 'held:' || c.id
     ORDER BY c.created_at, c.id`,
  );
}

export type ApiKeyRow = {
  id: string;
  customer_id: CustomerId;
  hint: string;
  created_at: number;
  revoked_at: number | null;
};

export interface NewApiKey {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly hash: string;
  readonly hint: string;
  readonly at: number;
  /** Nobody is let in with it before it was shown. */
  readonly isPending?: boolean;
}

export function* insertApiKey(key: NewApiKey): Phase<void> {
  yield* run(
    `INSERT INTO api_key (id, customer_id, hash, hint, created_at, pending)
     VALUES (?, ?, ?, ?, ?, ?)`,
    key.id,
    key.customerId,
    key.hash,
    key.hint,
    key.at,
    key.isPending ? 1 : 0,
  );
}

/** Whose key this is; undefined for an unknown one, a revoked one, and one that was not shown yet. */
export function* customerOfKey(hash: string): Phase<CustomerId | undefined> {
  const row = yield* one<{ customer_id: CustomerId }>(
    "SELECT customer_id FROM api_key WHERE hash = ? AND revoked_at IS NULL AND pending = 0",
    hash,
  );
  return row?.customer_id;
}

/** True when there is such a key; revoking twice keeps the first time. */
export function* revokeApiKey(id: string, at: number): Phase<boolean> {
  const row = yield* one(
    "UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING id",
    at,
    id,
  );
  return row !== undefined;
}

export function* listApiKeys(customerId?: CustomerId): Phase<ApiKeyRow[]> {
  return yield* all<ApiKeyRow>(
    `SELECT id, customer_id, hint, created_at, revoked_at FROM api_key
     WHERE customer_id = coalesce(?, customer_id) ORDER BY created_at, id`,
    customerId ?? null,
  );
}
