/** A run's world: the real engine on a real SQLite file, its real workers, and a chain on paper behind hosts that lie. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address } from "../../../src/domain/address.js";
import type { DepositKeys } from "../../../src/domain/deposit.js";
import { sun } from "../../../src/domain/money.js";
import type { OrderTerms } from "../../../src/domain/order.js";
import { parseOffer } from "../../../src/domain/seller.js";
import type { Engine } from "../../../src/engine/context.js";
import { createCustomer } from "../../../src/engine/customers/customers.js";
import { confirmDepositKey } from "../../../src/engine/deposits/addresses.js";
import { createEngine } from "../../../src/engine/engine.js";
import { Auditor, keyAsEvidence } from "../../../src/engine/operating/audit.js";
import { loadRates } from "../../../src/engine/prices/rates.js";
import { enrolSeller, setOffer } from "../../../src/engine/sellers/sellers.js";
import type { Database } from "../../../src/store/database.js";
import { type LegRow, legsWhere } from "../../../src/store/legs.js";
import { addOwner } from "../../../src/store/owners.js";
import type { Phase, Row } from "../../../src/store/phase.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { turn } from "../../support/answers.js";
import { DEPOSITS, RATE_SUN } from "../../support/deposits.js";
import { openDatabase } from "../../support/open-database.js";
import { readNow } from "../../support/read-now.js";
import { POLICY, RATES } from "../../support/terms.js";
import { PaperClock } from "./clock.js";
import { giveAddresses, setRate } from "./deposit-keys.js";
import { type Connection, PaperHosts } from "./hosts.js";
import { MOST_IDLE_ORDERS, RATE_LASTS_MS } from "./limits.js";
import { type Asked, RICH } from "./money-commands.js";
import { PaidIn } from "./paid-in.js";
import { BLOCK_MS, PaperNode } from "./paper-node.js";
import { PaperStake } from "./paper-stake.js";
import { sentOnPaper } from "./paper-transaction.js";
import { Random } from "./random.js";
import { THIEFS_SELLER, Thief } from "./thief.js";
import { STOLEN_STAKE_UNITS } from "./wares.js";
import {
  type HandWorkers,
  PAYER,
  PURSE_SUN,
  WORKERS,
  type WorkerName,
  workersByHand,
} from "./workers.js";

const START_MS = 1_800_000_000_000;
const CREDIT_TRX = 2_000;
/** Longer than most waits of a run's commands, shorter than all of them. */
export const DEADLINE_MS = 900_000;
const SUN_PER_ENERGY = 100_000;
/** A wallet that is not activated at first. */
const LATE_WALLET = addressOf(7);
const HOUR_MS = 3_600_000;
/** More than mainnet's in most hours. A rental's stake has 20 basis points to spare. */
const DRIFT_BPS_AN_HOUR = 3;
const LONGEST_DRIFT_MS = 24 * HOUR_MS;
/** Some wait for their time, some for the operator. */
const WITHDRAWALS = {
  ...POLICY.withdrawals,
  customerDaySun: sun(150_000_000),
  daySun: sun(250_000_000),
};
/** As the unit of systemd has it. */
const START_AGAIN_MS = 5_000;
/** Some wait for their time, some for the next day or the operator. */
const PAYOUTS = {
  minimumSun: sun(2_000_000),
  feeSun: sun(100_000),
  daySun: sun(15_000_000),
  firstWaitMs: 30_000,
};
const OWNERS_UNITS = [140_000, 100_000, 60_000];
const SELLERS = [
  { units: 150_000, minPrice: 45 },
  { units: 90_000, minPrice: 50 },
  { units: 60_000, minPrice: 60 },
];

interface Creation {
  readonly key: string;
  readonly customerId: string;
  readonly change: Record<string, unknown>;
  readonly orders: readonly OrderTerms[];
}

interface Approval {
  readonly seller: Address;
  readonly sumSun: number;
  /** The seller's last payout then; undefined before the first. */
  readonly lastId: string | undefined;
  readonly lastWasDead: boolean;
}

