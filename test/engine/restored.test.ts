/** After a restore: what it shows before, the steps that `resume` waits for, whose money is held for payouts that the books do not know, and what is taken back. */

import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { saveDrawn } from "../../src/engine/chat/outbox.js";
import {
  createCustomer,
  enableDisabledKeys,
  holderForKey,
  revokeKey,
} from "../../src/engine/customers/customers.js";
import { resumeDesk, resumePayouts } from "../../src/engine/operating/holds.js";
import { booksCompared } from "../../src/engine/operating/reconcile.js";
import { confirmRestore, readRestorePlan } from "../../src/engine/operating/restore.js";
import { finishRestoreStep, readRestoreSteps } from "../../src/engine/operating/restore-steps.js";
import {
  judgeTakeBack,
  readTakeBacks,
  takeBackAfter,
  takeBackConfirmed,
  takeBackRead,
  takeBackSigned,
} from "../../src/engine/operating/take-back.js";
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
import { findCard, insertCard } from "../../src/store/chat/cards.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { PAYER, sellers, shownTransfer, TRX } from "../support/payouts.js";
import { deliver, legOf, mine, passRentals, send, sign, solidify } from "../support/steps.js";
import { moneyOf, OUTSIDE, ownMoney, paidIn, paidWith, withdraw } from "../support/withdrawals.js";

test("what open orders hold is counted without what was delivered of them", async () => {
  const desk = await openDesk();
  await desk.order({ resourceAmount: 150_000 });
  await desk.order({ resourceAmount: 40_000 });
  await sign(desk);
  await send(desk);
  const [first] = desk.legs();
  await mine(desk, [first?.txid ?? ""]);
  const plan = await readRestorePlan(desk.engine, { takenAt: 1, block: null });
  expect(first?.amount_sun).toBeGreaterThan(1_000_000);
  expect(plan).toMatchObject({
    ...{ takenAt: 1, block: null, openOrders: 2, heldSun: desk.moneySun.held, signedLegs: 2 },
    ...{ rentals: 1, openPayouts: 0, withdrawals: 0, confirmed: false },
  });
});

test("what the screens of a restored desk's chats show is unknown: each card is drawn again", async () => {
  const desk = await openDesk();
  const { batch_id } = desk.orderRow(await desk.order());
  const where = { owner_user_id: 1, chat_id: 1, thread_id: null, reply_to: null };
  const id = "card".padEnd(24, "0");
  await desk.database.commit(() => insertCard({ id, flow_id: null, batch_id, ...where }));
  const card = await desk.database.read(() => findCard(id));
  if (!card) throw new Error("the card is there");
  const drawn = { messageId: 5, hash: "as before the backup", watching: true, sum: null };
  await saveDrawn(desk.engine, card, drawn);
  await restore(desk);
  expect(desk.rows("SELECT message_id, drawn_hash FROM card")).toEqual([
    { message_id: 5, drawn_hash: null },
  ]);
});

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
    const found = [a, b, c].map(({ apiKey }) => holderForKey(engine, apiKey));
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

const idOf = (letter: string) => letter.repeat(64);
const BACKUP_BLOCK = 5;

/** A restored desk with a rental in its books, whose record the delegations share. */
async function restored({ isOver = false, rentals = 1 } = {}) {
  const desk = await openDesk({ ownersUnits: [900_000] });
  const id = await desk.order();
  for (let more = 1; more < rentals; more += 1) await desk.order();
  await deliver(desk);
  await solidify(desk);
  if (isOver) await passRentals(desk);
  await desk.commit(() => takeBackAfter(BACKUP_BLOCK, 1));
  const { owner, receiver, stake_sun } = legOf(desk, `${id}.1`);
  const act = (kind: "delegate" | "undelegate", letter: string, stakeSun: number) => ({
    txid: idOf(letter),
    stake: { kind, owner, receiver: receiver as Address, resource: "energy", stakeSun } as const,
  });
  let number = BACKUP_BLOCK;
  const read = (...acts: ReturnType<typeof act>[]) => {
    number += 1;
    const block = { number, timestampMs: desk.moment.headTimestampMs, acts };
    return desk.commit(() => takeBackRead([block], 1));
  };
  return { desk, act, read, legSun: stake_sun ?? sun(0) };
}

const left = async (desk: Desk) =>
  (await readTakeBacks(desk.engine)).open.map(({ txid, stakeSun }) => [txid[0], stakeSun]);

