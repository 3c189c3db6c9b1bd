/**
 * What a quote offers to buy. Its wallets have no room on a button, so they are kept with the message that shows them; the
 * button names the update that was answered.
 */
import { readTold } from "../engine/outbox.js";
import { updateKey } from "./answer.js";
import type { TelegramDoor } from "./door.js";
import type { Opening } from "./open-card.js";

export interface Offer {
  readonly ownerUserId: number;
  readonly opening: Opening;
}

/** Undefined when it is too old to be known. */
export function readOffer({ engine }: TelegramDoor, updateId: number): Offer | undefined {
  const payload = readTold(engine, updateKey(updateId));
  return payload === undefined ? undefined : (JSON.parse(payload) as { offer?: Offer }).offer;
}
