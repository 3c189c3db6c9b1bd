/** Two hosts that say different things: what is declared dead, refused or released then, and what stays open. */

import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { everyNth, longTest } from "../support/forms.js";
import {
  allOf,
  cutting,
  failing,
  forgetting,
  hanging,
  hiding,
  notKnowing,
  refusing,
  refusingByLock,
  solidStandsAt,
  withoutRecords,
} from "../support/host-conduct.js";
import type { Conduct } from "../support/node-proxy.js";
import { readNow } from "../support/read-now.js";
import { until } from "../support/until.js";
import { rounds } from "./held-back.js";
import { ALICE, BOB, DEAD_MS, type Rig, type RigOptions, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  includePending,
  isPending,
  legs,
  mineUntil,
  orderDelivered,
  rentalsEnd,
  solidified,
  solidSeen,
} from "./steps.js";

const TEN_MINUTES_MS = 600_000;

/** The monotonic time of the workers can be moved; that of the hosts goes on. */
async function startTwo(options: RigOptions = {}) {
  const shift = { ms: 0 };
  const workers = { monotonicMs: () => performance.now() + shift.ms };
  const rig = await startRig({ hosts: 2, watchesHosts: false, workers, ...options });
  expect(rig.desk.hosts.inStep()).toEqual([1, 2]);
  return { rig, shift };
}

const legOf = (rig: Rig, orderId: string) => must(rig.desk.readLegs(orderId)[0], "it has a leg");
const txidsOf = (rig: Rig) => new Set(legs(rig).map(({ txid }) => txid));
const isOurs = (rig: Rig) => (txid: string) => txidsOf(rig).has(txid);
const disagreements = (rig: Rig) =>
  readNow(rig.desk.database, () => latestIncidents(50)).filter(
    ({ kind }) => kind === "nodes-disagree",
  );

/** A host that was slow to answer is asked again. */
const told = (rig: Rig) =>
  until("it is told", async () => {
    await rig.desk.hosts.look();
    return disagreements(rig).length > 0;
  });

/** Orders, and waits until the first bytes are out and the first answers are in. */
async function sent(rig: Rig) {
  const orderId = await rig.desk.order(ALICE);
  const open = new Set(["sent", "signed"]);
  await until("it was sent", () => {
    const [leg] = rig.desk.readLegs(orderId);
    return leg?.txid && open.has(leg.state) && !rig.desk.hosts.states()[0]?.reason;
  });
  return orderId;
}

/** Chain time goes by until nothing that was sent by now can be in a block any more, and that is solid. */
async function expired(rig: Rig): Promise<void> {
  await rig.mine(1, DEAD_MS);
  await solidified(rig);
  await rig.desk.hosts.look();
  await solidSeen(rig);
  await rounds(rig, "resender", 3);
}

test("what both hosts have forgotten is dead once both say so, and delegated anew", async () => {
  const { rig } = await startTwo();
  for (const number of [1, 2]) rig.proxy(number).conduct = forgetting;
  const orderId = await sent(rig);
  await rig.mine(1, DEAD_MS);
  for (const number of [1, 2]) rig.proxy(number).conduct = undefined;
  await mineUntil(rig, "it is dead", () => legOf(rig, orderId).state === "dead");
  expect(legOf(rig, orderId).death_reason).toBe("expired");
  await delivered(rig, orderId);
  await assertBooksMatchChain(rig);
});

test("a transaction that the host in use does not show is not dead while another knows it", async () => {
  const { rig, shift } = await startTwo();
  const orderId = await sent(rig);
  rig.proxy(1).conduct = hiding(isOurs(rig));
  await until("it is pending", isPending(rig));
  await rig.mine();
  await expired(rig);
  expect(rig.desk.hosts.inStep()).toEqual([1, 2]);
  expect(legOf(rig, orderId).state).toBe("sent");
  expect(disagreements(rig)).toEqual([]);
  // Once it has gone on for ten minutes it is told, and told once.
  shift.ms += TEN_MINUTES_MS;
  await told(rig);
  await rounds(rig, "resender", 3);
  expect(disagreements(rig)).toMatchObject([
    { text: expect.stringContaining(String(legOf(rig, orderId).txid)) },
  ]);
  expect(legOf(rig, orderId).state).toBe("sent");
  rig.proxy(1).conduct = undefined;
  await mineUntil(rig, "it is found", () => legOf(rig, orderId).state !== "sent");
  expect(rig.desk.readLegs(orderId)).toHaveLength(1);
  await assertBooksMatchChain(rig);
});

