/** The sentence that says why an order rests. */
import type { Resting } from "../engine/book/resting.js";

/** "2 sellers skipped: a longer lock to this receiver exists until 2026-11-20 14:05 UTC; nobody else offers at 50 SUN or less". */
export function explainRest(resting: Resting): string {
  if (resting.isHeldUp)
    return "nothing is matched now: TRON is out of sight or behind, or a check of the desk has failed";
  if (resting.isOverdue)
    return "its deadline has passed: it is being closed, and the rest refunded";
  if (resting.fillsNow) return "a seller has just become free: it is being filled";
  const reasons: string[] = [];
  const skipped = (owners: number, why: string) => {
    if (owners > 0)
      reasons.push(`${owners} ${owners === 1 ? "seller" : "sellers"} skipped: ${why}`);
  };
  if (resting.locked) {
    const until = timeOf(resting.locked.untilMs);
    skipped(resting.locked.owners, `a longer lock to this receiver exists until ${until}`);
  }
  skipped(resting.underWay, "another delegation to this receiver is on its way");
  skipped(resting.unlockable, "a delegation is locked here, and cannot be for this duration");
  skipped(resting.tooLittle, "too little is free for a part that your options allow");
  skipped(resting.tooCoarse, "no part that suits both the seller's smallest part and your options");
  skipped(resting.failedLately, "a delegation failed and is tried again in a while");
  if (resting.waitsForBulk)
    reasons.push("the wallets of this call start together, once all can be filled");
  if (resting.fillsAlone) return reasons.join("; ");
  const price = `${resting.priceSun} SUN or less`;
  const nobody = reasons.length > 0 ? "nobody else offers" : "nobody offers";
  const next = resting.nextPriceSun;
  reasons.push(`${nobody} at ${price}${next === null ? "" : ` (the next price is ${next} SUN)`}`);
  return reasons.join("; ");
}

/** "2026-11-20 14:05 UTC": a lock may last for weeks. */
function timeOf(atMs: number): string {
  const iso = new Date(atMs).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
