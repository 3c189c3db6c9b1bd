/**
 * A desk with its Telegram door, all in this process and for real: sandbox node, workers, engine and SQLite file, the sandbox
 * Bot API on Fastify, and the door that polls it over HTTP. Each part can be stopped and started on what it left behind.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import pino from "pino";
import { openTelegramApi } from "telegram-sandbox";
import type { TronNodeOptions } from "tron-sandbox";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { createTronChain } from "../../../src/chain/tron-chain.js";
import { address } from "../../../src/domain/address.js";
import { must } from "../../../src/domain/assert.js";
import { sun } from "../../../src/domain/money.js";
import { addressOfKey } from "../../../src/domain/public-key.js";
import type { WithdrawalTerms } from "../../../src/domain/withdrawal.js";
import type { ResourcesLookUp, TransferReads } from "../../../src/engine/chain-reads.js";
import type { AddressLog } from "../../../src/engine/context.js";
import { createEngine } from "../../../src/engine/engine.js";
import { audit, auditOnce } from "../../../src/engine/operating/audit.js";
import { addConfiguredOwners } from "../../../src/engine/operating/operate.js";
import type { AccountLookUp } from "../../../src/engine/receiver-check.js";
import type { TelegramSettings } from "../../../src/telegram/kit/deps.js";
import { startTelegram, type Telegram } from "../../../src/telegram/telegram.js";
import type { Timings } from "../../../src/telegram/transport/timings.js";
import type { PayoutOptions } from "../../../src/workers/context.js";
import { startWorkers } from "../../../src/workers/workers.js";
import { UNLIMITED_MS } from "../../support/node-limit.js";
import { openDatabase, sourceAt } from "../../support/open-database.js";
import { startNode } from "../../support/sandbox-node.js";
import { POLICY, RATES } from "../../support/terms.js";
import { openDeposits, rigDeposits } from "./deposits.js";
import { chatSide } from "./people.js";
import { startWebhookServer, WEBHOOK_SECRET } from "./webhook-server.js";

export { RATES } from "../../support/terms.js";

const TOKEN = "42:sandbox";

/** Soon enough for whoever waits, and each block costs every desk as much as a message. */
const BLOCK_MS = 100;

const SETTINGS: TelegramSettings = {
  firstCredit: { amountSun: sun(1_000_000_000), kind: "payment" },
  quoteTtlMs: 120_000,
  presets: {
    energy: [
      { units: 65_000, use: "usdt", times: 1 },
      { units: 131_000, use: "usdtNew", times: 1 },
      { units: 130_000, use: "usdt", times: 2 },
      { units: 262_000, use: "usdtNew", times: 2 },
    ],
    bandwidth: [{ units: 1_000 }, { units: 2_000 }],
  },
  operatorContact: "@desk_operator",
  txUrlPrefix: "http://127.0.0.1/sandbox/tx/",
};

/** No waiting where production waits for Telegram's limits. */
const FAST: Timings = {
  burstMs: 5,
  readFirstMs: () => 0,
  overallPerSecond: 10_000,
  chatPauseMs: 0,
  groupPerMinute: 10_000,
  retryMs: 40,
  pollRetryMs: 40,
  webhookLookMs: 25,
  lapseEveryMs: 25,
  watchEveryMs: 25,
};

/** How updates come; to be changed while the desk is stopped. */
interface Delivery {
  mode: "polling" | "webhook";
  /** Of the desk's server: 0 picks one, which is kept. */
  port: number;
}

export interface RigOptions {
  readonly mode?: Delivery["mode"];
  readonly node?: Partial<TronNodeOptions>;
  readonly nodeTimeoutMs?: number;
  readonly settings?: Partial<TelegramSettings>;
  readonly timings?: Partial<Timings>;
  readonly staleHeadAfterMs?: number;
  readonly unsignedLimit?: number;
  /** Customers pay in by themselves; it waits while the operator has not confirmed the key. */
  readonly deposits?: "on" | "waits";
  readonly addressLog?: AddressLog;
  /** How long a rate of USDT is in force, by the chain's time; without it for ever. */
  readonly rateLastsMs?: number;
  readonly transferReads?: Partial<TransferReads>;
  /** The terms of withdrawals, which are paid. */
  readonly withdrawals?: Partial<WithdrawalTerms>;
  /** The chat that hears of the desk. */
  readonly operatorChat?: number;
  /** In the place of what the node says of an account. */
  readonly account?: (ofNode: AccountLookUp) => AccountLookUp;
  /** The same of its resources. */
  readonly resources?: (ofNode: ResourcesLookUp) => ResourcesLookUp;
}

