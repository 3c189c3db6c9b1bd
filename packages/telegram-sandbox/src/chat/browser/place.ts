/** Who looks at which chat: what the two selects choose and the address of the page keeps. */
import type { Message } from "./message.js";

export interface Place {
  readonly personId: number;
  /** The value of a chat option. */
  readonly chat: string;
}

export interface ChatOption {
  readonly value: string;
  /** Of the bot, the group or the topic. */
  readonly name: string;
  readonly kind: "private" | "group" | "forum";
  /** Not given: the person's private chat. */
  readonly chatId?: number;
  readonly topicId?: number;
}

export const PEOPLE = [
  { id: 7001, name: "Alice" },
  { id: 7002, name: "Bob" },
  { id: 7003, name: "Carol" },
] as const;

export function personOf(id: number) {
  return PEOPLE.find((one) => one.id === id);
}

const FORUM_ID = -1_001_000_000_002;

export const CHATS: readonly ChatOption[] = [
  { value: "private", name: "Energy Desk", kind: "private" },
  { value: "group", name: "OTC desk", kind: "group", chatId: -1001 },
  { value: "forum", name: "General", kind: "forum", chatId: FORUM_ID },
  { value: "topic", name: "Orders", kind: "forum", chatId: FORUM_ID, topicId: 2 },
];

const [PRIVATE] = CHATS;
const FIRST: Place = { personId: PEOPLE[0].id, chat: "private" };

export function chatOption(value: string): ChatOption {
  const found = CHATS.find((one) => one.value === value) ?? PRIVATE;
  if (found === undefined) throw new Error("there is a private chat");
  return found;
}

export function chatIdOf({ personId, chat }: Place): number {
  return chatOption(chat).chatId ?? personId;
}

/** From the part of the address after #; what is not known becomes the first. */
export function placeOf(hash: string): Place {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const person = PEOPLE.find(({ id }) => String(id) === fields.get("person"));
  return {
    personId: person?.id ?? FIRST.personId,
    chat: chatOption(fields.get("chat") ?? "").value,
  };
}

export function hashOf({ personId, chat }: Place): string {
  return `#person=${personId}&chat=${chat}`;
}

/** In a forum one topic at a time; General is what belongs to no topic. */
export function messagesIn(option: ChatOption, messages: readonly Message[]): readonly Message[] {
  if (option.kind !== "forum") return messages;
  return messages.filter((one) => one.message_thread_id === option.topicId);
}
