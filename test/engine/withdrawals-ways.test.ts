/** Withdrawals to an address that is new to their customer, and those paid by a payout that was taken for dead: paid once, when they may be. */

import { describe, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { payoutExpired, payoutSigned } from "../../src/engine/payouts/payouts.js";
import { approveWithdrawal, cancelWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { readDueWithdrawals } from "../../src/engine/withdrawals/read-withdrawals.js";
import { quoteWithdrawal } from "../../src/engine/withdrawals/withdraw.js";
import { messageDead, messageSent } from "../../src/store/chat/outbox.js";
import { setUnreachable } from "../../src/store/chat/telegram-users.js";
import { latestIncidents } from "../../src/store/incidents.js";
import type { Phase } from "../../src/store/phase.js";
import { putName } from "../../src/store/wallet-names.js";
import type { Desk } from "../support/desk.js";
import { payoutRow, TRX } from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import { mine, solidify } from "../support/steps.js";
import {
  moneyOf,
  OUTSIDE,
  ownMoney,
  paidWith,
  payWithdrawal,
  signedWithdrawal,
  toldOf,
  withdraw,
  withdrawalRow,
} from "../support/withdrawals.js";

const HOUR_MS = 3_600_000;

describe("a new address", () => {
  test("waits, and is known once it was paid", async () => {
    const one = await ownMoney({ newAddressMs: 24 * HOUR_MS });
    const made = await withdraw(one);
    expect(made.dueAt).toBe(one.clock.nowMs + 24 * HOUR_MS);
    expect(toldOf(one)).toMatchObject([
      { event: "withdrawal", kind: "asked", address: OUTSIDE, dueAt: made.dueAt },
    ]);
    const { due, nextDueAt } = await readDueWithdrawals(one.engine);
    expect({ due, nextDueAt }).toEqual({ due: [], nextDueAt: made.dueAt });
    const early = signedWithdrawal(one, made.id);
    expect(await one.commit(() => payoutSigned(early, one.clock.nowMs))).toBeUndefined();
    await one.commit(() => messageSent(1, 1, one.clock.nowMs));
    one.clock.nowMs = made.dueAt;
    await paidWith(one, made.id);
    const second = await withdraw(one);
    expect(second.dueAt).toBe(one.clock.nowMs);
    expect(toldOf(one).map(({ kind }) => kind)).toEqual(["asked", "paid"]);
  });

  test("is told of when it comes over HTTP alone", async () => {
    const one = await ownMoney({ newAddressMs: HOUR_MS });
    await withdraw(one, { channel: "telegram" });
    expect(toldOf(one)).toEqual([]);
  });

  test("is none once it was paid; a name in the book, however old, makes none known", async () => {
    const one = await ownMoney({ newAddressMs: HOUR_MS });
    await one.commit(() =>
      putName({
        customerId: one.customerId,
        name: "cold",
        address: OUTSIDE,
        at: one.clock.nowMs,
        addedBy: undefined,
      }),
    );
    one.clock.nowMs += 1_000 * HOUR_MS;
    const quote = await quoteWithdrawal(one.engine, one.customerId, OUTSIDE, sun(10 * TRX));
    expect(quote).toMatchObject({ isNewAddress: true, needsApproval: false });
    expect(await withdraw(one)).toMatchObject({
      isNewAddress: true,
      dueAt: one.clock.nowMs + HOUR_MS,
    });
  });

  test("waits for an approval where no message can tell its customer", async () => {
    const nobody = await ownMoney({}, { telegram: false });
    const quote = await quoteWithdrawal(nobody.engine, nobody.customerId, OUTSIDE, sun(10 * TRX));
    expect(quote).toMatchObject({ isNewAddress: true, needsApproval: true });
    const made = await withdraw(nobody);
    expect(made).toMatchObject({ status: "approval", isNewAddress: true });
    await approveWithdrawal(nobody.engine, made.id, "operator");
    await paidWith(nobody, made.id);
    expect(await withdraw(nobody)).toMatchObject({ status: "waiting", isNewAddress: false });

    const blocked = await ownMoney();
    await blocked.commit(() => setUnreachable(7, 1));
    expect((await withdraw(blocked)).status).toBe("approval");
  });

  test.each([
    ["its chat has refused the message", 0, () => setUnreachable(7, 1)],
    ["the message was given up", 0, () => messageDead(1, "bad request")],
    ["the message has not gone out when its wait is over", HOUR_MS, noPhase],
  ])("waits for an approval once %s", async (_, newAddressMs, happens) => {
    const one = await ownMoney({ newAddressMs });
    const made = await withdraw(one);
    expect(made.status).toBe("waiting");
    await one.commit(happens);
    one.clock.nowMs = made.dueAt;
    const signed = signedWithdrawal(one, made.id);
    expect(await one.commit(() => payoutSigned(signed, one.clock.nowMs))).toBeUndefined();
    expect(withdrawalRow(one, made.id).status).toBe("approval");
    expect(moneyOf(one)).toMatchObject({ available: 139, held: 11 });
    await approveWithdrawal(one.engine, made.id, "operator");
    await paidWith(one, made.id);
  });
});

function* noPhase(): Phase<void> {}

const OUT = { available: 139, held: 0, withdrawable: 39, revenue: 1 };

async function died() {
  const one = await ownMoney();
  const { id } = await withdraw(one, { channel: "telegram" });
  const dead = await payWithdrawal(one, id);
  await one.commit(() => payoutExpired(dead, one.clock.nowMs));
  return { one, id, dead, txid: payoutRow(one, dead).txid };
}
/** What the customer reads beside it in their statement. */
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

test("is taken off gifts where the customer has too little of their own left", async () => {
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
