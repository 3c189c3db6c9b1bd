/**
 * A desk for tests of the HTTP door: the real server and engine on a real SQLite file, with a chain
 * and clocks to set.
 */

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { type Address, addressFromHex } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { RESOURCES } from "../../src/domain/resource.js";
import type { ResourcesLookUp, SellerAccounts } from "../../src/engine/chain-reads.js";
import type { Deposits, Engine } from "../../src/engine/context.js";
import { type CreditKind, createCustomer } from "../../src/engine/customers/customers.js";
import { createEngine } from "../../src/engine/engine.js";
import { bodyOf } from "../../src/http/json-body.js";
import type { MetricsDeps, TelegramWebhook } from "../../src/http/route.js";
import { createHttpServer } from "../../src/http/server.js";
import { addOwner, storeSnapshot } from "../../src/store/owners.js";
import type { Phase } from "../../src/store/phase.js";
import { undocumented } from "../support/documented.js";
import { seeOneBlock, tellNetwork } from "../support/network.js";
import { openDatabase } from "../support/open-database.js";
import { POLICY, RATES } from "../support/terms.js";

export { RATES } from "../support/terms.js";

/** Far beyond what a test lets pass, unless it means to. */
export const STALE_AFTER_MS = 1_000_000_000;

/** A sound address, a different one for each number. */
export function wallet(number: number): Address {
  const digest = createHash("sha256").update(`wallet ${number}`).digest("hex");
  return addressFromHex(`41${digest.slice(0, 40)}`);
}

export function wallets(count: number): Address[] {
  return Array.from({ length: count }, (_, at) => wallet(at));
}

/** 65,000 Energy for an hour to one wallet: 3.9 TRX. */
export function fastOrder(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: "Fast",
    resourceType: "Energy",
    receiver: [wallet(0)],
    resourceAmount: 65_000,
    duration: "1h",
    ...change,
  };
}

export interface DeskOptions {
  /** None unless given. */
  readonly deposits?: Deposits;
  /** Stake of each of two owners and each resource, in TRX. */
  readonly poolTrx?: number;
  readonly logLines?: string[];
  /** Without one Telegram is not served. */
  readonly telegramWebhook?: (engine: Engine) => TelegramWebhook;
  /** Without it metrics are off. */
  readonly metrics?: MetricsDeps;
  /** Without them nobody can become a seller. */
  readonly sellerAccounts?: SellerAccounts;
}

type Resources = Awaited<ReturnType<ResourcesLookUp>>;

export type TestDesk = Awaited<ReturnType<typeof startDesk>>;

export async function startDesk(options: DeskOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), "desk-http-"));
  const database = await openDatabase(join(directory, "desk.db"));
  const clock = { nowMs: 1_800_000_000_000, monotonicMs: 0 };
  const chain = {
    notActivated: new Set<string>(),
    contracts: new Set<string>(),
    lookUp: async (address: Address): Promise<{ contract: boolean } | undefined> => {
      if (chain.notActivated.has(address)) return undefined;
      return { contract: chain.contracts.has(address) };
    },
    resources: async (_address: Address): Promise<Resources> => ({
      limit: { energy: 70_000, bandwidth: 500 },
      used: { energy: 5_000, bandwidth: 600 },
      freeBandwidth: 345,
    }),
  };
  const engine = await createEngine({
    database,
    policy: { ...POLICY, headroom: { shortBps: 10, longBps: 100 } },
    rates: RATES,
    lookUpAccount: (address) => chain.lookUp(address),
    lookUpResources: (address) => chain.resources(address),
    ...(options.sellerAccounts ? { sellerAccounts: options.sellerAccounts } : {}),
    deposits: options.deposits,
    unsignedLimit: 1_000_000,
    staleHeadAfterMs: STALE_AFTER_MS,
    chainFollowsWallClock: false,
    onHalt: () => {},
    now: () => clock.nowMs,
    monotonicMs: () => clock.monotonicMs,
  });
  await fillPool(engine, options.poolTrx ?? 10_000_000);
  const logLines = options.logLines ?? [];
  const sink = { write: (line: string) => logLines.push(line) };
  const level = options.logLines ? "debug" : "error";
  const server = createHttpServer({
    engine,
    telegram: () => "off",
    telegramWebhook: options.telegramWebhook?.(engine),
    metrics: options.metrics,
    logger: pino({ level }, sink),
  });
  const { routes, undocumentedAnswers } = watchAnswers(server);
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  return {
    url,
    routes,
    engine,
    database,
    server,
    clock,
    chain,
    customer: (creditTrx = 1_000, kind: CreditKind = "payment") =>
      createCustomer(engine, "Test", { amountSun: sun(creditTrx * 1_000_000), kind }),
    close: async () => {
      await server.close();
      await database.close();
      rmSync(directory, { recursive: true });
      if (undocumentedAnswers.length > 0) throw new Error(undocumentedAnswers.join("\n\n"));
    },
  };
}

/** Every answer, whatever test it is for, must be one that the desk's own document tells of. */
function watchAnswers(server: FastifyInstance) {
  const routes: string[] = [];
  const undocumentedAnswers: string[] = [];
  server.addHook("onRoute", ({ method, url, config }) => {
    if (config?.isOtherMethod) return;
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });
  server.addHook("onSend", async (request, reply, payload) => {
    const problem = undocumented({
      method: request.method,
      path: request.url,
      status: reply.statusCode,
      contentType: reply.getHeader("content-type")?.toString(),
      hasHeader: (name) => reply.hasHeader(name),
      body: unpacked(payload, reply.getHeader("content-encoding")),
      sent: request.body && bodyOf(request),
    });
    if (problem) undocumentedAnswers.push(problem);
  });
  return { routes, undocumentedAnswers };
}

function unpacked(payload: unknown, encoding: unknown): string {
  if (payload === null || payload === undefined) return "";
  if (!Buffer.isBuffer(payload)) return String(payload);
  if (encoding === "br") return brotliDecompressSync(payload).toString();
  return (encoding === "gzip" ? gunzipSync(payload) : payload).toString();
}

async function fillPool(engine: Engine, poolTrx: number): Promise<void> {
  await engine.database.commit(function* (): Phase<void> {
    for (const owner of [wallet(1_000_001), wallet(1_000_002)]) {
      yield* addOwner(owner, "pool", engine.now());
      for (const resource of RESOURCES) {
        yield* storeSnapshot(owner, resource, poolTrx * 1_000_000, 1);
      }
    }
  });
  const energy = { totalLimit: 180_000_000_000, totalWeight: 18_000_000_000 };
  const bandwidth = { ...energy, totalLimit: 43_200_000_000 };
  await tellNetwork(engine, { ratios: { energy, bandwidth } });
  seeOneBlock(engine);
}

/** Something to wait for. */
export function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
