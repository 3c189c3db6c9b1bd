/**
 * Bookings: the money of an extension is held until shortly before the old rental ends, by chain time; then it becomes an order
 * at the price it was booked at, or goes back. Each decision is one transaction that reads the booking again, so whichever of
 * several comes first stands.
 */
import { type Address, isAddress } from "../../domain/address.js";
import { assert, must } from "../../domain/assert.js";
import { BOOKING_GRACE_MS, BOOKING_LEAD_MS, type BookingReason } from "../../domain/booking.js";
import { DeskError, type ErrorCode } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import type { OrderRequest } from "../../domain/order-request.js";
import { amountOfEach, totalCostSun } from "../../domain/price.js";
import {
  type BookingRow,
  bookingOrdered,
  bookingReturned,
  bookingsDue,
  bookingsOfNobody,
  findBooking,
  insertBooking,
  openBookingsOf,
} from "../../store/bookings.js";
import { markCardOfFlowDirty } from "../../store/chat/cards.js";
import { type FlowRow, findFlow, flowPaid } from "../../store/chat/flows.js";
import { watchBatch } from "../../store/chat/watched-batches.js";
import { availableOf, heldOf, move } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import { countUse } from "../../store/wallet-names.js";
import { type Engine, type Moment, momentOf, settleAll, throwFirst } from "../context.js";
import {
  type Created,
  type Creation,
  createPhase,
  newIds,
  ordersCreated,
  spendingOf,
} from "../orders/create-orders.js";
import { floorNow } from "../prices/market.js";
import { assertNotOfPool } from "../receiver-check.js";
import { spendableSunOf } from "../restored.js";
import { loggedOfAnother } from "../teams/log.js";
import { type Acting, assertMayChange, assertMaySpend, tooLittle } from "../teams/rights.js";
import { tellReturned } from "./notifications.js";

/** Another booking of one of its wallets starts at that end: nothing was held. */
export class AlreadyBooked extends DeskError {
  constructor() {
    super("NOT_CHANGEABLE", "An extension from that time is already booked; nothing was held.");
  }
}

/** What the customer has booked of a resource for one of these wallets, to start as a rental ends (chain time). */
export function* bookedFrom(
  customerId: CustomerId,
  { resource, receivers }: Pick<OrderRequest, "resource" | "receivers">,
  endsAt: number,
): Phase<BookingRow | undefined> {
  return (yield* openBookingsOf(customerId)).find(
    (booking) =>
      booking.resource === resource &&
      booking.ends_at === endsAt &&
      walletsOf(booking).some((wallet) => receivers.includes(wallet)),
  );
}

interface Booked {
  readonly request: OrderRequest;
  readonly priceSun: number;
  /** Chain time. */
  readonly endsAt: number;
  /** Somebody else of the team has approved it. */
  readonly isApproved?: boolean | undefined;
}

/** Holds the money for what a draft asks for, until the old rental ends (chain time). Throws INSUFFICIENT_BALANCE, `AlreadyBooked`, `TeamRefusal` and `NeedsApproval`. */
export function* holdBooking(
  draft: { readonly id: string; readonly customerId: CustomerId; readonly ownerUserId: number },
  { request, priceSun, endsAt, isApproved }: Booked,
  { at, dueAt, market }: Moment,
): Phase<void> {
  const { id, customerId, ownerUserId } = draft;
  const { amounts, duration, receivers, resource } = request;
  yield* assertNotOfPool(receivers);
  const amount = must(amountOfEach(amounts), "one amount for all");
  const heldSun = totalCostSun(amounts, priceSun, duration);
  const acting = { customerId, by: { kind: "member", userId: ownerUserId } } as const;
  const spent = { ...spendingOf([{ request, priceSun }], market), isApproved };
  const member = yield* assertMaySpend(acting, spent, dueAt);
  const availableSun = yield* spendableSunOf(customerId);
  if (yield* bookedFrom(customerId, request, endsAt)) throw new AlreadyBooked();
  if (availableSun < heldSun) throw tooLittle(member, heldSun, availableSun);
  yield* insertBooking({
    ...{ id, customer_id: customerId, user_id: ownerUserId },
    ...{ resource, amount, duration, receivers, price_sun: priceSun, held_sun: heldSun },
    ...{ due_at: endsAt - BOOKING_LEAD_MS, ends_at: endsAt, created_at: at },
    require_lock: request.requireLock ? 1 : 0,
  });
  const [from, to] = [availableOf(customerId), heldOf(customerId)];
  const reason = "booked for the end of a rental";
  const moved = yield* move({ id: `${id}:hold`, from, to, amountSun: heldSun, at, reason });
  assert(moved.size === 1, "a booking was held twice");
}