export class World {
  readonly clock = new PaperClock(START_MS);
  readonly node: PaperNode;
  readonly hosts: PaperHosts;
  readonly owners: readonly Address[] = addressesOf(0x1000, OWNERS_UNITS.length);
  /** Those who sell, the thief's account last. */
  readonly sellers: readonly Address[] = [...addressesOf(0x2000, SELLERS.length), THIEFS_SELLER];
  readonly customers: string[] = [];
  /** Those of them who are what they seem. */
  readonly traders: string[] = [];
  thief!: Thief;
  /** By leg: the most that a unit of it could cost when it was planned. */
  readonly bounds = new Map<string, number>();
  readonly creditTrx = CREDIT_TRX;
  readonly keys: Creation[] = [];
  readonly withdrawals: Asked[] = [];
  /** Withdrawals whose money was said to be back. */
  readonly givenUp = new Set<string>();
  /** Payouts to new addresses that were looked at. */
  readonly seenPaid = new Set<string>();
  /** Of payouts to sellers, by the operator. */
  readonly approvals: Approval[] = [];
  /** By strangers, to customers. */
  transfersMade = 0;
  readonly paidIn: PaidIn;
  /** What addresses are of now. */
  depositKeys: DepositKeys = DEPOSITS.keys;
  /** What went wrong beside what is looked at after each command. */
  readonly problems: string[] = [];
  /** What lies were told, and the like, for the report. */
  readonly notes: string[] = [];
  /** Which leg each of its transactions belonged to: the books forget a reclaim that died. */
  readonly legOfTxid = new Map<string, string>();
  readonly legsOfReclaims = new Map<string, Set<string>>();
  /** Transactions that were noted as not read, as far as they were judged. */
  readonly notedOdd = new Set<string>();
  /** By txid of what was taken for dead: it must be, whatever a host may have told. */
  readonly surelyDead = new Map<string, boolean>();
  /** Legs that were seen to be released. */
  readonly released = new Set<string>();
  /** The only host that could be asked has denied what is final, and was believed: a run can ask for nothing more. */
  isBeyondProof = false;
  /** Of the books and the chain when they were looked at last. */
  checkedVersion = "";
  /** How many processes there were. */
  starts = 1;
  random: Random;
  engine!: Engine;
  workers!: HandWorkers;
  /** As in the auditor's process, which outlives a start here. */
  auditor!: Auditor;
  readonly #directory = mkdtempSync(join(tmpdir(), "desk-simulation-"));
  #connection!: Connection;
  readonly #isSolidified: boolean;
  /** As outside the sandbox: clock and chain are compared with each other. */
  readonly followsWallClock: boolean;
  /** Longer than the clock may jump before anybody minds, where it is minded. */
  readonly newAddressMs: number;
  #database!: Database;

  constructor(
    seed: number,
    /** Beginnings of problems that are not to be told. */
    readonly overlooked: readonly string[] = [],
    /** How many hosts there are; drawn unless given. */
    hosts?: number,
  ) {
    this.random = new Random(seed);
    this.#isSolidified = this.random.chance(0.3);
    this.followsWallClock = new Random(seed, 5).chance(0.3);
    this.newAddressMs = this.followsWallClock ? 300_000 : 30_000;
    const stake = new PaperStake();
    for (const [at, owner] of this.owners.entries()) {
      stake.give(owner, (OWNERS_UNITS[at] ?? 0) * SUN_PER_ENERGY);
    }
    for (const [at, seller] of this.sellers.entries()) {
      stake.give(seller, (SELLERS[at]?.units ?? STOLEN_STAKE_UNITS) * SUN_PER_ENERGY);
    }
    stake.giveTrx(PAYER, PURSE_SUN);
    for (const rich of RICH) stake.giveTrx(rich, 10 ** 13);
    this.node = new PaperNode(START_MS, stake);
    this.node.notActivated.add(LATE_WALLET);
    this.paidIn = new PaidIn(this.node);
    this.hosts = new PaperHosts(this.node, this.random, new Random(seed, 4), hosts);
  }

  get database(): Database {
    return this.#database;
  }

  /** Everything that the books say of one account. */
  balanceSun(account: string): number {
    const [row] = this.rows(`SELECT balance_sun FROM account WHERE id = '${account}'`);
    return Number(row?.balance_sun ?? 0);
  }

  legs(condition = "1 = 1"): LegRow[] {
    return readNow(this.#database, () => legsWhere(`${condition} ORDER BY order_id, sequence`));
  }

  rows(sql: string): Row[] {
    return readNow(this.#database, function* (): Phase<Row[]> {
      return yield { sql, params: [] };
    });
  }

  /** A seller's offer of Energy, put a millisecond after whatever was put before. */
  async offer(seller: Address, change: Record<string, unknown>): Promise<void> {
    this.clock.pass(1);
    const body = { resourceType: "Energy", shortestDuration: "15m", ...change };
    await setOffer(this.engine, { address: seller, offer: parseOffer(body) });
  }

  /** A block of what waits and is wanted, after so much time; meanwhile the network's stake has grown or shrunk a little. */
  mine(
    laterMs = BLOCK_MS,
    wanted?: Parameters<PaperNode["mine"]>[0],
    fails?: Parameters<PaperNode["mine"]>[2],
  ): void {
    const way = this.random.of([-1, 0, 1]);
    this.#drift(way, Math.min(laterMs, HOUR_MS));
    this.node.mine(wanted, Math.min(laterMs, HOUR_MS), fails);
    // No chain goes for longer without a block.
    for (let restMs = laterMs - HOUR_MS; restMs > 0; restMs -= HOUR_MS) {
      if (laterMs - restMs < LONGEST_DRIFT_MS) this.#drift(way, Math.min(restMs, HOUR_MS));
      this.node.mine(() => false, Math.min(restMs, HOUR_MS));
    }
    this.clock.pass(laterMs);
  }

