/** What holds a seller's payout back: the limit of a day, an approval beyond it, and the wait of a first one. */
import { describe, expect, test } from "vitest";
import { utcMidnightMs } from "../../src/common/time.js";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import type { PayoutTerms } from "../../src/domain/payout.js";
import { payoutExpired, payoutSigned } from "../../src/engine/payouts/payouts.js";
import { approveSellerPayout, noteFirstDue } from "../../src/engine/payouts/seller-payouts.js";
import { readSeller } from "../../src/engine/sellers/seller-resource.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import {
  earn,
  earners,
  payoutRow,
  sellers,
  signedPayout,
  startPayout,
  TERMS,
  TRX,
} from "../support/payouts.js";
import { mine, solidify } from "../support/steps.js";
import { POLICY } from "../support/terms.js";

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
async function sign(desk: Desk, seller: Address, amountTrx: number, at = desk.clock.nowMs) {
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
    expect(await sign(desk, b, 39.5)).toBeUndefined();
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
    expect(await sign(desk, a, 100)).toBeUndefined();
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
