/** Payouts: from earned to paid, and every way on which one dies. */
import { expect } from "vitest";
import type { Address } from "../../../src/domain/address.js";
import { sun } from "../../../src/domain/money.js";
import {
  applyBlock,
  dropFork,
  type FollowedBlock,
  settleFound,
} from "../../../src/engine/legs/follow-chain.js";
import { bookPayout, unbookPayout } from "../../../src/engine/payouts/book-payout.js";
import { payoutStaysOpen, readOpenPayouts } from "../../../src/engine/payouts/payout-lists.js";
import {
  declarePayoutDead,
  nextPayoutAttempt,
  payoutBackToSent,
  payoutExpired,
  payoutFailed,
  payoutFinal,
  payoutNotLate,
  payoutRefused,
  payoutSent,
  payoutSigned,
} from "../../../src/engine/payouts/payouts.js";
import { approveSellerPayout, noteFirstDue } from "../../../src/engine/payouts/seller-payouts.js";
import { openDesk } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import {
  PAYER,
  payoutRow,
  sellers,
  shownTransfer,
  signedPayout,
  startPayout,
  TRX,
} from "../../support/payouts.js";
import { mine } from "../../support/steps.js";

async function paid(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const [seller] = (await sellers(desk, 40)) as [Address];
  const signed = await signedPayout(desk, seller);
  const { id, txid } = signed;
  await faulty(desk, noteFirstDue, [seller], 1);
  await faulty(desk, approveSellerPayout, desk.engine, {
    ...{ seller, sumSun: sun(40 * TRX), by: "Ann" },
  });
  await faulty(desk, payoutSigned, signed, 1);
  await faulty(desk, nextPayoutAttempt, id);
  await faulty(desk, payoutSent, id);
  const mine = () => desk.chain.mine([{ txid, success: true }]);
  await faulty(desk, applyBlock, mine(), desk.moment);
  await faulty(desk, dropFork, desk.chain.drop(1), desk.moment);
  expect(payoutRow(desk, id).state).toBe("sent");
  await faulty(desk, applyBlock, mine(), desk.moment);
  await faulty(desk, payoutBackToSent, { id });
  const again = desk.chain.mine([{ txid, success: true }]);
  await faulty(desk, applyBlock, again, desk.moment);
  expect(await faulty(desk, payoutFinal, id, again.number, 1)).toBe(true);
  expect(payoutRow(desk, id).state).toBe("paid");
  expect(desk.balanceSun(`earned:${seller}`)).toBe(0);
}

const found = (block: FollowedBlock) => ({
  ...block,
  parentTimestampMs: block.timestampMs - 3_000,
});

async function unpaid(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const [a, b, c, d] = (await sellers(desk, 40, 50, 60, 70)) as Address[] &
    [Address, Address, Address, Address];
  const refused = await startPayout(desk, a);
  await faulty(desk, payoutRefused, refused, "owner_balance");
  expect(await faulty(desk, payoutExpired, refused, 1)).toBe(true);
  const expired = await startPayout(desk, b);
  const [open] = await readOpenPayouts(desk.engine);
  if (open) await faulty(desk, payoutStaysOpen, desk.engine, open, "the test");
  expect(await faulty(desk, payoutExpired, expired, 1)).toBe(true);
  const failed = await startPayout(desk, c);
  const block = desk.chain.mine([{ txid: payoutRow(desk, failed).txid, success: false }]);
  await faulty(desk, applyBlock, block, desk.moment);
  expect(await faulty(desk, payoutFailed, failed, 1)).toBe(true);
  const declared = await startPayout(desk, d);
  await mine(desk, [], true, 200_000);
  desk.engine.chainClock.sawSolid(desk.chain.head);
  const how = { reason: "the test", decidedBy: "Ann" };
  await faulty(desk, declarePayoutDead, desk.engine, declared, how);
  for (const id of [refused, expired, failed, declared])
    expect(payoutRow(desk, id).state).toBe("dead");
  const earnedTrx = () => [a, b, c].map((seller) => desk.balanceSun(`earned:${seller}`) / TRX);
  expect(earnedTrx()).toEqual([40, 50, 60]);
  const late = desk.chain.mine([{ txid: payoutRow(desk, expired).txid, success: true }]);
  await faulty(desk, applyBlock, late, desk.moment);
  await faulty(desk, payoutNotLate, { id: expired });
  const { txid } = payoutRow(desk, expired);
  await desk.commit(() => settleFound(txid, true, found(late), desk.moment));
  expect(earnedTrx()).toEqual([40, 50, 60]);
  expect(await faulty(desk, payoutFinal, expired, late.number, 1)).toBe(true);
  expect(earnedTrx()).toEqual([40, 0.5, 60]);
  const booked = desk.engine.newId();
  const shown = shownTransfer(PAYER, c, 20 * TRX);
  const paid = { id: booked, payer: PAYER, shown };
  await faulty(desk, bookPayout, { ...paid, seller: c, feeSun: sun(TRX) }, 1);
  expect(earnedTrx()).toEqual([40, 0.5, 39]);
  await faulty(desk, unbookPayout, booked, how, 1);
  expect(earnedTrx()).toEqual([40, 0.5, 60]);
}

export const payouts: Stories = {
  "from earned to paid, with forks between": paid,
  "deaths: refused and expired, expired, failed in a block, and in one after all": unpaid,
};
