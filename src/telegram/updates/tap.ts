/** Taps: on the card of a flow, on the menu, on an order's card, on a list. Each is answered, whatever comes of it. */

import { DeskError } from "../../domain/errors.js";
import type { Order } from "../../domain/order.js";
import { answerUpdate, redrawBatch } from "../../engine/chat/outbox.js";
import { cancelOrder } from "../../engine/orders/cancel-order.js";
import { readBatch } from "../../engine/orders/read-orders.js";
import { decodePress, type FlowPress, type Press } from "../buttons.js";
import { failureToast } from "../cards/notices.js";
import { extend, repeat } from "../commands/again.js";
import { FLOWS, runMenuItem } from "../commands/commands.js";
import { applyKeyPress } from "../commands/keys.js";
import { showOrder, showOrders } from "../commands/lists.js";
import { readOffer } from "../commands/quote-line.js";
import { applySettingPress } from "../commands/settings.js";
import { applyBookPress } from "../commands/wallet-book.js";
import type { TelegramDoor } from "../door.js";
import { contactOf } from "../drawing/draw.js";
import { openCard, openWaiting } from "../flows/open-draft.js";
import type { TapCall } from "../flows/run.js";
import { languageOf } from "../language.js";
import { TapAnswer } from "../sending/tap-answer.js";
import { telegramUserOf } from "./actor.js";
import type { Incoming } from "./incoming.js";

export type Tap = Extract<Incoming, { kind: "tap" }>;

export async function applyTap(door: TelegramDoor, updateId: number, tap: Tap): Promise<void> {
  const answer = new TapAnswer(door, tap.callbackId);
  const press = decodePress(tap.data);
  try {
    if (press) {
      const user = await telegramUserOf(door, tap.person);
      const { place, messageId } = tap;
      const call = { updateId, place, user, messageId, answer };
      if ("flowId" in press) await applyFlowPress(door, call, press.on, press);
      else await applyPress(door, call, press.on, press);
    } else {
      answer.say({ text: (await languageOf(door, tap.person.userId)).toasts.stale });
    }
  } catch (error) {
    answer.leave();
    throw error;
  }
  await answer.end();
}

/** On the card of a flow. `on` is the press's own: named apart, so that the compiler knows them for a pair. */
function applyFlowPress<On extends FlowPress["on"]>(
  door: TelegramDoor,
  call: TapCall,
  on: On,
  press: Press<On>,
): Promise<void> {
  const flows: { readonly [On in FlowPress["on"]]: Pressed<On> } = FLOWS;
  return flows[on].tap(door, call, press);
}

interface Pressed<On extends Press["on"]> {
  tap(door: TelegramDoor, call: TapCall, press: Press<On>): Promise<void>;
}

/** Buttons of other messages. */
type Other = Exclude<Press["on"], FlowPress["on"]>;

/** What each of them does. */
const HANDLERS: { readonly [On in Other]: Handler<On> } = {
  menu: inMessage((door, call, { item }) => runMenuItem(door, call, item)),
  batch: applyBatchPress,
  order: inMessage((door, call, { orderId }) => showOrder(door, call, orderId)),
  orders: inMessage((door, call, { cursor }) =>
    showOrders(door, call, { cursor, edits: call.messageId }),
  ),
  extend: applyExtendPress,
  waiting: (door, call, { draftId }) => openWaiting(door, call, draftId),
  offer: applyOfferPress,
  settings: async (door, call, { setting }) =>
    call.answer.say(await applySettingPress(door, call, setting)),
  keys: (door, call, { press }) => applyKeyPress(door, call, press),
  book: inMessage((door, call, { press }) => applyBookPress(door, call, press)),
};

type Handler<On extends Other> = (
  door: TelegramDoor,
  call: TapCall,
  press: Press<On>,
) => Promise<void>;

function applyPress<On extends Other>(
  door: TelegramDoor,
  call: TapCall,
  on: On,
  press: Press<On>,
): Promise<void> {
  return HANDLERS[on](door, call, press);
}

/** What comes of it is a message of its own: the tap is answered without a word. */
function inMessage<On extends Other>(handler: Handler<On>): Handler<On> {
  return (door, call, press) => {
    call.answer.say({});
    return handler(door, call, press);
  };
}

/** Opens the card of what was quoted, at the price of the moment. */
async function applyOfferPress(
  door: TelegramDoor,
  { updateId, place, user, answer }: TapCall,
  { updateId: quotedBy }: Press<"offer">,
): Promise<void> {
  const offer = await readOffer(door, quotedBy, place);
  const { toasts } = await languageOf(door, user.user_id);
  if (!offer) return answer.say({ text: toasts.alreadyDropped });
  if (offer.ownerUserId !== user.user_id) return answer.say({ text: toasts.notYours, alert: true });
  answer.say({});
  await openCard(door, updateId, place, user, offer.opening);
}

async function applyExtendPress(
  door: TelegramDoor,
  call: TapCall,
  { batchId, endsAt }: Press<"extend">,
): Promise<void> {
  const orders = await ownOrders(door, call, batchId);
  if (orders.length === 0) return sayNotYours(door, call);
  call.answer.say({});
  await extend(door, call, orders, endsAt, batchId);
}

async function applyBatchPress(
  door: TelegramDoor,
  call: TapCall,
  press: Press<"batch">,
): Promise<void> {
  const { engine } = door;
  const { updateId, answer } = call;
  const orders = await ownOrders(door, call, press.batchId);
  if (orders.length === 0) return sayNotYours(door, call);
  if (press.act === "repeat") {
    answer.say({});
    return repeat(door, call, orders);
  }
  if (press.act === "cancel") await cancelAll(door, call, orders);
  // A card on which nothing is new looks as if nothing had happened.
  const { toasts } = await languageOf(door, call.user.user_id);
  answer.say(press.act === "refresh" ? { text: toasts.refreshed } : {});
  await answerUpdate(engine, updateId, []);
  await redrawBatch(engine, press.batchId);
  door.sender.wake();
}

async function ownOrders(
  { engine }: TelegramDoor,
  { user }: TapCall,
  batchId: string,
): Promise<readonly Order[]> {
  return (await readBatch(engine, batchId)).filter(
    ({ customerId }) => customerId === user.customer_id,
  );
}

async function sayNotYours(door: TelegramDoor, { user, answer }: TapCall): Promise<void> {
  answer.say({ text: (await languageOf(door, user.user_id)).toasts.notYours, alert: true });
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
  answer.say({ text: failureToast(failure, await languageOf({ engine }, user.user_id)) });
}
