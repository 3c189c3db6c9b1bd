/** What receivers have already, before the same is paid for once more. */
import type { Resource } from "../../domain/resource.js";
import { code, type Part, time } from "../format.js";
import type { Messages } from "../text/messages.js";
import type { OverlapView } from "./views.js";

const MOST_LINES = 5;

export function overlapLines(
  overlaps: readonly OverlapView[],
  resource: Resource,
  { overlaps: words }: Messages,
): Part[] {
  const lines = overlaps.slice(0, MOST_LINES).map(({ receiver, units, ends }) => {
    const held = { wallet: code(receiver), units, resource };
    if (!ends) return words.gets(held);
    const [first, last] = [time(ends.first), time(ends.last)];
    return first.text === last.text ? words.holds(held, last) : words.holdsParts(held, first, last);
  });
  const more = overlaps.length - lines.length;
  return more > 0 ? [...lines, words.more(more)] : lines;
}
