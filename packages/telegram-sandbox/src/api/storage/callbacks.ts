/** Callback queries: a tap of a user until the bot's one answer to it. */
import { randomInt } from "node:crypto";
import type { Storage } from "./storage.js";
import { CALLBACK_LIFE_MS } from "./updates.js";

export interface CallbackAnswer {
  readonly text?: string;
  readonly show_alert?: true;
  readonly url?: string;
}

export function createCallback(storage: Storage, nowMs: number): string {
  const part = (): string => String(randomInt(100_000_000, 999_999_999));
  const id = `${part()}${part()}`;
  storage.run("DELETE FROM callbacks WHERE created_ms <= ?", nowMs - CALLBACK_LIFE_MS);
  storage.run("INSERT INTO callbacks VALUES (?, ?, NULL)", id, nowMs);
  return id;
}

/** False when the query is unknown, too old or answered. */
export function answerCallback(
  storage: Storage,
  id: string,
  answer: CallbackAnswer,
  nowMs: number,
): boolean {
  const sql = `UPDATE callbacks SET answer = ?
    WHERE id = ? AND answer IS NULL AND created_ms > ?`;
  return storage.run(sql, JSON.stringify(answer), id, nowMs - CALLBACK_LIFE_MS) > 0;
}
