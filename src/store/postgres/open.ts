/**
 * Finds the server that may be written to, and refuses a database in which the desk's statements would mean something else: each time
 * anew, because after a failover it is another server.
 */
import pg from "pg";
import { reasonOf } from "#shared/reason.js";
import { StandingRefusal } from "../../common/failures.js";
import type { Server } from "../database.js";
import { APPLICATION_ID, newestVersion } from "../ddl.js";
import { all, driveLater, one, type Phase, value } from "../phase.js";
import { STEPS } from "../schema.js";
import { SCHEMA } from "./ddl.js";
import { Session } from "./session.js";

export interface Place extends Omit<Server, "host" | "port"> {
  /** Each may be the primary. */
  readonly hosts: readonly Pick<Server, "host" | "port">[];
}

/** A host is asked for so long, all at once. */
const ASK_MS = 1_000;
const ANSWER_TIMEOUT_MS = 4_000;

/** Wrong password or user, not allowed, no such database: no waiting helps. */
const REFUSED = /^(28...|3D000)$/;

const OLDEST_VERSION = 140_000;

/** Runs a phase on a session, each statement by itself. */
export function onSession<T>(session: Session, phase: Phase<T>): Promise<T> {
  return driveLater(phase, (statement) => session.rows(statement));
}

export function openSession(server: Server, applicationName: string): Promise<Session> {
  return Session.open(server, {
    ...{ applicationName, connectTimeoutMs: ASK_MS, answerTimeoutMs: ANSWER_TIMEOUT_MS },
  });
}

/** The writable server of the highest timeline: after a failover the old primary may be writable, too, for a while. */
export async function findPrimary(place: Place, applicationName: string): Promise<Session> {
  const { hosts, ...login } = place;
  const asked = await Promise.allSettled(
    hosts.map((host) => askHost({ ...login, ...host }, applicationName)),
  );
  const answered = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const [best, ...others] = answered
    .filter(({ timeline }) => timeline !== "")
    .sort((a, b) => (a.timeline < b.timeline ? 1 : -1));
  const unused = [...others, ...answered.filter(({ timeline }) => timeline === "")];
  await Promise.all(unused.map(({ session }) => session.close()));
  if (best) return best.session;
  const failures = asked.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  const why = hosts.map(({ host }, at) => `${host}: ${whyNot(asked[at])}`).join("; ");
  const problem = `DATABASE_URL: no server takes writes (${why}).`;
  if (failures.length === hosts.length && failures.every(isRefused)) {
    throw new StandingRefusal(`${problem} Correct the setting, or what the server allows.`);
  }
  throw new Error(problem);
}

interface Asked {
  readonly session: Session;
  /** Empty where it only follows another server. */
  readonly timeline: string;
}

async function askHost(server: Server, applicationName: string): Promise<Asked> {
  const session = await openSession(server, applicationName);
  const late = setTimeout(() => session.lose(`no answer for ${ASK_MS} ms`), ASK_MS);
  try {
    const timeline = await onSession(session, value<string>(TIMELINE));
    return { session, timeline: timeline ?? "" };
  } catch (error) {
    session.lose(reasonOf(error));
    throw error;
  } finally {
    clearTimeout(late);
  }
}

const TIMELINE = `SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END`;

function whyNot(asked: PromiseSettledResult<Asked> | undefined): string {
  return asked?.status === "rejected" ? reasonOf(asked.reason) : "it follows another server";
}

function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && REFUSED.test(error.code ?? "");
}

interface Facts {
  readonly [column: string]: string | number | null;
  readonly version: number;
  readonly locale: string;
  readonly sorted: number;
  readonly encoding: string;
  readonly timeout: string;
}

const FACTS = `
  SELECT CAST(current_setting('server_version_num') AS BIGINT) AS version, datcollate || ' ' || datctype AS locale,
    CASE WHEN 'B' < 'a' AND lower('Ä') = 'Ä' THEN 1 ELSE 0 END AS sorted, pg_encoding_to_char(encoding) AS encoding,
    current_setting('idle_session_timeout') AS timeout
  FROM pg_database WHERE datname = current_database()`;

