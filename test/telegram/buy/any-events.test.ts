/**
 * Any sequence of events: at most one payment, of the price on the card, and a version for every
 * change.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { DURATIONS } from "../../../src/domain/duration.js";
import { MAX_RECEIVERS } from "../../../src/domain/fields.js";
import { MAX_AMOUNT, ORDER_TYPES } from "../../../src/domain/order-request.js";
import { totalCostSun } from "../../../src/domain/price.js";
import { MIN_AMOUNT, MIN_CHUNK, RESOURCES } from "../../../src/domain/resource.js";
import type { DraftEffect, DraftEvent, DraftReduction } from "../../../src/telegram/buy/change.js";
import {
  amountsOf,
  type Draft,
  type DraftData,
  draftDataSchema,
  isComplete,
  leadsBackToFast,
  quoteOf,
  stepsOf,
} from "../../../src/telegram/buy/draft.js";
import type { NewDraft } from "../../../src/telegram/buy/open.js";
import { reduce } from "../../../src/telegram/buy/reduce.js";
import { BAD_REASONS } from "../../../src/telegram/intake/findings.js";
import { type Action, STEPS } from "../../../src/telegram/kit/buttons.js";
import { byForm } from "../../support/forms.js";
import { wallets } from "../wallets.js";
import { COMPLETE, MANUAL, NOW, OWNER, opened, quoteFor, STRANGER } from "./drafts.js";

/**
 * An event for the draft as it will be then: `age` says how many versions old what it refers to is.
 */
type Happening = (draft: Draft, age: number) => DraftEvent;

const amounts = fc.constantFrom(0, 999, 5_000, 31_999, 32_000, 65_000, MAX_AMOUNT, MAX_AMOUNT + 1);
const prices = fc.constantFrom(0, 1, 39, 40, 55, 1_001, 10_000_000, Number.MAX_SAFE_INTEGER);
const actions: fc.Arbitrary<Action> = fc.oneof(
  fc.constantFrom<Action>({ kind: "other" }, { kind: "back" }, { kind: "requote" }),
  fc.constant<Action>({ kind: "change" }),
  fc.constantFrom<Action>({ kind: "starts", when: "now" }, { kind: "starts", when: "atEnd" }),
  fc.constantFrom<Action>({ kind: "whole" }, { kind: "bulk" }, { kind: "inOrder" }),
  fc.constantFrom<Action>({ kind: "accounts" }, { kind: "from", team: undefined }),
  fc.record({ kind: fc.constant("price" as const), price: prices }),
  fc.record({ kind: fc.constant("parts" as const), least: amounts }),
  fc.record({ kind: fc.constant("type" as const), type: fc.constantFrom(...ORDER_TYPES) }),
  fc.record({ kind: fc.constant("resource" as const), resource: fc.constantFrom(...RESOURCES) }),
  fc.record({ kind: fc.constant("duration" as const), duration: fc.constantFrom(...DURATIONS) }),
  fc.record({ kind: fc.constantFrom("amount" as const, "take" as const), amount: amounts }),
  fc.record({ kind: fc.constant("wallet" as const), at: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant("jump" as const), step: fc.constantFrom(...STEPS) }),
);

const verdicts = fc.subarray(wallets(25)).chain((addresses) =>
  fc.tuple(
    ...addresses.map((address) =>
      fc.oneof(
        { arbitrary: fc.constant({ address }), weight: 4 },
        { arbitrary: amounts.map((units) => ({ address, amount: units })), weight: 2 },
        fc.constantFrom(...BAD_REASONS).map((bad) => ({ address, bad })),
      ),
    ),
  ),
);

const answers = fc.oneof(
  amounts.map((units) => ({ kind: "units" as const, units: Math.max(1, units) })),
  fc.constant({ kind: "none" as const }),
  fc.constant({ kind: "ambiguous" as const, readings: [65, 65_000] as const }),
);

const durationAnswers = fc.oneof(
  fc.constantFrom(...DURATIONS).map((duration) => ({ kind: "duration" as const, duration })),
  fc.constantFrom({ kind: "other" as const, near: [DURATIONS[0]] }, { kind: "none" as const }),
);

/** Of a typed price; a tapped one is judged when it is quoted. */
const FLOOR_SUN = 40;
const priceAnswers = fc.oneof(
  prices.map((priceSun) => ({ kind: "sun" as const, priceSun })),
  fc.constantFrom({ kind: "fraction" as const, near: [44, 45] }, { kind: "none" as const }),
);

const taps = fc
  .tuple(actions, fc.constantFrom(OWNER, OWNER, OWNER, OWNER, STRANGER))
  .map(([action, by]): Happening => {
    return ({ version }, age) => ({ kind: "tap", version: version - age, action, by });
  });

