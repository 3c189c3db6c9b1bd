/**
 * Taps: on the card of a flow, on the menu, on an order's card, on a list. Each is answered, whatever comes of it; whoever taps is
 * alone to see the answer, so it is in their language.
 */

import { must } from "../../domain/assert.js";
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { mayBeChanged, type Order } from "../../domain/order.js";
import { cancelBooking } from "../../engine/chat/bookings.js";
import { noteCancelTap } from "../../engine/chat/notifications.js";
import { answerUpdate, redrawBatch } from "../../engine/chat/outbox.js";
import { readCustomerName } from "../../engine/customers/customers.js";
import { cancelOrder } from "../../engine/orders/cancel-order.js";
import { readBatch } from "../../engine/orders/read-orders.js";
import { refused, TeamRefusal } from "../../engine/teams/rights.js";
import { findBooking } from "../../store/bookings.js";
import { ownerOfCardIn } from "../../store/chat/cards.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import { findMember } from "../../store/teams/teams.js";
import { applyBookTap } from "../account/book.js";
import { applyKeyTap } from "../account/keys.js";
import { applySettingTap } from "../account/settings.js";
import { extend, rentMissing, repeat } from "../buy/again.js";
import { openCard, openWaiting } from "../buy/open.js";
import { readOffer } from "../buy/quote-command.js";
import { runMenuItem, SCREENS } from "../commands.js";
import { type ButtonTap, decodeTap, type FlowPress } from "../kit/buttons.js";
import type { BotDeps } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { failureToast, noticeOf } from "../kit/notices.js";
import type { TapCall } from "../kit/runner.js";
import { cancelFromTap } from "../money/withdraw.js";
import { openAmend } from "../orders/amend.js";
import { askToEnd, showOrder, showOrders } from "../orders/lists.js";
import { applyRequestTap } from "../team/requests.js";
import { applyTeamTap } from "../team/team.js";
import { actingAs, actingFor, asOwn, telegramUserOf } from "../transport/actor.js";
import { shorten } from "../transport/format.js";
import type { Incoming } from "../transport/incoming.js";
import { TapAnswer } from "../transport/tap-answer.js";

export type Tap = Extract<Incoming, { kind: "tap" }>;

export async function applyTap(deps: BotDeps, updateId: number, tap: Tap): Promise<void> {
  const answer = new TapAnswer(deps, tap.callbackId);
  const tapped = decodeTap(tap.data);
  try {
    if (tapped) {
      const { place, messageId } = tap;
      const user = await telegramUserOf(deps, tap.person, place);
      const asked = { updateId, place, user, messageId, answer };
      const call = OWN.includes(tapped.on) ? asOwn(asked) : asked;
      await sayWhose(deps, call, tapped);
      if ("flowId" in tapped) await applyFlowPress(deps, call, tapped.on, tapped);
      else await applyButtonTap(deps, call, tapped.on, tapped);
    } else {
      answer.say({ text: (await languageOf(deps, tap.place.chatId)).toasts.stale });
    }
  } catch (error) {
    if (!(error instanceof TeamRefusal)) {
      answer.leave();
      throw error;
    }
    await sayRefused(deps, updateId, tap, error, answer);
  }
  await answer.end();
}

/** What a member of a team may not do: nothing was changed by the tap. */
async function sayRefused(
  deps: BotDeps,
  updateId: number,
  { person, place: { isGroup } }: Tap,
  refusal: TeamRefusal,
  answer: TapAnswer,
): Promise<void> {
  const messages = await languageOf(deps, person.userId);
  const view = { ...noticeOf(refusal), isGroup, customerId: "", desk: contactOf(deps) };
  answer.say({ text: failureToast(view, messages), alert: true });
  await answerUpdate(deps.engine, updateId, []);
  deps.sender.wake();
}

/** What is always a person's own, also where they pay from a team. */
const OWN: readonly ButtonTap["on"][] = ["keys", "selling"];

/** In a group the card may be another's: then it is said whose, in the place of what else its refusal would say. */
async function sayWhose(deps: BotDeps, call: TapCall, tapped: ButtonTap): Promise<void> {
  const { place, user } = call;
  const id = subjectOf(tapped);
  if (!place.isGroup || id === undefined) return;
  // In a team's group its members may change each other's orders, as far as their roles let them.
  const isOfTeam = user.customer_id !== user.own_customer_id;
  if (isOfTeam && !("flowId" in tapped)) return;
  const owner = await deps.engine.database.read(() => ownerOfCardIn(place.chatId, id));
  if (owner !== undefined && owner !== user.user_id) await sayNotYours(deps, call, owner);
}

const LONGEST_NAME = 40;

