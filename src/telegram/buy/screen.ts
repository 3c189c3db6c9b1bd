/** Orders that users put together on a card: the flow, its quotes, its payment. */

import { assert, must } from "../../domain/assert.js";
import { MOST_MEMBERS } from "../../domain/team-change.js";
import { AlreadyBooked } from "../../engine/chat/bookings.js";
import {
  type Booking,
  bookDraft,
  type Payment,
  payDraft,
  type Whose,
} from "../../engine/chat/card-money.js";
import { readSumShown } from "../../engine/chat/outbox.js";
import { askForOrder } from "../../engine/chat/team-requests.js";
import { readAskAboveSun } from "../../engine/chat/telegram-users.js";
import type { Engine } from "../../engine/context.js";
import { assertCreatable, newIds, ordersCreated } from "../../engine/orders/create-orders.js";
import { NeedsApproval } from "../../engine/teams/rights.js";
import { findCardOfFlow } from "../../store/chat/cards.js";
import { openFlowsAtStep } from "../../store/chat/flows.js";
import type { Action } from "../kit/buttons.js";
import type { BotDeps } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noticeOf } from "../kit/notices.js";
import { createScreen, isSumRead } from "../kit/runner.js";
import type { DraftEffect, DraftEvent } from "./change.js";
import {
  bookedQuote,
  DRAFT_CODEC,
  type Draft,
  type DraftQuote,
  oldEndOf,
  quoteOf,
} from "./draft.js";
import { drawDraft, overlapsOf } from "./draw-draft.js";
import { bookedSum } from "./extension.js";
import { noticeText } from "./notices.js";
import { besideOf, besideSum, paidRequest, payableQuote, payableSum } from "./payable.js";
import { questionOf } from "./prompt.js";
import { hidesBalance, quoteEvent } from "./quote.js";
import { awaitsQuote, reduce } from "./reduce.js";
import { requestOf } from "./request.js";
import { switchAccount } from "./switch-account.js";

