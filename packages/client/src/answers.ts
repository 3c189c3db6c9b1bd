/**
 * What the service answers. Money is in TRX, exact to 6 decimals; `price` in SUN per unit; amounts in units; times in Unix
 * milliseconds. A service may answer more fields than these, and they are handed on.
 */
import type { components } from "./api.js";
import type { Duration, PerResource, Resource } from "./contract.js";

type Schemas = components["schemas"];

export type OrderStatus = "processing" | "completed" | "cancelled";

/** One wallet's order, as it was created. Source: `data.orders` of `POST /v1/order/create`. */
export interface OrderEntry {
  /** 24 characters. */
  readonly orderId: string;
  readonly receiver: string;
  readonly type: "Fast" | "Manual";
  readonly resourceType: Resource;
  readonly resourceAmount: number;
  /** SUN per unit. */
  readonly price: number;
  /** TRX debited. */
  readonly paidAmount: number;
  readonly status: OrderStatus;
  readonly createdAt: number;
}

/** Source: `data` of `POST /v1/order/create`. */
export interface CreatedOrders {
  readonly count: number;
  /** An entry for each receiver. */
  readonly orders: readonly OrderEntry[];
}

export type DelegationState =
  | "planned"
  | "signed"
  | "sent"
  | "included"
  | "solidified"
  | "reclaim_signed"
  | "reclaim_sent"
  | "reclaimed"
  | "released"
  | "dead";

/** One delegation on chain. Source: `data.delegations` of `GET /v1/order/:orderId`. */
export interface Delegation {
  /** The account whose stake is delegated. */
  readonly owner: string;
  readonly amount: number;
  /** TRX; a dead delegation cost nothing. */
  readonly cost: number;
  /** Null until it is signed. */
  readonly txid: string | null;
  readonly state: DelegationState;
  /** Whether the chain itself keeps the owner from taking it back before `expiresAt`. */
  readonly locked: boolean;
  /** Chain time. */
  readonly delegatedAt: number | null;
  /** Chain time. */
  readonly expiresAt: number | null;
  readonly reclaimTxid?: string;
}

/** An order now. Source: `data` of `GET /v1/order/:orderId`. */
export interface Order extends OrderEntry {
  readonly duration: Duration;
  /** As ordered; null for Fast. */
  readonly options: {
    readonly allow_partial: boolean;
    readonly partial_min?: number;
    readonly bulk_order: boolean;
  } | null;
  readonly filledAmount: number;
  /** TRX: with the three below it adds up to `paidAmount`. */
  readonly spentAmount: number;
  readonly heldAmount: number;
  readonly refundedAmount: number;
  /** What sellers asked less than `price`, given back when they delivered. */
  readonly improvedAmount: number;
  /** Of the call that created it; null without one. */
  readonly reference: string | null;
  /** Nothing of it is delivered without a lock; absent where that was not asked for. */
  readonly requireLock?: true;
  /** Units that nobody delivers yet. */
  readonly restingAmount: number;
  /** Why they rest, or why a delegation waits to be signed, in words; only while that is so. */
  readonly restReason?: string;
  /** When a Manual order is closed and the rest given back; else null. */
  readonly deadline: number | null;
  readonly cancelRequested: boolean;
  readonly cancelReason: string | null;
  /** When the last delegation ends, in chain time; null before the first. */
  readonly expiresAt: number | null;
  readonly delegations: readonly Delegation[];
}

/** Source: `data` of `POST /v1/order/quote`. */
export interface Quote {
  /** Absent where a receiver cannot be served. */
  readonly quoteId?: string;
  /** When the price is bound no longer; absent with `quoteId`. */
  readonly expiresAt?: number;
  /** SUN per unit. */
  readonly price: number;
  /** TRX for the receivers that can be served. */
  readonly totalAmount: number;
  /** Absent where they get different amounts. */
  readonly perReceiver?: number;
  readonly receivers: readonly {
    readonly receiver: string;
    readonly ok: boolean;
    readonly reason?:
      | "spaces"
      | "hex"
      | "not an address"
      | "checksum"
      | "not activated"
      | "contract"
      | "refused";
    /** TRX for this one, where it can be served. */
    readonly cost?: number;
  }[];
  /** Units that could be delivered now, all wallets together. */
  readonly capacity: number;
  /** For a Manual order: what a Fast one would cost instead. */
  readonly fast?: { readonly price: number; readonly totalAmount: number };
  /** For a Fast order, only where sellers fill all of it at once for less: a Manual order at `price` would pay `cost` TRX. */
  readonly book?: {
    readonly price: number;
    readonly amount: number;
    readonly cost: number;
    readonly fillsNow: true;
  };
  /** For a Manual order: units that are filled at once, and the TRX that they cost. */
  readonly manual?: { readonly fillsNow: number; readonly cost: number };
  readonly explanation: string;
}

