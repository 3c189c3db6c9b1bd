/** Who may write, asked of a real server: what is refused, what became of a commit without an answer, and a database that went back. */
import { tmpdir } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { postgresPrograms, startPostgres } from "../../bench/postgres-server.js";
import { OutcomeUnknown, SessionLost, StandingRefusal } from "../../src/common/failures.js";
import { must } from "../../src/domain/assert.js";
import { run } from "../../src/store/phase.js";
import { endHolder, LOCK, type Marker, whetherCommitted } from "../../src/store/postgres/epoch.js";
import { onSession, type Place } from "../../src/store/postgres/open.js";
import type { Session } from "../../src/store/postgres/session.js";
import { type TakeOver, takeOver } from "../../src/store/postgres/take-over.js";
import { readSetting, writeSetting } from "../../src/store/settings.js";
import { until } from "../support/until.js";
import { emptyDatabase, openSession, serverOf } from "./databases.js";
import { startProxy, withOtherProcess } from "./proxy.js";

const TCP = "127.0.0.1";

function placeOf(database: string, hosts?: Place["hosts"]): Place {
  const { host, port, ...login } = serverOf(database);
  return { ...login, hosts: hosts ?? [{ host, port }] };
}

/** Waits for nobody, unless told so. */
async function take(place: Place, more: Partial<TakeOver> = {}) {
  const taken = await takeOver({
    ...{ place, name: place.database, host: "here", now: () => 1, isNew: false },
    ...{ seen: () => undefined, onLost: () => {}, stopping: stopsAtTheEnd() },
    onStandingBy() {
      throw new Error("another desk is active");
    },
    onTrouble(error) {
      throw error;
    },
    ...more,
  });
  onTestFinished(() => taken.database.close());
  return taken;
}

function stopsAtTheEnd(): AbortSignal {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  return stopping.signal;
}

async function begun(): Promise<Place> {
  const place = placeOf(await emptyDatabase());
  const { database } = await take(place, { isNew: true });
  await database.close();
  return place;
}

async function open(...where: Parameters<typeof openSession>): Promise<Session> {
  const session = await openSession(...where);
  onTestFinished(() => session.close());
  return session;
}

/** Has the lock of a desk, and shows no life. */
async function openHolder(...where: Parameters<typeof openSession>): Promise<Session> {
  const session = await open(...where);
  await session.rows({ sql: "SELECT pg_advisory_lock(?)", params: [LOCK] });
  return session;
}

/** Beside that of the run. */
async function startServer(settings: Record<string, string>): Promise<string> {
  const programs = must(postgresPrograms(), "the programs of the run's server");
  const server = await startPostgres(programs, { within: tmpdir(), settings });
  onTestFinished(() => server.stop());
  return server.directory;
}

async function on(database: string, sql: string): Promise<void> {
  const session = await openSession(database);
  await session.script(sql);
  await session.close();
}

describe("a database is refused", () => {
  test.each([
    ["that has no tables", "", {}, "start once with --new"],
    ["of another program", "CREATE TABLE account (id text)", {}, "of another program"],
    [
      "of another program, as a new one",
      "CREATE VIEW v AS SELECT 1",
      { isNew: true },
      "of another",
    ],
  ])("%s", async (_which, sql, more, why) => {
    const database = await emptyDatabase();
    await on(database, sql);
    const refused = take(placeOf(database), more);
    await expect(refused).rejects.toThrow(StandingRefusal);
    await expect(refused).rejects.toThrow(why);
  });

  test.each([
    ["of a desk, as a new one", "", { isNew: true }, "is a desk's database already"],
    [
      "of another development version",
      "UPDATE desk_schema SET application_id = 1",
      {},
      "development version",
    ],
    ["of a newer version", "UPDATE desk_schema SET version = 99", {}, "has schema 99"],
  ])("%s", async (_which, sql, more, why) => {
    const place = await begun();
    await on(place.database, sql);
    await expect(take(place, more)).rejects.toThrow(why);
  });

  test("of another order of texts", async () => {
    const database = await emptyDatabase("C.UTF-8");
    await expect(take(placeOf(database), { isNew: true })).rejects.toThrow(
      "the desk needs C and UTF8",
    );
  });

  test("that is not there", async () => {
    const refused = take(placeOf("missing"));
    await expect(refused).rejects.toThrow(StandingRefusal);
    await expect(refused).rejects.toThrow('database "missing" does not exist');
  });

  test("behind a pooler", async () => {
    const place = await begun();
    const { port } = await startProxy({ change: withOtherProcess });
    const refused = take({ ...place, hosts: [{ host: TCP, port }] });
    await expect(refused).rejects.toThrow("a pooler or proxy stands before the server");
  });

  test("of a server that cannot be reached, only for now", async () => {
    const proxy = await startProxy();
    proxy.refuse();
    const failed = take(placeOf("any", [{ host: TCP, port: proxy.port }]));
    await expect(failed).rejects.toThrow("no server takes writes");
    await expect(failed).rejects.not.toThrow(StandingRefusal);
  });
});

