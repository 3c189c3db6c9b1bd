/** What the document says of a route. */
import type { z } from "zod";
import type { ErrorCode } from "../../domain/errors.js";
import type { Right } from "../../domain/team.js";

export type JsonSchema = Readonly<Record<string, unknown>>;

export type RouteContract = RouteShape & Caller;

/** Who may call: a customer with their key, anybody, Telegram, or the operator's own programs. */
type Caller =
  | {
      readonly caller: "customer";
      /** What a team's key needs: whose it is must have that right now. `noTeam`: no key of a team may. */
      readonly right: Right | "noTeam";
    }
  | { readonly caller: "anybody" | "telegram" | "operator" };

interface RouteShape {
  readonly method: "get" | "post" | "put" | "patch";
  /** As OpenAPI writes it: "/v1/order/{orderId}". */
  readonly path: string;
  /** The name that generated clients give the call. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** The limit that counts its calls. */
  readonly limit?: "create" | "quote" | "cancel" | "read";
  /** Whether it takes an Idempotency-Key, or is refused without one. */
  readonly idempotencyKey?: "optional" | "required";
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** Undefined: a query is refused. */
  readonly query?: z.ZodObject;
  /** Takes any query, and reads none. */
  readonly ignoresQuery?: boolean;
  readonly body?: RequestBody;
  /** Takes any body, and reads none: clients differ in what they send with an empty POST. */
  readonly ignoresBody?: boolean;
  /** The `data` of a success, or a success of another form. */
  readonly answer: DataAnswer | OtherAnswer;
  /** Still answers while the desk shuts down. */
  readonly isServedWhileClosing?: boolean;
  /** Answers 304 to the ETag of its last answer. */
  readonly isCached?: boolean;
  /** Its own refusals, besides those of all routes of its kind. */
  readonly errors?: readonly ErrorCode[];
}

export interface RequestBody {
  /** Its name among the document's schemas, and in the client. */
  readonly name?: string;
  /** A function where JSON Schema says more than zod's own schema does. */
  readonly schema: z.ZodType | (() => JsonSchema);
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
