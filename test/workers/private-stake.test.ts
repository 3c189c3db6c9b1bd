/** Sellers who delegate to the same receiver by themselves: that is theirs, also when the desk was away while they did it. */
import { expect, test } from "vitest";
import { present } from "../../src/domain/assert.js";
import { readMissed } from "../../src/engine/legs/private-stake.js";
import type { LegRow } from "../../src/store/legs.js";
import { longTest } from "../support/forms.js";
import { addSeller, manual, startManualRig, takeBack } from "./manual-sellers.js";
import { ALICE, RENTAL_MS, type Rig } from "./rig.js";
import { followed, legs, mineUntil, orderDelivered, solidified, until } from "./steps.js";

const onlyLeg = (rig: Rig): LegRow => present(legs(rig)[0], "a leg");
const stakeOf = (leg: LegRow) => present(leg.stake_sun, "a delivered leg has stake");
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

/** After the rental he takes his stake back, and delegates as much by himself. */
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
  const missed = () => readMissed(rig.desk.engine);
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

test("private stake does not keep ours from coming back", async () => {
  const { rig, leg } = await rented();
  const { owner, receiver } = leg;
  await rig.delegateOutside({ owner, receiver, stakeSun: stakeOf(leg) });
  await rig.mine(1, RENTAL_MS);
  await followed(rig);
  await mineUntil(rig, "ours is back", () => onlyLeg(rig).state === "reclaimed");
  expect(await recordSun(rig, leg)).toBe(stakeOf(leg));
});
