/** Which of two hosts the workers go by, also when one becomes a node of another network; none where nothing can be proven. */

import { cpSync } from "node:fs";
import { join } from "node:path";
import { startTronNode } from "tron-sandbox";
import { expect, onTestFinished, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { must } from "../../src/domain/assert.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { listOwners } from "../../src/store/owners.js";
import { everyNth, longTest } from "../support/forms.js";
import {
  answering,
  cutting,
  forgetting,
  hanging,
  stoppedAt,
  withoutSolidSide,
} from "../support/host-conduct.js";
import type { Conduct } from "../support/node-proxy.js";
import { readNow } from "../support/read-now.js";
import { until } from "../support/until.js";
import { rounds } from "./held-back.js";
import { nodeClient } from "./node-client.js";
import { ALICE, BOB, CAROL, DEAD_MS, type Rig, startRig } from "./rig.js";
import { assertBooksMatchChain, delivered, followed, orderDelivered, solidified } from "./steps.js";

const legOf = (rig: Rig, orderId: string) => must(rig.desk.readLegs(orderId)[0], "it has a leg");
const incidentKinds = (rig: Rig) =>
  readNow(rig.desk.database, () => latestIncidents(50)).map(({ kind }) => kind);

test.each<[string, Conduct]>(
  everyNth(
    [
      ["hangs", hanging()],
      ["cuts connections", cutting()],
      ["answers 429", answering(429)],
      ["answers 503", answering(503)],
      ["answers 500 to reads alone", answering(500, /^\/wallet\/get/)],
    ],
    3,
  ),
)("orders are taken and delivered while the first host %s", async (_, conduct) => {
  const rig = await startRig({ hosts: 2 });
  rig.proxy(1).conduct = conduct;
  for (const receiver of [ALICE, BOB, CAROL]) await orderDelivered(rig, receiver);
  rig.proxy(1).conduct = undefined;
  await solidified(rig);
  await assertBooksMatchChain(rig);
});

test("while no host answers nothing is sold, and nothing dies; then all goes on", async () => {
  const rig = await startRig({ hosts: 2 });
  for (const number of [1, 2]) rig.proxy(number).conduct = forgetting;
  const orderId = await rig.desk.order(ALICE);
  await until("it was sent", () => rig.desk.readLegs(orderId)[0]?.state === "sent");
  for (const number of [1, 2]) rig.proxy(number).conduct = cutting();
  await rig.mine(1, DEAD_MS);
  await rig.mine(5);
  const problem = () => rig.desk.engine.gates.chainProblem();
  await until("it is known", problem);
  expect(problem()).toBe("none of the 2 TRON nodes is in step with the chain");
  await expect(rig.desk.order(BOB)).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
  await rounds(rig, "resender", 3);
  expect(legOf(rig, orderId).state).toBe("sent");
  for (const number of [1, 2]) rig.proxy(number).conduct = undefined;
  await until("one is in step", () => problem() === undefined);
  await delivered(rig, orderId);
  await orderDelivered(rig, BOB);
  await assertBooksMatchChain(rig);
});

longTest("a host that came back behind is no fork: another one is followed", async () => {
  const rig = await startRig({ hosts: 2 });
  await orderDelivered(rig, ALICE);
  await solidified(rig);
  const { head } = await rig.state();
  await rig.mine(30);
  await followed(rig);
  rig.proxy(1).conduct = stoppedAt(head.number, head.number - 3);
  await rig.mine();
  await followed(rig);
  await orderDelivered(rig, BOB);
  expect(incidentKinds(rig)).not.toContain("fork");
  rig.proxy(1).conduct = undefined;
  await solidified(rig);
  await assertBooksMatchChain(rig);
});

test("what another fork holds that wins is settled once, and nothing of it is sent anew", async () => {
  const solidLagBlocks = 100;
  const rig = await startRig({ hosts: 2, node: { solidLagBlocks } });
  await rig.stopDesk();
  await rig.stopNode();
  const from = rig.nodeDirectory;
  const directory = join(rig.directory, "other");
  cpSync(from, directory, { recursive: true });
  await rig.startNode();
  const other = await startTronNode({ directory, port: 0, blockMs: "manual", solidLagBlocks });
  const client = nodeClient(other.url, other.operatorKeyHex);
  onTestFinished(async () => {
    await client.close();
    await other.close();
  });
  rig.proxy(2).target = other.url;
  // Takes transactions and is never read from: a host that is slow for a moment would be left for one that is.
  rig.proxy(2).conduct = withoutSolidSide;
  await rig.startDesk();
  // From here on their blocks have other times.
  await rig.mine(1, 3_000);
  await client.mine(1);
  await followed(rig);
  rig.proxy(1).conduct = forgetting;
  const orderId = await rig.desk.order(ALICE);
  await until("the other has it", async () => (await client.state()).pending > 0);
  await client.mine(1);
  await rig.mine(3);
  await followed(rig);
  await rounds(rig, "resender", 3);
  expect(legOf(rig, orderId).state).toBe("sent");
  // A host whose chain is shorter is behind, whatever blocks it has.
  rig.proxy(1).conduct = undefined;
  rig.proxy(1).target = other.url;
  await rounds(rig, "follower", 5);
  expect(incidentKinds(rig)).not.toContain("fork");
  expect(legOf(rig, orderId).state).toBe("sent");
  await client.mine(6);
  await until("it is found", () => rig.desk.readOrder(orderId).status === "completed");
  expect(rig.desk.readLegs(orderId)).toHaveLength(1);
  const onChain = (await client.transactions()).filter(({ kind }) => kind === "delegate");
  expect(onChain.map(({ txid }) => txid)).toEqual([legOf(rig, orderId).txid]);
  expect(incidentKinds(rig)).toContain("fork");
});

/** Its genesis makes one block more than the lag of its solid ones. */
async function becomesForeign(rig: Rig, solidLagBlocks: number): Promise<void> {
  const directory = join(rig.directory, "foreign");
  const node = await startTronNode({ directory, port: 0, blockMs: "manual", solidLagBlocks });
  onTestFinished(() => node.close());
  rig.proxy(1).target = node.url;
}

const pauses = (rig: Rig) =>
  readNow(rig.desk.database, () => listOwners("pool")).map(({ pause_reason }) => pause_reason);

test.each(
  everyNth(
    [
      ["fewer", 0],
      ["as many", 8],
      ["a few more", 15],
      ["far more", 60],
      ["more than is read of a gap of", 1_500],
    ],
    3,
  ),
)("no fork is seen in one of %s blocks, and orders go on", async (_, solidLagBlocks) => {
  const rig = await startRig({ hosts: 2, watchesHosts: false });
  await orderDelivered(rig, ALICE);
  await rig.mine(3);
  await followed(rig);
  await becomesForeign(rig, solidLagBlocks);
  rig.desk.engine.signals.emit("capacity");
  await rounds(rig, "capacity", 2);
  await rig.mine();
  await rounds(rig, "follower", 2);
  if (solidLagBlocks === 0) await rig.proxy(1).stop();
  await orderDelivered(rig, BOB);
  expect(incidentKinds(rig)).not.toContain("fork");
  expect(pauses(rig)).toEqual([null, null, null, null]);
  await orderDelivered(rig, CAROL);
  await solidified(rig);
  await assertBooksMatchChain(rig);
});

test.each([
  ["a few more blocks", 15],
  ["more blocks than are read of a gap", 1_500],
])(
  "the only host may not lead to another network, with %s, and is used when it is back",
  async (_, solidLagBlocks) => {
    let led: Chain | undefined;
    const wrapChain = (chain: Chain) =>
      new Proxy(chain, { get: (ours, name) => Reflect.get(led ?? ours, name) });
    const rig = await startRig({ wrapChain });
    await orderDelivered(rig, ALICE);
    await rig.mine(3);
    await followed(rig);
    const orderId = await rig.desk.order(BOB, { duration: "1d" });
    await delivered(rig, orderId);
    const directory = join(rig.directory, "foreign");
    const node = await startTronNode({ directory, port: 0, blockMs: "manual", solidLagBlocks });
    const foreign = createTronChain({ fullHost: node.url, requestsPerSecond: 10_000 });
    onTestFinished(async () => {
      await foreign.close();
      await node.close();
    });
    led = foreign;
    await until("it is noticed", () =>
      rig.desk.logLines.some((line) => line.includes("the node serves another network")),
    );
    expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "included" }]);
    led = undefined;
    await orderDelivered(rig, CAROL);
    expect(incidentKinds(rig)).not.toContain("fork");
    await solidified(rig);
    await assertBooksMatchChain(rig);
  },
);

