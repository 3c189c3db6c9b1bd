/** What can happen to a card of /sell, and what it asks for: the door does it and tells the reducer what came of it. */

import type { Resource } from "../../domain/resource.js";
import type { Offer } from "../../domain/seller.js";
import type { SellingAction } from "../buttons.js";
import type { AmountAnswer } from "../intake/amount.js";
import type { Look, Selling, SellingNotice } from "../state/selling.js";

/** A typed text, read for the question the card is at. */
export type SellingAnswer =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "signature"; readonly signature: string }
  | { readonly kind: "number"; readonly answer: AmountAnswer }
  | { readonly kind: "bad"; readonly notice: SellingNotice };

export type SellingEvent =
  | {
      readonly kind: "tap";
      readonly version: number;
      readonly action: SellingAction;
      readonly by: number;
    }
  | { readonly kind: "answer"; readonly answer: SellingAnswer }
  | { readonly kind: "listed"; readonly sellers: readonly string[] }
  | { readonly kind: "looked"; readonly look: Look }
  | { readonly kind: "challenged"; readonly text: string; readonly expiresAt: number }
  /** The account sells for the customer now. */
  | { readonly kind: "verified" }
  | { readonly kind: "terms"; readonly offer: Offer; readonly prices: readonly number[] }
  | { readonly kind: "offered" }
  | { readonly kind: "failed"; readonly notice: SellingNotice };

/** What the door must do before the card is written; what comes of it is the next event. */
export type SellingWish =
  | { readonly kind: "list" }
  | { readonly kind: "look" }
  | { readonly kind: "challenge" }
  | { readonly kind: "verify"; readonly signature: string }
  | { readonly kind: "terms"; readonly resource: Resource }
  | { readonly kind: "put"; readonly offer: Offer }
  | { readonly kind: "switch"; readonly resource: Resource; readonly active: boolean };

export type SellingToast = "notYours" | "stale" | "closed" | "saved" | "unchanged" | "refreshed";

export interface SellingReduction {
  readonly selling: Selling;
  readonly wish?: SellingWish;
  readonly toast?: SellingToast;
  /** To be drawn anew from what the tables hold. */
  readonly redraws?: boolean;
}
