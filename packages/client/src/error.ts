/** The one error of the client: which code, whether the order may exist nonetheless, and never the key. */
import type { ErrorCode, ErrorDetails, FieldProblem } from "./answers.js";

/**
 * What the client says itself:
 * - `NETWORK`: no connection, or it broke; `TIMEOUT`: no answer in time; `ABORTED`: by your signal; `CLOSED`: by `close()`;
 * - `BAD_ANSWER`: a success in a form that nobody agreed on;
 * - `REFUSED`: the service said no, in words of its own (`details`); `UNAVAILABLE`: it cannot answer now (502, 503, 504);
 * - `ORDER_CANCELLED`: `waitForOrder` waited for what cannot come any more.
 */
export type ClientErrorCode =
  | "NETWORK"
  | "TIMEOUT"
  | "ABORTED"
  | "CLOSED"
  | "BAD_ANSWER"
  | "REFUSED"
  | "UNAVAILABLE"
  | "ORDER_CANCELLED";

/** Codes of the desk's table of errors (docs/api.md) and of the client. */
export type EnergyDeskErrorCode = ErrorCode | ClientErrorCode;

export interface ErrorFacts {
  readonly status?: number | undefined;
  readonly details?: unknown;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly outcomeUnknown?: boolean | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

export class EnergyDeskError extends Error {
  override readonly name = "EnergyDeskError";
  /** What went wrong; decide by this. */
  readonly code: EnergyDeskErrorCode;
  /** HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  /**
   * What the service says beyond the message, in a form for each code (`detailsOf`); its whole body where that has another form.
   */
  readonly details: unknown;
  /** Names the call to the operator. */
  readonly requestId: string | undefined;
  /** Milliseconds after which the service wants to be asked again. */
  readonly retryAfterMs: number | undefined;
  /** True after a call that changes something where no answer tells whether it did. */
  readonly outcomeUnknown: boolean;
  /** Of a creation: send the same order with it again, and it is paid once. */
  readonly idempotencyKey: string | undefined;

  constructor(code: EnergyDeskErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.details = facts.details;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.outcomeUnknown = facts.outcomeUnknown ?? false;
    this.idempotencyKey = facts.idempotencyKey;
  }

  /** What is said beyond the message after this code, as a desk says it: `{required, available}` in TRX after `INSUFFICIENT_BALANCE`, and so on. */
  detailsOf<Code extends keyof ErrorDetails>(code: Code): ErrorDetails[Code] | undefined {
    return this.code === code ? (this.details as ErrorDetails[Code] | undefined) : undefined;
  }

  /** What `VALIDATION_FAILED` lists: the path of each field, dotted ("receiver.2"), and what it must be. */
  get fieldProblems(): readonly FieldProblem[] {
    const { details } = this;
    if (this.code !== "VALIDATION_FAILED" || !Array.isArray(details)) return [];
    return details.filter(
      (problem) => typeof problem?.path === "string" && typeof problem?.message === "string",
    );
  }
}

/** The same error, with more known of it. */
export function withFacts(error: EnergyDeskError, facts: ErrorFacts): EnergyDeskError {
  const { status, details, requestId, retryAfterMs, outcomeUnknown, idempotencyKey, cause } = error;
  const known = { status, details, requestId, retryAfterMs, outcomeUnknown, idempotencyKey, cause };
  return new EnergyDeskError(error.code, error.message, { ...known, ...facts });
}

/** Exhaustive by its type: a code that the contract gains is missing here until it is told of. */
const SERVICE_CODES: Record<ErrorCode, true> = {
  MALFORMED_JSON: true,
  VALIDATION_FAILED: true,
  UNAUTHORIZED: true,
  INSUFFICIENT_BALANCE: true,
  FORBIDDEN: true,
  NOT_FOUND: true,
  ORDER_NOT_FOUND: true,
  METHOD_NOT_ALLOWED: true,
  NO_CAPACITY: true,
  NOT_CANCELABLE: true,
  NOT_CHANGEABLE: true,
  REFERENCE_USED: true,
  QUOTE_EXPIRED: true,
  CHALLENGE_EXPIRED: true,
  IDEMPOTENCY_IN_PROGRESS: true,
  TOO_MANY_OPEN: true,
  BODY_TOO_LARGE: true,
  UNSUPPORTED_MEDIA_TYPE: true,
  RECEIVER_NOT_ACTIVATED: true,
  RECEIVER_IS_CONTRACT: true,
  RECEIVER_REFUSED: true,
  PRICE_BELOW_FLOOR: true,
  QUOTE_MISMATCH: true,
  SIGNATURE_INVALID: true,
  PERMISSION_MISSING: true,
  IDEMPOTENCY_KEY_REUSED: true,
  RATE_LIMITED: true,
  HEADERS_TOO_LARGE: true,
  INTERNAL: true,
  CHAIN_UNAVAILABLE: true,
  BUSY: true,
  DESK_HALTED: true,
  OUTCOME_UNKNOWN: true,
  SHUTTING_DOWN: true,
};

/** What a status says by itself, for services that have no codes or other ones. */
const STATUS_CODES: Readonly<Record<number, EnergyDeskErrorCode>> = {
  401: "UNAUTHORIZED",
  402: "INSUFFICIENT_BALANCE",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  413: "BODY_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "RATE_LIMITED",
  431: "HEADERS_TOO_LARGE",
  500: "INTERNAL",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "UNAVAILABLE",
};

export function codeOf(status: number, told: unknown): EnergyDeskErrorCode {
  if (typeof told === "string" && Object.hasOwn(SERVICE_CODES, told)) return told as ErrorCode;
  return STATUS_CODES[status] ?? (status >= 500 ? "UNAVAILABLE" : "REFUSED");
}
