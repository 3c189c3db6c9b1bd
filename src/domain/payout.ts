/**
 * The life of a payout, one transfer of TRX to a seller or of a withdrawal:
 *
 *   signed → sent → included → paid
 *
 * A fork takes `included` back to `sent`; `dead` is reached from signed or sent only. `paid` (the block is solidified) and
 * `dead` are final.
 */
import type { Address } from "./address.js";
import { assert } from "./assert.js";
import { type Sun, sun } from "./money.js";

export type PayoutState = "signed" | "sent" | "included" | "paid" | "dead";

const NEXT: Record<PayoutState, readonly PayoutState[]> = {
  signed: ["sent", "included", "dead"],
  sent: ["included", "dead"],
  included: ["paid", "sent"],
  paid: [],
  dead: [],
};

/** Asserts that a payout may go from one state to the other. */
export function assertPayoutTransition(from: PayoutState, to: PayoutState): void {
  assert(NEXT[from].includes(to), `a payout cannot go from ${from} to ${to}`);
}

export interface Payout {
  readonly id: string;
  /** Null of a withdrawal. */
  readonly seller: Address | null;
  /** Null of a seller's. */
  readonly withdrawalId: string | null;
  readonly receiver: Address;
  /** What the receiver gets. */
  readonly amountSun: Sun;
  /** What the desk keeps. */
  readonly feeSun: Sun;
  readonly state: PayoutState;
  readonly txid: string;
  /** The signed bytes, and until when they can be included (chain time). */
  readonly hex: string;
  readonly expiresAt: number;
  readonly blockNumber: number | null;
  /** The block in which it failed, until that is settled. */
  readonly failedBlock: number | null;
  /** A block that holds it although it is dead, until that is solid and booked. */
  readonly lateBlock: number | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly deathReason: string | null;
}

export interface PayoutTerms {
  /** What a seller must have earned for a payout; above the fee. */
  readonly minimumSun: Sun;
  /** Kept of each payout as revenue. */
  readonly feeSun: Sun;
}

/** How a balance is paid out: whole, less the fee; undefined while it is below the minimum. */
export function payoutOf(
  earnedSun: Sun,
  { minimumSun, feeSun }: PayoutTerms,
): { readonly amountSun: Sun; readonly feeSun: Sun } | undefined {
  assert(feeSun < minimumSun, "the fee of a payout is below the minimum");
  return earnedSun < minimumSun ? undefined : { amountSun: sun(earnedSun - feeSun), feeSun };
}
