/** Answers that are changed on their way between node and desk, and a block that calls a transaction failed: neither is believed at once. */

import { expect, test } from "vitest";
import type { Chain, ChainBlock } from "../../src/chain/port.js";
import { AssertionFailed } from "../../src/domain/assert.js";
import { longTest } from "../support/forms.js";
import { until } from "../support/until.js";
import { rounds } from "./held-back.js";
import { ALICE, BOB, DEAD_MS, RENTAL_MS, type Rig, SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  isPending,
  legs,
  mineUntil,
  reclaimed,
  solidified,
} from "./steps.js";

/** A node that calls transactions failed; none at first. */
function doubtful() {
  const node = {
    failing: new Set<string>(),
    /** Whether the solidified state says so too. */
    isFinal: false,
    broadcasts: 0,
  };
  const told = (block: ChainBlock): ChainBlock => ({
    ...block,
    transactions: block.transactions.map((one) =>
      node.failing.has(one.txid) ? { ...one, success: false } : one,
    ),
  });
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async block(number) {
      const block = await chain.block(number);
      return block && told(block);
    },
    blocks: async (...range) => (await chain.blocks(...range)).map(told),
    async solidInclusion(txid) {
      const inclusion = await chain.solidInclusion(txid);
      const failed = node.isFinal && node.failing.has(txid);
      return inclusion && { ...inclusion, success: inclusion.success && !failed };
    },
    broadcast: (...call) => {
      node.broadcasts += 1;
      return chain.broadcast(...call);
    },
  });
  return { node, wrapChain };
}

async function sentOnce(rig: Rig, failing: Set<string>): Promise<void> {
  await until("it is sent", isPending(rig));
  const { txid, reclaim_txid } = await until("it is stored", () => legs(rig)[0]);
  failing.add(reclaim_txid ?? txid ?? "");
  await rig.mine();
  await followed(rig);
}

test("a delegation that one reading of its block calls failed is delivered once, and sent once", async () => {
  const { node, wrapChain } = doubtful();
  const rig = await startRig({ wrapChain });
  const orderId = await rig.desk.order(ALICE);
  await sentOnce(rig, node.failing);
  expect(legs(rig)).toMatchObject([{ state: "sent", failed_block: expect.any(Number) }]);
  const { broadcasts } = node;
  await rig.mine(SOLID_LAG_BLOCKS - 1);
  await followed(rig);
  node.failing.clear();
  await mineUntil(rig, "it is settled", () => legs(rig)[0]?.state === "solidified");
  expect(node.broadcasts).toBe(broadcasts);
  expect(rig.desk.readOrder(orderId)).toMatchObject({ status: "completed", refunded_sun: 0 });
  expect(legs(rig)).toHaveLength(1);
  await assertBooksMatchChain(rig);
});

test("one of which the solidified state says so too is dead, and planned anew", async () => {
  const { node, wrapChain } = doubtful();
  const rig = await startRig({ wrapChain });
  const orderId = await rig.desk.order(ALICE);
  node.isFinal = true;
  await sentOnce(rig, node.failing);
  expect(legs(rig).map(({ state }) => state)).toEqual(["sent"]);
  const isFinal = () => rig.desk.readOrder(orderId).status !== "processing";
  await mineUntil(rig, "another delivers it", isFinal);
  expect(rig.desk.readLegs(orderId)).toMatchObject([
    { state: "dead", death_reason: "failed in its block" },
    { locked: 1, posted: 1 },
  ]);
});

test("an undelegation that one reading of its block calls failed is not made again", async () => {
  const { node, wrapChain } = doubtful();
  const rig = await startRig({ wrapChain });
  const orderId = await rig.desk.order(ALICE);
  await mineUntil(rig, "it is delivered", () => legs(rig)[0]?.state === "included");
  await solidified(rig);
  await rig.mine(1, RENTAL_MS);
  await sentOnce(rig, node.failing);
  const [noted] = rig.desk.readLegs(orderId);
  expect(noted).toMatchObject({ reclaim_block: null, reclaim_failed_block: expect.any(Number) });
  node.failing.clear();
  await reclaimed(rig);
  expect(legs(rig)).toMatchObject([{ state: "reclaimed", reclaim_txid: noted?.reclaim_txid }]);
  await assertBooksMatchChain(rig);
});

