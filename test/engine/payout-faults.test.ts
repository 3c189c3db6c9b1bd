/** A fault before every statement of every step of a payout: nothing of the step stays, and doing it again succeeds. */
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { applyBlock, applySolid, dropFork } from "../../src/engine/follow-chain.js";
import {
  nextPayoutAttempt,
  payoutExpired,
  payoutRefused,
  payoutSent,
  payoutSigned,
} from "../../src/engine/payouts.js";
import { openDesk } from "../support/desk.js";
import { exhaustPhase } from "../support/exhaust.js";
import { payoutRow, sellers, signedPayout, startPayout, TRX } from "../support/payouts.js";

test("from earned to paid, with a fork between", async () => {
  const desk = await openDesk();
  const [seller] = (await sellers(desk, 40)) as [Address];
  const signed = signedPayout(desk, seller);
  const { id, txid } = signed;
  expect(await exhaustPhase(desk, () => payoutSigned(signed, 1))).toBeGreaterThan(7);
  expect(await exhaustPhase(desk, () => nextPayoutAttempt(id))).toBe(2);
  expect(await exhaustPhase(desk, () => payoutSent(id))).toBe(2);
  const include = async () => {
    const block = desk.chain.mine([{ txid, success: true }]);
    const { moment } = desk;
    expect(await exhaustPhase(desk, () => applyBlock(block, moment))).toBeGreaterThan(5);
  };
  await include();
  const ancestor = desk.chain.drop(1);
  const { moment } = desk;
  expect(await exhaustPhase(desk, () => dropFork(ancestor, moment))).toBeGreaterThan(5);
  expect(payoutRow(desk, id).state).toBe("sent");
  await include();
  const solid = desk.chain.head;
  expect(await exhaustPhase(desk, () => applySolid(solid, moment))).toBeGreaterThan(4);
  expect(payoutRow(desk, id).state).toBe("paid");
  expect(desk.balanceSun(`earned:${seller}`)).toBe(0);
});

test("deaths: refused, expired, failed in its block, and in a block after all", async () => {
  const desk = await openDesk();
  const [a, b, c] = (await sellers(desk, 40, 50, 60)) as [Address, Address, Address];
  const refused = await startPayout(desk, a);
  const refuse = () => payoutRefused(refused, "owner_balance", 1);
  expect(await exhaustPhase(desk, refuse)).toBeGreaterThan(5);
  const expired = await startPayout(desk, b);
  expect(await exhaustPhase(desk, () => payoutExpired(expired, 1))).toBeGreaterThan(5);
  const failed = await startPayout(desk, c);
  const block = desk.chain.mine([{ txid: payoutRow(desk, failed).txid, success: false }]);
  const { moment } = desk;
  expect(await exhaustPhase(desk, () => applyBlock(block, moment))).toBeGreaterThan(8);
  for (const id of [refused, expired, failed]) expect(payoutRow(desk, id).state).toBe("dead");
  expect([a, b, c].map((seller) => desk.balanceSun(`earned:${seller}`) / TRX)).toEqual([
    40, 50, 60,
  ]);
  const late = desk.chain.mine([{ txid: payoutRow(desk, expired).txid, success: true }]);
  expect(await exhaustPhase(desk, () => applyBlock(late, moment))).toBeGreaterThan(8);
  expect(desk.balanceSun(`earned:${b}`)).toBe(TRX / 2);
});
