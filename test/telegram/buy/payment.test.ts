/** Prices and paying: who may, which price, and that nothing is paid that was not on the card. */
import { describe, expect, test } from "vitest";
import { AssertionFailed } from "../../../src/domain/assert.js";
import type { DraftEvent } from "../../../src/telegram/buy/change.js";
import { DRAFT_CODEC, type Draft, noticeIn, quoteOf } from "../../../src/telegram/buy/draft.js";
import { besideOf, paidRequest } from "../../../src/telegram/buy/payable.js";
import { awaitsQuote } from "../../../src/telegram/buy/reduce.js";
import { requestOf } from "../../../src/telegram/buy/request.js";
import type { Action } from "../../../src/telegram/kit/buttons.js";
import {
  A,
  B,
  COMPLETE,
  expectChanged,
  expectUnchanged,
  MANUAL,
  NOW,
  on,
  opened,
  quotedDraft,
  quoteFor,
  receivers,
  STRANGER,
  tap,
  tapOf,
  units,
} from "./drafts.js";

const QUOTE = { kind: "quote" } as const;
const LOCKED = { requireLock: true };
const waiting = opened(COMPLETE);

describe("what requires locks", () => {
  const fields = { ...COMPLETE.fields, ...LOCKED };

  test("requires them of all that the card can pay: its own sum, Bandwidth beside it, what sellers deliver", () => {
    const draft = quotedDraft({ fields: { ...fields, bandwidth: 1_000 } });
    expect(requestOf(draft)).toMatchObject({ type: "Fast", ...LOCKED });
    expect(besideOf(draft)).toMatchObject({ resource: "bandwidth", ...LOCKED });
    const sellers = { costSun: 1, deskSun: 2 };
    const quote = { ...quoteFor(draft), priceSun: 45, sellers };
    expect(paidRequest(draft, quote)).toMatchObject({ type: "Manual", priceSun: 45, ...LOCKED });
    expect(requestOf(quotedDraft({ fields: { ...MANUAL.fields, ...LOCKED } }))).toMatchObject(
      LOCKED,
    );
    expect(requestOf(quotedDraft())).not.toHaveProperty("requireLock");
  });

  test("keeps them whatever else is changed on the card", () => {
    const draft = tap(quotedDraft({ fields }), { kind: "take", amount: 40_000 }).state;
    expect(on(draft, receivers([A, B])).state.data).toMatchObject(LOCKED);
  });
});

describe("a price", () => {
  test("comes on the card as a new version", () => {
    expect(awaitsQuote(waiting)).toBe(true);
    const quote = quoteFor(waiting);
    const reduction = on(waiting, { kind: "quoted", version: waiting.version, quote });
    const data = expectChanged(waiting, reduction, { step: "confirm" });
    expect(data.at).toEqual({ is: "priced", quote });
    expect(awaitsQuote(reduction.state)).toBe(false);
  });

  test("of what was on the card before is dropped", () => {
    const quote = quoteFor(waiting);
    const changed = on(waiting, receivers([A, B])).state;
    expectUnchanged(changed, on(changed, { kind: "quoted", version: waiting.version, quote }));
    const left = tapOf(waiting, "back");
    expectUnchanged(left, on(left, { kind: "quoted", version: left.version, quote }));
  });

  test("must be the sum of what each receiver costs", () => {
    const quote = { ...quoteFor(waiting), totalSun: 1 };
    expect(() => on(waiting, { kind: "quoted", version: waiting.version, quote })).toThrow(
      AssertionFailed,
    );
  });

  test("that comes when it is too old to be paid is greyed at once", () => {
    const event = { kind: "quoted", version: waiting.version, quote: quoteFor(waiting) } as const;
    const tooOld = NOW + 120_000 + 15 * 60_000;
    expect(on(waiting, event, tooOld).state.data.at.is).toBe("lapsed");
    expect(on(waiting, event, tooOld - 1).state.data.at.is).toBe("priced");
  });

  test("clears the notice, and a failure takes the price away and keeps the fields", () => {
    const draft = quotedDraft();
    const notice = { code: "NO_CAPACITY", details: { available: 40_000 } };
    const failed = on(draft, { kind: "failed", version: draft.version, notice });
    const data = expectChanged(draft, failed, { step: "confirm" });
    expect(data).toMatchObject({
      ...COMPLETE.fields,
      receivers: [A],
      at: { is: "failed", notice },
    });
    expect(quoteOf(data)).toBeUndefined();
    expect(awaitsQuote(failed.state)).toBe(false);
    expectUnchanged(failed.state, tap(failed.state, { kind: "pay" }));

    expectUnchanged(failed.state, tap(failed.state, { kind: "requote" }), QUOTE);
    const quote = quoteFor(failed.state);
    const again = on(failed.state, { kind: "quoted", version: failed.state.version, quote });
    expect(noticeIn(again.state.data)).toBeUndefined();

    const taken = tap(failed.state, { kind: "take", amount: 40_000 });
    expect(expectChanged(failed.state, taken, { step: "confirm" }, QUOTE).amount).toBe(40_000);
  });

  test("a failure of an older question is dropped", () => {
    const draft = quotedDraft();
    const version = draft.version - 1;
    expectUnchanged(draft, on(draft, { kind: "failed", version, notice: { code: "BUSY" } }));
  });

  test("is not asked for while something is open", () => {
    const draft = opened();
    expectUnchanged(draft, tap(draft, { kind: "requote" }));
  });
});

