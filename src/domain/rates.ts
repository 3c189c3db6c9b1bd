/**
 * What the desk charges: one Fast rate a resource, one floor a duration, and a curve that lifts both as the pool fills.
 * Rates are whole SUN per unit (and per day from one day on).
 */
import { z } from "zod";
import { must } from "./assert.js";
import { DURATIONS, type Duration, firstFloor } from "./duration.js";
import { show, wholeNumber } from "./fields.js";
import { RESOURCES, type Resource } from "./resource.js";

/** Highest price that a setting or an offer may have, in SUN per unit. */
export const MAX_PRICE_SUN = 1_000;

/** An object with exactly these fields; errors name the others, because the operator writes it by hand. */
const only = <T extends z.core.$ZodLooseShape>(fields: T) =>
  z.strictObject(fields, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `has ${issue.keys.map(show).join(", ")}, but takes ${Object.keys(fields).join(", ")} only`
        : `must be an object of ${Object.keys(fields).join(", ")}; it was ${show(issue.input)}`,
  });

const priceSun = wholeNumber(1, MAX_PRICE_SUN);
const perResource = only({ energy: priceSun, bandwidth: priceSun });

function eachDuration<T>(of: (duration: Duration) => T) {
  return Object.fromEntries(DURATIONS.map((one) => [one, of(one)])) as Record<Duration, T>;
}

/** From this utilisation on, rates are multiplied; the last point at or below the utilisation counts. */
const curvePoint = only({
  utilisationPercent: wholeNumber(0, 100),
  multiplierPercent: wholeNumber(100, 1_000),
});
const curveText = "must be a list of points, with one at utilisationPercent 0";
const amountsText = "must be a list of 1 to 8 amounts";

/** Amounts offered as buttons, in units. */
const amounts = z
  .array(wholeNumber(1_000, 99_999_999_999), amountsText)
  .min(1, amountsText)
  .max(8, amountsText)
  .refine((list) => new Set(list).size === list.length, "must name each amount once");

export const ratesSchema = only({
  fast: perResource,
  /** What the desk keeps of what a seller's delegation costs, in basis points. */
  commissionBps: wholeNumber(0, 9_000).default(1_000),
  floors: only(eachDuration(() => perResource)),
  curve: z
    .array(curvePoint, curveText)
    .min(1, curveText)
    .refine(
      (points) =>
        points.every(
          (point, at) =>
            at === 0 || point.utilisationPercent > must(points[at - 1], "").utilisationPercent,
        ),
      "must rise in utilisationPercent",
    )
    .refine((points) => points[0]?.utilisationPercent === 0, "must begin at utilisationPercent 0"),
  /** Amounts on Telegram's buttons; without them, those of the environment. */
  presets: only({ energy: amounts.optional(), bandwidth: amounts.optional() }).optional(),
});

export type Rates = z.infer<typeof ratesSchema>;

/** Rates of a new database without a file of rates. */
export const DEFAULT_RATES: Rates = {
  fast: { energy: 60, bandwidth: 600 },
  commissionBps: 1_000,
  floors: eachDuration(firstFloor),
  curve: [{ utilisationPercent: 0, multiplierPercent: 100 }],
};

/** The least price of a Manual order, in SUN per unit, at this utilisation (0 to 1). */
export function floorSun(
  rates: Rates,
  resource: Resource,
  duration: Duration,
  utilisation: number,
): number {
  return lift(rates.floors[duration][resource], rates, utilisation);
}

/** The price of a Fast order: the desk's own rate, but never below the floor of the duration. */
export function fastPriceSun(
  rates: Rates,
  resource: Resource,
  duration: Duration,
  utilisation: number,
): number {
  return Math.max(
    fastRateSun(rates, resource, utilisation),
    floorSun(rates, resource, duration, utilisation),
  );
}

export function fastRateSun(rates: Rates, resource: Resource, utilisation: number): number {
  return lift(rates.fast[resource], rates, utilisation);
}

/** Whether any price depends on how much of the pool is taken. */
export function followsPool({ curve }: Rates): boolean {
  return curve.length > 1;
}

/** Share of the pool that is taken, 0 to 1; an empty pool counts as full, because nothing is left to sell. */
export function utilisationOf(freeSun: number, totalSun: number): number {
  if (totalSun <= 0) return 1;
  return Math.min(1, Math.max(0, 1 - freeSun / totalSun));
}

/** Moves of a price above this must be confirmed. */
const LARGE_MOVE_PERCENT = 20;

export function isLargeMove(from: number, to: number): boolean {
  return Math.abs(to - from) * 100 > from * LARGE_MOVE_PERCENT;
}

/** Each Fast rate and floor that moves by more than that, as charged at these utilisations. */
export function largeMoves(
  before: Rates,
  after: Rates,
  utilisation: Readonly<Record<Resource, number>>,
): { readonly what: string; readonly from: number; readonly to: number }[] {
  return RESOURCES.flatMap((resource) => {
    const taken = utilisation[resource];
    const prices = [
      { what: `fast.${resource}`, of: (rates: Rates) => fastRateSun(rates, resource, taken) },
      ...DURATIONS.map((one) => ({
        what: `floors.${one}.${resource}`,
        of: (rates: Rates) => floorSun(rates, resource, one, taken),
      })),
    ];
    return prices
      .map(({ what, of }) => ({ what, from: of(before), to: of(after) }))
      .filter(({ from, to }) => isLargeMove(from, to));
  });
}

function lift(rateSun: number, rates: Rates, utilisation: number): number {
  let multiplierPercent = 100;
  for (const point of rates.curve) {
    if (utilisation * 100 >= point.utilisationPercent) multiplierPercent = point.multiplierPercent;
  }
  return Math.min(MAX_PRICE_SUN, Math.ceil((rateSun * multiplierPercent) / 100));
}
