/** Changes of orders that rest: the flow that the button of their card opens. */

import { DeskError } from "../../domain/errors.js";
import { MAX_RECEIVERS } from "../../domain/fields.js";
import { mayBeChanged, type Order } from "../../domain/order.js";
import { highestPriceSun } from "../../domain/price.js";
import { lookAtPrices, type PriceLook } from "../../engine/book/price-look.js";
import { amendBatch } from "../../engine/chat/card-money.js";
import { ofOnePrice, ordersChanged, readMoreHeld } from "../../engine/orders/change-order.js";
import { readBatch } from "../../engine/orders/read-orders.js";
import { findCardOfFlow } from "../../store/chat/cards.js";
import type { OutboxMessage } from "../../store/chat/outbox.js";
import { parseAddresses } from "../intake/addresses.js";
import { trimInvisible } from "../intake/invisible.js";
import { orderIdIn } from "../intake/order-id.js";
import { parsePrice } from "../intake/price.js";
import type { AmendAction } from "../kit/buttons.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf, type Drawer } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { promptCard } from "../kit/notes.js";
import { noticeOf } from "../kit/notices.js";
import { createScreen, isSumRead } from "../kit/runner.js";
import { repeatable } from "../kit/said.js";
import type { Messages } from "../text/messages.js";
import type { Payload } from "../transport/send.js";
import type { Drawing } from "../transport/sender.js";
import { amendCard } from "./amend-card.js";
import {
  AMEND_CODEC,
  type Amend,
  type AmendEffect,
  type AmendEvent,
  awaitsPrice,
  heldSum,
  reduceAmend,
} from "./amend-state.js";

export const AMENDS = createScreen<Amend, AmendAction, AmendEvent, AmendEffect>({
  codec: AMEND_CODEC,
  reduce: reduceAmend,
  words: ({ toasts, amend }) => ({
    ...toasts,
    alreadyDropped: amend.over,
    readFirst: amend.readFirst,
  }),
  gone: "alreadyDropped",
  draw: drawAmend,
  cancelledAs: "closed",
  answer(amend, text) {
    if (!awaitsPrice(amend)) return undefined;
    const answer = parsePrice(text);
    if (answer.kind === "none" && isAboutAnother(text)) return undefined;
    return { kind: "answer", answer, said: repeatable(text) };
  },
  async prepare(deps, amend, effects, updateId) {
    const look = lookOf(effects);
    if (look) return costEvent(deps, amend, look.priceSun);
    if (!effects.some(({ kind }) => kind === "amend")) return undefined;
    const read = { sum: heldSum(amend), amountSun: amend.data.asked?.moreSun ?? 0 };
    const isRead = amend.step !== "hold" || (await isSumRead(deps, amend.id, read, updateId));
    if (!isRead) return { kind: "unread" };
    await deps.orderPace.turn(amend.customerId);
    deps.engine.gates.assertOpen();
    return undefined;
  },
  /** Where more would be held by now than was shown, it is asked for again. */
  refused(error, { data: { asked } }) {
    if (error.code === "QUOTE_EXPIRED" && asked) {
      return { event: { kind: "outdated", priceSun: asked.priceSun } };
    }
    return { event: { kind: "refused", notice: noticeOf(error) } };
  },
  async write({ engine }, amend, { state, effects }, updateId) {
    if (effects.some(({ kind }) => kind === "prompt")) {
      return { told: [await questionOf(engine, amend, updateId)] };
    }
    const effect = effects.find((one) => one.kind === "amend");
    if (!effect) return undefined;
    const { change, mostMoreSun } = effect;
    const queueKeys = Array.from({ length: MAX_RECEIVERS }, () => engine.newId());
    const amended = { batchId: amend.data.batchId, change, mostMoreSun, queueKeys };
    return {
      state: reduceAmend(state, { kind: "amended", change }).state,
      *phase(moment) {
        const { customerId, ownerUserId: userId, isGroup } = amend;
        const chatId = isGroup ? amend.chatId : undefined;
        const by = { kind: "member", userId, chatId } as const;
        yield* amendBatch({ customerId, by }, amended, moment);
        return () => ordersChanged(engine);
      },
    };
  },
  async follow(deps, amend, effects) {
    const look = lookOf(effects);
    return look && costOrWhyNot(deps, amend, look.priceSun);
  },
});

