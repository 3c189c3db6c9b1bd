/** The operator's settings for orders and for money that leaves. */
import type { LockMode } from "./lock.js";
import type { PayoutTerms } from "./payout.js";
import type { Headroom } from "./stake.js";
import type { WithdrawalTerms } from "./withdrawal.js";

export interface Policy {
  readonly quoteTtlMs: number;
  readonly lockMode: LockMode;
  /** How long others may lock a leg of the pool beyond its own end, in percent of its duration. */
  readonly lockOverrunPercent: number;
  /** How long a transaction may wait for a block, in chain time. */
  readonly transactionLifeMs: number;
  readonly headroom: Headroom;
  /** Bandwidth each owner keeps for the fees of its own transactions, in units. */
  readonly bandwidthReserveUnits: number;
  /** When a leg counts as delivered for the order's status. */
  readonly completion: "included" | "solidified";
  /** How long a Fast order is planned again after its first dead leg, in wall time. */
  readonly replanForMs: number;
  /** How long a final order whose leg died in a fork waits for a replacement. */
  readonly replaceForMs: number;
  /** How long a Manual order rests before it is closed, in wall time. */
  readonly manualDeadlineMs: number;
  /** How long an owner is passed over for an order after a refusal; twice as long after each further one. Wall time. */
  readonly retryOwnerAfterMs: number;
  readonly idempotencyTtlMs: number;
  /** No seller's leg trades above so many times the Fast price of the moment. */
  readonly sellerPriceCap: number;
  /** How many of a customer's orders may be open, or ended on the same UTC day by a cancel or their deadline, together. */
  readonly mostIdleOrders: number;
  readonly payouts: PayoutTerms;
  readonly withdrawals: WithdrawalTerms;
}
