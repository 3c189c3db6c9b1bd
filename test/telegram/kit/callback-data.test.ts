/** Buttons: what is written is read back, fits into 64 bytes, and nothing else is read at all. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AssertionFailed } from "../../../src/domain/assert.js";
import { DURATIONS } from "../../../src/domain/duration.js";
import { NEWS_KINDS, NEWS_MODES } from "../../../src/domain/notification.js";
import { MAX_AMOUNT, ORDER_TYPES } from "../../../src/domain/order-request.js";
import { RESOURCES } from "../../../src/domain/resource.js";
import { ROLES } from "../../../src/domain/team.js";
import {
  type Action,
  type AmendAction,
  type ButtonTap,
  decodeTap,
  encodeTap,
  type KeyTap,
  OFFER_FIELDS,
  REPORT_DAYS,
  type SellingAction,
  type SettingTap,
  STEPS,
  type TeamTap,
  type WithdrawingAction,
} from "../../../src/telegram/kit/buttons.js";
import { codePoint } from "../../support/code-points.js";

const ID = "019a9b2c3d4e000123456789";

const ids = fc.string({
  unit: fc.constantFrom(..."0123456789abcdef"),
  minLength: 24,
  maxLength: 24,
});
const versions = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const numbers = fc.nat(999_999_999_999_999);
const amount = fc.integer({ min: 1, max: MAX_AMOUNT });
const resource = fc.constantFrom(...RESOURCES);

/** What each of these says beside its name; a button that is missing here does not compile. */
type Rest<Union, Tag extends keyof Union> = {
  [Name in Union[Tag] & string]: {
    [Field in Exclude<keyof Extract<Union, Record<Tag, Name>>, Tag>]: fc.Arbitrary<
      Extract<Union, Record<Tag, Name>>[Field]
    >;
  };
};

function oneOf<Union, Tag extends keyof Union>(tag: Tag, rest: Rest<Union, Tag>) {
  return fc.oneof(
    ...Object.entries<Record<string, fc.Arbitrary<unknown>>>(rest).map(
      ([name, fields]) => fc.record({ [tag]: fc.constant(name), ...fields }) as fc.Arbitrary<Union>,
    ),
  );
}

