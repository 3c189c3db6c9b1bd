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

/** `late`: only of a delivery that its card does not show by itself. `silent` comes without a sound. */
export const NEWS_MODES = ["late", "on", "silent", "off"] as const;
export type NewsMode = (typeof NEWS_MODES)[number];

/** In the order in which a tap goes through them. */
export function modesOf(kind: NewsKind): readonly NewsMode[] {
  return kind === "completed" ? NEWS_MODES : NEWS_MODES.filter((mode) => mode !== "late");
}

/** The mode of a chat that has chosen none; groups get no notifications. */
export function usualMode(kind: NewsKind, isGroup: boolean): NewsMode {
  if (isGroup) return "off";
  return kind === "completed" ? "late" : "on";
}

/** Who waited for so long looks elsewhere. */
const LATE_AFTER_MS = 15_000;
/** A card with so many messages below it is off the screen. */
const MESSAGES_BELOW = 10;

/** Whether somebody may not have seen on its card that their order was delivered; `messagesBelow` is undefined where no card shows it. */
export function isLate(tookMs: number, messagesBelow: number | undefined): boolean {
  return tookMs > LATE_AFTER_MS || (messagesBelow ?? Infinity) >= MESSAGES_BELOW;
}

/** For so long after a question its chat is being looked at: what is told there comes without a sound. */
export const ANSWERS_WITHIN_MS = MINUTE_MS;

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
