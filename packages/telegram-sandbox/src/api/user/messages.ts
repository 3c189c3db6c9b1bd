/** What people write, edit and delete. */
import { isPersonId, speak, startPrivateChat } from "../chats/membership.js";
import { type NewMessage, type Posted, post, replace } from "../chats/post.js";
import { fixText, lengthOf, withFoundEntities } from "../content/text.js";
import { keepDocument } from "../methods/files.js";
import {
  BOT_ID,
  type Chat,
  type Content,
  isServiceMessage,
  isStandIn,
  LINKED_POST_ID,
  type Message,
} from "../model.js";
import { deleteMessage, messageOf } from "../storage/messages.js";
import { chatOf, hasTopic, statusOf, userOf } from "../storage/people.js";
import type { NewFile } from "../wire/params.js";
import type { World } from "../world.js";
import { Refused } from "./refused.js";
import { speakerOf } from "./speaker.js";

const MOST_TEXT = 4_096;

export interface Written {
  readonly from: number;
  readonly text?: string | undefined;
  readonly caption?: string | undefined;
  readonly document?: NewFile | undefined;
  readonly reply_to_message_id?: number | undefined;
  readonly message_thread_id?: number | undefined;
  readonly sender_chat_id?: number | undefined;
  readonly language_code?: string | undefined;
}

export function write(world: World, chatId: number, written: Written): Posted {
  assertPerson(world, written);
  const chat = chatToWrite(world, chatId, written.from);
  const content = contentOf(world, written);
  const place = placeOf(world, chat, written);
  const speaker = speakerOf(world, chat, written.from, written.sender_chat_id);
  speak(world, written.from, written.language_code);
  return post(world, {
    chatId: chat.id,
    ...place,
    fromId: speaker.fromId,
    ...(speaker.senderChatId !== undefined && { senderChatId: speaker.senderChatId }),
    content: { ...content, ...speaker.content },
  });
}

/** Telegram's stand-ins speak by sender_chat_id alone. */
function assertPerson(world: World, { from, sender_chat_id }: Written): void {
  if (from === LINKED_POST_ID && sender_chat_id !== undefined) return;
  const user = userOf(world.storage, from);
  if (!isPersonId(from) || (user && isStandIn(user)))
    throw new Refused(400, `${from} is no person`);
}

function chatToWrite(world: World, chatId: number, from: number): Chat {
  const chat = chatOf(world.storage, chatId);
  if (chat === undefined) {
    if (!isPersonId(chatId)) throw new Refused(404, `there is no chat ${chatId}`);
    if (from !== chatId) throw new Refused(400, `only ${chatId} writes in this private chat`);
    return startPrivateChat(world, chatId);
  }
  if (chat.migratedTo !== null) {
    throw new Refused(400, `this group has become the supergroup ${chat.migratedTo}`);
  }
  if (chat.type !== "private") return chat;
  if (from !== chatId) throw new Refused(400, `only ${chatId} writes in this private chat`);
  if (statusOf(world.storage, chatId, BOT_ID) === "kicked") {
    throw new Refused(400, `${chatId} has blocked the bot; unblock it first`);
  }
  return chat;
}

function contentOf(world: World, { text, caption, document }: Written): Content {
  if (document) {
    const said = caption?.trim() ?? "";
    const caption_entities = withFoundEntities(said, []);
    return {
      document: keepDocument(world.storage, document),
      ...(said !== "" && { caption: said }),
      ...(caption_entities.length > 0 && { caption_entities }),
    };
  }
  return textContent(text ?? "");
}

/** A person's application trims as the bot's does, and splits what is too long. */
function textContent(given: string): Content {
  const { text, entities } = fixText({ text: given, entities: [] }, true);
  if (text === "") throw new Refused(400, "text must not be empty");
  if (lengthOf(text) > MOST_TEXT) throw new Refused(400, `text is over ${MOST_TEXT} characters`);
  return { text, ...(entities.length > 0 && { entities }) };
}

function placeOf(
  world: World,
  chat: Chat,
  { reply_to_message_id: replyTo, message_thread_id: threadId }: Written,
): Pick<NewMessage, "replyTo" | "threadId"> {
  const replied = replyTo === undefined ? undefined : messageOf(world.storage, chat.id, replyTo);
  if (replyTo !== undefined && replied === undefined) {
    throw new Refused(400, `there is no message ${replyTo} to reply to`);
  }
  if (threadId !== undefined && !hasTopic(world.storage, chat.id, threadId)) {
    throw new Refused(400, `there is no topic ${threadId}`);
  }
  // A reply lies where what it answers lies.
  const thread = threadId ?? replied?.threadId;
  return {
    ...(replyTo !== undefined && { replyTo }),
    ...(thread !== undefined && { threadId: thread }),
  };
}

export function editWritten(
  world: World,
  chatId: number,
  { from, message_id, text }: { from: number; message_id: number; text: string },
): Posted {
  const message = messageToChange(world, chatId, message_id);
  if (message.fromId !== from || isServiceMessage(message)) {
    throw new Refused(400, `message ${message_id} is not ${from}'s to edit`);
  }
  const { text: said, entities } = textContent(text);
  const { content } = message;
  const edited: Content = content.document
    ? { ...content, ...(said && { caption: said }), caption_entities: entities ?? [] }
    : { text: said ?? "", ...(entities && { entities }) };
  return replace(world, { ...message, content: edited, editDateS: world.nowS });
}

/** Bots are not told of deletions. */
export function deleteWritten(world: World, chatId: number, messageId: number): void {
  messageToChange(world, chatId, messageId);
  deleteMessage(world.storage, chatId, messageId);
  world.changed({ chatId, type: "deleted", messageId });
}

function messageToChange(world: World, chatId: number, messageId: number): Message {
  const message = messageOf(world.storage, chatId, messageId);
  if (message === undefined)
    throw new Refused(404, `there is no message ${messageId} in ${chatId}`);
  return message;
}
