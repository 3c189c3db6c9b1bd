/** Figures and axes of a picture: short, never wrong by more than they show, and with round marks. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evenAxis, timeAxis } from "../../../src/telegram/account/axis.js";
import { shortFigure, shortMark, shortTime, shortTrx } from "../../../src/telegram/kit/figures.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import { en } from "../en.js";

const TEXTS = en.stats;
const DAY_MS = 86_400_000;

test.each([
  [0, "0"],
  [0.000_001, "0.000001"],
  [0.0123, "0.0123"],
  [3.9, "3.9"],
  [58.204_9, "58.2"],
  [999.999, "1,000"],
  [1_234.5, "1,235"],
  [99_999, "99,999"],
  [100_000, "100k"],
  [123_456, "123k"],
  [999_600, "1M"],
  [1_250_000, "1.25M"],
  [8_500_000_000, "8.5B"],
])("%d is %s", (value, text) => expect(shortFigure(value, TEXTS)).toBe(text));

test("thousands are marked as the language marks them, also beside an axis", () => {
  const { ru, es } = LANGUAGES;
  expect(shortFigure(12_345, ru.messages.stats)).toBe("12\u00a0345");
  expect(shortFigure(12_345, es.messages.stats)).toBe("12\u00a0345");
  expect(shortMark(2_500, ru.messages.stats)).toBe("2\u00a0500");
});

test.each([
  [1, "0.000001"],
  [3_900_000, "3.9"],
  [9_007_199_254_740_991, "9.01B"],
])("%d SUN are %s TRX", (amountSun, text) => expect(shortTrx(amountSun, TEXTS)).toBe(text));

test.each([
  [0, "0"],
  [0.001, "0.001"],
  [2_500, "2,500"],
  [25_000, "25k"],
  [2_500_000, "2.5M"],
])("the mark %d is %s", (value, text) => expect(shortMark(value, TEXTS)).toBe(text));

test.each([
  [0, "0 s"],
  [400, "0.4 s"],
  [6_840, "6.8 s"],
  [59_400, "59 s"],
  [59_600, "1 min"],
  [216_000, "3.6 min"],
  [3_590_000, "1 h"],
  [34 * 3_600_000, "34 h"],
  [2.7 * DAY_MS, "2.7 d"],
  [400 * DAY_MS, "400 d"],
])("%d ms are %s", (ms, text) => expect(shortTime(ms, TEXTS).replace("\u00a0", " ")).toBe(text));

describe("an even axis", () => {
  test.each([
    [0, [0, 1]],
    [0.002, [0, 0.001, 0.002]],
    [3.9, [0, 2, 4]],
    [65, [0, 25, 50, 75]],
    [100, [0, 50, 100]],
    [1_000, [0, 500, 1_000]],
  ])("up to %d is marked %j", (most, marks) => {
    const shown = evenAxis(most).marks.map((mark) => Number(mark.toPrecision(6)));
    expect(shown).toEqual(marks);
  });

  test("reaches over everything, is never half empty, and has few marks", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e13, noNaN: true }), (most) => {
        const { marks, heightOf } = evenAxis(most);
        expect(marks.length).toBeGreaterThanOrEqual(2);
        expect(marks.length).toBeLessThanOrEqual(5);
        expect(marks[0]).toBe(0);
        expect(heightOf(marks.at(-1) ?? 0)).toBeCloseTo(1);
        expect(heightOf(most)).toBeLessThanOrEqual(1 + 1e-9);
        expect(heightOf(most)).toBeGreaterThan(0.4);
      }),
    );
  });
});

describe("an axis of times", () => {
  test.each([
    [[4_000], [2_000, 5_000]],
    [[5_000], [5_000, 10_000]],
    [
      [100, 30 * DAY_MS],
      [100, 30_000, 3_600_000, 30 * DAY_MS],
    ],
    [[0], [100, 200]],
    [[90 * DAY_MS], [10 * DAY_MS, 30 * DAY_MS]],
  ])("of %j ms begins and ends with times that people think in", (values, ends) => {
    const { marks } = timeAxis(values);
    expect([marks[0], marks.at(-1)]).toEqual([ends[0], ends.at(-1)]);
  });

  test("holds every value, the longer the higher", () => {
    const times = fc.array(fc.integer({ min: 0, max: 200 * DAY_MS }), { minLength: 1 });
    fc.assert(
      fc.property(times, (values) => {
        const { marks, heightOf } = timeAxis(values);
        expect(marks.length).toBeGreaterThanOrEqual(2);
        expect(marks.length).toBeLessThanOrEqual(4);
        expect(marks).toEqual([...new Set(marks)].toSorted((a, b) => a - b));
        const heights = values.toSorted((a, b) => a - b).map(heightOf);
        expect(heights).toEqual(heights.toSorted((a, b) => a - b));
        expect(heights.every((height) => height >= 0 && height <= 1)).toBe(true);
      }),
    );
  });
});
