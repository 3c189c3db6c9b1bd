/**
 * 15 creations, 30 quotes, 30 cancels and 60 other reads in any sliding second, for each customer by itself, whatever becomes
 * of them.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueKey } from "../../src/engine/customers/customers.js";
import { available, callNow, expectError } from "./client.js";
import { fastOrder, startDesk, type TestDesk, wallet } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const createNow = (key: string, body: unknown = fastOrder()) =>
  callNow(desk, "/v1/order/create", { key, body });

test("the 16th creation in a second is refused, and told when to come back", async () => {
  const { apiKey } = await desk.customer();
  for (let sent = 1; sent <= 15; sent += 1) {
    const answer = await createNow(apiKey);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("ratelimit-policy")).toBe('"create";q=15;w=1');
    expect(answer.headers.get("ratelimit")).toBe(`"create";r=${15 - sent};t=1`);
    expect(answer.headers.has("retry-after")).toBe(false);
  }
  const refused = await createNow(apiKey);
  expectError(refused, 429, "RATE_LIMITED");
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.headers.get("ratelimit-policy")).toBe('"create";q=15;w=1');
  expect(refused.headers.get("ratelimit")).toBe('"create";r=0;t=1');
  expect(await available(desk, apiKey)).toBeCloseTo(1_000 - 15 * 3.9, 6);
});

test("the second slides: room comes back call by call, and refusals do not count", async () => {
  const { apiKey } = await desk.customer();
  const statuses: number[] = [];
  for (const afterMs of [0, 500, 499, 1, 499, 1]) {
    desk.clock.monotonicMs += afterMs;
    for (let sent = 0; sent < 10; sent += 1) statuses.push((await createNow(apiKey)).status);
  }
  const taken = Array.from({ length: 6 }, (_, step) =>
    statuses.slice(step * 10, step * 10 + 10).filter((status) => status === 200),
  );
  // 10 at 0 ms, 5 at 500, none at 999, 10 at 1000, none at 1499, 5 at 1500.
  expect(taken.map((step) => step.length)).toEqual([10, 5, 0, 10, 0, 5]);
});

test("every authenticated creation counts one, whatever its body and outcome", async () => {
  const { apiKey } = await desk.customer();
  const remaining = async (options: Parameters<typeof callNow>[2]) =>
    (await callNow(desk, "/v1/order/create", { key: apiKey, ...options })).headers.get("ratelimit");
  const replayed = { body: fastOrder(), headers: { "idempotency-key": "a" } };
  const left = [
    await remaining({ raw: "{" }),
    await remaining({ raw: " ".repeat(70_000) }),
    await remaining({ raw: "x", headers: { "content-type": "text/plain" } }),
    await remaining({ body: fastOrder({ type: "?" }) }),
    await remaining({ body: fastOrder({ resourceAmount: 10_000_000_000 }) }),
    await remaining({ body: fastOrder(), headers: { "idempotency-key": " a b" } }),
    await remaining(replayed),
    await remaining(replayed),
  ];
  expect(left).toEqual(left.map((_, at) => `"create";r=${14 - at};t=1`));
});

test("keys of one customer share the limit; other customers, quotes, withdrawals and reads do not", async () => {
  const first = await desk.customer();
  const other = await desk.customer();
  const { apiKey } = await issueKey(desk.engine, first.customerId);
  for (let sent = 0; sent < 15; sent += 1) await createNow(sent % 2 ? apiKey : first.apiKey);
  expectError(await createNow(apiKey), 429, "RATE_LIMITED");
  expectError(await createNow(first.apiKey), 429, "RATE_LIMITED");
  expect((await createNow(other.apiKey)).status).toBe(200);
  const key = first.apiKey;
  expect((await callNow(desk, "/v1/balance", { key })).status).toBe(200);
  const quote = await callNow(desk, "/v1/order/quote", { key, body: fastOrder() });
  expect(quote.status).toBe(200);
  const body = { address: wallet(7), amount: 1 };
  const headers = { "idempotency-key": "w" };
  const withdrawal = await callNow(desk, "/v1/withdrawals", { key, body, headers });
  expect(withdrawal.headers.get("ratelimit-policy")).toBe('"quote";q=30;w=1');
});

test("a call without a valid key counts for nobody", async () => {
  const { apiKey } = await desk.customer();
  for (let sent = 0; sent < 20; sent += 1) {
    const answer = await createNow(apiKey.replace("edk_", "edk-"));
    expectError(answer, 401, "UNAUTHORIZED");
    expect(answer.headers.has("ratelimit")).toBe(false);
  }
  expect((await createNow(apiKey)).headers.get("ratelimit")).toBe('"create";r=14;t=1');
});

test("30 quotes a second", async () => {
  const { apiKey: key } = await desk.customer();
  const quote = () => callNow(desk, "/v1/order/quote", { key, body: fastOrder() });
  for (let sent = 1; sent <= 30; sent += 1) {
    const answer = await quote();
    expect(answer.headers.get("ratelimit-policy")).toBe('"quote";q=30;w=1');
    expect(answer.headers.get("ratelimit")).toBe(`"quote";r=${30 - sent};t=1`);
    expect(answer.status).toBe(200);
  }
  expectError(await quote(), 429, "RATE_LIMITED");
});

test("30 cancels a second, of orders and withdrawals together and apart from all else", async () => {
  const { apiKey: key } = await desk.customer();
  const cancel = (path: string) => callNow(desk, path, { method: "POST", key });
  const paths = ["/v1/order/0123456789/cancel", "/v1/withdrawals/0123456789/cancel"] as const;
  for (let sent = 1; sent <= 30; sent += 1) {
    const answer = await cancel(paths[sent % 2 ? 0 : 1]);
    expect(answer.headers.get("ratelimit-policy")).toBe('"cancel";q=30;w=1');
    expect(answer.headers.get("ratelimit")).toBe(`"cancel";r=${30 - sent};t=1`);
    expect(answer.status).toBe(404);
  }
  for (const path of paths) expectError(await cancel(path), 429, "RATE_LIMITED");
  expect((await createNow(key)).headers.get("ratelimit")).toBe('"create";r=14;t=1');
  const quote = await callNow(desk, "/v1/order/quote", { key, body: fastOrder() });
  expect(quote.headers.get("ratelimit")).toBe('"quote";r=29;t=1');
  desk.clock.monotonicMs += 1_000;
  expect((await cancel(paths[0])).status).toBe(404);
});

test("60 reads a second, of all that is read together", async () => {
  const { apiKey: key } = await desk.customer();
  const path = "/v1/balance";
  const seller = "/v1/seller/TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC/fills";
  const paths = [path, "/v1/orders?limit=100", "/v1/order/0123456789", "/v1/seller", seller];
  for (let sent = 1; sent <= 60; sent += 1) {
    const answer = await callNow(desk, paths[sent % paths.length] ?? path, { key });
    expect(answer.headers.get("ratelimit-policy")).toBe('"read";q=60;w=1');
    expect(answer.headers.get("ratelimit")).toBe(`"read";r=${60 - sent};t=1`);
    expect(answer.status).not.toBe(429);
  }
  const refused = await callNow(desk, path, { key });
  expectError(refused, 429, "RATE_LIMITED");
  expect(refused.headers.get("retry-after")).toBe("1");
  desk.clock.monotonicMs += 1_000;
  expect((await callNow(desk, path, { key })).status).not.toBe(429);
});
