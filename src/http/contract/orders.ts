/** Orders: to quote, create, read, list and cancel them. */
import { z } from "zod";
import { EXAMPLE_ENTRY, EXAMPLE_ORDER, orderEntry, orderShape } from "../../answers/order.js";
import {
  EXAMPLE_ADDRESS,
  EXAMPLE_TIME,
  named,
  nextCursor,
  orderId,
  priceSun,
  quoteId,
  trx,
  units,
  unixMs,
} from "../../answers/shapes.js";
import { ADDRESS_FAULTS } from "../../domain/address.js";
import { changeSchema } from "../../domain/order.js";
import { ordersQuery } from "../routes/list-orders.js";
import { eitherType, FAST_EXAMPLE, MANUAL_EXAMPLE } from "./order-bodies.js";
import type { RouteContract } from "./route.js";

const created = named(
  "CreatedOrders",
  z.object({
    count: z.int().min(1).max(20).describe("The number of entries."),
    orders: z.array(orderEntry).describe("One entry for each receiver, in their order."),
  }),
);

const orderPage = named("OrderPage", z.object({ orders: z.array(orderShape), nextCursor }));

const verdict = z.object({
  receiver: z.string().describe("As it was sent."),
  ok: z.boolean(),
  cost: trx.describe("TRX for this wallet, where it can be served.").optional(),
  reason: z
    .enum([...ADDRESS_FAULTS, "not activated", "contract", "refused"])
    .describe("Why it cannot be served.")
    .optional(),
});

const quote = named(
  "Quote",
  z.object({
    quoteId: quoteId.describe("Absent when a wallet cannot be served.").optional(),
    expiresAt: unixMs.describe("Absent when a wallet cannot be served.").optional(),
    price: priceSun,
    totalAmount: trx.describe("TRX for all wallets that can be served."),
    perReceiver: trx
      .describe("TRX for one wallet; absent where they get different amounts.")
      .optional(),
    receivers: z.array(verdict).describe("One verdict for each wallet, in their order."),
    capacity: units.describe(
      "Units that could be delivered now, all wallets together; with `requireLock` those that could be locked.",
    ),
    fast: z
      .object({ price: priceSun, totalAmount: trx })
      .describe("Of a Manual order: what a Fast one would cost instead.")
      .optional(),
    book: z
      .object({
        price: priceSun.describe("A Manual order at this price is filled wholly and at once."),
        amount: units.describe("Units, all wallets together."),
        cost: trx.describe("TRX that it would pay, at the sellers' own prices."),
        fillsNow: z.literal(true),
      })
      .describe("Of a Fast order: only where sellers fill all of it at once for less.")
      .optional(),
    manual: z
      .object({ fillsNow: units, cost: trx })
      .describe("Of a Manual order: units that are filled at once, and the TRX that they cost.")
      .optional(),
    explanation: z.string().describe("The price in words."),
  }),
);

const EXAMPLE_QUOTE = {
  quoteId: "019bd0a1c3f0000b5e6f7a8b",
  expiresAt: EXAMPLE_TIME + 30_000,
  price: 60,
  totalAmount: 3.9,
  perReceiver: 3.9,
  receivers: [{ receiver: EXAMPLE_ADDRESS, ok: true, cost: 3.9 }],
  book: { price: 45, amount: 65_000, cost: 2.925, fillsNow: true },
  capacity: 99_800_396,
  explanation: "65,000 Energy × 60 SUN × 1 (15 min to 1 day cost the same) = 3.9 TRX",
};

const EXAMPLES = { Fast: FAST_EXAMPLE, Manual: MANUAL_EXAMPLE };

