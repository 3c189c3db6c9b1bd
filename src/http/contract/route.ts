/** The document's description of a route. */
import type { z } from "zod";
import type { ErrorCode } from "../../domain/errors.js";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface RouteContract {
  readonly method: "get" | "post" | "put" | "patch";
  /** As OpenAPI writes it: "/v1/order/{orderId}". */
  readonly path: string;
  /** The name that generated clients give the call. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Who may call: a customer with his key, anybody, Telegram, or the operator's own programs. */
  readonly caller: "customer" | "anybody" | "telegram" | "operator";
  /** The limit that counts its calls. */
  readonly limit?: "create" | "quote" | "cancel" | "read";
  /** Takes an Idempotency-Key. */
  readonly isIdempotent?: boolean;
  /** And is refused without one. */
  readonly needsKey?: boolean;
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  readonly body?: RequestBody;
  /** The `data` of a success, or a success of another form. */
  readonly answer: DataAnswer | OtherAnswer;
  /** Answers 304 to the ETag of its last answer. */
  readonly isCached?: boolean;
  /** Its own refusals, beside those of every route of its kind. */
  readonly errors?: readonly ErrorCode[];
}

interface RequestBody {
  readonly schema: JsonSchema;
  readonly examples: Readonly<Record<string, unknown>>;
}

interface DataAnswer {
  readonly data: z.ZodType;
  readonly example: unknown;
  /** Browsers, which ask for HTML, get a page. */
  readonly isPageToo?: boolean;
}

interface OtherAnswer {
  /** One of them; undefined for an answer without a body. */
  readonly contentTypes: readonly string[];
}

export const TAGS = {
  Orders: "Order Energy and Bandwidth for wallets, follow and cancel orders.",
  Account: "Your money, and what the chain says of an address.",
  Market: "Prices and the order book; public.",
  Sellers: "Sell Energy and Bandwidth from an account of yours.",
  Desk: "The desk itself: health and this document.",
  Operator:
    "For the operator's own programs and for Telegram, each with a secret of its own; no customer's key opens these.",
} as const;

type Tag = keyof typeof TAGS;
