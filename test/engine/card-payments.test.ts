/** What a payment from a card costs: the quoted price while it is bound, later the fresh one, never more than the button said; of both resources together, or none. */

import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { closeOverdue } from "../../src/engine/book/match-book.js";
import { payDraft } from "../../src/engine/chat/card-money.js";
import { applyToFlow, openFlow } from "../../src/engine/chat/flows.js";
import { telegramUser } from "../../src/engine/chat/telegram-users.js";
import type { Moment } from "../../src/engine/context.js";
import { changeOrder } from "../../src/engine/orders/change-order.js";
import { newIds } from "../../src/engine/orders/create-orders.js";
import { quoteOrders } from "../../src/engine/orders/quote-orders.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { setPause } from "../../src/store/owners.js";
import { addressesOf } from "../support/addresses.js";
import { type Desk, openDesk, RATES, request } from "../support/desk.js";
import { book, fillsOf, manual, openSeller } from "../support/sellers.js";
import { deliver, kill, sign } from "../support/steps.js";
import { paidCredit } from "../support/terms.js";
import { newUpdate, USER } from "./faults/updates.js";

const DRAFT_ID = "draft".padEnd(24, "0");
const CREDIT_SUN = sun(50_000_000);
/** 65,000 Energy for an hour to each of two wallets, at 60 SUN. */
const QUOTED_SUN = 7_800_000;

type Payment = Parameters<typeof payDraft>[2];

/** A draft of somebody with so much, and its payment once it was quoted. */
async function draftOf(desk: Desk, creditSun = CREDIT_SUN) {
  const { engine } = desk;
  const who = { userId: USER, name: "@trader", clientLanguage: "en" };
  const { customer_id: customerId } = await telegramUser(engine, who, paidCredit(creditSun));
  const flow = {
    ...{ id: DRAFT_ID, kind: "draft", version: 1, owner_user_id: USER, customer_id: customerId },
    ...{ chat_id: USER, thread_id: null, is_group: 0 as const, status: "open" as const },
    ...{ step: "confirm", data: "{}", batch_id: null, due_at: null, needs_sun: null },
    updated_at: desk.clock.nowMs,
  };
  const card = {
    ...{ id: "card".padEnd(24, "0"), flow_id: DRAFT_ID, batch_id: null, owner_user_id: USER },
    ...{ chat_id: USER, thread_id: null, reply_to: null },
  };
  const updateId = await newUpdate(desk);
  await desk.commit(() => openFlow({ updateId, flow, card }));
  const payer = { id: DRAFT_ID, ownerUserId: USER, customerId, chatId: USER, isGroup: false };
  const payOf = (payment: Payment) => () => {
    const { moment } = desk;
    const next = { ...flow, version: 2 };
    const write = (at: Moment) => payDraft(engine, payer, payment, at);
    return desk.commit(() => applyToFlow({ updateId: undefined, flow, moment, next, write }));
  };
  const bound = async (body: Record<string, unknown>, maxTotalSun: number, atOnce?: true) => {
    const plain = request(body);
    const isOfBook = atOnce && plain.type === "Manual";
    const asked = isOfBook ? { ...plain, options: { ...plain.options, atOnce } } : plain;
    await engine.receivers.verdicts(asked.receivers);
    const { quoteId = "" } = await quoteOrders(engine, customerId, asked);
    return { request: asked, quoteId, maxTotalSun };
  };
  const lapse = () => {
    desk.clock.nowMs += engine.policy.quoteTtlMs + 1;
  };
  return { desk, payOf, bound, lapse, heldSun: () => desk.moneySunOf(customerId).held };
}

/** A quoted draft with a button that pays so much. */
async function quoted(maxTotalSun = QUOTED_SUN) {
  return quotedAt(await openDesk({ ownersUnits: [1_000_000] }), maxTotalSun);
}

/** The same on a desk that is open already. */
async function quotedAt(
  desk: Desk,
  maxTotalSun: number,
  body: Record<string, unknown> = {},
  atOnce?: true,
) {
  const draft = await draftOf(desk);
  const receiver = addressesOf(1, 2);
  const payment = {
    ...(await draft.bound({ receiver, ...body }, maxTotalSun, atOnce)),
    lastWallets: receiver,
    isChosen: true,
    // As the bot has them: it does not know yet whether Bandwidth goes with it.
    ids: newIds(desk.engine, 4),
  };
  return { ...draft, pay: draft.payOf(payment) };
}

