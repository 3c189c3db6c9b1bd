/** Workers whose round meets one order, or one record of the chain, that cannot be dealt with: the others go on. */
import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import { breakWrites, dropTrigger } from "../support/broken-writes.js";
import { longTest } from "../support/forms.js";
import { until } from "../support/until.js";
import { addSeller, manual, startManualRig } from "./manual-sellers.js";
import { ALICE, BOB, RECEIVERS, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  includePending,
  legs,
  mineUntil,
  rentalsEnd,
} from "./steps.js";

/** One owner, whose records for the receiver that is named cannot be read. */
async function unreadableRecords() {
  const broken: { receiver?: string } = {};
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    delegated: (owner, receiver, resource, priority) =>
      receiver === broken.receiver
        ? Promise.reject(new Error("unreadable"))
        : chain.delegated(owner, receiver, resource, priority),
  });
  return { rig: await startRig({ wrapChain, owners: 1 }), broken };
}

test("a record that cannot be read keeps no other delegation of its owner from being signed", async () => {
  const { rig, broken } = await unreadableRecords();
  broken.receiver = ALICE;
  const unreadable = await rig.desk.order(ALICE);
  await delivered(rig, await rig.desk.order(BOB));
  expect(rig.desk.readLegs(unreadable)).toMatchObject([{ state: "planned" }]);
  delete broken.receiver;
  await delivered(rig, unreadable);
  await assertBooksMatchChain(rig);
});

test("a record that cannot be read keeps no other delegation of its owner from being taken back", async () => {
  const { rig, broken } = await unreadableRecords();
  const unreadable = await rig.desk.order(ALICE);
  const other = await rig.desk.order(BOB);
  for (const id of [unreadable, other]) await delivered(rig, id);
  broken.receiver = ALICE;
  await rentalsEnd(rig);
  await includePending(rig);
  const stateOf = (orderId: string) => rig.desk.readLegs(orderId)[0]?.state;
  expect([stateOf(unreadable), stateOf(other)]).toEqual(["solidified", "reclaim_sent"]);
  delete broken.receiver;
  await mineUntil(rig, "both are back", () =>
    [unreadable, other].every((id) => stateOf(id) === "reclaimed"),
  );
  await assertBooksMatchChain(rig);
});

test("a round that cannot be signed does not keep the one before it from being sent", async () => {
  const broken = { is: true, signed: 0 };
  const events = new EventEmitter();
  const refused = once(events, "refused");
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    sign(...args) {
      broken.signed += 1;
      if (!broken.is || broken.signed <= 24) return chain.sign(...args);
      events.emit("refused");
      return Promise.reject(new Error("not signed"));
    },
    // It goes out while the next round is signed.
    async broadcast(...args) {
      await refused;
      return chain.broadcast(...args);
    },
  });
  const rig = await startRig({ wrapChain, owners: 1 });
  const calls = [RECEIVERS.slice(0, 20), RECEIVERS.slice(20, 30)];
  await Promise.all(calls.map((receivers) => rig.desk.order(receivers)));
  await until("the first round is out", async () => (await rig.state()).pending === 24);
  expect(legs(rig).filter(({ state }) => state === "planned")).toHaveLength(6);
  broken.is = false;
  await mineUntil(rig, "all are included", () =>
    legs(rig).every(({ state }) => state === "included" || state === "solidified"),
  );
  await assertBooksMatchChain(rig);
});

longTest("what cannot be asked about after a start keeps no other from it", async () => {
  const asked = { isOn: false, unanswered: new Set<string>() };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    inclusion(txid) {
      if (asked.isOn && asked.unanswered.size < 8) asked.unanswered.add(txid);
      if (asked.unanswered.has(txid)) return Promise.reject(new Error("unreadable"));
      return chain.inclusion(txid);
    },
  });
  const rig = await startRig({ wrapChain });
  const receivers = RECEIVERS.slice(0, 9);
  const ids = await Promise.all(receivers.map((one) => rig.desk.order(one, { duration: "1d" })));
  await until("all are out", async () => (await rig.state()).pending === 9);
  await rig.stopDesk();
  // More blocks than are read one by one.
  await rig.mine(1_002);
  asked.isOn = true;
  await rig.startDesk();
  await until("the ninth is found", () => rig.desk.finished.length === 1);
  asked.isOn = false;
  asked.unanswered.clear();
  for (const id of ids) await delivered(rig, id);
  await assertBooksMatchChain(rig);
});

test("an order that cannot be closed at its deadline keeps no other from being filled", async () => {
  const rig = await startManualRig({ policy: { manualDeadlineMs: 60_000 } });
  const overdue = await rig.desk.order(ALICE, manual());
  await breakWrites(rig.desk.database, "UPDATE ON orders", `OLD.id = '${overdue}'`);
  rig.wall.aheadMs += 60_000;
  const matcher = () => rig.desk.workers.states().find(({ name }) => name === "matcher");
  await until("it cannot be closed", () => matcher()?.lastError === "broken");
  const other = await rig.desk.order(BOB, manual());
  await addSeller(rig);
  await delivered(rig, other);
  await dropTrigger(rig.desk.database, "orders");
  await until("it is closed", () => rig.desk.finished.includes(overdue));
  await assertBooksMatchChain(rig);
});
