/**
 * What could not be read of the chain, so that nobody's bytes hold up a block: it is noted where it may have moved money or
 * stake of ours, and stays open until it was read in another way, or the operator has looked at it.
 */
import type { Address } from "../domain/address.js";
import { DeskError } from "../domain/errors.js";
import type { UnreadTransaction } from "../domain/transaction-acts.js";
import { depositAddressesAmong, firstUsdtRate } from "../store/deposits.js";
import { raiseIncident } from "../store/incidents.js";
import {
  countNotRead,
  countOpenTransactions,
  insertNotRead,
  isPassedByAny,
  type NotReadBy,
  type NotReadFilter,
  type NotReadRow,
  openNotRead,
  settleNotRead,
  settleTransactions,
} from "../store/not-read.js";
import { ownersAmong } from "../store/owners.js";
import type { Phase } from "../store/phase.js";
import { deleteSetting, readSetting, writeSetting } from "../store/settings.js";
import type { Engine } from "./context.js";

/** A whole block that no host can give. */
export function* noteBlockNotRead(
  block: number,
  reader: NotReadBy,
  reason: string,
  at: number,
): Phase<boolean> {
  return yield* note({ block, reader, txid: null, account: null, reason, at });
}

/** What a block had of transactions that cannot be read. */
interface UnreadBlock {
  readonly number: number;
  readonly unread: readonly UnreadTransaction[];
}

/** Transactions of others that touch an owner of stake, or a contract of which calls are read. */
export function* noteStakeNotRead(
  block: UnreadBlock,
  reader: NotReadBy,
  token: Address | undefined,
  at: number,
): Phase<void> {
  const touching: Touching[] = [];
  for (const one of block.unread) {
    const [owner] = yield* ownersAmong(one.addresses);
    const account = owner ?? one.addresses.find((address) => address === token);
    if (account === undefined) continue;
    // Before the first rate no USDT is taken, and no events are read that would decide.
    if (owner || (yield* firstUsdtRate()) !== undefined) touching.push({ ...one, account });
  }
  yield* noteTransactions(block.number, reader, touching, at);
}

/** Transactions of others that touch an address of a customer. */
export function* noteDepositsNotRead(block: UnreadBlock, at: number): Phase<void> {
  const touching: Touching[] = [];
  for (const one of block.unread) {
    const [account] = (yield* depositAddressesAmong(one.addresses)).keys();
    if (account !== undefined) touching.push({ ...one, account });
  }
  yield* noteTransactions(block.number, "deposits", touching, at);
}

interface Touching extends UnreadTransaction {
  readonly account: Address;
}

/** Anybody can cause many of them: those beyond the maximum are only counted. */
const MOST_OF_A_BLOCK = 10;
const MOST_OPEN = 1_000;

function* noteTransactions(
  block: number,
  reader: NotReadBy,
  touching: readonly Touching[],
  at: number,
): Phase<void> {
  if (touching.length === 0) return;
  const left = MOST_OPEN - (yield* countNotRead()).transactions;
  const kept = touching.slice(0, Math.max(0, Math.min(MOST_OF_A_BLOCK, left)));
  for (const { txid, account, reason } of kept) {
    yield* note({ block, reader, txid, account, reason, at });
  }
  const beyond = touching.length - kept.length;
  if (beyond > 0) yield* writeSetting("not-kept", (yield* readNotKept()) + beyond, reader, at);
}

function* readNotKept(): Phase<number> {
  const count = yield* readSetting("not-kept");
  return typeof count === "number" ? count : 0;
}

interface Unread {
  readonly block: number;
  readonly reader: NotReadBy;
  readonly txid: string | null;
  readonly account: Address | null;
  readonly reason: string;
  readonly at: number;
}

function* note({ block, at, ...unread }: Unread): Phase<boolean> {
  return yield* insertNotRead({ ...unread, block_number: block, noted_at: at });
}

/** What is still to be read, the oldest first. */
export function readNotRead({ database }: Engine, limit: number): Promise<NotReadRow[]> {
  return database.read(() => openNotRead(limit));
}

export interface NotReadCounts {
  readonly blocks: number;
  readonly transactions: number;
  /** Transactions beyond the most that are kept. */
  readonly notKept: number;
}

export function* notReadCounts(): Phase<NotReadCounts> {
  return { ...(yield* countNotRead()), notKept: yield* readNotKept() };
}

/** How much is still to be read, and the oldest of it. */
export function readNotReadState({ database }: Engine) {
  return database.read(function* () {
    const [oldest] = yield* openNotRead(1);
    const oldestOfAll = oldest ? { block: oldest.block_number, notedAt: oldest.noted_at } : null;
    return { ...(yield* notReadCounts()), oldest: oldestOfAll };
  });
}

/** Settles one that the operator has looked at. Throws NOT_FOUND when it is not open. */
export async function settleUnread({ database, now }: Engine, id: number): Promise<void> {
  const at = now();
  if (await database.commit(() => settleNotRead(id, at))) return;
  throw new DeskError(
    "NOT_FOUND",
    `Nothing unread has the number ${id}, or it is settled. \`desk unread list\` shows what is open.`,
  );
}

/** How many transactions the choice covers. */
export function readUnreadTransactions(
  { database }: Engine,
  filter: NotReadFilter,
): Promise<number> {
  return database.read(() => countOpenTransactions(filter));
}

/** Settles transactions that the operator has looked at, and returns how many. Whole blocks are settled one by one. */
export async function settleUnreadTransactions(
  { database, now }: Engine,
  filter: NotReadFilter,
): Promise<number> {
  const at = now();
  const isAll = filter.block === undefined && filter.account === undefined;
  return database.commit(function* () {
    if (isAll) yield* deleteSetting("not-kept");
    return yield* settleTransactions(filter, at);
  });
}

export interface PassedBlock {
  readonly number: number;
  readonly id: string;
  readonly parentId: string;
  readonly timestampMs: number;
}

/** The first to note it raises the incident. */
export function* notePassed(
  block: number,
  reader: NotReadBy,
  reason: string,
  at: number,
): Phase<void> {
  const isKnown = yield* isPassedByAny(block);
  yield* noteBlockNotRead(block, reader, reason, at);
  if (!isKnown) yield* raiseIncident("block-not-read", textOf(block, reason), at);
}

function textOf(block: number, reason: string): string {
  return `Block ${block} could not be read for a minute, and the blocks around it could: the desk goes on without it (${reason}). Its own transactions are asked for by their ids once it is solid. What customers paid in there is not credited until it was read: \`desk deposit scan ${block}\`.`;
}
