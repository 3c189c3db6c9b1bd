/** Where a message goes: chat, topic and the message it answers. */
import { chatToRead, chatToWrite, threadFor } from "../chats/access.js";
import type { Chat, Message } from "../model.js";
import { messageOf } from "../storage/messages.js";
import type { Storage } from "../storage/storage.js";
import { badRequest } from "../wire/api-error.js";
import {
  booleanField,
  isObject,
  parameterJson,
  requiredNumber,
  stringField,
} from "../wire/json-field.js";
import type { Params } from "../wire/params.js";

interface ReplyRequest {
  readonly messageId: number;
  readonly chatId: string;
  readonly mayBeMissing: boolean;
}

export interface Target {
  readonly chat: Chat;
  readonly threadId?: number;
  readonly replyTo?: number;
}

const NO_REPLY: ReplyRequest = { messageId: 0, chatId: "", mayBeMissing: true };

/** Both ways of naming it: reply_parameters, and the older reply_to_message_id. */
export function readReply(params: Params): ReplyRequest {
  if (!params.has("reply_parameters")) {
    const messageId = params.integer("reply_to_message_id");
    return { messageId, chatId: "", mayBeMissing: params.flag("allow_sending_without_reply") };
  }
  const text = params.text("reply_parameters");
  if (text === "") return NO_REPLY;
  const value = parameterJson(text, "reply parameters JSON object");
  if (!isObject(value)) throw badRequest("object expected as reply parameters");
  if (Object.keys(value).length === 0) return NO_REPLY;
  return {
    chatId: stringField(value, "chat_id", badRequest) ?? "",
    messageId: requiredNumber(value, "message_id", badRequest),
    mayBeMissing: booleanField(value, "allow_sending_without_reply", badRequest),
  };
}

export function findTarget(storage: Storage, params: Params, reply: ReplyRequest): Target {
  const chatIdText = params.text("chat_id");
  if (params.text("business_connection_id") !== "") {
    throw badRequest("business connection not found");
  }
  const chat = chatToWrite(storage, chatIdText);
  const given = threadFor(storage, chat, params.integer("message_thread_id"));
  const replied = findReply(storage, chat, reply, chatIdText);
  // A reply without a topic lies in that of the message it answers.
  const threadId = given ?? replied?.threadId;
  const replyTo = replied?.messageId;
  return {
    chat,
    ...(threadId !== undefined && { threadId }),
    ...(replyTo !== undefined && { replyTo }),
  };
}

function findReply(
  storage: Storage,
  chat: Chat,
  { messageId, chatId, mayBeMissing }: ReplyRequest,
  chatIdText: string,
): Message | undefined {
  if (messageId <= 0) return undefined;
  const elsewhere = chatId !== "" && chatId !== chatIdText;
  if (elsewhere && chatToRead(storage, chatId).id !== chat.id) {
    throw badRequest("replies into another chat are not served by the sandbox");
  }
  const message = messageOf(storage, chat.id, messageId);
  if (message || mayBeMissing) return message;
  throw badRequest("message to be replied not found");
}
