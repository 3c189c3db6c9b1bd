/** Cards of a Manual draft: price, options, and what is confirmed; in every language. */

import { expect, test } from "vitest";
import type { PriceLook } from "../../../src/engine/book/price-look.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import type { DraftView } from "../../../src/telegram/buy/views.js";
import type { LineProblem } from "../../../src/telegram/intake/findings.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { goldenDraft, goldenOf, withMarks } from "./drawn.js";
import { confirmView, draftView, QUOTE } from "./views.js";

const TERMS = { type: "Manual", resource: "energy", amount: 65_000, duration: "1h" } as const;
const [A, B] = [addressOf(1), addressOf(2)];

const LOOK: PriceLook = {
  floorSun: 40,
  fastSun: 60,
  asks: [
    { priceSun: 45, units: 30_000 },
    { priceSun: 50, units: 598_802 },
  ],
  bids: [{ priceSun: 41, units: 100_000 }],
  choices: [
    { priceSun: 50, fillsUnits: 65_000 },
    { priceSun: 45, fillsUnits: 30_000 },
    { priceSun: 40, fillsUnits: 0 },
  ],
};

function priceView(look: Partial<PriceLook> = {}, isGroup = false): DraftView {
  const awaits = isGroup ? ("price" as const) : undefined;
  const view = draftView("price", { ...TERMS, receivers: [A], awaits }, { isGroup });
  return { ...view, look: { ...LOOK, ...look } };
}

test("the price: both sides of the book, and what each price fills", () => {
  expect(goldenDraft(priceView())).toMatchInlineSnapshot(`
    "*Buy Energy at your price*

    Floor 40 SUN · desk's own price 60 SUN
    Offered: 30,000 at 45 · 598,802 at 50
    Waiting: 100,000 at 41

    Your price per unit of Energy, in SUN?
    [50 SUN · 3.25 TRX · all now]
    [45 SUN · 2.925 TRX · 30,000 now]
    [40 SUN · 2.6 TRX · waiting]
    [Other]
    [✏️ Manual] [✏️ Energy]
    [✏️ Receiver T9yD14…LxmGkn]
    [✏️ 65,000] [✏️ 1h]
    [Back] [Cancel (danger)]"
  `);
});

test("in every language a price's button says what it comes to", () => {
  for (const { messages } of Object.values(LANGUAGES)) {
    const label = messages.manual.buttons.price(45, messages.trx(12_925_000), 33_000, 65_000);
    expect(label).toContain("12.925");
  }
});

