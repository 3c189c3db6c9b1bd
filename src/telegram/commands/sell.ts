/** `/sell`, in private: opens the card, and reads what is typed in answer to it. */

import { readOpenDraft } from "../../engine/chat/drafts.js";
import {
  dropSelling,
  openSelling,
  readOpenSelling,
  type SellingRow,
} from "../../engine/chat/selling.js";
import { readSellers } from "../../engine/sellers/seller-resource.js";
import type { Place } from "../card.js";
import { cardOf } from "../cards/buttons.js";
import { noteCard } from "../cards/notes.js";
import type { ShowCall, TelegramDoor } from "../door.js";
import { newCard } from "../drafts/new-card.js";
import { contactOf } from "../drawing/draw.js";
import { parseAddresses } from "../intake/addresses.js";
import { parseAmount } from "../intake/amount.js";
import { trimInvisible } from "../intake/invisible.js";
import { languageOf } from "../language.js";
import { applySellingEvent } from "../selling/apply.js";
import type { SellingAnswer } from "../selling/events.js";
import { awaitsText } from "../selling/reduce.js";
import { answer, answerTo } from "../sending/answer.js";
import { type Selling, sellingDataSchema } from "../state/selling.js";
import { sellingOf, sellingRowOf } from "../state/selling-rows.js";

export async function showSelling(door: TelegramDoor, call: ShowCall): Promise<void> {
  const { engine } = door;
  const { updateId, place, user, messageId } = call;
  if (place.isGroup) {
    const messages = await languageOf(door, user.user_id);
    const card = noteCard("privateOnly", contactOf(door), messages);
    return answer(door, updateId, place, card, { replyTo: messageId });
  }
  const sellers = (await readSellers(engine, user.customer_id)).map(({ address }) => address);
  const selling: Selling = {
    id: engine.newId(),
    version: 1,
    ownerUserId: user.user_id,
    customerId: user.customer_id,
    chatId: place.chatId,
    status: "open",
    step: sellers.length > 0 ? "list" : "address",
    data: sellingDataSchema.parse({ sellers }),
  };
  const card = newCard(engine, user, place, { selling_id: selling.id });
  await openSelling(engine, updateId, sellingRowOf(selling, engine.now()), card);
  door.sender.wake();
}

/** The card that was worked on last, where there is also one of an order. */
async function latestSelling(
  { engine }: TelegramDoor,
  { chatId, isGroup }: Place,
  userId: number,
): Promise<SellingRow | undefined> {
  if (isGroup) return undefined;
  const row = await readOpenSelling(engine, chatId, userId);
  const draft = row && (await readOpenDraft(engine, chatId, userId));
  return draft && draft.updated_at > row.updated_at ? undefined : row;
}

/** True when the text answers the card of /sell. */
export async function answerSelling(
  door: TelegramDoor,
  call: ShowCall & { readonly text: string },
): Promise<boolean> {
  const row = await latestSelling(door, call.place, call.user.user_id);
  const selling = row && sellingOf(row);
  if (!selling || !awaitsText(selling)) return false;
  const typed = readAnswer(selling, call.text);
  if (!typed) return false;
  await applySellingEvent(door, call.updateId, selling.id, { kind: "answer", answer: typed });
  return true;
}

/** Undefined for wallets where none is asked for: they open an order, as they do anywhere else. */
function readAnswer({ step }: Selling, text: string): SellingAnswer | undefined {
  const verdicts = parseAddresses(text);
  if (step === "address") {
    const [first, ...others] = verdicts;
    if (!first) return { kind: "bad", notice: "NO_ADDRESS" };
    if (others.length > 0) return { kind: "bad", notice: "SEVERAL_ADDRESSES" };
    if (first.bad) return { kind: "bad", notice: "BAD_ADDRESS" };
    return { kind: "address", address: first.address };
  }
  const written = trimInvisible(text);
  if (step === "challenge") {
    // A wallet may copy it in quotes.
    const [signature] = /(0x)?[0-9a-fA-F]{130}(?![0-9a-fA-F])/.exec(written) ?? [];
    if (signature) return { kind: "signature", signature };
    return verdicts.length > 0 ? undefined : { kind: "bad", notice: "NO_SIGNATURE" };
  }
  if (verdicts.length > 0) return undefined;
  if (written === "0") return { kind: "number", answer: { kind: "units", units: 0 } };
  return { kind: "number", answer: parseAmount(text) };
}

/** `/cancel` closes the card of /sell when that was worked on last; false when it was not. */
export async function cancelSelling(door: TelegramDoor, call: ShowCall): Promise<boolean> {
  const { updateId, place, user } = call;
  const row = await latestSelling(door, place, user.user_id);
  if (!row) return false;
  const messages = await languageOf(door, user.user_id);
  const card = cardOf(messages.sell.closed.closed);
  await dropSelling(door.engine, updateId, row, answerTo(updateId, place, card));
  door.sender.wake();
  return true;
}
