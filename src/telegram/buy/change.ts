/**
 * What can happen to a draft, what follows from it, and how a draft changes: one place where steps are entered, where a price is
 * dropped, and where it is kept which message answered which question. Everything that needs the network or the database was looked up
 * before and comes with the event, so that the reducer is pure.
 */

import type { CustomerId } from "../../domain/ids.js";
import type { Reason } from "../../domain/team.js";
import type { AmountAnswer } from "../intake/amount.js";
import type { DurationAnswer } from "../intake/duration.js";
import type { Fields, LineProblem, Notice, Verdict } from "../intake/findings.js";
import type { PriceAnswer } from "../intake/price.js";
import type { Action } from "../kit/buttons.js";
import {
  type BelowEffect,
  changed,
  type Reduction,
  type RefusalWord,
  type Tap,
  type ToastEffect,
  unchanged,
} from "../kit/reduction.js";
import {
  type AskedField,
  type At,
  amountsOf,
  type Draft,
  type DraftData,
  type DraftQuote,
  firstOpenStep,
  mostPriceSun,
  type Step,
  stepsOf,
  TYPED_FIELDS,
  type TypedField,
} from "./draft.js";

export type DraftEvent =
  | Tap<Action>
  /** A typed or edited answer, parsed for the field it belongs to; `said` is what a card may repeat of it. */
  | {
      readonly kind: "receivers";
      readonly verdicts: readonly Verdict[];
      /** What was left over of a list, and what is asked because of it. */
      readonly problems?: readonly LineProblem[];
      readonly said?: string | undefined;
      readonly messageId: number | undefined;
    }
  | {
      readonly kind: "amount";
      readonly answer: AmountAnswer;
      readonly said?: string | undefined;
      readonly messageId: number | undefined;
    }
  | {
      readonly kind: "duration";
      readonly answer: DurationAnswer;
      readonly said?: string | undefined;
      readonly messageId: number | undefined;
    }
  /** `floorSun` is the floor of the moment, where it is known what the price is for. */
  | {
      readonly kind: "price";
      readonly answer: PriceAnswer;
      readonly said?: string | undefined;
      readonly floorSun: number | undefined;
      readonly messageId: number | undefined;
    }
  | {
      readonly kind: "partialMin";
      readonly answer: AmountAnswer;
      readonly said?: string | undefined;
      readonly messageId: number | undefined;
    }
  /** Several at once, without wallets. */
  | {
      readonly kind: "fields";
      readonly fields: Pick<Fields, "resource" | "amount" | "duration">;
      readonly messageId: number | undefined;
    }
  /** The message that began the card was edited: the card as one for the new text begins. */
  | { readonly kind: "begun"; readonly step: Step; readonly data: DraftData }
  /**
   * A fresh quote for a complete draft, or why there is none (also: why it could not be paid).
   * `version` is the draft's when it was asked for: an answer that comes after a change is
   * dropped, because it prices what is no longer on the card.
   */
  | {
      readonly kind: "quoted";
      readonly version: number;
      readonly quote: DraftQuote;
      /** Somebody waits for whether the money is there now. */
      readonly why?: "check";
      /** Somebody has tapped Pay, or what books, and gets another price than they saw: both sums. */
      readonly instead?: readonly [beforeSun: number, nowSun: number];
    }
  /** The same as on the card, or less: what was tapped is paid. */
  | { readonly kind: "askedAnew"; readonly quote: DraftQuote; readonly isBooking?: boolean }
  | { readonly kind: "failed"; readonly version: number; readonly notice: Notice }
  /** The money that it lacked is there: what it costs now, or why it cannot be had. */
  | {
      readonly kind: "covered";
      readonly became: Extract<DraftEvent, { readonly kind: "quoted" | "failed" }>;
    }
  /** Another account pays; with it come the wallets that are offered there. */
  | ({ readonly kind: "account"; readonly customerId: CustomerId } & Pick<
      DraftData,
      "wallets" | "walletNames"
    >)
  /** The timer: the quote's time is over. */
  | { readonly kind: "lapsed"; readonly quoteId: string }
  /** The sum that was tapped had only just come to the screen; and one so large that Pay, or what books, asks once more. */
  | { readonly kind: "unread" }
  | { readonly kind: "large"; readonly isBooking?: boolean }
  /** The order of the draft was created, in the same transaction. */
  | { readonly kind: "paid" }
  /** Its money is held until the rental ends that it extends, likewise. */
  | { readonly kind: "booked" }
  /** Somebody else of the team must approve what was tapped; and it was asked for, in the same transaction. */
  | { readonly kind: "needsApproval"; readonly why: readonly Reason[]; readonly effect: Taken }
  | { readonly kind: "asked" }
  /** Another draft took its place, or the user dropped it. */
  | { readonly kind: "replaced" }
  | { readonly kind: "dropped" };

