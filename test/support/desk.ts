/** A desk for tests: the real engine on a real SQLite file, with clocks to set and a chain on paper. */

import { copyFileSync } from "node:fs";
import { expect, onTestFinished } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { type OrderRequest, parseOrderRequest } from "../../src/domain/order-request.js";
import type { Policy } from "../../src/domain/policy.js";
import { type Deposits, type Engine, type Moment, momentOf } from "../../src/engine/context.js";
import { type CreditKind, createCustomer } from "../../src/engine/customers/customers.js";
import { createEngine } from "../../src/engine/engine.js";
import { startAt } from "../../src/engine/legs/follow-chain.js";
import { saveSnapshot } from "../../src/engine/legs/open-work.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { findViolations } from "../../src/store/audit/audit.js";
import type { Database } from "../../src/store/database.js";
import { type LegRow, legsWhere } from "../../src/store/legs.js";
import { findOrder, type OrderRow } from "../../src/store/orders.js";
import { addOwner } from "../../src/store/owners.js";
import type { Phase, Row } from "../../src/store/phase.js";
import { copyPostgres } from "../postgres/copy.js";
import { isOnPostgres } from "../postgres/databases.js";
import "../store/checked-rows.js";
import { addressesOf, addressOf } from "./addresses.js";
import { FaultyDatabase } from "./faults.js";
import { databasePath } from "./files.js";
import { NETWORK, tellNetwork } from "./network.js";
import { openDatabase } from "./open-database.js";
import { PaperChain } from "./paper-chain.js";
import { readNow, versionOf } from "./read-now.js";
import { POLICY, RATES } from "./terms.js";

export { RATES } from "./terms.js";

/** No headroom: units and stake are counted exactly. */
const EXACT: Policy = { ...POLICY, headroom: { shortBps: 0, longBps: 100 } };

const START_MS = 1_800_000_000_000;

export interface DeskOptions {
  /** What each owner can delegate of each resource, in units of Energy; two owners of 100,000 unless given. */
  readonly ownersUnits?: readonly number[];
  readonly policy?: Partial<Policy>;
  readonly creditTrx?: number;
  /** A payment unless given. */
  readonly creditKind?: CreditKind;
  readonly unsignedLimit?: number;
  /** As on a real network: false unless given. */
  readonly chainFollowsWallClock?: boolean;
  /** None unless given. */
  readonly deposits?: Deposits;
  /** Opens its database; on the engine of the run unless given. */
  readonly open?: (path: string) => Promise<Database>;
}

export class Desk {
  readonly path = databasePath();
  readonly clock = { nowMs: START_MS, monotonicMs: 0 };
  readonly chain = new PaperChain(START_MS);
  readonly owners: readonly Address[];
  /** Customers' accounts that sell (see sellers.ts). */
  readonly sellers: Address[] = [];
  readonly stakesSun = new Map<Address, number>();
  readonly halts: string[] = [];
  /** What the node says of receivers; activated wallets unless told otherwise. */
  lookUp: (address: Address) => Promise<{ contract: boolean } | undefined> = async () => ({
    contract: false,
  });
  database!: FaultyDatabase;
  engine!: Engine;
  customerId = "";
  readonly #options: DeskOptions;
  #closed = false;
  /** Of the books when they were audited last. */
  #soundVersion = "";

  static async open(options: DeskOptions): Promise<Desk> {
    const desk = new Desk(options);
    onTestFinished(() => desk.close());
    await desk.#start();
    return desk;
  }

  private constructor(options: DeskOptions) {
    this.#options = options;
    const units = options.ownersUnits ?? [100_000, 100_000];
    this.owners = addressesOf(0x1000, units.length);
    for (const [at, owner] of this.owners.entries()) {
      this.stakesSun.set(owner, (units[at] ?? 0) * 100_000);
    }
  }

  /** Closes the file; a test that opens many desks does so itself. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.database?.close();
  }

  /** A copy of the file as it is now; its path. */
  copy(): string {
    const path = databasePath();
    if (isOnPostgres) copyPostgres(this.path, path);
    else
      readNow(this.database, function* (): Phase<void> {
        yield { sql: "VACUUM INTO ?", params: [path] };
      });
    return path;
  }

  /** Closes the file and starts a new engine on it, as a new process would; or on a copy of it, or after what is done to it. */
  async restart(change?: string | (() => Promise<unknown>)): Promise<void> {
    await this.database.close();
    if (typeof change === "string") (isOnPostgres ? copyPostgres : copyFileSync)(change, this.path);
    else await change?.();
    this.#soundVersion = "";
    await this.#start();
  }

  get moment(): Moment {
    return momentOf(this.engine);
  }

  /** Commits a phase and checks every invariant. */
  async commit<T>(phase: () => Phase<T>): Promise<T> {
    const result = await this.database.commit(phase);
    this.assertSound();
    return result;
  }

