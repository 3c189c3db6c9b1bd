/** Every variable of the environment that is a setting, with what it takes and its default. */
import { z } from "zod";
import { didYouMean, nearestName } from "../common/nearest-name.js";
import { depositKeyProblem } from "../domain/deposit-key.js";
import { WITHDRAW_MODES } from "../domain/withdrawal.js";
import { POSTGRES_URL, postgresUrlProblem } from "./postgres-url.js";
import {
  addresses,
  apiKey,
  botToken,
  chatId,
  choice,
  contractAddress,
  FILE,
  filePath,
  hostNames,
  isNoKey,
  LONG_HEX,
  metricsToken,
  NODE_URL,
  nodeUrl,
  optional,
  port,
  privateKeyHex,
  trx,
  unitsList,
  usdt,
  variable,
  webhookSecret,
  whole,
} from "./variable.js";

const UNITS = "up to 8 amounts of units, with commas between them";

/** Every variable there is. */
export const VARIABLES = {
  HOST: variable("an address to listen on", z.string().regex(/^[\w.:-]+$/), "127.0.0.1"),
  PORT: port("3000"),
  DATABASE_PATH: variable(FILE, filePath, "data/desk.db"),
  DATABASE_URL: {
    ...optional(
      POSTGRES_URL,
      z.string().refine((text) => postgresUrlProblem(text) === undefined),
      "nothing",
    ),
    problem: postgresUrlProblem,
  },
  DATABASE_PASSWORD: optional("1 to 1,000 characters", z.string().max(1_000), "nothing"),
  RATES_PATH: optional(FILE, filePath),
  LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
  METRICS_TOKEN: optional("16 to 256 of A-Z, a-z, 0-9, _ and -", metricsToken, "nothing"),
  TRON_NETWORK: choice(["sandbox", "nile", "shasta", "mainnet"], "sandbox"),
  TRON_FULL_HOST: optional(NODE_URL, nodeUrl, "host"),
  TRON_SOLIDITY_HOST: optional(NODE_URL, nodeUrl, "host"),
  TRON_API_KEY: optional("printable characters without spaces", apiKey, "nothing"),
  TRON_REQUESTS_PER_SECOND: whole("calls", 1, 100_000, { sandbox: "5000", others: "10" }),
  NODE_TIMEOUT_MS: whole("milliseconds", 100, 120_000, "10000"),
  USDT_CONTRACT: optional("the TRON address of the contract of USDT", contractAddress),
  POOL_OWNERS: optional("TRON addresses, each once, with commas between them", addresses),
  OPERATOR_KEY_FILE: optional(FILE, filePath.refine(isNoKey), "nothing"),
  OPERATOR_KEY: optional("a private key of 64 hex characters", privateKeyHex, "nothing"),
  PAYOUT_KEY_FILE: optional(FILE, filePath.refine(isNoKey), "nothing"),
  PAYOUT_KEY: optional("a private key of 64 hex characters", privateKeyHex, "nothing"),
  PAYOUT_MINIMUM_TRX: trx(1, 1_000_000, "10"),
  PAYOUT_FEE_TRX: trx(0, 1_000_000, "0"),
  SELLER_PAYOUT_DAY_TRX: trx(0, 1_000_000_000, "10000"),
  SELLER_FIRST_PAYOUT_HOURS: whole("hours", 0, 720, { sandbox: "0", others: "24" }),
  PAYOUT_INTERVAL_MINUTES: whole("minutes", 0, 10_080, "60"),
  DEPOSIT_XPUB: {
    ...optional(
      "the extended public key (xpub) of an account, depth 3 or 4",
      z.string().refine((text) => depositKeyProblem(text) === undefined),
      "nothing",
    ),
    problem: depositKeyProblem,
  },
  DEPOSIT_MINIMUM_TRX: trx(0.000001, 1_000_000, { sandbox: "1", others: "10" }),
  DEPOSIT_MINIMUM_USDT: usdt(0.000001, 1_000_000, { sandbox: "1", others: "5" }),
  USDT_RATE_HOURS: whole("hours", 0, 8_760, { sandbox: "0", others: "24" }),
  DEPOSIT_ADDRESS_LOG: optional(FILE, filePath),
  DEPOSIT_SWEEP_TO: optional("a TRON address", contractAddress),
  DEPOSIT_REVIEW_TRX: trx(0, 1_000_000_000, "10000"),
  COVER_ACCOUNTS: optional("TRON addresses, each once, with commas between them", addresses),
  WITHDRAW_MODE: choice(WITHDRAW_MODES, { sandbox: "auto", others: "off" }),
  WITHDRAW_FEE_TRX: trx(0, 1_000_000, "1"),
  WITHDRAW_MINIMUM_TRX: trx(1, 1_000_000, "1"),
  WITHDRAW_CUSTOMER_DAY_TRX: trx(0, 1_000_000_000, "1000"),
  WITHDRAW_DAY_TRX: trx(0, 1_000_000_000, "10000"),
  WITHDRAW_NEW_ADDRESS_HOURS: whole("hours", 0, 720, { sandbox: "0", others: "24" }),
  POOL_BANDWIDTH_RESERVE: whole("units", 0, 1e9, { sandbox: "0", others: "50000" }),
  STAKE_HEADROOM_BPS: whole("basis points", 0, 10_000, "20"),
  STAKE_HEADROOM_LONG_BPS: whole("basis points", 0, 10_000, "100"),
  LOCK_MODE: choice(["auto", "always", "never"], "auto"),
  LOCK_OVERRUN_PERCENT: whole("percent of the duration", 0, 100, "10"),
  COMPLETION: choice(["included", "solidified"], "included"),
  TRANSACTION_LIFE_SECONDS: whole("seconds", 60, 86_400, "120"),
  QUOTE_TTL_SECONDS: whole("seconds", 1, 3_600, "30"),
  REPLAN_SECONDS: whole("seconds", 0, 86_400, "300"),
  MANUAL_DEADLINE_HOURS: whole("hours", 1, 720, "24"),
  SELLER_PRICE_CAP: whole("times the Fast price", 1, 1_000, "5"),
  // One payment in the bot may be for 20 wallets, Energy and Bandwidth each.
  ORDERS_CUSTOMER_DAY: whole("orders", 40, 1_000_000, "2000"),
  UNSIGNED_LIMIT: whole("delegations", 1, 1_000_000, "1000"),
  IDEMPOTENCY_HOURS: whole("hours", 1, 8_760, "72"),
  AUDIT_INTERVAL_SECONDS: whole("seconds", 1, 86_400, "60"),
  TELEGRAM_BOT_TOKEN: optional("the token that BotFather gave", botToken, "nothing"),
  TELEGRAM_API_ROOT: optional(NODE_URL, nodeUrl, "host"),
  TELEGRAM_MODE: choice(["polling", "webhook"], "polling"),
  TELEGRAM_WEBHOOK_URL: optional(NODE_URL, nodeUrl, "host"),
  TELEGRAM_WEBHOOK_SECRET: optional("1 to 256 of A-Z, a-z, 0-9, _ and -", webhookSecret, "nothing"),
  TELEGRAM_QUOTE_TTL_SECONDS: whole("seconds", 10, 3_600, "120"),
  TELEGRAM_FIRST_CREDIT_TRX: whole("TRX", 0, 1e9, { sandbox: "1000", others: "0" }),
  TELEGRAM_ENERGY_AMOUNTS: variable(UNITS, unitsList, "65000,130000,131000,262000"),
  TELEGRAM_BANDWIDTH_AMOUNTS: variable(UNITS, unitsList, "1000,2000,5000"),
  OPERATOR_CONTACT: optional("1 to 100 characters", z.string().min(1).max(100)),
  OPERATOR_CHAT: optional("the id of a Telegram chat, a whole number, negative of a group", chatId),
  SANDBOX_HOSTS: hostNames,
  SANDBOX_NODE_PORT: port("9090"),
  SANDBOX_BLOCK_MS: whole("milliseconds", 10, 10_000, "3000"),
  SANDBOX_SOLID_LAG_BLOCKS: whole("blocks", 0, 10_000, "18"),
} as const;

