/**
 * What the service answers about sellers. Money is in TRX, exact to 6 decimals; prices in SUN per unit; amounts in units; times in
 * Unix milliseconds.
 */

import type { DelegationState } from "./answers.js";
import type { Duration, PerResource, Resource } from "./contract.js";

/** A text to sign. Source: `data` of `POST /v1/seller`. */
export interface SellerChallenge {
  readonly address: string;
  /** Sign it exactly as it is (`signMessageV2`, TIP-191), with an owner key of the account that suffices alone. */
  readonly challenge: string;
  readonly expiresAt: number;
}

/** Source: `data.sellers` of `GET /v1/seller`. */
export interface SellerSummary {
  readonly address: string;
  /** A paused seller sells nothing; `pauseReason` says what to do, and it goes on by itself then. */
  readonly status: "active" | "paused";
  readonly pauseReason: string | null;
  readonly registeredAt: number;
  /** TRX that wait to be paid out to the account itself. */
  readonly earned: number;
}

/** Source: `data` of `GET /v1/seller/:address`. */
export interface Seller extends SellerSummary {
  /** What the desk's key may do with the account beyond delegating, in words. */
  readonly warnings: readonly string[];
  /** Units that can be sold now. */
  readonly capacity: PerResource<number>;
  readonly offers: readonly Offer[];
  /** What is out; `newest` has up to 100. */
  readonly openDelegations: { readonly count: number; readonly newest: readonly Fill[] };
  /** TRX paid out, or on their way. */
  readonly paidOut: number;
  /** Why the next run of payouts does not pay what is earned; null where the desk pays nothing out. */
  readonly payout: {
    /** "first_payout": the first to an account waits; "approval": the operator's. Null: it is paid. */
    readonly waits: "minimum" | "first_payout" | "approval" | null;
    readonly notBefore: number | null;
    readonly minimum: number;
  } | null;
}

export interface Offer {
  readonly resourceType: Resource;
  /** SUN per unit. */
  readonly minPrice: number;
  readonly shortestDuration: Duration;
  readonly longestDuration: Duration;
  /** Units of the smallest part. */
  readonly minChunk: number;
  /** Units that stay the seller's. */
  readonly keep: number;
  readonly active: boolean;
  /** Among equal prices the older offer sells first. */
  readonly since: number;
}

/** What a seller has delegated. Source: `data.fills` of `GET /v1/seller/:address/fills`. */
export interface Fill {
  readonly receiver: string;
  readonly resourceType: Resource;
  readonly amount: number;
  readonly duration: Duration;
  /** SUN per unit, as the buyer pays. */
  readonly price: number;
  /** TRX for the seller, his once the state is `solidified`. */
  readonly earns: number;
  readonly txid: string | null;
  readonly state: DelegationState;
  readonly locked: boolean;
  readonly delegatedAt: number | null;
  readonly expiresAt: number | null;
  readonly reclaimTxid?: string;
}
