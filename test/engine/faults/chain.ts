/** What the chain takes back or has passed over: forks, gaps, and blocks that were missed. */

import { expect } from "vitest";
import { must } from "../../../src/domain/assert.js";
import {
  applyBlock,
  applySolid,
  backToSent,
  dropFork,
  passBlock,
  passedAsked,
  startAt,
  startInFork,
} from "../../../src/engine/legs/follow-chain.js";
import {
  missedRead,
  passMissed,
  readIsBlind,
  readRecordsToRead,
  recordRead,
  recordsRead,
} from "../../../src/engine/legs/private-stake.js";
import { repairAfterForks } from "../../../src/engine/legs/repair-after-forks.js";
import { missedBlocks, readPrivateStake } from "../../../src/store/stake-acts.js";
import { openDesk } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import { hashOf } from "../../support/paper-chain.js";
import { readNow } from "../../support/read-now.js";
import { book, manual } from "../../support/sellers.js";
import {
  deliver,
  fork,
  legOf,
  mineAll,
  passRentals,
  reclaim,
  sign,
  solidify,
} from "../../support/steps.js";

import { expires, later, nextBlock } from "./legs.js";

const TRX = 1_000_000;

async function forks(faulty: Faulty): Promise<void> {
  const desk = await openDesk({ policy: { completion: "solidified" } });
  const open = await desk.order();
  await deliver(desk);
  await desk.snapshot();
  await faulty(desk, dropFork, desk.chain.drop(1), desk.moment);
  await expires(faulty, desk, `${open}.1`);
  expect(desk.states(open)).toEqual(["dead", "planned"]);

  const other = await openDesk();
  const final = await other.order();
  await deliver(other);
  await fork(other);
  await expires(faulty, other, `${final}.1`);
  await faulty(other, repairAfterForks, other.engine, other.moment);
  await sign(other);
  await faulty(other, applyBlock, nextBlock(other), other.moment);
  await fork(other);
  await expires(faulty, other, `${final}.2`);
  await faulty(other, repairAfterForks, other.engine, later(other.moment, 600_000));
  expect(other.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  await solidify(other);
}

async function gaps(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const id = await desk.order();
  await deliver(desk);
  await solidify(desk);
  await passRentals(desk);
  await reclaim(desk, `${id}.1`);
  await mineAll(desk);
  for (let block = 0; block < 3; block += 1) nextBlock(desk);
  await faulty(desk, startAt, desk.chain.head);
  expect(legOf(desk, `${id}.1`)).toMatchObject({ state: "reclaim_signed", reclaim_block: null });
  const lost = await desk.order();
  await deliver(desk);
  await desk.snapshot();
  await faulty(desk, backToSent, legOf(desk, `${lost}.1`));
  expect(desk.states(lost)).toEqual(["sent"]);
  // Of a disagreement that goes on.
  for (let times = 0; times < 2; times += 1) {
    await faulty(desk, startInFork, desk.chain.head, desk.moment);
  }
}

async function blocksMissed(faulty: Faulty): Promise<void> {
  const { desk } = await book([[50, 500_000]]);
  const id = await desk.order(manual({ duration: "1h" }));
  await deliver(desk);
  await solidify(desk);
  const { owner, receiver, resource } = legOf(desk, `${id}.1`);
  const acts = ([1, 2, 3] as const).map((stakeSun) => {
    const stake = { kind: "delegate", owner, receiver, resource, stakeSun } as const;
    const txid = hashOf(`private ${stakeSun}`);
    desk.chain.signed.set(txid, stake);
    return { txid, success: true, stake };
  });
  for (const act of acts.slice(0, 2)) desk.chain.mine([act]);
  const { moment } = desk;
  await faulty(desk, startAt, desk.chain.head);
  await faulty(desk, applyBlock, desk.chain.mine(acts.slice(2)), moment);
  const missed = desk.chain.blocks.slice(0, -1);
  await faulty(desk, missedRead, missed.slice(0, -1), desk.engine.now());
  expect(await faulty(desk, missedRead, missed.slice(-1), desk.engine.now())).toBeUndefined();
  await faulty(desk, applySolid, desk.chain.head, moment);
  const leg = legOf(desk, `${id}.1`);
  expect(readNow(desk.database, () => readPrivateStake(leg))).toBe(6);
  await faulty(desk, dropFork, desk.chain.drop(1), moment);
}

async function passedBlock(faulty: Faulty): Promise<void> {
  const { desk } = await book([[50, 500_000]]);
  await desk.order(manual({ duration: "1h" }));
  await deliver(desk);
  const block = desk.chain.mine();
  expect(await faulty(desk, passBlock, block, "no node gives it", desk.moment)).toBe(true);
  expect(await faulty(desk, passBlock, block, "no node gives it", desk.moment)).toBe(false);
  await faulty(desk, passedAsked, block.number, desk.engine.now());
  const wanted = must(await readRecordsToRead(desk.engine), "a seller has a living leg");
  for (const record of wanted.records) {
    expect(await faulty(desk, recordRead, record, 7, block, block.number)).toBe(true);
  }
  expect(wanted.records).toHaveLength(1);
  await faulty(desk, recordsRead, wanted, desk.engine.now());
  expect(await readIsBlind(desk.engine)).toBe(false);
  await faulty(desk, dropFork, desk.chain.drop(1), desk.moment);
  for (let blocks = 0; blocks < 3; blocks += 1) desk.chain.mine();
  await desk.commit(() => startAt(desk.chain.head));
  const { next } = must(await desk.engine.database.read(missedBlocks), "blocks are missed");
  expect(await faulty(desk, passMissed, next, "no node gives it", desk.engine.now())).toBe(true);
  expect((await desk.engine.database.read(missedBlocks))?.next).toBe(next + 1);
  expect(await readIsBlind(desk.engine)).toBe(true);
}

export const chain: Stories = {
  "a block that no node gives": passedBlock,
  "forks: dropped, replaced, refunded": forks,
  "gaps too long to read": gaps,
  "blocks that were missed": blocksMissed,
};
