/** Every text the bot can say. A language is one file that implements this; cards decide what is said, a language how. */
import type { Duration } from "../../domain/duration.js";
import type { ErrorCode } from "../../domain/errors.js";
import type { LegState } from "../../domain/leg.js";
import type { Resource } from "../../domain/resource.js";
import type { Part } from "../format.js";
import type { BadReason, LineProblem, Step } from "../wizard/draft.js";
import type { ToastKey } from "../wizard/events.js";

/** What can stand on a card as the last problem: the error table, and what the bot itself could not use. */
export type NoticeCode =
  | ErrorCode
  | "AMOUNT_TOO_SMALL"
  | "AMOUNT_TOO_LARGE"
  | "AMOUNT_AMBIGUOUS"
  | "AMOUNT_NOT_UNDERSTOOD"
  | "NO_ADDRESS"
  | "MANUAL_NOT_YET"
  | "PRICE_ROSE";

/** What a notice may speak of; all that depends on its code is optional. */
export interface NoticeFacts {
  readonly isGroup: boolean;
  readonly resource: Resource;
  readonly receivers: number;
  readonly customerId: string;
  readonly contact: string | undefined;
  /** TRX, written. */
  readonly missing: string | undefined;
  /** Units that can be delivered now, to all receivers together. */
  readonly availableUnits: number | undefined;
  /** Units per receiver of it, when that is enough for an order. */
  readonly takeUnits: number | undefined;
  readonly readings: readonly string[];
  /** What is wrong, line by line, where the error names it. */
  readonly problems: readonly string[];
  /** Addresses in full. */
  readonly wallets: readonly string[];
  readonly floorSun: number | undefined;
  readonly requestId: string | undefined;
}

/** A plain message, with nothing to fill in. */
export type NoteKey =
  | "anonymousAdmin"
  | "channel"
  | "linkedPost"
  | "notYourReply"
  | "editedAfterPayment"
  | "deadLetter"
  | "draftDropped"
  | "nothingToCancel"
  | "privateOnly"
  | "orderNotFound"
  | "groupBuy"
  | "sorry";

export interface Messages {
  readonly buttons: Buttons;
  readonly commands: Record<CommandName, string>;
  readonly menu: (gift: string | undefined) => Part;
  readonly wizard: WizardTexts;
  readonly confirm: ConfirmTexts;
  readonly closed: Record<"dropped" | "replaced" | "paid", string>;
  readonly notices: Record<NoticeCode, (facts: NoticeFacts) => Part>;
  readonly batch: BatchTexts;
  readonly orders: OrdersTexts;
  readonly balance: (available: string, held: string | undefined) => Part;
  readonly topUp: (contact: string | undefined, customerId: string) => Part;
  readonly help: HelpTexts;
  readonly notes: Record<NoteKey, Part>;
  readonly credited: (amount: string, available: string) => Part;
  readonly prompts: Record<"receivers" | "amount", Prompt>;
  readonly toasts: Record<ToastKey, string>;
}

export type CommandName =
  | "start"
  | "buy"
  | "quote"
  | "orders"
  | "order"
  | "balance"
  | "cancel"
  | "help";

/** A question that forces a reply; the placeholder stands in the empty input field (1 to 64 characters). */
export interface Prompt {
  readonly text: (resource: Resource) => Part;
  readonly placeholder: string;
}

export interface Buttons {
  readonly buyEnergy: string;
  readonly buyBandwidth: string;
  readonly orders: string;
  readonly balance: string;
  readonly help: string;
  readonly back: string;
  readonly cancel: string;
  readonly other: string;
  readonly next: (receivers: number) => string;
  readonly preset: (units: number, use: "usdt" | "usdtNew" | undefined, times: number) => string;
  /** A filled field, which leads back to its question. */
  readonly field: (value: string) => string;
  readonly receiversField: (receivers: number, firstShort: string) => string;
  readonly pay: (total: string) => string;
  readonly lapsed: string;
  readonly newQuote: string;
  readonly buy: string;
  readonly take: (units: number) => string;
  readonly tryAgain: string;
  readonly retry: string;
  readonly privateChat: string;
  readonly repeat: string;
  readonly refresh: string;
  readonly copyOrderIds: (orders: number) => string;
  readonly copyReceiver: string;
  readonly order: (amount: number, resource: Resource, receiverShort: string) => string;
  readonly older: string;
  readonly newest: string;
}

