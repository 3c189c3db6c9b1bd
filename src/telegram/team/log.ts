/** The log of a team: page by page, the newest first, and as a file. */
import { type CsvCell, csvLine } from "../../common/csv.js";
import { isAddress } from "../../domain/address.js";
import type { CustomerId } from "../../domain/ids.js";
import { type Sun, sun } from "../../domain/money.js";
import { ROLES } from "../../domain/team.js";
import type { Engine } from "../../engine/context.js";
import { type LogEntry, readLog } from "../../engine/teams/log.js";
import type { TeamTap } from "../kit/buttons.js";
import type { BotDeps } from "../kit/deps.js";
import { languageOf } from "../kit/language.js";
import { cardOf } from "../kit/parts.js";
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
  const { teamLog: words, time } = messages;
  const { act, userId, name, keyId, chatId, confirmedBy } = entry;
  const what = join(
    [
      join([words.act(act), detailOf(entry, teamName, messages)], ": "),
      confirmedBy && words.confirmed(confirmedBy.name),
      keyId === null ? undefined : words.byKey,
      chatId === null ? undefined : words.inGroup,
    ],
    " · ",
  );
  return words.line(time(entry.at), userId === null ? words.desk : name, what);
}

/** From what to what; of an order, which, and how much it may cost. */
function detailOf(entry: LogEntry, teamName: string, messages: Messages): Part | undefined {
  const { act, change, subject, about = "", before, after, userId, name } = entry;
  if (change) {
    const isInviter = change.change.kind === "join" && change.change.invitedBy === userId;
    const askedBy = isInviter ? name : invitedBy(change.change);
    return changeText({ ...change, subject: about, askedBy, teamName }, messages);
  }
  const role = ROLES.find((one) => one === subject);
  if (role) return messages.team.role(role);
  if (act === "founded" || act === "linkCode") return undefined;
  const most = mostOf(after);
  const values = [before, after].flatMap((json) => plainOf(json) ?? []);
  const shown = isAddress(subject) || /^[0-9a-f]{24}$/.test(subject) ? code(subject) : subject;
  return join(
    [
      shown,
      most === undefined ? undefined : messages.teamLog.most(messages.trx(most)),
      values.length > 0 ? join(values, " → ") : undefined,
    ],
    ", ",
  );
}

const invitedBy = (change: NonNullable<LogEntry["change"]>["change"]) =>
  change.kind === "join" ? String(change.invitedBy) : "";

function mostOf(after: string | null): Sun | undefined {
  const { mostSun, amountSun = mostSun } = (JSON.parse(after ?? "{}") ?? {}) as Sums;
  return typeof amountSun === "number" ? sun(amountSun) : undefined;
}

interface Sums {
  readonly mostSun?: unknown;
  readonly amountSun?: unknown;
}

/** A wallet, or another plain value, and a price; what else there is stands in the file. */
function plainOf(json: string | null): Part | undefined {
  const value = json === null ? undefined : JSON.parse(json);
  if (typeof value === "string") return code(value);
  return typeof value?.priceSun === "number" ? `${value.priceSun} SUN` : undefined;
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
