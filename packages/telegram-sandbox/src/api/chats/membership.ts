/** Who is in a chat: people join by being named, the bot comes and goes with an update. */
import { BOT_ID, type Chat, type Status } from "../model.js";
import { createChat, saveUser, setStatus, statusOf, userOf } from "../storage/people.js";
import type { World } from "../world.js";
import { post } from "./post.js";
import { chatJson, memberJson, userJson } from "./view.js";

const LAST_PERSON_ID = 2 ** 40;

export function isPersonId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0 && id < LAST_PERSON_ID && id !== BOT_ID;
}

export function meet(world: World, userId: number): void {
  if (userOf(world.storage, userId)) return;
  saveUser(world.storage, {
    id: userId,
    is_bot: false,
    first_name: `User ${userId}`,
    username: `user${userId}`,
    language_code: "en",
  });
}

/** A person's application says what it speaks with whatever it sends. */
export function speak({ storage }: World, userId: number, language: string | undefined): void {
  const user = userOf(storage, userId);
  if (!user || language === undefined || language === user.language_code) return;
  saveUser(storage, { ...user, language_code: language });
}

/** A group has whoever is named in it; a private chat begins with the first message. */
export function join(world: World, chat: Chat, userId: number): void {
  meet(world, userId);
  if (chat.type === "private") return;
  const status = statusOf(world.storage, chat.id, userId);
  if (status !== undefined && status !== "left" && status !== "kicked") return;
  setStatus(world.storage, chat.id, userId, "member");
  world.changed({ chatId: chat.id, type: "chat" });
}

export function startPrivateChat(world: World, userId: number): Chat {
  meet(world, userId);
  const { first_name } = userJson(world.storage, userId);
  const chat = createChat(world.storage, userId, "private", first_name);
  setStatus(world.storage, userId, BOT_ID, "member");
  return chat;
}

/** The bot is told of itself by my_chat_member, blocked and kicked included. */
export function changeBotStatus(
  world: World,
  chat: Chat,
  byUserId: number,
  status: Status,
): number | null {
  const { storage } = world;
  const before = statusOf(storage, chat.id, BOT_ID) ?? "left";
  if (before === status) return null;
  setStatus(storage, chat.id, BOT_ID, status);
  world.changed({ chatId: chat.id, type: "chat" });
  const updateId = world.tellBot("my_chat_member", chat.id, {
    chat: chatJson(storage, chat),
    from: userJson(storage, byUserId),
    date: world.nowS,
    old_chat_member: memberJson(storage, BOT_ID, before),
    new_chat_member: memberJson(storage, BOT_ID, status),
  });
  announce(world, chat, byUserId, BOT_ID, before, status);
  return updateId;
}

/** Coming and going is a service message in groups. */
export function announce(
  world: World,
  chat: Chat,
  byUserId: number,
  userId: number,
  before: Status,
  after: Status,
): number | null {
  if (chat.type === "private") return null;
  const wasIn = before !== "left" && before !== "kicked";
  const isIn = after !== "left" && after !== "kicked";
  if (wasIn === isIn) return null;
  const user = userJson(world.storage, userId);
  const content = isIn ? { new_chat_members: [user] } : { left_chat_member: user };
  return post(world, { chatId: chat.id, fromId: byUserId, content }).updateId;
}
