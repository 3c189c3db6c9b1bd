/** The order card: the orders of one call, from payment to the end of the rental. */
import { assert, present } from "../../domain/assert.js";
import { durationMs } from "../../domain/duration.js";
import { formatTrx, sumSun } from "../../domain/money.js";
import type { Order } from "../../domain/order.js";
import { MAX_RECEIVERS } from "../../domain/receivers.js";
import { encodePress } from "../buttons.js";
import type { Button, Card } from "../card.js";
import { blocks, bold, code, join, type Part, time } from "../format.js";
import type { Rental } from "../text/en.js";
import type { Messages } from "../text/messages.js";
import { batchState, canCancel, isDead, orderState, rests, unplannedUnits } from "./batch-state.js";
import { cardOf, type Row } from "./buttons.js";
import { type Detail, orderBlocks } from "./order-lines.js";
import { firstThatFits } from "./sendable.js";
import type { BatchView } from "./views.js";

type Waiting = NonNullable<BatchView["waiting"]>;

/** So many ids, a line each, are the 256 characters that a button can copy. */
const IDS_A_BUTTON = 10;
/** How many delegations of each order are shown one by one, how many reasons why it rests, and whether refunds are itemised. */
const DETAILS: readonly [Detail, ...Detail[]] = [
  { legs: Infinity, reasons: Infinity, itemised: true },
  { legs: 3, reasons: 2, itemised: true },
  { legs: 1, reasons: 1, itemised: true },
  { legs: 0, reasons: 1, itemised: false },
  { legs: 0, reasons: 0, itemised: false },
];

export function batchCard(view: BatchView, messages: Messages): Card {
  assert(view.orders.length > 0, "a batch without orders");
  return firstThatFits(DETAILS, (detail) =>
    cardOf(
      blocks(
        [
          headline(view, messages),
          view.waitsForNetwork ? messages.batch.waitsForNetwork : undefined,
          termsLine(view.orders, 2, messages),
          ...endLines(view, messages),
        ],
        ...orderBlocks(view, detail, messages),
      ),
      keyboard(view, messages),
    ),
  );
}

/** In one message of its own: how the orders of a batch ended. */
export function batchFinishedCard(view: BatchView, messages: Messages): Card {
  const { orders } = view;
  const { batch } = messages;
  const [order] = orders;
  return cardOf(
    join([
      headline(view, messages),
      termsLine(orders, 1, messages),
      ...endLines(view, messages),
      order && orders.length === 1
        ? batch.order(code(order.id))
        : batch.orders(orders.map(({ id }) => id)),
    ]),
  );
}

function headline(view: BatchView, { batch }: Messages): Part {
  return bold(batch.headline[batchState(view)](deliveredOrders(view), view.orders.length));
}

function deliveredOrders({ orders, now }: BatchView): number {
  const isDelivered = (order: Order) => {
    const state = orderState(order, now);
    return state === "safe" || (state === "ended" && order.status === "completed");
  };
  return orders.filter(isDelivered).length;
}

/** The orders of one call differ in their receivers only. */
export function rentalOfOrders(orders: readonly Order[]): Rental {
  const order = present(orders[0], "an order");
  return {
    amount: order.amount,
    resource: order.resource,
    duration: order.duration,
    receivers: orders.length,
  };
}

/** What was rented and paid, and the sum of so many refunds or more; each stands with its order. */
function termsLine(
  orders: readonly Order[],
  refundsFrom: number,
  { batch, manual }: Messages,
): string {
  const [order] = orders;
  const paidSun = sumSun(orders.map((one) => one.paidSun));
  const price = order?.type === "Manual" ? ` · ${manual.order.price(order.priceSun)}` : "";
  const terms = batch.terms(rentalOfOrders(orders), formatTrx(paidSun)) + price;
  const refunds = orders.map(({ refundedSun }) => refundedSun).filter((refund) => refund > 0);
  return refunds.length < refundsFrom
    ? terms
    : `${terms} · ${batch.refunded(formatTrx(sumSun(refunds)))}`;
}

/** When the delegations end, and until when the rest waits. */
function endLines(view: BatchView, messages: Messages): (Part | undefined)[] {
  const waits = view.orders.find((order) => unplannedUnits(order) > 0 && order.deadlineAt !== null);
  const until = waits?.deadlineAt ?? undefined;
  return [
    endLine(view, messages),
    until === undefined ? undefined : messages.manual.order.restsUntil(time(until)),
  ];
}

/** Earliest and latest; before there is one, what was reckoned. Nobody knows when what rests begins. */
function endLine({ orders, now }: BatchView, { batch, confirm }: Messages): Part | undefined {
  const ends = endsOf(orders);
  const [first] = ends;
  const last = ends.at(-1);
  if (first === undefined || last === undefined) {
    const open = orders.find((order) => order.status === "processing" && !rests(order));
    return open && confirm.ends(time(open.createdAt + durationMs(open.duration)));
  }
  if (last <= now) return batch.ended(time(last));
  return time(first).text === time(last).text
    ? batch.ends(time(first))
    : batch.endsBetween(time(first), time(last));
}

function endsOf(orders: readonly Order[]): number[] {
  return orders
    .flatMap(({ delegations }) => delegations.filter((leg) => !isDead(leg)))
    .flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]))
    .toSorted((first, second) => first - second);
}

function keyboard(view: BatchView, { buttons, files }: Messages): Row[] {
  const { batchId, orders, waiting } = view;
  const button = (text: string, act: "repeat" | "refresh" | "cancel") => ({
    text,
    callback_data: encodePress({ on: "batch", batchId, act }),
  });
  const cancel = { ...button(buttons.cancel, "cancel"), style: "danger" } as const;
  return [
    waiting ? [nextButton(waiting, files)] : [],
    [button(buttons.repeat, "repeat"), button(buttons.refresh, "refresh")],
    copyRow(orders, buttons),
    orders.some(canCancel) ? [cancel] : [],
  ];
}

/** The wallets that this call did not take. */
function nextButton({ draftId, count }: Waiting, { next }: Messages["files"]): Button {
  const callback_data = encodePress({ on: "waiting", draftId });
  return { text: next(Math.min(count, MAX_RECEIVERS), count), callback_data, style: "primary" };
}

/** Ids in as many buttons as it takes, and the wallet of a single order; of several each is copied by a tap on it. */
function copyRow(
  orders: readonly Order[],
  { copyOrderIds, copyReceiver }: Messages["buttons"],
): Button[] {
  const row: Button[] = [];
  for (let first = 0; first < orders.length; first += IDS_A_BUTTON) {
    const some = orders.slice(first, first + IDS_A_BUTTON);
    const text = copyOrderIds(first + 1, first + some.length, orders.length);
    row.push({ text, copy_text: { text: some.map(({ id }) => id).join("\n") } });
  }
  const [order] = orders;
  if (orders.length === 1 && order) {
    row.push({ text: copyReceiver, copy_text: { text: order.receiver } });
  }
  return row;
}
