/**
 * What becomes of a draft when something happens to it. Pure: every fact comes with the event, and
 * what follows (a quote, a payment, a question) is told as effects. A draft that is paid, dropped
 * or replaced never changes again.
 */

import type { CustomerId } from "../../domain/ids.js";
import type { OrderType } from "../../domain/order-request.js";
import type { Action } from "../kit/buttons.js";
import { changed, tapped, unchanged } from "../kit/reduction.js";
import {
  answerAmount,
  answerDuration,
  answerParts,
  answerPrice,
  answerResource,
  answerType,
  answerWallet,
  answerWhole,
  fitting,
  takeAmount,
  takeFields,
  takeInOrder,
  takeReceivers,
  toggleBulk,
} from "./answers.js";
import {
  answeredBy,
  begunAgain,
  type DraftEvent,
  type DraftReduction,
  entered,
  nowAt,
  refused,
  withNotice,
} from "./change.js";
import {
  type At,
  amountsOf,
  type Draft,
  firstOpenStep,
  isAtConfirm,
  leadsBackToFast,
  noticeIn,
  type Step,
  stepsOf,
  type TypedField,
} from "./draft.js";
import {
  askedAnew,
  book,
  covered,
  failed,
  lapsed,
  large,
  pay,
  quoted,
  requote,
  starts,
} from "./priced.js";

/**
 * Total: every event has an answer in every state. `now` is wall time, which is what quotes are
 * bound by.
 */
export function reduce(draft: Draft, event: DraftEvent, now: number): DraftReduction {
  if (event.kind === "tap") {
    const over = draft.status === "paid" ? "alreadyPaid" : "alreadyDropped";
    return tapped(draft, event, over, (action) => acted(draft, action));
  }
  if (draft.status !== "open") return unchanged(draft);
  switch (event.kind) {
    case "receivers":
    case "amount":
    case "duration":
    case "price":
    case "partialMin":
      return askingAgain(
        draft,
        event,
        repeating(event.said, leadingBack(draft, event, answeredByText(draft, event))),
      );
    case "fields":
      return takeFields(draft, event);
    case "begun":
      return begunAgain(draft, event.data, event.step);
    case "unread":
      return unchanged(draft, { kind: "toast", toast: "readFirst" });
    case "large":
      return large(draft, event.isBooking);
    case "quoted":
      return event.version === draft.version ? quoted(draft, event, now) : unchanged(draft);
    case "askedAnew":
      return askedAnew(draft, event.quote, event.isBooking);
    case "failed":
      return event.version === draft.version ? failed(draft, event.notice) : unchanged(draft);
    case "covered": {
      const isAsAsked = event.became.version === draft.version;
      return isAsAsked ? covered(draft, event.became, now) : unchanged(draft);
    }
    case "account": {
      const { kind: _, customerId, ...offered } = event;
      return entered({ ...draft, customerId }, { ...draft.data, ...offered }, "confirm");
    }
    case "lapsed":
      return lapsed(draft, event.quoteId);
    case "paid":
    case "replaced":
    case "dropped":
      return changed(draft, { status: event.kind });
    case "needsApproval":
      return unchanged(draft, { kind: "ask", why: event.why, effect: event.effect });
    case "booked":
    case "asked":
      return changed(draft, { status: "closed" });
  }
}

type TypedEvent = Extract<DraftEvent, { readonly kind: TypedField }>;

function answeredByText(draft: Draft, event: TypedEvent): DraftReduction {
  switch (event.kind) {
    case "receivers":
      return takeReceivers(draft, event, event.messageId);
    case "amount":
      return answerAmount(draft, event.answer, event.messageId);
    case "duration":
      return answerDuration(draft, event.answer, event.messageId);
    case "price":
      return answerPrice(withPrice(draft, event), event.answer, event.floorSun, event.messageId);
    case "partialMin":
      return answerParts(draft, event.answer, event.messageId);
  }
}

/** A price that is typed to a whole Fast order makes it a Manual one, in parts, as a line does. */
function withPrice(draft: Draft, { messageId }: TypedEvent): Draft {
  const isEdit = answeredBy(draft, messageId) !== undefined;
  if (isEdit || draft.data.type !== "Fast" || !isAtConfirm(draft)) return draft;
  return { ...draft, data: { ...draft.data, type: "Manual", allowPartial: true, at: OF_FAST } };
}

