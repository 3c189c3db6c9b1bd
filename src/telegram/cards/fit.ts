/** Cards that could grow beyond the size of a message. */
import type { Card } from "../card.js";
import { sendProblem } from "./sendable.js";

/** Draws with less and less detail until the card can be sent; the last level is used in any case. */
export function firstThatFits<Level>(
  levels: readonly [Level, ...Level[]],
  draw: (level: Level) => Card,
): Card {
  let card = draw(levels[0]);
  for (const level of levels.slice(1)) {
    if (sendProblem(card) === undefined) return card;
    card = draw(level);
  }
  return card;
}

/** The most that each of these may have, so that all together have at most `budget`. */
export function evenShare(counts: readonly number[], budget: number): number {
  const used = (share: number) => counts.reduce((sum, count) => sum + Math.min(count, share), 0);
  const most = Math.max(0, ...counts);
  let share = 0;
  while (share < most && used(share + 1) <= budget) share += 1;
  return share;
}
