/** The picture of what was spent: what is drawn where, for any numbers and in any language. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../../src/common/time.js";
import { type DeliveredPart, SpendingTally } from "../../../src/domain/spending.js";
import type { Spending } from "../../../src/engine/customers/spending.js";
import { spendingChart } from "../../../src/telegram/account/spending-chart.js";
import { nothingSpentCard, statsCard } from "../../../src/telegram/account/stats.js";

import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import type { Messages } from "../../../src/telegram/text/messages.js";
import { Painter } from "../../../src/telegram/transport/painter.js";
import type { Picture, Shape } from "../../../src/telegram/transport/picture.js";
import { drawn, golden } from "../cards/drawn.js";
import { en } from "../en.js";
import { pixelsOf } from "./read-code.js";

const NOW = Date.UTC(2026, 10, 20, 13);
const BURN = { energy: 100, bandwidth: 1_000 };

/** What Telegram takes under a photo. */
const MOST_CAPTION = 1_024;
/** Of what is 1,080 wide; a phone shows it a third as large. */
const LEAST_LETTERS = 34;

function part(change: Partial<DeliveredPart> & { daysAgo?: number } = {}): DeliveredPart {
  const { daysAgo = 0, ...rest } = change;
  const deliveredAt = NOW - daysAgo * DAY_MS;
  const { units = 65_000, priceSun = 60 } = rest;
  return {
    orderId: `${daysAgo}`,
    resource: "energy",
    amountSun: units * priceSun,
    createdAt: deliveredAt - 6_000,
    ...{ deliveredAt, units, priceSun },
    ...rest,
  };
}

function spendingOf(parts: readonly DeliveredPart[], burnPriceSun?: Spending["burnPriceSun"]) {
  const tally = new SpendingTally(NOW, 30);
  for (const one of parts) tally.add(one);
  return { days: tally.days(), all: tally.all(), burnPriceSun };
}

const chart = (...given: Parameters<typeof spendingOf>) =>
  spendingChart(spendingOf(...given), en.stats);

const of = <Kind extends Shape["kind"]>(picture: Picture, kind: Kind) =>
  picture.shapes.filter((shape): shape is Extract<Shape, { kind: Kind }> => shape.kind === kind);

/** With spaces that may also end a line. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

const words = (picture: Picture) => of(picture, "text").map(({ text }) => plain(text));

const isDashed = (shape: Shape) => shape.kind === "line" && shape.dash !== undefined;

describe("the picture", () => {
  test("of one order says what it says in words too", () => {
    expect(words(chart([part()], BURN))).toEqual([
      "Last 30 days",
      "22 Oct – 20 Nov, UTC",
      ...["Spent", "3.9 TRX", "1 order delivered", "0", "2", "4"],
      ...["Energy price", "60 SUN", "average you paid", "0", "50", "100"],
      "burning costs 100 SUN",
      ...["Time to delivery", "6 s", "median", "9 of 10 within 6 s", "5 s", "10 s"],
      ...["23 Oct", "30 Oct", "6 Nov", "13 Nov", "20 Nov"],
    ]);
  });

  test("has a bar for each day with money, as high as its money, today at the right", () => {
    const bars = of(chart([part({ daysAgo: 29 }), part({ units: 32_500 })], BURN), "box");
    expect(bars.map(({ height }) => height)).toEqual([202.8, 101.4]);
    const [first, today] = bars.map(({ at }) => at[0]);
    expect(Number(today) - Number(first)).toBeCloseTo((29 / 30) * 836, 0);
    expect(bars.map(({ at, height }) => at[1] + height)).toEqual([472, 472]);
  });

  test("has no burn price where none is known, nor a line across a day without orders", () => {
    const picture = chart([part({ daysAgo: 3 }), part({ daysAgo: 2 }), part()]);
    expect(picture.shapes.filter(isDashed)).toEqual([]);
    expect(words(picture).join()).not.toContain("burning");
    const paid = "#4fe0a0";
    const lines = of(picture, "line").filter(({ stroke }) => stroke === paid);
    expect(lines).toHaveLength(1);
    expect(of(picture, "dot").filter(({ fill }) => fill === paid)).toHaveLength(3);
  });

  test("shows the price of what most was spent on, beside the burn price of the same", () => {
    const bandwidth = { resource: "bandwidth", units: 1_000, priceSun: 600 } as const;
    expect(words(chart([part(), part(bandwidth)], BURN))).toContain("Energy price");
    const much = words(chart([part(), part({ ...bandwidth, units: 50_000 })], BURN));
    expect(much).toContain("Bandwidth price");
    expect(much).toContain("600 SUN");
    expect(much).toContain("burning costs 1,000 SUN");
  });
});

/** Everything that a picture may say, but numbers. */
function lettersOf({ stats }: Messages): string {
  const resources = [part(), part({ resource: "bandwidth", priceSun: 600 })];
  return [
    ...resources.flatMap((one) => words(spendingChart(spendingOf([one], BURN), stats))),
    ...Array.from({ length: 12 }, (_, month) => stats.day(Date.UTC(2026, month, 1))),
    ...(["second", "minute", "hour", "day"] as const).map((unit) => stats.duration("1", unit)),
    ...stats.large,
  ].join("");
}

