/** Withdrawals: what they cost and wait for, the money with each step, and every way on which one ends. */
import { describe, expect, test } from "vitest";
import { utcMidnightMs } from "../../src/common/time.js";
import { sun } from "../../src/domain/money.js";
import { forgetOld } from "../../src/engine/operating/forget-old.js";
import { placeHold, resumePayouts } from "../../src/engine/operating/holds.js";
import { payoutExpired, payoutSent, payoutSigned } from "../../src/engine/payouts/payouts.js";
import {
  approveWithdrawal,
  cancelWithdrawal,
  refuseWithdrawal,
} from "../../src/engine/withdrawals/decide.js";
import {
  readDueWithdrawals,
  readWithdrawal,
  readWithdrawals,
} from "../../src/engine/withdrawals/read-withdrawals.js";
import {
  createWithdrawal,
  prepareWithdrawal,
  quoteWithdrawal,
  withdrawalCreated,
  withdrawalPhase,
} from "../../src/engine/withdrawals/withdraw.js";
import { messageSent } from "../../src/store/chat/outbox.js";
import { addressOf } from "../support/addresses.js";
import { payoutRow, TRX } from "../support/payouts.js";
import { fork, mine, solidify } from "../support/steps.js";
import {
  moneyOf,
  OUTSIDE,
  ownMoney,
  paidWith,
  payWithdrawal,
  signedWithdrawal,
  toldOf,
  withdraw,
  withdrawalCall,
  withdrawalRow,
} from "../support/withdrawals.js";

const HOUR_MS = 3_600_000;

const WHOLE = { available: 150, held: 0, withdrawable: 50, revenue: 0 };
const HELD = { available: 139, held: 11, withdrawable: 39, revenue: 0 };
const OUT = { available: 139, held: 0, withdrawable: 39, revenue: 1 };

describe("asked for", () => {
  test("the amount and the fee are held, and can be withdrawn no more", async () => {
    const one = await ownMoney();
    const made = await withdraw(one);
    expect(made).toMatchObject({ status: "waiting", amountSun: 10 * TRX, feeSun: TRX, txid: null });
    expect(moneyOf(one)).toEqual(HELD);
    expect(await readDueWithdrawals(one.engine)).toMatchObject({ due: [{ id: made.id }] });
  });

  test("a new account costs its activation, too", async () => {
    const one = await ownMoney();
    one.lookUp = async () => undefined;
    const quote = await quoteWithdrawal(one.engine, one.customerId, OUTSIDE, sun(10 * TRX));
    expect(quote).toMatchObject({ feeSun: 2.1 * TRX, activationSun: 1.1 * TRX });
    expect((await withdraw(one)).feeSun).toBe(2.1 * TRX);
    expect(moneyOf(one).held).toBe(12.1);
  });

  test("all but gifts can be taken, to the SUN", async () => {
    const one = await ownMoney();
    const more = withdrawalCall(one, { amountSun: sun(49 * TRX + 1) });
    await expect(createWithdrawal(one.engine, more)).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
      details: { required: 50.000001, available: 50 },
    });
    await withdraw(one, { amountSun: sun(49 * TRX) });
    expect(moneyOf(one)).toMatchObject({ available: 100, withdrawable: 0 });
  });

  test("the same key gives the same withdrawal, for another body it is refused", async () => {
    const one = await ownMoney();
    const call = withdrawalCall(one);
    const first = await createWithdrawal(one.engine, call);
    one.clock.nowMs += 1_000;
    await cancelWithdrawal(one.engine, one.customerId, first.withdrawal.id);
    const again = await createWithdrawal(one.engine, call);
    expect(again).toEqual({ withdrawal: first.withdrawal, replayed: true });
    await expect(
      createWithdrawal(one.engine, { ...call, amountSun: sun(11 * TRX) }),
    ).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    expect(moneyOf(one)).toEqual(WHOLE);
    one.clock.nowMs += 72 * 3_600_000;
    await forgetOld(one.engine);
    expect((await createWithdrawal(one.engine, call)).replayed).toBe(false);
  });

  test.each([
    ["without the right", {}, { hasRight: false }, "FORBIDDEN", /--withdraw/],
    ["while they are off", { mode: "off" }, {}, "FORBIDDEN", /WITHDRAW_MODE/],
    ["below the minimum", {}, { amountSun: sun(TRX - 1) }, "VALIDATION_FAILED", /at least 1 TRX/],
  ] as const)("is refused %s", async (_, terms, change, code, message) => {
    const one = await ownMoney(terms);
    const call = withdrawalCall(one, change);
    await expect(createWithdrawal(one.engine, call)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(moneyOf(one)).toEqual(WHOLE);
  });

  test("is refused to a contract, and to where the customer pays in", async () => {
    const one = await ownMoney();
    one.lookUp = async () => ({ contract: true });
    await expect(withdraw(one)).rejects.toMatchObject({ code: "RECEIVER_IS_CONTRACT" });
    one.lookUp = async () => ({ contract: false });
    const address = addressOf(0x7001);
    await one.database.commit(function* () {
      yield {
        sql: "INSERT INTO deposit_address VALUES (?, ?, 'k', 1, 1)",
        params: [address, one.customerId],
      };
    });
    await expect(withdraw(one, { address })).rejects.toThrow(/where you pay in/);
    expect(moneyOf(one)).toEqual(WHOLE);
  });

  test("is refused while the desk is halted", async () => {
    const one = await ownMoney();
    one.engine.gates.haltFor("test");
    await expect(withdraw(one)).rejects.toMatchObject({ code: "DESK_HALTED" });
  });
});

