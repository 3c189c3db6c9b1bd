/** The card on which orders that rest get another price or lifetime. */
import { HOUR_MS } from "../../common/time.js";

import { isOverdue, type Order } from "../../domain/order.js";
import { costSun } from "../../domain/price.js";
import type { PriceLook } from "../../engine/book/price-look.js";
import { failureText } from "../kit/notices.js";
import { cardOf, disabledButton, flowButtons, type Row, rowsOf } from "../kit/parts.js";
import type { DeskContact } from "../kit/views.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, type Part } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { type Amend, LIFETIMES_HOURS } from "./amend-state.js";
import { rentalOfOrders } from "./batch-card.js";

export interface AmendView {
  readonly amend: Amend;
  /** The call's orders; those that rest are changed. */
  readonly orders: readonly Order[];
  readonly resting: readonly Order[];
  /** The order book, while a price is asked for. */
  readonly look: PriceLook | undefined;
  readonly desk: DeskContact;
  /** Wall time. */
  readonly now: number;
}

export function amendCard(view: AmendView, messages: Messages): Card {
  const { amend, resting, orders, desk } = view;
  const shown = resting.length > 0 ? resting : orders;
  const { amend: words, manual } = messages;
  const { status, data } = amend;
  if (status !== "open") return cardOf(lastWord(view, messages));
  const order = ofThoseResting(view);
  const until = order?.deadlineAt ?? undefined;
  const { isGroup, customerId } = amend;
  return cardOf(
    blocks(
      [data.notice && failureText({ ...data.notice, isGroup, customerId, desk }, messages)],
      [
        bold(words.title),
        order && words.terms(rentalOfOrders(shown), order.priceSun),
        until === undefined ? undefined : manual.order.restsUntil(messages.time(until)),
      ],
      question(view, messages),
    ),
    rows(view, messages),
  );
}

/** Others of the call may have another price and end by now. */
function ofThoseResting({ resting, orders }: AmendView): Order | undefined {
  return resting[0] ?? orders[0];
}

function lastWord(view: AmendView, { amend: words, time }: Messages): Part {
  const { done } = view.amend.data;
  const until = ofThoseResting(view)?.deadlineAt;
  if (done?.priceSun !== undefined) return words.priceChanged(done.priceSun);
  if (done && typeof until === "number") return words.lifetimeChanged(time(until));
  return words.closed;
}

function question(view: AmendView, messages: Messages): (Part | undefined)[] {
  const { amend, orders, look } = view;
  const { amend: words, manual, wizard } = messages;
  const { asked } = amend.data;
  const [order] = orders;
  switch (amend.step) {
    case "choose":
      return [words.question];
    case "lifetime":
      return [order && words.askLifetime(messages.time(order.createdAt))];
    case "hold":
      return [asked && words.more(asked.priceSun, messages.trx(asked.moreSun))];
    case "price": {
      const { isGroup } = amend;
      const { resource = "energy" } = order ?? {};
      const receivers = new Set(orders.map(({ receiver }) => receiver)).size;
      const facts = { resource, receivers: 1, isGroup, others: 0, replacesAll: false };
      return [
        look && manual.market.prices(look.floorSun, look.fastSun),
        look && manual.market.asks(look, receivers),
        wizard.question.price({ ...facts, awaitsText: !isGroup, hasWallets: false }),
      ];
    }
  }
}

/**
 * Counted from the bottom, the button that holds more money is alone in the first row, and what leads to it is in the third or higher:
 * so a second tap on a price holds nothing.
 */
function rows(view: AmendView, messages: Messages): Row[] {
  const { amend, orders, now } = view;
  const { amend: words, buttons } = messages;
  const button = flowButtons("amend", amend);
  const close = [button(words.close, { kind: "close" })];
  const back = [button(buttons.back, { kind: "back" })];
  switch (amend.step) {
    case "choose":
      return [
        [
          button(words.price, { kind: "ask", field: "price" }, "primary"),
          button(words.lifetime, { kind: "ask", field: "lifetime" }, "primary"),
        ],
        close,
      ];
    case "price":
      return [
        ...priceRows(view, messages),
        ...[back, close],
        amend.data.wasAsked ? [disabledButton(messages.noPay.other)] : [],
      ];
    case "lifetime": {
      const createdAt = orders[0]?.createdAt ?? now;
      const hours = LIFETIMES_HOURS.filter((one) => !isOverdue(createdAt + one * HOUR_MS, now));
      const choices = hours.map((one) =>
        button(words.hours(one), { kind: "lifetime", hours: one }),
      );
      return [...rowsOf(choices, 3), back, close];
    }
    case "hold": {
      const more = messages.trx(amend.data.asked?.moreSun ?? 0);
      return [close, back, [button(words.hold(more), { kind: "hold" }, "success")]];
    }
  }
}

/** What fills at once, and what it comes to: of what still rests. */
function priceRows({ amend, resting, look }: AmendView, messages: Messages): Row[] {
  const { manual, buttons } = messages;
  const button = flowButtons("amend", amend);
  const units = resting.reduce((sum, { restingUnits }) => sum + restingUnits, 0);
  const [first] = resting;
  const choices = (look?.choices ?? []).filter(({ priceSun }) => priceSun !== first?.priceSun);
  return [
    ...choices.map(({ priceSun, fillsUnits }) => {
      const total = messages.trx(costSun(units, priceSun, first?.duration ?? "1h"));
      const text = manual.buttons.price(priceSun, total, fillsUnits, units);
      return [button(text, { kind: "price", price: priceSun })];
    }),
    // In private a price is just typed.
    amend.isGroup ? [button(buttons.other, { kind: "other" })] : [],
  ];
}
