/**
 * What users work on in chats, each on a card of its own. One transaction applies an update to a card: the update is marked as done, the
 * card is read as it is, a pure function says what becomes of it, and a payment creates its orders in the same breath.
 */
import { DeskError } from "../../domain/errors.js";
import type { BatchId } from "../../domain/ids.js";
import { type OrderRequest, requestHash } from "../../domain/order-request.js";
import { totalCostSun } from "../../domain/price.js";
import {
  forgetDrawn,
  insertCard,
  markBatchCardsDirty,
  markCardOfFlowDirty,
  type NewCard,
  sendCardBelow,
} from "../../store/chat/cards.js";
import {
  type FlowRow,
  type FlowStatus,
  findFlow,
  findFlowOfBatch,
  flowsDue,
  insertFlow,
  latestFlows,
  openFlows,
  openFlowsAtStep,
  updateFlow,
} from "../../store/chat/flows.js";
import { finishUpdate } from "../../store/chat/inbox.js";
import { enqueueAll, type OutboxMessage } from "../../store/chat/outbox.js";
import { rememberLastOrder } from "../../store/chat/telegram-users.js";
import { insertExtension, watchBatch } from "../../store/chat/watched-batches.js";
import type { Phase } from "../../store/phase.js";
import { findQuote, useQuote } from "../../store/quotes.js";
import { countUse } from "../../store/wallet-names.js";
import type { Engine, Moment } from "../context.js";
import { type BatchChange, changeBatch } from "../orders/change-order.js";
import { type Created, type Creation, createPhase } from "../orders/create-orders.js";
import { assertAboveFloor, priceNow } from "../prices/market.js";
import {
  type CreatedWithdrawal,
  type WithdrawalCall,
  type WithdrawalCreation,
  withdrawalPhase,
} from "../withdrawals/withdraw.js";
import { holdBooking } from "./bookings.js";

export type { FlowRow } from "../../store/chat/flows.js";

/** What a pure function made of a flow. */
export interface FlowChange {
  /** Undefined when nothing changes. */
  readonly next?: FlowRow | undefined;
  readonly payment?: Payment | undefined;
  readonly booking?: Booking | undefined;
  /** Of orders that rest. */
  readonly amendment?: BatchChange | undefined;
  readonly withdrawal?: Withdrawing | undefined;
  /** Said in the same breath: the question for a typed answer. */
  readonly told?: readonly OutboxMessage[];
  /** Its card is to be drawn also when nothing has changed: what a user sees may be older than we know. */
  readonly redraws?: boolean;
  /** An answer was typed: its card goes on below it. */
  readonly goesBelow?: boolean;
}

export interface Payment extends Bound {
  /** Offered at the next order; undefined leaves those that are kept. */
  readonly lastWallets: readonly string[] | undefined;
  /** For the orders, made before the transaction. */
  readonly ids: Creation["ids"];
  /** Of another resource, paid with it: both or none. */
  readonly beside?: Bound | undefined;
  /** A Manual order that the book fills wholly at once, or that is refused. */
  readonly atOnce?: boolean | undefined;
}

/** A request at the price of a quote. */
interface Bound {
  readonly request: OrderRequest;
  readonly quoteId: string;
  /** Nobody pays more. */
  readonly maxTotalSun: number;
}

/** Money that is held until a rental ends then (chain time). */
export interface Booking extends Bound {
  readonly endsAt: number;
}

/** Money that is taken out. */
export interface Withdrawing {
  readonly call: WithdrawalCall;
  readonly creation: WithdrawalCreation;
}

export interface FlowUpdate {
  /** The update that causes the change; undefined for a timer. */
  readonly updateId: number | undefined;
  readonly flowId: string;
  /** The version for which something was looked up before; undefined when nothing was. */
  readonly version?: number | undefined;
  readonly change: (flow: FlowRow) => FlowChange;
  readonly moment: Moment;
}

