/** Deposits: customers' addresses, what the chain shows there, how far it was read, and what a USDT is worth. */
import type { Address } from "../domain/address.js";
import { DEPOSIT_STATUSES } from "../domain/deposit.js";
import type { GivenAddress } from "../domain/deposit-address.js";
import type { CustomerId } from "../domain/ids.js";
import { type Listed, type TallyRow, tally } from "./lists.js";
import { all, column, count, exists, one, type Phase, run, value } from "./phase.js";
import { integer, oneOf, type RowOf, serial, sets, table, text } from "./table.js";

/**
 * Where a customer pays in. Those of earlier keys are watched, too; of one key several, where more were known again after
 * a restore.
 */
export const DEPOSIT_ADDRESSES = table(
  "deposit_address",
  {
    address: text<Address>().key.check("length(address) = 34").fixed,
    customer_id: text<CustomerId>().references("customer").fixed,
    /** The beginning of the SHA-256 of the extended public key, and which of its addresses this is. */
    key_hash: text().fixed,
    key_index: integer().check("key_index BETWEEN 0 AND 2147483647").fixed,
    created_at: integer().fixed,
  },
  {
    unique: ["key_hash, key_index"],
    isKept: true,
    sql: `
-- The address that a customer is shown, each time.
CREATE INDEX deposit_address_of_customer ON deposit_address (customer_id, created_at);`,
  },
);

export type DepositAddressRow = RowOf<typeof DEPOSIT_ADDRESSES>;

/** Addresses of all keys, in the order in which they were given out. */
export const depositAddressesOf = (customerId: CustomerId) =>
  DEPOSIT_ADDRESSES.all("WHERE customer_id = ? ORDER BY created_at, key_index", customerId);

/** An address with what is known of its key. */
export type KnownAddressRow = Pick<DepositAddressRow, "address" | "key_hash" | "key_index"> & {
  account: number | null;
  /** Of a lost key: what is there cannot be moved. */
  is_retired: 0 | 1;
};

/** Of all customers, and of earlier keys too: money may lie at any of them. */
export const listDepositAddresses = () =>
  all<KnownAddressRow>(
    `SELECT d.address, d.key_hash, d.key_index, k.account, k.retired_at IS NOT NULL AS is_retired
     FROM deposit_address d LEFT JOIN deposit_key k ON k.key_hash = d.key_hash`,
  );

/** Those of them at which nothing ever came. */
export const listUnusedAddresses = () =>
  column<Address>(`SELECT address FROM deposit_address AS one WHERE NOT EXISTS (
       SELECT 1 FROM deposit INDEXED BY deposit_of_customer
       WHERE customer_id = one.customer_id AND deposit.address = one.address)`);

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

export const insertDepositAddress = (row: DepositAddressRow) => DEPOSIT_ADDRESSES.add(row);

/** Whose these addresses are; null for watched ones of unknown customers. */
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

