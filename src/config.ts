/**
 * The settings, read from the environment once. A wrong one stops the start with a text that names
 * every wrong variable, what it was and what it takes; `.env.example` documents them all.
 */
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { z } from "zod";
import {
  addresses,
  apiKey,
  botToken,
  choice,
  FILE,
  filePath,
  isNoKey,
  LONG_HEX,
  NODE_URL,
  nodeUrl,
  optional,
  port,
  privateKeyHex,
  unitsList,
  type Variable,
  variable,
  whole,
} from "./config/variable.js";
import { BLOCK_SECONDS } from "./domain/duration.js";
import type { Policy } from "./domain/policy.js";

const UNITS = "up to 8 amounts of units, with commas between them";

/** Every variable there is. */
export const VARIABLES = {
  HOST: variable("an address to listen on", z.string().regex(/^[\w.:-]+$/), "127.0.0.1"),
  PORT: port("3000"),
  DATABASE_PATH: variable(FILE, filePath, "data/desk.db"),
  RATES_PATH: optional(FILE, filePath),
  LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
  TRON_NETWORK: choice(["sandbox", "nile", "shasta", "mainnet"], "sandbox"),
  TRON_FULL_HOST: optional(NODE_URL, nodeUrl, "host"),
  TRON_SOLIDITY_HOST: optional(NODE_URL, nodeUrl, "host"),
  TRON_API_KEY: optional("printable characters without spaces", apiKey, "nothing"),
  TRON_REQUESTS_PER_SECOND: whole("calls", 1, 100_000, { sandbox: "5000", others: "10" }),
  NODE_TIMEOUT_MS: whole("milliseconds", 100, 120_000, "10000"),
  POOL_OWNERS: optional("TRON addresses, each once, with commas between them", addresses),
  OPERATOR_KEY_FILE: optional(FILE, filePath.refine(isNoKey), "nothing"),
  OPERATOR_KEY: optional("a private key of 64 hex characters", privateKeyHex, "nothing"),
  POOL_BANDWIDTH_RESERVE: whole("units", 0, 1e9, { sandbox: "0", others: "50000" }),
  STAKE_HEADROOM_BPS: whole("basis points", 0, 10_000, "20"),
  STAKE_HEADROOM_LONG_BPS: whole("basis points", 0, 10_000, "100"),
  LOCK_MODE: choice(["auto", "always", "never"], "auto"),
  COMPLETION: choice(["included", "solidified"], "included"),
  TRANSACTION_LIFE_SECONDS: whole("seconds", 60, 86_400, "120"),
  QUOTE_TTL_SECONDS: whole("seconds", 1, 3_600, "30"),
  REPLAN_SECONDS: whole("seconds", 0, 86_400, "300"),
  MANUAL_DEADLINE_HOURS: whole("hours", 1, 720, "24"),
  UNSIGNED_LIMIT: whole("delegations", 1, 1_000_000, "1000"),
  IDEMPOTENCY_HOURS: whole("hours", 1, 8_760, "72"),
  AUDIT_INTERVAL_SECONDS: whole("seconds", 1, 86_400, "60"),
  TELEGRAM_BOT_TOKEN: optional("the token that BotFather gave", botToken, "nothing"),
  TELEGRAM_API_ROOT: optional(NODE_URL, nodeUrl, "host"),
  TELEGRAM_QUOTE_TTL_SECONDS: whole("seconds", 10, 3_600, "120"),
  TELEGRAM_FIRST_CREDIT_TRX: whole("TRX", 0, 1e9, { sandbox: "1000", others: "0" }),
  TELEGRAM_ENERGY_AMOUNTS: variable(UNITS, unitsList, "65000,131000,130000,262000"),
  TELEGRAM_BANDWIDTH_AMOUNTS: variable(UNITS, unitsList, "1000,2000,5000"),
  OPERATOR_CONTACT: optional("1 to 100 characters", z.string().min(1).max(100)),
  SANDBOX_NODE_PORT: port("9090"),
  SANDBOX_BLOCK_MS: whole("milliseconds", 10, 10_000, "3000"),
  SANDBOX_SOLID_LAG_BLOCKS: whole("blocks", 0, 10_000, "18"),
} as const;

type Name = keyof typeof VARIABLES;
type Values = { readonly [K in Name]: z.output<(typeof VARIABLES)[K]["schema"]> };

/** What the desk is started with: every variable under its name here, in the unit of the name. */
export type Config = Readonly<ReturnType<typeof configOf>>;

/** Variables are wrong; the message has a line for each and never a secret. */
export class ConfigError extends Error {
  override name = "ConfigError";

  constructor(readonly problems: readonly string[]) {
    super(`The configuration is wrong.\n${problems.map((line) => `  ${line}`).join("\n")}`);
  }
}

