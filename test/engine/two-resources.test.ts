/** Energy and Bandwidth in one payment from a card: two orders of one call, or none. */
import { expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { payDraft } from "../../src/engine/chat/card-money.js";
import { applyToFlow, openFlow } from "../../src/engine/chat/flows.js";
import { telegramUser } from "../../src/engine/chat/telegram-users.js";
import type { Moment } from "../../src/engine/context.js";
import { newIds } from "../../src/engine/orders/create-orders.js";
import { quoteOrders } from "../../src/engine/orders/quote-orders.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { addressesOf } from "../support/addresses.js";
import { openDesk, RATES, request } from "../support/desk.js";
import { paidCredit } from "../support/terms.js";
import { newUpdate, USER } from "./faults/updates.js";

const FLOW_ID = "flow".padEnd(24, "0");
const ENERGY_SUN = 3_900_000;
const BANDWIDTH_SUN = 600_000;
const BOTH_SUN = ENERGY_SUN + BANDWIDTH_SUN;

async function quoted({ creditSun = 50_000_000, bandwidthUnits = 1_000 } = {}) {
  const desk = await openDesk({ ownersUnits: [1_000_000] });
  const { engine } = desk;
  const who = { userId: USER, name: "@trader", clientLanguage: "en" };
  const { customer_id: customerId } = await telegramUser(engine, who, paidCredit(sun(creditSun)));
  const flow = {
    ...{ id: FLOW_ID, kind: "draft", version: 1, owner_user_id: USER, customer_id: customerId },
    ...{ chat_id: USER, thread_id: null, is_group: 0 as const, status: "open" as const },
    ...{ step: "confirm", data: "{}", batch_id: null, due_at: null, updated_at: 0 },
  };
  const card = {
    ...{ id: "card".padEnd(24, "0"), flow_id: FLOW_ID, batch_id: null, owner_user_id: USER },
    ...{ chat_id: USER, thread_id: null, reply_to: null },
  };
  const updateId = await newUpdate(desk);
  await desk.commit(() => openFlow({ updateId, flow, card }));
  const receiver = addressesOf(1, 1);
  const bound = async (asked: ReturnType<typeof request>, maxTotalSun: number) => {
    const { quoteId = "" } = await quoteOrders(engine, customerId, asked);
    return { request: asked, quoteId, maxTotalSun };
  };
  const bandwidth = { receiver, resourceType: "Bandwidth", resourceAmount: bandwidthUnits };
  const payment = {
    ...(await bound(request({ receiver }), ENERGY_SUN)),
    ...{ lastWallets: receiver, ids: newIds(engine, 2) },
    beside: await bound(request(bandwidth), BANDWIDTH_SUN),
  };
  const payer = { id: FLOW_ID, ownerUserId: USER, customerId, chatId: USER, isGroup: false };
  const pay = () => {
    const { moment } = desk;
    const next = { ...flow, version: 2 };
    const write = (moment: Moment) => payDraft(engine, payer, payment, moment);
    return desk.commit(() => applyToFlow({ updateId: undefined, flow, moment, next, write }));
  };
  const orders = () =>
    desk.rows("SELECT batch_id, receiver, resource, amount, paid_sun FROM orders ORDER BY id");
  return { desk, pay, orders, receiver, heldSun: () => desk.moneySunOf(customerId).held };
}

test("are two orders of one call, at the prices that were quoted", async () => {
  const { desk, pay, orders, receiver, heldSun } = await quoted();
  await setRates(desk.engine, { ...RATES, fast: { energy: 90, bandwidth: 900 } }, "test");
  await pay();
  const [{ batch_id }] = desk.rows("SELECT batch_id FROM orders LIMIT 1") as [{ batch_id: string }];
  const both = { batch_id, receiver: receiver[0] };
  expect(orders()).toEqual([
    { ...both, resource: "energy", amount: 65_000, paid_sun: ENERGY_SUN },
    { ...both, resource: "bandwidth", amount: 1_000, paid_sun: BANDWIDTH_SUN },
  ]);
  expect(heldSun()).toBe(BOTH_SUN);
  expect(desk.legs().map(({ units }) => units)).toEqual([65_000, 1_000]);
});

test.each([
  ["the balance is one SUN short of both", { creditSun: BOTH_SUN - 1 }, "INSUFFICIENT_BALANCE"],
  [
    "there is too little Bandwidth",
    { creditSun: 500_000_000, bandwidthUnits: 200_000 },
    "NO_CAPACITY",
  ],
])("are none when %s", async (_, given, code) => {
  const { desk, pay, orders, heldSun } = await quoted(given);
  await expect(pay()).rejects.toMatchObject({ code });
  expect(orders()).toEqual([]);
  expect(desk.legs()).toEqual([]);
  expect(heldSun()).toBe(0);
});

test("are none when Bandwidth has become dearer than was said", async () => {
  const { desk, pay, orders } = await quoted();
  await setRates(desk.engine, { ...RATES, fast: { ...RATES.fast, bandwidth: 601 } }, "test");
  desk.clock.nowMs += desk.engine.policy.quoteTtlMs + 1;
  await expect(pay()).rejects.toMatchObject({ code: "QUOTE_EXPIRED" });
  expect(orders()).toEqual([]);
});
