/** Every refusal as the document shows it: the form of its details, and an example. */
import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "../../domain/errors.js";
import { ORDER_STATUSES } from "../../domain/order.js";
import { WITHDRAWAL_STATUSES } from "../../domain/withdrawal.js";
import {
  address,
  duration,
  EXAMPLE_ADDRESS,
  named,
  priceSun,
  readiness,
  trx,
  units,
  unixMs,
} from "./shapes.js";

interface Refusal {
  readonly what: string;
  readonly example: string;
  readonly details?: z.ZodType;
  readonly exampleDetails?: unknown;
}

const problems = z.array(
  named(
    "FieldProblem",
    z.object({
      path: z.string().describe("The field, dotted: `receiver.2`; empty for the body as a whole."),
      message: z.string(),
    }),
  ),
);

const receiverProblems = z.array(
  z.object({ path: z.string(), receiver: address, message: z.string() }),
);

const oneProblem = (path: string, message: string) => [{ path, message }];
const oneReceiver = (message: string) => [
  { path: "receiver.0", receiver: EXAMPLE_ADDRESS, message },
];

const REFUSALS: Readonly<Record<ErrorCode, Refusal>> = {
  MALFORMED_JSON: {
    what: "There is no body, or it is not JSON in UTF-8.",
    example: "The body must be JSON: it breaks at position 17.",
  },
  VALIDATION_FAILED: {
    what: "Correct what `details` lists, with an empty `path` where the body is JSON but no object; without `details`, the request itself was broken.",
    example: 'duration: must be one of "15m", "1h"; it was "2h"',
    details: problems.optional(),
    exampleDetails: oneProblem("duration", 'must be one of "15m", "1h"; it was "2h"'),
  },
  UNAUTHORIZED: {
    what: "The key is missing, unknown or revoked.",
    example: "The API key is missing or invalid. Send yours in the header x-api-key.",
  },
  INSUFFICIENT_BALANCE: {
    what: "Add money, order or withdraw less; `details` are in TRX.",
    example: "The balance of 1.5 TRX is below the cost of 3.9 TRX. Nothing was debited.",
    details: z.object({
      required: trx,
      available: trx.describe("Absent for a team's key that may not see the balance.").optional(),
    }),
    exampleDetails: { required: 3.9, available: 1.5 },
  },
  FORBIDDEN: {
    what: "Your key may not do this, it is above a limit of your team (`details.left` in TRX is what is left), or it is off.",
    example:
      "It is above this key's limit for a day: 1.5 TRX are left today (UTC). Nothing was debited.",
    details: z.object({ left: trx }).optional(),
    exampleDetails: { left: 1.5 },
  },
  NOT_FOUND: {
    what: "There is nothing at this path, or no such seller or withdrawal of yours.",
    example: `You have no seller ${EXAMPLE_ADDRESS}. Register it first: POST /v1/seller answers with a text to sign.`,
  },
  ORDER_NOT_FOUND: {
    what: "You have no such order; other customers' orders look like this too.",
    example: "You have no order with this id.",
  },
  METHOD_NOT_ALLOWED: {
    what: "Sent with a method that this path does not have: `Allow` names those it has.",
    example: "GET is not allowed here; use POST.",
  },
  NO_CAPACITY: {
    what: "Order at most `details.available` units, all wallets together, or later; with `requireLock` it is what could be locked.",
    example:
      "The desk can deliver 40,000 Energy now, which is too little for this order. Ask for less, or later; nothing was debited.",
    details: z.object({ available: units }),
    exampleDetails: { available: 40_000 },
  },
  NOT_CANCELABLE: {
    what: "The order is completed, or the withdrawal signed or over.",
    example: "The order is completed: everything was delivered, and stays until its rental ends.",
    details: z.object({ status: z.enum([...ORDER_STATUSES, ...WITHDRAWAL_STATUSES]) }),
    exampleDetails: { status: "completed" },
  },
  NOT_CHANGEABLE: {
    what: "Nothing of the order rests: it is a Fast one, all of it is under way or delivered, or it is being closed.",
    example: "This order is no longer open and can't be changed.",
    details: z.object({ status: z.enum(ORDER_STATUSES) }),
    exampleDetails: { status: "completed" },
  },
  REFERENCE_USED: {
    what: "Give the call another reference, or send the body that had it first.",
    example:
      'Another order of yours has the reference "invoice 17". Use a new reference for each call; nothing was debited.',
  },
  QUOTE_EXPIRED: {
    what: "Ask for a new quote: it has lapsed or was used.",
    example: "quoteId: this quote has expired. Request a new one; nothing was debited.",
  },
  CHALLENGE_EXPIRED: {
    what: "Ask for a new text with `POST /v1/seller` and sign that.",
    example: `There is no open challenge for ${EXAMPLE_ADDRESS}: it has expired, was used, or was replaced by a newer one. Request a new one with POST /v1/seller and sign that.`,
  },
  IDEMPOTENCY_IN_PROGRESS: {
    what: "The first call with this key still runs: send it again in a moment.",
    example:
      "A call with this Idempotency-Key is still running. Send it again in a moment to get its answer.",
  },
  TOO_MANY_OPEN: {
    what: "You have as many open withdrawals as you may: wait until one is paid, or cancel one.",
    example:
      "You have 20 open withdrawals, which is the maximum. Cancel one, or wait until one is paid; nothing was taken.",
  },
  BODY_TOO_LARGE: {
    what: "Send at most 64 KiB.",
    example: "The body is larger than 64 KiB. Send less per request.",
  },
  HEADERS_TOO_LARGE: {
    what: "Send a path and headers of 16 KiB at most.",
    example: "Path and headers together are larger than 16 KiB. Send less.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    what: "Send `Content-Type: application/json`, not compressed.",
    example: "Send the body as JSON, with the header Content-Type: application/json.",
  },
  RECEIVER_NOT_ACTIVATED: {
    what: "Send the wallets in `details` some TRX first, or leave them out.",
    example: `${EXAMPLE_ADDRESS} is not activated on TRON: send some TRX there first. Nothing was debited.`,
    details: receiverProblems,
    exampleDetails: oneReceiver("is not activated on TRON"),
  },
  RECEIVER_IS_CONTRACT: {
    what: "Leave out the contracts in `details`.",
    example: `${EXAMPLE_ADDRESS} is a contract: TRON delegates to wallets only. Nothing was debited.`,
    details: receiverProblems,
    exampleDetails: oneReceiver("is a contract"),
  },
  RECEIVER_REFUSED: {
    what: "Leave out the wallets in `details`: they are the desk's own, or nobody's.",
    example: `${EXAMPLE_ADDRESS} is not served: the desk's own accounts, and those of nobody, get no delegations. Use wallets of your own; nothing was debited.`,
    details: receiverProblems,
    exampleDetails: oneReceiver("belongs to the desk, or to nobody"),
  },
  PRICE_BELOW_FLOOR: {
    what: "Raise `price` to `details.floor`.",
    example:
      "price: 20 SUN is below the floor of 40 SUN for 1h. Raise the price; nothing was debited.",
    details: z.object({ price: priceSun, floor: priceSun, duration }),
    exampleDetails: { price: 20, floor: 40, duration: "1h" },
  },
  QUOTE_MISMATCH: {
    what: "Send exactly the order that was quoted, with the same customer's key.",
    example:
      "quoteId: this is not a quote of yours for exactly this order. Request a new one; nothing was debited.",
  },
  SIGNATURE_INVALID: {
    what: "Sign the newest text, exactly as it is, with an owner key of the account.",
    example: `This signature was made by another key, that of ${EXAMPLE_ADDRESS}. Sign the text of the challenge exactly as it is. The challenge stays valid.`,
    details: z
      .object({
        signer: address.describe("Whose key made it."),
        weight: z.int().optional().describe("Of an owner key that does not suffice alone."),
        threshold: z.int().optional().describe("What its weight must reach."),
      })
      .optional(),
    exampleDetails: { signer: EXAMPLE_ADDRESS },
  },
  PERMISSION_MISSING: {
    what: "Give the desk's account in `details.operator` the permission, then verify again.",
    example: "The account does not let the desk delegate. The challenge stays valid.",
    details: z.object({
      operator: address,
      operations: z.array(z.int()).describe("The operations that the permission must allow."),
    }),
    exampleDetails: { operator: EXAMPLE_ADDRESS, operations: [57, 58] },
  },
  IDEMPOTENCY_KEY_REUSED: {
    what: "Use a new key: this one belongs to another order or withdrawal.",
    example: "This Idempotency-Key was used for another order. Use a new key for each new order.",
  },
  RATE_LIMITED: {
    what: "Wait `Retry-After` seconds.",
    example: "More than 15 calls in one second. Wait 1 s and try again; nothing was done.",
    details: z
      .object({
        maximum: z.int().describe("Orders that may be open, or cancelled or run out today."),
        until: unixMs.describe("When the day ends; absent where that makes no room.").optional(),
      })
      .optional()
      .describe("Of a creation, where too many of your orders bring nothing."),
  },
  INTERNAL: {
    what: "A bug: tell the operator the `requestId`. Repeat only with the same Idempotency-Key.",
    example: "Internal error. Send the operator this requestId.",
  },
  CHAIN_UNAVAILABLE: {
    what: "TRON cannot be asked: send it again after `Retry-After` seconds.",
    example: "TRON is unavailable: no answer. Nothing was created; try again in a few seconds.",
    details: readiness.optional().describe("Told by `GET /readyz` alone."),
  },
  BUSY: {
    what: "More orders come in, or wait for the chain, than can be handled: send it again after `Retry-After` seconds.",
    example:
      "More orders are waiting than the chain can settle. Nothing was created; send the order again in a moment.",
  },
  DESK_HALTED: {
    what: "The operator has stopped new orders; running ones go on. Send it again later, or ask them.",
    example:
      "The operator has paused new orders. Nothing was created; running orders continue. Try again later, or ask the operator.",
    details: readiness.optional().describe("Told by `GET /readyz` alone."),
  },
  OUTCOME_UNKNOWN: {
    what: "It may be done or not: send it again after `Retry-After` seconds with the same Idempotency-Key; if it had none, look first whether it is there.",
    example:
      "The desk lost its database while it wrote, so this may be done or not. Send it again in a moment, with the same Idempotency-Key: that does it once. If it had none, look first whether it is there.",
  },
  SHUTTING_DOWN: {
    what: "Nothing was done: send it again after `Retry-After` seconds.",
    example: "The desk is shutting down. Nothing was done; send the request again in a moment.",
  },
};

export const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** Names the whole failure of each code after its code, so that a client can tell them apart. */
for (const code of ERROR_CODES) {
  const { what, details } = REFUSALS[code];
  const message = z.string().describe("For people; decide by `code`.");
  const error = z.object({ code: z.literal(code), message, ...(details ? { details } : {}) });
  named(
    code,
    z
      .object({
        success: z.literal(false),
        error,
        requestId: z.string().describe("Give it to the operator when you ask about a call."),
      })
      .describe(what),
  );
}

export function errorExample(code: ErrorCode): unknown {
  const { example: message, exampleDetails: details } = REFUSALS[code];
  const requestId = "0b6e3c1a-7d52-4c8e-9f6a-2b1d4e5f6a7b";
  return { success: false, error: { code, message, details }, requestId };
}

export const errorSummary = (code: ErrorCode): string => REFUSALS[code].what;
