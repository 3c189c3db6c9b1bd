/** Rates: the Fast price is never below the floor, and a curve lifts both as the pool fills. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { DURATIONS } from "../../src/domain/duration.js";
import { problemsOf } from "../../src/domain/fields.js";
import {
  DEFAULT_RATES,
  fastPriceSun,
  fastRateSun,
  floorSun,
  MAX_PRICE_SUN,
  ratesSchema,
  utilisationOf,
} from "../../src/domain/rates.js";
import { RESOURCES } from "../../src/domain/resource.js";

const defaults = DEFAULT_RATES;

test("the list that comes with the desk has the default rates, and nothing else", () => {
  const file = new URL("../../data/rates.json", import.meta.url);
  const listed: unknown = JSON.parse(readFileSync(file, "utf8"));
  expect(listed).toEqual(DEFAULT_RATES);
  expect(ratesSchema.parse(listed)).toEqual(DEFAULT_RATES);
});

test("the default rates are those of the desk's price list", () => {
  expect(defaults.fast).toEqual({ energy: 60, bandwidth: 600 });
  expect(DURATIONS.map((duration) => defaults.floors[duration].energy)).toEqual([
    40, 40, 42, 45, 45, 43, 42, 40,
  ]);
  expect(new Set(DURATIONS.map((duration) => defaults.floors[duration].bandwidth))).toEqual(
    new Set([400]),
  );
  expect(floorSun(defaults, "energy", "1d", 0.99)).toBe(45);
  expect(fastRateSun(defaults, "bandwidth", 0)).toBe(600);
});

test("a Fast order costs the Fast rate, or the floor where that is higher", () => {
  const cheap = { ...defaults, fast: { energy: 41, bandwidth: 600 } };
  expect(fastPriceSun(cheap, "energy", "1h", 0)).toBe(41);
  expect(fastPriceSun(cheap, "energy", "1d", 0)).toBe(45);
});

describe("a curve", () => {
  const curve = [
    { utilisationPercent: 0, multiplierPercent: 100 },
    { utilisationPercent: 50, multiplierPercent: 150 },
    { utilisationPercent: 90, multiplierPercent: 1_000 },
  ];
  const rates = { ...defaults, curve };

  test.each([
    [0, 60],
    [0.4999, 60],
    [0.5, 90],
    [0.8999, 90],
    [0.9, 600],
    [1, 600],
  ])("at utilisation %d the Fast rate is %d SUN", (utilisation, rateSun) => {
    expect(fastRateSun(rates, "energy", utilisation)).toBe(rateSun);
  });

  test("rounds up to whole SUN and stops at the highest price a request may name", () => {
    const odd = { ...rates, curve: [{ utilisationPercent: 0, multiplierPercent: 101 }] };
    expect(floorSun(odd, "energy", "1d", 0)).toBe(46);
    expect(fastRateSun(rates, "bandwidth", 1)).toBe(MAX_PRICE_SUN);
  });

  test("never falls as the pool fills", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.constantFrom(...RESOURCES), (a, b, resource) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(fastPriceSun(rates, resource, "1h", low)).toBeLessThanOrEqual(
          fastPriceSun(rates, resource, "1h", high),
        );
      }),
    );
  });
});

test.each([
  [100, 100, 0],
  [25, 100, 0.75],
  [0, 100, 1],
  [-5, 100, 1],
  [0, 0, 1],
])("%d SUN free of %d is a utilisation of %d", (freeSun, totalSun, utilisation) => {
  expect(utilisationOf(freeSun, totalSun)).toBe(utilisation);
});

const point = (utilisationPercent: number, multiplierPercent = 100) => ({
  utilisationPercent,
  multiplierPercent,
});

test.each([
  [
    "a rate of 0",
    { fast: { energy: 0, bandwidth: 600 } },
    "fast.energy: must be a whole number from 1 to 1,000; it was 0",
  ],
  [
    "a rate beyond the bound",
    { fast: { energy: 1_001, bandwidth: 600 } },
    "fast.energy: must be a whole number from 1 to 1,000; it was 1001",
  ],
  [
    "a broken SUN",
    { fast: { energy: 60.5, bandwidth: 600 } },
    "fast.energy: must be a whole number from 1 to 1,000; it was 60.5",
  ],
  [
    "a missing duration",
    { floors: { ...defaults.floors, "15m": undefined } },
    "floors.15m: must be an object of energy, bandwidth; it was missing",
  ],
  [
    "an unknown field",
    { extra: 1 },
    ': has "extra", but takes fast, commissionBps, floors, curve, presets only',
  ],
  ["no curve", { curve: [] }, "curve: must be a list of points, with one at utilisationPercent 0"],
  ["a curve that begins late", { curve: [point(10)] }, "curve: must begin at utilisationPercent 0"],
  [
    "a curve that does not rise",
    { curve: [point(0), point(50), point(50)] },
    "curve: must rise in utilisationPercent",
  ],
  [
    "a curve that makes it cheaper",
    { curve: [point(0, 99)] },
    "curve.0.multiplierPercent: must be a whole number from 100 to 1,000; it was 99",
  ],
  [
    "a list of no presets",
    { presets: { energy: [] } },
    "presets.energy: must be a list of 1 to 8 amounts",
  ],
])("%s is refused, and the refusal says what it must be", (_, change, says) => {
  const { error } = ratesSchema.safeParse({ ...defaults, ...change });
  expect(problemsOf(must(error, "refused")).map((one) => `${one.path}: ${one.message}`)).toEqual([
    says,
  ]);
});
