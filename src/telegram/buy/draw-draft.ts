/** Reads what the card of a draft shows, and has it drawn: while it is open, and what became of it. */
import { isAddress } from "../../domain/address.js";
import { WORTH_BOOKING_MS } from "../../domain/booking.js";
import { durationMs } from "../../domain/duration.js";
import { lookAtPrices, type PriceLook } from "../../engine/book/price-look.js";
import { bookedFrom } from "../../engine/chat/bookings.js";
import { readOutlook } from "../../engine/chat/outlook.js";
import { readRequest } from "../../engine/chat/team-requests.js";
import type { Engine } from "../../engine/context.js";
import { readNamesOf } from "../../engine/customers/wallet-names.js";
import { readTaken } from "../../engine/deposits/deposits.js";
import { readOverlaps } from "../../engine/receivers/address-resource.js";
import { type Account, readAccountsOf, readPayer } from "../../engine/teams/paid-from.js";
import { findBooking } from "../../store/bookings.js";
import { type FlowRow, isNewestOpen } from "../../store/chat/flows.js";
import { availableSunOf } from "../../store/ledger.js";
import { contactOf, type Drawer } from "../kit/draw.js";
import { drawBatch } from "../orders/draw-batch.js";
import type { Messages } from "../text/messages.js";
import type { Drawing } from "../transport/sender.js";
import { drawBooking } from "./booking-card.js";
import { draftCard } from "./card.js";
import { readChoiceCosts } from "./choice-costs.js";
import { type Draft, oldEndOf, quoteOf, shortOf, shownOf, withBalance } from "./draft.js";
import { bookedSum, startingLater } from "./extension.js";
import { besideOf, besideSum, paidRequest, payableQuote, payableSum } from "./payable.js";
import { bidOf, requestOf } from "./request.js";
import { drawRequest } from "./request-card.js";

export async function drawDraft(
  drawer: Drawer,
  asked: Draft,
  messages: Messages,
  { batch_id: batchId, updated_at: askedAt }: FlowRow,
  reader: number | undefined,
): Promise<Drawing> {
  const { engine, settings } = drawer;
  const draft = await withBalanceNow(engine, asked);
  const isShort = draft.status === "open" && shortOf(draft.data) !== undefined;
  const { resource = "energy", duration, waiting, receivers, sizing, transfer } = draft.data;
  if (batchId !== null) {
    const next = waiting.length > 0 ? { draftId: draft.id, count: waiting.length } : undefined;
    return drawBatch(drawer, batchId, messages, { isGroup: draft.isGroup, waiting: next });
  }
  const booking =
    draft.status === "closed" ? await engine.database.read(() => findBooking(draft.id)) : undefined;
  const payer = await readPayer(engine, draft.customerId, draft.ownerUserId);
  if (booking) return drawBooking(booking, payer, messages);
  const request = draft.status === "closed" ? await readRequest(engine, draft.id) : undefined;
  if (request) {
    // Who decides sees also the rental that it extends, where it begins before that ends.
    const data = request.order.booking ? draft.data : { ...draft.data, extended: undefined };
    const overlaps = await overlapsOf(engine, { ...draft, data }, true);
    return drawRequest({ ...request, reader }, overlaps, messages);
  }
  const shown = [...receivers, sizing?.to, transfer?.from, transfer?.to];
  const named = draft.status === "open" ? shown.filter((one) => one !== undefined) : [];
  const overlaps = await overlapsOf(engine, draft);
  const head = engine.chainClock.head?.timestampMs ?? engine.now();
  const presets = settings.presets[resource];
  const view = {
    draft,
    teamName: payer.team,
    otherAccounts: await otherAccounts(engine, draft),
    desk: contactOf(drawer),
    presets,
    costs: await readChoiceCosts(drawer, draft, presets, askedAt),
    ...(draft.isGroup
      ? { ownerName: payer.person }
      : { names: await readNamesOf(engine, draft.customerId, named) }),
    taken: isShort && !draft.isGroup ? await readTaken(engine) : undefined,
    isPassedOver: isShort && !(await engine.database.read(() => isNewestOpen(draft.id))),
    overlaps,
    isWorthBooking: (oldEndOf(draft.data) ?? 0) - head > WORTH_BOOKING_MS,
    booked: await bookedAlready(engine, draft),
    deadlineMs: engine.policy.manualDeadlineMs,
    isOver: engine.now() >= (quoteOf(draft.data)?.expiresAt ?? Infinity),
    look: await lookOf(drawer, draft),
    // To the minute: a card must not change with every block.
    endsAt: duration && Math.ceil((head + durationMs(duration)) / 60_000) * 60_000,
  };
  const isOpen = draft.status === "open";
  const later = startingLater(view)?.draft;
  const outlook = payer.team === undefined ? undefined : await outlookOf(engine, draft, later);
  const card = draftCard({ ...view, outlook }, messages);
  const quote = later ? quoteOf(later.data) : payableQuote(draft);
  const read = later ? bookedSum(draft) : payableSum(draft);
  const sum = quote && `${read}\n${besideSum(quote, overlaps)}`;
  return { card, watching: isOpen, urgency: isOpen ? "answer" : "final", sum };
}