export type FlowOutcome =
  /** It has another version than the one that was looked up for: nothing was done, and the update is still to be done. */
  | { readonly kind: "outrun" }
  /** The update was applied before: only the card may have to be drawn again. */
  | { readonly kind: "repeated" }
  | { readonly kind: "gone" }
  | {
      readonly kind: "applied";
      readonly flow: FlowRow;
      readonly created: Created | undefined;
      /** Orders that rest were changed. */
      readonly isAmended?: boolean;
      readonly withdrawn?: CreatedWithdrawal | undefined;
    };

/** Throws a `DeskError` when a payment is refused; then nothing has happened, and the update is still to be done. */
export function* applyToFlow(engine: Engine, update: FlowUpdate): Phase<FlowOutcome> {
  const { updateId, flowId, version, moment } = update;
  const flow = yield* findFlow(flowId);
  if (flow && version !== undefined && flow.version !== version) return { kind: "outrun" };
  if (updateId !== undefined && !(yield* finishUpdate(updateId, moment.at))) {
    yield* forgetDrawn(flowId);
    return { kind: "repeated" };
  }
  if (!flow) return { kind: "gone" };
  const {
    next,
    payment,
    booking,
    amendment,
    withdrawal,
    told = [],
    redraws = false,
    goesBelow = false,
  } = update.change(flow);
  yield* enqueueAll(told, moment.at);
  if (goesBelow) yield* sendCardBelow(flowId, moment.at);
  if (redraws) yield* forgetDrawn(flowId);
  if (!next) return { kind: "applied", flow, created: undefined };
  const created = payment && (yield* pay(engine, flow, payment, moment));
  if (booking) {
    const { request, endsAt } = booking;
    const priceSun = yield* payablePrice(engine, flow, booking, moment.at);
    yield* holdBooking(flow, request, priceSun, endsAt, moment);
  }
  if (amendment) {
    yield* changeBatch(flow.customer_id, amendment, moment);
    yield* markBatchCardsDirty(amendment.batchId);
  }
  const withdrawn = withdrawal && (yield* withdrawalPhase(withdrawal.call, withdrawal.creation));
  const paid = created && { status: "paid" as const, batch_id: created.batchId, due_at: null };
  const changed = { ...next, ...paid, updated_at: moment.at };
  yield* updateFlow(changed, flow.version);
  yield* markCardOfFlowDirty(flowId);
  return { kind: "applied", flow: changed, created, isAmended: amendment !== undefined, withdrawn };
}

function* pay(engine: Engine, draft: FlowRow, payment: Payment, moment: Moment): Phase<Created> {
  const { request, ids, beside, atOnce } = payment;
  const call = {
    customerId: draft.customer_id,
    channel: "telegram" as const,
    request,
    beside: beside?.request,
    idempotencyKey: draft.id,
    atOnce,
  };
  const priceOf = (one: OrderRequest) =>
    payablePrice(engine, draft, beside?.request === one ? beside : payment, moment.at);
  const created = yield* createPhase(call, { ids, moment, priceOf });
  const wallets = payment.lastWallets && JSON.stringify(payment.lastWallets);
  yield* rememberLastOrder(draft.owner_user_id, request.duration, wallets);
  yield* watchBatch({
    batch_id: created.batchId,
    draft_id: draft.id,
    user_id: draft.owner_user_id,
    chat_id: draft.chat_id,
    is_group: draft.is_group,
  });
  yield* countUse(draft.customer_id, request.receivers, moment.at);
  return created;
}

/** The quoted price while it is bound; once it lapsed, the fresh one, if it is not above what stood on the button. */
function* payablePrice(
  engine: Engine,
  draft: FlowRow,
  { request, quoteId, maxTotalSun }: Bound,
  at: number,
): Phase<number> {
  const quote = yield* findQuote(quoteId);
  const isBound =
    quote?.customer_id === draft.customer_id &&
    quote.request_hash === requestHash(request) &&
    quote.expires_at > at &&
    (yield* useQuote(quoteId, at));
  if (quote && isBound) return quote.price_sun;
  assertAboveFloor(engine.market, request);
  const priceSun = priceNow(engine.market, request);
  const totalSun = totalCostSun(request.amounts, priceSun, request.duration);
  if (totalSun <= maxTotalSun) return priceSun;
  throw new DeskError("QUOTE_EXPIRED", "The price has risen since. Nothing was debited.");
}

