/** Transfers booked by hand: as the solid chain shows them, once, and undone by name. */
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { confirmRestore } from "../../src/engine/operating/restore.js";
import {
  bookPayout,
  bookWithdrawal,
  type ShownTransaction,
  unbookPayout,
} from "../../src/engine/payouts/book-payout.js";
import { declarePayoutDead, payoutSent, payoutSigned } from "../../src/engine/payouts/payouts.js";
import { approveWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import {
  earners,
  PAYER,
  payoutRow,
  sellers,
  shownTransfer,
  signedPayout,
  startPayout,
  TRX,
} from "../support/payouts.js";
import { partlyFilled } from "../support/sellers.js";
import { mine, send, sign, solidify } from "../support/steps.js";
import {
  moneyOf,
  OUTSIDE,
  ownMoney,
  toldOf,
  withdraw,
  withdrawalRow,
} from "../support/withdrawals.js";

const BY = { reason: "another one", decidedBy: "Ann" };

const book = (desk: Desk, seller: Address, shown: ShownTransaction) =>
  desk.commit(() => {
    const paid = { id: desk.engine.newId(), payer: PAYER, shown };
    return bookPayout({ ...paid, seller, feeSun: sun(TRX / 2) }, 1);
  });

const earnedTrx = (desk: Desk, seller: Address) => desk.balanceSun(`earned:${seller}`) / TRX;

test("what the chain shows is taken, the fee as far as there is more", async () => {
  const desk = await openDesk();
  const [a, b, c] = (await sellers(desk, 40, 20.2, 0)) as [Address, Address, Address];
  await book(desk, a, shownTransfer(PAYER, a, 30 * TRX));
  await book(desk, b, shownTransfer(PAYER, b, 20 * TRX));
  expect([earnedTrx(desk, a), earnedTrx(desk, b)]).toEqual([9.5, 0]);
  const nothing = book(desk, c, shownTransfer(PAYER, c, 20 * TRX));
  await expect(nothing).rejects.toThrow(/has earned nothing by the books/);
});

test("a restored desk takes nothing while what the seller has delegated is still to be earned", async () => {
  const { desk, first } = await partlyFilled();
  const signed = await sign(desk);
  await send(desk);
  await mine(
    desk,
    signed.map(({ txid }) => txid ?? ""),
  );
  await confirmRestore(desk.engine, { takenAt: 1, block: 1 });
  const shown = shownTransfer(PAYER, first, 50 * TRX);
  await expect(book(desk, first, shown)).rejects.toThrow(/are not final, so they have earned more/);
  await solidify(desk);
  expect(earnedTrx(desk, first)).toBeGreaterThan(1);
  await book(desk, first, shown);
  expect(earnedTrx(desk, first)).toBe(0);
});

test.each([
  ["another receiver", () => shownTransfer(PAYER, addressOf(7), TRX), /sends 1 TRX/],
  ["another payer", (to: Address) => shownTransfer(addressOf(7), to, TRX), /sends 1 TRX from/],
  [
    "a failure",
    (to: Address) => ({ ...shownTransfer(PAYER, to, TRX), success: false, money: [] }),
    /failed; needed is one from/,
  ],
  [
    "no transfer of TRX",
    (to: Address) => ({ ...shownTransfer(PAYER, to, TRX), money: [] }),
    /is no transfer of TRX/,
  ],
] as const)("not %s", async (_, shownTo, why) => {
  const desk = await openDesk();
  const [seller] = (await sellers(desk, 40)) as [Address];
  await expect(book(desk, seller, shownTo(seller))).rejects.toThrow(why);
  expect(earnedTrx(desk, seller)).toBe(40);
});

test("a transaction is booked once, until the wrong booking is undone by name", async () => {
  const desk = await openDesk();
  const [a] = (await sellers(desk, 40)) as [Address];
  const shown = shownTransfer(PAYER, a, 10 * TRX);
  const { id } = await book(desk, a, shown);
  await expect(book(desk, a, shown)).rejects.toThrow(`is booked already, as payout ${id}`);
  const undone = await desk.commit(() => unbookPayout(id, BY, 2));
  expect(undone).toMatchObject({
    state: "dead",
    deathReason: expect.stringMatching(/^undone by Ann: another one/),
  });
  expect(earnedTrx(desk, a)).toBe(40);
  await expect(desk.commit(() => unbookPayout(id, BY, 2))).rejects.toThrow(/only that can be/);
  await book(desk, a, shown);
  expect(earnedTrx(desk, a)).toBe(29.5);
});

test("one that was declared dead wrongly is booked by its transaction, and nothing is paid meanwhile", async () => {
  const desk = await openDesk();
  const [seller] = (await sellers(desk, 40)) as [Address];
  const signed = await signedPayout(desk, seller);
  await desk.commit(() => payoutSigned(signed, desk.clock.nowMs));
  const { id, txid } = signed;
  await mine(desk, [], true, 200_000);
  desk.engine.chainClock.sawSolid(desk.chain.head);
  await declarePayoutDead(desk.engine, id, BY);
  expect(earnedTrx(desk, seller)).toBe(40);
  const blockNumber = desk.chain.head.number;
  const shown = { ...shownTransfer(PAYER, seller, signed.amountSun), txid, blockNumber };
  expect(await book(desk, seller, shown)).toMatchObject({ id, lateBlock: blockNumber });
  expect((await earners(desk)).due).toEqual([]);
  await expect(book(desk, seller, shown)).rejects.toThrow(`is booked already, as payout ${id}`);
  await mine(desk);
  await solidify(desk);
  expect(earnedTrx(desk, seller)).toBe(0.5);
  desk.assertSound();
  await expect(book(desk, seller, shown)).rejects.toThrow(`is booked already, as payout ${id}`);
});

test("what the desk has paid itself is not undone", async () => {
  const desk = await openDesk();
  const [seller] = (await sellers(desk, 40)) as [Address];
  const id = await startPayout(desk, seller);
  await desk.commit(() => payoutSent(id));
  await expect(desk.commit(() => unbookPayout(id, BY, 2))).rejects.toThrow(/is sent and was not/);
  await mine(desk, [payoutRow(desk, id).txid]);
  await solidify(desk);
  await expect(desk.commit(() => unbookPayout(id, BY, 2))).rejects.toThrow(/is paid and was not/);
});

test("a withdrawal is paid with exactly what was asked for, and waits for approval when that is undone", async () => {
  const one = await ownMoney();
  const { id } = await withdraw(one);
  const paid = (amountSun: number, at = one.engine.now()) =>
    one.commit(() => {
      const shown = shownTransfer(PAYER, OUTSIDE, amountSun);
      const transferred = { id: one.engine.newId(), payer: PAYER, shown };
      return bookWithdrawal({ ...transferred, withdrawalId: id }, at);
    });
  await expect(paid(10 * TRX - 1)).rejects.toThrow(/sends 9\.999999 TRX; withdrawal .* 10 TRX/);
  const booked = await paid(10 * TRX);
  expect(withdrawalRow(one, id).status).toBe("paid");
  await one.commit(() => unbookPayout(booked.id, BY, 2));
  expect(withdrawalRow(one, id)).toMatchObject({ status: "approval", finished_at: null });
  expect(moneyOf(one)).toMatchObject({ available: 139, held: 11, revenue: 0 });
  await approveWithdrawal(one.engine, id, "Ann");
  await paid(10 * TRX, one.engine.now() + 1);
  const told = toldOf(one).map(({ kind }) => kind);
  expect(told).toEqual(["asked", "paid", "unbooked", "paid"]);
});
