/**
 * The end of rentals: the stake is taken back by amount, after the chain's record was compared with our legs. All legs of a record
 * that have ended by then go back in one undelegation.
 */
import { assert } from "../../domain/assert.js";
import type { LegId } from "../../domain/ids.js";
import { type Sun, sun } from "../../domain/money.js";
import { cursorBlock } from "../../store/chain-blocks.js";
import {
  advanceLeg,
  changeLeg,
  findLeg,
  findLegs,
  type LegRow,
  stakeBeside,
} from "../../store/legs.js";
import { takeTimestamps } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import {
  countReclaimAttempt,
  type SignedReclaim,
  setReclaimSigned,
  setReclaimsSent,
  undoOnlyAttempt,
  undoReclaim,
} from "../../store/reclaims.js";
import { readPrivateStake } from "../../store/stake-acts.js";
import type { OpenLeg } from "./open-work.js";

/** What the chain says is delegated from one owner to one receiver of one resource. */
export interface RecordOnChain {
  readonly unlockedSun: Sun;
  readonly lockedSun: Sun;
  readonly lockExpiresAt: number;
}

/** When a record was looked at. */
export interface Look {
  /** The newest block that its node had, and the desk had followed. */
  readonly blockId: string;
  readonly headTimestampMs: number;
  /** Since when every look has missed some of the stake. */
  readonly missingSinceMs?: number;
}

/**
 * `old`: a block has come since the record was read; `missing`: the record lacks some of the legs, not yet for long enough to be sure;
 * `gone`: for long enough; `locked`: this record's lock was extended.
 */
export type ReclaimStep =
  | { readonly step: "old" | "wait" | "missing" | "gone" | "locked" }
  | ({ readonly step: "reclaim" } & ToTakeBack);

/** Legs of one record that go back in one undelegation. */
export interface ToTakeBack {
  readonly legIds: readonly LegId[];
  readonly stakeSun: Sun;
  readonly timestampMs: number;
}

/** Every look in this chain time must miss it: a lagging node, or one that lost data, may show nothing once. */
const MISSING_FOR_MS = 60_000;

const stakeOf = (legs: readonly LegRow[]) =>
  sun(legs.reduce((sum, leg) => sum + (leg.stake_sun ?? 0), 0));

/**
 * Compares the chain's record with its legs that have ended: some can be taken back now, all must wait, or have a lock that was
 * extended, or the owner took stake back themselves (missing at every look). The record is one sum for all legs of the owner and the
 * receiver, so the other legs' stake and the owner's own are subtracted first: never is more taken than the legs' own stake, nor what
 * another rental needs.
 */
export function* judgeReclaim(
  legIds: readonly LegId[],
  record: RecordOnChain,
  { blockId, headTimestampMs, missingSinceMs }: Look,
): Phase<ReclaimStep> {
  if ((yield* cursorBlock())?.id !== blockId) return { step: "old" };
  const legs = (yield* findLegs(legIds)).filter(({ state }) => state === "solidified");
  const [leg] = legs;
  if (!leg) return { step: "wait" };
  const { ownSun, leavingSun, isOpen } = yield* ownStake(legs, record);
  if (ownSun < stakeOf(legs)) {
    if (isOpen) return { step: "wait" };
    const missingMs = headTimestampMs - (missingSinceMs ?? headTimestampMs);
    return { step: missingMs < MISSING_FOR_MS ? "missing" : "gone" };
  }
  const lockEnded = record.lockExpiresAt < headTimestampMs;
  const freeSun = record.unlockedSun + (lockEnded ? record.lockedSun : 0);
  const taken: LegRow[] = [];
  for (const next of legs.sort((a, b) => (a.expires_at ?? 0) - (b.expires_at ?? 0))) {
    if (stakeOf([...taken, next]) <= freeSun - leavingSun) taken.push(next);
  }
  if (taken.length === 0) {
    // What is free may be on its way back already.
    return { step: legs.some((one) => stakeOf([one]) <= freeSun) ? "wait" : "locked" };
  }
  const timestampMs = yield* takeTimestamps(leg.owner, 1, headTimestampMs);
  return {
    step: "reclaim",
    legIds: taken.map(({ id }) => id),
    stakeSun: stakeOf(taken),
    timestampMs,
  };
}

