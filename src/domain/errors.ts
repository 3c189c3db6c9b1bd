/** Every refusal of the desk: one table of code, HTTP status and whether waiting makes sense. */
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
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A problem of one field: `path` is dotted ("receiver.2"), `message` says what it must be. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** A refusal that the caller may read, never a bug. Nothing was changed when it is thrown. */
export class DeskError extends Error {
  override name = "DeskError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: unknown,
    /** Seconds after which asking again makes sense (the `Retry-After` header). */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
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
  availableSun: number,
  what: "cost" | "amount" = "cost",
): DeskError {
  const required = toTrx(requiredSun);
  const available = toTrx(availableSun);
  return new DeskError(
    "INSUFFICIENT_BALANCE",
    `The balance of ${available} TRX is below the ${what} of ${required} TRX. Nothing was debited.`,
    { required, available },
  );
}
