/** What a customer is told of an address, and of their own rentals there. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AddressAnswer } from "../../src/http/wallets.js";
import { type Answer, call, callNow, create, expectError } from "./client.js";
import { include, send } from "./deliver.js";
import { fastOrder, startDesk, type TestDesk, wallet } from "./desk.js";

let desk: TestDesk;
let key: string;
beforeEach(async () => {
  desk = await startDesk();
  key = (await desk.customer()).apiKey;
});
afterEach(() => desk.close());

const read = (address: string, apiKey = key): Promise<Answer<AddressAnswer>> =>
  call<AddressAnswer>(desk, `/v1/address/${address}`, { key: apiKey });

async function rent(apiKey: string, change: Record<string, unknown> = {}): Promise<string> {
  const { data } = await create(desk, apiKey, fastOrder(change));
  const orderId = data.orders[0]?.orderId ?? "";
  await send(desk, orderId);
  await include(desk, orderId);
  return orderId;
}

describe("an address", () => {
  test("is told with what it has, what it uses and what is free", async () => {
    const { status, data } = await read(wallet(0));
    expect(status).toBe(200);
    expect(data).toEqual({
      address: wallet(0),
      activated: true,
      contract: false,
      energy: { limit: 70_000, used: 5_000, free: 65_000 },
      bandwidth: { limit: 500, used: 600, free: 0, dailyFree: 345 },
      rentals: [],
    });
  });

  test("that is not activated has nothing, and the node is not asked what", async () => {
    desk.chain.notActivated.add(wallet(1));
    desk.chain.resources = () => Promise.reject(new Error("it is not activated"));
    const { data } = await read(wallet(1));
    const nothing = { limit: 0, used: 0, free: 0 };
    expect(data).toMatchObject({ activated: false, contract: false, energy: nothing, rentals: [] });
    expect(data.bandwidth).toEqual({ ...nothing, dailyFree: 0 });
  });

  test("that is a contract says so", async () => {
    desk.chain.contracts.add(wallet(2));
    expect((await read(wallet(2))).data).toMatchObject({ activated: true, contract: true });
  });

  test("is asked about once a second, however often it is looked at", async () => {
    let asked = 0;
    const { resources } = desk.chain;
    desk.chain.resources = (address) => {
      asked += 1;
      return resources(address);
    };
    await Promise.all([read(wallet(0)), read(wallet(0)), read(wallet(0))]);
    expect(asked).toBe(1);
    desk.clock.nowMs += 1_000;
    await read(wallet(0));
    expect(asked).toBe(2);
  });
});

describe("rentals", () => {
  test("are the caller's own, from their block on, what ends first comes first", async () => {
    const other = await desk.customer();
    await rent(other.apiKey, { duration: "3h" });
    const long = await rent(key, { duration: "1d" });
    const short = await rent(key, { resourceType: "bandwidth", resourceAmount: 2_000 });
    await create(desk, key, fastOrder());
    const { rentals } = (await read(wallet(0))).data;
    expect(rentals.map(({ orderId }) => orderId)).toEqual([short, long]);
    expect(rentals[0]).toEqual({
      orderId: short,
      resourceType: "bandwidth",
      amount: 2_000,
      expiresAt: expect.any(Number),
      locked: expect.any(Boolean),
      state: "included",
    });
    expect(rentals[1]?.expiresAt).toBeGreaterThan(desk.clock.nowMs + 86_000_000);
    expect((await read(wallet(1))).data.rentals).toEqual([]);
  });
});

describe("is refused", () => {
  test.each(["T", "0x00", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdX", "%20"])(
    "%s, by the name of the field",
    async (text) => {
      const answer = await read(text);
      expectError(answer, 400, "VALIDATION_FAILED");
      expect(answer.error.details).toMatchObject([{ path: "address" }]);
    },
  );

  test("while the chain is away, and again asked as soon as it is back", async () => {
    const { resources } = desk.chain;
    desk.chain.resources = () => Promise.reject(new Error("connection refused"));
    expectError(await read(wallet(0)), 503, "CHAIN_UNAVAILABLE");
    desk.chain.resources = resources;
    expect((await read(wallet(0))).status).toBe(200);
  });

  test("beyond 30 in a second, together with quotes", async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1) {
      const answer = await callNow(desk, `/v1/address/${wallet(0)}`, { key });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    expectError(await callNow(desk, "/v1/order/quote", { key, body: {} }), 429, "RATE_LIMITED");
  });
});
