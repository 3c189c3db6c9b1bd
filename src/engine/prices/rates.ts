/** The desk's rates: read from the database, set at the first start and by the operator. */
import { must } from "../../domain/assert.js";
import { DURATIONS, type Duration } from "../../domain/duration.js";
import { type FieldProblem, validationFailed } from "../../domain/errors.js";
import { problemsOf } from "../../domain/fields.js";
import { formatTrx } from "../../domain/money.js";
import {
  fastRateSun,
  followsPool,
  isLargeMove,
  largeMoves,
  type Rates,
  ratesSchema,
} from "../../domain/rates.js";
import type { PerResource, Resource } from "../../domain/resource.js";
import type { Database } from "../../store/database.js";
import { usdtRates } from "../../store/deposits.js";
import type { Phase } from "../../store/phase.js";
import { readSetting, settingChanges, writeSetting } from "../../store/settings.js";
import { type Engine, momentOf } from "../context.js";
import { fastPriceAt, floorNow } from "./market.js";
import { countReady } from "./ready-units.js";
import { readUtilisation } from "./utilisation.js";

/** The stored rates; the given ones are stored when there are none yet. */
export async function loadRates(database: Database, initial: Rates, at: number): Promise<Rates> {
  const stored = await database.commit(function* (): Phase<unknown> {
    const known = yield* readSetting("rates");
    if (known === undefined) yield* writeSetting("rates", initial, "first start", at);
    return known;
  });
  return ratesSchema.parse(stored ?? initial);
}

/** Sets all rates; throws VALIDATION_FAILED with every problem. New orders pay them at once; quotes stay bound. */
export async function setRates(engine: Engine, rates: unknown, by: string): Promise<Rates> {
  const parsed = ratesSchema.safeParse(rates);
  if (!parsed.success) {
    throw validationFailed(
      problemsOf(parsed.error).map(({ path, message }) => ({ path: path || "rates", message })),
    );
  }
  const isNewest = engine.marketReads.begin();
  const at = engine.now();
  const utilisation = await engine.database.commit(function* () {
    yield* writeSetting("rates", parsed.data, by, at);
    return followsPool(parsed.data) ? yield* readUtilisation() : undefined;
  });
  // Together: a price by new rates and what was known of the pool before would be a wrong one.
  engine.market.rates = parsed.data;
  if (utilisation && isNewest()) engine.market.utilisation = utilisation;
  return parsed.data;
}

export interface RatesChange {
  readonly at: number;
  readonly by: string;
  /** Null for the first rates of the database. */
  readonly before: Rates | null;
  readonly after: Rates;
}

/** Every change of the rates, newest first. */
export async function readRatesLog(engine: Engine, limit: number): Promise<RatesChange[]> {
  const rows = await engine.database.read(() => settingChanges("rates", limit));
  return rows.map(({ at, changed_by: by, previous, value }) => ({
    at,
    by,
    before: previous === null ? null : ratesSchema.parse(JSON.parse(previous)),
    after: ratesSchema.parse(JSON.parse(value)),
  }));
}

/** What the desk sells now, and for how much; prices in SUN per unit. */
export interface PublicTerms {
  readonly fastSun: PerResource<number>;
  /** At the Fast price, for the shortest duration. */
  readonly readyUnits: PerResource<number>;
  readonly floors: readonly {
    readonly duration: Duration;
    readonly floorSun: PerResource<number>;
  }[];
}

export async function readPublicTerms(engine: Engine): Promise<PublicTerms> {
  const { market } = engine;
  const perResource = (of: (resource: Resource) => number): PerResource<number> => ({
    energy: of("energy"),
    bandwidth: of("bandwidth"),
  });
  const sought = (resource: Resource) => {
    const duration = must(DURATIONS[0], "a duration");
    return { resource, duration, upToPriceSun: fastPriceAt(market, resource, duration) };
  };
  const moment = momentOf(engine);
  const readyUnits = await engine.database.read(function* () {
    return {
      energy: yield* countReady(sought("energy"), moment),
      bandwidth: yield* countReady(sought("bandwidth"), moment),
    };
  });
  return {
    fastSun: perResource((resource) =>
      fastRateSun(market.rates, resource, market.utilisation[resource]),
    ),
    readyUnits,
    floors: DURATIONS.map((duration) => ({
      duration,
      floorSun: perResource((resource) => floorNow(market, resource, duration)),
    })),
  };
}

interface NewRates {
  readonly rates?: unknown;
  /** SUN for a USDT. */
  readonly usdtSun?: number | undefined;
}

/** Throws VALIDATION_FAILED with every large move. What is no rates at all is refused by who sets them. */
export async function assertMeant(engine: Engine, { rates, usdtSun }: NewRates): Promise<void> {
  const problems: FieldProblem[] = [];
  const parsed = ratesSchema.safeParse(rates);
  if (parsed.success) {
    const { market } = engine;
    for (const { what, from, to } of largeMoves(market.rates, parsed.data, market.utilisation)) {
      problems.push(moveOf(what, `${from}`, `${to} SUN`, to / from));
    }
  }
  const [newest] = await engine.database.read(() => usdtRates(1));
  if (newest && usdtSun !== undefined && isLargeMove(newest.rate_sun, usdtSun)) {
    const share = usdtSun / newest.rate_sun;
    problems.push(moveOf("usdt", formatTrx(newest.rate_sun), `${formatTrx(usdtSun)} TRX`, share));
  }
  if (problems.length > 0) throw validationFailed(problems);
}

function moveOf(path: string, from: string, to: string, share: number): FieldProblem {
  const percent = Math.round((share - 1) * 100);
  const by = `${percent > 0 ? "+" : ""}${percent} %`;
  return { path, message: `moves from ${from} to ${to} (${by}); if that is meant, add --confirm` };
}
