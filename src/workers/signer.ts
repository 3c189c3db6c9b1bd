/**
 * Signs planned legs and sends them: one queue for each owner, so that no two legs compete for the same stake, and only what is
 * sent next is signed. The bytes are committed before they are sent.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { type BlockRef, ChainUnavailable, type TransactionIntent } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import { assert, must } from "../domain/assert.js";
import type { LegId } from "../domain/ids.js";
import { PAUSE_NO_PERMISSION } from "../domain/pause.js";
import { delegatePermission } from "../domain/permission.js";
import { commitAndTell, orderIdsOf } from "../engine/close-order.js";
import { momentOf, settleAll, throwFirst } from "../engine/context.js";
import {
  type OpenLeg,
  type Owner,
  readLegs,
  readOwner,
  saveOwnerCheck,
  savePermission,
} from "../engine/legs/open-work.js";
import {
  legsSent,
  legsSigned,
  movePlannedLegsAway,
  type ReadyLeg,
  readyToSign,
  type SignedLeg,
  type ToSign,
} from "../engine/legs/sign-leg.js";
import { ownersWithPlannedLegs, plannedLegs } from "../store/leg-lists.js";
import type { WorkerContext } from "./context.js";
import { allOrThrow, OwnerLoops } from "./loop.js";

/** Legs of one owner that are signed and sent together. */
const LEGS_A_ROUND = 24;
/** How often the end of a rush is checked. */
const RUSH_LOOK_MS = 10;

/** One queue for each owner that has planned legs. */
export function createSigner(context: WorkerContext): OwnerLoops {
  const permissions = new SellerPermissions(context);
  return new OwnerLoops({
    name: "signer",
    context,
    ownersWithWork: () => context.engine.database.read(ownersWithPlannedLegs),
    work: (owner, stopping) => drain(context, permissions, owner, stopping),
  });
}

/** Works off an owner's planned legs until none is left. */
async function drain(
  context: WorkerContext,
  permissions: SellerPermissions,
  address: Address,
  stopping: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  let sending: Promise<unknown> = Promise.resolve();
  try {
    while (failures.length === 0 && (await mayGoOn(context, stopping))) {
      const send = await signRound(context, permissions, address);
      await sending;
      if (!send) break;
      // It is sent while the next round is signed.
      sending = send().catch((error: unknown) => failures.push(error));
    }
  } finally {
    await sending;
  }
  throwFirst(failures);
}

/** Gives what sends the legs that it has signed; undefined when there is nothing to sign for this owner now. */
async function signRound(
  context: WorkerContext,
  permissions: SellerPermissions,
  address: Address,
): Promise<(() => Promise<void>) | undefined> {
  const { engine } = context;
  const legs = await readLegs(engine, () => plannedLegs(address, LEGS_A_ROUND));
  if (legs.length === 0) return undefined;
  const owner = await readOwner(engine, address);
  const permissionId =
    owner?.kind === "seller" && !owner.pauseReason
      ? await permissions.idOf(owner)
      : owner?.permissionId;
  // The permission has just been taken away: planned legs go to others.
  if (owner?.pauseReason || permissionId === undefined) {
    await movePlannedLegsAway(engine, address, momentOf(engine));
    return undefined;
  }
  // Not read yet: the capacity worker does that first.
  if (!permissionId) return undefined;
  return await signLegs(context, permissionId, legs);
}

async function mayGoOn(context: WorkerContext, stopping: AbortSignal): Promise<boolean> {
  await letCallsPass(context, stopping);
  return !stopping.aborted && !context.engine.gates.signingProblem();
}

/** Callers who wait for an answer go first: the delegation of an order waits for a block in any case. */
async function letCallsPass(context: WorkerContext, stopping: AbortSignal): Promise<void> {
  const endsAtMs = performance.now() + context.longestRushMs;
  while (context.engine.load.isRush() && performance.now() < endsAtMs && !stopping.aborted) {
    await sleep(RUSH_LOOK_MS);
  }
}

/** A leg that fails before it is signed does not keep the others from being sent. Gives what sends them. */
async function signLegs(
  context: WorkerContext,
  permissionId: number,
  legs: readonly OpenLeg[],
): Promise<(() => Promise<void>) | undefined> {
  const { engine, firstAttempts } = context;
  const locks = await settleAll(legs.map((leg) => readLock(context, leg)));
  // The node may have taken long: decisions use what is known now.
  if (engine.gates.signingProblem()) return undefined;
  const moment = momentOf(engine);
  const decide = (some: readonly ToSign[]) =>
    commitAndTell(engine, orderIdsOf(legs), () => readyToSign(some, moment));
  // Together; where that fails, each by itself, so that one does not hold up the others.
  const decided = await decide(locks.done).then(
    (ready) => ({ done: [ready], failures: [] }),
    () => settleAll(locks.done.map((one) => decide([one]))),
  );
  const ready = decided.done.flat();
  const { done: signed, failures: unsigned } = await settleAll(
    ready.map((leg) => sign(context, leg, permissionId)),
  );
  const failures = [...locks.failures, ...decided.failures, ...unsigned];
  for (const { txid } of signed) firstAttempts.add(txid);
  const isOver = () => {
    for (const { txid } of signed) firstAttempts.delete(txid);
  };
  try {
    const toSend = await engine.database.commit(() => legsSigned(signed));
    engine.load.signed(legs.length - failures.length);
    return async () => {
      await sendLegs(context, toSend).finally(isOver);
      throwFirst(failures);
    };
  } catch (error) {
    isOver();
    throw error;
  }
}

