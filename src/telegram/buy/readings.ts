/** What an answer can mean that was not clear, as buttons offer it. */
import { amountNotice } from "../intake/amount.js";
import { type DraftData, noticeIn } from "./draft.js";

/** Those between which a typed one leaves the choice, alone or on a line; a time is none. */
export function meantAmounts(data: DraftData): number[] {
  const units = readingsOf(data, "AMOUNT_AMBIGUOUS").filter((one) => typeof one === "number");
  return units.filter((one) => amountNotice(one, data.resource) === undefined);
}

function readingsOf(data: DraftData, code: "AMOUNT_AMBIGUOUS" | "PRICE_NOT_WHOLE") {
  const notice = noticeIn(data);
  if (notice?.code === code) return notice.details?.readings ?? [];
  return data.problems.find((problem) => problem.code === code)?.hint ?? [];
}

/** 44, 45 or 44500. */
const MOST_NEAR = 3;

/** The whole ones beside a fraction that was typed, alone or on a line. */
export function nearPrices(data: DraftData): number[] {
  const readings = readingsOf(data, "PRICE_NOT_WHOLE");
  const prices = readings.map((reading) => Number(String(reading).replace("@", "")));
  return prices.filter((price) => Number.isSafeInteger(price) && price > 0).slice(0, MOST_NEAR);
}