/** What was typed to a whole order and cannot be taken leaves the way back to it. */
function leadingBack(
  draft: Draft,
  { messageId }: TypedEvent,
  { state, effects }: DraftReduction,
): DraftReduction {
  const isEdit = answeredBy(draft, messageId) !== undefined;
  if (isEdit || !isAtConfirm(draft) || state.step === "confirm") return { state, effects };
  return { state: changingOne(state), effects };
}

/** Back leads to the order, of which this is one field; or to the Fast order, if the price is one's own of it. */
function changingOne(draft: Draft): Draft {
  const { at } = draft.data;
  if (at.is !== "asking") return draft;
  return { ...draft, data: { ...draft.data, at: { ...at, is: "changing", back: "order" } } };
}

const OF_FAST: At = { is: "changing", back: "fast" };

/** In a group only a reply reaches the bot: what is still awaited is asked for again. An edit leaves the question as it is. */
function askingAgain(
  draft: Draft,
  { messageId }: TypedEvent,
  { state, effects }: DraftReduction,
): DraftReduction {
  const { awaits } = state.data;
  const isEdit = answeredBy(draft, messageId) !== undefined;
  if (!state.isGroup || isEdit || awaits === undefined || awaits === "duration") {
    return { state, effects };
  }
  const isAsked = effects.some(({ kind }) => kind === "prompt");
  return isAsked
    ? { state, effects }
    : { state, effects: [...effects, { kind: "prompt", field: awaits }] };
}

/** What is wrong with an answer repeats it: nobody should have to look for what they typed. */
function repeating(said: string | undefined, { state, effects }: DraftReduction): DraftReduction {
  const notice = noticeIn(state.data);
  if (said === undefined || !notice) return { state, effects };
  const details = { ...notice.details, said };
  return { state: { ...state, data: withNotice(state.data, { ...notice, details }) }, effects };
}

function acted(draft: Draft, action: Action): DraftReduction {
  const { data } = draft;
  switch (action.kind) {
    case "type":
      return answerTypeFrom(draft, action.type);
    case "resource":
      return answerResource(draft, action.resource);
    case "duration":
      return answerDuration(draft, action);
    case "amount":
      return answerAmount(draft, { kind: "units", units: action.amount });
    case "take":
      return takeAmount(draft, action.amount);
    case "inOrder":
      return takeInOrder(draft);
    case "bandwidth":
      return answerBandwidth(draft, action.units);
    case "wallet":
      return answerWallet(draft, action.at);
    case "price":
      return answerPrice(draft, { kind: "sun", priceSun: action.price });
    case "parts":
      return answerParts(draft, { kind: "units", units: action.least });
    case "whole":
      return answerWhole(draft);
    case "bulk":
      return toggleBulk(draft);
    case "other":
      return askForText(draft);
    case "next":
      return goTo(draft, firstOpenStep(data));
    case "jump":
      return jumpTo(draft, action.step);
    case "change":
      return showChoices(draft);
    case "accounts":
      return showChoices(draft, true);
    case "from":
      return payFrom(draft, action.team);
    case "back":
      return goBack(draft);
    case "cancel":
      return changed(draft, { status: "dropped" });
    case "pay":
      return pay(draft);
    case "book":
      return book(draft);
    case "starts":
      return starts(draft, action.when === "now");
    case "requote":
      return requote(draft);
  }
}

/** Beside the Energy of a whole order; 0 is without. */
function answerBandwidth(draft: Draft, units: number): DraftReduction {
  if (!isAtConfirm(draft)) return unchanged(draft);
  return entered(draft, { ...draft.data, bandwidth: units === 0 ? undefined : units }, "confirm");
}

/** `confirm` is reached by answering everything, and by nothing else; what is not asked leads there too. */
function goTo(draft: Draft, wanted: Step): DraftReduction {
  const isAsked = wanted !== "confirm" && stepsOf(draft.data).includes(wanted);
  const step = isAsked ? wanted : firstOpenStep(draft.data);
  return step === draft.step ? unchanged(draft) : entered(draft, draft.data, step);
}

function jumpTo(draft: Draft, wanted: Step): DraftReduction {
  const { state, effects } = goTo(draft, wanted);
  const changesOne = draft.data.at.is === "changing" || draft.step === "confirm";
  if (state === draft || state.step === "confirm" || !changesOne) return { state, effects };
  return { state: changingOne(state), effects };
}

