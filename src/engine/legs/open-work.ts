/** What waits to be done on chain, for the workers that do it. */
import type { Address } from "../../domain/address.js";
import { present } from "../../domain/assert.js";
import { firstIdSince } from "../../domain/ids.js";
import type { OwnerSnapshot } from "../../domain/stake.js";
import {
  type ChainBlockRow,
  cursorBlock,
  findChainBlock,
  listChainBlocksDescending,
} from "../../store/chain-blocks.js";
import {
  lateLegs,
  legsEndedBefore,
  legsIncluded,
  legsIncludedUpTo,
  legsInFlight,
  legsWithUnreadLock,
  newestSolidBefore,
  ownersWithIncludedReservations,
  ownersWithPlannedLegs,
  plannedLegs,
  reclaimsInFlight,
} from "../../store/leg-lists.js";
import { changeLeg, countPlannedLegs, findLeg, setLockEnd } from "../../store/legs.js";
import {
  findOwner,
  listOwners,
  type OwnerKind,
  type OwnerRow,
  setPause,
  setPermission,
  storeSnapshot,
} from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { waitsForSolid } from "../../store/waiting-for-solid.js";
import type { SeenBlock } from "../chain-clock.js";
import type { Engine } from "../context.js";
import { type OpenLeg, openLegOf } from "./open-leg.js";

/** An account whose stake the desk delegates. */
export interface Owner {
  readonly address: Address;
  readonly kind: OwnerKind;
  /** Why it does not serve at the moment. */
  readonly pauseReason: string | null;
  /** By which the desk's key delegates; null until the account is read. */
  readonly permissionId: number | null;
}

/** The newest block that the desk has followed. */
export function readCursor(engine: Engine): SeenBlock | undefined {
  const row = engine.database.read(cursorBlock);
  return row && blockOf(row);
}

export function readFollowed(engine: Engine, number: number): SeenBlock | undefined {
  const row = engine.database.read(() => findChainBlock(number));
  return row && blockOf(row);
}

/** The followed blocks, newest first. */
export function readFollowedBlocks(engine: Engine): SeenBlock[] {
  return engine.database.read(() => listChainBlocksDescending(2_000)).map(blockOf);
}

function blockOf({ number, id, timestamp_ms: timestampMs }: ChainBlockRow): SeenBlock {
  return { number, id, timestampMs };
}

export function readOwners(engine: Engine, kind: OwnerKind): Owner[] {
  return engine.database.read(() => listOwners(kind)).map(ownerOf);
}

export function readOwner(engine: Engine, address: Address): Owner | undefined {
  const row = engine.database.read(() => findOwner(address));
  return row && ownerOf(row);
}

function ownerOf({ address, kind, pause_reason, permission_id }: OwnerRow): Owner {
  return { address, kind, pauseReason: pause_reason, permissionId: permission_id };
}

export function readOwnersWithPlanned(engine: Engine): Address[] {
  return engine.database.read(ownersWithPlannedLegs);
}

/** Planned legs of an owner, oldest first. */
export function readPlanned(engine: Engine, owner: Address, limit: number): OpenLeg[] {
  return engine.database.read(() => plannedLegs(owner, limit)).map(openLegOf);
}

/** Legs whose bytes are out and in no block. */
export function readInFlight(engine: Engine): OpenLeg[] {
  return engine.database.read(legsInFlight).map(openLegOf);
}

/** Legs in blocks that are not final yet. */
export function readIncluded(engine: Engine): OpenLeg[] {
  return engine.database.read(legsIncluded).map(openLegOf);
}

/** Those of them that a solid block makes final, the oldest first. */
export function readIncludedUpTo(engine: Engine, block: number, limit: number): OpenLeg[] {
  return engine.database.read(() => legsIncludedUpTo(block, limit)).map(openLegOf);
}

/** Whether anything is decided by the next solidified blocks: what is in blocks, has failed, or has expired without one. */
export function readWaitsForSolid(engine: Engine, headTimestampMs: number): boolean {
  return engine.database.read(() => waitsForSolid(headTimestampMs));
}

/** Legs that a block holds, not final yet, although they are dead. */
export function readLate(engine: Engine): OpenLeg[] {
  return engine.database.read(lateLegs).map(openLegOf);
}

/** Legs whose rental has ended strictly before the head's time, the oldest of each owner. */
export function readEnded(engine: Engine, headTimestampMs: number, limit: number): OpenLeg[] {
  return engine.database.read(() => legsEndedBefore(headTimestampMs, limit)).map(openLegOf);
}

/** Legs whose undelegation is out and in no block. */
export function readReclaiming(engine: Engine): OpenLeg[] {
  return engine.database.read(reclaimsInFlight).map(openLegOf);
}

/** Locked legs whose end has not been read from the chain yet. */
export function readUnreadLocks(engine: Engine, limit: number): OpenLeg[] {
  return engine.database.read(() => legsWithUnreadLock(limit)).map(openLegOf);
}

export function* locksRead(
  ends: readonly { readonly legId: string; readonly lockExpiresAt: number }[],
): Phase<void> {
  for (const { legId, lockExpiresAt } of ends) yield* lockRead(legId, lockExpiresAt);
}

/** Stores the end of a lock as the chain shows it; 0 when the lock is over, which leaves the end as computed. */
function* lockRead(legId: string, lockExpiresAt: number): Phase<void> {
  const leg = yield* findLeg(legId);
  if (!leg || (leg.state !== "included" && leg.state !== "solidified")) return;
  yield* changeLeg(leg, { expiry_read: 1 });
  if (lockExpiresAt > 0) {
    yield* setLockEnd(leg, present(leg.delegated_at, "a delivered leg has a time"), lockExpiresAt);
  }
}

/** Owners with a reservation that the chain may count itself by now. */
export function readOwnersToSnapshot(engine: Engine): Address[] {
  return engine.database.read(ownersWithIncludedReservations);
}

export async function saveSnapshot(engine: Engine, snapshot: OwnerSnapshot): Promise<void> {
  await engine.database.commit(function* (): Phase<void> {
    const { owner, block, delegatableSun } = snapshot;
    yield* storeSnapshot(owner, "energy", delegatableSun.energy, block);
    yield* storeSnapshot(owner, "bandwidth", delegatableSun.bandwidth, block);
  });
}

/** What a look at an owner's account found: its permission for us, or why it is paused. */
export async function saveOwnerCheck(
  engine: Engine,
  owner: Address,
  check: { readonly permissionId?: number; readonly pauseReason: string | null },
): Promise<void> {
  await engine.database.commit(function* (): Phase<void> {
    if (check.permissionId !== undefined) yield* setPermission(owner, check.permissionId);
    yield* setPause(owner, check.pauseReason);
  });
}

export async function savePermission(
  engine: Engine,
  owner: Address,
  permissionId: number,
): Promise<void> {
  await engine.database.commit(() => setPermission(owner, permissionId));
}

/** Corrects the running count of unsigned legs. */
export function recountLoad(engine: Engine): void {
  engine.load.counted(engine.database.read(countPlannedLegs));
}

/** A transaction of ours that has been final since this chain time at least; undefined where there is none. */
export function longSolidTransaction(engine: Engine, chainTimeMs: number): string | undefined {
  const before = firstIdSince(chainTimeMs);
  return engine.database.read(() => newestSolidBefore(before, chainTimeMs))?.txid ?? undefined;
}