describe("paying", () => {
  const draft = quotedDraft();

  test("takes at most what is on the button", () => {
    const { data } = quotedDraft({ receivers: [A, B] });
    expect(quoteOf(data)?.totalSun).toBe(7_800_000);
    const reduction = tap(quotedDraft({ receivers: [A, B] }), { kind: "pay" });
    expect(reduction.effects).toEqual([{ kind: "pay", maxTotalSun: 7_800_000 }]);
    expectUnchanged(draft, tap(draft, { kind: "pay" }), { kind: "pay", maxTotalSun: 3_900_000 });
  });

  test("works as long as the card shows the price, whatever the clock says", () => {
    const { version, ownerUserId: by } = draft;
    const event = { kind: "tap", version, action: { kind: "pay" }, by } as const;
    const late = on(draft, event, NOW + 3_600_000);
    expectUnchanged(draft, late, { kind: "pay", maxTotalSun: 3_900_000 });
  });

  test("what asks once more for a booking books, and what asks for a payment pays; nothing else can be booked", () => {
    const old = { endsAt: NOW + 3_600_000, resource: "energy" as const, receivers: [A] };
    const extended = { batchId: "019a9b2c3d4e00012345678b", endsBy: NOW + 3_600_000, old };
    const extending = { ...draft, data: { ...draft.data, extended } };
    const [book, pay] = [{ kind: "book" }, { kind: "pay" }] as const;
    expectUnchanged(extending, tap(extending, book), { kind: "book", maxTotalSun: 3_900_000 });
    const booking = on(extending, { kind: "large", isBooking: true }).state;
    expectUnchanged(booking, tap(booking, book), { kind: "book", maxTotalSun: 3_900_000 });
    expectUnchanged(booking, tap(booking, pay));
    const paying = on(extending, { kind: "large" }).state;
    expectUnchanged(paying, tap(paying, book));
    expectUnchanged(draft, tap(draft, book));
    const beside = { ...extending, data: { ...extending.data, bandwidth: 345 } };
    expectUnchanged(beside, tap(beside, book));
    expect(tapOf(booking, "back").data.at).toEqual(extending.data.at);
  });

  test("a greyed price is not paid but asked for anew", () => {
    expectUnchanged(draft, on(draft, { kind: "lapsed", quoteId: "another" }));
    const lapsed = on(draft, { kind: "lapsed", quoteId: "quote" });
    expectChanged(draft, lapsed, { step: "confirm" });
    expectUnchanged(lapsed.state, on(lapsed.state, { kind: "lapsed", quoteId: "quote" }));
    expectUnchanged(
      lapsed.state,
      tap(lapsed.state, { kind: "pay" }),
      { kind: "toast", toast: "quoteLapsed" },
      QUOTE,
    );
    const { version } = lapsed.state;
    const fresh = on(lapsed.state, { kind: "quoted", version, quote: quoteFor(draft, "fresh") });
    expect(fresh.state.data.at).toMatchObject({ is: "priced", quote: { quoteId: "fresh" } });
  });

  test("asked anew pays what it costs now, once more without a question, and never more", () => {
    const dearer = { ...quoteFor(draft), totalSun: 3_900_001 };
    expect(() => on(draft, { kind: "askedAnew", quote: dearer })).toThrow(AssertionFailed);
    const fresh = { ...quoteFor(draft, "fresh"), priceSun: 50, totalSun: 3_250_000 };
    const confirming = on(draft, { kind: "large" }).state;
    for (const asked of [draft, confirming]) {
      const paid = on(asked, { kind: "askedAnew", quote: fresh });
      const effect = { kind: "pay", maxTotalSun: 3_250_000, isAskedAnew: true } as const;
      const data = expectChanged(asked, paid, { step: "confirm" }, effect);
      expect(data.at).toEqual({ is: asked.data.at.is, quote: fresh });
    }
    expectUnchanged(waiting, on(waiting, { kind: "askedAnew", quote: fresh }));
  });

  test("is impossible without a price, at confirm and elsewhere", () => {
    expectUnchanged(waiting, tap(waiting, { kind: "pay" }));
    const elsewhere = tapOf(draft, "back");
    expectUnchanged(elsewhere, tap(elsewhere, { kind: "pay" }));
  });
});

