/** What takes longer the more orders there ever were: the same on books with few orders that are over, and with very many. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { must } from "../../src/domain/assert.js";
import type { CustomerId, OrderId } from "../../src/domain/ids.js";
import type { Engine } from "../../src/engine/context.js";
import { readHistory } from "../../src/engine/customers/history.js";
import { Auditor, type AuditScope } from "../../src/engine/operating/audit.js";
import { findOrders, readOrder, readOrders } from "../../src/engine/orders/read-orders.js";
import { all } from "../../src/store/phase.js";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";
import { auditInProcess } from "../../src/workers/auditor.js";
import { createCustomers, openEngine } from "../books.js";
import { create } from "../creations.js";
import { spawnDesk } from "../desk.js";
import { fillOrders } from "../fill.js";
import type { BenchOptions } from "../options.js";
import { longestPauseDuring } from "../pauses.js";
import { readChain, stockPool } from "../pool.js";
import type { Report } from "../report.js";
import { type Latency, latencyOf } from "../statistics.js";
import type { Workspace } from "../workspace.js";

/** A tenth of the many, at most: from here on, what a search with a filter looks at is bounded, and the same for more orders. */
const FEW_ORDERS = 100_000;
const WARM_UP_CREATIONS = 1_000;
const CREATIONS = 3_000;
const STARTS = 3;
const READS = 1_000;
const LISTS = 100;
const PAGE = 100;
/** What may take longer on the large books does so at most this many times. */
const ALLOWED_RATIO = 2;

type Measured = Partial<Latency> & { readonly p50Ms: number; readonly note?: string };

/** What was measured, by name. */
type Figures = Map<string, Measured>;

const LONGEST_PAUSE = "longest pause, beside the audit of all";
const MOST_PAUSE_MS = 50;
/** About 20 calls a second, each followed by a list. */
const CALL_EVERY_MS = 50;

/** Takes longer with more orders, because it reads all of them. */
const READS_ALL = new Set(["audit of all", "history, whole", "fill by SQL"]);
const HAS_NO_RATIO = new Set([...READS_ALL, LONGEST_PAUSE]);

export async function measureGrowth(
  workspace: Workspace,
  report: Report,
  { grownOrders }: BenchOptions,
): Promise<void> {
  const fewOrders = Math.min(FEW_ORDERS, Math.round(grownOrders / 10));
  const few = await measured(workspace, fewOrders);
  const many = await measured(workspace, grownOrders);
  const orders = (count: number) => `${count.toLocaleString("en-US")} orders`;
  for (const [name, figure] of few)
    report.add({ name, ...figure, note: noteOf(orders(fewOrders), figure) });
  const pauseMs = must(many.get(LONGEST_PAUSE), "pauses were measured").p50Ms;
  report.aim({
    name: `${LONGEST_PAUSE}: under ${MOST_PAUSE_MS} ms`,
    measured: `${pauseMs.toFixed(1)} ms`,
    met: pauseMs < MOST_PAUSE_MS,
  });
  for (const [name, figure] of many) {
    const value = figure.p50Ms / must(few.get(name), `${name} was measured`).p50Ms;
    const ratio = { to: orders(fewOrders), value };
    report.add({ name, ...figure, ratio, note: noteOf(orders(grownOrders), figure) });
    if (HAS_NO_RATIO.has(name)) continue;
    report.aim({
      name: `${name}: with ${orders(grownOrders)} at most ${ALLOWED_RATIO} times as long`,
      measured: `${value.toFixed(2)} times`,
      met: value <= ALLOWED_RATIO,
    });
  }
}

function noteOf(orders: string, { note }: Measured): string {
  return note === undefined ? orders : `${orders}; ${note}`;
}

async function measured(workspace: Workspace, orders: number): Promise<Figures> {
  const figures: Figures = new Map();
  const directory = workspace.fresh();
  const path = join(directory, "desk.db");
  const start = async () => {
    const desk = await spawnDesk(workspace, directory, { SANDBOX_NODE_PORT: "0" });
    await desk.program.stop();
    return desk.readyMs;
  };
  await start();
  const customerIds = await withEngine(path, async (engine) => (await createCustomers(engine)).ids);
  const startedAtMs = performance.now();
  await fillOrders(path, orders, customerIds);
  const filledMs = performance.now() - startedAtMs;
  const bytes = statSync(path).size;
  const note = `${(bytes / 1e6).toFixed(0)} MB, ${Math.round(bytes / orders)} bytes an order`;
  figures.set("fill by SQL", { p50Ms: filledMs, note });
  const startsMs: number[] = [];
  for (let nth = 0; nth < STARTS; nth += 1) startsMs.push(await start());
  figures.set("start to ready", { p50Ms: latencyOf(startsMs).p50Ms });
  const auditor = new Auditor({ engine: "sqlite", path });
  const audited = async (scope: AuditScope) => {
    const { p50Ms } = await timed(1, async () => {
      const { violations } = await auditor.audit(scope);
      if (violations.length > 0) throw new Error(JSON.stringify(violations));
    });
    return { p50Ms };
  };
  figures.set("audit of all", await audited("all"));
  await withEngine(path, async (engine) => {
    await stockPool(engine);
    await measureReads(engine, customerIds, figures);
    await create(engine, customerIds, 1, WARM_UP_CREATIONS);
    await audited("changes");
    figures.set("audit of a minute, nothing new", await audited("changes"));
    const { callsPerSecond, ...latency } = await create(engine, customerIds, 1, CREATIONS);
    const rate = `${Math.round(callsPerSecond).toLocaleString("en-US")} a second`;
    figures.set("create, 64 under way", { ...latency, note: rate });
    const name = `audit of a minute, ${CREATIONS.toLocaleString("en-US")} new`;
    figures.set(name, await audited("changes"));
    figures.set("create, beside the audit of all", await besideAudit(engine, path, customerIds));
    figures.set(LONGEST_PAUSE, await pauseBesideAudit(engine, path, customerIds));
  });
  await auditor.close();
  return figures;
}

