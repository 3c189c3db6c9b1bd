/** Idempotency-Key: one order a key, and the same bytes for every call that repeats it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setRates } from "../../src/engine/prices/rates.js";
import { available, create, expectError } from "./client.js";
import { fastOrder, latch, RATES, startDesk, type TestDesk, wallet } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const createWith = (key: string, idempotencyKey: string, body: unknown = fastOrder()) =>
  create(desk, key, body, { "idempotency-key": idempotencyKey });

test("the same key and body: the same bytes, debited once", async () => {
  const { apiKey } = await desk.customer(100);
  const first = await createWith(apiKey, "order-1");
  expect(first.status).toBe(200);
  expect(first.headers.has("idempotency-replayed")).toBe(false);
  desk.clock.nowMs += 5_000;
  for (const key of ["order-1", '"order-1"']) {
    const again = await createWith(apiKey, key, {
      ...fastOrder({ price: 1, note: "ignored" }),
      resourceType: "ENERGY",
    });
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
  }
  expect(await available(desk, apiKey)).toBe(96.1);
});

test("a replay needs neither balance, capacity, an open desk nor the price of then", async () => {
  const { apiKey } = await desk.customer(3.9);
  const first = await createWith(apiKey, "last-money");
  expectError(await createWith(apiKey, "more"), 402, "INSUFFICIENT_BALANCE");
  await setRates(desk.engine, { ...RATES, fast: { energy: 99, bandwidth: 999 } }, "test");
  desk.engine.gates.hold("pause", "test");
  const again = await createWith(apiKey, "last-money");
  desk.engine.gates.resume();
  await setRates(desk.engine, RATES, "test");
  expect(again.text).toBe(first.text);
});

test("another body under the same key is refused", async () => {
  const { apiKey } = await desk.customer(100);
  await createWith(apiKey, "k");
  const other = await createWith(apiKey, "k", fastOrder({ receiver: [wallet(5)] }));
  expectError(other, 422, "IDEMPOTENCY_KEY_REUSED");
  expect(await available(desk, apiKey)).toBe(96.1);
});

test("a failure is not kept: the key may be used again", async () => {
  const { apiKey } = await desk.customer(100);
  const tooMuch = fastOrder({ resourceAmount: 2_000_000 });
  expectError(await createWith(apiKey, "retry", tooMuch), 402, "INSUFFICIENT_BALANCE");
  expect((await createWith(apiKey, "retry")).status).toBe(200);
});

test("keys of other customers are other keys", async () => {
  const [one, two] = [await desk.customer(), await desk.customer()];
  const first = await createWith(one.apiKey, "same");
  const second = await createWith(two.apiKey, "same");
  expect(second.data.orders[0]?.orderId).not.toBe(first.data.orders[0]?.orderId);
});

test("concurrent calls with one key make one order", async () => {
  const { apiKey } = await desk.customer(100);
  const calls = Array.from({ length: 12 }, () => createWith(apiKey, "race"));
  const answers = await Promise.all(calls);
  const made = answers.filter(({ status }) => status === 200);
  expect(made.length).toBeGreaterThan(0);
  expect(new Set(made.map(({ text }) => text)).size).toBe(1);
  for (const answer of answers) {
    if (answer.status !== 200) expectError(answer, 409, "IDEMPOTENCY_IN_PROGRESS");
  }
  expect(await available(desk, apiKey)).toBe(96.1);
});

test("while a receiver is looked up the key is in progress, then it answers", async () => {
  const { apiKey } = await desk.customer(100);
  const gate = latch();
  const asked = latch();
  const { lookUp } = desk.chain;
  desk.chain.lookUp = async (address) => {
    asked.open();
    await gate.opened;
    return lookUp(address);
  };
  const body = fastOrder({ receiver: [wallet(77)] });
  const first = createWith(apiKey, "slow", body);
  await asked.opened;
  expectError(await createWith(apiKey, "slow", body), 409, "IDEMPOTENCY_IN_PROGRESS");
  gate.open();
  desk.chain.lookUp = lookUp;
  const { text } = await first;
  expect((await createWith(apiKey, "slow", body)).text).toBe(text);
  expect(await available(desk, apiKey)).toBe(96.1);
});

describe("the header", () => {
  test.each([
    ["x", "x"],
    ["x".repeat(255), "x".repeat(255)],
    [`"${"x".repeat(255)}"`, "x".repeat(255)],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ["!#$%&'()*+,-./:;<=>?@[]^_`{|}~", "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"],
  ])("%s is taken", async (header, same) => {
    const { apiKey } = await desk.customer();
    const answer = await createWith(apiKey, header);
    expect(answer.status).toBe(200);
    const quoted = `"${same.replace(/["\\]/g, "\\$&")}"`;
    expect((await createWith(apiKey, quoted)).text).toBe(answer.text);
  });

  test.each([
    "",
    '""',
    '"',
    '"open',
    '"a" "b"',
    '"a";p=1',
    "a b",
    "a, b",
    '"a", "b"',
    '"a b"',
    '"a\\b"',
    "x".repeat(256),
    `"${"x".repeat(256)}"`,
    "caf\u00e9",
    "a\tb",
  ])("%j is refused", async (header) => {
    const { apiKey } = await desk.customer(100);
    const answer = await createWith(apiKey, header);
    expectError(answer, 400, "VALIDATION_FAILED");
    const told = expect.stringMatching(/, bare or quoted; it was "/);
    expect(answer.error.details).toEqual([{ path: "Idempotency-Key", message: told }]);
    expect(await available(desk, apiKey)).toBe(100);
  });

  test("sent twice is refused", async () => {
    const { apiKey } = await desk.customer(100);
    const headers = new Headers({ "x-api-key": apiKey, "content-type": "application/json" });
    headers.append("idempotency-key", "a");
    headers.append("idempotency-key", "a");
    const answer = await fetch(`${desk.url}/v1/order/create`, {
      method: "POST",
      headers,
      body: JSON.stringify(fastOrder()),
    });
    expect(answer.status).toBe(400);
  });
});
