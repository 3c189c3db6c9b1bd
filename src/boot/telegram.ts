/** Starts the bot: Telegram's when there is a token, else the sandbox's own. */
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { mountChatPage, openTelegramApi, type TelegramApi } from "telegram-sandbox";
import { hostCheck } from "#shared/same-origin.js";
import type { Config } from "../config.js";
import { besideDatabase } from "../control/database-place.js";
import { DESK } from "../control/own-name.js";
import { SUN_PER_TRX, sun } from "../domain/money.js";
import { USDT_ENERGY, USDT_NEW_ENERGY } from "../domain/usdt.js";
import type { Engine } from "../engine/context.js";
import type { TelegramWebhook } from "../http/route.js";
import type { TelegramSettings } from "../telegram/kit/deps.js";
import type { AmountPreset } from "../telegram/kit/views.js";
import { startTelegram, type Telegram } from "../telegram/telegram.js";
import type { Deliveries } from "../telegram/transport/deliveries.js";

/** The bot of every sandbox. */
const SANDBOX_TOKEN = "42:sandbox";

const SIGN_COMMAND = `${DESK} sandbox sign`;

const TX_PAGES: Record<Exclude<Config["network"], "sandbox">, string> = {
  mainnet: "https://tronscan.org/#/transaction/",
  nile: "https://nile.tronscan.org/#/transaction/",
  shasta: "https://shasta.tronscan.org/#/transaction/",
};

/** The sandbox's Bot API and chat page, on the desk's own server; undefined with a real bot or none. */
export function mountSandboxTelegram(
  config: Config,
  server: FastifyInstance,
  nodeUrl: string,
): TelegramApi | undefined {
  if (config.network !== "sandbox" || config.telegramBotToken !== undefined) return undefined;
  const names = { host: config.host, hosts: config.sandboxHosts };
  const directory = besideDatabase(config.databasePath, "-telegram");
  const api = openTelegramApi({ directory, ...names });
  api.mount(server);
  mountChatPage(server, { nodeUrl, ...names });
  return api;
}

/** Whether the desk may be reached by this host name; on a real network the proxy decides that. */
export function sandboxHostProblem({ network, host, sandboxHosts: hosts }: Config) {
  if (network !== "sandbox") return undefined;
  const check = hostCheck({ host, hosts });
  return (rawHeaders: readonly string[]) => check(rawHeaders)?.text;
}

/** Where Telegram delivers updates; undefined while the desk polls. */
export function webhookOf(config: Config, { receive }: Deliveries): TelegramWebhook | undefined {
  const { telegramMode, telegramWebhookSecret: secretToken } = config;
  if (telegramMode !== "webhook" || secretToken === undefined) return undefined;
  return { secretToken, receive };
}

export interface TelegramParts {
  readonly config: Config;
  readonly engine: Engine;
  readonly logger: Logger;
  readonly deliveries: Deliveries;
  readonly baseUrl: string;
}

/** Starts the bot, or keeps trying; undefined without a token and a sandbox. */
export async function connectTelegram(parts: TelegramParts): Promise<Telegram | undefined> {
  const { config, engine, logger, deliveries, baseUrl } = parts;
  const isSandbox = config.network === "sandbox";
  const token = config.telegramBotToken ?? (isSandbox ? SANDBOX_TOKEN : undefined);
  if (token === undefined) return undefined;
  const usesOwnApi = config.telegramBotToken === undefined;
  // grammY adds the slash itself.
  const apiRoot = usesOwnApi
    ? `${baseUrl}/sandbox/telegram`
    : config.telegramApiRoot?.replace(/\/+$/, "");
  const secretToken = webhookOf(config, deliveries)?.secretToken;
  const url = config.telegramWebhookUrl ?? `${baseUrl}/telegram/webhook`;
  const webhook = secretToken === undefined ? undefined : { url, secretToken, deliveries };
  const settings = settingsOf(config, engine, baseUrl);
  return startTelegram({ engine, logger, token, apiRoot, webhook, settings });
}

function settingsOf(config: Config, engine: Engine, baseUrl: string): TelegramSettings {
  const { network } = config;
  return {
    firstCredit: {
      amountSun: sun(config.telegramFirstCreditTrx * SUN_PER_TRX),
      // Elsewhere anybody could take it out as a seller.
      kind: network === "sandbox" ? "payment" : "gift",
    },
    quoteTtlMs: config.telegramQuoteTtlMs,
    // Read with each card: `rates set` changes them while the desk runs.
    get presets() {
      const { energy, bandwidth } = engine.market.rates.presets ?? {};
      return {
        energy: (energy ?? config.telegramEnergyAmounts).map(energyPreset),
        bandwidth: (bandwidth ?? config.telegramBandwidthAmounts).map((units) => ({ units })),
      };
    },
    operatorContact: config.operatorContact,
    signCommand: network === "sandbox" ? SIGN_COMMAND : undefined,
    txUrlPrefix: network === "sandbox" ? `${baseUrl}/sandbox/tx/` : TX_PAGES[network],
  };
}

/** What an amount of Energy is enough for, if it is a whole number of transfers. */
function energyPreset(units: number): AmountPreset {
  for (const times of [1, 2]) {
    if (units === USDT_ENERGY * times) return { units, use: "usdt", times };
    if (units === USDT_NEW_ENERGY * times) return { units, use: "usdtNew", times };
  }
  return { units };
}