test("nothing dies while a host's solid side has not come past the expiry", async () => {
  const { rig } = await startTwo();
  for (const number of [1, 2]) rig.proxy(number).conduct = forgetting;
  const orderId = await sent(rig);
  const solid = (await rig.state()).head.number - 3;
  rig.proxy(2).conduct = allOf(forgetting, solidStandsAt(solid));
  await expired(rig);
  expect(rig.desk.hosts.inStep()).toEqual([1, 2]);
  expect(legOf(rig, orderId).state).toBe("sent");
  rig.proxy(2).conduct = forgetting;
  await until("it is dead", () => legOf(rig, orderId).state === "dead");
});

longTest("nothing dies by the only word of a host that forgot what we sent", async () => {
  const { rig } = await startTwo();
  const first = await orderDelivered(rig, BOB);
  await solidified(rig);
  const known = must(legOf(rig, first).txid, "it was sent");
  await rig.mine(1, 7_200_000);
  await followed(rig);
  for (const number of [1, 2]) rig.proxy(number).conduct = forgetting;
  const orderId = await sent(rig);
  await rig.proxy(2).stop();
  rig.proxy(1).conduct = allOf(
    forgetting,
    notKnowing((txid) => txid === known),
  );
  await rig.mine(1, DEAD_MS);
  await rig.mine(4);
  await until("the other is gone", () => rig.desk.hosts.inStep().join() === "1");
  await followed(rig);
  await rounds(rig, "resender", 3);
  expect(legOf(rig, orderId).state).toBe("sent");
  rig.proxy(1).conduct = forgetting;
  await until("it is dead", () => legOf(rig, orderId).state === "dead");
});

test("a failure counts once both hosts tell it of the solid block", async () => {
  const { rig, shift } = await startTwo();
  const orderId = await sent(rig);
  rig.proxy(1).conduct = failing(isOurs(rig));
  await includePending(rig);
  await until("it is seen", () => legOf(rig, orderId).failed_block !== null);
  await rig.mine(5);
  await followed(rig);
  await solidSeen(rig);
  await rounds(rig, "resender", 3);
  expect(legOf(rig, orderId).state).toBe("sent");
  shift.ms += TEN_MINUTES_MS;
  await told(rig);
  expect(legOf(rig, orderId).state).toBe("sent");
  rig.proxy(1).conduct = undefined;
  await mineUntil(rig, "it is found", () => legOf(rig, orderId).state !== "sent");
  expect(rig.desk.readLegs(orderId)).toHaveLength(1);
  await assertBooksMatchChain(rig);
});

longTest("stake that one host alone does not show is not released", async () => {
  const { rig, shift } = await startTwo();
  const orderId = await orderDelivered(rig, ALICE);
  rig.proxy(1).conduct = withoutRecords;
  await rentalsEnd(rig);
  await rig.mine(25);
  await followed(rig);
  await rounds(rig, "reclaimer", 2);
  await rig.mine(25);
  await followed(rig);
  await rig.desk.hosts.look();
  await rounds(rig, "reclaimer", 3);
  expect(rig.desk.hosts.inStep()).toEqual([1, 2]);
  expect(legOf(rig, orderId).state).toBe("solidified");
  expect(disagreements(rig)).toEqual([]);
  shift.ms += TEN_MINUTES_MS;
  await mineUntil(rig, "it is told", () => disagreements(rig).length > 0);
  await rig.mine(50);
  await followed(rig);
  await rounds(rig, "reclaimer", 3);
  expect(disagreements(rig)).toMatchObject([
    { text: expect.stringContaining(legOf(rig, orderId).id) },
  ]);
  expect(legOf(rig, orderId).state).toBe("solidified");
  rig.proxy(1).conduct = undefined;
  await mineUntil(rig, "it is taken back", () => legOf(rig, orderId).state === "reclaimed");
  await assertBooksMatchChain(rig);
});

const noPeers = refusing(
  "NOT_ENOUGH_EFFECTIVE_CONNECTION",
  "Effective connection:0 lt minEffectiveConnection:1",
);
const notPassedOn = refusing("NOT_ENOUGH_EFFECTIVE_CONNECTION", "P2P broadcast failed.");

