/** A node that lies, lags or falls silent: what the desk waits for, what it refuses, and that it says why. */

import { expect, test } from "vitest";
import { type Chain, ChainUnavailable } from "../../src/chain/port.js";
import { readOrder } from "../../src/engine/orders/read-orders.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { run } from "../../src/store/phase.js";
import { everyNth } from "../support/forms.js";
import { readNow } from "../support/read-now.js";
import { until } from "../support/until.js";
import { rounds } from "./held-back.js";
import { ALICE, BOB, type Rig, type RigOptions, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  includePending,
  legs,
  mineUntil,
  orderDelivered,
  solidified,
} from "./steps.js";

const DAY_MS = 86_400_000;
const UNAVAILABLE = { code: "CHAIN_UNAVAILABLE" };

/** A rig whose node fails or lies as `lies` says at the moment, and whose real time can be moved. */
async function startLying(options: RigOptions = {}) {
  const lies: { -readonly [K in keyof Chain]?: Chain[K] } = {};
  const shift = { ms: 0 };
  const wrapChain = (chain: Chain): Chain =>
    new Proxy(chain, {
      get: (real, name: keyof Chain) => lies[name] ?? real[name],
    });
  const rig = await startRig({
    ...options,
    wrapChain,
    monotonicMs: () => performance.now() + shift.ms,
  });
  return { rig, lies, shift };
}

const silent = () => Promise.reject(new ChainUnavailable("the node is silent"));

const problem = (rig: Rig) => rig.desk.engine.gates.chainProblem();

/** The desk asks the network anew. */
const askNetwork = (rig: Rig) => rig.desk.engine.signals.emit("capacity");

test("nothing is signed by totals that are too old: the order waits and says why, then it goes on", async () => {
  const { rig, lies, shift } = await startLying();
  lies.resources = silent;
  const waiting = await rig.desk.order(ALICE);
  await delivered(rig, waiting);
  shift.ms += 60_001;
  await rig.mine(21);
  await followed(rig);
  expect(problem(rig)).toMatch(/^the network's totals of stake were last read 6\d s ago$/);
  await expect(rig.desk.order(BOB)).rejects.toMatchObject(UNAVAILABLE);
  delete lies.resources;
  await until("the totals are read", () => problem(rig) === undefined);
  await orderDelivered(rig, BOB);
  await assertBooksMatchChain(rig);
});

test("an order that was planned before the totals grew old waits, and is given back in time", async () => {
  const { rig, lies, shift } = await startLying({ policy: { replanForMs: 600_000 } });
  lies.delegated = silent;
  const orderId = await rig.desk.order(ALICE);
  lies.resources = silent;
  shift.ms += 60_001;
  await rig.mine(21);
  await followed(rig);
  delete lies.delegated;
  await rounds(rig, "signer", 3);
  const { engine } = rig.desk;
  const { customer_id: customerId } = rig.desk.readOrder(orderId);
  const shown = () => readOrder(engine, customerId, orderId);
  expect(await shown()).toMatchObject({
    status: "processing",
    waitsFor: expect.stringContaining("totals of stake"),
    delegations: [{ state: "planned" }],
  });
  rig.wall.aheadMs += 600_000;
  await until("it is given back", async () => (await shown()).status === "cancelled");
  expect(await shown()).toMatchObject({
    cancelReason: "TRON could not be read in time",
    refundedSun: 3_900_000,
    delegations: [{ state: "dead" }],
  });
});

test("stake by totals that changed before the block is made good: the wallet has what was paid for", async () => {
  const { rig } = await startLying();
  const weight = await rig.energyWeight();
  // The desk has read the totals, and signs by them for a while.
  await rig.admin("weights", { energyWeight: Math.ceil(weight * 1.1) });
  const orderId = await orderDelivered(rig, ALICE);
  expect(await rig.energyOf(ALICE)).toBeLessThan(60_000);
  askNetwork(rig);
  await until("a further delegation is planned", () => rig.desk.readLegs(orderId).length === 2);
  await includePending(rig);
  await mineUntil(rig, "it is in", () =>
    rig.desk.readLegs(orderId).every(({ state }) => state !== "sent" && state !== "signed"),
  );
  expect(await rig.energyOf(ALICE)).toBeGreaterThanOrEqual(65_000);
  expect(rig.desk.readOrder(orderId)).toMatchObject({ status: "completed", refunded_sun: 0 });
  await solidified(rig);
  await assertBooksMatchChain(rig);
  const [incident] = readNow(rig.desk.database, () => latestIncidents(1));
  expect(incident).toMatchObject({ kind: "short-delivery" });
});

test.each(everyNth(["parameters", "resources", "solidHead"] as const, 3))(
  "a desk that starts while its node cannot tell %s takes no order, and locks what it takes then",
  async (name) => {
    const { rig, lies } = await startLying();
    await rig.stopDesk();
    lies[name] = silent;
    await rig.startDesk();
    await rig.mine();
    await followed(rig).catch(() => {});
    expect(problem(rig)).toMatch(/not been read yet$|no solidified block yet$/);
    const manual = { type: "Manual", price: 60, options: { allow_partial: false } };
    await expect(rig.desk.order(ALICE)).rejects.toMatchObject(UNAVAILABLE);
    await expect(rig.desk.order(ALICE, manual)).rejects.toMatchObject(UNAVAILABLE);
    delete lies[name];
    await until("all is read", () => problem(rig) === undefined);
    await orderDelivered(rig, ALICE);
    expect(legs(rig)).toMatchObject([{ locked: 1 }]);
    await assertBooksMatchChain(rig);
  },
);

test("an owner whose timestamp lies ahead of every head signs again by itself", async () => {
  const { rig } = await startLying({ owners: 1 });
  const ahead = (await rig.state()).head.timestamp + 30 * DAY_MS;
  await rig.desk.database.commit(() => run("UPDATE owner SET last_timestamp = ?", ahead));
  await orderDelivered(rig, ALICE);
  await orderDelivered(rig, BOB);
  await assertBooksMatchChain(rig);
});
