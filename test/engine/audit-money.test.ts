/** The audit of money from and to outside: every invariant fires when the file is corrupted so that it should, and none otherwise. */

import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { payoutExpired } from "../../src/engine/payouts/payouts.js";
import { cancelWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { addressOf } from "../support/addresses.js";
import { foundAfter } from "../support/corruption.js";
import { money, payingDesk, scan, solidOf, solidWith, usdt } from "../support/deposits.js";
import { type Desk, openDesk } from "../support/desk.js";
import { payoutRow, sellers, startPayout, TRX } from "../support/payouts.js";
import { deliver, mine, solidify } from "../support/steps.js";
import { POLICY } from "../support/terms.js";
import { botKnows, paidIn, payWithdrawal, withdraw } from "../support/withdrawals.js";
import { type Audited, auditedAs } from "./audited.js";

/** A desk with gifts, deposits of each status, an order that was delivered and one that came back. */
async function depositDesk(): Promise<Desk> {
  const { desk, address } = await payingDesk({ creditTrx: 5, creditKind: "gift" });
  await desk.order();
  await deliver(desk);
  for (const { number } of desk.chain.blocks.slice(1)) {
    await scan(desk, solidOf(must(desk.chain.block(number), "a block"), []));
  }
  const brought = [money(address), usdt(address), money(address, { amount: 9n })];
  await scan(desk, solidWith(desk, ...brought));
  const id = await desk.order();
  await cancelOrder(desk.engine, desk, id);
  desk.assertSound();
  return desk;
}

/** A desk with a payout in every stage, one that a block held after it was dead among them. */
async function payoutDesk(): Promise<Desk> {
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

const AUDITED: Record<string, Audited> = {
  deposits: {
    open: depositDesk,
    harmless: "UPDATE deposit SET noted_at = noted_at + 1",
    corruptions: {
      "a credited deposit is a transfer of what it is worth": [
        "UPDATE deposit SET credited_sun = credited_sun + 1 WHERE asset = 'TRX' AND status = 'credited'",
        "UPDATE deposit SET rate_sun = rate_sun - 1 WHERE asset = 'USDT'",
        "UPDATE deposit SET rate_sun = NULL WHERE asset = 'USDT'",
        "UPDATE deposit SET rate_sun = rate_sun * 2, amount = CAST(CAST(amount AS BIGINT) / 2 AS TEXT) WHERE asset = 'USDT'",
        "UPDATE deposit SET rate_sun = 1000000, asset = 'USDT' WHERE asset = 'TRX' AND status = 'credited'",
        "UPDATE deposit SET amount = '51000000' WHERE asset = 'TRX' AND status = 'credited'",
        "UPDATE deposit SET status = 'unsupported', credited_sun = 0 WHERE asset = 'USDT'",
        "UPDATE deposit SET status = 'credited', credited_sun = 9 WHERE status = 'below_minimum'",
        "UPDATE transfer SET to_account = 'revenue' WHERE id LIKE '%:deposit'",
        "DELETE FROM transfer WHERE id LIKE '%:deposit'",
      ],
      "a deposit was paid in at an address of its customer": [
        "UPDATE deposit_address SET customer_id = 'another'",
        "UPDATE deposit SET address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' WHERE status = 'below_minimum'",
      ],
      "a transfer from a deposit is one of a deposit": [
        "DELETE FROM deposit WHERE status = 'credited'",
        "UPDATE deposit SET id = 'b' || substr(id, 2)",
      ],
      "money from and to outside has a kind": [
        "UPDATE transfer SET kind = NULL WHERE kind = 'deposit'",
        "UPDATE transfer SET kind = 'gift' WHERE id LIKE '%:hold'",
        "UPDATE transfer SET kind = 'present' WHERE kind = 'gift'",
      ],
      "the last movement of a customer leaves what they have": [
        "UPDATE transfer SET available_after_sun = available_after_sun + 1 WHERE seq = (SELECT max(seq) FROM transfer WHERE customer_id IS NOT NULL)",
        "UPDATE account SET balance_sun = balance_sun - 1 WHERE kind = 'available'",
        "DELETE FROM transfer WHERE id LIKE '%:void:rest'",
      ],
      "a customer's gifts are what their transfers leave of them": [
        "UPDATE account SET gift_sun = gift_sun + 1 WHERE kind = 'available'",
        "UPDATE transfer SET gift_sun = 0 WHERE kind = 'gift'",
        "UPDATE transfer SET gift_sun = 0 WHERE id LIKE '%:post'",
        "DELETE FROM transfer WHERE kind = 'gift'",
      ],
    },
  },
  payouts: {
    open: payoutDesk,
    harmless: "UPDATE customer SET name = 'Other'",
    corruptions: {
      "a payout is the sum of its transfers": [
        "UPDATE payout SET amount_sun = amount_sun + 1 WHERE state = 'paid'",
        "UPDATE payout SET fee_sun = fee_sun - 1 WHERE state = 'signed'",
        "DELETE FROM transfer WHERE id LIKE '%:pay'",
        "DELETE FROM transfer WHERE id LIKE '%:void:fee'",
        "UPDATE transfer SET to_account = 'revenue' WHERE id LIKE '%:pay'",
        "UPDATE transfer SET from_account = 'clearing' WHERE id LIKE '%:void'",
      ],
      "a payout to a seller goes to the account that sold": [
        `UPDATE payout SET receiver = '${addressOf(0x6666)}' WHERE state = 'sent' OR state = 'signed'`,
      ],
      "money comes back from dead payouts only": [
        "UPDATE payout SET state = 'sent', finished_at = NULL WHERE state = 'dead'",
        "INSERT INTO transfer (id, from_account, to_account, amount_sun, reason, at) SELECT id || ':void', 'external', 'earned:' || seller, amount_sun, NULL, 1 FROM payout WHERE state = 'paid'",
      ],
      "what a seller has earned is what legs earned less what was paid out": [
        "UPDATE account SET balance_sun = balance_sun + 1 WHERE kind = 'earned'",
        "UPDATE account SET balance_sun = -1 WHERE kind = 'earned' AND balance_sun = 0",
        "UPDATE transfer SET amount_sun = amount_sun + 1 WHERE id LIKE '%:earn'",
        "DELETE FROM transfer WHERE id LIKE '%:late'",
        "DELETE FROM payout WHERE state = 'paid'",
        "UPDATE payout SET state = 'dead', finished_at = 1 WHERE state = 'signed'",
      ],
    },
  },
  withdrawals: {
    open: withdrawingDesk,
    harmless: "UPDATE customer SET name = 'Other'",
    corruptions: {
      "a withdrawal is the sum of its transfers": [
        "UPDATE withdrawal SET amount_sun = amount_sun + 1 WHERE status = 'waiting'",
        "UPDATE withdrawal SET fee_sun = fee_sun + 1 WHERE status = 'cancelled'",
        "UPDATE withdrawal SET status = 'waiting', finished_at = NULL WHERE status = 'cancelled'",
        "DELETE FROM transfer WHERE id IN (SELECT id || ':void' FROM withdrawal)",
      ],
      "a withdrawal is what its customer asked for": [
        "UPDATE withdrawal SET address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' WHERE status = 'waiting'",
        "UPDATE withdrawal SET amount_sun = amount_sun + 1, fee_sun = fee_sun - 1 WHERE status = 'approval'",
        "UPDATE withdrawal_asked SET address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'",
        "DELETE FROM withdrawal_asked",
      ],
      "a withdrawal is signed while a payout pays it, and paid by one": [
        "UPDATE withdrawal SET status = 'waiting' WHERE status = 'signed'",
        "UPDATE withdrawal SET status = 'signed' WHERE status = 'waiting'",
        "UPDATE withdrawal SET status = 'paid', finished_at = 1 WHERE status = 'waiting'",
        "UPDATE withdrawal SET status = 'waiting', finished_at = NULL WHERE status = 'paid'",
        "DELETE FROM transfer WHERE id LIKE '%:late'",
        "DELETE FROM payout WHERE state = 'paid'",
      ],
      "a payout of a withdrawal pays what was asked for": [
        "UPDATE withdrawal SET address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' WHERE status = 'signed'",
        "UPDATE payout SET receiver = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' WHERE state = 'paid'",
        "UPDATE payout SET fee_sun = fee_sun + 1 WHERE state = 'dead'",
        "UPDATE payout SET amount_sun = amount_sun - 1 WHERE state = 'signed'",
      ],
      "a payout is the sum of its transfers": [
        "UPDATE transfer SET kind = 'payout' WHERE id LIKE '%:pay'",
        "UPDATE transfer SET kind = 'correction' WHERE from_account = 'external' AND kind = 'withdrawal'",
      ],
      "a transfer of a withdrawal is one of its payouts": [
        "UPDATE transfer SET kind = 'withdrawal' WHERE kind = 'payment'",
        "DELETE FROM payout WHERE state = 'signed'",
        "UPDATE transfer SET id = 'x' || id WHERE id LIKE '%:pay'",
      ],
      "a dead payout that paid a withdrawal has left with what was held for it": [
        "UPDATE transfer SET amount_sun = amount_sun - 1 WHERE id LIKE '%:late'",
        "UPDATE transfer SET from_account = replace(from_account, 'held', 'available') WHERE id LIKE '%:late'",
        "DELETE FROM transfer WHERE id LIKE '%:late:fee'",
        "UPDATE payout SET state = 'paid' WHERE state = 'dead'",
      ],
      "held money is what open orders, bookings and withdrawals still hold": [
        "UPDATE account SET balance_sun = balance_sun + 1 WHERE kind = 'held'",
        "UPDATE withdrawal SET fee_sun = 0 WHERE status = 'waiting'",
      ],
    },
  },
};

auditedAs(AUDITED);

test("a gift that does not count as one is found, though all of it is spent", async () => {
  const desk = await openDesk({ creditTrx: 3.9, creditKind: "gift" });
  await desk.order();
  await deliver(desk);
  expect(await foundAfter(desk, "UPDATE transfer SET gift_sun = 0")).toEqual([
    "a gift counts as a gift",
  ]);
});
