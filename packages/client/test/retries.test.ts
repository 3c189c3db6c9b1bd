/** What is sent again, when, and with which key; what ends a call early. */

import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { type BareDesk, createAndBreak, json, startBareDesk, type Turn } from "./bare-desk.js";
import { clientOf, errorOf, ORDER } from "./orders.js";

/** A document that promises what the desk's own does. */
const takesKeys: Turn = (response) =>
  json(response, 200, {
    openapi: "3.1.0",
    paths: {
      "/v1/order/create": { post: { parameters: [{ in: "header", name: "Idempotency-Key" }] } },
    },
  });

const refuse =
  (status: number, headers: Record<string, string> = {}): Turn =>
  (response) =>
    json(response, status, {}, headers);

const creations = (service: BareDesk) =>
  service.seen.filter(({ path }) => path === "/v1/order/create");

test("a lost answer is asked for with the same key and body where keys are honoured", async () => {
  const service = await startBareDesk();
  service.next(
    (response) => response.destroy(),
    takesKeys,
    (response) => response.destroy(),
  );
  const desk = clientOf(service.url);
  await desk.createOrder(ORDER, { idempotencyKey: "mine-1" });
  const sent = service.seen.filter(({ method }) => method === "POST");
  expect(sent.map(({ headers }) => headers["idempotency-key"])).toEqual(Array(3).fill("mine-1"));
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  expect(service.seen.filter(({ method }) => method === "GET")).toHaveLength(1);
});

test("the caller's own word about keys spares the question", async () => {
  const service = await startBareDesk();
  service.next((response) => response.destroy());
  await clientOf(service.url, { idempotencyKeys: true }).createOrder(ORDER);
  expect(service.seen.map(({ method }) => method)).toEqual(["POST", "POST"]);
  service.next(createAndBreak(service));
  const careful = clientOf(service.url, { idempotencyKeys: false });
  expect(await errorOf(careful.createOrder(ORDER))).toMatchObject({ outcomeUnknown: true });
  expect(service.seen).toHaveLength(3);
});

test.each([
  [409, "IDEMPOTENCY_IN_PROGRESS", []],
  [504, "OUTCOME_UNKNOWN", [takesKeys]],
])(
  "after %i %s a call is sent again, and the doubt stays to the end",
  async (status, code, asked) => {
    const service = await startBareDesk();
    const said: Turn = (response) =>
      json(response, status, { success: false, error: { code } }, { "retry-after": "0" });
    service.next(said, ...asked);
    await clientOf(service.url).createOrder(ORDER);
    expect(creations(service)).toHaveLength(2);
    expect(service.seen).toHaveLength(2 + asked.length);
    service.next((response) => response.destroy(), refuse(401));
    const desk = clientOf(service.url, { idempotencyKeys: true });
    expect(await errorOf(desk.createOrder(ORDER))).toMatchObject({
      code: "UNAUTHORIZED",
      outcomeUnknown: true,
    });
  },
);

test.each([429, 503])("HTTP %i is waited out for as long as it says", async (status) => {
  const service = await startBareDesk();
  service.next(refuse(status, { "retry-after": "1" }));
  await clientOf(service.url).createOrder(ORDER);
  const [first, second] = service.seen;
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(990);
  expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
  expect(service.created).toHaveLength(1);
});

test.each([502, 504])(
  "an order behind a gateway's HTTP %i goes out again under its key",
  async (status) => {
    const service = await startBareDesk();
    // The gateway names a time, which tells nothing of what the service did.
    service.next(refuse(status, { "retry-after": "0" }), takesKeys, refuse(status));
    const desk = clientOf(service.url);
    await desk.createOrder(ORDER, { idempotencyKey: "mine-2" });
    const sent = creations(service);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers["idempotency-key"]))).toEqual(
      new Set(["mine-2"]),
    );
    service.next(refuse(status));
    expect(await errorOf(desk.balance())).toMatchObject({ code: "NOT_FOUND" });
  },
);

test("a gateway's answer to the question about keys is no answer", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url, { maxRetries: 1 });
  service.next(refuse(502), refuse(502), refuse(502));
  expect(await errorOf(desk.createOrder(ORDER))).toMatchObject({ outcomeUnknown: true });
  expect(creations(service)).toHaveLength(1);
  service.next(refuse(502), takesKeys);
  await desk.createOrder(ORDER);
  expect(creations(service)).toHaveLength(3);
});

test("a pause that is longer than the client waits is the caller's to decide about", async () => {
  const service = await startBareDesk();
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  service.next(refuse(429, { "retry-after": "61" }), refuse(503, { "retry-after": inAnHour }));
  const desk = clientOf(service.url);
  const limited = await errorOf(desk.createOrder(ORDER));
  expect(limited).toMatchObject({
    code: "RATE_LIMITED",
    retryAfterMs: 61_000,
    outcomeUnknown: false,
  });
  const away = await errorOf(desk.balance());
  expect(away.retryAfterMs).toBeGreaterThan(3_590_000);
  expect(service.seen).toHaveLength(2);
});

test("retries are bounded", async () => {
  const service = await startBareDesk();
  service.next(...Array<Turn>(9).fill(refuse(503, { "retry-after": "0" })));
  expect(await errorOf(clientOf(service.url).balance())).toMatchObject({ status: 503 });
  expect(service.seen).toHaveLength(5);
  const once = clientOf(service.url, { maxRetries: 0 });
  expect(await errorOf(once.balance())).toMatchObject({ status: 503 });
  expect(service.seen).toHaveLength(6);
});

