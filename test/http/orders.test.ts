/** Reading, listing and cancelling one's orders, and the balance. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrderAnswer, OrdersAnswer } from "../../src/answers/order.js";
import { audit } from "../../src/engine/operating/audit.js";
import { call, create, expectError } from "./client.js";
import { include, send } from "./deliver.js";
import { fastOrder, startDesk, type TestDesk, wallet, wallets } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(async () => {
  expect((await audit(desk.database)).violations).toEqual([]);
  await desk.close();
});

async function ordered(key: string, change: Record<string, unknown> = {}): Promise<string[]> {
  const { data } = await create(desk, key, fastOrder(change));
  return data.orders.map((entry) => entry.orderId);
}

async function orderedOne(key: string): Promise<string> {
  const [orderId] = await ordered(key);
  return orderId ?? "";
}

const read = (key: string, id: string) => call<OrderAnswer>(desk, `/v1/order/${id}`, { key });
const cancel = (key: string, id: string) =>
  call<OrderAnswer>(desk, `/v1/order/${id}/cancel`, { key, method: "POST" });
const list = (key: string, query = "") => call<OrdersAnswer>(desk, `/v1/orders${query}`, { key });
const balance = (key: string) => call(desk, "/v1/balance", { key });

describe("one order", () => {
  test("shows the contract's fields and the detail behind its status", async () => {
    const { apiKey } = await desk.customer(100);
    const id = await orderedOne(apiKey);
    const answer = await read(apiKey, id);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      success: true,
      data: {
        orderId: id,
        receiver: wallet(0),
        type: "Fast",
        resourceType: "energy",
        resourceAmount: 65_000,
        price: 60,
        paidAmount: 3.9,
        status: "processing",
        createdAt: desk.clock.nowMs,
        duration: "1h",
        filledAmount: 0,
        refundedAmount: 0,
        improvedAmount: 0,
        reference: null,
        spentAmount: 0,
        heldAmount: 3.9,
        restingAmount: 0,
        deadline: null,
        cancelRequested: false,
        cancelReason: null,
        expiresAt: null,
        options: null,
        delegations: [
          {
            owner: expect.stringMatching(/^T/),
            amount: 65_000,
            cost: 3.9,
            txid: null,
            state: "planned",
            locked: true,
            delegatedAt: null,
            expiresAt: null,
          },
        ],
      },
    });
  });

  test("shows its delegation once it is in a block", async () => {
    const { apiKey } = await desk.customer(100);
    const id = await orderedOne(apiKey);
    await send(desk, id);
    await include(desk, id);
    const { data } = await read(apiKey, id);
    expect(data).toMatchObject({ status: "completed", filledAmount: 65_000 });
    expect(data.expiresAt).toBe(data.delegations[0]?.expiresAt);
    expect(data.delegations[0]).toMatchObject({
      state: "included",
      txid: expect.stringMatching(/^[0-9a-f.]{64}$/),
      delegatedAt: desk.clock.nowMs,
    });
    expect((await balance(apiKey)).data).toEqual({ available: 96.1, held: 0, withdrawable: 96.1 });
  });

  test.each(["0".repeat(24), "x".repeat(5_000), "%00", "%F0%9F%92%A9", "..%2f.."])(
    "with the id %s is not found",
    async (id) => {
      const { apiKey } = await desk.customer();
      expectError(await read(apiKey, id), 404, "ORDER_NOT_FOUND");
      expectError(await cancel(apiKey, id), 404, "ORDER_NOT_FOUND");
    },
  );

  test("of somebody else is not found, like one that does not exist", async () => {
    const { apiKey } = await desk.customer(100);
    const other = await desk.customer(100);
    const id = await orderedOne(apiKey);
    const missing = await read(other.apiKey, "0".repeat(24));
    for (const answer of [await read(other.apiKey, id), await cancel(other.apiKey, id)]) {
      expectError(answer, 404, "ORDER_NOT_FOUND");
      expect(answer.error).toEqual(missing.error);
    }
    expect((await list(other.apiKey)).data.orders).toEqual([]);
    expect((await read(apiKey, id)).data.status).toBe("processing");
  });
});

describe("cancelling", () => {
  test("gives back all of an order that is not signed, once", async () => {
    const { apiKey } = await desk.customer(100);
    const id = await orderedOne(apiKey);
    expect((await balance(apiKey)).data).toEqual({
      available: 96.1,
      held: 3.9,
      withdrawable: 96.1,
    });
    const answer = await cancel(apiKey, id);
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ orderId: id, status: "cancelled", refundedAmount: 3.9 });
    expect((await cancel(apiKey, id)).data).toEqual(answer.data);
    expect((await read(apiKey, id)).data).toEqual(answer.data);
    expect((await balance(apiKey)).data).toEqual({ available: 100, held: 0, withdrawable: 100 });
  });

  test.each([
    ["application/json", ""],
    ["application/json", "{}"],
    ["application/json", "{broken"],
    ["application/x-www-form-urlencoded", "a=b"],
  ])("reads no body: %s %j", async (type, raw) => {
    const { apiKey: key } = await desk.customer(100);
    const id = await orderedOne(key);
    const headers = { "content-type": type };
    const answer = await call(desk, `/v1/order/${id}/cancel`, {
      method: "POST",
      key,
      raw,
      headers,
    });
    expect(answer.status).toBe(200);
  });
});

describe("the list", () => {
  test("is newest first, 20 a page, and stable while orders arrive", async () => {
    const { apiKey } = await desk.customer(1_000);
    const made: string[] = [];
    for (let batch = 0; batch < 5; batch += 1) {
      made.unshift(...(await ordered(apiKey, { receiver: wallets(10) })).reverse());
      desk.clock.nowMs += 1;
    }
    const seen: string[] = [];
    let page = (await list(apiKey)).data;
    expect(page.orders).toHaveLength(20);
    while (true) {
      seen.push(...page.orders.map(({ orderId }) => orderId));
      if (page.nextCursor === null) break;
      await ordered(apiKey, { receiver: wallets(3) });
      page = (await list(apiKey, `?cursor=${page.nextCursor}&limit=7`)).data;
    }
    expect(seen).toEqual(made);
  });

  test("ends with nextCursor null, also when the last page is full or there is none", async () => {
    const { apiKey } = await desk.customer(1_000);
    expect((await list(apiKey)).data).toEqual({ orders: [], nextCursor: null });
    await ordered(apiKey, { receiver: wallets(4) });
    expect((await list(apiKey, "?limit=4")).data.nextCursor).toBeNull();
    expect((await list(apiKey, "?limit=3")).data.nextCursor).not.toBeNull();
    expect((await list(apiKey, "?limit=100")).data.orders).toHaveLength(4);
  });

  test("filters by status, receiver and time, both ends included", async () => {
    const { apiKey } = await desk.customer(1_000);
    const at = desk.clock.nowMs;
    const [first = ""] = await ordered(apiKey, { receiver: [wallet(1)] });
    desk.clock.nowMs += 10;
    const [second = ""] = await ordered(apiKey, { receiver: [wallet(2)] });
    await cancel(apiKey, first);
    const ids = async (query: string) =>
      (await list(apiKey, query)).data.orders.map(({ orderId }) => orderId);
    expect(await ids("?status=cancelled")).toEqual([first]);
    expect(await ids("?status=processing")).toEqual([second]);
    expect(await ids("?status=completed")).toEqual([]);
    expect(await ids(`?receiver=${wallet(2)}`)).toEqual([second]);
    expect(await ids(`?from=${at}&to=${at + 9}`)).toEqual([first]);
    expect(await ids(`?from=${at + 10}&to=${at + 10}`)).toEqual([second]);
    expect(await ids(`?from=${at}&status=cancelled&receiver=${wallet(2)}`)).toEqual([]);
  });

  test("refuses what is no parameter, and names what was meant", async () => {
    const { apiKey } = await desk.customer();
    const answer = await list(
      apiKey,
      "?staus=completed&LIMIT=5&colour=a&colour=b&__proto__=2&to=x",
    );
    expectError(answer, 400, "VALIDATION_FAILED");
    const all = "this call takes status, receiver, reference, from, to, limit, cursor";
    expect(answer.error.message).toBe(
      "staus: unknown parameter; did you mean status? (and 4 more, see details)",
    );
    expect(answer.error.details).toEqual([
      { path: "staus", message: "unknown parameter; did you mean status?" },
      { path: "LIMIT", message: "unknown parameter; did you mean limit?" },
      { path: "colour", message: `unknown parameter; ${all}` },
      { path: "__proto__", message: `unknown parameter; ${all}` },
      { path: "to", message: expect.stringContaining("must be a time") },
    ]);
  });

  test("tells a bounded part of names without end, and none of a name that is empty", async () => {
    const { apiKey } = await desk.customer();
    const names = Array.from({ length: 100 }, (_, index) => `${"x".repeat(100)}${index}=1`);
    const answer = await list(apiKey, `?${names.join("&")}`);
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.details).toHaveLength(20);
    expect(JSON.stringify(answer.error.details).length).toBeLessThan(4_000);
    expect((await list(apiKey, "?=1&&")).data.orders).toEqual([]);
  });

  test("shows whole order resources", async () => {
    const { apiKey } = await desk.customer(100);
    const id = await orderedOne(apiKey);
    expect((await list(apiKey)).data.orders).toEqual([(await read(apiKey, id)).data]);
  });

  test("tells all problems of a query at once", async () => {
    const { apiKey } = await desk.customer();
    const query = "?status=open&receiver=T1&from=-1&to=1e9&limit=101&cursor=last";
    const answer = await list(apiKey, query);
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.details).toEqual([
      { path: "status", message: expect.stringMatching(/^must be one of .+; it was "open"$/) },
      { path: "receiver", message: expect.stringMatching(/^must be a base58 .+; it was "T1"$/) },
      { path: "from", message: expect.stringMatching(/^must be a time .+; it was "-1"$/) },
      { path: "to", message: expect.stringMatching(/^must be a time .+; it was "1e9"$/) },
      { path: "limit", message: expect.stringMatching(/^must be a number .+; it was "101"$/) },
      { path: "cursor", message: 'must be the nextCursor of a page; it was "last"' },
    ]);
  });

  test.each([
    "limit=0",
    "limit=",
    "limit=+5",
    "limit=0x10",
    "limit=5.0",
    "limit=%205",
    "limit=5&limit=6",
    "limit=99999999999999999999",
    "from=9007199254740993",
    "from=today",
    "status=Processing",
    "cursor=",
    "receiver=",
    "limit=%zz",
  ])("refuses %s", async (query) => {
    const { apiKey } = await desk.customer();
    expectError(await list(apiKey, `?${query}`), 400, "VALIDATION_FAILED");
  });
});

test("the order book tells what its query was, and what it must be", async () => {
  const answer = await call(desk, "/v1/orderbook?resource=gas&duraton=1h");
  expectError(answer, 400, "VALIDATION_FAILED");
  expect(answer.error.details).toEqual([
    { path: "duraton", message: "unknown parameter; did you mean duration?" },
    { path: "resource", message: 'must be "Energy" or "Bandwidth"; it was "gas"' },
    {
      path: "duration",
      message: expect.stringMatching(/^must be one of 15m, .+; it was missing$/),
    },
  ]);
});
