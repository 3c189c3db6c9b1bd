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

  test.each(["Energy", "energy", "ENERGY", "eNeRgY"])("takes resourceType %s", async (name) => {
    const { apiKey } = await desk.customer();
    const answer = await create(desk, apiKey, fastOrder({ resourceType: name }));
    expect(answer.data.orders[0]?.resourceType).toBe("energy");
  });

  test("sells Bandwidth from 1,000 units", async () => {
    const { apiKey } = await desk.customer();
    const body = fastOrder({ resourceType: "BANDWIDTH", resourceAmount: 1_000 });
    const answer = await create(desk, apiKey, body);
    expect(answer.data.orders[0]).toMatchObject({ resourceType: "bandwidth", paidAmount: 0.6 });
  });

  test.each([
    ["15m", 3.9],
    ["1h", 3.9],
    ["3h", 3.9],
    ["1d", 3.9],
    ["3d", 11.7],
    ["7d", 27.3],
    ["14d", 54.6],
    ["30d", 117],
  ])("costs by the formula for %s", async (duration, paidAmount) => {
    const { apiKey } = await desk.customer();
    const answer = await create(desk, apiKey, fastOrder({ duration }));
    expect(answer.data.orders[0]?.paidAmount).toBe(paidAmount);
  });

  test.each([[5], [-1], ["free"], [null], [[{}]], [true]])(
    "drops a price, whatever it holds: %j",
    async (price) => {
      const { apiKey } = await desk.customer();
      const answer = await create(desk, apiKey, fastOrder({ price }));
      expect(answer.status).toBe(200);
      expect(answer.data.orders[0]).toMatchObject({ price: 60, paidAmount: 3.9 });
    },
  );

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

  test.each([
    [{ price: undefined }, ["price"]],
    [{ price: 40.5 }, ["price"]],
    [{ price: "40" }, ["price"]],
    [{ options: undefined }, ["options"]],
    [{ options: {} }, ["options.allow_partial"]],
    [{ options: { allow_partial: "true" } }, ["options.allow_partial"]],
    [{ options: { allow_partial: true, partial_min: 19_999 } }, ["options.partial_min"]],
    [{ options: { allow_partial: true, bulk_order: 1 } }, ["options.bulk_order"]],
    [{ price: 0, options: [], duration: "2h" }, ["duration", "price", "options"]],
  ])("with %j is refused at %j", async (change, paths) => {
    const { apiKey } = await desk.customer();
    const answer = await create(desk, apiKey, manual(change));
    expectError(answer, 400, "VALIDATION_FAILED");
    const details = answer.error.details as { path: string }[];
    expect(details.map(({ path }) => path).sort()).toEqual([...paths].sort());
  });
});
