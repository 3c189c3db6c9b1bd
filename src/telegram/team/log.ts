/** The log of a team: page by page, the newest first, and as a file. */
import { type CsvCell, csvLine } from "../../common/csv.js";
import type { CustomerId } from "../../domain/ids.js";
import { ROLES } from "../../domain/team.js";
import type { Engine } from "../../engine/context.js";
import { type LogEntry, readLog } from "../../engine/teams/log.js";
import type { TeamTap } from "../kit/buttons.js";
import type { BotDeps } from "../kit/deps.js";
import { languageOf } from "../kit/language.js";
import { cardOf } from "../kit/parts.js";
import { rentalOf } from "../kit/rental.js";
import type { TapCall } from "../kit/runner.js";
import { firstThatFits } from "../kit/sendable.js";
import type { Messages } from "../text/messages.js";
import { answer } from "../transport/answer.js";
import type { TeamLogDocument, Written } from "../transport/document.js";
import { blocks, bold, code, join, type Part } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { changeText } from "./news.js";
import { button, noTeamCard } from "./team-card.js";

type Page = Extract<TeamTap, { readonly act: "log" | "logFile" }>;

const LINES_A_PAGE = 10;

export async function logCard(
  { engine }: Pick<BotDeps, "engine">,
  userId: number,
  { team, before }: Pick<Page, "team" | "before">,
  messages: Messages,
): Promise<Card> {
  const page = await readLog(engine, team, userId, { before, limit: LINES_A_PAGE });
  if (!page) return noTeamCard(messages);
  const { entries, teamName } = page;
  // Where long names do not fit, the page is shorter.
  return firstThatFits([LINES_A_PAGE, 5, 2, 1], (most) => {
    const shown = entries.slice(0, most);
    const next = shown.length < entries.length ? shown.at(-1)?.id : page.next;
    return drawn({ team, teamName, before, next }, shown, messages);
  });
}

interface LogView {
  readonly team: CustomerId;
  readonly teamName: string;
  readonly before: number | undefined;
  readonly next: number | undefined;
}

function drawn(
  { team, teamName, before, next }: LogView,
  entries: readonly LogEntry[],
  messages: Messages,
): Card {
  const { teamLog, team: words, buttons } = messages;
  const page = (text: string, at: number | undefined) =>
    button(text, { act: "log", team, before: at });
  const lines = entries.map((entry) => [lineOf(entry, teamName, messages)]);
  return cardOf(blocks([bold(teamLog.title(teamName))], ...lines), [
    [
      ...(before === undefined ? [] : [page(buttons.newest, undefined)]),
      ...(next === undefined ? [] : [page(buttons.older, next)]),
    ],
    [
      button(teamLog.csv, { act: "logFile", team, before: undefined }),
      button(words.buttons.back, { act: "open", team }),
    ],
  ]);
}

function lineOf(entry: LogEntry, teamName: string, messages: Messages): Part {
  const { teamLog: words, team, time } = messages;
  const { userId, name, keyId, chatId, confirmedBy, after } = entry;
  const act = actOf(entry, messages);
  const detail = detailOf(entry, teamName, messages);
  const { reason } = valuesIn(after);
  const what = join(
    [
      detail === undefined ? act : words.said(act, detail),
      typeof reason === "string" ? team.because(reason) : undefined,
      confirmedBy && words.confirmed(confirmedBy.name),
      keyId === null ? undefined : words.byKey,
      chatId === null ? undefined : words.inGroup,
    ],
    " · ",
  );
  return words.line(time(entry.at), userId === null ? words.desk : name, what);
}

const OF_ANOTHER = ["approved", "declined", "ended", "lapsed", "cancelled", "changed"] as const;

/** Whoever leaves is not removed, and whose it was is said of what another had asked for or ordered. */
function actOf(entry: LogEntry, { teamLog: words }: Messages): string {
  const { act, other, subject, userId, change } = entry;
  if (act === "removed" && subject === `user ${userId}`) return words.left;
  const ends = act === "withdrawn" || act === "ended";
  if (ends && !change && subject.startsWith("invitation ")) return words.uninvited;
  if (act === "cancelled" && subject.startsWith("withdrawal ")) return words.notWithdrawn;
  const ofAnother = OF_ANOTHER.find((one) => one === act);
  return ofAnother && other !== undefined ? words.ofAnother(ofAnother, other) : words.act(act);
}

/** From what to what; of an order, which, and how much it may cost. */
function detailOf(entry: LogEntry, teamName: string, messages: Messages): Part | undefined {
  const { act, change, orders, subject, before, after } = entry;
  const { teamLog: words, team } = messages;
  if (change) return changeIn(entry, change, teamName, messages);
  const [had, has] = [valuesIn(before), valuesIn(after)];
  if (orders.length > 0) {
    return words.list([...orderParts(entry, messages), ...changesOf(had, has, messages)]);
  }
  const role = ROLES.find((one) => one === subject || one === had.role);
  if (role) return team.role(role);
  if (act === "linkCode") return undefined;
  if (act === "keyRevoked") {
    const { startsWith, capSun } = had;
    return words.list([
      personOf(entry, messages),
      team.key(String(startsWith ?? ""), messages.trx(Number(capSun))),
    ]);
  }
  const { address, amountSun = has.amountSun } = had;
  if (typeof amountSun === "number") {
    const wallet = typeof address === "string" ? address : subject;
    return words.withdrawal(messages.trx(amountSun), code(wallet));
  }
  const values = [before, after].flatMap((json) => plainOf(json) ?? []);
  return words.list([subject, ...(values.length > 0 ? [join(values, " → ")] : [])]);
}

