/**
 * Whether a delegation may be locked, and for how long. All locked stake of a record (owner, receiver, resource) shares one end on
 * the chain: a further lock is refused if it ends earlier, and otherwise moves the end of all. Times are chain time.
 */
import { BLOCK_SECONDS, type Duration, durationSeconds } from "./duration.js";

/** How a delegation is locked on chain; `never` departs from the order contract, and the start says so. */
export const LOCK_MODES = ["auto", "always", "never"] as const;
export type LockMode = (typeof LOCK_MODES)[number];

/** The lock that a node uses when it does not know the period: 3 days, in blocks. */
const FIXED_LOCK_BLOCKS = 86_400;
const BLOCK_MS = BLOCK_SECONDS * 1_000;

function durationBlocks(duration: Duration): number {
  return durationSeconds(duration) / BLOCK_SECONDS;
}

/**
 * The `lock_period` that covers a duration, in blocks: it counts from the block before the one that includes it, so it is a block
 * longer where the network allows (`maxBlocks`, its `getMaxDelegateLockPeriod`). 15m is 301 blocks; 30d is 864,000 where no
 * more is allowed.
 */
export function lockPeriodBlocks(duration: Duration, maxBlocks: number): number {
  const blocks = durationBlocks(duration);
  return Math.max(blocks, Math.min(blocks + 1, maxBlocks));
}

export function lockPeriodMs(duration: Duration, maxBlocks: number): number {
  return lockPeriodBlocks(duration, maxBlocks) * BLOCK_MS;
}

/** Whether a network can lock for a duration. */
function locksFor(duration: Duration, maxBlocks: number): boolean {
  const blocks = durationBlocks(duration);
  return maxBlocks > FIXED_LOCK_BLOCKS
    ? blocks <= maxBlocks
    : maxBlocks === FIXED_LOCK_BLOCKS && blocks === FIXED_LOCK_BLOCKS;
}

/**
 * The lock mode for a duration on a network: `auto` becomes `never` if the network cannot lock for so long. It stays `auto`
 * while the network's limit is not known.
 */
export function effectiveLockMode(
  mode: LockMode,
  duration: Duration,
  maxBlocks: number | undefined,
): LockMode {
  if (mode !== "auto" || maxBlocks === undefined) return mode;
  return locksFor(duration, maxBlocks) ? mode : "never";
}

/** A leg that is locked, or is to be. */
export interface LockedLeg {
  readonly units: number;
  readonly durationMs: number;
  /** Once in a block: the end of its own rental. */
  readonly endsAt?: number;
  /** Once in a block: until when it is held, by its lock or its own rental. */
  readonly lockedUntil?: number;
  /** Once signed: no block later than this takes its bytes. */
  readonly bytesExpireAt?: number;
}

/** What is known of the locked stake of one record. */
export interface KnownLock {
  readonly legs: readonly LockedLeg[];
  /** The end of a lock that the chain reported; 0 for none. */
  readonly reportedUntil: number;
}

export const NO_LOCK: KnownLock = { legs: [], reportedUntil: 0 };

/** Whether a further lock would join another, live or on its way. */
export function hasLock({ legs, reportedUntil }: KnownLock, headTimestampMs: number): boolean {
  const isOver = (until: number) => until < headTimestampMs;
  const isLive = legs.some(({ lockedUntil }) => lockedUntil === undefined || !isOver(lockedUntil));
  return isLive || !isOver(reportedUntil);
}

/** When its lock ends as far as is known; undefined while a leg that may move the end is in no block yet. */
export function lockEndOf({ legs, reportedUntil }: KnownLock): number | undefined {
  const ends = legs.flatMap(({ lockedUntil }) => lockedUntil ?? []);
  return ends.length < legs.length ? undefined : Math.max(reportedUntil, ...ends);
}

/** A leg that would be locked now. */
export interface Joiner {
  readonly units: number;
  readonly durationMs: number;
  readonly periodMs: number;
  /** Sellers' locks are moved by a minute at most: the stake is theirs. */
  readonly isSellers: boolean;
}

