/** What a customer is told of his withdrawals, in each language. */
import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import type { WithdrawalNews } from "../../../src/engine/withdrawals/settle.js";
import { withdrawalNewsCard } from "../../../src/telegram/money/withdrawal-card.js";
import { addressOf } from "../../support/addresses.js";
import { golden } from "./drawn.js";
import { NOW } from "./views.js";

const NEWS: WithdrawalNews = {
  event: "withdrawal",
  kind: "asked",
  withdrawalId: "a".repeat(24),
  address: addressOf(1),
  amountSun: sun(1_250_500_000),
  feeSun: sun(1_000_000),
  dueAt: NOW + 86_400_000,
  needsApproval: true,
  reason: null,
  txid: null,
};

const drawn = (change: Partial<WithdrawalNews>) =>
  golden((messages) => withdrawalNewsCard({ ...NEWS, ...change }, "https://example/", messages));

test("asked for with a key, to a new address", () => {
  expect(drawn({})).toMatchInlineSnapshot(`
    "*🔔 Withdrawal of 1,250.5 TRX requested with an API key*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|, an address you have not used before.
    The operator must approve it first.
    It is not sent before ‹2026-11-21 14:05 UTC›.
    Not you? Cancel it, and revoke your keys with /key.
    [Cancel (danger)]"
  `);
});

test("asked for, and paid at once", () => {
  expect(drawn({ dueAt: null, needsApproval: false })).toMatchInlineSnapshot(`
    "*🔔 Withdrawal of 1,250.5 TRX requested with an API key*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|, an address you have not used before.
    Not you? Cancel it, and revoke your keys with /key.
    [Cancel (danger)]"
  `);
});

test("paid", () => {
  expect(drawn({ kind: "paid", txid: "5d0b3c5e".repeat(8) })).toMatchInlineSnapshot(`
    "*🔔 1,250.5 TRX paid out*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    [Transaction](https://example/5d0b3c5e5d0b3c5e5d0b3c5e5d0b3c5e5d0b3c5e5d0b3c5e5d0b3c5e5d0b3c5e)"
  `);
});

test("refused", () => {
  const reason = "№ 17";
  expect(drawn({ kind: "refused", reason })).toMatchInlineSnapshot(`
    "*🔔 Withdrawal of 1,250.5 TRX refused*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    The reason: № 17
    The money is on your balance again."
  `);
});

test("later than promised", () => {
  expect(drawn({ kind: "delayed" })).toMatchInlineSnapshot(`
    "*🔔 Withdrawal of 1,250.5 TRX takes longer*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    The operator must first top up the account that pays. Then it is sent by itself; until then you can cancel it.
    [Cancel (danger)]"
  `);
});

test("booked as paid by mistake", () => {
  expect(drawn({ kind: "unbooked" })).toMatchInlineSnapshot(`
    "*🔔 Withdrawal of 1,250.5 TRX is open again*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    It was marked as paid by mistake. The money is held again, and the operator must approve it again; until then you can cancel it.
    [Cancel (danger)]"
  `);
});