export const DRAFTS = createScreen<Draft, Action, DraftEvent, DraftEffect>({
  codec: DRAFT_CODEC,
  reduce,
  words: ({ toasts }) => toasts,
  gone: "alreadyDropped",
  draw: drawDraft,
  cancelledAs: "dropped",
  due: ({ data }) => {
    const quote = quoteOf(data);
    return quote && { kind: "lapsed", quoteId: quote.quoteId };
  },
  async covered(deps, draft) {
    const became = await quoteEvent(deps, draft);
    const isLater = became.kind === "failed" && PASSING.includes(became.notice.code);
    return isLater ? undefined : { kind: "covered", became };
  },
  /** Of a payment: whether its sum was read, the customer's turn, what the node says of the receivers; and what a price that is over is now. */
  async prepare(deps, draft, effects, updateId) {
    if (effects.some(({ kind }) => kind === "check")) return quoteEvent(deps, draft, "check");
    const taken = payOf(effects) ?? bookOf(effects);
    if (!taken) return undefined;
    const isBooking = taken.kind === "book";
    const tapped = must(quoteOf(draft.data), "only a price on the card is paid");
    const quote = isBooking ? bookedQuote(tapped) : tapped;
    if (!taken.isAskedAnew) {
      const read = {
        sum: isBooking ? bookedSum(draft) : payableSum(draft),
        amountSun: quote.totalSun,
      };
      const isRead = await isSumRead(deps, draft.id, read, updateId);
      if (!isRead) return { kind: "unread" };
      const isConfirmed = draft.data.at.is === "confirming";
      if (!isConfirmed && (await isLarge(deps, draft, quote.totalSun))) {
        return { kind: "large", isBooking };
      }
      if (quote.expiresAt <= deps.engine.now()) {
        return priceAnew(deps, draft, { quote, isBooking }, updateId);
      }
    }
    await deps.orderPace.turn(draft.customerId);
    // A price that is bound may be below the floor of the moment; whether it still is decides the transaction.
    const request = isBooking ? requestOf(draft) : paidRequest(draft, quote);
    await assertCreatable(deps.engine, { ...request, quoteId: quote.quoteId });
    return undefined;
  },
  async refused(error, draft, effects, deps) {
    const { version, ownerUserId: by, data } = draft;
    if (error instanceof AlreadyBooked) {
      return {
        event: { kind: "tap", version, action: { kind: "requote" }, by },
        toast: { toast: "alreadyBooked", alert: true },
      };
    }
    if (effects.some(({ kind }) => kind === "from")) {
      // As a button of an older card.
      return { event: { kind: "tap", version: version - 1, action: { kind: "accounts" }, by } };
    }
    const taken = payOf(effects) ?? bookOf(effects);
    if (error instanceof NeedsApproval && taken) {
      return { event: { kind: "needsApproval", why: error.why, effect: taken } };
    }
    const isOfSellers = payOf(effects) && quoteOf(data)?.sellers;
    const isGone = isOfSellers && NOT_OFFERED.includes(error.code);
    if (error.code !== "QUOTE_EXPIRED" && !isGone) {
      const hides =
        error.code === "INSUFFICIENT_BALANCE" && (await hidesBalance(deps.engine, draft));
      const notice = hides ? { code: error.code } : noticeOf(error);
      return { event: { kind: "failed", version, notice } };
    }
    const event = await quoteInstead(deps, draft, bookOf(effects) !== undefined);
    const sumsSun = event.kind === "quoted" ? event.instead : undefined;
    if (!isGone) return { event };
    return { event, toast: { toast: "offersGone", ...(sumsSun && { sumsSun }), alert: true } };
  },
  /** The question for a typed answer; or a payment or a booking, which ends the draft. */
  async write({ engine, ...deps }, draft, { state, effects }, updateId) {
    const prompt = effects.find((effect) => effect.kind === "prompt");
    if (prompt) {
      const messages = await languageOf({ engine }, draft.chatId);
      const card = await engine.database.read(() => findCardOfFlow(draft.id));
      const wrong = noticeText({ draft: state, desk: contactOf({ engine, ...deps }) }, messages);
      const question = { field: prompt.field, updateId, replyTo: card?.reply_to, wrong };
      return { told: [questionOf(messages, draft, question)] };
    }
    const from = effects.find((effect) => effect.kind === "from");
    if (from) return switchAccount(engine, draft, from.team);
    const now = engine.now();
    const pay = payOf(effects);
    if (pay) {
      const payment = paymentOf(engine, state, pay.maxTotalSun);
      return {
        state: reduce(state, { kind: "paid" }, now).state,
        batchId: payment.ids.batch,
        *phase(moment) {
          const created = yield* payDraft(engine, draft, payment, moment);
          assert(created.batchId === payment.ids.batch, "a draft that was paid is paid once");
          return () => ordersCreated(engine, created);
        },
      };
    }
    const ask = effects.find((effect) => effect.kind === "ask");
    if (ask) {
      const { kind, maxTotalSun } = ask.effect;
      const asked = {
        ...{ whose: whoseOf(draft), why: ask.why },
        ...(kind === "pay"
          ? { payment: paymentOf(engine, state, maxTotalSun) }
          : { booking: bookingIn(draft, state, maxTotalSun) }),
      };
      const cardIds = Array.from({ length: 2 * MOST_MEMBERS }, () => engine.newId());
      return {
        state: reduce(state, { kind: "asked" }, now).state,
        *phase(moment) {
          yield* askForOrder(asked, cardIds, moment);
          return () => {};
        },
      };
    }
    const book = bookOf(effects);
    if (!book) return undefined;
    const booking = bookingIn(draft, state, book.maxTotalSun);
    return {
      state: reduce(state, { kind: "booked" }, now).state,
      *phase(moment) {
        yield* bookDraft(engine, draft, booking, moment);
        return () => {};
      },
    };
  },
  async follow(deps, draft, effects) {
    return effects.some(({ kind }) => kind === "quote") ? quoteEvent(deps, draft) : undefined;
  },
});

/** Nobody can be told a price now: as after a start, until the chain is read. */
const PASSING = [
  ...["CHAIN_UNAVAILABLE", "BUSY", "DESK_HALTED", "SHUTTING_DOWN"],
  ...["RATE_LIMITED", "INTERNAL"],
];

/** Energy, and Bandwidth with it. */
const MOST_RESOURCES = 2;

/** What the book says when it cannot fill an order at once at its price. */
const NOT_OFFERED: readonly string[] = ["NO_CAPACITY", "PRICE_BELOW_FLOOR"];

