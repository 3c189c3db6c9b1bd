/** Who is an admin of a group. */
import type { BotDeps } from "./deps.js";

/** Undefined when Telegram does not say. */
export async function isGroupAdmin(
  { api, logger }: BotDeps,
  chatId: number,
  userId: number,
): Promise<boolean | undefined> {
  try {
    const { status } = await api.getChatMember(chatId, userId);
    return status === "creator" || status === "administrator";
  } catch (error) {
    logger.warn({ chat: chatId, err: error }, "Telegram did not say who is an admin");
    return undefined;
  }
}
