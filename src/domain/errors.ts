/** Every refusal of the desk: one table of code, HTTP status and whether waiting makes sense. */
import type { Address } from "./address.js";
import type { Duration } from "./duration.js";
import { toTrx } from "./money.js";

export const ERROR_STATUS = {
  MALFORMED_JSON: 400,
  VALIDATION_FAILED: 400,
  UNAUTHORIZED: 401,
  INSUFFICIENT_BALANCE: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NO_CAPACITY: 409,
  NOT_CANCELABLE: 409,
  NOT_CHANGEABLE: 409,
  REFERENCE_USED: 409,
  QUOTE_EXPIRED: 409,
  CHALLENGE_EXPIRED: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  TOO_MANY_OPEN: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RECEIVER_NOT_ACTIVATED: 422,
  RECEIVER_IS_CONTRACT: 422,
  RECEIVER_REFUSED: 422,
  PRICE_BELOW_FLOOR: 422,
  QUOTE_MISMATCH: 422,
  SIGNATURE_INVALID: 422,
  PERMISSION_MISSING: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  CHAIN_UNAVAILABLE: 503,
  BUSY: 503,
  DESK_HALTED: 503,
  SHUTTING_DOWN: 503,
  OUTCOME_UNKNOWN: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A problem of one field: `path` is dotted ("receiver.2"), `message` says what it must be. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** A problem of one wallet. */
export interface ReceiverProblem extends FieldProblem {
  readonly receiver: Address;
}

/** The `details` of each error code; codes that are missing here have none. */
export interface ErrorDetails {
  /** Of a team's limit: what is left below it, in TRX. */
  FORBIDDEN: { readonly left: number };
  VALIDATION_FAILED: readonly FieldProblem[];
  /** In TRX; what is available only for who may see it. */
  INSUFFICIENT_BALANCE: { readonly required: number; readonly available?: number };
  /** In units. */
  NO_CAPACITY: { readonly available: number };
  NOT_CANCELABLE: { readonly status: string };
  NOT_CHANGEABLE: { readonly status: string };
  RECEIVER_NOT_ACTIVATED: readonly ReceiverProblem[];
  RECEIVER_IS_CONTRACT: readonly ReceiverProblem[];
  RECEIVER_REFUSED: readonly ReceiverProblem[];
  PRICE_BELOW_FLOOR: {
    readonly price: number;
    readonly floor: number;
    readonly duration: Duration;
  };
  /** Who signed, where that can be read; for an owner key that does not suffice alone, its weight and the threshold. */
  SIGNATURE_INVALID: {
    readonly signer: Address;
    readonly weight?: number;
    readonly threshold?: number;
  };
  PERMISSION_MISSING: { readonly operator: Address; readonly operations: readonly number[] };
  /** Of orders that are open or brought nothing today: how many there may be, and when the day ends. */
  RATE_LIMITED: { readonly maximum: number; readonly until?: number };
  CHAIN_UNAVAILABLE: Readiness;
  /** For the operator: the checks that failed. */
  DESK_HALTED: Readiness | readonly Readonly<Record<"invariant" | "subject" | "found", string>>[];
}

/** `ok`, or what is wrong. Only the operator sees the reason of a halt or pause. */
export interface Readiness {
  readonly database: string;
  readonly node: string;
  readonly telegram: string;
  readonly halted: boolean;
  readonly paused: boolean;
  readonly replication?: string | undefined;
}

type Said<C, D> = [
  code: C,
  message: string,
  details?: D,
  /** Seconds to wait before asking again (the `Retry-After` header). */
  retryAfterSeconds?: number | undefined,
];

type Refused =
  | Said<ErrorCode, undefined>
  | { [C in keyof ErrorDetails]: Said<C, ErrorDetails[C] | undefined> }[keyof ErrorDetails];

/** A refusal that the caller may read, never a bug. When it is thrown, nothing was changed. */
export class DeskError extends Error {
  override name = "DeskError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails[keyof ErrorDetails] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(...[code, message, details, retryAfterSeconds]: Refused) {
    super(message);
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Its details, if it has this code. */
  detailsOf<C extends keyof ErrorDetails>(code: C): ErrorDetails[C] | undefined {
    // The constructor allows no other details for this code.
    return this.code === code ? (this.details as ErrorDetails[C] | undefined) : undefined;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

export function validationFailed(problems: readonly FieldProblem[]): DeskError {
  const first = problems[0];
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more, see details)` : "";
  const message = first
    ? `${first.path || "body"}: ${first.message}${more}`
    : "The request is invalid.";
  return new DeskError("VALIDATION_FAILED", message, problems);
}

export function insufficientBalance(
  requiredSun: number,
  availableSun: number | undefined,
  what: "cost" | "amount" = "cost",
): DeskError {
  const required = toTrx(requiredSun);
  const available = availableSun === undefined ? undefined : toTrx(availableSun);
  const balance = available === undefined ? "" : ` of ${available} TRX`;
  return new DeskError(
    "INSUFFICIENT_BALANCE",
    `The balance${balance} is below the ${what} of ${required} TRX. Nothing was debited.`,
    { required, ...(available !== undefined && { available }) },
  );
}
