/** Work on the chain that waits for the workers, with what signer, resender and reclaimer need of a leg. */
import type { Address } from "../../domain/address.js";
import type { Duration } from "../../domain/duration.js";
import { firstIdSince, type LegId, type OrderId } from "../../domain/ids.js";
import type { LegState } from "../../domain/leg.js";
import type { Sun } from "../../domain/money.js";
import type { Resource } from "../../domain/resource.js";
import type { OwnerSnapshot } from "../../domain/stake.js";
import {
  type ChainBlockRow,
  cursorBlock,
  findChainBlock,
  listChainBlocksDescending,
} from "../../store/chain-blocks.js";
import { lateLegs, legsIncluded, legsInFlight, newestSolidBefore } from "../../store/leg-lists.js";
import { countPlannedLegs, type LegRow } from "../../store/legs.js";
import { isPassed } from "../../store/not-read.js";
import {
  findOwner,
  listOwners,
  type OwnerKind,
  type OwnerRow,
  setPause,
  setPermission,
  storeSnapshot,
} from "../../store/owners.js";
import { latePayouts, openPayouts } from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import { reclaimsInFlight } from "../../store/reclaims.js";
import type { SeenBlock } from "../chain-clock.js";
import type { Engine } from "../context.js";
import { payoutOfRow } from "../payouts/payout-lists.js";

/** Times are chain time. */
export interface OpenLeg {
  readonly id: LegId;
  readonly orderId: OrderId;
  readonly owner: Address;
  /** Its owner is a seller, not the pool's. */
  readonly isSellers: boolean;
  readonly receiver: Address;
  readonly resource: Resource;
  readonly duration: Duration;
  readonly state: LegState;
  readonly locked: boolean;
  /** Null until it is signed. */
  readonly stakeSun: Sun | null;
  readonly attempts: number;
  readonly delegation: SignedTransaction | null;
  /** Of the first of the legs that it takes back. */
  readonly undelegation: SignedTransaction | null;
  readonly blockNumber: number | null;
  /** A block that holds it although it is dead, until that is solid and reported. */
  readonly lateBlock: number | null;
  readonly expiresAt: number | null;
}

interface SignedTransaction {
  readonly txid: string;
  readonly hex: string;
  readonly expiresAt: number;
  /** The block in which it failed, until that is settled. */
  readonly failedBlock: number | null;
}

export function openLegOf(row: LegRow): OpenLeg {
  return {
    id: row.id,
    orderId: row.order_id,
    owner: row.owner,
    isSellers: row.seller_sun !== null,
    receiver: row.receiver,
    resource: row.resource,
    duration: row.duration,
    state: row.state,
    locked: row.locked === 1,
    stakeSun: row.stake_sun,
    attempts: row.attempts,
    delegation: signed(row.txid, row.transaction_hex, row.transaction_expires_at, row.failed_block),
    undelegation: signed(
      row.reclaim_txid,
      row.reclaim_hex,
      row.reclaim_expires_at,
      row.reclaim_failed_block,
    ),
    blockNumber: row.block_number,
    lateBlock: row.late_block,
    expiresAt: row.expires_at,
  };
}

function signed(
  txid: string | null,
  hex: string | null,
  expiresAt: number | null,
  failedBlock: number | null,
): SignedTransaction | null {
  if (txid === null || hex === null || expiresAt === null) return null;
  return { txid, hex, expiresAt, failedBlock };
}

/** No more blocks than these are ever kept. */
const FOLLOWED = 2_000;

/** An account whose stake the desk delegates. */
export interface Owner {
  readonly address: Address;
  readonly kind: OwnerKind;
  /** Why it does not serve at the moment. */
  readonly pauseReason: string | null;
  /** Id of the permission by which the desk's key delegates; null until the account is read. */
  readonly permissionId: number | null;
}

/** The newest block that the desk has followed. */
export async function readCursor(engine: Engine): Promise<SeenBlock | undefined> {
  const row = await engine.database.read(cursorBlock);
  return row && blockOf(row);
}

/** An `isPassed` block was followed without being read: the blocks around it named it. */
export function readFollowed({ database }: Engine, number: number) {
  return database.read(function* () {
    const row = yield* findChainBlock(number);
    return row && { ...blockOf(row), isPassed: yield* isPassed(number) };
  });
}

/** The followed blocks, newest first. */
export async function readFollowedBlocks(engine: Engine): Promise<SeenBlock[]> {
  return (await engine.database.read(() => listChainBlocksDescending(FOLLOWED))).map(blockOf);
}

function blockOf({ number, id, timestamp_ms: timestampMs }: ChainBlockRow): SeenBlock {
  return { number, id, timestampMs };
}

export async function readOwners(engine: Engine, kind: OwnerKind): Promise<Owner[]> {
  return (await engine.database.read(() => listOwners(kind))).map(ownerOf);
}

export async function readOwner(engine: Engine, address: Address): Promise<Owner | undefined> {
  const row = await engine.database.read(() => findOwner(address));
  return row && ownerOf(row);
}

function ownerOf({ address, kind, pause_reason, permission_id }: OwnerRow): Owner {
  return { address, kind, pauseReason: pause_reason, permissionId: permission_id };
}

/**
 * All that is on the chain's way and not final, read in one phase: between two reads a block could move a leg from one list to
 * another.
 */
export function readUnsettled(engine: Engine) {
  return engine.database.read(function* () {
    return {
      /** The followed blocks, newest first. */
      followed: (yield* listChainBlocksDescending(FOLLOWED)).map(blockOf),
      ...(yield* outNow()),
      /** Legs in blocks. */
      included: (yield* legsIncluded()).map(openLegOf),
      /** Legs that a block holds, not final yet, although they are dead. */
      late: (yield* lateLegs()).map(openLegOf),
    };
  });
}

/** What must be sent until a block has it, and the newest followed block, read in one phase. */
export function readOut(engine: Engine) {
  return engine.database.read(function* () {
    return { cursor: (yield* cursorBlock())?.number ?? 0, ...(yield* outNow()) };
  });
}

function* outNow() {
  return {
    /** Bytes that are out and in no block, of delegations and of undelegations. */
    legs: (yield* legsInFlight()).map(openLegOf),
    reclaims: (yield* reclaimsInFlight()).map(openLegOf),
    /** In a block or in none. */
    payouts: (yield* openPayouts()).map(payoutOfRow),
    /** Dead ones that a block holds nevertheless. */
    latePayouts: (yield* latePayouts()).map(payoutOfRow),
  };
}

export async function readLegs(engine: Engine, phase: () => Phase<LegRow[]>): Promise<OpenLeg[]> {
  return (await engine.database.read(phase)).map(openLegOf);
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
export async function recountLoad(engine: Engine): Promise<void> {
  await engine.load.recount(() => engine.database.read(countPlannedLegs));
}

/** A transaction of ours that has been final at least since this chain time; undefined when there is none. */
export async function longSolidTransaction(
  engine: Engine,
  chainTimeMs: number,
): Promise<string | undefined> {
  const before = firstIdSince(chainTimeMs);
  const newest = await engine.database.read(() => newestSolidBefore(before, chainTimeMs));
  return newest?.txid ?? undefined;
}