/** Gives the money back; false when it is nothing of theirs, or not open any more. */
export async function cancelBooking(engine: Engine, acting: Acting, id: string): Promise<boolean> {
  const { at } = momentOf(engine);
  return engine.database.commit(function* (): Phase<boolean> {
    const booking = yield* findBooking(id);
    if (booking?.customer_id !== acting.customerId) return false;
    const member = yield* assertMayChange(acting, booking.user_id);
    if (!(yield* returnBooking(booking, "cancelled", at))) return false;
    const before = { heldSun: booking.held_sun, startsAt: booking.ends_at };
    const entry = { act: "cancelled", subject: id, before, order: requestOf(booking) } as const;
    yield* loggedOfAnother(member, booking.user_id, entry, at);
    return true;
  });
}

/** Starts what is due, and gives back what cannot start, or of who orders for its team no more; what may still start is left for the next look. */
export async function startDueBookings(engine: Engine): Promise<void> {
  for (const { id } of await engine.database.read(bookingsOfNobody))
    await giveBack(engine, id, "member", engine.now());
  const due = await engine.database.read(() => bookingsDue(latest(momentOf(engine))));
  const { failures } = await settleAll(due.map((booking) => decide(engine, booking)));
  throwFirst(failures);
}

/** While the chain is out of sight, its time continues. */
function latest({ headTimestampMs, dueAt }: Moment): number {
  return Math.max(headTimestampMs, dueAt);
}

async function decide(engine: Engine, booking: BookingRow): Promise<void> {
  const { id, ends_at: endsAt } = booking;
  const moment = momentOf(engine);
  if (latest(moment) > endsAt + BOOKING_GRACE_MS) {
    const reason = problemOf(engine) ? "closed" : "late";
    return giveBack(engine, id, reason, moment.at);
  }
  if (moment.headTimestampMs < booking.due_at || problemOf(engine)) return;
  const request = requestOf(booking);
  const ids = newIds(engine, request.receivers.length);
  try {
    await engine.receivers.assertDeliverable(request.receivers);
    const created = await engine.database.commit(() => startPhase(id, request, ids, moment));
    if (created) ordersCreated(engine, created);
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    const reason = FINAL[error.code];
    // Until the old rental ends, somebody may still become able to deliver.
    const mayWait = reason === "noCapacity" && moment.headTimestampMs < endsAt;
    if (reason !== undefined && !mayWait) await giveBack(engine, id, reason, moment.at);
  }
}

/** Refusals that will not pass soon. */
const FINAL: Partial<Record<ErrorCode, BookingReason>> = {
  NO_CAPACITY: "noCapacity",
  PRICE_BELOW_FLOOR: "belowFloor",
  RECEIVER_IS_CONTRACT: "receiver",
  RECEIVER_REFUSED: "receiver",
  RECEIVER_NOT_ACTIVATED: "receiver",
  FORBIDDEN: "member",
};

/** Why nothing may start now, or undefined. */
function problemOf({ gates }: Engine): DeskError | undefined {
  try {
    gates.assertReady();
    gates.assertKeepsUp();
  } catch (error) {
    if (error instanceof DeskError) return error;
    throw error;
  }
  return undefined;
}