test("a typed fraction: its whole neighbours are buttons, and what to type is said once", () => {
  const notice = { code: "PRICE_NOT_WHOLE", details: { said: "44.5", readings: ["44", "45"] } };
  const view = draftView("price", { ...TERMS, receivers: [A], awaits: "price", notice });
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "⚠️ “44.5” is not whole. Whole SUN only: 44 or 45?

    Your price per unit of Energy, in SUN?
    [44 SUN] [45 SUN]
    [Other]
    [✏️ Receiver T9yD14…LxmGkn]
    [✏️ 65,000] [✏️ 1h]
    [Back] [Cancel (danger)]"
  `);
});

test("a fraction on the line: those that no choice has, nor would be refused, and room for what was wrong", () => {
  const problem = {
    word: "@44.5",
    code: "PRICE_NOT_WHOLE",
    field: "price",
    hint: ["@39", "@44", "@45"],
  };
  const view = priceView();
  const data = { ...view.draft.data, problems: [problem as LineProblem] };
  const card = goldenDraft({ ...view, draft: { ...view.draft, data } });
  expect(card).toMatch(/^\[44 SUN\]$/m);
  expect(card.match(/\[45 SUN/g)).toHaveLength(1);
  expect(card).not.toContain("[39 SUN");
  expect(card).not.toMatch(/Buy Energy|Offered/);
});

test("a rental for hours at a price for a day: charged as a day", () => {
  const quote = { ...QUOTE, manual: undefined, isSameForDay: false };
  const { text } = draftCard(confirmView({ quote }), en);
  expect(text).toContain("= 3.9 TRX\nAnything up to a day costs one day's price");
});

test("where no seller can serve the wallet yet, it is said until when", () => {
  const noSeller = { untilMs: Date.UTC(2026, 10, 20, 15, 5), isWithinDay: true };
  const lines = (look: Partial<PriceLook>) =>
    goldenDraft(priceView({ noSeller, bids: [], ...look }))
      .split("\n")
      .filter((line) => /before|Offered|Nobody/.test(line))
      .join("\n");
  expect(lines({ asks: [] })).toMatchInlineSnapshot(
    `"No offer for this wallet before ‹2026-11-20 15:05 UTC›"`,
  );
  expect(lines({ asks: [{ priceSun: 60, units: 9_000_000 }] })).toMatchInlineSnapshot(`
    "Offered: 9,000,000 at 60
    No seller for this wallet before ‹2026-11-20 15:05 UTC›"
  `);
});

test("the price in a group, where Fast is better and nobody waits", () => {
  const choices = [
    { priceSun: 60, fillsUnits: 65_000 },
    { priceSun: 40, fillsUnits: 0 },
  ];
  const look = { asks: [{ priceSun: 60, units: 9_000_000 }], bids: [], choices };
  expect(goldenDraft(priceView(look, true))).toMatchInlineSnapshot(`
    "*Buy Energy at your price*

    Floor 40 SUN · desk's own price 60 SUN
    Offered: 9,000,000 at 60
    ⚠️ The desk's own price is no higher than one that fills all now.

    Your price per unit of Energy, in SUN?
    Reply to my question with a whole number of SUN such as 55.
    [60 SUN · 3.9 TRX · all now]
    [40 SUN · 2.6 TRX · waiting]
    [Other]
    [✏️ Manual] [✏️ Energy]
    [✏️ Receivers: 1]
    [✏️ 65,000] [✏️ 1h]
    [Back] [Cancel (danger)]"
  `);
});

test("a price below the floor, and nobody who sells", () => {
  const details = { price: 30, floor: 40, duration: "1h" };
  const view = priceView({ asks: [], bids: [], choices: [{ priceSun: 40, fillsUnits: 0 }] });
  const notice = { code: "PRICE_BELOW_FLOOR", details };
  const data = { ...view.draft.data, at: { is: "asking", notice } } as const;
  expect(goldenDraft({ ...view, draft: { ...view.draft, data } })).toMatchInlineSnapshot(`
    "⚠️ 30 SUN is below the floor of 40 SUN. Nothing was charged. Raise it.

    Floor 40 SUN · desk's own price 60 SUN
    Nobody offers any at the moment.

    Your price per unit of Energy, in SUN?
    [40 SUN · 2.6 TRX · waiting]
    [Other]
    [✏️ Receiver T9yD14…LxmGkn]
    [✏️ 65,000] [✏️ 1h]
    [Back] [Cancel (danger)]
    [Price below the floor ✗]"
  `);
});

test("options for one wallet, and for several with bulk", () => {
  const one = { ...TERMS, receivers: [A], price: 50 };
  expect(goldenDraft(draftView("options", one))).toMatchInlineSnapshot(`
    "*Buy Energy at your price*

    May it come in parts, from several sellers?
    Whole only waits for one seller who has it all.
    [Parts, at least 20,000 (primary)]
    [Parts, at least 32,500]
    [Another minimum part]
    [Whole only]
    [✏️ Manual] [✏️ Energy]
    [✏️ Receiver T9yD14…LxmGkn]
    [✏️ 65,000] [✏️ 1h]
    [✏️ 50 SUN]
    [Back] [Cancel (danger)]"
  `);
  const awaits = "partialMin" as const;
  const several = { ...one, receivers: [A, B], bulk: true, awaits };
  expect(goldenDraft(draftView("options", several))).toMatchInlineSnapshot(`
    "*Buy Energy at your price*

    May it come in parts, from several sellers?
    Type the minimum part, such as 20000 or 20k.
    [Parts, at least 20,000 (primary)]
    [Parts, at least 32,500]
    [Another minimum part]
    [Whole only]
    [☑ All wallets together]
    [✏️ Manual] [✏️ Energy]
    [✏️ Receivers: 2]
    [✏️ 65,000] [✏️ 1h]
    [✏️ 50 SUN]
    [Back] [Cancel (danger)]"
  `);
});

/** The most that one Pay for all of it takes, and what it costs now. */
const oneSun = (totalSun: number, costSun = totalSun) => ({ atOnce: { totalSun, costSun } });

const confirmManual = (fillsUnits: number, atOnceSun: number, more: object = {}) =>
  goldenDraft(
    confirmView({
      ...{ type: "Manual", price: 55, allowPartial: true, ...more },
      quote: {
        ...{ ...QUOTE, priceSun: 55, perReceiverSun: 3_575_000, totalSun: 3_575_000 },
        manual: { fillsUnits, ...oneSun(atOnceSun) },
      },
    }),
  );

test("confirm: some is filled now, and all of it at once costs more", () => {
  expect(confirmManual(30_000, 3_900_000)).toMatchInlineSnapshot(`
    "> 65,000 Energy × 55 SUN = 3.575 TRX
    > Anything up to a day costs one day's price
    > Burning TRX would cost 6.5 TRX: you save 2.925 TRX
    > Each part runs 1 hour from its delivery

    *3.575 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Balance 777,123.456 → 777,119.881 TRX
    By the offers there are, 30,000 fill now, 35,000 will wait
    In parts of at least 20,000
    Delivered at once, all of it would cost 3.9 TRX
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded
    [✏️ Change] [Cancel (danger)]
    [Pay 3.575 TRX (success)]"
  `);
});

test("confirm: all is filled now, whole, and one Pay for it costs the same", () => {
  expect(confirmManual(65_000, 3_575_000, { allowPartial: false })).toMatchInlineSnapshot(`
    "> 65,000 Energy × 55 SUN = 3.575 TRX
    > Anything up to a day costs one day's price
    > Burning TRX would cost 6.5 TRX: you save 2.925 TRX
    > Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded
    > Each part runs 1 hour from its delivery

    *3.575 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Balance 777,123.456 → 777,119.881 TRX
    Filled at once by the offers there are
    Whole only: one seller delivers all
    [✏️ Change] [Cancel (danger)]
    [Pay 3.575 TRX (success)]"
  `);
});

test("confirm: nothing is filled now, and all of it at once costs less", () => {
  expect(confirmManual(0, 3_250_000, { partialMin: 32_500 })).toMatchInlineSnapshot(`
    "> 65,000 Energy × 55 SUN = 3.575 TRX
    > Anything up to a day costs one day's price
    > Burning TRX would cost 6.5 TRX: you save 2.925 TRX
    > Each part runs 1 hour from its delivery

    *3.575 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Balance 777,123.456 → 777,119.881 TRX
    No offer fits now: all of it will wait
    In parts of at least 32,500
    ⚠️ Delivered at once, all of it costs at most 3.25 TRX: your limit is not below that
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded
    [All at once: 3.25 TRX (primary)]
    [✏️ Change] [Cancel (danger)]
    [Pay 3.575 TRX (success)]"
  `);
});

test("confirm: two wallets that start together", () => {
  const quote = { ...QUOTE, priceSun: 55, perReceiverSun: 3_575_000, totalSun: 7_150_000 };
  const manual = { fillsUnits: 0, ...oneSun(7_800_000) };
  const data = { type: "Manual", price: 55, allowPartial: true, bulk: true } as const;
  const view = confirmView({ ...data, receivers: addressesOf(1, 2), quote: { ...quote, manual } });
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "> For these 2 wallets:
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    > 65,000 Energy × 55 SUN × 2 wallets = 7.15 TRX
    > Anything up to a day costs one day's price
    > 3.575 TRX for each wallet, 7.15 TRX in all
    > All wallets start together
    > Each part runs 1 hour from its delivery

    *7.15 TRX for 2 × 65,000 Energy, 1 hour*
    Balance 777,123.456 → 777,116.306 TRX
    Nothing starts until all wallets can be filled
    In parts of at least 20,000
    Delivered at once, all of it would cost 7.8 TRX
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded
    ⚠️ Burning TRX is cheaper now: 6.5 TRX, 0.65 TRX less
    [✏️ Change] [Cancel (danger)]
    [Pay 7.15 TRX (success)]"
  `);
});

