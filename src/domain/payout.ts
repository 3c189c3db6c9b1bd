/**
 * The life of a payout, one transfer of TRX to a seller:
 *
 *   signed → sent → included → paid
 *
 * A fork takes `included` back to `sent`; `dead` is reached from signed or sent only. `paid` (the block is solidified) and
 * `dead` are final.
 */
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
