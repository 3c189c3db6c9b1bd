/** The rental durations. TRON locks are counted in blocks of 3 seconds of chain time. */
import { must } from "./assert.js";
import type { PerResource } from "./resource.js";

export const BLOCK_SECONDS = 3;

/** What is sold, the shortest first. */
const TABLE = {
  "15m": { seconds: 900, floor: { energy: 40, bandwidth: 400 } },
  "1h": { seconds: 3_600, floor: { energy: 40, bandwidth: 400 } },
  "3h": { seconds: 10_800, floor: { energy: 42, bandwidth: 400 } },
  "1d": { seconds: 86_400, floor: { energy: 45, bandwidth: 400 } },
  "3d": { seconds: 259_200, floor: { energy: 45, bandwidth: 400 } },
  "7d": { seconds: 604_800, floor: { energy: 43, bandwidth: 400 } },
  "14d": { seconds: 1_209_600, floor: { energy: 42, bandwidth: 400 } },
  "30d": { seconds: 2_592_000, floor: { energy: 40, bandwidth: 400 } },
} satisfies Record<string, Terms>;

interface Terms {
  readonly seconds: number;
  /** The default floor, in SUN per unit. */
  readonly floor: PerResource<number>;
}

export type Duration = keyof typeof TABLE;
export const DURATIONS = Object.keys(TABLE) as readonly string[] as readonly [
  Duration,
  ...Duration[],
];

function termsOf(duration: Duration): Terms {
  return must(TABLE[duration], `unknown duration ${duration}`);
}

export function firstFloor(duration: Duration): PerResource<number> {
  return termsOf(duration).floor;
}

/** Everything up to a day costs the same. */
export function oneDayDurations(): Duration[] {
  return DURATIONS.filter((duration) => billedDays(duration) === 1);
}

/** "15 min to 1 day", for people. */
export function oneDayTitle(): string {
  const [shortest = "1d", ...longer] = oneDayDurations();
  const longest = longer.at(-1) ?? shortest;
  return `${durationTitle(shortest).replace("minutes", "min")} to ${durationTitle(longest)}`;
}

const DAY_SECONDS = 86_400;

export function durationSeconds(duration: Duration): number {
  return termsOf(duration).seconds;
}

export function durationWith(seconds: number): Duration | undefined {
  return DURATIONS.find((duration) => durationSeconds(duration) === seconds);
}

export function durationMs(duration: Duration): number {
  return durationSeconds(duration) * 1_000;
}

/** The factor of the price: whole days, and 1 for anything shorter. */
export function billedDays(duration: Duration): number {
  return Math.max(1, durationSeconds(duration) / DAY_SECONDS);
}

/** "1 day", "15 minutes", for people. */
export function durationTitle(duration: Duration): string {
  const count = Number.parseInt(duration, 10);
  const unit = { m: "minute", h: "hour", d: "day" }[duration.at(-1) as "m" | "h" | "d"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
