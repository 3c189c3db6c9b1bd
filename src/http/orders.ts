/** Orders: to create, read, list, change and cancel them. */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { orderAnswer, termsAnswer } from "../answers/order.js";
import { ADDRESS_PATTERN, addressProblem } from "../domain/address.js";
import { apiKeyHint } from "../domain/api-key.js";
import { isOrderId } from "../domain/ids.js";
import { changeSchema, ORDER_STATUSES, parseOrderChange } from "../domain/order.js";
import {
  MisspeltOrder,
  ORDER_TYPES,
  parseOrderRequest,
  REFERENCE_PATTERN,
} from "../domain/order-request.js";
import { cancelOrder } from "../engine/orders/cancel-order.js";
import { changeOrder } from "../engine/orders/change-order.js";
import { createOrders } from "../engine/orders/create-orders.js";
import { readOrder, readOrders } from "../engine/orders/read-orders.js";
import { eitherType, ORDER_EXAMPLES } from "./contract/order-bodies.js";
import {
  address,
  delegation,
  duration,
  EXAMPLE_ADDRESS,
  EXAMPLE_DELEGATION,
  EXAMPLE_ORDER_ID,
  EXAMPLE_TIME,
  named,
  nextCursor,
  orderId,
  priceSun,
  resourceName,
  unixMs as time,
  trx,
  units,
  who,
} from "./contract/shapes.js";
import { CREATION } from "./in-turn.js";
import { cursorOf, limit, problem, text, unixMs } from "./query.js";
import { READ, route, tellReplayed } from "./route.js";

const entryFields = {
  orderId,
  receiver: address,
  type: z.enum(ORDER_TYPES),
  resourceType: resourceName,
  resourceAmount: units.describe("Units for this wallet."),
  price: priceSun,
  paidAmount: trx.describe("What was debited for this wallet, in TRX: the most it may cost."),
  status: z.enum(ORDER_STATUSES).describe("`processing`, then for good one of the others."),
  createdAt: time,
};

const orderEntry = named("OrderEntry", z.object(entryFields));

const order = named(
  "Order",
  z.object({
    ...entryFields,
    duration,
    filledAmount: units.describe("Units delegated so far."),
    spentAmount: trx.describe("TRX for what is delivered."),
    heldAmount: trx.describe("TRX still held for the rest."),
    refundedAmount: trx.describe("TRX given back for what was not delivered."),
    improvedAmount: trx.describe(
      "TRX given back because sellers asked less than your price; with the three before it adds up to `paidAmount`.",
    ),
    restingAmount: units.describe("Units that nobody delivers yet."),
    restReason: z
      .string()
      .describe(
        "Why they rest, or why a delegation waits to be signed, in words; only while that is so.",
      )
      .optional(),
    deadline: time
      .nullable()
      .describe("When a Manual order is closed and the rest given back; else null."),
    cancelRequested: z.boolean(),
    cancelReason: z.string().nullable(),
    cancelledBy: who
      .describe("Of a team, where it was another member than the one who ordered.")
      .optional(),
    expiresAt: time
      .nullable()
      .describe("When its last delegation ends, in chain time; null before the first."),
    reference: z.string().describe("Of the call that created it; null without one.").nullable(),
    by: who.describe("Who ordered; absent where the account is no team's.").optional(),
    requireLock: z
      .literal(true)
      .describe("Nothing of it is delivered without a lock; absent where that was not asked for.")
      .optional(),
    options: z
      .object({
        allow_partial: z.boolean(),
        partial_min: units.describe("Only where parts are allowed.").optional(),
        bulk_order: z.boolean(),
      })
      .nullable()
      .describe("Of a Manual order; else null."),
    delegations: z.array(delegation),
  }),
);

const EXAMPLE_ENTRY = {
  orderId: EXAMPLE_ORDER_ID,
  receiver: EXAMPLE_ADDRESS,
  type: "Fast",
  resourceType: "energy",
  resourceAmount: 65_000,
  price: 60,
  paidAmount: 3.9,
  status: "processing",
  createdAt: EXAMPLE_TIME,
};

const EXAMPLE_ORDER = {
  ...EXAMPLE_ENTRY,
  status: "completed",
  duration: "1h",
  filledAmount: 65_000,
  spentAmount: 3.9,
  heldAmount: 0,
  refundedAmount: 0,
  improvedAmount: 0,
  restingAmount: 0,
  deadline: null,
  cancelRequested: false,
  cancelReason: null,
  expiresAt: EXAMPLE_DELEGATION.expiresAt,
  reference: null,
  options: null,
  delegations: [EXAMPLE_DELEGATION],
};

const created = named(
  "CreatedOrders",
  z.object({
    count: z.int().min(1).max(20).describe("The number of entries."),
    orders: z.array(orderEntry).describe("One entry for each receiver, in their order."),
  }),
);

const orderPage = named("OrderPage", z.object({ orders: z.array(order), nextCursor }));

