/** Deposits: customers' addresses, what the chain shows there, how far it was read, and what a USDT is worth. */
import type { Address } from "../domain/address.js";
import type { DepositStatus, IncomingMoney } from "../domain/deposit.js";
import type { GivenAddress } from "../domain/deposit-address.js";
import type { CustomerId } from "../domain/ids.js";
import { type Listed, type TallyRow, tally } from "./lists.js";
import { all, countChanged, one, type Phase, run } from "./phase.js";

export type DepositAddressRow = {
  address: Address;
  customer_id: CustomerId;
  key_hash: string;
  key_index: number;
  created_at: number;
};

const ADDRESS_COLUMNS = "address, customer_id, key_hash, key_index, created_at";

/** Of all keys, the first that was given out first. */
export function* depositAddressesOf(customerId: CustomerId): Phase<DepositAddressRow[]> {
  return yield* all<DepositAddressRow>(
    `SELECT ${ADDRESS_COLUMNS} FROM deposit_address WHERE customer_id = ? ORDER BY created_at, key_index`,
    customerId,
  );
}

/** With what is known of its key. */
export type KnownAddressRow = Pick<DepositAddressRow, "address" | "key_hash" | "key_index"> & {
  account: number | null;
  /** Of a lost key: what is there cannot be moved. */
  is_retired: 0 | 1;
};

/** Of all customers, and of earlier keys too: money may lie at any of them. */
export function* listDepositAddresses(): Phase<KnownAddressRow[]> {
  return yield* all<KnownAddressRow>(
    `SELECT d.address, d.key_hash, d.key_index, k.account, k.retired_at IS NOT NULL AS is_retired
     FROM deposit_address d LEFT JOIN deposit_key k ON k.key_hash = d.key_hash`,
  );
}

/** Those of them at which nothing ever came. */
export function* listUnusedAddresses(): Phase<Address[]> {
  const rows = yield* all<{ address: Address }>(
    `SELECT address FROM deposit_address AS one WHERE NOT EXISTS (
       SELECT 1 FROM deposit INDEXED BY deposit_of_customer
       WHERE customer_id = one.customer_id AND deposit.address = one.address)`,
  );
  return rows.map(({ address }) => address);
}

/** The same with the names of their customers, for the log of addresses. */
export function* listGivenAddresses(): Phase<GivenAddress[]> {
  const rows = yield* all<DepositAddressRow & { name: string }>(
    `SELECT d.*, c.name FROM deposit_address d JOIN customer c ON c.id = d.customer_id
     ORDER BY d.created_at, d.key_index`,
  );
  return rows.map(({ customer_id, name, key_index, address }) => {
    return { customerId: customer_id, name, index: key_index, address };
  });
}

export function* insertDepositAddress(row: DepositAddressRow): Phase<void> {
  yield* run(
    `INSERT INTO deposit_address (${ADDRESS_COLUMNS}) VALUES (?, ?, ?, ?, ?)`,
    row.address,
    row.customer_id,
    row.key_hash,
    row.key_index,
    row.created_at,
  );
}

/** Which of these are addresses of the key; null for those of which nobody knows whose they are. */
export function* depositAddressesAmong(
  addresses: readonly Address[],
): Phase<Map<Address, CustomerId | null>> {
  if (addresses.length === 0) return new Map();
  const wanted = JSON.stringify(addresses);
  const rows = yield* all<{ address: Address; customer_id: CustomerId | null }>(
    `SELECT d.address, d.customer_id FROM json_each(?) AS wanted
     CROSS JOIN deposit_address d ON d.address = wanted.value
     UNION ALL SELECT w.address, NULL FROM json_each(?) AS wanted
     CROSS JOIN watched_address w ON w.address = wanted.value`,
    wanted,
    wanted,
  );
  return new Map(rows.map((row) => [row.address, row.customer_id]));
}

export type DepositRow = {
  id: string;
  customer_id: CustomerId;
  address: Address;
  txid: string;
  source: IncomingMoney["source"];
  position: number;
  asset: string;
  /** In the smallest units, digits. */
  amount: string;
  status: DepositStatus;
  rate_sun: number | null;
  credited_sun: number;
  block_number: number;
  /** Chain time. */
  at: number;
  noted_at: number;
  /** Why it waits (a `Doubt`), or in words why it was refused or undone. */
  reason: string | null;
  decided_by: string | null;
  /** Whose rate it is; null of those from before it was kept, too. */
  rate_id: number | null;
};

const COLUMNS = `id, customer_id, address, txid, source, position, asset, amount, status, rate_sun, credited_sun,
  block_number, at, noted_at, reason, decided_by, rate_id`;