const actions = oneOf<Action, "kind">("kind", {
  type: { type: fc.constantFrom(...ORDER_TYPES) },
  resource: { resource },
  duration: { duration: fc.constantFrom(...DURATIONS) },
  amount: { amount },
  take: { amount },
  bandwidth: { units: fc.integer({ min: 0, max: MAX_AMOUNT }) },
  price: { price: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) },
  parts: { least: amount },
  wallet: { at: fc.integer({ min: 0, max: 99 }) },
  from: { team: fc.option(ids, { nil: undefined }) },
  starts: { when: fc.constantFrom("now", "atEnd") },
  jump: { step: fc.constantFrom(...STEPS) },
  ...{
    whole: {},
    inOrder: {},
    accounts: {},
    bulk: {},
    other: {},
    next: {},
    back: {},
    cancel: {},
    pay: {},
    book: {},
    requote: {},
    change: {},
  },
});
const sellingActions = oneOf<SellingAction, "kind">("kind", {
  open: { at: fc.nat(99_999_999_999) },
  set: { value: fc.nat(99_999_999_999) },
  edit: { resource },
  on: { resource },
  off: { resource },
  ask: { field: fc.constantFrom(...OFFER_FIELDS) },
  ...{ list: {}, add: {}, check: {}, sign: {}, save: {}, refresh: {}, back: {}, close: {} },
});
const amendActions = oneOf<AmendAction, "kind">("kind", {
  ask: { field: fc.constantFrom("price", "lifetime") },
  price: { price: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) },
  lifetime: { hours: fc.integer({ min: 1, max: 168 }) },
  ...{ other: {}, hold: {}, back: {}, close: {} },
});
const withdrawingActions = oneOf<WithdrawingAction, "kind">("kind", {
  wallet: { at: fc.nat(99) },
  amount: { amount: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) },
  ...{ all: {}, send: {}, back: {}, close: {} },
});
const settings = oneOf<SettingTap, "what">("what", {
  mode: { kind: fc.constantFrom(...NEWS_KINDS), mode: fc.constantFrom(...NEWS_MODES) },
  language: { code: fc.constantFrom("en", "ru", "pt", undefined) },
  askAbove: { trx: fc.option(fc.nat(1_000_000_000), { nil: undefined }) },
  limit: {
    about: fc.constantFrom("balance" as const, "orders" as const),
    limit: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  },
  ...{ question: {}, noLimit: {}, askOrders: {}, noOrders: {}, back: {} },
  choices: { of: fc.constantFrom("askAbove" as const, "language" as const) },
});
const keys = oneOf<KeyTap, "act">("act", {
  list: {},
  issue: { issued: fc.nat(999_999_999) },
  ask: { keyId: ids },
  revoke: { keyId: ids },
  show: { keyId: ids },
});
const limits = {
  of: fc.constantFrom("order" as const, "day" as const, "alone" as const),
  trx: fc.option(fc.integer({ min: 1, max: 99_999_999 }), { nil: undefined }),
};
const user = fc.integer({ min: 1, max: 999_999_999_999_999 });
const lines = fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { nil: undefined });
const teams = oneOf<TeamTap, "act">("act", {
  ...{ list: {}, open: { team: ids }, members: { team: ids }, inviteAs: { team: ids } },
  member: { team: ids, user },
  role: { team: ids, user, role: fc.constantFrom(...ROLES) },
  askRemove: { team: ids, user },
  remove: { team: ids, user },
  invite: { team: ids, role: fc.constantFrom(...ROLES) },
  uninvite: { team: ids, invitation: ids },
  ...{ limits: { team: ids }, cap: { team: ids, ...limits } },
  memberLimits: { team: ids, user },
  memberCap: { team: ids, user, ...limits },
  booked: { team: ids, is: fc.constantFrom("on" as const, "off" as const) },
  keyCaps: { team: ids, user },
  key: { team: ids, user, trx: fc.integer({ min: 1, max: 99_999_999 }) },
  unkey: { team: ids, key: ids },
  otherSum: {
    ...{ team: ids, of: fc.constantFrom("order", "day", "alone", "key") },
    user: fc.option(user, { nil: undefined }),
  },
  linkCode: { team: ids },
  log: { team: ids, before: lines },
  logFile: { team: ids, before: lines },
  ...{ unlink: { team: ids, below: user }, unlinkNow: { team: ids, below: user } },
  ...{ rename: { team: ids }, requests: { team: ids }, request: { team: ids, request: ids } },
  orders: { team: ids, before: fc.option(ids, { nil: undefined }) },
  shown: { team: ids, is: fc.constantFrom("on" as const, "off" as const) },
  report: { team: ids, days: fc.constantFrom(...REPORT_DAYS) },
  reportFile: { team: ids, days: fc.constantFrom(...REPORT_DAYS) },
  paysFrom: { team: fc.option(ids, { nil: undefined }) },
});
const taps = oneOf<ButtonTap, "on">("on", {
  team: { tapped: teams },
  request: { requestId: ids, act: fc.constantFrom("approve", "decline", "withdraw", "why") },
  draft: { flowId: ids, version: versions, action: actions },
  selling: { flowId: ids, version: versions, action: sellingActions },
  amend: { flowId: ids, version: versions, action: amendActions },
  withdrawing: { flowId: ids, version: versions, action: withdrawingActions },
  withdrawal: { withdrawalId: ids, at: fc.constantFrom("card" as const, "message" as const) },
  menu: {
    item: fc.constantFrom("buyEnergy", "buyBandwidth", "orders", "balance", "withdraw", "help"),
  },
  batch: { batchId: ids, act: fc.constantFrom("repeat", "refresh", "cancel", "missing", "amend") },
  order: { orderId: ids },
  orders: { cursor: fc.option(ids, { nil: undefined }) },
  extend: {
    batchId: ids,
    endsAt: fc.integer({ min: 1, max: 4_102_444_800 }).map((seconds) => seconds * 1_000),
  },
  booking: { bookingId: ids, at: fc.constantFrom("list" as const, "sure" as const, undefined) },
  waiting: { draftId: ids },
  offer: { updateId: numbers },
  settings: { setting: settings },
  keys: { tapped: keys },
  book: {
    tapped: fc.record({
      act: fc.constantFrom("page", "open", "buy", "remove", "export", "replace", "keep"),
      number: numbers,
    }),
  },
});

test("what is written is read back, in 1 to 64 bytes", () => {
  fc.assert(
    fc.property(taps, (tapped) => {
      const text = encodeTap(tapped);
      expect(Buffer.byteLength(text)).toBeGreaterThan(0);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64);
      expect(decodeTap(text)).toEqual(tapped);
    }),
    { numRuns: 2_000 },
  );
});

