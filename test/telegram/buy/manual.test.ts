/** What only a Manual order is asked: its price and its options, and what of them a change of another answer leaves. */
import { describe, expect, test } from "vitest";
import type { DraftEvent } from "../../../src/telegram/buy/change.js";
import { noticeIn, quoteOf } from "../../../src/telegram/buy/draft.js";
import { expectedAnswer } from "../../../src/telegram/buy/reduce.js";
import type { Action } from "../../../src/telegram/kit/buttons.js";
import {
  A,
  B,
  expectChanged,
  expectUnchanged,
  MANUAL,
  on,
  opened,
  quotedDraft,
  receivers,
  tap,
  tapOf,
  units,
} from "./drafts.js";

const QUOTE = { kind: "quote" } as const;
const manual = (fields = {}, more = {}) =>
  quotedDraft({ ...MANUAL, ...more, fields: { ...MANUAL.fields, ...fields } });
const { price: _price, allowPartial: _allowed, ...TERMS } = MANUAL.fields;
const atPrice = (more = {}) => opened({ receivers: [A], ...more, fields: TERMS });
const typedPrice = (priceSun: number, messageId = 30): DraftEvent => {
  return { kind: "price", answer: { kind: "sun", priceSun }, floorSun: 40, messageId };
};

test("price and options are asked after the duration, and one tap answers each", () => {
  const draft = tap(opened(), { kind: "type", type: "Manual" }).state;
  expect(draft).toMatchObject({ step: "resource", data: { type: "Manual" } });
  const ofKnown = opened({ fields: { ...TERMS, type: "Fast" } });
  const first = tap(ofKnown, { kind: "type", type: "Manual" });
  expectChanged(ofKnown, first, { step: "price" });
  expect(tap(first.state, { kind: "price", price: 55 }).state.step).toBe("receivers");
  const priced = atPrice();
  expect(priced.step).toBe("price");
  const answer = tap(priced, { kind: "price", price: 55 });
  expectChanged(priced, answer, { step: "options" });
  const parts = tap(answer.state, { kind: "parts", least: 20_000 });
  const data = expectChanged(answer.state, parts, { step: "confirm" }, QUOTE);
  expect(data).toMatchObject({ price: 55, allowPartial: true, partialMin: 20_000, bulk: false });
  const whole = tap(answer.state, { kind: "whole" });
  expect(expectChanged(answer.state, whole, { step: "confirm" }, QUOTE).allowPartial).toBe(false);
});

test("back leads through options and price, and a jump to either keeps both", () => {
  const draft = manual({ partialMin: 30_000 });
  const options = tapOf(draft, "back");
  expect(options.step).toBe("options");
  expect(tapOf(options, "back").step).toBe("price");
  expect(tapOf(tapOf(options, "back"), "back").step).toBe("duration");
  for (const step of ["price", "options"] as const) {
    const jumped = tap(draft, { kind: "jump", step });
    const data = expectChanged(draft, jumped, { step });
    expect(data).toMatchObject({ price: 55, allowPartial: true, partialMin: 30_000 });
    expectChanged(
      jumped.state,
      tapOf(jumped.state, "next") && tap(jumped.state, { kind: "next" }),
      { step: "confirm" },
      QUOTE,
    );
  }
});

test("Fast is asked neither: a jump there leads to what is open", () => {
  const draft = tapOf(quotedDraft(), "back");
  const jumped = tap(draft, { kind: "jump", step: "price" });
  expectChanged(draft, jumped, { step: "confirm" }, QUOTE);
});

test("a price that was good for less is asked for again, with what it may be", () => {
  const price = 138_572_296_226;
  const draft = tap(atPrice(), { kind: "price", price }).state;
  const longer = tap(tap(draft, { kind: "jump", step: "duration" }).state, {
    kind: "duration",
    duration: "30d",
  });
  const notice = { code: "PRICE_TOO_HIGH", details: { maximum: 4_619_076_540 } };
  expect(longer.state).toMatchObject({ step: "price", data: { price, at: { notice } } });
  expect(opened({ ...MANUAL, fields: { ...MANUAL.fields, price: price + 1 } })).toMatchObject({
    step: "price",
    data: { at: { notice: { code: "PRICE_TOO_HIGH", details: { maximum: price } } } },
  });
  expect(tap(longer.state, { kind: "price", price: 1_001 }).state.step).toBe("options");
});

