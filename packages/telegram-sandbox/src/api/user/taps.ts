/** A tap on a button: a callback query, and the bot's answer to it. */
import { createHash } from "node:crypto";
import { isPersonId, join, speak } from "../chats/membership.js";
import { chatJson, messageJson, userJson } from "../chats/view.js";
import { BOT_ID, type Chat, isInline, type Message } from "../model.js";
import { type CallbackAnswer, createCallback } from "../storage/callbacks.js";
import { lastMessages, messageOf } from "../storage/messages.js";
import { chatOf, statusOf } from "../storage/people.js";
import type { World } from "../world.js";
import { Refused } from "./refused.js";

const ANSWER_WITHIN_MS = 15_000;
const LOOKED_AT = 200;

interface Tap {
  readonly from: number;
  /** Either a part of a label … */
  readonly label?: string | undefined;
  /** … or a message and what its button would send, which nobody checks. */
  readonly message_id?: number | undefined;
  readonly callback_data?: string | undefined;
  readonly language_code?: string | undefined;
}

interface Tapped extends CallbackAnswer {
  readonly update_id: number | null;
  readonly answered: boolean;
}

interface Pressed {
  readonly messageId: number;
  readonly data: string;
}

/** Waits for the answer, unless the bot is not told of the tap. */
export async function tap(
  world: World,
  chatId: number,
  given: Tap,
  closing: AbortSignal,
): Promise<Tapped> {
  const { id, updateId } = await world.storage.commit(() => press(world, chatId, given));
  const answer = updateId === null ? undefined : await answerTo(world, id, closing);
  return { update_id: updateId, answered: answer !== undefined, ...answer };
}

function press(world: World, chatId: number, given: Tap): { id: string; updateId: number | null } {
  const { storage } = world;
  const chat = chatOf(storage, chatId);
  if (chat === undefined) throw new Refused(404, `there is no chat ${chatId}`);
  assertReaches(world, chat, given.from);
  const { messageId, data } = buttonOf(world, chatId, given);
  join(world, chat, given.from);
  speak(world, given.from, given.language_code);
  const message = messageOf(storage, chatId, messageId);
  const id = createCallback(storage, world.nowMs);
  const updateId = world.tellBot("callback_query", chatId, {
    id,
    from: userJson(storage, given.from),
    message: message
      ? messageJson(storage, message, "bot")
      : { chat: chatJson(storage, chat), message_id: messageId, date: 0 },
    chat_instance: chatInstance(chatId),
    data,
  });
  return { id, updateId };
}

function assertReaches(world: World, chat: Chat, from: number): void {
  if (!isPersonId(from)) throw new Refused(400, `${from} is no person`);
  if (chat.type === "private" && chat.id !== from) {
    throw new Refused(400, `only ${chat.id} taps in this private chat`);
  }
  if (chat.migratedTo !== null) {
    throw new Refused(400, `this group has become the supergroup ${chat.migratedTo}`);
  }
  const status = statusOf(world.storage, chat.id, BOT_ID) ?? "left";
  if (status === "left" || status === "kicked") {
    throw new Refused(400, "the bot is blocked here, or is not in this chat");
  }
}

function buttonOf(world: World, chatId: number, given: Tap): Pressed {
  const { label, message_id, callback_data } = given;
  if (message_id !== undefined && callback_data !== undefined) {
    return { messageId: message_id, data: callback_data };
  }
  if (label === undefined) throw new Refused(400, "give label, or message_id and callback_data");
  const found = lastMessages(world.storage, chatId, LOOKED_AT)
    .reverse()
    .map((message) => buttonWith(message, label))
    .find((pressed) => pressed !== undefined);
  if (found === undefined) throw new Refused(404, `no live button says "${label}"`);
  return found;
}

function buttonWith({ messageId, markup }: Message, label: string): Pressed | undefined {
  if (!isInline(markup)) return undefined;
  const wanted = label.toLowerCase();
  const button = markup.inline_keyboard
    .flat()
    .find((one) => one.callback_data !== undefined && one.text.toLowerCase().includes(wanted));
  return button?.callback_data === undefined
    ? undefined
    : { messageId, data: button.callback_data };
}

/** The same for all taps in a chat, and telling nothing of it. */
function chatInstance(chatId: number): string {
  const digest = createHash("sha256").update(`chat instance ${chatId}`).digest();
  return String(digest.readBigInt64BE());
}

function answerTo(
  world: World,
  id: string,
  closing: AbortSignal,
): Promise<CallbackAnswer | undefined> {
  return new Promise((resolve) => {
    const end = (answer?: CallbackAnswer): void => {
      clearTimeout(timer);
      world.events.off("answer", onAnswer);
      closing.removeEventListener("abort", onClose);
      resolve(answer);
    };
    const onAnswer = (answeredId: string, answer: CallbackAnswer): void => {
      if (answeredId === id) end(answer);
    };
    const onClose = (): void => end();
    const timer = setTimeout(end, ANSWER_WITHIN_MS);
    world.events.on("answer", onAnswer);
    closing.addEventListener("abort", onClose);
  });
}