describe("a desk", () => {
  test("takes the server that can be written to, and is alone", async () => {
    const place = await begun();
    const proxy = await startProxy();
    proxy.refuse();
    const hosts = [{ host: TCP, port: proxy.port }, ...place.hosts];
    const { epoch } = await take({ ...place, hosts });
    expect(epoch).toMatchObject({ epoch: 2, seq: 0, holder: "here" });
    await expect(take(place)).rejects.toThrow("another desk is active");
  });

  test("ends another whose marker rests, and is not ended while its own moves", async () => {
    const place = await begun();
    const { database } = await take(place);
    const lost: string[] = [];
    const looks: number[] = [];
    const stopping = new AbortController();
    const waiting = take(place, {
      ...{ stopping: stopping.signal, onStandingBy: ({ seq }) => void looks.push(seq) },
      onLost: ({ message }) => lost.push(message),
      onTrouble: () => {},
    });
    await until("it stood by for longer than one may rest", () => looks.length > 12);
    expect(new Set(looks).size).toBeGreaterThan(2);
    expect(database.isSure()).toBe(true);
    stopping.abort();
    await expect(waiting).rejects.toThrow("aborted");
    await database.close();
    const idle = await openHolder(place.database);
    await take(place, { onStandingBy: () => {}, onTrouble: () => {} });
    expect(idle.isSure()).toBe(false);
  });
});

describe("a holder is ended", () => {
  test("and no session beside it", async () => {
    const database = await emptyDatabase();
    const holder = await openHolder(database);
    const [beside, asking] = [await open(database), await open(database)];
    await endHolder(asking);
    await until("the holder is ended", () => holder.lost);
    for (const one of [beside, asking]) await one.rows({ sql: "SELECT 1", params: [] });
  });

  test("never while its commit waits for a replica", async () => {
    const host = await startServer({ synchronous_standby_names: "missing" });
    const holder = await openHolder("postgres", { host });
    const commit = holder.send({ sql: "CREATE TABLE written ()", params: [] });
    const asking = await open("postgres", { host });
    const sql = "SELECT wait_event FROM pg_stat_activity WHERE pid = ?";
    const look = () => asking.rows({ sql, params: [holder.backendId] });
    await until("it waits", look, ([row]) => row?.wait_event === "SyncRep");
    await endHolder(asking);
    await asking.rows({ sql: "SELECT pg_cancel_backend(?)", params: [holder.backendId] });
    await commit;
    expect(holder.takeWarnings()).toHaveLength(1);
  });
});

describe("a commit whose answer does not come", () => {
  const write = () => writeSetting("rates", "ours", "test", 1);

  async function behindProxy() {
    const place = await begun();
    const proxy = await startProxy();
    const { database } = await take({ ...place, hosts: [{ host: TCP, port: proxy.port }] });
    return { place, proxy, database };
  }

  const storedIn = async (place: Place) =>
    (await take(place)).database.read(() => readSetting("rates"));

  test("is answered as done when the database has it", async () => {
    const { place, proxy, database } = await behindProxy();
    void proxy.strike("answers");
    await database.commit(write);
    expect(database.isSure()).toBe(false);
    expect(await storedIn(place)).toBe("ours");
  });

  test("is answered as not done when it never reached the server", async () => {
    const { place, proxy, database } = await behindProxy();
    void proxy.strike("questions");
    const failed = database.commit(write);
    await expect(failed).rejects.toThrow(SessionLost);
    await expect(failed).rejects.not.toThrow(OutcomeUnknown);
    expect(await storedIn(place)).toBeUndefined();
  });

  test("is answered as unknown when nobody can be asked", async () => {
    const { proxy, database } = await behindProxy();
    void proxy.strike("answers");
    proxy.refuse();
    await expect(database.commit(write)).rejects.toThrow(OutcomeUnknown);
  });

  test("is found behind the epoch of the desk that took over meanwhile", async () => {
    const place = await begun();
    const { database, epoch } = await take(place);
    await database.commit(write);
    await database.close();
    await take(place);
    const session = await openSession(place.database);
    onTestFinished(() => session.close());
    const mine = { line: 0, epoch: epoch.epoch, backendId: 0 };
    expect(await onSession(session, whetherCommitted(1, mine))).toBe(true);
    expect(await onSession(session, whetherCommitted(2, mine))).toBe(false);
    // An older server of it that takes writes again, and a restored one, cannot tell.
    for (const other of [{ epoch: epoch.epoch + 2 }, { line: 1 }]) {
      expect(await onSession(session, whetherCommitted(2, { ...mine, ...other }))).toBeUndefined();
    }
  });
});

describe("a database", () => {
  /** What a desk saw in it while its epoch was 2: one transaction. */
  async function used(): Promise<{ place: Place; seen: Marker }> {
    const place = await begun();
    const { database, epoch } = await take(place);
    await database.commit(() => run("VALUES (1)"));
    await database.close();
    return { place, seen: { ...epoch, seq: 1 } };
  }

  test.each<readonly [string, boolean, (seen: Marker) => Marker]>([
    ["that has what was seen", false, (seen) => seen],
    ["that lacks a transaction of an epoch before", true, (seen) => ({ ...seen, seq: 2 })],
    ["that lacks an epoch", true, (seen) => ({ ...seen, epoch: 9, seq: 0 })],
    ["that lacks a confirmed restore", true, (seen) => ({ ...seen, line: 1, epoch: 0 })],
    ["that is another one", false, (seen) => ({ ...seen, database: "other", epoch: 9 })],
  ])("%s is noticed: %s", async (_which, wentBack, change) => {
    const { place, seen } = await used();
    const { hasGoneBack } = await take(place, { seen: () => change(seen) });
    expect(hasGoneBack).toBe(wentBack);
  });
});
