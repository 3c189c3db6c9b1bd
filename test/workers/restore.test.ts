/** The drill: a backup made while orders come in, used again on a chain that went on, delegates nothing twice. */

import { join } from "node:path";
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { enableDisabledKeys, readCustomers } from "../../src/engine/customers/customers.js";
import { audit } from "../../src/engine/operating/audit.js";
import { resumeDesk } from "../../src/engine/operating/holds.js";
import { mustCompare } from "../../src/engine/operating/restore.js";
import { finishRestoreStep, readRestoreSteps } from "../../src/engine/operating/restore-steps.js";
import { bookUnknownWithdrawal } from "../../src/engine/payouts/book-payout.js";
import {
  dismissUnknownPayout,
  readUnknownPayouts,
} from "../../src/engine/payouts/unknown-payouts.js";
import { readWithdrawal } from "../../src/engine/withdrawals/read-withdrawals.js";
import { createWithdrawal } from "../../src/engine/withdrawals/withdraw.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { deskOn, errorOf, resultOf } from "../cli/desk-command.js";
import { everyNth } from "../support/forms.js";
import { TRX } from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import { POLICY } from "../support/terms.js";
import { until } from "../support/until.js";
import { botKnows, paidIn } from "../support/withdrawals.js";
import { backUpRig, putBack } from "./backups.js";
import { assertPaidOnce, paying, payouts } from "./paying.js";
import { ALICE, BOB, CAROL, DEAD_MS, LIFE_MS, type Rig, type RigOptions, startRig } from "./rig.js";
import { delivered, followed, legs, mineUntil, orderDelivered, solidified } from "./steps.js";
import { cannotPrint } from "./unprinted.js";

/** Keeps planned legs from being signed, until the faults are cleared. */
const NO_SIGNING = { path: "/wallet/getdelegatedresourcev2", kind: "drop", count: 10_000 };

const delegationsTo = async (rig: Rig, receiver: string) =>
  (await rig.transactions()).filter((one) => one.kind === "delegate" && one.receiver === receiver);

test("an old backup on a chain that went on: nothing is delegated twice, and what it does not know is named", async () => {
  const rig = await startRig({ owners: 1 });
  const before = await orderDelivered(rig, ALICE);
  await rig.faults(NO_SIGNING);
  const open = await rig.desk.order(BOB);
  const file = join(rig.directory, "backup.db");
  const audited = await backUpRig(rig, file);
  expect(audited).toEqual({ ok: true, violations: [] });
  await rig.noFaults();
  await delivered(rig, open);
  await orderDelivered(rig, CAROL);
  await solidified(rig);
  await rig.stopDesk();

  const desk = deskOn(await putBack(rig, file));
  const shown = await resultOf(desk, "restore");
  expect(shown).toMatchObject({ openOrders: 1, heldSun: 3_900_000, rentals: 1, confirmed: false });
  expect(await resultOf(desk, "restore", "--confirm")).toMatchObject({ confirmed: true });
  expect(await errorOf(desk, "restore", "--confirm")).toMatchObject({ code: "NOT_FOUND" });
  await rig.startDesk();
  expect(rig.desk.engine.gates.halt).toContain("restored from a backup");
  await followed(rig);
  const { engine } = rig.desk;
  await expect(resumeDesk(engine)).rejects.toThrow("run `desk reconcile` first");
  await expect(rig.desk.order(BOB)).rejects.toThrow("has halted new orders");

  const { differences } = await rig.desk.workers.reconcile();
  expect(differences.map(({ receiver, inBooksSun }) => [receiver, inBooksSun])).toEqual(
    expect.arrayContaining([
      [BOB, 0],
      [CAROL, 0],
    ]),
  );
  expect(differences).toHaveLength(2);
  const incidents = readNow(rig.desk.database, () => latestIncidents(5));
  expect(incidents.map(({ kind }) => kind)).toEqual(["books-and-chain", "second-desk", "restored"]);
  expect(await mustCompare(engine)).toBe(false);
  await enableDisabledKeys(engine, { keyIds: [] });
  await finishRestoreStep(engine, "debits", { by: "Ann" });
  await until("no account pays here", async () => (await stepsOf(rig)).length === 0);
  await resumeDesk(engine);
  expect(engine.gates.payoutHold).toContain("restored from a backup");

  await rig.mine(3);
  await followed(rig);
  expect(rig.desk.readOrder(before)).toMatchObject({ status: "completed" });
  expect(rig.desk.readOrder(open)).toMatchObject({
    status: "cancelled",
    refunded_sun: 3_900_000,
    cancel_reason: "the desk was restored from a backup",
  });
  expect(await delegationsTo(rig, BOB)).toHaveLength(1);
  await orderDelivered(rig, ALICE);
  expect(await audit(rig.desk.database)).toEqual({ ok: true, violations: [] });
});