const every: Action[] = [
  { kind: "type", type: "Fast" },
  { kind: "resource", resource: "bandwidth" },
  { kind: "duration", duration: "3d" },
  { kind: "amount", amount: 131_000 },
  { kind: "take", amount: 131_000 },
  { kind: "wallet", at: 1 },
  { kind: "other" },
  { kind: "next" },
  { kind: "jump", step: "type" },
  { kind: "back" },
  { kind: "cancel" },
  { kind: "pay" },
  { kind: "requote" },
];

describe("a tap that does not count:", () => {
  test.each(every)("$kind of a stranger", (action) => {
    const toast = { kind: "toast", toast: "notYours", alert: true } as const;
    for (const draft of [quotedDraft(), on(quotedDraft(), { kind: "paid" }).state]) {
      expectUnchanged(draft, tap(draft, action, STRANGER), toast);
    }
  });

  test.each(every)("$kind on an older card", (action) => {
    const draft = quotedDraft();
    const { ownerUserId: by } = draft;
    for (const version of [draft.version - 1, draft.version + 1]) {
      expectUnchanged(draft, on(draft, { kind: "tap", version, action, by }), {
        kind: "toast",
        toast: "stale",
      });
    }
  });
});

describe("a closed draft never changes again:", () => {
  const closings: [
    Exclude<Draft["status"], "open">,
    "paid" | "booked" | "dropped" | "replaced",
    "alreadyPaid" | "alreadyDropped",
  ][] = [
    ["paid", "paid", "alreadyPaid"],
    ["closed", "booked", "alreadyDropped"],
    ["dropped", "dropped", "alreadyDropped"],
    ["replaced", "replaced", "alreadyDropped"],
  ];

  test.each(closings)("%s", (status, kind, toast) => {
    const open = quotedDraft();
    const closed = on(open, { kind });
    expectChanged(open, closed, { status });
    const { state: draft } = closed;
    const { version, ownerUserId: by } = draft;
    for (const action of every) {
      const answer = { kind: "toast", toast } as const;
      expectUnchanged(draft, tap(draft, action), answer);
      expectUnchanged(draft, on(draft, { kind: "tap", version: 1, action, by }), answer);
    }
    const events: DraftEvent[] = [
      receivers([B]),
      units(131_000),
      { kind: "quoted", version, quote: quoteFor(draft) },
      { kind: "failed", version, notice: { code: "BUSY" } },
      { kind: "lapsed", quoteId: "quote" },
      { kind: "paid" },
      { kind: "replaced" },
      { kind: "dropped" },
    ];
    for (const event of events) expectUnchanged(draft, on(draft, event));
  });
});

test("a row that does not say what its card is at is asked for its price, and for nothing else", () => {
  const { at: _, ...old } = quotedDraft().data;
  const kept = { ...old, quote: quoteFor(waiting), lapsed: true, asksAgain: false };
  const data = DRAFT_CODEC.data.parse(JSON.parse(JSON.stringify(kept)));
  const draft = { ...quotedDraft(), data };
  expect(awaitsQuote(draft)).toBe(true);
  expectUnchanged(draft, tap(draft, { kind: "pay" }));
  const priced = on(draft, { kind: "quoted", version: draft.version, quote: quoteFor(draft) });
  expect(priced.state.data.at.is).toBe("priced");
});

test("Cancel drops the draft", () => {
  const draft = quotedDraft();
  expectChanged(draft, tap(draft, { kind: "cancel" }), { status: "dropped" });
});
