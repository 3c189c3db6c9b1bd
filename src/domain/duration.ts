/** The eight rental durations. TRON locks are counted in blocks of 3 seconds of chain time. */
import { present } from "./assert.js";

export const BLOCK_SECONDS = 3;

export const DURATIONS = ["15m", "1h", "3h", "1d", "3d", "7d", "14d", "30d"] as const;
export type Duration = (typeof DURATIONS)[number];

const SECONDS: Record<Duration, number> = {
  "15m": 900,
  "1h": 3_600,
  "3h": 10_800,
  "1d": 86_400,
  "3d": 259_200,
  "7d": 604_800,
  "14d": 1_209_600,
  "30d": 2_592_000,
};

const DAY_SECONDS = 86_400;

export function durationSeconds(duration: Duration): number {
  return present(SECONDS[duration], `unknown duration ${duration}`);
}

export function durationMs(duration: Duration): number {
  return durationSeconds(duration) * 1_000;
}

/** The factor of the price: whole days, and 1 for anything shorter. */
export function billedDays(duration: Duration): number {
  return Math.max(1, durationSeconds(duration) / DAY_SECONDS);
}

/** The `lock_period` of a delegation; 15m is 300 blocks, 30d is 864,000. */
export function lockPeriodBlocks(duration: Duration): number {
  return durationSeconds(duration) / BLOCK_SECONDS;
}

/** "1 day", "15 minutes", for people. */
export function durationTitle(duration: Duration): string {
  const count = Number.parseInt(duration, 10);
  const unit = { m: "minute", h: "hour", d: "day" }[duration.at(-1) as "m" | "h" | "d"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
