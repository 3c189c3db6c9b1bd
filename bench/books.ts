/** A database made beforehand, with customers enough that none comes near its limit of calls. */
import { loadConfig, policyOf } from "../src/config.js";
import type { CustomerId } from "../src/domain/ids.js";
import { sun } from "../src/domain/money.js";
import { DEFAULT_RATES } from "../src/domain/rates.js";
import type { Engine } from "../src/engine/context.js";
import { createCustomer } from "../src/engine/customers/customers.js";
import { createEngine } from "../src/engine/engine.js";
import { loadRates } from "../src/engine/prices/rates.js";
import type { Database } from "../src/store/database.js";

/** At 15 creations a second each, enough for 30,000 a second. */
const CUSTOMERS = 2_000;
const CREDIT = { amountSun: sun(1_000_000_000_000), kind: "payment" } as const;

export async function openEngine(database: Database): Promise<Engine> {
  const config = loadConfig({ TRON_NETWORK: "sandbox" });
  const rates = await loadRates(database, DEFAULT_RATES, Date.now());
  return createEngine({
    database,
    policy: policyOf(config),
    rates,
    lookUpAccount: async () => ({ contract: false }),
    unsignedLimit: Number.MAX_SAFE_INTEGER,
    staleHeadAfterMs: Number.MAX_SAFE_INTEGER,
    chainFollowsWallClock: false,
    onHalt: (reason) => {
      throw new Error(`the desk halted: ${reason}`);
    },
  });
}

export interface Customers {
  readonly ids: readonly CustomerId[];
  readonly apiKeys: readonly string[];
}

export async function createCustomers(engine: Engine): Promise<Customers> {
  const created = await Promise.all(
    Array.from({ length: CUSTOMERS }, (_, at) => createCustomer(engine, `bench ${at}`, CREDIT)),
  );
  return {
    ids: created.map(({ customerId }) => customerId),
    apiKeys: created.map(({ apiKey }) => apiKey),
  };
}
