/** The end of rentals: only what is over comes back, also when several share one record of the chain. */

import { expect, test } from "vitest";
import { type Chain, ChainUnavailable } from "../../src/chain/port.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { readLegs } from "../../src/engine/legs/open-work.js";
import { addPoolOwner, drainPoolOwner } from "../../src/engine/operating/operate.js";
import { legsEndedBefore } from "../../src/store/leg-lists.js";
import { setPause } from "../../src/store/owners.js";
import { everyNth, longTest } from "../support/forms.js";
import { until } from "../support/until.js";
import { heldBack, onItsWay, rounds } from "./held-back.js";
import { ALICE, BOB, CAROL, RECEIVERS, RENTAL_MS, type Rig, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  followed,
  isPending,
  legs,
  mineUntil,
  orderDelivered,
  reclaimed,
  rentalsEnd,
  solidified,
} from "./steps.js";

const HOUR_MS = 3_600_000;
const UNLOCKED = { policy: { lockMode: "never" }, owners: 1 } as const;

const ownerOf = (rig: Rig): Address => must(rig.owners[0], "an owner");
const legOf = (rig: Rig, orderId: string) => must(rig.desk.readLegs(orderId)[0], "a leg");
const hasState = (rig: Rig, orderId: string, state: string) => () =>
  legOf(rig, orderId).state === state;

test("of several rentals of one record those that have ended come back in one undelegation", async () => {
  const rig = await startRig(UNLOCKED);
  const long = await orderDelivered(rig, ALICE, { duration: "1h" });
  const short = [await orderDelivered(rig, ALICE), await orderDelivered(rig, ALICE)];
  await solidified(rig);
  await rig.mine(1, RENTAL_MS);
  await mineUntil(rig, "the short ones are back", () =>
    short.every((orderId) => legOf(rig, orderId).state === "reclaimed"),
  );
  expect(new Set(short.map((orderId) => legOf(rig, orderId).reclaim_txid)).size).toBe(1);
  expect(legOf(rig, long).state).toBe("solidified");
  expect(await rig.energyOf(ALICE)).toBeGreaterThanOrEqual(65_000);
  await assertBooksMatchChain(rig);
  await rig.mine(1, HOUR_MS);
  await mineUntil(rig, "the long one is back", hasState(rig, long, "reclaimed"));
  await assertBooksMatchChain(rig);
});

test("what the owner took back is not taken from another rental", async () => {
  const rig = await startRig(UNLOCKED);
  const short = await orderDelivered(rig, ALICE);
  const long = await orderDelivered(rig, ALICE, { duration: "1h" });
  await solidified(rig);
  const stakeSun = legOf(rig, short).stake_sun ?? 0;
  await rig.undelegateOutside({ owner: ownerOf(rig), receiver: ALICE, stakeSun });
  await rig.mine(1, RENTAL_MS);
  await mineUntil(rig, "it is noticed", hasState(rig, short, "released"));
  expect(await rig.energyOf(ALICE)).toBeGreaterThanOrEqual(65_000);
  await rig.mine(1, HOUR_MS);
  await mineUntil(rig, "the long one is back", hasState(rig, long, "reclaimed"));
  await assertBooksMatchChain(rig);
  expect(await rig.energyOf(ALICE)).toBe(0);
});

test("a replica that shows nothing of a rental's stake does not make the desk let it go", async () => {
  const replica = { isEmpty: false, asked: 0 };
  const nothing = { unlockedSun: sun(0), lockedSun: sun(0), lockExpiresAt: 0 };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async delegated(...call) {
      if (!replica.isEmpty) return chain.delegated(...call);
      replica.asked += 1;
      return nothing;
    },
  });
  const rig = await startRig({ ...UNLOCKED, wrapChain });
  const orderId = await orderDelivered(rig, ALICE);
  await solidified(rig);
  replica.isEmpty = true;
  await rig.mine(1, RENTAL_MS);
  await until("it is asked for", () => replica.asked > 1);
  await rig.mine();
  await until("it is asked for again", () => replica.asked > 3);
  replica.isEmpty = false;
  await mineUntil(rig, "it is back", hasState(rig, orderId, "reclaimed"));
  expect(await rig.energyOf(ALICE)).toBe(0);
  await assertBooksMatchChain(rig);
});

longTest("nor do two such looks with a node between them away for a minute", async () => {
  const node = { state: "right", asked: 0 };
  const nothing = { unlockedSun: sun(0), lockedSun: sun(0), lockExpiresAt: 0 };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async delegated(...call) {
      node.asked += 1;
      if (node.state === "right") return chain.delegated(...call);
      if (node.state === "away") throw new ChainUnavailable("it does not answer");
      return nothing;
    },
  });
  const askedAs = async (state: string) => {
    const { asked } = node;
    node.state = state;
    await until(`it is asked while ${state}`, () => node.asked > asked + 1);
  };
  const rig = await startRig({ ...UNLOCKED, wrapChain });
  const orderId = await orderDelivered(rig, ALICE);
  await solidified(rig);
  node.state = "empty";
  await rig.mine(1, RENTAL_MS);
  await askedAs("empty");
  await askedAs("away");
  await rig.mine(1, 120_000);
  await followed(rig);
  await askedAs("empty");
  expect(legOf(rig, orderId).state).toBe("solidified");
  node.state = "right";
  await mineUntil(rig, "it is back", hasState(rig, orderId, "reclaimed"));
  await assertBooksMatchChain(rig);
});

