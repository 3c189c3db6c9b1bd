/** The bot's lists of commands, one for each scope and language. */
import type { Storage } from "./storage.js";

export interface BotCommand {
  readonly command: string;
  readonly description: string;
}

export function commandsOf(storage: Storage, scope: string, languageCode: string): BotCommand[] {
  const sql = "SELECT commands FROM commands WHERE scope = ? AND language_code = ?";
  const row = storage.get<{ commands: string }>(sql, scope, languageCode);
  return row ? (JSON.parse(row.commands) as BotCommand[]) : [];
}

export function saveCommands(
  storage: Storage,
  scope: string,
  languageCode: string,
  commands: readonly BotCommand[],
): void {
  const sql = "INSERT OR REPLACE INTO commands VALUES (?, ?, ?)";
  storage.run(sql, scope, languageCode, JSON.stringify(commands));
}

export function deleteCommands(storage: Storage, scope: string, languageCode: string): void {
  storage.run("DELETE FROM commands WHERE scope = ? AND language_code = ?", scope, languageCode);
}

/** Of the first scope that has any: there in the language itself, else in none. */
export function firstCommandsOf(
  storage: Storage,
  scopes: readonly string[],
  languageCode: string,
): BotCommand[] {
  const lists = scopes.flatMap((scope) => [
    commandsOf(storage, scope, languageCode),
    commandsOf(storage, scope, ""),
  ]);
  return lists.find(({ length }) => length > 0) ?? [];
}
