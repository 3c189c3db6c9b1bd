/** Answers that may be wrong: receivers, amounts, a resource that the amount does not fit, and what only a Manual order is asked. */
import type { OrderType } from "../../domain/order-request.js";
import { MAX_PRICE_SUN } from "../../domain/rates.js";
import { MIN_CHUNK, type Resource } from "../../domain/resource.js";
import { keepUsable } from "../intake/addresses.js";
import { type AmountAnswer, amountNotice, judgedAnswer, SMALLEST_CHUNK } from "../intake/amount.js";
import type { DurationAnswer } from "../intake/duration.js";
import type { PriceAnswer } from "../intake/price.js";
import type { Draft, DraftData, Notice, Verdict } from "../state/draft.js";
import { answered, type DraftReduction, noticed, sourcesWith } from "./draft-change.js";
import { changed, unchanged } from "./reduction.js";

/**
 * One good address answers the question; what is wrong with the others stays on the card. Without a
 * good one the card stays at the question with the verdicts, and earlier receivers are kept until
 * the next good answer.
 */
export function answerReceivers(
  draft: Draft,
  verdicts: readonly Verdict[],
  messageId?: number,
): DraftReduction {
  const { receivers, waiting, ...verdict } = keepUsable(verdicts);
  const sources = sourcesWith(draft, "receivers", messageId);
  const data: DraftData = { ...draft.data, ...verdict, sources };
  if (receivers.length > 0) return answered(draft, "receivers", { ...data, receivers, waiting });
  const notice = verdicts.length === 0 ? { code: "NO_ADDRESS" } : undefined;
  return noticed(draft, data, "receivers", notice);
}

/** A button of the card stands for one of the wallets that the draft was opened with. */
export function answerWallet(draft: Draft, at: number): DraftReduction {
  const address = draft.data.wallets[at];
  return address === undefined ? unchanged(draft) : answerReceivers(draft, [{ address }]);
}

export function answerAmount(
  draft: Draft,
  answer: AmountAnswer,
  messageId?: number,
): DraftReduction {
  const sources = sourcesWith(draft, "amount", messageId);
  const data: DraftData = { ...draft.data, sources };
  const judged = judgedAnswer(answer, data.resource);
  if ("notice" in judged) return noticed(draft, data, "amount", judged.notice);
  return answered(draft, "amount", fitting(data, { ...data, amount: judged.amount }));
}

export function answerDuration(
  draft: Draft,
  answer: DurationAnswer,
  messageId?: number,
): DraftReduction {
  const sources = sourcesWith(draft, "duration", messageId);
  const data: DraftData = { ...draft.data, sources };
  if (answer.kind === "duration") {
    return answered(draft, "duration", { ...data, duration: answer.duration });
  }
  const readings = answer.kind === "other" ? [...answer.near] : [];
  return noticed(draft, data, "duration", { code: "DURATION_NOT_OFFERED", details: { readings } });
}

export function answerType(draft: Draft, type: OrderType): DraftReduction {
  return answered(draft, "type", fitting(draft.data, { ...draft.data, type }));
}

/** An amount that is too small for the other resource is asked for anew. */
export function answerResource(draft: Draft, resource: Resource): DraftReduction {
  const data: DraftData = fitting(draft.data, { ...draft.data, resource });
  const { amount } = data;
  const notice = amount === undefined ? undefined : amountNotice(amount, resource);
  if (!notice) return answered(draft, "resource", data);
  const { state: moved, effects } = answered(draft, "resource", { ...data, amount: undefined });
  return { state: { ...moved, data: { ...moved.data, notice } }, effects };
}

/** The floor moves with the market: it is judged where it is known, and again when the price is quoted. */
export function answerPrice(
  draft: Draft,
  answer: PriceAnswer,
  floorSun?: number,
  messageId?: number,
): DraftReduction {
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
  const tooHigh = { code: "PRICE_TOO_HIGH", details: { maximum: MAX_PRICE_SUN } };
  if (answer.kind === "fraction") {
    const readings = answer.near.map(String);
    return readings.length > 0 ? { code: "PRICE_NOT_WHOLE", details: { readings } } : tooHigh;
  }
  if (answer.kind === "none" || !isPrice(answer.priceSun)) return { code: "PRICE_NOT_UNDERSTOOD" };
  const { priceSun: price } = answer;
  if (price > MAX_PRICE_SUN) return tooHigh;
  if (floor === undefined || price >= floor) return undefined;
  return { code: "PRICE_BELOW_FLOOR", details: { price, floor, duration } };
}

/** A button may carry anything. */
function isPrice(priceSun: number): boolean {
  return Number.isSafeInteger(priceSun) && priceSun > 0;
}

/** The least part that the order allows. */
export function answerParts(
  draft: Draft,
  answer: AmountAnswer,
  messageId?: number,
): DraftReduction {
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

export function answerWhole(draft: Draft): DraftReduction {
  if (draft.data.type === "Fast") return unchanged(draft);
  const data: DraftData = { ...draft.data, allowPartial: false, partialMin: undefined };
  return answered(draft, "options", data);
}

/** It is set beside the question and answers nothing. */
export function toggleBulk(draft: Draft): DraftReduction {
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
