/** The desk's numbers for metrics: what waits, what was ordered and delivered, the pool, the ledger. */
import { RecentReadings } from "../../common/recent-readings.js";
import type { OrderType } from "../../domain/order-request.js";
import { utilisationOf } from "../../domain/rates.js";
import { type PerResource, RESOURCES, type Resource } from "../../domain/resource.js";
import { countInReview, depositCursor } from "../../store/deposits.js";
import {
  type CountedOrder,
  countIncidents,
  ledgerTotals,
  newestOrderRow,
  openOrderRows,
  ordersAfterRow,
  ordersAmong,
  queueLengths,
  sellerCounts,
} from "../../store/figures.js";
import { countOverruns, countRunning } from "../../store/locks.js";
import { listCapacity, listOwners } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import type { ChainClock } from "../chain-clock.js";
import type { Engine } from "../context.js";
import { notReadCounts } from "../not-read.js";
import { sellersToApprove } from "../payouts/seller-payouts.js";
import { type PoolStakes, readPoolStake } from "../prices/utilisation.js";

/** How long figures that read whole tables are kept. */
const KEEP_SLOW_MS = 60_000;
/** The most orders in one reading; the others come with the next. */
const ORDERS_A_READING = 2_000;

export const OUTCOMES = ["completed", "partly", "cancelled"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface OrderEvent {
  readonly type: OrderType;
  readonly resource: Resource;
  /** Undefined when it was created. */
  readonly outcome?: Outcome;
  /** From creation to its last delegation in a block; of completed orders. */
  readonly deliveredMs?: number;
}

/** Follows orders from the first reading on: created, and how each ended. */
export class OrderTally {
  #newest: number | undefined;
  /** Rows of orders that were not final at their last check; a checked row goes to the end. */
  #open = new Set<number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly engine: Engine) {}

  /** What happened since the last reading. Readings go one after the other, so that each event is told once. */
  read(): Promise<OrderEvent[]> {
    const reading = this.#last.then(() => this.#read());
    this.#last = reading.catch(() => {});
    return reading;
  }

  async #read(): Promise<OrderEvent[]> {
    const { database } = this.engine;
    const newest = this.#newest;
    if (newest === undefined) {
      const first = await database.read(firstLook);
      this.#newest = first.newest;
      this.#open = new Set(first.open);
      return [];
    }
    const rows = [...this.#open].slice(0, ORDERS_A_READING);
    const { known, created } = await database.read(() => lookAt(rows, newest));
    const events: OrderEvent[] = [];
    const look = (order: CountedOrder) => {
      if (order.status === "processing") this.#open.add(order.row);
      else events.push(endOf(order));
    };
    for (const row of rows) this.#open.delete(row);
    for (const order of known) look(order);
    for (const order of created) {
      this.#newest = order.row;
      events.push({ type: order.type, resource: order.resource });
      look(order);
    }
    return events;
  }
}

function* firstLook(): Phase<{ newest: number; open: number[] }> {
  return { newest: yield* newestOrderRow(), open: yield* openOrderRows() };
}

function* lookAt(rows: readonly number[], newest: number) {
  const known = yield* ordersAmong(rows);
  return { known, created: yield* ordersAfterRow(newest, ORDERS_A_READING) };
}

function endOf(order: CountedOrder): OrderEvent {
  const { type, resource, status, filled_amount, created_at, finished_at } = order;
  if (status === "cancelled") {
    return { type, resource, outcome: filled_amount > 0 ? "partly" : "cancelled" };
  }
  const deliveredMs = Math.max(0, (finished_at ?? created_at) - created_at);
  return { type, resource, outcome: "completed", deliveredMs };
}

export type Figures = Awaited<ReturnType<typeof readFigures>>;

/** The current figures without the slow ones. */
export async function readFigures(engine: Engine) {
  const { gates, chainClock, deposits } = engine;
  const { head, solid } = chainClock;
  return {
    halted: gates.halt !== undefined,
    paused: gates.pause !== undefined,
    payoutsHeld: gates.payoutHold !== undefined,
    chainInSight: gates.chainProblem() === undefined,
    headBlock: head?.number ?? 0,
    solidBlock: solid?.number ?? 0,
    solidStillMs: chainClock.solidStillMs(),
    headAgeMs: head ? Math.max(0, engine.now() - head.timestampMs) : 0,
    ...(await engine.database.read(function* () {
      const owners = yield* listOwners("pool");
      const capacity = yield* listCapacity("pool");
      return {
        queues: yield* queueLengths(head?.timestampMs ?? 0, engine.now()),
        incidents: yield* countIncidents(),
        notRead: yield* notReadCounts(),
        depositLagBlocks: deposits && (yield* depositLag(chainClock)),
        depositsInReview: yield* countInReview(),
        owners: {
          draining: owners.filter((one) => one.draining).length,
          paused: owners.filter((one) => !one.draining && one.pause_reason !== null).length,
          active: owners.filter((one) => !one.draining && one.pause_reason === null).length,
        },
        pool: RESOURCES.map((resource) => {
          const rows = capacity.filter((row) => row.resource === resource);
          const sum = (of: (row: (typeof rows)[number]) => number) =>
            rows.reduce((total, row) => total + of(row), 0);
          const delegatableSun = sum((row) => row.snapshot_sun);
          const reservedSun = sum((row) => row.reserved_sun);
          return { resource, delegatableSun, reservedSun };
        }),
      };
    })),
  };
}

/** Solid blocks that are still to be read; undefined where none are. */
function* depositLag({ solid, solidForDeposits }: ChainClock): Phase<number | undefined> {
  const cursor = yield* depositCursor();
  const newest = Math.max(solid?.number ?? 0, solidForDeposits ?? 0);
  return cursor && newest > 0 ? Math.max(0, newest - cursor.block_number) : undefined;
}

export type SlowFigures = Awaited<ReturnType<typeof readSlow>>;

function readSlow(engine: Engine) {
  return engine.database.read(function* () {
    return {
      ledger: yield* ledgerTotals(),
      sellers: yield* sellerCounts(),
      toApprove: yield* sellersToApprove(engine.policy.payouts, engine.now()),
      takenShare: takenShareOf(yield* readPoolStake()),
      locks: yield* lockedShare(),
    };
  });
}

/** Undefined when there is nothing to sell: such a pool has not run out. */
function takenShareOf(stakes: PoolStakes): PerResource<number | undefined> {
  const share = (resource: Resource) => {
    const { freeSun = 0, totalSun = 0 } = stakes[resource] ?? {};
    return totalSun > 0 ? utilisationOf(freeSun, totalSun) : undefined;
  };
  return { energy: share("energy"), bandwidth: share("bandwidth") };
}

/** The figures that grow with customers, sellers and open rentals, read once a minute at most. */
export function createSlowFigures(
  engine: Engine,
  monotonicMs: () => number = () => performance.now(),
): () => Promise<SlowFigures> {
  const recent = new RecentReadings<SlowFigures>(KEEP_SLOW_MS, monotonicMs);
  return () => recent.read("all", () => readSlow(engine));
}

export interface LockedShare {
  readonly pool: LockCounts;
  /** The pool's and the sellers' together. */
  readonly all: LockCounts;
  /** Locks, ever, that hold others of their record longer than the bounds allow. */
  readonly overran: number;
}

interface LockCounts {
  readonly locked: number;
  readonly unlocked: number;
}

/** Reads all that runs. */
function* lockedShare(): Phase<LockedShare> {
  const rows = yield* countRunning();
  const countsOf = (counted: typeof rows): LockCounts => {
    const sum = (locked: 0 | 1) =>
      counted.reduce((total, row) => total + (row.locked === locked ? row.count : 0), 0);
    return { locked: sum(1), unlocked: sum(0) };
  };
  return {
    pool: countsOf(rows.filter(({ of_pool }) => of_pool === 1)),
    all: countsOf(rows),
    overran: yield* countOverruns(),
  };
}

export function readLockedShare({ database }: Engine): Promise<LockedShare> {
  return database.read(lockedShare);
}
