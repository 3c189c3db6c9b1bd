/** Names of the desk's contract: durations, resources, the codes of its errors. A test of the desk holds them against its own. */

/** How long a rental lasts. */
export type Duration = "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";

export type Resource = "energy" | "bandwidth";

export type PerResource<T> = Record<Resource, T>;

/** The desk's table of errors, docs/api.md. */
export type ErrorCode =
  | "MALFORMED_JSON"
  | "VALIDATION_FAILED"
  | "UNAUTHORIZED"
  | "INSUFFICIENT_BALANCE"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "ORDER_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "NO_CAPACITY"
  | "NOT_CANCELABLE"
  | "NOT_CHANGEABLE"
  | "REFERENCE_USED"
  | "QUOTE_EXPIRED"
  | "CHALLENGE_EXPIRED"
  | "IDEMPOTENCY_IN_PROGRESS"
  | "TOO_MANY_OPEN"
  | "BODY_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "RECEIVER_NOT_ACTIVATED"
  | "RECEIVER_IS_CONTRACT"
  | "RECEIVER_REFUSED"
  | "PRICE_BELOW_FLOOR"
  | "QUOTE_MISMATCH"
  | "SIGNATURE_INVALID"
  | "PERMISSION_MISSING"
  | "IDEMPOTENCY_KEY_REUSED"
  | "RATE_LIMITED"
  | "HEADERS_TOO_LARGE"
  | "INTERNAL"
  | "CHAIN_UNAVAILABLE"
  | "BUSY"
  | "DESK_HALTED"
  | "SHUTTING_DOWN";

/** A problem of one field: `path` is dotted ("receiver.2"), `message` says what it must be. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}
