/** Bodies with a misspelt field: refused with the name that was meant, and nothing is debited; other unknown fields pass. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { available, call, create, expectError } from "./client.js";
import { fastOrder, startDesk, type TestDesk, wallet } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const manualOrder = (options: object = {}, change: object = {}) =>
  fastOrder({ type: "Manual", price: 50, options: { allow_partial: true, ...options }, ...change });
const meant = (path: string, name: string) => ({
  path,
  message: `unknown field; did you mean ${name}?`,
});

test.each<[string, string, Record<string, unknown>]>([
  ["quoteID", "quoteId", fastOrder({ quoteId: "0".repeat(24), quoteID: "0".repeat(24) })],
  ["require_lock", "requireLock", fastOrder({ require_lock: true })],
  ["requireLocked", "requireLock", manualOrder({}, { requireLocked: true })],
  ["options.partialMin", "partial_min", manualOrder({ partialMin: 50_000 })],
])("%s was meant for %s", async (path, name, body) => {
  const { apiKey } = await desk.customer(100);
  for (const to of ["create", "quote"]) {
    const answer = await call(desk, `/v1/order/${to}`, { key: apiKey, body });
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.details).toEqual([meant(path, name)]);
    expect(answer.error.message).toBe(`${path}: ${meant(path, name).message}`);
  }
  expect(await available(desk, apiKey)).toBe(100);
});

test("it is told with all else that is wrong, of rules and of hostile text", async () => {
  const { apiKey: key } = await desk.customer(100);
  const { receiver: Receiver, ...rest } = fastOrder({ note: "\ud800", duration: "2h" });
  const answer = await create(desk, key, { ...rest, Receiver });
  expectError(answer, 400, "VALIDATION_FAILED");
  const details = answer.error.details as { path: string }[];
  expect(details.map(({ path }) => path).sort()).toEqual([
    "Receiver",
    "duration",
    "note",
    "receiver",
  ]);
});

test.each<[string, string, object, string]>([
  ["/v1/seller", "POST", { address: wallet(1), Address: wallet(2) }, "Address"],
  ["/v1/seller/verify", "POST", { address: wallet(1), signatur: "" }, "signatur"],
  [
    `/v1/seller/${wallet(1)}/offer`,
    "PUT",
    { resourceType: "Energy", min_chunk: 50_000 },
    "min_chunk",
  ],
])("%s too tells a misspelt field", async (path, method, body, name) => {
  const { apiKey } = await desk.customer();
  const answer = await call(desk, path, { method, key: apiKey, body });
  expectError(answer, 400, "VALIDATION_FAILED");
  const details = answer.error.details as { path: string; message: string }[];
  expect(details.find((one) => one.path === name)?.message).toMatch(/did you mean \w+\?$/);
});

test("a call that was answered before misspelt fields were refused is answered as it was", async () => {
  const { apiKey } = await desk.customer(100);
  const first = await create(desk, apiKey, fastOrder(), { "idempotency-key": "old" });
  const misspelt = fastOrder({ quoteID: "0".repeat(24) });
  const again = await create(desk, apiKey, misspelt, { "idempotency-key": "old" });
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  const other = await create(desk, apiKey, misspelt, { "idempotency-key": "new" });
  expectError(other, 400, "VALIDATION_FAILED");
  expect(await available(desk, apiKey)).toBe(96.1);
  const right = await create(desk, apiKey, fastOrder(), { "idempotency-key": "new" });
  expect(right.status).toBe(200);
});
