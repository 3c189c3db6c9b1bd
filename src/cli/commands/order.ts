/** `desk order …`: the orders of all customers, and any of them with its delegations. */
import { z } from "zod";
import { isOrderId } from "../../domain/ids.js";
import { formatInteger } from "../../domain/money.js";
import type { FoundOrder, FoundOrders } from "../../engine/find-orders.js";
import type { OrderResource } from "../../engine/order-resource.js";
import { type Command, defineCommand } from "../command.js";
import { addressField, choiceField, countField, idField, timeField } from "../inputs.js";
import { fields, moment, table, trx } from "../print.js";

type ShownOrder = OrderResource & { readonly customerId: string };

const MOST_LISTED = 100;
/** Of a listed line. */
const COLUMNS = 100;
const LEAST_NAME = 4;

const list = defineCommand({
  name: "order list",
  about: "List orders, newest first: of all customers, or those you look for.",
  options: [
    { flags: "--customer <id>", about: "only this customer's" },
    { flags: "--receiver <address>", about: "only to this address" },
    { flags: "--status <name>", about: "only processing, completed or cancelled ones" },
    {
      flags: "--from <time>",
      about: "created then or later, UTC: 2026-08-01, 2026-08-01T12:00:00Z",
    },
    { flags: "--to <time>", about: "created then or earlier; a day is meant to its end" },
    { flags: "--limit <count>", about: `how many, up to ${MOST_LISTED}; 20 unless given` },
    { flags: "--cursor <id>", about: "what the answer before gave, to go on from there" },
  ],
  example: "order list --receiver TADDRESS --from 2026-08-01",
  input: z
    .strictObject({
      customer: idField.optional(),
      receiver: addressField.optional(),
      status: choiceField(["processing", "completed", "cancelled"]).optional(),
      from: timeField.optional(),
      to: timeField.optional(),
      limit: countField
        .refine((count) => count <= MOST_LISTED, `must be a whole number from 1 to ${MOST_LISTED}`)
        .default(20),
      cursor: idField
        .refine(isOrderId, "must be the nextCursor of an answer, or the id of an order")
        .optional(),
    })
    .refine(({ from, to }) => !from || !to || from.firstMs <= to.lastMs, {
      path: ["to"],
      message: "must not be before --from",
    }),
  async run({ engine }, { customer, from, to, cursor, ...wanted }): Promise<FoundOrders> {
    const { findOrders } = await import("../../engine/find-orders.js");
    const period = { from: from?.firstMs, to: to?.lastMs };
    return findOrders(engine, { ...wanted, ...period, customerId: customer, before: cursor });
  },
  print: listText,
});

function listText({ orders, nextCursor }: FoundOrders): string {
  const none = nextCursor === null ? "No such orders." : "No such orders among those looked at.";
  const lines = (nameWidth: number) =>
    table(
      ["order", "created", "customer", "type", "amount", "receiver", "status", "paid", "back"].map(
        (heading, at) => (at === 2 ? cut(heading, nameWidth) : heading),
      ),
      orders.map((order) => rowOf(order, nameWidth)),
      none,
    );
  // The name has what the others leave.
  const widest = Math.max(
    ...lines(LEAST_NAME)
      .split("\n")
      .map((line) => line.length),
  );
  const listed = lines(Math.max(LEAST_NAME, LEAST_NAME + COLUMNS - widest));
  return nextCursor === null ? listed : `${listed}\n\nOlder ones: --cursor ${nextCursor}`;
}

function rowOf(order: FoundOrder, nameWidth: number): (string | number)[] {
  const { orderId, createdAt, customerName, receiver } = order;
  return [
    orderId,
    shortMoment(createdAt),
    cut(customerName, nameWidth),
    order.type,
    `${formatInteger(order.resourceAmount)} ${order.resourceType === "energy" ? "E" : "B"}`,
    `${receiver.slice(0, 3)}…${receiver.slice(-3)}`,
    order.status,
    trx(order.paidAmount),
    trx(order.refundedAmount),
  ];
}

/** The minute, or the day where it was in another year, as file lists have it. */
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
  about: "Show an order of any customer.",
  argument: { name: "ID", about: "the order's id" },
  example: "order show ID",
  input: z.strictObject({ id: idField }),
  async run({ engine }, { id }): Promise<ShownOrder> {
    const { readAnyOrder } = await import("../../engine/operate.js");
    return readAnyOrder(engine, id);
  },
  print: orderText,
});

function orderText({ delegations, options, resting, ...order }: ShownOrder): string {
  const head = fields({
    ...order,
    paidAmount: `${trx(order.paidAmount)} TRX`,
    spentAmount: `${trx(order.spentAmount)} TRX`,
    heldAmount: `${trx(order.heldAmount)} TRX`,
    refundedAmount: `${trx(order.refundedAmount)} TRX`,
    price: `${order.price} SUN`,
    createdAt: moment(order.createdAt),
    deadline: time(order.deadline),
    expiresAt: time(order.expiresAt),
    options: options === null ? null : JSON.stringify(options),
    ...(resting ? { resting: JSON.stringify(resting) } : {}),
  });
  const legs = table(
    ["owner", "amount", "state", "locked", "until", "txid"],
    delegations.map((leg) => [
      leg.owner,
      leg.amount,
      leg.state,
      leg.locked ? "yes" : "no",
      time(leg.expiresAt),
      leg.txid ?? "-",
    ]),
    "No delegations yet.",
  );
  return `${head}\n\n${legs}`;
}

function time(atMs: number | null): string {
  return atMs === null ? "-" : moment(atMs);
}

export const orderCommands: readonly Command[] = [list, show];
