/** The settings: what each variable takes, what a wrong one is told, and the page that documents them. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { VARIABLES } from "../src/config/variables.js";
import {
  type ConfigError,
  databasePathOf,
  fallbackOf,
  loadConfig,
  policyOf,
  readOperatorKey,
  readPayoutKey,
  warnings,
} from "../src/config.js";
import { problemsOf } from "./support/config-problems.js";

const OWNERS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH,TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK";
const KEY = "0123456789abcdef".repeat(4);
const NILE = {
  TRON_NETWORK: "nile",
  TRON_FULL_HOST: "https://nile.example",
  POOL_OWNERS: OWNERS,
  OPERATOR_KEY: KEY,
};

describe("defaults", () => {
  it("are the sandbox's when nothing is set", () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      databasePath: "data/desk.db",
      network: "sandbox",
      tronFullHost: undefined,
      tronRequestsPerSecond: 5000,
      poolBandwidthReserveUnits: 0,
      poolOwners: undefined,
      quoteTtlMs: 30_000,
      auditIntervalMs: 60_000,
      idempotencyTtlMs: 259_200_000,
      sandboxBlockMs: 3_000,
      transactionLifeMs: 120_000,
      payoutTerms: { minimumSun: 10_000_000, feeSun: 0 },
      payoutIntervalMs: 3_600_000,
    });
    expect(JSON.parse(readFileSync(config.ratesPath, "utf8"))).toHaveProperty("floors");
    expect(policyOf(config)).toMatchObject({ lockMode: "auto", replanForMs: 300_000 });
  });

  it("are careful ones on another network", () => {
    const config = loadConfig(NILE);
    expect(config).toMatchObject({ tronRequestsPerSecond: 10, poolBandwidthReserveUnits: 50_000 });
    expect(config.poolOwners).toEqual(OWNERS.split(","));
    expect(config.operatorKeyHex).toBe(KEY);
  });

  it("hold for empty texts, and spaces around a value do not count", () => {
    const empty = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, " "]));
    expect(loadConfig(empty)).toEqual(loadConfig({}));
    expect(loadConfig({ PORT: " 0 " }).port).toBe(0);
  });

  it("let a transaction live 10 real seconds in a fast sandbox", () => {
    expect(loadConfig({ SANDBOX_BLOCK_MS: "50" }).transactionLifeMs).toBe(600_000);
    expect(loadConfig({ ...NILE, SANDBOX_BLOCK_MS: "50" }).transactionLifeMs).toBe(120_000);
  });
});

/** One wrong value of every variable. */
const WRONG: Record<keyof typeof VARIABLES, string> = {
  HOST: "not a host",
  PORT: "65536",
  DATABASE_PATH: "data/",
  DATABASE_URL: "postgresql://SECRETUSER:SECRETWORD@host:99999/SECRET",
  DATABASE_PASSWORD: "SECRET".repeat(200),
  RATES_PATH: ":memory:",
  LOG_LEVEL: "verbose",
  TRON_NETWORK: "tron",
  TRON_FULL_HOST: "ftp://node.example/SECRETPATH",
  TRON_SOLIDITY_HOST: "https://SECRETUSER:SECRETWORD@node.example/SECRETPATH?SECRETQUERY",
  TRON_API_KEY: "SECRET KEY",
  TRON_REQUESTS_PER_SECOND: "0",
  NODE_TIMEOUT_MS: "99",
  USDT_CONTRACT: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u",
  POOL_OWNERS: `${OWNERS},${OWNERS}`,
  OPERATOR_KEY_FILE: KEY,
  OPERATOR_KEY: `${KEY}SECRET`,
  PAYOUT_KEY_FILE: KEY,
  PAYOUT_KEY: `${KEY}SECRET`,
  PAYOUT_MINIMUM_TRX: "0.9",
  PAYOUT_FEE_TRX: "0.0000001",
  PAYOUT_INTERVAL_MINUTES: "10081",
  SELLER_PAYOUT_DAY_TRX: "-1",
  SELLER_FIRST_PAYOUT_HOURS: "721",
  DEPOSIT_XPUB: "SECRET xprv",
  DEPOSIT_MINIMUM_TRX: "0",
  DEPOSIT_MINIMUM_USDT: "0.0000001",
  DEPOSIT_ADDRESS_LOG: "data/",
  DEPOSIT_SWEEP_TO: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u",
  DEPOSIT_REVIEW_TRX: "-1",
  USDT_RATE_HOURS: "-1",
  COVER_ACCOUNTS: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u",
  WITHDRAW_MODE: "on",
  WITHDRAW_FEE_TRX: "-1",
  WITHDRAW_MINIMUM_TRX: "0.5",
  WITHDRAW_CUSTOMER_DAY_TRX: "many",
  WITHDRAW_DAY_TRX: "1,000",
  WITHDRAW_NEW_ADDRESS_HOURS: "721",
  POOL_BANDWIDTH_RESERVE: "-1",
  STAKE_HEADROOM_BPS: "10001",
  STAKE_HEADROOM_LONG_BPS: "1.5",
  LOCK_MODE: "Auto",
  LOCK_OVERRUN_PERCENT: "101",
  COMPLETION: "sent",
  TRANSACTION_LIFE_SECONDS: "59",
  QUOTE_TTL_SECONDS: "0",
  REPLAN_SECONDS: "1e3",
  MANUAL_DEADLINE_HOURS: "0",
  SELLER_PRICE_CAP: "0",
  ORDERS_CUSTOMER_DAY: "39",
  UNSIGNED_LIMIT: "many",
  IDEMPOTENCY_HOURS: "0",
  AUDIT_INTERVAL_SECONDS: "0",
  TELEGRAM_BOT_TOKEN: "SECRETTOKEN",
  TELEGRAM_API_ROOT: "ftp://bots.example/SECRETPATH",
  TELEGRAM_MODE: "push",
  TELEGRAM_WEBHOOK_URL: "https://SECRETUSER:SECRETWORD@desk.example/SECRETPATH",
  TELEGRAM_WEBHOOK_SECRET: "SECRET.",
  METRICS_TOKEN: "SECRET.",
  TELEGRAM_QUOTE_TTL_SECONDS: "9",
  TELEGRAM_FIRST_CREDIT_TRX: "-1",
  TELEGRAM_ENERGY_AMOUNTS: "65000,65000",
  TELEGRAM_BANDWIDTH_AMOUNTS: "12",
  OPERATOR_CONTACT: "x".repeat(101),
  OPERATOR_CHAT: "@operators",
  SANDBOX_HOSTS: "desk,desk:3000",
  SANDBOX_NODE_PORT: "0x10",
  SANDBOX_BLOCK_MS: "9",
  SANDBOX_SOLID_LAG_BLOCKS: "999999999999999999999",
};

