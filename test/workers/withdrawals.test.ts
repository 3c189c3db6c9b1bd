/** Withdrawals through the sandbox node: paid as soon as they may be, once, and never without the money for it. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import { readCustomers } from "../../src/engine/customers/customers.js";
import { pausePayouts, resumePayouts } from "../../src/engine/operating/holds.js";
import { approveWithdrawal, cancelWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { readWithdrawal } from "../../src/engine/withdrawals/read-withdrawals.js";
import { createWithdrawal, withdrawalPhase } from "../../src/engine/withdrawals/withdraw.js";
import { all } from "../../src/store/phase.js";
import { TRX } from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import { POLICY } from "../support/terms.js";
import { botKnows, paidIn } from "../support/withdrawals.js";
import { allPaid, assertPaidOnce, balanceOnChain, earnedTrx, paying, run } from "./paying.js";
import { ALICE, BOB, type Rig } from "./rig.js";
import { followed, mineUntil, until } from "./steps.js";

const TERMS = { ...POLICY.withdrawals, newAddressMs: 0 };

/** A desk that pays, with a customer who has 100 TRX of his own; sellers are paid on command alone. */
async function paysCustomers(
  terms: Partial<typeof TERMS> = {},
  fundTrx = 1_000,
  sellers: readonly Address[] = [],
) {
  const policy = { withdrawals: { ...TERMS, ...terms } };
  const desk = await paying(sellers, { policy, fundTrx });
  const { engine, database } = desk.rig.desk;
  const { customerId } = must((await readCustomers(engine))[0], "a customer");
  await database.commit(() => paidIn(customerId, sun(100 * TRX), 1));
  await database.commit(() => botKnows(customerId));
  const withdraw = async (address: Address, trx = 10) => {
    const call = { customerId, address, amountSun: sun(trx * TRX), channel: "http" } as const;
    const idempotencyKey = engine.newId();
    const made = await createWithdrawal(engine, { ...call, idempotencyKey, hasRight: true });
    return made.withdrawal.id;
  };
  const statusOf = async (id: string) =>
    (await readWithdrawal(desk.rig.desk.engine, customerId, id)).status;
  const becomes = (id: string, status: string) =>
    mineUntil(desk.rig, `the withdrawal is ${status}`, async () => (await statusOf(id)) === status);
  return { ...desk, customerId, withdraw, statusOf, becomes };
}

async function balanceTrx(rig: Rig, address: Address): Promise<number> {
  return (await balanceOnChain(rig, address)) / TRX;
}

const told = (rig: Rig) =>
  readNow(rig.desk.database, () =>
    all<{ payload: string }>("SELECT payload FROM outbox ORDER BY id"),
  ).map(({ payload }) => JSON.parse(payload).kind);

test("it is paid as soon as it is asked for, the fee on top", async () => {
  const desk = await paysCustomers();
  const before = await balanceTrx(desk.rig, ALICE);
  const ids = await Promise.all([desk.withdraw(ALICE), desk.withdraw(ALICE, 5.5)]);
  for (const id of ids) await desk.becomes(id, "paid");
  expect((await balanceTrx(desk.rig, ALICE)) - before).toBe(15.5);
  await assertPaidOnce(desk);
});

test("a run of payouts pays both, withdrawals first", async () => {
  const desk = await paysCustomers({ mode: "approve" }, 1_000, [BOB]);
  const { engine } = desk.rig.desk;
  const id = await desk.withdraw(ALICE);
  expect((await run(desk.rig)).started).toMatchObject([{ seller: BOB }]);
  expect(await desk.statusOf(id)).toBe("approval");
  await approveWithdrawal(engine, id, "operator");
  await desk.becomes(id, "paid");
  await allPaid(desk.rig);
  expect(earnedTrx(desk.rig, BOB)).toBe(0);
  await assertPaidOnce(desk);
});

test("an account that does not exist is made, and its customer has paid for it", async () => {
  const desk = await paysCustomers();
  const stranger = addressOfKey(randomBytes(32).toString("hex"));
  const id = await desk.withdraw(stranger);
  await desk.becomes(id, "paid");
  expect(await balanceTrx(desk.rig, stranger)).toBe(10);
  const { feeSun } = await readWithdrawal(desk.rig.desk.engine, desk.customerId, id);
  expect(feeSun).toBe(2.1 * TRX);
  await assertPaidOnce(desk);
});

