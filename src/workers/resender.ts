/**
 * Sends the same bytes again until they are in a block. They are dead only when that is proven: they failed in a block that is
 * solid, and the solidified state says so too; or their time is over by the solidified clock, with a margin, the desk has read
 * all blocks until then, and the solidified state, asked twice, does not know them. Bytes of a leg whose only attempt was
 * definitely refused are not sent again; they are dead when the next blocks do not hold them either. A payout dies only when its
 * time is over, and by a proof of its own, as does that it was paid (payout-proof.ts).
 */
import type { CallPriority } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import type { RejectionReason } from "../domain/death.js";
import type { Payout } from "../domain/payout.js";
import { commitAndTell } from "../engine/close-order.js";
import { momentOf } from "../engine/context.js";
import { type OpenLeg, readCursor, readOut } from "../engine/legs/open-work.js";
import { nextReclaimAttempt, reclaimDead, reclaimsSent } from "../engine/legs/reclaim-leg.js";
import { legExpired, legFailed, legRefused } from "../engine/legs/settle-leg.js";
import { legsSent, nextAttempt } from "../engine/legs/sign-leg.js";
import {
  nextPayoutAttempt,
  payoutExpired,
  payoutFailed,
  payoutRefused,
  payoutSent,
} from "../engine/payouts/payouts.js";
import { DEATH_MARGIN_MS, oneHost, type Refusal, type WorkerContext } from "./context.js";
import { allOrThrow, Loop } from "./loop.js";
import { isInFinalBlock, PayoutProof, settleInFinalBlock } from "./payout-proof.js";
import { isUnknownForGood, solidOutcome } from "./proofs.js";
import { lookAtOwner } from "./signer.js";
import { isIncluded, settleInclusion } from "./to-ask.js";

/** Transactions sent at the same time: a slow node must not let the others expire meanwhile. */
const SENT_TOGETHER = 8;

/**
 * What a node has taken is in the next block or the one after: when the desk has read so many without it, a refusal counts, and
 * what was taken was forgotten.
 */
const BLOCKS_TO_BE_IN = 2;

/** One transaction that was sent, for a leg or a payout. */
interface Outgoing {
  /** Its leg or payout, for the log. */
  readonly of: { readonly leg: string } | { readonly payout: string };
  readonly receiver: Address;
  readonly txid: string;
  readonly hex: string;
  readonly expiresAt: number;
  /** The block by which it failed. */
  readonly failedBlock: number | null;
  readonly priority: CallPriority;
  /** Commits the next attempt; false when nothing need be sent any more. */
  attempt(): Promise<boolean>;
  sent(): Promise<void>;
  /** Its time is over and no block has it. */
  die(): Promise<boolean>;
  /** It failed for good. */
  fail(): Promise<boolean>;
  /** The refusal of its only attempt counts. */
  refuse?(refusal: Refusal): Promise<boolean>;
  /** A later attempt was refused, which decides nothing. */
  refused?(reason: RejectionReason): Promise<void>;
  /** What must be proven besides, before it dies. */
  isDead?(): Promise<boolean>;
}

export function createResender(context: WorkerContext): Loop {
  const lastSent = new Map<string, LastSent>();
  const proof = new PayoutProof(context);
  const startedAtMs = performance.now();
  // A transaction that this process has just sent is not in the map: its pause begins when it is first seen.
  const firstSeen = (txid: string, isOld: boolean) => {
    const atMs = isOld ? startedAtMs - context.resendEveryMs : performance.now();
    const head = context.engine.chainClock.head?.number ?? 0;
    lastSent.set(txid, { atMs, forgottenAt: head + BLOCKS_TO_BE_IN });
  };
  let firstRound = true;
  /** What final blocks hold was asked for at this one. */
  let askedAt = -1;
  return new Loop({
    name: "resender",
    everyMs: Math.max(50, Math.min(1_000, context.blockMs)),
    context,
    round: async (stopping) => {
      // What is signed and refused while the database is read is not among what it gives, and stays known.
      const known = [lastSent, context.refusals, context.disagreements].map((of) => {
        return { of, txids: [...of.keys()] };
      });
      const out = await readOut(context.engine);
      const outgoing = outgoingOf(context, out, proof);
      const open = new Set(outgoing.map(({ txid }) => txid));
      for (const { of, txids } of known) {
        for (const txid of txids) if (!open.has(txid)) of.delete(txid);
      }
      for (const { txid } of outgoing) if (!lastSent.has(txid)) firstSeen(txid, firstRound);
      firstRound = false;
      const failures: unknown[] = [];
      for (let at = 0; at < outgoing.length && !stopping.aborted; at += SENT_TOGETHER) {
        const some = outgoing.slice(at, at + SENT_TOGETHER);
        const looks = some.map((transaction) => look(context, transaction, lastSent, out.cursor));
        await allOrThrow(looks).catch((error: unknown) => failures.push(error));
      }
      const solidBlock = context.engine.chainClock.solid?.number ?? 0;
      if (solidBlock !== askedAt) {
        const ended = [...out.payouts, ...out.latePayouts].filter((payout) =>
          isInFinalBlock(payout, solidBlock),
        );
        const settling = ended.map((payout) => settleInFinalBlock(context, payout));
        await allOrThrow(settling).catch((error: unknown) => failures.push(error));
        askedAt = solidBlock;
      }
      // A transaction that cannot be looked up must not keep the others from being sent.
      if (failures.length > 0) throw failures[0];
    },
  });
}