export const ORDER_ROUTES: readonly RouteContract[] = [
  {
    method: "post",
    path: "/v1/order/create",
    id: "createOrder",
    tag: "Orders",
    summary: "Order for 1 to 20 wallets",
    description:
      "All or nothing: every wallet gets an entry and the total is debited, or nothing happened. A wallet's cost is " +
      "`resourceAmount × price × days`, with everything up to a day counted as one. After every error but `INTERNAL` " +
      "nothing was created or debited; after that, or when no answer came, repeat with the same Idempotency-Key.",
    caller: "customer",
    limit: "create",
    idempotencyKey: "optional",
    body: { schema: () => eitherType("Order"), examples: EXAMPLES },
    answer: { data: created, example: { count: 1, orders: [EXAMPLE_ENTRY] } },
    errors: [
      "INSUFFICIENT_BALANCE",
      "FORBIDDEN",
      "NO_CAPACITY",
      "QUOTE_EXPIRED",
      "IDEMPOTENCY_IN_PROGRESS",
      "RECEIVER_NOT_ACTIVATED",
      "RECEIVER_IS_CONTRACT",
      "RECEIVER_REFUSED",
      "PRICE_BELOW_FLOOR",
      "QUOTE_MISMATCH",
      "REFERENCE_USED",
      "IDEMPOTENCY_KEY_REUSED",
      "CHAIN_UNAVAILABLE",
      "BUSY",
      "DESK_HALTED",
    ],
  },
  {
    method: "post",
    path: "/v1/order/quote",
    id: "quote",
    tag: "Orders",
    summary: "What an order would cost; binds the price for 30 s",
    description:
      "Takes the body of an order and debits nothing. Send the same order with `quoteId` and it pays this price. A quote is " +
      "good for one order, reserves nothing, and looks neither at your balance nor at `capacity`.",
    caller: "customer",
    limit: "quote",
    body: { schema: () => eitherType("Quote"), examples: EXAMPLES },
    answer: { data: quote, example: EXAMPLE_QUOTE },
    errors: ["PRICE_BELOW_FLOOR", "CHAIN_UNAVAILABLE"],
  },
  {
    method: "get",
    path: "/v1/order/{orderId}",
    id: "order",
    tag: "Orders",
    summary: "One order with its delegations",
    description:
      "Ask as often as you like, up to 60 reads in a second. `completed` and `cancelled` are final; the state of each " +
      "delegation goes on until its stake is taken back.",
    caller: "customer",
    limit: "read",
    params: { orderId },
    answer: { data: orderShape, example: EXAMPLE_ORDER },
    errors: ["ORDER_NOT_FOUND"],
  },
  {
    method: "get",
    path: "/v1/orders",
    id: "orders",
    tag: "Orders",
    summary: "Your orders, newest first",
    description:
      "Orders that arrive meanwhile do not move the pages. A `receiver` may leave a page short, or empty: go on until `nextCursor` is null.",
    caller: "customer",
    limit: "read",
    query: ordersQuery,
    answer: { data: orderPage, example: { orders: [EXAMPLE_ORDER], nextCursor: null } },
  },
  {
    method: "patch",
    path: "/v1/order/{orderId}",
    id: "change",
    tag: "Orders",
    summary: "Another price or end for an order that rests",
    description:
      "What is held follows. The same price and no later end keep the order's place in the queue; any other change goes to its end, and " +
      "another price takes what is offered at the sellers' prices, like a new order. What is under way already is not touched.",
    caller: "customer",
    limit: "quote",
    params: { orderId },
    body: {
      schema: changeSchema,
      examples: { Price: { price: 55 }, End: { lifetimeHours: 48 } },
    },
    answer: { data: orderShape, example: EXAMPLE_ORDER },
    errors: [
      "INSUFFICIENT_BALANCE",
      "ORDER_NOT_FOUND",
      "NOT_CHANGEABLE",
      "PRICE_BELOW_FLOOR",
      "DESK_HALTED",
    ],
  },
  {
    method: "post",
    path: "/v1/order/{orderId}/cancel",
    id: "cancel",
    tag: "Orders",
    summary: "Stop an order, get back what is not under way",
    description:
      "Free, and answers the order. What is signed runs to its end, and until then the order is `processing` with " +
      "`cancelRequested`. Cancelling again changes nothing.",
    caller: "customer",
    limit: "cancel",
    params: { orderId },
    answer: { data: orderShape, example: EXAMPLE_ORDER },
    errors: ["ORDER_NOT_FOUND", "NOT_CANCELABLE", "BODY_TOO_LARGE"],
  },
];