describe("an approval", () => {
  test("is needed for each where the operator wants it", async () => {
    const one = await ownMoney({ mode: "approve" });
    const made = await withdraw(one);
    expect(made.status).toBe("approval");
    expect((await readDueWithdrawals(one.engine)).due).toEqual([]);
    expect(moneyOf(one)).toEqual(HELD);
    const approved = await approveWithdrawal(one.engine, made.id, "operator");
    expect(approved).toMatchObject({ status: "waiting", decidedBy: "operator" });
    await expect(approveWithdrawal(one.engine, made.id, "operator")).rejects.toThrow(/waiting/);
    expect((await readDueWithdrawals(one.engine)).due).toHaveLength(1);
  });

  test("is needed beyond what a customer, and all, take out in a UTC day", async () => {
    const one = await ownMoney({ customerDaySun: sun(15 * TRX) });
    expect((await withdraw(one)).status).toBe("waiting");
    const second = await withdraw(one);
    expect(second.status).toBe("approval");
    await cancelWithdrawal(one.engine, one.customerId, second.id);
    expect((await withdraw(one, { amountSun: sun(5 * TRX) })).status).toBe("waiting");
    one.clock.nowMs += 24 * HOUR_MS;
    expect((await withdraw(one)).status).toBe("waiting");
    const small = await ownMoney({ daySun: sun(5 * TRX) });
    expect((await withdraw(small)).status).toBe("approval");
  });

  test("that somebody waits for takes nothing off what others, or the same one, take out on that day", async () => {
    const limits = { customerDaySun: sun(30 * TRX), daySun: sun(15 * TRX) };
    const one = await ownMoney(limits);
    const large = await withdraw(one, { amountSun: sun(16 * TRX) });
    expect(large.status).toBe("approval");
    expect((await withdraw(one)).status).toBe("waiting");
    await approveWithdrawal(one.engine, large.id, "operator");
    expect((await withdraw(one, { amountSun: sun(TRX) })).status).toBe("approval");
  });

  test("is needed beyond the limit of the day it is stored on, though its id was made before", async () => {
    const one = await ownMoney({ customerDaySun: sun(15 * TRX) });
    const midnight = utcMidnightMs(one.clock.nowMs) + 24 * HOUR_MS;
    one.clock.nowMs = midnight - 1;
    const call = withdrawalCall(one, { channel: "telegram" });
    const creation = await prepareWithdrawal(one.engine, call);
    one.clock.nowMs = midnight;
    await one.commit(() => withdrawalPhase(call, { ...creation, at: midnight }));
    expect((await withdraw(one)).status).toBe("approval");
  });

  test("is refused with a reason, and the money is back", async () => {
    const one = await ownMoney({ mode: "approve" });
    const made = await withdraw(one, { channel: "telegram" });
    const decision = { reason: "write to us", decidedBy: "operator" };
    const refused = await refuseWithdrawal(one.engine, made.id, decision);
    expect(refused).toMatchObject({ status: "refused", reason: "write to us" });
    expect(moneyOf(one)).toEqual(WHOLE);
    expect(toldOf(one)).toMatchObject([{ kind: "refused", reason: "write to us" }]);
    await expect(refuseWithdrawal(one.engine, made.id, decision)).rejects.toThrow(/refused/);
  });
});

