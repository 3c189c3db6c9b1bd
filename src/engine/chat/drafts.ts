/**
 * Drafts of the Telegram door. One transaction applies an update: it is marked as done, the draft's version is compared, a
 * pure function says what follows, and a payment creates its orders in the same breath.
 */
import { DeskError } from "../../domain/errors.js";
import type { BatchId } from "../../domain/ids.js";
import { type OrderRequest, requestHash } from "../../domain/order-request.js";
import { costSun } from "../../domain/price.js";
import { forgetDrawn, insertCard, markCardOfDirty, type NewCard } from "../../store/chat/cards.js";
import {
  type DraftRow,
  draftsToLookAt,
  findDraft,
  findOpenDraft,
  insertDraft,
  latestDrafts,
  openDraftsAtStep,
  updateDraft,
} from "../../store/chat/drafts.js";
import { finishUpdate } from "../../store/chat/inbox.js";
import { type Told, tellAll } from "../../store/chat/outbox.js";
import { rememberLastOrder } from "../../store/chat/telegram-users.js";
import { insertExtension, watchBatch } from "../../store/chat/watched-batches.js";
import type { Phase } from "../../store/phase.js";
import { findQuote, useQuote } from "../../store/quotes.js";
import { countUse } from "../../store/wallet-names.js";
import type { Engine, Moment } from "../context.js";
import { type Created, type Creation, createPhase } from "../orders/create-phase.js";
import { assertAboveFloor, priceNow } from "../prices/market.js";

export type { DraftRow } from "../../store/chat/drafts.js";

/** What a pure function made of a draft. */
export interface DraftChange {
  /** Undefined when nothing changes. */
  readonly next?: DraftRow;
  readonly payment?: Payment;
  /** Said in the same breath: the question for a typed answer. */
  readonly told?: readonly Told[];
}

export interface Payment {
  readonly request: OrderRequest;
  readonly quoteId: string;
  /** The amount on the button: nobody pays more. */
  readonly maxTotalSun: number;
  /** Offered at the next order. */
  readonly lastWallets: readonly string[];
}

export interface DraftUpdate {
  /** The update that causes the change; undefined for a timer. */
  readonly updateId: number | undefined;
  readonly draftId: string;
  readonly change: (draft: DraftRow) => DraftChange;
  /** Ids for the orders of a payment, made before the transaction. */
  readonly ids: Creation["ids"];
  readonly moment: Moment;
}

export type DraftOutcome =
  /** The update was applied before: only the card may have to be drawn again. */
  | { readonly kind: "repeated" }
  | { readonly kind: "gone" }
  | { readonly kind: "applied"; readonly draft: DraftRow; readonly created: Created | undefined };

/** Throws a `DeskError` when a payment is refused; then nothing has happened, and the update is still to be done. */
export function* applyToDraft(engine: Engine, update: DraftUpdate): Phase<DraftOutcome> {
  const { updateId, moment } = update;
  if (updateId !== undefined && !(yield* finishUpdate(updateId, moment.at))) {
    yield* forgetDrawn("draft", update.draftId);
    return { kind: "repeated" };
  }
  const draft = yield* findDraft(update.draftId);
  if (!draft) return { kind: "gone" };
  const { next, payment, told = [] } = update.change(draft);
  yield* tellAll(told, moment.at);
  if (!next) return { kind: "applied", draft, created: undefined };
  const created = payment && (yield* pay(engine, draft, payment, update));
  const changed = created
    ? { ...next, status: "paid" as const, batch_id: created.batchId, quote_expires_at: null }
    : next;
  yield* updateDraft({ ...changed, updated_at: moment.at }, draft.version);
  yield* markCardOfDirty("draft", draft.id);
  return { kind: "applied", draft: changed, created };
}

function* pay(
  engine: Engine,
  draft: DraftRow,
  payment: Payment,
  { ids, moment }: DraftUpdate,
): Phase<Created> {
  const { request } = payment;
  const hash = requestHash(request);
  const scope = { customerId: draft.customer_id, door: "telegram" as const, key: draft.id };
  const call = {
    customerId: draft.customer_id,
    door: scope.door,
    request,
    idempotencyKey: draft.id,
  };
  const priceOf = () => payablePrice(engine, draft, payment, hash, moment.at);
  const created = yield* createPhase(call, { scope, hash, ids, moment, priceOf });
  const wallets = JSON.stringify(payment.lastWallets);
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
  draft: DraftRow,
  { request, quoteId, maxTotalSun }: Payment,
  hash: string,
  at: number,
): Phase<number> {
  const quote = yield* findQuote(quoteId);
  const isBound =
    quote?.customer_id === draft.customer_id &&
    quote.request_hash === hash &&
    quote.expires_at > at &&
    (yield* useQuote(quoteId, at));
  if (quote && isBound) return quote.price_sun;
  assertAboveFloor(engine.market, request);
  const priceSun = priceNow(engine.market, request);
  const totalSun = costSun(request.amount, priceSun, request.duration) * request.receivers.length;
  if (totalSun <= maxTotalSun) return priceSun;
  throw new DeskError("QUOTE_EXPIRED", "The price has risen since. Nothing was debited.");
}