/** "POSIX" is its other name. */
const LOCALE_C = /^(C|POSIX) (C|POSIX)$/;

/** Throws StandingRefusal where the server, its database or what stands before it is none that a desk can work with. */
export async function assertUsable(session: Session): Promise<void> {
  for (let time = 1; time <= 2; time += 1) {
    const backendId = await onSession(session, value<number>("SELECT pg_backend_pid()"));
    if (backendId === session.backendId) continue;
    throw new StandingRefusal(
      "DATABASE_URL: a pooler or proxy stands before the server and shares its sessions. The desk's lock is its session's: name the servers themselves.",
    );
  }
  const facts = await onSession(session, one<Facts>(FACTS));
  const refuse = (problem: string) => {
    throw new StandingRefusal(`DATABASE_URL: ${problem}`);
  };
  if (!facts) return refuse("the database cannot be asked about itself.");
  if (facts.version < OLDEST_VERSION) {
    refuse(
      `the server is version ${Math.floor(facts.version / 10_000)}; the desk needs PostgreSQL 14 or newer.`,
    );
  }
  if (!LOCALE_C.test(facts.locale) || facts.sorted !== 1 || facts.encoding !== "UTF8") {
    refuse(
      `the database has locale ${facts.locale} and encoding ${facts.encoding}; the desk needs C and UTF8, or its lists and audits would miss rows. Make another: CREATE DATABASE desk TEMPLATE template0 LOCALE 'C' ENCODING 'UTF8'.`,
    );
  }
  if (facts.timeout !== "5s") {
    refuse(
      "the server did not take the desk's settings of a session, as a pooler before it would do. Name the servers themselves.",
    );
  }
}

/** Whether the database has no tables yet. Throws StandingRefusal where they are another program's or another version's. */
export async function isEmpty(session: Session): Promise<boolean> {
  const tables = await onSession(session, all<{ name: string }>(TABLE_NAMES));
  if (tables.length === 0) return true;
  const { database } = session.server;
  if (!tables.some(({ name }) => name === "desk_schema")) {
    throw new StandingRefusal(
      `DATABASE_URL: ${database} is a database of another program. Name a desk's, or a new one.`,
    );
  }
  const { id, version } = (await onSession(session, one<OfSchema>(OF_SCHEMA))) ?? {};
  if (id !== APPLICATION_ID) {
    throw new StandingRefusal(
      `DATABASE_URL: ${database} was written by a development version of the desk (schema ${version}), and this version cannot read it. Start the version that wrote it, or name a new database.`,
    );
  }
  if (version !== undefined && version <= newestVersion()) return false;
  throw new StandingRefusal(
    `DATABASE_URL: ${database} has schema ${version}, this program knows ${newestVersion()}: it was written by another version. Start that one, or restore a backup.`,
  );
}

const TABLE_NAMES = `
  SELECT CAST(relname AS text) AS name FROM pg_class
  WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relkind IN ('r', 'p', 'v', 'm', 'f')`;

type OfSchema = { readonly id: number; readonly version: number };
const OF_SCHEMA = "SELECT application_id AS id, version FROM desk_schema";

/** Gives an empty database its tables, and brings those of an older version to today's, one step and one transaction at a time. */
export async function bringTables(session: Session): Promise<void> {
  const inTransaction = (sql: string) => session.script(`SET LOCAL statement_timeout = 0; ${sql}`);
  if (await isEmpty(session)) return inTransaction(SCHEMA);
  const version = (await onSession(session, one<OfSchema>(OF_SCHEMA)))?.version ?? 1;
  for (let from = version; from < newestVersion(); from += 1) {
    await inTransaction(
      `${STEPS[from - 1]?.postgres}; UPDATE desk_schema SET version = ${from + 1}`,
    );
  }
}
