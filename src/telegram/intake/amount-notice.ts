/** Which amounts a draft takes, and the notice about others. */

import { MAX_AMOUNT } from "../../domain/order-request.js";
import { MIN_AMOUNT, MIN_CHUNK, type Resource } from "../../domain/resource.js";
import type { Notice } from "../state/draft.js";
import type { AmountAnswer } from "./amount.js";

/** The least amount of any resource. */
export const SMALLEST_AMOUNT = Math.min(...Object.values(MIN_AMOUNT));

/** The least part of any resource. */
export const SMALLEST_CHUNK = Math.min(...Object.values(MIN_CHUNK));

/** Undefined when the amount can be ordered; until the resource is known, the lowest minimum counts. */
export function amountNotice(amount: number, resource: Resource | undefined): Notice | undefined {
  const minimum = resource ? MIN_AMOUNT[resource] : SMALLEST_AMOUNT;
  // NaN and fractions too: a button may carry anything.
  if (!Number.isSafeInteger(amount)) return { code: "AMOUNT_NOT_UNDERSTOOD" };
  if (amount < minimum) return { code: "AMOUNT_TOO_SMALL", details: { minimum } };
  if (amount > MAX_AMOUNT) return { code: "AMOUNT_TOO_LARGE", details: { maximum: MAX_AMOUNT } };
  return undefined;
}

/** The amount of a typed answer, or a notice about it. */
export function judgedAnswer(
  answer: AmountAnswer,
  resource: Resource | undefined,
): { readonly amount: number } | { readonly notice: Notice } {
  if (answer.kind === "none") return { notice: { code: "AMOUNT_NOT_UNDERSTOOD" } };
  if (answer.kind === "ambiguous") {
    return { notice: { code: "AMOUNT_AMBIGUOUS", details: { readings: [...answer.readings] } } };
  }
  const notice = amountNotice(answer.units, resource);
  return notice ? { notice } : { amount: answer.units };
}
