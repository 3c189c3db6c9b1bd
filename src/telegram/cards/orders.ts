/** The list of a customer's orders, a page at a time; a button opens each. */
import { formatTrx } from "../../domain/money.js";
import type { Order } from "../../domain/order.js";
import { encodeTap } from "../buttons.js";
import type { Button, Card } from "../card.js";
import { blocks, bold, code, type Part } from "../format.js";
import type { Messages } from "../text/messages.js";
import { rentalOfOrders } from "./batch.js";
import { orderState } from "./batch-state.js";
import { cardOf, type Row, shortAddress } from "./buttons.js";
import { menuButton } from "./menu.js";
import type { OrdersView } from "./views.js";

export function ordersCard(view: OrdersView, messages: Messages): Card {
  const { orders, now, asks } = view;
  const { title, question } = messages.orders;
  if (orders.length === 0) {
    return cardOf(messages.orders.empty, [
      [menuButton("buyEnergy", messages), menuButton("buyBandwidth", messages)],
    ]);
  }
  return cardOf(
    blocks(
      asks ? [question] : [bold(title)],
      ...orders.map((order) => lines(order, now, messages)),
    ),
    [...orders.map((order) => [openButton(order, messages)]), pageRow(view, messages)],
  );
}

function lines(order: Order, now: number, { orders }: Messages): Part[] {
  const paid = formatTrx(order.paidSun);
  const state = orders.state[orderState(order, now)];
  return [orders.line(rentalOfOrders([order]), paid, state), code(order.receiver)];
}

function openButton(order: Order, { buttons }: Messages): Button {
  const { amount, resource } = rentalOfOrders([order]);
  return {
    text: buttons.order(amount, resource, shortAddress(order.receiver)),
    callback_data: encodeTap({ on: "order", orderId: order.id }),
  };
}

function pageRow({ isNewest, olderCursor }: OrdersView, { buttons }: Messages): Row {
  const page = (text: string, cursor: string | undefined) => ({
    text,
    callback_data: encodeTap({ on: "orders", cursor }),
  });
  return [
    ...(isNewest ? [] : [page(buttons.newest, undefined)]),
    ...(olderCursor === undefined ? [] : [page(buttons.older, olderCursor)]),
  ];
}
