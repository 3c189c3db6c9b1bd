/** How far the addresses of each key are given out, and those that a restored desk watches because they may have been. */
import type { Address } from "../domain/address.js";
import type { Doubt, IncomingMoney } from "../domain/deposit.js";
import { all, countChanged, exists, one, type Phase, run } from "./phase.js";
import { integer, oneOf, type RowOf, table, text } from "./table.js";

/** How far the addresses of a key are given out; by its first one, which is the same however the key is written. */
export const NEXT_INDEXES = table("next_deposit_index", {
  first_address: text<Address>().key.check("length(first_address) = 34"),
  next_index: integer().check("next_index BETWEEN 1 AND 2147483648"),
  /** The time of the last restore after which the next addresses were watched. */
  restored_at: integer().orNull,
});

export type NextIndexRow = Omit<RowOf<typeof NEXT_INDEXES>, "first_address">;

/** Undefined before its first address. */
export const findNextIndex = (first: Address) =>
  one<NextIndexRow>(
    `SELECT ${NEXT_INDEXES.columnsBut("first_address")} FROM next_deposit_index WHERE first_address = ?`,
    first,
  );

export const saveNextIndex = (first: Address, row: NextIndexRow) =>
  NEXT_INDEXES.put({ first_address: first, ...row });

/** Addresses that may have been given out after a backup that was restored: nobody knows to whom. */
export const WATCHED_ADDRESSES = table(
  "watched_address",
  {
    address: text<Address>().key.check("length(address) = 34"),
    key_hash: text(),
    key_index: integer().check("key_index BETWEEN 0 AND 2147483647"),
    created_at: integer(),
  },
  {
    unique: ["key_hash, key_index"],
  },
);

export type WatchedRow = RowOf<typeof WATCHED_ADDRESSES>;

/** Those that are customers' already are left out. */
export const insertWatched = (rows: readonly WatchedRow[]) =>
  countChanged(
    `INSERT INTO watched_address (address, key_hash, key_index, created_at)
     SELECT value ->> 'address', value ->> 'key_hash', CAST(value ->> 'key_index' AS BIGINT), CAST(value ->> 'created_at' AS BIGINT)
     FROM json_each(?)
     WHERE NOT EXISTS (SELECT 1 FROM deposit_address d WHERE d.address = value ->> 'address')
     ON CONFLICT DO NOTHING`,
    JSON.stringify(rows),
  );

export const findWatched = (address: Address) =>
  WATCHED_ADDRESSES.one("WHERE address = ?", address);

/** What came to one of them, as `deposit` has it: it goes there once the operator has said whose address it is. */
export const UNCLAIMED_DEPOSITS = table(
  "unclaimed_deposit",
  {
    id: text().key.check("length(id) = 24"),
    address: text<Address>().references("watched_address"),
    txid: text().check("length(txid) = 64"),
    source: oneOf(["transfer", "log", "internal"]),
    position: integer().check("position >= 0"),
    sender: text<Address>().orNull,
    /** 'TRX', or the contract of a token. */
    asset: text<IncomingMoney["asset"]>(),
    /** In the smallest units, digits. */
    amount: text(),
    block_number: integer(),
    /** Chain time. */
    at: integer(),
    noted_at: integer(),
    /** What makes it wait for the operator even then. */
    doubt: text<Doubt>().orNull,
  },
  {
    unique: ["txid, source, position"],
    isNumbered: true,
    sql: `
-- What came to an address: booked with it.
CREATE INDEX unclaimed_deposit_at ON unclaimed_deposit (address);`,
  },
);

export type UnclaimedRow = RowOf<typeof UNCLAIMED_DEPOSITS>;

/** Returns false when it is known already. */
export const insertUnclaimed = (row: UnclaimedRow) => UNCLAIMED_DEPOSITS.addNew(row);

/** The oldest first. */
export const listUnclaimed = (limit: number) =>
  all<UnclaimedRow & { key_index: number }>(
    `SELECT ${UNCLAIMED_DEPOSITS.columns.replaceAll(/\w+/g, "u.$&")}, w.key_index FROM unclaimed_deposit u JOIN watched_address w ON w.address = u.address
     ORDER BY u.block_number, u.id LIMIT ?`,
    limit,
  );

export const isAnyUnclaimed = () => exists("unclaimed_deposit");

/** Stops watching an address that has become somebody's. Returns what arrived there, oldest first. */
export function* takeWatched(address: Address): Phase<UnclaimedRow[]> {
  const came = yield* UNCLAIMED_DEPOSITS.all(
    "WHERE address = ? ORDER BY block_number, id",
    address,
  );
  if (came.length > 0) yield* run("DELETE FROM unclaimed_deposit WHERE address = ?", address);
  yield* run("DELETE FROM watched_address WHERE address = ?", address);
  return came;
}
