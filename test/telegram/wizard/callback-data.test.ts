/** Buttons: what is written is read back, fits into 64 bytes, and nothing else is read at all. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AssertionFailed } from "../../../src/domain/assert.js";
import { DURATIONS } from "../../../src/domain/duration.js";
import { NEWS_KINDS, NEWS_MODES } from "../../../src/domain/notification.js";
import { MAX_AMOUNT, ORDER_TYPES } from "../../../src/domain/order-request.js";
import { RESOURCES } from "../../../src/domain/resource.js";
import {
  BATCH_ACTS,
  decodePress,
  encodePress,
  MENU_ITEMS,
  type Press,
} from "../../../src/telegram/buttons/callback-data.js";
import type { SettingPress } from "../../../src/telegram/buttons/setting-press.js";
import { PLAIN_KINDS, type SellingAction } from "../../../src/telegram/selling/events.js";
import { OFFER_FIELDS } from "../../../src/telegram/selling/selling.js";
import { STEPS } from "../../../src/telegram/wizard/draft.js";
import type { Action } from "../../../src/telegram/wizard/events.js";

const ID = "019a9b2c3d4e000123456789";

const ids = fc.string({
  unit: fc.constantFrom(..."0123456789abcdef"),
  minLength: 24,
  maxLength: 24,
});
const amounts = fc.integer({ min: 1, max: MAX_AMOUNT });
const actions: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant("type" as const), type: fc.constantFrom(...ORDER_TYPES) }),
  fc.record({ kind: fc.constant("resource" as const), resource: fc.constantFrom(...RESOURCES) }),
  fc.record({ kind: fc.constant("duration" as const), duration: fc.constantFrom(...DURATIONS) }),
  fc.record({ kind: fc.constantFrom("amount" as const, "take" as const), amount: amounts }),
  fc.record({ kind: fc.constant("wallet" as const), at: fc.integer({ min: 0, max: 99 }) }),
  fc.record({ kind: fc.constant("jump" as const), step: fc.constantFrom(...STEPS) }),
  fc.constantFrom(
    ...(["other", "next", "back", "cancel", "pay", "requote"] as const).map((kind) => ({ kind })),
  ),
);
const settings: fc.Arbitrary<SettingPress> = fc.oneof(
  fc.record({
    what: fc.constant("mode" as const),
    kind: fc.constantFrom(...NEWS_KINDS),
    mode: fc.constantFrom(...NEWS_MODES),
  }),
  fc.record({
    what: fc.constant("language" as const),
    code: fc.constantFrom("en", "ru", "pt", undefined),
  }),
  fc.constantFrom(...(["question", "noLimit", "back"] as const).map((what) => ({ what }))),
);
const sellingActions: fc.Arbitrary<SellingAction> = fc.oneof(
  fc.constantFrom(...PLAIN_KINDS).map((kind) => ({ kind })),
  fc.record({ kind: fc.constant("open" as const), at: fc.nat(99_999_999_999) }),
  fc.record({ kind: fc.constant("set" as const), value: fc.nat(99_999_999_999) }),
  fc.record({
    kind: fc.constantFrom("edit" as const, "on" as const, "off" as const),
    resource: fc.constantFrom(...RESOURCES),
  }),
  fc.record({ kind: fc.constant("ask" as const), field: fc.constantFrom(...OFFER_FIELDS) }),
);
const presses: fc.Arbitrary<Press> = fc.oneof(
  fc.record({
    on: fc.constant("draft" as const),
    draftId: ids,
    version: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    action: actions,
  }),
  fc.record({ on: fc.constant("menu" as const), item: fc.constantFrom(...MENU_ITEMS) }),
  fc.record({
    on: fc.constant("batch" as const),
    batchId: ids,
    act: fc.constantFrom(...BATCH_ACTS),
  }),
  fc.record({ on: fc.constant("order" as const), orderId: ids }),
  fc.record({
    on: fc.constant("extend" as const),
    batchId: ids,
    endsAt: fc.integer({ min: 1, max: 4_102_444_800 }).map((seconds) => seconds * 1_000),
  }),
  fc.record({ on: fc.constant("settings" as const), setting: settings }),
  fc.record({ on: fc.constant("waiting" as const), draftId: ids }),
  fc.record({
    on: fc.constant("book" as const),
    press: fc.record({
      act: fc.constantFrom(...(["page", "open", "buy", "remove", "export"] as const)),
      number: fc.nat(999_999_999_999_999),
    }),
  }),
  fc.record({
    on: fc.constant("selling" as const),
    sellingId: ids,
    version: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    action: sellingActions,
  }),
  fc.record({
    on: fc.constant("keys" as const),
    press: fc.oneof(
      fc.constant({ act: "list" as const }),
      fc.record({ act: fc.constant("issue" as const), issued: fc.nat(999_999_999) }),
      fc.record({ act: fc.constantFrom("ask" as const, "revoke" as const), keyId: ids }),
    ),
  }),
  fc.record({ on: fc.constant("offer" as const), updateId: fc.nat(999_999_999_999_999) }),
  fc.record({
    on: fc.constant("orders" as const),
    cursor: fc.option(ids, { nil: undefined }),
  }),
);

test("what is written is read back, in 1 to 64 bytes", () => {
  fc.assert(
    fc.property(presses, (press) => {
      const text = encodePress(press);
      expect(Buffer.byteLength(text)).toBeGreaterThan(0);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64);
      expect(decodePress(text)).toEqual(press);
    }),
    { numRuns: 1_000 },
  );
});

test("a text that is read is the one text for what it says", () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom("w", "m", "o", "s", "l", ID, "1", "01", "z", "0", "", "pay", "jump"),
      fc.constantFrom("amount", "take", "65000", "wallet", "confirm", "repeat", "orders", "type"),
      fc.string({ unit: "binary" }),
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        pieces.map((words) => words.join(":")),
        fc.string({ unit: "binary", maxLength: 80 }),
      ),
      (text) => {
        const press = decodePress(text);
        if (press) expect(encodePress(press)).toBe(text);
      },
    ),
    { numRuns: 2_000 },
  );
});

describe("is written as", () => {
  test.each<[string, Press]>([
    [`w:${ID}:z:pay`, { on: "draft", draftId: ID, version: 35, action: { kind: "pay" } }],
    [
      `w:${ID}:1:amount:65000`,
      { on: "draft", draftId: ID, version: 1, action: { kind: "amount", amount: 65_000 } },
    ],
    ["m:buyEnergy", { on: "menu", item: "buyEnergy" }],
    [`o:${ID}:repeat`, { on: "batch", batchId: ID, act: "repeat" }],
    [`s:${ID}`, { on: "order", orderId: ID }],
    ["l", { on: "orders", cursor: undefined }],
    [`l:${ID}`, { on: "orders", cursor: ID }],
  ])("%s", (text, press) => {
    expect(encodePress(press)).toBe(text);
  });
});

describe("is not read:", () => {
  test.each([
    "",
    ":",
    "w",
    "x:1",
    `w:${ID}`,
    `w:${ID}:1`,
    `w:${ID}:1:`,
    `w:${ID}:0:pay`,
    `w:${ID}:-1:pay`,
    `w:${ID}:01:pay`,
    `w:${ID}:Z:pay`,
    `w:${ID}:zzzzzzzzzzz:pay`,
    `w:${ID.toUpperCase()}:1:pay`,
    `w:${ID.slice(1)}:1:pay`,
    `w:${ID}:1:pay:now`,
    `w:${ID}:1:pay:`,
    `w:${ID}:1:amount`,
    `w:${ID}:1:amount:`,
    `w:${ID}:1:amount:0`,
    `w:${ID}:1:amount:1e5`,
    `w:${ID}:1:amount:065000`,
    `w:${ID}:1:amount:10000000001`,
    `w:${ID}:1:amount:65000:1`,
    `w:${ID}:1:price:0`,
    `w:${ID}:1:price:1001`,
    `w:${ID}:1:parts:10000000001`,
    `w:${ID}:1:jump:nowhere`,
    `w:${ID}:1:type:fast`,
    `w:${ID}:1:duration:2h`,
    `w:${ID}:1:wallet:-1`,
    `w:${ID}:1:toString`,
    `o:${ID}:pay`,
    "m:constructor",
    "l:",
    "l:older",
    "m:help\n",
    `w:${ID}:1:pay${" ".repeat(60)}`,
  ])("%j", (text) => {
    expect(decodePress(text)).toBeUndefined();
  });
});

test("what could not be read back is not written", () => {
  const write = (version: number, action: Action, draftId = ID) => {
    return () => encodePress({ on: "draft", draftId, version, action });
  };
  expect(write(0, { kind: "pay" })).toThrow(AssertionFailed);
  expect(write(1.5, { kind: "pay" })).toThrow(AssertionFailed);
  expect(write(1, { kind: "pay" }, "short")).toThrow(AssertionFailed);
  expect(write(1, { kind: "amount", amount: 0 })).toThrow(AssertionFailed);
  expect(write(1, { kind: "wallet", at: 100 })).toThrow(AssertionFailed);
  expect(() => encodePress({ on: "orders", cursor: "x".repeat(70) })).toThrow(AssertionFailed);
});
