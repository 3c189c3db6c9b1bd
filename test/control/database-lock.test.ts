/** One process at a time has the database, and a killed one leaves nothing behind. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { acquireDatabaseLock, DatabaseInUse } from "../../src/control/database-lock.js";
import { besideDatabase } from "../../src/control/database-place.js";
import { DIST, temporaryDirectory } from "../cli/desk-command.js";

let directory: ReturnType<typeof temporaryDirectory>;
let databasePath: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  directory = temporaryDirectory();
  databasePath = join(directory.path, "desk.db");
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  directory.remove();
});

/** A process that holds the lock until it is killed. */
async function holder(path: string): Promise<ChildProcess> {
  const module = JSON.stringify(join(DIST, "control/database-lock.js"));
  const code = `const { acquireDatabaseLock } = await import(${module});
    acquireDatabaseLock(${JSON.stringify(path)}, { holder: "the desk of the test" });
    process.stdout.write("held");
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await once(child.stdout, "data");
  return child;
}

it("is refused while another process holds it, and says which", async () => {
  const child = await holder(databasePath);
  const take = () => acquireDatabaseLock(databasePath, { waitMs: 0 });
  expect(take).toThrow(DatabaseInUse);
  expect(take).toThrow(`in use by the desk of the test (process ${child.pid})`);
});

it("ends with a process that is killed", async () => {
  const child = await holder(databasePath);
  child.kill("SIGKILL");
  await once(child, "exit");
  const lock = acquireDatabaseLock(databasePath, { waitMs: 0 });
  lock.release();
  expect(existsSync(`${databasePath}.pid`)).toBe(false);
});

it("is held once in a process too, and free after its release", () => {
  const lock = acquireDatabaseLock(databasePath);
  expect(() => acquireDatabaseLock(databasePath, { waitMs: 0 })).toThrow(DatabaseInUse);
  expect(() => acquireDatabaseLock(databasePath, { waitMs: 0 })).toThrow(DatabaseInUse);
  lock.release();
  lock.release();
  acquireDatabaseLock(databasePath, { waitMs: 0 }).release();
});

it("is the same lock by every path to the database, also before that exists", async () => {
  mkdirSync(join(directory.path, "real"));
  symlinkSync(join(directory.path, "real"), join(directory.path, "alias"));
  symlinkSync("real/desk.db", join(directory.path, "link.db"));
  const real = join(directory.path, "real", "desk.db");
  // A long path's socket is named after it.
  expect(besideDatabase(join(directory.path, "alias", "desk.db"), "")).toBe(real);
  await holder(real);
  for (const path of ["alias/desk.db", "link.db", "real/../alias/desk.db"]) {
    const take = () => acquireDatabaseLock(join(directory.path, path), { waitMs: 0 });
    expect(take, path).toThrow(DatabaseInUse);
  }
  acquireDatabaseLock(join(directory.path, "other.db"), { waitMs: 0 }).release();
});

it("waits for a holder that is about to end", async () => {
  const child = await holder(databasePath);
  child.kill("SIGKILL");
  acquireDatabaseLock(databasePath, { waitMs: 10_000 }).release();
});