/** The flow or the batch on whose card the button is. */
function subjectOf(tapped: ButtonTap): string | undefined {
  if ("flowId" in tapped) return tapped.flowId;
  if ("batchId" in tapped) return tapped.batchId;
  if ("draftId" in tapped) return tapped.draftId;
  return "bookingId" in tapped ? tapped.bookingId : undefined;
}

/** A tap on the card of a flow; `on` is a separate parameter so that the compiler pairs the two. */
function applyFlowPress<On extends FlowPress["on"]>(
  deps: BotDeps,
  call: TapCall,
  on: On,
  tapped: ButtonTap<On>,
): Promise<void> {
  const flows: { readonly [On in FlowPress["on"]]: Pressed<On> } = SCREENS;
  return flows[on].tap(deps, call, tapped);
}

interface Pressed<On extends ButtonTap["on"]> {
  tap(deps: BotDeps, call: TapCall, tapped: ButtonTap<On>): Promise<void>;
}

/** Buttons of other messages. */
type Other = Exclude<ButtonTap["on"], FlowPress["on"]>;

/** What each of them does. */
const HANDLERS: { readonly [On in Other]: Handler<On> } = {
  menu: inMessage((deps, call, { item }) => runMenuItem(deps, call, item)),
  batch: applyBatchTap,
  order: inMessage((deps, call, { orderId }) => showOrder(deps, call, orderId)),
  orders: inMessage((deps, call, { cursor }) =>
    showOrders(deps, call, { cursor, edits: call.messageId }),
  ),
  extend: applyExtendTap,
  booking: applyBookingTap,
  withdrawal: cancelFromTap,
  waiting: (deps, call, { draftId }) => openWaiting(deps, call, draftId),
  offer: applyOfferTap,
  settings: async (deps, call, { setting }) =>
    call.answer.say(await applySettingTap(deps, call, setting)),
  team: (deps, call, { tapped }) => applyTeamTap(deps, call, tapped),
  request: applyRequestTap,
  keys: (deps, call, { tapped }) => applyKeyTap(deps, call, tapped),
  book: inMessage((deps, call, { tapped }) => applyBookTap(deps, call, tapped)),
};

type Handler<On extends Other> = (
  deps: BotDeps,
  call: TapCall,
  tapped: ButtonTap<On>,
) => Promise<void>;

function applyButtonTap<On extends Other>(
  deps: BotDeps,
  call: TapCall,
  on: On,
  tapped: ButtonTap<On>,
): Promise<void> {
  return HANDLERS[on](deps, call, tapped);
}

/** Its result is a separate message, so the tap is answered without words. */
function inMessage<On extends Other>(handler: Handler<On>): Handler<On> {
  return (deps, call, tapped) => {
    call.answer.say({});
    return handler(deps, call, tapped);
  };
}

/** Opens a card for what was quoted, at the current price. */
async function applyOfferTap(
  deps: BotDeps,
  call: TapCall,
  { updateId: quotedBy }: ButtonTap<"offer">,
): Promise<void> {
  const { updateId, place, user, answer } = call;
  const offer = await readOffer(deps, quotedBy, place);
  if (!offer) {
    const { toasts } = await languageOf(deps, user.user_id);
    return answer.say({ text: toasts.alreadyDropped });
  }
  if (offer.ownerUserId !== user.user_id) {
    return sayNotYours(deps, call, offer.isHere ? offer.ownerUserId : undefined);
  }
  assertOrders(call);
  answer.say({});
  await openCard(deps, updateId, place, user, offer.opening);
}

/** Before a card is opened: the refusal is for them alone, not for the group. */
function assertOrders({ user }: TapCall): void {
  if (!user.may_order) throw refused("role");
}

async function applyExtendTap(
  deps: BotDeps,
  tapCall: TapCall,
  { batchId, endsAt }: ButtonTap<"extend">,
): Promise<void> {
  const { orders, call } = await ownOrders(deps, tapCall, batchId);
  if (orders.length === 0) return sayNotYours(deps, call);
  assertOrders(call);
  call.answer.say({});
  await extend(deps, call, orders, endsAt, batchId);
}

