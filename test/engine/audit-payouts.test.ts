/** The audit of payouts: each invariant fires when the file is corrupted so that it should, and none does otherwise. */
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { payoutExpired } from "../../src/engine/payouts/payouts.js";
import { addressOf } from "../support/addresses.js";
import { foundAfter } from "../support/corruption.js";
import { type Desk, openDesk } from "../support/desk.js";
import { payoutRow, sellers, startPayout } from "../support/payouts.js";
import { mine, solidify } from "../support/steps.js";

/** A desk with a payout in every stage, one that a block held after it was dead among them. */
async function payingDesk(): Promise<Desk> {
  const desk = await openDesk();
  const [a, b, c, d] = (await sellers(desk, 40, 50, 60, 70, 80)) as [
    Address,
    Address,
    Address,
    Address,
  ];
  const paid = await startPayout(desk, a);
  await mine(desk, [payoutRow(desk, paid).txid]);
  await solidify(desk);
  const dead = await startPayout(desk, b);
  await desk.commit(() => payoutExpired(dead, 1));
  await startPayout(desk, c);
  const late = await startPayout(desk, d);
  await desk.commit(() => payoutExpired(late, 1));
  await mine(desk, [payoutRow(desk, late).txid]);
  await solidify(desk);
  return desk;
}

describe.each([
  [
    "a payout is the sum of its transfers",
    [
      "UPDATE payout SET amount_sun = amount_sun + 1 WHERE state = 'paid'",
      "UPDATE payout SET fee_sun = fee_sun - 1 WHERE state = 'signed'",
      "DELETE FROM transfer WHERE id LIKE '%:pay'",
      "DELETE FROM transfer WHERE id LIKE '%:void:fee'",
      "UPDATE transfer SET to_account = 'revenue' WHERE id LIKE '%:pay'",
      "UPDATE transfer SET from_account = 'clearing' WHERE id LIKE '%:void'",
    ],
  ],
  [
    "a payout to a seller goes to the account that sold",
    [
      `UPDATE payout SET receiver = '${addressOf(0x6666)}' WHERE state = 'sent' OR state = 'signed'`,
    ],
  ],
  [
    "money comes back from dead payouts only",
    [
      "UPDATE payout SET state = 'sent', finished_at = NULL WHERE state = 'dead'",
      "INSERT INTO transfer (id, from_account, to_account, amount_sun, reason, at) SELECT id || ':void', 'external', 'earned:' || seller, amount_sun, NULL, 1 FROM payout WHERE state = 'paid'",
    ],
  ],
  [
    "what a seller has earned is what legs earned less what was paid out",
    [
      "UPDATE account SET balance_sun = balance_sun + 1 WHERE kind = 'earned'",
      "UPDATE account SET balance_sun = -1 WHERE kind = 'earned' AND balance_sun = 0",
      "UPDATE transfer SET amount_sun = amount_sun + 1 WHERE id LIKE '%:earn'",
      "DELETE FROM transfer WHERE id LIKE '%:late'",
      "DELETE FROM payout WHERE state = 'paid'",
      "UPDATE payout SET state = 'dead', finished_at = 1 WHERE state = 'signed'",
    ],
  ],
])("%s", (invariant, corruptions) => {
  test.each(corruptions)("not after %s", async (sql) => {
    expect(await foundAfter(await payingDesk(), sql)).toContain(invariant);
  });
});

test("an untouched file has no violation", async () => {
  expect(await foundAfter(await payingDesk(), "UPDATE customer SET name = 'Other'")).toEqual([]);
});
