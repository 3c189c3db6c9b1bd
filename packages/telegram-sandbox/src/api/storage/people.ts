/** Users, chats, who is in them, and the topics of forums. */
import type { Chat, ChatType, Status, User } from "../model.js";
import type { Storage } from "./storage.js";

interface ChatRow {
  id: number;
  type: ChatType;
  title: string;
  is_forum: number;
  migrated_to: number | null;
}

interface Member {
  readonly userId: number;
  readonly status: Status;
}

export function userOf(storage: Storage, id: number): User | undefined {
  const row = storage.get<{ body: string }>("SELECT body FROM users WHERE id = ?", id);
  return row && (JSON.parse(row.body) as User);
}

export function saveUser(storage: Storage, user: User): void {
  storage.run("INSERT OR REPLACE INTO users VALUES (?, ?)", user.id, JSON.stringify(user));
}

export function chatOf(storage: Storage, id: number): Chat | undefined {
  const row = storage.get<ChatRow>("SELECT * FROM chats WHERE id = ?", id);
  return row && toChat(row);
}

export function allChats(storage: Storage): Chat[] {
  return storage.all<ChatRow>("SELECT * FROM chats ORDER BY id DESC").map(toChat);
}

export function allPeople(storage: Storage): User[] {
  const rows = storage.all<{ body: string }>("SELECT body FROM users ORDER BY id");
  return rows.map(({ body }) => JSON.parse(body) as User);
}

export function createChat(storage: Storage, id: number, type: ChatType, title: string): Chat {
  const sql = "INSERT INTO chats VALUES (?, ?, ?, 0, NULL, 0)";
  storage.run(sql, id, type, title);
  return { id, type, title, isForum: false, migratedTo: null };
}

export function makeForum(storage: Storage, chatId: number): void {
  storage.run("UPDATE chats SET is_forum = 1 WHERE id = ?", chatId);
}

export function setMigratedTo(storage: Storage, chatId: number, newChatId: number): void {
  storage.run("UPDATE chats SET migrated_to = ? WHERE id = ?", newChatId, chatId);
}

/** Message ids are a chat's own and are never used twice. */
export function nextMessageId(storage: Storage, chatId: number): number {
  const sql = `UPDATE chats SET last_message_id = last_message_id + 1 WHERE id = ?
    RETURNING last_message_id AS id`;
  const row = storage.get<{ id: number }>(sql, chatId);
  if (row === undefined) throw new Error(`there is no chat ${chatId}`);
  return row.id;
}

export function statusOf(storage: Storage, chatId: number, userId: number): Status | undefined {
  const sql = "SELECT status FROM members WHERE chat_id = ? AND user_id = ?";
  return storage.get<{ status: Status }>(sql, chatId, userId)?.status;
}

export function setStatus(storage: Storage, chatId: number, userId: number, status: Status): void {
  storage.run("INSERT OR REPLACE INTO members VALUES (?, ?, ?)", chatId, userId, status);
}

export function membersOf(storage: Storage, chatId: number): Member[] {
  const sql = "SELECT user_id AS userId, status FROM members WHERE chat_id = ? ORDER BY user_id";
  return storage.all<Member>(sql, chatId);
}

export function addTopic(storage: Storage, chatId: number, threadId: number): void {
  storage.run("INSERT INTO topics VALUES (?, ?)", chatId, threadId);
}

export function hasTopic(storage: Storage, chatId: number, threadId: number): boolean {
  const sql = "SELECT 1 FROM topics WHERE chat_id = ? AND thread_id = ?";
  return storage.get(sql, chatId, threadId) !== undefined;
}

function toChat({ id, type, title, is_forum, migrated_to }: ChatRow): Chat {
  return { id, type, title, isForum: is_forum === 1, migratedTo: migrated_to };
}
