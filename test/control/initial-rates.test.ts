/** The rates of a new database: from the file of RATES_PATH, else from the list of the desk, else the defaults. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConfigError, loadConfig } from "../../src/config.js";
import { readInitialRates } from "../../src/control/initial-rates.js";
import { DEFAULT_RATES } from "../../src/domain/rates.js";

let folder: string;
let ratesPath: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "desk-initial-rates-"));
  ratesPath = join(folder, "rates.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

const desksOwn = () => readInitialRates({ ratesPath, isRatesPathSet: false });
const given = () => readInitialRates(loadConfig({ RATES_PATH: ratesPath }));

it("are the defaults where the desk's own list is missing, or its folder", () => {
  expect(desksOwn()).toEqual(DEFAULT_RATES);
  ratesPath = join(folder, "data", "rates.json");
  expect(desksOwn()).toEqual(DEFAULT_RATES);
});

it("are those of the list where there is one", () => {
  const rates = { ...DEFAULT_RATES, commissionBps: 500 };
  writeFileSync(ratesPath, JSON.stringify(rates));
  expect(desksOwn()).toEqual(rates);
  expect(given()).toEqual(rates);
  expect(readInitialRates(loadConfig({}))).toEqual(DEFAULT_RATES);
});

it("are refused where RATES_PATH names a file that is missing", () => {
  expect(given).toThrow(ConfigError);
  expect(given).toThrow(`RATES_PATH: ${ratesPath} cannot be read as JSON (ENOENT`);
});

it.each([
  ["a key", "c0ffee11".repeat(8), " cannot be read as JSON (no JSON)."],
  ["a broken list", '{ "secret": "c0ffee11", }', "(at position 24"],
  ["another file of JSON", '{ "c0ffee11": { "secret": 1 } }', ": rates: takes fast, "],
  ["a wrong value", '{ "fast": { "energy": "c0ffee11" } }', ": must be a whole number from 1 to"],
])("are refused without a word of %s that RATES_PATH names", (_, content, why) => {
  writeFileSync(ratesPath, content);
  expect(given).toThrow(why);
  expect(given).not.toThrow(/c0ffee|secret/);
});

it("are refused where the desk's own list is there and wrong", () => {
  writeFileSync(ratesPath, "{");
  expect(desksOwn).toThrow(/RATES_PATH: .* cannot be read as JSON/);
  writeFileSync(ratesPath, "{}");
  expect(desksOwn).toThrow(/RATES_PATH: .*: fast: /);
});
