/** Every text of the bot. Cards decide what is said; a language is one file that says how. */
import type { Duration } from "../../domain/duration.js";
import type { ErrorCode } from "../../domain/errors.js";
import type { OrderType } from "../../domain/order-request.js";
import type { Cost } from "../../domain/price.js";
import type { Resource } from "../../domain/resource.js";
import type { Part } from "../format.js";
import type { BadReason, LineProblem, Step } from "../wizard/draft.js";
import type { ToastKey } from "../wizard/events.js";

/** The last problem on a card: a code of the error table, or what the bot itself could not use. */
export type NoticeCode =
  | ErrorCode
  | "AMOUNT_TOO_SMALL"
  | "AMOUNT_TOO_LARGE"
  | "AMOUNT_AMBIGUOUS"
  | "AMOUNT_NOT_UNDERSTOOD"
  | "NO_ADDRESS"
  | "MANUAL_NOT_YET";

/** What a notice may speak of; all that depends on its code is optional. */
export interface NoticeFacts {
  readonly isGroup: boolean;
  readonly resource: Resource;
  readonly receivers: number;
  readonly customerId: string;
  readonly contact: string | undefined;
  readonly missing: Shortage | undefined;
  /** Units that can be delivered now, to all receivers together. */
  readonly availableUnits: number | undefined;
  /** Units per receiver of it, when that is enough for an order. */
  readonly takeUnits: number | undefined;
  readonly readings: readonly string[];
  /** What is wrong, line by line, where the error names it. */
  readonly problems: readonly string[];
  /** Receivers that are refused, each in full with its reason. */
  readonly wallets: readonly Part[];
  /** The least or the most units, written. */
  readonly limit: string;
}

/** What is missing of what is required: TRX, written. */
export interface Shortage {
  readonly amount: string;
  readonly required: string;
}

/** A plain message, with nothing to fill in. */
export type NoteKey =
  | "anonymousAdmin"
  | "channel"
  | "linkedPost"
  | "editedAfterPayment"
  | "deadLetter"
  | "draftDropped"
  | "nothingToCancel"
  | "privateOnly"
  | "groupHint";

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
  readonly prompts: Record<"receivers" | "amount" | "order", Prompt>;
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

/** A question that forces a reply; the placeholder stands in the empty input field. */
export interface Prompt {
  readonly text: (resource: Resource) => Part;
  readonly placeholder: string;
}

/** What an amount is enough for: USDT transfers, to wallets that hold some or that never did. */
export type PresetUse = "usdt" | "usdtNew";

export interface Buttons {
  readonly buyEnergy: string;
  readonly buyBandwidth: string;
  readonly orders: string;
  readonly balance: string;
  readonly help: string;
  readonly back: string;
  readonly cancel: string;
  readonly other: string;
  readonly type: Record<OrderType, string>;
  readonly resource: Record<Resource, string>;
  readonly duration: (duration: Duration) => string;
  readonly next: (receivers: number) => string;
  readonly preset: (units: number, use: PresetUse | undefined, times: number) => string;
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
  /** The orders from one place to another, of so many. */
  readonly copyOrderIds: (first: number, last: number, of: number) => string;
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
  /** Why it costs what it costs. */
  readonly explanation: (cost: Cost) => string;
  readonly perReceiver: (each: string, total: string) => string;
  readonly balance: (before: string, after: string) => string;
  readonly short: (before: string, missing: string) => string;
  readonly ends: (at: Part) => Part;
  readonly burn: (burn: string, saved: string) => string;
  readonly burnCheaper: (burn: string, more: string) => string;
  readonly burnUnknown: string;
  /** Fewer units than ordered can be delivered now, to all wallets together. */
  readonly capacityShort: (units: number, resource: Resource, receivers: number) => string;
  readonly receivers: (count: number) => string;
  readonly heldUntil: (at: Part) => Part;
  readonly lapsed: string;
}

export interface BatchTexts {
  readonly headline: Record<BatchState, (delivered: number, of: number) => string>;
  readonly terms: (what: Rental, paid: string) => string;
  readonly ends: (at: Part) => Part;
  readonly endsBetween: (first: Part, last: Part) => Part;
  readonly ended: (at: Part) => Part;
  readonly legState: Record<LegWord, string>;
  /** Nothing is planned for what is missing at this moment. */
  readonly unplanned: string;
  readonly transaction: string;
  readonly order: (id: Part) => Part;
  readonly orders: (ids: readonly string[]) => string;
  /** `amount` ends with a space, or is empty where it says nothing new. */
  readonly delegation: (amount: string, state: string, transaction: Part | undefined) => Part;
  readonly moreDelegations: (count: number) => string;
  readonly cancelRequested: string;
  readonly cancelled: (reason: string | null) => string;
  readonly refunded: (amount: string) => string;
  readonly waitsForNetwork: string;
}

/** The states of a leg, as far as a customer cares. */
export type LegWord = "planned" | "signed" | "sent" | "included" | "solidified" | "over" | "dead";

export type BatchState =
  | "safe"
  | "underWay"
  | "cancelling"
  /** Some of the orders are over. */
  | "ending"
  | "ended"
  | "partlyDelivered"
  | "cancelled";

/** An order by itself is over or not. */
export type OrderState = Exclude<BatchState, "ending">;

export interface OrdersTexts {
  readonly title: string;
  /** Asks which one is meant; the list stands below. */
  readonly question: Part;
  readonly empty: Part;
  readonly line: (what: Rental, paid: string, state: string) => string;
  readonly state: Record<OrderState, string>;
}

export interface HelpTexts {
  readonly title: string;
  readonly oneLine: (buy: string) => Part;
  readonly paying: string;
  readonly group: Part;
  readonly contact: (contact: string) => string;
}
