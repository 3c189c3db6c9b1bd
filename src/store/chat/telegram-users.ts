/** Telegram users with the customer account each has, and the chats they write in. */
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { all, one, type Phase, run, value } from "../phase.js";
import { integer, type RowOf, table, text } from "../table.js";

export const TELEGRAM_CHATS = table(
  "telegram_chat",
  {
    chat_id: integer().key,
    migrated_to: integer().orNull,
    unreachable_at: integer().orNull,
    /** What the bot speaks in a group; null in a private chat. */
    language: text().orNull,
    /** How many messages the bot has sent and received there. Telegram's own numbers are shared by all private chats of a bot. */
    messages: integer().default(0),
    /** The team whose orders a group places. */
    team_id: text<CustomerId>().orNull.references("team"),
    /** What the group was called when it was linked. */
    team_title: text().orNull,
  },
  {
    sql: `
-- The groups of a team.
CREATE INDEX telegram_chat_of_team ON telegram_chat (team_id) WHERE team_id IS NOT NULL;
-- Chats that take nothing: what waits for them is passed over.
CREATE INDEX telegram_chat_unreachable ON telegram_chat (chat_id) WHERE unreachable_at IS NOT NULL;`,
  },
);

export const TELEGRAM_USERS = table(
  "telegram_user",
  {
    user_id: integer().key.fixed,
    customer_id: text<CustomerId>().unique.references("customer").fixed,
    last_duration: text().orNull,
    /** Units of Energy that each wallet of the last order of it got. */
    last_energy: integer().orNull,
    /** JSON array of the receivers ordered for last, newest first. */
    last_wallets: text().default("[]"),
    created_at: integer().fixed,
    /** As Telegram showed them last. */
    name: text().default(""),
    /** As Telegram names it ("ru", "pt-br"), heard with each update of theirs. */
    client_language: text().orNull,
    /** What they want to read instead. */
    chosen_language: text().orNull,
    /** Above this sum Pay asks once more. Without one the program's own counts. */
    ask_above_sun: integer().orNull.check("ask_above_sun >= 0"),
    /** Orders of at least this sum are told to this user, whichever key made them. Null: never. */
    tell_orders_sun: integer().orNull.check("tell_orders_sun > 0"),
    /** The team from whose account they pay in private; null is their own. */
    pays_from: text<CustomerId>().orNull.references("team"),
  },
  {
    isKept: true,
  },
);

export type TelegramUserRow = Omit<
  RowOf<typeof TELEGRAM_USERS>,
  "created_at" | "ask_above_sun" | "tell_orders_sun"
>;

const COLUMNS = TELEGRAM_USERS.columnsBut("created_at", "ask_above_sun", "tell_orders_sun");

export const findTelegramUser = (userId: number) =>
  one<TelegramUserRow>(`SELECT ${COLUMNS} FROM telegram_user WHERE user_id = ?`, userId);

export const findUserOfCustomer = (customerId: CustomerId) =>
  one<TelegramUserRow>(`SELECT ${COLUMNS} FROM telegram_user WHERE customer_id = ?`, customerId);

export const insertTelegramUser = (
  userId: number,
  customerId: CustomerId,
  clientLanguage: string | null,
  at: number,
  name = "",
) =>
  TELEGRAM_USERS.add({
    ...{ user_id: userId, customer_id: customerId, name },
    ...{ client_language: clientLanguage, created_at: at },
  });

/** What Telegram shows of them now. */
export const saveSeen = (userId: number, language: string | null, name: string) =>
  run(
    "UPDATE telegram_user SET client_language = ?, name = ? WHERE user_id = ?",
    language,
    name,
    userId,
  );

/** Above which sum Pay asks them once more; undefined while they have not said. */
export function* askAboveSunOf(userId: number): Phase<Sun | undefined> {
  return (
    (yield* value<Sun | null>(
      "SELECT ask_above_sun FROM telegram_user WHERE user_id = ?",
      userId,
    )) ?? undefined
  );
}

export const saveAskAbove = (userId: number, aboveSun: Sun) =>
  run("UPDATE telegram_user SET ask_above_sun = ? WHERE user_id = ?", aboveSun, userId);

/** Who is told of the orders of a customer's keys, and from which sum on; null: of none. */
export type ToldOfOrders = { user_id: number; tell_orders_sun: Sun | null };

export const toldOfOrders = (customerId: CustomerId) =>
  one<ToldOfOrders>(
    "SELECT user_id, tell_orders_sun FROM telegram_user WHERE customer_id = ?",
    customerId,
  );

