/** Edits and deletions of the bot's messages. */
import { assertReachable, chatToWrite, messageToTouch } from "../chats/access.js";
import { replace } from "../chats/post.js";
import { messageJson } from "../chats/view.js";
import { assertMarkup, inlineOnly, readMarkup } from "../content/markup.js";
import { fixText, lengthOf, readText } from "../content/text.js";
import {
  BOT_ID,
  type Content,
  type InlineKeyboard,
  isInline,
  isServiceMessage,
  type Markup,
  type Message,
} from "../model.js";
import { deleteMessage } from "../storage/messages.js";
import { statusOf } from "../storage/people.js";
import { badRequest } from "../wire/api-error.js";
import type { Params } from "../wire/params.js";
import type { World } from "../world.js";
import { MOST_CAPTION } from "./files.js";
import { MOST_TEXT, readLinkPreview } from "./send.js";

const NOT_MODIFIED =
  "message is not modified: specified new message content and reply markup are exactly the same " +
  "as a current content and reply markup of the message";

export function editMessageText(world: World, params: Params): unknown {
  const preview = readLinkPreview(params);
  const given = readText(params, "text");
  const markup = readMarkup(params);
  const message = messageToEdit(world, params);
  if (message.content.text === undefined)
    throw badRequest("there is no text in the message to edit");
  const keyboard = inlineOnly(markup);
  const { text, entities } = fixText(given);
  if (lengthOf(text) > MOST_TEXT) throw badRequest("MESSAGE_TOO_LONG");
  const { text: _text, entities: _entities, link_preview_options: _old, ...rest } = message.content;
  const content = { ...rest, text, ...(entities.length > 0 && { entities }), ...preview };
  return edit(world, message, content, keyboard);
}

export function editMessageCaption(world: World, params: Params): unknown {
  const markup = readMarkup(params);
  const given = readText(params, "caption");
  const message = messageToEdit(world, params);
  if (message.content.text !== undefined) {
    throw badRequest("there is no caption in the message to edit");
  }
  const keyboard = inlineOnly(markup);
  const { text, entities } = fixText(given, true);
  if (lengthOf(text) > MOST_CAPTION) throw badRequest("MEDIA_CAPTION_TOO_LONG");
  const { caption: _caption, caption_entities: _entities, ...rest } = message.content;
  const content: Content = {
    ...rest,
    ...(text !== "" && { caption: text }),
    ...(entities.length > 0 && { caption_entities: entities }),
  };
  return edit(world, message, content, keyboard);
}

export function editMessageReplyMarkup(world: World, params: Params): unknown {
  const markup = readMarkup(params);
  const message = messageToEdit(world, params);
  return edit(world, message, message.content, inlineOnly(markup));
}

/** Only the bot's own, and none whose keyboard is of another kind than inline. */
function messageToEdit(world: World, params: Params): Message {
  const chatIdText = params.text("chat_id");
  const messageId = params.integer("message_id");
  if (chatIdText === "" && messageId <= 0) {
    if (params.text("inline_message_id") === "") {
      throw badRequest("message identifier is not specified");
    }
    throw badRequest("MESSAGE_ID_INVALID");
  }
  const chat = chatToWrite(world.storage, chatIdText);
  const message = messageToTouch(world.storage, chat, messageId, "message to edit");
  const { markup } = message;
  const isOthers = message.fromId !== BOT_ID || isServiceMessage(message);
  if (isOthers || (markup !== undefined && !isInline(markup))) {
    throw badRequest("message can't be edited");
  }
  return message;
}

/** A keyboard that is not sent again is gone; its forced reply stays as it was sent. */
function edit(
  world: World,
  message: Message,
  content: Content,
  keyboard: InlineKeyboard | undefined,
): unknown {
  assertMarkup(keyboard);
  const chat = chatToWrite(world.storage, String(message.chatId));
  const markup = keyboard && keepForcedReply(keyboard, message.markup);
  if (sameLook(message, content, markup)) throw badRequest(NOT_MODIFIED);
  assertReachable(world.storage, chat);
  const { markup: _old, ...rest } = message;
  const edited = { ...rest, content, ...(markup && { markup }), editDateS: world.nowS };
  replace(world, edited);
  return messageJson(world.storage, edited, "bot");
}

function keepForcedReply(keyboard: InlineKeyboard, before: Markup | undefined): InlineKeyboard {
  const { inline_keyboard } = keyboard;
  const wasForced = isInline(before) && before.force_reply === true;
  return { inline_keyboard, ...(wasForced && { force_reply: true as const }) };
}

/** Entities and buttons are stored in one order of fields, so equal ones have equal texts. */
function sameLook(message: Message, content: Content, markup: Markup | undefined): boolean {
  const look = (of: Content, keyboard: Markup | undefined): string =>
    JSON.stringify([
      of.text,
      of.entities ?? [],
      of.caption,
      of.caption_entities ?? [],
      isInline(keyboard) ? keyboard.inline_keyboard : [],
    ]);
  return look(message.content, message.markup) === look(content, markup);
}

export function deleteMessageMethod(world: World, params: Params): unknown {
  const chatIdText = params.text("chat_id");
  const messageId = params.integer("message_id");
  if (chatIdText === "") throw badRequest("chat identifier is not specified");
  if (messageId <= 0) throw badRequest("message identifier is not specified");
  const chat = chatToWrite(world.storage, chatIdText);
  const message = messageToTouch(world.storage, chat, messageId, "message to delete");
  const isAdmin = statusOf(world.storage, chat.id, BOT_ID) === "administrator";
  const mayDelete = message.fromId === BOT_ID || chat.type === "private" || isAdmin;
  if (!mayDelete || isServiceMessage(message)) throw badRequest("message can't be deleted");
  deleteMessage(world.storage, chat.id, messageId);
  world.changed({ chatId: chat.id, type: "deleted", messageId });
  return true;
}
