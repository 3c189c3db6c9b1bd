/**
 * Takes back, after a restore, what the desk's key has delegated of the pool since the backup and the restored books do not know.
 * Solid blocks tell of it, each delegation by its signature; what anybody has taken back since is no longer left. Nothing is taken
 * before the operator has seen the list, and never more than the record holds beyond the legs of the books.
 */
import type { Address } from "../../domain/address.js";
import { type Sun, sun } from "../../domain/money.js";
import type { Resource } from "../../domain/resource.js";
import type { StakeAct } from "../../domain/transaction-acts.js";
import { findOwner } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { findLegByReclaimTxid, type SignedReclaim } from "../../store/reclaims.js";
import { readSetting, writeSetting } from "../../store/settings.js";
import {
  confirmTakeBacks,
  endedStakes,
  endTakeBack,
  findTakeBack,
  insertTakeBack,
  isTakeBack,
  lessenTakeBack,
  openTakeBacks,
  openTakeBacksOf,
  setTakeBack,
  stakeInBooks,
  type TakeBackRow,
  type TakeBackState,
} from "../../store/take-backs.js";
import type { Engine } from "../context.js";
import type { RecordOnChain } from "../legs/reclaim-leg.js";
import { readRestored } from "../restored.js";
import type { Difference } from "./reconcile.js";

export interface TakeBack {
  /** The transaction of the delegation. */
  readonly txid: string;
  readonly owner: Address;
  readonly receiver: Address;
  readonly resource: Resource;
  /** What nobody has taken back of it. */
  readonly stakeSun: Sun;
  readonly state: TakeBackState;
  readonly undelegation: SignedReclaim | null;
}

export interface TakeBacks {
  /** The next solid block to be read; undefined where no restore says from which one. */
  readonly nextBlock: number | undefined;
  /** Those that are not over. */
  readonly open: readonly TakeBack[];
}

export interface TakeBackList {
  /** Blocks that are still to be read; null once the list is whole. */
  readonly reading: { readonly nextBlock: number; readonly lastBlock: number } | null;
  readonly confirmed: boolean;
  /** Signed by this desk's key since the backup, and not taken back yet. */
  readonly ours: readonly (TakeBack & { readonly lockExpiresAt: number | null })[];
  /** The rest of what the chain has more than the books. */
  readonly notOurs: readonly (Difference & { readonly notOursSun: Sun })[];
  readonly counts: TakeBackCounts;
}

export function readTakeBacks({ database }: Engine): Promise<TakeBacks> {
  return database.read(function* (): Phase<TakeBacks> {
    return { nextBlock: yield* nextBlock(), open: (yield* openTakeBacks()).map(takeBackOf) };
  });
}

type TakeBackCounts = Readonly<Record<TakeBackState, number>>;

function takeBackOf({ left_sun, ...row }: TakeBackRow): TakeBack {
  const { txid, owner, receiver, resource, state } = row;
  const { undelegate_txid, undelegate_hex: hex, undelegate_expires_at: expiresAt } = row;
  const isSigned = undelegate_txid !== null && hex !== null && expiresAt !== null;
  return {
    ...{ txid, owner, receiver, resource, state, stakeSun: left_sun },
    undelegation: isSigned ? { txid: undelegate_txid, hex, expiresAt } : null,
  };
}

/** Kept beyond the end of the restore: locks last for weeks. */
function* nextBlock(): Phase<number | undefined> {
  const begun = (yield* readSetting("take-back")) as { readonly nextBlock: number } | undefined;
  return begun?.nextBlock;
}

/** At a restore: what follows this block may be in no book. What is under way since an earlier one is followed without a gap. */
export function* takeBackAfter(block: number, at: number): Phase<void> {
  const begun = yield* nextBlock();
  const isUnderWay = (yield* readRestored()) !== undefined || (yield* openTakeBacks()).length > 0;
  if (begun !== undefined && isUnderWay) return;
  yield* writeSetting("take-back", { nextBlock: block + 1 }, "take-back", at);
}

export interface ActsOfOurKey {
  readonly number: number;
  readonly timestampMs: number;
  /** Delegations of the pool that our key has signed and that are no leg's, and everybody's undelegations, in their order. */
  readonly acts: readonly { readonly txid: string; readonly stake: StakeAct }[];
}

