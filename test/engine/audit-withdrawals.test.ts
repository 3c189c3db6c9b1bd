/** The audit of withdrawals: each invariant fires when the file is corrupted so that it should, and none does otherwise. */
import { describe, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { payoutExpired } from "../../src/engine/payouts/payouts.js";
import { cancelWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { foundAfter } from "../support/corruption.js";
import { type Desk, openDesk } from "../support/desk.js";
import { payoutRow, TRX } from "../support/payouts.js";
import { mine, solidify } from "../support/steps.js";
import { POLICY } from "../support/terms.js";
import { botKnows, paidIn, payWithdrawal, withdraw } from "../support/withdrawals.js";

/** A desk with a withdrawal in every status, one of them paid by a payout that was taken for dead. */
async function withdrawingDesk(): Promise<Desk> {
  const desk = await openDesk({
    policy: { withdrawals: { ...POLICY.withdrawals, newAddressMs: 0 } },
  });
  await desk.commit(() => paidIn(desk.customerId, sun(500 * TRX), 1));
  await desk.commit(() => botKnows(desk.customerId));
  const die = async () => {
    const dead = await payWithdrawal(desk, (await withdraw(desk)).id);
    await desk.commit(() => payoutExpired(dead, 1));
    return payoutRow(desk, dead).txid;
  };
  const paid = await payWithdrawal(desk, (await withdraw(desk)).id);
  await mine(desk, [payoutRow(desk, paid).txid, await die()]);
  await solidify(desk);
  await die();
  await payWithdrawal(desk, (await withdraw(desk)).id);
  await withdraw(desk);
  await cancelWithdrawal(desk.engine, desk.customerId, (await withdraw(desk)).id);
  return desk;
}

describe.each([
  [
    "a withdrawal is the sum of its transfers",
    [
      "UPDATE withdrawal SET amount_sun = amount_sun + 1 WHERE status = 'waiting'",
      "UPDATE withdrawal SET fee_sun = fee_sun + 1 WHERE status = 'cancelled'",
      "UPDATE withdrawal SET status = 'waiting', finished_at = NULL WHERE status = 'cancelled'",
      "DELETE FROM transfer WHERE id IN (SELECT id || ':void' FROM withdrawal)",
    ],
  ],
  [
    "a withdrawal is what its customer asked for",
    [
      "UPDATE withdrawal SET address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' WHERE status = 'waiting'",
      "UPDATE withdrawal SET amount_sun = amount_sun + 1, fee_sun = fee_sun - 1 WHERE status = 'approval'",
      "UPDATE withdrawal_asked SET address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'",
      "DELETE FROM withdrawal_asked",
    ],
  ],
  [
    "a withdrawal is signed while a payout pays it, and paid by one",
    [
      "UPDATE withdrawal SET status = 'waiting' WHERE status = 'signed'",
      "UPDATE withdrawal SET status = 'signed' WHERE status = 'waiting'",
      "UPDATE withdrawal SET status = 'paid', finished_at = 1 WHERE status = 'waiting'",
      "UPDATE withdrawal SET status = 'waiting', finished_at = NULL WHERE status = 'paid'",
      "DELETE FROM transfer WHERE id LIKE '%:late'",
      "DELETE FROM payout WHERE state = 'paid'",
    ],
  ],
  [
    "a payout of a withdrawal pays what was asked for",
    [
      "UPDATE withdrawal SET address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' WHERE status = 'signed'",
      "UPDATE payout SET receiver = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' WHERE state = 'paid'",
      "UPDATE payout SET fee_sun = fee_sun + 1 WHERE state = 'dead'",
      "UPDATE payout SET amount_sun = amount_sun - 1 WHERE state = 'signed'",
    ],
  ],
  [
    "a payout is the sum of its transfers",
    [
      "UPDATE transfer SET kind = 'payout' WHERE id LIKE '%:pay'",
      "UPDATE transfer SET kind = 'correction' WHERE from_account = 'external' AND kind = 'withdrawal'",
    ],
  ],
  [
    "a transfer of a withdrawal is one of its payouts",
    [
      "UPDATE transfer SET kind = 'withdrawal' WHERE kind = 'payment'",
      "DELETE FROM payout WHERE state = 'signed'",
      "UPDATE transfer SET id = 'x' || id WHERE id LIKE '%:pay'",
    ],
  ],
  [
    "a dead payout that paid a withdrawal has left with what was held for it",
    [
      "UPDATE transfer SET amount_sun = amount_sun - 1 WHERE id LIKE '%:late'",
      "UPDATE transfer SET from_account = replace(from_account, 'held', 'available') WHERE id LIKE '%:late'",
      "DELETE FROM transfer WHERE id LIKE '%:late:fee'",
      "UPDATE payout SET state = 'paid' WHERE state = 'dead'",
    ],
  ],
  [
    "held money is what open orders, bookings and withdrawals still hold",
    [
      "UPDATE account SET balance_sun = balance_sun + 1 WHERE kind = 'held'",
      "UPDATE withdrawal SET fee_sun = 0 WHERE status = 'waiting'",
    ],
  ],
])("%s", (invariant, corruptions) => {
  test.each(corruptions)("not after %s", async (sql) => {
    expect(await foundAfter(await withdrawingDesk(), sql)).toContain(invariant);
  });
});

test("an untouched file has no violation", async () => {
  const desk = await withdrawingDesk();
  const statuses = desk
    .rows("SELECT status FROM withdrawal ORDER BY id")
    .map(({ status }) => status);
  expect(statuses).toEqual(["paid", "paid", "approval", "signed", "waiting", "cancelled"]);
  expect(await foundAfter(desk, "UPDATE customer SET name = 'Other'")).toEqual([]);
});