/** When the same bytes were sent last. */
interface LastSent {
  readonly atMs: number;
  /** The block up to which it should be included, after the first time; later ones go by the clock, for a node that is full. */
  readonly forgottenAt: number | undefined;
}

/** All sent transactions, except those whose first broadcast has no result yet. */
function outgoingOf(
  context: WorkerContext,
  { legs, reclaims, payouts }: Awaited<ReturnType<typeof readOut>>,
  proof: PayoutProof,
): Outgoing[] {
  const { firstAttempts, refusals } = context;
  return [
    ...legs.flatMap((leg) => delegation(context, leg)),
    ...reclaims.flatMap((leg) => undelegation(context, leg)),
    ...payouts.flatMap((payout) => transfer(context, payout, proof)),
  ].filter(({ txid }) => refusals.has(txid) || !firstAttempts.has(txid));
}

async function look(
  context: WorkerContext,
  transaction: Outgoing,
  lastSent: Map<string, LastSent>,
  cursor: number,
): Promise<void> {
  const { head, solid } = context.engine.chainClock;
  if (!head || !solid) return;
  const refusal = context.refusals.get(transaction.txid);
  if (refusal) return settleRefusal(context, transaction, refusal);
  const { failedBlock } = transaction;
  const isFinal = failedBlock !== null && failedBlock <= solid.number;
  if (isFinal && (await settleFailure(context, transaction))) return;
  if (transaction.expiresAt > head.timestampMs) {
    if (failedBlock !== null) return;
    const { txid } = transaction;
    const { atMs, forgottenAt } = lastSent.get(txid) ?? { atMs: 0, forgottenAt: undefined };
    const isDue = performance.now() - atMs >= context.resendEveryMs;
    const isForgotten = forgottenAt !== undefined && cursor >= forgottenAt;
    if (!isDue && !isForgotten) return;
    lastSent.set(txid, { atMs: performance.now(), forgottenAt: undefined });
    await resend(context, transaction);
  } else if (solid.timestampMs >= transaction.expiresAt + DEATH_MARGIN_MS) {
    await bury(context, transaction);
  }
}

/** Nothing dies when a block has shown meanwhile that the transaction was taken after all. */
async function settleRefusal(
  context: WorkerContext,
  transaction: Outgoing,
  refusal: Refusal,
): Promise<void> {
  const { engine, refusals } = context;
  const cursor = await readCursor(engine);
  if (!cursor || cursor.number < refusal.head.number + BLOCKS_TO_BE_IN) return;
  if (await transaction.refuse?.(refusal)) engine.signals.emit("planned");
  refusals.delete(transaction.txid);
}

/** Asks the solidified state whether it failed, as its block says; false when that does not know it. */
async function settleFailure(context: WorkerContext, transaction: Outgoing): Promise<boolean> {
  const { engine, logger } = context;
  const { txid } = transaction;
  const inclusion = await solidOutcome(context, txid);
  if (!inclusion) return false;
  if (inclusion.success) {
    await settleInclusion(context, txid, inclusion);
  } else if (transaction.isDead && !(await mayBeOver(context, transaction))) {
    return true;
  } else if (await transaction.fail()) {
    logger.warn({ ...transaction.of, txid }, "a transaction failed in its block");
    engine.signals.emit("planned");
  }
  return true;
}

async function resend(context: WorkerContext, transaction: Outgoing): Promise<void> {
  if (!(await transaction.attempt())) return;
  const { txid, hex, receiver, priority } = transaction;
  const outcome = await context.chain.broadcast({ txid, hex }, receiver, priority);
  context.logger.debug({ ...transaction.of, txid, outcome: outcome.kind }, "sent again");
  // A refusal of a later attempt proves nothing about the earlier ones.
  if (outcome.kind === "accepted" || outcome.kind === "seen") await transaction.sent();
  if (outcome.kind === "rejected") await transaction.refused?.(outcome.reason);
}