/** A price that is over is paid, or booked, by the same tap if it is still what was read, or less; else it is shown first. */
async function priceAnew(
  deps: BotDeps,
  draft: Draft,
  tapped: { readonly quote: DraftQuote; readonly isBooking: boolean },
  updateId: number | undefined,
): Promise<DraftEvent> {
  // What was on the screen, before anything more can come to it.
  const shown = await readSumShown(deps.engine, draft.id, updateId);
  const { isBooking } = tapped;
  const event = await quoteInstead(deps, draft, isBooking);
  if (event.kind !== "quoted") return event;
  const quote = isBooking ? bookedQuote(event.quote) : event.quote;
  const [, read] = shown?.sum.split("\n") ?? [];
  const isAsRead = read === besideSum(quote, await overlapsOf(deps.engine, draft));
  const isPayable = payableQuote({
    ...draft,
    data: { ...draft.data, at: { is: "priced", quote } },
  });
  if (isAsRead && isPayable && quote.totalSun <= tapped.quote.totalSun) {
    return { kind: "askedAnew", quote: event.quote, isBooking };
  }
  return event;
}

/** The price of now, in the place of the one that was tapped. */
async function quoteInstead(
  deps: BotDeps,
  draft: Draft,
  isBooking: boolean,
): ReturnType<typeof quoteEvent> {
  const event = await quoteEvent(deps, draft);
  const tapped = quoteOf(draft.data);
  if (event.kind !== "quoted" || !tapped) return event;
  const sumOf = (quote: DraftQuote) => (isBooking ? bookedQuote(quote) : quote).totalSun;
  return { ...event, instead: [sumOf(tapped), sumOf(event.quote)] };
}

/** What is held until the old rental ends. */
function bookingIn(draft: Draft, { data }: Draft, maxTotalSun: number): Booking {
  const { quoteId } = bookedQuote(must(quoteOf(data), "the price of what is booked"));
  const endsAt = must(oldEndOf(draft.data), "the end of what is extended");
  return { request: requestOf(draft), quoteId, maxTotalSun, endsAt };
}

function whoseOf({ id, ownerUserId, customerId, chatId, isGroup }: Draft): Whose {
  return { id, ownerUserId, customerId, chatId, isGroup };
}

function payOf(effects: readonly DraftEffect[]) {
  return effects.find((effect) => effect.kind === "pay");
}

function bookOf(effects: readonly DraftEffect[]) {
  return effects.find((effect) => effect.kind === "book");
}

function paymentOf(engine: Engine, draft: Draft, maxSun: number): Payment {
  const quote = must(quoteOf(draft.data), "only a price on the card is paid");
  const request = besideOf(draft);
  const beside = request &&
    quote.beside && { request, ...quote.beside, maxTotalSun: quote.beside.totalSun };
  return {
    ...{ request: paidRequest(draft, quote), quoteId: quote.quoteId, beside },
    maxTotalSun: maxSun - (beside?.totalSun ?? 0),
    // Those of a group's orders stay out of it: it has no list of them to add to.
    lastWallets: draft.isGroup ? undefined : lastWalletsOf(draft),
    isChosen: draft.data.amount !== draft.data.foundAmount,
    ids: newIds(engine, draft.data.receivers.length * MOST_RESOURCES),
  };
}

async function isLarge(
  { engine }: BotDeps,
  { ownerUserId }: Draft,
  totalSun: number,
): Promise<boolean> {
  return totalSun > (await readAskAboveSun(engine, ownerUserId));
}

/** Quotes a complete draft and puts the result, or why there is none, on its card. */
export async function quoteDraft(deps: BotDeps, draft: Draft): Promise<void> {
  await DRAFTS.run(deps, undefined, draft.id, await quoteEvent(deps, draft));
}

/** The desk stopped between a complete draft and its quote. */
export async function quoteUnquoted(deps: BotDeps): Promise<void> {
  for (const row of await deps.engine.database.read(() =>
    openFlowsAtStep(DRAFT_CODEC.kind, "confirm"),
  )) {
    try {
      const draft = DRAFTS.state(row);
      if (awaitsQuote(draft)) await quoteDraft(deps, draft);
    } catch (error) {
      deps.logger.error({ draft: row.id, err: error }, "a draft could not be quoted after a start");
    }
  }
}

/** Three rows of two on the next card. */
const WALLETS_OFFERED = 6;

/** The wallets of the draft, then those used before it. */
function lastWalletsOf({ data }: Draft): string[] {
  return [...new Set([...data.receivers, ...data.wallets])].slice(0, WALLETS_OFFERED);
}
