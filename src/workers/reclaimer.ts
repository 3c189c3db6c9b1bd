/**
 * Takes stake back when its rental has ended by chain time: of each record what has ended in one undelegation, and never more than the
 * legs' own.
 */

import type { Chain } from "../chain/port.js";
import { grouped } from "../common/grouped.js";
import { must } from "../domain/assert.js";
import type { RejectionReason } from "../domain/death.js";
import { settleAll, throwFirst } from "../engine/context.js";
import { type OpenLeg, readFollowed, readLegs, readOwner } from "../engine/legs/open-work.js";
import { readIsBlind } from "../engine/legs/private-stake.js";
import {
  judgeReclaim,
  lockExtended,
  ownerTookBack,
  type ReclaimStep,
  type RecordOnChain,
  reclaimRefused,
  reclaimSigned,
  reclaimsSent,
  type ToTakeBack,
} from "../engine/legs/reclaim-leg.js";
import { legsEndedBefore } from "../store/leg-lists.js";
import { oneHost, type WorkerContext } from "./context.js";
import { LockReadings } from "./lock-readings.js";
import { allOrThrow, Loop } from "./loop.js";
import { mostStake } from "./proofs.js";
import { frameOf } from "./signer.js";

const LEGS_OF_AN_OWNER = 200;
/** Records of an owner that are read together, compared at one head, and whose undelegations do not wait for one another. */
const RECORDS_AT_ONCE = 24;
/** A refused leg or owner is tried again after this real time. */
const RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 1_800_000;

/** Refusals because of the owner, not the leg. */
const OWNER_CANNOT: ReadonlySet<RejectionReason> = new Set(["permission", "owner_bandwidth"]);

export function createReclaimer(context: WorkerContext): Loop {
  const pauses = new Pauses();
  const missing: Missing = new Map();
  const unreadable = new Set<string>();
  const locks = new LockReadings(context);
  const everyMs = Math.max(100, Math.min(3_000, context.blockMs));
  let isMore = false;
  return new Loop({
    name: "reclaimer",
    everyMs,
    pauseMs: () => (isMore ? 0 : everyMs),
    context,
    round: async (stopping) => {
      const { chainClock } = context.engine;
      const { head, solid } = chainClock;
      isMore = false;
      // A node that lags behind may not show what is there.
      const problem = chainClock.signingProblem() ?? context.chain.several?.problem();
      if (!head || !solid || problem) return missing.clear();
      pauses.forgetEnded();
      // What sellers did in blocks that were not read yet may make what looks like ours theirs. Asked before the legs are read:
      // those of then are not known with what is read of these blocks in between.
      const isBlind = await readIsBlind(context.engine);
      const ended = await readLegs(context.engine, () =>
        legsEndedBefore(head.timestampMs, LEGS_OF_AN_OWNER),
      );
      const due = ended.filter(
        ({ id, owner, isSellers }) =>
          !pauses.has(id) && !pauses.has(owner) && !(isBlind && isSellers),
      );
      const dueIds = new Set(due.map(({ id }) => id));
      for (const known of [missing, context.stakeDisagreements]) {
        for (const id of known.keys()) if (!dueIds.has(id)) known.delete(id);
      }
      for (const id of unreadable) if (!dueIds.has(id)) unreadable.delete(id);
      locks.keep(dueIds);
      const ofOwners = [...grouped(due, ({ owner }) => owner).values()];
      const memory = { pauses, missing, unreadable, locks };
      const taken = await allOrThrow(
        ofOwners.map(async (legs) => {
          const hasTaken = await reclaimOf(context, legs, memory, stopping);
          return hasTaken && legs.length === LEGS_OF_AN_OWNER;
        }),
      );
      isMore = taken.includes(true);
    },
  });
}

/** What is left alone for a while: ids of legs, and addresses of owners. */
class Pauses {
  #untilMs = new Map<string, number>();
  /** How often in a row a seller's permission was missing. */
  #revoked = new Map<string, number>();
  /** Owners of which a node took the last undelegation. */
  #willing = new Set<string>();

  begin(what: string, ms = RETRY_MS): void {
    this.#willing.delete(what);
    this.#untilMs.set(what, performance.now() + ms);
  }