/** What takes money. */
export type Taken = Extract<DraftEffect, { readonly kind: "pay" | "book" }>;

/** What the reducer asks for beyond the new state. */
export type DraftEffect =
  | ToastEffect<DraftWord>
  | BelowEffect
  /** The draft is complete: quote it (the result comes back as `quoted` or `failed`). */
  | { readonly kind: "quote" }
  /** The same before the tap is answered: whether the money that was missing is there now. */
  | { readonly kind: "check" }
  /** Pay: at most `maxTotalSun`, the amount on the button; `isAskedAnew` when its price was just compared with what was on the card. */
  | { readonly kind: "pay"; readonly maxTotalSun: number; readonly isAskedAnew?: boolean }
  /** Hold the money until the rental ends that it extends; likewise. */
  | { readonly kind: "book"; readonly maxTotalSun: number; readonly isAskedAnew?: boolean }
  /** Asks somebody else of the team for it. */
  | { readonly kind: "ask"; readonly why: readonly Reason[]; readonly effect: Taken }
  /** Pay from the account of a team, undefined from one's own; and from now on. */
  | { readonly kind: "from"; readonly team: CustomerId | undefined }
  /** In a group: ask for the typed answer with a forced, selective reply. */
  | { readonly kind: "prompt"; readonly field: AskedField };

/** The words of an answer to a tap; the texts are in text/. */
type DraftWord =
  | RefusalWord
  | "alreadyPaid"
  | "alreadyDropped"
  | "quoteLapsed"
  | "offersGone"
  | "alreadyBooked"
  | "readFirst"
  | "stillMissing"
  | "stillMissingInGroup"
  | "nothingToGoBackTo";

export type DraftReduction = Reduction<Draft, DraftEffect>;

export function refused(draft: Draft, toast: DraftWord): DraftReduction {
  return unchanged(draft, { kind: "toast", toast });
}

/**
 * Goes to a step, with what it begins with: at the receivers a typed answer is awaited, and the
 * confirm step asks for a price. A price is on the confirm card or nowhere, so nobody pays one that
 * was quoted for what they have changed since.
 */
export function entered(draft: Draft, data: DraftData, step: Step): DraftReduction {
  const awaits = step === "receivers" ? step : undefined;
  const notice = noticeAt(step, data);
  const { at } = data;
  const isOfFast = at.is === "changing" && at.back === "fast";
  const asked: At = isOfFast ? { ...at, notice } : { is: "asking", notice };
  return changed(
    draft,
    { step, data: { ...data, at: step === "confirm" ? PRICING : asked, awaits } },
    ...entryEffects(draft, step),
  );
}

const PRICING: At = { is: "pricing" };

/** A price that was good for less is asked for again. */
function noticeAt(step: Step, data: DraftData): Notice | undefined {
  const maximum = mostPriceSun(data);
  const isTooHigh = step === "price" && (data.price ?? 0) > maximum;
  return isTooHigh ? { code: "PRICE_TOO_HIGH", details: { maximum } } : undefined;
}

/**
 * Says what is wrong with an answer (undefined: its verdicts do); the card goes to the question if
 * it is not there, and keeps what was answered.
 */