export type Name = keyof typeof VARIABLES;
export type Values = { readonly [K in Name]: z.output<(typeof VARIABLES)[K]["schema"]> };

const SETTINGS = Object.keys(VARIABLES);
const PLAIN_NAME = /^\w{1,64}$/;

interface GivenNames {
  /** `.env` is the desk's own: every name in it is meant for it. */
  readonly dotEnv: readonly string[];
  /** The environment contains much else. */
  readonly environment: readonly string[];
}

/**
 * A sentence for each name that looks like a setting and is none. A mistyped name changes nothing and nobody notices, so the
 * start warns. It does not refuse, because a setting of another version must not keep a desk from starting. Values are never
 * shown.
 */
export function unknownNames({ dotEnv, environment }: GivenNames): string[] {
  const inFile = dotEnv.filter(isUnknown).map((name) => {
    const meant = nearestName(name, SETTINGS);
    const advice = meant ? didYouMean(meant) : ".env.example lists them all.";
    return `${shown(name)} in .env is no setting; ${advice}`;
  });
  // Settings of one word, HOST and PORT, are too similar to other programs' variables.
  const settings = SETTINGS.filter((name) => name.includes("_"));
  const elsewhere = environment.filter((name) => isUnknown(name) && !dotEnv.includes(name));
  return [
    ...inFile,
    ...elsewhere.flatMap((name) => {
      const meant = nearestName(name, settings);
      return meant ? [`${shown(name)} is no setting; ${didYouMean(meant)}`] : [];
    }),
  ];
}

function isUnknown(name: string): boolean {
  return !SETTINGS.includes(name);
}

/** In a broken line a key may be in the place of a name. */
function shown(name: string): string {
  return PLAIN_NAME.test(name) && !LONG_HEX.test(name) ? name : "A name that is not shown";
}