/** Money that the chain shows at an address of a customer. */
export const DEPOSITS = table(
  "deposit",
  {
    id: text().key.check("length(id) = 24").fixed,
    customer_id: text<CustomerId>().references("customer").fixed,
    address: text<Address>().references("deposit_address").fixed,
    txid: text().check("length(txid) = 64").fixed,
    /** Which part of the transaction: 0 for the transfer itself, else the index among its events or internal transfers. */
    source: oneOf(["transfer", "log", "internal"]).fixed,
    position: integer().check("position >= 0").fixed,
    /** 'TRX', 'USDT', or the address of another token's contract. */
    asset: text(),
    /** In the smallest units, as digits: of a token it may be larger than any number here. */
    amount: text().fixed,
    /**
     * 'review': it waits for the operator, who has it credited or refuses it; 'undone': its booking was taken back;
     * 'waits_for_rate': the rate of USDT had lapsed at its block, and the next one credits it.
     */
    status: oneOf(DEPOSIT_STATUSES),
    /** SUN for one USDT, that was in force at the block, or was set next. */
    rate_sun: integer().orNull.check("rate_sun > 0"),
    credited_sun: integer().default(0).check("credited_sun BETWEEN 0 AND 9007199254740991"),
    block_number: integer().fixed,
    /** Of the block: chain time. */
    at: integer().fixed,
    noted_at: integer(),
    /** Why it waits, or was refused or undone; and who decided. */
    reason: text().orNull,
    decided_by: text().orNull,
    /** The rate it was credited at; null where there is none. */
    rate_id: integer().orNull.references("usdt_rate"),
  },
  {
    unique: ["txid, source, position"],
    checks: [
      "(status = 'credited') = (credited_sun > 0)",
      "status <> 'waits_for_rate' OR asset = 'USDT' AND rate_sun IS NULL",
      "(rate_id IS NULL) = (rate_sun IS NULL)",
    ],
    isNumbered: true,
    isKept: { when: "OLD.status <> 'seen'" },
    sql: `
-- A customer's deposits, the newest first.
CREATE INDEX deposit_of_customer ON deposit (customer_id, block_number, id);
-- What no solid block has shown yet: settled with it, or forgotten with a fork.
CREATE INDEX deposit_seen ON deposit (block_number) WHERE status = 'seen';
-- What waits for the operator, or for a clean reading of cover.
CREATE INDEX deposit_in_review ON deposit (block_number) WHERE status = 'review';
-- What the next rate credits.
CREATE INDEX deposit_waits_for_rate ON deposit (block_number) WHERE status = 'waits_for_rate';
-- What was credited in the last hour, by wall time and by chain time: a large sum waits.
CREATE INDEX deposit_noted ON deposit (noted_at) WHERE status = 'credited';
CREATE INDEX deposit_at ON deposit (at) WHERE status = 'credited';
-- Deposits of all and of one customer, by the times of their blocks.
CREATE INDEX deposit_by_time ON deposit (at, id);
CREATE INDEX deposit_of_customer_by_time ON deposit (customer_id, at, id);
-- Whether an address is new: nothing that came there was credited.
CREATE INDEX deposit_credited ON deposit (address) WHERE status = 'credited';`,
    triggers: [
      // What a deposit was credited with, at which rate, is never another: it is taken back whole, or not.
      {
        name: "deposit_credit_is_final",
        on: "BEFORE UPDATE OF asset, rate_sun, rate_id, credited_sun",
        when: "(OLD.status = 'credited' OR OLD.status = 'undone') AND (NEW.asset <> OLD.asset OR NEW.rate_sun IS DISTINCT FROM OLD.rate_sun OR NEW.rate_id IS DISTINCT FROM OLD.rate_id OR NEW.credited_sun <> OLD.credited_sun AND NEW.credited_sun <> 0)",
        refuses: "deposit: what it was credited with is never changed",
      },
    ],
  },
);

export type DepositRow = RowOf<typeof DEPOSITS>;

/** Returns false when that money is known already. */
export const insertDeposit = (row: DepositRow) => DEPOSITS.addNew(row);

export const findDeposit = (id: string) => DEPOSITS.one("WHERE id = ?", id);

const DECIDED = DEPOSITS.changing;

/** Decides about a deposit that was not credited before. */
export const saveDeposit = (row: DepositRow) =>
  run(
    `UPDATE deposit SET ${sets(DECIDED)} WHERE id = ?`,
    ...DECIDED.map((column) => row[column]),
    row.id,
  );

/**
 * What was credited since then, by chain time or by wall time: neither blocks of long ago nor a clock that jumps make the sum smaller.
 */
export function* creditedSince(chainTime: number, wallTime: number): Phase<number> {
  return (
    (yield* value<number>(
      `SELECT coalesce(sum(credited_sun), 0) AS sum FROM (
       SELECT id, credited_sun FROM deposit INDEXED BY deposit_at WHERE status = 'credited' AND at > ?
       UNION SELECT id, credited_sun FROM deposit INDEXED BY deposit_noted WHERE status = 'credited' AND noted_at > ?) AS credited`,
      chainTime,
      wallTime,
    )) ?? 0
  );
}

/** What waits, the oldest first. */
export const depositsInReview = () =>
  DEPOSITS.all("WHERE status = 'review' ORDER BY block_number, id");

/** USDT whose rate had lapsed, the oldest first. */
export const depositsWaitingForRate = () =>
  DEPOSITS.all("WHERE status = 'waits_for_rate' ORDER BY block_number, id");

export const countInReview = () => count("deposit WHERE status = 'review'");

