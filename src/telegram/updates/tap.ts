/** Taps: on a draft's card, on the menu, on an order's card, on a list. Each is answered, whatever comes of it. */
import { DeskError } from "../../domain/errors.js";
import type { Order } from "../../domain/order.js";
import { answerUpdate, redrawBatch } from "../../engine/chat/outbox.js";
import { cancelOrder } from "../../engine/orders/cancel-order.js";
import { readBatch } from "../../engine/orders/read-orders.js";
import { telegramUserOf } from "../actor.js";
import { decodePress, type Press } from "../buttons/callback-data.js";
import { failureToast } from "../cards/notices.js";
import { extend, repeat } from "../commands/again.js";
import { runMenuItem } from "../commands/commands.js";
import { applyKeyPress } from "../commands/keys.js";
import { type ShowCall, showOrder, showOrders } from "../commands/lists.js";
import { readOffer } from "../commands/offer.js";
import { applySettingPress } from "../commands/settings.js";
import { applyBookPress } from "../commands/wallet-book.js";
import type { TelegramDoor } from "../door.js";
import { applyEvent } from "../drafts/drafting.js";
import { openCard } from "../drafts/open-card.js";
import { applySellingEvent } from "../drafts/selling.js";
import { openWaiting } from "../drafts/waiting.js";
import type { Incoming } from "../incoming.js";
import { languageOf } from "../language.js";
import { contactOf } from "../sending/draw.js";
import { TapAnswer } from "./tap-answer.js";

export type Tap = Extract<Incoming, { kind: "tap" }>;

interface TapCall extends ShowCall {
  readonly tap: Tap;
  readonly answer: TapAnswer;
}

export async function applyTap(door: TelegramDoor, updateId: number, tap: Tap): Promise<void> {
  const answer = new TapAnswer(door, tap.callbackId);
  const press = decodePress(tap.data);
  try {
    if (press) {
      const user = await telegramUserOf(door, tap.person);
      const { place, messageId } = tap;
      await applyPress(door, { updateId, place, user, messageId, tap, answer }, press);
    } else {
      answer.say({ text: languageOf(door, tap.person.userId).toasts.stale });
    }
  } catch (error) {
    answer.leave();
    throw error;
  }
  await answer.end();
}

async function applyPress(door: TelegramDoor, call: TapCall, press: Press): Promise<void> {
  const { tap, answer } = call;
  if (press.on === "draft") {
    const { draftId, version, action } = press;
    const event = { kind: "tap", version, action, by: tap.person.userId } as const;
    const { toasts } = languageOf(door, tap.person.userId);
    return applyEvent(door, call.updateId, draftId, event, (toast) =>
      answer.say(toast ? { text: toasts[toast.toast], alert: toast.alert } : {}),
    );
  }
  if (press.on === "batch") return applyBatchPress(door, call, press);
  if (press.on === "offer") return applyOfferPress(door, call, press.updateId);
  if (press.on === "extend") return applyExtendPress(door, call, press);
  if (press.on === "settings") {
    return answer.say(await applySettingPress(door, call, press.setting));
  }
  if (press.on === "waiting") return openWaiting(door, call, press.draftId);
  if (press.on === "selling") return applySellingPress(door, call, press);
  if (press.on === "keys") return applyKeyPress(door, call, press.press);
  // What comes is a message of its own.
  answer.say({});
  switch (press.on) {
    case "book":
      return applyBookPress(door, call, press.press);
    case "menu":
      return runMenuItem(door, call, press.item);
    case "orders":
      return showOrders(door, call, { cursor: press.cursor, edits: tap.messageId });
    case "order":
      return showOrder(door, call, press.orderId);
  }
}

/** Opens the card of what was quoted, at the price of the moment. */
async function applyOfferPress(
  door: TelegramDoor,
  { updateId, place, user, answer }: TapCall,
  quotedBy: number,
): Promise<void> {
  const offer = readOffer(door, quotedBy, place);
  const { toasts } = languageOf(door, user.user_id);
  if (!offer) return answer.say({ text: toasts.alreadyDropped });
  if (offer.ownerUserId !== user.user_id) return answer.say({ text: toasts.notYours, alert: true });
  answer.say({});
  await openCard(door, updateId, place, user, offer.opening);
}

async function applyExtendPress(
  door: TelegramDoor,
  call: TapCall,
  { batchId, endsAt }: Extract<Press, { on: "extend" }>,
): Promise<void> {
  const orders = ownOrders(door, call, batchId);
  if (orders.length === 0) return sayNotYours(door, call);
  call.answer.say({});
  await extend(door, call, orders, endsAt, batchId);
}

async function applySellingPress(
  door: TelegramDoor,
  { updateId, tap, answer }: TapCall,
  { sellingId, version, action }: Extract<Press, { on: "selling" }>,
): Promise<void> {
  const { toasts, sell } = languageOf(door, tap.person.userId);
  const words = { stale: toasts.stale, refreshed: toasts.refreshed, ...sell.toasts };
  const event = { kind: "tap", version, action, by: tap.person.userId } as const;
  await applySellingEvent(door, updateId, sellingId, event, (toast) =>
    answer.say(toast ? { text: words[toast], alert: toast === "notYours" } : {}),
  );
}

type BatchPress = Extract<Press, { on: "batch" }>;

async function applyBatchPress(
  door: TelegramDoor,
  call: TapCall,
  press: BatchPress,
): Promise<void> {
  const { engine } = door;
  const { updateId, answer } = call;
  const orders = ownOrders(door, call, press.batchId);
  if (orders.length === 0) return sayNotYours(door, call);
  if (press.act === "repeat") {
    answer.say({});
    return repeat(door, call, orders);
  }
  if (press.act === "cancel") await cancelAll(door, call, orders);
  // A card on which nothing is new looks as if nothing had happened.
  const { toasts } = languageOf(door, call.user.user_id);
  answer.say(press.act === "refresh" ? { text: toasts.refreshed } : {});
  await answerUpdate(engine, updateId, []);
  await redrawBatch(engine, press.batchId);
  door.sender.wake();
}

function ownOrders({ engine }: TelegramDoor, { user }: TapCall, batchId: string): readonly Order[] {
  return readBatch(engine, batchId).filter(({ customerId }) => customerId === user.customer_id);
}

function sayNotYours(door: TelegramDoor, { user, answer }: TapCall): void {
  answer.say({ text: languageOf(door, user.user_id).toasts.notYours, alert: true });
}

/** Cancels what can be, and says so when nothing can. */
async function cancelAll(
  { engine, settings, bot }: TelegramDoor,
  { user, place, answer }: TapCall,
  orders: readonly Order[],
): Promise<void> {
  let cancelled = 0;
  for (const { id, status } of orders) {
    if (status !== "processing") continue;
    const isCancelled = await cancelOrder(engine, user.customer_id, id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DeskError) return false;
        throw error;
      },
    );
    if (isCancelled) cancelled += 1;
  }
  if (cancelled > 0) return;
  const desk = contactOf({ settings, bot });
  const { isGroup } = place;
  const failure = { code: "NOT_CANCELABLE", isGroup, customerId: user.customer_id, desk };
  answer.say({ text: failureToast(failure, languageOf({ engine }, user.user_id)) });
}
