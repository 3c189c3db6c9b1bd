/** POST /v1/order/quote, and orders at a quoted price. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { setRates } from "../../src/engine/prices/rates.js";
import { available, call, create, expectError } from "./client.js";
import { fastOrder, RATES, startDesk, type TestDesk, wallet, wallets } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterEach(() => setRates(desk.engine, RATES, "test"));
afterAll(() => desk.close());

interface Quote {
  readonly quoteId?: string;
  readonly expiresAt?: number;
  readonly price: number;
  readonly totalAmount: number;
  readonly perReceiver: number;
  readonly receivers: readonly { receiver: string; ok: boolean; reason?: string }[];
  readonly capacity: number;
  readonly explanation: string;
}

const quote = (key: string, body: unknown) => call<Quote>(desk, "/v1/order/quote", { key, body });
const raise = () =>
  setRates(desk.engine, { ...RATES, fast: { energy: 90, bandwidth: 900 } }, "test");

describe("a quote", () => {
  test("says what an order costs and debits nothing", async () => {
    const { apiKey } = await desk.customer(100);
    const receiver = wallets(2);
    const answer = await quote(apiKey, fastOrder({ receiver, duration: "1d" }));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      success: true,
      data: {
        quoteId: expect.stringMatching(/^[0-9a-f]{24}$/),
        expiresAt: desk.clock.nowMs + 30_000,
        price: 60,
        totalAmount: 7.8,
        perReceiver: 3.9,
        receivers: receiver.map((address) => ({ receiver: address, ok: true, cost: 3.9 })),
        capacity: expect.any(Number),
        explanation: expect.stringContaining("65,000 Energy × 60 SUN × 1 day"),
      },
    });
    expect(answer.data.capacity).toBeGreaterThan(100_000_000);
    expect(await available(desk, apiKey)).toBe(100);
  });

  test("binds an order, by whatever reference it goes", async () => {
    const { apiKey } = await desk.customer(100);
    const { data } = await quote(apiKey, fastOrder({ reference: "asked" }));
    const order = fastOrder({ quoteId: data.quoteId });
    const other = await create(desk, apiKey, { ...order, duration: "3d", reference: "b" });
    expectError(other, 422, "QUOTE_MISMATCH");
    expect((await create(desk, apiKey, { ...order, reference: "paid" })).status).toBe(200);
  });

  test("judges receivers line by line, and has no quoteId when one is bad", async () => {
    const { apiKey } = await desk.customer();
    const [good, inactive, contract] = [wallet(601), wallet(602), wallet(603)];
    desk.chain.notActivated.add(inactive);
    desk.chain.contracts.add(contract);
    const hex = `41${"c8".repeat(20)}`;
    const mistyped = `${good.slice(0, -1)}${good.endsWith("1") ? "2" : "1"}`;
    const receiver = [good, "T1", good, inactive, contract, "\u00e9", ` ${good}`, hex, mistyped];
    const answer = await quote(apiKey, fastOrder({ receiver }));
    expect(answer.status).toBe(200);
    expect(answer.data.receivers).toEqual([
      { receiver: good, ok: true, cost: 3.9 },
      { receiver: "T1", ok: false, reason: "not an address" },
      { receiver: good, ok: true, cost: 3.9 },
      { receiver: inactive, ok: false, reason: "not activated" },
      { receiver: contract, ok: false, reason: "contract" },
      { receiver: "\u00e9", ok: false, reason: "not an address" },
      { receiver: ` ${good}`, ok: false, reason: "spaces" },
      { receiver: hex, ok: false, reason: "hex" },
      { receiver: mistyped, ok: false, reason: "checksum" },
    ]);
    expect(answer.data).not.toHaveProperty("quoteId");
    expect(answer.data).not.toHaveProperty("expiresAt");
  });

  test("of a Manual order keeps to the floor", async () => {
    const { apiKey } = await desk.customer();
    const manual = fastOrder({ type: "Manual", price: 39, options: { allow_partial: false } });
    expectError(await quote(apiKey, manual), 422, "PRICE_BELOW_FLOOR");
    const answer = await quote(apiKey, { ...manual, price: 41 });
    expect(answer.data).toMatchObject({ price: 41, perReceiver: 2.665 });
    expect(answer.data).toMatchObject({ fast: { price: 60, totalAmount: 3.9 }, capacity: 0 });
    expect(answer.data.explanation).not.toContain("Fast");
  });

  test.each([
    [60, "the same"],
    [61, "less"],
  ])("of a Manual order at %i SUN says that Fast costs %s", async (price, says) => {
    const { apiKey } = await desk.customer();
    const manual = fastOrder({ type: "Manual", price, options: { allow_partial: false } });
    expect((await quote(apiKey, manual)).data.explanation).toMatch(
      new RegExp(
        `; a Fast order costs 3.9 TRX \\(60 SUN\\), which is ${says}, and is delivered at once$`,
      ),
    );
  });

  test("is refused with all problems like an order", async () => {
    const { apiKey } = await desk.customer();
    const body = { ...fastOrder(), resourceAmount: 1, duration: "2h", receiver: [1] };
    const answer = await quote(apiKey, body);
    expectError(answer, 400, "VALIDATION_FAILED");
    const paths = (answer.error.details as { path: string }[]).map(({ path }) => path);
    expect(paths.sort()).toEqual(["duration", "receiver.0", "resourceAmount"]);
  });
});

describe("an order with a quoteId", () => {
  const quoteIdFor = async (key: string, body: unknown) => (await quote(key, body)).data.quoteId;

  test("pays the quoted price after the rates have risen, once", async () => {
    const { apiKey } = await desk.customer(100);
    const body = fastOrder();
    const quoteId = await quoteIdFor(apiKey, body);
    await raise();
    const answer = await create(desk, apiKey, { ...body, quoteId });
    expect(answer.data.orders[0]).toMatchObject({ price: 60, paidAmount: 3.9 });
    expectError(await create(desk, apiKey, { ...body, quoteId }), 409, "QUOTE_EXPIRED");
    const unquoted = await create(desk, apiKey, body);
    expect(unquoted.data.orders[0]).toMatchObject({ price: 90, paidAmount: 5.85 });
    expect(await available(desk, apiKey)).toBe(90.25);
  });
});
