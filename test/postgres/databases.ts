/** Databases of the server that a run on PostgreSQL has started, each found again by the path that a file of SQLite would have. */
import { createHash, randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { SERVER_USER } from "../../bench/postgres-server.js";
import type { Server } from "../../src/store/database.js";
import { PostgresDatabase } from "../../src/store/postgres/database.js";
import { Session, type SessionOptions } from "../../src/store/postgres/session.js";
import { SyncConnection } from "./sync-connection.js";

/** Where the server listens; `server.ts` sets it. */
const socket = process.env.DESK_TEST_POSTGRES;
export const isOnPostgres = socket !== undefined;

export const TEMPLATE = "desk_template";
/** Tests share the cores with one another and with the server, and some have a clock without timers. */
const OPTIONS: SessionOptions = {
  applicationName: "test",
  connectTimeoutMs: 0,
  // The clock of a test may jump, or stand still.
  answerTimeoutMs: Number.POSITIVE_INFINITY,
  settings: { idle_session_timeout: 0 },
};
const READERS = 2;

const made = new Set<string>();

export const withTables = (name: string) =>
  `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`;

/** The database that stands for the file at a path. */
export const databaseOf = (path: string) =>
  `t_${createHash("sha256").update(path).digest("hex").slice(0, 16)}`;

export function serverOf(database: string): Server {
  if (socket === undefined) throw new Error("no PostgreSQL server runs for the tests");
  return { host: socket, port: 5432, user: SERVER_USER, password: undefined, database, tls: "off" };
}

export const openSession = (database: string, at: Partial<Server> = {}) =>
  Session.open({ ...serverOf(database), ...at }, OPTIONS);

/** Makes it on the first call. */
export async function openPostgres(path: string): Promise<PostgresDatabase> {
  const name = databaseOf(path);
  if (!made.has(name)) {
    await command(withTables(name));
    dropLater(name);
  }
  const [writer, ...readers] = await Promise.all(
    Array.from({ length: 1 + READERS }, () => openSession(name)),
  );
  if (!writer) throw new Error("no session");
  // A command may have raised it.
  const [row] = await writer.rows({ sql: "SELECT epoch FROM desk_epoch", params: [] });
  return new PostgresDatabase({
    ...{ server: serverOf(name), writer, readers, epoch: Number(row?.epoch) },
    wasCommitted: () => Promise.reject(writer.lost),
  });
}

/** Without tables, as an operator makes it. */
export async function emptyDatabase(locale = "C"): Promise<string> {
  const name = `e_${randomBytes(8).toString("hex")}`;
  await command(
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE '${locale}' LC_CTYPE '${locale}'`,
  );
  dropLater(name);
  return name;
}

/** The settings of a desk's process, with the database that stands for its file unless they name one; made on the first call. */
export function settingsOf(path: string, more: Record<string, string>): Record<string, string> {
  if (!isOnPostgres || more.DATABASE_URL !== undefined) return { DATABASE_PATH: path, ...more };
  const name = databaseOf(path);
  if (!made.has(name)) {
    const connection = new SyncConnection(serverOf("postgres"));
    connection.execute({ sql: withTables(name), params: [] });
    connection.close();
    dropLater(name);
  }
  return { DATABASE_PATH: path, DATABASE_URL: urlOf(name), ...more };
}

/** As a desk's settings name it. */
export function urlOf(
  database: string,
  host = encodeURIComponent(serverOf(database).host),
): string {
  return `postgresql://${SERVER_USER}@${host}/${database}`;
}

export function dropLater(name: string): void {
  if (made.has(name)) return;
  made.add(name);
  const drop = async () => {
    made.delete(name);
    await command(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  try {
    onTestFinished(drop);
  } catch {
    // Of a whole file: it goes with the server.
  }
}

/** One after the other: a template is copied for one at a time. */
async function command(sql: string): Promise<void> {
  const session = await openSession("postgres");
  try {
    await session.rows({ sql, params: [] });
  } finally {
    await session.close();
  }
}
