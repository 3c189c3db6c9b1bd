/** Sellers who take their stake back themselves: what the chain lets them, and that the desk never takes what is another's. */
import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import type { LegRow } from "../../src/store/legs.js";
import { longTest } from "../support/forms.js";
import {
  addSeller,
  assertAddsUp,
  capacityOf,
  earnedSun,
  look,
  manual,
  orderOf,
  shareSun,
  startManualRig,
  takeBack,
} from "./manual-sellers.js";
import { ALICE, BOB, RENTAL_MS, type Rig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  legs,
  mineUntil,
  orderDelivered,
  solidified,
  until,
} from "./steps.js";

const onlyLeg = (rig: Rig, orderId: string): LegRow => {
  const [leg] = rig.desk.readLegs(orderId);
  return must(leg, "the order has a leg");
};
const stakeOf = (leg: LegRow) => must(leg.stake_sun, "a delivered leg has stake");
const stateOf = (rig: Rig, orderId: string) => () => onlyLeg(rig, orderId).state;

test("a seller who takes his stake back after the rental ends the leg, and keeps what he earned", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig);
  const orderId = await orderDelivered(rig, ALICE, manual());
  await solidified(rig);
  const leg = onlyLeg(rig, orderId);
  await expect(takeBack(rig, leg, stakeOf(leg))).rejects.toThrow("insufficient");
  expect(await rig.energyOf(ALICE)).toBeGreaterThanOrEqual(65_000);
  rig.gate.close("delegated");
  await rig.mine(1, RENTAL_MS);
  await followed(rig);
  await takeBack(rig, leg, stakeOf(leg));
  await rig.mine();
  await followed(rig);
  rig.gate.open();
  await mineUntil(rig, "it is released", () => stateOf(rig, orderId)() === "released");
  expect(await assertAddsUp(rig, orderId)).toMatchObject({
    status: "completed",
    spentAmount: 3.25,
    refundedAmount: 0,
  });
  expect(earnedSun(rig, seller)).toBe(shareSun(65_000));
  expect(await rig.energyOf(ALICE)).toBe(0);
  look(rig, seller);
  await until("his stake is sold again", async () => (await capacityOf(rig, seller)) > 198_000);
  expect(legs(rig).map(({ reclaim_txid }) => reclaim_txid)).toEqual([null]);
  await assertBooksMatchChain(rig);
});

longTest("what a seller took of one rental is not taken from another", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig);
  const orderIds = [
    await orderDelivered(rig, ALICE, manual()),
    await orderDelivered(rig, ALICE, manual({ resourceAmount: 80_000 })),
  ] as const;
  await solidified(rig);
  const [first, second] = orderIds.map((orderId) => onlyLeg(rig, orderId)) as [LegRow, LegRow];
  expect([first.owner, second.owner]).toEqual([seller, seller]);
  rig.gate.close("delegated");
  await rig.mine(1, RENTAL_MS);
  await followed(rig);
  await takeBack(rig, first, stakeOf(first));
  await rig.mine();
  await followed(rig);
  rig.gate.open();
  const isOver = () =>
    legs(rig).every(({ state }) => state === "released" || state === "reclaimed");
  await mineUntil(rig, "both are over", isOver);
  expect(legs(rig).map(({ state }) => state)).toEqual(["released", "reclaimed"]);
  const took = (await rig.transactions()).filter(({ kind }) => kind === "undelegate");
  expect(took.map(({ stakeSun }) => stakeSun)).toEqual([stakeOf(first), stakeOf(second)]);
  for (const orderId of orderIds) await assertAddsUp(rig, orderId);
  await assertBooksMatchChain(rig);
});

test("a seller who took a part back himself is left with the rest: the desk takes nothing", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig);
  const orderId = await orderDelivered(rig, BOB, manual());
  await solidified(rig);
  const leg = onlyLeg(rig, orderId);
  rig.gate.close("delegated");
  await rig.mine(1, RENTAL_MS);
  await followed(rig);
  const partSun = Math.floor(stakeOf(leg) / 2);
  await takeBack(rig, leg, partSun);
  await rig.mine();
  await followed(rig);
  rig.gate.open();
  await mineUntil(rig, "it is released", () => stateOf(rig, orderId)() === "released");
  const record = await rig.recordOf(seller, BOB);
  expect(record.lockedSun + record.unlockedSun).toBe(stakeOf(leg) - partSun);
  const took = (await rig.transactions()).filter(({ kind }) => kind === "undelegate");
  expect(took.every(({ txid }) => rig.isForeign(txid))).toBe(true);
  await assertBooksMatchChain(rig);
  // The chain counts what is still out, and so does the desk: no more is sold than there is.
  look(rig, seller);
  await until("what he has is counted", async () => (await capacityOf(rig, seller)) > 150_000);
  expect(await capacityOf(rig, seller)).toBeLessThan(170_000);
  await takeBack(rig, leg, stakeOf(leg) - partSun);
  await rig.mine();
  await followed(rig);
  await delivered(rig, await rig.desk.order(BOB, manual()));
  expect((await orderOf(rig, orderId)).status).toBe("completed");
});

longTest("a seller without permission takes his stake back; nothing is lost", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig);
  const orderId = await orderDelivered(rig, ALICE, manual());
  await solidified(rig);
  await rig.admin("revoke-permission", { address: seller });
  await rig.mine(1, RENTAL_MS);
  const isRefused = () => rig.desk.logLines.some((line) => line.includes("reclaim refused"));
  // A slow look may meet the next attempt, which is signed before it is refused in its turn.
  const isBack = () => isRefused() && stateOf(rig, orderId)() === "solidified";
  await until("the desk is refused", isBack);
  expect((await assertAddsUp(rig, orderId)).delegations).toMatchObject([{ state: "solidified" }]);
  const leg = onlyLeg(rig, orderId);
  await takeBack(rig, leg, stakeOf(leg));
  await rig.mine();
  await followed(rig);
  // After a refusal an owner is left alone for a while; a new start asks at once.
  await rig.stopDesk();
  await rig.startDesk();
  await mineUntil(rig, "it is released", () => stateOf(rig, orderId)() === "released");
  expect(earnedSun(rig, seller)).toBe(shareSun(65_000));
  await assertAddsUp(rig, orderId);
  await assertBooksMatchChain(rig);
});

longTest("a seller who cannot pay for an end gets his stake back when he can", async () => {
  const rig = await startManualRig();
  // The free bandwidth of a day is enough for two transactions: both delegations, and not what takes them back.
  const seller = await addSeller(rig, { feeBandwidth: 0, balanceSun: 1 });
  const orderIds = [
    await orderDelivered(rig, ALICE, manual()),
    await orderDelivered(rig, BOB, manual()),
  ];
  await solidified(rig);
  await rig.mine(1, RENTAL_MS);
  const isRefused = () => rig.desk.logLines.some((line) => line.includes("reclaim refused"));
  const isSolid = (orderId: string) => stateOf(rig, orderId)() === "solidified";
  // As above: one of the two may just be tried.
  await until("the desk is refused", () => isRefused() && orderIds.every(isSolid));
  for (const orderId of orderIds) expect(stateOf(rig, orderId)()).toBe("solidified");
  await rig.admin("fund", { address: seller, amountSun: 10_000_000 });
  await rig.stopDesk();
  await rig.startDesk();
  const areBack = () => legs(rig).every(({ state }) => state === "reclaimed");
  await mineUntil(rig, "both are taken back", areBack);
  for (const orderId of orderIds) await assertAddsUp(rig, orderId);
  await assertBooksMatchChain(rig);
});
