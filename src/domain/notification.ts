/** What customers are told without asking, and when. */
import { type Duration, durationMs } from "./duration.js";

export const NEWS_KINDS = ["completed", "partial", "cancelled", "ending", "balance"] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** `silent` comes without a sound. */
export const NEWS_MODES = ["on", "silent", "off"] as const;
export type NewsMode = (typeof NEWS_MODES)[number];

/** What a chat is told of until somebody says otherwise: a group of nothing. */
export function usualMode(isGroup: boolean): NewsMode {
  return isGroup ? "off" : "on";
}

/** Balances are nobody else's business. */
export function isForGroups(kind: NewsKind): boolean {
  return kind !== "balance";
}

const DAY_MS = 86_400_000;

/** How long before the end of a rental it is told. */
export function endingLeadMs(duration: Duration): number {
  return durationMs(duration) >= DAY_MS ? 3_600_000 : 300_000;
}

/** Rentals that end so soon after the first one are told of with it. */
export function endingTogetherMs(duration: Duration): number {
  return endingLeadMs(duration) / 5;
}

/** Parts that follow each other are told of together once it has been quiet for so long, */
export const PARTS_TOGETHER_MS = 15_000;
/** and an order's parts at most so often. */
export const PARTS_APART_MS = 60_000;
