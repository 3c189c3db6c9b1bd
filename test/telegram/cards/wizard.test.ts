/** The wizard card at every question, in private and in a group. */
import { expect, test } from "vitest";
import { draftCard } from "../../../src/telegram/buy/card.js";
import type { LineProblem } from "../../../src/telegram/intake/findings.js";
import { parseOneLine } from "../../../src/telegram/intake/one-line.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import type { Messages } from "../../../src/telegram/text/messages.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { goldenDraft, goldenOf, keyboardOf } from "./drawn.js";
import { draftView } from "./views.js";

const FAST_ENERGY = { type: "Fast", resource: "energy" } as const;

test("the type is asked for", () => {
  expect(goldenDraft(draftView("type"))).toMatchInlineSnapshot(`
    "*New order*

    What kind of order?
    Best price now: all of it at once, from the desk or from sellers, whichever is cheaper. Manual waits for your price.
    [Best price now (primary)] [Manual (primary)]
    [Back] [Cancel (danger)]"
  `);
});

test("the resource is asked for", () => {
  expect(goldenDraft(draftView("resource", { type: "Fast" }))).toMatchInlineSnapshot(`
    "*New order*

    What do you need?
    Energy: USDT and contracts. Bandwidth: TRX transfers.
    [Energy (primary)] [Bandwidth (primary)]
    [Manual: my price]
    [Back] [Cancel (danger)]"
  `);
});

test("receivers are asked for, with their wallets and what is filled in already", () => {
  const data = { ...FAST_ENERGY, duration: "1h", wallets: addressesOf(1, 3) } as const;
  expect(goldenDraft(draftView("receivers", data))).toMatchInlineSnapshot(`
    "*Buy Energy*

    Which wallets receive it?
    Paste up to 20 addresses or send a CSV or TXT file.
    Or tap one of yours.
    [T9yD14…LxmGkn] [T9yD14…T76qbH]
    [T9yD14…awPyGg]
    [Manual: my price] [✏️ Energy]
    [✏️ 1h]
    [Back] [Cancel (danger)]"
  `);
});

test("receivers in a group are a reply", () => {
  const view = draftView("receivers", FAST_ENERGY, { isGroup: true });
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "*Buy Energy*

    Which wallets receive it?
    Reply to my question with up to 20 addresses or a CSV or TXT file.
    [Manual: my price] [✏️ Energy]
    [Back] [Cancel (danger)]"
  `);
});

test("whoever jumped back to the receivers can go on with those they have", () => {
  const data = { ...FAST_ENERGY, receivers: addressesOf(1, 2) };
  const view = draftView("receivers", data);
  expect(goldenOf((messages) => keyboardOf(draftCard(view, messages)))).toMatchInlineSnapshot(`
    [
      "[Continue with 2 wallets (primary)]",
      "[Manual: my price] [✏️ Energy]",
      "[Back] [Cancel (danger)]",
    ]
  `);
});

test("each bad address stands in full with its reason, and what is beyond 20 is told", () => {
  const data = {
    ...FAST_ENERGY,
    receivers: addressesOf(1, 20),
    refused: [
      { address: `${addressOf(30).slice(0, -1)}x`, bad: "checksum" },
      { address: addressOf(31), bad: "not activated" },
      { address: addressOf(32), bad: "contract" },
      { address: addressOf(1), bad: "duplicate" },
    ] as const,
    beyondLimit: 5,
  };
  const view = draftView("amount", { ...data, refused: [...data.refused] });
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "✅ 20 wallets taken
    ❌ |T9yD14Nj9j7xAB4dbGeiX9h8unkNeLpDRx|: mistyped (checksum does not match)
    ❌ |T9yD14Nj9j7xAB4dbGeiX9h8unkNi8WAiW| is not activated. Send it some TRX first.
    ❌ |T9yD14Nj9j7xAB4dbGeiX9h8unkNqQKghZ| is a contract. Only wallets can receive.
    ❌ |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|: listed twice, counted once
    ⚠️ 5 more wait: at most 20 at once. They come next, once these are paid.

    *Buy Energy*

    How much Energy for each wallet?
    At least 32,000.
    [65,000 · USDT transfer]
    [130,000 · 2 USDT transfers]
    [131,000 · recipient new to USDT]
    [262,000 · 2 recipients new to USDT]
    [Other]
    [Manual: my price] [✏️ Energy]
    [✏️ Receivers: 20]
    [Back] [Cancel (danger)]"
  `);
});

