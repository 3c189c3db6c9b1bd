/** A node that is away, blocks that were missed, and a desk that ends and starts again at every step of a delegation. */
import { expect, test } from "vitest";
import { type Chain, ChainUnavailable } from "../../src/chain/port.js";
import { byForm, longTest } from "../support/forms.js";
import { until } from "../support/until.js";
import { ALICE, BOB, CAROL, RECEIVERS, RENTAL_MS, type Rig, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  includePending,
  isPending,
  legs,
  mineUntil,
  orderDelivered,
  reclaimed,
  solidified,
} from "./steps.js";

const statesOf = (rig: Rig) => legs(rig).map(({ state }) => state);

/** Ends the node and lets the desk notice. */
async function nodeAway(rig: Rig): Promise<void> {
  await rig.stopNode();
  const failing = () => rig.desk.workers.states().find(({ name }) => name === "follower");
  await until("the follower notices", () => failing()?.ok === false);
}

test("the node goes away with a delegation planned, sent, included and on its way back", async () => {
  const rig = await startRig();
  await rig.faults({ path: "/wallet/getdelegatedresourcev2", kind: "drop", count: 10_000 });
  const orderId = await rig.desk.order(ALICE);
  await until("the signer fails", () => !rig.desk.workers.states().every(({ ok }) => ok));
  expect(statesOf(rig)).toEqual(["planned"]);
  await nodeAway(rig);
  await rig.startNode();
  await until("it is out", isPending(rig));
  // What is pending is lost with the node.
  await nodeAway(rig);
  await rig.startNode();
  await includePending(rig);
  await until("it is included", () => statesOf(rig)[0] === "included");
  await nodeAway(rig);
  await rig.startNode();
  await delivered(rig, orderId);
  await solidified(rig);
  await rig.mine(1, RENTAL_MS);
  await until("the undelegation is out", isPending(rig));
  await nodeAway(rig);
  await rig.startNode();
  await reclaimed(rig);
  expect(legs(rig)).toHaveLength(1);
  await assertBooksMatchChain(rig);
});

test("a desk catches up over many blocks, one by one", async () => {
  // Not sent again before the stop, however long that takes to come.
  const rig = await startRig({ workers: { resendEveryMs: 3_600_000 } });
  const sent = await rig.desk.order(ALICE);
  await until("it is out", isPending(rig));
  await rig.stopDesk();
  await rig.mine(100);
  await rig.startDesk();
  await followed(rig);
  await delivered(rig, sent);
  expect(rig.desk.readLegs(sent)).toMatchObject([{ attempts: 1 }]);
  await assertBooksMatchChain(rig);
});

longTest("after a gap too long to read, what was out is asked for by its id", async () => {
  const rig = await startRig();
  const before = await orderDelivered(rig, ALICE);
  const sent = await rig.desk.order(BOB);
  await until("it is out", isPending(rig));
  await rig.broadcastFault({ kind: "drop", count: 10_000 });
  const lost = await rig.desk.order(CAROL);
  await until("it is signed", () => rig.desk.readLegs(lost)[0]?.txid);
  await rig.stopDesk();
  await rig.mine(1_100);
  await rig.noFaults();
  await rig.startDesk();
  await delivered(rig, sent);
  await delivered(rig, lost);
  expect(rig.desk.readLegs(before)).toMatchObject([{ txid: expect.any(String) }]);
  await reclaimed(rig);
  await assertBooksMatchChain(rig);
});

test("a desk that ends at every step delivers each order once", async () => {
  const rig = await startRig();
  const receivers = RECEIVERS.slice(0, byForm(2, 6));
  for (const [at, receiver] of receivers.entries()) {
    await rig.desk.order(receiver);
    // Each restart finds legs one step further on than the last.
    if (at % 2 === 1) await rig.mine();
    await rig.stopDesk();
    await rig.startDesk();
  }
  await mineUntil(rig, "all is included", () =>
    legs(rig).every(({ state }) => state === "included" || state === "solidified"),
  );
  await solidified(rig);
  await rig.mine(1, RENTAL_MS);
  await rig.stopDesk();
  await rig.startDesk();
  await until("undelegations are out", isPending(rig));
  await rig.stopDesk();
  await rig.startDesk();
  await reclaimed(rig);
  expect(legs(rig)).toHaveLength(receivers.length);
  await assertBooksMatchChain(rig);
});

test("a start while the node is away succeeds, and does not halt the desk", async () => {
  const rig = await startRig();
  await orderDelivered(rig, ALICE);
  await rig.stopDesk();
  await rig.mine(60);
  // One owner's reads fail while the follower is still catching up.
  await rig.faults(
    { path: "/wallet/getaccount", kind: "drop", count: 2 },
    { path: "/wallet/getblockbylimitnext", kind: "delay", delayMs: 60 },
    { path: "/wallet/getblockbylimitnext", kind: "delay", delayMs: 60 },
  );
  await rig.startDesk();
  await followed(rig);
  await until("orders are taken", () => !rig.desk.engine.gates.chainProblem());
  await orderDelivered(rig, BOB);
  await assertBooksMatchChain(rig);
});

test("a desk that sees heads and cannot follow them takes no order and debits nothing", async () => {
  const broken = { is: false };
  const unread = async () => {
    throw new ChainUnavailable("the block cannot be read");
  };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    block: (number) => (broken.is ? unread() : chain.block(number)),
    blocks: (first, last) => (broken.is ? unread() : chain.blocks(first, last)),
  });
  const clock = { aheadMs: 0 };
  const monotonicMs = () => performance.now() + clock.aheadMs;
  const rig = await startRig({ wrapChain, monotonicMs });
  broken.is = true;
  const follower = () => rig.desk.workers.states().find(({ name }) => name === "follower");
  // The first one may have been asked for before.
  await until("a block cannot be read", async () => {
    await rig.mine();
    return follower()?.ok === false;
  });
  const { gates } = rig.desk.engine;
  // Not for a single round that fails.
  expect(gates.obstacle()).toBeUndefined();
  clock.aheadMs += 10_000;
  await until("it is not ready", () => gates.obstacle());
  await expect(rig.desk.order(ALICE)).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
  expect(legs(rig)).toEqual([]);
  broken.is = false;
  await until("it is ready", () => gates.obstacle() === undefined);
  await orderDelivered(rig, ALICE);
});
