/** What holds a seller's payout back, and transfers that are booked by hand: as the solid chain shows them, once, and undone by name. */

import { describe, expect, test } from "vitest";
import { utcMidnightMs } from "../../src/common/time.js";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import type { PayoutTerms } from "../../src/domain/payout.js";
import { confirmRestore } from "../../src/engine/operating/restore.js";
import {
  bookPayout,
  bookWithdrawal,
  type ShownTransaction,
  unbookPayout,
} from "../../src/engine/payouts/book-payout.js";
import {
  declarePayoutDead,
  payoutExpired,
  payoutSent,
  payoutSigned,
} from "../../src/engine/payouts/payouts.js";
import { approveSellerPayout, noteFirstDue } from "../../src/engine/payouts/seller-payouts.js";
import { readSeller } from "../../src/engine/sellers/seller-resource.js";
import { approveWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import {
  earn,
  earners,
  PAYER,
  payoutRow,
  sellers,
  shownTransfer,
  signedPayout,
  startPayout,
  TERMS,
  TRX,
} from "../support/payouts.js";
import { partlyFilled } from "../support/sellers.js";
import { mine, send, sign, solidify } from "../support/steps.js";
import { POLICY } from "../support/terms.js";
import {
  moneyOf,
  OUTSIDE,
  ownMoney,
  toldOf,
  withdraw,
  withdrawalRow,
} from "../support/withdrawals.js";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whatever the mode of withdrawals is. */
const withTerms = (payouts: Partial<PayoutTerms>) =>
  openDesk({
    policy: {
      payouts: { ...TERMS, ...payouts },
      withdrawals: { ...POLICY.withdrawals, mode: "off" },
    },
  });

const held = async (desk: Desk) =>
  (await earners(desk)).held.map(({ seller, waits }) => ({ seller, waits }));
const due = async (desk: Desk) => (await earners(desk)).due.map(({ seller }) => seller);
const approvedSun = (desk: Desk, seller: Address) =>
  desk.rows(`SELECT payout_approved_sun AS sun FROM seller WHERE address = '${seller}'`)[0]?.sun;

const approve = (desk: Desk, seller: Address, trx: number) =>
  approveSellerPayout(desk.engine, { seller, sumSun: sun(trx * TRX), by: "Ann" });

/** Signs a payout of so much to a seller, due or not. */
async function signPayoutOf(desk: Desk, seller: Address, amountTrx: number, at = desk.clock.nowMs) {
  const [other] = await due(desk);
  const signed = await signedPayout(desk, other ?? seller, {
    ...{ seller, receiver: seller, amountSun: sun(amountTrx * TRX), feeSun: sun(TRX / 2) },
  });
  return desk.commit(() => payoutSigned(signed, at));
}

async function paid(desk: Desk, seller: Address): Promise<void> {
  const id = await startPayout(desk, seller);
  await mine(desk, [payoutRow(desk, id).txid]);
  await solidify(desk);
}

describe("the limit of a UTC day", () => {
  test("is of all sellers together: what would pass it waits for the next day", async () => {
    const desk = await withTerms({ daySun: sun(60 * TRX) });
    const [a, b, c] = (await sellers(desk, 40, 40, 20)) as [Address, Address, Address];
    expect(await due(desk)).toEqual([a, c]);
    expect(await held(desk)).toEqual([{ seller: b, waits: "approval" }]);
    await paid(desk, a);
    expect(await signPayoutOf(desk, b, 39.5)).toBeUndefined();
    await paid(desk, c);
    expect(await held(desk)).toEqual([{ seller: b, waits: "approval" }]);
    desk.clock.nowMs = utcMidnightMs(desk.clock.nowMs) + DAY_MS;
    expect(await due(desk)).toEqual([b]);
    await paid(desk, b);
  });

  test("of 0 has each payout wait", async () => {
    const desk = await withTerms({ daySun: sun(0) });
    const [a] = (await sellers(desk, 10)) as [Address];
    expect(await held(desk)).toEqual([{ seller: a, waits: "approval" }]);
  });

  test("does not count a payout that is dead", async () => {
    const desk = await withTerms({ daySun: sun(60 * TRX) });
    const [a, b] = (await sellers(desk, 40, 40)) as [Address, Address];
    const id = await startPayout(desk, a);
    expect(await due(desk)).toEqual([]);
    await desk.commit(() => payoutExpired(id, desk.clock.nowMs));
    expect(await due(desk)).toEqual([b]);
    expect(await held(desk)).toEqual([{ seller: a, waits: "approval" }]);
  });
});

describe("an approval", () => {
  test("is of what was earned then, used up by the payout, and counts in the day", async () => {
    const desk = await withTerms({ daySun: sun(60 * TRX) });
    const [a, b] = (await sellers(desk, 100, 40)) as [Address, Address];
    expect(await due(desk)).toEqual([b]);
    await approve(desk, a, 100);
    expect(desk.rows("SELECT kind, text FROM incident")).toEqual([
      {
        kind: "payout-approved",
        text: `Ann lets 100 of the 100 TRX that ${a} has earned be paid.`,
      },
    ]);
    await desk.commit(() => earn(a, sun(70 * TRX), desk.clock.nowMs + 50));
    expect((await earners(desk)).due).toMatchObject([
      { seller: a, earnedSun: 170 * TRX, amountSun: 99.5 * TRX, feeSun: TRX / 2 },
    ]);
    expect(await signPayoutOf(desk, a, 100)).toBeUndefined();
    await paid(desk, a);
    expect(approvedSun(desk, a)).toBe(0);
    expect(desk.balanceSun(`earned:${a}`)).toBe(70 * TRX);
    expect(await held(desk)).toEqual([
      { seller: b, waits: "approval" },
      { seller: a, waits: "approval" },
    ]);
  });

  test("is needed again when the payout has died", async () => {
    const desk = await withTerms({ daySun: sun(0) });
    const [a] = (await sellers(desk, 40)) as [Address];
    await approve(desk, a, 40);
    const id = await startPayout(desk, a);
    await desk.commit(() => earn(a, sun(70 * TRX), desk.clock.nowMs + 50));
    await approve(desk, a, 70);
    await desk.commit(() => payoutExpired(id, desk.clock.nowMs));
    expect(await held(desk)).toEqual([{ seller: a, waits: "approval" }]);
    expect(approvedSun(desk, a)).toBe(0);
  });

  test("is needed when a payout has died, however much room the day has", async () => {
    const desk = await withTerms({});
    const [a] = (await sellers(desk, 40)) as [Address];
    const id = await startPayout(desk, a);
    await desk.commit(() => payoutExpired(id, desk.clock.nowMs));
    expect(await held(desk)).toEqual([{ seller: a, waits: "approval" }]);
    await approve(desk, a, 30);
    await paid(desk, a);
    expect(desk.balanceSun(`earned:${a}`)).toBe(10 * TRX);
    expect(await due(desk)).toEqual([a]);
  });

  test("is of the sum that was seen: more waits, and where less is there it is refused", async () => {
    const desk = await withTerms({ daySun: sun(0) });
    const [a] = (await sellers(desk, 40)) as [Address];
    await expect(approve(desk, a, 40.000001)).rejects.toMatchObject({
      details: [{ path: "SUM", message: expect.stringContaining("at most 40 TRX") }],
    });
    await expect(approve(desk, a, 9)).rejects.toMatchObject({
      details: [{ path: "SUM", message: expect.stringContaining("at least 10 TRX") }],
    });
    expect(approvedSun(desk, a)).toBe(0);
    await approve(desk, a, 25);
    expect((await earners(desk)).due).toMatchObject([{ seller: a, amountSun: 24.5 * TRX }]);
    await paid(desk, a);
    expect(await held(desk)).toEqual([{ seller: a, waits: "approval" }]);
  });

  test("is of a seller that has earned something", async () => {
    const desk = await withTerms({});
    const [a] = (await sellers(desk, 0)) as [Address];
    await expect(approve(desk, a, 40)).rejects.toThrow(/has no unpaid earnings/);
    await expect(approve(desk, addressOf(0x9999), 40)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("the first payout to an account", () => {
  test("waits from when it was seen to be due, approved or not; later ones do not", async () => {
    const desk = await withTerms({ firstWaitMs: 24 * HOUR_MS, daySun: sun(0) });
    const [a] = (await sellers(desk, 40)) as [Address];
    const seenAt = desk.clock.nowMs;
    await desk.commit(() => noteFirstDue([a], seenAt));
    await approve(desk, a, 40);
    desk.clock.nowMs += 24 * HOUR_MS - 1;
    await desk.commit(() => noteFirstDue([a], desk.clock.nowMs));
    expect((await earners(desk)).held).toMatchObject([
      { seller: a, waits: "first payout", dueAt: seenAt + 24 * HOUR_MS },
    ]);
    const early = await bytesBefore(desk, a);
    expect(await desk.commit(() => payoutSigned(early, desk.clock.nowMs))).toBeUndefined();
    desk.clock.nowMs += 1;
    await paid(desk, a);
    await desk.commit(() => earn(a, sun(40 * TRX), desk.clock.nowMs + 50));
    expect(await held(desk)).toEqual([{ seller: a, waits: "approval" }]);
    await approve(desk, a, 40);
    expect(await due(desk)).toEqual([a]);
  });

  test("is shown to its seller: from when, and why not", async () => {
    const desk = await withTerms({ firstWaitMs: 24 * HOUR_MS, daySun: sun(0) });
    const [a] = (await sellers(desk, 9)) as [Address];
    const payout = async () => {
      const { minimumSun, ...shown } = (await readSeller(desk.engine, a)).payout ?? {};
      expect(minimumSun).toBe(10 * TRX);
      return shown;
    };
    expect(await payout()).toEqual({ waits: "minimum", dueAt: null });
    await desk.commit(() => earn(a, sun(40 * TRX), desk.clock.nowMs + 50));
    await desk.commit(() => noteFirstDue([a], desk.clock.nowMs));
    const dueAt = desk.clock.nowMs + 24 * HOUR_MS;
    expect(await payout()).toEqual({ waits: "approval", dueAt });
    await approve(desk, a, 49);
    expect(await payout()).toEqual({ waits: "first payout", dueAt });
    desk.clock.nowMs = dueAt;
    expect(await payout()).toEqual({ waits: null, dueAt: null });
  });
});

/** The bytes of a payout that is not due yet: as they would be without its wait. */
async function bytesBefore(desk: Desk, seller: Address) {
  const at = desk.clock.nowMs;
  desk.clock.nowMs += DAY_MS;
  const signed = await signedPayout(desk, seller);
  desk.clock.nowMs = at;
  return signed;
}

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
