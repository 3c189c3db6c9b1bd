/** Settles planned legs in the books as the workers do, without a chain and signatures. */
import { randomBytes } from "node:crypto";
import type { Engine } from "../src/engine/context.js";
import { momentOf } from "../src/engine/context.js";
import { applyBlock, applySolid, startAt } from "../src/engine/legs/follow-chain.js";
import { readLegs } from "../src/engine/legs/open-work.js";
import { legsSent, legsSigned, type ReadyLeg, readyToSign } from "../src/engine/legs/sign-leg.js";
import { plannedLegs } from "../src/store/leg-lists.js";
import { blockId, POOL_OWNERS, readSnapshot, seeChain } from "./pool.js";

/** As many as the signer takes at once. */
const LEGS_A_ROUND = 24;
const BLOCK_MS = 3_000;
const SOLID_LAG_BLOCKS = 18;
/** About the size of a signed delegation. */
const TRANSACTION_HEX = "ab".repeat(290);

export interface Settled {
  readonly orders: number;
  readonly seconds: number;
}

/** Goes on until nothing is planned any more, or for so long. */
export async function settle(engine: Engine, seconds: number): Promise<Settled> {
  let number = 1;
  let timestampMs = Date.now();
  seeChain(engine, number, timestampMs);
  await engine.database.commit(() =>
    startAt({ number, id: blockId(number), parentId: blockId(0), timestampMs, transactions: [] }),
  );
  let orders = 0;
  const startedAtMs = performance.now();
  const elapsed = () => (performance.now() - startedAtMs) / 1_000;
  while (elapsed() < seconds) {
    const sent = (await Promise.all(POOL_OWNERS.map((owner) => send(engine, owner)))).flat();
    if (sent.length === 0) break;
    number += 1;
    timestampMs += BLOCK_MS;
    orders += await includeIn(engine, { number, timestampMs, txids: sent });
    for (const owner of POOL_OWNERS) await readSnapshot(engine, owner, number);
  }
  return { orders, seconds: elapsed() };
}

async function send(engine: Engine, owner: (typeof POOL_OWNERS)[number]): Promise<string[]> {
  const legs = await readLegs(engine, () => plannedLegs(owner, LEGS_A_ROUND));
  if (legs.length === 0) return [];
  const moment = momentOf(engine);
  const wanted = legs.map(({ id }) => ({ legId: id, lockEnd: 0 }));
  const ready = await engine.database.commit(() => readyToSign(wanted, moment));
  const signed = ready.map((one) => withBytes(one, moment.headTimestampMs));
  const toSend = await engine.database.commit(() => legsSigned(signed));
  await engine.database.commit(() => legsSent(toSend.map(({ id }) => id)));
  return signed.map(({ txid }) => txid);
}

function withBytes(ready: ReadyLeg, headMs: number) {
  const txid = randomBytes(32).toString("hex");
  return { ...ready, txid, hex: TRANSACTION_HEX, expiresAt: headMs + 120_000 };
}

interface Inclusion {
  readonly number: number;
  readonly timestampMs: number;
  readonly txids: readonly string[];
}

async function includeIn(engine: Engine, { number, timestampMs, txids }: Inclusion) {
  seeChain(engine, number, timestampMs);
  const transactions = txids.map((txid) => ({ txid, success: true }));
  const parentId = blockId(number - 1);
  const block = { number, id: blockId(number), parentId, timestampMs, transactions };
  const moment = momentOf(engine);
  const effect = await engine.database.commit(() => applyBlock(block, moment));
  const solid = number - SOLID_LAG_BLOCKS;
  if (solid > 0) {
    await engine.database.commit(() => applySolid({ number: solid, id: blockId(solid) }, moment));
  }
  return effect?.finishedOrders.length ?? 0;
}