export type Rig = Awaited<ReturnType<typeof startRig>>;

type OnEnd = (end: () => Promise<void>) => void;

/** One rig for the tests of a file; each takes people of its own. */
export function sharedRig(options: RigOptions = {}): () => Rig {
  let rig: Rig | undefined;
  let end: () => Promise<void> = async () => {};
  beforeAll(async () => {
    rig = await startRig(options, (close) => {
      end = close;
    });
  });
  afterAll(() => end());
  return () => must(rig, "the rig has started");
}

interface Place {
  readonly directory: string;
  readonly options: RigOptions;
  /** Wall time can be moved: quotes run by it. */
  readonly wall: { aheadMs: number };
  /** So can the clock by which it is seen that the chain stands still. */
  readonly clock: { aheadMs: number };
  readonly delivery: Delivery;
  /** Everything that was logged, of every level. */
  readonly log: string[];
}

/** In the end the books are sound, and neither token nor secret is in any line of the log. */
export async function startRig(options: RigOptions = {}, onEnd: OnEnd = onTestFinished) {
  const directory = mkdtempSync(join(tmpdir(), "desk-telegram-"));
  const delivery: Delivery = { mode: options.mode ?? "polling", port: 0 };
  const place: Place = {
    directory,
    options,
    wall: { aheadMs: 0 },
    clock: { aheadMs: 0 },
    delivery,
    log: [],
  };
  const node = await startNode({ blockMs: BLOCK_MS, ...options.node });
  const { url: nodeUrl, operatorKeyHex, payoutKeyHex, poolOwners } = node;
  const site = { nodeUrl, operatorKeyHex, payoutKeyHex, poolOwners };
  let api = await startApi(directory, 0);
  const apiRoot = api.root;
  let desk = await startDesk(place, site, apiRoot);
  onEnd(async () => {
    await desk.stop();
    await api.stop();
    await node.close();
    const violations = await auditOnce(sourceAt(join(directory, "desk.db")));
    rmSync(directory, { recursive: true });
    expect(violations).toEqual({ ok: true, violations: [] });
    const secrets = [TOKEN, WEBHOOK_SECRET];
    const leaks = place.log.filter((line) => secrets.some((secret) => line.includes(secret)));
    expect(leaks).toEqual([]);
  });
  return {
    ...chatSide(apiRoot),
    apiRoot,
    nodeUrl,
    directory,
    wall: place.wall,
    clock: place.clock,
    delivery,
    log: place.log,
    get engine() {
      return desk.engine;
    },
    get telegram() {
      return desk.telegram.state();
    },
    get webhookUrl() {
      return `http://127.0.0.1:${delivery.port}/telegram/webhook`;
    },
    stopDesk: () => desk.stop(),
    async startDesk() {
      desk = await startDesk(place, site, apiRoot);
    },
    async restartDesk() {
      await desk.stop();
      desk = await startDesk(place, site, apiRoot);
    },
    stopApi: () => api.stop(),
    async startApi() {
      api = await startApi(directory, Number(new URL(apiRoot).port));
    },
    stopNode: node.stop,
    startNode: node.start,
    /** Has the network do what it does by itself, or by proposals. */
    node: node.admin,
  };
}

async function startApi(directory: string, port: number) {
  const api = openTelegramApi({ directory: join(directory, "telegram") });
  const server = Fastify({ forceCloseConnections: true });
  api.mount(server);
  const root = `${await server.listen({ port, host: "127.0.0.1" })}/sandbox/telegram`;
  let stopped: Promise<void> | undefined;
  return {
    root,
    stop() {
      stopped ??= api.close().then(() => server.close());
      return stopped;
    },
  };
}

