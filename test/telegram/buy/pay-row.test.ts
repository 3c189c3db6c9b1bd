/**
 * Counted from the bottom of the keyboard, Pay is in no row, nor next to one, in which the card before had what leads to it: so a
 * second tap never pays. And where Pay was, the next card has Pay or nothing to tap: so a second tap on Pay drops nothing.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { totalCostSun } from "../../../src/domain/price.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { type Draft, isComplete } from "../../../src/telegram/buy/draft.js";
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

const isPay = ({ kind }: { readonly kind: string }) => kind === "pay" || kind === "takeOffers";

/** The card after the tap, with the price that it asks for. */
function after(view: DraftView, action: Action): DraftView {
  const { draft } = view;
  const event = { kind: "tap", version: draft.version, action, by: draft.ownerUserId } as const;
  const { state, effects } = reduce(draft, event, NOW);
  const pay = draft.data.asksAgain ? undefined : effects.find(isPay);
  const takes = pay?.kind === "takeOffers";
  const asked = pay ? reduce(state, { kind: "large", takes }, NOW).state : state;
  if (!effects.some(({ kind }) => kind === "quote" || kind === "check")) {
    return { ...view, draft: asked };
  }
  return { ...view, draft: priced(asked) };
}

const OFFERS = {
  quoteId: "0198c0de00000000000000a2",
  priceSun: 1,
  totalSun: 65_000,
  costSun: 60_000,
};

function priced(draft: Draft): Draft {
  if (!isComplete(draft.data)) return draft;
  const { amounts, duration } = requestOf(draft);
  const totalSun = totalCostSun(amounts, QUOTE.priceSun, duration);
  const quote = { ...QUOTE, totalSun, availableSun: totalSun, expiresAt: NOW + 1, offers: OFFERS };
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
  const withOffers = confirmView(CHEAPER);
  assertApartInEach(withOffers);
  expect(payRows(withOffers)).toEqual([0, 1]);
});

/** Its quote has cheaper offers, and so had its first one. */
const CHEAPER = { offersRow: "kept", quote: { ...QUOTE, offers: OFFERS } } as const;

function assertApartInEach(view: DraftView): void {
  const { draft } = view;
  const data = (more: Partial<Draft["data"]>): DraftView => ({
    ...view,
    draft: { ...draft, data: { ...draft.data, ...more } },
  });
  assertApart(data({ asksAgain: true }));
  assertApart(data({ asksAgain: true, asksToTake: true }));
  assertApart(data({ lapsed: true }));
  assertApart(data({ changes: true }));
  assertApart(data({ changes: true, lapsed: true }));
  assertApart(data({ quote: undefined, notice: { code: "BUSY" } }));
  assertApart(data({ quote: { ...QUOTE, availableSun: 0 } }));
  for (const step of ["type", "resource", "receivers", "amount", "duration"] as const) {
    for (const changesOne of [true, false]) {
      const { draft: asked } = data({
        quote: undefined,
        changesOne,
        wallets: draft.data.receivers,
      });
      assertApart({ ...view, draft: { ...asked, step } });
    }
  }
}

/** What may become of a card with Pay without a tap on another of its buttons. */
function nextOf({ draft }: DraftView): Draft[] {
  const { version } = draft;
  const { quoteId = "" } = draft.data.quote ?? {};
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
    ...([
      { kind: "large" },
      { kind: "large", takes: true },
      { kind: "offersGone", version },
    ] as const),
    ...([{ kind: "unread" }, { kind: "paid" }, { kind: "booked" }] as const),
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
    { ...short, offers: OFFERS },
    { ...short, availableSun: OFFERS.totalSun - 1, offers: OFFERS },
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
      expect(harmful, JSON.stringify([pay, draft.step, draft.data.notice])).toEqual([]);
      if (pay < 2 && draft.status === "open" && there.length === 0) {
        expect(keyboard.at(-1 - pay)).toMatchObject([{ disabled: {} }]);
      }
    }
  }
}

test("where Pay was, nothing else can be tapped on the next card", () => {
  fc.assert(fc.property(anyDraftView, assertPayIsLeftAlone), RUNS);
  assertPayIsLeftAlone(confirmView());
  assertPayIsLeftAlone(confirmView({ asksAgain: true }));
  assertPayIsLeftAlone(confirmView(CHEAPER));
  assertPayIsLeftAlone(confirmView({ ...CHEAPER, asksAgain: true }));
  assertPayIsLeftAlone(confirmView({ ...CHEAPER, asksAgain: true, asksToTake: true }));
  const manual = { quote: { ...QUOTE, manual: { fillsUnits: 0, fastTotalSun: 4_000_000 } } };
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
      expect(rows[0]?.filter(({ kind }) => kind !== "pay")).toEqual([]);
      if (view.draft.data.offersRow !== "kept" || view.draft.data.changes) return;
      expect(rows[1]?.filter(({ kind }) => kind !== "takeOffers")).toEqual([]);
    }),
    RUNS,
  );
});