test("an amount is asked for, for one wallet", () => {
  const view = draftView("amount", { ...FAST_ENERGY, receivers: addressesOf(1, 1) });
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "*Buy Energy*

    How much Energy?
    At least 32,000.
    [65,000 · USDT transfer]
    [130,000 · 2 USDT transfers]
    [131,000 · recipient new to USDT]
    [262,000 · 2 recipients new to USDT]
    [Other]
    [Manual: my price] [✏️ Energy]
    [✏️ Receiver T9yD14…LxmGkn]
    [Back] [Cancel (danger)]"
  `);
});

test("Other awaits a number, in a group as a reply", () => {
  const data = { ...FAST_ENERGY, receivers: addressesOf(1, 1), awaits: "amount" } as const;
  const text = (isGroup: boolean) =>
    goldenOf((messages) => draftCard(draftView("amount", data, { isGroup }), messages).text);
  expect(text(false)).toMatchInlineSnapshot(`
    "Buy Energy

    How much Energy?
    Type a number such as 65000 or 65k.
    At least 32,000."
  `);
  expect(text(true)).toMatchInlineSnapshot(`
    "Buy Energy

    How much Energy?
    Reply to my question with a number such as 65000 or 65k.
    At least 32,000."
  `);
});

test("the duration is asked for, with a warning when the Energy is too little for USDT", () => {
  const data = { ...FAST_ENERGY, receivers: addressesOf(1, 1), amount: 64_284 };
  expect(goldenDraft(draftView("duration", data))).toMatchInlineSnapshot(`
    "*Buy Energy*

    ⚠️ With less than 64,285, a USDT transfer still burns TRX.

    For how long?
    15 minutes, 1 hour, 3 hours and 1 day cost the same.
    [15m] [1h] [3h] [1d]
    [3d] [7d] [14d] [30d]
    [Manual: my price] [✏️ Energy]
    [✏️ Receiver T9yD14…LxmGkn]
    [✏️ 64,284]
    [Back] [Cancel (danger)]"
  `);
  const enough = draftView("duration", { ...data, amount: 64_285 });
  expect(draftCard(enough, en).text).not.toContain("⚠️");
});

test("amounts carry what they cost, for an hour where no duration is chosen", () => {
  const costs = new Map([
    [65_000, 2_925_000],
    [131_000, 7_860_000],
    [130_000, 1_170_000_001],
  ]);
  const data = { ...FAST_ENERGY, receivers: addressesOf(1, 1) };
  const view = { ...draftView("amount", data), costs };
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "*Buy Energy*

    How much Energy?
    At least 32,000.
    Prices for 1 hour.
    [65,000 · USDT transfer · 2.925 TRX]
    [130,000 · 2× USDT · ≈ 1,171 TRX]
    [131,000 · new to USDT · 7.86 TRX]
    [262,000 · 2× new to USDT]
    [Other]
    [Manual: my price] [✏️ Energy]
    [✏️ Receiver T9yD14…LxmGkn]
    [Back] [Cancel (danger)]"
  `);
  const timed = { ...draftView("amount", { ...data, duration: "3d" }), costs };
  expect(draftCard(timed, en).text).not.toContain("Prices for");
  const plain = {
    ...draftView("amount", data),
    costs,
    presets: [{ units: 65_000 }, { units: 131_000 }],
  };
  expect(goldenOf((messages) => keyboardOf(draftCard(plain, messages))[0])).toMatchInlineSnapshot(
    `"[65,000 · 2.925 TRX] [131,000 · 7.86 TRX]"`,
  );
});

test("durations carry what they cost, two a row; one that cannot be had now stands without", () => {
  const costs = new Map([
    ...(["15m", "1h", "3h"] as const).map((duration) => [duration, 2_925_000] as const),
    ["1d", 3_900_000] as const,
    ["3d", 11_700_000] as const,
    ["14d", 5_460_000_000] as const,
    ["30d", 1_234_567_891] as const,
  ]);
  const data = { ...FAST_ENERGY, receivers: addressesOf(1, 1), amount: 65_000 };
  expect(goldenDraft({ ...draftView("duration", data), costs })).toMatchInlineSnapshot(`
    "*Buy Energy*

    For how long?
    [15m · 2.925 TRX] [1h · 2.925 TRX]
    [3h · 2.925 TRX] [1d · 3.9 TRX]
    [3d · 11.7 TRX] [7d]
    [14d · 5,460 TRX] [30d · ≈ 1,235 TRX]
    [Manual: my price] [✏️ Energy]
    [✏️ Receiver T9yD14…LxmGkn]
    [✏️ 65,000]
    [Back] [Cancel (danger)]"
  `);
  // Also beside what was wrong.
  const notice = { code: "DURATION_NOT_OFFERED", details: { readings: ["1h", "3h"] } };
  const wrong = { ...draftView("duration", { ...data, notice }), costs };
  expect(goldenOf((messages) => keyboardOf(draftCard(wrong, messages))[0])).toMatchInlineSnapshot(
    `"[15m · 2.925 TRX] [1h · 2.925 TRX]"`,
  );
});

