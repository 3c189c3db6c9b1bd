/**
 * The settings, read from the environment once. A wrong one stops the start with a text that lists every wrong variable, its
 * value and what it takes; `.env.example` documents them all.
 */
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import type { z } from "zod";
import { StandingRefusal } from "./common/failures.js";
import { HOUR_MS, MINUTE_MS } from "./common/time.js";
import { contradictions } from "./config/contradictions.js";
import {
  isOfNodes,
  isSeveral,
  type NodeName,
  type NodeSettings,
  oneNode,
  readNodes,
} from "./config/nodes.js";
import { POSTGRES_URL, type PostgresPlace, readPostgresUrl } from "./config/postgres-url.js";
import { apiKey, privateKeyHex, shownValue, type Variable } from "./config/variable.js";
import { type Name, unknownNames, VARIABLES, type Values } from "./config/variables.js";
import { BLOCK_SECONDS } from "./domain/duration.js";
import type { Policy } from "./domain/policy.js";
import type { WithdrawalTerms } from "./domain/withdrawal.js";

export { isSameUrl, type NodeSettings, nodesAt, shownNode } from "./config/nodes.js";
export { shownPostgres } from "./config/postgres-url.js";
export { NODE_URL, nodeUrl } from "./config/variable.js";

/** What the desk is started with: every variable under its name here, in the unit of the name. */
export type Config = Readonly<ReturnType<typeof configOf>>;

/** Variables are wrong; the message has a line for each and never a secret. */
export class ConfigError extends StandingRefusal {
  override name = "ConfigError";

  constructor(readonly problems: readonly string[]) {
    super(configurationProblem(...problems));
  }
}

/** Each problem names its setting and says what it takes. */
function configurationProblem(...problems: readonly string[]): string {
  return `The configuration is wrong.\n${problems.map((line) => `  ${line}`).join("\n")}`;
}

/** Not a standing refusal: what occupies the place may go. Names the setting too. */
export function placeTaken(problem: string): Error {
  return new Error(`The desk cannot start now.\n  ${problem}`);
}

/** Reads the settings; throws ConfigError with every problem at once. An empty text counts as unset. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const onProblem = (problem: string) => void problems.push(problem);
  const several = readSeveralNodes(env, onProblem);
  const names = Object.keys(VARIABLES) as Name[];
  const values = Object.fromEntries(
    names
      .filter((name) => !(several && isOfNodes(name)))
      .map((name) => [name, read(name, env, onProblem)]),
  ) as Values;
  problems.push(...contradictions(values, (name) => Boolean(env[name]?.trim())));
  if (problems.length > 0) throw new ConfigError(problems);
  return configOf(values, several ?? nodeOf(values));
}

/** Undefined with one URL or none: then each value is one, whatever commas it contains. */
function readSeveralNodes(env: NodeJS.ProcessEnv, onProblem: (problem: string) => void) {
  if (!isSeveral(env.TRON_FULL_HOST)) return undefined;
  const defaultPerSecond = read(PACE, { TRON_NETWORK: env.TRON_NETWORK }, onProblem);
  return readNodes({ text: (name) => env[name]?.trim(), defaultPerSecond }, onProblem);
}

const PACE = "TRON_REQUESTS_PER_SECOND";

/** None for the embedded sandbox. */
function nodeOf(values: Pick<Values, NodeName>): readonly NodeSettings[] {
  const { TRON_FULL_HOST: url, TRON_SOLIDITY_HOST: solidityUrl, TRON_API_KEY: apiKey } = values;
  if (url === undefined) return [];
  return oneNode({ url, solidityUrl, apiKey, requestsPerSecond: values[PACE] });
}

/** The settings of nodes, for commands without a desk: the other settings may be wrong or missing. */
export interface NodesOfSettings {
  readonly network: Values["TRON_NETWORK"];
  /** False: `network` is the default. */
  readonly isNetworkSet: boolean;
  readonly nodes: readonly NodeSettings[];
  /** For a node that the settings do not name. */
  readonly requestsPerSecond: number;
  readonly poolOwners: Values["POOL_OWNERS"];
  readonly usdtContract: Values["USDT_CONTRACT"];
  readonly timeoutMs: number;
}

