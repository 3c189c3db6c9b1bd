/** The desk's rates: read from the database, set at the first start and by the operator. */
import { present } from "../../domain/assert.js";
import { DURATIONS, type Duration } from "../../domain/duration.js";
import { validationFailed } from "../../domain/errors.js";
import { problemsOf } from "../../domain/fields.js";
import { fastRateSun, type Rates, ratesSchema } from "../../domain/rates.js";
import type { PerResource, Resource } from "../../domain/resource.js";
import type { Database } from "../../store/database.js";
import type { Phase } from "../../store/phase.js";
import { readSetting, settingChanges, writeSetting } from "../../store/settings.js";
import type { Engine } from "../context.js";
import { refreshMarket } from "../utilisation.js";
import { fastPriceAt, floorNow } from "./market.js";
import { readyUnits } from "./ready-units.js";

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
  await engine.database.commit(() => writeSetting("rates", parsed.data, by, engine.now()));
  engine.market.rates = parsed.data;
  refreshMarket(engine);
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
export function readRatesLog(engine: Engine, limit: number): RatesChange[] {
  const rows = engine.database.read(() => settingChanges("rates", limit));
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

export function readPublicTerms(engine: Engine): PublicTerms {
  const { market } = engine;
  const perResource = (of: (resource: Resource) => number): PerResource<number> => ({
    energy: of("energy"),
    bandwidth: of("bandwidth"),
  });
  return {
    fastSun: perResource((resource) =>
      fastRateSun(market.rates, resource, market.utilisation[resource]),
    ),
    readyUnits: perResource((resource) => {
      const duration = present(DURATIONS[0], "a duration");
      const upToPriceSun = fastPriceAt(market, resource, duration);
      return readyUnits(engine, { resource, duration, upToPriceSun });
    }),
    floors: DURATIONS.map((duration) => ({
      duration,
      floorSun: perResource((resource) => floorNow(market, resource, duration)),
    })),
  };
}
