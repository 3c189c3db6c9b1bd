/** The desk's figures for Prometheus; docs/operations/metrics.md lists them. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { HostState } from "../../chain/port.js";
import { type Cover, sumOf, worthOf } from "../../domain/cover.js";
import { ORDER_TYPES } from "../../domain/order-request.js";
import { RESOURCES } from "../../domain/resource.js";
import type { Engine } from "../../engine/context.js";
import {
  createSlowFigures,
  type Figures,
  type OrderEvent,
  OrderTally,
  OUTCOMES,
  readFigures,
  type SlowFigures,
} from "../../engine/operating/figures.js";

/** What the engine does not know. */
export interface MetricsSources {
  readonly nodeCalls: () => readonly {
    /** Number and origin. */
    readonly host: string;
    readonly path: string;
    readonly calls: number;
    readonly errors: number;
    readonly tookMs: number;
  }[];
  readonly nodes: () => readonly Pick<
    HostState,
    "label" | "reason" | "behindBlocks" | "outOfStepMs"
  >[];
  readonly workers: () => readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly lastRoundAt: number | null;
  }[];
  /** The last reading; undefined before the first. */
  readonly cover: () => Cover | undefined;
  /** When an acknowledged order could be lost; null while none can. Undefined with SQLite. */
  readonly lossRisk?: (() => string | null) | undefined;
}

/** From a block of the sandbox to a Manual order's day in the order book. */
const DELIVERY_SECONDS = [1, 2, 3, 5, 8, 13, 20, 30, 60, 120, 300, 900, 3_600, 14_400, 86_400];

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

/** Counts from here on; returns the text of all metrics. */
export function createMetrics(engine: Engine, sources: MetricsSources) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const tally = new OrderTally(engine);
  const slow = createSlowFigures(engine);
  const showOrders = orderMetrics(registry);
  const gauge: MakeGauge = (name, help, labelNames = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const showState = stateMetrics(gauge);
  const showPool = poolMetrics(gauge);
  const showLocks = lockMetrics(gauge);
  const showCalls = callMetrics(registry, sources);
  const showNodes = nodeMetrics(gauge, sources);
  const showWorkers = workerMetrics(gauge, sources);
  const showLossRisk = lossRiskMetric(gauge, sources);
  const showCover = coverMetrics(gauge, sources, engine.now);
  return {
    contentType: registry.contentType,
    async render(): Promise<string> {
      const figures = await readFigures(engine);
      const slowFigures = await slow();
      // Last, because each event is reported only once.
      showOrders(await tally.read());
      showState(figures);
      showPool(figures, slowFigures);
      showLocks(slowFigures);
      showCalls();
      showNodes();
      showWorkers();
      showCover();
      showLossRisk();
      return registry.metrics();
    },
  };
}

function lossRiskMetric(gauge: MakeGauge, { lossRisk }: MetricsSources): () => void {
  if (!lossRisk) return () => {};
  const risk = gauge("desk_orders_at_risk", "1 while an acknowledged order could be lost");
  return () => risk.set(Number(lossRisk() !== null));
}

function orderMetrics(registry: Registry): (events: readonly OrderEvent[]) => void {
  const registers = [registry];
  const created = new Counter({
    name: "desk_orders_created_total",
    help: "Orders taken",
    labelNames: ["type", "resource"],
    registers,
  });
  const finished = new Counter({
    name: "desk_orders_finished_total",
    help: "Orders that became final",
    labelNames: ["type", "resource", "outcome"],
    registers,
  });
  const delivery = new Histogram({
    name: "desk_delivery_seconds",
    help: "From the creation of an order to its completion",
    labelNames: ["type"],
    buckets: DELIVERY_SECONDS,
    registers,
  });
  // A counter that appears with its first event would show no rise to a rate.
  for (const type of ORDER_TYPES) {
    delivery.zero({ type });
    for (const resource of RESOURCES) {
      created.inc({ type, resource }, 0);
      for (const outcome of OUTCOMES) finished.inc({ type, resource, outcome }, 0);
    }
  }
  return (events) => {
    for (const { type, resource, outcome, deliveredMs } of events) {
      if (outcome === undefined) created.inc({ type, resource });
      else finished.inc({ type, resource, outcome });
      if (deliveredMs !== undefined) delivery.observe({ type }, deliveredMs / 1_000);
    }
  };
}

