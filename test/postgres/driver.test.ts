/** The driver on a real server: what commits share, what fails alone, and when a session is not believed any more. */
import { describe, expect, onTestFinished, test } from "vitest";
import { SessionLost } from "../../src/common/failures.js";
import { AssertionFailed, assert } from "../../src/domain/assert.js";
import { all, count, one, type Phase, run, value } from "../../src/store/phase.js";
import type { PostgresDatabase } from "../../src/store/postgres/database.js";
import { Session } from "../../src/store/postgres/session.js";
import { readSetting, writeSetting } from "../../src/store/settings.js";
import { databasePath } from "../support/files.js";
import { openPostgres, openSession, serverOf } from "./databases.js";

async function open() {
  const database = await openPostgres(databasePath());
  onTestFinished(() => database.close());
  return database;
}

const write = (value: unknown) => () => writeSetting("rates", value, "test", 1);
const stored = () => readSetting("rates");
const refused = () =>
  run("INSERT INTO setting (key, value, updated_by, updated_at) VALUES (NULL, '', '', 1)");

/** A session beside the desk's, in the same database. */
async function beside(database: PostgresDatabase): Promise<Session> {
  const session = await openSession(database.source.server.database);
  onTestFinished(() => session.close());
  return session;
}

const backendOf = (database: PostgresDatabase) =>
  database.commit(() => value<number>("SELECT pg_backend_pid()"));

describe("a commit", () => {
  test("gives what the phase returns, once it can be read", async () => {
    const database = await open();
    const result = await database.commit(function* (): Phase<string> {
      yield* writeSetting("rates", [1], "test", 1);
      return "done";
    });
    expect(result).toBe("done");
    expect(await database.read(stored)).toEqual([1]);
  });

  test("holds all phases of a turn, which see one another in order", async () => {
    const database = await open();
    const seen = Array.from({ length: 100 }, (_, nth) =>
      database.commit(function* (): Phase<unknown> {
        const before = yield* readSetting("rates");
        yield* writeSetting("rates", nth, "test", 1);
        return before;
      }),
    );
    expect(await Promise.all(seen)).toEqual([undefined, ...Array(99).keys()]);
    const marked = await database.read(() => value("SELECT seq FROM desk_epoch"));
    expect(marked).toBe(2);
  });

  test.each([
    ["before a write", function* () {}, false],
    ["after a write", write("lost"), false],
    ["by an effect that nobody waited for", refused, true],
    [
      "by an effect, with statements after it",
      function* () {
        yield* refused();
        yield* one("SELECT 1");
      },
      true,
    ],
  ] as const)(
    "fails alone %s, and leaves the others as they are",
    async (_when, begin, isServers) => {
      const database = await open();
      const ran: string[] = [];
      const others = (name: string) =>
        database.commit(function* (): Phase<void> {
          yield* writeSetting("network", name, "test", 1);
          ran.push(name);
        });
      const first = others("first");
      const failing = database.commit(function* (): Phase<void> {
        yield* begin();
        assert(isServers, "the phase is not content");
      });
      const last = others("last");
      await expect(failing).rejects.toThrow(isServers ? "null value in column" : "not content");
      await Promise.all([first, last]);
      expect(await database.read(stored)).toBeUndefined();
      expect(await database.read(() => readSetting("network"))).toBe("last");
      expect(ran.slice(-2)).toEqual(["first", "last"]);
      expect(database.writeProblem).toBeUndefined();
    },
  );

  test("is not run again for a phase that is refused before it writes, whatever others have written", async () => {
    const database = await open();
    const written = database.commit(write("first"));
    const refusal = database.commit(function* (): Phase<void> {
      yield* stored();
      throw new Error("not enough");
    });
    await expect(refusal).rejects.toThrow("not enough");
    await written;
    expect(await database.read(() => value("SELECT seq FROM desk_epoch"))).toBe(1);
  });

  test("reports a failed assertion", async () => {
    const database = await open();
    const failures: AssertionFailed[] = [];
    database.onAssertionFailed = (failure) => failures.push(failure);
    const failing = database.commit(function* (): Phase<void> {
      yield* one("SELECT 1");
      assert(false, "never");
    });
    await expect(failing).rejects.toThrow("never");
    expect(failures).toHaveLength(1);
  });

  test("of a desk that another has taken over from writes nothing, and ends its session", async () => {
    const database = await open();
    await database.commit(write("ours"));
    const other = await beside(database);
    await other.rows({ sql: "UPDATE desk_epoch SET epoch = epoch + 1", params: [] });
    await expect(database.commit(write("too late"))).rejects.toThrow(SessionLost);
    await expect(database.commit(write("and again"))).rejects.toThrow(SessionLost);
    await expect(database.read(stored)).rejects.toThrow(SessionLost);
    const [row] = await other.rows({ sql: "SELECT value FROM setting", params: [] });
    expect(row).toEqual({ value: JSON.stringify("ours") });
    expect(database.writeProblem).toContain("another desk has taken over");
  });

  test("that only reads does not need the epoch", async () => {
    const database = await open();
    const other = await beside(database);
    await other.rows({ sql: "UPDATE desk_epoch SET epoch = epoch + 1", params: [] });
    expect(await database.commit(stored)).toBeUndefined();
  });

  test("is not done when its session is ended in the middle", async () => {
    const database = await open();
    const other = await beside(database);
    const backend = await backendOf(database);
    const failing = database.commit(function* (): Phase<void> {
      yield* writeSetting("rates", "half", "test", 1);
      yield* one("SELECT pg_terminate_backend(?)", backend ?? 0);
      yield* one("SELECT 1");
    });
    await expect(failing).rejects.toThrow(SessionLost);
    const [row] = await other.rows({ sql: "SELECT count(*) AS n FROM setting", params: [] });
    expect(row).toEqual({ n: 0 });
  });
});