async function applyBatchTap(
  deps: BotDeps,
  tapCall: TapCall,
  tapped: ButtonTap<"batch">,
): Promise<void> {
  const { engine } = deps;
  const isShown = tapped.act === "cancel" || tapped.act === "refresh";
  const actsFor = isShown ? asMember : undefined;
  const { orders, call } = await ownOrders(deps, tapCall, tapped.batchId, actsFor);
  const { updateId, answer } = call;
  if (orders.length === 0) return sayNotYours(deps, call);
  if (tapped.act === "repeat" || tapped.act === "missing") {
    assertOrders(call);
    answer.say({});
    if (tapped.act === "repeat") return repeat(deps, call, orders);
    return rentMissing(deps, call, orders, tapped.batchId);
  }
  if (tapped.act === "amend" && orders.some(mayBeChanged)) {
    answer.say({});
    return openAmend(deps, call, tapped.batchId);
  }
  if (tapped.act === "cancel") {
    await noteCancelTap(engine, tapped.batchId, call.user.user_id);
    await cancelAll(deps, call, orders);
  }
  // Without words an unchanged card would look as if nothing had happened.
  const messages = await languageOf(deps, call.user.user_id);
  const { toasts } = messages;
  if (tapped.act === "amend")
    answer.say({ text: failureToast(failureOf(deps, call, "NOT_CHANGEABLE"), messages) });
  answer.say(tapped.act === "refresh" ? { text: toasts.refreshed } : {});
  await answerUpdate(engine, updateId, []);
  await redrawBatch(engine, tapped.batchId);
  deps.sender.wake();
}

async function applyBookingTap(
  deps: BotDeps,
  tapCall: TapCall,
  { bookingId, at }: ButtonTap<"booking">,
): Promise<void> {
  const { engine } = deps;
  const booking = await engine.database.read(() => findBooking(bookingId));
  const call = booking ? await asMember(deps, tapCall, booking.customer_id) : tapCall;
  const { updateId, user, answer } = call;
  if (booking?.customer_id !== user.customer_id) return sayNotYours(deps, call);
  const { customer_id: team } = booking;
  if (at === "list" && booking.status === "open") {
    answer.say({});
    return askToEnd(deps, call, bookingId);
  }
  const isCancelled = await cancelBooking(engine, actingAs(user, call.place), bookingId);
  const { toasts, trx } = await languageOf(deps, user.user_id);
  if (isCancelled) answer.say({ text: toasts.bookingCancelled(trx(booking.held_sun)) });
  else {
    const now = must(await engine.database.read(() => findBooking(bookingId)), "a booking stays");
    const isOrdered = now.status === "ordered";
    answer.say({ text: isOrdered ? toasts.bookingOrdered : toasts.bookingOver });
  }
  if (at) return showOrders(deps, call, { team, cursor: undefined, edits: call.messageId });
  await answerUpdate(engine, updateId, []);
  deps.sender.wake();
}

/** In private all members of a team see its orders, and cancel as far as their roles let them, from whichever account they pay. */
async function asMember(deps: BotDeps, call: TapCall, customerId: CustomerId): Promise<TapCall> {
  const { user, place } = call;
  if (place.isGroup || user.customer_id === customerId) return call;
  const member = await deps.engine.database.read(() => findMember(customerId, user.user_id));
  return member || customerId === user.own_customer_id
    ? { ...call, user: { ...user, customer_id: customerId } }
    : call;
}

/** None where they are another's; with who acts for their account. */
async function ownOrders(
  deps: BotDeps,
  tapCall: TapCall,
  batchId: string,
  actsFor: typeof asMember = actingFor,
): Promise<{ readonly orders: readonly Order[]; readonly call: TapCall }> {
  const orders = await readBatch(deps.engine, batchId);
  const [first] = orders;
  const call = first ? await actsFor(deps, tapCall, first.customerId) : tapCall;
  const isTheirs = first?.customerId === call.user.customer_id;
  return { orders: isTheirs ? orders : [], call };
}

/** `owner`: whose it is, where that is known and is seen there. */
async function sayNotYours(
  deps: BotDeps,
  { user, answer }: TapCall,
  owner?: number,
): Promise<void> {
  const { toasts } = await languageOf(deps, user.user_id);
  const { engine } = deps;
  const known =
    owner === undefined ? undefined : await engine.database.read(() => findTelegramUser(owner));
  const name = known && (await readCustomerName(engine, known.customer_id));
  const text = name === undefined ? toasts.notYours : toasts.anothers(shorten(name, LONGEST_NAME));
  answer.say({ text, alert: true });
}

/** Cancels what can be cancelled, and says so when nothing can. */
async function cancelAll(deps: BotDeps, call: TapCall, orders: readonly Order[]): Promise<void> {
  const { engine } = deps;
  const { user, answer } = call;
  let cancelled = 0;
  for (const { id, status } of orders) {
    if (status !== "processing") continue;
    const isCancelled = await cancelOrder(engine, actingAs(user, call.place), id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DeskError && !(error instanceof TeamRefusal)) return false;
        throw error;
      },
    );
    if (isCancelled) cancelled += 1;
  }
  if (cancelled > 0) return;
  const failure = failureOf(deps, call, "NOT_CANCELABLE");
  answer.say({ text: failureToast(failure, await languageOf({ engine }, user.user_id)) });
}

function failureOf(deps: BotDeps, { user, place: { isGroup } }: TapCall, code: string) {
  return { code, isGroup, customerId: user.customer_id, desk: contactOf(deps) };
}