test("a text that is read is the one text for what it says", () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom("w", "m", "o", "s", "l", ID, "1", "01", "z", "0", "", "pay", "jump"),
      fc.constantFrom("amount", "take", "65000", "wallet", "confirm", "repeat", "orders", "type"),
      fc.string({ unit: codePoint }),
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        pieces.map((words) => words.join(":")),
        fc.string({ unit: codePoint, maxLength: 80 }),
      ),
      (text) => {
        const tapped = decodeTap(text);
        if (tapped) expect(encodeTap(tapped)).toBe(text);
      },
    ),
    { numRuns: 2_000 },
  );
});

describe("is written as", () => {
  test.each<[string, ButtonTap]>([
    [`w:${ID}:z:pay`, { on: "draft", flowId: ID, version: 35, action: { kind: "pay" } }],
    [
      `w:${ID}:1:amount:65000`,
      { on: "draft", flowId: ID, version: 1, action: { kind: "amount", amount: 65_000 } },
    ],
    [
      `w:${ID}:1:price:1`,
      { on: "draft", flowId: ID, version: 1, action: { kind: "price", price: 1 } },
    ],
    ["m:buyEnergy", { on: "menu", item: "buyEnergy" }],
    [`o:${ID}:repeat`, { on: "batch", batchId: ID, act: "repeat" }],
    [`s:${ID}`, { on: "order", orderId: ID }],
    ["l", { on: "orders", cursor: undefined }],
    [`l:${ID}`, { on: "orders", cursor: ID }],
    [`x:${ID}:rs`, { on: "extend", batchId: ID, endsAt: 1_000_999 }],
    [`v:${ID}`, { on: "waiting", draftId: ID }],
    ["q:17", { on: "offer", updateId: 17 }],
    ["n:back", { on: "settings", setting: { what: "back" } }],
    ["n:language", { on: "settings", setting: { what: "language", code: undefined } }],
    ["n:language:ru", { on: "settings", setting: { what: "language", code: "ru" } }],
    [
      "n:mode:balance:silent",
      { on: "settings", setting: { what: "mode", kind: "balance", mode: "silent" } },
    ],
    ["k:list", { on: "keys", tapped: { act: "list" } }],
    ["k:issue:0", { on: "keys", tapped: { act: "issue", issued: 0 } }],
    [`k:revoke:${ID}`, { on: "keys", tapped: { act: "revoke", keyId: ID } }],
    ["b:replace:17", { on: "book", tapped: { act: "replace", number: 17 } }],
    ["b:page:0", { on: "book", tapped: { act: "page", number: 0 } }],
    [
      `z:${ID}:11:ask:price`,
      { on: "selling", flowId: ID, version: 37, action: { kind: "ask", field: "price" } },
    ],
    [
      `z:${ID}:1:set:0`,
      { on: "selling", flowId: ID, version: 1, action: { kind: "set", value: 0 } },
    ],
  ])("%s", (text, tapped) => {
    expect(encodeTap(tapped)).toBe(text);
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
    `w:${ID}:1:price:9007199254740992`,
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
    "m:help:help",
    "n:language:",
    "n:language:RU",
    "n:mode:balance",
    "k:ask",
    "k:list:",
    "b:page",
    "b:page:00",
    "q:",
    `x:${ID}:0`,
    `z:${ID}:1:on`,
    `z:${ID}:1:set:100000000000`,
    `w:${ID}:1:pay${" ".repeat(60)}`,
  ])("%j", (text) => {
    expect(decodeTap(text)).toBeUndefined();
  });
});

test("what could not be read back is not written", () => {
  const write = (version: number, action: Action, flowId = ID) => {
    return () => encodeTap({ on: "draft", flowId, version, action });
  };
  expect(write(0, { kind: "pay" })).toThrow(AssertionFailed);
  expect(write(1.5, { kind: "pay" })).toThrow(AssertionFailed);
  expect(write(1, { kind: "pay" }, "short")).toThrow(AssertionFailed);
  expect(write(1, { kind: "amount", amount: 0 })).toThrow(AssertionFailed);
  expect(write(1, { kind: "wallet", at: 100 })).toThrow(AssertionFailed);
  expect(() => encodeTap({ on: "orders", cursor: "x".repeat(70) })).toThrow(AssertionFailed);
});