test("confirm: the book asks less than the limit, for all of it or for a part, with several wallets", () => {
  const at55 = (fillsUnits: number, fillsSun: number, oneTotalSun: number, receivers = [A]) => {
    const totalSun = 3_575_000 * receivers.length;
    const manual = { fillsUnits, fillsSun, ...oneSun(oneTotalSun) };
    const quote = { ...QUOTE, priceSun: 55, perReceiverSun: 3_575_000, totalSun, manual };
    const terms = { type: "Manual", price: 55, allowPartial: true } as const;
    return goldenOf((messages) =>
      withMarks(draftCard(confirmView({ ...terms, receivers, quote }), messages)),
    );
  };
  expect(at55(65_000, 2_925_000, 2_925_000)).toMatchInlineSnapshot(`
    "> 65,000 Energy × 55 SUN = 3.575 TRX
    > Anything up to a day costs one day's price
    > Burning TRX would cost 6.5 TRX: you save 2.925 TRX
    > Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded
    > Each part runs 1 hour from its delivery

    *At most 3.575 TRX, about 2.925 TRX now, for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Balance 777,123.456 → 777,119.881 TRX
    Filled at once by the offers there are
    In parts of at least 20,000
    ⚠️ Delivered at once, all of it costs at most 2.925 TRX: your limit is not below that"
  `);
  expect(at55(65_000, 3_575_000, 3_900_000)).toContain("\n*3.575 TRX for 65,000 Energy, 1 hour*\n");
  expect(at55(30_000, 1_350_001, 3_900_000)).toMatchInlineSnapshot(`
    "> 65,000 Energy × 55 SUN = 3.575 TRX
    > Anything up to a day costs one day's price
    > Burning TRX would cost 6.5 TRX: you save 2.925 TRX
    > Each part runs 1 hour from its delivery

    *At most 3.575 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Balance 777,123.456 → 777,119.881 TRX
    By the offers there are, 30,000 fill now for about 1.351 TRX, 35,000 will wait
    In parts of at least 20,000
    Delivered at once, all of it would cost 3.9 TRX
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded"
  `);
  expect(at55(130_000, 5_850_000, 5_850_000, [A, B])).toMatchInlineSnapshot(`
    "> For these 2 wallets:
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    > 65,000 Energy × 55 SUN × 2 wallets = 7.15 TRX
    > Anything up to a day costs one day's price
    > 3.575 TRX for each wallet, 7.15 TRX in all
    > Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded
    > Each part runs 1 hour from its delivery

    *At most 7.15 TRX, about 5.85 TRX now, for 2 × 65,000 Energy, 1 hour*
    Balance 777,123.456 → 777,116.306 TRX
    Filled at once by the offers there are
    In parts of at least 20,000
    ⚠️ Delivered at once, all of it costs at most 5.85 TRX: your limit is not below that
    ⚠️ Burning TRX is cheaper now: 6.5 TRX, 0.65 TRX less"
  `);
});

