/** Takes stake back when its rental has ended by chain time, leg by leg and never more than the leg's own. */
import type { Address } from "../domain/address.js";
import { assert, present } from "../domain/assert.js";
import { type LegRow, readEnded, readOwner } from "../engine/open-work.js";
import {
  judgeReclaim,
  reclaimDead,
  reclaimSent,
  reclaimSigned,
  takeReclaimTimestamp,
} from "../engine/reclaim-leg.js";
import type { WorkerContext } from "./context.js";
import { Loop } from "./loop.js";
import { frameOf } from "./signer.js";

const LEGS_A_ROUND = 200;
/** A refused undelegation is tried again after this real time. */
const RETRY_MS = 30_000;

export function createReclaimer(context: WorkerContext): Loop {
  const notBeforeMs = new Map<string, number>();
  return new Loop({
    name: "reclaimer",
    everyMs: Math.max(100, Math.min(3_000, context.blockMs)),
    logger: context.logger,
    round: async () => {
      const { head, solid } = context.engine.chainClock;
      if (!head || !solid) return;
      const ended = readEnded(context.engine, head.timestampMs, LEGS_A_ROUND);
      const due = ended.filter(({ id }) => (notBeforeMs.get(id) ?? 0) <= performance.now());
      const byOwner = new Map<Address, LegRow[]>();
      for (const leg of due) byOwner.set(leg.owner, [...(byOwner.get(leg.owner) ?? []), leg]);
      await Promise.all(
        [...byOwner].map(([owner, legs]) => reclaimOf(context, owner, legs, notBeforeMs)),
      );
    },
  });
}

async function reclaimOf(
  context: WorkerContext,
  address: Address,
  legs: readonly LegRow[],
  notBeforeMs: Map<string, number>,
): Promise<void> {
  const permissionId = readOwner(context.engine, address)?.permission_id;
  if (!permissionId) return;
  for (const leg of legs) {
    const taken = await reclaim(context, leg, permissionId);
    if (taken) notBeforeMs.delete(leg.id);
    else notBeforeMs.set(leg.id, performance.now() + RETRY_MS);
  }
}

/** False when the leg must wait and be tried again. */
async function reclaim(
  context: WorkerContext,
  leg: LegRow,
  permissionId: number,
): Promise<boolean> {
  const { engine, chain, logger } = context;
  const { owner, receiver, resource } = leg;
  const record = await chain.delegated(owner, receiver, resource, "reclaim");
  const headMs = present(engine.chainClock.head, "the chain was seen").timestampMs;
  const step = await engine.database.commit(() => judgeReclaim(leg.id, record, headMs));
  if (step === "released") {
    logger.warn({ leg: leg.id, owner }, "the owner took the stake back himself");
    return true;
  }
  if (step === "wait") return true;
  const stakeSun = present(leg.stake_sun, `leg ${leg.id} has no stake`);
  const timestampMs = await engine.database.commit(() => takeReclaimTimestamp(leg, headMs));
  const frame = frameOf(context, timestampMs);
  const { privateKeyHex } = context.operator;
  const signed = await chain.sign(
    { kind: "undelegate", owner, receiver, resource, stakeSun },
    frame,
    { privateKeyHex, permissionId },
  );
  const stored = await engine.database.commit(() =>
    reclaimSigned(leg, { ...signed, expiresAt: frame.expiresAt }),
  );
  return send(context, stored);
}

async function send(context: WorkerContext, leg: LegRow): Promise<boolean> {
  const { engine, chain, logger } = context;
  const { reclaim_txid: txid, reclaim_hex: hex } = leg;
  assert(txid && hex, `the undelegation of leg ${leg.id} is not signed`);
  const outcome = await chain.broadcast({ txid, hex }, leg.receiver, "reclaim");
  if (outcome.kind !== "rejected") {
    await engine.database.commit(() => reclaimSent(leg));
    return true;
  }
  const { reason, code, message } = outcome;
  logger.warn({ leg: leg.id, owner: leg.owner, reason, code, answer: message }, "reclaim refused");
  await engine.database.commit(() => reclaimDead(leg.id, txid));
  return false;
}