export interface LockTerms {
  readonly headTimestampMs: number;
  /** How long a transaction may wait for a block. */
  readonly transactionLifeMs: number;
  /** The receiver has locks of the resource, live or on their way, of any owner. */
  readonly isBusy: boolean;
  /** How long a leg may be locked beyond its own end, in percent of its duration. */
  readonly overrunPercent: number;
}

/**
 * Parts of a transaction's life. `busy`: what the bytes of a lock have for a receiver that has others, since whatever is on its way may
 * come that late, and so bounds what may join it. `alone`: what must be left for one that joins others, or it would hardly reach a
 * block. `besideOthers`: the same while others are on their way, as a rush may take longer.
 */
const OF_LIFE = { busy: 1 / 4, besideOthers: 1 / 12, alone: 1 / 24 } as const;

/** The most that a lock which is not the pool's, or not in our books, is moved by. */
const JOIN_WINDOW_MS = 60_000;

/** A node that is ahead of us may already show a delegation that is on its way in our books. */
const AHEAD_MS = 5 * BLOCK_MS;

/**
 * Until when the bytes of a leg may wait for a block if it is locked; undefined: it may not be. The first of a receiver waits as
 * long as any. A lock that joins others must keep two bounds, whichever block takes it and the others that are on their way: no leg
 * of the record is locked longer than a share of its own duration beyond its own end, and what a leg adds to the time of all
 * others together, counted in units, is at most that share of its own. So nobody holds much stake long by renting little of it.
 */
export function lockableUntil(
  known: KnownLock,
  joiner: Joiner,
  terms: LockTerms,
): number | undefined {
  const others = sorted(known, terms.headTimestampMs);
  const isTooMuch = joiner.units > mostBeside(others, joiner, terms);
  return isTooMuch ? undefined : lastMoment(known, others, joiner, terms);
}

/** The most of a leg's units that may be locked; fewer than all where other legs are on their way. */
export function lockableUnits(known: KnownLock, joiner: Joiner, terms: LockTerms): number {
  const others = sorted(known, terms.headTimestampMs);
  const units = Math.min(joiner.units, Math.floor(mostBeside(others, joiner, terms)));
  const isAllowed =
    units > 0 && lastMoment(known, others, { ...joiner, units }, terms) !== undefined;
  return isAllowed ? units : 0;
}

/** When the bytes for these units must be in a block; undefined where they may not be locked. */
function lastMoment(
  known: KnownLock,
  others: Others,
  joiner: Joiner,
  terms: LockTerms,
): number | undefined {
  const { headTimestampMs: headMs, transactionLifeMs: lifeMs, isBusy } = terms;
  const { periodMs, isSellers } = joiner;
  const { live, onTheirWay } = others;
  const liveUntil = Math.max(0, ...live.map(({ lockedUntil }) => lockedUntil));
  const reported = known.reportedUntil >= headMs ? known.reportedUntil : 0;
  const untilMs = reported > liveUntil ? reported : heldUntil(live);
  // Nothing joins a seller's lock while it is on its way.
  const longestMs = isBusy && !isSellers ? lifeMs * OF_LIFE.busy : lifeMs;
  if (!hasLock(known, headMs)) return headMs + longestMs;
  // The chain takes no lock that ends earlier.
  const aheadMs = onTheirWay.length > 0 ? AHEAD_MS : 0;
  if (headMs + periodMs < liveUntil || headMs + periodMs + aheadMs < reported) return undefined;
  if (onTheirWay.some(({ durationMs }) => isSellers || durationMs !== joiner.durationMs))
    return undefined;
  const lastMs = Math.min(
    headMs + longestMs,
    ...(isSellers || reported > liveUntil ? [untilMs + JOIN_WINDOW_MS - periodMs] : []),
    ...(isSellers ? [] : lastBlocks(others, joiner, terms)),
  );
  const leastMs = lifeMs * (onTheirWay.length > 0 ? OF_LIFE.besideOthers : OF_LIFE.alone);
  return lastMs >= headMs + leastMs ? Math.floor(lastMs) : undefined;
}

