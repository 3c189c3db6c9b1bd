/** Applies events to drafts: the reducer decides, one transaction writes, and what it asks for beyond that is done here. */
import { DeskError } from "../../domain/errors.js";
import {
  applyToDraft,
  type DraftChange,
  type DraftOutcome,
  type DraftRow,
  readDraft,
} from "../../engine/chat/drafts.js";
import { readCardOfDraft, redrawDraft } from "../../engine/chat/outbox.js";
import { momentOf } from "../../engine/context.js";
import { assertCreatable, newIds, ordersCreated } from "../../engine/orders/create-orders.js";
import { quoteOrders } from "../../engine/orders/quote-orders.js";
import type { TelegramDoor } from "../door.js";
import { languageOf } from "../language.js";
import type { AskedField, Draft } from "../state/draft.js";
import { draftOf, lastWalletsOf, requestOf, rowOf } from "../state/draft-rows.js";
import type { DraftEvent, Effect, ToastKey } from "../wizard/events.js";
import { reduce } from "../wizard/reduce.js";
import { noticeOf } from "./notice-of.js";
import { priceTerms } from "./price-terms.js";
import { questionOf } from "./prompt.js";

export interface Toast {
  readonly toast: ToastKey;
  readonly alert: boolean;
}

/** Told as soon as the event is committed; undefined when there is nothing to say. */
export type OnToast = (toast: Toast | undefined) => void;

/** Applies an event; what is to be said to the tap, if it was one, is said before what follows from it is done. */
export async function applyEvent(
  door: TelegramDoor,
  updateId: number | undefined,
  draftId: string,
  event: DraftEvent,
  onToast: OnToast = () => {},
): Promise<void> {
  const isPayment = event.kind === "tap" && event.action.kind === "pay";
  if (!isPayment) return commitEvent(door, updateId, draftId, event, onToast);
  try {
    await preparePayment(door, draftId, event);
    await commitEvent(door, updateId, draftId, event, onToast);
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    if (error.code === "QUOTE_EXPIRED") {
      const requote = { ...event, action: { kind: "requote" } } as const;
      return commitEvent(door, updateId, draftId, requote, () =>
        onToast({ toast: "quoteLapsed", alert: true }),
      );
    }
    const failed = { kind: "failed", version: event.version, notice: noticeOf(error) } as const;
    await commitEvent(door, updateId, draftId, failed, onToast);
  }
}

/** What must be asked before the transaction, if the tap pays: the customer's turn, the node about the receivers. */
async function preparePayment(
  door: TelegramDoor,
  draftId: string,
  event: DraftEvent,
): Promise<void> {
  const row = await readDraft(door.engine, draftId);
  if (!row) return;
  const draft = draftOf(row);
  const { effects } = reduce(draft, event, door.engine.now());
  if (!effects.some(({ kind }) => kind === "pay")) return;
  await door.orderPace.turn(draft.customerId);
  // A price that is bound may be below the floor of the moment; whether it still is decides the transaction.
  await assertCreatable(door.engine, { ...requestOf(draft), quoteId: draft.data.quote?.quoteId });
}

async function commitEvent(
  door: TelegramDoor,
  updateId: number | undefined,
  draftId: string,
  event: DraftEvent,
  onToast: OnToast = () => {},
): Promise<void> {
  const { engine, sender } = door;
  const before = await readDraft(engine, draftId);
  const replyTo = (await readCardOfDraft(engine, draftId))?.reply_to;
  const moment = momentOf(engine);
  const ids = newIds(engine, before ? draftOf(before).data.receivers.length : 0);
  const messages = await languageOf(door, before?.owner_user_id);
  let effects: readonly Effect[] = [];
  const change = (row: DraftRow) => {
    const draft = draftOf(row);
    const result = changeOf(draft, event, moment.at);
    effects = result.effects;
    const told = questionsOf(effects).map((field) =>
      questionOf(messages, draft, { field, updateId, replyTo }),
    );
    return { ...result.change, told };
  };
  const outcome: DraftOutcome = await engine.database.commit(() =>
    applyToDraft(engine, { updateId, draftId, moment, ids, change }),
  );
  const toast = toastFor(outcome, effects);
  onToast(toast);
  if (toast?.toast === "stale") await redrawDraft(engine, draftId);
  sender.wake();
  if (outcome.kind !== "applied") return;
  if (outcome.created) ordersCreated(engine, outcome.created);
  if (effects.some(({ kind }) => kind === "quote")) await quoteDraft(door, draftOf(outcome.draft));
}

function toastFor({ kind }: DraftOutcome, effects: readonly Effect[]): Toast | undefined {
  if (kind === "gone") return { toast: "alreadyDropped", alert: false };
  if (kind === "repeated") return undefined;
  const toast = effects.find((effect) => effect.kind === "toast");
  return toast && { toast: toast.toast, alert: toast.alert ?? false };
}

function questionsOf(effects: readonly Effect[]): AskedField[] {
  return effects.flatMap((effect) => (effect.kind === "prompt" ? [effect.field] : []));
}

/** What the reducer makes of an event; a payment closes the draft in the same step. */
function changeOf(
  draft: Draft,
  event: DraftEvent,
  at: number,
): { change: DraftChange; effects: readonly Effect[] } {
  const reduced = reduce(draft, event, at);
  const pay = reduced.effects.find((effect) => effect.kind === "pay");
  const { quote } = draft.data;
  if (pay && quote) {
    const paid = reduce(reduced.draft, { kind: "paid" }, at).draft;
    const { maxTotalSun } = pay;
    const { quoteId } = quote;
    const lastWallets = lastWalletsOf(draft);
    const payment = { request: requestOf(draft), quoteId, maxTotalSun, lastWallets };
    return { change: { next: rowOf(paid, at), payment }, effects: reduced.effects };
  }
  const isChanged = reduced.draft.version !== draft.version;
  const change = isChanged ? { next: rowOf(reduced.draft, at) } : {};
  return { change, effects: reduced.effects };
}

/** Quotes a complete draft and puts the result, or why there is none, on its card. */
export async function quoteDraft(door: TelegramDoor, draft: Draft): Promise<void> {
  const event = await quoteEvent(door, draft);
  await commitEvent(door, undefined, draft.id, event);
}

async function quoteEvent(door: TelegramDoor, draft: Draft): Promise<DraftEvent> {
  const { engine, settings } = door;
  const { version, customerId } = draft;
  try {
    await door.quotePace.turn(customerId);
    engine.gates.assertOpen();
    const request = requestOf(draft);
    // A price that could not be paid now is not offered.
    if (request.type === "Fast") engine.gates.assertFastPossible();
    const quote = await quoteOrders(engine, customerId, request, settings.quoteTtlMs);
    const bad = quote.receivers.filter(({ ok }) => !ok);
    if (quote.quoteId === undefined || quote.expiresAt === undefined) {
      const isContract = bad.some(({ reason }) => reason === "contract");
      const code = isContract ? "RECEIVER_IS_CONTRACT" : "RECEIVER_NOT_ACTIVATED";
      return { kind: "failed", version, notice: { code, details: { receivers: bad } } };
    }
    const { quoteId, expiresAt, price } = quote;
    const terms = await priceTerms(engine, customerId, request, price);
    return { kind: "quoted", version, quote: { quoteId, expiresAt, ...terms } };
  } catch (error) {
    if (error instanceof DeskError) return { kind: "failed", version, notice: noticeOf(error) };
    door.logger.error({ draft: draft.id, err: error }, "a draft could not be quoted");
    return { kind: "failed", version, notice: { code: "INTERNAL" } };
  }
}
