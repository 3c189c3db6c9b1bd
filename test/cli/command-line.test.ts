/** What may be typed: help everywhere, clear refusals, exit statuses, and JSON when asked for. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { OWNER, openEngine } from "./running-desk.js";

const directory = temporaryDirectory();
afterAll(directory.remove);
const databasePath = join(directory.path, "desk.db");
await (await openEngine(databasePath)).close();
const desk = deskOn(databasePath);

/** Splits a line as a shell does, as far as the examples need it. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

describe.each(COMMANDS.map((command) => [command.name, command] as const))(
  "%s",
  (name, command) => {
    it("has a help that names its options", async () => {
      const help = await desk(...name.split(" "), "--help");
      expect(help).toMatchObject({ status: 0, stderr: "" });
      expect(help.stdout).toContain(`Usage: desk ${name}`);
      expect(help.stdout).toContain("--json");
      expect(help.stdout).toContain(`npm run desk -- ${command.example}`);
      for (const { name } of command.args) expect(help.stdout).toContain(name);
      for (const { flags } of command.options) expect(help.stdout).toContain(flags);
    });

    it("understands its own example", async () => {
      const line = command.example
        .replace("TADDRESS", OWNER)
        .replace("rates.json", "no-such.json")
        .replace("/var/backups", directory.path);
      const said = await desk(...words(line));
      expect(said.status, said.stderr).not.toBe(2);
      expect(said.stderr).not.toMatch(/^--/);
    });
  },
);

it("lists all commands and groups in the help of the whole", async () => {
  const { status, stdout } = await desk("--help");
  expect(status).toBe(0);
  for (const { name } of COMMANDS)
    expect(stdout).toMatch(new RegExp(`^  ${name.split(" ")[0]} `, "m"));
  expect((await desk("customer", "--help")).stdout).toMatch(/^ {2}credit /m);
});

it.each([
  ["no command", []],
  ["a group alone", ["customer"]],
  ["an unknown command", ["custmer"]],
  ["an unknown option", ["status", "--jsn"]],
  ["a missing option", ["customer", "create"]],
  ["a missing argument", ["order", "show"]],
  ["an argument too many", ["order", "show", "a", "b"]],
])("ends with status 2 and a hint for %s", async (_, args) => {
  const said = await desk(...args);
  expect(said.status).toBe(2);
  expect(said.stderr).toContain("--help");
  expect(said.stdout).toBe("");
  const inJson = await desk(...args, "--json");
  expect(inJson).toMatchObject({ status: 2, stderr: "" });
  expect(JSON.parse(inJson.stdout)).toMatchObject({ success: false, error: { code: "USAGE" } });
});

const AMOUNT = "--trx: must be an amount of TRX above 0";
const credit = (amount: string) =>
  ["customer", "credit", "--customer", "c", "--reason", "r", "--trx", amount] as const;

it.each([
  [credit("0"), AMOUNT],
  [credit("-1"), AMOUNT],
  [credit("1e3"), AMOUNT],
  [credit("0.0000001"), AMOUNT],
  [
    credit("ten"),
    `${AMOUNT} and up to 9007199254, such as 10 or 3.9, with at most 6 decimals; it was "ten"`,
  ],
  [
    ["customer", "create", "--name", "x", "--credit", "-1"],
    "--credit: must be an amount of TRX from 0 up to",
  ],
  [["customer", "create", "--name", "  "], "--name: must have 1 to 200 characters"],
  [["customer", "create", "--name", "x\u001b[2J"], "--name: must have 1 to 200 characters"],
  [["pool", "add", "T123"], "ADDRESS: must be a base58 address"],
  [["pool", "add", OWNER.toLowerCase()], "ADDRESS: must be a base58 address"],
  [["pool", "drain", `${OWNER.slice(0, -1)}J`], "ADDRESS: has a wrong checksum"],
  [
    ["rates", "set", "--resource", "gas", "--fast", "1"],
    '--resource: must be one of energy, bandwidth; it was "gas"',
  ],
  [["rates", "set", "--resource", "energy", "--fast", "1.5"], "--fast: must be a whole number of"],
  [
    ["rates", "set", "--resource", "energy", "--duration", "2d", "--floor", "9"],
    "--duration: must",
  ],
  [["rates", "set", "--file", "/no/such.json"], "--file: /no/such.json cannot be read"],
  [["sandbox", "fund", OWNER, "--trx", "x"], AMOUNT],
])("refuses %j with a sentence", async (args, sentence) => {
  const said = await desk(...args);
  expect(said).toMatchObject({ status: 2, stdout: "" });
  expect(said.stderr).toContain(sentence);
  expect(await errorOf(desk, ...args)).toMatchObject({
    status: 2,
    stderr: "",
    success: false,
    code: "VALIDATION_FAILED",
  });
});

it("does not repeat a key that was given for an amount", async () => {
  const said = await desk(...credit(`edk_${"a".repeat(38)}`));
  expect(said.stderr).toContain(AMOUNT);
  expect(said.stderr).not.toContain("edk_");
});

it("marks the options that a command does not go without", async () => {
  const { stdout } = await desk("customer", "credit", "--help");
  const required = stdout.split("\n").filter((line) => line.includes("(required)"));
  expect(required.map((line) => line.trim().split(" ")[0])).toEqual([
    "--customer",
    "--trx",
    "--reason",
  ]);
});

it("tells every problem of the input at once", async () => {
  const { stderr } = await desk("customer", "create", "--name", "", "--credit", "x");
  expect(stderr).toMatch(/--name: .*\n {2}--name: .*\n {2}--credit: /);
});

it.each([[["status"]], [["cover"]], [["sandbox", "fund", OWNER, "--trx", "1"]]])(
  "says that %j needs a desk that runs",
  async (args) => {
    const error = await errorOf(desk, ...args);
    expect(error).toMatchObject({ status: 1, code: "NOT_RUNNING" });
    expect(error.message).toContain(databasePath);
    expect(error.message).toContain("npm start");
  },
);

it("makes no database by looking for one", async () => {
  const nowhere = join(directory.path, "typo", "desk.db");
  const error = await errorOf(deskOn(nowhere), "audit");
  expect(error).toMatchObject({ status: 1, code: "NOT_FOUND" });
  expect(error.message).toContain(nowhere);
  expect(existsSync(join(directory.path, "typo"))).toBe(false);
});

it("begins a new database with its first customer and the rates of RATES_PATH", async () => {
  const ratesPath = join(directory.path, "rates.json");
  const rates = await resultOf(desk, "rates", "show");
  writeFileSync(ratesPath, JSON.stringify({ ...rates, fast: { energy: 77, bandwidth: 700 } }));
  const fresh = deskOn(join(directory.path, "fresh", "desk.db"), { RATES_PATH: ratesPath });
  await resultOf(fresh, "customer", "create", "--name", "First");
  expect(await resultOf(fresh, "rates", "show")).toMatchObject({ fast: { energy: 77 } });
});

it("names a wrong setting, but lets one that it does not need pass while a desk runs", async () => {
  const error = await errorOf(deskOn(databasePath, { PORT: "x" }), "audit");
  expect(error).toMatchObject({ status: 1, code: "CONFIGURATION" });
  expect(error.message).toContain("PORT");
});

it("ends with status 1 and names the violation when the books do not add up", async () => {
  const path = join(directory.path, "wrong.db");
  const wrong = deskOn(path);
  await resultOf(wrong, "customer", "create", "--name", "Ada", "--credit", "5");
  const sqlite = new Sqlite(path);
  sqlite.exec("UPDATE account SET balance_sun = balance_sun + 1 WHERE kind = 'available'");
  sqlite.close();
  const { status, stdout } = await wrong("audit", "--json");
  expect(status).toBe(1);
  const result = JSON.parse(stdout) as { ok: boolean; violations: unknown[] };
  expect(result.ok).toBe(false);
  expect(result.violations.length).toBeGreaterThan(0);
  const said = await wrong("audit");
  expect(said).toMatchObject({ status: 1 });
  expect(said.stdout).toContain("the sum over all accounts is 0");
  expect(await errorOf(wrong, "resume")).toMatchObject({ status: 1, code: "DESK_HALTED" });
});