/** A whole Fast order whose price is named stays within reach. The price is asked for as soon as it is known of what, before the wallets. */
function answerTypeFrom(draft: Draft, type: OrderType): DraftReduction {
  const isNamed = isAtConfirm(draft) && draft.data.type === "Fast" && type === "Manual";
  const from = isNamed ? { ...draft, data: { ...draft.data, at: OF_FAST } } : draft;
  const answered = answerType(from, type);
  const { step, data } = answered.state;
  const { resource, duration, price } = data;
  const isNext = step === "receivers" && price === undefined;
  const isOfKnown = resource && duration && amountsOf(data);
  return type === "Manual" && isNext && isOfKnown ? entered(draft, data, "price") : answered;
}

/** The card can be paid no more than before: it stays at the price that it has, or was asking for. */
function showChoices(draft: Draft, isOfAccount = false): DraftReduction {
  const { at } = draft.data;
  switch (at.is) {
    case "pricing":
    case "priced":
    case "lapsed":
    case "failed":
      return nowAt(draft, { is: "choosing", behind: at, ...(isOfAccount && { isOfAccount }) });
    default:
      return unchanged(draft);
  }
}

/** In private, and where the card offers it. */
function payFrom(draft: Draft, team: CustomerId | undefined): DraftReduction {
  const { is } = draft.data.at;
  const isOffered = isAtConfirm(draft) && is !== "pricing" && is !== "confirming";
  if (draft.isGroup || !isOffered) return unchanged(draft);
  return unchanged(draft, { kind: "from", team }, { kind: "quote" });
}

/** From one field, or from a price of one's own, back to the order; else to the question before. */
function goBack(draft: Draft): DraftReduction {
  const { at } = draft.data;
  if (at.is === "confirming") return nowAt(draft, { is: "priced", quote: at.quote });
  if (at.is === "choosing") {
    // The price that was being asked for was of the card before.
    const asks = at.behind.is === "pricing" ? [{ kind: "quote" } as const] : [];
    return nowAt(draft, at.behind, ...asks);
  }
  if (leadsBackToFast(draft)) {
    const data = fitting(draft.data, { ...draft.data, type: "Fast" });
    return entered(draft, data, firstOpenStep(data));
  }
  if (at.is === "changing" && at.back === "order") {
    return entered(draft, draft.data, firstOpenStep(draft.data));
  }
  const steps = stepsOf(draft.data);
  const step = steps[steps.indexOf(draft.step) - 1];
  return step ? entered(draft, draft.data, step) : refused(draft, "nothingToGoBackTo");
}

/** In a group only a reply reaches the bot, so the question is asked again by each tap. */
function askForText(draft: Draft): DraftReduction {
  const { step, field } = OTHERS.find((other) => other.step === draft.step) ?? AMOUNT;
  const { state: asked } = entered(draft, draft.data, step);
  const { data: known } = draft.data.at.is === "changing" ? changingOne(asked) : asked;
  const data = { ...known, awaits: field };
  const prompt = { kind: "prompt", field } as const;
  return changed(draft, { step, data }, ...(draft.isGroup ? [prompt] : []));
}

const AMOUNT = { step: "amount", field: "amount" } as const;
/** Questions that Other answers by typing. */
const OTHERS = [
  AMOUNT,
  { step: "price", field: "price" },
  { step: "options", field: "partialMin" },
] as const;

/**
 * The question that a typed text answers now, if any: in private the one on the card, in a group
 * only one that was asked for, by a reply.
 */
export function expectedAnswer(draft: Draft): TypedField | undefined {
  if (draft.status !== "open") return undefined;
  if (draft.data.awaits || draft.isGroup) return draft.data.awaits;
  if (draft.step === "duration") return draft.step;
  return OTHERS.find(({ step }) => step === draft.step)?.field;
}

/**
 * Everything is answered and the price is what is missing: it was asked for, and nothing came yet.
 */
export function awaitsQuote(draft: Draft): boolean {
  return draft.status === "open" && isAtConfirm(draft) && isUnpriced(draft.data);
}

/** Also of a row that does not say what its card is at. */
function isUnpriced({ at }: Draft["data"]): boolean {
  return at.is === "pricing" || at.is === "asking";
}

/** A paid or cancelled draft hands its waiting wallets on; nothing else of it ever changes. */
export function withoutWaiting(draft: Draft): Draft {
  return {
    ...draft,
    version: draft.version + 1,
    data: { ...draft.data, waiting: [], beyondLimit: 0 },
  };
}
