/** Deposits as customers and the operator see them: where and what to pay in, what has come, rates of USDT, and booking one by hand. */
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import { type DepositStatus, depositId, type IncomingMoney } from "../../domain/deposit.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { type Sun, sun } from "../../domain/money.js";
import { cursorBlock } from "../../store/chain-blocks.js";
import { retiredAddressesOf } from "../../store/deposit-keys.js";
import {
  type DepositRow,
  depositCursor,
  depositsOf,
  findDeposit,
  firstUsdtRate,
  insertUsdtRate,
  usdtRates,
} from "../../store/deposits.js";
import type { Engine } from "../context.js";
import { depositAddressFor } from "./addresses.js";
import { bookMoney, DECIDED, FOREIGN, foreignIncident, ofCustomers } from "./scan.js";
import { rateFor } from "./usdt-rate.js";
import { creditRated } from "./waiting-for-rate.js";

/** Where and what a customer may pay in. */
export interface DepositOffer {
  readonly address: Address;
  /** Earlier addresses of theirs, whose key is lost. */
  readonly retired: readonly Address[];
  readonly minimumTrxSun: Sun;
  /** Undefined while USDT is not taken. */
  readonly usdt: Usdt | undefined;
}

interface Usdt {
  readonly minimumUnits: number;
  /** Undefined while it has lapsed: USDT that arrives waits for the next rate. */
  readonly rateSun: number | undefined;
}

/** Throws NOT_FOUND where deposits are off. */
export async function readDepositOffer(
  engine: Engine,
  customerId: CustomerId,
): Promise<DepositOffer> {
  const address = await depositAddressFor(engine, customerId);
  const { database, deposits } = engine;
  const retired = await database.read(() => retiredAddressesOf(customerId));
  const { terms } = must(deposits, "there are addresses of deposits only");
  const { minimumTrxSun } = terms;
  return { address, retired, minimumTrxSun, usdt: await readUsdtOffer(engine) };
}

/** Undefined while USDT is not taken. */
export async function readUsdtOffer(engine: Engine): Promise<Usdt | undefined> {
  const { database, chainClock, deposits } = engine;
  if (deposits?.terms.usdtContract === undefined) return undefined;
  const { minimumUsdtUnits: minimumUnits, rateLastsMs } = deposits.terms;
  const { rate, hasLapsed } = await database.read(() =>
    rateFor(chainClock.nextBlockMs(), rateLastsMs),
  );
  return rate && { minimumUnits, rateSun: hasLapsed ? undefined : rate.rate_sun };
}

export interface Deposit {
  readonly depositId: string;
  readonly customerId: CustomerId;
  readonly address: Address;
  readonly txid: string;
  /** 'TRX', 'USDT', or the contract of another token. */
  readonly asset: string;
  /** In the smallest units. */
  readonly amount: bigint;
  readonly creditedSun: number;
  /** SUN for a USDT. */
  readonly rateSun: number | null;
  readonly status: DepositStatus;
  readonly blockNumber: number;
  /** Chain time. */
  readonly at: number;
  /** Why it waits (a `Doubt`), or in words why it was refused or undone. */
  readonly reason: string | null;
  readonly decidedBy: string | null;
}

