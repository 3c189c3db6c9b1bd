/**
 * Books what solid blocks bring to customers' addresses, block by block: each deposit once, in the transaction that moves the cursor.
 * What newer blocks show is noted as seen, and forgotten with a fork.
 */

import { utcMidnightMs } from "../../common/time.js";
import type { Address } from "../../domain/address.js";
import { assert } from "../../domain/assert.js";
import {
  assetOf,
  type DepositTerms,
  type Doubt,
  depositId,
  type IncomingMoney,
  isTiny,
  type ScannedMoney,
  transferredMoney,
} from "../../domain/deposit.js";
import type { CustomerId } from "../../domain/ids.js";
import { sun } from "../../domain/money.js";
import type { BlockTransaction, UnreadTransaction } from "../../domain/transaction-acts.js";
import { findChainBlock } from "../../store/chain-blocks.js";
import { isAtRetiredKey } from "../../store/deposit-keys.js";
import {
  type DepositCursorRow,
  type DepositRow,
  depositAddressesAmong,
  depositCursor,
  findDeposit,
  firstUsdtRate,
  forgetSeen,
  forgetSeenUpTo,
  insertDeposit,
  moveDepositCursor,
  saveDeposit,
} from "../../store/deposits.js";
import {
  beginIncident,
  endIncident,
  type IncidentRow,
  openIncidentOf,
} from "../../store/incidents.js";
import { availableOf, availableSunOf, EXTERNAL, move } from "../../store/ledger.js";
import { settleNotReadUpTo } from "../../store/not-read.js";
import { listOwners } from "../../store/owners.js";
import { findPayoutByTxid } from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { noteDepositsNotRead, notePassed } from "../not-read.js";
import { type OfTeam, tellOfMoney, tellPaidIn } from "../teams/tell.js";
import { type Circumstances, noteRateAwaited, outcomeOf } from "./outcome.js";
import { noteUnclaimed } from "./watched.js";

/** A solid block with all money that it brought to anybody. */
export interface ScannedBlock {
  readonly number: number;
  readonly id: string;
  readonly parentId: string;
  readonly timestampMs: number;
  readonly money: readonly ScannedMoney[];
  /** Transactions of which this could not be read. */
  readonly unread: readonly UnreadTransaction[];
  /** Its events were read, so that nobody needs its calls of USDT. */
  readonly withEvents: boolean;
  /** Why no node tells what contracts brought in it: of that nothing is here. */
  readonly notRead?: string;
  /** The block was followed, or all hosts in step have it: used where the desk no longer knows what it followed there. */
  readonly isAgreed: boolean;
}

export interface Scan {
  readonly credited: number;
  /** How many wait from now on, for the operator or for cover. */
  readonly waiting: number;
  /** The block does not follow the last one that was read: nothing of it, and of those after it, is booked. */
  readonly foreign: boolean;
}

/**
 * Whether events of USDT are read: the desk knows its contract, and a rate was set. Which one counts is told by each block: a clock that
 * jumped back must not leave out what came.
 */
export async function readsUsdt({ deposits, database }: Engine): Promise<boolean> {
  if (deposits?.terms.usdtContract === undefined) return false;
  return (await database.read(firstUsdtRate)) !== undefined;
}

/** What of this came to customers' addresses. */
export async function readMoneyOfCustomers(
  { database, deposits }: Engine,
  money: readonly IncomingMoney[],
): Promise<IncomingMoney[]> {
  if (!deposits || money.length === 0) return [];
  return (await database.read(() => ofCustomers(money, deposits.terms))).map(([one]) => one);
}

/** Where reading begins at the first start: the blocks up to this one are not read. */
export function* scanFrom(block: Pick<ScannedBlock, "number" | "id" | "timestampMs">): Phase<void> {
  if (!(yield* depositCursor())) yield* moveDepositCursor(cursorAt(block));
}

/** Books what these blocks brought, and moves the cursor to the last of them. */
export function* applyScanned(
  blocks: readonly ScannedBlock[],
  terms: DepositTerms,
  at: number,
): Phase<Scan> {
  let credited = 0;
  let waiting = 0;
  for (const block of blocks) {
    const cursor = yield* depositCursor();
    assert(
      cursor && block.number === cursor.block_number + 1,
      `block ${block.number} is out of order`,
    );
    if (yield* isForeign(block, cursor)) {
      yield* noteForeign(block, cursor, at);
      return { credited, waiting, foreign: true };
    }
    yield* forgetSeenUpTo(block.number);
    const booked = yield* bookBlock(block, terms, at);
    credited += booked.credited;
    waiting += booked.waiting;
    const { usdtContract: account } = terms;
    if (account !== undefined && block.withEvents) {
      yield* settleNotReadUpTo({ reader: "follower", account }, block.number, at);
    }
    yield* moveDepositCursor(cursorAt(block));
  }
  return { credited, waiting, foreign: false };
}

