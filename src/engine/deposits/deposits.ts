/** Deposits as customers and the operator see them: where and what to pay in, what has come, rates of USDT, and booking one by hand. */
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import {
  type DepositStatus,
  depositId,
  type IncomingMoney,
  type Taken,
  type TakenUsdt,
} from "../../domain/deposit.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { retiredAddressesOf } from "../../store/deposit-keys.js";
import {
  type DepositRow,
  depositsOf,
  findDeposit,
  firstUsdtRate,
  isCreditedAddress,
  listDeposits,
  placeOfDeposit,
  tallyDeposits,
} from "../../store/deposits.js";
import type { Engine } from "../context.js";
import {
  assertWanted,
  type ListPage,
  type ListWanted,
  pageOf,
  readTotals,
  type Today,
  todayOf,
} from "../lists.js";
import { depositAddressFor } from "./addresses.js";
import { rateFor } from "./outcome.js";
import { bookMoney, DECIDED, FOREIGN, foreignIncident, ofCustomers } from "./scan.js";

/** Where and what a customer may pay in. */
export interface DepositOffer extends Taken {
  readonly address: Address;
  /** Earlier addresses of theirs, whose key is lost. */
  readonly retired: readonly Address[];
}

/** Throws NOT_FOUND where deposits are off. */
export async function readDepositOffer(
  engine: Engine,
  customerId: CustomerId,
): Promise<DepositOffer> {
  const address = await depositAddressFor(engine, customerId);
  const retired = await engine.database.read(() => retiredAddressesOf(customerId));
  const taken = must(await readTaken(engine), "there are addresses of deposits only");
  return { address, retired, ...taken };
}

/** Undefined where deposits are off. */
export async function readTaken(engine: Engine): Promise<Taken | undefined> {
  const { deposits } = engine;
  if (!deposits) return undefined;
  const { minimumTrxSun } = deposits.terms;
  return { minimumTrxSun, usdt: await readUsdtOffer(engine) };
}

/** Undefined while USDT is not taken. */
export async function readUsdtOffer(engine: Engine): Promise<TakenUsdt | undefined> {
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

/** What waits has two facts beside it. */
interface ListedDeposit extends Deposit {
  /** Nothing that came to its address was ever credited. */
  readonly isNewAddress: boolean | null;
  /** What its customer has moved today. */
  readonly today: Today | null;
}

interface DepositList extends ListPage<"trx" | "usdt" | "credited_sun"> {
  readonly deposits: readonly ListedDeposit[];
}

/** Of all customers or one, the oldest first by the time of the block: what waits for the operator, or all. */
export async function readDepositList(
  engine: Engine,
  wanted: ListWanted & { readonly onlyReview: boolean },
): Promise<DepositList> {
  const { customerId, from = 0, to = Number.MAX_SAFE_INTEGER, cursor, limit, onlyReview } = wanted;
  const at = engine.now();
  const all = { customerId, onlyReview, from, to, after: placeOfDeposit(from) };
  const { nextCursor, deposits } = await engine.database.read(function* () {
    yield* assertWanted(wanted);
    const part = { ...all, after: cursor ?? all.after, limit: limit + 1 };
    const rows = yield* listDeposits(part);
    const { page, nextCursor } = pageOf(rows, limit, (row) => placeOfDeposit(row.at, row.id));
    const whose = page.filter(waits).map((row) => row.customer_id);
    const moved = yield* todayOf(whose, at);
    const deposits: ListedDeposit[] = [];
    for (const row of page) {
      const today = waits(row) ? moved.get(row.customer_id) : undefined;
      const isNewAddress = today && !(yield* isCreditedAddress(row.address));
      deposits.push({
        ...depositOf(row),
        isNewAddress: isNewAddress ?? null,
        today: today ?? null,
      });
    }
    return { nextCursor, deposits };
  });
  const totals = await readTotals(engine, ["trx", "usdt", "credited_sun"], all.after, (part) =>
    tallyDeposits({ ...all, ...part }),
  );
  return { deposits, nextCursor, totals };
}

function waits({ status }: DepositRow): boolean {
  return status === "review" || status === "waits_for_rate";
}
