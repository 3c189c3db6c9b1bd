/** Customers and their API keys, which they issue and revoke themselves or the operator does. */
import { must } from "../domain/assert.js";
import type { CustomerId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import { all, didChange, exists, one, type Phase, run, value } from "./phase.js";
import { flag, integer, type RowOf, table, text } from "./table.js";

export const CUSTOMERS = table(
  "customer",
  {
    id: text<CustomerId>().key.fixed,
    name: text().check("length(name) BETWEEN 1 AND 200"),
    created_at: integer().fixed,
  },
  {
    isKept: true,
  },
);

export type CustomerRow = RowOf<typeof CUSTOMERS>;

export const insertCustomer = (id: CustomerId, name: string, at: number) =>
  CUSTOMERS.add({ id, name, created_at: at });

export const renameCustomer = (id: CustomerId, name: string) =>
  run("UPDATE customer SET name = ? WHERE id = ?", name, id);

export const findCustomer = (id: CustomerId) => CUSTOMERS.one("WHERE id = ?", id);

/** Whether there is any customer, apart from those with this name. */
export function* isAnyCustomer(exceptNamed: string | null): Phase<boolean> {
  const sql = "SELECT EXISTS (SELECT 1 FROM customer WHERE name IS DISTINCT FROM ?) AS found";
  return (yield* one<{ found: number }>(sql, exceptNamed))?.found === 1;
}

/** The oldest customer with the name. */
export const findCustomerNamed = (name: string) =>
  CUSTOMERS.one("WHERE name = ? ORDER BY created_at, id LIMIT 1", name);

export type CustomerListRow = CustomerRow & {
  available_sun: Sun;
  held_sun: Sun;
  active_keys: number;
};

export const listCustomers = () =>
  all<CustomerListRow>(
    `SELECT c.id, c.name, c.created_at, a.balance_sun AS available_sun, h.balance_sun AS held_sun,
       (SELECT count(*) FROM api_key k WHERE k.customer_id = c.id AND k.revoked_at IS NULL
          AND k.pending = 0 AND k.disabled_at IS NULL) AS active_keys
     FROM customer c
     JOIN account a ON a.id = 'available:' || c.id
     JOIN account h ON h.id = 'held:' || c.id
     ORDER BY c.created_at, c.id`,
  );

/** API keys: only the SHA-256 is kept, and a hint by which the owner recognises the key. */
export const API_KEYS = table(
  "api_key",
  {
    id: text().key.fixed,
    customer_id: text<CustomerId>().references("customer").fixed,
    hash: text().unique.check("length(hash) = 64").fixed,
    /** Empty until it is shown, of a team's. */
    hint: text(),
    created_at: integer().fixed,
    revoked_at: integer().orNull,
    /** 1 from its issue in a chat until the chat has taken the message; it does not work before. */
    pending: flag().default(0),
    /** Whether the key may withdraw. */
    may_withdraw: flag().default(0).fixed,
    /** Since a restore, until the operator enables it: it may have been revoked after the backup. */
    disabled_at: integer().orNull,
    /** Of a team: whose it is, with no more rights than they have now; who made it; and the most that it may spend in a day (UTC). */
    member_id: integer().orNull.fixed,
    made_by: integer().orNull.fixed,
    cap_sun: integer<Sun>().orNull.check("cap_sun > 0").fixed,
  },
  {
    isKept: true,
    checks: [
      "(member_id IS NULL) = (cap_sun IS NULL)",
      "member_id IS NULL OR may_withdraw = 0",
      "made_by IS NULL OR member_id IS NOT NULL",
    ],
    sql: `
-- The keys of a customer: listed, and counted before another is issued.
CREATE INDEX api_key_of_customer ON api_key (customer_id);
-- Keys that no chat has taken in time: revoked.
CREATE INDEX api_key_pending ON api_key (created_at) WHERE pending = 1 AND revoked_at IS NULL;`,
  },
);

export type ApiKeyRow = Omit<RowOf<typeof API_KEYS>, "hash" | "pending">;

export interface NewApiKey {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly hash: string;
  readonly hint: string;
  readonly at: number;
  /** A key does not work before it was shown. */
  readonly isPending?: boolean;
  /** Whether it may take money out; not unless given. */
  readonly mayWithdraw?: boolean;
  /** Of a team's. */
  readonly ofMember?: KeyOfMember | undefined;
}

/** A team's key: of this member, made by an owner or, null, by the operator, and for so much a day (UTC) at most. */
export interface KeyOfMember {
  readonly memberId: number;
  readonly madeBy: number | null;
  readonly capSun: Sun;
}

export const insertApiKey = (key: NewApiKey) =>
  API_KEYS.add({
    id: key.id,
    customer_id: key.customerId,
    hash: key.hash,
    hint: key.hint,
    created_at: key.at,
    pending: key.isPending ? 1 : 0,
    may_withdraw: key.mayWithdraw ? 1 : 0,
    member_id: key.ofMember?.memberId,
    made_by: key.ofMember?.madeBy,
    cap_sun: key.ofMember?.capSun,
  });

/** The condition of a key that works. */
const WORKS = "revoked_at IS NULL AND pending = 0 AND disabled_at IS NULL";

/** Whose a key is; undefined for an unknown, revoked, disabled or not yet shown key. */
export function* holderOfKey(hash: string) {
  const row = yield* one<{ id: string; customer_id: CustomerId; team: 0 | 1 }>(
    `SELECT id, customer_id, EXISTS (SELECT 1 FROM team t WHERE t.customer_id = api_key.customer_id) AS team
     FROM api_key WHERE hash = ? AND ${WORKS}`,
    hash,
  );
  return row && { customerId: row.customer_id, keyId: row.id, isOfTeam: row.team === 1 };
}

/** Whether a key works and may take money out. */
export function* keyMayWithdraw(hash: string): Phase<boolean> {
  return (
    (yield* value<number>(`SELECT may_withdraw FROM api_key WHERE hash = ? AND ${WORKS}`, hash)) ===
    1
  );
}

/** True when there is such a key; a second revocation keeps the time of the first. */
export const revokeApiKey = (id: string, at: number) =>
  didChange("UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?", at, id);

export const listApiKeys = (customerId?: CustomerId) =>
  all<ApiKeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_key
     WHERE customer_id = coalesce(?, customer_id) AND (hint <> '' OR revoked_at IS NULL)
     ORDER BY created_at, id`,
    customerId ?? null,
  );

/** Also those that were allowed and not shown yet. */
export const livingKeys = (customerId: CustomerId) =>
  all<ApiKeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_key WHERE customer_id = ? AND revoked_at IS NULL ORDER BY created_at, id`,
    customerId,
  );

