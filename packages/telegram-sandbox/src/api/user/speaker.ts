/** Who a message is from, and by which account Telegram shows it to others. */
import { join } from "../chats/membership.js";
import {
  ANONYMOUS_ADMIN_ID,
  CHANNEL_SENDER_ID,
  type Chat,
  type Content,
  LINKED_POST_ID,
} from "../model.js";
import { chatOf, createChat } from "../storage/people.js";
import type { World } from "../world.js";
import { Refused } from "./refused.js";

const FIRST_CHANNEL_ID = -1_000_000_000_000;

interface Speaker {
  readonly fromId: number;
  readonly senderChatId?: number;
  readonly content?: Content;
}

/**
 * `sender_chat_id` of the group itself is an anonymous admin, any other a channel; from 777000 the
 * channel's post has come by itself, because the channel is linked to the group.
 */
export function speakerOf(
  world: World,
  chat: Chat,
  from: number,
  senderChatId: number | undefined,
): Speaker {
  if (senderChatId === undefined) {
    join(world, chat, from);
    return { fromId: from };
  }
  if (chat.type === "private") throw new Refused(400, "sender_chat_id is for groups only");
  if (senderChatId === chat.id) {
    join(world, chat, from);
    return { fromId: ANONYMOUS_ADMIN_ID, senderChatId };
  }
  meetChannel(world, senderChatId);
  if (from !== LINKED_POST_ID) return { fromId: CHANNEL_SENDER_ID, senderChatId };
  const channel = { id: senderChatId, type: "channel", title: titleOf(senderChatId) };
  const forward_origin = { type: "channel", chat: channel, message_id: 1, date: world.nowS };
  const content = { is_automatic_forward: true as const, forward_origin };
  return { fromId: LINKED_POST_ID, senderChatId, content };
}

function meetChannel(world: World, id: number): void {
  const known = chatOf(world.storage, id);
  if (known?.type === "channel") return;
  if (known || id > FIRST_CHANNEL_ID) {
    throw new Refused(400, "sender_chat_id must be the group itself or a channel (-100…)");
  }
  createChat(world.storage, id, "channel", titleOf(id));
}

function titleOf(channelId: number): string {
  return `Channel ${-channelId + FIRST_CHANNEL_ID}`;
}
