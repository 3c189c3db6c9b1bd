/** Deposits of USDT that wait for a rate: the next one credits them, in the transaction that sets it. */
import type { DepositTerms, Doubt } from "../../domain/deposit.js";
import { type DepositRow, depositsWaitingForRate, saveDeposit } from "../../store/deposits.js";
import type { Phase } from "../../store/phase.js";
import { outcomeOf } from "./outcome.js";
import { credit } from "./scan.js";
import { noteRateGiven } from "./usdt-rate.js";

/** Returns how many wait for the operator or for cover now: a doubt outlasts the rate. */
export function* creditRated(terms: DepositTerms, at: number): Phase<number> {
  let reviewed = 0;
  for (const row of yield* depositsWaitingForRate()) {
    const money = { asset: row.asset, amount: BigInt(row.amount) };
    const outcome = yield* outcomeOf(money, {
      // It was above the minimum when it came.
      terms: { ...terms, minimumUsdtUnits: 0 },
      ...{ at, address: row.address, block: { timestampMs: row.at } },
      doubt: (row.reason ?? undefined) as Doubt | undefined,
    });
    if (outcome.status === "waits_for_rate") continue;
    const rated: DepositRow = { ...row, ...outcome, noted_at: at };
    yield* saveDeposit(rated);
    yield* credit(rated, at);
    if (rated.status === "review") reviewed += 1;
  }
  if ((yield* depositsWaitingForRate()).length === 0) yield* noteRateGiven(at);
  return reviewed;
}