export interface DepositPage {
  readonly deposits: readonly Deposit[];
  /** Give it as `before` for the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** Where a page ends: block and id of its last deposit. It holds, though a fork may take away what was only seen there. */
export const DEPOSIT_CURSOR = /^(\d{1,15})-([0-9a-f]{24})$/;

interface DepositsWanted {
  readonly customerId: CustomerId;
  /** The `nextCursor` of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Newest first. Throws VALIDATION_FAILED for an invalid cursor. */
export async function readDeposits(engine: Engine, wanted: DepositsWanted): Promise<DepositPage> {
  const { customerId, before, limit } = wanted;
  const after = before === undefined ? undefined : placeOf(before);
  const rows = await engine.database.read(() =>
    depositsOf({ customerId, before: after, limit: limit + 1 }),
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    deposits: page.map(depositOf),
    nextCursor: last ? `${last.block_number}-${last.id}` : null,
  };
}

function placeOf(cursor: string): Pick<DepositRow, "block_number" | "id"> {
  const [, block, id] = DEPOSIT_CURSOR.exec(cursor) ?? [];
  if (id !== undefined) return { block_number: Number(block), id };
  throw validationFailed([{ path: "cursor", message: "must be the nextCursor of a page" }]);
}

/** As it is now; undefined when it is not known, or a fork took it away. */
export async function readDeposit(engine: Engine, id: string): Promise<Deposit | undefined> {
  const row = await engine.database.read(() => findDeposit(id));
  return row && depositOf(row);
}

export function depositOf(row: DepositRow): Deposit {
  return {
    depositId: row.id,
    customerId: row.customer_id,
    address: row.address,
    txid: row.txid,
    asset: row.asset,
    amount: BigInt(row.amount),
    creditedSun: row.credited_sun,
    rateSun: row.rate_sun,
    status: row.status,
    blockNumber: row.block_number,
    at: row.at,
    reason: row.reason,
    decidedBy: row.decided_by,
  };
}

/** What the solidified chain shows of a transaction. */
export interface ShownMoney {
  readonly blockNumber: number;
  readonly blockTimestampMs: number;
  readonly money: readonly IncomingMoney[];
}

export interface BookedDeposits {
  /** Credited now. */
  readonly credited: readonly Deposit[];
  /** Known before, or not to be credited. */
  readonly others: readonly Deposit[];
}

/**
 * Credits what a transaction has brought to customers, once, below the minimum too. Throws NOT_FOUND when it brought nothing to any of
 * them, NOT_CANCELABLE when somebody decided otherwise by name or has to, CHAIN_UNAVAILABLE while the node shows another chain than before.
 */
export async function bookDeposits(
  engine: Engine,
  txid: string,
  shown: ShownMoney,
): Promise<BookedDeposits> {
  const { deposits, database } = engine;
  if (!deposits)
    throw new DeskError("NOT_FOUND", "DEPOSIT_XPUB is not set: there are no deposits.");
  const { terms } = deposits;
  const block = { number: shown.blockNumber, timestampMs: shown.blockTimestampMs };
  const at = engine.now();
  const booked = await database.commit(function* () {
    if (yield* foreignIncident()) {
      throw new DeskError("CHAIN_UNAVAILABLE", FOREIGN);
    }
    const byOperator = { rate: yield* firstUsdtRate() };
    const rows: { row: DepositRow; isNew: boolean }[] = [];
    for (const [money, customerId] of yield* ofCustomers(shown.money, terms)) {
      if (customerId === null) throw nobodys(txid, money.to);
      const became = yield* bookMoney(money, block, { customerId, terms, at, byOperator });
      const row = must(yield* findDeposit(depositId(money)), "a booked deposit");
      rows.push({ row, isNew: became === "credited" });
    }
    return rows;
  });
  if (booked.length === 0) {
    throw new DeskError("NOT_FOUND", `Transaction ${txid} paid nothing to a customer's address.`);
  }
  const decided = booked.find(({ row }) => DECIDED.has(row.status));
  if (decided && !booked.some((one) => one.isNew)) throw decidedOtherwise(decided.row);
  const those = (isNew: boolean) =>
    booked.filter((one) => one.isNew === isNew).map(({ row }) => depositOf(row));
  return { credited: those(true), others: those(false) };
}

function nobodys(txid: string, to: Address): DeskError {
  const message = `Transaction ${txid} came to ${to}, and nobody knows whose address that is: \`desk deposit claim ${to} --customer ID --by NAME\` says so. Nothing was credited.`;
  return new DeskError("NOT_FOUND", message);
}

function decidedOtherwise({ id, status, decided_by: by, customer_id }: DepositRow): DeskError {
  const next: Partial<Record<DepositStatus, string>> = {
    review: `it waits for a decision: \`desk deposit approve ${id} --by NAME\`, or \`refuse\``,
    waits_for_rate:
      "the rate of USDT had lapsed: `desk rates set --usdt TRX`, or `rates confirm`, credits it",
    refused: `${by} has refused it: \`desk deposit approve ${id} --by NAME\` credits it after all`,
    undone: `${by} has taken it back for good: if it was right, \`desk customer credit --customer ${customer_id} --paid\` with its id as the reference`,
  };
  const message = `Deposit ${id} is ${status}: ${next[status]}. Nothing was credited.`;
  return new DeskError("NOT_CANCELABLE", message, { status });
}

export interface UsdtRate {
  /** Chain time. */
  readonly since: number;
  /** Wall time. */
  readonly setAt: number;
  /** For one USDT. */
  readonly rateSun: number;
  readonly by: string;
}

/**
 * A USDT is credited with so much from the next block on, and what waits for a rate at once; all other blocks before stay with the rate
 * before.
 */
export async function setUsdtRate(engine: Engine, rateSun: Sun, by: string): Promise<void> {
  if (rateSun <= 0) throw validationFailed([{ path: "usdt", message: "must be more than 0 TRX" }]);
  await rateBegins(engine, by, sun(rateSun));
}

/** The rate that was set last is in force from now on, also where it has lapsed. Throws NOT_FOUND where none was ever set. */
export async function confirmUsdtRate(engine: Engine, by: string): Promise<number> {
  return rateBegins(engine, by);
}

/** `setSun`: without it the one that was set last. */
async function rateBegins(engine: Engine, by: string, setSun?: Sun): Promise<number> {
  const { database, chainClock, deposits } = engine;
  const nextMs = chainClock.nextBlockMs();
  const at = engine.now();
  const { rateSun, reviewed } = await database.commit(function* () {
    const rateSun = setSun ?? (yield* usdtRates(1))[0]?.rate_sun;
    if (rateSun === undefined) {
      const message = "No rate of USDT was ever set. `desk rates set --usdt TRX` sets one.";
      throw new DeskError("NOT_FOUND", message);
    }
    // The new rate begins after every block that was read, by followers and scanner alike.
    const readMs = [yield* cursorBlock(), yield* depositCursor()].map(
      (block) => (block?.timestamp_ms ?? -1) + 1,
    );
    const since = Math.max(nextMs, ...readMs);
    yield* insertUsdtRate({ since, rate_sun: rateSun, set_by: by, set_at: at });
    return { rateSun, reviewed: deposits ? yield* creditRated(deposits.terms, at) : 0 };
  });
  if (reviewed > 0) engine.signals.emit("review");
  return rateSun;
}

/** What a rate credits that was set while the desk was stopped. */
export async function creditRatedAtStart({ database, deposits, now }: Engine): Promise<void> {
  if (!deposits) return;
  const at = now();
  await database.commit(() => creditRated(deposits.terms, at));
}

/** The newest first. */
export async function readUsdtRates(engine: Engine, limit: number): Promise<UsdtRate[]> {
  const rows = await engine.database.read(() => usdtRates(limit));
  return rows.map(({ since, rate_sun: rateSun, set_by: by, set_at }) => {
    return { since, setAt: set_at ?? since, rateSun, by };
  });
}