test.each<[string, Conduct, Conduct]>(
  everyNth(
    [
      ["both refuse", refusingByLock, refusingByLock],
      ["the second has no peer", refusingByLock, refusing("NO_CONNECTION", "No connection.")],
      ["the second has too few peers", refusingByLock, noPeers],
      ["the first is busy", refusing("SERVER_BUSY", "Server busy."), refusingByLock],
      [
        "the first is unsolidified",
        refusing("BLOCK_UNSOLIDIFIED", "Block unsolidified."),
        refusingByLock,
      ],
    ],
    3,
  ),
)("a refusal counts where %s", async (_, first, second) => {
  const { rig } = await startTwo();
  rig.proxy(1).conduct = first;
  rig.proxy(2).conduct = second;
  const orderId = await rig.desk.order(ALICE);
  await mineUntil(rig, "it is refused", () => rig.desk.readLegs(orderId)[0]?.state === "dead");
  for (const number of [1, 2]) rig.proxy(number).conduct = undefined;
  expect(legOf(rig, orderId)).toMatchObject({ state: "dead", death_reason: "lock" });
  await delivered(rig, orderId);
  await assertBooksMatchChain(rig);
});

test.each<[string, Conduct, Conduct]>(
  everyNth(
    [
      ["takes and forgets it", refusingByLock, forgetting],
      ["takes and forgets it, the first", forgetting, refusingByLock],
      ["has it", refusingByLock, refusing("DUP_TRANSACTION_ERROR", "Dup transaction.")],
      ["gives no answer", refusingByLock, cutting(/broadcasthex$/)],
      ["has pushed it to nobody", refusingByLock, notPassedOn],
      ["says something unknown", refusingByLock, refusing("OTHER_ERROR", "Something else.")],
    ],
    3,
  ),
)("a refusal counts for nothing where another host %s", async (_, first, second) => {
  const { rig } = await startTwo();
  rig.proxy(1).conduct = first;
  rig.proxy(2).conduct = second;
  const orderId = await sent(rig);
  await rig.mine(4);
  await followed(rig);
  await rounds(rig, "resender", 3);
  expect(legOf(rig, orderId)).toMatchObject({ state: "sent", death_reason: null });
  for (const number of [1, 2]) rig.proxy(number).conduct = undefined;
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toHaveLength(1);
  await assertBooksMatchChain(rig);
});

test("what the first host takes and forgets the second one passes on", async () => {
  // Nothing is sent a second time, however long the block takes.
  const { rig } = await startTwo({ workers: { resendEveryMs: 3_600_000 } });
  rig.proxy(1).conduct = forgetting;
  const orderId = await rig.desk.order(ALICE);
  await includePending(rig);
  await delivered(rig, orderId);
  // At the first sending: no block was needed to see that it was forgotten.
  expect(legOf(rig, orderId)).toMatchObject({ attempts: 1 });
  await assertBooksMatchChain(rig);
});

test("what the host in use takes and forgets is delivered at once by the one that rests", async () => {
  const workers = { resendEveryMs: 600_000 };
  const rig = await startRig({ hosts: 2, watchesHosts: false, workers });
  rig.proxy(1).conduct = hanging(/getnowblock|getblock/);
  await until("the first rests", () => rig.desk.hosts.inStep().join() === "2");
  rig.proxy(1).conduct = undefined;
  rig.proxy(2).conduct = forgetting;
  const orderId = await rig.desk.order(ALICE);
  await until("it was sent", () => rig.desk.readLegs(orderId)[0]?.state === "sent");
  await until("the node has it", isPending(rig));
  await rig.mine();
  await until("it is included", () => rig.desk.readLegs(orderId)[0]?.state === "included");
});

test("what two blocks do not hold goes to all again", async () => {
  const workers = { resendEveryMs: 600_000 };
  const rig = await startRig({ hosts: 2, watchesHosts: false, workers });
  for (const number of [1, 2]) rig.proxy(number).conduct = forgetting;
  const orderId = await rig.desk.order(ALICE);
  await until("it was sent", () => rig.desk.readLegs(orderId)[0]?.state === "sent");
  await rounds(rig, "resender", 2);
  for (const number of [1, 2]) rig.proxy(number).conduct = undefined;
  await rig.mine();
  await followed(rig);
  expect(await isPending(rig)()).toBe(false);
  await rig.mine();
  await until("the node has it", isPending(rig));
  await rig.mine();
  await until("it is included", () => rig.desk.readLegs(orderId)[0]?.state === "included");
});
