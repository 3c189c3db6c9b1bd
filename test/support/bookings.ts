/** Extensions that were booked in a chat of the paper desk. */
import { sun } from "../../src/domain/money.js";
import { bookDraft } from "../../src/engine/chat/card-money.js";
import { applyToFlow, type FlowUpdate, openFlow } from "../../src/engine/chat/flows.js";
import { telegramUser } from "../../src/engine/chat/telegram-users.js";
import type { Moment } from "../../src/engine/context.js";
import { quoteOrders } from "../../src/engine/orders/quote-orders.js";
import { newUpdate, USER } from "../engine/faults/updates.js";
import { addressOf } from "./addresses.js";
import { type Desk, request } from "./desk.js";
import { paidCredit } from "./terms.js";

export const MINUTE_MS = 60_000;

export interface Booked {
  readonly id: string;
  readonly customerId: string;
  /** When the old rental ends. */
  readonly endsAt: number;
}

interface Wanted {
  /** Its first letters; a desk may have several. */
  readonly name?: string;
  readonly change?: object;
  /** Until the old rental ends. */
  readonly inMs?: number;
  readonly creditTrx?: number;
  /** What applies the booking; `applyToFlow` in a commit unless given. */
  readonly apply?: (update: FlowUpdate<void>) => Promise<unknown>;
}

/** Books 65,000 Energy for an hour to one wallet, unless changed, for the end of a rental in half an hour. */
export async function booked(desk: Desk, wanted: Wanted = {}): Promise<Booked> {
  const { engine } = desk;
  const { name = "b", change = {}, inMs = 30 * MINUTE_MS, creditTrx = 50 } = wanted;
  const { apply = (update) => desk.commit(() => applyToFlow(update)) } = wanted;
  const who = { userId: USER, name: "@trader", clientLanguage: "en" };
  const { customer_id: customerId } = await telegramUser(
    engine,
    who,
    paidCredit(sun(creditTrx * 1_000_000)),
  );
  const id = name.padEnd(24, "0");
  const flow = {
    ...{ id, kind: "draft", version: 1, owner_user_id: USER, customer_id: customerId },
    ...{ chat_id: USER, thread_id: null, is_group: 0 as const, status: "open" as const },
    ...{ step: "confirm", data: "{}", batch_id: null, due_at: null, needs_sun: null },
    updated_at: desk.clock.nowMs,
  };
  const card = {
    ...{ id: `${id.slice(0, 23)}c`, flow_id: id, batch_id: null, owner_user_id: USER },
    ...{ chat_id: USER, thread_id: null, reply_to: null },
  };
  const opening = { updateId: await newUpdate(desk), flow, card };
  await desk.commit(() => openFlow(opening));
  const asked = request({ receiver: [addressOf(1)], ...change });
  await engine.receivers.verdicts(asked.receivers);
  const { quoteId = "" } = await quoteOrders(engine, customerId, asked);
  const endsAt = desk.chain.head.timestampMs + inMs;
  const booking = { request: asked, quoteId, maxTotalSun: Number.MAX_SAFE_INTEGER, endsAt };
  const next = { ...flow, version: 2, status: "closed" as const };
  const updateId = await newUpdate(desk);
  const owner = { id, ownerUserId: USER, customerId, chatId: USER, isGroup: false };
  const write = (moment: Moment) => bookDraft(engine, owner, booking, moment);
  await apply({ updateId, flow, moment: desk.moment, next, write });
  return { id, customerId, endsAt };
}