const ordersQuery = z.object({
  status: z
    .enum(ORDER_STATUSES, { error: problem(`must be one of ${ORDER_STATUSES.join(", ")}`) })
    .optional(),
  receiver: text("must be an address")
    .superRefine((value, context) => {
      const wrong = addressProblem(value);
      if (wrong) context.addIssue(problem(wrong)({ input: value }));
    })
    .meta({ pattern: ADDRESS_PATTERN })
    .optional(),
  reference: text("must be a reference")
    .regex(REFERENCE_PATTERN, { error: problem("must be 1 to 64 printable ASCII characters") })
    .describe("Orders of the call that has it.")
    .optional(),
  from: unixMs.describe("Created then or later, in Unix milliseconds.").optional(),
  to: unixMs.describe("Created then or earlier, in Unix milliseconds.").optional(),
  limit,
  cursor: cursorOf((given, wrong) => given.refine(isOrderId, wrong)),
});

const keyHintOf = ({ headers }: FastifyRequest) => apiKeyHint(String(headers["x-api-key"]));

export const ORDER_ROUTES = [
  route({
    method: "post",
    path: CREATION,
    id: "createOrder",
    right: "order",
    tag: "Orders",
    summary: "Order for 1 to 20 wallets",
    description:
      "All or nothing: every wallet gets an entry and the total is debited, or nothing happened. A wallet's cost is " +
      "`resourceAmount × price × days`, with everything up to a day counted as one. After every error but `INTERNAL` " +
      "nothing was created or debited; after that, or when no answer came, repeat with the same Idempotency-Key.",
    caller: "customer",
    limit: "create",
    idempotencyKey: "optional",
    body: { schema: () => eitherType("Order"), read: parseOrderRequest, examples: ORDER_EXAMPLES },
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
    serve: async ({ engine }, { customerId, by, idempotencyKey, body, request, reply }) => {
      const keyHint = keyHintOf(request);
      const call = { customerId, by, channel: "http", idempotencyKey, keyHint } as const;
      const asked = () => {
        try {
          return { ...call, request: body() };
        } catch (error) {
          // What was answered to a misspelt body before is answered again.
          if (!(error instanceof MisspeltOrder)) throw error;
          return { ...call, request: error.request, refusal: error };
        }
      };
      const { orders, replayed } = await createOrders(engine, asked());
      tellReplayed(reply, replayed);
      const entries = orders.map((terms) => termsAnswer(terms, "processing"));
      return { count: entries.length, orders: entries };
    },
  }),
  route({
    ...READ,
    path: "/v1/order/{orderId}",
    id: "order",
    right: "see",
    tag: "Orders",
    summary: "One order with its delegations",
    description:
      "Ask as often as you like, up to 60 reads in a second. `completed` and `cancelled` are final; the state of each " +
      "delegation goes on until its stake is taken back.",
    params: { orderId },
    answer: { data: order, example: EXAMPLE_ORDER },
    errors: ["ORDER_NOT_FOUND"],
    serve: async ({ engine }, { customerId, params }) =>
      orderAnswer(await readOrder(engine, customerId, params.orderId)),
  }),
  route({
    ...READ,
    path: "/v1/orders",
    id: "orders",
    right: "see",
    tag: "Orders",
    summary: "Your orders, newest first",
    description:
      "Orders that arrive meanwhile do not move the pages. A `receiver` may leave a page short, or empty: go on until `nextCursor` is null.",
    query: ordersQuery,
    answer: { data: orderPage, example: { orders: [EXAMPLE_ORDER], nextCursor: null } },
    serve: async ({ engine }, { customerId, query: { cursor: before, ...filter } }) => {
      const page = await readOrders(engine, { ...filter, before, customerId });
      return { ...page, orders: page.orders.map(orderAnswer) };
    },
  }),
  route({
    method: "patch",
    path: "/v1/order/{orderId}",
    id: "change",
    right: "changeOwn",
    tag: "Orders",
    summary: "Another price or end for an order that rests",
    description:
      "What is held follows. The same price and no later end keep the order's place in the queue; any other change goes to its end, and " +
      "another price takes what is offered at the sellers' prices, like a new order. What is under way already is not touched.",
    caller: "customer",
    limit: "quote",
    params: { orderId },
    body: {
      name: "OrderChange",
      schema: changeSchema,
      read: parseOrderChange,
      examples: { Price: { price: 55 }, End: { lifetimeHours: 48 } },
    },
    answer: { data: order, example: EXAMPLE_ORDER },
    errors: [
      "INSUFFICIENT_BALANCE",
      "ORDER_NOT_FOUND",
      "NOT_CHANGEABLE",
      "PRICE_BELOW_FLOOR",
      "DESK_HALTED",
    ],
    serve: async ({ engine }, { customerId, by, params, body, request }) => {
      const [change, keyHint] = [body(), keyHintOf(request)];
      return orderAnswer(
        await changeOrder(engine, { customerId, by }, params.orderId, change, keyHint),
      );
    },
  }),
  route({
    method: "post",
    path: "/v1/order/{orderId}/cancel",
    id: "cancel",
    right: "changeOwn",
    tag: "Orders",
    summary: "Stop an order, get back what is not under way",
    description:
      "Free, and answers the order. What is signed runs to its end, and until then the order is `processing` with " +
      "`cancelRequested`. Cancelling again changes nothing.",
    caller: "customer",
    limit: "cancel",
    params: { orderId },
    ignoresBody: true,
    answer: { data: order, example: EXAMPLE_ORDER },
    errors: ["ORDER_NOT_FOUND", "NOT_CANCELABLE"],
    serve: async ({ engine }, { customerId, by, params }) =>
      orderAnswer(await cancelOrder(engine, { customerId, by }, params.orderId)),
  }),
];