export function noticed(
  draft: Draft,
  data: DraftData,
  step: Step,
  notice: Notice | undefined,
): DraftReduction {
  const isOfWallets = step === "receivers" || draft.step === "receivers";
  const kept = isOfWallets ? data : withoutVerdicts(withoutSaid(data, step));
  if (draft.step === step) return changed(draft, { data: withNotice(kept, notice) });
  const { state: moved, effects } = entered(draft, kept, step);
  return changed(draft, { step, data: withNotice(moved.data, notice) }, ...effects);
}

export function nowAt(draft: Draft, at: At, ...effects: DraftEffect[]): DraftReduction {
  return changed(draft, { data: { ...draft.data, at } }, ...effects);
}

/** At a question. */
export function withNotice(data: DraftData, notice: Notice | undefined): DraftData {
  const { at } = data;
  return { ...data, at: at.is === "asking" || at.is === "changing" ? { ...at, notice } : at };
}

/**
 * A field was answered: from its own question the card continues to the next open one. An answer to
 * another question (an edited message) leaves the card where it is, unless the card asks for
 * payment, which begins again, or for what is not asked any more. What was left over of the answer is said on the card that follows.
 */
export function answered(
  draft: Draft,
  field: Exclude<Step, "confirm">,
  given: DraftData,
  leftOver: readonly LineProblem[] = [],
): DraftReduction {
  const { problems: open } = withoutSaid(given, draft.step);
  const problems = [...open.filter((problem) => problem.field !== field), ...leftOver];
  const isOfWallets = field === "receivers" || draft.step === "receivers";
  const said = isOfWallets ? given : withoutVerdicts(given);
  const data = withNotice({ ...said, problems }, undefined);
  const isAsked = stepsOf(data).includes(draft.step);
  // Wallets may bring the amounts that the card asks for.
  const isAnswered = draft.step === "amount" && !amountsOf(draft.data) && amountsOf(data);
  const goesOn = draft.step === field || draft.step === "confirm" || !isAsked || isAnswered;
  return goesOn ? entered(draft, data, firstOpenStep(data)) : changed(draft, { data });
}

/** What was wrong is said once, and where its question comes yet. What is asked of a list stays, with its button. */
function withoutSaid(data: DraftData, step: Step): DraftData {
  const problems = data.problems.filter(
    ({ code, field }) => field !== undefined && (field !== step || code === "WHOSE_AMOUNTS"),
  );
  return { ...data, problems };
}

function withoutVerdicts(data: DraftData): DraftData {
  return { ...data, refused: [], alsoRefused: {}, hasMore: false };
}

function entryEffects(draft: Draft, step: Step): DraftEffect[] {
  if (step === "confirm") return [{ kind: "quote" }];
  return step === "receivers" && draft.isGroup ? [{ kind: "prompt", field: step }] : [];
}

/** What a message said of more than one question. */
type Whole = "opened" | "line";

/**
 * The sources of a draft once a message (none for a button) has answered a question: an edit of it changes the field. Numbers of
 * messages are each chat's own, so those of a group mean nothing in the supergroup it has become.
 */
export function sourcesWith(
  { chatId, data }: Draft,
  field: TypedField | Whole,
  messageId: number | undefined,
): DraftData["sources"] {
  const known = data.sources.chatId === chatId ? data.sources : {};
  return { ...known, chatId, [field]: messageId };
}

/** The question that a message of the draft's chat has answered. */
export function answeredBy(
  { chatId, data: { sources } }: Draft,
  messageId: number | undefined,
): TypedField | undefined {
  if (messageId === undefined || sources.chatId !== chatId) return undefined;
  if (sources.added?.some((one) => one.messageId === messageId)) return "receivers";
  return TYPED_FIELDS.find((field) => sources[field] === messageId);
}

/** The message of the draft's chat has said several things of it at once. */
export function saidWhole(
  { chatId, data: { sources } }: Draft,
  messageId: number | undefined,
): Whole | undefined {
  if (messageId === undefined || sources.chatId !== chatId) return undefined;
  if (sources.opened === messageId) return "opened";
  return sources.line === messageId ? "line" : undefined;
}

/** A card that begins again; a group is asked for the wallets that it does not name. */
export function begunAgain(draft: Draft, data: DraftData, step: Step): DraftReduction {
  return changed(draft, { step, data }, ...entryEffects(draft, step));
}