const typed = fc.oneof(
  fc.tuple(verdicts, fc.nat(3)).map(([list, messageId]): Happening => {
    return () => ({ kind: "receivers", verdicts: list, messageId });
  }),
  fc
    .tuple(fc.constantFrom("amount" as const, "partialMin" as const), answers, fc.nat(3))
    .map(([kind, answer, messageId]): Happening => {
      return () => ({ kind, answer, messageId });
    }),
  fc.tuple(durationAnswers, fc.nat(3)).map(([answer, messageId]): Happening => {
    return () => ({ kind: "duration", answer, messageId });
  }),
  fc.tuple(priceAnswers, fc.nat(3)).map(([answer, messageId]): Happening => {
    return () => ({ kind: "price", answer, floorSun: FLOOR_SUN, messageId });
  }),
);

const quotes = fc.boolean().map((isLate): Happening => {
  return (draft, age) => {
    const quote = quoteFor(draft);
    const expiresAt = isLate ? NOW - 15 * 60_000 : quote.expiresAt;
    return { kind: "quoted", version: draft.version - age, quote: { ...quote, expiresAt } };
  };
});

const pays: Happening = ({ version }, age) => {
  return { kind: "tap", version: version - age, action: { kind: "pay" }, by: OWNER };
};
const next: Happening = ({ version }) => {
  return { kind: "tap", version, action: { kind: "next" }, by: OWNER };
};
const failure: Happening = ({ version }, age) => {
  return { kind: "failed", version: version - age, notice: { code: "NO_CAPACITY" } };
};
const tooLow: Happening = ({ version }, age) => {
  return { kind: "failed", version: version - age, notice: { code: "PRICE_BELOW_FLOOR" } };
};
const lapse: Happening = ({ data }) => {
  return { kind: "lapsed", quoteId: quoteOf(data)?.quoteId ?? "none" };
};
const large: Happening = () => ({ kind: "large" });
const ends = fc.constantFrom<Happening>(
  () => ({ kind: "dropped" }),
  () => ({ kind: "replaced" }),
  ({ version }) => ({ kind: "tap", version, action: { kind: "cancel" }, by: OWNER }),
);

const happenings: fc.Arbitrary<Happening> = fc.oneof(
  { arbitrary: taps, weight: 20 },
  { arbitrary: typed, weight: 6 },
  { arbitrary: quotes, weight: 4 },
  { arbitrary: fc.constant(pays), weight: 12 },
  { arbitrary: fc.constant(next), weight: 8 },
  { arbitrary: fc.constantFrom(failure, tooLow, large, lapse), weight: 4 },
  { arbitrary: ends, weight: 1 },
);

const KEEP_FIELDS = [
  "quoted",
  "failed",
  "lapsed",
  "large",
  "paid",
  "dropped",
  "replaced",
  "account",
];
const KEEPING_TAPS = [
  ...["other", "next", "jump", "back", "cancel", "pay", "requote", "change"],
  ...["accounts", "from"],
];

test("any sequence of events pays at most once, and only what is on the card", () => {
  const isOld = fc.constantFrom(0, 0, 0, 0, 0, 1, 2);
  const steps = fc.array(fc.tuple(happenings, isOld, fc.constantFrom(true, true, true, false)), {
    maxLength: 60,
    size: "max",
  });
  const beginnings = fc.constantFrom<Partial<NewDraft>>(
    {},
    { fields: { type: "Fast", resource: "energy", duration: "1h" } },
    COMPLETE,
    MANUAL,
    { ...MANUAL, receivers: wallets(3) },
  );
  let payments = 0;
  fc.assert(
    fc.property(steps, fc.boolean(), beginnings, (sequence, isGroup, beginning) => {
      let draft = opened({ ...beginning, isGroup });
      let paid = 0;
      const happen = (event: DraftEvent) => {
        const reduction = reduce(draft, event, NOW);
        expectSound(draft, event, reduction);
        draft = reduction.state;
        return reduction.effects.map(({ kind }) => kind);
      };
      for (const [happening, age, isAtOnce] of sequence) {
        const follows = happen(happening(draft, age));
        if (follows.includes("from")) {
          const customerId = draft.customerId === "customer" ? "team" : "customer";
          happen({ kind: "account", customerId, wallets: [], walletNames: {} });
        }
        const { version } = draft;
        // What the reducer asks for comes at once, or is left to the events that follow.
        if (follows.includes("quote") && isAtOnce) {
          happen({ kind: "quoted", version, quote: quoteFor(draft) });
        }
        if (!follows.includes("pay")) continue;
        // Whoever commits a payment closes the draft with it; else the card says why it could not be.
        happen(isAtOnce ? { kind: "paid" } : { kind: "failed", version, notice: { code: "BUSY" } });
        if (isAtOnce) paid += 1;
      }
      expect(paid).toBe(draft.status === "paid" ? 1 : 0);
      payments += paid;
    }),
    { numRuns: byForm(60, 600) },
  );
  expect(payments, "the sequences get as far as paying").toBeGreaterThan(0);
});

