/**
 * The SQLite driver for the Node at hand. Version 13 needs a Node-API that Node 20 has not; version 12, compiled for Node 24.19
 * or newer, ends the process when a statement is collected. Both take the same calls and the same files.
 */
import { createRequire } from "node:module";
import type Driver from "better-sqlite3";

/** The first Node-API that version 13 is built upon. */
const NODE_API = 10;

const NAME = Number(process.versions.napi) < NODE_API ? "better-sqlite3" : "better-sqlite3-napi";

const Sqlite = load();

/** The types are the same, whichever version it is. */
declare namespace Sqlite {
  type Database = Driver.Database;
  type Statement = Driver.Statement;
}

export default Sqlite;

function load(): typeof Driver {
  try {
    return createRequire(import.meta.url)(NAME) as typeof Driver;
  } catch (error) {
    const isMissing =
      error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
    if (!isMissing) throw error;
    throw new Error(
      `The database driver ${NAME} is not installed. Install again with this Node (${process.version}), with optional packages; where no binary can be fetched, Node 20 needs python3, make and g++.`,
    );
  }
}
