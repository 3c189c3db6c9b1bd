/** Which of two hosts the workers go by: one that is believed and goes on, and none where nothing can be proven. */

import { cpSync } from "node:fs";
import { join } from "node:path";
import { startTronNode } from "tron-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { everyNth, longTest } from "../support/forms.js";
import {
  answering,
  cutting,
  dated,
  forgetting,
  hanging,
  stoppedAt,
  withoutSolidSide,
} from "../support/host-conduct.js";
import type { Conduct } from "../support/node-proxy.js";
import { readNow } from "../support/read-now.js";
import { rounds } from "./held-back.js";
import { nodeClient } from "./node-client.js";
import { ALICE, BOB, CAROL, DEAD_MS, type Rig, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  orderDelivered,
  solidified,
  until,
} from "./steps.js";

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

longTest("a host whose head is not believed is left for another one", async () => {
  const rig = await startRig({ hosts: 2 });
  const { head } = await rig.state();
  rig.proxy(1).conduct = dated(head.number, 86_400_000);
  await rig.mine();
  await followed(rig);
  await orderDelivered(rig, ALICE);
  await solidified(rig);
  await assertBooksMatchChain(rig);
});

test("what another fork holds that wins is settled once, and nothing of it is sent anew", async () => {
  const solidLagBlocks = 100;
  const rig = await startRig({ hosts: 2, node: { solidLagBlocks } });
  await rig.stopDesk();
  await rig.stopNode();
  const from = join(rig.directory, "node");
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
