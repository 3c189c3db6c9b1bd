/** Settings that are wrong only together: a real chain needs what the sandbox makes itself. */
import { formatTrx } from "../domain/money.js";
import { MAINNET_USDT } from "../domain/usdt.js";
import { type Name, VARIABLES, type Values } from "./variables.js";

type IsSet = (name: Name) => boolean;

export function contradictions(values: Values, isSet: IsSet): string[] {
  return [
    ...payoutContradictions(values, isSet),
    ...withdrawalContradictions(values, isSet),
    ...chainContradictions(values, isSet),
    ...usdtContradictions(values),
    ...webhookContradictions(values, isSet),
    ...chatContradictions(values, isSet),
    ...passwordContradictions(isSet),
  ];
}

function passwordContradictions(isSet: IsSet): string[] {
  if (!isSet("DATABASE_PASSWORD") || isSet("DATABASE_URL")) return [];
  return ["DATABASE_PASSWORD is set, but DATABASE_URL is not; set it too, or unset both."];
}

/** The ports that Telegram's own server delivers to. */
const WEBHOOK_PORTS = ["443", "80", "88", "8443"];

function webhookContradictions(values: Values, isSet: IsSet): string[] {
  if (values.TELEGRAM_MODE !== "webhook") return [];
  const needed: Name[] = ["TELEGRAM_WEBHOOK_SECRET"];
  const isOwnBot = values.TRON_NETWORK === "sandbox" && !isSet("TELEGRAM_BOT_TOKEN");
  if (!isOwnBot) needed.push("TELEGRAM_BOT_TOKEN", "TELEGRAM_WEBHOOK_URL");
  const problems = needed
    .filter((name) => !isSet(name))
    .map((name) => `${name} is not set; TELEGRAM_MODE=webhook needs ${VARIABLES[name].takes}.`);
  const { TELEGRAM_WEBHOOK_URL: url } = values;
  if (url === undefined || isOwnBot || isSet("TELEGRAM_API_ROOT")) return problems;
  const { protocol, port } = new URL(url);
  if (protocol !== "https:") {
    problems.push(
      "TELEGRAM_WEBHOOK_URL is an http:// URL; Telegram delivers to https:// only. Set an https:// URL, or TELEGRAM_API_ROOT if the server of the Bot API is your own.",
    );
  } else if (port !== "" && !WEBHOOK_PORTS.includes(port)) {
    problems.push(
      `TELEGRAM_WEBHOOK_URL has the port ${port}; Telegram delivers to ${WEBHOOK_PORTS.join(", ")} only.`,
    );
  }
  return problems;
}

/** The sandbox has a bot of its own. */
function chatContradictions({ TRON_NETWORK }: Values, isSet: IsSet): string[] {
  if (!isSet("OPERATOR_CHAT") || isSet("TELEGRAM_BOT_TOKEN")) return [];
  if (TRON_NETWORK === undefined || TRON_NETWORK === "sandbox") return [];
  return [
    `OPERATOR_CHAT is set, but there is no bot to write there; set TELEGRAM_BOT_TOKEN, ${VARIABLES.TELEGRAM_BOT_TOKEN.takes}, or unset it.`,
  ];
}

function payoutContradictions(values: Values, isSet: IsSet): string[] {
  const { PAYOUT_MINIMUM_TRX: minimumSun, PAYOUT_FEE_TRX: feeSun } = values;
  const problems: string[] = [];
  if (feeSun >= minimumSun) {
    problems.push(
      `PAYOUT_FEE_TRX is ${formatTrx(feeSun)}; it must be below PAYOUT_MINIMUM_TRX, which is ${formatTrx(minimumSun)}.`,
    );
  }
  if (isSet("PAYOUT_KEY_FILE") && isSet("PAYOUT_KEY")) {
    problems.push("PAYOUT_KEY_FILE, PAYOUT_KEY: both are set; set one of them, or neither.");
  }
  return problems;
}

/** The embedded sandbox makes the account that pays. */
function withdrawalContradictions(values: Values, isSet: IsSet): string[] {
  const { WITHDRAW_MODE: mode, TRON_NETWORK: network } = values;
  const hasAccount = isSet("PAYOUT_KEY_FILE") || isSet("PAYOUT_KEY");
  const isOwnNode = network === "sandbox" && !isSet("TRON_FULL_HOST");
  if (!isSet("WITHDRAW_MODE") || mode === undefined || mode === "off") return [];
  if (hasAccount || isOwnNode) return [];
  return [
    `WITHDRAW_MODE is ${mode}, but nothing can be paid without a key; set PAYOUT_KEY_FILE too, or WITHDRAW_MODE=off.`,
  ];
}

/** What the embedded sandbox makes itself. */
const SANDBOX_MAKES: readonly Name[] = [
  "TRON_SOLIDITY_HOST",
  "POOL_OWNERS",
  "OPERATOR_KEY_FILE",
  "OPERATOR_KEY",
  "PAYOUT_KEY_FILE",
  "PAYOUT_KEY",
];

/** Whoever can change a setting must not make another token worth USDT. */
function usdtContradictions({ TRON_NETWORK, USDT_CONTRACT }: Values): string[] {
  if (TRON_NETWORK !== "mainnet" || USDT_CONTRACT === undefined) return [];
  if (USDT_CONTRACT === MAINNET_USDT) return [];
  return [`USDT_CONTRACT is ${USDT_CONTRACT}; on mainnet USDT is ${MAINNET_USDT}. Unset it.`];
}

function chainContradictions({ TRON_NETWORK }: Values, isSet: IsSet): string[] {
  if (TRON_NETWORK === undefined) return [];
  if (TRON_NETWORK === "sandbox" && !isSet("TRON_FULL_HOST")) {
    const advice = "unset it, or set TRON_NETWORK or TRON_FULL_HOST too";
    return SANDBOX_MAKES.filter(isSet).map(
      (name) => `${name} is set, but the embedded sandbox makes its own; ${advice}.`,
    );
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
