/** A customer with Telegram is told of orders that a key places, from the sum on that they chose. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { insertTelegramUser, saveTellOrders } from "../../src/store/chat/telegram-users.js";
import { all } from "../../src/store/phase.js";
import { readNow } from "../support/read-now.js";
import { call } from "./client.js";
import { startDesk, type TestDesk, wallet } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

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
  return { key, told, order };
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