/** The headline, what all of it costs at once, and the buttons that pay or lead to what pays. */
function limitAt(priceSun: number, fillsSun: number, one: ReturnType<typeof oneSun>) {
  const manual = { fillsUnits: 65_000, fillsSun, ...one };
  const quote = { ...QUOTE, priceSun, totalSun: 65_000 * priceSun, manual };
  const view = confirmView({ type: "Manual", price: priceSun, allowPartial: true, quote });
  const { text, keyboard } = draftCard(view, en);
  const title = text.split("\n").find((one) => one.includes(" for 65,000 Energy"));
  const atOnce = text.split("\n").filter((line) => line.includes("Delivered at once"));
  const buttons = keyboard.flat().map((button) => button.text);
  return [title, ...atOnce, ...buttons.filter((label) => /TRX/.test(label))];
}

test("confirm: a limit that is not below what one Pay takes is told so, and one Pay is offered", () => {
  const mixed = oneSun(3_250_000, 3_057_995);
  const line =
    "⚠️ Delivered at once, all of it costs at most 3.25 TRX: your limit is not below that";
  expect(limitAt(70, 3_057_995, mixed)).toEqual([
    "At most 4.55 TRX, about 3.058 TRX now, for 65,000 Energy, 1 hour",
    ...[line, "All at once: 3.25 TRX", "Pay 4.55 TRX"],
  ]);
  // Pay takes and gets the same.
  expect(limitAt(50, 3_057_995, mixed)).toEqual([
    "At most 3.25 TRX, about 3.058 TRX now, for 65,000 Energy, 1 hour",
    "Pay 3.25 TRX",
  ]);
  // Part of it comes from sellers: one Pay would be the desk's price for all of it.
  expect(limitAt(70, 3_450_000, oneSun(3_900_000))).toEqual([
    "At most 4.55 TRX, about 3.45 TRX now, for 65,000 Energy, 1 hour",
    "Pay 4.55 TRX",
  ]);
});

test("confirm: where nobody has all of it now, nothing is said of it", () => {
  const manual = { fillsUnits: 30_000, fillsSun: 1_350_000 };
  const quote = { ...QUOTE, priceSun: 70, totalSun: 4_550_000, manual };
  const { text } = draftCard(
    confirmView({ type: "Manual", price: 70, allowPartial: true, quote }),
    en,
  );
  expect(text).not.toContain("at once");
});