export function readFlow(engine: Engine, flowId: string) {
  return engine.database.read(() => findFlow(flowId));
}

/** The draft by which a call was paid. */
export function readFlowOfBatch(engine: Engine, batchId: BatchId) {
  return engine.database.read(() => findFlowOfBatch(batchId));
}

/** What a user works on in a chat: one of a kind at most, the one he worked on last first. */
export function readOpenFlows(engine: Engine, chatId: number, userId: number) {
  return engine.database.read(() => openFlows(chatId, userId));
}

/** Those of a kind that a user worked on last in a chat, newest first. */
export function readLatestFlows(engine: Engine, kind: string, chatId: number, userId: number) {
  return engine.database.read(() => latestFlows(kind, chatId, userId, 20));
}

/** Open ones that the clock has changed: a quote is over. */
export function readDueFlows(engine: Engine) {
  return engine.database.read(() => flowsDue(engine.now()));
}

export function readFlowsAtStep(engine: Engine, kind: string, step: string) {
  return engine.database.read(() => openFlowsAtStep(kind, step));
}

export interface NewFlow {
  readonly updateId: number;
  readonly flow: FlowRow;
  readonly card: NewCard;
  readonly told?: readonly OutboxMessage[];
  /** The batch whose rentals it is to extend. */
  readonly extendsBatch?: BatchId | undefined;
  /** Another one that changes with it; when somebody was faster there, nothing is opened. */
  readonly takesFrom?: FlowStep | undefined;
}

/** A flow as it becomes, from the version it had. */
export interface FlowStep {
  readonly row: FlowRow;
  readonly version: number;
}

/** Opens a flow with its card, in the place of one that its user has open in the same chat; once for an update. */
export function* openFlow(opening: NewFlow): Phase<boolean> {
  const { updateId, flow, card, told = [], extendsBatch, takesFrom } = opening;
  const { kind, chat_id: chatId, owner_user_id: userId, updated_at: at } = flow;
  if (!(yield* finishUpdate(updateId, at))) return false;
  if (takesFrom && !(yield* takeStep(takesFrom))) return false;
  for (const open of yield* openFlows(chatId, userId)) {
    if (open.kind === kind) yield* closeFlow(open, "replaced", at);
  }
  yield* insertFlow(flow);
  if (extendsBatch !== undefined) yield* insertExtension(flow.id, extendsBatch);
  yield* insertCard(card);
  yield* enqueueAll(told, at);
  return true;
}

function* takeStep({ row, version }: FlowStep): Phase<boolean> {
  const known = yield* findFlow(row.id);
  if (known?.version !== version) return false;
  yield* updateFlow(row, version);
  yield* markCardOfFlowDirty(row.id);
  return true;
}

/** Closes an open one: its next version, at which nothing changes any more. */
export function* closeFlow(open: FlowRow, status: FlowStatus, at: number): Phase<void> {
  const closed = { ...open, status, version: open.version + 1, due_at: null, updated_at: at };
  yield* updateFlow(closed, open.version);
  yield* markCardOfFlowDirty(open.id);
}

export interface Cancelling {
  readonly updateId: number;
  readonly chatId: number;
  readonly userId: number;
  /** How it ends and what is said; undefined is for nothing that could be cancelled. */
  readonly ends: (open: FlowRow | undefined) => {
    readonly status: FlowStatus;
    readonly told: OutboxMessage;
  };
}

/** Closes what a user worked on last in a chat, if there is anything, and says so. */
export async function cancelFlow(engine: Engine, cancelling: Cancelling): Promise<void> {
  const at = engine.now();
  const { updateId, chatId, userId, ends } = cancelling;
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* finishUpdate(updateId, at))) return;
    const [open] = yield* openFlows(chatId, userId);
    const { status, told } = ends(open);
    if (open) yield* closeFlow(open, status, at);
    yield* enqueueAll([told], at);
  });
}
