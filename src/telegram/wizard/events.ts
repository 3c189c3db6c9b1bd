/**
 * What can happen to a draft, and what follows from it. Everything that needs the network or the database was looked up
 * before and comes with the event, so that the reducer is pure.
 */

import type { Action } from "../buttons.js";
import type { AmountAnswer } from "../intake/amount.js";
import type { DurationAnswer } from "../intake/duration.js";
import type { PriceAnswer } from "../intake/price.js";
import type { AskedField, Draft, DraftQuote, Notice, Verdict } from "../state/draft.js";

export type DraftEvent =
  /** A button; it carries the version that stood on the card. */
  | { readonly kind: "tap"; readonly version: number; readonly action: Action; readonly by: number }
  /** A typed or edited answer, parsed for the field it belongs to. */
  | {
      readonly kind: "receivers";
      readonly verdicts: readonly Verdict[];
      readonly messageId: number | undefined;
    }
  | {
      readonly kind: "amount";
      readonly answer: AmountAnswer;
      readonly messageId: number | undefined;
    }
  | {
      readonly kind: "duration";
      readonly answer: DurationAnswer;
      readonly messageId: number | undefined;
    }
  /** `floorSun` is the floor of the moment, where it is known what the price is for. */
  | {
      readonly kind: "price";
      readonly answer: PriceAnswer;
      readonly floorSun: number | undefined;
      readonly messageId: number | undefined;
    }
  | {
      readonly kind: "partialMin";
      readonly answer: AmountAnswer;
      readonly messageId: number | undefined;
    }
  /**
   * A fresh quote for a complete draft, or why there is none (also: why it could not be paid).
   * `version` is the draft's when it was asked for: an answer that comes after a change is
   * dropped, because it prices what is no longer on the card.
   */
  | { readonly kind: "quoted"; readonly version: number; readonly quote: DraftQuote }
  | { readonly kind: "failed"; readonly version: number; readonly notice: Notice }
  /** The timer: the quote's time is over. */
  | { readonly kind: "lapsed"; readonly quoteId: string }
  /** The order of the draft was created, in the same transaction. */
  | { readonly kind: "paid" }
  /** Another draft took its place, or the user dropped it. */
  | { readonly kind: "replaced" }
  | { readonly kind: "dropped" };

/** What the reducer asks for beyond the new state. */
export type Effect =
  /** The answer to the tap: a word, or nothing but the end of the spinner. */
  | { readonly kind: "toast"; readonly toast: ToastKey; readonly alert?: boolean }
  /** The draft is complete: quote it (the result comes back as `quoted` or `failed`). */
  | { readonly kind: "quote" }
  /** Pay: at most `maxTotalSun`, the amount on the button. */
  | { readonly kind: "pay"; readonly maxTotalSun: number }
  /** In a group: ask for the typed answer with a forced, selective reply. */
  | { readonly kind: "prompt"; readonly field: AskedField };

/** The words of an answer to a tap; the texts are in text/. */
export type ToastKey =
  | "notYours"
  | "stale"
  | "alreadyPaid"
  | "alreadyDropped"
  | "quoteLapsed"
  | "nothingToGoBackTo";

export interface Reduction {
  readonly draft: Draft;
  readonly effects: readonly Effect[];
}