test("a receiver that is not there on the other network is looked up on ours", async () => {
  const rig = await startRig({ hosts: 2, watchesHosts: false });
  await becomesForeign(rig, 0);
  rig.proxy(1).conduct = ({ path }) => (path.endsWith("/getaccount") ? { answer: {} } : undefined);
  const asked = rig.proxy(1).next("/wallet/getaccount");
  const orderId = await rig.desk.order(ALICE);
  await asked;
  await rig.proxy(1).stop();
  await delivered(rig, orderId);
  await assertBooksMatchChain(rig);
});

test("an owner is not paused by what its address is on the other network", async () => {
  const rig = await startRig({ hosts: 2, watchesHosts: false });
  // In all else it is the same node, so that nothing but the owners' accounts can give it away.
  rig.proxy(1).conduct = async ({ path, body }, node) => {
    const answer = await node(path, body);
    if (path.endsWith("/getaccount")) return { answer: { ...answer, active_permission: [] } };
    if (path !== "/wallet/getblockbynum" || body.num !== 0) return undefined;
    return { answer: { ...answer, blockID: `${"0".repeat(16)}${"9".repeat(48)}` } };
  };
  const asked = rig.proxy(1).next("/wallet/getaccount");
  rig.desk.engine.signals.emit("capacity");
  await asked;
  await until("it is not used", () => rig.desk.hosts.inStep().join() === "2");
  await rounds(rig, "capacity", 2);
  expect(pauses(rig)).toEqual([null, null, null, null]);
  await orderDelivered(rig, ALICE);
  await assertBooksMatchChain(rig);
});
