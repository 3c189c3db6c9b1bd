/** What went wrong, and what to do next. */
import type { ErrorCode } from "../../domain/errors.js";
import type { Resource } from "../../domain/resource.js";
import { join, type Part } from "../transport/format.js";
import type { Words } from "./words.js";

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
  /** What was typed, where that is what is wrong; short. */
  readonly said: string | undefined;
  readonly resource: Resource;
  readonly receivers: number;
  /** What is not locked is not delivered. */
  readonly requireLock: boolean;
  readonly customerId: string;
  readonly contact: string | undefined;
  readonly takesDeposits: boolean;
  /** Of what is required: TRX, written. */
  readonly missing: { readonly amount: string; readonly required: string } | undefined;
  /** Units that can be delivered now, to all receivers together; locked, where that is required. */
  readonly availableUnits: number | undefined;
  /** Units per receiver of it, when that is enough for an order. */
  readonly takeUnits: number | undefined;
  /** Units, or what can be typed. */
  readonly readings: readonly (string | number)[];
  /** What is wrong, line by line, where the error names it. */
  readonly problems: readonly string[];
  /** Receivers that are refused, each in full with its reason. */
  readonly wallets: readonly Part[];
  /** What was bid and what is the least, in SUN. */
  readonly price: { readonly asked: number; readonly floor: number } | undefined;
  /** The least or the most, written. */
  readonly limit: string;
  /** Why something is not done for a team. */
  readonly ofTeam: Part | undefined;
}

export const notices = ({ text, rich, or, which, reading }: Words) => {
  const unreadable = () => text("notices-unreadable");
  const lapsed = () => text("notices-lapsed");
  const badWallets = ({ wallets }: NoticeFacts) =>
    join([text("notices-bad-wallets"), ...wallets, text("notices-bad-wallets-change")]);
  const texts: Record<NoticeCode, (facts: NoticeFacts) => Part> = {
    MALFORMED_JSON: unreadable,
    METHOD_NOT_ALLOWED: unreadable,
    UNSUPPORTED_MEDIA_TYPE: unreadable,
    HEADERS_TOO_LARGE: unreadable,
    VALIDATION_FAILED: ({ problems }) =>
      join([text("notices-VALIDATION_FAILED"), ...problems, text("notices-VALIDATION_FAILED-end")]),
    UNAUTHORIZED: () => text("notices-UNAUTHORIZED"),
    INSUFFICIENT_BALANCE: ({ isGroup, missing, ...whose }) =>
      isGroup
        ? text("notices-INSUFFICIENT_BALANCE-in-group")
        : join([
            text("notices-INSUFFICIENT_BALANCE"),
            missing !== undefined
              ? text("notices-INSUFFICIENT_BALANCE-missing", {
                  missingAmount: missing.amount,
                  missingRequired: missing.required,
                })
              : undefined,
            rich("top-up", whose),
          ]),
    FORBIDDEN: ({ ofTeam }) => ofTeam ?? text("notices-FORBIDDEN"),
    NOT_FOUND: () => text("notices-NOT_FOUND"),
    ORDER_NOT_FOUND: ({ isGroup }) => text("notices-ORDER_NOT_FOUND", { isGroup }),
    NO_CAPACITY: ({
      availableUnits = 0,
      takeUnits,
      resource,
      receivers,
      requireLock,
    }: NoticeFacts) =>
      text("notices-NO_CAPACITY", {
        free: availableUnits,
        resource,
        receivers,
        isLocked: requireLock,
        takeUnits,
      }),
    NOT_CANCELABLE: () => text("notices-NOT_CANCELABLE"),
    NOT_CHANGEABLE: () => text("notices-NOT_CHANGEABLE"),
    REFERENCE_USED: () => text("notices-REFERENCE_USED"),
    QUOTE_EXPIRED: lapsed,
    QUOTE_MISMATCH: lapsed,
    IDEMPOTENCY_IN_PROGRESS: () => text("notices-IDEMPOTENCY_IN_PROGRESS"),
    IDEMPOTENCY_KEY_REUSED: () => text("notices-IDEMPOTENCY_KEY_REUSED"),
    TOO_MANY_OPEN: () => text("notices-TOO_MANY_OPEN"),
    BODY_TOO_LARGE: () => text("notices-BODY_TOO_LARGE"),
    RECEIVER_NOT_ACTIVATED: badWallets,
    RECEIVER_IS_CONTRACT: badWallets,
    RECEIVER_REFUSED: badWallets,
    CHALLENGE_EXPIRED: () => text("notices-CHALLENGE_EXPIRED"),
    SIGNATURE_INVALID: () => text("notices-SIGNATURE_INVALID"),
    PERMISSION_MISSING: () => text("notices-PERMISSION_MISSING"),
    RATE_LIMITED: ({ limit }) => text("notices-RATE_LIMITED", { limit: limit || undefined }),
    INTERNAL: () => text("notices-INTERNAL"),
    CHAIN_UNAVAILABLE: () => text("notices-CHAIN_UNAVAILABLE"),
    BUSY: () => text("notices-BUSY"),
    DESK_HALTED: () => text("notices-DESK_HALTED"),
    OUTCOME_UNKNOWN: () => text("notices-OUTCOME_UNKNOWN"),
    SHUTTING_DOWN: () => text("notices-SHUTTING_DOWN"),
    AMOUNT_TOO_SMALL: ({ said, limit }) => text("notices-AMOUNT_TOO_SMALL", { said, limit }),
    AMOUNT_TOO_LARGE: ({ said, limit }) => text("notices-AMOUNT_TOO_LARGE", { said, limit }),
    AMOUNT_AMBIGUOUS: ({ said, readings }) =>
      text("notices-AMOUNT_AMBIGUOUS", { said, readings: which(readings.map(reading)) }),
    AMOUNT_NOT_UNDERSTOOD: ({ said }) => text("notices-AMOUNT_NOT_UNDERSTOOD", { said }),
    DURATION_NOT_OFFERED: ({ said, readings }) =>
      text("notices-DURATION_NOT_OFFERED", {
        count: readings.length,
        said,
        readings: or(readings.map(String)),
      }),
    NO_ADDRESS: ({ said }) => text("notices-NO_ADDRESS", { said }),
    PRICE_BELOW_FLOOR: ({ price }) =>
      text("notices-PRICE_BELOW_FLOOR", {
        priceAsked: price?.asked,
        priceFloor: price?.floor ?? 0,
      }),
    PRICE_NOT_UNDERSTOOD: ({ said }) => text("notices-PRICE_NOT_UNDERSTOOD", { said }),
    PRICE_NOT_WHOLE: ({ said, readings }) =>
      readings.length > 0
        ? text("notices-PRICE_NOT_WHOLE-readings", { said, readings: which(readings.map(String)) })
        : text("notices-PRICE_NOT_WHOLE", { said }),
    PRICE_TOO_HIGH: ({ said, limit }) => text("notices-PRICE_TOO_HIGH", { said, limit }),
    CHUNK_TOO_SMALL: ({ said, limit }) => text("notices-CHUNK_TOO_SMALL", { said, limit }),
    CHUNK_TOO_LARGE: ({ said, limit }) => text("notices-CHUNK_TOO_LARGE", { said, limit }),
  };
  return texts;
};

export const twoReadings =
  ({ text, which }: Words) =>
  (said: string | undefined, readings: readonly string[]): string =>
    text("two-readings", { said, readings: which(readings) });
