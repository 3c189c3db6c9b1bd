/** `/orders` and `/order`. */
import { isAddress } from "../../domain/address.js";
import { type CustomerId, isOrderId } from "../../domain/ids.js";
import { mayDo } from "../../domain/team.js";
import { answerUpdate } from "../../engine/chat/outbox.js";
import type { Engine } from "../../engine/context.js";
import { readNamesOf } from "../../engine/customers/wallet-names.js";
import { readBatches, readBatchId } from "../../engine/orders/read-orders.js";
import { readTeam, type TeamView } from "../../engine/teams/teams.js";
import { openBookingsOf } from "../../store/bookings.js";
import { isOrderOfGroup } from "../../store/orders.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noteCard, promptCard } from "../kit/notes.js";
import { failureCard } from "../kit/notices.js";
import { cardOf } from "../kit/parts.js";
import { newCard } from "../kit/runner.js";
import { answer } from "../transport/answer.js";
import type { Card, Place } from "../transport/message.js";
import { type BookedView, endBookingCard, ordersCard } from "./orders-card.js";

const CALLS_A_PAGE = 5;

export interface Page {
  /** The team whose orders they are; else of the account from which they pay. */
  readonly team?: CustomerId | undefined;
  readonly cursor: string | undefined;
  readonly asks?: boolean;
  /** The list whose page is turned. */
  readonly edits?: number | undefined;
}

/** In private all members see their team's orders, from whichever account they pay; whoever is none by now sees nothing. */
export async function showOrders(deps: BotDeps, call: ShowCall, page: Page): Promise<void> {
  const { engine } = deps;
  const { updateId, place, user } = call;
  const messages = await languageOf(deps, place.chatId);
  // In a group the message may be anybody's card.
  const edits = place.isGroup ? undefined : page.edits;
  const say = (card: Card) =>
    answer(deps, updateId, place, card, { replyTo: call.messageId, edits });
  if (place.isGroup) return say(noteCard("privateOnly", contactOf(deps), messages));
  const customerId = page.team ?? user.customer_id;
  const team = await teamSeen(deps, call, customerId);
  if (!team && customerId !== user.own_customer_id) return say(cardOf(messages.team.none));
  const { batches, nextCursor } = await readBatches(engine, {
    ...{ customerId, before: page.cursor, limit: CALLS_A_PAGE },
  });
  const isNewest = page.cursor === undefined;
  const booked = isNewest && !page.asks ? await readBooked(engine, customerId, team) : [];
  const bookings = booked.slice(0, MOST_BOOKINGS);
  const ordered = batches.flatMap((orders) => orders.map(({ receiver }) => receiver));
  const receivers = [...ordered, ...bookings.flatMap((booking) => booking.receivers)];
  const view = {
    ...{ team, batches, bookings, moreBookings: booked.length - bookings.length, isNewest },
    names: await readNamesOf(engine, customerId, receivers),
    now: engine.chainClock.head?.timestampMs ?? engine.now(),
    olderCursor: nextCursor,
    asks: page.asks ?? false,
  };
  await say(ordersCard(view, messages));
}

/** Undefined for their own account, and for a team that they are no member of. */
async function teamSeen(
  { engine }: BotDeps,
  { user }: ShowCall,
  customerId: CustomerId,
): Promise<TeamView | undefined> {
  return customerId === user.own_customer_id
    ? undefined
    : readTeam(engine, customerId, user.user_id);
}

/** On the first page, the first due first. */
const MOST_BOOKINGS = 10;

async function readBooked(
  engine: Engine,
  customerId: CustomerId,
  team: TeamView | undefined,
): Promise<BookedView[]> {
  const rows = await engine.database.read(() => openBookingsOf(customerId));
  return rows.map(({ resource, amount, duration, user_id: userId, ...row }) => {
    const receivers = (JSON.parse(row.receivers) as string[]).filter(isAddress);
    const rental = { bookingId: row.id, resource, amount, duration, receivers };
    const right = userId === team?.you.userId ? "changeOwn" : "changeAll";
    const mayEnd = !team || mayDo(team.you.role, right);
    return { ...rental, heldSun: row.held_sun, dueAt: row.due_at, mayEnd };
  });
}

/** The list asks once more before it ends a booking; what is over by now is not on it. */
export async function askToEnd(deps: BotDeps, call: ShowCall, bookingId: string): Promise<void> {
  const { engine } = deps;
  const { updateId, place, user, messageId } = call;
  const { customer_id: customerId } = user;
  const team = await teamSeen(deps, call, customerId);
  const booked = await readBooked(engine, customerId, team);
  const booking = booked.find((one) => one.bookingId === bookingId);
  if (!booking || place.isGroup)
    return showOrders(deps, call, { team: customerId, cursor: undefined, edits: messageId });
  const names = await readNamesOf(engine, customerId, booking.receivers);
  const messages = await languageOf(deps, place.chatId);
  const card = endBookingCard(booking, { team, names }, messages);
  await answer(deps, updateId, place, card, { edits: messageId });
}

/** `/order` without an id asks for it: in private with the newest orders, in a group by a forced reply. */
export async function askForOrder(deps: BotDeps, call: ShowCall): Promise<void> {
  const { updateId, place, messageId } = call;
  if (!place.isGroup) return showOrders(deps, call, { cursor: undefined, asks: true });
  const { text, placeholder } = (await languageOf(deps, place.chatId)).prompts.order;
  const forceReply = { placeholder };
  const card = promptCard(text("energy"));
  await answer(deps, updateId, place, card, { replyTo: messageId, forceReply });
}

/** A further card for the batch of an order: it updates itself like the first one. */
export async function showOrder(deps: BotDeps, call: ShowCall, orderId: string): Promise<void> {
  const { engine } = deps;
  const { updateId, place, user } = call;
  const { customer_id: customerId, user_id: userId } = user;
  // In private all members see a team's orders, from whichever account they pay.
  const whoLooks = { customerId, ...(!place.isGroup && { memberId: userId }) };
  const batchId = isOrderId(orderId) ? await readBatchId(engine, whoLooks, orderId) : undefined;
  if (batchId === undefined) {
    const messages = await languageOf(deps, place.chatId);
    if (await isAnothers(deps, place, orderId)) {
      const card = noteCard("anothersOrder", contactOf(deps), messages);
      return answer(deps, updateId, place, card, { replyTo: call.messageId });
    }
    const whose = { customerId: user.customer_id, desk: contactOf(deps) };
    const failure = { code: "ORDER_NOT_FOUND", isGroup: place.isGroup, ...whose };
    const card = failureCard(failure, messages);
    return answer(deps, updateId, place, card, { replyTo: call.messageId });
  }
  const card = newCard(engine, user, place, { batch_id: batchId }, call.messageId);
  await answerUpdate(engine, updateId, [], card);
  deps.sender.wake();
}

/** Of an order that was placed in this very group everybody saw the card; of any other a stranger learns nothing. */
async function isAnothers(
  { engine }: BotDeps,
  { isGroup, chatId }: Place,
  orderId: string,
): Promise<boolean> {
  return (
    isGroup && isOrderId(orderId) && engine.database.read(() => isOrderOfGroup(orderId, chatId))
  );
}
