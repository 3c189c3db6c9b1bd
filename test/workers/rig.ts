/**
 * A desk whose workers run for real: adapter, engine and SQLite file as in production, upon a sandbox node in this process
 * that makes blocks when told to. Node and desk can each be stopped and started again on what they left behind.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { MNEMONIC_ACCOUNTS, type TronNodeOptions } from "tron-sandbox";
import { onTestFinished } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import { type Address, address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { parseOrderRequest } from "../../src/domain/order-request.js";
import type { Policy } from "../../src/domain/policy.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import type { Deposits } from "../../src/engine/context.js";
import { type CreditKind, createCustomer } from "../../src/engine/customers/customers.js";
import { createEngine } from "../../src/engine/engine.js";
import { audit } from "../../src/engine/operating/audit.js";
import { addConfiguredOwners } from "../../src/engine/operating/operate.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { legsOfOrder } from "../../src/store/leg-lists.js";
import type { LegRow } from "../../src/store/legs.js";
import { findOrder, type OrderRow } from "../../src/store/orders.js";
import type { WorkerOptions } from "../../src/workers/context.js";
import { startWorkers } from "../../src/workers/workers.js";
import { UNLIMITED_MS } from "../support/node-limit.js";
import { type NodeProxy, startNodeProxy } from "../support/node-proxy.js";
import { openDatabase } from "../support/open-database.js";
import { readNow } from "../support/read-now.js";
import { startNode } from "../support/sandbox-node.js";
import { POLICY, RATES } from "../support/terms.js";
import { nodeClient } from "./node-client.js";
import { connect, hostsOf } from "./rig-hosts.js";
import { withLoops } from "./rig-loops.js";

export { SOLID_LAG_BLOCKS } from "../support/sandbox-node.js";

/** Of every transaction, in chain time. */
export const LIFE_MS = 120_000;
/** Chain time after which a transaction of now is dead, once it is solid. */
export const DEAD_MS = LIFE_MS + 66_000;
/** Longer than the 15 minutes that every order of these tests rents for. */
export const RENTAL_MS = 903_000;

export const RECEIVERS = MNEMONIC_ACCOUNTS.map(address);
export const [ALICE, BOB, CAROL] = RECEIVERS.slice(0, 3) as [Address, Address, Address];

export interface RigOptions {
  /** Of what its customer has at first: gifts need no cover. */
  readonly creditKind?: CreditKind;
  readonly node?: Partial<TronNodeOptions>;
  readonly policy?: Partial<Policy>;
  readonly workers?: Partial<WorkerOptions>;
  readonly unsignedLimit?: number;
  readonly staleHeadAfterMs?: number;
  readonly monotonicMs?: () => number;
  /** None unless given. */
  readonly deposits?: Deposits;
  /** How many of the sandbox's four owners serve. */
  readonly owners?: number;
  /** Of calls to the node; short only where it is silent. */
  readonly timeoutMs?: number;
  /** So many hosts, each a proxy before the node; without it the desk has the node itself. */
  readonly hosts?: number;
  /** The desk knows the first of them as its one node. */
  readonly isOneNode?: boolean;
  /** Without it hosts are looked at when the test says so, and none is left because a block is late. */
  readonly watchesHosts?: boolean;
  /** Stands between the workers and the real adapter. */
  readonly wrapChain?: (chain: Chain) => Chain;
}

export type Rig = Awaited<ReturnType<typeof startRig>>;
export type RunningDesk = Awaited<ReturnType<typeof startDesk>>;

/** Wall time can be moved: deadlines of the desk run by it, the chain's by blocks. */
interface Place {
  readonly directory: string;
  readonly wall: { aheadMs: number };
  readonly options: RigOptions;
}