/** All blocks that can hold it were read: a node that lags would not know it. */
async function isReadPast({ engine }: WorkerContext, { expiresAt }: Outgoing): Promise<boolean> {
  const cursor = await readCursor(engine);
  return cursor !== undefined && cursor.timestampMs >= expiresAt + DEATH_MARGIN_MS;
}

/** That a block holds it as failed is a word of nodes, too: a payout is over when its time is. */
async function mayBeOver(context: WorkerContext, transaction: Outgoing): Promise<boolean> {
  return (await isReadPast(context, transaction)) && ((await transaction.isDead?.()) ?? true);
}

async function bury(context: WorkerContext, transaction: Outgoing): Promise<void> {
  const { engine, logger } = context;
  const { txid } = transaction;
  if (!(await isReadPast(context, transaction))) return;
  if (await isIncluded(context, txid)) return;
  if (!(await isUnknownForGood(context, txid, transaction.expiresAt))) return;
  if (transaction.isDead && !(await transaction.isDead())) return;
  if (!(await transaction.die())) return;
  logger.warn({ ...transaction.of, txid }, "a transaction expired without reaching a block");
  engine.signals.emit("planned");
}

function delegation(context: WorkerContext, leg: OpenLeg): Outgoing[] {
  const { engine } = context;
  const { database } = engine;
  if (!leg.delegation) return [];
  const { txid } = leg.delegation;
  return [
    {
      of: { leg: leg.id },
      receiver: leg.receiver,
      ...leg.delegation,
      priority: "broadcast",
      attempt: async () => (await database.commit(() => nextAttempt(leg.id))) !== undefined,
      sent: () => database.commit(() => legsSent([leg.id])),
      fail: () => {
        const moment = momentOf(engine);
        return commitAndTell(engine, [leg.orderId], () => legFailed(leg.id, txid, moment));
      },
      refuse: async ({ reason: told, lockRemainingMs, head }) => {
        const reason = told === "other" ? await reasonSeen(context, leg.receiver) : told;
        if (reason === "receiver_not_activated" || reason === "receiver_is_contract") {
          await engine.receivers.forget(leg.receiver);
        }
        const moment = momentOf(engine);
        const waitedMs = moment.headTimestampMs - head.timestampMs;
        const remainingMs = lockRemainingMs === undefined ? undefined : lockRemainingMs - waitedMs;
        const isDead = await commitAndTell(engine, [leg.orderId], () =>
          legRefused(leg.id, reason, moment, remainingMs),
        );
        if (isDead) lookAtOwner(context, leg);
        return isDead;
      },
      die: () => {
        const moment = momentOf(engine);
        return commitAndTell(engine, [leg.orderId], () => legExpired(leg.id, txid, moment));
      },
    },
  ];
}

/** Of a refusal in words that nobody knows: whether the receiver is why, the chain says. The owner is looked at in any case. */
async function reasonSeen({ chain }: WorkerContext, receiver: Address): Promise<RejectionReason> {
  const account = await oneHost(chain).activation(receiver);
  if (!account) return "receiver_not_activated";
  return account.contract ? "receiver_is_contract" : "other";
}

function undelegation(context: WorkerContext, leg: OpenLeg): Outgoing[] {
  const { database } = context.engine;
  if (!leg.undelegation) return [];
  const { txid } = leg.undelegation;
  return [
    {
      of: { leg: leg.id },
      receiver: leg.receiver,
      ...leg.undelegation,
      priority: "reclaim",
      attempt: () => database.commit(() => nextReclaimAttempt(txid)),
      sent: () => database.commit(() => reclaimsSent([txid])),
      die: () => database.commit(() => reclaimDead(txid)),
      fail: () => database.commit(() => reclaimDead(txid)),
    },
  ];
}

function transfer({ engine }: WorkerContext, payout: Payout, proof: PayoutProof): Outgoing[] {
  const { database } = engine;
  const { id, receiver, txid, hex, expiresAt, failedBlock } = payout;
  if (payout.blockNumber !== null) return [];
  return [
    {
      of: { payout: id },
      receiver,
      txid,
      hex,
      expiresAt,
      failedBlock,
      priority: "broadcast",
      attempt: async () => (await database.commit(() => nextPayoutAttempt(id))) !== undefined,
      sent: () => database.commit(() => payoutSent(id)),
      die: () => {
        const at = engine.now();
        return database.commit(() => payoutExpired(id, at));
      },
      fail: () => {
        const at = engine.now();
        return database.commit(() => payoutFailed(id, at));
      },
      refused: (reason) => database.commit(() => payoutRefused(id, reason)),
      isDead: () => proof.isDead(payout),
    },
  ];
}
