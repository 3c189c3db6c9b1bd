/** Drafts and cards of the Telegram door, up to a payment with its orders. */
import { expect } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { cancelBooking, startDueBookings } from "../../../src/engine/chat/bookings.js";
import { amendBatch, payDraft } from "../../../src/engine/chat/card-money.js";
import { applyToFlow, cancelFlow, openFlow, redrawUntil } from "../../../src/engine/chat/flows.js";
import {
  lookAtRestingCards,
  redrawAfterStart,
  redrawBatch,
  redrawCards,
  redrawOrders,
  saveDrawn,
  takeToDraw,
  takeUpCards,
} from "../../../src/engine/chat/outbox.js";
import { telegramUser } from "../../../src/engine/chat/telegram-users.js";
import type { Moment } from "../../../src/engine/context.js";
import { readMoreHeld } from "../../../src/engine/orders/change-order.js";
import { newIds } from "../../../src/engine/orders/create-orders.js";
import { bindPrice } from "../../../src/engine/orders/quote-orders.js";
import { saveUnused } from "../../../src/engine/receivers/after-delivery.js";
import { findBooking } from "../../../src/store/bookings.js";
import { findCardOfFlow } from "../../../src/store/chat/cards.js";
import type { FlowRow } from "../../../src/store/chat/flows.js";
import { addressOf } from "../../support/addresses.js";
import { booked, MINUTE_MS } from "../../support/bookings.js";
import { type Desk, openDesk, request } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import { pass } from "../../support/notifications.js";
import { manual, openSeller, partlyFilled, restsOf } from "../../support/sellers.js";
import { paidCredit } from "../../support/terms.js";
import { newUpdate, tellOf, USER } from "./updates.js";

const idOf = (name: string) => name.padEnd(24, "0");

const payerOf = ({ id, customer_id: customerId }: FlowRow) => ({
  ...{ id, ownerUserId: USER, customerId, chatId: USER, isGroup: false },
});

const draftOf = (desk: Desk, customerId: string, name: string): FlowRow => ({
  ...{
    id: idOf(name),
    kind: "draft",
    version: 1,
    owner_user_id: USER,
    customer_id: customerId,
    chat_id: USER,
  },
  ...{ thread_id: null, is_group: 0, status: "open", step: "confirm", data: "{}" },
  ...{ batch_id: null, due_at: null, needs_sun: null, updated_at: desk.clock.nowMs },
});

async function opened(faulty: Faulty, desk: Desk, draft: FlowRow): Promise<void> {
  const card = {
    ...{ id: `${draft.id.slice(0, 23)}c`, flow_id: draft.id, batch_id: null },
    ...{ owner_user_id: USER, chat_id: USER, thread_id: null, reply_to: null },
  };
  const told = [tellOf(draft.id)];
  const opening = { updateId: await newUpdate(desk), flow: draft, card, told };
  expect(await faulty(desk, openFlow, opening)).toBe(true);
}

async function paidDraft(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const who = { userId: USER, name: "@trader", clientLanguage: "en" };
  const { customer_id: customerId } = await telegramUser(engine, who, paidCredit(sun(50_000_000)));
  await opened(faulty, desk, draftOf(desk, customerId, "a"));
  // It takes the place of the first.
  const draft = draftOf(desk, customerId, "b");
  await opened(faulty, desk, draft);
  const body = manual({ receiver: [addressOf(1)] });
  await engine.receivers.verdicts([addressOf(1)]);
  const asked = request(body);
  const { quoteId } = await faulty(desk, bindPrice, engine, customerId, asked, 50, 120_000);
  const lastWallets = [addressOf(1)];
  const ids = newIds(engine, 1);
  const payment = {
    request: asked,
    quoteId,
    maxTotalSun: 5_000_000,
    lastWallets,
    isChosen: true,
    ids,
  };
  const next: FlowRow = { ...draft, version: 2, status: "paid", batch_id: ids.batch };
  const outcome = await faulty(desk, applyToFlow, {
    ...{ updateId: await newUpdate(desk), flow: draft, moment: desk.moment },
    ...{ next, told: [tellOf("paid")], redraws: true, goesBelow: true },
    write: (moment) => payDraft(engine, payerOf(draft), payment, moment),
  });
  expect(outcome).toMatchObject({ kind: "applied", written: { batchId: ids.batch } });
  await cards(faulty, desk, draft.id, customerId);
}

