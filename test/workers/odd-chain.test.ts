/** What the sandbox node cannot do by itself: answers that are changed on their way between node and desk. */
import { expect, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import { AssertionFailed } from "../../src/domain/assert.js";
import { longTest } from "../support/forms.js";
import { rounds } from "./held-back.js";
import { ALICE, BOB, DEAD_MS, SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  isPending,
  legs,
  mineUntil,
  orderDelivered,
  solidified,
  until,
} from "./steps.js";

test("a delegation that failed in its block is dead, and another delivers", async () => {
  const failing: { txid?: string } = {};
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async blocks(first, last) {
      const blocks = await chain.blocks(first, last);
      const { txid } = failing;
      if (!txid) return blocks;
      return blocks.map((block) => ({ ...block, transactions: [{ txid, success: false }] }));
    },
    async solidInclusion(txid) {
      if (txid !== failing.txid) return chain.solidInclusion(txid);
      const { number, timestampMs } = await chain.solidHead();
      return { blockNumber: number, blockTimestampMs: timestampMs, success: false };
    },
  });
  const rig = await startRig({ wrapChain });
  await rig.broadcastFault({ kind: "never-include" });
  const orderId = await rig.desk.order(ALICE);
  await until("it is out", isPending(rig));
  failing.txid = rig.desk.readLegs(orderId)[0]?.txid ?? "";
  await rig.mine();
  await followed(rig);
  expect(legs(rig).map(({ state }) => state)).toEqual(["sent"]);
  await rig.mine(SOLID_LAG_BLOCKS);
  await until("it is dead", () => legs(rig).some(({ state }) => state === "dead"));
  failing.txid = "";
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toMatchObject([
    { state: "dead", death_reason: "failed in its block" },
    { state: "included" },
  ]);
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

test("a network that locks for three days only is asked for no other lock", async () => {
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    parameters: async () => ({ ...(await chain.parameters()), maxLockPeriodBlocks: 86_400 }),
  });
  const rig = await startRig({ wrapChain });
  await orderDelivered(rig, ALICE);
  await orderDelivered(rig, BOB, { duration: "3d" });
  expect(legs(rig)).toMatchObject([
    { duration: "15m", locked: 0 },
    { duration: "3d", locked: 1 },
  ]);
  const onChain = (await rig.transactions()).filter(({ kind }) => kind === "delegate");
  expect(onChain.map(({ locked }) => locked)).toEqual([false, true]);
  await assertBooksMatchChain(rig);
});

longTest("one record that cannot be read does not keep other locks from being read", async () => {
  const broken = { receiver: "" };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    delegated: (owner, receiver, resource, priority) =>
      priority === "read" && receiver === broken.receiver
        ? Promise.reject(new Error("unreadable"))
        : chain.delegated(owner, receiver, resource, priority),
  });
  const rig = await startRig({ wrapChain });
  broken.receiver = ALICE;
  await orderDelivered(rig, ALICE);
  const readable = await orderDelivered(rig, BOB);
  const isRead = ({ expiry_read }: { expiry_read: number }) => expiry_read === 1;
  await mineUntil(rig, "it is read", () => rig.desk.readLegs(readable).every(isRead));
  broken.receiver = "";
  await mineUntil(rig, "both are read", () => legs(rig).every(isRead));
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