const KEY_COLUMNS = API_KEYS.columnsBut("hash", "pending");

/** Whether a key would work, were it not disabled. */
export function* isDisabledKey(hash: string): Phase<boolean> {
  const sql = `SELECT 1 FROM api_key WHERE hash = ? AND ${DISABLED}`;
  return (yield* one(sql, hash)) !== undefined;
}

/** After a restore: all that were not revoked. */
export const disableAllKeys = (at: number) =>
  run("UPDATE api_key SET disabled_at = ? WHERE revoked_at IS NULL", at);

/** Enables all, those of one customer, or one; returns how many were disabled. */
export function* enableKeys(which: {
  readonly id?: string | undefined;
  readonly customerId?: CustomerId | undefined;
}): Phase<number> {
  const rows = yield* all(
    `UPDATE api_key SET disabled_at = NULL
     WHERE ${DISABLED} AND id = coalesce(?, id) AND customer_id = coalesce(?, customer_id) RETURNING id`,
    which.id ?? null,
    which.customerId ?? null,
  );
  return rows.length;
}

export const isAnyKeyDisabled = () => exists(`api_key WHERE ${DISABLED}`);

const DISABLED = "disabled_at IS NOT NULL AND revoked_at IS NULL";

export const findKey = (id: string) =>
  one<ApiKeyRow>(`SELECT ${KEY_COLUMNS} FROM api_key WHERE id = ?`, id);

/** How many keys a customer was ever issued, and how many of them are not revoked. */
export function* countKeys(customerId: CustomerId): Phase<{ issued: number; living: number }> {
  const row = yield* one<{ issued: number; living: number }>(
    `SELECT count(*) AS issued, count(*) FILTER (WHERE revoked_at IS NULL) AS living
     FROM api_key WHERE customer_id = ?`,
    customerId,
  );
  return must(row, "an aggregate has one row");
}

/** The keys that work, or would, were they not disabled; the oldest first. */
export const usableKeys = (customerId: CustomerId) =>
  all<ApiKeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_key
     WHERE customer_id = ? AND revoked_at IS NULL AND pending = 0 ORDER BY created_at, id`,
    customerId,
  );

export const findKeyOf = (customerId: CustomerId, id: string) =>
  one<ApiKeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_key WHERE id = ? AND customer_id = ?`,
    id,
    customerId,
  );

/** False when it was revoked meanwhile: then it stays revoked. */
export const activateKey = (id: string) =>
  didChange("UPDATE api_key SET pending = 0 WHERE id = ? AND revoked_at IS NULL", id);

/** Undefined unless it is pending: customers revoke a key they have seen themselves. */
export const revokePendingKey = (id: string, at: number) =>
  one<ApiKeyRow>(
    `UPDATE api_key SET revoked_at = ? WHERE id = ? AND pending = 1 AND revoked_at IS NULL
     RETURNING ${KEY_COLUMNS}`,
    at,
    id,
  );

/** With their membership. */
export const revokeKeysOfMember = (customerId: CustomerId, userId: number, at: number) =>
  run(
    "UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE customer_id = ? AND member_id = ?",
    at,
    customerId,
    userId,
  );

export const pendingKeysBefore = (createdAt: number) =>
  all<{ id: string }>(
    `SELECT id FROM api_key
     WHERE pending = 1 AND revoked_at IS NULL AND hint <> '' AND created_at < ?
     ORDER BY created_at LIMIT 1000`,
    createdAt,
  );