test("every letter in every language is in the fonts that come along, in both weights", async () => {
  const all = Object.values(LANGUAGES).map(({ messages }) => lettersOf(messages));
  const letters = [...new Set(all.join("").replace(/\s/g, "")), "\u{10FFFD}"];
  const [side, across] = [40, 20];
  const height = Math.ceil(letters.length / across) * side;
  const inWeight = async (weight: 500 | 700) => {
    const shapes = letters.map((text, at): Shape => {
      const place = [(at % across) * side + 4, Math.floor(at / across) * side + 30] as const;
      const look = { size: 26, weight, fill: "#000000", align: "left", maxWidth: side } as const;
      return { kind: "text", text, at: place, ...look };
    });
    const picture = { width: across * side, height, background: "#ffffff", shapes };
    const { data } = await pixelsOf(await new Painter().paint(picture));
    return letters.map((_, at) => {
      const [left, top] = [(at % across) * side, Math.floor(at / across) * side];
      const rows = Array.from({ length: side }, (_row, down) => {
        const from = ((top + down) * across * side + left) * 4;
        return Buffer.from(data.slice(from, from + side * 4)).toString("base64");
      });
      return rows.join();
    });
  };
  const [medium, heavy] = await Promise.all([inWeight(500), inWeight(700)]);
  const missing = (drawings: readonly string[]) =>
    letters.slice(0, -1).filter((_, at) => drawings[at] === drawings.at(-1));
  expect(missing(medium)).toEqual([]);
  expect(missing(heavy)).toEqual([]);
  expect(letters.slice(0, -1).filter((_, at) => medium[at] === heavy[at])).toEqual([]);
});

const anyPart: fc.Arbitrary<DeliveredPart> = fc.record({
  orderId: fc.uuid(),
  resource: fc.constantFrom("energy" as const, "bandwidth" as const),
  priceSun: fc.integer({ min: 1, max: 1_000 }),
  units: fc.integer({ min: 1, max: 10_000_000_000 }),
  amountSun: fc.integer({ min: 1, max: 300_000_000_000_000 }),
  createdAt: fc.integer({ min: NOW - 60 * DAY_MS, max: NOW + DAY_MS }),
  deliveredAt: fc.integer({ min: NOW - 29 * DAY_MS, max: NOW }),
});

test("whatever was spent: everything is within the picture, large enough, and short enough to send", () => {
  fc.assert(
    fc.property(
      fc.array(anyPart, { minLength: 1, maxLength: 30 }),
      fc.option(fc.constant(BURN), { nil: undefined }),
      (parts, burn) => {
        const spending = spendingOf(parts, burn);
        const picture = spendingChart(spending, en.stats);
        for (const [x, y] of picture.shapes.flatMap(cornersOf)) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(picture.width);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(picture.height);
        }
        for (const { size, maxWidth, text } of of(picture, "text")) {
          expect(size).toBeGreaterThanOrEqual(LEAST_LETTERS);
          // Squeezed to three quarters at most; a letter of Inter is half as wide as it is high.
          expect(text.length * size * 0.5 * 0.75).toBeLessThanOrEqual(maxWidth);
        }
        expect(JSON.parse(JSON.stringify(picture))).toEqual(picture);
        const caption = statsCard(spending, en);
        drawn(caption);
        expect(caption.text.length).toBeLessThanOrEqual(MOST_CAPTION);
      },
    ),
  );
});

function cornersOf(shape: Shape): (readonly [number, number])[] {
  switch (shape.kind) {
    case "line":
      return [...shape.points];
    case "box":
      return [shape.at, [shape.at[0] + shape.width, shape.at[1] + shape.height]];
    case "code":
      return [shape.at, [shape.at[0] + shape.size, shape.at[1] + shape.size]];
    case "dot":
      return [-1, 1].map((side) => [
        shape.at[0] + side * shape.radius,
        shape.at[1] + side * shape.radius,
      ]);
    case "text":
      return [shape.at];
  }
}

test("nothing on the picture is said by anything but a language", () => {
  const foreign = (text: string) => text.replace(/[A-Za-z]/g, "ж");
  const translated = Object.fromEntries(
    Object.entries(en.stats).map(([key, value]) => {
      if (typeof value === "function") {
        return [
          key,
          (...given: unknown[]) => foreign(String(Reflect.apply(value, en.stats, given))),
        ];
      }
      return [key, typeof value === "string" ? foreign(value) : value.map(foreign)];
    }),
  ) as Messages["stats"];
  const parts = [part({ units: 10_000_000_000 }), part({ resource: "bandwidth", daysAgo: 5 })];
  const said = words(spendingChart(spendingOf(parts, BURN), translated));
  expect(said.filter((text) => /[A-Za-z]/.test(text))).toEqual([]);
});

describe("in words", () => {
  test("the caption has money in full, and each resource with what burning it costs", () => {
    const bandwidth = part({ resource: "bandwidth", units: 1_000, priceSun: 601, daysAgo: 2 });
    expect(
      plain(golden((messages) => statsCard(spendingOf([part(), bandwidth], BURN), messages))),
    ).toMatchInlineSnapshot(`
      "*4.501 TRX spent in 30 days*
      Saved against burning: 2.999 TRX, at today's price
      65,000 Energy at 60 SUN on average; burning costs 100 SUN
      1,000 Bandwidth at 601 SUN on average; burning costs 1,000 SUN
      2 orders delivered: half within 6 s, 9 of 10 within 6 s"
    `);
  });

  test("nothing was bought: a sentence, and the way to buy", () => {
    expect(golden((messages) => nothingSpentCard(spendingOf([]), messages))).toMatchInlineSnapshot(`
      "*Nothing bought in the last 30 days*
      Once something was delivered, /stats draws what you spent. Buy with /buy.
      [Buy Energy] [Orders]"
    `);
  });
});