/** Notes what solid blocks tell, each once and in their order. */
export function* takeBackRead(blocks: readonly ActsOfOurKey[], at: number): Phase<void> {
  let next = yield* nextBlock();
  for (const block of blocks) {
    if (block.number !== next) continue;
    for (const { txid, stake } of block.acts) {
      if (stake.kind === "undelegate") yield* takenByOthers(txid, stake, block.timestampMs);
      else {
        const { owner, receiver, resource } = stake;
        const row = { txid, owner, receiver, resource, left_sun: sun(stake.stakeSun) };
        yield* insertTakeBack({ ...row, block_number: block.number }, at);
      }
    }
    next += 1;
    yield* writeSetting("take-back", { nextBlock: next }, "take-back", at);
  }
}

/**
 * Who took it back does not matter: what may be gone is not ours to take. The end of legs is theirs, and may be the end of some of
 * these with them: what of one record ended together went back in one undelegation.
 */
function* takenByOthers(txid: string, stake: StakeAct, timestampMs: number): Phase<void> {
  if ((yield* findOwner(stake.owner))?.kind !== "pool") return;
  if ((yield* findLegByReclaimTxid(txid)) || (yield* isTakeBack(txid))) return;
  const { stakeSun } = stake;
  const ofLegs = new Set(runsOf(yield* endedStakes(stake, timestampMs)).map(sumOf));
  if (ofLegs.has(stakeSun)) return;
  const rows = (yield* openTakeBacksOf(stake)).filter(({ state }) => state !== "signed");
  const runs = runsOf(rows).map((run) => ({ run, sun: sumOf(run.map((row) => row.left_sun)) }));
  const exact =
    runs.find(({ sun: ofRun }) => ofRun === stakeSun) ??
    runs.find(({ sun: ofRun }) => ofLegs.has(stakeSun - ofRun));
  let goneSun: number = stakeSun;
  for (const row of exact?.run ?? rows) {
    const bySun = Math.min(goneSun, row.left_sun);
    if (bySun > 0) yield* lessenTakeBack(row, bySun);
    goneSun -= bySun;
  }
}

/** All that stands together in a list. */
function runsOf<T>(list: readonly T[]): T[][] {
  return list.flatMap((_, from) =>
    list.slice(from).map((_last, at) => list.slice(from, from + at + 1)),
  );
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

/** The operator has seen the list: what is on it is taken back. Returns how many are new. */
export function* takeBackConfirmed(): Phase<number> {
  return yield* confirmTakeBacks();
}

/** `gone`: the record holds nothing, and no leg of the books could be hiding it. */
export type TakeBackStep = "take" | "wait" | "gone";

/**
 * Compares the record with the books: what legs may hold of it is never taken, nor what is locked. The lock of a record is one for
 * all of it, so one that lives keeps also what was delegated without.
 */
export function* judgeTakeBack(
  txid: string,
  record: RecordOnChain,
  headTimestampMs: number,
): Phase<TakeBackStep> {
  const row = yield* findTakeBack(txid);
  if (row?.state !== "waiting") return "wait";
  const totalSun = record.unlockedSun + record.lockedSun;
  const inBooksSun = yield* stakeInBooks(row);
  if (totalSun === 0 && inBooksSun === 0) return "gone";
  if (record.lockedSun > 0 && record.lockExpiresAt >= headTimestampMs) return "wait";
  // One at a time: the record does not tell what of it is on its way back already.
  if ((yield* openTakeBacksOf(row)).some(({ state }) => state === "signed")) return "wait";
  return totalSun - inBooksSun >= row.left_sun ? "take" : "wait";
}

/** Stores the bytes before they are sent; false, and nothing may be sent, when it is over or on its way. */
export function* takeBackSigned(txid: string, signed: SignedReclaim): Phase<boolean> {
  const row = yield* findTakeBack(txid);
  if (row?.state !== "waiting") return false;
  if ((yield* openTakeBacksOf(row)).some(({ state }) => state === "signed")) return false;
  yield* setTakeBack(txid, "signed", signed);
  return true;
}

/** By a solid block: it was taken back. */
export function* takeBackDone(txid: string): Phase<void> {
  if ((yield* findTakeBack(txid))?.state === "signed") yield* endTakeBack(txid);
}

/** Its bytes failed for good, or no block can hold them any more: it waits for new ones. */
export function* takeBackDead(txid: string): Phase<void> {
  if ((yield* findTakeBack(txid))?.state === "signed") yield* setTakeBack(txid, "waiting");
}

export function* takeBackGone(txid: string): Phase<void> {
  if ((yield* findTakeBack(txid))?.state === "waiting") yield* setTakeBack(txid, "gone");
}
