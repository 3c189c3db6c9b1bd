/**
 * Locked stake, from our own books and from what the chain reported: it keeps one end for all locks of an owner to a receiver. And what
 * refusals teach: where an owner cannot lock, and whom an order passes over for a while.
 */

import { grouped } from "../common/grouped.js";
import { HOUR_MS } from "../common/time.js";
import type { Address } from "../domain/address.js";
import type { LockChance } from "../domain/allocation.js";
import { must } from "../domain/assert.js";
import { refusedLately } from "../domain/death.js";
import { durationMs } from "../domain/duration.js";
import type { LegId } from "../domain/ids.js";
import {
  effectiveLockMode,
  hasLock,
  type KnownLock,
  type LockedLeg,
  type LockMode,
  type LockTerms,
  lockableUnits,
  lockableUntil,
  lockEndOf,
  lockPeriodMs,
  NO_LOCK,
} from "../domain/lock.js";
import { MIN_CHUNK, type Resource } from "../domain/resource.js";
import { deathsByOwner } from "../store/leg-lists.js";
import type { StakeRecord } from "../store/legs.js";
import { type LockRow, locksTo, rememberLock } from "../store/locks.js";
import type { OrderRow } from "../store/orders.js";
import type { Phase } from "../store/phase.js";
import type { Moment } from "./context.js";

/** Locks from each owner to a receiver, ignoring one leg. */
type LocksOf = (receiver: Address, except?: LegId) => Map<string, KnownLock>;

/** The locks to several receivers, in one reading. */
function* locksOf(
  receivers: readonly Address[],
  resource: Resource,
  { headTimestampMs }: Pick<Moment, "headTimestampMs">,
): Phase<LocksOf> {
  const found = yield* locksTo(receivers, resource, headTimestampMs);
  const rows = found.legs.map((row) => {
    const { id, owner, receiver } = row;
    return { id, owner, receiver, leg: lockedLegOf(row) };
  });
  const legs = new Map<Address, Map<Address, typeof rows>>();
  for (const [receiver, ofAll] of grouped(rows, (row) => row.receiver)) {
    legs.set(
      receiver,
      grouped(ofAll, ({ owner }) => owner),
    );
  }
  const reported = grouped(found.reported, ({ receiver }) => receiver);
  return (receiver, except) => {
    const known = new Map<string, KnownLock>();
    for (const [owner, own] of legs.get(receiver) ?? []) {
      const others = own.filter(({ id }) => id !== except);
      if (others.length === 0) continue;
      known.set(owner, { legs: others.map(({ leg }) => leg), reportedUntil: 0 });
    }
    for (const { owner, ends_at: reportedUntil } of reported.get(receiver) ?? []) {
      known.set(owner, { ...(known.get(owner) ?? NO_LOCK), reportedUntil });
    }
    return known;
  };
}

/** Locks from each owner to the receiver. */
export function* knownLocks(
  { receiver, resource }: Pick<OrderRow, "receiver" | "resource">,
  moment: Pick<Moment, "headTimestampMs">,
): Phase<Map<string, KnownLock>> {
  return (yield* locksOf([receiver], resource, moment))(receiver);
}

function lockedLegOf(row: LockRow): LockedLeg {
  const { units, delegated_at, expires_at, transaction_expires_at } = row;
  const leg = { units, durationMs: durationMs(row.duration) };
  if (delegated_at !== null && expires_at !== null) {
    return { ...leg, endsAt: delegated_at + leg.durationMs, lockedUntil: expires_at };
  }
  return transaction_expires_at === null ? leg : { ...leg, bytesExpireAt: transaction_expires_at };
}

/** The terms of a further lock beside these, of all owners to one receiver. */
function lockTermsOf(
  locks: ReadonlyMap<string, KnownLock>,
  { headTimestampMs, policy }: Moment,
): LockTerms {
  const { transactionLifeMs, lockOverrunPercent: overrunPercent } = policy;
  const isBusy = [...locks.values()].some((known) => hasLock(known, headTimestampMs));
  return { headTimestampMs, transactionLifeMs, isBusy, overrunPercent };
}

/** How an order's legs are locked: by the desk's own mode where it does not ask for a lock itself. */
export function lockModeFor(
  { duration, require_lock }: Pick<OrderRow, "duration" | "require_lock">,
  moment: Moment,
): LockMode {
  const { policy, maxLockPeriodBlocks } = moment;
  if (require_lock === 1) return "always";
  return effectiveLockMode(policy.lockMode, duration, maxLockPeriodBlocks);
}

/** Stands for an address without an account: nobody has a lock to it. */
export const NOBODY = "" as Address;

interface Chance extends LockChance {
  /** Until when the bytes for so many units may wait for a block; undefined: they may not be locked. */
  readonly until: (units: number) => number | undefined;
}

