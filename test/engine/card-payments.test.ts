/** What a payment from a card costs: the quoted price while it is bound, later the fresh one, and never more than the button said. */
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { closeOverdue } from "../../src/engine/book/match-book.js";
import { payDraft } from "../../src/engine/chat/card-money.js";
import { applyToFlow, openFlow } from "../../src/engine/chat/flows.js";
import { telegramUser } from "../../src/engine/chat/telegram-users.js";
import type { Moment } from "../../src/engine/context.js";
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

/** A quoted draft with a button that pays so much. */
async function quoted(maxTotalSun = QUOTED_SUN) {
  const desk = await openDesk({ ownersUnits: [1_000_000] });
  return quotedAt(desk, maxTotalSun);
}

/** The same on a desk that is open already. */
async function quotedAt(
  desk: Desk,
  maxTotalSun: number,
  body: Record<string, unknown> = {},
  atOnce?: true,
) {
  const { engine } = desk;
  const who = { userId: USER, name: "@trader", clientLanguage: "en" };
  const { customer_id: customerId } = await telegramUser(engine, who, paidCredit(CREDIT_SUN));
  const draft = {
    ...{
      id: DRAFT_ID,
      kind: "draft",
      version: 1,
      owner_user_id: USER,
      customer_id: customerId,
      chat_id: USER,
    },
    ...{ thread_id: null, is_group: 0 as const, status: "open" as const, step: "confirm" },
    ...{ data: "{}", batch_id: null, due_at: null, updated_at: desk.clock.nowMs },
  };
  const card = {
    ...{ id: "card".padEnd(24, "0"), flow_id: DRAFT_ID, batch_id: null, owner_user_id: USER },
    ...{ chat_id: USER, thread_id: null, reply_to: null },
  };
  const updateId = await newUpdate(desk);
  await desk.commit(() => openFlow({ updateId, flow: draft, card }));
  const receivers = addressesOf(1, 2);
  const plain = request({ receiver: receivers, ...body });
  const isOfBook = atOnce && plain.type === "Manual";
  const asked = isOfBook ? { ...plain, options: { ...plain.options, atOnce } } : plain;
  await engine.receivers.verdicts(receivers);
  const quote = await quoteOrders(engine, customerId, asked);
  const payment = {
    request: asked,
    quoteId: quote.quoteId ?? "",
    maxTotalSun,
    lastWallets: receivers,
    // As the bot has them: it does not know yet whether Bandwidth goes with it.
    ids: newIds(engine, 4),
  };
  const next = { ...draft, version: 2 };
  const payer = { id: DRAFT_ID, ownerUserId: USER, customerId, chatId: USER, isGroup: false };
  const pay = () => {
    const { moment } = desk;
    const write = (moment: Moment) => payDraft(engine, payer, payment, moment);
    return desk.commit(() =>
      applyToFlow({ updateId: undefined, flow: draft, moment, next, write }),
    );
  };
  const lapse = () => {
    desk.clock.nowMs += engine.policy.quoteTtlMs + 1;
  };
  return { desk, pay, lapse, heldSun: () => desk.moneySunOf(customerId).held };
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
      "a seller has raised his price",
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
