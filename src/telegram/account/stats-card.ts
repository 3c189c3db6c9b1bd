/** What is said with the picture of /stats and the file of /history, or instead of them. */

import { DAY_MS } from "../../common/time.js";
import { type Day, utcDayOf } from "../../common/utc-day.js";

import { RESOURCES } from "../../domain/resource.js";
import { savedSun } from "../../domain/spending.js";
import type { BalanceEntry } from "../../engine/customers/history.js";
import type { Spending } from "../../engine/customers/spending.js";
import type { PeriodAnswer } from "../intake/period.js";
import { menuButton } from "../kit/menu.js";
import { cardOf } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, code, time } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { shortFigure, shortTime } from "./figures.js";

export function statsCard({ days, all, burnPriceSun }: Spending, { stats, trx }: Messages): Card {
  const bought = RESOURCES.flatMap((resource) => {
    const { units, averagePriceSun } = all.bought[resource];
    if (averagePriceSun === undefined) return [];
    const burnSun = burnPriceSun?.[resource];
    const burnPrice = burnSun === undefined ? undefined : shortFigure(burnSun, stats);
    return [{ resource, units, price: shortFigure(averagePriceSun, stats), burnPrice }];
  });
  const median = shortTime(all.medianMs ?? 0, stats);
  const p90 = shortTime(all.p90Ms ?? 0, stats);
  const saved = burnPriceSun && savedSun(all, burnPriceSun);
  const against =
    saved === undefined ? undefined : { amount: trx(Math.abs(saved)), isSaved: saved >= 0 };
  return cardOf(stats.caption({ days: days.length, all, bought, median, p90, against }));
}

export function nothingSpentCard({ days }: Spending, messages: Messages): Card {
  return cardOf(messages.stats.nothing(days.length), [
    [menuButton("buyEnergy", messages), menuButton("orders", messages)],
  ]);
}

const MONTH_MS = 30 * DAY_MS;

export interface HistoryView {
  /** Undefined: from the beginning. */
  readonly from: Day | undefined;
  readonly to: Day;
  /** The last that changed what can be spent, the oldest first. */
  readonly latest: readonly BalanceEntry[];
}

export function historyCard({ from, to, latest }: HistoryView, { history, trx }: Messages): Card {
  const lines = latest.map(({ at, kind, availableSun, reason }) => {
    const amount = `${availableSun < 0 ? "−" : "+"}${trx(Math.abs(availableSun))}`;
    const what = history.kinds[kind];
    // Other reasons are the operator's, and stand in the file.
    const of = kind === "deposit" && reason ? `: ${reason}` : "";
    return history.line(time(at), amount, what + of);
  });
  const last = latest.at(-1);
  return cardOf(
    blocks(
      [bold(history.title), ...lines, last && history.left(trx(last.availableAfterSun))],
      [history.inFile(from, to)],
    ),
  );
}

export function nothingInHistoryCard(from: Day | undefined, to: Day, { history }: Messages): Card {
  return cardOf(history.nothing(from, to));
}

/** `shorter` is a period that fits; undefined when a single day does not. */
export function historyTooLargeCard(
  shorter: { readonly from: Day; readonly to: Day } | undefined,
  { history }: Messages,
): Card {
  return cardOf(history.tooLarge(shorter && code(commandFor(shorter.from, shorter.to))));
}

export function badPeriodCard(
  period: Exclude<PeriodAnswer, { readonly to: Day }>,
  now: number,
  { history }: Messages,
): Card {
  const example = code(commandFor(utcDayOf(now - MONTH_MS), utcDayOf(now)));
  return cardOf(
    "wrong" in period
      ? history.wrongDay(period.wrong.slice(0, 40), code(utcDayOf(now)))
      : history.backwards(example),
  );
}

function commandFor(from: Day, to: Day): string {
  return `/history ${from} ${to}`;
}
