/** The client against a service that knows the order contract alone: orders, refusals in any form, and what is never sent twice. */
import { expect, test } from "vitest";
import { API_KEY, createAndBreak, json, startBareDesk, type Turn } from "./bare-desk.js";
import { clientOf, errorOf, ORDER } from "./orders.js";

test("an order arrives as the contract has it, and what the service adds is handed on", async () => {
  const service = await startBareDesk("/api");
  const desk = clientOf(`${service.url}/`);
  const { count, orders } = await desk.createOrder(ORDER);
  expect({ count, orders }).toMatchObject({
    count: 1,
    orders: [{ orderId: service.created[0], price: 60, paidAmount: 3.9, colour: "blue" }],
  });
  const [call] = service.seen;
  expect(call).toMatchObject({ method: "POST", path: "/api/v1/order/create" });
  expect(call?.headers).toMatchObject({ "x-api-key": API_KEY, "content-type": "application/json" });
  expect(JSON.parse(call?.body ?? "")).toEqual(ORDER);
});

test("calls in a row share one connection, and keys differ", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  for (let sent = 0; sent < 5; sent += 1) await desk.createOrder(ORDER);
  expect(service.connections()).toBe(1);
  expect(new Set(service.seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(5);
});

const REFUSALS: readonly [string, number, unknown, { code: string; message: string }][] = [
  ["a text", 400, { error: "price too low" }, { code: "REFUSED", message: "price too low" }],
  ["a message", 422, { message: "no such wallet" }, { code: "REFUSED", message: "no such wallet" }],
  [
    "success: false with 200",
    200,
    { success: false, msg: "no" },
    { code: "REFUSED", message: "no" },
  ],
  ["a problem document", 402, { title: "Pay" }, { code: "INSUFFICIENT_BALANCE", message: "Pay" }],
  [
    "a code of its own",
    403,
    { error: { code: 17, message: "not you" } },
    { code: "FORBIDDEN", message: "not you" },
  ],
  [
    "a code nobody knows",
    409,
    { success: false, error: { code: "MOON_PHASE", message: "wait for it" } },
    { code: "REFUSED", message: "wait for it" },
  ],
  ["nothing", 500, null, { code: "INTERNAL", message: "The service answered HTTP 500." }],
  ["a list", 404, [1], { code: "NOT_FOUND", message: "The service answered HTTP 404." }],
];

test.each(REFUSALS)("a refusal as %s becomes a typed error", async (_, status, body, expected) => {
  const service = await startBareDesk();
  service.next((response) => json(response, status, body));
  const error = await errorOf(clientOf(service.url).createOrder(ORDER));
  expect(error).toMatchObject({ ...expected, status, outcomeUnknown: status === 500 });
  expect(error.details ?? null).toEqual(status === 409 ? null : body);
  expect(service.seen).toHaveLength(1);
});

test.each<[string, Turn]>([
  ["a page", (response) => response.end("<html>welcome</html>")],
  ["another object", (response) => json(response, 200, { success: true, data: { orders: [] } })],
  [
    "an entry without its id",
    (response) => json(response, 200, { success: true, data: { orders: [{}] } }),
  ],
])("a success that is %s is no order, and may be one", async (_, turn) => {
  const service = await startBareDesk();
  service.next(turn);
  const error = await errorOf(clientOf(service.url).createOrder(ORDER));
  expect(error).toMatchObject({ code: "BAD_ANSWER", status: 200, outcomeUnknown: true });
  expect(service.seen).toHaveLength(1);
});

test("an order whose answer is lost is not sent again where keys may mean nothing", async () => {
  const service = await startBareDesk();
  service.next(createAndBreak(service));
  const error = await errorOf(clientOf(service.url).createOrder(ORDER));
  expect(error).toMatchObject({ code: "NETWORK", status: undefined, outcomeUnknown: true });
  expect(error.message).toContain("broke before the answer was there");
  expect(error.idempotencyKey).toBe(service.seen[0]?.headers["idempotency-key"]);
  expect(service.created).toHaveLength(1);
  // It was asked whether it takes keys, without the customer's.
  expect(service.seen[1]).toMatchObject({ method: "GET", path: "/openapi.json" });
  expect(service.seen[1]?.headers["x-api-key"]).toBeUndefined();
});

test("an order is not sent again after HTTP 500", async () => {
  const service = await startBareDesk();
  service.next((response) => json(response, 500, {}));
  const error = await errorOf(clientOf(service.url).createOrder(ORDER));
  expect(error).toMatchObject({ status: 500, outcomeUnknown: true });
  expect(service.seen).toHaveLength(1);
});

test.each([502, 503, 504])(
  "HTTP %i without a time may come from a proxy that lost the answer",
  async (status) => {
    const service = await startBareDesk();
    service.next((response) => json(response, status, {}));
    const error = await errorOf(clientOf(service.url).createOrder(ORDER));
    expect(error).toMatchObject({ code: "UNAVAILABLE", outcomeUnknown: true });
    expect(service.seen.map(({ path }) => path)).toEqual(["/v1/order/create", "/openapi.json"]);
  },
);

test("calls beyond the contract are not found", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  const calls = [
    desk.balance(),
    desk.settings(),
    desk.order("x"),
    desk.cancel(".."),
    desk.orderBook({ resource: "energy", duration: "1h" }),
    desk.orders().next(),
    desk.address("T"),
    desk.quote(ORDER),
  ];
  for (const error of await Promise.all(calls.map(errorOf))) {
    expect(error).toMatchObject({ code: "NOT_FOUND", status: 404 });
  }
  const paths = service.seen.map(({ path }) => path);
  expect(paths).toContain("/v1/order/%2E%2E/cancel");
});
