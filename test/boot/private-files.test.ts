/** Modes of the files a desk finds at its start: real files, and what is said of them. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { startDesk } from "../../src/boot/desk.js";
import { checkPrivateFiles } from "../../src/boot/private-files.js";
import { operatorCommands } from "../../src/cli/commands.js";
import { ConfigError, loadConfig } from "../../src/config.js";

const KEY = "0123456789abcdef".repeat(4);
const TOKEN = "123:abcdefghijklmnop";

let folder: string;
let databasePath: string;
let envPath: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "desk-modes-"));
  mkdirSync(join(folder, "data"), { mode: 0o700 });
  databasePath = join(folder, "data/desk.db");
  envPath = join(folder, ".env");
});
afterEach(() => rmSync(folder, { recursive: true }));

const configOn = (network: "nile" | "sandbox") =>
  loadConfig({
    DATABASE_PATH: databasePath,
    DEPOSIT_ADDRESS_LOG: join(folder, "addresses.log"),
    TRON_NETWORK: network,
    ...(network === "sandbox"
      ? {}
      : {
          TRON_FULL_HOST: "http://127.0.0.1:1",
          POOL_OWNERS: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
          OPERATOR_KEY: KEY,
        }),
  });

function put(path: string, mode: number, text = ""): void {
  writeFileSync(path, text);
  chmodSync(path, mode);
}

/** What stops a start on a real network; on the sandbox the same must be warnings. */
function problems(): readonly string[] {
  const warnings: string[] = [];
  const logger = pino(
    { level: "warn" },
    { write: (line: string) => warnings.push(JSON.parse(line).problem) },
  );
  checkPrivateFiles(configOn("sandbox"), logger, envPath);
  try {
    checkPrivateFiles(configOn("nile"), logger, envPath);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.problems).toEqual(warnings);
    return error.problems;
  }
  expect(warnings).toEqual([]);
  return [];
}

describe("a .env that others may read", () => {
  test.each([
    ["OPERATOR_KEY", KEY],
    ["PAYOUT_KEY", KEY],
    ["TRON_API_KEY", "abc"],
    ["TELEGRAM_BOT_TOKEN", TOKEN],
    ["TELEGRAM_WEBHOOK_SECRET", "abc"],
    ["METRICS_TOKEN", "abc"],
    ["TRON_FULL_HOST", "https://node.example/a-key"],
    ["TRON_FULL_HOST", "https://node.example,https://other.example/a-key"],
  ])("is refused where it holds %s, without its value", (name, value) => {
    put(envPath, 0o640, `PORT=3000\n${name}="${value}"\n`);
    expect(problems()).toEqual([
      `${envPath} holds ${name} and may be read by others than its owner; run: chmod 600 ${envPath}`,
    ]);
    chmodSync(envPath, 0o600);
    expect(problems()).toEqual([]);
  });

  test("may hold what is no secret", () => {
    const lines = ["TRON_FULL_HOST=https://nile.trongrid.io", "OPERATOR_KEY_FILE=/etc/desk.key"];
    put(envPath, 0o644, [...lines, "TRON_API_KEY=", "#OPERATOR_KEY=abc"].join("\n"));
    expect(problems()).toEqual([]);
    const several = "TRON_FULL_HOST=https://node.example, http://10.0.0.1:8090/";
    put(envPath, 0o644, [several, "TRON_SOLIDITY_HOST=,http://10.0.0.1:8091"].join("\n"));
    expect(problems()).toEqual([]);
  });
});

test("a log of addresses that others may read is refused", () => {
  const path = join(folder, "addresses.log");
  put(path, 0o640);
  expect(problems()).toEqual([
    `DEPOSIT_ADDRESS_LOG: ${path} may be read by others than its owner; run: chmod 600 '${path}'`,
  ]);
});

describe("a database", () => {
  test.each(["", "-wal", "-shm", ".lock"])("whose file %s others may read is refused", (suffix) => {
    put(databasePath, 0o600);
    put(databasePath + suffix, 0o604);
    const file = databasePath + suffix;
    expect(problems()).toEqual([
      `DATABASE_PATH: ${file} may be read by others than its owner; run: chmod 600 '${file}'`,
    ]);
  });

  test("where others may write is refused, but not where they may only look or own what they make", () => {
    const directory = join(folder, "data");
    chmodSync(directory, 0o770);
    expect(problems()).toEqual([
      expect.stringMatching(
        /^DATABASE_PATH: .*data may be written .* own, or, where this is one, run: chmod go-w '.*data'$/,
      ),
    ]);
    for (const mode of [0o755, 0o1777]) {
      chmodSync(directory, mode);
      expect(problems()).toEqual([]);
    }
  });
});

test("a desk of a real network does not start on such files, and leaves them as they were", async () => {
  put(databasePath, 0o644);
  const starting = startDesk(
    configOn("nile"),
    pino({ level: "silent" }),
    () => {},
    operatorCommands,
  );
  await expect(starting).rejects.toThrow(`run: chmod 600 '${databasePath}'`);
  expect(readdirSync(join(folder, "data"))).toEqual(["desk.db"]);
});

test.each([
  [
    "a directory",
    () => join(folder, "data"),
    /data is a directory; it takes the path of a database/,
  ],
  [
    "another file",
    () => join(folder, "notes"),
    /notes is a file of another kind; it takes the path/,
  ],
  [
    "another program's database",
    () => join(folder, "cookies"),
    /cookies is a database of another program; it takes the path/,
  ],
  ["a place below a file", () => join(folder, "notes", "desk.db"), /notes is not a directory; it/],
])("nobody is told to change the modes of %s", async (_, path, why) => {
  chmodSync(join(folder, "data"), 0o777);
  put(join(folder, "notes"), 0o644, "a list of things to buy");
  const other = new Sqlite(join(folder, "cookies"));
  other.exec("CREATE TABLE cookies (name TEXT)");
  other.close();
  chmodSync(join(folder, "cookies"), 0o644);
  databasePath = path();
  const starting = startDesk(
    configOn("nile"),
    pino({ level: "silent" }),
    () => {},
    operatorCommands,
  );
  await expect(starting).rejects.toThrow(why);
  await expect(starting).rejects.not.toThrow("chmod");
  expect(readdirSync(folder).sort()).toEqual(["cookies", "data", "notes"]);
});
