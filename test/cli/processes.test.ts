/** The built command as an operator runs it: processes beside each other, beside a desk, and alone. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readEnvironment } from "../../src/config.js";
import { acquireDatabaseLock } from "../../src/control/database-lock.js";
import { readCustomers } from "../../src/engine/customers/customers.js";
import { bindNetwork } from "../../src/engine/network.js";
import { settingsOf } from "../postgres/databases.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { DIST, deskOn, deskProcess, resultOf, temporaryDirectory } from "./desk-command.js";
import { openEngine, runDesk } from "./running-desk.js";

let directory: ReturnType<typeof temporaryDirectory>;
let databasePath: string;
const cleanUps: (() => Promise<void>)[] = [];

beforeEach(() => {
  directory = temporaryDirectory();
  databasePath = join(directory.path, "desk.db");
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  directory.remove();
});

const credit = (customerId: unknown, reference: string) =>
  ["customer", "credit", "--customer", String(customerId), "--trx", "1", "--reason", "test"].concat(
    ["--gift", "--reference", reference],
  );

sqliteTest("prints to stdout and ends with 0, 1 or 2", async () => {
  const desk = deskProcess(databasePath);
  const [created, usage] = await Promise.all([
    desk("customer", "create", "--name", "Ada"),
    desk("customer", "create"),
  ]);
  expect(created).toMatchObject({ status: 0, stderr: "" });
  expect(created.stdout).toMatch(/^customerId {2}[0-9a-f]{24}\napiKey {6}edk_\w{38}\n/);
  expect(statSync(databasePath).mode & 0o777).toBe(0o600);
  expect(usage).toMatchObject({ status: 2, stdout: "" });
  expect(usage.stderr).toContain("required option '--name <text>' not specified");
  const refused = await desk("status");
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr).toMatch(/^No desk is running on DATABASE_PATH .*npm start\n$/);
});

it("leaves nothing when the rates that a new database needs cannot be read", async () => {
  const desk = deskOn(databasePath, { RATES_PATH: join(directory.path, "nowhere.json") });
  const refused = await desk("customer", "create", "--name", "Ada");
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr).toContain("RATES_PATH: ");
  expect(readdirSync(directory.path)).toEqual([]);
});

it("moves money once for one reference, whoever asks at the same time", async () => {
  const running = await runDesk(databasePath);
  cleanUps.push(running.close);
  const desk = deskOn(databasePath);
  const { customerId } = await resultOf(desk, "customer", "create", "--name", "A");
  const references = ["r1", "r1", "r2"];
  const moved = await Promise.all(
    references.map((reference) => resultOf(desk, ...credit(customerId, reference))),
  );
  expect(moved.filter((one) => one.moved)).toHaveLength(2);
  expect(await readCustomers(running.engine)).toMatchObject([{ availableSun: 2_000_000 }]);
});

it("takes turns with itself on a database that no desk has", async () => {
  const { customerId } = await resultOf(deskOn(databasePath), "customer", "create", "--name", "A");
  const desk = deskProcess(databasePath);
  const again = () => resultOf(desk, ...credit(customerId, "r1"));
  const moved = await Promise.all([again(), again()]);
  expect(moved.filter((one) => one.moved)).toHaveLength(1);
  const { engine, close } = await openEngine(databasePath);
  expect(await readCustomers(engine)).toMatchObject([{ availableSun: 1_000_000 }]);
  await close();
});

it("waits for a desk that has the database and does not listen yet", async () => {
  let lookedInVain = () => {};
  const looked = new Promise<void>((done) => {
    lookedInVain = done;
  });
  const lock = acquireDatabaseLock(databasePath);
  const { close } = await openEngine(databasePath);
  const desk = deskOn(databasePath, {
    // Settings are read once the socket was found silent.
    get PORT() {
      lookedInVain();
      return "3000";
    },
  });
  const created = desk("customer", "create", "--name", "Ada", "--json");
  await looked;
  await close();
  lock.release();
  const running = await runDesk(databasePath);
  cleanUps.push(running.close);
  expect(JSON.parse((await created).stdout)).toHaveProperty("apiKey");
  expect(await readCustomers(running.engine)).toHaveLength(1);
});

it("leaves a sound database when it is killed", async () => {
  const { customerId } = await resultOf(deskOn(databasePath), "customer", "create", "--name", "A");
  const child = spawn(
    process.execPath,
    [
      "--import",
      `data:text/javascript,process.on("exit",()=>process.kill(process.pid,"SIGKILL"))`,
      join(DIST, "desk.js"),
      ...credit(customerId, "r1"),
    ],
    { env: settingsOf(databasePath, {}), stdio: "ignore" },
  );
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  const again = await resultOf(deskOn(databasePath), ...credit(customerId, "r1"));
  expect(again).toMatchObject({ moved: false, available: 1 });
  expect(await resultOf(deskOn(databasePath), "audit")).toMatchObject({ ok: true });
});

it("reads .env of the working directory, with a byte order mark too; real variables win", async () => {
  writeFileSync(join(directory.path, ".env"), "\ufeffDATABASE_PATH=from-file.db\n");
  const child = spawn(process.execPath, [join(DIST, "desk.js"), "status"], {
    cwd: directory.path,
    env: {},
    stdio: ["ignore", "ignore", "pipe"],
  });
  expect(await text(child.stderr)).toContain("DATABASE_PATH from-file.db;");
  const here = process.cwd();
  process.chdir(directory.path);
  cleanUps.push(async () => process.chdir(here));
  for (const [set, path] of [
    ["real.db", "real.db"],
    ["", ""],
    [undefined, "from-file.db"],
  ]) {
    vi.stubEnv("DATABASE_PATH", set);
    expect(readEnvironment().DATABASE_PATH).toBe(path);
  }
  writeFileSync(join(directory.path, ".env"), Buffer.from("DATABASE_PATH=a.db\n", "utf16le"));
  expect(readEnvironment).toThrow("save it as UTF-8");
  vi.unstubAllEnvs();
});

it("loads neither the engine nor the chain to ask a running desk", () => {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const code = readFileSync(file, "utf8");
    for (const [, from = ""] of code.matchAll(/^(?:import|export) .*?from "([^"]+)";$/gm)) {
      if (from.startsWith(".")) visit(resolve(dirname(file), from));
      else seen.add(from);
    }
  };
  visit(join(DIST, "desk.js"));
  const own = [...seen].filter((name) => !name.startsWith("node:"));
  expect(own.filter((name) => !name.startsWith(DIST)).sort()).toEqual([
    "@scure/base",
    "commander",
    "zod",
  ]);
  expect(own.filter((name) => /\/(engine|store|chain|http|workers)\//.test(name))).toEqual([]);
});

it("ties a database that it begins to its network, so that a desk on another one refuses it", async () => {
  await resultOf(deskOn(databasePath), "customer", "create", "--name", "Ada", "--credit", "100");
  const { engine, close } = await openEngine(databasePath);
  const nile = { name: "nile", genesisId: "a" };
  await expect(bindNetwork(engine.database, nile, 1)).rejects.toThrow(/TRON_NETWORK=sandbox/);
  await close();
});
