/** The way through the wizard: answering, going back, jumping, and where each answer leads. */
import { describe, expect, test } from "vitest";
import type { DraftEvent } from "../../../src/telegram/buy/change.js";
import { type Draft, noticeIn, quoteOf, stepsOf } from "../../../src/telegram/buy/draft.js";
import { payableSum } from "../../../src/telegram/buy/payable.js";
import { expectedAnswer } from "../../../src/telegram/buy/reduce.js";
import type { Action } from "../../../src/telegram/kit/buttons.js";
import { wallet, wallets } from "../wallets.js";
import {
  A,
  B,
  C,
  COMPLETE,
  expectChanged,
  expectUnchanged,
  OWNER,
  on,
  opened,
  quotedDraft,
  receivers,
  tap,
  tapOf,
  units,
} from "./drafts.js";

const FAST_STEPS = stepsOf({ type: "Fast" });
const QUOTE = { kind: "quote" } as const;

describe("a new draft", () => {
  test("asks for everything when nothing is known", () => {
    expect(opened()).toMatchObject({ version: 1, status: "open", step: "type" });
  });

  test("from the menu asks for the receivers first", () => {
    const draft = opened({ fields: { type: "Fast", resource: "energy", duration: "1d" } });
    expect(draft).toMatchObject({ version: 1, step: "receivers", data: { awaits: "receivers" } });
  });

  test("of a complete line stands at confirm, its problems with it", () => {
    const problems = [{ word: "foo", code: "UNKNOWN_WORD" as const, hint: [] }];
    const draft = opened({ ...COMPLETE, problems });
    expect(draft).toMatchObject({ version: 1, step: "confirm", data: { problems } });
    expect(draft.data.sources.receivers).toBeUndefined();
  });

  test("asks again for an amount that the resource does not allow", () => {
    const draft = opened({
      fields: { ...COMPLETE.fields, amount: 31_999 },
      receivers: [A],
    });
    expect(draft.step).toBe("amount");
    expect(draft.data.amount).toBeUndefined();
    expect(noticeIn(draft.data)).toEqual({
      code: "AMOUNT_TOO_SMALL",
      details: { minimum: 32_000 },
    });
  });

  test("from a bare address changes with an edit of that message", () => {
    const draft = opened({ fields: { type: "Fast" }, receivers: [A], messageId: 5 });
    expect(draft).toMatchObject({ step: "resource", data: { sources: { receivers: 5 } } });
    const edited = on(draft, receivers([B], 5)).state;
    expect(edited).toMatchObject({ step: "resource", version: 2, data: { receivers: [B] } });
  });
});

test("answer by answer to the price, one version each", () => {
  let draft = opened();
  const answers: [Action, Draft["step"]][] = [
    [{ kind: "type", type: "Fast" }, "resource"],
    [{ kind: "resource", resource: "energy" }, "receivers"],
    [{ kind: "wallet", at: 1 }, "amount"],
    [{ kind: "amount", amount: 65_000 }, "duration"],
  ];
  for (const [action, step] of answers) {
    const reduction = tap(draft, action);
    expectChanged(draft, reduction, { step });
    draft = reduction.state;
  }
  const data = expectChanged(
    draft,
    tap(draft, { kind: "duration", duration: "1h" }),
    { step: "confirm" },
    QUOTE,
  );
  expect(data).toMatchObject({ ...COMPLETE.fields, receivers: [B] });
});

