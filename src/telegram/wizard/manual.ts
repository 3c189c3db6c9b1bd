/** What only a Manual order is asked: its price, whether parts are allowed, and whether all wallets start together. */

import { MAX_PRICE_SUN } from "../../domain/rates.js";
import { MIN_CHUNK } from "../../domain/resource.js";
import type { AmountAnswer } from "../intake/amount.js";
import { SMALLEST_CHUNK } from "../intake/amount-notice.js";
import type { PriceAnswer } from "../intake/price.js";
import type { Draft, DraftData, Notice } from "../state/draft.js";
import { answered, changed, noticed, unchanged } from "./change.js";
import type { Reduction } from "./events.js";
import { sourcesWith } from "./sources.js";

/** The floor moves with the market: it is judged where it is known, and again when the price is quoted. */
export function answerPrice(
  draft: Draft,
  answer: PriceAnswer,
  floorSun?: number,
  messageId?: number,
): Reduction {
  if (draft.data.type === "Fast") return unchanged(draft);
  const sources = sourcesWith(draft, "price", messageId);
  const data: DraftData = { ...draft.data, sources };
  const notice = priceNotice(data, answer, floorSun);
  if (notice) return noticed(draft, data, "price", notice);
  return answer.kind === "sun"
    ? answered(draft, "price", { ...data, price: answer.priceSun })
    : unchanged(draft);
}

function priceNotice(
  { duration }: DraftData,
  answer: PriceAnswer,
  floor: number | undefined,
): Notice | undefined {
  if (answer.kind === "fraction") return { code: "PRICE_NOT_WHOLE" };
  if (answer.kind === "none" || !isPrice(answer.priceSun)) return { code: "PRICE_NOT_UNDERSTOOD" };
  const { priceSun: price } = answer;
  if (price > MAX_PRICE_SUN) {
    return { code: "PRICE_TOO_HIGH", details: { maximum: MAX_PRICE_SUN } };
  }
  if (floor === undefined || price >= floor) return undefined;
  return { code: "PRICE_BELOW_FLOOR", details: { price, floor, duration } };
}

/** A button may carry anything. */
function isPrice(priceSun: number): boolean {
  return Number.isSafeInteger(priceSun) && priceSun > 0;
}

/** The least part that the order allows. */
export function answerParts(draft: Draft, answer: AmountAnswer, messageId?: number): Reduction {
  if (draft.data.type === "Fast") return unchanged(draft);
  const sources = sourcesWith(draft, "partialMin", messageId);
  const data: DraftData = { ...draft.data, sources };
  if (answer.kind !== "units") {
    const details = answer.kind === "ambiguous" ? { readings: [...answer.readings] } : undefined;
    const code = details ? "AMOUNT_AMBIGUOUS" : "AMOUNT_NOT_UNDERSTOOD";
    return noticed(draft, data, "options", { code, ...(details && { details }) });
  }
  const partialMin = answer.units;
  const notice = chunkNotice({ ...data, partialMin });
  if (notice) return noticed(draft, data, "options", notice);
  return answered(draft, "options", { ...data, allowPartial: true, partialMin });
}

/** What is known of order and part need not be all yet. */
export function chunkNotice({ resource, amount, partialMin }: DraftData): Notice | undefined {
  if (partialMin === undefined) return undefined;
  if (!Number.isSafeInteger(partialMin)) return { code: "AMOUNT_NOT_UNDERSTOOD" };
  const minimum = resource ? MIN_CHUNK[resource] : SMALLEST_CHUNK;
  if (partialMin < minimum) {
    return { code: "CHUNK_TOO_SMALL", details: { minimum } };
  }
  if (amount === undefined || partialMin <= amount) return undefined;
  return { code: "CHUNK_TOO_LARGE", details: { maximum: amount } };
}

export function answerWhole(draft: Draft): Reduction {
  if (draft.data.type === "Fast") return unchanged(draft);
  const data: DraftData = { ...draft.data, allowPartial: false, partialMin: undefined };
  return answered(draft, "options", data);
}

/** It is set beside the question and answers nothing. */
export function toggleBulk(draft: Draft): Reduction {
  const { data } = draft;
  if (draft.step !== "options" || data.receivers.length < 2) return unchanged(draft);
  return changed(draft, { data: { ...data, bulk: !data.bulk, notice: undefined } });
}

/**
 * After another answer: Fast has no price of its own and no options, a price is for one resource, and a part is no larger
 * than the amount and no smaller than the resource allows.
 */
export function fitting(before: DraftData, data: DraftData): DraftData {
  if (data.type === "Fast") {
    return {
      ...data,
      price: undefined,
      allowPartial: undefined,
      partialMin: undefined,
      bulk: false,
    };
  }
  const isOther = before.resource !== undefined && before.resource !== data.resource;
  const fits = isOther ? { ...data, price: undefined } : data;
  return chunkNotice(fits) ? { ...fits, allowPartial: undefined, partialMin: undefined } : fits;
}
