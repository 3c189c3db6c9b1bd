/** `desk order …`: the orders of all customers, and any of them with its delegations. */
import { delegationAnswer, ORDER_TIMES, ORDER_TRX, orderAnswer } from "../../answers/order.js";
import { deathInWords } from "../../domain/death.js";
import { isOrderId } from "../../domain/ids.js";
import { formatInteger, toTrx } from "../../domain/money.js";
import { type Delegation, ORDER_STATUSES, type Order } from "../../domain/order.js";
import type { FoundOrder } from "../../engine/orders/read-orders.js";
import { type Command, defineCommand } from "../command.js";
import {
  addressField,
  checkPeriod,
  choiceField,
  idField,
  timeOption,
  wholeField,
} from "../inputs.js";
import {
  type Column,
  fields,
  moment,
  records,
  table,
  tableOf,
  trx,
  type Width,
  widest,
} from "../print.js";

const MOST_LISTED = 100;
/** An order in a list. */
const COLUMNS = 100;
const LEAST_NAME = 4;

const list = defineCommand({
  name: "order list",
  about: "List orders, newest first.",
  options: {
    customer: ["<id>", "only this customer's", idField.optional()],
    receiver: ["<address>", "only to this address", addressField.optional()],
    status: [
      "<name>",
      "only processing, completed or cancelled orders",
      choiceField(ORDER_STATUSES).optional(),
    ],
    from: timeOption("created at or after this time, UTC: 2026-08-01 or 2026-08-01T12:00:00Z"),
    to: timeOption("created at or before this time; a date includes the whole day"),
    limit: [
      "<count>",
      `how many, up to ${MOST_LISTED}; default 20`,
      wholeField(1, MOST_LISTED).default(20),
    ],
    cursor: [
      "<id>",
      "continue from here: the cursor of the previous page",
      idField
        .refine(isOrderId, "must be the nextCursor of an answer, or the id of an order")
        .optional(),
    ],
  },
  example: "order list --receiver TADDRESS --from 2026-08-01",
  check: checkPeriod,
  async run({ engine }, { customer, from, to, cursor, ...wanted }): Promise<ListedOrders> {
    const { findOrders } = await import("../../engine/orders/read-orders.js");
    const period = { from: from?.firstMs, to: to?.lastMs };
    const filter = { ...wanted, ...period, customerId: customer, before: cursor };
    const { orders, nextCursor } = await findOrders(engine, filter);
    return { orders: orders.map(listedOrder), nextCursor };
  },
  print: listText,
});

interface ListedOrders {
  readonly orders: readonly ListedOrder[];
  readonly nextCursor: string | null;
}

const HEADINGS = [
  "order",
  "created",
  "customer",
  "type",
  "amount",
  "receiver",
  "status",
  "paid",
  "back",
] as const;

function listText({ orders, nextCursor }: ListedOrders, width: Width): string {
  const listed = orders.length === 0 ? "" : linesOf(orders, width);
  if (nextCursor === null) return listed || "No such orders.";
  return `${listed || "No such orders among those looked at."}\n\nOlder ones: --cursor ${nextCursor}`;
}

/** The name gets the width that the others leave. A terminal too narrow for a table shows one field a line. */
function linesOf(orders: readonly ListedOrder[], width: Width): string {
  const lines = (nameWidth: number) => {
    const headings = HEADINGS.map((one) => (one === "customer" ? cut(one, nameWidth) : one));
    const rows = orders.map((order) => rowOf(order, nameWidth));
    return table(headings, rows, "", undefined);
  };
  const narrowest = widest(lines(LEAST_NAME));
  if (width !== undefined && narrowest > width) {
    return records(HEADINGS, orders.map(wholeRowOf), width);
  }
  return lines(Math.max(LEAST_NAME, LEAST_NAME + Math.min(COLUMNS, width ?? COLUMNS) - narrowest));
}

