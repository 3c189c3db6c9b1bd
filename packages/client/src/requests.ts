/** What a script asks for. Amounts are in units, prices in SUN per unit; 1 TRX is 1,000,000 SUN. */
import type { Order, OrderStatus } from "./answers.js";
import type { Duration, Resource } from "./contract.js";

/** Any letter case is read; these two are offered. */
export type ResourceName = Resource | Capitalize<Resource>;

interface AnyOrder {
  readonly resourceType: ResourceName;
  /** 1 to 20 different wallets: base58 addresses that start with T, activated on chain, no contracts. */
  readonly receiver: readonly string[];
  /**
   * Units for each wallet: a whole number from 32,000 Energy or 1,000 Bandwidth to 10,000,000,000. Every order has this or `amounts`, the
   * bare contract only this.
   */
  readonly resourceAmount?: number | undefined;
  /** Units for each wallet of `receiver`, in their order. */
  readonly amounts?: readonly number[] | undefined;
  /** Anything up to a day costs the same; longer rentals cost their days. */
  readonly duration: Duration;
  /** Pays the price of this quote: the same order within 30 s of `quote`. No part of the bare contract. */
  readonly quoteId?: string | undefined;
  /**
   * Your own name for the call, 1 to 64 printable ASCII characters: `orders({ reference })` finds its orders. For another body it is refused
   * with `REFERENCE_USED`. No part of the bare contract.
   */
  readonly reference?: string | undefined;
  /**
   * Only locked delegations: a Fast order that cannot be locked is refused with `NO_CAPACITY` (`details.available` is what could be), a Manual
   * one rests. Without it the pool delivers unlocked where no lock is possible. No part of the bare contract.
   */
  readonly requireLock?: boolean | undefined;
}

/** Delivered at once, at the desk's own price (`settings().fastSellRate`). */
export interface FastOrder extends AnyOrder {
  readonly type: "Fast";
}

/**
 * A limit order: pays at most `price`, what sellers ask where they ask less, and rests in the book until sellers fill it, it is cancelled
 * or its deadline passes.
 */
export interface ManualOrder extends AnyOrder {
  readonly type: "Manual";
  /** SUN per unit: a whole number from the floor of the duration (`settings().ratesByDuration`) up. */
  readonly price: number;
  readonly options: {
    /** Whether several sellers may deliver parts. */
    readonly allow_partial: boolean;
    /** Units of the smallest part: a whole number from 20,000 Energy or 1,000 Bandwidth, which is the default. */
    readonly partial_min?: number | undefined;
    /** Whether the wallets of the call start together or not at all; false unless given. */
    readonly bulk_order?: boolean | undefined;
  };
  /** How long it may rest, in hours from its creation: 1 to 168. No part of the bare contract. */
  readonly lifetimeHours?: number | undefined;
}

/** What is to be another. Source: the body of `PATCH /v1/order/:orderId`. */
export interface OrderChange {
  /** SUN per unit: the most it pays. */
  readonly price?: number | undefined;
  /** How long it may rest in all, in hours from its creation: 1 to 168. */
  readonly lifetimeHours?: number | undefined;
  /** @deprecated The former name of `lifetimeHours`. */
  readonly lifetime?: number | undefined;
}

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

/** Source: the body of `POST /v1/withdrawals`. */
export interface WithdrawalRequest {
  /** Base58, starts with T; an account outside of the desk, no contract. */
  readonly address: string;
  /** TRX that arrive, with up to 6 decimals; the fee is taken on top. */
  readonly amount: number;
}

/** Source: the body of `POST /v1/seller/verify`. */
export interface SellerProof {
  readonly address: string;
  /** Of the newest text for the account, 65 bytes in hex. */
  readonly signature: string;
}

/** All terms of one resource. Source: the body of `PUT /v1/seller/:address/offer`. */
export interface OfferTerms {
  readonly resourceType: ResourceName;
  /** The least price in SUN per unit, 1 to 1,000. */
  readonly minPrice: number;
  readonly shortestDuration: Duration;
  readonly longestDuration: Duration;
  /** Units of the smallest part: from 20,000 Energy or 1,000 Bandwidth, which is the default. */
  readonly minChunk?: number | undefined;
  /** Units that stay the seller's; 0 unless given. */
  readonly keep?: number | undefined;
  /** False takes the offer out of the book; true unless given. */
  readonly active?: boolean | undefined;
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