describe("a wrong value", () => {
  const names = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[];

  it.each(names)("of %s is named with what it takes", (name) => {
    const line = problemsOf({ [name]: WRONG[name] }).find((one) => one.startsWith(`${name} `));
    expect(line).toContain(VARIABLES[name].takes);
    if (VARIABLES[name].shows === "value") expect(line).toContain(`"${WRONG[name]}"`);
  });

  it.each([
    ["xprv9s21ZrQH143K", "is an extended private key: keep that offline"],
    ["SECRET xprv", "must be an extended public key: 111 characters"],
  ])("of DEPOSIT_XPUB is said in words: %s", (text, says) => {
    const [line = ""] = problemsOf({ DEPOSIT_XPUB: text });
    expect(line).toContain(`DEPOSIT_XPUB ${says}`);
    expect(line).not.toContain(text);
  });

  it("comes with all others in one message, without any secret", () => {
    try {
      loadConfig(WRONG);
      expect.unreachable();
    } catch (error) {
      const { message } = error as ConfigError;
      for (const name of names) expect(message).toContain(`\n  ${name} `);
      expect(message.replaceAll("TELEGRAM_WEBHOOK_SECRET", "")).not.toContain("SECRET");
      expect(message).not.toContain(KEY);
    }
  });

  it("is not shown when it looks like a private key, wherever it was put", () => {
    for (const name of ["POOL_OWNERS", "HOST", "LOG_LEVEL", "OPERATOR_KEY_FILE"]) {
      const said = problemsOf({ ...NILE, [name]: `${KEY} ` }).join("\n");
      expect(said).not.toContain(KEY);
    }
  });

  it("of the database's path alone stops the one who only needs that", () => {
    expect(databasePathOf({ PORT: "x" })).toBe("data/desk.db");
    expect(() => databasePathOf({ DATABASE_PATH: "x/" })).toThrow(
      /DATABASE_PATH is "x\/"; it takes/,
    );
  });
});