describe("back and jumping", () => {
  test("back walks through every question, to the first and no further", () => {
    let draft = quotedDraft();
    for (const step of FAST_STEPS.toReversed().slice(1)) {
      const reduction = tap(draft, { kind: "back" });
      expectChanged(draft, reduction, { step });
      draft = reduction.state;
    }
    expectUnchanged(draft, tap(draft, { kind: "back" }), {
      kind: "toast",
      toast: "nothingToGoBackTo",
    });
  });

  test.each(FAST_STEPS.slice(0, -1))(
    "a jump to %s keeps the fields and drops the price",
    (step) => {
      const draft = quotedDraft();
      const jumped = tap(draft, { kind: "jump", step });
      const data = expectChanged(draft, jumped, { step });
      expect(data).toMatchObject({ ...COMPLETE.fields, receivers: [A] });
      expect(quoteOf(data)).toBeUndefined();
      expectChanged(jumped.state, tap(jumped.state, { kind: "next" }), { step: "confirm" }, QUOTE);
    },
  );

  test("a jump to confirm leads to what is still open", () => {
    const draft = opened({ fields: { type: "Fast", duration: "1h" } });
    const back = tapOf(draft, "back");
    expect(back.step).toBe("type");
    const jumped = tap(back, { kind: "jump", step: "confirm" });
    expectChanged(back, jumped, { step: "resource" });
  });

  test("a jump to the question on the card, and next at an open one, change nothing", () => {
    const draft = opened();
    expectUnchanged(draft, tap(draft, { kind: "jump", step: "type" }));
    expectUnchanged(draft, tap(draft, { kind: "next" }));
  });

  test("Change shows the fields and keeps the price, Back leads to it again", () => {
    const draft = quotedDraft();
    const shown = tap(draft, { kind: "change" });
    expectChanged(draft, shown, { step: "confirm" });
    expect(payableSum(shown.state)).toBeUndefined();
    expectUnchanged(shown.state, tap(shown.state, { kind: "pay" }));
    const back = tap(shown.state, { kind: "back" });
    const data = expectChanged(shown.state, back, { step: "confirm" });
    expect(data).toEqual(draft.data);
    expect(payableSum(back.state)).toBeDefined();
    const jumped = tap(shown.state, { kind: "jump", step: "duration" }).state;
    expect(jumped).toMatchObject({
      step: "duration",
      data: { at: { is: "changing", back: "order" } },
    });
  });

  test("Other keeps the way back from the one field that is changed", () => {
    for (const isGroup of [false, true]) {
      const shown = tap(quotedDraft({ isGroup }), { kind: "change" }).state;
      const asked = tap(shown, { kind: "jump", step: "amount" }).state;
      const other = tap(asked, { kind: "other" }).state;
      expect(other.data).toMatchObject({ awaits: "amount", at: { is: "changing" } });
      expectChanged(other, tap(other, { kind: "back" }), { step: "confirm" }, QUOTE);
    }
  });

  test("Change while the price is asked for: Back asks for it anew", () => {
    const draft = opened(COMPLETE);
    const shown = tap(draft, { kind: "change" }).state;
    expectChanged(shown, tap(shown, { kind: "back" }), { step: "confirm" }, QUOTE);
  });

  test("Back from a price of one's own leads to the whole Fast order, as it was", () => {
    const draft = quotedDraft();
    const shown = tap(draft, { kind: "change" }).state;
    const named = tap(shown, { kind: "type", type: "Manual" });
    expectChanged(shown, named, { step: "price" });
    const back = tap(named.state, { kind: "back" });
    const data = expectChanged(named.state, back, { step: "confirm" }, QUOTE);
    expect(data).toEqual({ ...draft.data, at: { is: "pricing" } });
    // From the options it leads to the price first.
    const priced = tap(named.state, { kind: "price", price: 55 }).state;
    expect(priced.step).toBe("options");
    const again = tap(priced, { kind: "back" }).state;
    expect(again.step).toBe("price");
    expect(tap(again, { kind: "back" }).state).toMatchObject({
      step: "confirm",
      data: { type: "Fast" },
    });
    // Once the Manual order is whole there is no way back.
    const whole = tap(priced, { kind: "whole" }).state;
    expect(whole).toMatchObject({
      step: "confirm",
      data: { type: "Manual", at: { is: "pricing" } },
    });
  });

  test("an answer after a jump goes on to the first open question", () => {
    const draft = tap(quotedDraft(), { kind: "jump", step: "resource" }).state;
    const reduction = tap(draft, { kind: "resource", resource: "bandwidth" });
    const data = expectChanged(draft, reduction, { step: "confirm" }, QUOTE);
    expect(data).toMatchObject({ resource: "bandwidth", amount: 65_000 });
  });
});