describe("a read", () => {
  test("has one state, whatever is committed meanwhile", async () => {
    const database = await open();
    await database.commit(write("before"));
    let commit: Promise<void> | undefined;
    const seen = await database.read(function* (): Phase<unknown[]> {
      const first = yield* readSetting("rates");
      commit ??= database.commit(write("after"));
      yield* one("SELECT pg_sleep(0.2)");
      return [first, yield* readSetting("rates")];
    });
    await commit;
    expect(seen).toEqual(["before", "before"]);
    expect(await database.read(stored)).toBe("after");
  });

  test("cannot write", async () => {
    const database = await open();
    await expect(database.read(write("a read"))).rejects.toThrow("read-only transaction");
    expect(await database.read(stored)).toBeUndefined();
  });

  test("ends before its database is closed, and none begins afterwards", async () => {
    const database = await open();
    let closed: Promise<void> | undefined;
    const read = database.read(function* (): Phase<unknown> {
      yield* readSetting("rates");
      closed ??= database.close();
      return yield* value("SELECT 1");
    });
    expect(await read).toBe(1);
    await closed;
    await expect(database.read(stored)).rejects.toThrow(SessionLost);
    await expect(database.commit(write("late"))).rejects.toThrow(SessionLost);
  });

  test("waits for another where more come than there are sessions", async () => {
    const database = await open();
    const reads = Array.from({ length: 20 }, () => database.read(() => count("account")));
    expect(new Set(await Promise.all(reads))).toEqual(new Set([3]));
  });
});

describe("values", () => {
  test.each([
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["(SELECT sum(n) FROM generate_series(1, 3) AS n)", 6],
    ["1 = 1", 1],
    ["1 = 2", 0],
    ["'Ünïcode 能量'", "Ünïcode 能量"],
    ["CAST(0.5 AS DOUBLE PRECISION)", 0.5],
    ["CAST(NULL AS BIGINT)", null],
  ])("of %s are those of SQLite", async (sql, expected) => {
    const database = await open();
    expect(await database.read(() => value(`SELECT ${sql}`))).toBe(expected);
  });

  test("beyond what JavaScript counts exactly are an error, and the session goes on", async () => {
    const database = await open();
    const read = database.read(() => value("SELECT 9007199254740992"));
    await expect(read).rejects.toThrow(AssertionFailed);
    expect(await database.read(() => value("SELECT 1"))).toBe(1);
  });

  test("of a row have the names of its columns", async () => {
    const database = await open();
    const rows = database.read(() => all("SELECT 1 AS one, 'x' AS two"));
    expect(await rows).toEqual([{ one: 1, two: "x" }]);
  });
});

describe("a session is lost", () => {
  const options = { applicationName: "test", connectTimeoutMs: 60_000, answerTimeoutMs: 500 };

  test("when an answer does not come in time", async () => {
    const session = await Session.open(serverOf("postgres"), options);
    const slow = session.rows({ sql: "SELECT pg_sleep(30)", params: [] });
    await expect(slow).rejects.toThrow("no answer for 500 ms");
    expect(session.isSure()).toBe(false);
  });

  test("when the process stood still, before it does anything else", async () => {
    const lost: SessionLost[] = [];
    const session = await Session.open(serverOf("postgres"), options);
    session.onLost = (one) => lost.push(one);
    expect(session.isSure()).toBe(true);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    expect(session.isSure()).toBe(false);
    expect(lost).toHaveLength(1);
    await expect(session.rows({ sql: "SELECT 1", params: [] })).rejects.toThrow(SessionLost);
  });
});

test("a session is closed although its server stands still", async () => {
  const session = await openSession("postgres");
  process.kill(session.backendId, "SIGSTOP");
  onTestFinished(() => void process.kill(session.backendId, "SIGCONT"));
  await session.close();
  expect(session.isSure()).toBe(false);
});
