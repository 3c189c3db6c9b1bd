/** The steps of legs, as the workers take them: sign, send, include, finalise, fork, take back. Each is audited, many of a kind together. */

import type { Address } from "../../src/domain/address.js";
import type { DeathReason } from "../../src/domain/death.js";
import type { LegId } from "../../src/domain/ids.js";
import { sun } from "../../src/domain/money.js";
import {
  applyBlock,
  applySolid,
  type BlockEffect,
  dropFork,
} from "../../src/engine/legs/follow-chain.js";
import {
  judgeReclaim,
  type ReclaimStep,
  type RecordOnChain,
  reclaimDead,
  reclaimSigned,
  reclaimsSent,
} from "../../src/engine/legs/reclaim-leg.js";
import { repairAfterForks } from "../../src/engine/legs/repair-after-forks.js";
import { replanAll } from "../../src/engine/legs/replan.js";
import { legDied, legFailed } from "../../src/engine/legs/settle-leg.js";
import {
  legsSent,
  legsSigned,
  movePlannedLegsAway,
  readyToSign,
} from "../../src/engine/legs/sign-leg.js";
import { payoutFailed, payoutFinal } from "../../src/engine/payouts/payouts.js";
import type { LegRow } from "../../src/store/legs.js";
import type { Desk } from "./desk.js";
import { readNetworkAgain } from "./network.js";
import { BLOCK_MS, hashOf } from "./paper-chain.js";

const LIFE_MS = 120_000;

/** What is done again and again here other tests audit step by step: it is audited at its end. */
export async function auditedOnce<T>(desk: Desk, act: () => Promise<T>): Promise<T> {
  const audit = desk.assertSound;
  desk.assertSound = () => {};
  const result = await act().finally(() => {
    desk.assertSound = audit;
  });
  desk.assertSound();
  return result;
}

/** Signs planned legs (all of them, or one), owner by owner; the chain's own locks may be given by leg. */
export async function sign(
  desk: Desk,
  legId?: string,
  lockEnds: ReadonlyMap<string, number> = new Map(),
): Promise<LegRow[]> {
  const signed: LegRow[] = [];
  for (const owner of [...desk.owners, ...desk.sellers]) {
    const ids = desk
      .legs(`state = 'planned' AND owner = '${owner}'`)
      .map(({ id }) => id)
      .filter((id) => legId === undefined || id === legId);
    if (ids.length === 0) continue;
    const { moment } = desk;
    const wanted = ids.map((id) => ({ legId: id, lockEnd: lockEnds.get(id) ?? 0 }));
    const ready = await desk.database.commit(() => readyToSign(wanted, moment));
    const bytes = ready.map(({ leg, stakeSun, lockPeriodBlocks, timestampMs, latestMs }) => {
      const txid = hashOf(`${leg.id} ${timestampMs}`);
      const { receiver, resource } = leg;
      desk.chain.signed.set(txid, { kind: "delegate", owner, receiver, resource, stakeSun });
      const expiresAt = latestMs ?? moment.headTimestampMs + LIFE_MS;
      return { leg, txid, hex: `${txid}00`, stakeSun, lockPeriodBlocks, expiresAt };
    });
    const toSend = await desk.commit(() => legsSigned(bytes));
    signed.push(...toSend.map(({ id }) => legOf(desk, id)));
  }
  return signed;
}

/** Plans anew what has lost its leg; how many orders were looked at. */
export async function replanNow(desk: Desk): Promise<number> {
  const looked = await replanAll(desk.engine, { after: "" }, desk.moment);
  desk.assertSound();
  return looked;
}

/** Looks after what forks have taken of final orders; how many legs were planned for that. */
export async function mendNow(desk: Desk): Promise<number> {
  const planned = await repairAfterForks(desk.engine, desk.moment);
  desk.assertSound();
  return planned;
}

export async function moveAway(desk: Desk, owner: Address): Promise<number> {
  const moved = await movePlannedLegsAway(desk.engine, owner, desk.moment);
  desk.assertSound();
  return moved;
}

export async function send(desk: Desk): Promise<void> {
  const signed = desk.legs("state = 'signed'");
  await Promise.all(signed.map(({ id }) => desk.database.commit(() => legsSent([id]))));
  desk.assertSound();
}

/** A head further from the last one is not believed. */
const LONGEST_HOP_MS = 3_603_000;

/** Mines a block and follows it; where much time passes before it, empty ones before. */
export async function mine(
  desk: Desk,
  txids: readonly string[] = [],
  success = true,
  laterMs = BLOCK_MS,
): Promise<BlockEffect | undefined> {
  let restMs = laterMs;
  for (; restMs > LONGEST_HOP_MS; restMs -= LONGEST_HOP_MS) {
    const { block, moment } = nextBlock(desk, [], true, LONGEST_HOP_MS);
    await desk.database.commit(() => applyBlock(block, moment));
  }
  const { block, moment } = nextBlock(desk, txids, success, restMs);
  return desk.commit(() => applyBlock(block, moment));
}

function nextBlock(desk: Desk, txids: readonly string[], success: boolean, laterMs: number) {
  const block = desk.chain.mine(
    txids.map((txid) => {
      const stake = desk.chain.signed.get(txid);
      return { txid, success, ...(stake && { stake }) };
    }),
    laterMs,
  );
  desk.clock.nowMs += laterMs;
  desk.clock.monotonicMs += laterMs;
  desk.engine.chainClock.sawHead(block);
  readNetworkAgain(desk.engine);
  return { block, moment: desk.moment };
}

