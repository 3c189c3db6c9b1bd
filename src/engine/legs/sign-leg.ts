/**
 * From planned to sent. Lock and stake are decided again by what the chain shows now; the signed bytes are committed with their
 * first attempt before they are sent; a planned leg that cannot be delivered any more dies at once.
 */
import type { Address } from "../../domain/address.js";
import { mayLock } from "../../domain/allocation.js";
import { assert, must } from "../../domain/assert.js";
import type { LegId } from "../../domain/ids.js";
import { lockPeriodBlocks } from "../../domain/lock.js";
import type { Sun } from "../../domain/money.js";
import type { Resource } from "../../domain/resource.js";
import { type StakeRatio, stakeWithHeadroom } from "../../domain/stake.js";
import { plannedLegs } from "../../store/leg-lists.js";
import {
  advanceLeg,
  changeLeg,
  findLeg,
  findLegs,
  type LegRow,
  markLegsSent,
} from "../../store/legs.js";
import { findOrder } from "../../store/orders.js";
import { capacityOf, readStakeRatio, reserve, takeTimestamps } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { commitAndTell } from "../close-order.js";
import { type Engine, type Moment, settleAll, throwFirst } from "../context.js";
import { type Chances, chancesOf, learnLock, lockChances, lockModeFor } from "../known-locks.js";
import { readPool } from "../prices/pool.js";
import { type OpenLeg, openLegOf } from "./open-work.js";
import { legDied } from "./settle-leg.js";

/** The most legs moved in one call. */
const LEGS_MOVED_AT_ONCE = 500;

/** Legs whose owner may not sign now: they are planned again with others, each by itself. Returns how many. */
export async function movePlannedLegsAway(
  engine: Engine,
  owner: Address,
  moment: Moment,
): Promise<number> {
  const legs = await engine.database.read(() => plannedLegs(owner, LEGS_MOVED_AT_ONCE));
  const { done, failures } = await settleAll(
    legs.map(({ id, order_id }) => commitAndTell(engine, [order_id], () => moveAway(id, moment))),
  );
  engine.signals.emit("planned");
  throwFirst(failures);
  return done.filter((isMoved) => isMoved).length;
}

/** The death of another leg may have closed the order and ended this leg. */
function* moveAway(legId: LegId, moment: Moment): Phase<boolean> {
  const leg = yield* findLeg(legId);
  if (leg?.state !== "planned") return false;
  yield* legDied(leg, "owner paused", moment);
  return true;
}

export interface ReadyLeg {
  readonly leg: OpenLeg;
  readonly stakeSun: Sun;
  /** In blocks; 0: it is not locked. */
  readonly lockPeriodBlocks: number;
  /** The transaction's timestamp: no other transaction of the owner has it. */
  readonly timestampMs: number;
  /** No block later than that takes it: a lock that joins others must not come later. Undefined of one that is not locked. */
  readonly latestMs: number | undefined;
}

export interface ToSign {
  readonly legId: LegId;
  /** The end of the live lock that the chain shows for the leg's owner, receiver and resource; 0 when there is none. */
  readonly lockEnd: number;
}

/** Decides how planned legs of an owner are delegated now; those that are not are left out. */
export function* readyToSign(wanted: readonly ToSign[], moment: Moment): Phase<ReadyLeg[]> {
  const rows = yield* findLegs(wanted.map(({ legId }) => legId));
  const planned = wanted.flatMap(({ legId, lockEnd }) => {
    const leg = rows.find(({ id }) => id === legId);
    return leg?.state === "planned" ? { leg, lockEnd } : [];
  });
  const known = yield* knownTo(planned, moment);
  const ready: Decided[] = [];
  const doomed: { readonly leg: LegRow; readonly lockEnd: number; readonly why: Doom }[] = [];
  for (const { leg, lockEnd } of planned) {
    const decided = yield* decide(leg, lockEnd, known, moment);
    if (typeof decided === "string") doomed.push({ leg, lockEnd, why: decided });
    else ready.push(decided);
  }
  // Last: what takes their place is planned by what is known then.
  for (const { leg, lockEnd, why } of doomed) yield* giveUp(leg, lockEnd, why, moment);
  const [first] = ready;
  if (!first) return [];
  const { owner } = first.leg;
  const { headTimestampMs } = moment;
  const timestampMs = yield* takeTimestamps(owner, ready.length, headTimestampMs);
  return ready.map((one, at) => {
    return { ...one, leg: openLegOf(one.leg), timestampMs: timestampMs + at };
  });
}

type Decided = Omit<ReadyLeg, "leg" | "timestampMs"> & { readonly leg: LegRow };
type Doom = "cannot be locked" | "owner_capacity";

/** What the decisions of one round need, read once. */
interface Known {
  readonly chances: (leg: LegRow, except?: LegId) => Chances;
  readonly ratios: ReadonlyMap<Resource, StakeRatio>;
}

