/** The methods the sandbox serves; names are found in any case, as Telegram does. */
import type { Method } from "./call.js";
import { answerCallbackQuery } from "./callback.js";
import { getChat, getChatAdministrators, getChatMember, leaveChat } from "./chat.js";
import { deleteMyCommands, getMyCommands, setMyCommands } from "./commands.js";
import {
  deleteMessageMethod,
  editMessageCaption,
  editMessageReplyMarkup,
  editMessageText,
} from "./edit.js";
import { getFile, sendDocument, sendPhoto } from "./files.js";
import { profileMethods } from "./profile.js";
import { sendChatAction, sendMessage } from "./send.js";
import { deleteWebhook, setWebhook } from "./webhook.js";

/** The bot has one server here, so there is nothing to leave or to move away from. */
const nothing: Method = () => true;

const METHODS: Readonly<Record<string, Method>> = {
  ...profileMethods,
  sendMessage,
  sendChatAction,
  sendDocument,
  sendPhoto,
  getFile,
  editMessageText,
  editMessageCaption,
  editMessageReplyMarkup,
  deleteMessage: deleteMessageMethod,
  answerCallbackQuery,
  setMyCommands,
  getMyCommands,
  deleteMyCommands,
  getChat,
  getChatMember,
  getChatAdministrators,
  leaveChat,
  setWebhook,
  deleteWebhook,
  close: nothing,
  logOut: nothing,
};

const BY_NAME = new Map(
  Object.entries(METHODS).map(([name, method]) => [name.toLowerCase(), method]),
);

export function methodNamed(name: string): Method | undefined {
  return BY_NAME.get(name.toLowerCase());
}
