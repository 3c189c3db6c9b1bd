/** Which rate a USDT gets: the one in force at its block, or, where that had lapsed, the next that is set. */

import { nextUsdtRate, type UsdtRateRow, usdtRateAt } from "../../store/deposits.js";
import { openIncident, openIncidentOf, rewriteIncident } from "../../store/incidents.js";
import type { Phase } from "../../store/phase.js";

interface RateFound {
  /** Undefined where none had begun yet. */
  readonly rate: UsdtRateRow | undefined;
  /** It had lapsed, and no newer one follows yet. */
  readonly hasLapsed: boolean;
}

export function* rateFor(at: number, lastsMs: number): Phase<RateFound> {
  const rate = yield* usdtRateAt(at);
  if (!rate || at < rate.since + lastsMs) return { rate, hasLapsed: false };
  const next = yield* nextUsdtRate(rate.id, at);
  return { rate: next ?? rate, hasLapsed: next === undefined };
}

/** Reported once while deposits wait. */
export function* noteRateAwaited(at: number): Phase<void> {
  if (yield* openIncidentOf("usdt-rate")) return;
  yield* openIncident(
    "usdt-rate",
    "Deposits of USDT wait, because the rate has lapsed: nobody has set or confirmed it for USDT_RATE_HOURS. `desk rates set --usdt TRX` or `desk rates confirm` credits them.",
    at,
  );
}

export function* noteRateGiven(at: number): Phase<void> {
  const open = yield* openIncidentOf("usdt-rate");
  if (open) yield* rewriteIncident(open.id, `${open.text} Over: they have a rate.`, at);
}