/** Throws ConfigError with every problem of these settings. */
export function loadNodes(env: NodeJS.ProcessEnv): NodesOfSettings {
  const problems: string[] = [];
  const onProblem = (problem: string) => void problems.push(problem);
  const one = <K extends Name>(name: K) => read(name, env, onProblem);
  const nodes =
    readSeveralNodes(env, onProblem) ??
    nodeOf({
      TRON_FULL_HOST: one("TRON_FULL_HOST"),
      TRON_SOLIDITY_HOST: one("TRON_SOLIDITY_HOST"),
      TRON_API_KEY: one("TRON_API_KEY"),
      TRON_REQUESTS_PER_SECOND: one("TRON_REQUESTS_PER_SECOND"),
    });
  const loaded: NodesOfSettings = {
    network: one("TRON_NETWORK"),
    isNetworkSet: Boolean(env.TRON_NETWORK?.trim()),
    nodes,
    requestsPerSecond: read(PACE, { TRON_NETWORK: env.TRON_NETWORK }, onProblem),
    poolOwners: one("POOL_OWNERS"),
    usdtContract: one("USDT_CONTRACT"),
    timeoutMs: one("NODE_TIMEOUT_MS"),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return loaded;
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
  if (!parsed.success) onProblem(`${name} ${shownValue(one, text)}; it takes ${one.takes}.`);
  return parsed.data as Values[K];
}

/** The text a variable counts as when it is unset. */
export function fallbackOf(one: Variable<unknown>, network: string): string | undefined {
  if (typeof one.fallback !== "object") return one.fallback;
  return network === "sandbox" ? one.fallback.sandbox : one.fallback.others;
}

function configOf(values: Values, tronNodes: readonly NodeSettings[]) {
  const [first] = tronNodes;
  return {
    host: values.HOST,
    port: values.PORT,
    /** With `postgres` only the place of the desk's files beside the database. */
    databasePath: values.DATABASE_PATH,
    /** Undefined: SQLite. */
    postgres: postgresOf(values),
    /** False: it is the desk's own file, which may be missing. */
    isRatesPathSet: values.RATES_PATH !== undefined,
    ratesPath: values.RATES_PATH ?? fileURLToPath(new URL("../data/rates.json", import.meta.url)),
    logLevel: values.LOG_LEVEL,
    /** Secret. Undefined: no metrics, except in the sandbox for its own machine. */
    metricsToken: values.METRICS_TOKEN,
    network: values.TRON_NETWORK,
    /** The nodes of `TRON_FULL_HOST`; empty for the embedded sandbox node, which uses the next four. */
    tronNodes,
    /** Undefined: the embedded sandbox node. With several nodes these four are the first one's. */
    tronFullHost: first?.url,
    tronSolidityHost: first?.solidityUrl,
    /** Secret. */
    tronApiKey: first ? first.apiKey : values.TRON_API_KEY,
    tronRequestsPerSecond: first?.requestsPerSecond ?? values[PACE],
    nodeTimeoutMs: values.NODE_TIMEOUT_MS,
    /** Undefined: the known contract on mainnet, none elsewhere. */
    usdtContract: values.USDT_CONTRACT,
    /** Undefined: those of the embedded sandbox node. */
    poolOwners: values.POOL_OWNERS,
    operatorKeyFile: values.OPERATOR_KEY_FILE,
    /** Secret. `readOperatorKey` gives the key from either place. */
    operatorKeyHex: values.OPERATOR_KEY,
    payoutKeyFile: values.PAYOUT_KEY_FILE,
    /** Secret. `readPayoutKey` gives the key from either place. */
    payoutKeyHex: values.PAYOUT_KEY,
    payoutTerms: {
      minimumSun: values.PAYOUT_MINIMUM_TRX,
      feeSun: values.PAYOUT_FEE_TRX,
      daySun: values.SELLER_PAYOUT_DAY_TRX,
      firstWaitMs: values.SELLER_FIRST_PAYOUT_HOURS * HOUR_MS,
    },
    /** Undefined: that of the sandbox, and no deposits elsewhere. */
    depositXpub: values.DEPOSIT_XPUB,
    depositMinimumSun: values.DEPOSIT_MINIMUM_TRX,
    /** Millionths of a USDT. */
    depositMinimumUsdtUnits: values.DEPOSIT_MINIMUM_USDT,
    /** Undefined: no log is kept. */
    depositAddressLog: values.DEPOSIT_ADDRESS_LOG,
    depositSweepTo: values.DEPOSIT_SWEEP_TO,
    depositReviewSun: values.DEPOSIT_REVIEW_TRX,
    usdtRateLastsMs: (values.USDT_RATE_HOURS || Number.POSITIVE_INFINITY) * HOUR_MS,
    coverAccounts: values.COVER_ACCOUNTS ?? [],
    /** 0: only by `payout run`. */
    payoutIntervalMs: values.PAYOUT_INTERVAL_MINUTES * MINUTE_MS,
    withdrawals: withdrawalsOf(values, first === undefined),
    poolBandwidthReserveUnits: values.POOL_BANDWIDTH_RESERVE,
    stakeHeadroomBps: values.STAKE_HEADROOM_BPS,
    stakeHeadroomLongBps: values.STAKE_HEADROOM_LONG_BPS,
    lockMode: values.LOCK_MODE,
    lockOverrunPercent: values.LOCK_OVERRUN_PERCENT,
    completion: values.COMPLETION,
    /** Chain time. */
    transactionLifeMs: transactionLifeSeconds(values) * 1_000,
    quoteTtlMs: values.QUOTE_TTL_SECONDS * 1_000,
    replanForMs: values.REPLAN_SECONDS * 1_000,
    manualDeadlineMs: values.MANUAL_DEADLINE_HOURS * HOUR_MS,
    sellerPriceCap: values.SELLER_PRICE_CAP,
    mostIdleOrders: values.ORDERS_CUSTOMER_DAY,
    unsignedLimit: values.UNSIGNED_LIMIT,
    idempotencyTtlMs: values.IDEMPOTENCY_HOURS * HOUR_MS,
    auditIntervalMs: values.AUDIT_INTERVAL_SECONDS * 1_000,
    /** Secret. Undefined: the sandbox's own bot, and no Telegram elsewhere. */
    telegramBotToken: values.TELEGRAM_BOT_TOKEN,
    telegramApiRoot: values.TELEGRAM_API_ROOT,
    telegramMode: values.TELEGRAM_MODE,
    /** Undefined: the desk's own port, for the sandbox's own bot. */
    telegramWebhookUrl: values.TELEGRAM_WEBHOOK_URL,
    /** Secret. */
    telegramWebhookSecret: values.TELEGRAM_WEBHOOK_SECRET,
    telegramQuoteTtlMs: values.TELEGRAM_QUOTE_TTL_SECONDS * 1_000,
    telegramFirstCreditTrx: values.TELEGRAM_FIRST_CREDIT_TRX,
    telegramEnergyAmounts: values.TELEGRAM_ENERGY_AMOUNTS,
    telegramBandwidthAmounts: values.TELEGRAM_BANDWIDTH_AMOUNTS,
    operatorContact: values.OPERATOR_CONTACT,
    /** Undefined: no chat hears of the desk. */
    operatorChat: values.OPERATOR_CHAT,
    sandboxHosts: values.SANDBOX_HOSTS ?? [],
    sandboxNodePort: values.SANDBOX_NODE_PORT,
    sandboxBlockMs: values.SANDBOX_BLOCK_MS,
    sandboxSolidLagBlocks: values.SANDBOX_SOLID_LAG_BLOCKS,
  };
}

/** The database on PostgreSQL that books are moved to or from: the other settings may be wrong or missing. */
export function loadPostgres(env: NodeJS.ProcessEnv): PostgresPlace {
  const problems: string[] = [];
  const one = <K extends Name>(name: K) =>
    read(name, env, (problem) => void problems.push(problem));
  const place = postgresOf({
    DATABASE_URL: one("DATABASE_URL"),
    DATABASE_PASSWORD: one("DATABASE_PASSWORD"),
  });
  if (problems.length > 0) throw new ConfigError(problems);
  if (place) return place;
  throw new ConfigError([`DATABASE_URL is not set; it takes ${POSTGRES_URL}.`]);
}

function postgresOf(
  values: Pick<Values, "DATABASE_URL" | "DATABASE_PASSWORD">,
): PostgresPlace | undefined {
  const { DATABASE_URL: url, DATABASE_PASSWORD: password } = values;
  const place = url === undefined ? undefined : readPostgresUrl(url);
  if (place === undefined || "wrong" in place) return undefined;
  return { ...place, password: password ?? place.password };
}

/** Off without an account that pays, which the embedded sandbox makes. */
function withdrawalsOf(values: Values, isOwnNode: boolean): WithdrawalTerms {
  const canPay = isOwnNode || (values.PAYOUT_KEY_FILE ?? values.PAYOUT_KEY) !== undefined;
  return {
    mode: canPay ? values.WITHDRAW_MODE : "off",
    feeSun: values.WITHDRAW_FEE_TRX,
    minimumSun: values.WITHDRAW_MINIMUM_TRX,
    customerDaySun: values.WITHDRAW_CUSTOMER_DAY_TRX,
    daySun: values.WITHDRAW_DAY_TRX,
    newAddressMs: values.WITHDRAW_NEW_ADDRESS_HOURS * HOUR_MS,
    newKeysMay: values.TRON_NETWORK === "sandbox",
  };
}

/** In a fast sandbox a transaction needs some real time too, or it expires while it is sent. */
function transactionLifeSeconds(values: Values): number {
  if (values.TRON_NETWORK !== "sandbox") return values.TRANSACTION_LIFE_SECONDS;
  const leastBlocks = Math.ceil(10_000 / values.SANDBOX_BLOCK_MS);
  return Math.max(values.TRANSACTION_LIFE_SECONDS, leastBlocks * BLOCK_SECONDS);
}

/** How long a final order that lost a delegation in a fork waits for another, before it is repaid. */
const REPLACE_FOR_MS = 600_000;

/** How long an owner is passed over after its delegation for the same order has died. */
const RETRY_OWNER_AFTER_MS = 60_000;

/** The part of the settings that the engine decides by. */
export function policyOf(config: Config): Policy {
  return {
    quoteTtlMs: config.quoteTtlMs,
    lockMode: config.lockMode,
    lockOverrunPercent: config.lockOverrunPercent,
    transactionLifeMs: config.transactionLifeMs,
    headroom: { shortBps: config.stakeHeadroomBps, longBps: config.stakeHeadroomLongBps },
    bandwidthReserveUnits: config.poolBandwidthReserveUnits,
    completion: config.completion,
    replanForMs: config.replanForMs,
    replaceForMs: REPLACE_FOR_MS,
    manualDeadlineMs: config.manualDeadlineMs,
    retryOwnerAfterMs: RETRY_OWNER_AFTER_MS,
    idempotencyTtlMs: config.idempotencyTtlMs,
    sellerPriceCap: config.sellerPriceCap,
    mostIdleOrders: config.mostIdleOrders,
    payouts: config.payoutTerms,
    withdrawals: config.withdrawals,
  };
}

/** The environment of the process, completed by `.env` in the working directory; real variables win. */
export function readEnvironment(): NodeJS.ProcessEnv {
  return { ...readDotEnv(), ...process.env };
}

/** A sentence for each variable that is no setting, and for each setting that costs the desk money. */
export function warnings(config: Config): string[] {
  const [dotEnv, environment] = [Object.keys(readDotEnv()), Object.keys(process.env)];
  return [...unknownNames({ dotEnv, environment }), ...costly(config)];
}

/** What a customer can make the desk pay for. */
function costly({ withdrawals: { mode, feeSun } }: Pick<Config, "withdrawals">): string[] {
  if (mode === "off" || feeSun > 0) return [];
  return [
    "WITHDRAW_FEE_TRX is 0: the desk pays the network's fee of each withdrawal, about 0.3 TRX once the free Bandwidth of its account is used up, so a customer who withdraws often costs you money; set 0.3 or more. Creating an account is charged beside it.",
  ];
}

function readDotEnv(): NodeJS.ProcessEnv {
  const parsed = parseDotEnv(dotEnvBytes());
  if (parsed) return parsed;
  throw new ConfigError([".env is no text in UTF-8 (UTF-16?); save it as UTF-8, or remove it."]);
}

function dotEnvBytes(): Buffer {
  try {
    return readFileSync(".env");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return Buffer.of();
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`.env cannot be read (${why}); make it readable, or remove it.`]);
  }
}

