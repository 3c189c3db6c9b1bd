/** Sellers that the chain refuses: which of them the same order, and the next one, ask again. */

import { expect, test } from "vitest";
import { type Address, addressToHex } from "../../src/domain/address.js";
import { one } from "../../src/store/phase.js";
import { longTest } from "../support/forms.js";
import { postJson } from "../support/http.js";
import { readNow } from "../support/read-now.js";
import { rounds } from "./held-back.js";
import { addSeller, capacityOf, look, manual, orderOf, startManualRig } from "./manual-sellers.js";
import { ALICE, BOB, type Rig } from "./rig.js";
import { assertBooksMatchChain, delivered, followed, mineUntil, until } from "./steps.js";

/** The owner's delegations are refused from now on. */
const refused = (owner: Address, reason: string) => ({
  path: "/wallet/broadcasthex",
  ...{ kind: "reject", reason, owner, count: 1_000 },
});

/** As the chain shows it. */
async function lockEndOf(rig: Rig, owner: Address, receiver: Address): Promise<number> {
  const body = { fromAddress: addressToHex(owner), toAddress: addressToHex(receiver) };
  const url = `${rig.url}/wallet/getdelegatedresourcev2`;
  const { delegatedResource } = await postJson<{
    delegatedResource: { expire_time_for_energy?: number }[];
  }>(url, body);
  return Math.max(...delegatedResource.map((record) => record.expire_time_for_energy ?? 0));
}

test("a reference block that the node does not know says nothing of the seller: he delivers", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { price: 49 });
  await addSeller(rig);
  await rig.faults({ ...refused(seller, "unknown-block"), count: 1 });
  const orderId = await rig.desk.order(ALICE, manual());
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toMatchObject([
    { owner: seller, state: "dead", death_reason: "reference_block" },
    { owner: seller, state: "included" },
  ]);
  await assertBooksMatchChain(rig);
});

test("two sellers that the chain refuses for the same order do not take turns", async () => {
  const rig = await startManualRig();
  const sellers = [await addSeller(rig, { price: 49 }), await addSeller(rig)];
  for (const seller of sellers) {
    await rig.faults(refused(seller, "not-enough-stake"));
  }
  const orderId = await rig.desk.order(ALICE, manual());
  await mineUntil(
    rig,
    "both are refused",
    async () => (await orderOf(rig, orderId)).restingAmount === 65_000,
  );
  for (let looked = 0; looked < 5; looked += 1) {
    for (const seller of sellers) look(rig, seller);
    await until("their stake is counted", async () => {
      const units = await Promise.all(sellers.map((one) => capacityOf(rig, one)));
      return units.every((one) => one > 198_000);
    });
    await rounds(rig, "matcher", 2);
  }
  expect(rig.desk.readLegs(orderId).map(({ owner, state }) => [owner, state])).toEqual(
    sellers.map((seller) => [seller, "dead"]),
  );
  await rig.noFaults();
  rig.wall.aheadMs += 61_000;
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toHaveLength(3);
  await assertBooksMatchChain(rig);
});

longTest("a seller whose lock is known is not asked by the next such order", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { price: 49 });
  const other = await addSeller(rig, { energy: 600_000 });
  rig.gate.close("broadcast");
  const first = await rig.desk.order(ALICE, manual());
  await rig.gate.reached();
  const lock = { owner: seller, receiver: ALICE, stakeSun: 1e7, lockPeriodBlocks: 28_800 };
  await rig.delegateOutside(lock);
  await rig.mine();
  await followed(rig);
  const endsAt = await lockEndOf(rig, seller, ALICE);
  rig.gate.open();
  // What is left of the lock is told by this block, before the next one is made.
  const isRefused = () => rig.desk.logLines.some((line) => line.includes("leg refused"));
  await until("it is refused", isRefused);
  await delivered(rig, first);
  expect(rig.desk.readLegs(first)).toMatchObject([
    { owner: seller, death_reason: "lock" },
    { owner: other, state: "included" },
  ]);
  const told = () =>
    readNow(rig.desk.database, () =>
      one("SELECT ends_at FROM told_lock WHERE owner = ? AND receiver = ?", seller, ALICE),
    );
  expect(Number(told()?.ends_at)).toBe(endsAt);
  // Nothing that the books know by themselves keeps the seller from it.
  const second = await rig.desk.order(ALICE, manual());
  expect(rig.desk.readLegs(second).map(({ owner }) => owner)).not.toContain(seller);
  const elsewhere = await rig.desk.order(BOB, manual());
  expect(rig.desk.readLegs(elsewhere)).toMatchObject([{ owner: seller }]);
  await delivered(rig, elsewhere);
  await assertBooksMatchChain(rig);
});