interface Site {
  readonly nodeUrl: string;
  readonly operatorKeyHex: string;
  readonly payoutKeyHex: string;
  readonly poolOwners: readonly string[];
}

function payoutOf({ payoutKeyHex: privateKeyHex }: Site): PayoutOptions {
  return { privateKeyHex, address: addressOfKey(privateKeyHex), everyMs: 0 };
}

async function startDesk(place: Place, site: Site, apiRoot: string) {
  const { directory, options, wall, clock, delivery, log } = place;
  const database = await openDatabase(join(directory, "desk.db"));
  const logger = pino({ level: "trace" }, { write: (line: string) => log.push(line) });
  const chain = createTronChain({
    fullHost: site.nodeUrl,
    requestsPerSecond: 10_000,
    maxConcurrent: 64,
    timeoutMs: options.nodeTimeoutMs ?? UNLIMITED_MS,
    penaltyMs: 50,
    busyPenaltyMs: 50,
  });
  const engine = await createEngine({
    database,
    policy: { ...POLICY, withdrawals: { ...POLICY.withdrawals, ...options.withdrawals } },
    rates: RATES,
    lookUpAccount: options.account?.(chain.activation) ?? chain.activation,
    transferReads: {
      usdt: undefined,
      resources: (account) => chain.resources(account),
      tryContract: (call) => chain.tryContract(call),
      ...options.transferReads,
    },
    lookUpResources: options.resources?.(chain.resources) ?? chain.resources,
    sellerAccounts: {
      network: "sandbox",
      operator: addressOfKey(site.operatorKeyHex),
      own: [],
      account: (seller) => chain.account(seller),
      recoverSigner: (text, signature) => chain.recoverSigner(text, signature),
    },
    unsignedLimit: options.unsignedLimit ?? 10_000,
    deposits: options.deposits && rigDeposits(options),
    staleHeadAfterMs: options.staleHeadAfterMs ?? 3_600_000,
    chainFollowsWallClock: false,
    // Tests move the clock past a standstill of the head; how old the solid block is was read by the real one.
    solidStandsStill: { afterMs: Number.POSITIVE_INFINITY, blocks: 0 },
    onHalt: (reason) => log.push(`halted: ${reason}`),
    now: () => Date.now() + wall.aheadMs,
    monotonicMs: () => performance.now() + clock.aheadMs,
  });
  await addConfiguredOwners(engine, site.poolOwners.map(address));
  if (options.deposits === "on") await openDeposits(engine);
  const { operatorKeyHex: privateKeyHex } = site;
  const { operatorChat } = options;
  let door: Telegram | undefined;
  const workers = await startWorkers({
    engine,
    chain,
    genesisId: await chain.genesisId(),
    logger,
    operator: { privateKeyHex, address: addressOfKey(privateKeyHex) },
    payout: options.withdrawals && payoutOf(site),
    blockMs: BLOCK_MS,
    resendEveryMs: 200,
    auditEveryMs: 3_600_000,
    audit: async () => audit(database),
    longestRushMs: 1_000,
    ...(operatorChat !== undefined && {
      operatorChat: {
        ...{ chatId: operatorChat, everyMs: 25 },
        say: async (news) => (await door?.tellOperator(operatorChat, news)) ?? false,
      },
    }),
  });
  const server =
    delivery.mode === "webhook"
      ? await startWebhookServer(engine, logger, delivery.port)
      : undefined;
  delivery.port = server?.port ?? delivery.port;
  const telegram = await startTelegram({
    engine,
    logger,
    token: TOKEN,
    apiRoot,
    webhook: server?.target,
    settings: { ...SETTINGS, ...options.settings },
    timings: { ...FAST, ...options.timings },
  });
  door = telegram;
  let stopped: Promise<void> | undefined;
  return {
    engine,
    telegram,
    /** As the desk itself ends: the doors, then workers and chain, then the database. */
    stop() {
      stopped ??= telegram
        .stop()
        .then(() => Promise.all([workers.stop(), chain.close(), server?.stop()]))
        .then(() => database.close());
      return stopped;
    },
  };
}
