/**
 * What a script asks for: the types of the desk's OpenAPI document (api.ts), and the client's own. Amounts are in units, prices in SUN per
 * unit; 1 TRX is 1,000,000 SUN.
 */
import type { Order, OrderStatus, Resource, Schemas } from "./answers.js";

/** Any letter case is read; these two are offered. */
export type ResourceName = Resource | Capitalize<Resource>;

/** As scripts may write it: what is optional may be undefined, and a resource is named in either case. */
type Sent<T> = T extends object
  ? {
      readonly [Field in keyof T]: Field extends "resourceType"
        ? ResourceName
        : undefined extends T[Field]
          ? Sent<T[Field]> | undefined
          : Sent<T[Field]>;
    }
  : T;

/** At least one of the two forms of an amount; the desk refuses both. */
type WithAmount<T> = T & {
  readonly resourceAmount?: number | undefined;
  readonly amounts?: readonly number[] | undefined;
};

/** Delivered at once, at the desk's own price (`settings().fastSellRate`). The bare contract has no field beyond `duration`. */
export type FastOrder = WithAmount<Sent<Schemas["FastOrder"]>>;

/**
 * A limit order: pays at most `price`, what sellers ask where they ask less, and rests in the book until sellers fill it, it is cancelled
 * or its deadline passes. Of `lifetimeHours`, `quoteId`, `reference` and `requireLock` the bare contract knows nothing.
 */
export type ManualOrder = WithAmount<Sent<Schemas["ManualOrder"]>>;

/** What is to be another. */
export type OrderChange = Sent<Schemas["OrderChange"]>;

export type WithdrawalRequest = Schemas["WithdrawalRequest"];
export type SellerProof = Schemas["SellerProof"];
export type OfferTerms = Sent<Schemas["OfferTerms"]>;

/** Source: the body of `POST /v1/order/create` and `POST /v1/order/quote`. */
export type OrderRequest = FastOrder | ManualOrder;

/** Which orders to list; everything is optional. Source: the query of `GET /v1/orders`. */
export interface OrderFilter {
  readonly status?: OrderStatus | undefined;
  /** Orders for this wallet. */
  readonly receiver?: string | undefined;
  /** Orders of the call that has this reference. */
  readonly reference?: string | undefined;
  /** Time of creation in Unix milliseconds, included. */
  readonly from?: number | undefined;
  /** Time of creation in Unix milliseconds, included. */
  readonly to?: number | undefined;
  /** Orders fetched with one call, 1 to 100; 100 unless given. All of them are listed either way. */
  readonly pageSize?: number | undefined;
}

export interface StatementPeriod {
  /** Time of booking in Unix milliseconds, included. */
  readonly from?: number | undefined;
  /** Time of booking in Unix milliseconds, included. */
  readonly to?: number | undefined;
  /** Movements fetched with one call, 1 to 100; 100 unless given. All of them are listed either way. */
  readonly pageSize?: number | undefined;
}

/** Of one call. */
export interface CallOptions {
  /** Ends the call with `ABORTED`: at once, wherever it is. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, from its sending to the end of its answer; that of the client unless given. */
  readonly timeoutMs?: number | undefined;
}

export interface CreateOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters, not beginning with a double quote; a random one unless given. Keep it where a
   * crash cannot take it and the order can be sent again: for 72 hours the same key and body pay once.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface EnergyDeskOptions {
  /** Where the service is, an http or https URL; a path in it stands before `/v1/…`. */
  readonly baseUrl: string;
  /** The customer's key. It leaves the client in the header `x-api-key` and nowhere else. */
  readonly apiKey: string;
  /** Milliseconds for one attempt of a call, 1 to 600,000; 15,000 unless given. Waiting for a turn is not counted. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is sent again at most, 0 to 20; 4 unless given. */
  readonly maxRetries?: number | undefined;
  /** A service that asks for a longer pause than this many milliseconds is not waited for; 60,000 unless given. */
  readonly maxRetryAfterMs?: number | undefined;
  /**
   * Whether the service pays once for one `Idempotency-Key`. Without a word it is asked when that matters: a desk says so
   * in its `/openapi.json`. A service that does not is never sent an order twice when the first may have arrived.
   */
  readonly idempotencyKeys?: boolean | undefined;
}

export interface WaitOptions extends CallOptions {
  /**
   * What is waited for, "final" unless given:
   * - `final`: `completed` or `cancelled`;
   * - `completed`: everything is delivered and on chain now; what cannot come any more fails with `ORDER_CANCELLED`;
   * - `solidified`: completed, and no fork of the chain can undo it any more;
   * - or a test of the order as it is now.
   */
  readonly until?: "final" | "completed" | "solidified" | ((order: Order) => boolean) | undefined;
  /** Milliseconds for all of it; 120,000 unless given. A Fast order takes a block or two, a Manual one up to a day. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds between two looks, at least 100; 1,000 unless given. */
  readonly pollMs?: number | undefined;
}
