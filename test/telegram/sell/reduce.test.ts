/** The reducer of /sell: by a table what leads where, and by any sequence of events what must always hold. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DURATIONS, durationSeconds } from "../../../src/domain/duration.js";
import { RESOURCES } from "../../../src/domain/resource.js";
import { OFFER_FIELDS, type SellingAction } from "../../../src/telegram/kit/buttons.js";
import { redraws } from "../../../src/telegram/kit/reduction.js";
import {
  awaitsText,
  type Look,
  reduceSelling,
  SELLING_NOTICES,
  SELLING_STEPS,
  type Selling,
  type SellingData,
  type SellingEvent,
  type SellingStep,
  sellingDataSchema,
} from "../../../src/telegram/sell/state.js";
import {
  CHALLENGE,
  FINE,
  granted,
  OFFER,
  OPERATOR,
  OWNER,
  SELLER,
  selling,
  tap,
  toastOf,
  wishOf,
} from "./sellings.js";

const GAP: Look = { ...FINE, gap: { hasKey: false, missing: ["delegate", "undelegate"] } };
const TOO_MUCH: Look = { ...FINE, powers: ["transfer"] };

describe("taps", () => {
  test.each<[SellingStep, SellingAction, SellingStep, string | undefined]>([
    ["list", { kind: "open", at: 1 }, "seller", undefined],
    ["list", { kind: "open", at: 2 }, "list", undefined],
    ["seller", { kind: "open", at: 0 }, "seller", undefined],
    ["list", { kind: "add" }, "address", undefined],
    ["address", { kind: "back" }, "address", "list"],
    ["address", { kind: "check" }, "address", undefined],
    ["permission", { kind: "check" }, "permission", "look"],
    ["permission", { kind: "sign" }, "permission", "challenge"],
    ["permission", { kind: "back" }, "address", undefined],
    ["challenge", { kind: "sign" }, "challenge", "challenge"],
    ["challenge", { kind: "back" }, "permission", undefined],
    ["address", { kind: "sign" }, "address", undefined],
    ["seller", { kind: "edit", resource: "energy" }, "seller", "terms"],
    ["list", { kind: "edit", resource: "energy" }, "list", undefined],
    ["seller", { kind: "off", resource: "energy" }, "seller", "switch"],
    ["offer", { kind: "off", resource: "energy" }, "offer", undefined],
    ["seller", { kind: "check" }, "seller", "look"],
    ["seller", { kind: "list" }, "seller", "list"],
    ["seller", { kind: "back" }, "seller", "list"],
    ["offer", { kind: "ask", field: "keep" }, "keep", undefined],
    ["seller", { kind: "ask", field: "keep" }, "seller", undefined],
    ["offer", { kind: "save" }, "offer", "put"],
    ["seller", { kind: "save" }, "seller", undefined],
    ["offer", { kind: "back" }, "seller", undefined],
    ["price", { kind: "back" }, "offer", undefined],
    ["price", { kind: "set", value: 60 }, "offer", undefined],
    ["seller", { kind: "set", value: 60 }, "seller", undefined],
  ])("at %s, %j leads to %s and wishes for %s", (step, action, then, wish) => {
    const reduced = reduceSelling(selling(step), tap(selling(step), action));
    expect([reduced.state.step, wishOf(reduced)?.kind]).toEqual([then, wish]);
  });

  test("a permission that lacks something lets nobody go on", () => {
    const card = selling("permission", { look: GAP });
    expect(reduceSelling(card, tap(card, { kind: "sign" }))).toEqual({ state: card, effects: [] });
  });

  test("a stranger, an old button and a closed card change nothing", () => {
    const card = selling("offer");
    const strange = reduceSelling(card, tap(card, { kind: "save" }, 1));
    const notYours = { kind: "toast", toast: "notYours", alert: true };
    expect(strange).toEqual({ state: card, effects: [notYours] });
    const stale = reduceSelling(card, tap({ ...card, version: 6 }, { kind: "save" }));
    expect(stale).toEqual({ state: card, effects: [{ kind: "toast", toast: "stale" }] });
    expect([redraws(stale.effects), redraws(strange.effects)]).toEqual([true, false]);
    const closed = reduceSelling(card, tap(card, { kind: "close" })).state;
    expect(closed).toMatchObject({ status: "closed", version: 8 });
    expect(toastOf(reduceSelling(closed, tap(closed, { kind: "save" })))).toBe("closed");
    expect(reduceSelling(closed, { kind: "verified" })).toEqual({ state: closed, effects: [] });
  });
});

test("a look that finds what is on the card says so, and Refresh that it has read anew", () => {
  const card = reduceSelling(selling("permission"), { kind: "looked", look: GAP }).state;
  const same = reduceSelling(card, { kind: "looked", look: GAP });
  expect(same).toEqual({ state: card, effects: [{ kind: "toast", toast: "unchanged" }] });
  expect(toastOf(reduceSelling(card, { kind: "looked", look: TOO_MUCH }))).toBeUndefined();
  const own = selling("seller");
  const reduced = reduceSelling(own, tap(own, { kind: "refresh" }));
  expect([reduced.state, toastOf(reduced)]).toEqual([own, "refreshed"]);
  expect(redraws(reduced.effects)).toBe(true);
});

describe("what the chain says", () => {
  test.each<[SellingStep, Partial<Look>, SellingStep, string | undefined, string | undefined]>([
    ["address", {}, "permission", "challenge", undefined],
    ["address", GAP, "permission", undefined, undefined],
    ["address", TOO_MUCH, "permission", undefined, undefined],
    ["address", { isOwn: true }, "seller", undefined, undefined],
    ["address", { ...GAP, isOwn: true }, "seller", undefined, undefined],
    ["seller", { ...GAP, isOwn: true }, "permission", undefined, undefined],
    ["seller", { isOwn: true }, "seller", undefined, undefined],
    ["permission", { isOwn: true }, "seller", undefined, undefined],
    ["permission", { ...TOO_MUCH, isOwn: true }, "permission", undefined, undefined],
    ["address", { account: "notActivated" }, "address", undefined, "NOT_ACTIVATED"],
    ["address", { account: "contract" }, "address", undefined, "CONTRACT"],
    ["address", { account: "desk" }, "address", undefined, "DESKS_OWN"],
  ])("at %s, %j leads to %s", (step, look, then, wish, notice) => {
    const card = selling(step, { address: SELLER });
    const reduced = reduceSelling(card, { kind: "looked", look: { ...FINE, ...look } });
    expect([reduced.state.step, wishOf(reduced)?.kind, reduced.state.data.notice]).toEqual([
      then,
      wish,
      notice,
    ]);
  });

  test("a text to sign, a signature, and the offer that follows", () => {
    const asked = reduceSelling(selling("permission"), { kind: "challenged", ...CHALLENGE });
    expect(asked.state).toMatchObject({ step: "challenge", data: { challenge: CHALLENGE } });
    const answer = { kind: "signature", signature: "ab" } as const;
    const signed = reduceSelling(asked.state, { kind: "answer", answer });
    expect(wishOf(signed)).toEqual({ kind: "verify", signature: "ab" });
    const failed = reduceSelling(asked.state, { kind: "failed", notice: "SIGNATURE_INVALID" });
    expect(failed.state.data).toMatchObject({
      challenge: CHALLENGE,
      notice: "SIGNATURE_INVALID",
    });
    const foreign = { kind: "failed", notice: "OTHER_KEY", signer: OPERATOR } as const;
    const refused = reduceSelling(asked.state, foreign).state;
    expect(refused.data).toMatchObject({ notice: "OTHER_KEY", signer: OPERATOR });
    const renewed = reduceSelling(refused, { kind: "challenged", ...CHALLENGE }).state;
    expect([renewed.data.notice, renewed.data.signer]).toEqual([undefined, undefined]);
    const verified = reduceSelling(asked.state, { kind: "verified" });
    expect(wishOf(verified)).toEqual({ kind: "terms", resource: "energy" });
    expect(verified.state.data.challenge).toBeUndefined();
    const terms = { kind: "terms", offer: OFFER, prices: [50] } as const;
    expect(reduceSelling(verified.state, terms).state).toMatchObject({
      step: "offer",
      data: { offer: OFFER, prices: [50] },
    });
  });
});

describe("an offer", () => {
  const set = (step: (typeof OFFER_FIELDS)[number], value: number, data = {}) => {
    const card = selling(step, data);
    return reduceSelling(card, tap(card, { kind: "set", value })).state;
  };

  test.each<[(typeof OFFER_FIELDS)[number], number, Partial<SellingData["offer"]>]>([
    ["price", 1, { minPriceSun: 1 }],
    ["price", 1_000, { minPriceSun: 1_000 }],
    ["chunk", 32_000, { minChunk: 32_000 }],
    ["keep", 0, { keep: 0 }],
    ["shortest", durationSeconds("3h"), { shortest: "3h", longest: "30d" }],
    ["longest", durationSeconds("15m"), { shortest: "15m", longest: "15m" }],
  ])("%s %d", (field, value, offer) => {
    expect(set(field, value)).toMatchObject({ step: "offer", data: { offer } });
  });

  test("the other end of the rentals goes along", () => {
    const offer = { ...OFFER, shortest: "3d", longest: "7d" };
    expect(set("longest", durationSeconds("1d"), { offer }).data.offer).toMatchObject({
      shortest: "1d",
      longest: "1d",
    });
    expect(set("shortest", durationSeconds("30d"), { offer }).data.offer).toMatchObject({
      shortest: "30d",
      longest: "30d",
    });
  });

  test.each<[(typeof OFFER_FIELDS)[number], number, string]>([
    ["price", 0, "PRICE_RANGE"],
    ["price", 1_001, "PRICE_RANGE"],
    ["chunk", 19_999, "CHUNK_RANGE"],
    ["keep", 99_999_999_999, "KEEP_RANGE"],
  ])("%s %d is refused, and asked again", (field, value, notice) => {
    expect(set(field, value)).toMatchObject({ step: field, data: { offer: OFFER, notice } });
  });

  test("what was typed and is no number", () => {
    const answer = { kind: "number", answer: { kind: "none" } } as const;
    const { state: asked } = reduceSelling(selling("keep"), { kind: "answer", answer });
    expect(asked).toMatchObject({ step: "keep", data: { offer: OFFER, notice: "KEEP_RANGE" } });
  });

  test("saved, it is shown with the account", () => {
    const saved = reduceSelling(selling("offer"), { kind: "offered" });
    expect(saved.state).toMatchObject({ step: "seller" });
    expect(toastOf(saved)).toBe("saved");
    expect(saved.state.data.offer).toBeUndefined();
  });
});

const looks: fc.Arbitrary<Look> = fc.record({
  isOwn: fc.boolean(),
  account: fc.constantFrom("wallet", "wallet", "notActivated", "contract", "desk"),
  gap: fc.option(fc.constant(GAP.gap), { nil: undefined }),
  powers: fc.constantFrom<Look["powers"][]>([], ["transfer"]),
});
const PLAIN_KINDS = ["list", "add", "check", "sign", "save", "refresh", "back"] as const;
const actions: fc.Arbitrary<SellingAction> = fc.oneof(
  fc.constantFrom(...PLAIN_KINDS).map((kind) => ({ kind })),
  fc.record({ kind: fc.constant("open" as const), at: fc.nat(3) }),
  fc.record({ kind: fc.constant("set" as const), value: fc.nat(40_000) }),
  fc.record({
    kind: fc.constantFrom("edit" as const, "on" as const, "off" as const),
    resource: fc.constantFrom(...RESOURCES),
  }),
  fc.record({ kind: fc.constant("ask" as const), field: fc.constantFrom(...OFFER_FIELDS) }),
);
const answers: fc.Arbitrary<Extract<SellingEvent, { kind: "answer" }>["answer"]> = fc.oneof(
  fc.constant({ kind: "address" as const, address: SELLER }),
  fc.constant({ kind: "signature" as const, signature: "ab" }),
  fc.nat(40_000).map((units) => ({
    kind: "number" as const,
    answer: { kind: "units" as const, units },
  })),
  fc.constantFrom(...SELLING_NOTICES).map((notice) => ({ kind: "bad" as const, notice })),
);
/** What happens; a wish is granted or refused by the next one that fits. */
const happenings = fc.array(
  fc.record({
    action: actions,
    answer: answers,
    isTyped: fc.boolean(),
    look: looks,
    ok: fc.boolean(),
  }),
  { maxLength: 30 },
);