const NEVER: Chance = { joins: false, lockable: () => 0, until: () => undefined };

/** Who may lock for an order now, as an owner of the pool or a seller; `shownUntil` is the end of a lock that the chain shows. */
export type Chances = (owner: Address, kind: "pool" | "seller", shownUntil?: number) => Chance;

type LockSeeker = Pick<OrderRow, "receiver" | "resource" | "duration">;

export function* lockChances(order: LockSeeker, moment: Moment, except?: LegId): Phase<Chances> {
  return (yield* chancesOf([order], moment))(order, except);
}

export type ChancesOf = (order: LockSeeker, except?: LegId) => Chances;

/** The chances of several orders by the locks as they are now, in one reading for each resource; an order's without one leg. */
export function* chancesOf(orders: readonly LockSeeker[], moment: Moment): Phase<ChancesOf> {
  const { policy, maxLockPeriodBlocks } = moment;
  if (maxLockPeriodBlocks === undefined) return () => () => NEVER;
  const mayLock = ({ duration }: LockSeeker) =>
    effectiveLockMode(policy.lockMode, duration, maxLockPeriodBlocks) !== "never";
  const read = new Map<Resource, LocksOf>();
  for (const [resource, some] of grouped(orders.filter(mayLock), (order) => order.resource)) {
    const receivers = some.map(({ receiver }) => receiver);
    read.set(resource, yield* locksOf(receivers, resource, moment));
  }
  return (order, except) => {
    if (!mayLock(order)) return () => NEVER;
    const locks = must(read.get(order.resource), "the locks of an order")(order.receiver, except);
    return chancesBeside(locks, order, maxLockPeriodBlocks, moment);
  };
}

function chancesBeside(
  locks: ReadonlyMap<string, KnownLock>,
  { duration }: LockSeeker,
  maxLockPeriodBlocks: number,
  moment: Moment,
): Chances {
  const terms = lockTermsOf(locks, moment);
  const own = {
    durationMs: durationMs(duration),
    periodMs: lockPeriodMs(duration, maxLockPeriodBlocks),
  };
  return (owner, kind, shownUntil = 0) => {
    const { legs, reportedUntil } = locks.get(owner) ?? NO_LOCK;
    const known = { legs, reportedUntil: Math.max(reportedUntil, shownUntil) };
    const joiner = { ...own, isSellers: kind === "seller" };
    return {
      joins: hasLock(known, moment.headTimestampMs),
      lockable: (units) => lockableUnits(known, { ...joiner, units }, terms),
      until: (units) => lockableUntil(known, { ...joiner, units }, terms),
    };
  };
}

/**
 * Owners whose locks keep them from selling to any of these receivers, and when the first of their locks ends (chain time); undefined
 * while that is not known.
 */
export function* lockedOut(
  { resource, duration }: Pick<OrderRow, "resource" | "duration">,
  receivers: readonly Address[],
  moment: Moment,
): Phase<ReadonlyMap<string, number | undefined>> {
  let out: Map<string, number | undefined> | undefined;
  for (const receiver of receivers) {
    const locks = yield* knownLocks({ receiver, resource }, moment);
    const chances = yield* lockChances({ receiver, resource, duration }, moment);
    const here = new Map<string, number | undefined>();
    for (const [owner, known] of locks) {
      const isOut = chances(owner as Address, "seller").lockable(MIN_CHUNK[resource]) === 0;
      if (isOut && (!out || out.has(owner))) {
        const ends = [out?.get(owner), lockEndOf(known)].filter((end) => end !== undefined);
        here.set(owner, ends.length > 0 ? Math.min(...ends) : undefined);
      }
    }
    if (here.size === 0) return here;
    out = here;
  }
  return out ?? new Map();
}

/** Owners that were refused for an order lately: the cause may still be there, and two such owners must not take turns. */
export function* ownersToSkip(
  order: Pick<OrderRow, "id" | "duration" | "require_lock">,
  moment: Moment,
): Phase<ReadonlySet<Address>> {
  const deaths = yield* deathsByOwner(order.id);
  const mayUnlock = lockModeFor(order, moment) !== "always";
  const { retryOwnerAfterMs: retryAfterMs } = moment.policy;
  return refusedLately(deaths, { at: moment.at, mayUnlock, retryAfterMs });
}

/** How long one answer of a node counts: a lie must not put an owner out of work for a year. */
const BELIEVED_MS = HOUR_MS;

/** Stores a lock until `endsAt` that the chain reported; not one that is over. */
export function* learnLock(
  record: StakeRecord,
  endsAt: number,
  { headTimestampMs }: Moment,
): Phase<void> {
  if (endsAt <= headTimestampMs) return;
  yield* rememberLock(record, endsAt, Math.min(endsAt, headTimestampMs + BELIEVED_MS));
}
