/** Takes stake back when its rental has ended by chain time, leg by leg, and never more than the leg's own. */

import type { Chain } from "../chain/port.js";
import { must } from "../domain/assert.js";
import type { RejectionReason } from "../domain/death.js";
import { settleAll, throwFirst } from "../engine/context.js";
import {
  type OpenLeg,
  readCursor,
  readFollowed,
  readLegs,
  readOwner,
} from "../engine/legs/open-work.js";
import { readIsBlind } from "../engine/legs/private-stake.js";
import {
  judgeReclaim,
  lockExtended,
  ownerTookBack,
  type RecordOnChain,
  reclaimRefused,
  reclaimSent,
  reclaimSigned,
  takeReclaimTimestamp,
} from "../engine/legs/reclaim-leg.js";
import { legsEndedBefore } from "../store/leg-lists.js";
import { oneHost, type WorkerContext } from "./context.js";
import { LockReadings } from "./lock-reader.js";
import { allOrThrow, Loop } from "./loop.js";
import { mostStake } from "./proofs.js";
import { frameOf } from "./signer.js";

const LEGS_OF_AN_OWNER = 200;
/** Records of an owner that are read together, and compared at one head. */
const RECORDS_AT_ONCE = 8;
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
  return new Loop({
    name: "reclaimer",
    everyMs: Math.max(100, Math.min(3_000, context.blockMs)),
    context,
    round: async (stopping) => {
      const { chainClock } = context.engine;
      const { head, solid } = chainClock;
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
      const ofOwners = grouped(due, ({ owner }) => owner);
      await allOrThrow(
        ofOwners.map((legs) =>
          reclaimOf(context, legs, { pauses, missing, unreadable, locks }, stopping),
        ),
      );
    },
  });
}

/** What is left alone for a while: ids of legs, and addresses of owners. */
class Pauses {
  #untilMs = new Map<string, number>();
  /** How often in a row a seller's permission was missing. */
  #revoked = new Map<string, number>();

  begin(what: string, ms = RETRY_MS): void {
    this.#untilMs.set(what, performance.now() + ms);
  }