/** Without what the act says already. */
function changeIn(
  entry: LogEntry,
  { change, was }: NonNullable<LogEntry["change"]>,
  teamName: string,
  messages: Messages,
): Part {
  const { act, about = "", name, other } = entry;
  const { team, teamLog: words } = messages;
  const before = ROLES.find((role) => role === was);
  if (act === "removed" && before)
    return words.list([personOf(entry, messages), team.role(before)]);
  if (act === "renamed" && change.kind === "rename") return `${was} → ${change.name}`;
  if (act === "linked" || act === "unlinked") return "title" in change ? change.title : "";
  const askedBy = other ?? name;
  return changeText({ change, was, subject: about, askedBy, teamName }, messages);
}

const personOf = ({ about = "", subject }: LogEntry, { team }: Messages) =>
  team.person(bold(about), code(subject.replace("user ", "")));

/** More wallets stand in the file. */
const MOST_WALLETS = 3;

function orderParts({ orders, mostSun }: LogEntry, messages: Messages): Part[] {
  const [first, beside] = orders;
  if (!first) return [];
  const { resource, duration, amounts, receivers, priceSun } = first;
  const { teamLog: words, teamMoney, trx } = messages;
  const rental = rentalOf({ resource, duration, amounts, bandwidth: beside?.amounts[0] });
  const more = receivers.length - MOST_WALLETS;
  return [
    words.order(rental, mostSun && trx(mostSun)),
    ...receivers.slice(0, MOST_WALLETS).map(code),
    ...(more > 0 ? [teamMoney.walletsMore(more)] : []),
    ...(priceSun === undefined ? [] : [messages.manual.order.price(priceSun)]),
  ];
}

/** Of another's order: price and end; of one that is booked, when it starts. */
function changesOf(had: Values, has: Values, { manual, team, time }: Messages): Part[] {
  const { startsAt = has.startsAt } = had;
  const [price, end] = ["priceSun", "deadlineAt"].map((name) =>
    had[name] === has[name] ? [] : [had[name], has[name]].filter((one) => typeof one === "number"),
  );
  return [
    ...(price?.length ? [price.map((one) => manual.order.price(one)).join(" → ")] : []),
    ...(end?.length
      ? [
          join(
            end.map((one) => time(one)),
            " → ",
          ),
        ]
      : []),
    ...(typeof startsAt === "number" ? [team.requestBooks(time(startsAt))] : []),
  ];
}

type Values = Readonly<Record<string, unknown>>;

const valuesIn = (json: string | null): Values => Object(JSON.parse(json ?? "{}"));

/** A wallet, or another plain value; what else there is stands in the file. */
function plainOf(json: string | null): Part | undefined {
  const value = json === null ? undefined : JSON.parse(json);
  return typeof value === "string" ? code(value) : undefined;
}

export async function sendLogFile(
  deps: Pick<BotDeps, "engine" | "sender">,
  { updateId, place, user }: TapCall,
  { team: customerId, before }: Page,
  { teamLog }: Messages,
): Promise<undefined> {
  const document = { kind: "teamLog", customerId, userId: user.user_id, before } as const;
  await answer(deps, updateId, place, cardOf(teamLog.file), { document });
  return undefined;
}

/** All of it is held in memory; what is more is in a further file. */
const MOST_BYTES = 10_000_000;
const LINES_AT_ONCE = 500;

const COLUMNS = [
  ...["time", "act", "by", "by_user_id", "by_key_id", "confirmed_by", "confirmed_by_user_id"],
  ...["about", "about_name", "before", "after", "request_id", "group_id"],
];

/** As CSV, the newest first. The columns are documented in docs/telegram.md and stay as they are. */
export async function writeLog(
  engine: Engine,
  { customerId, userId, before }: TeamLogDocument,
  goOn: () => void,
  mostBytes = MOST_BYTES,
  limit = LINES_AT_ONCE,
): Promise<Written> {
  const messages = await languageOf({ engine }, userId);
  const parts = [Buffer.from(csvLine(COLUMNS))];
  let bytes = 0;
  let at = before;
  do {
    goOn();
    const page = await readLog(engine, customerId, userId, { before: at, limit });
    if (!page) return { instead: noTeamCard(messages) };
    const part = Buffer.from(page.entries.map((entry) => csvLine(cellsOf(entry))).join(""));
    parts.push(part);
    bytes += part.length;
    at = page.next;
  } while (at !== undefined && bytes < mostBytes);
  const { teamLog } = messages;
  const older =
    at === undefined
      ? []
      : [[button(teamLog.csvOlder, { act: "logFile", team: customerId, before: at })]];
  return {
    name: "team-log.csv",
    bytes: Buffer.concat(parts),
    card: cardOf(
      blocks([teamLog.file], [at === undefined ? undefined : teamLog.fileGoesOn]),
      older,
    ),
  };
}

function cellsOf(entry: LogEntry): CsvCell[] {
  const { at, act, name, userId, keyId, confirmedBy, subject, about, before, after } = entry;
  return [
    ...[new Date(at).toISOString(), act, name, userId ?? undefined, keyId ?? undefined],
    ...[confirmedBy?.name, confirmedBy?.userId, subject, about],
    ...[before ?? undefined, after ?? undefined, entry.requestId ?? undefined],
    entry.chatId ?? undefined,
  ];
}
