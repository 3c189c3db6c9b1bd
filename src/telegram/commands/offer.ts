/**
 * What a quote's Buy button opens. Its wallets have no room on a button, so they are stored with the message; the button names
 * the update that was answered.
 */

import { readTold } from "../../engine/chat/outbox.js";
import type { Place } from "../card.js";
import type { TelegramDoor } from "../door.js";
import type { Opening } from "../drafts/open-card.js";
import { updateKey } from "../sending/answer.js";
import type { Payload } from "../sending/send.js";

export interface Offer {
  readonly ownerUserId: number;
  readonly opening: Opening;
}

/** Undefined when it is too old. */
export function readOffer(
  { engine }: TelegramDoor,
  updateId: number,
  place: Place,
): Offer | undefined {
  const told = readTold(engine, updateKey(updateId));
  if (told === undefined) return undefined;
  const { offer, chatId } = JSON.parse(told) as Payload & { readonly offer?: Offer };
  if (!offer || chatId === place.chatId) return offer;
  return { ...offer, opening: { ...offer.opening, messageId: undefined } };
}