async function cards(faulty: Faulty, desk: Desk, draftId: string, customerId: string) {
  const { engine } = desk;
  expect(await faulty(desk, takeUpCards, engine)).toHaveLength(2);
  const card = await engine.database.read(() => findCardOfFlow(draftId));
  if (!card) throw new Error("the draft has a card");
  const drawn = { messageId: 5, hash: "shown", watching: true, sum: "3900000 order" };
  const told = [tellOf("left")];
  await faulty(desk, saveDrawn, engine, card, drawn, told);
  expect(await faulty(desk, takeToDraw, engine, card.id)).toMatchObject({ id: card.id });
  await faulty(desk, redrawCards, engine, [card.id]);
  const [row] = desk.rows("SELECT id, batch_id FROM orders");
  await faulty(desk, redrawBatch, engine, String(row?.batch_id));
  await faulty(desk, redrawOrders, engine, [String(row?.id)]);
  const unused = { energyUnits: 65_000, bandwidthUnits: 0, freeBandwidthUnits: 600 };
  const readings = new Map([[String(row?.id), unused]]);
  await faulty(desk, saveUnused, engine, String(row?.batch_id), readings);
  await faulty(desk, lookAtRestingCards, engine, "");
  await faulty(desk, redrawAfterStart, engine);
  await opened(faulty, desk, draftOf(desk, customerId, "d"));
  await faulty(desk, redrawUntil, draftOf(desk, customerId, "d"), desk.moment.at);
  await faulty(desk, cancelFlow, engine, {
    ...{ updateId: await newUpdate(desk), chatId: USER, userId: USER },
    ...{ endsAs: () => "dropped", nothing: tellOf("nothing") },
  });
}

async function bookedDraft(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const cancelled = await booked(desk);
  await faulty(desk, cancelBooking, engine, cancelled, cancelled.id);
  const started = await booked(desk, {
    name: "d",
    apply: (update) => faulty(desk, applyToFlow, update),
  });
  await pass(desk, 30 * MINUTE_MS);
  await faulty(desk, startDueBookings, engine);
  expect((await engine.database.read(() => findBooking(started.id)))?.status).toBe("ordered");
  const returned = await booked(desk, { name: "e" });
  await pass(desk, 50 * MINUTE_MS);
  await faulty(desk, startDueBookings, engine);
  expect((await engine.database.read(() => findBooking(returned.id)))?.status).toBe("returned");
}

/** The order of a call whose rest follows a higher price, and takes what is offered there. */
async function amended(faulty: Faulty): Promise<void> {
  const { desk, id } = await partlyFilled();
  const { engine, customerId } = desk;
  await openSeller(desk, { units: 30_000, minPrice: 52 });
  const { batch_id: batchId } = desk.orderRow(id);
  const moreSun = await readMoreHeld(engine, { customerId }, batchId, 55);
  expect(moreSun).toBe(500_000);
  const card = { ...draftOf(desk, customerId, "a"), kind: "amend", step: "hold" };
  await opened(faulty, desk, card);
  const next: FlowRow = { ...card, version: 2, status: "closed" };
  const amendment = {
    ...{ batchId, change: { priceSun: 55 }, mostMoreSun: moreSun },
    queueKeys: [engine.newId()],
  };
  const updateId = await newUpdate(desk);
  const apply = (most: number, run: typeof faulty | undefined, flow = card) => {
    const update = {
      ...{ updateId, flow, moment: desk.moment, next },
      write: (moment: Moment) =>
        amendBatch({ customerId }, { ...amendment, mostMoreSun: most }, moment),
    };
    return run ? run(desk, applyToFlow, update) : desk.commit(() => applyToFlow(update));
  };
  await expect(apply(moreSun - 1, undefined)).rejects.toMatchObject({ code: "QUOTE_EXPIRED" });
  expect(desk.orderRow(id)).toMatchObject({ price_sun: 50 });
  expect(await apply(moreSun, faulty)).toMatchObject({ kind: "applied" });
  expect(await apply(moreSun, undefined, next)).toMatchObject({ kind: "repeated" });
  expect(desk.orderRow(id)).toMatchObject({ price_sun: 55, paid_sun: 5_500_000 });
  expect(restsOf(desk)).toEqual([]);
}

export const drafts: Stories = {
  "a call whose price is raised on a card": amended,
  "a draft that is booked: given back, become an order, too late": bookedDraft,
  "a draft that is opened, paid and drawn, and one that is dropped": paidDraft,
};