/** Where and what to pay in. */
export interface DepositOffer {
  /** Yours alone. */
  readonly address: string;
  /** Earlier addresses of yours: do not use them, what comes there may be lost. Older services do not tell. */
  readonly retired?: readonly string[];
  readonly network: string;
  readonly accepts: readonly {
    readonly asset: "TRX" | "USDT";
    /** Less than this in one transfer is not credited. */
    readonly minimum: number;
    /** TRX for one USDT, now; what counts is the rate at the block. */
    readonly rateTrx?: number;
  }[];
  /** When a deposit counts: "solid", about a minute after its block. */
  readonly credited: string;
}

/** Money that came to your address. */
export interface Deposit {
  readonly depositId: string;
  readonly txid: string;
  /** "TRX", "USDT", or the address of another token's contract. */
  readonly asset: string;
  /** In TRX or USDT; of another token its smallest units, as text. */
  readonly amount: number | string;
  readonly creditedTrx: number;
  /** TRX for one USDT, as it was at the block. */
  readonly rate: number | null;
  /** "seen", "credited", "review", "waits_for_rate", "below_minimum", "unsupported", "refused" or "undone"; a newer service may know more. */
  readonly status: string;
  readonly blockNumber: number;
  /** Time of the block, Unix milliseconds. */
  readonly at: number;
}

/** A movement of your money, as it was booked. */
export interface StatementLine {
  /** Unix milliseconds. */
  readonly at: number;
  /** "deposit", "payment", "gift", "hold", "delivered", "refund", "withdrawal" and others; a newer service may know more. */
  readonly kind: string;
  /** What moved, in TRX, above 0. */
  readonly amount: number;
  /** Your balances after it, in TRX. */
  readonly available: number;
  readonly held: number;
  readonly orderId?: string;
  readonly depositId?: string;
  readonly withdrawalId?: string;
  /** Your own name for the call of the order. */
  readonly reference?: string;
  readonly note?: string;
}

/** TRX. Source: `data` of `GET /v1/balance`. */
export interface Balance {
  readonly available: number;
  /** Held for orders that are not delivered yet, and withdrawals that are not signed. */
  readonly held: number;
  /** Of `available` what can be withdrawn, fees included: gifts are spent here. */
  readonly withdrawable: number;
}

/** Money on its way out, in TRX. Source: `data` of `POST /v1/withdrawals`. */
export type Withdrawal = Schemas["Withdrawal"];
export type WithdrawalStatus = Withdrawal["status"];

/** Units a day from stake, the wallet's own and what is delegated to it, with what it has used of them. */
export interface ResourceUse {
  readonly limit: number;
  readonly used: number;
  readonly free: number;
}

/** A wallet on chain. Source: `data` of `GET /v1/address/:address`. */
export interface WalletState {
  readonly address: string;
  readonly activated: boolean;
  readonly contract: boolean;
  readonly energy: ResourceUse;
  readonly bandwidth: ResourceUse & {
    /** What is left today of the Bandwidth that every account has for nothing. */
    readonly dailyFree: number;
  };
  /** Your own rentals of this wallet that are on chain now, up to 100; what ends first comes first. */
  readonly rentals: readonly {
    readonly orderId: string;
    readonly resourceType: Resource;
    readonly amount: number;
    readonly expiresAt: number | null;
    readonly locked: boolean;
    readonly state: DelegationState;
  }[];
}

/** What is sold and for how much, per resource. Source: `data` of `GET /setting/ui`. */
export interface Settings {
  /** Least `resourceAmount`, in units. */
  readonly minAmount: PerResource<number>;
  /** The Fast price in SUN per unit; a duration's floor counts where it is higher. */
  readonly fastSellRate: PerResource<number>;
  /** Least `options.partial_min`, in units. */
  readonly settingsOrder: { readonly partialFill: PerResource<number> };
  /** Units that a Fast order can have now. */
  readonly readyResource: PerResource<number>;
  /** The least Manual price of each duration, in SUN per unit. */
  readonly ratesByDuration: readonly {
    readonly duration: Duration;
    readonly exactDurationSeconds: number;
    readonly rate: PerResource<number>;
  }[];
}

/** At most a second old. Source: `data` of `GET /v1/orderbook`. */
export interface OrderBook {
  readonly resource: Resource;
  readonly duration: Duration;
  readonly at: number;
  /** Resting Manual orders, the highest price first; `price` in SUN per unit, `amount` in units. */
  readonly bids: readonly {
    readonly price: number;
    readonly amount: number;
    readonly orders: number;
  }[];
  /** What can be bought, the lowest price first. */
  readonly asks: readonly {
    readonly price: number;
    readonly amount: number;
    readonly offers: number;
  }[];
}
