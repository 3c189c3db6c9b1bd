/** Notifications as they are drawn. */

import { type Sends, sendsWith } from "../../domain/usdt.js";
import type { BatchNews, BookingNews, NewsEvent } from "../../engine/chat/notifications.js";
import type { HourNews, OrderedNews } from "../../engine/orders/tell-ordered.js";
import { encodeTap, orderLink } from "../kit/buttons.js";
import { useLines } from "../kit/energy-use.js";
import { menuButton } from "../kit/menu.js";
import { cardOf } from "../kit/parts.js";
import { rentalOf, rentalOfEach } from "../kit/rental.js";
import type { Sizing } from "../kit/sizing.js";
import type { Messages } from "../text/messages.js";
import type { OrderedFacts } from "../text/news.js";
import { code, type Part } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";

export type NotificationView = NewsEvent & {
  readonly botUsername: string;
  /** What the network burns for a unit of Energy; undefined when it is not known. */
  readonly energyPriceSun?: number | undefined;
  /** What `/usdt` has found for the wallet of the orders. */
  readonly sizing?: Sizing | undefined;
};

export function notificationCard(view: NotificationView, messages: Messages): Card {
  const { news } = messages;
  switch (view.kind) {
    case "balance": {
      const words = news.balance(messages.trx(view.availableSun), messages.trx(view.limitSun));
      return cardOf(words, [[menuButton("balance", messages)]]);
    }
    case "sale": {
      const { units, orders, earnedSun } = view;
      return cardOf(news.sale(units, orders, messages.trx(earnedSun)));
    }
    case "booking":
      return returnedCard(view, messages);
    case "ending":
      return endingCard(view, messages);
    default:
      return cardOf(news[view.kind](factsOf(view, messages)), [[openButton(view, messages)]]);
  }
}

function returnedCard(view: BookingNews, { news, booking, trx }: Messages): Card {
  const { receivers, heldSun, reason } = view;
  const rental = rentalOfEach(view);
  const facts = { rental, held: trx(heldSun), reason: booking.reason(reason) };
  return cardOf(news.booking({ ...facts, wallet: only(receivers) }));
}

function endingCard(
  view: BatchNews & Pick<NotificationView, "botUsername">,
  messages: Messages,
): Card {
  const { news } = messages;
  const { at, units, receivers } = view.ending ?? { at: 0, units: 0, receivers: [] };
  const words = news.ending({
    ...{ units, resource: view.resource, wallets: receivers.length },
    each: receivers.length === 1 ? units : sharedEvenly(units, receivers.length, view),
    wallet: only(receivers),
    at: messages.time(at),
  });
  const tapped = { on: "extend", batchId: view.batchId, endsAt: at } as const;
  const extend = {
    text: news.extend,
    callback_data: encodeTap(tapped),
    style: "primary",
  } as const;
  return cardOf(words, [[extend, openButton(view, messages)]]);
}

/** Of each wallet what was ordered, or nothing that is the same for all. */
function sharedEvenly(
  units: number,
  wallets: number,
  { amount, amounts }: BatchNews,
): number | undefined {
  return !amounts && units === wallets * amount ? amount : undefined;
}

/** In a group a tap must not put the card of one before the eyes of all. */
function openButton(
  { isGroup, orderIds, botUsername }: BatchNews & Pick<NotificationView, "botUsername">,
  { news }: Messages,
): Button {
  const [orderId = ""] = orderIds;
  return isGroup
    ? { text: news.open, url: orderLink(botUsername, orderId) }
    : { text: news.open, callback_data: encodeTap({ on: "order", orderId }) };
}

function factsOf(
  view: BatchNews & Pick<NotificationView, "energyPriceSun" | "sizing">,
  messages: Messages,
): OrderedFacts {
  const { batch, trx } = messages;
  const { amount, resource, duration, receivers, deliveredSun, improvedSun = 0, endsAt } = view;
  const { amounts = receivers.map(() => amount), sizing, energyPriceSun } = view;
  const heldUnits = sizing?.heldUnits ?? 0;
  const each = amounts.map((units) => sendsWith(units + heldUnits, sizing));
  const sends = resource === "energy" ? sentTo(each) : undefined;
  const of = { isSaid: sends === "holders", priceSun: energyPriceSun };
  return {
    rental: rentalOf({ resource, duration, amounts, bandwidth: view.bandwidth }),
    wallet: only(receivers),
    sends,
    energy: sends ? useLines(each, of, messages) : [],
    ends: endsAt === undefined ? undefined : batch.ends(messages.time(endsAt)),
    filledUnits: view.filledUnits,
    paid: trx(view.paidSun - improvedSun),
    improved: improvedSun > 0 ? batch.improved(trx(improvedSun)) : undefined,
    delivered: deliveredSun > 0 ? trx(deliveredSun) : undefined,
    refunded: trx(view.refundedSun),
    reason: view.reason === undefined ? undefined : batch.cancelled(view.reason, view.cancelledBy),
  };
}

/** To whom each of the wallets can send. */
function sentTo(sends: readonly Sends[]): NonNullable<OrderedFacts["sends"]> {
  if (sends.some(({ isSafe }) => !isSafe)) return "nobody";
  return sends.some(({ isForHolders }) => isForHolders) ? "holders" : "anyone";
}

function only(receivers: readonly string[]): Part | undefined {
  const [receiver] = receivers;
  return receivers.length === 1 && receiver !== undefined ? code(receiver) : undefined;
}

/** One of the customer's keys has placed orders, or raised the price of one. */
export function orderedCard(news: OrderedNews, { ordered, trx }: Messages): Card {
  const { resource, duration, receivers, units: amount, priceSun, keyHint } = news;
  const what = { resource, duration, receivers, amount, isSum: receivers > 1 };
  const more = news.moreSun && trx(news.moreSun);
  const paid = trx(news.paidSun);
  return cardOf(ordered({ what, paid, more, priceSun, key: code(keyHint) }));
}

/** The customer's keys have ordered much within an hour. */
export function hourCard({ paidSun, fromSun }: HourNews, { orderedInHour, trx }: Messages): Card {
  return cardOf(orderedInHour(trx(paidSun), trx(fromSun)));
}