test("counts no more orders than it creates", async () => {
  const desk = await openDesk({ ownersUnits: [1_000_000], policy: { mostIdleOrders: 2 } });
  const { pay, heldSun } = await quotedAt(desk, QUOTED_SUN);
  await pay();
  expect(heldSun()).toBe(QUOTED_SUN);
});

const fastAt = (desk: Desk, energy: number) =>
  setRates(desk.engine, { ...RATES, fast: { ...RATES.fast, energy } }, "test");

describe("a payment", () => {
  test("costs what was quoted while that is bound, though the price has risen", async () => {
    const { desk, pay, heldSun } = await quoted();
    await fastAt(desk, 90);
    await pay();
    expect(heldSun()).toBe(QUOTED_SUN);
  });

  test.each([
    [60, QUOTED_SUN],
    [45, 5_850_000],
  ])("costs the fresh price of %d SUN once the quote has lapsed", async (price, totalSun) => {
    const { desk, pay, lapse, heldSun } = await quoted();
    await fastAt(desk, price);
    lapse();
    await pay();
    expect(heldSun()).toBe(totalSun);
  });

  test.each([
    ["a price that is one SUN above", 61, QUOTED_SUN],
    ["a button that is one SUN below", 60, QUOTED_SUN - 1],
  ])("is refused for %s, and nothing is debited", async (_, price, maxTotalSun) => {
    const { desk, pay, lapse, heldSun } = await quoted(maxTotalSun);
    await fastAt(desk, price);
    lapse();
    await expect(pay()).rejects.toMatchObject({ code: "QUOTE_EXPIRED" });
    expect(heldSun()).toBe(0);
    expect(desk.legs()).toEqual([]);
  });
});

describe("what the book is to fill at once", () => {
  const paying = async (offers: readonly (readonly [number, number])[], together = true) => {
    const { desk } = await book(offers);
    const at50 = manual({ resourceAmount: 65_000 }, { bulk_order: together });
    return quotedAt(desk, 6_500_000, at50, true);
  };

  test("is all of it", async () => {
    const { desk, pay, heldSun } = await paying([
      [45, 65_000],
      [50, 65_000],
    ]);
    await pay();
    expect(heldSun()).toBe(6_500_000);
    expect(desk.legs().map(({ units }) => units)).toEqual([65_000, 65_000]);
  });

  /** The second of two orders, whose seller has delivered nothing. */
  const dying = async () => {
    const { desk, pay, heldSun } = await paying([
      [45, 65_000],
      [50, 65_000],
    ]);
    await pay();
    await sign(desk);
    const [, { id: legId = "", order_id: orderId = "" } = {}] = desk.legs();
    const dies = () => kill(desk, legId, "expired");
    // The seller who failed cannot sell it again.
    const [, seller = desk.customerId as Address] = desk.sellers;
    await desk.commit(() => setPause(seller, "away"));
    return { desk, orderId, dies, heldSun };
  };

  test("a part that dies goes to others who ask no more", async () => {
    const { desk, orderId, dies } = await dying();
    await openSeller(desk, { minPrice: 51, units: 65_000 });
    const fair = await openSeller(desk, { minPrice: 50, units: 65_000 });
    await dies();
    expect(fillsOf(desk, orderId)).toEqual([[fair, 65_000]]);
    await deliver(desk);
    expect(desk.orderRow(orderId).status).toBe("completed");
  });

  test("or to whoever comes within a minute; then its money is back", async () => {
    const { desk, orderId, dies, heldSun } = await dying();
    await dies();
    expect(heldSun()).toBe(6_500_000);
    desk.clock.nowMs += 59_999;
    expect(await closeOverdue(desk.engine)).toBe(0);
    expect(desk.orderRow(orderId).status).toBe("processing");
    desk.clock.nowMs += 1;
    expect(await closeOverdue(desk.engine)).toBe(1);
    const given = "no owner could deliver in time";
    expect(desk.orderRow(orderId)).toMatchObject({ status: "cancelled", cancel_reason: given });
    // It is none that its customer gave up.
    expect(desk.orderRow(orderId).given_up_at).toBeNull();
    expect(heldSun()).toBe(3_250_000);
  });

  test("meanwhile its customer can cancel it, and neither raise nor prolong it", async () => {
    const { desk, orderId, dies, heldSun } = await dying();
    await dies();
    const { customer_id: customerId } = desk.orderRow(orderId);
    for (const change of [{ priceSun: 60 }, { lifetimeHours: 48 }]) {
      const refused = changeOrder(desk.engine, { customerId }, orderId, change);
      await expect(refused).rejects.toMatchObject({ code: "NOT_CHANGEABLE" });
    }
    expect(heldSun()).toBe(6_500_000);
  });

  test("what nobody signs is given up when a Fast order would be", async () => {
    const { desk, pay, heldSun } = await paying([[45, 130_000]]);
    await pay();
    desk.clock.nowMs += desk.engine.policy.replanForMs;
    expect(await closeOverdue(desk.engine)).toBe(2);
    expect(heldSun()).toBe(0);
  });

  test.each([
    ["a unit is missing", [[45, 129_999]]],
    [
      "a seller has raised their price",
      [
        [45, 65_000],
        [51, 65_000],
      ],
    ],
    ["nobody sells", []],
  ] as [string, [number, number][]][])("or nothing is debited, when %s", async (_, offers) => {
    for (const together of [true, false]) {
      const { desk, pay, heldSun } = await paying(offers, together);
      await expect(pay()).rejects.toMatchObject({ code: "NO_CAPACITY" });
      expect(heldSun()).toBe(0);
      expect(desk.legs()).toEqual([]);
      expect(desk.rows("SELECT id FROM orders")).toEqual([]);
    }
  });
});

