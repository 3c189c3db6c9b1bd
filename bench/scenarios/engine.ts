/** The engine without HTTP and chain, beside the same statements on bare better-sqlite3. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";
import type { Receivers } from "../bodies.js";
import { type Customers, createCustomers, openEngine } from "../books.js";
import { create, UNDER_WAY } from "../creations.js";
import type { BenchOptions } from "../options.js";
import { readChain, stockPool } from "../pool.js";
import type { Report } from "../report.js";
import { settle } from "../settle.js";
import { replay, type Trace, TracingDatabase } from "../trace.js";
import type { Workspace } from "../workspace.js";

/** Calls for each second asked for; the same number runs on the engine and bare. */
const CALLS_PER_SECOND: Readonly<Record<Receivers, number>> = { 1: 3_000, 20: 250 };

export async function measureEngine(
  workspace: Workspace,
  report: Report,
  { seconds }: BenchOptions,
): Promise<void> {
  const books = await prepare(workspace.fresh());
  for (const receivers of [1, 20] as const) {
    await compare(books, report, receivers, CALLS_PER_SECOND[receivers] * seconds);
  }
  await completed(books, report, seconds);
}

interface Books {
  readonly customers: Customers;
  /** A path of a fresh copy of the books as they were before the first order. */
  copy(name: string): string;
}

async function prepare(directory: string): Promise<Books> {
  const path = join(directory, "base.db");
  const database = new SqliteDatabase({ path });
  const engine = await openEngine(database);
  const customers = await createCustomers(engine);
  await stockPool(engine);
  database.close();
  const copy = (name: string) => {
    const target = join(directory, `${name}.db`);
    copyFileSync(path, target);
    return target;
  };
  return { customers, copy };
}

/** Records a run, which also warms the code up; then times the engine and bare SQLite. */
async function compare(books: Books, report: Report, receivers: Receivers, calls: number) {
  const of = `${receivers} receiver${receivers === 1 ? "" : "s"}`;
  const traces = await record(books, receivers, calls);
  const engine = await withEngine(
    new SqliteDatabase({ path: books.copy(`engine-${receivers}`) }),
    (on) => create(on, books.customers.ids, receivers, calls),
  );
  const bareSeconds = replay(books.copy(`bare-${receivers}`), traces, UNDER_WAY);
  const barePerSecond = traces.length / bareSeconds;
  report.add({
    name: `bare better-sqlite3, ${of}`,
    perSecond: barePerSecond,
    ordersPerSecond: barePerSecond * receivers,
    note: `the same statements, ${UNDER_WAY} calls a transaction, synchronous=FULL`,
  });
  report.add({
    name: `engine create, ${of}`,
    perSecond: engine.callsPerSecond,
    ordersPerSecond: engine.callsPerSecond * receivers,
    p50Ms: engine.p50Ms,
    p99Ms: engine.p99Ms,
    ratio: { to: "bare SQLite", value: engine.callsPerSecond / barePerSecond },
    note: `${UNDER_WAY} under way, one transaction a turn; ${each(traces, traces.length)} statements a call`,
  });
}

async function record(books: Books, receivers: Receivers, calls: number): Promise<Trace[]> {
  const database = new TracingDatabase({ path: books.copy(`trace-${receivers}`) });
  return withEngine(database, async (engine) => {
    database.traces.length = 0;
    await create(engine, books.customers.ids, receivers, calls);
    return database.traces;
  });
}

async function completed(books: Books, report: Report, seconds: number): Promise<void> {
  const statements = await withEngine(
    new TracingDatabase({ path: books.copy("trace-settle") }),
    async (engine, { traces }) => {
      await create(engine, books.customers.ids, 1, TRACED_ORDERS);
      traces.length = 0;
      const { orders } = await settle(engine, seconds);
      return each(traces, orders);
    },
  );
  await withEngine(new SqliteDatabase({ path: books.copy("settle") }), async (engine) => {
    await create(engine, books.customers.ids, 1, CALLS_PER_SECOND[1] * seconds);
    const settled = await settle(engine, seconds);
    report.add({
      name: "engine completed, 1 receiver",
      ordersPerSecond: settled.orders / settled.seconds,
      note: `the books only: signed, sent, included, solidified, without signatures and node; ${statements} statements an order`,
    });
  });
}

const TRACED_ORDERS = 500;

/** How many statements the traces have for each of so many. */
const each = (traces: readonly Trace[], of: number): string =>
  (traces.reduce((sum, { length }) => sum + length, 0) / of).toFixed(1);

async function withEngine<Kind extends SqliteDatabase, T>(
  database: Kind,
  work: (engine: Awaited<ReturnType<typeof openEngine>>, database: Kind) => Promise<T>,
): Promise<T> {
  const engine = await openEngine(database);
  await readChain(engine);
  try {
    return await work(engine, database);
  } finally {
    database.close();
  }
}
