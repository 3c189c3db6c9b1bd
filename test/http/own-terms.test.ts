/** What a call may have beyond the bare contract: amounts for each wallet, a reference, locks, a lifetime; and changes of what rests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrderAnswer, OrdersAnswer } from "../../src/answers/order.js";
import { audit } from "../../src/engine/operating/audit.js";
import { available, call, create, expectError } from "./client.js";
import { fastOrder, startDesk, type TestDesk, wallet, wallets } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(async () => {
  expect((await audit(desk.database)).violations).toEqual([]);
  await desk.close();
});

const several = (amounts: unknown, change: Record<string, unknown> = {}) => {
  const { resourceAmount: _, ...order } = fastOrder({ receiver: wallets(3), ...change });
  return { ...order, amounts };
};
const manual = (change: Record<string, unknown> = {}) =>
  fastOrder({ type: "Manual", price: 41, options: { allow_partial: true }, ...change });
const orders = (key: string, query: string) =>
  call<OrdersAnswer>(desk, `/v1/orders?${query}`, { key });
const change = (key: string, id: string | undefined, body: unknown) =>
  call<OrderAnswer>(desk, `/v1/order/${id}`, { key, method: "PATCH", body });

describe("amounts for each wallet", () => {
  test("are ordered and paid one by one", async () => {
    const { apiKey } = await desk.customer(100);
    const { data } = await create(desk, apiKey, several([32_000, 65_000, 131_000]));
    expect(data.orders.map((one) => [one.resourceAmount, one.paidAmount])).toEqual([
      [32_000, 1.92],
      [65_000, 3.9],
      [131_000, 7.86],
    ]);
    expect(await available(desk, apiKey)).toBe(86.32);
  });

  test("are quoted one by one, and the price is bound for them", async () => {
    const { apiKey } = await desk.customer(100);
    const body = several([32_000, 65_000, 131_000]);
    const quoted = await call<{ quoteId: string }>(desk, "/v1/order/quote", { key: apiKey, body });
    expect(quoted.data).toMatchObject({
      totalAmount: 13.68,
      receivers: [{ cost: 1.92 }, { cost: 3.9 }, { cost: 7.86 }],
    });
    expect(quoted.data).not.toHaveProperty("perReceiver");
    const other = several([65_000, 32_000, 131_000], { quoteId: quoted.data.quoteId });
    expectError(await create(desk, apiKey, other), 422, "QUOTE_MISMATCH");
    expect((await create(desk, apiKey, { ...body, quoteId: quoted.data.quoteId })).status).toBe(
      200,
    );
  });

  test("below the smallest part are delivered whole", async () => {
    const { apiKey } = await desk.customer(100);
    const options = { allow_partial: true, partial_min: 50_000 };
    const body = several([32_000, 65_000, 131_000], { type: "Manual", price: 41, options });
    const { data } = await create(desk, apiKey, body);
    const parts: unknown[] = [];
    for (const { orderId } of data.orders) {
      const { data: order } = await call<OrderAnswer>(desk, `/v1/order/${orderId}`, {
        key: apiKey,
      });
      parts.push(order.options?.partial_min);
    }
    expect(parts).toEqual([32_000, 50_000, 50_000]);
  });

  test("that are all the same are the same order as without them", async () => {
    const { apiKey } = await desk.customer(100);
    const headers = { "idempotency-key": "same" };
    const first = await create(desk, apiKey, fastOrder({ receiver: wallets(3) }), headers);
    const again = await create(desk, apiKey, several([65_000, 65_000, 65_000]), headers);
    expect(again.text).toBe(first.text);
  });

  test.each<[string, unknown, string, RegExp]>([
    ["too few", [32_000, 65_000], "amounts", /one amount for each receiver; it contained 2 for 3/],
    ["one too small", [32_000, 31_999, 65_000], "amounts.1", /from 32,000 .* it was 31999/],
    ["no numbers", [32_000, "65k", 65_000], "amounts.1", /it was "65k"/],
    ["no list", 65_000, "amounts", /must be an array/],
  ])("%s: refused", async (_, amounts, path, message) => {
    const { apiKey } = await desk.customer(100);
    const answer = await create(desk, apiKey, several(amounts));
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.details).toContainEqual({ path, message: expect.stringMatching(message) });
    expect(await available(desk, apiKey)).toBe(100);
  });

  test("and one for all together are refused", async () => {
    const { apiKey } = await desk.customer(100);
    const answer = await create(desk, apiKey, { ...fastOrder(), amounts: [65_000] });
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.message).toMatch(/^amounts: can't be combined with resourceAmount/);
  });
});

describe("requireLock", () => {
  const read = (key: string, id: string | undefined) =>
    call<OrderAnswer>(desk, `/v1/order/${id}`, { key });
  const locked = { requireLock: true, receiver: [wallet(7)] };

  test("stands on the orders of a call that asked for it, and on no other", async () => {
    const { apiKey } = await desk.customer(100);
    const of = async (body: Record<string, unknown>) => {
      const { data } = await create(desk, apiKey, body);
      expect(data.orders[0]).not.toHaveProperty("requireLock");
      return (await read(apiKey, data.orders[0]?.orderId)).data;
    };
    expect(await of(fastOrder(locked))).toMatchObject({
      requireLock: true,
      delegations: [{ locked: true }],
    });
    expect(await of(manual(locked))).toMatchObject({ requireLock: true });
    expect(await of(fastOrder())).not.toHaveProperty("requireLock");
    expect(await of(fastOrder({ requireLock: false }))).not.toHaveProperty("requireLock");
    const { data } = await orders(apiKey, "");
    expect(data.orders.map(({ requireLock }) => requireLock)).toEqual([
      ...[undefined, undefined, true, true],
    ]);
  });

  test("is refused with what can be locked, which the quote says too; a Manual order rests", async () => {
    const { apiKey } = await desk.customer(1_000);
    // Each of the two owners has a lock of another time on its way to the wallet.
    const receiver = [wallet(8)];
    for (const duration of ["3h", "1d"]) {
      expect((await create(desk, apiKey, fastOrder({ receiver, duration }))).status).toBe(200);
    }
    const before = await available(desk, apiKey);
    const body = fastOrder({ receiver, requireLock: true });
    const refused = await create(desk, apiKey, body);
    expectError(refused, 409, "NO_CAPACITY");
    expect(refused.error.details).toEqual({ available: 0 });
    expect(refused.error.message).toBe(
      "The desk can lock 0 Energy for 1 hour now, which is too little for this order. Ask for less, later, or without requireLock; nothing was debited.",
    );
    expect(await available(desk, apiKey)).toBe(before);
    const quoted = (change: object) =>
      call(desk, "/v1/order/quote", { key: apiKey, body: { ...body, ...change } });
    expect((await quoted({})).data).toMatchObject({ capacity: 0 });
    expect((await quoted({ receiver: [wallet(9)] })).data.capacity).toBeGreaterThan(65_000);
    const { data } = await create(desk, apiKey, manual({ receiver, price: 60, requireLock: true }));
    expect((await read(apiKey, data.orders[0]?.orderId)).data).toMatchObject({
      ...{ requireLock: true, restingAmount: 65_000 },
      restReason: expect.stringMatching(/^2 sellers skipped: another delegation to this receiver/),
    });
  });

  test.each([1, "true", null, []])("%j is refused", async (requireLock) => {
    const { apiKey } = await desk.customer(100);
    for (const body of [fastOrder({ requireLock }), manual({ requireLock })]) {
      const answer = await create(desk, apiKey, body);
      expectError(answer, 400, "VALIDATION_FAILED");
      expect(answer.error.details).toEqual([
        { path: "requireLock", message: expect.stringMatching(/^must be true or false; it was /) },
      ]);
    }
    expect(await available(desk, apiKey)).toBe(100);
  });
});

describe("a reference", () => {
  test("is carried by all orders of the call, and finds them", async () => {
    const { apiKey } = await desk.customer(100);
    await create(desk, apiKey, fastOrder());
    const { data } = await create(
      desk,
      apiKey,
      several([32_000, 65_000, 65_000], { reference: "invoice 17" }),
    );
    const ids = data.orders.map(({ orderId }) => orderId);
    const found = await orders(apiKey, "reference=invoice%2017");
    expect(found.data.orders.map(({ orderId }) => orderId)).toEqual(ids.toReversed());
    expect(found.data.orders.map(({ reference }) => reference)).toEqual(
      Array(3).fill("invoice 17"),
    );
    const page = await orders(apiKey, "reference=invoice%2017&limit=2");
    const next = await orders(
      apiKey,
      `reference=invoice%2017&limit=2&cursor=${page.data.nextCursor}`,
    );
    expect(next.data.orders.map(({ orderId }) => orderId)).toEqual(ids.slice(0, 1));
    expect((await orders(apiKey, "reference=nobody%27s")).data).toEqual({
      orders: [],
      nextCursor: null,
    });
  });

  test("that is used again is the same call, and another body is refused", async () => {
    const { apiKey } = await desk.customer(100);
    const body = fastOrder({ reference: "once" });
    const first = await create(desk, apiKey, body);
    const again = await create(desk, apiKey, body);
    expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
    expectError(await create(desk, apiKey, { ...body, duration: "1d" }), 409, "REFERENCE_USED");
    expect(await available(desk, apiKey)).toBe(96.1);
    const other = await desk.customer(100);
    expect((await create(desk, other.apiKey, { ...body, duration: "1d" })).status).toBe(200);
  });

  test.each([{ reference: "resting" }, { key: "resting" }])(
    "gets the first answer again, whatever has become of the orders; a key too: %j",
    async ({ reference, key }) => {
      const { apiKey } = await desk.customer(100);
      const body = manual({ reference, receiver: [wallet(1), wallet(2)] });
      const headers = key === undefined ? {} : { "idempotency-key": key };
      const first = await create(desk, apiKey, body, headers);
      for (const { orderId } of first.data.orders) {
        await change(apiKey, orderId, { price: 44 });
        await change(apiKey, orderId, { price: 43 });
      }
      await call(desk, `/v1/order/${first.data.orders[1]?.orderId}/cancel`, {
        key: apiKey,
        raw: "",
      });
      expect((await create(desk, apiKey, body, headers)).text).toBe(first.text);
      const { data } = await orders(apiKey, "");
      expect(data.orders.map(({ status, price }) => `${status} ${price}`)).toEqual([
        "cancelled 43",
        "processing 43",
      ]);
    },
  );

  test.each(["", "x".repeat(65), "two\nlines", "é", 17])("%j is refused", async (reference) => {
    const { apiKey } = await desk.customer(100);
    const answer = await create(desk, apiKey, fastOrder({ reference }));
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.message).toMatch(/^reference: must be 1 to 64 printable/);
  });
});

describe("a change of an order", () => {
  test("has another price and end, and what is held follows", async () => {
    const { apiKey } = await desk.customer(100);
    const { data } = await create(desk, apiKey, manual({ lifetimeHours: 2 }));
    const { orderId } = data.orders[0] ?? {};
    const createdAt = Number(data.orders[0]?.createdAt);
    expect(await available(desk, apiKey)).toBe(97.335);
    const answer = await change(apiKey, orderId, { price: 44, lifetimeHours: 168 });
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ price: 44, paidAmount: 2.86, heldAmount: 2.86 });
    expect(answer.data.deadline).toBe(createdAt + 168 * 3_600_000);
    expect(await available(desk, apiKey)).toBe(97.14);
    expect((await change(apiKey, orderId, { price: 44 })).data).toEqual(answer.data);
  });

  test.each<[unknown, string]>([
    [{}, "body"],
    [{ price: 138_572_296_227 }, "price"],
    [{ price: 2 ** 53 }, "price"],
    [{ lifetimeHours: 169 }, "lifetimeHours"],
    [{ lifetime: 169 }, "lifetime"],
    [{ lifetime: 3, lifetimeHours: 3 }, "lifetime"],
    [{ Price: 50, lifetimeHours: 3 }, "Price"],
  ])("%j is refused", async (body, path) => {
    const { apiKey } = await desk.customer(100);
    const { data } = await create(desk, apiKey, manual());
    const answer = await change(apiKey, data.orders[0]?.orderId, body);
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.message).toMatch(new RegExp(`^${path}`));
  });

  test("takes the end by its former name", async () => {
    const { apiKey } = await desk.customer(100);
    const { data } = await create(desk, apiKey, manual());
    const [order] = data.orders;
    const answer = await change(apiKey, order?.orderId, { lifetime: 48 });
    expect(answer.data.deadline).toBe(Number(order?.createdAt) + 48 * 3_600_000);
  });

  test("of a Fast order, or somebody else's, is refused", async () => {
    const { apiKey } = await desk.customer(100);
    const other = await desk.customer(100);
    const { data } = await create(desk, apiKey, fastOrder());
    const id = data.orders[0]?.orderId;
    expectError(await change(apiKey, id, { price: 70 }), 409, "NOT_CHANGEABLE");
    expectError(await change(other.apiKey, id, { price: 70 }), 404, "ORDER_NOT_FOUND");
  });
});

test("the former name of a change is no field of a creation: it would rest for another time", async () => {
  const { apiKey } = await desk.customer(100);
  const answer = await create(desk, apiKey, manual({ lifetime: 2 }));
  expectError(answer, 400, "VALIDATION_FAILED");
  const message = "unknown field; did you mean lifetimeHours?";
  expect(answer.error.details).toEqual([{ path: "lifetime", message }]);
  expect((await create(desk, apiKey, { ...fastOrder(), lifetime: 2 })).status).toBe(200);
});

test.each([0, 169, 1.5, "24"])("a lifetime of %j hours is refused", async (lifetimeHours) => {
  const { apiKey } = await desk.customer(100);
  const answer = await create(desk, apiKey, manual({ lifetimeHours }));
  expectError(answer, 400, "VALIDATION_FAILED");
  expect(answer.error.message).toMatch(/^lifetimeHours: must be a whole number from 1 to 168/);
});
