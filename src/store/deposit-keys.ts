/** The keys from which deposit addresses were derived: which account of its wallet each is, and which are retired because they are lost. */
import type { Address } from "../domain/address.js";
import type { CustomerId } from "../domain/ids.js";
import { all, didChange, exists, one, type Phase, run } from "./phase.js";
import { integer, type RowOf, table, text } from "./table.js";

/** Extended public keys of deposit addresses, by the beginning of their SHA-256; a key is stored once it is used or retired. */
export const DEPOSIT_KEYS = table(
  "deposit_key",
  {
    key_hash: text().key,
    /** The i of m/44'/195'/i'; null where the key does not tell. */
    account: integer().orNull.check("account BETWEEN 0 AND 2147483647"),
    /** Since when what comes to its addresses is booked by hand only. */
    retired_at: integer().orNull,
    retired_by: text().orNull,
  },
  {
    checks: ["(retired_at IS NULL) = (retired_by IS NULL)"],
    triggers: [
      {
        name: "deposit_key_stays_retired",
        on: "BEFORE UPDATE",
        when: "OLD.retired_at IS NOT NULL",
        refuses: "a retired key stays retired",
      },
      {
        name: "deposit_key_is_kept",
        on: "BEFORE DELETE",
        refuses: "keys of deposits are never deleted",
      },
    ],
  },
);

export type DepositKeyRow = RowOf<typeof DEPOSIT_KEYS> & {
  /** Number of customers' addresses derived from it. */
  addresses: number;
  /** When the first was given out; null of a key without any. */
  since: number | null;
};

/** The oldest first. */
export const listDepositKeys = () =>
  all<DepositKeyRow>(
    `SELECT known.key_hash, k.account, k.retired_at, k.retired_by, count(d.address) AS addresses, min(d.created_at) AS since
     FROM (SELECT key_hash FROM deposit_key UNION SELECT key_hash FROM deposit_address) AS known
     LEFT JOIN deposit_key k ON k.key_hash = known.key_hash
     LEFT JOIN deposit_address d ON d.key_hash = known.key_hash
     GROUP BY known.key_hash, k.account, k.retired_at, k.retired_by ORDER BY since, known.key_hash`,
  );

/** One address of each key, so that a key is known again however it is written. */
export const sampleOfEachKey = (): Phase<
  { key_hash: string; key_index: number; address: Address }[]
> =>
  all(
    `SELECT d.key_hash, d.key_index, d.address FROM deposit_address d
     JOIN (SELECT key_hash, min(key_index) AS key_index FROM deposit_address GROUP BY key_hash) AS first
       ON first.key_hash = d.key_hash AND first.key_index = d.key_index`,
  );

export const keepDepositKey = (keyHash: string, account: number | undefined) =>
  DEPOSIT_KEYS.put({ key_hash: keyHash, account: account ?? null });

/** False when it was retired before. */
export const retireKey = (keyHash: string, by: string, at: number) =>
  didChange(
    `INSERT INTO deposit_key (key_hash, retired_at, retired_by) VALUES (?, ?, ?)
     ON CONFLICT (key_hash) DO UPDATE SET retired_at = excluded.retired_at, retired_by = excluded.retired_by
       WHERE deposit_key.retired_at IS NULL`,
    keyHash,
    at,
    by,
  );

export function* isKeyRetired(keyHash: string): Phase<boolean> {
  const sql = "SELECT 1 FROM deposit_key WHERE key_hash = ? AND retired_at IS NOT NULL";
  return (yield* one(sql, keyHash)) !== undefined;
}

const AT_RETIRED = `deposit_address d JOIN deposit_key k ON k.key_hash = d.key_hash AND k.retired_at IS NOT NULL`;

/** Whether it is an address of a key that is retired. */
export const isAtRetiredKey = (address: Address) =>
  exists(`${AT_RETIRED} WHERE d.address = ?`, address);

/** Addresses at which a customer must no longer pay in. */
export function* retiredAddressesOf(customerId: CustomerId): Phase<Address[]> {
  const sql = `SELECT d.address FROM ${AT_RETIRED} WHERE d.customer_id = ? ORDER BY d.created_at, d.address`;
  return (yield* all<{ address: Address }>(sql, customerId)).map(({ address }) => address);
}

/** Customers with an address of this key. */
export const customersWithKey = (
  keyHash: string,
): Phase<{ customer_id: CustomerId; address: Address }[]> =>
  all(
    "SELECT customer_id, address FROM deposit_address WHERE key_hash = ? ORDER BY customer_id, address",
    keyHash,
  );

/** What waits for cover at addresses of this key waits for the operator from now on: its money cannot be moved. */
export const leaveCoverToOperator = (keyHash: string) =>
  run(
    `UPDATE deposit SET reason = 'retired' WHERE status = 'review' AND reason = 'cover'
       AND address IN (SELECT address FROM deposit_address WHERE key_hash = ?)`,
    keyHash,
  );
