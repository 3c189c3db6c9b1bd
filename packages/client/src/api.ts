/**
 * The named schemas of the desk's OpenAPI document as types. All lines are made by `npm run client-types`.
 * Money is in TRX, exact to 6 decimals; `price` in SUN per unit; amounts in units; times in Unix milliseconds.
 */
export interface components {
  schemas: {
    /** @description At the desk's price, at once. `price` and `lifetimeHours` are dropped, whatever they hold; `options` are checked, and not used. */
    readonly FastOrder: {
      /** @constant */
      readonly type: "Fast";
      readonly resourceType: components["schemas"]["ResourceName"];
      /**
       * @description How long the wallets keep it, from its block on chain.
       * @enum {string}
       */
      readonly duration: "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";
      /** @description Pay the price of this quote, which was for the same order. */
      readonly quoteId?: string;
      /** @description Your own name for the call, which its orders carry and `GET /v1/orders?reference=` finds. Used again for another body it is refused; for the same one the orders of the first call are answered, and nothing is debited. */
      readonly reference?: string;
      /** @description Only locked delegations. Without it the pool delivers unlocked where no lock is possible, and leaves the stake for the whole duration. A `Fast` order that cannot be locked is refused, a `Manual` one rests. */
      readonly requireLock?: boolean;
      /** @description Wallets, activated on chain, no contracts. One that is named twice gets two entries. */
      readonly receiver: readonly string[];
      readonly options?: {
        /**
         * @description Whether several sellers may deliver parts.
         * @constant
         */
        readonly allow_partial: true;
        /**
         * @description The wallets of the call start together or not at all.
         * @default false
         */
        readonly bulk_order?: boolean;
        /** @description A whole number: the smallest part, in units; above the amount of a wallet it means all of it. Ignored where `allow_partial` is false. */
        readonly partial_min?: number;
      } | {
        /**
         * @description Whether several sellers may deliver parts.
         * @constant
         */
        readonly allow_partial: false;
        /**
         * @description The wallets of the call start together or not at all.
         * @default false
         */
        readonly bulk_order?: boolean;
        /** @description A whole number: the smallest part, in units; above the amount of a wallet it means all of it. Ignored where `allow_partial` is false. */
        readonly partial_min?: unknown;
      };
    } & ({
      /** @description Units for each wallet. */
      readonly resourceAmount: number;
    } | {
      /** @description Instead of `resourceAmount`: units for each wallet of `receiver`, in their order. */
      readonly amounts: readonly number[];
    });
    /** @description A limit order: at your price, from whoever sells; it rests until it is filled, cancelled, or its deadline passes. */
    readonly ManualOrder: {
      /** @constant */
      readonly type: "Manual";
      readonly resourceType: components["schemas"]["ResourceName"];
      /**
       * @description How long the wallets keep it, from its block on chain.
       * @enum {string}
       */
      readonly duration: "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";
      /** @description Pay the price of this quote, which was for the same order. */
      readonly quoteId?: string;
      /** @description Your own name for the call, which its orders carry and `GET /v1/orders?reference=` finds. Used again for another body it is refused; for the same one the orders of the first call are answered, and nothing is debited. */
      readonly reference?: string;
      /** @description Only locked delegations. Without it the pool delivers unlocked where no lock is possible, and leaves the stake for the whole duration. A `Fast` order that cannot be locked is refused, a `Manual` one rests. */
      readonly requireLock?: boolean;
      /** @description Wallets, activated on chain, no contracts. One that is named twice gets two entries. */
      readonly receiver: readonly string[];
      /** @description The most you pay, in SUN per unit: at least the rate of the duration in `ratesByDuration` of `GET /setting/ui`. */
      readonly price: number;
      readonly options: {
        /**
         * @description Whether several sellers may deliver parts.
         * @constant
         */
        readonly allow_partial: true;
        /**
         * @description The wallets of the call start together or not at all.
         * @default false
         */
        readonly bulk_order?: boolean;
        /** @description A whole number: the smallest part, in units; above the amount of a wallet it means all of it. Ignored where `allow_partial` is false. */
        readonly partial_min?: number;
      } | {
        /**
         * @description Whether several sellers may deliver parts.
         * @constant
         */
        readonly allow_partial: false;
        /**
         * @description The wallets of the call start together or not at all.
         * @default false
         */
        readonly bulk_order?: boolean;
        /** @description A whole number: the smallest part, in units; above the amount of a wallet it means all of it. Ignored where `allow_partial` is false. */
        readonly partial_min?: unknown;
      };
      /** @description How long it may rest, in hours from its creation; the desk's own time without it. */
      readonly lifetimeHours?: number;
    } & ({
      /** @description Units for each wallet. */
      readonly resourceAmount: number;
    } | {
      /** @description Instead of `resourceAmount`: units for each wallet of `receiver`, in their order. */
      readonly amounts: readonly number[];
    });
    readonly OrderChange: {
      /** @description The most you pay, in SUN per unit: at least the rate of the duration in `ratesByDuration` of `GET /setting/ui`. */
      readonly price?: number;
      /** @description How long it may rest in all, in hours from its creation. */
      readonly lifetimeHours?: number;
      /**
       * @deprecated
       * @description The former name of `lifetimeHours`.
       */
      readonly lifetime?: number;
    };
    readonly SellerProof: {
      readonly address: string;
      /** @description Of the challenge, as it is (`signMessageV2`, TIP-191), with an owner key. */
      readonly signature: string;
    };
    readonly OfferTerms: {
      readonly resourceType: components["schemas"]["ResourceName"];
      /** @description Least price, in SUN per unit. */
      readonly minPrice: number;
      /** @enum {string} */
      readonly shortestDuration: "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";
      /**
       * @description Not shorter than `shortestDuration`.
       * @enum {string}
       */
      readonly longestDuration: "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";
      /** @description The smallest part, in units. */
      readonly minChunk?: number;
      /**
       * @description Units that stay yours.
       * @default 0
       */
      readonly keep?: number;
      /**
       * @description `false` takes the offer out of the book.
       * @default true
       */
      readonly active?: boolean;
    };
    readonly WithdrawalRequest: {
      /** @description An account of yours outside; no contract. */
      readonly address: string;
      /** @description TRX that arrive; the fee is taken on top. */
      readonly amount: number;
    };
    /**
     * @description `Energy` and `Bandwidth` are taken in any letter case.
     * @enum {string}
     */
    readonly ResourceName: "Energy" | "Bandwidth";
    readonly Address: {
      /**
       * @description A TRON address, base58check.
       * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
       */
      readonly address: string;
      /** @description Nothing can be delegated to an address before. */
      readonly activated: boolean;
      /** @description TRON delegates to wallets only. */
      readonly contract: boolean;
      readonly energy: {
        /** @description Units a day from stake: its own, and what is delegated to it. */
        readonly limit: number;
        /** @description Units of the resource. */
        readonly used: number;
        /** @description `limit` less `used`; 0 where more is used. */
        readonly free: number;
      };
      readonly bandwidth: {
        /** @description Units a day from stake: its own, and what is delegated to it. */
        readonly limit: number;
        /** @description Units of the resource. */
        readonly used: number;
        /** @description `limit` less `used`; 0 where more is used. */
        readonly free: number;
        /** @description What is left today of the bandwidth every account has for nothing. */
        readonly dailyFree: number;
      };
      /** @description Your own that are on chain now, up to 100; what ends first comes first. */
      readonly rentals: readonly {
        /** @description 24 characters; rises with time. */
        readonly orderId: string;
        readonly resourceType: components["schemas"]["Resource"];
        /** @description Units of the resource. */
        readonly amount: number;
        /** @description When it ends, in chain time. */
        readonly expiresAt: number | null;
        readonly locked: boolean;
        readonly state: components["schemas"]["DelegationState"];
      }[];
    };
    readonly Balance: {
      /** @description TRX to spend. */
      readonly available: number;
      /** @description TRX held for orders that are not delivered yet, and withdrawals not signed. */
      readonly held: number;
      /** @description Of `available` what can be withdrawn, fees included: gifts are spent here, and first, and not at sellers. */
      readonly withdrawable: number;
    };
    readonly Challenge: {
      /**
       * @description A TRON address, base58check.
       * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
       */
      readonly address: string;
      /** @description Sign it exactly as it is (`signMessageV2`, TIP-191). */
      readonly challenge: string;
      /** @description Unix milliseconds. */
      readonly expiresAt: number;
    };
    readonly CreatedOrders: {
      /** @description The number of entries. */
      readonly count: number;
      /** @description One entry for each receiver, in their order. */
      readonly orders: readonly components["schemas"]["OrderEntry"][];
    };
    readonly Delegation: {
      /**
       * @description Whose stake it is.
       * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
       */
      readonly owner: string;
      /** @description Units of the resource. */
      readonly amount: number;
      /** @description The part of the price that is for this delegation, in TRX. */
      readonly cost: number;
      readonly txid: string | null;
      readonly state: components["schemas"]["DelegationState"];
      /** @description The chain itself keeps the owner from taking it back before `expiresAt`. */
      readonly locked: boolean;
      /** @description Chain time. */
      readonly delegatedAt: number | null;
      /** @description Chain time. */
      readonly expiresAt: number | null;
      /** @description To look up on chain. */
      readonly reclaimTxid?: string;
    };
    /**
     * @description `planned` (no txid yet), `signed`, `sent`, `included` (in a block: the wallet has the units), `solidified` (final); after its end `reclaim_signed`, `reclaim_sent` and `reclaimed`, or `released` when its owner took the stake back; `dead` when it failed.
     * @enum {string}
     */
    readonly DelegationState: "planned" | "signed" | "sent" | "included" | "solidified" | "reclaim_signed" | "reclaim_sent" | "reclaimed" | "released" | "dead";
    readonly DepositOffer: {
      /**
       * @description Yours alone. Whatever TRX or USDT comes there is credited to you.
       * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
       */
      readonly address: string;
      /** @description Earlier addresses of yours. Do not use them: what comes there may be lost. */
      readonly retired: readonly string[];
      /** @description `mainnet`, `nile`, `shasta` or `sandbox`. */
      readonly network: string;
      readonly accepts: readonly {
        /** @enum {string} */
        readonly asset: "TRX" | "USDT";
        /** @description Less than this in one transfer is not credited. */
        readonly minimum: number;
        /** @description TRX for one USDT, now. What counts is the rate at the block. Absent while there is none: what comes waits for the next one. */
        readonly rateTrx?: number;
      }[];
      /**
       * @description A deposit counts once its block is solid, after about a minute.
       * @constant
       */
      readonly credited: "solid";
    };
    readonly DepositPage: {
      readonly deposits: readonly {
        readonly depositId: string;
        readonly txid: string;
        /** @description `TRX`, `USDT`, or the address of another token's contract. */
        readonly asset: string;
        /** @description In TRX or USDT; of another token its smallest units, as text. */
        readonly amount: number | string;
        /** @description TRX, exact to 6 decimals. */
        readonly creditedTrx: number;
        /** @description TRX for one USDT, as it was at the block, or as it was set next where it waited. */
        readonly rate: number | null;
        /**
         * @description `seen` may still vanish with a fork; `review` waits for a check by the desk, `waits_for_rate` for the desk's next rate of USDT; `below_minimum`, `unsupported`, `refused` and `undone` are not credited.
         * @enum {string}
         */
        readonly status: "seen" | "credited" | "review" | "waits_for_rate" | "below_minimum" | "unsupported" | "refused" | "undone";
        readonly blockNumber: number;
        /** @description The time of its block. */
        readonly at: number;
      }[];
      /** @description Give it as `cursor` for the next page; null on the last one. */
      readonly nextCursor: string | null;
    };
    readonly FieldProblem: {
      /** @description The field, dotted: `receiver.2`; empty for the body as a whole. */
      readonly path: string;
      readonly message: string;
    };
    readonly Fill: {
      /**
       * @description A TRON address, base58check.
       * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
       */
      readonly receiver: string;
      readonly resourceType: components["schemas"]["Resource"];
      /** @description Units of the resource. */
      readonly amount: number;
      /** @enum {string} */
      readonly duration: "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";
      /** @description What the buyer pays, in SUN per unit. */
      readonly price: number;
      /** @description Yours once the state is `solidified`: the price less the desk's commission. */
      readonly earns: number;
      readonly txid: string | null;
      readonly state: components["schemas"]["DelegationState"];
      /** @description The chain itself keeps the owner from taking it back before `expiresAt`. */
      readonly locked: boolean;
      /** @description Chain time. */
      readonly delegatedAt: number | null;
      /** @description Chain time. */
      readonly expiresAt: number | null;
      /** @description To look up on chain. */
      readonly reclaimTxid?: string;
    };
    readonly FillPage: {
      readonly fills: readonly components["schemas"]["Fill"][];
      /** @description Give it as `cursor` for the next page; null on the last one. */
      readonly nextCursor: string | null;
    };
    readonly Order: {
      /** @description 24 characters; rises with time. */
      readonly orderId: string;
      /**
       * @description A TRON address, base58check.
       * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
       */
      readonly receiver: string;
      /** @enum {string} */
      readonly type: "Fast" | "Manual";
      readonly resourceType: components["schemas"]["Resource"];
      /** @description Units for this wallet. */
      readonly resourceAmount: number;
      /** @description SUN per unit. */
      readonly price: number;
      /** @description What was debited for this wallet, in TRX: the most it may cost. */
      readonly paidAmount: number;
      /**
       * @description `processing`, then for good one of the others.
       * @enum {string}
       */
      readonly status: "processing" | "completed" | "cancelled";
      /** @description Unix milliseconds. */
      readonly createdAt: number;
      /** @enum {string} */
      readonly duration: "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";
      /** @description Units delegated so far. */
      readonly filledAmount: number;
      /** @description TRX for what is delivered. */
      readonly spentAmount: number;
      /** @description TRX still held for the rest. */
      readonly heldAmount: number;
      /** @description TRX given back for what was not delivered. */
      readonly refundedAmount: number;
      /** @description TRX given back because sellers asked less than your price; with the three before it adds up to `paidAmount`. */
      readonly improvedAmount: number;
      /** @description Units that nobody delivers yet. */
      readonly restingAmount: number;
      /** @description Why they rest, or why a delegation waits to be signed, in words; only while that is so. */
      readonly restReason?: string;
      /** @description When a Manual order is closed and the rest given back; else null. */
      readonly deadline: number | null;
      readonly cancelRequested: boolean;
      readonly cancelReason: string | null;
      /** @description Of a team, where it was another member than the one who ordered. */
      readonly cancelledBy?: components["schemas"]["Who"];
      /** @description When its last delegation ends, in chain time; null before the first. */
      readonly expiresAt: number | null;
      readonly reference: string | null;
      /** @description Who ordered; absent where the account is no team's. */
      readonly by?: components["schemas"]["Who"];
      /**
       * @description Nothing of it is delivered without a lock; absent where that was not asked for.
       * @constant
       */
      readonly requireLock?: true;
      /** @description Of a Manual order; else null. */
      readonly options: {
        readonly allow_partial: boolean;
        /** @description Only where parts are allowed. */
        readonly partial_min?: number;
        readonly bulk_order: boolean;
      } | null;
      readonly delegations: readonly components["schemas"]["Delegation"][];
    };
    readonly OrderBook: {
      readonly resource: components["schemas"]["Resource"];
      /** @enum {string} */
      readonly duration: "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";
      /** @description Resting Manual orders, the highest price first. */
      readonly bids: readonly {
        /** @description SUN per unit. */
        readonly price: number;
        /** @description Units of the resource. */
        readonly amount: number;
        readonly orders: number;
      }[];
      /** @description What can be bought, the lowest price first; the pool is one offer at its Fast price. */
      readonly asks: readonly {
        /** @description SUN per unit. */
        readonly price: number;
        /** @description Units of the resource. */
        readonly amount: number;
        readonly offers: number;
      }[];
      /** @description Unix milliseconds. */
      readonly at: number;
    };
    readonly OrderEntry: {
      /** @description 24 characters; rises with time. */
      readonly orderId: string;
      /**
       * @description A TRON address, base58check.
       * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
       */
      readonly receiver: string;
      /** @enum {string} */
      readonly type: "Fast" | "Manual";
      readonly resourceType: components["schemas"]["Resource"];
      /** @description Units for this wallet. */
      readonly resourceAmount: number;
      /** @description SUN per unit. */
      readonly price: number;
      /** @description What was debited for this wallet, in TRX: the most it may cost. */
      readonly paidAmount: number;
      /**
       * @description `processing`, then for good one of the others.
       * @enum {string}
       */
      readonly status: "processing" | "completed" | "cancelled";
      /** @description Unix milliseconds. */
      readonly createdAt: number;
    };
    readonly OrderPage: {
      readonly orders: readonly components["schemas"]["Order"][];
      /** @description Give it as `cursor` for the next page; null on the last one. */
      readonly nextCursor: string | null;
    };
    readonly Quote: {
      /** @description Absent when a wallet cannot be served. */
      readonly quoteId?: string;
      /** @description Absent when a wallet cannot be served. */
      readonly expiresAt?: number;
      /** @description SUN per unit. */
      readonly price: number;
      /** @description TRX for all wallets that can be served. */
      readonly totalAmount: number;
      /** @description TRX for one wallet; absent where they get different amounts. */
      readonly perReceiver?: number;
      /** @description One verdict for each wallet, in their order. */
      readonly receivers: readonly {
        /** @description As it was sent. */
        readonly receiver: string;
        readonly ok: boolean;
        /** @description TRX for this wallet, where it can be served. */
        readonly cost?: number;
        /**
         * @description Why it cannot be served.
         * @enum {string}
         */
        readonly reason?: "spaces" | "hex" | "not an address" | "checksum" | "not activated" | "contract" | "refused";
      }[];
      /** @description Units that could be delivered now, all wallets together; with `requireLock` those that could be locked. */
      readonly capacity: number;
      /** @description Of a Manual order: what a Fast one would cost instead. */
      readonly fast?: {
        /** @description SUN per unit. */
        readonly price: number;
        /** @description TRX, exact to 6 decimals. */
        readonly totalAmount: number;
      };
      /** @description Of a Fast order: only where sellers fill all of it at once for less. */
      readonly book?: {
        /** @description A Manual order at this price is filled wholly and at once. */
        readonly price: number;
        /** @description Units, all wallets together. */
        readonly amount: number;
        /** @description TRX that it would pay, at the sellers' own prices. */
        readonly cost: number;
        /** @constant */
        readonly fillsNow: true;
      };
      /** @description Of a Manual order: units that are filled at once, and the TRX that they cost. */
      readonly manual?: {
        /** @description Units of the resource. */
        readonly fillsNow: number;
        /** @description TRX, exact to 6 decimals. */
        readonly cost: number;
      };
      /** @description The price in words. */
      readonly explanation: string;
    };
    /** @enum {string} */
    readonly Resource: "energy" | "bandwidth";
    readonly Seller: {
      /**
       * @description A TRON address, base58check.
       * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
       */
      readonly address: string;
      /**
       * @description A paused seller sells nothing.
       * @enum {string}
       */
      readonly status: "active" | "paused";
      /** @description What to do about it; it goes on by itself then. */
      readonly pauseReason: string | null;
      /** @description Unix milliseconds. */
      readonly registeredAt: number;
      /** @description TRX that wait to be paid out to the account itself. */
      readonly earned: number;
      /** @description What the desk's key may do with the account beyond delegating. */
      readonly warnings: readonly string[];
      /** @description Units that can be sold now. */
      readonly capacity: {
        /** @description Units of the resource. */
        readonly energy: number;
        /** @description Units of the resource. */
        readonly bandwidth: number;
      };
      readonly offers: readonly {
        readonly resourceType: components["schemas"]["Resource"];
        /** @description SUN per unit. */
        readonly minPrice: number;
        /** @enum {string} */
        readonly shortestDuration: "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";
        /** @enum {string} */
        readonly longestDuration: "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";
        /** @description Units of the resource. */
        readonly minChunk: number;
        /** @description Units of the resource. */
        readonly keep: number;
        readonly active: boolean;
        /** @description Its place among equal prices: the older offer sells first. */
        readonly since: number;
        /** @description The most that a unit sells for now, whatever is bid: a multiple of the Fast price, for the dearest duration offered. */
        readonly mostPrice: number;
        /** @description `minPrice` is above `mostPrice`: the offer sells nothing now. */
        readonly tooDear: boolean;
      }[];
      readonly openDelegations: {
        readonly count: number;
        /** @description Up to 100 of them. */
        readonly newest: readonly components["schemas"]["Fill"][];
      };
      /** @description TRX paid out, or on their way. */
      readonly paidOut: number;
      /** @description Null where the desk pays nothing out. */
      readonly payout: {
        /** @description Why the next run does not pay `earned`: too little, the first payout to an account waits, or the operator must approve it; null: it does. */
        readonly waits: ("minimum" | "first_payout" | "approval") | null;
        readonly notBefore: number | null;
        /** @description TRX, exact to 6 decimals. */
        readonly minimum: number;
      } | null;
    };
    readonly SellerList: {
      readonly sellers: readonly {
        /**
         * @description A TRON address, base58check.
         * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
         */
        readonly address: string;
        /**
         * @description A paused seller sells nothing.
         * @enum {string}
         */
        readonly status: "active" | "paused";
        /** @description What to do about it; it goes on by itself then. */
        readonly pauseReason: string | null;
        /** @description Unix milliseconds. */
        readonly registeredAt: number;
        /** @description TRX that wait to be paid out to the account itself. */
        readonly earned: number;
      }[];
    };
    readonly Settings: {
      /** @description Least `resourceAmount`. */
      readonly minAmount: {
        /** @description Units of the resource. */
        readonly energy: number;
        /** @description Units of the resource. */
        readonly bandwidth: number;
      };
      /** @description The desk's Fast price in SUN per unit; a duration's floor counts where it is higher. */
      readonly fastSellRate: {
        /** @description SUN per unit. */
        readonly energy: number;
        /** @description SUN per unit. */
        readonly bandwidth: number;
      };
      readonly settingsOrder: {
        /** @description Least `options.partial_min`. */
        readonly partialFill: {
          /** @description Units of the resource. */
          readonly energy: number;
          /** @description Units of the resource. */
          readonly bandwidth: number;
        };
      };
      /** @description Units a Fast order can have now, for less than 3 days; for longer see `capacity` of a quote. */
      readonly readyResource: {
        /** @description Units of the resource. */
        readonly energy: number;
        /** @description Units of the resource. */
        readonly bandwidth: number;
      };
      /** @description The least Manual price for each duration, in SUN per unit. */
      readonly ratesByDuration: readonly {
        /** @enum {string} */
        readonly duration: "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";
        readonly exactDurationSeconds: number;
        readonly rate: {
          /** @description SUN per unit. */
          readonly energy: number;
          /** @description SUN per unit. */
          readonly bandwidth: number;
        };
      }[];
    };
    readonly Statement: {
      readonly lines: readonly {
        /** @description When it was booked. */
        readonly at: number;
        /** @enum {string} */
        readonly kind: "deposit" | "payment" | "gift" | "correction" | "booked" | "unbooked" | "hold" | "raised" | "delivered" | "undelivered" | "lowered" | "improved" | "refund" | "withdrawal_hold" | "withdrawal_returned" | "withdrawal" | "withdrawal_fee" | "withdrawal_undone";
        /** @description What moved, in TRX; `kind` says where to. */
        readonly amount: number;
        /** @description TRX to spend, after it. */
        readonly available: number;
        /** @description TRX held, after it. */
        readonly held: number;
        /** @description 24 characters; rises with time. */
        readonly orderId?: string;
        readonly depositId?: string;
        readonly withdrawalId?: string;
        /** @description Your own name for the call of the order. */
        readonly reference?: string;
        /** @description Of a team: who ordered or booked, raised the price, or withdrew. */
        readonly by?: components["schemas"]["Who"];
        /** @description The operator's words, or those of a booking. */
        readonly note?: string;
      }[];
      /** @description Give it as `cursor` for the next page; null on the last one. */
      readonly nextCursor: string | null;
    };
    readonly Team: {
      readonly name: string;
      readonly members: readonly {
        /** @description Of Telegram. */
        readonly userId: number;
        /** @description As Telegram showed it last. */
        readonly name: string;
        /** @enum {string} */
        readonly role: "viewer" | "trader" | "approver" | "owner";
        /** @description What they may do alone; null: no limit of their own. */
        readonly limits: {
          /** @description The most for an order, all its wallets together. */
          readonly order: number | null;
          /** @description The most for a day (UTC). */
          readonly day: number | null;
          /** @description Above this somebody else approves. */
          readonly alone: number | null;
        };
        /** @description TRX spent or held today (UTC). */
        readonly usedToday: number;
      }[];
      /** @description `order` and `day` bind everybody; null: no limit. */
      readonly limits: {
        /** @description The most for an order, all its wallets together. */
        readonly order: number | null;
        /** @description The most for a day (UTC). */
        readonly day: number | null;
        /** @description Above this somebody else approves. */
        readonly alone: number | null;
      };
      /** @description Alone nobody orders for wallets that are not in the team's book. */
      readonly onlyBookedWallets: boolean;
      readonly tradersSeeMoney: boolean;
      /** @description TRX spent or held today (UTC). */
      readonly usedToday: number;
      /** @description The key that asks. */
      readonly key: {
        /** @description Whose key it is: it may do what they may. */
        readonly userId: number;
        /** @description The most that it spends in a day (UTC). */
        readonly cap: number;
        /** @description TRX spent or held today (UTC). */
        readonly usedToday: number;
        /** @description What it may order now: more is refused with `FORBIDDEN`. */
        readonly leftAlone: number;
      };
    };
    readonly Who: {
      /** @description Their id in Telegram. */
      readonly userId: number;
      /** @description As Telegram shows them. */
      readonly name: string;
      /** @description Where it was a key of theirs. */
      readonly keyId?: string;
    };
    readonly Withdrawal: {
      /** @description 24 characters; rises with time. */
      readonly withdrawalId: string;
      /**
       * @description `approval` (the operator decides), `waiting` (from `dueAt` on it is paid), `signed` (its transfer is on its way), `paid` (the transfer is final); `refused` and `cancelled`: the money is available again.
       * @enum {string}
       */
      readonly status: "waiting" | "approval" | "signed" | "paid" | "refused" | "cancelled";
      /**
       * @description A TRON address, base58check.
       * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
       */
      readonly address: string;
      /** @description TRX that arrive. */
      readonly amount: number;
      /** @description TRX that were taken on top. */
      readonly fee: number;
      /** @description Unix milliseconds. */
      readonly createdAt: number;
      /** @description You had taken nothing out to it: it waits, and for the operator where the bot cannot tell you. */
      readonly newAddress: boolean;
      /** @description Not paid before: later for an address that is new to you. */
      readonly dueAt: number;
      readonly finishedAt: number | null;
      /** @description Of the transfer; null until it is signed. */
      readonly txid: string | null;
      /** @description Why it was refused. */
      readonly reason: string | null;
    };
    readonly WithdrawalPage: {
      readonly withdrawals: readonly components["schemas"]["Withdrawal"][];
      /** @description Give it as `cursor` for the next page; null on the last one. */
      readonly nextCursor: string | null;
    };
    /** @enum {string} */
    readonly ErrorCode: "BODY_TOO_LARGE" | "BUSY" | "CHAIN_UNAVAILABLE" | "CHALLENGE_EXPIRED" | "DESK_HALTED" | "FORBIDDEN" | "HEADERS_TOO_LARGE" | "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_KEY_REUSED" | "INSUFFICIENT_BALANCE" | "INTERNAL" | "MALFORMED_JSON" | "METHOD_NOT_ALLOWED" | "NOT_CANCELABLE" | "NOT_CHANGEABLE" | "NOT_FOUND" | "NO_CAPACITY" | "ORDER_NOT_FOUND" | "OUTCOME_UNKNOWN" | "PERMISSION_MISSING" | "PRICE_BELOW_FLOOR" | "QUOTE_EXPIRED" | "QUOTE_MISMATCH" | "RATE_LIMITED" | "RECEIVER_IS_CONTRACT" | "RECEIVER_NOT_ACTIVATED" | "RECEIVER_REFUSED" | "REFERENCE_USED" | "SHUTTING_DOWN" | "SIGNATURE_INVALID" | "TOO_MANY_OPEN" | "UNAUTHORIZED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_FAILED";
    readonly ErrorDetails: {
      /** @description Told by `GET /readyz` alone. */
      readonly CHAIN_UNAVAILABLE: {
        /** @description `ok`, or what is wrong. */
        readonly database: string;
        /** @description The TRON node: `ok`, or what is wrong. */
        readonly node: string;
        /** @description `ok`, `off`, or what is wrong; no obstacle to orders over HTTP. */
        readonly telegram: string;
        /** @description A check of the desk has failed. */
        readonly halted: boolean;
        /** @description By the operator. */
        readonly paused: boolean;
        /** @description With PostgreSQL: `ok`, or `at risk` while an acknowledged order could be lost. */
        readonly replication?: string;
      };
      /** @description Told by `GET /readyz` alone. */
      readonly DESK_HALTED: {
        /** @description `ok`, or what is wrong. */
        readonly database: string;
        /** @description The TRON node: `ok`, or what is wrong. */
        readonly node: string;
        /** @description `ok`, `off`, or what is wrong; no obstacle to orders over HTTP. */
        readonly telegram: string;
        /** @description A check of the desk has failed. */
        readonly halted: boolean;
        /** @description By the operator. */
        readonly paused: boolean;
        /** @description With PostgreSQL: `ok`, or `at risk` while an acknowledged order could be lost. */
        readonly replication?: string;
      };
      readonly FORBIDDEN: {
        /** @description TRX, exact to 6 decimals. */
        readonly left: number;
      };
      readonly INSUFFICIENT_BALANCE: {
        /** @description TRX, exact to 6 decimals. */
        readonly required: number;
        /** @description Absent for a team's key that may not see the balance. */
        readonly available?: number;
      };
      readonly NOT_CANCELABLE: {
        /** @enum {string} */
        readonly status: "processing" | "completed" | "cancelled" | "waiting" | "approval" | "signed" | "paid" | "refused";
      };
      readonly NOT_CHANGEABLE: {
        /** @enum {string} */
        readonly status: "processing" | "completed" | "cancelled";
      };
      readonly NO_CAPACITY: {
        /** @description Units of the resource. */
        readonly available: number;
      };
      readonly PERMISSION_MISSING: {
        /**
         * @description A TRON address, base58check.
         * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
         */
        readonly operator: string;
        /** @description The operations that the permission must allow. */
        readonly operations: readonly number[];
      };
      readonly PRICE_BELOW_FLOOR: {
        /** @description SUN per unit. */
        readonly price: number;
        /** @description SUN per unit. */
        readonly floor: number;
        /** @enum {string} */
        readonly duration: "15m" | "1h" | "3h" | "1d" | "3d" | "7d" | "14d" | "30d";
      };
      /** @description Of a creation, where too many of your orders bring nothing. */
      readonly RATE_LIMITED: {
        /** @description Orders that may be open, or cancelled or run out today. */
        readonly maximum: number;
        /** @description When the day ends; absent where that makes no room. */
        readonly until?: number;
      };
      readonly RECEIVER_IS_CONTRACT: readonly {
        readonly path: string;
        /**
         * @description A TRON address, base58check.
         * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
         */
        readonly receiver: string;
        readonly message: string;
      }[];
      readonly RECEIVER_NOT_ACTIVATED: readonly {
        readonly path: string;
        /**
         * @description A TRON address, base58check.
         * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
         */
        readonly receiver: string;
        readonly message: string;
      }[];
      readonly RECEIVER_REFUSED: readonly {
        readonly path: string;
        /**
         * @description A TRON address, base58check.
         * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
         */
        readonly receiver: string;
        readonly message: string;
      }[];
      readonly SIGNATURE_INVALID: {
        /**
         * @description Whose key made it.
         * @example TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH
         */
        readonly signer: string;
        /** @description Of an owner key that does not suffice alone. */
        readonly weight?: number;
        /** @description What its weight must reach. */
        readonly threshold?: number;
      };
      readonly VALIDATION_FAILED: readonly components["schemas"]["FieldProblem"][];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
