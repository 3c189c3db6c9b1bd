/** Runs a command on the database itself, while no desk runs on it and without a chain. */
import { type Config, policyOf } from "../config.js";
import { acquireDatabaseLock } from "../control/database-lock.js";
import { assertBegun, storageTrouble } from "../control/database-place.js";
import { readInitialRates } from "../control/initial-rates.js";
import { createEngine } from "../engine/engine.js";
import { bindNetworkName } from "../engine/network.js";
import { loadRates } from "../engine/prices/rates.js";
import { Database } from "../store/database.js";
import { findCommand, runCommand } from "./commands.js";

/** Throws DatabaseInUse, at once, when another process has the database. */
export async function runOnDatabase(config: Config, name: string, input: unknown) {
  const { databasePath } = config;
  assertBegun(config, false);
  // Before anything is created: a wrong file must not leave half a database.
  const initialRates = readInitialRates(config);
  const lock = acquireDatabaseLock(databasePath, { holder: `desk ${name}`, waitMs: 0 });
  try {
    const database = new Database({ path: databasePath });
    try {
      if (findCommand(name)?.mayCreateDatabase) {
        await bindNetworkName(database, config.network, Date.now());
      }
      const rates = await loadRates(database, initialRates, Date.now());
      const engine = await createEngine({
        database,
        rates,
        policy: policyOf(config),
        lookUpAccount: () => Promise.reject(new Error("there is no chain without a running desk")),
        unsignedLimit: config.unsignedLimit,
        staleHeadAfterMs: 0,
        chainFollowsWallClock: config.network !== "sandbox",
        onHalt: (reason) => console.error(`New orders are halted: ${reason}.`),
      });
      return await runCommand({ engine, config }, name, input);
    } finally {
      database.close();
    }
  } catch (error) {
    throw storageTrouble(error, databasePath);
  } finally {
    lock.release();
  }
}
