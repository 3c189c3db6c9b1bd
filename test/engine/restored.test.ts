/** After a restore: the steps that `resume` waits for, and whose money is held for payouts that the books do not know. */
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { createCustomer, customerForKey, revokeKey } from "../../src/engine/customers/customers.js";
import { enableDisabledKeys } from "../../src/engine/customers/disabled-keys.js";
import { resumeDesk, resumePayouts } from "../../src/engine/operating/holds.js";
import { booksCompared } from "../../src/engine/operating/reconcile.js";
import { confirmRestore } from "../../src/engine/operating/restore.js";
import { finishRestoreStep, readRestoreSteps } from "../../src/engine/operating/restore-steps.js";
import {
  bookUnknownWithdrawal,
  bookWithdrawal,
  type ShownTransaction,
  unbookPayout,
} from "../../src/engine/payouts/book-payout.js";
import {
  dismissUnknownPayout,
  payoutsRead,
  readPayoutReading,
  readUnknownPayouts,
} from "../../src/engine/payouts/unknown-payouts.js";
import { approveWithdrawal, cancelWithdrawal } from "../../src/engine/withdrawals/decide.js";
import {
  readDueWithdrawals,
  readWithdrawals,
} from "../../src/engine/withdrawals/read-withdrawals.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { PAYER, sellers, shownTransfer, TRX } from "../support/payouts.js";
import { moneyOf, OUTSIDE, ownMoney, paidIn, paidWith, withdraw } from "../support/withdrawals.js";

const ANN = { by: "Ann" };
const MARK = { takenAt: 1, block: 7 };

/** As the start after it finds it. */
async function restore({ engine }: Desk): Promise<void> {
  await confirmRestore(engine, MARK);
  engine.keys.forget();
  engine.gates.hold("payout-hold", "restored");
}

/** The chain was read to its end and shows these. */
async function read(desk: Desk, ...shown: ShownTransaction[]): Promise<void> {
  const sent = shown.map(({ txid, money: [one] }) => ({
    ...{ txid, receiver: one?.to as Address, amount_sun: sun(Number(one?.amount)) },
    block_number: 9,
  }));
  await payoutsRead(desk.engine, sent, { nextBlock: 10, untilMs: 1, complete: true });
}

const openOf = async (desk: Desk) =>
  (await readRestoreSteps(desk.engine)).open.map(({ step }) => step);

/** All but what the chain shows of payouts. */
async function otherStepsDone({ engine }: Desk): Promise<void> {
  await enableDisabledKeys(engine, { keyIds: [] });
  await finishRestoreStep(engine, "debits", ANN);
  await booksCompared(engine, []);
}

test("a restored desk resumes once each step is done, in their order, and says which is not", async () => {
  const desk = await openDesk();
  const { engine } = desk;
  await restore(desk);
  expect(await openOf(desk)).toEqual(["keys", "payouts", "debits", "compared"]);
  const refusal = /Open: keys: .*`desk key enable --all`.*payouts: .*debits: .*compared: /;
  await expect(resumeDesk(engine)).rejects.toThrow(refusal);
  await expect(resumePayouts(engine)).rejects.toThrow(refusal);
  await finishRestoreStep(engine, "keys", ANN);
  await expect(finishRestoreStep(engine, "payouts", ANN)).rejects.toThrow(/is not all read/);
  await expect(finishRestoreStep(engine, "compared", ANN)).rejects.toThrow(/run `desk reconcile`/);
  await read(desk);
  await finishRestoreStep(engine, "debits", ANN);
  await expect(resumeDesk(engine)).rejects.toThrow(
    /Open: compared: [^:]*run `desk reconcile` first/,
  );
  await booksCompared(engine, []);
  await resumeDesk(engine);
  expect(await readRestoreSteps(engine)).toEqual({ restored: false, open: [] });
  await expect(finishRestoreStep(engine, "keys", ANN)).rejects.toThrow(/No restore is under way/);
});

