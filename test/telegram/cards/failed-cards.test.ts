/** Cards on which something went wrong, whole: what they say, and how they lead on. */

import { expect, test } from "vitest";
import { draftCard } from "../../../src/telegram/buy/card.js";
import type { Notice } from "../../../src/telegram/intake/findings.js";

import { failureCard, failureToast } from "../../../src/telegram/kit/notices.js";
import { addressesOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { drawn, golden, goldenDraft, goldenOf, keyboardOf } from "./drawn.js";
import { confirmView, DESK, draftView } from "./views.js";

test("no capacity: the amount there is can be taken", () => {
  const data = {
    notice: { code: "NO_CAPACITY", details: { available: 40_000 } },
    quote: undefined,
  };
  expect(goldenDraft(confirmView(data))).toMatchInlineSnapshot(`
    "⚠️ Only 40,000 Energy can be delivered now. Nothing was charged.
    Take 40,000, or try again in a few minutes.

    *65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    [Take 40,000 (primary)] [Try again]
    [✏️ Change] [Cancel (danger)]
    [Only 40,000 Energy available ✗]"
  `);
});

test("no capacity: several wallets share what there is, if it is enough for each", () => {
  const first = (available: number, count: number) => {
    const notice = { code: "NO_CAPACITY", details: { available } };
    const data = { notice, quote: undefined, receivers: addressesOf(1, count) };
    return keyboardOf(draftCard(confirmView(data), en))[0];
  };
  expect(first(100_001, 3)).toContain("[Take 33,333");
  expect([first(95_999, 3), first(31_999, 1), first(0, 1), first(70_000, 1)]).toEqual(
    Array.from({ length: 4 }, () => "[Try again]"),
  );
});

test("short of money: the sum and whom to ask in private, neither in a group", () => {
  const details = { required: 3.9, available: 1.2 };
  const data = { notice: { code: "INSUFFICIENT_BALANCE", details }, quote: undefined };
  expect(goldenDraft(confirmView(data))).toMatchInlineSnapshot(`
    "⚠️ Not enough balance. Nothing was charged.
    Missing: 2.7 of 3.9 TRX
    To top up, write to @desk_operator and quote your customer id |c1c1c1c1c1c1|

    *65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    If it is credited within 24 hours, this order comes back here with its Pay button.
    [Ask @desk_operator → https://t.me/desk_operator]
    [Check the balance again]
    [✏️ Change] [Cancel (danger)]
    [Not enough balance ✗]"
  `);
  expect(goldenDraft(confirmView(data, { isGroup: true }))).toMatchInlineSnapshot(`
    "⚠️ Not enough balance; details in our private chat.

    *65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    [Open private chat → https://t.me/desk_sandbox_bot]
    [Check the balance again]
    [✏️ Change] [Cancel (danger)]
    [Not enough balance ✗]"
  `);
});

test("the node is away: nothing was charged, and Retry", () => {
  const data = { notice: { code: "CHAIN_UNAVAILABLE" }, quote: undefined };
  expect(goldenDraft(confirmView(data))).toMatchInlineSnapshot(`
    "⚠️ The desk cannot check wallets now, nothing was charged. Try again.

    *65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    [Retry (primary)]
    [✏️ Change] [Cancel (danger)]
    [Cannot be paid now ✗]"
  `);
});

test("a mistake stands above the question", () => {
  const data = { type: "Fast", resource: "energy", receivers: addressesOf(1, 1) } as const;
  const notice = { code: "AMOUNT_AMBIGUOUS", details: { readings: ["65", "65,000"] } };
  const view = draftView("amount", { ...data, receivers: addressesOf(1, 1), notice });
  expect(goldenOf((messages) => draftCard(view, messages).text)).toMatchInlineSnapshot(`
    "⚠️ Is that 65 or 65,000? Type a number such as 65000 or 65k.

    How much Energy?
    At least 32,000."
  `);
});

test("the amounts that a typed one can mean are buttons, those that can be ordered", () => {
  const data = { type: "Fast", resource: "energy", receivers: addressesOf(1, 1) } as const;
  const labels = (readings: (number | string)[], onLine = false) => {
    const notice = { code: "AMOUNT_AMBIGUOUS", details: { readings } };
    const problem = { word: "65,5k", code: "AMOUNT_AMBIGUOUS" as const, hint: readings };
    const asked = onLine ? { problems: [problem] } : { notice };
    const { keyboard } = draftCard(draftView("amount", { ...data, ...asked }), en);
    return keyboard[0]?.map(({ text }) => text);
  };
  expect(labels([65_500, 655_000])).toEqual(["65,500", "655,000"]);
  expect(labels([65_500, 655_000], true)).toEqual(["65,500", "655,000"]);
  expect(labels([65, 65_000])).toEqual(["65,000"]);
  expect(labels([15_000_000, "15m"])).toEqual(["15,000,000", "15 minutes"]);
  expect(labels([20_000, "14d"], true)).toEqual(["14 days"]);
  expect(labels([10_000_000, "10m"])).toEqual(["10,000,000"]);
});

test.each(["AMOUNT_NOT_UNDERSTOOD", "AMOUNT_TOO_SMALL"])(
  "%s: what to type is said once",
  (code) => {
    const data = { type: "Fast", resource: "energy", receivers: addressesOf(1, 1) } as const;
    const notice = { code, details: { said: "5", minimum: 32_000 } };
    const { text } = draftCard(draftView("amount", { ...data, awaits: "amount", notice }), en);
    expect(text.split("such as 65000 or 65k")).toHaveLength(2);
  },
);

test("an unknown code, or details that are not all there, break nothing", () => {
  const notices: Notice[] = [
    { code: "toString" },
    { code: "NO_CAPACITY", details: { available: 0.5 } },
    { code: "INSUFFICIENT_BALANCE", details: { required: 1 } },
    { code: "RECEIVER_IS_CONTRACT" },
    { code: "VALIDATION_FAILED", details: {} },
  ];
  for (const notice of notices) drawn(draftCard(confirmView({ notice, quote: undefined }), en));
});

test("an error without a card of its own", () => {
  const view = { customerId: "c1c1c1c1c1c1", desk: DESK };
  const money = { ...view, code: "INSUFFICIENT_BALANCE", details: { required: 5, available: 2 } };
  expect(
    golden((messages) =>
      failureCard({ ...view, code: "ORDER_NOT_FOUND", isGroup: false }, messages),
    ),
  ).toMatchInlineSnapshot(`"⚠️ You have no order with this id. See /orders."`);
  expect(
    golden((messages) => failureCard({ ...money, isGroup: true }, messages)),
  ).toMatchInlineSnapshot(`
    "⚠️ Not enough balance; details in our private chat.
    [Open private chat → https://t.me/desk_sandbox_bot]"
  `);
  expect(
    goldenOf((messages) => failureToast({ ...money, isGroup: false }, messages)),
  ).toMatchInlineSnapshot(`
    "Not enough balance. Nothing was charged.
    Missing: 3 of 5 TRX
    To top up, write to @desk_operator and quote your customer id c1c1c1c1c1c1"
  `);
});

test("an error as a toast holds 200 characters", () => {
  const problems = Array.from({ length: 9 }, () => ({ path: "x", message: "🙂".repeat(150) }));
  const view = { code: "VALIDATION_FAILED", details: { problems }, customerId: "c", desk: DESK };
  const toast = failureToast({ ...view, isGroup: false }, en);
  expect([...toast].length).toBeLessThanOrEqual(200);
});
