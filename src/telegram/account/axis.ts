/** Axes: which values have marks, and how far up a value is (0 is the foot of a panel, 1 its top). */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../common/time.js";

export interface Axis {
  /** Rising, from the foot to the top. */
  readonly marks: readonly number[];
  readonly heightOf: (value: number) => number;
}

/** No more marks than can be read on a phone. */
const MOST_MARKS = 4;
const STEPS = [1, 2, 2.5, 5, 10];

/** From 0 in even, round steps to at least `most`. */
export function evenAxis(most: number): Axis {
  const least = most > 0 ? most / (MOST_MARKS - 1) : 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((one) => one * power >= least) ?? 10) * power;
  const count = Math.max(1, Math.ceil(most / step));
  // Each calculated by itself, so that errors of a sum do not show.
  const marks = Array.from({ length: count + 1 }, (_, at) => at * step);
  const top = count * step;
  return { marks, heightOf: (value) => value / top };
}

/** Times that people think in. */
const TIMES_MS: readonly number[] = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 30].map((count) => count * MINUTE_MS),
  ...[1, 3, 12].map((count) => count * HOUR_MS),
  ...[1, 3, 10, 30].map((count) => count * DAY_MS),
];

/** Seconds and days on one axis, which is logarithmic. */
export function timeAxis(valuesMs: readonly number[]): Axis {
  const last = TIMES_MS.length - 1;
  const least = Math.min(...valuesMs);
  const most = Math.max(...valuesMs);
  const below = TIMES_MS.findLastIndex((time) => time <= least);
  const foot = Math.min(Math.max(0, below), last - 1);
  const above = TIMES_MS.findIndex((time) => time >= most);
  const top = Math.max(above < 0 ? last : above, foot + 1);
  const [footMs = 1, topMs = 2] = [TIMES_MS[foot], TIMES_MS[top]];
  const span = Math.log(topMs / footMs);
  return {
    marks: spread(TIMES_MS.slice(foot, top + 1)),
    heightOf: (value) => Math.min(1, Math.max(0, Math.log(value / footMs) / span)),
  };
}

/** The first and the last, and as many between as fit. */
function spread(times: readonly number[]): number[] {
  const gaps = Math.min(times.length, MOST_MARKS) - 1;
  return Array.from({ length: gaps + 1 }, (_, at) => {
    const nearest = Math.round((at * (times.length - 1)) / gaps);
    return times[nearest] ?? 0;
  });
}
