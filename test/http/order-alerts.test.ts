/** A customer with Telegram is told of what a key orders or raises, from the sum on that they chose, at once or within an hour. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { parseOrderRequest } from "../../src/domain/order-request.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { HourOfKeys } from "../../src/engine/orders/tell-ordered.js";
import { insertTelegramUser, saveTellOrders } from "../../src/store/chat/telegram-users.js";
import { all } from "../../src/store/phase.js";
import { readNow } from "../support/read-now.js";
import { call } from "./client.js";
import { fastOrder, startDesk, type TestDesk, wallet } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const BID_SUN = 40;
let users = 100;

/** A customer of 1,000 TRX who is told from so many TRX on; without a number never. */
async function customer(fromTrx?: number) {
  const { customerId, apiKey: key } = await desk.customer(1_000);
  users += 1;
  const user = users;
  await desk.database.commit(() => insertTelegramUser(user, customerId, "en", 1));
  if (fromTrx !== undefined) {
    await desk.database.commit(() => saveTellOrders(user, sun(fromTrx * 1_000_000)));
  }
  const told = () =>
    readNow(desk.database, () =>
      all<{ payload: string }>("SELECT payload FROM outbox WHERE chat_id = ? ORDER BY id", user),
    ).map(({ payload }) => JSON.parse(payload));
  const order = async (receivers: number, idempotencyKey?: string) => {
    const receiver = Array.from({ length: receivers }, (_, at) => wallet(at));
    const body = {
      ...{ type: "Fast", resourceType: "Energy", receiver, resourceAmount: 65_000, duration: "1h" },
    };
    const headers = idempotencyKey ? { "idempotency-key": idempotencyKey } : {};
    const answer = await call(desk, "/v1/order/create", { key, body, headers });
    expect(answer.status).toBe(200);
  };
  /** A Manual order that rests far below what others ask; gives its id. */
  const bid = async (resourceAmount: number) => {
    const body = {
      ...{ type: "Manual", resourceType: "Energy", receiver: [wallet(0)], resourceAmount },
      ...{ duration: "1h", price: BID_SUN },
      options: { allow_partial: true, partial_min: 50_000, bulk_order: false },
    };
    const { data } = await call<{ orders: { orderId: string }[] }>(desk, "/v1/order/create", {
      key,
      body,
    });
    return String(data.orders[0]?.orderId);
  };
  const raise = async (orderId: string, price: number) => {
    const answer = await call(desk, `/v1/order/${orderId}`, {
      key,
      method: "PATCH",
      body: { price },
    });
    expect(answer.status).toBe(200);
  };
  return { key, customerId, told, order, bid, raise };
}

test("the sum of the whole call counts, once, and the key is named", async () => {
  const { key, told, order } = await customer(10);
  await order(1);
  expect(told()).toEqual([]);
  await order(3, "once");
  await order(3, "once");
  expect(told()).toEqual([
    {
      event: "ordered",
      keyHint: expect.stringMatching(/^edk_/),
      paidSun: expect.any(Number),
      priceSun: expect.any(Number),
      units: 195_000,
      receivers: 3,
      resource: "energy",
      duration: "1h",
    },
  ]);
  const [{ paidSun, priceSun, keyHint }] = told();
  expect(paidSun).toBe(195_000 * priceSun);
  expect(key.startsWith(keyHint.replace("…", ""))).toBe(true);
});

test("nobody is told who has chosen no sum", async () => {
  const { told, order } = await customer();
  await order(3);
  expect(told()).toEqual([]);
});

test("the sum itself is told of", async () => {
  const { told, order } = await customer(3.9);
  await order(1);
  expect(told()).toHaveLength(1);
});

const HOUR_MS = 3_600_000;

async function tellHour(hour: HourOfKeys): Promise<void> {
  while (await hour.tellHour(desk.engine));
}

test("orders below the sum are told of once an hour when together they reach it, also after a restart", async () => {
  const { told, order } = await customer(10);
  const hour = new HourOfKeys();
  await order(1);
  await tellHour(hour);
  await order(1);
  await tellHour(hour);
  expect(told()).toEqual([]);
  await order(1);
  const restarted = new HourOfKeys();
  await tellHour(restarted);
  const first = { event: "orderedInHour", paidSun: 11_700_000, fromSun: 10_000_000 };
  expect(told()).toEqual([first]);
  desk.clock.nowMs += 60_000;
  await order(1);
  await tellHour(hour);
  await tellHour(restarted);
  await tellHour(new HourOfKeys());
  expect(told()).toEqual([first]);
  desk.clock.nowMs += HOUR_MS;
  await order(2);
  await tellHour(restarted);
  expect(told()).toEqual([first]);
  await order(1);
  await tellHour(restarted);
  expect(told()).toEqual([first, first]);
});

test("what was told of by itself, and what a chat ordered, is not in the hour", async () => {
  const { told, order, customerId } = await customer(10);
  await order(3);
  const request = parseOrderRequest(fastOrder());
  for (let times = 0; times < 3; times += 1) {
    const call = { customerId, channel: "telegram", request, idempotencyKey: undefined } as const;
    await createOrders(desk.engine, call);
  }
  await tellHour(new HourOfKeys());
  expect(told().map(({ event }) => event)).toEqual(["ordered"]);
});

test("a price that a key raises is told of when the order then reaches the sum", async () => {
  const { told, bid, raise } = await customer(10);
  const id = await bid(200_000);
  await raise(id, 45);
  expect(told()).toEqual([]);
  await raise(id, 50);
  expect(told()).toEqual([
    {
      ...{
        event: "ordered",
        keyHint: expect.stringMatching(/^edk_/),
        units: 200_000,
        receivers: 1,
      },
      ...{ resource: "energy", duration: "1h", priceSun: 50 },
      ...{ paidSun: 10_000_000, moreSun: 1_000_000 },
    },
  ]);
  await raise(id, 45);
  expect(told()).toHaveLength(1);
});

test("raised prices count in the hour", async () => {
  const { told, bid, raise } = await customer(10);
  const hour = new HourOfKeys();
  const ids = [await bid(100_000), await bid(100_000)];
  desk.clock.nowMs += 2 * HOUR_MS;
  await tellHour(hour);
  for (const id of ids) await raise(id, 95);
  await tellHour(hour);
  expect(told()).toMatchObject([{ event: "orderedInHour", paidSun: 11_000_000 }]);
});
