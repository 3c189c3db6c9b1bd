/** The list of a customer's calls with their orders, a page at a time, the newest last, where a low screen shows it; a button opens each. */
import type { Address } from "../../domain/address.js";
import type { Duration } from "../../domain/duration.js";
import { sumSun } from "../../domain/money.js";
import type { Order } from "../../domain/order.js";
import type { Resource } from "../../domain/resource.js";
import type { TeamView } from "../../engine/teams/teams.js";
import { encodeTap } from "../kit/buttons.js";
import { menuButton } from "../kit/menu.js";
import { cardOf, namedWallet, type Row, walletLabel } from "../kit/parts.js";
import { rentalOfEach } from "../kit/rental.js";
import type { WalletNames } from "../kit/views.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, join, type Part } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";
import { byWallet, paidInTheEnd, rentalOfOrders } from "./batch-card.js";
import { batchState } from "./batch-state.js";

export interface OrdersView {
  /** Whose orders they are, where that is a team. */
  readonly team?: Pick<TeamView, "customerId" | "name"> | undefined;
  /** The orders of each call, newest call first. */
  readonly batches: readonly (readonly Order[])[];
  /** Extensions that wait for their start, the first due first; shown on the first page. */
  readonly bookings?: readonly BookedView[] | undefined;
  /** How many wait beyond those. */
  readonly moreBookings?: number;
  /** Of the receivers. */
  readonly names?: WalletNames | undefined;
  /** Chain time. */
  readonly now: number;
  /** The cursor of older calls; undefined on the last page. */
  readonly olderCursor: string | undefined;
  /** Whether this is the first page; any other has a button back to it. */
  readonly isNewest: boolean;
  /** The card answers `/order` without an id: which order is meant. */
  readonly asks?: boolean;
}

/** An extension whose money is held. */
export interface BookedView {
  readonly bookingId: string;
  readonly resource: Resource;
  /** Units for each receiver. */
  readonly amount: number;
  readonly duration: Duration;
  readonly receivers: readonly Address[];
  readonly heldSun: number;
  /** Chain time. */
  readonly dueAt: number;
  /** Whether who looks may cancel it. */
  readonly mayEnd: boolean;
}

export function ordersCard(view: OrdersView, messages: Messages): Card {
  const { team, batches, asks, bookings = [], moreBookings = 0 } = view;
  const { title, question } = messages.orders;
  const whose = team && messages.team.title(team.name);
  const back = team ? [[backButton(team.customerId, messages)]] : [];
  if (batches.length + bookings.length === 0) {
    if (whose) return cardOf(blocks([bold(whose)], [messages.team.noOrders]), back);
    const buys = [menuButton("buyEnergy", messages), menuButton("buyBandwidth", messages)];
    return cardOf(messages.orders.empty, [buys]);
  }
  const shown = batches.toReversed();
  return cardOf(
    blocks(
      asks ? [whose, question] : [bold(whose ? `${whose} · ${messages.buttons.orders}` : title)],
      ...shown.map((orders) => lines(orders, view, messages)),
      ...bookings.map((booking) => bookedLines(booking, view, messages)),
      [moreBookings > 0 ? messages.orders.moreBooked(moreBookings) : undefined],
    ),
    [
      ...bookings
        .filter(({ mayEnd }) => mayEnd)
        .map((booking) => [cancelButton(booking, view, messages)]),
      ...shown.map((orders) => [openButton(orders, view, messages)]),
      pageRow(view, messages),
      ...back,
    ],
  );
}

/** A call is one line; its only wallet stands below. */
function lines(
  orders: readonly Order[],
  { now, names }: OrdersView,
  { orders: words, trx, time }: Messages,
): Part[] {
  const [first] = orders as [Order, ...Order[]];
  const paid = trx(sumSun(orders.map(paidInTheEnd)));
  const state = words.state(batchState({ orders, now }));
  const ordered = words.line(time(first.createdAt), rentalOfOrders(orders), paid, state);
  const line = join([ordered, first.by?.name], " · ");
  return byWallet(orders).length > 1 ? [line] : [line, namedWallet(first.receiver, names)];
}

function bookedLines(
  booking: BookedView,
  { names }: Pick<OrdersView, "names">,
  { orders: words, trx, time }: Messages,
): Part[] {
  const { receivers, heldSun, dueAt } = booking;
  const line = words.booked(time(dueAt), rentalOfEach(booking), trx(heldSun));
  return receivers.length > 1
    ? [line]
    : [line, ...receivers.map((receiver) => namedWallet(receiver, names))];
}

/** The second question, in the place of the list: the price that is held is gone with the booking. */
export function endBookingCard(
  booking: BookedView,
  view: Pick<OrdersView, "team" | "names">,
  messages: Messages,
): Card {
  const { orders: words, buttons } = messages;
  const { bookingId } = booking;
  const yes = encodeTap({ on: "booking", bookingId, at: "sure" });
  const back = pageTap(view.team, undefined);
  return cardOf(blocks([words.asksToEnd], bookedLines(booking, view, messages)), [
    [
      { text: words.end, callback_data: yes, style: "danger" },
      { text: buttons.back, callback_data: back },
    ],
  ]);
}

function cancelButton(
  { bookingId, receivers, amount }: BookedView,
  { names }: OrdersView,
  { buttons }: Messages,
): Button {
  const [first = ""] = receivers;
  const wallet = walletLabel(first, names?.get(first));
  return {
    text: buttons.cancelBooking(amount, receivers.length, wallet),
    callback_data: encodeTap({ on: "booking", bookingId, at: "list" }),
    style: "danger",
  };
}

function openButton(
  orders: readonly Order[],
  { names }: OrdersView,
  { buttons }: Messages,
): Button {
  const [first] = orders as [Order, ...Order[]];
  const wallet = walletLabel(first.receiver, names?.get(first.receiver));
  return {
    text: buttons.order(rentalOfOrders(orders), wallet),
    callback_data: encodeTap({ on: "order", orderId: first.id }),
  };
}

/** Of a team it is named: by then they may pay from another account. */
function pageTap(team: OrdersView["team"], cursor: string | undefined): string {
  if (!team) return encodeTap({ on: "orders", cursor });
  const page = { act: "orders", team: team.customerId, before: cursor } as const;
  return encodeTap({ on: "team", tapped: page });
}

const backButton = (team: string, { team: { buttons } }: Messages): Button => ({
  text: buttons.back,
  callback_data: encodeTap({ on: "team", tapped: { act: "open", team } }),
});

function pageRow({ team, isNewest, olderCursor }: OrdersView, { buttons }: Messages): Row {
  const page = (text: string, cursor: string | undefined) => ({
    text,
    callback_data: pageTap(team, cursor),
  });
  return [
    ...(isNewest ? [] : [page(buttons.newest, undefined)]),
    ...(olderCursor === undefined ? [] : [page(buttons.older, olderCursor)]),
  ];
}
