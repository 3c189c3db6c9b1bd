/** A disk that is full, fails or may not be written is told by the setting that leads to it, and with what to do. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { startDesk } from "../../src/boot/desk.js";
import { operatorCommands } from "../../src/cli/commands.js";
import { StandingRefusal } from "../../src/common/failures.js";
import { ConfigError, loadConfig } from "../../src/config.js";
import { acquireDatabaseLock } from "../../src/control/database-lock.js";
import { storageTrouble } from "../../src/control/database-place.js";
import { deskOn, errorOf, temporaryDirectory } from "../cli/desk-command.js";

let directory: ReturnType<typeof temporaryDirectory>;
let databasePath: string;

beforeEach(() => {
  directory = temporaryDirectory();
  databasePath = join(directory.path, "desk.db");
});
afterEach(() => directory.remove());

const ofSystem = (code: string) => Object.assign(new Error(`${code}: in words`), { code });

describe("what is said", () => {
  it.each([
    ["a full disk", new Sqlite.SqliteError("database or disk is full", "SQLITE_FULL"), /Free some/],
    ["one that the system calls full", ofSystem("ENOSPC"), /Free some/],
    ["one that is full in a thread", new Error("database or disk is full"), /Free some/],
    ["a broken disk", new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR_READ"), /Look at/],
  ])("of %s names the database, and may pass", (_, error, advice) => {
    const told = storageTrouble(error, databasePath);
    expect(told).not.toBeInstanceOf(ConfigError);
    expect(String(told)).toContain(`DATABASE_PATH: the disk that holds ${databasePath}`);
    expect(String(told)).toContain(`(${error.message})`);
    expect(String(told)).toMatch(advice);
  });

  it.each([
    ["attempt to write a readonly database", "SQLITE_READONLY"],
    ["unable to open database file", "SQLITE_CANTOPEN"],
  ])("of files that are another user's (%s) stands until that is mended", (words, code) => {
    const told = storageTrouble(new Sqlite.SqliteError(words, code), databasePath);
    expect(told).toBeInstanceOf(ConfigError);
    expect(String(told)).toContain(`(${words}); the directory and each desk.db*`);
  });

  it.each([
    ["database disk image is malformed", "SQLITE_CORRUPT"],
    ["file is not a database", "SQLITE_NOTADB"],
  ])("of a damaged file (%s) names it, and stands", (words, code) => {
    const told = storageTrouble(new Sqlite.SqliteError(words, code), databasePath);
    expect(told).toBeInstanceOf(StandingRefusal);
    expect(String(told)).toMatch(`DATABASE_PATH: ${databasePath} is damaged (${words}). Stop the`);
    expect(String(told)).toContain("restore the newest backup");
  });

  it("of anything else is left as it is", () => {
    for (const error of [new Error("a bug"), ofSystem("ECONNREFUSED"), "a text"]) {
      expect(storageTrouble(error, databasePath)).toBe(error);
    }
  });
});

describe("a place that takes no file", () => {
  const why = /DATABASE_PATH is ".*desk\.db", but .* cannot be written \(.+\); the directory/;

  it("is told by the lock, which is free then", () => {
    mkdirSync(`${databasePath}.pid`);
    for (const _ of ["first", "again"]) {
      expect(() => acquireDatabaseLock(databasePath, { waitMs: 0 })).toThrow(why);
    }
  });

  it("is told by a command and by a start", async () => {
    symlinkSync("/nowhere/desk.db-wal", `${databasePath}-wal`);
    const command = await errorOf(deskOn(databasePath), "customer", "create", "--name", "A");
    expect(command).toMatchObject({ code: "CONFIGURATION", message: expect.stringMatching(why) });
    const config = loadConfig({ DATABASE_PATH: databasePath, PORT: "0", SANDBOX_NODE_PORT: "0" });
    const starting = startDesk(config, pino({ level: "silent" }), () => {}, operatorCommands);
    await expect(starting).rejects.toThrow(why);
  });
});
