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
  const lines = overlaps.slice(0, MOST_LINES).map(({ receiver, units, until }) => {
    const wallet = code(receiver);
    return until === undefined
      ? words.gets(wallet, units, resource)
      : words.holds(wallet, units, resource, time(until, "t"));
  });
  const more = overlaps.length - lines.length;
  return more > 0 ? [...lines, words.more(more)] : lines;
}