const judge = (desk: Desk, letter: string, unlocked: number, locked = 0, lockForMs = 0) => {
  const headMs = desk.moment.headTimestampMs;
  const lockExpiresAt = headMs + lockForMs;
  const record = { unlockedSun: sun(unlocked), lockedSun: sun(locked), lockExpiresAt };
  return desk.commit(() => judgeTakeBack(idOf(letter), record, headMs));
};

test("what anybody has taken back since is no longer left, and a block counts once", async () => {
  const { desk, act, read } = await restored();
  await read(act("delegate", "a", 50), act("delegate", "b", 70), act("undelegate", "c", 70));
  expect(await left(desk)).toEqual([["a", 50]]);
  await read(act("undelegate", "d", 20));
  expect(await left(desk)).toEqual([["a", 30]]);
  const again = { number: BACKUP_BLOCK + 2, timestampMs: 1, acts: [act("undelegate", "d", 20)] };
  await desk.commit(() => takeBackRead([again], 1));
  expect(await left(desk)).toEqual([["a", 30]]);
});

test("the end of a rental that the books know lessens nothing, one before its end does", async () => {
  const over = await restored({ isOver: true });
  await over.read(over.act("delegate", "a", over.legSun));
  await over.read(over.act("undelegate", "b", over.legSun));
  expect(await left(over.desk)).toEqual([["a", over.legSun]]);
  // As they go back: some of them together, or with what the books do not know.
  const many = await restored({ isOver: true, rentals: 3 });
  await many.read(many.act("delegate", "a", 50), many.act("delegate", "b", 70));
  await many.read(many.act("undelegate", "c", 2 * many.legSun));
  expect(await left(many.desk)).toEqual([
    ["a", 50],
    ["b", 70],
  ]);
  await many.read(many.act("undelegate", "d", many.legSun + 50));
  expect(await left(many.desk)).toEqual([["b", 70]]);
  const running = await restored();
  await running.read(running.act("delegate", "a", running.legSun));
  await running.read(running.act("undelegate", "b", running.legSun));
  expect(await left(running.desk)).toEqual([]);
});

test("nothing is taken before it is confirmed, while it is locked, or of what the books' legs may hold", async () => {
  const { desk, act, read, legSun } = await restored();
  await read(act("delegate", "a", 50), act("delegate", "b", 70));
  const all = legSun + 120;
  expect(await judge(desk, "a", all)).toBe("wait");
  expect(await desk.commit(() => takeBackConfirmed())).toBe(2);
  expect(await judge(desk, "a", 0, all, 1)).toBe("wait");
  expect(await judge(desk, "a", 0, all, -1)).toBe("take");
  expect(await judge(desk, "a", legSun + 49)).toBe("wait");
  expect(await judge(desk, "a", legSun + 50)).toBe("take");
  expect(await judge(desk, "a", 0)).toBe("wait");
  // One of a record at a time: nobody tells whether the chain has subtracted the other.
  const signed = { txid: "f1", hex: "f1", expiresAt: 1 };
  expect(await desk.commit(() => takeBackSigned(idOf("a"), signed))).toBe(true);
  expect(await judge(desk, "b", all)).toBe("wait");
  expect(await desk.commit(() => takeBackSigned(idOf("b"), { ...signed, txid: "f2" }))).toBe(false);
});

test("a desk that takes orders again follows what is to be taken back, also through another restore", async () => {
  const desk = await openDesk();
  const { engine } = desk;
  const nextBlock = async () => (await readTakeBacks(engine)).nextBlock;
  const resume = async () => {
    await enableDisabledKeys(engine, { keyIds: [] });
    await finishRestoreStep(engine, "payouts", { by: "Ann", unread: true });
    await finishRestoreStep(engine, "debits", { by: "Ann" });
    await booksCompared(engine, []);
    await resumeDesk(engine);
  };
  expect(await nextBlock()).toBeUndefined();
  await confirmRestore(engine, { takenAt: 1, block: BACKUP_BLOCK });
  await resume();
  expect(await nextBlock()).toBe(BACKUP_BLOCK + 1);
  await confirmRestore(engine, { takenAt: 2, block: 50 });
  expect(await nextBlock()).toBe(51);
  await confirmRestore(engine, { takenAt: 3, block: 60 });
  expect(await nextBlock()).toBe(51);
  const owner = desk.owners[0] as Address;
  const stake = {
    kind: "delegate",
    owner,
    receiver: owner,
    resource: "energy",
    stakeSun: 5,
  } as const;
  const block = { number: 51, timestampMs: 1, acts: [{ txid: idOf("a"), stake }] };
  await desk.commit(() => takeBackRead([block], 1));
  await resume();
  await confirmRestore(engine, { takenAt: 4, block: 70 });
  expect(await nextBlock()).toBe(52);
});
