/** What a Manual order would do: what is filled now, on which terms, until when, and what Fast would cost instead. */
import { formatTrx } from "../../domain/money.js";
import type { ManualOptions } from "../../domain/order-request.js";
import type { Part } from "../format.js";
import type { Messages } from "../text/messages.js";
import type { PriceView } from "./views.js";

export function manualLines(view: PriceView, messages: Messages): Part[] {
  const { quote, manual, duration } = view;
  if (!quote.manual || !manual) return [];
  const { options, deadlineMs } = manual;
  const { confirm } = messages.manual;
  return [
    fillLine(view, quote.manual.fillsUnits, options, messages),
    options.allowPartial ? confirm.parts(options.partialMin) : confirm.whole,
    ...(options.bulkOrder ? [confirm.bulk] : []),
    confirm.held(formatTrx(quote.totalSun)),
    confirm.deadline(deadlineMs),
    confirm.runs(duration),
    fastLine(quote.manual.fastTotalSun, quote.totalSun, messages),
  ];
}

function fillLine(
  { amount, receivers }: PriceView,
  fills: number,
  { bulkOrder }: ManualOptions,
  { manual: { confirm } }: Messages,
): string {
  const wanted = amount * Math.max(1, receivers.length);
  if (fills >= wanted) return confirm.fillsAll;
  if (bulkOrder) return confirm.waitsForAll;
  return fills > 0 ? confirm.fillsSome(fills, wanted - fills) : confirm.fillsNone;
}

function fastLine(fastSun: number, totalSun: number, { manual: { confirm } }: Messages): string {
  const fast = formatTrx(fastSun);
  if (fastSun === totalSun) return confirm.fastSame;
  return fastSun < totalSun
    ? confirm.fastCheaper(fast, formatTrx(totalSun - fastSun))
    : confirm.fastDearer(fast, formatTrx(fastSun - totalSun));
}