export interface WizardTexts {
  readonly title: (resource: Resource | undefined) => string;
  readonly question: Record<Exclude<Step, "confirm">, (facts: QuestionFacts) => Part>;
  readonly taken: (receivers: number) => string;
  readonly refused: (address: string, reason: BadReason) => Part;
  readonly moreRefused: (count: number) => string;
  readonly beyondLimit: (count: number) => string;
  readonly lowEnergy: (least: number) => string;
  /** A word of a one-line order that could not be used; `word` and `hint` are short. */
  readonly lineProblem: Record<
    LineProblem["code"],
    (word: string, hint: readonly string[]) => Part
  >;
  readonly moreProblems: (count: number) => string;
}

export interface QuestionFacts {
  readonly resource: Resource;
  readonly receivers: number;
  readonly isGroup: boolean;
  /** A typed answer is awaited. */
  readonly awaitsText: boolean;
  readonly hasWallets: boolean;
}

/** What is rented; `amount` is for each receiver. */
export interface Rental {
  readonly amount: number;
  readonly resource: Resource;
  readonly duration: Duration;
  readonly receivers: number;
}

export interface ConfirmTexts {
  readonly title: (total: string, what: Rental) => Part;
  readonly quoteTitle: (total: string, what: Rental) => Part;
  /** Without a price, because it is being asked for or could not be had. */
  readonly noPriceTitle: (what: Rental) => Part;
  readonly asking: string;
  readonly perReceiver: (each: string, total: string) => string;
  readonly balance: (before: string, after: string) => string;
  readonly short: (before: string, missing: string) => string;
  readonly ends: (at: Part) => Part;
  readonly burn: (burn: string, saved: string) => string;
  readonly burnCheaper: (burn: string, more: string) => string;
  readonly burnUnknown: string;
  readonly receivers: (count: number) => string;
  readonly heldUntil: (at: Part) => Part;
  readonly lapsed: string;
}

export interface BatchTexts {
  readonly headline: Record<BatchState, (delivered: number, of: number) => Part>;
  readonly terms: (what: Rental, paid: string) => string;
  readonly endsAbout: (at: Part) => Part;
  readonly ends: (at: Part) => Part;
  readonly endsBetween: (first: Part, last: Part) => Part;
  readonly ended: (at: Part) => Part;
  readonly legState: Record<LegState, string>;
  /** Nothing is planned for what is missing at this moment. */
  readonly unplanned: string;
  readonly transaction: string;
  readonly line: (position: string, receiver: Part, orderId: Part) => Part;
  /** `amount` ends with a space, or is empty where it says nothing new. */
  readonly delegation: (amount: string, state: string, transaction: Part | undefined) => Part;
  readonly moreDelegations: (count: number) => string;
  readonly delegations: (count: number) => string;
  readonly cancelRequested: string;
  readonly cancelled: (reason: string | null) => string;
  readonly refunded: (amount: string) => string;
  readonly refundedTotal: (amount: string) => string;
  readonly waitsForNetwork: string;
  readonly finished: Record<"delivered" | "part" | "none", (facts: FinishedFacts) => Part>;
}

export type BatchState =
  | "safe"
  | "underWay"
  | "cancelling"
  | "ended"
  | "partlyDelivered"
  | "cancelled";

export interface FinishedFacts {
  readonly terms: string;
  readonly orderIds: Part;
  readonly delivered: number;
  readonly of: number;
  /** TRX, written; undefined when nothing came back. */
  readonly refunded: string | undefined;
  readonly endsAt: Part | undefined;
}

export interface OrdersTexts {
  readonly title: string;
  readonly empty: Part;
  readonly noMore: string;
  readonly line: (what: Rental, paid: string, state: string) => string;
  readonly state: Record<BatchState, string>;
}

export interface HelpTexts {
  readonly title: string;
  readonly oneLine: (buy: string) => Part;
  readonly group: Part;
  readonly contact: (contact: string) => string;
}
