/**
 * The SQLite driver for the running Node. Version 13 needs a Node-API that Node before 22.14 lacks; version 12, compiled for
 * Node 24.19 or newer, ends the process when a statement is garbage-collected. Both have the same calls and files.
 */
import { createRequire } from "node:module";
import type Driver from "better-sqlite3";

/** The oldest Node-API that version 13 supports. */
const NODE_API = 10;

const NAME = Number(process.versions.napi) < NODE_API ? "better-sqlite3" : "better-sqlite3-napi";

const Sqlite: typeof Driver = load();

/** The types of both versions are the same. */
declare namespace Sqlite {
  type Database = Driver.Database;
  type Statement = Driver.Statement;
}

export default Sqlite;

function load(): typeof Driver {
  try {
    const Found = createRequire(import.meta.url)(NAME) as typeof Driver;
    // Its binary is loaded with the first database only; a missing one would then be reported too late.
    new Found(":memory:").close();
    return Found;
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new Error(
      `The database driver ${NAME} cannot be loaded (${why}). Install again with this Node (${process.version}), with optional packages; before Node 22.14 npm has to run the driver's installation script, which needs python3, make and g++ where no binary can be fetched.`,
    );
  }
}
