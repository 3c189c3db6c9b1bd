/** A payout of a withdrawal that was taken for dead, and which a block holds after all: nobody is paid or charged twice for it. */
import { expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { payoutExpired, payoutSigned } from "../../src/engine/payouts/payouts.js";
import { approveWithdrawal, cancelWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { readDueWithdrawals } from "../../src/engine/withdrawals/read-withdrawals.js";
import { latestIncidents } from "../../src/store/incidents.js";
import type { Desk } from "../support/desk.js";
import { payoutRow, TRX } from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import { mine, solidify } from "../support/steps.js";
import {
  moneyOf,
  ownMoney,
  payWithdrawal,
  signedWithdrawal,
  withdraw,
  withdrawalRow,
} from "../support/withdrawals.js";

const OUT = { available: 139, held: 0, withdrawable: 39, revenue: 1 };

async function died() {
  const one = await ownMoney();
  const { id } = await withdraw(one, { channel: "telegram" });
  const dead = await payWithdrawal(one, id);
  await one.commit(() => payoutExpired(dead, one.clock.nowMs));
  return { one, id, dead, txid: payoutRow(one, dead).txid };
}
/** What the customer reads beside it in his statement. */
const notes = (one: Desk) =>
  one.rows("SELECT reason FROM transfer WHERE id LIKE '%:late'").map(({ reason }) => reason);
const incidents = (one: Desk) =>
  readNow(one.database, () => latestIncidents(9)).map(({ kind }) => kind);

test("pays the withdrawal that waits", async () => {
  const { one, id, txid } = await died();
  await mine(one, [txid]);
  expect((await readDueWithdrawals(one.engine)).due).toEqual([]);
  const another = signedWithdrawal(one, id);
  expect(await one.commit(() => payoutSigned(another, one.clock.nowMs))).toBeUndefined();
  await expect(cancelWithdrawal(one.engine, one.customerId, id)).rejects.toThrow(/good as paid/);
  await solidify(one);
  expect(withdrawalRow(one, id)).toMatchObject({ status: "paid", txid });
  expect(moneyOf(one)).toEqual(OUT);
  expect(incidents(one)).toEqual(["dead-included"]);
});

test("waits for the end of the other payout, and is taken off the customer when that pays", async () => {
  const { one, id, txid } = await died();
  await approveWithdrawal(one.engine, id, "operator");
  const other = await payWithdrawal(one, id);
  await mine(one, [txid]);
  await solidify(one);
  expect(withdrawalRow(one, id).status).toBe("signed");
  expect(moneyOf(one)).toEqual(OUT);
  await mine(one, [payoutRow(one, other).txid]);
  await solidify(one);
  expect(withdrawalRow(one, id).status).toBe("paid");
  expect(moneyOf(one)).toEqual({ available: 129, held: 0, withdrawable: 29, revenue: 1 });
  expect(notes(one)).toEqual([`withdrawal ${id} was paid by an earlier transfer, too`]);
  expect(incidents(one)).toEqual(["dead-included"]);
});

test("pays it when the other payout dies", async () => {
  const { one, id, txid } = await died();
  await approveWithdrawal(one.engine, id, "operator");
  const other = await payWithdrawal(one, id);
  await mine(one, [txid]);
  await solidify(one);
  await one.commit(() => payoutExpired(other, one.clock.nowMs));
  await mine(one, []);
  await solidify(one);
  expect(withdrawalRow(one, id)).toMatchObject({ status: "paid", txid });
  expect(moneyOf(one)).toEqual(OUT);
});

test("is taken off what is there when the withdrawal was cancelled", async () => {
  const { one, id, txid } = await died();
  await cancelWithdrawal(one.engine, one.customerId, id);
  await mine(one, [txid]);
  await solidify(one);
  expect(withdrawalRow(one, id).status).toBe("cancelled");
  expect(moneyOf(one)).toEqual({ available: 140, held: 0, withdrawable: 40, revenue: 0 });
  expect(notes(one)).toEqual([`withdrawal ${id} is cancelled, but a transfer had paid it before`]);
});

test("is taken off gifts where the customer has too little of his own left", async () => {
  const { one, id, txid } = await died();
  await cancelWithdrawal(one.engine, one.customerId, id);
  const other = await withdraw(one, { amountSun: sun(45 * TRX) });
  await mine(one, [txid]);
  await solidify(one);
  expect(moneyOf(one)).toEqual({ available: 94, held: 46, withdrawable: 0, revenue: 0 });
  const payout = await payWithdrawal(one, other.id);
  expect(moneyOf(one)).toEqual({ available: 94, held: 0, withdrawable: 0, revenue: 1 });
  await one.commit(() => payoutExpired(payout, one.clock.nowMs));
  await cancelWithdrawal(one.engine, one.customerId, other.id);
  expect(moneyOf(one)).toEqual({ available: 140, held: 0, withdrawable: 40, revenue: 0 });
});
