/** Sellers who delegate to the same receiver by themselves: that is theirs, also when the desk was away while they did it. */
import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import type { LegRow } from "../../src/store/legs.js";
import { missedBlocks } from "../../src/store/stake-acts.js";
import { longTest } from "../support/forms.js";
import { allOf } from "../support/host-conduct.js";
import type { Conduct } from "../support/node-proxy.js";
import { until } from "../support/until.js";
import { addSeller, manual, startManualRig, takeBack } from "./manual-sellers.js";
import { ALICE, RENTAL_MS, type Rig } from "./rig.js";
import { followed, legs, mineUntil, orderDelivered, solidified } from "./steps.js";
import { cannotPrint, openRows } from "./unprinted.js";

const onlyLeg = (rig: Rig): LegRow => must(legs(rig)[0], "a leg");
const stakeOf = (leg: LegRow) => must(leg.stake_sun, "a delivered leg has stake");
const recordSun = async (rig: Rig, { owner, receiver }: LegRow) => {
  const { unlockedSun, lockedSun } = await rig.recordOf(owner, receiver);
  return unlockedSun + lockedSun;
};

async function rented() {
  const rig = await startManualRig();
  await addSeller(rig);
  await orderDelivered(rig, ALICE, manual());
  await solidified(rig);
  return { rig, leg: onlyLeg(rig) };
}

/** After the rental they take their stake back, and delegate as much with their own key. */
async function renew(rig: Rig, leg: LegRow): Promise<void> {
  await takeBack(rig, leg, stakeOf(leg));
  await rig.mine();
  const { owner, receiver } = leg;
  await rig.delegateOutside({ owner, receiver, stakeSun: stakeOf(leg) });
  await rig.mine();
}

test("what a seller delegates instead of our rental stays where it is", async () => {
  const { rig, leg } = await rented();
  rig.gate.close("delegated");
  await rig.mine(1, RENTAL_MS);
  await followed(rig);
  await renew(rig, leg);
  await followed(rig);
  rig.gate.open();
  await mineUntil(rig, "ours is let go", () => onlyLeg(rig).state === "released");
  expect(await recordSun(rig, leg)).toBe(stakeOf(leg));
  expect(onlyLeg(rig).reclaim_txid).toBeNull();
});

longTest("so it does when the desk was away for longer than it reads block by block", async () => {
  const { rig, leg } = await rented();
  await rig.stopDesk();
  await rig.mine(1, RENTAL_MS);
  await renew(rig, leg);
  await rig.mine(1_001);
  await rig.startDesk();
  const missed = () => rig.desk.engine.database.read(missedBlocks);
  // The newest of them are not solid yet.
  await until(
    "only the newest are missed",
    async () => ((await missed())?.last ?? 0) - ((await missed())?.next ?? 0) < 9,
  );
  expect(onlyLeg(rig)).toMatchObject({ state: "solidified" });
  await mineUntil(rig, "it has read what it missed", async () => (await missed()) === undefined);
  await mineUntil(rig, "ours is let go", () => onlyLeg(rig).state === "released");
  expect(await recordSun(rig, leg)).toBe(stakeOf(leg));
  expect(onlyLeg(rig).reclaim_txid).toBeNull();
});

/** What the seller does in a block that no node can print, after which the desk goes on. */
async function unprinted(
  act: (rig: Rig, leg: LegRow) => Promise<unknown>,
  isOver: boolean,
  other: Conduct = () => undefined,
) {
  const clock = { aheadMs: 0 };
  const rig = await startManualRig({
    hosts: 1,
    isOneNode: true,
    monotonicMs: () => performance.now() + clock.aheadMs,
  });
  await addSeller(rig);
  await orderDelivered(rig, ALICE, manual());
  await solidified(rig);
  const leg = onlyLeg(rig);
  if (isOver) {
    rig.gate.close("delegated");
    await rig.mine(1, RENTAL_MS);
    await followed(rig);
  }
  const block = (await rig.state()).head.number + 1;
  rig.proxy(1).conduct = allOf(
    cannotPrint(() => block),
    other,
  );
  await act(rig, leg);
  await rig.mine(2);
  const isStuck = () => rig.desk.workers.states().some((one) => one.name === "follower" && !one.ok);
  await until("it is missed", isStuck);
  rig.gate.open();
  clock.aheadMs += 60_000;
  await followed(rig);
  expect(openRows(rig)).toEqual([`follower ${block}`, `stake ${block}`]);
  expect(onlyLeg(rig)).toMatchObject({ state: "solidified" });
  await mineUntil(rig, "the records were read", () => openRows(rig).length === 0);
  if (!isOver) await rig.mine(1, RENTAL_MS);
  const isDone = () => ["released", "reclaimed"].includes(onlyLeg(rig).state);
  await mineUntil(rig, "it is over", isDone);
  return { rig, leg };
}

const servesNoSolidRecords: Conduct = ({ path }) =>
  path === "/walletsolidity/getdelegatedresourcev2"
    ? { status: 404, answer: { Error: "this API is unavailable due to config" } }
    : undefined;

test.each([
  ["a node that serves solid records", () => undefined],
  ["a node that serves the newest records only", servesNoSolidRecords],
])(
  "%s: what a seller delegates in a block that no node can print stays theirs, and ours comes back",
  async (_, conduct) => {
    const { rig, leg } = await unprinted(
      (at, { owner, receiver, stake_sun }) =>
        at.delegateOutside({ owner, receiver, stakeSun: (stake_sun ?? 0) / 2 }),
      false,
      conduct,
    );
    expect(onlyLeg(rig).state).toBe("reclaimed");
    expect(await recordSun(rig, leg)).toBe(stakeOf(leg) / 2);
  },
);

test("what a seller may have renewed in such a block is theirs, where ours was over before it", async () => {
  const { rig, leg } = await unprinted(async () => {}, true);
  expect(onlyLeg(rig)).toMatchObject({ state: "released", reclaim_txid: null });
  expect(await recordSun(rig, leg)).toBe(stakeOf(leg));
});
