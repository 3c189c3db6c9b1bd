/**
 * Judges money that came to a customer, by the books now: credited at its rate, or what it waits for. A USDT gets the rate in
 * force at its block, or, where that had lapsed, the next that is set.
 */
import { HOUR_MS } from "../../common/time.js";
import type { Address } from "../../domain/address.js";
import { type DepositTerms, type Doubt, judgeDeposit } from "../../domain/deposit.js";
import type { Sun } from "../../domain/money.js";
import { isAtRetiredKey } from "../../store/deposit-keys.js";
import {
  creditedSince,
  type DepositRow,
  nextUsdtRate,
  type UsdtRateRow,
  usdtRateAt,
} from "../../store/deposits.js";
import { beginIncident } from "../../store/incidents.js";
import { balanceSunOf, EXTERNAL } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";

export interface Circumstances {
  /** Where it came. */
  readonly address: Address;
  readonly terms: DepositTerms;
  readonly block: { readonly timestampMs: number };
  readonly at: number;
  /**
   * The operator books it: without minimum or doubts (but that of a retired key), and at the first rate of all where none was in
   * force.
   */
  readonly byOperator?: { readonly rate: UsdtRateRow | undefined };
  readonly doubt?: Doubt | undefined;
}

type Outcome = Pick<
  DepositRow,
  "asset" | "status" | "rate_sun" | "rate_id" | "credited_sun" | "reason"
>;

export function* outcomeOf(
  money: Parameters<typeof judgeDeposit>[0],
  circumstances: Circumstances,
): Phase<Outcome> {
  const { terms, block, byOperator, doubt, address } = circumstances;
  const { rate = byOperator?.rate, hasLapsed } = yield* rateFor(
    block.timestampMs,
    terms.rateLastsMs,
  );
  const judged = judgeDeposit(money, terms, rate?.rate_sun, byOperator !== undefined);
  const { asset, status, rateSun, creditedSun } = judged;
  const nothing = {
    ...{ asset, credited_sun: 0, reason: null },
    ...(rate && rateSun !== undefined && !hasLapsed
      ? { rate_sun: rateSun, rate_id: rate.id }
      : { rate_sun: null, rate_id: null }),
  };
  if (status !== "credited") return { ...nothing, status };
  if (!(yield* hasRoomFor(creditedSun))) return { ...nothing, status: "unsupported" };
  if (rateSun !== undefined && hasLapsed) {
    return { ...nothing, status: "waits_for_rate", reason: doubt ?? null };
  }
  let reason: Doubt | undefined;
  if (yield* isAtRetiredKey(address)) reason = "retired";
  else if (!byOperator) reason = doubt ?? (yield* overHour(creditedSun, circumstances));
  if (reason) return { ...nothing, status: "review", reason };
  return { ...nothing, status, credited_sun: creditedSun };
}

/** Whether the books have room for so much from outside. */
export function* hasRoomFor(creditedSun: Sun): Phase<boolean> {
  return creditedSun - (yield* balanceSunOf(EXTERNAL)) <= Number.MAX_SAFE_INTEGER;
}

/** The desk's hour contains each customer's: one sum limits both. */
function* overHour(
  creditedSun: Sun,
  { terms, block, at }: Circumstances,
): Phase<Doubt | undefined> {
  const { reviewAboveSun } = terms;
  if (reviewAboveSun === 0) return undefined;
  const hourSun = yield* creditedSince(block.timestampMs - HOUR_MS, at - HOUR_MS);
  return hourSun + creditedSun > reviewAboveSun ? "cover" : undefined;
}

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
export const noteRateAwaited = (at: number) =>
  beginIncident(
    "usdt-rate",
    "Deposits of USDT wait, because the rate has lapsed: nobody has set or confirmed it for USDT_RATE_HOURS. `desk rates set --usdt TRX` or `desk rates confirm` credits them.",
    at,
  );