describe("cancelled", () => {
  test("until it is signed, twice as once", async () => {
    const one = await ownMoney();
    const made = await withdraw(one);
    const cancelled = await cancelWithdrawal(one.engine, one.customerId, made.id);
    expect(cancelled).toMatchObject({ status: "cancelled", finishedAt: one.clock.nowMs });
    expect(await cancelWithdrawal(one.engine, one.customerId, made.id)).toEqual(cancelled);
    expect(moneyOf(one)).toEqual(WHOLE);
    const signed = await withdraw(one);
    await payWithdrawal(one, signed.id);
    await expect(cancelWithdrawal(one.engine, one.customerId, signed.id)).rejects.toMatchObject({
      code: "NOT_CANCELABLE",
      details: { status: "signed" },
    });
  });

  test("not in restored books, until the operator has released payouts: it may be paid already", async () => {
    const desk = await ownMoney();
    const { id } = await withdraw(desk);
    await placeHold(desk.engine, "payout-hold", "restored", "restore");
    const cancel = () => cancelWithdrawal(desk.engine, desk.customerId, id);
    await expect(cancel()).rejects.toMatchObject({ code: "NOT_CANCELABLE" });
    await resumePayouts(desk.engine);
    expect(await cancel()).toMatchObject({ status: "cancelled" });
  });

  test("is somebody else's for everybody else", async () => {
    const one = await ownMoney();
    const made = await withdraw(one);
    await expect(cancelWithdrawal(one.engine, "f".repeat(24), made.id)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await readWithdrawal(one.engine, one.customerId, made.id)).toEqual(made);
  });
});

describe("paid", () => {
  test("the money leaves with the signed bytes, and stays out over a fork", async () => {
    const one = await ownMoney();
    const { id } = await withdraw(one);
    const payout = await payWithdrawal(one, id);
    const { txid } = payoutRow(one, payout);
    expect(moneyOf(one)).toEqual(OUT);
    expect(await readWithdrawal(one.engine, one.customerId, id)).toMatchObject({
      status: "signed",
      txid,
    });
    await one.commit(() => payoutSent(payout));
    await mine(one, [txid]);
    await fork(one, 1);
    expect(withdrawalRow(one, id).status).toBe("signed");
    await mine(one, [txid]);
    await solidify(one);
    expect(withdrawalRow(one, id)).toMatchObject({ status: "paid", txid });
    expect(moneyOf(one)).toEqual(OUT);
  });

  test("one payout at a time", async () => {
    const one = await ownMoney();
    const { id } = await withdraw(one);
    const second = signedWithdrawal(one, id, {
      timestampMs: 9_999_999_999_999,
      txid: "e".repeat(64),
    });
    await payWithdrawal(one, id);
    expect(await one.commit(() => payoutSigned(second, one.clock.nowMs))).toBeUndefined();
  });

  test("when its payout dies, only with another approval, and its customer is told each time", async () => {
    const one = await ownMoney();
    const { id } = await withdraw(one);
    await one.commit(() => messageSent(1, 1, one.clock.nowMs));
    for (const times of [1, 2]) {
      const dead = await payWithdrawal(one, id);
      one.clock.nowMs += 180_000;
      await one.commit(() => payoutExpired(dead, one.clock.nowMs));
      expect(moneyOf(one)).toEqual(HELD);
      expect(withdrawalRow(one, id)).toMatchObject({ status: "approval", decided_by: null });
      expect((await readDueWithdrawals(one.engine)).due).toEqual([]);
      expect(toldOf(one).filter(({ kind }) => kind === "unpaid")).toHaveLength(times);
      await approveWithdrawal(one.engine, id, "operator");
    }
    await paidWith(one, id);
    expect(withdrawalRow(one, id).status).toBe("paid");
    expect(moneyOf(one)).toEqual(OUT);
  });
});

test("a customer's list is newest first, page by page", async () => {
  const one = await ownMoney();
  const ids: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    one.clock.nowMs += 1;
    ids.push((await withdraw(one, { amountSun: sun(TRX) })).id);
  }
  const page = (before?: string) =>
    readWithdrawals(one.engine, one.customerId, { before, limit: 3 });
  const first = await page();
  expect(first.withdrawals.map(({ id }) => id)).toEqual(ids.slice(1).reverse());
  const second = await page(first.nextCursor ?? undefined);
  expect(second.withdrawals.map(({ id }) => id)).toEqual([ids[0]]);
  expect(second.nextCursor).toBeNull();
});

test("the payer is woken by a new one, and by no replay", async () => {
  const one = await ownMoney();
  let woken = 0;
  one.engine.signals.on("withdrawal", () => {
    woken += 1;
  });
  const withdrawal = await withdraw(one);
  expect(woken).toBe(1);
  withdrawalCreated(one.engine, { withdrawal, replayed: true });
  expect(woken).toBe(1);
});
