/** Taps: on a draft's card, on the menu, on an order's card, on a list. Each is answered, whatever comes of it. */
import { DeskError } from "../domain/errors.js";
import { cancelOrder } from "../engine/cancel-order.js";
import { readBatch } from "../engine/order-resource.js";
import { answerUpdate, redrawBatch } from "../engine/outbox.js";
import { decodePress, type Press } from "./callback-data.js";
import { runMenuItem } from "./commands.js";
import type { TelegramDoor } from "./door.js";
import { applyEvent } from "./drafting.js";
import type { Incoming } from "./incoming.js";
import { languageOf } from "./language.js";
import { showOrder, showOrders } from "./lists.js";
import { openCard } from "./open-card.js";
import { telegramUserOf } from "./users.js";

export type Tap = Extract<Incoming, { kind: "tap" }>;

interface Answer {
  readonly text?: string;
  readonly alert?: boolean;
}

export async function applyTap(door: TelegramDoor, updateId: number, tap: Tap): Promise<void> {
  const press = decodePress(tap.data);
  const messages = languageOf(door, tap.userId);
  const answer = press
    ? await applyPress(door, updateId, tap, press)
    : { text: messages.toasts.stale };
  await answerTap(door, tap, answer);
}

/** Bypasses the pace: a spinner must not wait. What fails here costs a spinner, nothing else. */
async function answerTap(door: TelegramDoor, tap: Tap, { text, alert }: Answer): Promise<void> {
  const options = { ...(text && { text }), ...(alert && { show_alert: true }) };
  await door.api.answerCallbackQuery(tap.callbackId, options).catch((error: unknown) => {
    door.logger.debug({ err: error }, "a tap could not be answered");
  });
}

async function applyPress(
  door: TelegramDoor,
  updateId: number,
  tap: Tap,
  press: Press,
): Promise<Answer> {
  const user = await telegramUserOf(door, tap.userId, tap.name);
  const messages = languageOf(door, tap.userId);
  const call = { updateId, place: tap.place, user, messageId: tap.messageId };
  switch (press.on) {
    case "draft": {
      const { draftId, version, action } = press;
      const event = { kind: "tap", version, action, by: tap.userId } as const;
      const toast = await applyEvent(door, updateId, draftId, event);
      return toast ? { text: messages.toasts[toast.toast], alert: toast.alert } : {};
    }
    case "menu":
      await runMenuItem(door, call, press.item);
      return {};
    case "orders":
      await showOrders(door, call, { cursor: press.cursor, edits: tap.messageId });
      return {};
    case "order":
      await showOrder(door, call, press.orderId);
      return {};
    case "batch":
      return applyBatchPress(door, updateId, tap, press);
  }
}

async function applyBatchPress(
  door: TelegramDoor,
  updateId: number,
  tap: Tap,
  press: Extract<Press, { on: "batch" }>,
): Promise<Answer> {
  const { engine } = door;
  const user = await telegramUserOf(door, tap.userId, tap.name);
  const messages = languageOf(door, tap.userId);
  const orders = readBatch(engine, press.batchId).filter(
    ({ customerId }) => customerId === user.customer_id,
  );
  const [first] = orders;
  if (!first) return { text: messages.toasts.notYours, alert: true };
  if (press.act === "repeat") {
    const resource = first.resourceType === "bandwidth" ? "bandwidth" : "energy";
    await openCard(door, updateId, tap.place, user, {
      fields: {
        type: "Fast",
        resource,
        amount: first.resourceAmount,
        duration: first.duration,
      },
      verdicts: orders.map(({ receiver }) => ({ address: receiver })),
    });
    return {};
  }
  if (press.act === "cancel") {
    for (const { orderId, status } of orders) {
      if (status !== "processing") continue;
      await cancelOrder(engine, user.customer_id, orderId).catch((error: unknown) => {
        if (!(error instanceof DeskError)) throw error;
      });
    }
  }
  await answerUpdate(engine, updateId, []);
  await redrawBatch(engine, press.batchId);
  door.sender.wake();
  return {};
}
