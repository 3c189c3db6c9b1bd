/** The schema in a file that is still to be made. Its steps take longer than most tests, so each process takes them once. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";

let empty: Buffer | undefined;

/** Gives the path back. What is there already stays as it is. */
export function withSchema(path: string): string {
  empty ??= emptyDatabase();
  if (!existsSync(path)) writeFileSync(path, empty);
  return path;
}

function emptyDatabase(): Buffer {
  const directory = mkdtempSync(join(tmpdir(), "desk-schema-"));
  const path = join(directory, "desk.db");
  new SqliteDatabase({ path }).close();
  const bytes = readFileSync(path);
  rmSync(directory, { recursive: true });
  return bytes;
}