/**
 * The latest end that all of these share: after missed blocks one may be held beyond it, because a lock counts from the block
 * before its own and a rental from its own.
 */
function heldUntil(live: readonly LiveLeg[]): number {
  return Math.min(...live.map(({ lockedUntil }) => lockedUntil));
}

type LiveLeg = LockedLeg & Required<Pick<LockedLeg, "endsAt" | "lockedUntil">>;

interface Others {
  readonly live: readonly LiveLeg[];
  readonly onTheirWay: readonly LockedLeg[];
}

function sorted({ legs }: KnownLock, headMs: number): Others {
  const live: LiveLeg[] = [];
  const onTheirWay: LockedLeg[] = [];
  for (const leg of legs) {
    if (isDelivered(leg)) {
      if (leg.lockedUntil >= headMs) live.push(leg);
    } else onTheirWay.push(leg);
  }
  return { live, onTheirWay };
}

function isDelivered(leg: LockedLeg): leg is LiveLeg {
  return leg.lockedUntil !== undefined && leg.endsAt !== undefined;
}

/** How long a leg may be locked beyond its own end, in milliseconds. */
function overrunMs({ durationMs }: Pick<LockedLeg, "durationMs">, overrunPercent: number): number {
  return (durationMs * overrunPercent) / 100;
}

/** The times of the last blocks that each bound allows. */
function lastBlocks({ live, onTheirWay }: Others, joiner: Joiner, terms: LockTerms): number[] {
  const { headTimestampMs: headMs, overrunPercent } = terms;
  const { units, periodMs } = joiner;
  const ownMs = overrunMs(joiner, overrunPercent);
  /** How much later all of these may end for so many units of this duration. */
  const laterMs = (allUnits: number) => (ownMs * units) / allUnits;
  const liveUnits = unitsOf(live);
  const allUnits = liveUnits + unitsOf(onTheirWay);
  const last: number[] = live.map((leg) => leg.endsAt + overrunMs(leg, overrunPercent) - periodMs);
  if (live.length > 0) last.push(heldUntil(live) + laterMs(liveUnits) - periodMs);
  // The others in the next block, this one in a later one.
  if (onTheirWay.length > 0) last.push(headMs + Math.min(ownMs, laterMs(allUnits)));
  return last;
}

/** With how many units legs on their way may be joined: each may come last, and then holds all beside it for longer. */
function mostBeside(
  { live, onTheirWay }: Others,
  joiner: Joiner,
  { headTimestampMs: headMs, transactionLifeMs: lifeMs, overrunPercent }: LockTerms,
): number {
  const shareMs = overrunMs(joiner, overrunPercent);
  const allUnits = unitsOf(live) + unitsOf(onTheirWay);
  const most = onTheirWay.map(({ units, bytesExpireAt }) => {
    const spanMs = (bytesExpireAt ?? headMs + lifeMs * OF_LIFE.busy) - headMs;
    if (spanMs > shareMs) return 0;
    return spanMs > 0 ? (shareMs * units) / spanMs - (allUnits - units) : Number.POSITIVE_INFINITY;
  });
  return Math.min(Number.POSITIVE_INFINITY, ...most);
}

function unitsOf(legs: readonly LockedLeg[]): number {
  return legs.reduce((sum, { units }) => sum + units, 0);
}

/**
 * Whether a lock that ends at `untilMs` breaks a bound for the others of its record, as they were held before: a fork may have
 * brought it later than it was signed for.
 */
export function breaksBound(
  others: readonly Required<Omit<LockedLeg, "bytesExpireAt">>[],
  joined: Pick<LockedLeg, "units" | "durationMs">,
  { untilMs, overrunPercent }: { readonly untilMs: number; readonly overrunPercent: number },
): boolean {
  let added = 0;
  for (const other of others) {
    const laterMs = Math.max(0, untilMs - other.lockedUntil);
    if (laterMs > 0 && untilMs - other.endsAt > overrunMs(other, overrunPercent)) return true;
    added += other.units * laterMs;
  }
  return added > joined.units * overrunMs(joined, overrunPercent);
}
