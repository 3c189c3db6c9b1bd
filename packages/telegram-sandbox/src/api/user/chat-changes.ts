/** Changes of a chat itself: who is in it, and a group that becomes a supergroup. */
import { randomInt } from "node:crypto";
import { announce, changeBotStatus, isPersonId, meet } from "../chats/membership.js";
import { post } from "../chats/post.js";
import { ANONYMOUS_ADMIN_ID, BOT_ID, type Chat, type Status } from "../model.js";
import {
  chatOf,
  createChat,
  membersOf,
  setMigratedTo,
  setStatus,
  statusOf,
} from "../storage/people.js";
import type { World } from "../world.js";
import { Refused } from "./refused.js";

const FIRST_SUPERGROUP = 1_000_100_000_000;

/** The bot's id blocks and unblocks in private, and lets the bot in and out of groups. */
export function changeMember(
  world: World,
  chatId: number,
  { user_id: userId, status }: { user_id: number; status: Status },
): number | null {
  const chat = existing(world, chatId);
  if (userId === BOT_ID) return changeBotStatus(world, chat, changerOf(world, chat), status);
  if (chat.type === "private") throw new Refused(400, "a private chat has no other members");
  if (!isPersonId(userId)) throw new Refused(400, `${userId} is no person`);
  meet(world, userId);
  const before = statusOf(world.storage, chatId, userId) ?? "left";
  setStatus(world.storage, chatId, userId, status);
  world.changed({ chatId, type: "chat" });
  const goesByHimself = status === "left" || before === "left";
  const by = goesByHimself ? userId : changerOf(world, chat);
  return announce(world, chat, by, userId, before, status);
}

/** Who did it: the person in private, the creator in a group. */
function changerOf(world: World, chat: Chat): number {
  if (chat.type === "private") return chat.id;
  const members = membersOf(world.storage, chat.id);
  const creator = members.find(({ status }) => status === "creator") ?? members[0];
  return creator?.userId ?? BOT_ID;
}

/** Message ids start again there, and both chats get a service message. */
export function migrate(world: World, chatId: number): number {
  const { storage } = world;
  const chat = existing(world, chatId);
  if (chat.type !== "group") throw new Refused(400, "only a basic group becomes a supergroup");
  if (chat.migratedTo !== null) {
    throw new Refused(400, `this group has become the supergroup ${chat.migratedTo}`);
  }
  const newChatId = -(FIRST_SUPERGROUP + randomInt(1, 1_000_000_000));
  createChat(storage, newChatId, "supergroup", chat.title);
  for (const { userId, status } of membersOf(storage, chatId)) {
    setStatus(storage, newChatId, userId, status);
  }
  const fromId = changerOf(world, chat);
  post(world, { chatId, fromId, content: { migrate_to_chat_id: newChatId } });
  setMigratedTo(storage, chatId, newChatId);
  post(world, {
    chatId: newChatId,
    fromId: ANONYMOUS_ADMIN_ID,
    senderChatId: newChatId,
    content: { migrate_from_chat_id: chatId },
  });
  world.changed({ chatId, type: "chat" });
  return newChatId;
}

export function existing(world: World, chatId: number): Chat {
  const chat = chatOf(world.storage, chatId);
  if (chat === undefined) throw new Refused(404, `there is no chat ${chatId}`);
  return chat;
}