  #drift(way: number, ms: number): void {
    const { energy } = this.node.ratios;
    const share = 1 + (way * (ms / HOUR_MS) * DRIFT_BPS_AN_HOUR) / 10_000;
    const totalWeight = Math.round(energy.totalWeight * share);
    this.node.ratios = { ...this.node.ratios, energy: { ...energy, totalWeight } };
  }

  async setUp(): Promise<void> {
    await this.#open();
    this.auditor = new Auditor(this.#database.source, {
      depositKeys: keyAsEvidence(DEPOSITS.keys.xpub),
      sentBy: sentOnPaper,
    });
    const { owners, engine } = this;
    await this.#database.commit(function* (): Phase<void> {
      for (const owner of owners) yield* addOwner(owner, "pool", START_MS);
    });
    for (const [name, kind] of [
      ["Trader", "payment"],
      ["Other", "gift"],
      ["Thief", "gift"],
      ["Victim", "payment"],
    ] as const) {
      await this.#join(name, kind);
    }
    const [trader = "", other = "", thiefId = "", victimId = ""] = this.customers;
    this.traders.push(trader, other);
    this.thief = new Thief(thiefId, victimId);
    await confirmDepositKey(engine, this.depositKeys.first);
    await giveAddresses(this);
    for (let blocks = 0; blocks < 8; blocks += 1) this.node.mine();
    await this.#start();
    await this.workers.run(WORKERS);
    await setRate(this, RATE_SUN);
    for (const [at, seller] of this.sellers.slice(0, SELLERS.length).entries()) {
      const customerId = this.traders[at % 2] ?? "";
      await enrolSeller(engine, { address: seller, customerId });
      await this.offer(seller, { minPrice: SELLERS[at]?.minPrice, longestDuration: "30d" });
    }
    await this.thief.setUp(this);
    await this.workers.run(WORKERS);
    await this.workers.run(WORKERS);
  }

  async #join(name: string, kind: "payment" | "gift"): Promise<string> {
    this.clock.pass(1);
    const credit = { amountSun: sun(this.creditTrx * 1_000_000), kind };
    const { customerId } = await createCustomer(this.engine, name, credit);
    this.customers.push(customerId);
    return customerId;
  }

  /** One more who pays in, orders and takes out. */
  async join(): Promise<void> {
    this.traders.push(await this.#join(`Trader ${this.customers.length}`, "payment"));
    await giveAddresses(this);
  }

  /** The process is killed while workers are at it, after so many turns of the event loop. */
  async kill(names: readonly WorkerName[], turns: number, isPaying = false): Promise<void> {
    this.workers.begin(names);
    if (isPaying) this.workers.beginPaying();
    for (let nth = 0; nth < turns; nth += 1) await turn(this.#database);
    await this.restart();
  }

  /** A new process on the same file: what was in memory is gone, and what goes on of the old one reaches nobody. */
  async restart(): Promise<void> {
    this.starts += 1;
    await this.#database.close();
    await this.#open();
    await this.#start();
  }

  async #open(): Promise<void> {
    this.#database = await openDatabase(join(this.#directory, "desk.db"));
    this.#connection = this.#connect();
    this.engine = await this.#openEngine();
    this.workers = await this.#openWorkers();
  }

  /** Whoever supervises the desk starts it once more where it cannot tell its network; meanwhile the world goes on. */
  #start(): Promise<void> {
    return this.hosts.start(this.#connection, () => {
      this.hosts.pass();
      this.mine(START_AGAIN_MS);
    });
  }

  async close(): Promise<void> {
    await this.auditor?.close();
    await this.#database.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #connect(): Connection {
    const { starts } = this;
    const isAlive = () => this.starts === starts;
    return this.hosts.connect({ isAlive, monotonicMs: () => this.clock.monotonicMs });
  }

  async #openEngine(): Promise<Engine> {
    const { chain, hosts } = this.#connection;
    return createEngine({
      database: this.#database,
      policy: {
        ...POLICY,
        manualDeadlineMs: DEADLINE_MS,
        mostIdleOrders: MOST_IDLE_ORDERS,
        payouts: PAYOUTS,
        withdrawals: { ...WITHDRAWALS, newAddressMs: this.newAddressMs },
        completion: this.#isSolidified ? "solidified" : "included",
      },
      rates: await loadRates(this.#database, RATES, START_MS),
      deposits: {
        ...DEPOSITS,
        keys: this.depositKeys,
        terms: { ...DEPOSITS.terms, rateLastsMs: RATE_LASTS_MS },
      },
      lookUpAccount: (address) => chain.activation(address),
      unsignedLimit: 1_000,
      staleHeadAfterMs: 30_000,
      chainFollowsWallClock: this.followsWallClock,
      onHalt: () => {},
      nodesProblem: hosts && (() => hosts.lastingProblem()),
      now: () => this.clock.nowMs,
      monotonicMs: () => this.clock.monotonicMs,
    });
  }

  async #openWorkers(): Promise<HandWorkers> {
    const { starts } = this;
    const failed = (problem: string) => {
      if (this.starts === starts) this.problems.push(problem);
    };
    const clock = () => this.clock.monotonicMs;
    return workersByHand(this.engine, this.#connection, clock, failed);
  }
}