async function sendLegs(context: WorkerContext, legs: readonly OpenLeg[]): Promise<void> {
  const sent = await allOrThrow(legs.map((leg) => sendFirst(context, leg)));
  // Together, because each commit is a write to disk; a leg whose bytes are sent is safe from `signed` on.
  const taken = sent.flatMap((legId) => legId ?? []);
  await context.engine.database.commit(() => legsSent(taken));
}

/** The end of the live lock as the chain shows it, for a leg that is to be locked; 0 when there is none. */
async function readLock({ chain }: WorkerContext, leg: OpenLeg): Promise<ToSign> {
  const { id: legId } = leg;
  if (!leg.locked) return { legId, lockEnd: 0 };
  const record = await chain.delegated(leg.owner, leg.receiver, leg.resource, "broadcast");
  return { legId, lockEnd: record.lockedSun > 0 ? record.lockExpiresAt : 0 };
}

async function sign(
  context: WorkerContext,
  { leg, stakeSun, lockPeriodBlocks, timestampMs, latestMs }: ReadyLeg,
  permissionId: number,
): Promise<SignedLeg> {
  const intent: TransactionIntent = {
    kind: "delegate",
    owner: leg.owner,
    receiver: leg.receiver,
    resource: leg.resource,
    stakeSun,
    lockPeriodBlocks,
  };
  const frame = frameOf(context, timestampMs, latestMs);
  const { privateKeyHex } = context.operator;
  const signed = await context.chain.sign(intent, frame, { privateKeyHex, permissionId });
  return { leg, ...signed, stakeSun, lockPeriodBlocks, expiresAt: frame.expiresAt };
}

/** The reference is a solidified block, which no fork can take away; times derive from the head's. */
export function frameOf(
  { engine }: WorkerContext,
  timestampMs: number,
  latestMs = Number.POSITIVE_INFINITY,
): { reference: BlockRef; timestampMs: number; expiresAt: number } {
  const { head, solid } = engine.chainClock;
  assert(head && solid, "signing starts once the chain was seen");
  const expiresAt = Math.min(head.timestampMs + engine.policy.transactionLifeMs, latestMs);
  if (expiresAt > timestampMs) return { reference: solid, timestampMs, expiresAt };
  throw new ChainUnavailable("the node's head is far behind one that was seen before");
}

/**
 * The first attempt, committed with the bytes. Only its definite refusal counts, in the resender and some blocks later. Returns
 * the leg's id when the node has taken it, or may have.
 */
async function sendFirst(context: WorkerContext, leg: OpenLeg): Promise<LegId | undefined> {
  const { engine, chain, logger, refusals } = context;
  const { txid, hex } = must(leg.delegation, `the bytes of leg ${leg.id}`);
  const outcome = await chain.broadcast({ txid, hex }, leg.receiver, "broadcast");
  if (outcome.kind !== "rejected") return leg.id;
  const { reason, code, message } = outcome;
  logger.warn({ leg: leg.id, owner: leg.owner, reason, code, answer: message }, "leg refused");
  refusals.set(txid, {
    ...outcome,
    head: must(engine.chainClock.head, "the chain was seen"),
  });
  lookAtOwner(context, leg);
  return undefined;
}

/** Has the account of the refused delegation's owner read again. */
export function lookAtOwner({ engine }: WorkerContext, leg: OpenLeg): void {
  if (!leg.isSellers) engine.signals.emit("capacity");
  else engine.signals.emit("capacity", leg.owner);
}

/** Whether a seller still lets the desk's key delegate: read before each use, once for a head block. */
class SellerPermissions {
  #block = 0;
  /** The permissions at this block. */
  #ids = new Map<Address, number>();

  constructor(private readonly context: WorkerContext) {}

  /** The permission to sign with; undefined when there is none any more, and then the seller is paused. */
  async idOf({ address, permissionId: known }: Owner): Promise<number | undefined> {
    const { engine, chain, operator, logger } = this.context;
    const block = engine.chainClock.head?.number ?? 0;
    if (block !== this.#block) this.#ids.clear();
    this.#block = block;
    const read = this.#ids.get(address);
    if (read !== undefined) return read;
    const account = await chain.account(address, "broadcast");
    const permission = account && delegatePermission(account.permissions, operator.address);
    if (!permission) {
      await saveOwnerCheck(engine, address, { pauseReason: PAUSE_NO_PERMISSION });
      logger.warn({ seller: address, reason: PAUSE_NO_PERMISSION }, "seller paused");
      return undefined;
    }
    if (permission.id !== known) {
      await savePermission(engine, address, permission.id);
    }
    if (block === this.#block) this.#ids.set(address, permission.id);
    return permission.id;
  }
}