test("a restore lets no key in until it is enabled by name, its customer's, or all at once", async () => {
  const desk = await openDesk();
  const { engine } = desk;
  const [a, b, c] = [
    await createCustomer(engine, "A"),
    await createCustomer(engine, "B"),
    await createCustomer(engine, "C"),
  ];
  const works = async () => {
    const found = [a, b, c].map(({ apiKey }) => customerForKey(engine, apiKey));
    return (await Promise.all(found)).map((customer) => customer !== undefined);
  };
  const idOf = ({ customerId }: typeof a) =>
    String(desk.rows(`SELECT id FROM api_key WHERE customer_id = '${customerId}'`)[0]?.id);
  expect(await works()).toEqual([true, true, true]);
  await restore(desk);
  expect(await works()).toEqual([false, false, false]);
  expect(await enableDisabledKeys(engine, { keyIds: [idOf(a)] })).toBe(1);
  expect(await works()).toEqual([true, false, false]);
  expect(await enableDisabledKeys(engine, { keyIds: [], customerId: b.customerId })).toBe(1);
  expect(await works()).toEqual([true, true, false]);
  await revokeKey(engine, idOf(c));
  await expect(enableDisabledKeys(engine, { keyIds: [idOf(c)] })).rejects.toThrow(/stays so/);
  await enableDisabledKeys(engine, { keyIds: [] });
  expect(await works()).toEqual([true, true, false]);
  expect(await openOf(desk)).not.toContain("keys");
});

test("a withdrawal that the books do not know holds its customer's money until it is booked", async () => {
  const desk = await ownMoney();
  const { engine, customerId } = desk;
  await paidWith(desk, (await withdraw(desk)).id);
  const other = await createCustomer(engine, "Another");
  await desk.commit(() => paidIn(other.customerId, sun(50 * TRX), 2));
  await restore(desk);
  const shown = shownTransfer(PAYER, OUTSIDE, 30 * TRX);
  await read(desk, shown);
  await otherStepsDone(desk);
  expect(await readUnknownPayouts(engine)).toMatchObject([
    { amountSun: 30 * TRX, isSeller: false, customers: [customerId], withdrawals: [] },
  ]);
  await expect(resumeDesk(engine)).rejects.toThrow(/Open: payouts: .*`desk payout unknown`/);
  await finishRestoreStep(engine, "payouts", ANN);
  await resumeDesk(engine);
  await resumePayouts(engine);
  await expect(desk.order()).rejects.toThrow(/your money is held until the operator/);
  await expect(withdraw(desk, { address: addressOf(0x7001) })).rejects.toThrow(/money is held/);
  await withdraw(desk, { customerId: other.customerId });
  const booked = await desk.commit(() => {
    const paid = { id: engine.newId(), payer: PAYER, shown, customerId };
    return bookUnknownWithdrawal({ ...paid, withdrawalId: engine.newId(), feeSun: sun(TRX) }, 1);
  });
  expect(moneyOf(desk)).toMatchObject({ available: 108, held: 0, withdrawable: 8 });
  await desk.order();
  await desk.commit(() => unbookPayout(booked.id, { reason: "another's", decidedBy: "Ann" }, 2));
  await expect(desk.order()).rejects.toThrow(/money is held/);
  await dismissUnknownPayout(engine, shown.txid, { ...ANN, reason: "our own" });
  await desk.order();
  await expect(
    dismissUnknownPayout(engine, shown.txid, { ...ANN, reason: "our own" }),
  ).rejects.toThrow(/waits to be settled/);
  desk.assertSound();
});