describe("a typed price", () => {
  const notices: [DraftEvent, object][] = [
    [typedPrice(39), { code: "PRICE_BELOW_FLOOR", details: { price: 39, floor: 40 } }],
    [
      typedPrice(138_572_296_227),
      { code: "PRICE_TOO_HIGH", details: { maximum: 138_572_296_226 } },
    ],
    [typedPrice(0), { code: "PRICE_NOT_UNDERSTOOD" }],
    [
      { kind: "price", answer: { kind: "fraction", near: [44, 45] }, floorSun: 40, messageId: 1 },
      { code: "PRICE_NOT_WHOLE", details: { readings: ["44", "45"] } },
    ],
    [
      { kind: "price", answer: { kind: "fraction", near: [] }, floorSun: 40, messageId: 1 },
      { code: "PRICE_TOO_HIGH", details: { maximum: 138_572_296_226 } },
    ],
    [
      { kind: "price", answer: { kind: "none" }, floorSun: 40, messageId: 1 },
      { code: "PRICE_NOT_UNDERSTOOD" },
    ],
  ];
  test.each(notices)("that is none is said in words: %j", (event, notice) => {
    const draft = atPrice();
    const data = expectChanged(draft, on(draft, event), { step: "price" });
    expect(noticeIn(data)).toEqual(notice);
    expect(data.price).toBeUndefined();
    // One that was good before stays until there is a better one, and cannot be paid meanwhile.
    const priced = manual();
    const wrong = expectChanged(priced, on(priced, event), { step: "price" });
    expect([wrong.price, quoteOf(wrong)]).toEqual([55, undefined]);
  });

  test("answers, and its edit changes it", () => {
    const draft = on(atPrice(), typedPrice(45)).state;
    expect(draft).toMatchObject({ step: "options", data: { price: 45, sources: { price: 30 } } });
    expect(on(draft, typedPrice(46)).state.data.price).toBe(46);
  });

  test("is expected at its question in private, in a group after Other only", () => {
    expect(expectedAnswer(atPrice())).toBe("price");
    const group = atPrice({ isGroup: true });
    expect(expectedAnswer(group)).toBeUndefined();
    const other = tap(group, { kind: "other" });
    expectChanged(group, other, { step: "price" }, { kind: "prompt", field: "price" });
    expect(expectedAnswer(other.state)).toBe("price");
  });
});

describe("options", () => {
  const atOptions = tap(manual({}, { receivers: [A, B] }), { kind: "jump", step: "options" }).state;

  test("the least part can be typed, and is judged by resource and amount", () => {
    expect(expectedAnswer(atOptions)).toBe("partialMin");
    const typed = (answer: number) =>
      on(atOptions, {
        kind: "partialMin",
        answer: { kind: "units", units: answer },
        messageId: 31,
      });
    const bad = (answer: number) => expectChanged(atOptions, typed(answer), { step: "options" });
    expect(noticeIn(bad(19_999))).toEqual({
      code: "CHUNK_TOO_SMALL",
      details: { minimum: 20_000 },
    });
    expect(noticeIn(bad(65_001))).toEqual({
      code: "CHUNK_TOO_LARGE",
      details: { maximum: 65_000 },
    });
    const data = expectChanged(atOptions, typed(25_000), { step: "confirm" }, QUOTE);
    expect(data).toMatchObject({ allowPartial: true, partialMin: 25_000 });
  });

  test("what is no amount is said", () => {
    const ambiguous = { kind: "ambiguous", readings: [20, 20_000] } as const;
    const event = { kind: "partialMin", answer: ambiguous, messageId: 1 } as const;
    const data = expectChanged(atOptions, on(atOptions, event), { step: "options" });
    expect(noticeIn(data)).toMatchObject({ code: "AMOUNT_AMBIGUOUS" });
  });

  test("bulk is set beside the question, where there are several wallets and nowhere else", () => {
    const on1 = tap(atOptions, { kind: "bulk" });
    expect(expectChanged(atOptions, on1, { step: "options" }).bulk).toBe(true);
    expect(tap(on1.state, { kind: "bulk" }).state.data.bulk).toBe(false);
    const single = tap(manual(), { kind: "jump", step: "options" }).state;
    expectUnchanged(single, tap(single, { kind: "bulk" }));
    const confirm = manual({}, { receivers: [A, B] });
    expectUnchanged(confirm, tap(confirm, { kind: "bulk" }));
  });
});