  /** Without the permission the stake is the seller's to take back, so the desk tries ever more rarely. */
  beginRevoked(seller: string): void {
    const times = this.#revoked.get(seller) ?? 0;
    this.#revoked.set(seller, times + 1);
    this.begin(seller, Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** times));
  }

  /** A node has taken an undelegation of the owner. */
  isTaken(owner: string): void {
    this.#revoked.delete(owner);
    this.#willing.add(owner);
  }

  isWilling(owner: string): boolean {
    return this.#willing.has(owner);
  }

  has(what: string): boolean {
    return this.#untilMs.has(what);
  }

  forgetEnded(): void {
    const nowMs = performance.now();
    for (const [what, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(what);
  }
}

/**
 * Legs whose stake the last look did not find, and the chain time of the first such look. After a failed look the count begins
 * again.
 */
type Missing = Map<string, number>;

type Legs = readonly [OpenLeg, ...OpenLeg[]];

interface Memory {
  readonly pauses: Pauses;
  readonly missing: Missing;
  /** Legs whose record could not be read: they come last and keep no other leg of the owner waiting. */
  readonly unreadable: Set<string>;
  readonly locks: LockReadings;
}

/**
 * Takes back an owner's legs, all of one receiver and resource after one reading of their common record; whether any went back.
 */
async function reclaimOf(
  context: WorkerContext,
  legs: Legs,
  memory: Memory,
  stopping: AbortSignal,
): Promise<boolean> {
  const [{ owner }] = legs;
  const { pauses, unreadable } = memory;
  const permissionId = (await readOwner(context.engine, owner))?.permissionId;
  if (!permissionId) return false;
  const ofRecord = ({ receiver, resource }: OpenLeg) => `${receiver} ${resource}`;
  const records: Legs[] = [...grouped(legs, ofRecord).values()];
  const isUnreadable = ([{ id }]: Legs) => unreadable.has(id);
  records.sort((a, b) => Number(isUnreadable(a)) - Number(isUnreadable(b)));
  const failed: unknown[] = [];
  let hasTaken = false;
  for (let at = 0; at < records.length && !stopping.aborted; at += RECORDS_AT_ONCE) {
    const some = records.slice(at, at + RECORDS_AT_ONCE);
    const chain = hostFor(context, some);
    const { done, failures } = await settleAll(some.map((one) => readRecord(chain, one, memory)));
    failed.push(...failures);
    if (done.length === 0) continue;
    const blockId = await followedHead(context, chain);
    // The next block starts a round anyway.
    if (blockId === undefined) break;
    // One alone tells whether anything of the owner can be taken back; then the others do not wait for one another.
    const alone = pauses.isWilling(owner) ? 0 : 1;
    for (const together of [done.slice(0, alone), done.slice(alone)]) {
      if (stopping.aborted || pauses.has(owner)) break;
      const known = { ...memory, blockId, permissionId };
      const taken = await settleAll(together.map((one) => takeBack(context, one, known)));
      hasTaken ||= taken.done.includes(true);
      failed.push(...taken.failures);
    }
    if (pauses.has(owner)) break;
  }
  throwFirst(failed);
  return hasTaken;
}

/** A host that has every block in which these were included. */
function hostFor({ chain }: WorkerContext, records: readonly Legs[]): Chain {
  const blocks = records.flat().map(({ blockNumber }) => blockNumber ?? 0);
  return oneHost(chain, Math.max(...blocks));
}

/** A record that several legs share, and the due ones among them. */
interface ReadRecord {
  readonly together: Legs;
  readonly record: RecordOnChain;
}

async function readRecord(
  chain: Chain,
  together: Legs,
  { missing, unreadable }: Memory,
): Promise<ReadRecord> {
  const [{ owner, receiver, resource }] = together;
  const look = chain.delegated(owner, receiver, resource, "reclaim");
  const record = await look.catch((error: unknown) => {
    for (const { id } of together) {
      missing.delete(id);
      unreadable.add(id);
    }
    throw error;
  });
  for (const { id } of together) unreadable.delete(id);
  return { together, record };
}

/** The id of the newest block, read after the records: the desk must know all blocks that the records show. */
async function followedHead({ engine }: WorkerContext, chain: Chain): Promise<string | undefined> {
  const { number, id } = await chain.head();
  return (await readFollowed(engine, number))?.id === id ? id : undefined;
}

interface Known extends Memory {
  /** Up to which the desk has followed, and records were read. */
  readonly blockId: string;
  readonly permissionId: number;
}

/** Takes back what is due of one record, unless a block has come since it was read; whether it did. */
async function takeBack(context: WorkerContext, read: ReadRecord, known: Known): Promise<boolean> {
  const { together, record } = read;
  const [oldest] = together;
  const { pauses } = known;
  const { owner, isSellers } = oldest;
  const step = await judge(context, read, known);
  if (step.step === "gone") await release(context, oldest);
  if (step.step === "locked") {
    const { lockExpiresAt } = record;
    for (const leg of together) {
      const counts = await known.locks.confirms(leg, lockExpiresAt);
      if (counts) await context.engine.database.commit(() => lockExtended(leg.id, lockExpiresAt));
    }
  }
  if (step.step !== "reclaim") return false;
  const refusal = await signAndSend(context, oldest, step, known);
  if (!refusal) pauses.isTaken(owner);
  if (!refusal) return true;
  for (const legId of step.legIds) pauses.begin(legId);
  if (!OWNER_CANNOT.has(refusal)) return false;
  if (refusal === "permission" && isSellers) {
    // It may have another id by now.
    context.engine.signals.emit("capacity", owner);
    pauses.beginRevoked(owner);
  } else pauses.begin(owner);
  return false;
}

async function judge(
  { engine }: WorkerContext,
  { together, record }: ReadRecord,
  { missing, blockId }: Known,
): Promise<ReclaimStep> {
  const { timestampMs: headTimestampMs } = must(engine.chainClock.head, "the chain was seen");
  const legIds = together.map(({ id }) => id);
  const missingSinceMs = missing.get(together[0].id) ?? headTimestampMs;
  const look = { blockId, headTimestampMs, missingSinceMs };
  const step = await engine.database.commit(() => judgeReclaim(legIds, record, look));
  if (step.step === "old") return step;
  // The oldest one is let go alone; what is left may then be whole.
  const lacking = step.step === "gone" ? legIds.slice(1) : step.step === "missing" ? legIds : [];
  for (const id of legIds) {
    if (!lacking.includes(id)) missing.delete(id);
    else if (!missing.has(id)) missing.set(id, headTimestampMs);
  }
  return step;
}

async function release(context: WorkerContext, leg: OpenLeg): Promise<void> {
  const solid = await mostStake(context, leg);
  if (solid === "unproven") return;
  const { engine, logger } = context;
  if (!(await engine.database.commit(() => ownerTookBack(leg.id, solid)))) return;
  logger.warn({ leg: leg.id, owner: leg.owner }, "the owner took the stake back");
}

/** Returns the node's definite refusal. */
async function signAndSend(
  context: WorkerContext,
  { owner, receiver, resource }: OpenLeg,
  taken: ToTakeBack,
  { permissionId }: Known,
): Promise<RejectionReason | undefined> {
  const { engine, chain, firstAttempts, operator } = context;
  const { stakeSun, timestampMs } = taken;
  const intent = { kind: "undelegate", owner, receiver, resource, stakeSun } as const;
  const frame = frameOf(context, timestampMs);
  const { privateKeyHex } = operator;
  const signed = await chain.sign(intent, frame, { privateKeyHex, permissionId });
  const { txid } = signed;
  firstAttempts.add(txid);
  try {
    const bytes = { ...signed, expiresAt: frame.expiresAt };
    if (!(await engine.database.commit(() => reclaimSigned(taken, bytes)))) return undefined;
    const outcome = await chain.broadcast(signed, receiver, "reclaim");
    if (outcome.kind !== "rejected") {
      await engine.database.commit(() => reclaimsSent([txid]));
      return undefined;
    }
    const { reason, code, message } = outcome;
    const told = { legs: taken.legIds, owner, reason, code, answer: message };
    context.logger.warn(told, "reclaim refused");
    await engine.database.commit(() => reclaimRefused(txid));
    return reason;
  } finally {
    firstAttempts.delete(txid);
  }
}