/** It does not follow the last one that was read, or another was followed at its height. */
export function* isForeign(
  { number, id, parentId }: Pick<ScannedBlock, "number" | "id" | "parentId">,
  { block_id }: Pick<DepositCursorRow, "block_id">,
): Phase<boolean> {
  const followed = yield* findChainBlock(number);
  return parentId !== block_id || (followed !== undefined && followed.id !== id);
}

/** Books what a block brought, each deposit once. */
export function* bookBlock(
  block: ScannedBlock,
  terms: DepositTerms,
  at: number,
): Phase<Omit<Scan, "foreign">> {
  let credited = 0;
  let waiting = 0;
  const followed = yield* findChainBlock(block.number);
  const isKnown = followed ? followed.id === block.id : block.isAgreed;
  for (const [money, customerId] of yield* ofCustomers(block.money, terms)) {
    const doubt = isKnown ? (money.doubt ?? (yield* besideDoubt(money, terms))) : "block";
    if (customerId === null) {
      yield* noteUnclaimed(money, block, doubt, at);
      continue;
    }
    const became = yield* bookMoney(money, block, { customerId, terms, at, doubt });
    if (became === "credited") credited += 1;
    if (became === "review") waiting += 1;
  }
  yield* noteDepositsNotRead(block, at);
  if (block.notRead !== undefined) {
    yield* notePassed(block.number, "deposits", block.notRead, at);
  }
  return { credited, waiting };
}

export function cursorAt({
  number,
  id,
  timestampMs,
}: Pick<ScannedBlock, "number" | "id" | "timestampMs">) {
  return { block_number: number, block_id: id, timestamp_ms: timestampMs };
}

export const FOREIGN =
  "The node shows another chain than the one that was read for deposits. Nothing is booked until it shows that one again.";

/** The node shows another chain than the one that was read. */
export function foreignIncident(): Phase<IncidentRow | undefined> {
  return openIncidentOf("deposit-chain");
}

/** Reported once while it lasts. */
const noteForeign = (block: ScannedBlock, cursor: DepositCursorRow, at: number) =>
  beginIncident(
    "deposit-chain",
    `The node's solid block ${block.number} (${block.id}) is not the one that was followed there, or does not follow block ${cursor.block_number} (${cursor.block_id}), up to which deposits are booked: another network, or a node that is wrong. No deposit is credited until the node shows the chain that was read before.`,
    at,
  );

/** The node shows the chain again that was read before. */
export function* scanGoesOn(at: number): Phase<void> {
  yield* endIncident("deposit-chain", "deposits are read again.", at);
}

/** What came to customers' addresses, and to watched ones (null). What an account of the desk's own sends there is a deposit only if it is a payout. */
export function* ofCustomers<T extends IncomingMoney>(
  money: readonly T[],
  terms: DepositTerms,
): Phase<[T, CustomerId | null][]> {
  const whose = yield* depositAddressesAmong([...new Set(money.map(({ to }) => to))]);
  if (whose.size === 0) return [];
  const own = yield* ownAmong(money, terms);
  const found: [T, CustomerId | null][] = [];
  for (const one of money) {
    const customerId = whose.get(one.to);
    if (customerId === undefined) continue;
    if (one.from && own.has(one.from) && !(yield* findPayoutByTxid(one.txid))) continue;
    found.push([one, customerId]);
  }
  return found;
}

/** Senders of this whose money is the desk's already: its accounts by the settings, the pool, addresses of customers. */
function* ownAmong(
  money: readonly IncomingMoney[],
  { sweepTo, ownAccounts }: DepositTerms,
): Phase<Set<Address>> {
  const senders = new Set(money.flatMap(({ from }) => from ?? []));
  const pool = (yield* listOwners("pool")).map(({ address }) => address);
  const ofDesk = [...(sweepTo ? [sweepTo] : []), ...ownAccounts, ...pool];
  const deposits = yield* depositAddressesAmong([...senders]);
  return new Set([...ofDesk.filter((one) => senders.has(one)), ...deposits.keys()]);
}

/** The operator may have moved their own money, or a customer paid from an exchange where the operator is, too. */
function* besideDoubt(
  { from, txid }: IncomingMoney,
  { besideAccounts }: DepositTerms,
): Phase<Doubt | undefined> {
  if (!from || !besideAccounts.includes(from)) return undefined;
  return (yield* findPayoutByTxid(txid)) ? undefined : "own";
}

interface Booking extends Omit<Circumstances, "block" | "address"> {
  readonly customerId: CustomerId;
}

/** What was decided by name, or waits for that or a rate, no reading of the chain decides, whoever asks for it. */
export const DECIDED: ReadonlySet<DepositRow["status"]> = new Set([
  "review",
  "waits_for_rate",
  "refused",
  "undone",
]);

