/** Withdrawals to an address that is new to their customer: from when on they are paid, and what of those that nobody hears of. */
import { describe, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { payoutSigned } from "../../src/engine/payouts/payouts.js";
import { approveWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { readDueWithdrawals } from "../../src/engine/withdrawals/read-withdrawals.js";
import { quoteWithdrawal } from "../../src/engine/withdrawals/withdraw.js";
import { messageDead, messageSent } from "../../src/store/chat/outbox.js";
import { setUnreachable } from "../../src/store/chat/telegram-users.js";
import type { Phase } from "../../src/store/phase.js";
import { putName } from "../../src/store/wallet-names.js";
import { TRX } from "../support/payouts.js";
import {
  moneyOf,
  OUTSIDE,
  ownMoney,
  paidWith,
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
    await one.commit(() => putName(one.customerId, "cold", OUTSIDE, one.clock.nowMs));
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