/** Mines a block with all that is signed or sent. */
export async function mineAll(desk: Desk): Promise<BlockEffect | undefined> {
  const delegations = desk.legs("state IN ('signed','sent')").map(({ txid }) => txid);
  const reclaims = desk
    .legs(
      "state IN ('reclaim_signed','reclaim_sent') AND reclaim_block IS NULL AND reclaim_part = 0",
    )
    .map((leg) => leg.reclaim_txid);
  const waiting = [...delegations, ...reclaims].filter((txid) => txid !== null);
  return mine(
    desk,
    waiting.filter((txid) => !desk.chain.holds(txid)),
  );
}

/** Signs, sends and includes all that is planned. */
export async function deliver(desk: Desk): Promise<void> {
  await sign(desk);
  await send(desk);
  await mineAll(desk);
}

/** Finalises what is up to the head, or to this block, as much as it takes at once; returns how many legs. */
export async function solidify(
  desk: Desk,
  number = desk.chain.head.number,
): Promise<number | undefined> {
  const block = desk.chain.block(number);
  if (!block) throw new Error(`there is no block ${number}`);
  const { moment } = desk;
  const legs = await desk.commit(() => applySolid(block, moment));
  await payoutsFinal(desk, number);
  return legs;
}

/** What these blocks hold of payouts is final, as each host says. */
async function payoutsFinal(desk: Desk, upTo: number): Promise<void> {
  const sql = `SELECT id, coalesce(late_block, block_number) AS block FROM payout
    WHERE (state = 'included' OR late_block IS NOT NULL) AND coalesce(late_block, block_number) <= ${upTo} ORDER BY late_block NULLS FIRST`;
  for (const { id, block } of desk.rows(sql)) {
    await desk.commit(() => payoutFinal(String(id), Number(block), desk.moment.at));
  }
}

/** Finalises what is up to a block, and kills what failed by then, as the solidified state says. */
export async function solidifyFailures(desk: Desk, number = desk.chain.head.number): Promise<void> {
  await solidify(desk, number);
  const { moment } = desk;
  for (const { id, txid } of desk.legs(`failed_block <= ${number}`)) {
    await desk.commit(() => legFailed(id, txid ?? "", moment));
  }
  const failed = desk.legs(`reclaim_failed_block <= ${number} AND reclaim_part = 0`);
  for (const { id } of failed) await dropReclaim(desk, id);
  for (const { id } of desk.rows(`SELECT id FROM payout WHERE failed_block <= ${number}`)) {
    await desk.commit(() => payoutFailed(String(id), moment.at));
  }
}

/** Takes blocks off the chain and drops them from the books. */
export async function fork(desk: Desk, depth = 1): Promise<number> {
  const ancestor = desk.chain.drop(depth);
  desk.engine.chainClock.sawHead(desk.chain.head);
  const { moment } = desk;
  return desk.commit(() => dropFork(ancestor, moment));
}

/** Kills a leg as it is stored now. */
export async function kill(desk: Desk, legId: string, reason: DeathReason): Promise<void> {
  const leg = legOf(desk, legId);
  const { moment } = desk;
  await desk.commit(() => legDied(leg, reason, moment));
}

export function legOf(desk: Desk, legId: string): LegRow {
  const [leg] = desk.legs(`id = '${legId}'`);
  if (!leg) throw new Error(`there is no leg ${legId}`);
  return leg;
}

/** Lets chain time pass until the rentals of all delivered legs are over. */
export async function passRentals(desk: Desk): Promise<void> {
  const ends = desk.legs("expires_at IS NOT NULL").map((leg) => leg.expires_at ?? 0);
  const laterMs = Math.max(...ends) - desk.chain.head.timestampMs + BLOCK_MS;
  await mine(desk, [], true, Math.max(BLOCK_MS, laterMs));
}

/** What the chain on paper holds of a leg's record when nothing is locked. */
export function recordOf(desk: Desk, legId: string): RecordOnChain {
  const { owner, receiver, resource } = legOf(desk, legId);
  const unlockedSun = sun(desk.chain.stakeOut(owner, resource, receiver));
  return { unlockedSun, lockedSun: sun(0), lockExpiresAt: 0 };
}

/** A look at the head, after some time in which every look missed some stake. */
export function lookNow({ chain, moment }: Desk, missingForMs = 0) {
  const { headTimestampMs } = moment;
  return {
    blockId: chain.head.id,
    headTimestampMs,
    missingSinceMs: headTimestampMs - missingForMs,
  };
}

/** Judges ended legs of one record by the chain on paper, and signs what is due; whether that was all of them. */
export async function reclaim(desk: Desk, ...legIds: string[]): Promise<ReclaimStep["step"]> {
  const [legId = ""] = legIds;
  const leg = legOf(desk, legId);
  const judged = await desk.commit(() =>
    judgeReclaim(legIds as LegId[], recordOf(desk, legId), lookNow(desk)),
  );
  if (judged.step !== "reclaim") return judged.step;
  const { owner, receiver, resource } = leg;
  const { timestampMs, stakeSun } = judged;
  const txid = hashOf(`reclaim ${legId} ${timestampMs}`);
  desk.chain.signed.set(txid, { kind: "undelegate", owner, receiver, resource, stakeSun });
  const expiresAt = desk.moment.headTimestampMs + LIFE_MS;
  await desk.commit(() => reclaimSigned(judged, { txid, hex: `${txid}00`, expiresAt }));
  return judged.step;
}

export async function sendReclaims(desk: Desk): Promise<void> {
  const signed = desk.legs("state = 'reclaim_signed'");
  await desk.commit(() => reclaimsSent(signed.map((leg) => String(leg.reclaim_txid))));
}

export async function dropReclaim(desk: Desk, legId: string): Promise<boolean> {
  const { reclaim_txid: txid } = legOf(desk, legId);
  if (txid === null) throw new Error(`leg ${legId} is not being taken back`);
  return desk.commit(() => reclaimDead(txid));
}
