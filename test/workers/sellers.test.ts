/** Sellers on a chain: their stake is read and sold, a permission taken away stops that, and stake comes back in the end. */
import { expect, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { enrolSeller } from "../../src/engine/sellers/sellers.js";
import { addressesOf } from "../support/addresses.js";
import { longTest } from "../support/forms.js";
import { sellersOf } from "../support/sandbox-sellers.js";
import { ALICE, BOB, RENTAL_MS, type Rig, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  includePending,
  legs,
  mineUntil,
  reclaimed,
  solidified,
  until,
} from "./steps.js";

const LOCK_READ = "/wallet/getdelegatedresourcev2";
/** Keeps planned legs from being signed, until the faults are cleared. */
const NO_SIGNING = { path: LOCK_READ, kind: "drop", count: 10_000 };

/** 65,000 Energy for 15 minutes at 100 SUN, filled whole. */
const MANUAL = { type: "Manual", price: 100, options: { allow_partial: false } };

const order = (rig: Rig, receiver: Address, change: Record<string, unknown> = {}) =>
  rig.desk.order(receiver, { ...MANUAL, ...change });
const legOf = (rig: Rig, orderId: string) => must(rig.desk.readLegs(orderId).at(-1), "a leg");

/** A rig without a pool, so that sellers deliver everything. */
async function startMarket(options: Parameters<typeof startRig>[0] = {}) {
  const rig = await startRig({ owners: 0, ...options });
  const sellers = await sellersOf(rig);
  return { rig, sellers };
}

test("a seller's stake is read at once, sold, earned, and taken back when the rental ends", async () => {
  const { rig, sellers } = await startMarket();
  const seller = await sellers.sell({ keep: 50_000 });
  const before = (await sellers.show(seller.address)).capacity.energy;
  const orderId = await order(rig, ALICE);
  await delivered(rig, orderId);
  expect(legOf(rig, orderId)).toMatchObject({ owner: seller.address, locked: 1 });
  await until("the chain counts it itself", () => legs(rig).every((leg) => !leg.reserving));
  const shown = await sellers.show(seller.address);
  // Of the longest rental's headroom the short one needs little.
  expect(shown.capacity.energy).toBeLessThan(before - 64_000);
  expect(shown.capacity.energy).toBeGreaterThan(before - 66_000);
  expect(shown.openDelegations).toMatchObject({
    count: 1,
    newest: [
      {
        receiver: ALICE,
        resource: "energy",
        units: 65_000,
        duration: "15m",
        priceSun: 60,
        earnsSun: 3_510_000,
        state: "included",
        locked: true,
        txid: legOf(rig, orderId).txid,
      },
    ],
  });
  expect(JSON.stringify(shown)).not.toContain(orderId);
  expect(shown.earnedSun).toBe(0);
  await solidified(rig);
  expect((await sellers.show(seller.address)).earnedSun).toBe(3_510_000);
  await reclaimed(rig);
  expect(legOf(rig, orderId).state).toBe("reclaimed");
  expect((await sellers.show(seller.address)).openDelegations.count).toBe(0);
  await assertBooksMatchChain(rig);
});

test("a permission taken away between match and signing stops the seller; others deliver; back, it sells again", async () => {
  const { rig, sellers } = await startMarket();
  const first = await sellers.sell({ minPrice: 50 });
  const second = await sellers.sell({ minPrice: 70 });
  await rig.faults(NO_SIGNING);
  const orderId = await order(rig, ALICE);
  expect(legOf(rig, orderId).owner).toBe(first.address);
  await sellers.revoke(first.address);
  await rig.mine();
  await rig.noFaults();
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toMatchObject([
    { state: "dead", owner: first.address, death_reason: "owner paused", txid: null },
    { state: "included", owner: second.address },
  ]);
  expect(await sellers.show(first.address)).toMatchObject({
    status: "paused",
    pauseReason: expect.stringMatching(/57 .* and 58 .*Selling goes on by itself/),
  });
  expect(rig.desk.logLines.some((line) => line.includes("seller paused"))).toBe(true);

  await sellers.permit(first.address, sellers.operator);
  rig.desk.engine.signals.emit("capacity", first.address);
  await until(
    "it sells again",
    async () => (await sellers.show(first.address)).status === "active",
  );
  const next = await order(rig, BOB);
  await delivered(rig, next);
  expect(legOf(rig, next).owner).toBe(first.address);
  await assertBooksMatchChain(rig);
});

test("with nobody else the order rests again, and is filled once the permission is back", async () => {
  const { rig, sellers } = await startMarket();
  const seller = await sellers.sell();
  await rig.faults(NO_SIGNING);
  const orderId = await order(rig, ALICE);
  await sellers.revoke(seller.address);
  await rig.mine();
  await rig.noFaults();
  await until("it rests", () => rig.desk.readOrder(orderId).unplanned_amount === 65_000);
  expect(rig.desk.readOrder(orderId)).toMatchObject({ status: "processing", refunded_sun: 0 });
  await sellers.permit(seller.address, sellers.operator);
  // The desk looks again when its seller does, and asks whoever has failed again after a while.
  await rig.mine(10);
  rig.wall.aheadMs += 61_000;
  await mineUntil(rig, "it is filled", async () => {
    await sellers.show(seller.address);
    return rig.desk.readOrder(orderId).status === "completed";
  });
  await assertBooksMatchChain(rig);
});

longTest("a permission that has another id by now is found before the next signature", async () => {
  const { rig, sellers } = await startMarket();
  const seller = await sellers.sell();
  const own = { operations: `${"0".repeat(14)}06${"0".repeat(48)}`, keys: [{ address: BOB }] };
  const ofDesk = { ...own, keys: [{ address: sellers.operator }] };
  await rig.admin("permission", { address: seller.address, actives: [own, ofDesk] });
  await rig.mine();
  const orderId = await order(rig, ALICE);
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toHaveLength(1);
  await reclaimed(rig);
  await assertBooksMatchChain(rig);
});

test("the permission is read once a block, however many legs there are", async () => {
  const reads: Address[] = [];
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    account(address, priority) {
      if (priority === "broadcast") reads.push(address);
      return chain.account(address, priority);
    },
  });
  const { rig, sellers } = await startMarket({ wrapChain });
  const seller = await sellers.sell();
  for (const receiver of [ALICE, BOB]) await order(rig, receiver);
  await until("both are sent", () => legs(rig).every(({ state }) => state === "sent"));
  expect(reads).toEqual([seller.address]);
  await includePending(rig);
  await order(rig, ALICE, { duration: "1h" });
  expect(new Set(reads)).toEqual(new Set([seller.address]));
});