function stateMetrics(gauge: MakeGauge): (figures: Figures) => void {
  const queue = gauge("desk_queue_length", "What waits or is under way, up to 50,000", ["queue"]);
  const halted = gauge("desk_halted", "1 while a failed check stops new orders and payouts");
  const paused = gauge("desk_paused", "1 while the operator has paused new orders");
  const held = gauge(
    "desk_payouts_held",
    "1 while payouts are held: paused, too little is there, or after a restore",
  );
  const inReview = gauge("desk_deposits_in_review", "Deposits that wait for a check");
  const inSight = gauge("desk_chain_in_sight", "1 while the chain can be sold by");
  const head = gauge("desk_head_block", "Number of the newest block seen");
  const solid = gauge("desk_solid_block", "Number of the newest solidified block seen");
  const still = gauge(
    "desk_solid_still_seconds",
    "Real time for which the solidified block has not moved",
  );
  const age = gauge("desk_head_age_seconds", "Wall time less the time of the newest block seen");
  const incidents = gauge("desk_incidents", "Incidents written since the database was made");
  const depositLag = gauge("desk_deposit_lag_blocks", "Solid blocks not yet read for deposits");
  const notRead = gauge("desk_not_read", "What of the chain could not be read", ["what"]);
  return (figures) => {
    if (figures.depositLagBlocks === undefined) depositLag.remove();
    else depositLag.set(figures.depositLagBlocks);
    const { notKept: not_kept, ...kept } = figures.notRead;
    for (const [what, count] of Object.entries({ ...kept, not_kept })) notRead.set({ what }, count);
    for (const [name, length] of Object.entries(figures.queues)) queue.set({ queue: name }, length);
    halted.set(Number(figures.halted));
    paused.set(Number(figures.paused));
    held.set(Number(figures.payoutsHeld));
    inReview.set(figures.depositsInReview);
    inSight.set(Number(figures.chainInSight));
    head.set(figures.headBlock);
    solid.set(figures.solidBlock);
    still.set(figures.solidStillMs / 1_000);
    age.set(figures.headAgeMs / 1_000);
    incidents.set(figures.incidents);
  };
}

function poolMetrics(gauge: MakeGauge): (figures: Figures, slow: SlowFigures) => void {
  const free = gauge("desk_pool_delegatable_sun", "Stake the pool can delegate", ["resource"]);
  const reserved = gauge("desk_pool_reserved_sun", "Stake of the pool promised to orders", [
    "resource",
  ]);
  const taken = gauge(
    "desk_pool_utilisation_ratio",
    "Share of the pool promised or delegated, 0 to 1",
    ["resource"],
  );
  const owners = gauge("desk_pool_owners", "Accounts of the pool", ["state"]);
  const sellers = gauge("desk_sellers", "Registered sellers", ["state"]);
  const toApprove = gauge("desk_sellers_to_approve", "Sellers whose payout needs an approval");
  const toApproveSun = gauge(
    "desk_sellers_to_approve_sun",
    "Earned by sellers whose payout needs an approval",
  );
  const ledger = gauge("desk_ledger_sun", "Sum of the balances of a kind of account", ["kind"]);
  return ({ pool, owners: states }, slow) => {
    for (const { resource, delegatableSun, reservedSun } of pool) {
      free.set({ resource }, delegatableSun);
      reserved.set({ resource }, reservedSun);
      const share = slow.takenShare[resource];
      if (share === undefined) taken.remove({ resource });
      else taken.set({ resource }, share);
    }
    for (const [state, count] of Object.entries(states)) owners.set({ state }, count);
    for (const [state, count] of Object.entries(slow.sellers)) sellers.set({ state }, count);
    toApprove.set(slow.toApprove.count);
    toApproveSun.set(slow.toApprove.earnedSun);
    for (const { kind, balance_sun } of slow.ledger) ledger.set({ kind }, balance_sun);
  };
}

