/** One of two hosts becomes a node of another network while it is in use: nothing that it tells counts. */

import { join } from "node:path";
import { startTronNode } from "tron-sandbox";
import { expect, onTestFinished, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { listOwners } from "../../src/store/owners.js";
import { everyNth } from "../support/forms.js";
import { readNow } from "../support/read-now.js";
import { rounds } from "./held-back.js";
import { ALICE, BOB, CAROL, type Rig, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  orderDelivered,
  solidified,
  until,
} from "./steps.js";

/** Its genesis makes one block more than the lag of its solid ones. */
async function becomesForeign(rig: Rig, solidLagBlocks: number): Promise<void> {
  const directory = join(rig.directory, "foreign");
  const node = await startTronNode({ directory, port: 0, blockMs: "manual", solidLagBlocks });
  onTestFinished(() => node.close());
  rig.proxy(1).target = node.url;
}

const incidentKinds = (rig: Rig) =>
  readNow(rig.desk.database, () => latestIncidents(50)).map(({ kind }) => kind);
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
