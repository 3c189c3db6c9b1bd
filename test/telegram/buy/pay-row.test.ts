/**
 * Counted from the bottom of the keyboard, Pay, or what books an extension, is in no row, nor next to one, in which the card before had what leads to it: so a
 * second tap never pays. And where Pay was, the next card has Pay or nothing to tap: so a second tap on Pay drops nothing.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { totalCostSun } from "../../../src/domain/price.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { type Draft, isComplete, quoteOf } from "../../../src/telegram/buy/draft.js";
import { reduce } from "../../../src/telegram/buy/reduce.js";
import { requestOf } from "../../../src/telegram/buy/request.js";
import type { DraftView } from "../../../src/telegram/buy/views.js";
import { decodeTap } from "../../../src/telegram/kit/buttons.js";
import type { Button } from "../../../src/telegram/transport/message.js";
import { byForm } from "../../support/forms.js";
import { anyDraftView } from "../cards/any-view.js";
import { confirmView, QUOTE } from "../cards/views.js";
import { en } from "../en.js";

const RUNS = { numRuns: byForm(200, 2_000) };
const NOW = 1;

/** The rows of the card from below, each as the actions of its buttons. */
function rowsFromBelow(view: DraftView) {
  const actionsOf = (button: Button) => {
    const tapped = "callback_data" in button ? decodeTap(button.callback_data) : undefined;
    return tapped?.on === "draft" ? [tapped.action] : [];
  };
  return draftCard(view, en)
    .keyboard.toReversed()
    .map((row) => row.flatMap(actionsOf));
}

type Action = ReturnType<typeof rowsFromBelow>[number][number];

const payRows = (view: DraftView) =>
  rowsFromBelow(view).flatMap((row, at) => (row.some(isPay) ? [at] : []));

/** What spends money, or holds it. */
const isPay = ({ kind }: { readonly kind: string }) => kind === "pay" || kind === "book";

/** The card after the tap, with the price that it asks for. */
function after(view: DraftView, action: Action): DraftView {
  const { draft } = view;
  const event = { kind: "tap", version: draft.version, action, by: draft.ownerUserId } as const;
  const { state, effects } = reduce(draft, event, NOW);
  const taken = draft.data.at.is === "confirming" ? undefined : effects.find(isPay);
  const large = { kind: "large", isBooking: taken?.kind === "book" } as const;
  const asked = taken ? reduce(state, large, NOW).state : state;
  if (!effects.some(({ kind }) => kind === "quote" || kind === "check")) {
    return { ...view, draft: asked };
  }
  return { ...view, draft: priced(asked) };
}

function priced(draft: Draft): Draft {
  if (!isComplete(draft.data)) return draft;
  const { amounts, duration } = requestOf(draft);
  const totalSun = totalCostSun(amounts, QUOTE.priceSun, duration);
  const quote = { ...QUOTE, totalSun, availableSun: totalSun, expiresAt: NOW + 1 };
  return reduce(draft, { kind: "quoted", version: draft.version, quote }, NOW).state;
}

function assertApart(view: DraftView): void {
  const rows = rowsFromBelow(view);
  for (const [at, row] of rows.entries()) {
    for (const action of row) {
      const next = after(view, action);
      if (next.draft.version === view.draft.version) continue;
      for (const pay of payRows(next)) {
        expect(
          Math.abs(pay - at),
          `${JSON.stringify(action)} in row ${at}, Pay in row ${pay}`,
        ).toBeGreaterThan(1);
      }
    }
  }
}

test("of any draft", () => {
  fc.assert(fc.property(anyDraftView, assertApart), RUNS);
});

test("of a complete one in each of its states", () => {
  const view = confirmView();
  assertApartInEach(view);
  expect(payRows(view)).toEqual([0]);
  const old = { endsAt: NOW, resource: "energy", receivers: view.draft.data.receivers } as const;
  const extended = { batchId: "0198c0de00000000000000b1", endsBy: NOW, old };
  for (const startsNow of [false, true]) {
    const extending = { ...confirmView({ extended, startsNow }), isWorthBooking: true };
    assertApartInEach(extending);
    assertApart(extending);
    expect(payRows(extending)).toEqual([0]);
  }
});

const [PRICED, LAPSED] = [
  { is: "priced", quote: QUOTE },
  { is: "lapsed", quote: QUOTE },
] as const;
const CONFIRMING = { is: "confirming", quote: QUOTE } as const;

