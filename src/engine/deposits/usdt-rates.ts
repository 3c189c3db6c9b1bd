/** Rates of USDT: set and confirmed by the operator. Deposits that wait for one are credited in the transaction that sets it. */
import type { DepositTerms, Doubt } from "../../domain/deposit.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { Sun } from "../../domain/money.js";
import { cursorBlock } from "../../store/chain-blocks.js";
import {
  type DepositRow,
  depositCursor,
  depositsWaitingForRate,
  insertUsdtRate,
  saveDeposit,
  usdtRates,
} from "../../store/deposits.js";
import { endIncident } from "../../store/incidents.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { outcomeOf } from "./outcome.js";
import { credit } from "./scan.js";

/** Returns how many wait for the operator or for cover now: a doubt outlasts the rate. */
function* creditRated(terms: DepositTerms, at: number): Phase<number> {
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
  if ((yield* depositsWaitingForRate()).length === 0) {
    yield* endIncident("usdt-rate", "they have a rate.", at);
  }
  return reviewed;
}

export interface UsdtRate {
  /** Chain time. */
  readonly since: number;
  /** Wall time. */
  readonly setAt: number;
  /** For one USDT. */
  readonly rateSun: number;
  readonly by: string;
}

/**
 * A USDT is credited with so much from the next block on, and what waits for a rate at once; all other blocks before stay with the rate
 * before.
 */
export async function setUsdtRate(engine: Engine, rateSun: Sun, by: string): Promise<void> {
  if (rateSun <= 0) throw validationFailed([{ path: "usdt", message: "must be more than 0 TRX" }]);
  await rateBegins(engine, by, rateSun);
}

/** The rate that was set last is in force from now on, also where it has lapsed. Throws NOT_FOUND where none was ever set. */
export async function confirmUsdtRate(engine: Engine, by: string): Promise<number> {
  return rateBegins(engine, by);
}

/** `setSun`: without it the one that was set last. */
async function rateBegins(engine: Engine, by: string, setSun?: Sun): Promise<number> {
  const { database, chainClock, deposits } = engine;
  const nextMs = chainClock.nextBlockMs();
  const at = engine.now();
  const { rateSun, reviewed } = await database.commit(function* () {
    const rateSun = setSun ?? (yield* usdtRates(1))[0]?.rate_sun;
    if (rateSun === undefined) {
      const message = "No rate of USDT was ever set. `desk rates set --usdt TRX` sets one.";
      throw new DeskError("NOT_FOUND", message);
    }
    // The new rate begins after every block that was read, by followers and scanner alike.
    const readMs = [yield* cursorBlock(), yield* depositCursor()].map(
      (block) => (block?.timestamp_ms ?? -1) + 1,
    );
    const since = Math.max(nextMs, ...readMs);
    yield* insertUsdtRate({ since, rate_sun: rateSun, set_by: by, set_at: at });
    return { rateSun, reviewed: deposits ? yield* creditRated(deposits.terms, at) : 0 };
  });
  if (reviewed > 0) engine.signals.emit("review");
  return rateSun;
}

/** What a rate credits that was set while the desk was stopped. */
export async function creditRatedAtStart({ database, deposits, now }: Engine): Promise<void> {
  if (!deposits) return;
  const at = now();
  await database.commit(() => creditRated(deposits.terms, at));
}

/** The newest first. */
export async function readUsdtRates(engine: Engine, limit: number): Promise<UsdtRate[]> {
  const rows = await engine.database.read(() => usdtRates(limit));
  return rows.map(({ since, rate_sun: rateSun, set_by: by, set_at: setAt }) => {
    return { since, setAt, rateSun, by };
  });
}