const ENERGY_SUN = 3_900_000;
const BANDWIDTH_SUN = 600_000;
const BOTH_SUN = ENERGY_SUN + BANDWIDTH_SUN;

async function quotedBoth({ creditSun = 50_000_000, bandwidthUnits = 1_000 } = {}) {
  const desk = await openDesk({ ownersUnits: [1_000_000] });
  const draft = await draftOf(desk, sun(creditSun));
  const receiver = addressesOf(1, 1);
  const bandwidth = { receiver, resourceType: "Bandwidth", resourceAmount: bandwidthUnits };
  const payment = {
    ...(await draft.bound({ receiver }, ENERGY_SUN)),
    ...{ lastWallets: receiver, isChosen: true, ids: newIds(desk.engine, 2) },
    beside: await draft.bound(bandwidth, BANDWIDTH_SUN),
  };
  const orders = () =>
    desk.rows("SELECT batch_id, receiver, resource, amount, paid_sun FROM orders ORDER BY id");
  return { ...draft, pay: draft.payOf(payment), orders, receiver };
}

describe("Energy and Bandwidth in one payment", () => {
  test("are two orders of one call, at the prices that were quoted", async () => {
    const { desk, pay, orders, receiver, heldSun } = await quotedBoth();
    await setRates(desk.engine, { ...RATES, fast: { energy: 90, bandwidth: 900 } }, "test");
    await pay();
    const [{ batch_id }] = desk.rows("SELECT batch_id FROM orders LIMIT 1") as [
      { batch_id: string },
    ];
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
    const { desk, pay, orders, heldSun } = await quotedBoth(given);
    await expect(pay()).rejects.toMatchObject({ code });
    expect(orders()).toEqual([]);
    expect(desk.legs()).toEqual([]);
    expect(heldSun()).toBe(0);
  });

  test("are none when Bandwidth has become dearer than was said", async () => {
    const { desk, pay, lapse, orders } = await quotedBoth();
    await setRates(desk.engine, { ...RATES, fast: { ...RATES.fast, bandwidth: 601 } }, "test");
    lapse();
    await expect(pay()).rejects.toMatchObject({ code: "QUOTE_EXPIRED" });
    expect(orders()).toEqual([]);
  });
});