test("one that waits in the books and may be paid is neither paid again nor cancelled", async () => {
  const desk = await ownMoney();
  const { engine, customerId } = desk;
  const { id } = await withdraw(desk);
  await restore(desk);
  const shown = shownTransfer(PAYER, OUTSIDE, 10 * TRX);
  await read(desk, shown);
  await otherStepsDone(desk);
  await finishRestoreStep(engine, "payouts", ANN);
  await resumePayouts(engine);
  await resumeDesk(engine);
  expect((await readDueWithdrawals(engine)).due).toEqual([]);
  await expect(cancelWithdrawal(engine, customerId, id)).rejects.toThrow(/may be paid already/);
  expect(await readUnknownPayouts(engine)).toMatchObject([{ withdrawals: [id] }]);
  await desk.commit(() =>
    bookWithdrawal({ id: engine.newId(), payer: PAYER, shown, withdrawalId: id }, 1),
  );
  expect(await readUnknownPayouts(engine)).toEqual([]);
  await desk.order();
  desk.assertSound();
});

test("what waited at the backup may have been cancelled since, so it waits for an approval and is not paid by itself", async () => {
  const desk = await ownMoney();
  const { engine, customerId } = desk;
  const approved = await withdraw(desk);
  await withdraw(desk, { address: addressOf(0x7004) });
  await restore(desk);
  await read(desk);
  await otherStepsDone(desk);
  await resumeDesk(engine);
  await resumePayouts(engine);
  expect((await readDueWithdrawals(engine)).due).toEqual([]);
  expect(moneyOf(desk)).toMatchObject({ held: 22 });
  const { withdrawals } = await readWithdrawals(engine, customerId, { limit: 9 });
  expect(withdrawals.map(({ status }) => status)).toEqual(["approval", "approval"]);
  await approveWithdrawal(engine, approved.id, "Ann");
  expect((await readDueWithdrawals(engine)).due).toMatchObject([{ id: approved.id }]);
  desk.assertSound();
});

test("what holds nobody's money must be settled before the desk resumes", async () => {
  const desk = await openDesk();
  const { engine } = desk;
  const [seller] = (await sellers(desk, 40)) as [Address];
  await restore(desk);
  const toSeller = shownTransfer(PAYER, seller, 30 * TRX);
  const toStranger = shownTransfer(PAYER, addressOf(0x7002), 30 * TRX);
  await read(desk, toSeller, toStranger);
  const finish = () => finishRestoreStep(engine, "payouts", ANN);
  await expect(finish()).rejects.toThrow(
    /has transfers left that hold no customer's money \(2, the first/,
  );
  for (const { txid } of [toSeller, toStranger]) {
    await dismissUnknownPayout(engine, txid, { ...ANN, reason: "our own" });
  }
  expect(await openOf(desk)).not.toContain("payouts");
});

test("restored again before all was read, it reads on where it was; the operator may look at the rest themselves", async () => {
  const desk = await openDesk();
  const { engine } = desk;
  await restore(desk);
  const shown = shownTransfer(PAYER, addressOf(0x7003), 30 * TRX);
  const sent = { txid: shown.txid, receiver: addressOf(0x7003), amount_sun: sun(30 * TRX) };
  const begun = { nextBlock: 10, untilMs: 1, complete: false };
  await payoutsRead(engine, [{ ...sent, block_number: 9 }], begun);
  await confirmRestore(engine, { takenAt: 2, block: 5_000 });
  expect((await readPayoutReading(engine))?.restored).toMatchObject({ block: 10, done: {} });
  const finish = (unread: boolean) => finishRestoreStep(engine, "payouts", { ...ANN, unread });
  await expect(finish(false)).rejects.toThrow(/add --unread/);
  await expect(finish(true)).rejects.toThrow(/has transfers left/);
  await dismissUnknownPayout(engine, shown.txid, { ...ANN, reason: "our own" });
  await finish(true);
  expect(await openOf(desk)).not.toContain("payouts");
  expect(await readPayoutReading(engine)).toBeUndefined();
});

test("restored again, it reads from a block on that no node gave", async () => {
  const { engine } = await openDesk();
  await confirmRestore(engine, { takenAt: 1, block: 5 });
  await payoutsRead(engine, [], { nextBlock: 90, untilMs: 1, complete: true, passed: [7, 9] });
  await confirmRestore(engine, { takenAt: 2, block: 5_000 });
  expect((await readPayoutReading(engine))?.restored).toMatchObject({ block: 7, done: {} });
});