test("what creating an account burns must be there, too", async () => {
  const desk = await paysCustomers({}, 11);
  const stranger = addressOfKey(randomBytes(32).toString("hex"));
  const id = await desk.withdraw(stranger);
  const { started, problem } = await run(desk.rig);
  expect(started).toEqual([]);
  expect(problem).toMatch(/has 11 TRX left and 11\.4\d* TRX are due/);
  expect(await desk.statusOf(id)).toBe("waiting");
});

test("without enough in the account it waits, its customer is told once, and it is paid later", async () => {
  const desk = await paysCustomers({}, 8);
  const { rig } = desk;
  const id = await desk.withdraw(ALICE);
  await until("the customer is told", () => told(rig).includes("delayed"));
  const { waitingWithdrawals, problem } = await run(rig);
  expect(waitingWithdrawals).toMatchObject([{ id, status: "waiting" }]);
  expect(problem).toMatch(/has 8 TRX left and 10\.3\d* TRX are due/);
  expect(told(rig)).toEqual(["asked", "delayed"]);
  const small = await desk.withdraw(ALICE, 2);
  await desk.becomes(small, "paid");
  expect(await desk.statusOf(id)).toBe("waiting");
  await rig.admin("fund", { address: desk.payer, amountSun: 100 * TRX });
  await followed(rig);
  expect((await run(rig)).started).toMatchObject([{ withdrawalId: id }]);
  await desk.becomes(id, "paid");
  await assertPaidOnce(desk);
});

test("while withdrawals are off it waits, and a run of payouts says why", async () => {
  const { rig, customerId, statusOf } = await paysCustomers({ mode: "off" });
  const { engine, database } = rig.desk;
  const asked = { customerId, address: ALICE, amountSun: sun(10 * TRX), channel: "http" } as const;
  const call = { ...asked, idempotencyKey: "before", hasRight: true };
  const at = engine.now();
  const creation = { id: engine.newId(), at, dueAt: at, feeSun: sun(TRX), terms: TERMS };
  await database.commit(() => withdrawalPhase(call, creation));
  const { started, waitingWithdrawals, problem } = await run(rig);
  expect(started).toEqual([]);
  expect(waitingWithdrawals).toMatchObject([{ id: creation.id }]);
  expect(problem).toMatch(/withdrawals are off.*WITHDRAW_MODE/);
  expect(await statusOf(creation.id)).toBe("waiting");
});

test("an address that became a contract gets nothing, and the operator decides again", async () => {
  const desk = await paysCustomers({ mode: "approve" });
  const id = await desk.withdraw(ALICE);
  await desk.rig.admin("contract", { address: ALICE });
  await approveWithdrawal(desk.rig.desk.engine, id, "operator");
  await desk.becomes(id, "signed");
  await desk.becomes(id, "approval");
  await assertPaidOnce(desk);
});

test("one that was asked for before a stop is paid after the start", async () => {
  const desk = await paysCustomers({ mode: "approve" });
  const { rig } = desk;
  const id = await desk.withdraw(ALICE);
  await rig.desk.database.commit(function* () {
    yield { sql: "UPDATE withdrawal SET status = 'waiting' WHERE id = ?", params: [id] };
  });
  await rig.stopDesk();
  await rig.startDesk();
  await desk.becomes(id, "paid");
  await assertPaidOnce(desk);
});

test("while payouts are paused it may be asked for and cancelled, and waits until they go on", async () => {
  const desk = await paysCustomers();
  await pausePayouts(desk.rig.desk.engine, "a stolen key");
  const [kept, given] = [await desk.withdraw(ALICE), await desk.withdraw(BOB)];
  await desk.rig.stopDesk();
  await desk.rig.startDesk();
  await expect(run(desk.rig)).rejects.toThrow("Payouts are held: a stolen key");
  expect(await desk.statusOf(kept)).toBe("waiting");
  await cancelWithdrawal(desk.rig.desk.engine, desk.customerId, given);
  expect(await resumePayouts(desk.rig.desk.engine)).toMatchObject({ stillHeld: null });
  await desk.becomes(kept, "paid");
  expect(await desk.statusOf(given)).toBe("cancelled");
  await assertPaidOnce(desk);
});

test("nothing is taken or paid while the desk is halted", async () => {
  const desk = await paysCustomers({ mode: "approve" });
  const id = await desk.withdraw(ALICE);
  desk.rig.desk.engine.gates.haltFor("test");
  await expect(desk.withdraw(ALICE)).rejects.toMatchObject({ code: "DESK_HALTED" });
  await approveWithdrawal(desk.rig.desk.engine, id, "operator");
  await expect(run(desk.rig)).rejects.toMatchObject({ code: "DESK_HALTED" });
  expect(await desk.statusOf(id)).toBe("waiting");
});
