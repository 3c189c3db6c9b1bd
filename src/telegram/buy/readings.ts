/** What an answer can mean that was not clear, as buttons offer it. */
import { DURATIONS, type Duration } from "../../domain/duration.js";
import type { PriceLook } from "../../engine/book/price-look.js";
import { amountNotice } from "../intake/amount.js";
import { type DraftData, noticeIn } from "./draft.js";

/** Those between which a typed one leaves the choice, alone or on a line. */
export function meantAmounts(data: DraftData): number[] {
  const units = readingsOf(data, "AMOUNT_AMBIGUOUS").filter((one) => typeof one === "number");
  return units.filter((one) => amountNotice(one, data.resource) === undefined);
}

/** The times among them: 15m. */
export function meantTimes(data: DraftData): Duration[] {
  const readings = readingsOf(data, "AMOUNT_AMBIGUOUS");
  return DURATIONS.filter((duration) => readings.includes(duration));
}

function readingsOf(data: DraftData, code: "AMOUNT_AMBIGUOUS" | "PRICE_NOT_WHOLE") {
  const notice = noticeIn(data);
  if (notice?.code === code) return notice.details?.readings ?? [];
  return data.problems.find((problem) => problem.code === code)?.hint ?? [];
}

/** 44, 45 or 44500. */
const MOST_NEAR = 3;

/** The whole ones beside a fraction that was typed, alone or on a line; none that would be refused, or stands on another button. */
export function nearPrices(data: DraftData, look: PriceLook | undefined): number[] {
  const readings = readingsOf(data, "PRICE_NOT_WHOLE");
  const prices = readings.map((reading) => Number(String(reading).replace("@", "")));
  const { floorSun = 1, choices = [] } = look ?? {};
  return prices
    .filter((price) => Number.isSafeInteger(price) && price >= floorSun)
    .filter((price) => choices.every(({ priceSun }) => priceSun !== price))
    .slice(0, MOST_NEAR);
}
