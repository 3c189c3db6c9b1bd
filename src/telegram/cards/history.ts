/** The text with the file of /history, or instead of it. */
import type { Card } from "../card.js";
import { code } from "../format.js";
import { type Day, dayOf, type PeriodAnswer } from "../intake/period.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";

const MONTH_MS = 30 * 86_400_000;

export function historyCard(from: Day | undefined, to: Day, { history }: Messages): Card {
  return cardOf(history.caption(from, to));
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
  const example = code(commandFor(dayOf(now - MONTH_MS), dayOf(now)));
  return cardOf(
    "wrong" in period
      ? history.wrongDay(period.wrong.slice(0, 40), example)
      : history.backwards(example),
  );
}

function commandFor(from: Day, to: Day): string {
  return `/history ${from} ${to}`;
}
