/** Database files of a test, in a directory that goes away with the test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The path of a new database file. */
export function databasePath(): string {
  const directory = mkdtempSync(join(tmpdir(), "desk-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, "desk.db");
}
