/** Privacy mode: what the bot gets to see of a group. */
import { BOT_ID, BOT_USERNAME, type Chat, isServiceMessage, type Message } from "../model.js";
import { messageOf } from "../storage/messages.js";
import { statusOf } from "../storage/people.js";
import type { Storage } from "../storage/storage.js";

export function botSees(storage: Storage, chat: Chat, message: Message): boolean {
  if (message.fromId === BOT_ID) return false;
  const status = statusOf(storage, chat.id, BOT_ID) ?? "left";
  if (status === "left" || status === "kicked") return false;
  if (chat.type === "private" || status === "administrator") return true;
  return isServiceMessage(message) || isCommandForBot(message) || isReplyToBot(storage, message);
}

/** `/buy` and `/buy@desk_sandbox_bot`, not `/buy@another_bot`. */
function isCommandForBot({ content }: Message): boolean {
  const first = content.entities?.find(({ offset }) => offset === 0);
  if (content.text === undefined || first?.type !== "bot_command") return false;
  const [, addressee] = content.text.slice(0, first.length).split("@");
  return addressee === undefined || addressee.toLowerCase() === BOT_USERNAME;
}

function isReplyToBot(storage: Storage, { chatId, replyTo }: Message): boolean {
  if (replyTo === undefined) return false;
  return messageOf(storage, chatId, replyTo)?.fromId === BOT_ID;
}