export function readDraft(engine: Engine, draftId: string): Promise<DraftRow | undefined> {
  return engine.database.read(() => findDraft(draftId));
}

export function readOpenDraft(
  engine: Engine,
  chatId: number,
  userId: number,
): Promise<DraftRow | undefined> {
  return engine.database.read(() => findOpenDraft(chatId, userId));
}

/** The drafts a user worked on last in a chat, newest first. */
export function readLatestDrafts(
  engine: Engine,
  chatId: number,
  userId: number,
): Promise<DraftRow[]> {
  return engine.database.read(() => latestDrafts(chatId, userId, 20));
}

/** Open drafts whose quote is over. */
export function readLapsedDrafts(engine: Engine): Promise<DraftRow[]> {
  return engine.database.read(() => draftsToLookAt(engine.now()));
}

/** Open drafts that wait for a quote: a stop came between question and answer. */
export function readDraftsAtStep(engine: Engine, step: string): Promise<DraftRow[]> {
  return engine.database.read(() => openDraftsAtStep(step));
}

export interface NewDraft {
  readonly updateId: number;
  readonly draft: DraftRow;
  readonly card: NewCard;
  readonly told: readonly Told[];
  /** The batch whose rentals it is to extend. */
  readonly extendsBatch?: BatchId | undefined;
  /** Another draft that changes with it; when somebody was faster there, nothing is opened. */
  readonly takesFrom?: DraftStep | undefined;
  readonly at: number;
}

/** A draft as it becomes, from the version it had. */
export interface DraftStep {
  readonly row: DraftRow;
  readonly version: number;
}

/** Opens a draft with its card; an unpaid one of the same user in the same chat is replaced. */
export function* openDraft(opening: NewDraft): Phase<boolean> {
  const { updateId, draft, card, told, at, extendsBatch, takesFrom } = opening;
  if (!(yield* finishUpdate(updateId, at))) return false;
  if (takesFrom && !(yield* takeStep(takesFrom))) return false;
  yield* closeOpenDraft(draft.chat_id, draft.owner_user_id, "replaced", at);
  yield* insertDraft(draft);
  if (extendsBatch !== undefined) yield* insertExtension(draft.id, extendsBatch);
  yield* insertCard(card);
  yield* tellAll(told, at);
  return true;
}

function* takeStep({ row, version }: DraftStep): Phase<boolean> {
  const known = yield* findDraft(row.id);
  if (known?.version !== version) return false;
  yield* updateDraft(row, version);
  yield* markCardOfDirty("draft", row.id);
  return true;
}

export interface Dropping {
  readonly updateId: number;
  readonly chatId: number;
  readonly userId: number;
  /** What is said, whether there was a draft or not. */
  readonly told: (dropped: boolean) => Told;
}

/** Drops the draft a user is working on in a chat, if there is one, and says so. */
export async function dropDraft(engine: Engine, dropping: Dropping): Promise<void> {
  const at = engine.now();
  const { updateId, chatId, userId, told } = dropping;
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* finishUpdate(updateId, at))) return;
    const dropped = yield* closeOpenDraft(chatId, userId, "dropped", at);
    yield* tellAll([told(dropped !== undefined)], at);
  });
}

/** Closes the draft a user is working on; undefined when there is none. */
export function* closeOpenDraft(
  chatId: number,
  userId: number,
  status: "replaced" | "dropped",
  at: number,
): Phase<DraftRow | undefined> {
  const open = yield* findOpenDraft(chatId, userId);
  if (!open) return undefined;
  const closed = {
    ...open,
    status,
    version: open.version + 1,
    quote_expires_at: null,
    updated_at: at,
  };
  yield* updateDraft(closed, open.version);
  yield* markCardOfDirty("draft", open.id);
  return closed;
}
