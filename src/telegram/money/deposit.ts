/** `/deposit`, in private: the customer's address as text, on a button and as a picture, and what is taken there. */
import { DeskError } from "../../domain/errors.js";
import { readDepositOffer } from "../../engine/deposits/deposits.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { answer } from "../transport/answer.js";
import { textCode } from "../transport/picture.js";
import { depositCard, noDepositsCard } from "./deposit-card.js";

export async function showDeposit(door: BotDeps, call: ShowCall): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const messages = await languageOf(door, user.user_id);
  if (place.isGroup) {
    const card = noteCard("privateOnly", contactOf(door), messages);
    return answer(door, updateId, place, card, { replyTo: messageId });
  }
  const offer = await offerTo(door, user.customer_id);
  if (offer === "later") {
    return answer(door, updateId, place, noteCard("addressLater", contactOf(door), messages));
  }
  const { deposits } = door.engine;
  if (!offer || !deposits) {
    const card = noDepositsCard(contactOf(door), user.customer_id, messages);
    return answer(door, updateId, place, card);
  }
  const card = depositCard({ ...offer, network: deposits.network }, messages);
  // Nothing but the address: wallets read it as such.
  await answer(door, updateId, place, card, { picture: textCode(offer.address) });
}

/** Undefined where deposits are off, also while the operator has not confirmed the key; "later" while no new address can be kept. */
async function offerTo({ engine }: BotDeps, customerId: string) {
  try {
    return await readDepositOffer(engine, customerId);
  } catch (error) {
    if (error instanceof DeskError && error.code === "NOT_FOUND") return undefined;
    if (error instanceof DeskError && error.code === "BUSY") return "later";
    throw error;
  }
}
