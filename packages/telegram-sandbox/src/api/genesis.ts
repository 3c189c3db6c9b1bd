/** What is there from the start: the bot, three people, a group and a forum. */
import {
  ANONYMOUS_ADMIN_ID,
  BOT_ID,
  BOT_USERNAME,
  CHANNEL_SENDER_ID,
  LINKED_POST_ID,
  type User,
} from "./model.js";
import { saveMessage } from "./storage/messages.js";
import {
  addTopic,
  createChat,
  makeForum,
  nextMessageId,
  saveUser,
  setStatus,
} from "./storage/people.js";
import { saveSetting, setting } from "./storage/settings.js";
import type { World } from "./world.js";

const GROUP_ID = -1001;
const FORUM_ID = -1001000000002;
const CREATOR_ID = 7001;

const person = (id: number, first_name: string, username: string): User => ({
  id,
  is_bot: false,
  first_name,
  username,
  language_code: "en",
});

const PEOPLE = [
  person(CREATOR_ID, "Alice", "alice"),
  person(7002, "Bob", "bob"),
  person(7003, "Carol", "carol"),
];

const BOTS: readonly User[] = [
  { id: BOT_ID, is_bot: true, first_name: "Energy Desk", username: BOT_USERNAME },
  { id: ANONYMOUS_ADMIN_ID, is_bot: true, first_name: "Group", username: "GroupAnonymousBot" },
  { id: CHANNEL_SENDER_ID, is_bot: true, first_name: "Channel", username: "Channel_Bot" },
  { id: LINKED_POST_ID, is_bot: false, first_name: "Telegram" },
];

export function createWorld(world: World): void {
  const { storage } = world;
  if (setting(storage, "created")) return;
  for (const user of [...PEOPLE, ...BOTS]) saveUser(storage, user);
  createChat(storage, GROUP_ID, "group", "OTC desk");
  createChat(storage, FORUM_ID, "supergroup", "OTC forum");
  for (const chatId of [GROUP_ID, FORUM_ID]) {
    for (const { id } of PEOPLE) {
      setStatus(storage, chatId, id, id === CREATOR_ID ? "creator" : "member");
    }
    setStatus(storage, chatId, BOT_ID, "member");
  }
  makeForum(storage, FORUM_ID);
  // A topic has the number of the message that made it; number 1 belongs to the forum's own start.
  nextMessageId(storage, FORUM_ID);
  const threadId = nextMessageId(storage, FORUM_ID);
  addTopic(storage, FORUM_ID, threadId);
  saveMessage(storage, {
    chatId: FORUM_ID,
    messageId: threadId,
    fromId: CREATOR_ID,
    threadId,
    dateS: world.nowS,
    content: { forum_topic_created: { name: "Orders", icon_color: 7322096 } },
  });
  saveSetting(storage, "created", true);
}
