/** Single values: counters, the webhook, the bot's name and texts. */
import type { Storage } from "./storage.js";

export function setting<T>(storage: Storage, key: string): T | undefined {
  const row = storage.get<{ value: string }>("SELECT value FROM settings WHERE key = ?", key);
  return row && (JSON.parse(row.value) as T);
}

export function saveSetting(storage: Storage, key: string, value: unknown): void {
  storage.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", key, JSON.stringify(value));
}

export function deleteSetting(storage: Storage, key: string): void {
  storage.run("DELETE FROM settings WHERE key = ?", key);
}

/** The next number of a row of numbers that never goes back. */
export function nextNumber(storage: Storage, key: string, first: number): number {
  const number = (setting<number>(storage, key) ?? first - 1) + 1;
  saveSetting(storage, key, number);
  return number;
}