/** What each step stands on: the card draws it without asking. */
function assertDrawable({ step, data }: Selling): void {
  const isOffer = step === "offer" || OFFER_FIELDS.some((field) => field === step);
  if (isOffer) expect(data.offer).toBeDefined();
  if (step === "challenge") expect(data.challenge).toBeDefined();
  if (step !== "list" && step !== "address") expect(data.address).toBeDefined();
  if (data.offer) {
    expect(durationSeconds(data.offer.longest)).toBeGreaterThanOrEqual(
      durationSeconds(data.offer.shortest),
    );
    expect(data.offer.minPriceSun).toBeGreaterThan(0);
    expect(data.offer.minChunk).toBeGreaterThanOrEqual(20_000);
  }
  expect(sellingDataSchema.parse(JSON.parse(JSON.stringify(data)))).toEqual(data);
}

test("any sequence of events: each step has what it draws, each change raises the version, and wishes end", () => {
  fc.assert(
    fc.property(fc.constantFrom(...SELLING_STEPS), happenings, (first, list) => {
      let card = selling(first);
      for (const { action, answer, isTyped, look, ok } of list) {
        const event: SellingEvent =
          isTyped && awaitsText(card) ? { kind: "answer", answer } : tap(card, action, OWNER);
        const before = card;
        let reduced = reduceSelling(card, event);
        let wishes = 0;
        for (let wish = wishOf(reduced); wish; wish = wishOf(reduced)) {
          wishes += 1;
          reduced = reduceSelling(reduced.state, granted(wish.kind, look, ok));
          expect(wishes).toBeLessThanOrEqual(2);
        }
        card = reduced.state;
        const isChanged =
          JSON.stringify({ ...card, version: 0 }) !== JSON.stringify({ ...before, version: 0 });
        if (isChanged) expect(card.version).toBeGreaterThan(before.version);
        assertDrawable(card);
      }
    }),
    { numRuns: 500 },
  );
});

test("durations are set by their seconds, and what none has changes nothing", () => {
  const card = selling("shortest", { offer: { ...OFFER, longest: "30d" } });
  const after = (value: number) =>
    reduceSelling(card, tap(card, { kind: "set", value })).state.data.offer?.shortest;
  for (const duration of DURATIONS) expect(after(durationSeconds(duration))).toBe(duration);
  expect(after(3)).toBe(OFFER.shortest);
});
