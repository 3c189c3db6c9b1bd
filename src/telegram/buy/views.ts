/** What the cards of an order that is put together show, as plain values. Money is in SUN; times are Unix milliseconds. */
import type { BookingReason } from "../../domain/booking.js";
import type { Taken } from "../../domain/deposit.js";
import type { Duration } from "../../domain/duration.js";
import type { ManualOptions } from "../../domain/order-request.js";
import type { Resource } from "../../domain/resource.js";
import type { PriceLook } from "../../engine/book/price-look.js";
import type { Outlook } from "../../engine/chat/outlook.js";
import type { Account } from "../../engine/teams/paid-from.js";
import type { AlsoRefused, LineProblem, Verdict } from "../intake/findings.js";
import type { ButtonTap } from "../kit/buttons.js";
import type { AmountPreset, DeskContact, WalletNames } from "../kit/views.js";
import type { ChoiceCosts } from "./choice-costs.js";
import type { Draft, DraftQuote } from "./draft.js";

/** A draft as it is drawn, in any step and status. */
export interface DraftView {
  readonly draft: Draft;
  readonly desk: DeskContact;
  /** The settings' presets for the resource of the draft. */
  readonly presets: readonly AmountPreset[];
  /** What the choices of a question for an amount or a duration cost. */
  readonly costs?: ChoiceCosts | undefined;
  /** Of the receivers, and of the wallets of a transfer. */
  readonly names?: WalletNames | undefined;
  /** The team whose balance pays. */
  readonly teamName?: string | undefined;
  /** Of a team: whether a tap orders, asks somebody else, or can do nothing. */
  readonly outlook?: Outlook | undefined;
  /** In private: the other accounts from which its owner may pay. */
  readonly otherAccounts?: readonly Account[];
  /** Who orders, in a group. */
  readonly ownerName?: string | undefined;
  /** What is credited of itself; looked up where money is missing, but in a group. */
  readonly taken?: Taken | undefined;
  /** Their owner has begun another order since, so that this one does not come back when money does. */
  readonly isPassedOver?: boolean;
  /** What the receivers have already; looked up where the price is shown. */
  readonly overlaps?: readonly OverlapView[];
  /** The time for which its price is held is over. */
  readonly isOver?: boolean;
  /** The expected end of a rental paid now; undefined while the duration is not known. */
  readonly endsAt: number | undefined;
  /** It begins so long before the rental ends that it extends that it can be booked for then. */
  readonly isWorthBooking: boolean;
  /** What is booked already to start then, for one of its wallets. */
  readonly booked?: Pick<BookingView, "dueAt" | "heldSun"> | undefined;
  /** How long a Manual order rests at most. */
  readonly deadlineMs: number;
  /** The order book, while a price is asked for. */
  readonly look: PriceLook | undefined;
}

/** An extension whose money is held; times are chain time. */
export interface BookingView {
  readonly bookingId: string;
  readonly resource: Resource;
  readonly amount: number;
  readonly duration: Duration;
  readonly receivers: readonly string[];
  readonly heldSun: number;
  /** When it becomes an order, and when the rental ends that it extends. */
  readonly dueAt: number;
  readonly endsAt: number;
  /** Why its money went back; undefined while it is held. */
  readonly reason: BookingReason | undefined;
  /** The team whose balance pays, and who has booked. */
  readonly payer?: { readonly team: string; readonly person: string } | undefined;
}

/** A rental of a receiver that runs or is on its way. */
export interface OverlapView {
  readonly receiver: string;
  readonly units: number;
  readonly ends: { readonly first: number; readonly last: number } | undefined;
}

/** What something costs, or would cost. */
export interface PriceView {
  readonly resource: Resource;
  /** Empty in a quote without wallets, whose price is for one. */
  readonly receivers: readonly string[];
  /** Of the receivers. */
  readonly names?: WalletNames | undefined;
  /** Units for each of them; one amount where there are none. */
  readonly amounts: readonly number[];
  /** Of Bandwidth for each, in the same payment. */
  readonly bandwidth?: number | undefined;
  readonly duration: Duration;
  readonly quote: Omit<DraftQuote, "quoteId">;
  /** Of a Manual order: its options, and how long it rests at most. */
  readonly manual?: { readonly options: ManualOptions; readonly deadlineMs: number } | undefined;
  readonly endsAt: number | undefined;
  readonly isGroup: boolean;
  /** What is not locked is not delivered. */
  readonly requireLock?: boolean | undefined;
}

/** The answer to /quote: it cannot be paid, so it does not say how long the price holds. */
export interface QuoteView extends PriceView {
  readonly refused: readonly Verdict[];
  readonly alsoRefused?: AlsoRefused;
  readonly beyondLimit: number;
  readonly problems: readonly LineProblem[];
  /** What its Buy button does. */
  readonly buy: ButtonTap;
}
