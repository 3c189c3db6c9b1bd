/** Messages to be sent once: a row an event, with a key that names it. */
import { all, exists, one, type Phase, run, value } from "../phase.js";
import { integer, type RowOf, serial, table, text } from "../table.js";

/** Messages that are sent once; the key names the event, so that an event is told once. */
export const OUTBOX = table(
  "outbox",
  {
    id: serial(),
    key: text().unique,
    chat_id: integer(),
    payload: text(),
    created_at: integer(),
    attempts: integer().default(0),
    sent_at: integer().orNull,
    message_id: integer().orNull,
    dead_reason: text().orNull,
  },
  {
    sql: `
-- What waits to be sent, by chat. What waits for chats that take nothing may be there for months: the index alone passes it over.
CREATE INDEX outbox_open ON outbox (chat_id, id, sent_at, dead_reason)
  WHERE sent_at IS NULL AND dead_reason IS NULL;
-- What was told long ago: forgotten.
CREATE INDEX outbox_closed ON outbox (created_at)
  WHERE sent_at IS NOT NULL OR dead_reason IS NOT NULL;
-- Dead letters: counted.
CREATE INDEX outbox_dead ON outbox (id) WHERE dead_reason IS NOT NULL;`,
  },
);

export type OutboxRow = Pick<
  RowOf<typeof OUTBOX>,
  "id" | "key" | "chat_id" | "payload" | "attempts"
>;

export interface OutboxMessage {
  /** The event's key. */
  readonly key: string;
  readonly chatId: number;
  readonly payload: string;
}

/** Adds a message unless the event was told before. */
export const enqueue = (key: string, chatId: number, payload: string, at: number) =>
  OUTBOX.addNew({ key, chat_id: chatId, payload, created_at: at });

/** Adds several, in their order. */
export function* enqueueAll(told: readonly OutboxMessage[], at: number): Phase<void> {
  for (const { key, chatId, payload } of told) yield* enqueue(key, chatId, payload, at);
}

/** What an event was told with; undefined when it was not told, or long ago. */
export const findPayload = (key: string) =>
  value<string>("SELECT payload FROM outbox WHERE key = ?", key);

/** The key of a question that stands in a message of a chat. */
export const questionAskedIn = (chatId: number, messageId: number) =>
  value<string>(
    "SELECT key FROM outbox WHERE key > 'ask:' AND key < 'ask;' AND chat_id = ? AND message_id = ?",
    ...[chatId, messageId],
  );

/** Whether there is a message with one of these keys: from one to the other, both included. */
export const isToldBetween = (firstKey: string, lastKey: string) =>
  exists("outbox WHERE key BETWEEN ? AND ?", firstKey, lastKey);

/** The oldest message of each chat, so that none overtakes another; but for chats that take nothing now. */
export const nextMessages = (limit: number) =>
  all<OutboxRow>(
    `SELECT id, key, chat_id, payload, attempts FROM outbox
     WHERE id IN (SELECT min(id) FROM outbox WHERE sent_at IS NULL AND dead_reason IS NULL
       AND chat_id NOT IN (SELECT chat_id FROM telegram_chat WHERE unreachable_at IS NOT NULL)
       GROUP BY chat_id)
     ORDER BY id LIMIT ?`,
    limit,
  );

/** Whether a message that was told went out, waits, or never will; those that are over are forgotten after a while. */
export const stateOfMessage = (key: string) =>
  value<"sent" | "waiting" | "dead">(
    `SELECT CASE WHEN dead_reason IS NOT NULL THEN 'dead' WHEN sent_at IS NULL THEN 'waiting' ELSE 'sent' END AS state
     FROM outbox WHERE key = ?`,
    key,
  );

/** Counts an attempt before it is made; returns how many there are now, undefined when it is closed. */
export const attemptMessage = (id: number) =>
  value<number>(
    `UPDATE outbox SET attempts = attempts + 1
     WHERE id = ? AND sent_at IS NULL AND dead_reason IS NULL RETURNING attempts`,
    id,
  );

/** The attempt is known to have reached nobody: it does not count. */
export const takeBackAttempt = (id: number) =>
  run("UPDATE outbox SET attempts = attempts - 1 WHERE id = ?", id);

export const messageSent = (id: number, messageId: number | null, at: number) =>
  run("UPDATE outbox SET sent_at = ?, message_id = ? WHERE id = ?", at, messageId, id);

export const messageDead = (id: number, reason: string) =>
  run("UPDATE outbox SET dead_reason = ? WHERE id = ?", reason, id);

/** Messages that wait to be sent to chats that take them, and those that never will be. */
export function* countMessages(): Phase<{ waiting: number; dead: number }> {
  const waiting = yield* one<{ count: number }>(
    `SELECT count(*) AS count FROM outbox WHERE sent_at IS NULL AND dead_reason IS NULL
     AND chat_id NOT IN (SELECT chat_id FROM telegram_chat WHERE unreachable_at IS NOT NULL)`,
  );
  const dead = yield* one<{ count: number }>(
    "SELECT count(*) AS count FROM outbox WHERE dead_reason IS NOT NULL",
  );
  return { waiting: waiting?.count ?? 0, dead: dead?.count ?? 0 };
}

/** Messages that were sent, or never will be. */
export const deleteMessagesBefore = (createdAt: number) =>
  run(
    "DELETE FROM outbox WHERE created_at < ? AND (sent_at IS NOT NULL OR dead_reason IS NOT NULL)",
    createdAt,
  );

export const moveMessages = (fromChatId: number, toChatId: number) =>
  run(
    "UPDATE outbox SET chat_id = ? WHERE chat_id = ? AND sent_at IS NULL AND dead_reason IS NULL",
    toChatId,
    fromChatId,
  );
