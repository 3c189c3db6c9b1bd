/** The report of a team: what was spent by day and by member, how fast it was delivered, at which price; as text and as a file. */
import { type CsvCell, csvLine } from "../../common/csv.js";
import { SECOND_MS, utcDayOf } from "../../common/time.js";
import { decimalTrx } from "../../domain/money.js";
import { RESOURCES } from "../../domain/resource.js";
import type { Spent } from "../../domain/spending.js";
import type { Engine } from "../../engine/context.js";
import {
  type MemberSpent,
  readReport,
  type TeamReport,
} from "../../engine/customers/team-report.js";
import { REPORT_DAYS, type TeamTap } from "../kit/buttons.js";
import type { BotDeps, CommandCall } from "../kit/deps.js";
import { bargainOf, shortTime } from "../kit/figures.js";
import { languageOf } from "../kit/language.js";
import { cardOf } from "../kit/parts.js";
import type { TapCall } from "../kit/runner.js";
import { firstThatFits } from "../kit/sendable.js";
import type { Messages } from "../text/messages.js";
import { answer } from "../transport/answer.js";
import type { TeamReportDocument, Written } from "../transport/document.js";
import { blocks, bold } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { logCard } from "./log.js";
import { button, noTeamCard } from "./team-card.js";

type Asked = Pick<Extract<TeamTap, { readonly act: "report" }>, "team" | "days">;

/** `/team log`, `/team report 7d`; of several teams that from which they pay. */
export async function readingCard(
  deps: BotDeps,
  { args, user: { user_id: userId } }: CommandCall,
  team: string,
  messages: Messages,
): Promise<Card | undefined> {
  const [, log, report, given] = /^(?:(log)|(report)(?:\s+(\d+)d)?)$/i.exec(args) ?? [];
  if (log) return logCard(deps, userId, { team, before: undefined }, messages);
  const days = REPORT_DAYS.find((one) => one === given) ?? "7";
  return report ? reportCard(deps, userId, { team, days }, messages) : undefined;
}

export async function reportCard(
  { engine }: Pick<BotDeps, "engine">,
  userId: number,
  { team, days }: Asked,
  messages: Messages,
): Promise<Card> {
  const view = { userId, days: Number(days), at: engine.now() };
  const report = await readReport(engine, team, view);
  if (!report) return noTeamCard(messages);
  return firstThatFits([Number.POSITIVE_INFINITY, 20, 10, 5], (most) =>
    drawn({ team, days }, report, most, messages),
  );
}

function drawn(
  { team, days }: Asked,
  report: TeamReport,
  mostMembers: number,
  messages: Messages,
): Card {
  const { teamReport: words, stats, team: teamWords, teamLog, trx } = messages;
  const line = (what: string, { spentSun, orders }: Spent) =>
    words.line(what, trx(spentSun), stats.orders(orders));
  const { all, members, teamName } = report;
  const shown = members.slice(0, mostMembers);
  const more = members.length - shown.length;
  const text = blocks(
    [bold(words.title(teamName, Number(days)))],
    ...(all.spentSun === 0
      ? [[words.nothing]]
      : [
          [
            line(words.total, all),
            stats.bargain(bargainOf(report, messages)),
            words.times(shortTime(all.medianMs ?? 0, stats), shortTime(all.slowestMs ?? 0, stats)),
          ],
          [bold(words.byDay), ...daysOf(report).map((day) => line(stats.day(day.startsAt), day))],
          [
            bold(words.byMember),
            ...shown.map((one) => line(nameOf(one, messages), one.all)),
            more > 0 ? words.more(more) : undefined,
          ],
        ]),
  );
  const others = REPORT_DAYS.filter((one) => one !== days).map((one) =>
    button(stats.duration(one, "day"), { act: "report", team, days: one }),
  );
  return cardOf(text, [
    [...others, button(teamLog.csv, { act: "reportFile", team, days })],
    [button(teamWords.buttons.back, { act: "open", team })],
  ]);
}

const daysOf = ({ days }: Pick<TeamReport, "days">) => days.filter(({ spentSun }) => spentSun > 0);

const nameOf = ({ userId, name }: MemberSpent, { teamLog }: Messages): string =>
  userId === undefined ? teamLog.desk : name;

export async function sendReportFile(
  deps: Pick<BotDeps, "engine" | "sender">,
  { updateId, place, user }: TapCall,
  { team: customerId, days }: Asked,
  { teamReport }: Messages,
): Promise<undefined> {
  const document = {
    ...({ kind: "teamReport", customerId, userId: user.user_id } as const),
    ...{ days: Number(days), at: deps.engine.now() },
  };
  await answer(deps, updateId, place, cardOf(teamReport.file), { document });
  return undefined;
}

const COLUMNS = [
  ...["day", "member", "user_id", "spent_trx", "orders", "median_seconds", "slowest_seconds"],
  ...RESOURCES.flatMap((one) => [`${one}_units`, `${one}_price_sun`, `${one}_burn_price_sun`]),
];

/** As CSV, a line for each day on which a member's orders were delivered; the price of burning is that of now. */
export async function writeReport(
  engine: Engine,
  { customerId, ...asked }: TeamReportDocument,
): Promise<Written> {
  const messages = await languageOf({ engine }, asked.userId);
  const report = await readReport(engine, customerId, asked);
  if (!report) return { instead: noTeamCard(messages) };
  const lines = report.members
    .flatMap((member) => daysOf(member).map((day) => ({ member, day })))
    .toSorted((one, other) => one.day.startsAt - other.day.startsAt)
    .map(({ member: { name, userId }, day }) => {
      const { startsAt, spentSun, orders, medianMs, slowestMs, bought } = day;
      return csvLine([
        ...[utcDayOf(startsAt), name, userId, { decimal: decimalTrx(spentSun) }, orders],
        ...[secondsOf(medianMs), secondsOf(slowestMs)],
        ...RESOURCES.flatMap((resource): CsvCell[] => {
          const { units, averagePriceSun } = bought[resource];
          const price = averagePriceSun === undefined ? undefined : round(averagePriceSun);
          return [units, price, report.burnPriceSun?.[resource]];
        }),
      ]);
    });
  const from = utcDayOf(report.days[0]?.startsAt ?? asked.at);
  return {
    name: `team-report-${from}-${utcDayOf(asked.at)}.csv`,
    bytes: Buffer.from(csvLine(COLUMNS) + lines.join("")),
    card: cardOf(messages.teamReport.file),
  };
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;
const secondsOf = (ms: number | undefined) =>
  ms === undefined ? undefined : round(ms / SECOND_MS);
