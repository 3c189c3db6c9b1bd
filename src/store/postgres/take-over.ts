/**
 * The way of a desk to its database: it asks once a second whether the lock is free, ends a holder that shows no life, and once the
 * lock is its own raises the epoch. Only then anything of the state is read.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { OutcomeUnknown, SessionLost, StandingRefusal } from "../../common/failures.js";
import { assertNotMoved } from "../moved.js";
import { PostgresDatabase } from "./database.js";
import {
  type EpochRow,
  endHolder,
  hasGoneBack,
  type Marker,
  type Mine,
  proveReplicated,
  raiseEpoch,
  readEpoch,
  tryLock,
  whetherCommitted,
} from "./epoch.js";
import {
  assertUsable,
  bringTables,
  findPrimary,
  isEmpty,
  onSession,
  openSession,
  type Place,
} from "./open.js";
import type { Session } from "./session.js";

const ASK_EVERY_MS = 1_000;
/** A holder whose marker rests for so long is ended: it beats more often. */
const RESTS_MS = 10_000;
const READERS = 3;
/** So long callers wait to hear what became of a transaction. */
const OUTCOME_WITHIN_MS = 5_000;

export interface TakeOver {
  readonly place: Place;
  /** Of the database, for people. */
  readonly name: string;
  /** This machine and what runs on it, for the other desks. */
  readonly host: string;
  readonly now: () => number;
  /** A new database is to begin. */
  readonly isNew: boolean;
  /** What this desk knows to have been in the database; undefined where it knows nothing. */
  readonly seen: () => Marker | undefined;
  /** While another desk is active: called with each look at it; the session is good until the next. */
  readonly onStandingBy: (active: EpochRow, session: Session) => void;
  /** No server could be asked. */
  readonly onTrouble: (error: unknown) => void;
  readonly onLost: (lost: SessionLost) => void;
  /** Ends the waiting; it rejects then. */
  readonly stopping?: AbortSignal;
}

export interface Taken {
  readonly database: PostgresDatabase;
  readonly epoch: EpochRow;
  /** Something that was seen in the database before is no longer in it. */
  readonly hasGoneBack: boolean;
}

/** Resolves once this desk is the active one. Rejects with StandingRefusal where waiting does not help. */
export async function takeOver(options: TakeOver): Promise<Taken> {
  const { stopping, onTrouble } = options;
  const rest = new Rest();
  let session: Session | undefined;
  try {
    for (;;) {
      stopping?.throwIfAborted();
      try {
        const found = await findPrimary(options.place, applicationName(options, "stand-by"));
        const last = session;
        session = found;
        const taken = await tryOnce(found, rest, options).finally(() => last?.close());
        if (taken) {
          session = undefined;
          return taken;
        }
      } catch (error) {
        if (error instanceof StandingRefusal) throw error;
        onTrouble(error);
      }
      await sleep(ASK_EVERY_MS, undefined, stopping && { signal: stopping });
    }
  } finally {
    await session?.close();
  }
}

/** How the server shows the desk among its sessions, in at most 63 bytes. */
const applicationName = ({ host }: Pick<TakeOver, "host">, what: "active" | "stand-by") =>
  `energy-desk ${host.slice(0, 40)} ${what}`;

async function tryOnce(
  session: Session,
  rest: Rest,
  options: TakeOver,
): Promise<Taken | undefined> {
  await assertUsable(session);
  await assertBegun(session, options);
  if (await tryLock(session)) return activate(session, options);
  // Of a database that another desk is just beginning nothing can be told yet.
  if (await isEmpty(session)) return undefined;
  await onSession(session, assertNotMoved(`DATABASE_URL: ${options.name}`));
  const active = await onSession(session, readEpoch());
  options.onStandingBy(active, session);
  if (rest.isLong(active)) await endHolder(session);
  return undefined;
}

async function assertBegun(session: Session, { isNew, name }: TakeOver): Promise<void> {
  const empty = await isEmpty(session);
  if (isNew && !empty) {
    throw new StandingRefusal(
      `DATABASE_URL: ${name} is a desk's database already, and --new begins one; start without it, or name another.`,
    );
  }
  if (isNew || !empty) return;
  throw new StandingRefusal(
    `DATABASE_URL: ${name} has no tables. Is it the right one? To begin a new database there, start once with --new.`,
  );
}

async function activate(session: Session, options: TakeOver): Promise<Taken> {
  const { host, now, seen, place } = options;
  const readers: Session[] = [];
  try {
    await bringTables(session);
    await onSession(session, assertNotMoved(`DATABASE_URL: ${options.name}`));
    const marker = seen();
    const wentBack = marker !== undefined && (await onSession(session, hasGoneBack(marker)));
    const mine = await raiseEpoch(session, host, now());
    for (let nth = 0; nth < READERS; nth += 1) {
      readers.push(await openSession(session.server, applicationName(options, "active")));
    }
    const epoch = await onSession(session, readEpoch());
    if (epoch.epoch !== mine) throw new SessionLost("another desk has taken over");
    const shown = {
      sql: "SELECT set_config('application_name', ?, false)",
      params: [applicationName(options, "active")],
    };
    await session.rows(shown);
    session.onLost = options.onLost;
    // One that reads is lost with its server, or with this process.
    for (const one of readers) one.onLost = (lost) => session.lose(lost);
    const [lost] = [session, ...readers].flatMap((one) => one.lost ?? []);
    if (lost) throw lost;
    const { line } = epoch;
    const wasCommitted = (seq: number) =>
      askOutcome(place, seq, { line, epoch: mine, backendId: session.backendId });
    const database = new PostgresDatabase({
      ...{ server: session.server, writer: session, readers, epoch: mine, wasCommitted },
    });
    return { database, epoch, hasGoneBack: wentBack };
  } catch (error) {
    for (const one of [session, ...readers]) one.lose("it was not taken into use");
    throw error;
  }
}

/** Rejects where nobody can tell in time. */
async function askOutcome(place: Place, seq: number, mine: Mine): Promise<boolean> {
  const giveUpAtMs = performance.now() + OUTCOME_WITHIN_MS;
  while (performance.now() < giveUpAtMs) {
    const known = await askOnce(place, seq, mine).catch(() => undefined);
    if (known !== undefined) return known;
    await sleep(ASK_EVERY_MS / 5);
  }
  throw new OutcomeUnknown(
    "it is not known whether the database has it: the session was lost while it was committed",
  );
}

async function askOnce(place: Place, seq: number, mine: Mine): Promise<boolean | undefined> {
  const session = await findPrimary(place, "energy-desk outcome");
  try {
    const isThere = await onSession(session, whetherCommitted(seq, mine));
    if (isThere) await proveReplicated(session);
    return isThere;
  } finally {
    await session.close();
  }
}

/** How long the marker of the active desk has not moved, as far as this desk has looked. */
class Rest {
  #of = "";
  #sinceMs = 0;

  isLong({ epoch, seq }: EpochRow): boolean {
    const of = `${epoch} ${seq}`;
    if (of !== this.#of) {
      this.#of = of;
      this.#sinceMs = performance.now();
    }
    return performance.now() - this.#sinceMs > RESTS_MS;
  }
}
