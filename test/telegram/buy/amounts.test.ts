/**
 * Amounts that cannot be ordered: the card stays at the question and says why, whatever else it
 * holds.
 */

import { expect, test } from "vitest";
import { MAX_AMOUNT } from "../../../src/domain/order-request.js";
import { noticeIn } from "../../../src/telegram/buy/draft.js";
import type { AmountAnswer } from "../../../src/telegram/intake/amount.js";
import { A, expectChanged, on, opened, quotedDraft, tap } from "./drafts.js";

const energy = opened({ fields: { type: "Fast", resource: "energy" }, receivers: [A] });
const bandwidth = opened({ fields: { type: "Fast", resource: "bandwidth" }, receivers: [A] });
const unknown = tap(opened({ receivers: [A] }), { kind: "jump", step: "amount" }).state;

const amount = (units: number): AmountAnswer => ({ kind: "units", units });
const tooSmall = (minimum: number) => ({ code: "AMOUNT_TOO_SMALL", details: { minimum } });
const tooLarge = { code: "AMOUNT_TOO_LARGE", details: { maximum: MAX_AMOUNT } };

test.each([
  ["below the minimum of Energy", energy, amount(31_999), tooSmall(32_000)],
  ["below the minimum of Bandwidth", bandwidth, amount(999), tooSmall(1_000)],
  ["below every minimum", unknown, amount(999), tooSmall(1_000)],
  ["above what may be asked for", energy, amount(MAX_AMOUNT + 1), tooLarge],
  ["nothing", energy, { kind: "none" } as const, { code: "AMOUNT_NOT_UNDERSTOOD" }],
  [
    "two readings",
    energy,
    { kind: "ambiguous", readings: [65, 65_000] } as const,
    { code: "AMOUNT_AMBIGUOUS", details: { readings: [65, 65_000] } },
  ],
])("%s", (_, draft, answer, notice) => {
  const reduction = on(draft, { kind: "amount", answer, messageId: 20 });
  const data = expectChanged(draft, reduction, { step: "amount" });
  expect(noticeIn(data)).toEqual(notice);
  expect(data.amount).toBeUndefined();
  expect(data.sources.amount).toBe(20);
});

test.each([
  [energy, 32_000],
  [energy, MAX_AMOUNT],
  [bandwidth, 1_000],
  [unknown, 1_000],
])("the bounds themselves are taken (%#)", (draft, units) => {
  const { data } = on(draft, { kind: "amount", answer: amount(units), messageId: 20 }).state;
  expect(data).toMatchObject({ amount: units });
  expect(noticeIn(data)).toBeUndefined();
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  "a button with %d is refused",
  (units) => {
    const { state: draft, effects } = tap(energy, { kind: "amount", amount: units });
    expect(draft.data.amount).toBeUndefined();
    expect(noticeIn(draft.data)).toBeDefined();
    expect(effects).toEqual([]);
  },
);

test("an amount that is too small for the other resource is asked for anew", () => {
  const draft = quotedDraft({
    fields: { type: "Fast", resource: "bandwidth", amount: 5_000, duration: "1h" },
  });
  const jumped = tap(draft, { kind: "jump", step: "resource" }).state;
  const reduction = tap(jumped, { kind: "resource", resource: "energy" });
  const data = expectChanged(jumped, reduction, { step: "amount" });
  expect(data).toMatchObject({
    resource: "energy",
    at: { notice: tooSmall(32_000) },
    duration: "1h",
  });
  expect(data.amount).toBeUndefined();
});

test("the same wrong answer twice is one change", () => {
  const event = { kind: "amount", answer: { kind: "none" }, messageId: 20 } as const;
  const once = on(energy, event).state;
  expect(on(once, event).state).toBe(once);
});

test.each(["15m", "14d"] as const)("an amount that was the time %s answers for it", (duration) => {
  const said = { word: "15m", code: "AMOUNT_AMBIGUOUS", field: "amount" } as const;
  const problems = [{ ...said, hint: [15_000_000, duration] }];
  const draft = opened({ fields: { type: "Fast", resource: "energy" }, receivers: [A], problems });
  const timed = tap(draft, { kind: "duration", duration }).state;
  expect(timed).toMatchObject({ step: "amount", data: { duration, problems: [] } });
  const answer = { kind: "ambiguous", readings: [15_000_000, duration] } as const;
  const asked = on(quotedDraft(), { kind: "amount", answer, messageId: 20 });
  const data = expectChanged(
    asked.state,
    tap(asked.state, { kind: "duration", duration }),
    { step: "confirm" },
    { kind: "quote" },
  );
  expect(data).toMatchObject({ amount: 65_000, duration });
});