/** Deletes what was only seen, now that a solid block holds it. */
export const forgetSeen = (id: string) =>
  run("DELETE FROM deposit WHERE status = 'seen' AND id = ?", id);

/** Deletes what was only seen up to this block: the solid blocks say what is there. */
export const forgetSeenUpTo = (block: number) =>
  run("DELETE FROM deposit WHERE status = 'seen' AND block_number <= ?", block);

/** Deletes what was only seen above this block: a fork has replaced it. */
export const forgetSeenAfter = (block: number) =>
  run("DELETE FROM deposit WHERE status = 'seen' AND block_number > ?", block);

interface DepositsPage {
  readonly customerId: CustomerId;
  /** Only deposits before this one. */
  readonly before?: Pick<DepositRow, "block_number" | "id"> | undefined;
  readonly limit: number;
}

/** A customer's, the newest first, by their blocks. */
export const depositsOf = ({ customerId, before, limit }: DepositsPage) =>
  DEPOSITS.all(
    `WHERE customer_id = ? AND (block_number, id) < (?, ?)
     ORDER BY block_number DESC, id DESC LIMIT ?`,
    customerId,
    before?.block_number ?? Number.MAX_SAFE_INTEGER,
    before?.id ?? "",
    limit,
  );

/** The place of a deposit is the time of its block, and its id. */
export interface ListedDeposits extends Listed {
  readonly onlyReview: boolean;
}

const PLACE = "substr(CAST(1000000000000000 + at AS TEXT), 2) || '-' || id";

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
export const listDeposits = (page: ListedDeposits) =>
  all<DepositRow>(...listed(DEPOSITS.columns, page));

/** In the smallest units: what came in TRX and USDT, whether or not it was credited, and what was. */
export function tallyDeposits(
  page: ListedDeposits,
): Phase<TallyRow<"trx" | "usdt" | "credited_sun">[]> {
  const [rows, ...params] = listed(
    `customer_id, status, credited_sun, ${PLACE} AS place,
     iif(asset = 'TRX', CAST(amount AS DOUBLE PRECISION), 0) AS trx, iif(asset = 'USDT', CAST(amount AS DOUBLE PRECISION), 0) AS usdt`,
    page,
  );
  return tally(["trx", "usdt", "credited_sun"], rows, ...params);
}

/** Whether anything was ever credited that came to the address. */
export const isCreditedAddress = (address: Address) =>
  exists("deposit WHERE address = ? AND status = 'credited'", address);

/** The newest solid block of which all deposits are booked. */
export const DEPOSIT_CURSOR = table("deposit_cursor", {
  id: integer().key.check("id = 1"),
  block_number: integer(),
  block_id: text(),
  timestamp_ms: integer(),
});

export type DepositCursorRow = Omit<RowOf<typeof DEPOSIT_CURSOR>, "id">;

/** Undefined before the first start with deposits. */
export const depositCursor = () =>
  one<DepositCursorRow>(`SELECT ${DEPOSIT_CURSOR.columnsBut("id")} FROM deposit_cursor`);

export const moveDepositCursor = (row: DepositCursorRow) => DEPOSIT_CURSOR.put({ id: 1, ...row });

/** What a USDT is credited with, and since when (chain time): a rate is never changed, another follows it. */
export const USDT_RATES = table(
  "usdt_rate",
  {
    id: serial(),
    since: integer(),
    rate_sun: integer().check("rate_sun > 0"),
    set_by: text(),
    /** By the clock of the machine. */
    set_at: integer(),
  },
  {
    triggers: [
      {
        name: "usdt_rate_is_final",
        on: "BEFORE UPDATE",
        refuses: "rates of USDT are never changed",
      },
      {
        name: "usdt_rate_is_kept",
        on: "BEFORE DELETE",
        refuses: "rates of USDT are never deleted",
      },
    ],
  },
);

export type UsdtRateRow = RowOf<typeof USDT_RATES>;

const usdtRatesWhere = (rest: string, ...params: number[]) => USDT_RATES.all(`${rest}`, ...params);

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

export const insertUsdtRate = (row: Omit<UsdtRateRow, "id">) => USDT_RATES.add(row);

/** The newest first. */
export const usdtRates = (limit: number): Phase<UsdtRateRow[]> =>
  usdtRatesWhere("ORDER BY id DESC LIMIT ?", limit);
