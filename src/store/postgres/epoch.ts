/**
 * Which desk is the active one. A lock of its session keeps others out on the same server; the epoch, a row in the database, on every
 * other: who takes over raises it, and from then on no transaction of the one before can be committed.
 */
import { must } from "../../domain/assert.js";
import { all, exists, one, type Phase, type Row, type Statement, value } from "../phase.js";
import { onSession } from "./open.js";
import type { Session } from "./session.js";

/** Of the desk among the advisory locks of its database: "energy" in ASCII. */
export const LOCK = 0x656e65726779;
const OF_LOCK = `locktype = 'advisory' AND objsubid = 1 AND classid = ${Math.floor(LOCK / 2 ** 32)} AND objid = ${LOCK % 2 ** 32}
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND granted`;

export interface EpochRow {
  readonly [column: string]: string | number | null;
  /** Made with the tables: the same in each copy of them. */
  readonly database: string;
  /** How often a database that went back was confirmed as restored. */
  readonly line: number;
  readonly epoch: number;
  /** Of the last transaction. */
  readonly seq: number;
  /** The machine and port of the active desk. */
  readonly holder: string;
  /** Unix milliseconds. */
  readonly since: number;
}

/** Up to where a database had come at least, by what somebody has seen of it. */
export type Marker = Pick<EpochRow, "database" | "line" | "epoch" | "seq">;

export function* readEpoch(): Phase<EpochRow> {
  const sql = "SELECT database, line, epoch, seq, holder, since FROM desk_epoch";
  return must(yield* one<EpochRow>(sql), "the epoch of a database");
}

/** Never the waiting form: it would hold back vacuum. */
export async function tryLock(session: Session): Promise<boolean> {
  const got = await onSession(session, value<number>("SELECT pg_try_advisory_lock(?)", LOCK));
  if (got !== 1) return false;
  return (await holdersOf(session)).includes(session.backendId);
}

async function holdersOf(session: Session): Promise<number[]> {
  const sql = `SELECT pid FROM pg_locks WHERE ${OF_LOCK}`;
  return (await onSession(session, all<{ pid: number }>(sql))).map(({ pid }) => pid);
}

/**
 * Ends the session that has the lock, but never one whose commit waits for a stand-by of the server: ended, it would count as done.
 * Nothing but what is selected may end a session: as a condition the server asks it of each of its sessions, before the others.
 */
export async function endHolder(session: Session): Promise<void> {
  const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid IN (SELECT pid FROM pg_locks WHERE ${OF_LOCK}) AND wait_event IS DISTINCT FROM 'SyncRep'`;
  await onSession(session, all(sql));
}

/** In a committed transaction: all that is read afterwards is what the desk before has left for good. */
export async function raiseEpoch(session: Session, holder: string, at: number): Promise<number> {
  const sql = "SELECT raise_epoch(?, ?) AS epoch";
  const [row] = await onItsStandBy(session, { sql, params: [holder, at] });
  return Number(must(row, "the epoch was raised").epoch);
}

/**
 * What can be read may be on this server only, where somebody has ended the wait for its stand-by. A commit that comes later is not
 * acknowledged before all before it are on the stand-by, too. Rejects where it is not.
 */
export async function proveReplicated(session: Session): Promise<void> {
  await onItsStandBy(session, { sql: "UPDATE desk_epoch SET seq = seq", params: [] });
}

/** A transaction of one statement. */
async function onItsStandBy(session: Session, statement: Statement): Promise<Row[]> {
  const { rows } = await session.send(statement);
  const warnings = session.takeWarnings();
  if (warnings.length > 0) session.lose(`it is on one server only: ${warnings.join("; ")}`);
  if (session.lost) throw session.lost;
  return rows;
}

/** Whether the database lacks what was seen in it before. */
export function* hasGoneBack(seen: Marker): Phase<boolean> {
  const now = yield* readEpoch();
  if (seen.database !== now.database || seen.line < now.line) return false;
  if (seen.line > now.line || seen.epoch > now.epoch) return true;
  return seen.seq > ((yield* lastSeqOf(seen.epoch, now)) ?? -1);
}

function* lastSeqOf(epoch: number, now: EpochRow): Phase<number | undefined> {
  if (epoch === now.epoch) return now.seq;
  return yield* value<number>("SELECT seq FROM desk_epoch_past WHERE epoch = ?", epoch);
}

/** Of a desk that was active: what its transaction of unknown outcome is asked by. */
export interface Mine {
  readonly line: number;
  readonly epoch: number;
  /** The server's process, while it may still commit. */
  readonly backendId: number;
}

/** Whether a transaction is in the database of now; undefined while it may still come, and where this server cannot tell. */
export function* whetherCommitted(seq: number, mine: Mine): Phase<boolean | undefined> {
  // In this order: what ends between the two reads is seen by the second.
  const mayCome = yield* exists(`pg_locks WHERE pid = ? AND ${OF_LOCK}`, mine.backendId);
  const now = yield* readEpoch();
  // Restored meanwhile, or an older server that still takes writes: what it lacks may be there.
  if (now.line !== mine.line || now.epoch < mine.epoch) return undefined;
  if (((yield* lastSeqOf(mine.epoch, now)) ?? -1) >= seq) return true;
  return mayCome && now.epoch === mine.epoch ? undefined : false;
}