describe("receivers", () => {
  const draft = opened({ fields: { ...COMPLETE.fields } });

  test("one good address answers; the verdicts on the others are said until the next answer", () => {
    const verdicts = [{ address: "Tx", bad: "checksum" as const }, { address: A }];
    const reduction = on(draft, { kind: "receivers", verdicts, messageId: 10 });
    const data = expectChanged(draft, reduction, { step: "confirm" }, QUOTE);
    expect(data).toMatchObject({
      receivers: [A],
      refused: [verdicts[0]],
      sources: { receivers: 10 },
    });
    const next = tap(reduction.state, { kind: "duration", duration: "3h" }).state;
    expect(next.data).toMatchObject({ receivers: [A], refused: [] });
  });

  test("further ones are added, each once, whatever is asked; and a wrong one is said", () => {
    const asked = opened({ fields: { type: "Fast", resource: "energy" } });
    const one = on(asked, receivers([A], 10)).state;
    const two = on(one, receivers([B], 11));
    const data = expectChanged(one, two, { step: "amount" });
    expect(data).toMatchObject({ receivers: [A, B], refused: [], hasMore: true });
    const same = on(two.state, receivers([A], 12)).state.data;
    expect(same).toMatchObject({
      receivers: [A, B],
      refused: [],
      hasMore: true,
    });
    expect(on(two.state, units(65_000)).state.data.hasMore).toBe(false);
    const bad = [{ address: "Tx", bad: "checksum" as const }];
    const wrong = { kind: "receivers", verdicts: bad, messageId: 13 } as const;
    const paying = quotedDraft();
    const kept = expectChanged(paying, on(paying, wrong), { step: "confirm" }, QUOTE);
    expect(kept).toMatchObject({ receivers: [A], refused: bad });
  });

  test("20 at most: further ones wait", () => {
    const full = on(draft, receivers(wallets(20), 10)).state;
    const more = on(full, receivers([wallet(31)], 11)).state.data;
    expect(more).toMatchObject({ receivers: wallets(20), waiting: [wallet(31)], beyondLimit: 1 });
  });

  test("at the question for them, asked again, an answer takes the place of the old one", () => {
    const jumped = tap(quotedDraft(), { kind: "jump", step: "receivers" }).state;
    expect(on(jumped, receivers([B], 11)).state.data.receivers).toEqual([B]);
  });

  test("a wrong wallet is said while nothing answers it", () => {
    const bad = [{ address: "Tx", bad: "checksum" as const }];
    const wrong = on(draft, { kind: "receivers", verdicts: bad, messageId: 10 }).state;
    const words = on(wrong, { ...receivers([], 11), said: "what?" } as DraftEvent).state.data;
    expect(words).toMatchObject({
      refused: bad,
      at: { notice: { code: "NO_ADDRESS", details: { said: "what?" } } },
    });
    const hour = { kind: "duration", answer: { kind: "duration", duration: "3h" } } as const;
    const filled = on(wrong, { ...hour, messageId: 12 }).state;
    expect(filled).toMatchObject({ step: "receivers", data: { duration: "3h", refused: bad } });
  });

  test("none good: the question stays, with the verdicts and the receivers there were", () => {
    const jumped = tap(quotedDraft(), { kind: "jump", step: "receivers" }).state;
    const verdicts = [{ address: B, bad: "not activated" as const }];
    const reduction = on(jumped, { kind: "receivers", verdicts, messageId: 10 });
    const data = expectChanged(jumped, reduction, { step: "receivers" });
    expect(data).toMatchObject({ receivers: [A], refused: verdicts, awaits: "receivers" });
    expect(noticeIn(data)).toBeUndefined();
  });

  test("no address at all is said", () => {
    const data = expectChanged(draft, on(draft, receivers([])), { step: "receivers" });
    expect(noticeIn(data)).toEqual({ code: "NO_ADDRESS" });
    const good = on(on(draft, receivers([])).state, receivers([A])).state;
    expect(noticeIn(good.data)).toBeUndefined();
  });

  test("a wallet that is not on the card changes nothing", () => {
    expectUnchanged(draft, tap(draft, { kind: "wallet", at: 3 }));
    expectUnchanged(draft, tap(draft, { kind: "wallet", at: -1 }));
  });
});

/** Message 10 has named the wallet. */
function answeredDraft(): Draft {
  const draft = quotedDraft();
  return { ...draft, data: { ...draft.data, sources: { chatId: OWNER, receivers: 10 } } };
}

describe("an edited answer", () => {
  test("changes its field at confirm and asks for a new price", () => {
    const draft = quotedDraft();
    const data = expectChanged(draft, on(draft, units(131_000)), { step: "confirm" }, QUOTE);
    expect(data.amount).toBe(131_000);
    expect(quoteOf(data)).toBeUndefined();
  });

  test("leaves another question where it is", () => {
    const draft = tap(answeredDraft(), { kind: "jump", step: "duration" }).state;
    const data = expectChanged(draft, on(draft, receivers([B, C])), { step: "duration" });
    expect(data.receivers).toEqual([B, C]);
  });

  test("changes the wallets of its own message only", () => {
    const draft = on(answeredDraft(), receivers([B], 11)).state;
    expect(draft.data.receivers).toEqual([A, B]);
    const first = on(draft, receivers([C], 10)).state.data.receivers;
    expect(first.toSorted()).toEqual([B, C].toSorted());
    expect(on(draft, receivers([C], 11)).state.data.receivers).toEqual([A, C]);
  });

  test("that is wrong now goes back to its question, and nothing can be paid", () => {
    const draft = quotedDraft();
    const none = { kind: "amount", answer: { kind: "none" }, messageId: 20 } as const;
    const data = expectChanged(draft, on(draft, none), { step: "amount" });
    expect(data).toMatchObject({
      amount: 65_000,
      at: { notice: { code: "AMOUNT_NOT_UNDERSTOOD" } },
    });
    expect(quoteOf(data)).toBeUndefined();
    const own = answeredDraft();
    const empty = expectChanged(own, on(own, receivers([])), { step: "receivers" });
    expect(empty).toMatchObject({ receivers: [A], awaits: "receivers" });
    expect(quoteOf(empty)).toBeUndefined();
  });
});

