/** The customer behind a Telegram user. */
import { type TelegramUserRow, telegramUser } from "../engine/telegram-users.js";
import type { TelegramDoor } from "./door.js";

export function telegramUserOf(
  door: TelegramDoor,
  userId: number,
  name: string,
): Promise<TelegramUserRow> {
  return telegramUser(door.engine, userId, name, door.settings.firstCreditSun);
}