/** False when that money is known already. */
export function* insertDeposit(row: DepositRow): Phase<boolean> {
  const inserted = yield* countChanged(
    `INSERT INTO deposit (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    row.id,
    row.customer_id,
    row.address,
    row.txid,
    row.source,
    row.position,
    row.asset,
    row.amount,
    row.status,
    row.rate_sun,
    row.credited_sun,
    row.block_number,
    row.at,
    row.noted_at,
    row.reason,
    row.decided_by,
    row.rate_id,
  );
  return inserted === 1;
}

export function* findDeposit(id: string): Phase<DepositRow | undefined> {
  return yield* one<DepositRow>(`SELECT ${COLUMNS} FROM deposit WHERE id = ?`, id);
}

/** What was not credited is decided about after all. */
export function* saveDeposit(row: DepositRow): Phase<void> {
  yield* run(
    `UPDATE deposit SET status = ?, asset = ?, rate_sun = ?, rate_id = ?, credited_sun = ?, noted_at = ?, reason = ?,
       decided_by = ? WHERE id = ?`,
    row.status,
    row.asset,
    row.rate_sun,
    row.rate_id,
    row.credited_sun,
    row.noted_at,
    row.reason,
    row.decided_by,
    row.id,
  );
}

/**
 * What was credited since then, by chain time or by wall time: neither blocks of long ago nor a clock that jumps make the sum smaller.
 */
export function* creditedSince(chainTime: number, wallTime: number): Phase<number> {
  const row = yield* one<{ sum: number }>(
    `SELECT coalesce(sum(credited_sun), 0) AS sum FROM (
       SELECT id, credited_sun FROM deposit INDEXED BY deposit_at WHERE status = 'credited' AND at > ?
       UNION SELECT id, credited_sun FROM deposit INDEXED BY deposit_noted WHERE status = 'credited' AND noted_at > ?)`,
    chainTime,
    wallTime,
  );
  return row?.sum ?? 0;
}

/** What waits, the oldest first. */
export function* depositsInReview(): Phase<DepositRow[]> {
  return yield* all<DepositRow>(
    `SELECT ${COLUMNS} FROM deposit WHERE status = 'review' ORDER BY block_number, id`,
  );
}

/** USDT whose rate had lapsed, the oldest first. */
export function* depositsWaitingForRate(): Phase<DepositRow[]> {
  return yield* all<DepositRow>(
    `SELECT ${COLUMNS} FROM deposit WHERE status = 'waits_for_rate' ORDER BY block_number, id`,
  );
}

export function* countInReview(): Phase<number> {
  const row = yield* one<{ count: number }>(
    "SELECT count(*) AS count FROM deposit WHERE status = 'review'",
  );
  return row?.count ?? 0;
}

/** What was only seen, and is now told of by a solid block. */
export function* forgetSeen(id: string): Phase<void> {
  yield* run("DELETE FROM deposit WHERE status = 'seen' AND id = ?", id);
}

/** What was only seen in this block or before it: the solid blocks say what is there. */
export function* forgetSeenUpTo(block: number): Phase<void> {
  yield* run("DELETE FROM deposit WHERE status = 'seen' AND block_number <= ?", block);
}

/** What was only seen above this block, which a fork has replaced. */
export function* forgetSeenAfter(block: number): Phase<void> {
  yield* run("DELETE FROM deposit WHERE status = 'seen' AND block_number > ?", block);
}

interface DepositsPage {
  readonly customerId: CustomerId;
  /** Only deposits before this one. */
  readonly before?: Pick<DepositRow, "block_number" | "id"> | undefined;
  readonly limit: number;
}

/** A customer's, the newest first, by their blocks. */
export function* depositsOf({ customerId, before, limit }: DepositsPage): Phase<DepositRow[]> {
  return yield* all<DepositRow>(
    `SELECT ${COLUMNS} FROM deposit WHERE customer_id = ? AND (block_number, id) < (?, ?)
     ORDER BY block_number DESC, id DESC LIMIT ?`,
    customerId,
    before?.block_number ?? Number.MAX_SAFE_INTEGER,
    before?.id ?? "",
    limit,
  );
}

/** The place of a deposit is the time of its block, and its id. */
export interface ListedDeposits extends Listed {
  readonly onlyReview: boolean;
}

const PLACE = "format('%015d-%s', at, id)";

export function placeOfDeposit(at: number, id = ""): string {
  return `${String(at).padStart(15, "0")}-${id}`;
}

/** Of those in review, which are few, all are read and sorted. */
function listed(columns: string, page: ListedDeposits): readonly [string, ...(string | number)[]] {
  const { customerId, onlyReview, after, to, limit } = page;
  const ofCustomer = customerId === undefined ? "" : "customer_id = ? AND";
  const [index, ofStatus] = onlyReview
    ? ["deposit_in_review", "status = 'review' AND"]
    : [customerId === undefined ? "deposit_by_time" : "deposit_of_customer_by_time", ""];
  const sql = `SELECT ${columns} FROM deposit INDEXED BY ${index}
    WHERE ${ofStatus} ${ofCustomer} (at, id) > (?, ?) AND at <= ? ORDER BY at, id LIMIT ?`;
  const [at = "", id = ""] = after.split("-");
  const whose = customerId === undefined ? [] : [customerId];
  return [sql, ...whose, Number(at), id, to, limit];
}

/** Those that wait for the operator, or all; the oldest first. */
export function* listDeposits(page: ListedDeposits): Phase<DepositRow[]> {
  return yield* all<DepositRow>(...listed(COLUMNS, page));
}

/** In the smallest units: what came in TRX and USDT, whether or not it was credited, and what was. */
export function tallyDeposits(
  page: ListedDeposits,
): Phase<TallyRow<"trx" | "usdt" | "credited_sun">[]> {
  const [rows, ...params] = listed(
    `customer_id, status, credited_sun, ${PLACE} AS place,
     iif(asset = 'TRX', CAST(amount AS REAL), 0) AS trx, iif(asset = 'USDT', CAST(amount AS REAL), 0) AS usdt`,
    page,
  );
  return tally(["trx", "usdt", "credited_sun"], rows, ...params);
}

/** Whether anything was ever credited that came to the address. */
export function* isCreditedAddress(address: Address): Phase<boolean> {
  const row = yield* one<{ found: number }>(
    "SELECT EXISTS (SELECT 1 FROM deposit WHERE address = ? AND status = 'credited') AS found",
    address,
  );
  return row?.found === 1;
}

export type DepositCursorRow = { block_number: number; block_id: string; timestamp_ms: number };

/** Undefined before the first start with deposits. */
export function* depositCursor(): Phase<DepositCursorRow | undefined> {
  return yield* one<DepositCursorRow>(
    "SELECT block_number, block_id, timestamp_ms FROM deposit_cursor",
  );
}

export function* moveDepositCursor(row: DepositCursorRow): Phase<void> {
  yield* run(
    `INSERT INTO deposit_cursor (id, block_number, block_id, timestamp_ms) VALUES (1, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET block_number = excluded.block_number, block_id = excluded.block_id,
       timestamp_ms = excluded.timestamp_ms`,
    row.block_number,
    row.block_id,
    row.timestamp_ms,
  );
}

export type UsdtRateRow = {
  id: number;
  since: number;
  rate_sun: number;
  set_by: string;
  /** Wall time; null of those from before it was kept. */
  set_at: number | null;
};

function* usdtRatesWhere(rest: string, ...params: number[]): Phase<UsdtRateRow[]> {
  return yield* all<UsdtRateRow>(
    `SELECT id, since, rate_sun, set_by, set_at FROM usdt_rate ${rest}`,
    ...params,
  );
}

/**
 * The last that had begun at that time, whether or not it has lapsed; undefined before the first. Of those that had begun by then the
 * one that was set last: a clock that had jumped ahead must not bring an older one back.
 */
export function* usdtRateAt(at: number): Phase<UsdtRateRow | undefined> {
  return (yield* usdtRatesWhere("WHERE since <= ? ORDER BY id DESC LIMIT 1", at))[0];
}

/** The first that was set after this one and begins after that time. */
export function* nextUsdtRate(id: number, at: number): Phase<UsdtRateRow | undefined> {
  return (yield* usdtRatesWhere("WHERE id > ? AND since > ? ORDER BY id LIMIT 1", id, at))[0];
}

/** The first that was ever set. */
export function* firstUsdtRate(): Phase<UsdtRateRow | undefined> {
  return (yield* usdtRatesWhere("ORDER BY id LIMIT 1"))[0];
}

export function* insertUsdtRate(row: Omit<UsdtRateRow, "id">): Phase<void> {
  yield* run(
    "INSERT INTO usdt_rate (since, rate_sun, set_by, set_at) VALUES (?, ?, ?, ?)",
    row.since,
    row.rate_sun,
    row.set_by,
    row.set_at,
  );
}

/** The newest first. */
export function* usdtRates(limit: number): Phase<UsdtRateRow[]> {
  return yield* usdtRatesWhere("ORDER BY id DESC LIMIT ?", limit);
}