describe("in a group", () => {
  test("typed answers are asked for", () => {
    const draft = opened({ isGroup: true, fields: { type: "Fast" } });
    const reduction = tap(draft, { kind: "resource", resource: "energy" });
    const prompt = { kind: "prompt", field: "receivers" } as const;
    expectChanged(draft, reduction, { step: "receivers" }, prompt);
    expect(expectedAnswer(reduction.state)).toBe("receivers");

    const asked = on(reduction.state, receivers([A])).state;
    expect(expectedAnswer(asked)).toBeUndefined();
    const other = tap(asked, { kind: "other" });
    expectChanged(asked, other, { step: "amount" }, { kind: "prompt", field: "amount" });
    expect(expectedAnswer(other.state)).toBe("amount");

    // Only a reply reaches the bot: after a wrong one it must ask again.
    const none = { kind: "amount", answer: { kind: "none" }, messageId: 11 } as const;
    expect(on(other.state, none).effects).toEqual([{ kind: "prompt", field: "amount" }]);
    expect(on(reduction.state, receivers([])).effects).toEqual([prompt]);
    expect(on(other.state, units(65_000)).effects).toEqual([]);
    const more = on(other.state, receivers([B], 12));
    expect(more.state.data).toMatchObject({ receivers: [A, B], awaits: "amount" });
    expect(more.effects).toEqual([{ kind: "prompt", field: "amount" }]);
    const edited = on(other.state, receivers([C], 10));
    expect(edited.effects).toEqual([]);
  });

  test("Other asks again when the first question was sent", () => {
    const draft = opened({
      isGroup: true,
      ...COMPLETE,
      fields: { type: "Fast", resource: "energy" },
    });
    const first = tap(draft, { kind: "other" }).state;
    const again = tap(first, { kind: "other" });
    expect(again.state.data).toMatchObject({ awaits: "amount" });
    expect(again.effects).toEqual([{ kind: "prompt", field: "amount" }]);
  });
});

test("in private the question on the card can be answered by typing, without Other", () => {
  const draft = opened({ fields: { type: "Fast", resource: "energy" }, receivers: [A] });
  expect(draft.step).toBe("amount");
  expect(expectedAnswer(draft)).toBe("amount");
  expect(expectedAnswer(opened())).toBeUndefined();
  expect(expectedAnswer(tapOf(draft, "cancel"))).toBeUndefined();
  const other = tap(draft, { kind: "other" });
  expectChanged(draft, other, { step: "amount" });
  expect(other.state.data.awaits).toBe("amount");
});

test("a problem of the line is said until its question is answered", () => {
  const problems = [
    { word: "foo", code: "UNKNOWN_WORD" as const, hint: [] },
    { word: "65.000", code: "AMOUNT_AMBIGUOUS" as const, field: "amount" as const, hint: [] },
    { word: "2h", code: "DURATION_NOT_OFFERED" as const, field: "duration" as const, hint: [] },
  ];
  const draft = opened({ fields: { type: "Fast", resource: "energy" }, receivers: [A], problems });
  const jumped = tap(draft, { kind: "jump", step: "receivers" }).state;
  expect(jumped.data.problems).toEqual(problems);
  const next = tap(on(draft, units(65_000)).state, { kind: "duration", duration: "3h" });
  expect(on(draft, units(65_000)).state.data.problems).toEqual([problems[2]]);
  expect(next.state.data.problems).toEqual([]);
  // Also when something else is answered meanwhile, or is wrong.
  const timed = on(draft, units(65_000)).state;
  expect(on(timed, receivers([B], 11)).state.data.problems).toEqual([]);
  const other = { kind: "duration", answer: { kind: "other", near: ["1h"] } } as const;
  const wrong = on(timed, { ...other, messageId: 11 }).state.data;
  expect(wrong).toMatchObject({ problems: [], at: { notice: { code: "DURATION_NOT_OFFERED" } } });
});
