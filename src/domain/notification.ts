/** The notifications to customers: their kinds, and when they are due. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../common/time.js";
import { type Duration, durationMs } from "./duration.js";

export const NEWS_KINDS = [
  "completed",
  "partial",
  "cancelled",
  "ending",
  "balance",
  "sale",
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** `silent` comes without a sound. */
export const NEWS_MODES = ["on", "silent", "off"] as const;
export type NewsMode = (typeof NEWS_MODES)[number];

/** The mode of a chat that has chosen none; groups get no notifications. */
export function usualMode(isGroup: boolean): NewsMode {
  return isGroup ? "off" : "on";
}

/** The kinds about orders. */
export type OrderNewsKind = Exclude<NewsKind, "balance" | "sale">;

/** Not for groups: a balance and what somebody sells are private. */
export function isForGroups(kind: NewsKind): kind is OrderNewsKind {
  return kind !== "balance" && kind !== "sale";
}

/** How long before the end of a rental its notification comes. */
export function endingLeadMs(duration: Duration): number {
  return durationMs(duration) >= DAY_MS ? HOUR_MS : 5 * MINUTE_MS;
}

/** Rentals that end this soon after the first one share its notification. */
export function endingTogetherMs(duration: Duration): number {
  return endingLeadMs(duration) / 5;
}

/** A notification of delivered parts waits until no further part has come for so long. */
export const PARTS_TOGETHER_MS = 15_000;
/** At most one notification about parts of an order in this time. */
export const PARTS_APART_MS = 60_000;
/** At most one notification about their sales to a seller in this time. */
export const SALES_APART_MS = 60_000;