/** Reads the settings; throws ConfigError with every problem at once. An empty text counts as unset. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const names = Object.keys(VARIABLES) as Name[];
  const values = Object.fromEntries(
    names.map((name) => [name, read(name, env, (problem) => problems.push(problem))]),
  ) as Values;
  problems.push(...contradictions(values, (name) => Boolean(env[name]?.trim())));
  if (problems.length > 0) throw new ConfigError(problems);
  return configOf(values);
}

/** The one setting that finds a running desk; the others may be wrong. */
export function databasePathOf(env: NodeJS.ProcessEnv): string {
  return read("DATABASE_PATH", env, (problem) => {
    throw new ConfigError([problem]);
  });
}

function read<K extends Name>(
  name: K,
  env: NodeJS.ProcessEnv,
  onProblem: (problem: string) => void,
): Values[K] {
  const one: Variable<unknown> = VARIABLES[name];
  const text = env[name]?.trim() || fallbackOf(one, env.TRON_NETWORK?.trim() || "sandbox");
  const parsed = one.schema.safeParse(text);
  if (!parsed.success) onProblem(`${name} ${shown(one, text)}; it takes ${one.takes}.`);
  return parsed.data as Values[K];
}

/** The text a variable counts as when it is unset. */
export function fallbackOf(one: Variable<unknown>, network: string): string | undefined {
  if (typeof one.fallback !== "object") return one.fallback;
  return network === "sandbox" ? one.fallback.sandbox : one.fallback.others;
}