test("a service that is not there has created nothing", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  silent.close();
  await once(silent, "close");
  const port = typeof address === "object" ? address?.port : 0;
  const desk = clientOf(`http://127.0.0.1:${port}`, { maxRetries: 1 });
  const error = await errorOf(desk.createOrder(ORDER));
  expect(error).toMatchObject({ code: "NETWORK", outcomeUnknown: false });
  expect(error.message).toContain("could not be reached: ECONNREFUSED");
  expect(error.cause).toMatchObject({ code: "ECONNREFUSED" });
});

test("an answer that does not come in time, or not to its end, is a timeout", async () => {
  const service = await startBareDesk();
  const timeoutMs = 10_000;
  const desk = clientOf(service.url, { timeoutMs, maxRetries: 0 });
  service.next(
    () => {},
    (response) => response.writeHead(200).write('{"success":'),
  );
  // Time passes only once a call has come so far.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const late = errorOf(desk.balance());
  await service.calls(1);
  vi.advanceTimersByTime(timeoutMs);
  expect(await late).toMatchObject({
    code: "TIMEOUT",
    status: undefined,
    outcomeUnknown: false,
  });
  const half = errorOf(desk.createOrder(ORDER));
  await service.calls(2);
  // Until the client has read half of the answer.
  await errorOf(desk.balance());
  vi.advanceTimersByTime(timeoutMs);
  expect(await half).toMatchObject({ code: "TIMEOUT", status: undefined, outcomeUnknown: true });
  await desk.createOrder(ORDER);
});

test("a signal ends a call wherever it is: before it is sent, under way, between two attempts", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  const early = await errorOf(desk.balance({ signal: AbortSignal.abort(new Error("too late")) }));
  expect(early).toMatchObject({ code: "ABORTED", cause: { message: "too late" } });
  expect(service.seen).toHaveLength(0);

  const underWay = new AbortController();
  service.next(() => {});
  const sent = errorOf(desk.createOrder(ORDER, { signal: underWay.signal }));
  await service.calls(1);
  underWay.abort();
  expect(await sent).toMatchObject({ code: "ABORTED", outcomeUnknown: true });

  const between = new AbortController();
  service.next(refuse(503, { "retry-after": "60" }));
  const waiting = errorOf(desk.createOrder(ORDER, { signal: between.signal }));
  await service.calls(2);
  // Until the client has read the refusal.
  await errorOf(desk.balance());
  between.abort();
  expect(await waiting).toMatchObject({ code: "ABORTED", outcomeUnknown: false });
  expect(creations(service)).toHaveLength(2);
});

test("closing lets an answer come and ends what waits", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  let answer = () => {};
  service.next(refuse(503, { "retry-after": "60" }), (response) => {
    answer = () => json(response, 200, { success: true, data: { available: 1, held: 0 } });
  });
  const waiting = errorOf(desk.createOrder(ORDER));
  await service.calls(1);
  const underWay = desk.balance();
  await service.calls(2);
  const closed = desk.close();
  expect(await waiting).toMatchObject({ code: "CLOSED" });
  answer();
  expect(await underWay).toEqual({ available: 1, held: 0 });
  await closed;
  expect(await errorOf(desk.balance())).toMatchObject({ code: "CLOSED" });
});

/** An order of 65,000 as the service tells it, with a delegation of all of it in each of these states. */
const order = (status: string, states: readonly string[], filledAmount = 65_000): Turn => {
  const delegations = states.map((state) => ({ state, amount: 65_000 }));
  const data = { orderId: "1", status, resourceAmount: 65_000, filledAmount, delegations };
  return (response) => json(response, 200, { success: true, data });
};

test("an order is waited for through an outage, until no fork can undo it", async () => {
  const service = await startBareDesk();
  service.next(
    order("processing", ["sent"], 0),
    (response) => response.destroy(),
    refuse(503),
    order("completed", ["dead", "included"]),
    order("completed", ["dead", "solidified"]),
  );
  const desk = clientOf(service.url, { maxRetries: 0 });
  const wait = { until: "solidified", pollMs: 100 } as const;
  expect(await desk.waitForOrder("1", wait)).toMatchObject({
    delegations: [{}, { state: "solidified" }],
  });
  expect(service.seen).toHaveLength(5);

  service.next(...Array<Turn>(3).fill(order("processing", [], 0)));
  const signal = AbortSignal.timeout(150);
  const aborted = await errorOf(desk.waitForOrder("1", { pollMs: 100, signal }));
  expect(aborted).toMatchObject({ code: "ABORTED", cause: { name: "TimeoutError" } });
  service.next(refuse(404));
  expect(await errorOf(desk.waitForOrder("1"))).toMatchObject({ code: "NOT_FOUND" });
});

test("a completed order whose delegation a fork took is waited for until another is there", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  const taken = [order("completed", ["sent"]), order("completed", ["dead"])];
  service.next(...taken, order("completed", ["dead", "included"]));
  const delivered = await desk.waitForOrder("1", { until: "completed", pollMs: 100 });
  expect(delivered.delegations).toMatchObject([{}, { state: "included" }]);
  service.next(...taken, order("completed", ["dead", "planned"]));
  service.next(order("completed", ["dead", "solidified"]));
  const solid = await desk.waitForOrder("1", { until: "solidified", pollMs: 100 });
  expect(solid.delegations).toMatchObject([{}, { state: "solidified" }]);
});

test.each(["completed", "solidified"] as const)(
  "an order that a fork undid and nobody could deliver again will not be %s",
  async (until) => {
    const service = await startBareDesk();
    const desk = clientOf(service.url);
    service.next(order("completed", ["dead"]), order("completed", ["dead"], 0));
    expect(await errorOf(desk.waitForOrder("1", { until, pollMs: 100 }))).toMatchObject({
      code: "ORDER_CANCELLED",
      message: expect.stringContaining("given back"),
      details: { filledAmount: 0 },
    });
  },
);