async function otherAccounts(engine: Engine, draft: Draft): Promise<readonly Account[]> {
  const { status, step, isGroup, ownerUserId, customerId } = draft;
  if (isGroup || status !== "open" || step !== "confirm") return [];
  const accounts = await readAccountsOf(engine, ownerUserId);
  return accounts.filter((account) => account.customerId !== customerId);
}

/** Of the price on the card, where a tap takes it. */
async function outlookOf(engine: Engine, draft: Draft, later: Draft | undefined) {
  const shown = shownOf((later ?? draft).data);
  if (draft.status !== "open" || (shown.is !== "priced" && shown.is !== "confirming")) return;
  const { quote } = shown;
  const { priceSun, beside } = quote;
  if (later) return readOutlook(engine, draft, [{ request: requestOf(later), priceSun }]);
  const bandwidth = beside && besideOf(draft);
  return readOutlook(engine, draft, [
    { request: paidRequest(draft, quote), priceSun },
    ...(bandwidth ? [{ request: bandwidth, priceSun: beside.priceSun }] : []),
  ]);
}

/** What would be booked twice. */
async function bookedAlready(engine: Engine, { status, step, data, customerId }: Draft) {
  const endsAt = oldEndOf(data);
  if (status !== "open" || step !== "confirm" || endsAt === undefined) return undefined;
  const { resource = "energy" } = data;
  const receivers = data.receivers.filter(isAddress);
  const booking = await engine.database.read(() =>
    bookedFrom(customerId, { resource, receivers }, endsAt),
  );
  return booking && { dueAt: booking.due_at, heldSun: booking.held_sun };
}

/** Of one that lacks money: a part of it may have come. */
async function withBalanceNow(engine: Engine, draft: Draft): Promise<Draft> {
  const { status, data, customerId } = draft;
  if (status !== "open" || !shortOf(data)) return draft;
  const availableSun = await engine.database.read(() => availableSunOf(customerId));
  return { ...draft, data: withBalance(data, availableSun) };
}

/** The current order book, while a price is asked for. */
async function lookOf({ engine, books }: Drawer, draft: Draft): Promise<PriceLook | undefined> {
  const bid = draft.step === "price" ? bidOf(draft) : undefined;
  return bid && (await lookAtPrices(engine, bid, await books.read(bid.resource, bid.duration)));
}

/** What its wallets have already, while its price is shown. */
export async function overlapsOf(
  engine: Engine,
  { status, step, data, customerId }: Draft,
  isShown = status === "open" && step === "confirm",
) {
  const receivers = isShown ? data.receivers.filter(isAddress) : [];
  const { resource = "energy", extended } = data;
  return readOverlaps(engine, customerId, resource, receivers, extended);
}
