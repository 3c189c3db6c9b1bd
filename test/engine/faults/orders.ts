/** Customers, their money and keys, and what they ask for: quotes, orders and cancels of the pool. */
import { expect } from "vitest";
import type { Address } from "../../../src/domain/address.js";
import { sun } from "../../../src/domain/money.js";
import {
  createCustomer,
  creditCustomer,
  debitCustomer,
  issueKey,
  revokeKey,
} from "../../../src/engine/customers/customers.js";
import { cancelOrder } from "../../../src/engine/orders/cancel-order.js";
import { assertCreatable, createOrders } from "../../../src/engine/orders/create-orders.js";
import { quoteOrders } from "../../../src/engine/orders/quote-orders.js";
import { HourOfKeys } from "../../../src/engine/orders/tell-ordered.js";
import { insertTelegramUser, saveTellOrders } from "../../../src/store/chat/telegram-users.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { type Desk, openDesk, request } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import { paidCredit } from "../../support/terms.js";

async function customersAndKeys(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const { customerId } = await faulty(desk, createCustomer, engine, "Another", paidCredit(sun(5)));
  const credit = {
    customerId,
    amountSun: sun(90),
    reason: "a gift",
    reference: "r1",
    kind: "gift",
  } as const;
  await faulty(desk, creditCustomer, engine, credit);
  await faulty(desk, debitCustomer, engine, { ...credit, amountSun: sun(9) });
  expect(desk.moneySunOf(customerId)).toEqual({ available: 86, held: 0 });
  const { keyId } = await faulty(desk, issueKey, engine, customerId);
  await faulty(desk, revokeKey, engine, keyId);
}

async function ordersOfThePool(faulty: Faulty): Promise<void> {
  const desk = await openDesk({ ownersUnits: [900_000, 800_000] });
  const { engine, customerId } = desk;
  const { receivers } = engine;
  const verdicts = (them: Address[]) => receivers.verdicts(them);
  const onChain = (them: Address[]) => receivers.onChain(them);
  const assertDeliverable = (them: Address[]) => receivers.assertDeliverable(them);
  const forget = (one: Address) => receivers.forget(one);
  await faulty(desk, verdicts, [addressOf(1)]);
  await faulty(desk, forget, addressOf(1));
  await faulty(desk, onChain, [addressOf(4)]);
  await faulty(desk, assertDeliverable, [addressOf(2)]);
  await faulty(desk, assertCreatable, engine, request({ receiver: [addressOf(3)] }));
  await receivers.verdicts(addressesOf(1, 3));

  const body = { receiver: addressesOf(1, 3), resourceAmount: 300_000 };
  const { quoteId } = await faulty(desk, quoteOrders, engine, customerId, request(body));
  await desk.commit(() => insertTelegramUser(7, customerId, "en", 1));
  await desk.commit(() => saveTellOrders(7, sun(1)));
  const { orderIds } = await faulty(desk, createOrders, engine, {
    ...{ customerId, channel: "http", idempotencyKey: "the key", keyHint: "edk_…" },
    request: request({ ...body, quoteId }),
  });
  expect(desk.legs()).toHaveLength(3);
  await faulty(desk, cancelOrder, engine, { customerId }, orderIds[0] ?? "");
  expect(desk.moneySun).toEqual({ available: 964_000_000, held: 36_000_000 });
  await inHour(faulty, desk);
}

/** Each call below the chosen sum, together above it. */
async function inHour(faulty: Faulty, desk: Desk): Promise<void> {
  const { engine } = desk;
  await desk.commit(() => saveTellOrders(7, sun(1_000_000_000)));
  const hour = new HourOfKeys();
  await hour.tellHour(engine);
  await desk.order({ resourceAmount: 40_000 });
  await desk.commit(() => saveTellOrders(7, sun(2_400_000)));
  const tellHour = () => hour.tellHour(engine);
  await faulty(desk, tellHour);
  expect(desk.rows("SELECT key FROM outbox WHERE key LIKE 'ordered:hour:%'")).toHaveLength(1);
}

export const orders: Stories = {
  "customers, their money and keys": customersAndKeys,
  "receivers, quotes, orders and cancels": ordersOfThePool,
};
