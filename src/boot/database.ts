/** The database of a desk: a file, opened once the chain is known; or one on PostgreSQL, once this desk is the active one. */
import type { Logger } from "pino";
import type { BroadcastOutcome, Chain } from "../chain/port.js";
import type { Config } from "../config.js";
import type { Database } from "../store/database.js";
import { SqliteDatabase } from "../store/sqlite/database.js";

interface Place {
  readonly config: Config;
  readonly logger: Logger;
  readonly isNew: boolean;
  /** The desk cannot go on. */
  readonly onFatal: (reason: string) => void;
  readonly closing: (() => Promise<void> | void)[];
}

interface OpenDatabase {
  readonly database: Database;
  /** Of one on PostgreSQL: when an acknowledged order could be lost; null while none can. */
  readonly lossRisk?: () => string | null;
}

/** Waits for the turn of this desk, where there are several; resolves with what opens the database. */
export async function turnOf(place: Place): Promise<() => OpenDatabase> {
  const { config, onFatal, closing } = place;
  if (config.postgres) {
    const { openOnPostgres } = await import("./stand-by.js");
    const options = { ...place, place: config.postgres, onLost: onFatal };
    const shared = await openOnPostgres(options);
    return () => shared;
  }
  return () => {
    const database = new SqliteDatabase({ path: config.databasePath });
    closing.push(() => database.close());
    return { database };
  };
}

const NOT_SURE: BroadcastOutcome = {
  kind: "retry",
  message: "this desk may not be the active one any more",
};

/** The chain, to which nothing is sent by a desk that may not be the active one any more. */
export function whileSure(chain: Chain, database: Pick<Database, "isSure">): Chain {
  return {
    ...chain,
    broadcast: async (...sent) => (database.isSure() ? chain.broadcast(...sent) : NOT_SURE),
  };
}