test("64,284 Bandwidth is no matter of USDT", () => {
  const data = { type: "Fast", resource: "bandwidth", amount: 64_284 } as const;
  const view = draftView("duration", { ...data, receivers: addressesOf(1, 1) });
  expect(draftCard(view, en).text).not.toContain("⚠️");
});

test("what is wrong on a line is told word by word", () => {
  const problem = (code: LineProblem["code"], word: string, hint: LineProblem["hint"]) => ({
    code,
    word,
    hint,
  });
  const problems = [
    problem("UNKNOWN_WORD", "pls", []),
    problem("TWO_AMOUNTS", "70k", [65_000, 70_000]),
    problem("TWO_DURATIONS", "3h", ["1h", "3h"]),
    problem("TWO_RESOURCES", "bandwidth", ["energy", "bandwidth"]),
    problem("AMOUNT_NOT_UNDERSTOOD", "065k", []),
    problem("AMOUNT_AMBIGUOUS", "65.000", [65, 65_000]),
    problem("AMOUNT_TOO_SMALL", "5k", [32_000]),
    problem("AMOUNT_TOO_LARGE", "99999m", [10_000_000_000]),
    problem("DURATION_NOT_OFFERED", "2h", ["1h", "3h"]),
    problem("DURATION_NEEDS_UNIT", "1", ["1h", "1d"]),
    problem("TWO_TYPES", "manual", ["Fast", "Manual"]),
  ];
  expect(goldenDraft(draftView("type", { problems }))).toMatchInlineSnapshot(`
    "❌ “pls”: not understood
    ❌ “70k”: more than one amount (65,000, 70,000)
    ❌ “3h”: more than one duration (1h, 3h)
    ❌ “bandwidth”: more than one resource (Energy, Bandwidth)
    ❌ “065k”: not an amount; write 65000 or 65k
    ❌ “65.000”: 65 or 65,000?
    ❌ “5k”: too little; at least 32,000
    ❌ “99999m”: too much; at most 10,000,000,000
    ❌ “2h” is not offered. Take 1h or 3h.
    ❌ “1”: which unit? Write 1h or 1d
    ❌ “manual”: Best price now or Manual?

    *New order*

    What kind of order?
    Best price now: all of it at once, from the desk or from sellers, whichever is cheaper. Manual waits for your price.
    [Best price now (primary)] [Manual (primary)]
    [Back] [Cancel (danger)]"
  `);
});

test("numbers and resources of a line's mistakes are written as the reader writes them", () => {
  for (const { messages } of Object.values(LANGUAGES)) {
    const { lineProblem, number, buttons } = messages;
    expect(lineProblem("AMOUNT_TOO_SMALL", "5k", [32_000])).toContain(number(32_000));
    expect(lineProblem("TWO_RESOURCES", "bw", ["energy"])).toContain(buttons.resource.energy);
    expect(lineProblem("TWO_TYPES", "fast", ["Manual"])).toContain(buttons.type.Manual);
  }
});

test("of a line of many wrong words the first are named, and the rest is not counted wrongly", () => {
  const line = Array.from({ length: 31 }, (_, at) => `w${at}`).join(" ");
  const { problems } = parseOneLine(line);
  const text = goldenOf((messages) => draftCard(draftView("type", { problems }), messages).text);
  const lines = text.split("\n").filter((one) => one.startsWith("❌"));
  expect(lines).toHaveLength(4);
  expect(lines.slice(-2)).toEqual(["❌ “w2”: not understood", "❌ and more words"]);
});

test("a card that is over has a word and no buttons", () => {
  const closed = (messages: Messages) =>
    (["dropped", "replaced", "paid"] as const).map((status) => {
      const card = draftCard(draftView("amount", FAST_ENERGY, { status }), messages);
      expect(card.keyboard).toEqual([]);
      return card.text;
    });
  expect(goldenOf(closed)).toMatchInlineSnapshot(`
    [
      "Order dropped. Nothing was charged. Start again with /buy.",
      "This card was replaced by a newer card. Nothing was charged here.",
      "Paid. The order's card shows its progress.",
    ]
  `);
  const ended = { status: "replaced", version: 2 } as const;
  const unanswered = draftCard(draftView("amount", FAST_ENERGY, ended), en);
  expect(unanswered.text).toBe("↓ replaced by a newer card");
});