/** The private key that may delegate, from its file or variable; undefined in the embedded sandbox. */
export function readOperatorKey({ operatorKeyFile, operatorKeyHex }: Config): string | undefined {
  return keyOf("OPERATOR_KEY_FILE", operatorKeyFile, operatorKeyHex);
}

/** The private key of the account that pays sellers; undefined in the embedded sandbox, and where payouts are off. */
export function readPayoutKey({ payoutKeyFile, payoutKeyHex }: Config): string | undefined {
  return keyOf("PAYOUT_KEY_FILE", payoutKeyFile, payoutKeyHex);
}

function keyOf(name: Name, path: string | undefined, keyHex?: string): string | undefined {
  if (path === undefined) return keyHex;
  const read = readKeyFile(path);
  if ("key" in read) return read.key;
  throw new ConfigError([`${name}: ${path} ${read.wrong}`]);
}

type KeyRead = { readonly key: string } | { readonly wrong: string };

/** The private key of a file that holds nothing else, or what is wrong with it, as the end of a sentence that begins with its path. */
function readKeyFile(path: string): KeyRead {
  return readSecret(path, privateKeyHex, "a private key of 64 hex characters");
}

/** The same for a provider's API key. */
export function readApiKeyFile(path: string): KeyRead {
  return readSecret(path, apiKey, "a key of printable characters without spaces");
}

function readSecret(path: string, schema: z.ZodType<string>, what: string): KeyRead {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return { wrong: "is not a file." };
    if ((stat.mode & 0o077) !== 0) {
      return { wrong: `may be read by others than its owner; run: chmod 600 '${path}'` };
    }
    const parsed = schema.safeParse(readFileSync(path, "utf8").trim());
    if (parsed.success) return { key: parsed.data };
    return { wrong: `must hold ${what} and nothing else.` };
  } catch (error) {
    return { wrong: `cannot be read (${error instanceof Error ? error.message : String(error)}).` };
  }
}

/** A `.env` of any editor, with its byte order mark or without; undefined when it is no UTF-8 text. */
export function parseDotEnv(bytes: Buffer): NodeJS.Dict<string> | undefined {
  // The decoder drops a byte order mark; in UTF-16 every letter has a zero byte.
  return bytes.includes(0) ? undefined : parseEnv(new TextDecoder().decode(bytes));
}