/** The audit of all as the desk runs it, in a process of its own, while orders are created. */
function auditBeside(path: string) {
  const startedAtMs = performance.now();
  const audit = {
    tookMs: undefined as number | undefined,
    isOver: auditInProcess({ engine: "sqlite", path }).then(({ ok }) => {
      if (!ok) throw new Error("the books do not add up");
      audit.tookMs = performance.now() - startedAtMs;
    }),
  };
  return audit;
}

async function besideAudit(
  engine: Engine,
  path: string,
  customerIds: readonly CustomerId[],
): Promise<Measured> {
  const audit = auditBeside(path);
  const rounds: Latency[] = [];
  do rounds.push(await create(engine, customerIds, 1, CREATIONS));
  while (audit.tookMs === undefined);
  await audit.isOver;
  // It is begun anew and never shortened, so this is the longest that it was.
  const walMb = (statSync(`${path}-wal`).size / 1e6).toFixed(0);
  return {
    p50Ms: latencyOf(rounds.map(({ p50Ms }) => p50Ms)).p50Ms,
    p99Ms: Math.max(...rounds.map(({ p99Ms }) => p99Ms)),
    note: `audited in ${(audit.tookMs / 1_000).toFixed(1)} s, WAL up to ${walMb} MB`,
  };
}

/** Light traffic, as the pauses of a busy desk are its work. */
async function pauseBesideAudit(
  engine: Engine,
  path: string,
  customerIds: readonly CustomerId[],
): Promise<Measured> {
  const audit = auditBeside(path);
  const customerId = must(customerIds[0], "a customer");
  const calls = async () => {
    while (audit.tookMs === undefined) {
      await create(engine, customerIds, 1, 1);
      await readOrders(engine, { customerId, limit: PAGE });
      await sleep(CALL_EVERY_MS);
    }
  };
  return { p50Ms: await longestPauseDuring(Promise.all([audit.isOver, calls()])) };
}

async function withEngine<T>(path: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const database = new SqliteDatabase({ path });
  try {
    const engine = await openEngine(database);
    await readChain(engine);
    return await work(engine);
  } finally {
    database.close();
  }
}

/** Reads by the customer with the most orders, except by id. */
async function measureReads(
  engine: Engine,
  customerIds: readonly CustomerId[],
  figures: Figures,
): Promise<void> {
  const customerId = must(customerIds[0], "a customer");
  const some = await someOrders(engine);
  const nthOrder = (nth: number) => must(some[nth % some.length], "an order");
  figures.set(
    "read by id",
    await timed(READS, (nth) => readOrder(engine, nthOrder(nth).customerId, nthOrder(nth).id)),
  );
  const { id: middle, at, receiver } = nthOrder(some.length >> 1);
  const ofCustomer = { customerId, limit: PAGE };
  const lists: Record<string, () => Promise<unknown>> = {
    "list, first page": () => readOrders(engine, ofCustomer),
    "list, from the middle": () => readOrders(engine, { ...ofCustomer, before: middle }),
    "list, by time": () => readOrders(engine, { ...ofCustomer, from: 0, to: at }),
    "list, cancelled": () => readOrders(engine, { ...ofCustomer, status: "cancelled" }),
    "list, of a wallet": () => readOrders(engine, { ...ofCustomer, receiver }),
    "list, processing: none": () => readOrders(engine, { ...ofCustomer, status: "processing" }),
    "operator's list, first page": () => findOrders(engine, { limit: PAGE }),
    "operator's list, of a wallet": () => findOrders(engine, { limit: PAGE, receiver }),
  };
  for (const [name, list] of Object.entries(lists)) {
    figures.set(name, await timed(LISTS, list));
  }
  const history = () => readHistory(engine, { customerId, from: 0, to: engine.now() });
  const firstMs: number[] = [];
  for (let nth = 0; nth < LISTS; nth += 1) {
    const startedAtMs = performance.now();
    await history().next();
    firstMs.push(performance.now() - startedAtMs);
  }
  figures.set("history, first page", latencyOf(firstMs));
  const startedAtMs = performance.now();
  let entries = 0;
  for await (const page of history()) entries += page.length;
  const tookMs = performance.now() - startedAtMs;
  const note = `${entries.toLocaleString("en-US")} entries`;
  figures.set("history, whole", { p50Ms: tookMs, note });
}

interface SomeOrder {
  readonly id: OrderId;
  readonly customerId: CustomerId;
  readonly receiver: string;
  readonly at: number;
}

/** Evenly over all there are, in an order that no page of the file is next to the last one. */
async function someOrders(engine: Engine): Promise<SomeOrder[]> {
  const rows = await engine.database.read(function* () {
    return yield* all<SomeOrder & Record<string, string | number>>(
      `WITH RECURSIVE nth (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM nth WHERE n + 1 < ?)
       SELECT id, customer_id AS customerId, receiver, created_at AS at
       FROM nth CROSS JOIN orders
         ON orders.rowid = 1 + n * 617 % ? * (SELECT max(rowid) FROM orders) / ?`,
      READS,
      READS,
      READS,
    );
  });
  return rows;
}

async function timed(times: number, work: (nth: number) => Promise<unknown>): Promise<Latency> {
  const tookMs: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const startedAtMs = performance.now();
    await work(nth);
    tookMs.push(performance.now() - startedAtMs);
  }
  return latencyOf(tookMs);
}