const stepsOf = async (rig: Rig) =>
  (await readRestoreSteps(rig.desk.engine)).open.map(({ step }) => step);

/** A desk that has paid nothing yet, and a withdrawal of its customer that is paid. */
async function withdrawing(change: RigOptions = {}) {
  const policy = { withdrawals: { ...POLICY.withdrawals, newAddressMs: 0 } };
  const desk = await paying([], { policy, ...change });
  const { rig } = desk;
  const { customerId } = must((await readCustomers(rig.desk.engine))[0], "a customer");
  await rig.desk.database.commit(() => paidIn(customerId, sun(100 * TRX), 1));
  await rig.desk.database.commit(() => botKnows(customerId));
  const withdraw = async (address: Address, trx: number) => {
    const { engine } = rig.desk;
    const asked = { customerId, address, amountSun: sun(trx * TRX), channel: "http" } as const;
    const call = { ...asked, idempotencyKey: engine.newId(), hasRight: true };
    const { id } = (await createWithdrawal(engine, call)).withdrawal;
    const paid = async () => (await readWithdrawal(engine, customerId, id)).status === "paid";
    await mineUntil(rig, "it is paid", paid);
  };
  return { ...desk, customerId, withdraw };
}

test("what was paid after the backup is found on the chain, up to the last that may have been signed", async () => {
  const desk = await withdrawing();
  const { rig, payer, customerId, withdraw } = desk;
  await withdraw(ALICE, 10);
  const file = join(rig.directory, "backup.db");
  await backUpRig(rig, file);
  await withdraw(ALICE, 20);
  await withdraw(BOB, 30);
  await rig.stopDesk();
  await resultOf(deskOn(await putBack(rig, file)), "restore", "--confirm");
  await rig.startDesk();
  const { engine } = rig.desk;
  const unknown = () => readUnknownPayouts(engine);
  await until("both are found", async () => (await unknown()).length === 2);
  expect(await unknown()).toMatchObject([
    { receiver: ALICE, amountSun: 20 * TRX, customers: [customerId] },
    { receiver: BOB, amountSun: 30 * TRX, customers: [] },
  ]);
  for (const { txid } of await unknown()) {
    const shown = { txid, ...must(await rig.solidMoneyOf(txid), "the chain has it") };
    const paid = { id: engine.newId(), payer, shown, customerId };
    const of = { withdrawalId: engine.newId(), feeSun: sun(TRX) };
    await rig.desk.database.commit(() => bookUnknownWithdrawal({ ...paid, ...of }, 1));
  }
  expect(await unknown()).toEqual([]);
  expect(await stepsOf(rig)).toContain("payouts");
  await rig.mine(1, LIFE_MS);
  await mineUntil(rig, "all is read", async () => !(await stepsOf(rig)).includes("payouts"));
  await assertPaidOnce(desk);
});

test("a block that no node gives does not hide what was paid after it, and is named to the operator", async () => {
  const clock = { aheadMs: 0 };
  const monotonicMs = () => performance.now() + clock.aheadMs;
  const { rig, withdraw } = await withdrawing({ hosts: 1, isOneNode: true, monotonicMs });
  await withdraw(ALICE, 10);
  const file = join(rig.directory, "backup.db");
  await backUpRig(rig, file);
  await withdraw(ALICE, 20);
  await withdraw(BOB, 30);
  await withdraw(ALICE, 5);
  const block = (await payouts(rig)).find(({ receiver }) => receiver === BOB)?.blockNumber ?? -1;
  await rig.stopDesk();
  rig.proxy(1).conduct = cannotPrint(() => block);
  await resultOf(deskOn(await putBack(rig, file)), "restore", "--confirm");
  await rig.startDesk();
  const { engine } = rig.desk;
  const found = async () => (await readUnknownPayouts(engine)).map(({ amountSun }) => amountSun);
  const isStuck = () =>
    rig.desk.workers.states().some(({ name, ok }) => name === "unknown-payouts" && !ok);
  await until("it waits for the block", isStuck);
  expect(await found()).toEqual([20 * TRX]);
  clock.aheadMs += 60_000;
  await until("it goes on", async () => (await found()).length === 2);
  expect(await found()).toEqual([20 * TRX, 5 * TRX]);
  await rig.mine(1, LIFE_MS);
  const payoutsStep = async () =>
    (await readRestoreSteps(engine)).open.find(({ step }) => step === "payouts");
  const isNamed = async () => (await payoutsStep())?.why.includes(`block ${block}`);
  await mineUntil(rig, "the block is named", isNamed);
  for (const { txid } of await readUnknownPayouts(engine)) {
    const why = { by: "Ann", reason: "booked elsewhere" };
    await dismissUnknownPayout(engine, txid, why);
  }
  expect((await payoutsStep())?.next).toContain("--unread");
  const done = (unread: boolean) => finishRestoreStep(engine, "payouts", { by: "Ann", unread });
  await expect(done(false)).rejects.toThrow(/add --unread/);
  await done(true);
  expect(await payoutsStep()).toBeUndefined();
});