  /** The same books need no second audit. */
  assertSound(): void {
    const version = versionOf(this.database);
    if (version === this.#soundVersion) return;
    expect(readNow(this.database, findViolations)).toEqual([]);
    this.#soundVersion = version;
  }

  /** Creates the orders of one call, 65,000 Energy for an hour to one wallet unless changed. */
  async create(
    change: Record<string, unknown> = {},
    key?: string,
    customerId = this.customerId,
  ): ReturnType<typeof createOrders> {
    const answer = await createOrders(this.engine, {
      customerId,
      channel: "http",
      request: request(change),
      idempotencyKey: key,
    });
    this.assertSound();
    return answer;
  }

  /** Creates one order and gives its id. */
  async order(change: Record<string, unknown> = {}): Promise<string> {
    const [id] = (await this.create(change)).orderIds;
    if (id === undefined) throw new Error("no order was created");
    return id;
  }

  orderRow(id: string): OrderRow {
    const row = readNow(this.database, () => findOrder(id));
    if (!row) throw new Error(`there is no order ${id}`);
    return row;
  }

  legs(condition = "1 = 1"): LegRow[] {
    return readNow(this.database, () => legsWhere(`${condition} ORDER BY order_id, sequence`));
  }

  /** The states of an order's legs, in sequence. */
  states(orderId: string): string[] {
    return this.legs(`order_id = '${orderId}'`).map(({ state }) => state);
  }

  rows(sql: string): Row[] {
    return readNow(this.database, function* (): Phase<Row[]> {
      return yield { sql, params: [] };
    });
  }

  /** What the customer has in SUN: available and held. */
  get moneySun(): { available: number; held: number } {
    return this.moneySunOf(this.customerId);
  }

  moneySunOf(customerId: string): { available: number; held: number } {
    const of = (kind: string) => this.balanceSun(`${kind}:${customerId}`);
    return { available: of("available"), held: of("held") };
  }

  balanceSun(account: string): number {
    const [row] = this.rows(`SELECT balance_sun FROM account WHERE id = '${account}'`);
    return Number(row?.balance_sun ?? 0);
  }

  /** Stores what each owner can delegate by the chain on paper. */
  async snapshot(): Promise<void> {
    for (const [owner, stakeSun] of this.stakesSun) {
      const delegatableSun = {
        energy: Math.max(0, stakeSun - this.chain.stakeOut(owner, "energy")),
        bandwidth: Math.max(0, stakeSun - this.chain.stakeOut(owner, "bandwidth")),
      };
      await saveSnapshot(this.engine, { owner, block: this.chain.head.number, delegatableSun });
      this.assertSound();
    }
  }

  async setUp(): Promise<void> {
    const { database, engine, chain, owners } = this;
    await database.commit(function* (): Phase<void> {
      for (const owner of owners) yield* addOwner(owner, "pool", START_MS);
      yield* startAt(chain.head);
    });
    await tellNetwork(engine);
    await this.snapshot();
    const { creditTrx = 1_000, creditKind: kind = "payment" } = this.#options;
    const credit = { amountSun: sun(creditTrx * 1_000_000), kind };
    this.customerId = (await createCustomer(engine, "Trader", credit)).customerId;
    this.assertSound();
  }

  async #start(): Promise<void> {
    this.database = new FaultyDatabase(await (this.#options.open ?? openDatabase)(this.path));
    const engine = await createEngine({
      database: this.database,
      policy: { ...EXACT, ...this.#options.policy },
      rates: RATES,
      lookUpAccount: (address) => this.lookUp(address),
      deposits: this.#options.deposits,
      unsignedLimit: this.#options.unsignedLimit ?? 1_000,
      staleHeadAfterMs: 30_000,
      chainFollowsWallClock: this.#options.chainFollowsWallClock ?? false,
      solidStandsStill: { afterMs: Number.POSITIVE_INFINITY, blocks: 0 },
      onHalt: (reason) => this.halts.push(reason),
      now: () => this.clock.nowMs,
      monotonicMs: () => this.clock.monotonicMs,
    });
    engine.chainClock.sawHead(this.chain.head);
    engine.chainClock.sawSolid(this.chain.head);
    engine.network.takeParameters(NETWORK.parameters);
    engine.network.stored(NETWORK.ratios, engine.network.begin(this.chain.head.number));
    this.engine = engine;
  }
}

export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const desk = await Desk.open(options);
  await desk.setUp();
  return desk;
}

/** A parsed request: 65,000 Energy for an hour to one wallet (3.9 TRX), unless changed. */
export function request(change: Record<string, unknown> = {}): OrderRequest {
  return parseOrderRequest({
    type: "Fast",
    resourceType: "Energy",
    receiver: [addressOf(1)],
    resourceAmount: 65_000,
    duration: "1h",
    ...change,
  });
}