function expectSound(
  before: Draft,
  event: DraftEvent,
  { state: draft, effects }: DraftReduction,
): void {
  if (draft !== before) expect(draft.version).toBe(before.version + 1);
  if (before.status !== "open") expect(draft).toBe(before);
  if (isForeign(before, event)) expect(draft).toBe(before);
  // Another account never pays at the price, or by the button, of the one before.
  if (draft.customerId !== before.customerId) {
    expect(draft).toMatchObject({ isGroup: false, version: before.version + 1 });
    expect(draft.data.at).toEqual({ is: "pricing" });
  }
  if (draft !== before && keepsFields(event)) {
    expect(fieldsOf(draft)).toEqual(fieldsAfter(before, event));
  }
  expectSoundData(draft);
  for (const effect of effects) {
    if (effect.kind === "pay") expectSoundPayment(before, event, effect);
    if (effect.kind === "quote") {
      expect(draft).toMatchObject({ status: "open", step: "confirm" });
      expect(isComplete(draft.data)).toBe(true);
    }
    if (effect.kind === "prompt") expect(draft.isGroup && draft.data.awaits).toBe(effect.field);
  }
}

function expectSoundData({ step, data }: Draft): void {
  const { receivers, amount, resource } = data;
  const quote = quoteOf(data);
  expect(draftDataSchema.parse(JSON.parse(JSON.stringify(data)))).toEqual(data);
  expect(receivers.length).toBeLessThanOrEqual(MAX_RECEIVERS);
  expect(stepsOf(data)).toContain(step);
  expectSoundTerms(data);
  const own = Object.values(data.amounts);
  for (const units of amount === undefined ? own : [...own, amount]) {
    expect(units).toBeGreaterThanOrEqual(MIN_AMOUNT[resource ?? "bandwidth"]);
    expect(units).toBeLessThanOrEqual(MAX_AMOUNT);
  }
  const known = [...receivers, ...data.waiting];
  expect(Object.keys(data.amounts).filter((one) => !known.includes(one))).toEqual([]);
  if (step === "confirm") expect(isComplete(data)).toBe(true);
  const isQuestion = data.at.is === "asking" || data.at.is === "changing";
  expect(isQuestion).toBe(step !== "confirm");
  if (isComplete(data)) {
    totalCostSun(amountsOf(data) ?? [], data.price ?? 60, data.duration ?? "1h");
  }
  if (!quote) return;
  expect(step).toBe("confirm");
  const cost = totalCostSun(amountsOf(data) ?? [], quote.priceSun, data.duration ?? "1h");
  expect(quote.totalSun).toBe(cost);
}

/** Fast has no price of its own; what a Manual draft has can be ordered. */
function expectSoundTerms({ type, price, allowPartial, partialMin, bulk, ...data }: DraftData) {
  if (type === "Fast") {
    expect([price, allowPartial, partialMin, bulk]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ]);
  }
  if (price !== undefined) expect(Number.isSafeInteger(price) && price >= 1).toBe(true);
  if (partialMin === undefined) return;
  expect(allowPartial).toBe(true);
  if (data.resource) expect(partialMin).toBeGreaterThanOrEqual(MIN_CHUNK[data.resource]);
  for (const units of amountsOf(data) ?? []) expect(partialMin).toBeLessThanOrEqual(units);
}

function expectSoundPayment(
  before: Draft,
  event: DraftEvent,
  { maxTotalSun }: Extract<DraftEffect, { readonly maxTotalSun: number }>,
): void {
  expect(event).toEqual({
    kind: "tap",
    version: before.version,
    action: { kind: "pay" },
    by: before.ownerUserId,
  });
  expect(["priced", "confirming"]).toContain(before.data.at.is);
  expect(maxTotalSun).toBe(quoteOf(before.data)?.totalSun);
}

/** Of another user, or for another version of the card. */
function isForeign(before: Draft, event: DraftEvent): boolean {
  const isStranger = event.kind === "tap" && event.by !== before.ownerUserId;
  return isStranger || ("version" in event && event.version !== before.version);
}

function keepsFields(event: DraftEvent): boolean {
  const isKeepingTap = event.kind === "tap" && KEEPING_TAPS.includes(event.action.kind);
  return isKeepingTap || KEEP_FIELDS.includes(event.kind);
}

/** Back gives up a price of one's own, where it leads to the whole Fast order. */
function fieldsAfter(before: Draft, event: DraftEvent) {
  const fields = fieldsOf(before);
  const isBack = event.kind === "tap" && event.action.kind === "back";
  if (!isBack || !leadsBackToFast(before)) return fields;
  const own = { price: undefined, allowPartial: undefined, partialMin: undefined, bulk: false };
  return { ...fields, type: "Fast", ...own };
}

function fieldsOf({ data }: Draft) {
  const { type, resource, receivers, amount, amounts, duration } = data;
  const { price, allowPartial, partialMin, bulk } = data;
  const manual = { price, allowPartial, partialMin, bulk };
  return { type, resource, receivers, amount, amounts, duration, ...manual };
}
