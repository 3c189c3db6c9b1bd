/** `desk rates set` by options, and the log of every change, which nobody can rewrite. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startAt } from "../../src/engine/legs/follow-chain.js";
import { insertUsdtRate, usdtRates } from "../../src/store/deposits.js";
import { run } from "../../src/store/phase.js";
import { addressOf } from "../support/addresses.js";
import { readNow } from "../support/read-now.js";
import { type Desk, deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { openEngine, runDesk } from "./running-desk.js";

let directory: ReturnType<typeof temporaryDirectory>;
let path: string;
let desk: Desk;

beforeEach(() => {
  directory = temporaryDirectory();
  path = join(directory.path, "desk.db");
  desk = deskOn(path);
});
afterEach(() => directory.remove());

const set = (...args: string[]) => resultOf(desk, "rates", "set", ...args);

test("curve, commission and presets are set by options, each alone or together, on a desk that runs", async () => {
  const running = await runDesk(path);
  expect(await set("--curve", "0:100, 80:125,95:200")).toMatchObject({
    curve: [
      { utilisationPercent: 0, multiplierPercent: 100 },
      { utilisationPercent: 80, multiplierPercent: 125 },
      { utilisationPercent: 95, multiplierPercent: 200 },
    ],
    commissionBps: 1_000,
  });
  const more = ["--commission-bps", "250", "--energy-presets", "65000,131000"];
  await set("--resource", "bandwidth", "--duration", "3d", "--floor", "410", ...more);
  await set("--resource", "energy", "--fast", "1000", "--confirm");
  expect(running.engine.market.rates).toMatchObject({
    commissionBps: 250,
    presets: { energy: [65_000, 131_000] },
    floors: { "3d": { bandwidth: 410, energy: 45 } },
    fast: { energy: 1_000, bandwidth: 600 },
  });
  const shown = await desk("rates", "show");
  expect(shown.stdout).toContain("200 % of them from 95 % of the pool taken");
  expect(shown.stdout).toContain("Commission: 2.5 %");
  expect(shown.stdout).toContain(
    "Presets: energy 65,000 131,000; bandwidth as in the environment.",
  );
  const { presets } = await set("--energy-presets", "default");
  expect(presets).toEqual({});
  await running.close();
});

test("what is wrong is refused, each by its name, and nothing of it is logged", async () => {
  const WRONG: [string, string[], string][] = [
    ["--curve", ["--curve", "0-100"], "such as 0:100,80:125"],
    ["curve", ["--curve", "10:100"], "must begin at utilisationPercent 0"],
    ["curve", ["--curve", "0:100,80:125,70:130"], "must rise in utilisationPercent"],
    ["commissionBps", ["--commission-bps", "9001"], "from 0 to 9,000; it was 9001"],
    ["--commission-bps", ["--commission-bps", "2.5"], "basis points"],
    ["--energy-presets", ["--energy-presets", "65k"], "1000 units or more"],
    ["presets.energy", ["--energy-presets", "65000,65000"], "each amount once"],
    ["--resource", ["--fast", "60"], "give it with --fast or --floor"],
    ["--duration", ["--resource", "energy", "--floor", "44"], "give it for the --floor"],
    ["--floor", ["--resource", "energy", "--duration", "1d"], "give it for the --duration"],
    ["--fast", ["--resource", "energy", "--fast", "1001"], "from 1 to 1000"],
    ["--fast", ["--resource", "energy"], "give it, or --duration and --floor"],
    ["--resource", [], "see --help"],
  ];
  await (await openEngine(path)).close();
  for (const [field, args, says] of WRONG) {
    const refused = await errorOf(desk, "rates", "set", ...args);
    expect(refused).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
    expect(refused.message).toContain(field);
    expect(refused.message).toContain(says);
  }
  const { changes } = (await resultOf(desk, "rates", "log")) as { changes: unknown[] };
  expect(changes).toHaveLength(1);
});

test("the log says who changed what and when, newest first, and is append-only", async () => {
  await set("--resource", "energy", "--fast", "62", "--by", "ada");
  await set("--resource", "energy", "--fast", "62", "--by", "ada");
  const file = join(directory.path, "rates.json");
  const rates = await resultOf(desk, "rates", "show");
  writeFileSync(file, JSON.stringify({ ...rates, commissionBps: 500 }));
  await set("--file", file, "--curve", "0:100").catch((error: Error) => {
    expect(error.message).toContain("leave the other options away");
  });
  await set("--file", file);
  const { changes } = (await resultOf(desk, "rates", "log")) as {
    changes: { by: string; at: number; before: unknown; after: object }[];
  };
  expect(changes).toHaveLength(3);
  expect(changes[0]?.by).toMatch(/^\S+$/);
  expect(changes[0]?.at).toBeGreaterThan(1_700_000_000_000);
  expect(changes[0]).toMatchObject({ before: rates, after: { commissionBps: 500 } });
  expect(changes[1]).toMatchObject({ by: "ada", after: { fast: { energy: 62 } } });
  expect(changes[2]).toMatchObject({ by: "first start", before: null });
  const text = await desk("rates", "log");
  expect(text.stdout).toMatch(/Z {2}ada +fast\.energy 60 → 62$/m);
  expect(text.stdout).toMatch(/commissionBps 1000 → 500$/m);
  expect((await desk("rates", "log", "--limit", "1")).stdout).not.toContain("ada");

  const { engine, close } = await openEngine(path);
  const write = (sql: string) => engine.database.commit(() => run(sql));
  await expect(write("UPDATE setting_change SET changed_by = 'eve'")).rejects.toThrow(
    "never changed",
  );
  await expect(write("DELETE FROM setting_change")).rejects.toThrow("never shortened");
  await write(`UPDATE setting SET value = '{"stolen":1}', updated_by = 'eve' WHERE key = 'rates'`);
  const [newest] = readNow(engine.database, function* () {
    return (yield {
      sql: "SELECT changed_by FROM setting_change ORDER BY id DESC LIMIT 1",
      params: [],
    }) as {
      changed_by: string;
    }[];
  });
  expect(newest?.changed_by).toBe("eve");
  await close();
});

test("a rate of USDT that is set while the desk is stopped begins after what was read, or now on a real network", async () => {
  const running = await openEngine(path);
  const block = {
    number: 7,
    id: "7".repeat(64),
    timestampMs: 1_700_000_000_000,
    parentId: "6".repeat(64),
    transactions: [],
  };
  await running.engine.database.commit(() => startAt(block));
  await running.close();
  const sinceOf = async (one: typeof desk, file: string) => {
    await resultOf(one, ..."rates set --usdt 3.2 --by ada".split(" "));
    const { engine, close } = await openEngine(file);
    const [newest] = await engine.database.read(() => usdtRates(1));
    await close();
    return newest?.since;
  };
  expect(await sinceOf(desk, path)).toBe(block.timestampMs + 1);
  const other = join(directory.path, "nile.db");
  await (await openEngine(other)).close();
  const before = Date.now();
  const nile = {
    TRON_NETWORK: "nile",
    TRON_FULL_HOST: "http://127.0.0.1:9",
    POOL_OWNERS: addressOf(1),
    OPERATOR_KEY: "1".repeat(64),
  };
  expect(await sinceOf(deskOn(other, nile), other)).toBeGreaterThanOrEqual(before);
  const shown = await deskOn(other, nile)("rates", "show");
  expect(shown.stdout).toMatch(/3.2 TRX, set by ada .*; it lapses at .*`rates confirm`/);
  const { engine, close } = await openEngine(other);
  await engine.database.commit(() =>
    insertUsdtRate({ since: 1, rate_sun: 3_000_000, set_by: "bob", set_at: 1 }),
  );
  await close();
  const lapsed = await deskOn(other, nile)("rates", "show");
  expect(lapsed.stdout).toMatch(/3 TRX, set by bob .*; it has lapsed at /);
});

test("USDT is in `show` and `log`, and can be confirmed; a file of `show` leaves it as it is", async () => {
  expect(await errorOf(desk, "rates", "confirm")).toMatchObject({ code: "NOT_FOUND" });
  await set("--usdt", "3.2", "--by", "ada");
  await set("--resource", "energy", "--fast", "61", "--by", "bob");
  expect(await resultOf(desk, "rates", "confirm", "--by", "cleo")).toEqual({ usdt: 3.2 });
  const shown = await resultOf(desk, "rates", "show");
  expect(shown).toMatchObject({ usdt: { trx: 3.2, by: "cleo", until: null } });
  expect((await desk("rates", "show")).stdout).toMatch(
    /A USDT .*: 3.2 TRX, set by cleo at .*never/,
  );
  const file = join(directory.path, "rates.json");
  writeFileSync(file, JSON.stringify(shown));
  await set("--file", file);
  const { stdout } = await desk("rates", "log");
  const by = [...stdout.matchAll(/Z {2}(ada|bob|cleo) .*$/gm)].map(([, name]) => name);
  expect(by).toEqual(["cleo", "bob", "ada"]);
  const newest = await desk("rates", "log", "--limit", "1");
  expect(newest.stdout.trim().split("\n")).toEqual([
    expect.any(String),
    expect.stringContaining("cleo"),
  ]);
});

test("what is refused of the rates leaves the rate of USDT as it was", async () => {
  await set("--usdt", "3.2");
  const before = await resultOf(desk, "rates", "show");
  const refused = await errorOf(desk, "rates", "set", "--usdt", "3.3", "--curve", "10:100");
  expect(refused.message).toContain("utilisationPercent 0");
  expect(await resultOf(desk, "rates", "show")).toEqual(before);
});

test("a price that moves by more than 20 % is asked about, and then nothing is set", async () => {
  await set("--usdt", "3.2");
  const before = await resultOf(desk, "rates", "show");
  const fast = ["--resource", "energy", "--fast"];
  const floor = ["--resource", "energy", "--duration", "1d", "--floor", "60"];
  for (const [args, says] of [
    [[...fast, "600"], "fast.energy: moves from 60 to 600 SUN (+900 %)"],
    [[...fast, "47"], "fast.energy: moves from 60 to 47 SUN (-22 %)"],
    [floor, "floors.1d.energy: moves from"],
    [["--usdt", "32"], "usdt: moves from 3.2 to 32 TRX (+900 %)"],
    [["--usdt", "3.3", ...fast, "600"], "fast.energy: moves"],
    [["--curve", "0:130"], "fast.energy: moves from 60 to 78 SUN (+30 %)"],
  ] as const) {
    const refused = await errorOf(desk, "rates", "set", ...args);
    expect(refused).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
    expect(refused.message).toContain(says);
    expect(refused.message).toContain("--confirm");
  }
  expect(await resultOf(desk, "rates", "show")).toEqual(before);
  await set(...fast, "72", "--usdt", "3.84");
  await set(...fast, "600", "--usdt", "32", "--confirm");
  expect(await resultOf(desk, "rates", "show")).toMatchObject({
    fast: { energy: 600 },
    usdt: { trx: 32 },
  });
});