longTest("weights beyond the safe integers are read, and hold up nobody", async () => {
  const { rig, sellers } = await startMarket();
  // More than as many failures as end a round.
  const odd = [
    await sellers.sell(),
    await sellers.sell(),
    await sellers.sell(),
    await sellers.sell(),
  ];
  const last = await sellers.sell();
  for (const wallet of odd) await sellers.own(wallet, 1, [[wallet.address, 2 ** 60]]);
  await sellers.empty(last, BOB);
  const all = [...odd, last];
  for (const { address } of all) rig.desk.engine.signals.emit("capacity", address);
  await until("all are paused", async () => {
    const shown = await Promise.all(all.map(({ address }) => sellers.show(address)));
    return shown.every(({ status }) => status === "paused");
  });
  // With the new owner permission went the active one of the desk.
  for (const { address } of odd) {
    expect((await sellers.show(address)).pauseReason).toMatch(/57 .* and 58 /);
  }
});

test("a seller who cannot pay the fees is paused, told what to do, and goes on once it can", async () => {
  const { rig, sellers } = await startMarket();
  const seller = await sellers.sell();
  await sellers.empty(seller, BOB);
  rig.desk.engine.signals.emit("capacity", seller.address);
  await until("it is paused", async () => (await sellers.show(seller.address)).status === "paused");
  expect((await sellers.show(seller.address)).pauseReason).toMatch(/send it 2 TRX or more/);
  const funded = rig.admin("fund", { address: seller.address, amountSun: 5_000_000 });
  await rig.mine();
  await funded;
  rig.desk.engine.signals.emit("capacity", seller.address);
  await until("it goes on", async () => (await sellers.show(seller.address)).status === "active");
});

test("a seller who took the stake back himself after the lock ends the leg as released", async () => {
  const { rig, sellers } = await startMarket();
  const seller = await sellers.sell();
  const orderId = await order(rig, ALICE);
  await delivered(rig, orderId);
  await solidified(rig);
  // The desk's key is taken out, so that the seller's own is first.
  await sellers.revoke(seller.address);
  await rig.mine(1, RENTAL_MS);
  await until("the desk is refused", () =>
    rig.desk.logLines.some((line) => line.includes("reclaim refused")),
  );
  // It is logged before it is committed.
  await until("its leg waits", () => legOf(rig, orderId).state === "solidified");
  const stakeSun = must(legOf(rig, orderId).stake_sun, "a stake");
  const key = { privateKeyHex: seller.privateKeyHex, permissionId: 0 };
  await rig.undelegateOutside({ owner: seller.address, receiver: ALICE, stakeSun, key });
  await rig.mine();
  expect(await rig.energyOf(ALICE)).toBe(0);
  // A new process does not wait until it may try again.
  await rig.stopDesk();
  await rig.startDesk();
  await mineUntil(rig, "it is noticed", () => legOf(rig, orderId).state === "released");
  expect(await sellers.show(seller.address)).toMatchObject({
    earnedSun: 3_510_000,
    openDelegations: { count: 0 },
  });
  await assertBooksMatchChain(rig);
});

longTest("many sellers are read in turns, and nobody twice in a row", async () => {
  const reads: Address[] = [];
  const open = { now: 0, most: 0 };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async account(address, priority) {
      reads.push(address);
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      return chain.account(address, priority).finally(() => {
        open.now -= 1;
      });
    },
  });
  const { rig, sellers } = await startMarket({ wrapChain });
  const first = await sellers.sell();
  const silent = addressesOf(0x5000, 20);
  for (const address of silent) {
    await enrolSeller(rig.desk.engine, { address, customerId: sellers.customer() });
    await sellers.offer(address);
  }
  await rig.stopDesk();
  reads.length = 0;
  await rig.startDesk();
  const all = [first.address, ...silent].sort();
  await until("all were read", () => new Set(reads).size === all.length, 15_000);
  expect(open.most).toBe(1);
  // Those that are not activated are found out, paused, and then have a turn of their own too.
  await until(
    "they are paused",
    async () => (await sellers.show(silent[19] as Address)).status === "paused",
  );
  const times = all.map((address) => reads.filter((read) => read === address).length);
  expect(Math.max(...times)).toBeLessThanOrEqual(3);
});
