/** sendMessage and sendChatAction. */
import { assertReachable, chatToWrite, threadFor } from "../chats/access.js";
import { post } from "../chats/post.js";
import { messageJson } from "../chats/view.js";
import { assertMarkup, readMarkup } from "../content/markup.js";
import { fixText, lengthOf, readText } from "../content/text.js";
import { BOT_ID, type Content, type Markup } from "../model.js";
import { badRequest } from "../wire/api-error.js";
import { isObject, parameterJson } from "../wire/json-field.js";
import type { Params } from "../wire/params.js";
import type { World } from "../world.js";
import { findTarget, readReply, type Target } from "./target.js";

export const MOST_TEXT = 4_096;

const ACTIONS = [
  "typing",
  "upload_photo",
  "record_video",
  "upload_video",
  "record_voice",
  "upload_voice",
  "record_audio",
  "upload_audio",
  "upload_document",
  "choose_sticker",
  "pick_up_location",
  "find_location",
  "record_video_note",
  "upload_video_note",
  "cancel",
];

/** The order is Telegram's: the form of the parameters, the chat, the content, the recipient. */
export function sendMessage(world: World, params: Params): unknown {
  const preview = readLinkPreview(params);
  const given = readText(params, "text");
  const { target, markup } = readTarget(world, params);
  const { text, entities } = fixText(given);
  if (lengthOf(text) > MOST_TEXT) throw badRequest("message is too long");
  return deliver(world, params, target, markup, {
    text,
    ...(entities.length > 0 && { entities }),
    ...preview,
  });
}

export function readTarget(
  world: World,
  params: Params,
): { target: Target; markup: Markup | undefined } {
  refuseEphemeral(params);
  const reply = readReply(params);
  const markup = readMarkup(params);
  return { target: findTarget(world.storage, params, reply), markup };
}

export function deliver(
  world: World,
  params: Params,
  { chat, threadId, replyTo }: Target,
  markup: Markup | undefined,
  content: Content,
): unknown {
  assertMarkup(markup);
  assertReachable(world.storage, chat);
  const { message } = post(world, {
    chatId: chat.id,
    fromId: BOT_ID,
    ...(threadId !== undefined && { threadId }),
    ...(replyTo !== undefined && { replyTo }),
    content: {
      ...content,
      ...(params.flag("protect_content") && { has_protected_content: true as const }),
    },
    ...(markup && { markup }),
  });
  return messageJson(world.storage, message, "bot");
}

/** To ignore this would show everybody what is meant for one. */
function refuseEphemeral(params: Params): void {
  if (!params.has("ephemeral_message_parameters")) return;
  throw badRequest("ephemeral messages are not served by the sandbox");
}

export function readLinkPreview(params: Params): Pick<Content, "link_preview_options"> {
  const text = params.text("link_preview_options");
  if (text === "") {
    const disabled = params.flag("disable_web_page_preview");
    return disabled ? { link_preview_options: { is_disabled: true } } : {};
  }
  const value = parameterJson(text, "link preview options JSON object");
  if (!isObject(value)) throw badRequest("object expected as link preview options");
  return { link_preview_options: value };
}

export function sendChatAction(world: World, params: Params): unknown {
  const action = params.text("action").toLowerCase();
  if (!ACTIONS.includes(action)) throw badRequest("wrong parameter action in request");
  const chat = chatToWrite(world.storage, params.text("chat_id"));
  threadFor(world.storage, chat, params.integer("message_thread_id"));
  assertReachable(world.storage, chat);
  world.changed({ chatId: chat.id, type: "action", action });
  return true;
}
