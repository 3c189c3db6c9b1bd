/** `/stats` and `/history`, in private: a picture of recent spending, and the statement of the account as a file. */

import { DAY_MS, type Day, dayEndMs, utcDayOf } from "../../common/time.js";
import type { BalanceEntry } from "../../engine/customers/history.js";
import { readSpending, type Spending } from "../../engine/customers/spending.js";
import { type PeriodAnswer, parsePeriod } from "../intake/period.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { bargainOf, shortTime } from "../kit/figures.js";
import { languageOf } from "../kit/language.js";
import { menuButton } from "../kit/menu.js";
import { noteCard } from "../kit/notes.js";
import { cardOf } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import { answer } from "../transport/answer.js";
import { blocks, bold, code, join } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { spendingChart } from "./spending-chart.js";

const DAYS = 30;

export async function showStats(deps: BotDeps, call: ShowCall): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const messages = await languageOf(deps, place.chatId);
  if (place.isGroup) {
    const card = noteCard("privateOnly", contactOf(deps), messages);
    return answer(deps, updateId, place, card, { replyTo: messageId });
  }
  const spending = await readSpending(deps.engine, user.customer_id, DAYS);
  if (spending.all.spentSun === 0) {
    return answer(deps, updateId, place, nothingSpentCard(spending, messages));
  }
  // Drawn now: a repeated send shows the same, even in another language.
  const picture = spendingChart(spending, messages.stats);
  await answer(deps, updateId, place, statsCard(spending, messages), { picture });
}

export function statsCard({ days, all, ...view }: Spending, { stats, trx }: Messages): Card {
  const median = shortTime(all.medianMs ?? 0, stats);
  const p90 = shortTime(all.p90Ms ?? 0, stats);
  const bargain = bargainOf({ all, ...view }, { stats, trx });
  return cardOf(stats.caption({ days: days.length, all, median, p90, ...bargain }));
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
  readonly teamName?: string | undefined;
}

export function historyCard(
  { from, to, latest, teamName }: HistoryView,
  { history, team, trx, time }: Messages,
): Card {
  const lines = latest.map(({ at, kind, availableSun, reason, by }) => {
    const amount = `${availableSun < 0 ? "−" : "+"}${trx(Math.abs(availableSun))}`;
    const what = history.kinds(kind);
    // Other reasons are the operator's, and stand in the file.
    const from = (kind === "deposit" && reason) || undefined;
    return join([history.line(time(at), amount, what, from), by?.name], " · ");
  });
  const last = latest.at(-1);
  return cardOf(
    blocks(
      [
        teamName === undefined ? undefined : bold(team.title(teamName)),
        bold(history.title),
        ...lines,
        last && history.left(trx(last.availableAfterSun)),
      ],
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

function badPeriodCard(
  period: Exclude<PeriodAnswer, { readonly to: Day }>,
  now: number,
  { history }: Messages,
): Card {
  if ("backwards" in period) {
    return cardOf(history.backwards(code(commandFor(utcDayOf(now - MONTH_MS), utcDayOf(now)))));
  }
  const [first, second] = period.days ?? [];
  const word = period.wrong.slice(0, 40);
  return cardOf(
    first && second
      ? history.twoDays(word, code(first), code(second))
      : history.wrongDay(word, code(utcDayOf(now))),
  );
}

function commandFor(from: Day, to: Day): string {
  return `/history ${from} ${to}`;
}

export async function showHistory(
  deps: BotDeps,
  call: ShowCall & { readonly args: string },
): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const messages = await languageOf(deps, place.chatId);
  const say = (card: ReturnType<typeof historyCard>) =>
    answer(deps, updateId, place, card, { replyTo: messageId });
  if (place.isGroup) return say(noteCard("privateOnly", contactOf(deps), messages));
  const now = deps.engine.now();
  const period = parsePeriod(call.args, now, messages.history.isDayFirst);
  if (!("to" in period)) return say(badPeriodCard(period, now, messages));
  const { from, to } = period;
  const whose = { customerId: user.customer_id, userId: user.user_id };
  const untilMs = Math.min(now, dayEndMs(to));
  const document = { kind: "history", ...whose, from, to, untilMs } as const;
  await answer(deps, updateId, place, historyCard({ from, to, latest: [] }, messages), {
    document,
  });
}
