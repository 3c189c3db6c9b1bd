/** Messages as they look now; a deleted one is gone. */
import type { Message } from "../model.js";
import type { Storage } from "./storage.js";

export function messageOf(
  storage: Storage,
  chatId: number,
  messageId: number,
): Message | undefined {
  const sql = "SELECT body FROM messages WHERE chat_id = ? AND message_id = ?";
  const row = storage.get<{ body: string }>(sql, chatId, messageId);
  return row && (JSON.parse(row.body) as Message);
}

/** The newest ones, oldest first. */
export function lastMessages(storage: Storage, chatId: number, count: number): Message[] {
  const sql = "SELECT body FROM messages WHERE chat_id = ? ORDER BY message_id DESC LIMIT ?";
  const rows = storage.all<{ body: string }>(sql, chatId, count);
  return rows.map(({ body }) => JSON.parse(body) as Message).reverse();
}

export function saveMessage(storage: Storage, message: Message): void {
  const { chatId, messageId } = message;
  const sql = "INSERT OR REPLACE INTO messages VALUES (?, ?, ?)";
  storage.run(sql, chatId, messageId, JSON.stringify(message));
}

export function deleteMessage(storage: Storage, chatId: number, messageId: number): boolean {
  const sql = "DELETE FROM messages WHERE chat_id = ? AND message_id = ?";
  return storage.run(sql, chatId, messageId) > 0;
}