function lockMetrics(gauge: MakeGauge): (slow: SlowFigures) => void {
  const running = gauge("desk_delegations", "Delegations that run now", ["of", "locked"]);
  const overran = gauge(
    "desk_locks_overran",
    "Locks, ever, that hold others of their wallet longer than LOCK_OVERRUN_PERCENT allows",
  );
  return ({ locks }) => {
    const { pool, all } = locks;
    for (const [locked, kind] of [["yes", "locked"] as const, ["no", "unlocked"] as const]) {
      running.set({ of: "pool", locked }, pool[kind]);
      running.set({ of: "sellers", locked }, all[kind] - pool[kind]);
    }
    overran.set(locks.overran);
  };
}

function callMetrics(registry: Registry, { nodeCalls }: MetricsSources): () => void {
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ["host", "path"], registers: [registry] });
  const calls = counter("desk_node_calls_total", "Calls to a TRON node");
  const errors = counter("desk_node_errors_total", "Calls to a TRON node without a usable answer");
  const seconds = counter(
    "desk_node_call_seconds_total",
    "Time that all calls to a TRON node took",
  );
  const all = [calls, errors, seconds];
  return () => {
    for (const one of all) one.reset();
    for (const { host, path, ...count } of nodeCalls()) {
      calls.inc({ host, path }, count.calls);
      errors.inc({ host, path }, count.errors);
      seconds.inc({ host, path }, count.tookMs / 1_000);
    }
  };
}

function nodeMetrics(gauge: MakeGauge, { nodes }: MetricsSources): () => void {
  const ofHost = (name: string, help: string) => gauge(name, help, ["host"]);
  const inStep = ofHost("desk_node_in_step", "1 while a node is in step with the chain, and used");
  const behind = ofHost("desk_node_behind_blocks", "How far a node's head is behind the best seen");
  const resting = ofHost("desk_node_resting_seconds", "How long a node has been out of step");
  const all = [inStep, behind, resting];
  return () => {
    for (const one of all) one.reset();
    for (const { label: host, reason, behindBlocks, outOfStepMs } of nodes()) {
      inStep.set({ host }, Number(reason === undefined));
      if (behindBlocks !== undefined) behind.set({ host }, behindBlocks);
      resting.set({ host }, outOfStepMs / 1_000);
    }
  };
}

function workerMetrics(gauge: MakeGauge, { workers }: MetricsSources): () => void {
  const ok = gauge("desk_worker_ok", "1 unless a worker's last round failed", ["worker"]);
  const round = gauge(
    "desk_worker_last_round_seconds",
    "Unix time of the end of a worker's last round that did not fail",
    ["worker"],
  );
  return () => {
    for (const { name, ...state } of workers()) {
      ok.set({ worker: name }, Number(state.ok));
      if (state.lastRoundAt !== null) round.set({ worker: name }, state.lastRoundAt / 1_000);
    }
  };
}

/** As last read: nobody's look at the metrics asks the chain. */
function coverMetrics(gauge: MakeGauge, { cover }: MetricsSources, now: () => number): () => void {
  const owed = gauge("desk_cover_owed_sun", "What the desk owes", ["kind"]);
  const there = gauge(
    "desk_cover_there_sun",
    "What is there for what the desk owes, USDT at its rate",
    ["place"],
  );
  const short = gauge(
    "desk_cover_shortfall_sun",
    "What is missing of what the desk owes, without gifts",
  );
  const age = gauge("desk_cover_age_seconds", "Time since cover was last read");
  return () => {
    const read = cover();
    for (const one of [owed, there, short, age]) one.reset();
    // Without a reading there is no figure at all: 0 would say that nothing is missing.
    if (!read) {
      for (const one of [short, age]) one.remove();
      return;
    }
    for (const kind of ["available", "held", "earned", "payouts"] as const) {
      owed.set({ kind }, read.owed[`${kind}Sun`]);
    }
    const { beside, ...own } = read.there;
    for (const [place, holding] of Object.entries({ ...own, beside: sumOf(beside) })) {
      if (holding) there.set({ place }, worthOf(holding, read.rateSun));
    }
    short.set(read.shortfallSun);
    age.set((now() - read.at) / 1_000);
  };
}