/** What became of it now; what was credited or decided before is left as it is: undefined. */
export function* bookMoney(
  money: IncomingMoney,
  block: Pick<ScannedBlock, "number" | "timestampMs">,
  { customerId, ...circumstances }: Booking,
): Phase<DepositRow["status"] | undefined> {
  const { at, terms } = circumstances;
  const id = depositId(money);
  const noted = yield* findDeposit(id);
  if (noted?.status === "credited") return undefined;
  if (noted && DECIDED.has(noted.status)) return undefined;
  const known = noted?.status === "seen" ? undefined : noted;
  // Seen in a block that a fork has replaced, which the follower may not know yet.
  if (noted && !known) yield* forgetSeen(id);
  const outcome = yield* outcomeOf(money, { ...circumstances, block, address: money.to });
  const { status } = outcome;
  const row: DepositRow = { ...rowOf(money, block, customerId, at), id, ...outcome };
  const isUncredited = status === "below_minimum" || status === "unsupported";
  if (known && isUncredited) return undefined;
  if (known) yield* saveDeposit(row);
  else yield* insertDeposit(row);
  if (status === "waits_for_rate") yield* noteRateAwaited(at);
  if (isUncredited && isTiny({ asset: row.asset, amount: money.amount }, terms)) {
    yield* tellTiny(row, at);
  } else yield* credit(row, at);
  return row.status;
}

/** Moves the money of a row that is credited with this, and tells the customer. */
export function* credit(row: DepositRow, at: number): Phase<void> {
  if (row.status === "credited") {
    const id = `${row.id}:deposit`;
    const transfer = { id, from: EXTERNAL, to: availableOf(row.customer_id) };
    yield* move({ ...transfer, amountSun: sun(row.credited_sun), at, kind: "deposit" });
  }
  yield* tellDeposit(row, at);
}

function rowOf(
  { txid, source, position, to, amount }: IncomingMoney,
  block: Pick<ScannedBlock, "number" | "timestampMs">,
  customerId: CustomerId,
  at: number,
) {
  return {
    ...{ customer_id: customerId, address: to, txid, source, position, amount: String(amount) },
    ...{ block_number: block.number, at: block.timestampMs, noted_at: at },
    ...{ reason: null, decided_by: null, rate_id: null },
  };
}

/** A new block, with what its transactions say by their own bytes. */
interface SeenBlock {
  readonly number: number;
  readonly timestampMs: number;
  readonly transactions: readonly BlockTransaction[];
}

/** Notes what a block above the solid ones shows. Of USDT these are calls: what they moved is read with the solid block. */
export function* noteSeen(block: SeenBlock, terms: DepositTerms, at: number): Phase<void> {
  const cursor = yield* depositCursor();
  if (!cursor || block.number <= cursor.block_number) return;
  const takesUsdt = (yield* firstUsdtRate()) !== undefined;
  const money = block.transactions.flatMap(
    ({ txid, success, transfer, tokenCall }): IncomingMoney[] => {
      if (!success) return [];
      if (transfer) return [transferredMoney(txid, transfer)];
      // While no events are read, nothing would follow.
      if (!takesUsdt || !tokenCall) return [];
      if (tokenCall.contract !== terms.usdtContract || tokenCall.amount === 0n) return [];
      const { from, to, contract, amount } = tokenCall;
      return [{ txid, source: "log", position: 0, from, to, asset: contract, amount }];
    },
  );
  for (const [one, customerId] of yield* ofCustomers(money, terms)) {
    if (customerId === null) continue;
    // Seen is what will be credited in a minute.
    if (yield* isAtRetiredKey(one.to)) continue;
    const row: DepositRow = {
      ...rowOf(one, block, customerId, at),
      ...{ id: depositId(one), asset: assetOf(one.asset, terms), status: "seen" },
      ...{ rate_sun: null, credited_sun: 0 },
    };
    if (!(yield* insertDeposit(row)) || isTiny({ ...one, asset: row.asset }, terms)) continue;
    yield* tellDeposit(row, at);
  }
}

/** A deposit in the outbox; the bot has the words. */
export interface DepositEvent extends OfTeam {
  readonly event: "deposit";
  readonly depositId: string;
  readonly status: DepositRow["status"];
  readonly asset: string;
  /** In the smallest units, digits. */
  readonly amount: string;
  readonly creditedSun: number;
  readonly availableSun: number;
}

/** Once for each status. */
function tellDeposit(row: DepositRow, at: number): Phase<void> {
  return tellAs(`deposit:${row.id}:${row.status}`, row, at);
}

/** Once a day, whatever else comes: anybody can send next to nothing, as often as they like. */
function tellTiny(row: DepositRow, at: number): Phase<void> {
  return tellAs(`deposit:tiny:${row.customer_id}:${utcMidnightMs(at)}`, row, at);
}

/** Tokens that nobody asked for are not told of: they may be sent to advertise something. */
function* tellAs(key: string, row: DepositRow, at: number): Phase<void> {
  const { id, status, asset, amount, credited_sun: creditedSun } = row;
  if (asset !== "TRX" && asset !== "USDT") return;
  const availableSun = yield* availableSunOf(row.customer_id);
  const event: DepositEvent = {
    ...{ event: "deposit", depositId: id, status, asset, amount },
    ...{ creditedSun, availableSun },
  };
  if (status !== "credited") return yield* tellOfMoney(row.customer_id, { key, event, at });
  yield* tellPaidIn(row.customer_id, sun(creditedSun), { key, event, at });
}
