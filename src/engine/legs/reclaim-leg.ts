/** The end of a rental: the stake is taken back by amount, after the chain's record was compared with our legs. */
import { assert } from "../../domain/assert.js";
import type { LegId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { advanceLeg, changeLeg, findLeg, type LegRow, stakeBeside } from "../../store/legs.js";
import { takeTimestamps } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { readPrivateStake } from "../../store/stake-acts.js";
import { type OpenLeg, openLegOf } from "./open-work.js";

/** What the chain says is delegated from one owner to one receiver of one resource. */
export interface RecordOnChain {
  readonly unlockedSun: Sun;
  readonly lockedSun: Sun;
  readonly lockExpiresAt: number;
}

/**
 * `missing`: the record lacks the leg, not yet for long enough to be sure; `gone`: for long enough; `locked`: this record's
 * lock was extended.
 */
export type ReclaimStep = "reclaim" | "wait" | "missing" | "gone" | "locked";

/** Every look in this chain time must miss it: a lagging node, or one that lost data, may show nothing once. */
const MISSING_FOR_MS = 60_000;

/**
 * Compares the chain's record with the leg: it can be taken back now, must wait, has a lock that was extended, or is gone
 * because the owner took the stake back themselves (missing at every look since `missingSinceMs`). The record is one sum for all
 * legs of the owner and the receiver, so the other legs' stake and the owner's own are subtracted first: never is more taken
 * than the leg's own stake, nor what another rental needs.
 */
export function* judgeReclaim(
  legId: string,
  record: RecordOnChain,
  headTimestampMs: number,
  missingSinceMs?: number,
): Phase<ReclaimStep> {
  const leg = yield* findLeg(legId);
  if (leg?.state !== "solidified") return "wait";
  const stakeSun = leg.stake_sun ?? 0;
  const lockEnded = record.lockExpiresAt < headTimestampMs;
  const freeSun = record.unlockedSun + (lockEnded ? record.lockedSun : 0);
  const { ownSun, isOpen } = yield* ownStake(leg, record);
  if (ownSun < stakeSun) {
    if (isOpen) return "wait";
    const missingMs = headTimestampMs - (missingSinceMs ?? headTimestampMs);
    return missingMs < MISSING_FOR_MS ? "missing" : "gone";
  }
  if (freeSun >= stakeSun) return "reclaim";
  return "locked";
}

/** The stake of the record that is left for the leg; open while the chain may count what the books do not, or the reverse. */
function* ownStake(
  leg: LegRow,
  record: RecordOnChain,
): Phase<{ readonly ownSun: number; readonly isOpen: boolean }> {
  const { delegated_sun, leaving_sun, young } = yield* stakeBeside(leg);
  const totalSun = record.unlockedSun + record.lockedSun;
  const withoutPrivateSun = totalSun - delegated_sun - leaving_sun;
  const privateSun = yield* readPrivateStake(leg);
  // More than the whole record cannot be the owner's own: a block was reported wrong, so nothing is left.
  const ownSun = withoutPrivateSun - (privateSun > totalSun ? 0 : privateSun);
  // A node may already have subtracted what is being taken back, and not yet added young legs.
  return { ownSun, isOpen: leaving_sun > 0 || young > 0 };
}

/**
 * The owner took a leg's stake back themselves, which is final for us: so the solidified record, where a node serves it, must lack
 * it too. False when it does not.
 */
export function* ownerTookBack(legId: string, solid: RecordOnChain | undefined): Phase<boolean> {
  const leg = yield* findLeg(legId);
  if (leg?.state !== "solidified") return false;
  const left = solid && (yield* ownStake(leg, solid));
  if (left && (left.isOpen || left.ownSun >= (leg.stake_sun ?? 0))) return false;
  yield* advanceLeg(leg, "released");
  return true;
}

/** Its lock ends later than its rental: look again then. */
export function* lockExtended(legId: string, endsAt: number): Phase<void> {
  const leg = yield* findLeg(legId);
  if (leg?.state === "solidified") yield* changeLeg(leg, { expires_at: endsAt });
}

/** Takes the timestamp for the undelegation that is about to be signed. */
export function* takeReclaimTimestamp(
  { owner }: Pick<OpenLeg, "owner">,
  headTimestampMs: number,
): Phase<number> {
  return yield* takeTimestamps(owner, 1, headTimestampMs);
}

export interface SignedReclaim {
  readonly txid: string;
  readonly hex: string;
  readonly expiresAt: number;
}

/**
 * Stores the bytes and the first attempt before anything is sent. Undefined, and nothing may be sent, when the leg has moved
 * on.
 */
export function* reclaimSigned(legId: LegId, signed: SignedReclaim): Phase<OpenLeg | undefined> {
  const leg = yield* findLeg(legId);
  if (leg?.state !== "solidified") return undefined;
  assert(leg.stake_sun, `leg ${leg.id} has no stake to take back`);
  const reclaiming = yield* advanceLeg(leg, "reclaim_signed", {
    reclaim_txid: signed.txid,
    reclaim_hex: signed.hex,
    reclaim_expires_at: signed.expiresAt,
    reclaim_attempts: 1,
    reclaim_block: null,
  });
  return openLegOf(reclaiming);
}

export function* reclaimSent(legId: string, txid: string): Phase<void> {
  const leg = yield* findLeg(legId);
  if (leg?.state === "reclaim_signed" && leg.reclaim_txid === txid) {
    yield* advanceLeg(leg, "reclaim_sent");
  }
}

export function* reclaimIncluded(leg: LegRow, block: number): Phase<void> {
  if (!isReclaiming(leg)) return;
  yield* changeLeg(leg, { reclaim_block: block, reclaim_failed_block: null });
}

/** A block says that it failed: the leg waits until that is final, and nothing is sent meanwhile. */
export function* reclaimStatedFailed(leg: LegRow, block: number): Phase<void> {
  if (!isReclaiming(leg) || leg.reclaim_block !== null) return;
  yield* changeLeg(leg, { reclaim_failed_block: leg.reclaim_failed_block ?? block });
}

export function* reclaimSolidified(leg: LegRow): Phase<void> {
  yield* advanceLeg(leg, "reclaimed");
}

/** Counts another attempt with the same bytes before they go out; undefined when they need not go out any more. */
export function* nextReclaimAttempt(legId: string): Phase<OpenLeg | undefined> {
  const leg = yield* findLeg(legId);
  if (!leg || !isReclaiming(leg) || leg.reclaim_block !== null) return undefined;
  if (leg.reclaim_failed_block !== null) return undefined;
  return openLegOf(yield* changeLeg(leg, { reclaim_attempts: leg.reclaim_attempts + 1 }));
}

/**
 * The node has definitely refused the only attempt. Does nothing when these bytes went out again or reached a block meanwhile.
 */
export function* reclaimRefused(legId: string, txid: string): Phase<boolean> {
  const leg = yield* findLeg(legId);
  if (leg?.state !== "reclaim_signed" || leg.reclaim_txid !== txid) return false;
  if (leg.reclaim_attempts !== 1 || leg.reclaim_block !== null) return false;
  if (leg.reclaim_failed_block !== null) return false;
  yield* reclaimFailed(leg);
  return true;
}

/** These bytes failed for good or will never be included: the leg waits to be taken back with new ones. */
export function* reclaimDead(legId: string, txid: string): Phase<boolean> {
  const leg = yield* findLeg(legId);
  if (!leg || leg.reclaim_txid !== txid || leg.reclaim_block !== null) return false;
  yield* reclaimFailed(leg);
  return true;
}

function isReclaiming(leg: LegRow): boolean {
  return leg.state === "reclaim_signed" || leg.state === "reclaim_sent";
}

/** The undelegation failed or can no longer be included: the leg waits to be taken back with new bytes. */
function* reclaimFailed(leg: LegRow): Phase<void> {
  if (!isReclaiming(leg)) return;
  yield* advanceLeg(leg, "solidified", {
    reclaim_txid: null,
    reclaim_hex: null,
    reclaim_expires_at: null,
    reclaim_attempts: 0,
    reclaim_block: null,
    reclaim_failed_block: null,
  });
}