function shown(one: Variable<unknown>, text = ""): string {
  if (one.shows === "value" && !LONG_HEX.test(text)) return `is "${text.slice(0, 200)}"`;
  if (one.shows !== "host") return "has a wrong value, not shown because it may be a secret";
  const host = /^(?:\w+:\/\/)?(?:[^/?#]*@)?([^/?#]*)/.exec(text)?.[1] ?? "";
  return `is wrong (its host is "${host}"; the rest is not shown, it may hold a key)`;
}

/** What is wrong only in combination: a real chain needs to be told what the sandbox makes up. */
function contradictions({ TRON_NETWORK }: Values, isSet: (name: Name) => boolean): string[] {
  if (TRON_NETWORK === undefined) return [];
  if (TRON_NETWORK === "sandbox" && !isSet("TRON_FULL_HOST")) {
    const made: Name[] = ["TRON_SOLIDITY_HOST", "POOL_OWNERS", "OPERATOR_KEY_FILE", "OPERATOR_KEY"];
    const advice = "unset it, or set TRON_NETWORK or TRON_FULL_HOST too";
    return made
      .filter(isSet)
      .map((name) => `${name} is set, but the embedded sandbox makes its own; ${advice}.`);
  }
  const chain = TRON_NETWORK === "sandbox" ? "an external sandbox node" : TRON_NETWORK;
  const needed: Name[] = ["TRON_FULL_HOST", "POOL_OWNERS"];
  const problems = needed
    .filter((name) => !isSet(name))
    .map((name) => `${name} is not set; ${chain} needs ${VARIABLES[name].takes}.`);
  const keys = (["OPERATOR_KEY_FILE", "OPERATOR_KEY"] as const).filter(isSet);
  if (keys.length !== 1) {
    const state = keys.length === 0 ? "neither is set" : "both are set";
    const takes = `the path of a file with ${VARIABLES.OPERATOR_KEY.takes}, or the key itself`;
    problems.push(
      `OPERATOR_KEY_FILE, OPERATOR_KEY: ${state}; ${chain} needs exactly one of them: ${takes}.`,
    );
  }
  return problems;
}

function configOf(values: Values) {
  return {
    host: values.HOST,
    port: values.PORT,
    databasePath: values.DATABASE_PATH,
    ratesPath: values.RATES_PATH ?? fileURLToPath(new URL("../data/rates.json", import.meta.url)),
    logLevel: values.LOG_LEVEL,
    network: values.TRON_NETWORK,
    /** Undefined: the embedded sandbox node. */
    tronFullHost: values.TRON_FULL_HOST,
    tronSolidityHost: values.TRON_SOLIDITY_HOST,
    /** Secret. */
    tronApiKey: values.TRON_API_KEY,
    tronRequestsPerSecond: values.TRON_REQUESTS_PER_SECOND,
    nodeTimeoutMs: values.NODE_TIMEOUT_MS,
    /** Undefined: those of the embedded sandbox node. */
    poolOwners: values.POOL_OWNERS,
    operatorKeyFile: values.OPERATOR_KEY_FILE,
    /** Secret. `readOperatorKey` gives the key from either place. */
    operatorKeyHex: values.OPERATOR_KEY,
    poolBandwidthReserveUnits: values.POOL_BANDWIDTH_RESERVE,
    stakeHeadroomBps: values.STAKE_HEADROOM_BPS,
    stakeHeadroomLongBps: values.STAKE_HEADROOM_LONG_BPS,
    lockMode: values.LOCK_MODE,
    completion: values.COMPLETION,
    /** Chain time. */
    transactionLifeMs: transactionLifeSeconds(values) * 1_000,
    quoteTtlMs: values.QUOTE_TTL_SECONDS * 1_000,
    replanForMs: values.REPLAN_SECONDS * 1_000,
    manualDeadlineMs: values.MANUAL_DEADLINE_HOURS * 3_600_000,
    unsignedLimit: values.UNSIGNED_LIMIT,
    idempotencyTtlMs: values.IDEMPOTENCY_HOURS * 3_600_000,
    auditIntervalMs: values.AUDIT_INTERVAL_SECONDS * 1_000,
    /** Secret. Undefined: the sandbox's own bot, and elsewhere no Telegram. */
    telegramBotToken: values.TELEGRAM_BOT_TOKEN,
    telegramApiRoot: values.TELEGRAM_API_ROOT,
    telegramQuoteTtlMs: values.TELEGRAM_QUOTE_TTL_SECONDS * 1_000,
    telegramFirstCreditTrx: values.TELEGRAM_FIRST_CREDIT_TRX,
    telegramEnergyAmounts: values.TELEGRAM_ENERGY_AMOUNTS,
    telegramBandwidthAmounts: values.TELEGRAM_BANDWIDTH_AMOUNTS,
    operatorContact: values.OPERATOR_CONTACT,
    sandboxNodePort: values.SANDBOX_NODE_PORT,
    sandboxBlockMs: values.SANDBOX_BLOCK_MS,
    sandboxSolidLagBlocks: values.SANDBOX_SOLID_LAG_BLOCKS,
  };
}

/** In a fast sandbox a transaction must outlive some real time too, or it dies while it is sent. */
function transactionLifeSeconds(values: Values): number {
  if (values.TRON_NETWORK !== "sandbox") return values.TRANSACTION_LIFE_SECONDS;
  const leastBlocks = Math.ceil(10_000 / values.SANDBOX_BLOCK_MS);
  return Math.max(values.TRANSACTION_LIFE_SECONDS, leastBlocks * BLOCK_SECONDS);
}

/** How long a final order that a fork took a delegation from waits for another, before it is repaid. */
const REPLACE_FOR_MS = 600_000;

/** How long the book does not ask an owner again whose delegation for the same order has died. */
const RETRY_OWNER_AFTER_MS = 60_000;

/** The part of the settings that the engine decides by. */
export function policyOf(config: Config): Policy {
  return {
    quoteTtlMs: config.quoteTtlMs,
    lockMode: config.lockMode,
    headroom: { shortBps: config.stakeHeadroomBps, longBps: config.stakeHeadroomLongBps },
    bandwidthReserveUnits: config.poolBandwidthReserveUnits,
    completion: config.completion,
    replanForMs: config.replanForMs,
    replaceForMs: REPLACE_FOR_MS,
    manualDeadlineMs: config.manualDeadlineMs,
    retryOwnerAfterMs: RETRY_OWNER_AFTER_MS,
    idempotencyTtlMs: config.idempotencyTtlMs,
  };
}

/** The environment of the process, filled up from `.env` in the working directory; real variables win. */
export function readEnvironment(): NodeJS.ProcessEnv {
  return { ...readDotEnv(), ...process.env };
}

function readDotEnv(): NodeJS.ProcessEnv {
  try {
    return { ...parseEnv(readFileSync(".env", "utf8")) };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`.env cannot be read (${why}); make it readable, or remove it.`]);
  }
}

/** The private key that may delegate, from its file or variable; undefined in the embedded sandbox. */
export function readOperatorKey(config: Config): string | undefined {
  const path = config.operatorKeyFile;
  if (path === undefined) return config.operatorKeyHex;
  const wrong = (what: string) => new ConfigError([`OPERATOR_KEY_FILE: ${path} ${what}`]);
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw wrong("is not a file.");
    if ((stat.mode & 0o077) !== 0) {
      throw wrong(`may be read by others than its owner; run: chmod 600 '${path}'`);
    }
    const parsed = privateKeyHex.safeParse(readFileSync(path, "utf8").trim());
    if (parsed.success) return parsed.data;
    throw wrong("must hold a private key of 64 hex characters and nothing else.");
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw wrong(`cannot be read (${error instanceof Error ? error.message : String(error)}).`);
  }
}
