/**
 * Counted from the bottom of the keyboard, Pay is in no row, nor next to one, in which the card before had what leads to it: so a
 * second tap never pays. And where Pay was, the next card has Pay or nothing to tap: so a second tap on Pay drops nothing.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeTap } from "../../../src/telegram/buttons.js";
import type { Button } from "../../../src/telegram/card.js";
import { draftCard } from "../../../src/telegram/cards/draft.js";
import type { DraftView } from "../../../src/telegram/cards/views.js";
import { reduce } from "../../../src/telegram/flows/draft-reduce.js";
import type { Draft } from "../../../src/telegram/state/draft.js";
import { en } from "../../../src/telegram/text/en.js";
import { byForm } from "../../support/forms.js";
import { anyDraftView } from "../cards/any-view.js";
import { confirmView, QUOTE } from "../cards/views.js";

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
  rowsFromBelow(view).flatMap((row, at) => (row.some(({ kind }) => kind === "pay") ? [at] : []));

/** The card after the tap, with the price that it asks for. */
function after(view: DraftView, action: Action): DraftView {
  const { draft } = view;
  const event = { kind: "tap", version: draft.version, action, by: draft.ownerUserId } as const;
  const { state, effects } = reduce(draft, event, NOW);
  const large = effects.some(({ kind }) => kind === "pay") && !draft.data.asksAgain;
  const asked = large ? reduce(state, { kind: "large" }, NOW).state : state;
  if (!effects.some(({ kind }) => kind === "quote" || kind === "check")) {
    return { ...view, draft: asked };
  }
  return { ...view, draft: priced(asked) };
}

function priced(draft: Draft): Draft {
  const { receivers } = draft.data;
  const totalSun = QUOTE.perReceiverSun * receivers.length;
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
  const { draft } = view;
  const data = (more: Partial<Draft["data"]>): DraftView => ({
    ...view,
    draft: { ...draft, data: { ...draft.data, ...more } },
  });
  assertApart(data({ asksAgain: true }));
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
  expect(payRows(view)).toEqual([0]);
});

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
    ...([{ kind: "large" }, { kind: "unread" }, { kind: "paid" }, { kind: "booked" }] as const),
    ...([{ kind: "replaced" }, { kind: "dropped" }, { kind: "lapsed", quoteId }, asked] as const),
  ];
  const states = events.map((event) => reduce(draft, event, NOW).state);
  const short = { ...QUOTE, totalSun: QUOTE.perReceiverSun * draft.data.receivers.length };
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
  const [pay] = payRows(view);
  if (pay === undefined) return;
  for (const draft of nextOf(view)) {
    const { keyboard } = draftCard({ ...view, draft }, en);
    const there = rowsFromBelow({ ...view, draft })[pay] ?? [];
    const harmful = there.filter(({ kind }) => kind !== "pay");
    expect(harmful, JSON.stringify([draft.step, draft.data.notice])).toEqual([]);
    if (pay === 0 && draft.status === "open" && there.length === 0) {
      expect(keyboard.at(-1 - pay)).toMatchObject([{ disabled: {} }]);
    }
  }
}

test("where Pay was, nothing else can be tapped on the next card", () => {
  fc.assert(fc.property(anyDraftView, assertPayIsLeftAlone), RUNS);
  assertPayIsLeftAlone(confirmView());
  assertPayIsLeftAlone(confirmView({ asksAgain: true }));
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
    }),
    RUNS,
  );
});