  /** Without the permission the stake is the seller's to take back, so the desk tries ever more rarely. */
  beginRevoked(seller: string): void {
    const times = this.#revoked.get(seller) ?? 0;
    this.#revoked.set(seller, times + 1);
    this.begin(seller, Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** times));
  }

  permitted(seller: string): void {
    this.#revoked.delete(seller);
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

function grouped(legs: readonly OpenLeg[], keyOf: (leg: OpenLeg) => string): Legs[] {
  const groups = new Map<string, [OpenLeg, ...OpenLeg[]]>();
  for (const leg of legs) {
    const group = groups.get(keyOf(leg));
    if (group) group.push(leg);
    else groups.set(keyOf(leg), [leg]);
  }
  return [...groups.values()];
}

interface Memory {
  readonly pauses: Pauses;
  readonly missing: Missing;
  /** Legs whose record could not be read: they come last and keep no other leg of the owner waiting. */
  readonly unreadable: Set<string>;
  readonly locks: LockReadings;
}

/** Takes back an owner's legs, all of one receiver and resource after one reading of their common record. */
async function reclaimOf(
  context: WorkerContext,
  legs: Legs,
  memory: Memory,
  stopping: AbortSignal,
): Promise<void> {
  const [{ owner }] = legs;
  const { pauses, missing, unreadable, locks } = memory;
  const permissionId = (await readOwner(context.engine, owner))?.permissionId;
  if (!permissionId) return;
  const records = grouped(legs, ({ receiver, resource }) => `${receiver} ${resource}`);
  const isUnreadable = ([{ id }]: Legs) => unreadable.has(id);
  records.sort((a, b) => Number(isUnreadable(a)) - Number(isUnreadable(b)));
  const failed: unknown[] = [];
  for (let at = 0; at < records.length && !stopping.aborted; at += RECORDS_AT_ONCE) {
    const some = records.slice(at, at + RECORDS_AT_ONCE);
    const chain = hostFor(context, some);
    const { done, failures } = await settleAll(some.map((one) => readRecord(chain, one, memory)));
    failed.push(...failures);
    if (done.length === 0) continue;
    const block = await followedHead(context, chain);
    // The next block starts a round anyway.
    if (block === undefined) break;
    for (const [position, { together, record }] of done.entries()) {
      // Records read earlier do not show what a block has changed since.
      const isOld = position > 0 && (await readCursor(context.engine))?.number !== block;
      if (isOld || stopping.aborted) return throwFirst(failed);
      const known = { record, permissionId, missing, locks };
      if (!(await takeBack(context, together, known, pauses))) return throwFirst(failed);
    }
  }
  throwFirst(failed);
}

/** A host that has every block in which these were included. */
function hostFor({ chain }: WorkerContext, records: readonly Legs[]): Chain {
  const blocks = records.flat().map(({ blockNumber }) => blockNumber ?? 0);
  return oneHost(chain, Math.max(...blocks));
}

/** A record that several legs share, and the due ones among them. */
async function readRecord(
  chain: Chain,
  together: Legs,
  { missing, unreadable }: Memory,
): Promise<{ readonly together: Legs; readonly record: RecordOnChain }> {
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

/** Takes back what is due of one record; false when nothing of the owner can be taken back now. */
async function takeBack(
  context: WorkerContext,
  together: Legs,
  known: Known,
  pauses: Pauses,
): Promise<boolean> {
  for (const leg of together) {
    const { owner } = leg;
    const refusal = await reclaim(context, leg, known);
    if (!refusal) pauses.permitted(owner);
    else pauses.begin(leg.id);
    if (refusal === "permission" && leg.isSellers) {
      // It may have another id by now.
      context.engine.signals.emit("capacity", owner);
      pauses.beginRevoked(owner);
      return false;
    }
    if (refusal && OWNER_CANNOT.has(refusal)) {
      pauses.begin(owner);
      return false;
    }
  }
  return true;
}

/** The number of the newest block, read after the records: the desk must know all blocks that the records show. */
async function followedHead({ engine }: WorkerContext, chain: Chain): Promise<number | undefined> {
  const { number, id } = await chain.head();
  return (await readFollowed(engine, number))?.id === id ? number : undefined;
}

interface Known {
  readonly record: RecordOnChain;
  readonly permissionId: number;
  readonly missing: Missing;
  readonly locks: LockReadings;
}

/** Takes one leg's stake back if its time has come; returns the node's definite refusal. */
async function reclaim(
  context: WorkerContext,
  leg: OpenLeg,
  { record, permissionId, missing, locks }: Known,
): Promise<RejectionReason | undefined> {
  const { engine, chain, logger, firstAttempts } = context;
  const { owner, receiver, resource } = leg;
  const headMs = must(engine.chainClock.head, "the chain was seen").timestampMs;
  const sinceMs = missing.get(leg.id) ?? headMs;
  const step = await engine.database.commit(() => judgeReclaim(leg.id, record, headMs, sinceMs));
  if (step === "missing") missing.set(leg.id, sinceMs);
  else missing.delete(leg.id);
  if (step === "gone") {
    const solid = await mostStake(context, leg);
    const isReleased =
      solid !== "unproven" && (await engine.database.commit(() => ownerTookBack(leg.id, solid)));
    if (isReleased) logger.warn({ leg: leg.id, owner }, "the owner took the stake back");
  }
  if (step === "locked") {
    const { lockExpiresAt } = record;
    const counts = await locks.confirms(leg, lockExpiresAt, (solid) => solid.lockExpiresAt);
    if (counts) await engine.database.commit(() => lockExtended(leg.id, lockExpiresAt));
  }
  if (step !== "reclaim") return undefined;
  const stakeSun = must(leg.stakeSun, `leg ${leg.id} has no stake`);
  const timestampMs = await engine.database.commit(() => takeReclaimTimestamp(leg, headMs));
  const frame = frameOf(context, timestampMs);
  const { privateKeyHex } = context.operator;
  const signed = await chain.sign(
    { kind: "undelegate", owner, receiver, resource, stakeSun },
    frame,
    { privateKeyHex, permissionId },
  );
  firstAttempts.add(signed.txid);
  try {
    const stored = await engine.database.commit(() =>
      reclaimSigned(leg.id, { ...signed, expiresAt: frame.expiresAt }),
    );
    return stored && (await sendFirst(context, stored));
  } finally {
    firstAttempts.delete(signed.txid);
  }
}

async function sendFirst(
  context: WorkerContext,
  leg: OpenLeg,
): Promise<RejectionReason | undefined> {
  const { engine, chain, logger } = context;
  const { txid, hex } = must(leg.undelegation, `the undelegation of leg ${leg.id}`);
  const outcome = await chain.broadcast({ txid, hex }, leg.receiver, "reclaim");
  if (outcome.kind !== "rejected") {
    await engine.database.commit(() => reclaimSent(leg.id, txid));
    return undefined;
  }
  const { reason, code, message } = outcome;
  logger.warn({ leg: leg.id, owner: leg.owner, reason, code, answer: message }, "reclaim refused");
  await engine.database.commit(() => reclaimRefused(leg.id, txid));
  return reason;
}