longTest("what is included beyond the blocks that were read is not taken for granted", async () => {
  const lag = { isOn: false, asked: 0 };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    blocks: (first, last) => (lag.isOn ? Promise.resolve([]) : chain.blocks(first, last)),
    inclusion(txid) {
      lag.asked += 1;
      return chain.inclusion(txid);
    },
  });
  const rig = await startRig({ wrapChain });
  const orderId = await rig.desk.order(ALICE);
  await until("it is out", isPending(rig));
  await rig.stopDesk();
  await rig.mine();
  // The desk starts on a replica that has not got the newest block yet; then that block is replaced.
  lag.isOn = true;
  await rig.startDesk();
  await until("it is asked for", () => lag.asked > 0);
  await rig.reorg(1, "vanish");
  lag.isOn = false;
  await followed(rig);
  expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "sent", block_number: null }]);
  await delivered(rig, orderId);
  await solidified(rig);
  await assertBooksMatchChain(rig);
});

test("a block that another replica shows, on a fork the desk never followed, delivers nothing", async () => {
  const orphan = { isShown: false, asked: 0, block: 0 };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async inclusion(txid) {
      if (!orphan.isShown) return chain.inclusion(txid);
      orphan.asked += 1;
      return { blockNumber: orphan.block, blockTimestampMs: 1_700_000_000_000, success: true };
    },
  });
  const rig = await startRig({ wrapChain });
  await rig.broadcastFault({ kind: "never-include" });
  const orderId = await rig.desk.order(ALICE);
  await until("it is out", isPending(rig));
  await rig.mine(2);
  await followed(rig);
  await rig.stopDesk();
  orphan.isShown = true;
  orphan.block = (await rig.state()).head.number - 1;
  await rig.startDesk();
  await until("it is asked for", () => orphan.asked > 0);
  orphan.isShown = false;
  await solidified(rig);
  expect(rig.desk.readOrder(orderId)).toMatchObject({ status: "processing", posted_sun: 0 });
  expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "sent", block_number: null }]);
  await rig.noFaults();
  await rig.mine(1, DEAD_MS);
  await delivered(rig, orderId);
  await assertBooksMatchChain(rig);
});

test("nothing is dead while blocks that may hold it are unread, whatever the node says of it", async () => {
  const lag = { isOn: false, underWay: 0 };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async blocks(first, last) {
      if (lag.isOn) return [];
      lag.underWay += 1;
      return chain.blocks(first, last).finally(() => {
        lag.underWay -= 1;
      });
    },
    async inclusion(txid) {
      return lag.isOn ? undefined : chain.inclusion(txid);
    },
    solidified: async (txid) => !lag.isOn && (await chain.solidified(txid)),
  });
  const rig = await startRig({ wrapChain });
  const orderId = await rig.desk.order(ALICE);
  await until("it is out", isPending(rig));
  // The newest blocks come from a replica, the transactions of another one that has not got them yet.
  lag.isOn = true;
  // Asked before, a question may be answered with the block that is made now.
  await until("nobody asks for blocks", () => lag.underWay === 0);
  await rig.mine();
  await rig.mine(1, DEAD_MS);
  await rig.mine(SOLID_LAG_BLOCKS + 1);
  const { head } = await rig.state();
  await until("the head is seen", () => rig.desk.engine.chainClock.head?.number === head.number);
  await rounds(rig, "resender", 3);
  expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "sent" }]);
  lag.isOn = false;
  await followed(rig);
  await solidified(rig);
  expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "solidified" }]);
  await assertBooksMatchChain(rig);
});

test("signed bytes that are not what was meant never leave, and halt new orders", async () => {
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    sign: () => Promise.reject(new AssertionFailed("signed balance is 2 instead of 1")),
  });
  const rig = await startRig({ wrapChain });
  const orderId = await rig.desk.order(ALICE);
  await until("the desk halts", () => rig.desk.engine.gates.halt);
  expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "planned", txid: null }]);
  await expect(rig.desk.order(BOB)).rejects.toMatchObject({ code: "DESK_HALTED" });
  expect((await rig.state()).pending).toBe(0);
});
