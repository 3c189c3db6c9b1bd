/**
 * The engine on PostgreSQL beside the engine on SQLite and a service by hand on the same server: written through, at the distance of the
 * same machine, the same rack and another place.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../../src/engine/context.js";
import type { Database, Server } from "../../src/store/database.js";
import { PostgresDatabase } from "../../src/store/postgres/database.js";
import { SCHEMA } from "../../src/store/postgres/ddl.js";
import { Session } from "../../src/store/postgres/session.js";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";
import { type Customers, createCustomers, openEngine } from "../books.js";
import { createByHand } from "../by-hand.js";
import { create } from "../creations.js";
import { startDelayingProxy } from "../delaying-proxy.js";
import type { BenchOptions } from "../options.js";
import { readChain, stockPool } from "../pool.js";
import { postgresPrograms, SERVER_USER, startPostgres } from "../postgres-server.js";
import type { Report } from "../report.js";
import { settle } from "../settle.js";
import type { Workspace } from "../workspace.js";

const DELAYS_MS = [0, 1, 5];
/** Calls for each second asked for: on the desk's own disk, and by the milliseconds to the server. */
const CALLS_PER_SECOND = { file: 3_000, server: 200 } as const;
const READERS = 2;
const SESSION = {
  ...{ applicationName: "bench", connectTimeoutMs: 10_000, answerTimeoutMs: 10_000 },
};

export async function measurePostgres(
  workspace: Workspace,
  report: Report,
  { seconds }: BenchOptions,
): Promise<void> {
  const programs = postgresPrograms();
  if (!programs) return report.add({ name: "PostgreSQL", note: "there is none on this machine" });
  await onDatabase(
    new SqliteDatabase({ path: join(workspace.fresh(), "desk.db") }),
    async (engine, customers) => {
      const calls = CALLS_PER_SECOND.file * seconds;
      await measured(report, engine, customers, { name: "SQLite", calls, seconds });
    },
  );
  const postgres = await startPostgres(programs, { within: tmpdir(), settings: {} });
  try {
    for (const delayMs of DELAYS_MS) await atDistance(postgres.directory, report, delayMs, seconds);
  } finally {
    await postgres.stop();
  }
}

async function atDistance(
  directory: string,
  report: Report,
  delayMs: number,
  seconds: number,
): Promise<void> {
  const proxy = await startDelayingProxy(join(directory, ".s.PGSQL.5432"), delayMs);
  const database = `desk_${delayMs}`;
  const near: Server = {
    ...{ host: directory, port: 5_432, user: SERVER_USER, password: undefined, tls: "off" },
    database,
  };
  const far = { ...near, host: "127.0.0.1", port: proxy.port };
  const calls = CALLS_PER_SECOND.server * seconds;
  try {
    await script({ ...near, database: "postgres" }, `CREATE DATABASE ${database}`);
    await script(near, `${SCHEMA};\nUPDATE desk_epoch SET epoch = 1`);
    const customers = await onDatabase(await openPostgres(near), async (_, made) => made);
    await onDatabase(
      await openPostgres(far),
      async (engine) => {
        const name = `PostgreSQL, ${delayMs} ms`;
        await measured(report, engine, customers, { name, calls, seconds, sent: proxy.sent });
      },
      customers,
    );
    const byHand = await createByHand(far, calls);
    report.add({
      name: `by hand, ${delayMs} ms`,
      perSecond: byHand.callsPerSecond,
      p50Ms: byHand.p50Ms,
      p99Ms: byHand.p99Ms,
      note: "create: 8 statements one after the other, ten connections",
    });
  } finally {
    await proxy.close();
  }
}

interface Measuring {
  readonly name: string;
  readonly calls: number;
  readonly seconds: number;
  readonly sent?: () => number;
}

async function measured(
  report: Report,
  engine: Engine,
  { ids }: Customers,
  { name, calls, seconds, sent }: Measuring,
): Promise<void> {
  await create(engine, ids, 1, Math.ceil(calls / 10));
  const before = sent?.() ?? 0;
  const created = await create(engine, ids, 1, calls);
  const answers = sent && `${((sent() - before) / calls).toFixed(2)} answers waited for an order`;
  report.add({
    name: `${name}: create`,
    perSecond: created.callsPerSecond,
    p50Ms: created.p50Ms,
    p99Ms: created.p99Ms,
    ...(answers ? { note: answers } : {}),
  });
  const beforeSettling = sent?.() ?? 0;
  const settled = await settle(engine, seconds);
  const waited = sent && ((sent() - beforeSettling) / settled.orders).toFixed(2);
  report.add({
    name: `${name}: completed`,
    ordersPerSecond: settled.orders / settled.seconds,
    note: `the books only${waited ? `; ${waited} answers an order` : ""}`,
  });
}

/** With a pool and customers, made unless they are there. */
async function onDatabase<T>(
  database: Database,
  work: (engine: Engine, customers: Customers) => Promise<T>,
  there?: Customers,
): Promise<T> {
  try {
    const engine = await openEngine(database);
    if (!there) await stockPool(engine);
    await readChain(engine);
    return await work(engine, there ?? (await createCustomers(engine)));
  } finally {
    await database.close();
  }
}

async function openPostgres(server: Server): Promise<PostgresDatabase> {
  const [writer, ...readers] = await Promise.all(
    Array.from({ length: 1 + READERS }, () => Session.open(server, SESSION)),
  );
  if (!writer) throw new Error("no session");
  return new PostgresDatabase({
    ...{ server, writer, readers, epoch: 1 },
    wasCommitted: () => Promise.reject(writer.lost),
  });
}

async function script(server: Server, sql: string): Promise<void> {
  const session = await Session.open(server, SESSION);
  await session.script(sql);
  await session.close();
}
