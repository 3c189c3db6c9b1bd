/** Runs a command on the database itself, while no desk runs on it and without a chain. */
import { hostname } from "node:os";
import { type Config, policyOf, shownPostgres } from "../config.js";
import { acquireDatabaseLock } from "../control/database-lock.js";
import { assertBegun, storageTrouble } from "../control/database-place.js";
import { readInitialRates } from "../control/initial-rates.js";
import { MarkerFile } from "../control/marker-file.js";
import { Refusal } from "../control/refusal.js";
import { createEngine } from "../engine/engine.js";
import { bindNetworkName } from "../engine/network.js";
import { markWentBack } from "../engine/operating/backup.js";
import { loadRates } from "../engine/prices/rates.js";
import type { Database } from "../store/database.js";
import { SqliteDatabase } from "../store/sqlite/database.js";
import { findCommand, runCommand } from "./commands.js";

/** Throws DatabaseInUse, at once, when another process has the database. */
export async function runOnDatabase(config: Config, name: string, input: unknown) {
  const { databasePath } = config;
  if (!config.postgres) assertBegun(config, false);
  // Before anything is created: a wrong file must not leave half a database.
  const initialRates = readInitialRates(config);
  const lock = acquireDatabaseLock(databasePath, { holder: `desk ${name}`, waitMs: 0 });
  try {
    const database = await open(config, name);
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
      await database.close();
    }
  } catch (error) {
    throw storageTrouble(error, databasePath);
  } finally {
    lock.release();
  }
}

async function open(config: Config, command: string): Promise<Database> {
  const { postgres: place, databasePath } = config;
  if (!place) return new SqliteDatabase({ path: databasePath });
  const { takeOver } = await import("../store/postgres/take-over.js");
  const { database, hasGoneBack } = await takeOver({
    ...{ place, name: shownPostgres(place), host: `${hostname()} (desk ${command})` },
    ...{ now: Date.now, isNew: false, seen: () => new MarkerFile(databasePath).marker },
    onStandingBy({ holder }) {
      throw new Refusal(
        "IN_USE",
        `The desk on ${holder} is active on this database. Run the command there.`,
      );
    },
    onTrouble(error) {
      throw error;
    },
    onLost: () => {},
  });
  if (hasGoneBack) await markWentBack(database, Date.now());
  return database;
}
