/** How far the addresses of each key are given out, and those that a restored desk watches because they may have been. */
import type { Address } from "../domain/address.js";
import type { Doubt, IncomingMoney } from "../domain/deposit.js";
import { all, countChanged, one, type Phase, run } from "./phase.js";

export type NextIndexRow = { next_index: number; restored_at: number | null };

/** Undefined before its first address. */
export function* findNextIndex(first: Address): Phase<NextIndexRow | undefined> {
  return yield* one<NextIndexRow>(
    "SELECT next_index, restored_at FROM next_deposit_index WHERE first_address = ?",
    first,
  );
}

export function* saveNextIndex(first: Address, row: NextIndexRow): Phase<void> {
  yield* run(
    `INSERT INTO next_deposit_index (first_address, next_index, restored_at) VALUES (?, ?, ?)
     ON CONFLICT (first_address) DO UPDATE SET next_index = excluded.next_index,
       restored_at = excluded.restored_at`,
    first,
    row.next_index,
    row.restored_at,
  );
}

export type WatchedRow = {
  address: Address;
  key_hash: string;
  key_index: number;
  created_at: number;
};

/** Those that are customers' already are left out. */
export function* insertWatched(rows: readonly WatchedRow[]): Phase<number> {
  return yield* countChanged(
    `INSERT INTO watched_address (address, key_hash, key_index, created_at)
     SELECT value ->> 'address', value ->> 'key_hash', value ->> 'key_index', value ->> 'created_at' FROM json_each(?)
     WHERE NOT EXISTS (SELECT 1 FROM deposit_address d WHERE d.address = value ->> 'address')
     ON CONFLICT DO NOTHING`,
    JSON.stringify(rows),
  );
}

export function* findWatched(address: Address): Phase<WatchedRow | undefined> {
  return yield* one<WatchedRow>(
    "SELECT address, key_hash, key_index, created_at FROM watched_address WHERE address = ?",
    address,
  );
}

/** What came to a watched address. */
export type UnclaimedRow = {
  id: string;
  address: Address;
  txid: string;
  source: IncomingMoney["source"];
  position: number;
  sender: Address | null;
  asset: IncomingMoney["asset"];
  /** In the smallest units, digits. */
  amount: string;
  block_number: number;
  /** Chain time. */
  at: number;
  noted_at: number;
  doubt: Doubt | null;
};

const UNCLAIMED =
  "id, address, txid, source, position, sender, asset, amount, block_number, at, noted_at, doubt";

/** False when it is known already. */
export function* insertUnclaimed(row: UnclaimedRow): Phase<boolean> {
  const inserted = yield* countChanged(
    `INSERT INTO unclaimed_deposit (${UNCLAIMED}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    row.id,
    row.address,
    row.txid,
    row.source,
    row.position,
    row.sender,
    row.asset,
    row.amount,
    row.block_number,
    row.at,
    row.noted_at,
    row.doubt,
  );
  return inserted === 1;
}

/** The oldest first. */
export function* listUnclaimed(limit: number): Phase<(UnclaimedRow & { key_index: number })[]> {
  return yield* all<UnclaimedRow & { key_index: number }>(
    `SELECT u.*, w.key_index FROM unclaimed_deposit u JOIN watched_address w ON w.address = u.address
     ORDER BY u.block_number, u.id LIMIT ?`,
    limit,
  );
}

export function* isAnyUnclaimed(): Phase<boolean> {
  return (yield* one("SELECT 1 FROM unclaimed_deposit LIMIT 1")) !== undefined;
}

/** The address is watched no longer, as it is somebody's. Returns what came there, the oldest first. */
export function* takeWatched(address: Address): Phase<UnclaimedRow[]> {
  const came = yield* all<UnclaimedRow>(
    `SELECT ${UNCLAIMED} FROM unclaimed_deposit WHERE address = ? ORDER BY block_number, id`,
    address,
  );
  if (came.length > 0) yield* run("DELETE FROM unclaimed_deposit WHERE address = ?", address);
  yield* run("DELETE FROM watched_address WHERE address = ?", address);
  return came;
}
