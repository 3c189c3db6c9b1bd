/** What the cards show, as plain values. Money is in SUN; times are Unix milliseconds. */
import type { BookingReason } from "../../domain/booking.js";
import type { Duration } from "../../domain/duration.js";
import type { Order } from "../../domain/order.js";
import type { ManualOptions } from "../../domain/order-request.js";
import type { Resource } from "../../domain/resource.js";
import type { Sends } from "../../domain/usdt.js";
import type { PriceLook } from "../../engine/book/price-look.js";
import type { Draft, DraftQuote, LineProblem, Verdict } from "../buy/draft.js";
import type { PresetUse } from "../text/en.js";
import type { ButtonTap } from "./buttons.js";

/** Whom to ask, and where to go for what a group may not see. */
export interface DeskContact {
  /** `OPERATOR_CONTACT`, such as "@desk_operator" or an address of any kind. */
  readonly operatorContact: string | undefined;
  /** Customers can pay in by themselves, so that nobody needs to be asked. */
  readonly takesDeposits: boolean;
  /** https://t.me/<the bot> */
  readonly privateChatUrl: string;
}

/** An amount offered as a button; `use` says what it is enough for, `times` how often. */
export interface AmountPreset {
  readonly units: number;
  readonly use?: PresetUse;
  readonly times?: number;
}

/** What the reader calls wallets, by address; a group sees no names: an address book is its owner's. */
export type WalletNames = ReadonlyMap<string, string>;

/** A draft as it is drawn, in any step and status. */
export interface DraftView {
  readonly draft: Draft;
  readonly desk: DeskContact;
  /** The settings' presets for the resource of the draft. */
  readonly presets: readonly AmountPreset[];
  /** Of the receivers. */
  readonly names?: WalletNames | undefined;
  /** Who pays, in a group. */
  readonly ownerName?: string | undefined;
  /** What the receivers have already; looked up where the price is shown. */
  readonly overlaps?: readonly OverlapView[];
  /** The expected end of a rental paid now; undefined while the duration is not known. */
  readonly endsAt: number | undefined;
  /** It begins so long before the rental ends that it extends that it can be booked for then. */
  readonly isWorthBooking: boolean;
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
}

/** A rental of a receiver that runs or is on its way. */
export interface OverlapView {
  readonly receiver: string;
  readonly units: number;
  readonly ends: { readonly first: number; readonly last: number } | undefined;
}

/** The orders of one call, on one card. */
export interface BatchView {
  readonly batchId: string;
  readonly orders: readonly Order[];
  /** Of the receivers. */
  readonly names?: WalletNames | undefined;
  /** The beginning of a txid's link, such as "https://tronscan.org/#/transaction/". */
  readonly txUrlPrefix: string;
  /** Wallets that this call did not take, and that come next. */
  readonly waiting?: { readonly draftId: string; readonly count: number } | undefined;
  /** The node cannot be asked now. */
  readonly waitsForNetwork: boolean;
  /** Chain time: a rental that has ended is not "safe to send" any more. */
  readonly now: number;
  /** What receivers can send, read after the delivery, by order; missing while that is not known. */
  readonly sends: Readonly<Record<string, Sends>>;
  /** What the network burns for a unit of Bandwidth; undefined when it is not known. */
  readonly burnPriceSun: number | undefined;
}

export interface OrdersView {
  /** The orders of each call, newest call first. */
  readonly batches: readonly (readonly Order[])[];
  /** Of the receivers. */
  readonly names?: WalletNames | undefined;
  /** Chain time. */
  readonly now: number;
  /** The cursor of older calls; undefined on the last page. */
  readonly olderCursor: string | undefined;
  /** Whether this is the first page; any other has a button back to it. */
  readonly isNewest: boolean;
  /** The card answers `/order` without an id: which order is meant. */
  readonly asks?: boolean;
}

export interface BalanceView {
  readonly customerId: string;
  readonly availableSun: number;
  /** For orders that run, and for withdrawals that wait. */
  readonly heldSun: number;
  /** What of it is for withdrawals. */
  readonly heldForWithdrawalsSun: number;
  /** What can be taken out; undefined where withdrawals are off. */
  readonly withdrawableSun?: number | undefined;
  readonly desk: DeskContact;
}

export interface HelpView {
  readonly isGroup: boolean;
  /** In groups with several bots a command needs the bot's name: "/buy@name". */
  readonly botUsername: string;
  readonly commands: readonly CommandLine[];
  readonly desk: DeskContact;
}

export interface CommandLine {
  /** Without the slash. */
  readonly command: string;
  readonly description: string;
}

export interface MenuView {
  readonly takesDeposits: boolean;
  /** Credited to a newcomer for trying (the sandbox); undefined for anybody else. */
  readonly giftSun: number | undefined;
  /** What was not understood of the text that it answers. */
  readonly above?: string | undefined;
}

/** `desk customer credit` was run for him. */
export interface CreditView {
  readonly amountSun: number;
  readonly availableSun: number;
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
  readonly moreRefused?: number;
  readonly beyondLimit: number;
  readonly problems: readonly LineProblem[];
  /** What sellers ask for all of it now, where that is less. */
  readonly offersSun?: number | undefined;
  /** What its Buy button does. */
  readonly buy: ButtonTap;
}

/** An error without a draft. `details` are those of the error table. */
export interface FailureView {
  readonly code: string;
  readonly details?: Record<string, unknown> | undefined;
  readonly isGroup: boolean;
  readonly customerId: string;
  readonly desk: DeskContact;
}