describe("a network of others", () => {
  it.each(["nile", "shasta", "mainnet"])("%s needs a node, owners and one key", (network) => {
    const problems = problemsOf({ TRON_NETWORK: network });
    expect(problems).toHaveLength(3);
    for (const name of ["TRON_FULL_HOST", "POOL_OWNERS", "OPERATOR_KEY_FILE, OPERATOR_KEY"]) {
      expect(problems.some((line) => line.startsWith(name))).toBe(true);
    }
    expect(problems.join()).toContain(network);
    expect(problemsOf({ ...NILE, TRON_NETWORK: network })).toEqual([]);
  });

  it("has the USDT that everybody knows on mainnet, whatever is set", () => {
    const official = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
    const other = "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj";
    const mainnet = { ...NILE, TRON_NETWORK: "mainnet" };
    expect(problemsOf({ ...mainnet, USDT_CONTRACT: other })).toEqual([
      `USDT_CONTRACT is ${other}; on mainnet USDT is ${official}. Unset it.`,
    ]);
    expect(problemsOf({ ...mainnet, USDT_CONTRACT: official })).toEqual([]);
    expect(problemsOf({ ...NILE, USDT_CONTRACT: other })).toEqual([]);
  });

  it("takes exactly one of key and key file", () => {
    expect(problemsOf({ ...NILE, OPERATOR_KEY_FILE: "key" }).join()).toContain("both are set");
    expect(problemsOf({ ...NILE, OPERATOR_KEY: "" }).join()).toContain("neither is set");
    expect(problemsOf({ ...NILE, OPERATOR_KEY: "", OPERATOR_KEY_FILE: "key" })).toEqual([]);
  });

  it("lets customers withdraw only with a key that pays", () => {
    const auto = { ...NILE, WITHDRAW_MODE: "auto" };
    expect(problemsOf(auto).join()).toContain("WITHDRAW_MODE is auto, but nothing can be paid");
    expect(loadConfig({ ...auto, PAYOUT_KEY: KEY }).withdrawals.mode).toBe("auto");
    expect(loadConfig({ ...NILE, PAYOUT_KEY: KEY }).withdrawals.mode).toBe("off");
    const sandbox = { ...NILE, TRON_NETWORK: "sandbox" };
    expect(loadConfig(sandbox).withdrawals).toMatchObject({ mode: "off", newKeysMay: true });
    expect(loadConfig({}).withdrawals).toMatchObject({ mode: "auto", newAddressMs: 0 });
  });

  it("warns of withdrawals that cost nothing, wherever there are any", () => {
    const free = { ...NILE, PAYOUT_KEY: KEY, WITHDRAW_MODE: "approve", WITHDRAW_FEE_TRX: "0" };
    const said = (env: Record<string, string>) => warnings(loadConfig(env)).join();
    expect(said(free)).toMatch(/^WITHDRAW_FEE_TRX is 0: .* costs you money; set 0\.3 or more/);
    expect(said({ ...free, WITHDRAW_FEE_TRX: "0.1" })).toBe("");
    expect(said({ ...free, WITHDRAW_MODE: "off" })).toBe("");
  });

  it("is also a sandbox node elsewhere", () => {
    const external = { TRON_FULL_HOST: "http://127.0.0.1:9090" };
    expect(problemsOf(external)).toHaveLength(2);
    expect(problemsOf({ ...NILE, ...external, TRON_NETWORK: "sandbox" })).toEqual([]);
  });

  it("is not silently forgotten for the embedded sandbox", () => {
    const problems = problemsOf({ POOL_OWNERS: OWNERS, OPERATOR_KEY: KEY, PAYOUT_KEY: KEY });
    expect(problems.map((line) => line.split(" ")[0])).toEqual([
      "POOL_OWNERS",
      "OPERATOR_KEY",
      "PAYOUT_KEY",
    ]);
    expect(problems.join()).not.toContain(KEY);
  });
});

describe("the operator's chat", () => {
  it("needs a bot, which only the sandbox has by itself", () => {
    const chat = { ...NILE, OPERATOR_CHAT: "-1001234567890" };
    expect(problemsOf(chat)).toEqual([
      expect.stringMatching(/^OPERATOR_CHAT is set, but there is no bot to write there; set TELEG/),
    ]);
    expect(loadConfig({ ...chat, TELEGRAM_BOT_TOKEN: "42:sandbox" }).operatorChat).toBe(
      -1_001_234_567_890,
    );
    expect(loadConfig({ OPERATOR_CHAT: "77" }).operatorChat).toBe(77);
    expect(loadConfig({}).operatorChat).toBeUndefined();
  });
});