/** From which sum on they are told of orders by keys; undefined: never. */
export function* tellOrdersSunOf(userId: number): Phase<Sun | undefined> {
  return (
    (yield* value<Sun | null>(
      "SELECT tell_orders_sun FROM telegram_user WHERE user_id = ?",
      userId,
    )) ?? undefined
  );
}

export const saveTellOrders = (userId: number, fromSun: Sun | undefined) =>
  run("UPDATE telegram_user SET tell_orders_sun = ? WHERE user_id = ?", fromSun ?? null, userId);

/** Null follows the client. */
export const saveChosenLanguage = (userId: number, language: string | null) =>
  run("UPDATE telegram_user SET chosen_language = ? WHERE user_id = ?", language, userId);

export const languageOfGroup = (chatId: number) =>
  value<string | null>("SELECT language FROM telegram_chat WHERE chat_id = ?", chatId);

export const saveGroupLanguage = (chatId: number, language: string) =>
  TELEGRAM_CHATS.put({ chat_id: chatId, language });

/** What the new chat speaks already stays. */
export function* moveGroupLanguage(fromChatId: number, toChatId: number): Phase<void> {
  const language = yield* languageOfGroup(fromChatId);
  if (language == null || (yield* languageOfGroup(toChatId)) != null) return;
  yield* saveGroupLanguage(toChatId, language);
}

/** The team whose orders are placed in a group. */
export const teamOfGroup = (chatId: number) =>
  value<CustomerId | null>("SELECT team_id FROM telegram_chat WHERE chat_id = ?", chatId);

export const linkGroup = (chatId: number, team: CustomerId | null, title?: string) =>
  TELEGRAM_CHATS.put({ chat_id: chatId, team_id: team, team_title: title ?? null });

export const groupsOfTeam = (team: CustomerId) =>
  all<{ chat_id: number; team_title: string | null }>(
    "SELECT chat_id, team_title FROM telegram_chat WHERE team_id = ? ORDER BY chat_id",
    team,
  );

/** A group stays its team's as it becomes another chat; the old one is nobody's. */
export function* moveGroupTeam(fromChatId: number, toChatId: number): Phase<void> {
  const team = yield* teamOfGroup(fromChatId);
  if (team == null) return;
  const groups = yield* groupsOfTeam(team);
  const title = groups.find(({ chat_id }) => chat_id === fromChatId)?.team_title;
  yield* linkGroup(fromChatId, null);
  if ((yield* teamOfGroup(toChatId)) == null) yield* linkGroup(toChatId, team, title ?? undefined);
}

export const payFrom = (userId: number, team: CustomerId | null) =>
  run("UPDATE telegram_user SET pays_from = ? WHERE user_id = ?", team, userId);

export interface LastOrder {
  readonly duration: string;
  /** Undefined leaves what is kept, as it does of the wallets. */
  readonly energy: number | undefined;
  readonly wallets: string | undefined;
}

export const rememberLastOrder = (userId: number, last: LastOrder) =>
  run(
    `UPDATE telegram_user SET last_duration = ?, last_energy = coalesce(?, last_energy),
       last_wallets = coalesce(?, last_wallets)
     WHERE user_id = ?`,
    last.duration,
    last.energy ?? null,
    last.wallets ?? null,
    userId,
  );

/** A chat that refuses our messages: nothing is sent there until it writes again. */
export const setUnreachable = (chatId: number, at: number | null) =>
  TELEGRAM_CHATS.put({ chat_id: chatId, unreachable_at: at });

export function* isUnreachable(chatId: number): Phase<boolean> {
  const row = yield* one<{ unreachable_at: number | null }>(
    "SELECT unreachable_at FROM telegram_chat WHERE chat_id = ?",
    chatId,
  );
  return row?.unreachable_at != null;
}

export const countMessage = (chatId: number) =>
  run(
    `INSERT INTO telegram_chat (chat_id, messages) VALUES (?, 1)
     ON CONFLICT (chat_id) DO UPDATE SET messages = telegram_chat.messages + 1`,
    chatId,
  );

export const setMigrated = (fromChatId: number, toChatId: number) =>
  TELEGRAM_CHATS.put({ chat_id: fromChatId, migrated_to: toChatId });

/** Where a chat is now. */
export function* currentChat(chatId: number): Phase<number> {
  const row = yield* one<{ migrated_to: number | null }>(
    "SELECT migrated_to FROM telegram_chat WHERE chat_id = ?",
    chatId,
  );
  return row?.migrated_to ?? chatId;
}
