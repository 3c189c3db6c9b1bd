/** POST /v1/order/create: the contract's answer, word for word, and what a creation costs. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOBODYS } from "../../src/domain/address.js";
import { audit } from "../../src/engine/operating/audit.js";
import { available, create, expectError } from "./client.js";
import { fastOrder, startDesk, type TestDesk, wallet, wallets } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(async () => {
  expect(await audit(desk.database)).toEqual({ ok: true, violations: [] });
  await desk.close();
});

describe("a Fast order", () => {
  test("answers exactly the fields of the contract, and debits the cost", async () => {
    const { apiKey } = await desk.customer(100);
    const answer = await create(desk, apiKey, fastOrder());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(JSON.parse(answer.text)).toEqual({
      success: true,
      data: {
        count: 1,
        orders: [
          {
            orderId: expect.stringMatching(/^[0-9a-f]{24}$/),
            receiver: wallet(0),
            type: "Fast",
            resourceType: "energy",
            resourceAmount: 65_000,
            price: 60,
            paidAmount: 3.9,
            status: "processing",
            createdAt: desk.clock.nowMs,
          },
        ],
      },
    });
    expect(await available(desk, apiKey)).toBe(96.1);
  });

  test("has one entry for each of 20 receivers, in their order", async () => {
    const { apiKey } = await desk.customer(100);
    const receiver = wallets(20);
    const answer = await create(desk, apiKey, fastOrder({ receiver }));
    expect(answer.status).toBe(200);
    expect(answer.data.count).toBe(20);
    expect(answer.data.orders.map((entry) => entry.receiver)).toEqual(receiver);
    expect(new Set(answer.data.orders.map((entry) => entry.orderId)).size).toBe(20);
    expect(await available(desk, apiKey)).toBe(22);
  });

  test("ignores unknown fields, among them names of Object.prototype", async () => {
    const { apiKey } = await desk.customer();
    const more = { constructor: { prototype: 1 }, toString: 1, hasOwnProperty: null, note: "hi" };
    expect((await create(desk, apiKey, fastOrder(more))).status).toBe(200);
  });

  test("is refused whole when the balance is short by 1 SUN", async () => {
    const { apiKey } = await desk.customer(7.799999);
    const answer = await create(desk, apiKey, fastOrder({ receiver: wallets(2) }));
    expectError(answer, 402, "INSUFFICIENT_BALANCE");
    expect(answer.error.details).toEqual({ required: 7.8, available: 7.799999 });
    expect(await available(desk, apiKey)).toBe(7.799999);
  });

  test("is refused whole when one receiver is not activated, a contract, or nobody's", async () => {
    const { apiKey } = await desk.customer(100);
    const [first, second, third] = [wallet(501), wallet(502), wallet(503)];
    desk.chain.notActivated.add(second).add(third);
    const inactive = await create(desk, apiKey, fastOrder({ receiver: [first, second, third] }));
    expectError(inactive, 422, "RECEIVER_NOT_ACTIVATED");
    expect(inactive.error.details).toMatchObject([
      { path: "receiver.1", receiver: second },
      { path: "receiver.2", receiver: third },
    ]);
    desk.chain.contracts.add(wallet(504));
    const contract = await create(desk, apiKey, fastOrder({ receiver: [first, wallet(504)] }));
    expectError(contract, 422, "RECEIVER_IS_CONTRACT");
    expect(contract.error.details).toMatchObject([{ path: "receiver.1", receiver: wallet(504) }]);
    const [nobodys] = NOBODYS;
    const refused = await create(desk, apiKey, fastOrder({ receiver: [first, nobodys] }));
    expectError(refused, 422, "RECEIVER_REFUSED");
    expect(refused.error.details).toMatchObject([{ path: "receiver.1", receiver: nobodys }]);
    expect(await available(desk, apiKey)).toBe(100);
  });

  test("is refused when the pool is too small, and says what there is", async () => {
    const { apiKey } = await desk.customer(10_000_000);
    const answer = await create(desk, apiKey, fastOrder({ resourceAmount: 10_000_000_000 }));
    expectError(answer, 409, "NO_CAPACITY");
    expect(answer.error.details).toEqual({ available: expect.any(Number) });
    expect(await available(desk, apiKey)).toBe(10_000_000);
  });
});

describe("a Manual order", () => {
  const manual = (change: Record<string, unknown> = {}) =>
    fastOrder({ type: "Manual", price: 40, options: { allow_partial: true }, ...change });

  test("that nobody sells to yet is debited and rests, exactly with the fields of the contract", async () => {
    const { apiKey } = await desk.customer(100);
    const options = { allow_partial: true, partial_min: 20_000, bulk_order: true };
    const answer = await create(desk, apiKey, manual({ options }));
    expect(answer.data).toEqual({
      count: 1,
      orders: [
        {
          orderId: expect.stringMatching(/^[0-9a-f]{24}$/),
          receiver: wallet(0),
          type: "Manual",
          resourceType: "energy",
          resourceAmount: 65_000,
          price: 40,
          paidAmount: 2.6,
          status: "processing",
          createdAt: expect.any(Number),
        },
      ],
    });
    expect(await available(desk, apiKey)).toBe(97.4);
  });

  test("must not be below the floor of its duration", async () => {
    const { apiKey } = await desk.customer();
    const answer = await create(desk, apiKey, manual({ duration: "1d", price: 44 }));
    expectError(answer, 422, "PRICE_BELOW_FLOOR");
    expect(answer.error.details).toEqual({ price: 44, floor: 45, duration: "1d" });
    const atFloor = await create(desk, apiKey, manual({ duration: "1d", price: 45 }));
    expect(atFloor.status).toBe(200);
  });
});
