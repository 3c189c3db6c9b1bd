/** The last problem on a card, and what to do next. */
import type { ErrorCode } from "../../../domain/errors.js";
import type { Resource } from "../../../domain/resource.js";
import type { Part } from "../../format.js";

/** The last problem on a card: a code of the error table, or what the bot itself could not use. */
export type NoticeCode =
  | ErrorCode
  | "AMOUNT_TOO_SMALL"
  | "AMOUNT_TOO_LARGE"
  | "AMOUNT_AMBIGUOUS"
  | "AMOUNT_NOT_UNDERSTOOD"
  | "DURATION_NOT_OFFERED"
  | "NO_ADDRESS"
  | "PRICE_NOT_UNDERSTOOD"
  | "PRICE_NOT_WHOLE"
  | "PRICE_TOO_HIGH"
  | "CHUNK_TOO_SMALL"
  | "CHUNK_TOO_LARGE";

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
  /** What was bid and what is the least, in SUN. */
  readonly price: { readonly asked: number; readonly floor: number } | undefined;
  /** The least or the most, written. */
  readonly limit: string;
}

/** What is missing of what is required: TRX, written. */
export interface Shortage {
  readonly amount: string;
  readonly required: string;
}

export type NoticeTexts = Record<NoticeCode, (facts: NoticeFacts) => Part>;