/** The stake of the record that is left for the legs; open while the chain may count what the books do not, or the reverse. */
function* ownStake(legs: readonly LegRow[], record: RecordOnChain) {
  const [leg] = legs;
  assert(leg, "a record has a leg");
  const ids = legs.map(({ id }) => id);
  const { delegated_sun, leaving_sun, young } = yield* stakeBeside(leg, ids);
  const totalSun = record.unlockedSun + record.lockedSun;
  const withoutPrivateSun = totalSun - delegated_sun - leaving_sun;
  const privateSun = yield* readPrivateStake(leg);
  // More than the whole record cannot be the owner's own: a block was reported wrong, so nothing is left.
  const ownSun = withoutPrivateSun - (privateSun > totalSun ? 0 : privateSun);
  // A node may already have subtracted what is being taken back, and not yet added young legs.
  return { ownSun, leavingSun: leaving_sun, isOpen: leaving_sun > 0 || young > 0 };
}

/**
 * The owner took a leg's stake back themselves, which is final for us: so the solidified record, where a node serves it, must lack
 * it too. False when it does not.
 */
export function* ownerTookBack(legId: string, solid: RecordOnChain | undefined): Phase<boolean> {
  const leg = yield* findLeg(legId);
  if (leg?.state !== "solidified") return false;
  const left = solid && (yield* ownStake([leg], solid));
  if (left && (left.isOpen || left.ownSun >= (leg.stake_sun ?? 0))) return false;
  yield* advanceLeg(leg, "released");
  return true;
}

/** Its lock ends later than its rental: look again then. */
export function* lockExtended(legId: string, endsAt: number): Phase<void> {
  const leg = yield* findLeg(legId);
  if (leg?.state === "solidified") yield* changeLeg(leg, { expires_at: endsAt });
}

/** Takes the timestamp for an undelegation that is about to be signed. */
export function* takeReclaimTimestamp(
  { owner }: Pick<OpenLeg, "owner">,
  headTimestampMs: number,
): Phase<number> {
  return yield* takeTimestamps(owner, 1, headTimestampMs);
}

/**
 * Stores the bytes and the first attempt before anything is sent. False, and nothing may be sent, when one of the legs has moved
 * on.
 */
export function* reclaimSigned(
  { legIds, stakeSun }: Pick<ToTakeBack, "legIds" | "stakeSun">,
  signed: SignedReclaim,
): Phase<boolean> {
  const legs = (yield* findLegs(legIds)).filter(({ state }) => state === "solidified");
  if (legs.length !== legIds.length) return false;
  const records = new Set(legs.map((leg) => `${leg.owner} ${leg.receiver} ${leg.resource}`));
  assert(records.size === 1, `${signed.txid} would take back ${records.size} records`);
  assert(stakeOf(legs) === stakeSun, `${signed.txid} takes back more or less than its legs`);
  const changed = yield* setReclaimSigned(legIds, signed);
  assert(changed === legs.length, `a leg of ${signed.txid} has moved on`);
  return true;
}

/** The node has the bytes of these, or may have. */
export function* reclaimsSent(txids: readonly string[]): Phase<void> {
  if (txids.length > 0) yield* setReclaimsSent(txids);
}

/** Counts another attempt with the same bytes before they go out; false when they need not go out any more. */
export function* nextReclaimAttempt(txid: string): Phase<boolean> {
  return yield* countReclaimAttempt(txid);
}

/**
 * The node has definitely refused the only attempt. Does nothing when these bytes went out again or reached a block meanwhile.
 */
export function* reclaimRefused(txid: string): Phase<boolean> {
  return yield* undoOnlyAttempt(txid);
}

/** These bytes failed for good or will never be included: the legs wait to be taken back with new ones. */
export function* reclaimDead(txid: string): Phase<boolean> {
  return yield* undoReclaim(txid);
}