test("a receiver who orders anew as their rental ends does not keep the old one", async () => {
  const rig = await startRig({ owners: 1 });
  const old = await orderDelivered(rig, ALICE);
  await solidified(rig);
  // The first undelegation is refused, so the old stake is still there when the next is locked.
  await rig.broadcastFault({ kind: "code", code: "TAPOS_ERROR" });
  await rig.mine(1, RENTAL_MS);
  await until("it is refused", () => rig.desk.logLines.some((line) => line.includes("refused")));
  const end = legOf(rig, old).expires_at;
  const next = await orderDelivered(rig, ALICE, { duration: "30d" });
  expect(legOf(rig, next)).toMatchObject({ locked: 1 });
  expect(legOf(rig, old)).toMatchObject({ state: "solidified", expires_at: end });
  // A new process does not wait until it may try again.
  await rig.stopDesk();
  await rig.startDesk();
  await mineUntil(rig, "the old one is back", hasState(rig, old, "reclaimed"));
  expect(legOf(rig, next).state).toMatch(/included|solidified/);
  await assertBooksMatchChain(rig);
});

test.each(everyNth(["draining", "paused"], 2))(
  "stake of an owner that is %s comes back all the same",
  async (how) => {
    const rig = await startRig({ owners: 1, node: { poolBandwidth: 4 } });
    const orderId = await orderDelivered(rig, ALICE);
    const { engine, database } = rig.desk;
    if (how === "draining") await drainPoolOwner(engine, ownerOf(rig));
    else await database.commit(() => setPause(ownerOf(rig), "by this test"));
    await solidified(rig);
    await rig.mine(1, RENTAL_MS);
    await mineUntil(rig, "it is back", hasState(rig, orderId, "reclaimed"));
    await assertBooksMatchChain(rig);
  },
);

test("an undelegation that never reaches a block dies, and is done again with other bytes", async () => {
  const rig = await startRig();
  const orderId = await orderDelivered(rig, ALICE);
  await solidified(rig);
  await rig.broadcastFault({ kind: "never-include" });
  await rig.mine(1, RENTAL_MS);
  await until("it is out", isPending(rig));
  const first = legOf(rig, orderId).reclaim_txid;
  await rig.mine(1, 240_000);
  const isAnew = () => ![null, first].includes(legOf(rig, orderId).reclaim_txid);
  await mineUntil(rig, "it is signed anew", isAnew);
  await mineUntil(rig, "it is back", hasState(rig, orderId, "reclaimed"));
  await assertBooksMatchChain(rig);
});

test("a first undelegation that takes long is not repeated beside it", async () => {
  const broadcast = heldBack("broadcast", "later");
  const rig = await startRig({ wrapChain: broadcast.wrapChain });
  const orderId = await orderDelivered(rig, ALICE);
  await solidified(rig);
  broadcast.arm();
  await rig.mine(1, RENTAL_MS);
  expect(await onItsWay(rig, orderId, broadcast)).toMatchObject({ state: "reclaim_signed" });
  await rounds(rig, "resender", 2);
  broadcast.letGo();
  const sent = () => rig.desk.readLegs(orderId).find(({ state }) => state === "reclaim_sent");
  expect((await until("it is sent", sent)).reclaim_attempts).toBe(1);
  await reclaimed(rig);
  await assertBooksMatchChain(rig);
});

longTest("an owner that cannot be served does not keep the others' stake out", async () => {
  const rig = await startRig({ owners: 2 });
  const [revoked, other] = rig.owners as [Address, Address];
  const { engine } = rig.desk;
  await drainPoolOwner(engine, other);
  await rig.desk.order(RECEIVERS.slice(2, 12), { resourceAmount: 32_000 });
  await mineUntil(rig, "all is included", () => legs(rig).every((leg) => leg.block_number));
  await addPoolOwner(engine, other);
  await drainPoolOwner(engine, revoked);
  const last = await orderDelivered(rig, BOB);
  expect(legOf(rig, last).owner).toBe(other);
  await solidified(rig);
  await rig.admin("revoke-permission", { address: revoked });
  await rig.mine(1, RENTAL_MS);
  const first = (await readLegs(engine, () => legsEndedBefore(Number.MAX_SAFE_INTEGER, 1))).map(
    ({ owner }) => owner,
  );
  expect(first.sort()).toEqual([other, revoked].sort());
  await mineUntil(rig, "the other's is back", hasState(rig, last, "reclaimed"));
  const refusals = rig.desk.logLines.filter((line) => line.includes("reclaim refused"));
  expect(refusals).toHaveLength(1);
});

/** Notes records that are read and undelegations that go out; the first of these waits until it is let go. */
function watched() {
  const seen: string[] = [];
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    delegated(...call) {
      if (call[3] === "reclaim") seen.push("record");
      return chain.delegated(...call);
    },
    async broadcast(...call) {
      if (call[2] !== "reclaim") return chain.broadcast(...call);
      seen.push("sent");
      arrive();
      await released;
      return chain.broadcast(...call);
    },
  });
  return { seen, arrived, letGo, wrapChain };
}

test("the records of all rentals that end are read first, and what a block follows upon is read again", async () => {
  const chain = watched();
  const rig = await startRig({ owners: 1, wrapChain: chain.wrapChain });
  for (const receiver of [ALICE, BOB, CAROL]) await orderDelivered(rig, receiver);
  await rentalsEnd(rig);
  await chain.arrived;
  expect(chain.seen).toEqual(["record", "record", "record", "sent"]);
  await rig.mine();
  await followed(rig);
  chain.letGo();
  await reclaimed(rig);
  // Both of the others once more, or oftener where the next block came before they were judged.
  const again = chain.seen.slice(4, chain.seen.indexOf("sent", 4));
  expect(again.length).toBeGreaterThanOrEqual(2);
  await assertBooksMatchChain(rig);
});