function rowOf(order: ListedOrder, nameWidth: number): (string | number)[] {
  const [orderId, , customer, type, amount, receiver, ...rest] = wholeRowOf(order);
  const created = shortMoment(order.createdAt);
  const short = `${receiver.slice(0, 3)}…${receiver.slice(-3)}`;
  return [orderId, created, cut(customer, nameWidth), type, amount, short, ...rest];
}

function wholeRowOf(order: ListedOrder) {
  return [
    order.orderId,
    moment(order.createdAt),
    order.customerName,
    order.type,
    `${formatInteger(order.resourceAmount)} ${order.resourceType === "energy" ? "E" : "B"}`,
    order.receiver,
    order.status,
    trx(order.paidAmount),
    trx(order.backAmount),
  ] as const;
}

/** Day and time, or in another year the date, as file lists show it. */
function shortMoment(atMs: number): string {
  const text = moment(atMs);
  const isThisYear = text.startsWith(moment(Date.now()).slice(0, 4));
  return isThisYear ? text.slice(5, 16) : text.slice(0, 10);
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

const show = defineCommand({
  name: "order show",
  about: "Show one order.",
  args: { ID: ["the order's id", idField] },
  example: "order show ID",
  async run({ engine }, { id }): Promise<ShownOrder> {
    const { readAnyOrder } = await import("../../engine/orders/read-orders.js");
    return shownOrder(await readAnyOrder(engine, id));
  },
  print: orderText,
});

function orderText(shown: ShownOrder, width: Width): string {
  const { delegations, options, by, cancelledBy, ...order } = shown;
  const facts = {
    ...order,
    ...(by && { by: whoText(by) }),
    ...(cancelledBy && { cancelledBy: whoText(cancelledBy) }),
    ...Object.fromEntries(ORDER_TRX.map((name) => [name, `${trx(order[name])} TRX`])),
    ...Object.fromEntries(ORDER_TIMES.map((name) => [name, time(order[name])])),
    price: `${order.price} SUN`,
    options: options === null ? null : JSON.stringify(options),
  };
  const anyDead = delegations.some((leg) => leg.deathReason !== undefined);
  const columns: Column<(typeof delegations)[number]>[] = [
    ...(["owner", "amount", "state", "locked"] as const),
    ["until", (leg) => time(leg.expiresAt)],
    ["txid", (leg) => leg.txid ?? "-"],
    ...(anyDead ? (["why dead: deathReason"] as const) : []),
  ];
  const legs = tableOf(delegations, columns, "No delegations yet.", width);
  return `${fields(facts, width)}\n\n${legs}`;
}

function whoText({ name, userId, keyId }: NonNullable<ShownOrder["by"]>): string {
  return `${name} (${userId})${keyId === undefined ? "" : ` with key ${keyId}`}`;
}

function time(atMs: number | null): string {
  return atMs === null ? "-" : moment(atMs);
}

export const orderCommands: readonly Command[] = [list, show];

type ShownOrder = ReturnType<typeof shownOrder>;

/**
 * An order as the command line shows it, and as `--json` gives it: what the API answers, and what is the operator's to know.
 */
export function shownOrder(order: Order) {
  const delegations = order.delegations.map(shownDelegation);
  return { ...orderAnswer(order), delegations, customerId: order.customerId };
}

function shownDelegation(delegation: Delegation) {
  const { deathReason } = delegation;
  return {
    ...delegationAnswer(delegation),
    ...(deathReason === null ? {} : { deathReason: deathInWords(deathReason) }),
  };
}

type ListedOrder = ReturnType<typeof listedOrder>;

/** In short. */
function listedOrder(order: FoundOrder) {
  return {
    orderId: order.id,
    createdAt: order.createdAt,
    customerId: order.customerId,
    customerName: order.customerName,
    type: order.type,
    resourceType: order.resource,
    resourceAmount: order.amount,
    receiver: order.receiver,
    status: order.status,
    paidAmount: toTrx(order.paidSun),
    refundedAmount: toTrx(order.refundedSun),
    improvedAmount: toTrx(order.improvedSun),
    /** Both of them. */
    backAmount: toTrx(order.refundedSun + order.improvedSun),
  };
}
