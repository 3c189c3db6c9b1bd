/** What the books owe: sums over whole tables, for a reading every few minutes. */
import { all, type Phase } from "./phase.js";

/** Reads all accounts. */
export function* owedTotals(): Phase<{ kind: string; balance_sun: number; gift_sun: number }[]> {
  return yield* all(
    "SELECT kind, sum(balance_sun) AS balance_sun, sum(gift_sun) AS gift_sun FROM account GROUP BY kind",
  );
}
