/**
 * The SQLite driver for the Node at hand. Version 13 needs a Node-API that Node before 22.14 has not; version 12, compiled for Node 24.19
 * or newer, ends the process when a statement is collected. Both take the same calls and the same files.
 */
import { createRequire } from "node:module";
import type Driver from "better-sqlite3";

/** The first Node-API that version 13 is built upon. */
const NODE_API = 10;

const NAME = Number(process.versions.napi) < NODE_API ? "better-sqlite3" : "better-sqlite3-napi";

const Sqlite: typeof Driver = load();

/** The types are the same, whichever version it is. */
declare namespace Sqlite {
  type Database = Driver.Database;
  type Statement = Driver.Statement;
}

export default Sqlite;

function load(): typeof Driver {
  try {
    const Found = createRequire(import.meta.url)(NAME) as typeof Driver;
    // Its binary is loaded with the first database only, and would be missed where a file is meant to be opened.
    new Found(":memory:").close();
    return Found;
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new Error(
      `The database driver ${NAME} cannot be loaded (${why}). Install again with this Node (${process.version}), with optional packages; before Node 22.14 npm has to run the driver's installation script, which needs python3, make and g++ where no binary can be fetched.`,
    );
  }
}
