/** Why an order rests, a line a reason, the one that concerns all of it first. */
import type { Resting } from "../../engine/book/resting.js";
import { type Part, time } from "../format.js";
import type { Messages } from "../text/messages.js";

export function restReasons(resting: Resting, { resting: words }: Messages["manual"]): Part[] {
  if (resting.isHeldUp) return [words.heldUp];
  if (resting.isOverdue) return [words.overdue];
  if (resting.fillsNow) return [words.fillsNow];
  const reasons: Part[] = resting.waitsForBulk ? [words.bulk] : [];
  const skipped = (owners: number, say: (owners: number) => Part) => {
    if (owners > 0) reasons.push(say(owners));
  };
  const { locked } = resting;
  if (locked) reasons.push(words.locked(locked.owners, time(locked.untilMs)));
  skipped(resting.underWay, words.underWay);
  skipped(resting.unlockable, words.unlockable);
  skipped(resting.tooLittle, words.tooLittle);
  skipped(resting.tooCoarse, words.tooCoarse);
  skipped(resting.failedLately, words.failedLately);
  if (resting.fillsAlone) return reasons;
  const next = resting.nextPriceSun ?? undefined;
  // Somebody who was passed over offers, too.
  const isElse = reasons.length > (resting.waitsForBulk ? 1 : 0);
  return [...reasons, words.nobody(resting.priceSun, next, isElse)];
}