export async function startRig(options: RigOptions = {}) {
  const place: Place = {
    directory: mkdtempSync(join(tmpdir(), "desk-workers-")),
    wall: { aheadMs: 0 },
    options,
  };
  const node = await startNode(options.node);
  const { url, operatorKeyHex } = node;
  const owners = node.poolOwners.slice(0, options.owners ?? 4).map(address);
  const client = nodeClient(url, operatorKeyHex);
  const proxies = await Promise.all(
    Array.from({ length: options.hosts ?? 0 }, () => startNodeProxy(url)),
  );
  const site: Site = { url, operatorKeyHex, owners, proxies };
  let desk = await startDesk(place, site);
  const rig = {
    ...client,
    /** The desk sees the blocks at once. */
    async mine(count?: number, missedMs?: number) {
      await client.mine(count, missedMs);
      desk.loops.wake();
    },
    owners,
    directory: place.directory,
    nodeDirectory: node.directory,
    wall: place.wall,
    proxy: (number: number) => must(proxies[number - 1], `there is a proxy ${number}`),
    get desk(): RunningDesk {
      return desk;
    },
    stopDesk: () => desk.stop(),
    async startDesk() {
      desk = await startDesk(place, site);
    },
    stopNode: node.stop,
    startNode: node.start,
  };
  onTestFinished(async () => {
    await desk.stop();
    await client.close();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await node.close();
    rmSync(place.directory, { recursive: true });
  });
  return rig;
}

interface Site {
  readonly url: string;
  readonly operatorKeyHex: string;
  readonly owners: readonly Address[];
  readonly proxies: readonly NodeProxy[];
}

async function startDesk({ directory, wall, options }: Place, site: Site) {
  const database = await openDatabase(join(directory, "desk.db"));
  const logLines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => logLines.push(line) });
  const { monotonicMs } = options;
  const { timeoutMs = UNLIMITED_MS, watchesHosts, isOneNode } = options;
  const connected = await connect({ ...site, timeoutMs, monotonicMs, watchesHosts, isOneNode });
  const { chain, hosts, watch } = connected;
  const engine = await createEngine({
    database,
    policy: { ...POLICY, ...options.policy },
    rates: RATES,
    lookUpAccount: (receiver) => chain.activation(receiver),
    deposits: options.deposits,
    unsignedLimit: options.unsignedLimit ?? 10_000,
    staleHeadAfterMs: options.staleHeadAfterMs ?? 3_600_000,
    chainFollowsWallClock: false,
    onHalt: (reason) => logLines.push(`halted: ${reason}`),
    now: () => Date.now() + wall.aheadMs,
    nodesProblem: hosts && (() => hosts.problem()),
    ...(monotonicMs && { monotonicMs }),
  });
  await addConfiguredOwners(engine, site.owners);
  const { customerId } = await createCustomer(engine, "Test", {
    amountSun: sun(1e12),
    kind: options.creditKind ?? "payment",
  });
  const finished: string[] = [];
  engine.signals.on("finished", (orderIds) => finished.push(...orderIds));
  const privateKeyHex = site.operatorKeyHex;
  const context: WorkerOptions = {
    engine,
    chain: options.wrapChain?.(chain) ?? chain,
    genesisId: await chain.genesisId(),
    logger,
    operator: { privateKeyHex, address: addressOfKey(privateKeyHex) },
    blockMs: 200,
    resendEveryMs: 60,
    auditEveryMs: 3_600_000,
    audit: async () => audit(database),
    longestRushMs: 1_000,
    ...(monotonicMs && { monotonicMs }),
    ...options.workers,
  };
  const { started: workers, ...loops } = await withLoops(() => startWorkers(context));
  let stopped: Promise<void> | undefined;
  return {
    engine,
    database,
    workers,
    loops,
    logLines,
    finished,
    hosts: hostsOf(connected),
    /** As the desk itself ends: workers and chain together, then the database. */
    stop() {
      const parts = [workers.stop(), chain.close(), watch?.stop()];
      stopped ??= Promise.all(parts).then(() => database.close());
      return stopped;
    },
    async order(receiver: Address | readonly Address[], change: Record<string, unknown> = {}) {
      const body = { ...ORDER, receiver: [receiver].flat(), ...change };
      const request = parseOrderRequest(body);
      const call = { customerId, channel: "http", request, idempotencyKey: undefined } as const;
      const { orderIds } = await createOrders(engine, call);
      return must(orderIds[0], "an order was made");
    },
    readOrder: (orderId: string): OrderRow =>
      must(
        readNow(database, () => findOrder(orderId)),
        "the order exists",
      ),
    readLegs: (orderId: string): LegRow[] => readNow(database, () => legsOfOrder(orderId)),
  };
}

/** 3.9 TRX. */
const ORDER = { type: "Fast", resourceType: "Energy", resourceAmount: 65_000, duration: "15m" };
