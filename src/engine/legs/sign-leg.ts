/**
 * From planned to sent. The lock and the stake are decided again on what the chain says now, the signed bytes are committed
 * with their first attempt before they are sent, and a planned leg that can no longer be delivered dies at once.
 */
import type { Address } from "../../domain/address.js";
import { assert } from "../../domain/assert.js";
import { durationMs } from "../../domain/duration.js";
import { mayLock, NO_LOCK } from "../../domain/leg.js";
import type { Sun } from "../../domain/money.js";
import { stakeWithHeadroom } from "../../domain/stake.js";
import { plannedLegs } from "../../store/leg-lists.js";
import { advanceLeg, changeLeg, findLeg, type LegRow } from "../../store/legs.js";
import { capacityOf, readStakeRatio, reserve, takeTimestamps } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import type { Moment } from "../context.js";
import { knownLocks } from "./known-locks.js";
import { legDied } from "./settle-leg.js";

/** Legs whose owner may not sign now: they are planned anew with others. */
export function* movePlannedLegsAway(owner: Address, moment: Moment): Phase<number> {
  const legs = yield* plannedLegs(owner, 500);
  for (const leg of legs) yield* legDied(leg, "owner paused", moment);
  return legs.length;
}

export interface ReadyLeg {
  readonly leg: LegRow;
  readonly stakeSun: Sun;
  readonly locked: boolean;
}

/**
 * Decides how planned legs are delegated now. `lockEnds` holds the end of the live lock that the chain shows for a leg's
 * owner, receiver and resource (0 when none). Returns the legs to sign, with the first of as many timestamps.
 */
export function* readyToSign(
  owner: Address,
  legIds: readonly string[],
  lockEnds: ReadonlyMap<string, number>,
  moment: Moment,
): Phase<{ ready: ReadyLeg[]; firstTimestampMs: number }> {
  const ready: ReadyLeg[] = [];
  for (const id of legIds) {
    const leg = yield* findLeg(id);
    if (leg?.state !== "planned") continue;
    const decided = yield* decide(leg, lockEnds.get(id) ?? 0, moment);
    if (decided) ready.push(decided);
  }
  const firstTimestampMs = yield* takeTimestamps(
    owner,
    Math.max(1, ready.length),
    moment.headTimestampMs,
  );
  return { ready, firstTimestampMs };
}

function* decide(leg: LegRow, lockEnd: number, moment: Moment): Phase<ReadyLeg | undefined> {
  const { lockMode, headroom } = moment.policy;
  const newExpiresAt = moment.headTimestampMs + durationMs(leg.duration);
  const ours = (yield* knownLocks(leg, leg.id)).get(leg.owner) ?? NO_LOCK;
  const known = { ...ours, expiresAt: Math.max(ours.expiresAt, lockEnd) };
  const locked = leg.locked === 1 && mayLock(known, newExpiresAt, moment.headTimestampMs);
  const mustLock = lockMode === "always" || leg.seller_sun !== null;
  if (leg.locked && !locked && mustLock) {
    yield* legDied(leg, "cannot be locked", moment);
    return undefined;
  }
  const ratio = yield* readStakeRatio(leg.resource);
  assert(ratio, "a leg was planned without a stake ratio");
  const stakeSun = stakeWithHeadroom(leg.units, ratio, leg.duration, headroom);
  const reserved = stakeSun > leg.reserved_sun ? yield* raise(leg, stakeSun) : leg;
  if (!reserved) {
    yield* legDied(leg, "owner_capacity", moment);
    return undefined;
  }
  return { leg: reserved, stakeSun, locked };
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
  readonly leg: LegRow;
  readonly txid: string;
  readonly hex: string;
  readonly stakeSun: Sun;
  readonly locked: boolean;
  readonly expiresAt: number;
}

/** Commits signed bytes and their first attempt; what was cancelled meanwhile is left out and must not be sent. */
export function* legsSigned(signed: readonly SignedLeg[]): Phase<LegRow[]> {
  const toSend: LegRow[] = [];
  for (const { leg, txid, hex, stakeSun, locked, expiresAt } of signed) {
    const now = yield* findLeg(leg.id);
    if (now?.state !== "planned") continue;
    const change = {
      txid,
      transaction_hex: hex,
      transaction_expires_at: expiresAt,
      stake_sun: stakeSun,
      locked: locked ? (1 as const) : (0 as const),
      attempts: 1,
    };
    toSend.push(yield* advanceLeg(now, "signed", change));
  }
  return toSend;
}

/** Counts another attempt with the same bytes, before they go out; undefined when they need not go out any more. */
export function* nextAttempt(legId: string): Phase<LegRow | undefined> {
  const leg = yield* findLeg(legId);
  if (leg?.state !== "signed" && leg?.state !== "sent") return undefined;
  if (leg.failed_block !== null) return undefined;
  return yield* changeLeg(leg, { attempts: leg.attempts + 1 });
}

/** The node has taken the bytes, or may have. */
export function* legSent(legId: string): Phase<void> {
  const leg = yield* findLeg(legId);
  if (leg?.state === "signed") yield* advanceLeg(leg, "sent");
}

export function* legsSent(legIds: readonly string[]): Phase<void> {
  for (const id of legIds) yield* legSent(id);
}
