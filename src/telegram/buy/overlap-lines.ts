/** What the wallets of a card have already, before the same is paid again. */

import type { Messages } from "../text/messages.js";
import { code, type Part } from "../transport/format.js";
import type { OverlapView, PriceView } from "./views.js";

const MOST_LINES = 5;

interface Overlapping extends Pick<PriceView, "resource" | "receivers"> {
  readonly overlaps: readonly OverlapView[];
}

/** What a receiver already has, before the same is paid again; of several how many, and each below the fold. */
export function overlapSummary(of: Overlapping, messages: Messages): Part | undefined {
  const { overlaps, resource, receivers } = of;
  const [only] = overlaps;
  if (!only) return undefined;
  return receivers.length === 1
    ? overlapLine(only, of, messages)
    : messages.overlaps.several(overlaps.length, receivers.length, resource);
}

/** Each of several wallets. */
export function overlapLines(of: Overlapping, messages: Messages): Part[] {
  const { overlaps, receivers } = of;
  if (receivers.length === 1) return [];
  const lines = overlaps.slice(0, MOST_LINES).map((one) => overlapLine(one, of, messages));
  const more = overlaps.length - lines.length;
  return more > 0 ? [...lines, messages.overlaps.more(more)] : lines;
}

function overlapLine(
  { receiver, units, ends }: OverlapView,
  { resource, receivers }: Pick<PriceView, "resource" | "receivers">,
  { overlaps: words, time }: Messages,
): Part {
  const held = { wallet: receivers.length === 1 ? undefined : code(receiver), units, resource };
  if (!ends) return words.gets(held);
  const [first, last] = [time(ends.first), time(ends.last)];
  return first.text === last.text ? words.holds(held, last) : words.holdsParts(held, first, last);
}
