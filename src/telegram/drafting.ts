/** Applies events to drafts: the reducer decides, one transaction writes, and what it asks for beyond that is done here. */
import { DeskError } from "../domain/errors.js";
import { costSun } from "../domain/price.js";
import { momentOf } from "../engine/context.js";
import { assertCreatable, newIds, ordersCreated } from "../engine/create-orders.js";
import { readBalanceSun } from "../engine/customers.js";
import { applyToDraft, type DraftChange, readDraft } from "../engine/drafts.js";
import { quoteOrders } from "../engine/quote-orders.js";
import type { TelegramDoor } from "./door.js";
import { draftOf, requestOf, rowOf } from "./draft-rows.js";
import { askForReply } from "./prompt.js";
import { type Draft, isComplete, type Notice } from "./wizard/draft.js";
import type { DraftEvent, Effect, ToastKey } from "./wizard/events.js";
import { reduce } from "./wizard/reduce.js";

export interface Toast {
  readonly toast: ToastKey;
  readonly alert: boolean;
}

/** What is answered to the tap, if it was one; undefined ends the spinner without a word. */
export async function applyEvent(
  door: TelegramDoor,
  updateId: number | undefined,
  draftId: string,
  event: DraftEvent,
): Promise<Toast | undefined> {
  const isPayment = event.kind === "tap" && event.action.kind === "pay";
  try {
    if (isPayment) await preparePayment(door, draftId, event.version);
    return await commitEvent(door, updateId, draftId, event);
  } catch (error) {
    if (!isPayment || !(error instanceof DeskError)) throw error;
    if (error.code === "QUOTE_EXPIRED") {
      const requote = { ...event, action: { kind: "requote" } } as const;
      await commitEvent(door, updateId, draftId, requote);
      return { toast: "quoteLapsed", alert: true };
    }
    const failed = { kind: "failed", version: event.version, notice: noticeOf(error) } as const;
    return await commitEvent(door, updateId, draftId, failed);
  }
}

/** What must be asked before the transaction: the customer's turn, the node about the receivers. */
async function preparePayment(door: TelegramDoor, draftId: string, version: number): Promise<void> {
  const row = readDraft(door.engine, draftId);
  if (row?.status !== "open" || row.version !== version) return;
  const draft = draftOf(row);
  if (!isComplete(draft.data)) return;
  await door.orderPace.turn(draft.customerId);
  await assertCreatable(door.engine, requestOf(draft));
}

async function commitEvent(
  door: TelegramDoor,
  updateId: number | undefined,
  draftId: string,
  event: DraftEvent,
): Promise<Toast | undefined> {
  const { engine, sender } = door;
  const before = readDraft(engine, draftId);
  const moment = momentOf(engine);
  const data = before && draftOf(before).data;
  const ids = newIds(engine, data?.receivers.length ?? 0);
  let effects: readonly Effect[] = [];
  const outcome = await engine.database.commit(() =>
    applyToDraft(engine, {
      updateId,
      draftId,
      moment,
      ids,
      change: (row) => {
        const result = changeOf(draftOf(row), event, moment.at);
        effects = result.effects;
        return result.change;
      },
    }),
  );
  sender.wake();
  if (outcome.kind !== "applied") return undefined;
  if (outcome.created) ordersCreated(engine, outcome.created);
  await follow(door, draftOf(outcome.draft), effects);
  const toast = effects.find((effect) => effect.kind === "toast");
  return toast && { toast: toast.toast, alert: toast.alert ?? false };
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
    const payment = { request: requestOf(draft), quoteId: quote.quoteId, maxTotalSun };
    return { change: { next: rowOf(paid, at), payment }, effects: reduced.effects };
  }
  const isChanged = reduced.draft.version !== draft.version;
  const change = isChanged ? { next: rowOf(reduced.draft, at) } : {};
  return { change, effects: reduced.effects };
}

/** Does what the reducer asked for beyond the new state. */
export async function follow(
  door: TelegramDoor,
  draft: Draft,
  effects: readonly Effect[],
): Promise<void> {
  for (const effect of effects) {
    if (effect.kind === "quote") await quoteDraft(door, draft);
    if (effect.kind === "prompt") await askForReply(door, draft, effect.field);
  }
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
    engine.gates.assertOpen();
    const request = requestOf(draft);
    const quote = await quoteOrders(engine, customerId, request, settings.quoteTtlMs);
    const bad = quote.receivers.filter(({ ok }) => !ok);
    if (quote.quoteId === undefined || quote.expiresAt === undefined) {
      const isContract = bad.some(({ reason }) => reason === "contract");
      const code = isContract ? "RECEIVER_IS_CONTRACT" : "RECEIVER_NOT_ACTIVATED";
      return { kind: "failed", version, notice: { code, details: { receivers: bad } } };
    }
    const { quoteId, expiresAt, price: priceSun } = quote;
    const { amount, receivers, resource, duration } = request;
    const perReceiverSun = costSun(amount, priceSun, duration);
    const burnPriceSun = engine.chainClock.burnPriceSun?.[resource];
    return {
      kind: "quoted",
      version,
      quote: {
        quoteId,
        priceSun,
        perReceiverSun,
        totalSun: perReceiverSun * receivers.length,
        expiresAt,
        availableSun: readBalanceSun(engine, customerId),
        ...(burnPriceSun && { burnSun: burnPriceSun * amount * receivers.length }),
      },
    };
  } catch (error) {
    if (error instanceof DeskError) return { kind: "failed", version, notice: noticeOf(error) };
    throw error;
  }
}

function noticeOf({ code, details }: DeskError): Notice {
  const isRecord = typeof details === "object" && details !== null && !Array.isArray(details);
  if (isRecord) return { code, details: { ...details } };
  return Array.isArray(details) ? { code, details: { problems: details } } : { code };
}