function assertApartInEach(view: DraftView): void {
  const { draft } = view;
  const at = (at: Draft["data"]["at"]): DraftView => ({
    ...view,
    draft: { ...draft, data: { ...draft.data, at, wallets: draft.data.receivers } },
  });
  assertApart(at(CONFIRMING));
  assertApart(at({ ...CONFIRMING, isBooking: true }));
  assertApart(at(LAPSED));
  assertApart(at({ is: "choosing", behind: PRICED }));
  assertApart(at({ is: "choosing", behind: LAPSED }));
  assertApart(at({ is: "failed", notice: { code: "BUSY" } }));
  assertApart(at({ is: "priced", quote: { ...QUOTE, availableSun: 0 } }));
  for (const step of ["type", "resource", "receivers", "amount", "duration"] as const) {
    for (const asked of [at({ is: "asking" }), at({ is: "changing", back: "order" })]) {
      assertApart({ ...view, draft: { ...asked.draft, step } });
    }
  }
}

/** What may become of a card with Pay without a tap on another of its buttons. */
function nextOf({ draft }: DraftView): Draft[] {
  const { version } = draft;
  const { quoteId = "" } = quoteOf(draft.data) ?? {};
  const failures = Object.keys(en.notices).map((code) => {
    const notice = { code, details: { price: 30, floor: 40 } };
    return { kind: "failed", version, notice } as const;
  });
  const asked = {
    kind: "tap",
    version,
    action: { kind: "requote" },
    by: draft.ownerUserId,
  } as const;
  const events = [
    ...failures,
    ...([{ kind: "large" }, { kind: "unread" }, { kind: "paid" }, { kind: "booked" }] as const),
    ...([{ kind: "replaced" }, { kind: "dropped" }, { kind: "lapsed", quoteId }, asked] as const),
  ];
  const states = events.map((event) => reduce(draft, event, NOW).state);
  if (!isComplete(draft.data)) return states;
  const { amounts, duration } = requestOf(draft);
  const short = { ...QUOTE, totalSun: totalCostSun(amounts, QUOTE.priceSun, duration) };
  const quotes = [
    { ...short, availableSun: 0 },
    { ...short, capacityUnits: 0 },
    { ...short, capacityUnits: 40_000 },
  ];
  const requoted = quotes.map(
    (quote) => reduce(draft, { kind: "quoted", version, quote }, NOW).state,
  );
  return [...states, ...requoted];
}

function assertPayIsLeftAlone(view: DraftView): void {
  const places = payRows(view);
  if (places.length === 0) return;
  for (const draft of nextOf(view)) {
    const { keyboard } = draftCard({ ...view, draft }, en);
    for (const pay of places) {
      const there = rowsFromBelow({ ...view, draft })[pay] ?? [];
      const harmful = there.filter((action) => !isPay(action));
      expect(harmful, JSON.stringify([pay, draft.step, draft.data.at])).toEqual([]);
      if (pay < 2 && draft.status === "open" && there.length === 0) {
        expect(keyboard.at(-1 - pay)).toMatchObject([{ disabled: {} }]);
      }
    }
  }
}

test("where Pay was, nothing else can be tapped on the next card", () => {
  fc.assert(fc.property(anyDraftView, assertPayIsLeftAlone), RUNS);
  assertPayIsLeftAlone(confirmView());
  assertPayIsLeftAlone(confirmView({ at: CONFIRMING }));
  const atOnce = { totalSun: 3_900_000, costSun: 3_900_000 };
  const manual = { quote: { ...QUOTE, manual: { fillsUnits: 0, atOnce } } };
  const terms = { type: "Manual", price: 50, allowPartial: true } as const;
  assertPayIsLeftAlone(confirmView({ ...manual, ...terms }));
});

test("a card without Pay says why in its lowest row, and Cancel is never there", () => {
  fc.assert(
    fc.property(anyDraftView, (view) => {
      if (view.draft.step !== "confirm") return;
      const rows = rowsFromBelow(view);
      const { keyboard } = draftCard(view, en);
      if (payRows(view)[0] !== 0) expect(keyboard.at(-1)).toMatchObject([{ disabled: {} }]);
      expect(rows[0]?.filter((action) => !isPay(action))).toEqual([]);
    }),
    RUNS,
  );
});