function* knownTo(planned: readonly { readonly leg: LegRow }[], moment: Moment): Phase<Known> {
  const locked = planned.map(({ leg }) => leg).filter((leg) => leg.locked);
  const chances = yield* chancesOf(locked, moment);
  const ratios = new Map<Resource, StakeRatio>();
  for (const resource of new Set(planned.map(({ leg }) => leg.resource))) {
    const ratio = yield* readStakeRatio(resource);
    assert(ratio, "a leg was planned without a stake ratio");
    ratios.set(resource, ratio);
  }
  return { chances, ratios };
}

/** The leg may be planned again by the death of another. */
function* giveUp(leg: LegRow, lockEnd: number, why: Doom, moment: Moment): Phase<void> {
  if ((yield* findLeg(leg.id))?.state !== "planned") return;
  if (why === "cannot be locked") yield* learnLock(leg, lockEnd, moment);
  yield* legDied(leg, why, moment);
}

function* decide(
  leg: LegRow,
  lockEnd: number,
  { chances, ratios }: Known,
  moment: Moment,
): Phase<Decided | Doom> {
  const kind = leg.seller_sun === null ? "pool" : "seller";
  // Until when the bytes may wait for a block if it is locked; undefined: it may not be.
  const latestMs = leg.locked
    ? chances(leg, leg.id)(leg.owner, kind, lockEnd).until(leg.units)
    : undefined;
  if (leg.locked && latestMs === undefined && (yield* isBetterDead(leg, moment))) {
    return "cannot be locked";
  }
  const ratio = must(ratios.get(leg.resource), "the ratio of a leg");
  const stakeSun = stakeWithHeadroom(leg.units, ratio, leg.duration, moment.policy.headroom);
  const reserved = stakeSun > leg.reserved_sun ? yield* raise(leg, stakeSun) : leg;
  if (!reserved) return "owner_capacity";
  const how = { leg: reserved, stakeSun, latestMs };
  if (latestMs === undefined) return { ...how, lockPeriodBlocks: 0 };
  const maxBlocks = must(moment.maxLockPeriodBlocks, "the network's longest lock");
  return { ...how, lockPeriodBlocks: lockPeriodBlocks(leg.duration, maxBlocks) };
}

/** The pool delivers without a lock where no other owner can lock it, unless the desk or the order wants one. */
function* isBetterDead(leg: LegRow, moment: Moment): Phase<boolean> {
  if (leg.seller_sun !== null) return true;
  const order = must(yield* findOrder(leg.order_id), "the order of a leg");
  if (lockModeFor(order, moment) === "always") return true;
  const pool = yield* readPool(moment.policy, leg.resource, leg.duration);
  const chances = yield* lockChances(leg, moment);
  return (pool?.owners ?? []).some(
    ({ owner, freeSun }) =>
      owner !== leg.owner &&
      owner !== leg.receiver &&
      freeSun >= leg.reserved_sun &&
      mayLock(chances(owner, "pool"), leg.units),
  );
}

/** Raises the reservation of a leg to the stake it needs now; undefined when the owner has not that much free. */
function* raise(leg: LegRow, stakeSun: Sun): Phase<LegRow | undefined> {
  const moreSun = stakeSun - leg.reserved_sun;
  const capacity = yield* capacityOf(leg.owner, leg.resource);
  if (!capacity || capacity.snapshot_sun - capacity.reserved_sun < moreSun) return undefined;
  yield* reserve(leg.owner, leg.resource, moreSun);
  return yield* changeLeg(leg, { reserved_sun: stakeSun });
}

export interface SignedLeg {
  readonly leg: Pick<OpenLeg, "id">;
  readonly txid: string;
  readonly hex: string;
  readonly stakeSun: Sun;
  readonly lockPeriodBlocks: number;
  readonly expiresAt: number;
}

/** Commits signed bytes and their first attempt; legs cancelled meanwhile are left out and must not be sent. */
export function* legsSigned(signed: readonly SignedLeg[]): Phase<OpenLeg[]> {
  const toSend: OpenLeg[] = [];
  const rows = yield* findLegs(signed.map(({ leg }) => leg.id));
  for (const { leg, txid, hex, stakeSun, lockPeriodBlocks, expiresAt } of signed) {
    const now = rows.find(({ id }) => id === leg.id);
    if (now?.state !== "planned") continue;
    const change = {
      txid,
      transaction_hex: hex,
      transaction_expires_at: expiresAt,
      stake_sun: stakeSun,
      locked: lockPeriodBlocks > 0 ? (1 as const) : (0 as const),
      attempts: 1,
    };
    toSend.push(openLegOf(yield* advanceLeg(now, "signed", change)));
  }
  return toSend;
}

/** Counts another attempt with the same bytes, before they go out; undefined when they need not go out any more. */
export function* nextAttempt(legId: string): Phase<OpenLeg | undefined> {
  const leg = yield* findLeg(legId);
  if (leg?.state !== "signed" && leg?.state !== "sent") return undefined;
  if (leg.failed_block !== null) return undefined;
  return openLegOf(yield* changeLeg(leg, { attempts: leg.attempts + 1 }));
}

/** The node has taken their bytes, or may have. */
export function* legsSent(legIds: readonly LegId[]): Phase<void> {
  if (legIds.length > 0) yield* markLegsSent(legIds);
}
