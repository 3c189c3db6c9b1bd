/** What does not leave by itself, and what goes where its customer has never taken anything: for `desk status`, and the metrics. */
import { type Sun, sumSun, toTrx } from "../../domain/money.js";
import type { PayoutTerms } from "../../domain/payout.js";
import { withdrawalsHeldBack } from "../../store/figures.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { earnersAt } from "./seller-payouts.js";

export type HeldBack = Awaited<ReturnType<typeof readHeldBack>>;

export function readHeldBack({ database, policy, now }: Engine) {
  const at = now();
  return database.read(function* () {
    const withdrawals = yield* withdrawalsHeldBack(at);
    const sellers = yield* sellersToApprove(policy.payouts, at);
    return {
      withdrawalsToApprove: withdrawals.withdrawals_approval,
      withdrawalsToNewAddresses: withdrawals.withdrawals_new_address,
      sellersToApprove: sellers.count,
      sellersToApproveTrx: toTrx(sellers.earnedSun),
    };
  });
}

/** Reads all sellers: those whose payout waits for the operator, and what they have earned. */
export function* sellersToApprove(
  terms: PayoutTerms,
  at: number,
): Phase<{ readonly count: number; readonly earnedSun: Sun }> {
  const { held } = yield* earnersAt(terms, at);
  const waiting = held.filter(({ waits }) => waits === "approval");
  return { count: waiting.length, earnedSun: sumSun(waiting.map(({ earnedSun }) => earnedSun)) };
}
