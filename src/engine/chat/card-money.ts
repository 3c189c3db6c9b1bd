/** Money of cards: what a payment, a booking, or another price of orders that rest writes with the card's change. */
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { type OrderRequest, requestHash } from "../../domain/order-request.js";
import { amountOfEach, totalCostSun } from "../../domain/price.js";
import { insertCard, markBatchCardsDirty } from "../../store/chat/cards.js";
import { groupsOfTeam, rememberLastOrder } from "../../store/chat/telegram-users.js";
import { watchBatch } from "../../store/chat/watched-batches.js";
import type { Phase } from "../../store/phase.js";
import { findQuote, useQuote } from "../../store/quotes.js";
import { countUse } from "../../store/wallet-names.js";
import type { Engine, Moment } from "../context.js";
import { type BatchChange, changeBatch } from "../orders/change-order.js";
import { type Created, type Creation, createPhase } from "../orders/create-orders.js";
import { assertAboveFloor, priceNow } from "../prices/market.js";
import type { Acting } from "../teams/rights.js";
import { holdBooking } from "./bookings.js";

/** Whose card it is, and where: the draft that pays. */
export interface Whose {
  readonly id: string;
  readonly ownerUserId: number;
  readonly customerId: CustomerId;
  readonly chatId: number;
  readonly isGroup: boolean;
}

export interface Payment extends Bound {
  /** Offered at the next order; undefined leaves those that are kept. */
  readonly lastWallets: readonly string[] | undefined;
  /** Its amount is its owner's choice, which becomes the usual one. */
  readonly isChosen: boolean;
  /** For the orders, made before the transaction. */
  readonly ids: Creation["ids"];
  /** Of another resource, paid with it: both or none. */
  readonly beside?: Bound | undefined;
  /** Somebody else of the team has approved it. */
  readonly isApproved?: boolean | undefined;
}

/** A request at the price of a quote. */
interface Bound {
  readonly request: OrderRequest;
  readonly quoteId: string;
  /** Nobody pays more. */
  readonly maxTotalSun: number;
}

/** Money that is held until a rental ends then (chain time). */
export interface Booking extends Bound, Pick<Payment, "isApproved"> {
  readonly endsAt: number;
}

/**
 * The one decision of a payment: its orders, at the price that is bound or a fresh one that is no higher than what stood on the button.
 * Throws what `createPhase` throws, and QUOTE_EXPIRED.
 */
export function* payDraft(
  engine: Engine,
  draft: Whose,
  payment: Payment,
  moment: Moment,
): Phase<Created> {
  const { request, ids, beside } = payment;
  const call = {
    customerId: draft.customerId,
    channel: "telegram" as const,
    request,
    beside: beside?.request,
    idempotencyKey: draft.id,
    by: { kind: "member" as const, userId: draft.ownerUserId },
    approved: payment.isApproved ? {} : undefined,
  };
  const priceOf = (one: OrderRequest) =>
    payablePrice(engine, draft, beside?.request === one ? beside : payment, moment.at);
  const created = yield* createPhase(call, { ids, moment, priceOf });
  const wallets = payment.lastWallets && JSON.stringify(payment.lastWallets);
  const { resource, duration, amounts } = request;
  const isUsual = payment.isChosen && resource === "energy";
  const energy = isUsual ? amountOfEach(amounts) : undefined;
  yield* rememberLastOrder(draft.ownerUserId, { duration, energy, wallets });
  yield* watchBatch({
    batch_id: created.batchId,
    draft_id: draft.id,
    user_id: draft.ownerUserId,
    chat_id: draft.chatId,
    is_group: draft.isGroup ? 1 : 0,
    paid_at: moment.at,
  });
  yield* countUse(draft.customerId, request.receivers, moment.at);
  // What was asked for stands in the groups already.
  if (!draft.isGroup && !payment.isApproved) {
    for (const { chat_id: chatId } of yield* groupsOfTeam(draft.customerId)) {
      const card = { id: engine.newId(), flow_id: null, batch_id: created.batchId };
      yield* insertCard({ ...card, ...placeOf(draft, chatId) });
    }
  }
  return created;
}

/** Where a copy of somebody's card stands. */
export function placeOf({ ownerUserId }: Pick<Whose, "ownerUserId">, chatId: number) {
  return { owner_user_id: ownerUserId, chat_id: chatId, thread_id: null, reply_to: null };
}

/** The quoted price while it is bound; once it lapsed, the fresh one, if it is not above what stood on the button. */
function* payablePrice(
  engine: Engine,
  { customerId }: Whose,
  { request, quoteId, maxTotalSun }: Bound,
  at: number,
): Phase<number> {
  const quote = yield* findQuote(quoteId);
  const isBound =
    quote?.customer_id === customerId &&
    quote.request_hash === requestHash(request) &&
    quote.expires_at > at &&
    (yield* useQuote(quoteId, at));
  if (quote && isBound) return quote.price_sun;
  assertAboveFloor(engine.market, request);
  const priceSun = priceNow(engine.market, request);
  const totalSun = totalCostSun(request.amounts, priceSun, request.duration);
  if (totalSun <= maxTotalSun) return priceSun;
  throw new DeskError("QUOTE_EXPIRED", "The price has risen. Nothing was debited.");
}

/** Holds what an extension costs. Throws QUOTE_EXPIRED and INSUFFICIENT_BALANCE. */
export function* bookDraft(
  engine: Engine,
  draft: Whose,
  booking: Booking,
  moment: Moment,
): Phase<void> {
  const priceSun = yield* payablePrice(engine, draft, booking, moment.at);
  const { request, endsAt, isApproved } = booking;
  yield* holdBooking(draft, { request, priceSun, endsAt, isApproved }, moment);
}

/** Throws what `changeBatch` throws. */
export function* amendBatch(acting: Acting, change: BatchChange, moment: Moment): Phase<void> {
  yield* changeBatch(acting, change, moment);
  yield* markBatchCardsDirty(change.batchId);
}