async function costOrWhyNot(deps: BotDeps, amend: Amend, priceSun: number): Promise<AmendEvent> {
  try {
    return await costEvent(deps, amend, priceSun);
  } catch (error) {
    if (error instanceof DeskError) return { kind: "refused", notice: noticeOf(error) };
    throw error;
  }
}

/** Several words, a wallet or an order are handled as anywhere else. */
function isAboutAnother(text: string): boolean {
  const said = trimInvisible(text);
  return /[\s@]/.test(said) || parseAddresses(said).length > 0 || orderIdIn(said) !== undefined;
}

function lookOf(effects: readonly AmendEffect[]) {
  return effects.find((effect) => effect.kind === "look");
}

async function costEvent(
  { engine }: BotDeps,
  { customerId, ownerUserId: userId, data: { batchId } }: Amend,
  priceSun: number,
): Promise<AmendEvent> {
  const [first, ...others] = await readBatch(engine, batchId);
  if (first) {
    const amounts = [first, ...others].map(({ amount }) => amount);
    const maximum = highestPriceSun(amounts, first.duration);
    const notice = { code: "PRICE_TOO_HIGH", details: { maximum } };
    if (priceSun > maximum) return { kind: "refused", notice };
  }
  const acting = { customerId, by: { kind: "member", userId } } as const;
  const moreSun = await readMoreHeld(engine, acting, batchId, priceSun);
  return { kind: "cost", priceSun, moreSun };
}

async function questionOf(
  engine: BotDeps["engine"],
  { id, version, chatId, threadId, data: { batchId } }: Amend,
  updateId: number | undefined,
): Promise<OutboxMessage> {
  const messages = await languageOf({ engine }, chatId);
  const card = await engine.database.read(() => findCardOfFlow(id));
  const [order] = await readBatch(engine, batchId);
  const { text, placeholder } = messages.prompts.price;
  const payload: Payload = {
    card: promptCard(text(order?.resource ?? "energy")),
    ...{ chatId, threadId, replyTo: card?.reply_to ?? undefined, forceReply: { placeholder } },
  };
  return { key: `prompt:${id}:${updateId ?? version}`, chatId, payload: JSON.stringify(payload) };
}

/** Opens the card for the orders of a call. */
export async function openAmend(deps: BotDeps, call: ShowCall, batchId: string) {
  const { place, user } = call;
  await AMENDS.open(deps, call, {
    id: deps.engine.newId(),
    version: 1,
    ownerUserId: user.user_id,
    customerId: user.customer_id,
    ...place,
    status: "open",
    step: "choose",
    data: { batchId, wasAsked: false },
  });
}

async function drawAmend(drawer: Drawer, amend: Amend, messages: Messages): Promise<Drawing> {
  const { engine } = drawer;
  const orders = await readBatch(engine, amend.data.batchId);
  const resting = ofOnePrice(orders.filter(mayBeChanged));
  const isOpen = amend.status === "open";
  const look =
    isOpen && amend.step === "price" ? await lookAt(drawer, amend.customerId, resting) : undefined;
  const view = { amend, orders, resting, look, desk: contactOf(drawer), now: engine.now() };
  const card = amendCard(view, messages);
  return { card, watching: isOpen, urgency: isOpen ? "answer" : "final", sum: heldSum(amend) };
}

/** The order book as what rests would meet it. */
async function lookAt(
  { engine, books }: Drawer,
  customerId: Amend["customerId"],
  resting: readonly Order[],
): Promise<PriceLook | undefined> {
  const [first] = resting;
  if (!first?.options) return undefined;
  const { resource, duration, options } = first;
  const bid = {
    ...{ customerId, resource, duration, options },
    amounts: resting.map(({ restingUnits }) => restingUnits),
    receivers: resting.map(({ receiver }) => receiver),
    requireLock: first.requireLock || undefined,
  };
  return lookAtPrices(engine, bid, await books.read(resource, duration));
}