/** The order takes over what the booking holds. Undefined when somebody was faster; throws a `DeskError` when it cannot start. */
function* startPhase(
  id: string,
  request: OrderRequest,
  ids: Creation["ids"],
  moment: Moment,
): Phase<Created | undefined> {
  const booking = yield* findBooking(id);
  if (booking?.status !== "open") return undefined;
  const { customer_id: customerId, price_sun: priceSun } = booking;
  if (priceSun < floorNow(moment.market, request.resource, request.duration)) {
    throw new DeskError("PRICE_BELOW_FLOOR", "The price of the booking is below the floor.");
  }
  yield* release(booking, "start", "the booking became an order", moment.at);
  const call = {
    customerId,
    channel: "telegram",
    request,
    idempotencyKey: id,
    by: { kind: "member", userId: booking.user_id },
    approved: { bookedAt: booking.created_at },
  } as const;
  // biome-ignore lint/correctness/useYield: the price is bound.
  const priceOf = function* () {
    return priceSun;
  };
  const created = yield* createPhase(call, { ids, moment, priceOf });
  yield* bookingOrdered(id, created.batchId);
  yield* countUse(customerId, request.receivers, moment.at);
  const draft = yield* findFlow(id);
  if (draft) yield* draftPaid(draft, booking, created.batchId);
  return created;
}

/** The card of the draft becomes that of its orders. */
function* draftPaid(draft: FlowRow, booking: BookingRow, batchId: string): Phase<void> {
  const { id, owner_user_id: userId, chat_id: chatId, is_group: isGroup } = draft;
  yield* flowPaid(draft, batchId);
  yield* watchBatch({
    ...{ batch_id: batchId, draft_id: id, user_id: userId, chat_id: chatId, is_group: isGroup },
    paid_at: booking.created_at,
  });
}

async function giveBack(
  engine: Engine,
  id: string,
  reason: BookingReason,
  at: number,
): Promise<void> {
  await engine.database.commit(function* (): Phase<void> {
    const booking = yield* findBooking(id);
    if (booking && (yield* returnBooking(booking, reason, at))) {
      yield* tellReturned(booking, reason, at);
    }
  });
}

/** False when it is not open any more. */
export function* returnBooking(
  booking: BookingRow,
  reason: BookingReason,
  at: number,
): Phase<boolean> {
  if (booking.status !== "open") return false;
  yield* release(booking, "void", `the booking was given back: ${WORDS[reason]}`, at);
  yield* bookingReturned(booking.id, reason);
  yield* markCardOfFlowDirty(booking.id);
  return true;
}

/** For the statement of the account. */
const WORDS: Record<BookingReason, string> = {
  cancelled: "cancelled by the customer",
  noCapacity: "nobody could deliver",
  closed: "new orders were halted or paused, or TRON could not be read",
  belowFloor: "its price was below the floor",
  receiver: "a wallet could not receive it",
  late: "the desk did not run in time",
  member: "who booked it may no longer order for the team",
  restored: "the desk was restored from a backup",
};

function* release(
  { id, customer_id: customerId, held_sun: amountSun }: BookingRow,
  kind: "start" | "void",
  reason: string,
  at: number,
): Phase<void> {
  const [from, to] = [heldOf(customerId), availableOf(customerId)];
  const moved = yield* move({ id: `${id}:${kind}`, from, to, amountSun, at, reason });
  assert(moved.size === 1, `a booking was released twice`);
}

function requestOf(booking: BookingRow): OrderRequest {
  const { resource, amount, duration } = booking;
  const receivers = walletsOf(booking);
  const amounts = receivers.map(() => amount);
  const request = { resource, receivers, amounts, duration, quoteId: undefined };
  return { type: "Fast", ...request, ...(booking.require_lock ? { requireLock: true } : {}) };
}

function walletsOf({ id, receivers }: BookingRow): Address[] {
  const wallets = JSON.parse(receivers) as string[];
  const addresses = wallets.filter(isAddress);
  assert(addresses.length === wallets.length, `booking ${id} has addresses only`);
  return addresses;
}
