/**
 * Tells the operator's chat. What is told, and that it was told, is one transaction, so a restart tells nothing twice. While the chat
 * takes no messages nothing counts as told: what still holds then is told once it takes them.
 */
import {
  deleteOperatorNews,
  findOperatorChat,
  forgetEndedNews,
  forgetOperatorChat,
  type OperatorChatRow,
  openOperatorNews,
  saveOperatorChat,
  saveOperatorNews,
} from "../../store/chat/operator-chat.js";
import { enqueue } from "../../store/chat/outbox.js";
import { currentChat, isUnreachable } from "../../store/chat/telegram-users.js";
import { countIncidents } from "../../store/figures.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { conditionsNow, type PayoutAccount } from "./operator-conditions.js";
import { KINDS, type Telling, weigh } from "./operator-news.js";

/** What the outbox carries; the operator reads English, as on the command line. */
export interface OperatorNews {
  readonly event: "operator";
  readonly what: "begins" | "ends" | "says";
  readonly title: string;
  readonly lines: readonly string[];
}

/** The hour of the machine's own day from which on the line of the last day is told. */
const DAY_BEGINS_AT_HOUR = 8;

/** Whether the chat takes messages. Where nobody has tried, it does. */
export function readTakesMessages({ database }: Engine, chatId: number): Promise<boolean> {
  return database.read(() => takesMessages(chatId));
}

function* takesMessages(chatId: number): Phase<boolean> {
  return !(yield* isUnreachable(yield* currentChat(chatId)));
}

/** Tells what is to be told now; false, and nothing is told, while the chat takes no messages. */
export async function tellOperator(
  engine: Engine,
  chatId: number,
  account: PayoutAccount | undefined,
): Promise<boolean> {
  const look = () => lookFor(engine, chatId, account);
  const seen = await engine.database.read(look);
  if (seen && !seen.isSame) {
    const at = engine.now();
    await engine.database.commit(function* (): Phase<void> {
      const now = yield* look();
      if (now) yield* keep(now, at);
    });
  }
  return seen !== undefined;
}

function* lookFor(engine: Engine, chatId: number, account: PayoutAccount | undefined) {
  if (!(yield* takesMessages(chatId))) return undefined;
  const at = engine.now();
  const before = yield* findOperatorChat();
  const isNew = before?.chat_id !== chatId;
  const chat: OperatorChatRow = isNew
    ? { chat_id: chatId, incident_id: yield* countIncidents(), day: localDayOf(at) }
    : before;
  const known = isNew ? [] : yield* openOperatorNews();
  const { now, unread, incidentId } = yield* conditionsNow(
    engine,
    account,
    known,
    chat.incident_id,
  );
  const weighed = weigh(known, now, unread, at);
  const isSame = !isNew && incidentId === chat.incident_id && weighed.saved.length === 0;
  return {
    ...weighed,
    ...{ isNew, to: yield* currentChat(chatId), chat: { ...chat, incident_id: incidentId } },
    isSame: isSame && weighed.deleted.length === 0,
  };
}

type Looked = Exclude<ReturnType<typeof lookFor> extends Phase<infer T> ? T : never, undefined>;

function* keep({ isNew, to, chat, told, saved, deleted }: Looked, at: number): Phase<void> {
  if (isNew) {
    yield* forgetOperatorChat();
    yield* enqueue(`operator:hello:${chat.chat_id}`, to, JSON.stringify(HELLO), at);
  }
  yield* saveOperatorChat(chat);
  for (const row of saved) yield* saveOperatorNews(row);
  for (const { kind, key } of deleted) yield* deleteOperatorNews(kind, key);
  for (const telling of told) {
    yield* enqueue(keyOf(chat.chat_id, telling), to, JSON.stringify(newsOf(telling)), at);
  }
}

const HELLO: OperatorNews = {
  event: "operator",
  what: "says",
  title: "This chat hears of the desk (OPERATOR_CHAT)",
  lines: [
    "Each thing that waits for its operator or goes wrong once, and its end; and every morning a summary. It takes no commands for the desk.",
  ],
};

/** One began only once at a time. */
function keyOf(chatId: number, { kind, what, rows }: Telling): string {
  const [first] = rows;
  return `operator:${chatId}:${kind}:${first?.key}:${first?.since}:${what}`;
}

/** The most of a kind in one message: Telegram takes 4,096 characters. */
const MOST_LINES = 20;
const MOST_CHARACTERS = 3_500;

function newsOf({ kind, what, rows }: Telling): OperatorNews {
  const texts: string[] = [];
  let left = MOST_CHARACTERS;
  // Of what there is one of, the title says that it is over.
  const told = what === "ends" ? rows.filter(({ key }) => key !== "") : rows;
  for (const { text } of told.slice(0, MOST_LINES)) {
    if (texts.length > 0 && text.length > left) break;
    texts.push(text.slice(0, left));
    left -= text.length;
  }
  const more = told.length - texts.length;
  const lines = more > 0 ? [...texts, `and ${more} more`] : texts;
  return { event: "operator", what, title: KINDS[kind][what], lines };
}

/** Past the outbox, while the database takes nothing. */
export function haltNews(reason: string): OperatorNews {
  return { event: "operator", what: "begins", title: KINDS.halt.begins, lines: [reason] };
}

export function unwrittenNews(problem: string): OperatorNews {
  return {
    ...{ event: "operator", what: "begins" },
    title:
      "The database cannot be written: the desk takes nothing, and nothing more is told until it can",
    lines: [problem],
  };
}

/** Whether the line of the last day is to be told. */
export async function readIsDayDue({ database, now }: Engine): Promise<boolean> {
  const chat = await database.read(findOperatorChat);
  return isDue(chat, now());
}

/** Once a day, whoever is asked twice. */
export async function tellDay(engine: Engine, chatId: number, lines: readonly string[]) {
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    const chat = yield* findOperatorChat();
    if (!isDue(chat, at) || chat.chat_id !== chatId) return;
    const day = localDayOf(at);
    yield* saveOperatorChat({ ...chat, day });
    yield* forgetEndedNews(at);
    const news: OperatorNews = {
      event: "operator",
      what: "says",
      title: `The last day, ${day}`,
      lines,
    };
    yield* enqueue(`operator:day:${day}`, yield* currentChat(chatId), JSON.stringify(news), at);
  });
}

function isDue(chat: OperatorChatRow | undefined, at: number): chat is OperatorChatRow {
  if (!chat || new Date(at).getHours() < DAY_BEGINS_AT_HOUR) return false;
  return localDayOf(at) > chat.day;
}

function localDayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