test("what was signed when the backup was made goes on with the same bytes", async () => {
  const rig = await startRig({ owners: 1 });
  const orderId = await rig.desk.order(ALICE);
  await until("it is sent", () => legs(rig).some(({ state }) => state === "sent"));
  const file = join(rig.directory, "backup.db");
  await backUpRig(rig, file);
  await delivered(rig, orderId);
  await rig.stopDesk();
  await resultOf(deskOn(await putBack(rig, file)), "restore", "--confirm");
  await rig.startDesk();
  await mineUntil(
    rig,
    "the order is final",
    () => rig.desk.readOrder(orderId).status !== "processing",
  );
  expect(rig.desk.readOrder(orderId)).toMatchObject({ status: "completed", filled_amount: 65_000 });
  expect(await delegationsTo(rig, ALICE)).toHaveLength(1);
  await solidified(rig);
  expect((await rig.desk.workers.reconcile()).differences).toEqual([]);
  expect(await audit(rig.desk.database)).toEqual({ ok: true, violations: [] });
});

/** A delivered order whose block is not final, and a backup of it; then a fork drops the block, and nobody sends it again. */
async function droppedAfterBackup(rig: Rig) {
  const orderId = await orderDelivered(rig, ALICE);
  expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "included" }]);
  const file = join(rig.directory, "backup.db");
  await backUpRig(rig, file);
  await rig.broadcastFault({ kind: "drop", count: 10_000 });
  await rig.reorg(1, "vanish");
  const state = (name: string) => () => legs(rig).some((leg) => leg.state === name);
  await until("the fork is noticed", state("sent"));
  const restore = async () => {
    await rig.stopDesk();
    await rig.noFaults();
    await resultOf(deskOn(await putBack(rig, file)), "restore", "--confirm");
    await rig.startDesk();
    expect(rig.desk.readLegs(orderId)).toHaveLength(1);
  };
  return { orderId, state, restore };
}

/** Dead in the restored books, and its price with the customer: whether another delivered it is not in them. */
async function expectRepaid(rig: Rig, orderId: string): Promise<void> {
  const isDead = () => rig.desk.readLegs(orderId)[0]?.state === "dead";
  await mineUntil(rig, "it is dead", isDead);
  const isRepaid = () => rig.desk.readOrder(orderId).refunded_sun === 3_900_000;
  await mineUntil(rig, "it is repaid", isRepaid);
  expect(rig.desk.readLegs(orderId)).toHaveLength(1);
  const incidents = readNow(rig.desk.database, () => latestIncidents(9));
  expect(incidents.map(({ kind }) => kind)).toContain("fork-refund");
  expect(await audit(rig.desk.database)).toEqual({ ok: true, violations: [] });
}

test("what a fork dropped after the backup goes out again with the same bytes, while they live", async () => {
  const rig = await startRig({ owners: 1 });
  const { orderId, restore } = await droppedAfterBackup(rig);
  await rig.mine(2);
  await restore();
  await mineUntil(rig, "it is sent again", () => rig.desk.readLegs(orderId)[0]?.attempts !== 1);
  await solidified(rig);
  const isFinal = () => rig.desk.readLegs(orderId)[0]?.state === "solidified";
  await mineUntil(rig, "it is final", isFinal);
  expect(await delegationsTo(rig, ALICE)).toHaveLength(1);
  expect((await rig.desk.workers.reconcile()).differences).toEqual([]);
  expect(await audit(rig.desk.database)).toEqual({ ok: true, violations: [] });
});

test.each(everyNth([3, 1_100], 2))(
  "what a fork dropped after the backup and another delivered is repaid, not delivered again (%d blocks later)",
  async (blocks) => {
    const rig = await startRig({ owners: 1 });
    const { orderId, state, restore } = await droppedAfterBackup(rig);
    await rig.mine(1, DEAD_MS);
    await mineUntil(rig, "the leg is dead", state("dead"));
    await rig.noFaults();
    await mineUntil(rig, "it was replaced", state("included"));
    await rig.stopDesk();
    await rig.mine(blocks);
    await restore();
    await expectRepaid(rig, orderId);
    expect(await delegationsTo(rig, ALICE)).toHaveLength(1);
  },
);

test("books are not compared with a chain that is out of sight", async () => {
  const clock = { aheadMs: 0 };
  const rig = await startRig({ monotonicMs: () => performance.now() + clock.aheadMs });
  expect(await rig.desk.workers.reconcile()).toMatchObject({ differences: [] });
  clock.aheadMs = 3_600_001;
  await expect(rig.desk.workers.reconcile()).rejects.toThrow(/^TRON is unavailable: /);
});
