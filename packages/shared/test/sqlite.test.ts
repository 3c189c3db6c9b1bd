/** The database driver where npm has not installed all of it. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const SOURCE = new URL("../sqlite.ts", import.meta.url);

/** Loads the choice of the driver in a folder where both versions of it are so. */
async function loaded(driver: string | undefined): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "desk-driver-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of driver === undefined ? [] : ["better-sqlite3", "better-sqlite3-napi"]) {
    mkdirSync(join(folder, "node_modules", name), { recursive: true });
    writeFileSync(join(folder, "node_modules", name, "index.js"), driver ?? "");
  }
  copyFileSync(SOURCE, join(folder, "sqlite.ts"));
  return import(pathToFileURL(join(folder, "sqlite.ts")).href);
}

test.each([
  ["without the package", undefined, "Cannot find module 'better-sqlite3"],
  [
    "without its binary, which it loads with the first database",
    "module.exports = class { constructor() { throw new Error('Could not locate the bindings file. Tried:\\n 1') } }",
    "(Could not locate the bindings file. Tried:). Install again",
  ],
])("%s nothing runs, and the error says what to install", async (_, driver, why) => {
  await expect(loaded(driver)).rejects.toThrow(
    /^The database driver better-sqlite3\S* cannot be loaded \(.*Install again/s,
  );
  await expect(loaded(driver)).rejects.toThrow(why);
});
