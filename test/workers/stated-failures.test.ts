/** A block that calls a delegation failed is not believed at once: what it says may be a reading that went wrong. */
import { expect, test } from "vitest";
import { type Chain, type ChainBlock, ChainUnavailable } from "../../src/chain/port.js";
import { longTest } from "../support/forms.js";
import { ALICE, RENTAL_MS, type Rig, SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  followed,
  isPending,
  legs,
  mineUntil,
  reclaimed,
  solidified,
  until,
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

longTest("a block that cannot be read is asked for again", async () => {
  const proxy = { isBroken: false, refused: 0, underWay: 0 };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async blocks(...range) {
      if (proxy.isBroken) {
        proxy.refused += 1;
        throw new ChainUnavailable("a transaction without its end");
      }
      proxy.underWay += 1;
      return chain.blocks(...range).finally(() => {
        proxy.underWay -= 1;
      });
    },
  });
  const rig = await startRig({ wrapChain });
  const orderId = await rig.desk.order(ALICE);
  await until("it is sent", isPending(rig));
  proxy.isBroken = true;
  // Asked before, a question may be answered with the block that is made now.
  await until("nobody asks", () => proxy.underWay === 0);
  await rig.mine();
  await until("it is asked for again", () => proxy.refused > 1);
  expect(legs(rig).map(({ state }) => state)).toEqual(["sent"]);
  proxy.isBroken = false;
  await mineUntil(rig, "it is delivered", () => rig.desk.readOrder(orderId).status === "completed");
  await assertBooksMatchChain(rig);
});
