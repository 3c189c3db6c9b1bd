/**
 * What a quote offers to buy. Its wallets have no room on a button, so they are kept with the message that shows them; the
 * button names the update that was answered.
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

/** Undefined when it is too old to be known. */
export async function readOffer(
  { engine }: TelegramDoor,
  updateId: number,
  place: Place,
): Promise<Offer | undefined> {
  const told = await readTold(engine, updateKey(updateId));
  if (told === undefined) return undefined;
  const { offer, chatId } = JSON.parse(told) as Payload & { readonly offer?: Offer };
  if (!offer || chatId === place.chatId) return offer;
  return { ...offer, opening: { ...offer.opening, messageId: undefined } };
}
