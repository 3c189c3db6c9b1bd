/**
 * Updates for the bot: pending until an offset confirms them, for 24 hours at most (a callback
 * query for 150 seconds). One that is to be delivered again is handed out once more, whatever the
 * offset.
 */
import { randomInt } from "node:crypto";
import { nextNumber, setting } from "./settings.js";
import type { Storage } from "./storage.js";

const UPDATE_LIFE_MS = 86_400_000;
export const CALLBACK_LIFE_MS = 150_000;

/** What a bot gets that never said what it wants; the other kinds must be asked for. */
const NOT_BY_DEFAULT = ["chat_member", "message_reaction", "message_reaction_count"];

export type UpdateKind = "message" | "edited_message" | "callback_query" | "my_chat_member";

export interface PendingUpdate {
  readonly updateId: number;
  readonly chatId: number;
  readonly body: string;
}

/** The id of the update, or null when the bot does not want updates of this kind. */
export function appendUpdate(
  storage: Storage,
  kind: UpdateKind,
  chatId: number,
  payload: unknown,
  nowMs: number,
): number | null {
  if (!isAllowed(storage, kind)) return null;
  // As on Telegram the first number is any; those that follow are in order.
  const updateId = nextNumber(storage, "update_id", randomInt(100_000_000, 900_000_000));
  const lifeMs = kind === "callback_query" ? CALLBACK_LIFE_MS : UPDATE_LIFE_MS;
  const body = JSON.stringify({ update_id: updateId, [kind]: payload });
  const sql = "INSERT INTO updates VALUES (?, ?, ?, ?, 'pending', ?, ?)";
  storage.run(sql, updateId, kind, chatId, body, nowMs, nowMs + lifeMs);
  if (updateId % 100 === 0) {
    storage.run("DELETE FROM updates WHERE created_ms < ?", nowMs - UPDATE_LIFE_MS);
  }
  return updateId;
}

function isAllowed(storage: Storage, kind: UpdateKind): boolean {
  const allowed = setting<string[]>(storage, "allowed_updates") ?? [];
  return allowed.length === 0 ? !NOT_BY_DEFAULT.includes(kind) : allowed.includes(kind);
}

/** Those at or above the offset and those to be delivered again, lowest first. */
export function pendingUpdates(
  storage: Storage,
  offset: number,
  limit: number,
  nowMs: number,
): PendingUpdate[] {
  const sql = `SELECT update_id AS updateId, chat_id AS chatId, body FROM updates
    WHERE state <> 'confirmed' AND (state = 'again' OR (update_id >= ? AND expires_ms > ?))
    ORDER BY update_id LIMIT ?`;
  return storage.all<PendingUpdate>(sql, offset, nowMs, limit);
}

export function pendingCount(storage: Storage, nowMs: number): number {
  const sql = `SELECT COUNT(*) AS count FROM updates
    WHERE state <> 'confirmed' AND (state = 'again' OR expires_ms > ?)`;
  return storage.get<{ count: number }>(sql, nowMs)?.count ?? 0;
}

export function confirmBelow(storage: Storage, offset: number): void {
  storage.run(
    "UPDATE updates SET state = 'confirmed' WHERE state = 'pending' AND update_id < ?",
    offset,
  );
}

export function confirm(storage: Storage, updateId: number): void {
  storage.run("UPDATE updates SET state = 'confirmed' WHERE update_id = ?", updateId);
}

export function confirmAll(storage: Storage): void {
  storage.run("UPDATE updates SET state = 'confirmed' WHERE state <> 'confirmed'");
}

/** A negative offset forgets all but the last ones. */
export function keepLast(storage: Storage, count: number): void {
  const sql = `UPDATE updates SET state = 'confirmed' WHERE state = 'pending' AND update_id NOT IN
    (SELECT update_id FROM updates WHERE state = 'pending' ORDER BY update_id DESC LIMIT ?)`;
  storage.run(sql, count);
}

/** One that is handed out again is so once: the offset it lies below cannot confirm it. */
export function endRedelivery(storage: Storage, updates: readonly PendingUpdate[]): void {
  const sql = "UPDATE updates SET state = 'confirmed' WHERE update_id = ? AND state = 'again'";
  for (const { updateId } of updates) storage.run(sql, updateId);
}

/** False when there is none of this id; one that is still pending comes anyway. */
export function redeliver(storage: Storage, updateId: number): boolean {
  const sql = "SELECT 1 FROM updates WHERE update_id = ?";
  if (storage.get(sql, updateId) === undefined) return false;
  const again = "UPDATE updates SET state = 'again' WHERE update_id = ? AND state = 'confirmed'";
  storage.run(again, updateId);
  return true;
}