describe("payouts", () => {
  it("are off without a key, and take one of key and key file", () => {
    expect(readPayoutKey(loadConfig(NILE))).toBeUndefined();
    expect(readPayoutKey(loadConfig({ ...NILE, PAYOUT_KEY: KEY }))).toBe(KEY);
    const both = problemsOf({ ...NILE, PAYOUT_KEY: KEY, PAYOUT_KEY_FILE: "key" });
    expect(both).toEqual([
      "PAYOUT_KEY_FILE, PAYOUT_KEY: both are set; set one of them, or neither.",
    ]);
  });

  it("cost less than the least that is paid out", () => {
    const feeOf = (fee: string, least: string) =>
      problemsOf({ PAYOUT_FEE_TRX: fee, PAYOUT_MINIMUM_TRX: least });
    expect(feeOf("1.5", "1.500001")).toEqual([]);
    expect(feeOf("1.5", "1.5")).toEqual([
      "PAYOUT_FEE_TRX is 1.5; it must be below PAYOUT_MINIMUM_TRX, which is 1.5.",
    ]);
    expect(feeOf("11", "")).toHaveLength(1);
    expect(loadConfig({ PAYOUT_FEE_TRX: "0.25" }).payoutTerms.feeSun).toBe(250_000);
  });
});

describe(".env.example", () => {
  const text = readFileSync(new URL("../.env.example", import.meta.url), "utf8");
  const documented = new Map(
    [...text.matchAll(/^#(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );

  it("has every variable with its default, and no other", () => {
    const defaults = Object.entries(VARIABLES).map(([name, one]) => [
      name,
      fallbackOf(one, "sandbox") ?? "",
    ]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(defaults));
  });

  it("says something about each, and sets nothing by itself", () => {
    const blocks = text.split("\n\n").filter((block) => /^#\w+=/m.test(block));
    for (const block of blocks) expect(block).toMatch(/^# \w/);
    expect(parseEnv(text)).toEqual({});
  });

  it("changes nothing when every line is taken as it is", () => {
    expect(loadConfig({ ...parseEnv(text.replace(/^#(\w+=)/gm, "$1")) })).toEqual(loadConfig({}));
  });
});

describe("the operator's key", () => {
  const directory = mkdtempSync(join(tmpdir(), "desk-config-"));
  afterAll(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "key");
  const { OPERATOR_KEY: _, ...withoutKey } = NILE;
  const keyIn = (content: string, mode = 0o600) => {
    writeFileSync(path, content);
    chmodSync(path, mode);
    return readOperatorKey(loadConfig({ ...withoutKey, OPERATOR_KEY_FILE: path }));
  };

  it("comes from its variable or from its file", () => {
    expect(readOperatorKey(loadConfig({}))).toBeUndefined();
    expect(readOperatorKey(loadConfig(NILE))).toBe(KEY);
    expect(keyIn(`${KEY.toUpperCase()}\n`)).toBe(KEY);
    expect(keyIn(KEY, 0o400)).toBe(KEY);
  });

  it("has the same rules as the key that pays", () => {
    const payout = () => readPayoutKey(loadConfig({ ...NILE, PAYOUT_KEY_FILE: path }));
    writeFileSync(path, KEY);
    chmodSync(path, 0o600);
    expect(payout()).toBe(KEY);
    chmodSync(path, 0o640);
    expect(payout).toThrow(`PAYOUT_KEY_FILE: ${path} may be read by others`);
  });

  it("is refused from a file that others may read, with the cure", () => {
    for (const mode of [0o640, 0o604, 0o620, 0o644]) {
      expect(() => keyIn(KEY, mode)).toThrow(`chmod 600 '${path}'`);
    }
  });

  it("is refused, and not shown, when the file is missing or holds something else", () => {
    expect(() => keyIn(`${KEY}00`)).toThrow("64 hex characters and nothing else");
    expect(() => keyIn(`${KEY}00`)).not.toThrow(KEY);
    const missing = loadConfig({ ...withoutKey, OPERATOR_KEY_FILE: join(directory, "none") });
    expect(() => readOperatorKey(missing)).toThrow(/^The configuration.*\n.*cannot be read/);
    const folder = loadConfig({ ...withoutKey, OPERATOR_KEY_FILE: directory });
    expect(() => readOperatorKey(folder)).toThrow("is not a file");
  });
});