describe("what another answer leaves of price and options:", () => {
  const draft = manual({ partialMin: 30_000, bulk: true }, { receivers: [A, B] });
  const all = { price: 55, allowPartial: true, partialMin: 30_000, bulk: true };
  const none = { price: undefined, allowPartial: undefined, partialMin: undefined, bulk: false };
  const noParts = { allowPartial: undefined, partialMin: undefined };
  const cases: [string, Action, object, string][] = [
    ["the same resource", { kind: "resource", resource: "energy" }, all, "confirm"],
    [
      "another resource",
      { kind: "resource", resource: "bandwidth" },
      { ...all, price: undefined },
      "price",
    ],
    ["a larger amount", { kind: "amount", amount: 131_000 }, all, "confirm"],
    ["an amount below the least part", { kind: "amount", amount: 32_000 }, all, "confirm"],
    ["a duration", { kind: "duration", duration: "7d" }, all, "confirm"],
    ["Manual", { kind: "type", type: "Manual" }, all, "confirm"],
    ["Fast", { kind: "type", type: "Fast" }, none, "confirm"],
  ];
  test.each(cases)("%s", (_, action, kept, step) => {
    const reduction = tap(draft, action);
    expect(reduction.state.data).toMatchObject(kept);
    expect(reduction.state.step).toBe(step);
  });

  test("an amount below the least part drops the options only", () => {
    const large = manual({ partialMin: 60_000 });
    const data = expectChanged(large, tap(large, { kind: "amount", amount: 50_000 }), {
      step: "options",
    });
    expect(data).toMatchObject({ price: 55, ...noParts });
  });

  test("parts of Bandwidth are too small for Energy", () => {
    const fields = {
      resource: "bandwidth",
      amount: 40_000,
      price: 450,
      partialMin: 5_000,
    } as const;
    const bandwidth = manual(fields);
    const data = expectChanged(
      bandwidth,
      tap(bandwidth, { kind: "resource", resource: "energy" }),
      { step: "price" },
    );
    expect(data).toMatchObject({ price: undefined, ...noParts });
  });

  test("other wallets", () => {
    expect(on(draft, receivers([A])).state.data).toMatchObject(all);
    expect(on(draft, units(100_000)).state.data).toMatchObject(all);
  });
});

test("a price that the floor has overtaken is asked for again, and says why", () => {
  const draft = manual();
  const notice = { code: "PRICE_BELOW_FLOOR", details: { price: 55, floor: 56, duration: "1h" } };
  const event = { kind: "failed", version: draft.version, notice } as const;
  const data = expectChanged(draft, on(draft, event), { step: "price" });
  expect(data).toMatchObject({ price: 55, at: { notice } });
  expect(quoteOf(data)).toBeUndefined();
});

test("a line may bring a part that does not fit: it is said, and asked for", () => {
  const draft = opened({ ...MANUAL, fields: { ...MANUAL.fields, partialMin: 70_000 } });
  expect(draft).toMatchObject({ step: "options", data: { price: 55, allowPartial: undefined } });
  expect(noticeIn(draft.data)).toEqual({ code: "CHUNK_TOO_LARGE", details: { maximum: 65_000 } });
});
