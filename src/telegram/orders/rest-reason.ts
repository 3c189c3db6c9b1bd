/** Why an order waits, in words. */
import type { RestReason } from "../../domain/rest-reasons.js";
import type { Messages } from "../text/messages.js";
import type { Part } from "../transport/format.js";

export function restReasonLine(reason: RestReason, { manual, time }: Messages): Part {
  const words = manual.resting;
  switch (reason.why) {
    case "heldUp":
    case "overdue":
    case "ofPool":
    case "fillsNow":
    case "bulk":
      return words[reason.why];
    case "locked":
      return words.locked(reason.owners, time(reason.untilMs));
    case "price": {
      const { priceSun, nextPriceSun, someoneOffers } = reason;
      return words.nobody(priceSun, nextPriceSun ?? undefined, someoneOffers);
    }
    default:
      return words[reason.why](reason.owners);
  }
}
