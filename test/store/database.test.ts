/** The driver: phases of one turn share a transaction, each fails alone, and a commit is answered once it is durable. */
import { existsSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { AssertionFailed, assert } from "../../src/domain/assert.js";
import { all, one, type Phase, run } from "../../src/store/phase.js";
import { readSetting, writeSetting } from "../../src/store/settings.js";
import { readFileOnce, SqliteDatabase } from "../../src/store/sqlite/database.js";
import { databasePath } from "../support/files.js";
import { withSchema } from "../support/schema.js";

function open(path = withSchema(databasePath())): SqliteDatabase {
  const database = new SqliteDatabase({ path });
  onTestFinished(() => {
    try {
      database.close();
    } catch {
      // Closed by the test.
    }
  });
  return database;
}

/** However slow the machine is, no group ends because its time is over. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

const write = (value: unknown) => () => writeSetting("rates", value, "test", 1);
const stored = () => readSetting("rates");

describe("a commit", () => {
  test("gives what the phase returns, once it can be read", async () => {
    const database = open();
    const result = await database.commit(function* (): Phase<string> {
      yield* writeSetting("rates", [1], "test", 1);
      return "done";
    });
    expect(result).toBe("done");
    expect(await database.read(stored)).toEqual([1]);
  });

  test("does not run before the turn is over", async () => {
    const database = open();
    const committed = database.commit(write(1));
    expect(await database.read(stored)).toBeUndefined();
    await committed;
    expect(await database.read(stored)).toBe(1);
  });

  test("is visible to another connection when it is answered, as a whole group at once", async () => {
    stopClock();
    const path = databasePath();
    const database = open(path);
    const seen: unknown[] = [];
    const first = database.commit(write("first")).then(async () => {
      seen.push(await readFileOnce(path, stored));
    });
    const second = database.commit(write("second"));
    expect(await readFileOnce(path, stored)).toBeUndefined();
    await Promise.all([first, second]);
    // The answer of the first came after the commit that holds the second as well.
    expect(seen).toEqual(["second"]);
  });

  test("waits for what the next turn brings when the last one has brought more, and alone for nobody", async () => {
    stopClock();
    const path = databasePath();
    const database = open(path);
    const seenAfterFirst = async (companions: number) => {
      const first = database.commit(write("first")).then(() => readFileOnce(path, stored));
      const others = Array.from({ length: companions }, () => database.commit(write("beside it")));
      await setImmediate();
      await Promise.all([...others, database.commit(write("a turn later"))]);
      return first;
    };
    expect(await seenAfterFirst(0)).toBe("first");
    expect(await seenAfterFirst(1)).toBe("a turn later");
  });

  test("is answered though each turn brings more", async () => {
    const database = open();
    let isAnswered = false;
    const first = database.commit(write("first")).then(() => {
      isAnswered = true;
    });
    const others: Promise<void>[] = [];
    while (!isAnswered && others.length < 1_000) {
      others.push(database.commit(write(others.length)));
      await setImmediate();
    }
    await Promise.all([first, ...others]);
    expect(others.length).toBeLessThan(10);
  });

  test("runs phases in the order they were handed in, also beyond one group", async () => {
    const database = open();
    const order: number[] = [];
    const commits = Array.from({ length: 600 }, (_, at) =>
      database.commit(function* (): Phase<void> {
        yield* run("SELECT 1");
        order.push(at);
      }),
    );
    await Promise.all(commits);
    expect(order).toEqual(Array.from({ length: 600 }, (_, at) => at));
  });
});

describe("a flood of slow phases", () => {
  test("does not hold the first answers back until the last one has run, and keeps the order", async () => {
    stopClock();
    const database = open();
    const seen: string[] = [];
    const slow = (at: number) => () => {
      vi.advanceTimersByTime(10);
      seen.push(`ran ${at}`);
      return writeSetting("rates", at, "test", 1);
    };
    await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        await database.commit(slow(at));
        seen.push(`answered ${at}`);
      }),
    );
    expect(seen.indexOf("answered 0")).toBeLessThan(seen.indexOf("ran 7"));
    for (const word of ["ran", "answered"]) {
      const order = seen.filter((text) => text.startsWith(word));
      expect(order).toEqual(Array.from({ length: 8 }, (_, at) => `${word} ${at}`));
    }
    expect(await database.read(stored)).toBe(7);
  });

  test("fails as a whole, in words, when its transaction cannot begin", async () => {
    const path = databasePath();
    const database = open(path);
    await database.read(() => one("PRAGMA busy_timeout = 1"));
    const other = new Sqlite(path);
    other.exec("BEGIN IMMEDIATE");
    const refused = await Promise.allSettled([1, 2, 3].map((at) => database.commit(write(at))));
    other.exec("COMMIT");
    other.close();
    for (const { status } of refused) expect(status).toBe("rejected");
    expect(database.writeProblem).toBe("database is locked");
    await database.commit(() => one("SELECT 1"));
    expect(database.writeProblem, "nothing was written").toBe("database is locked");
    await database.commit(() => run("UPDATE setting SET value = value WHERE key = 'no such'"));
    expect(database.writeProblem, "no row was changed").toBe("database is locked");
    await database.commit(write(4));
    expect(await database.read(stored)).toBe(4);
    expect(database.writeProblem).toBeUndefined();
  });
});

describe("a phase that fails", () => {
  test("leaves nothing behind, and the others of its transaction as they are", async () => {
    const database = open();
    const failure = new Error("no");
    const before = database.commit(() => writeSetting("rates", 1, "test", 1));
    const failing = database.commit(function* (): Phase<void> {
      yield* writeSetting("rates", 2, "test", 1);
      yield* writeSetting("pause", 2, "test", 1);
      throw failure;
    });
    const after = database.commit(() => writeSetting("network", 3, "test", 1));
    await expect(failing).rejects.toBe(failure);
    await Promise.all([before, after]);
    expect(await database.read(stored)).toBe(1);
    expect(await database.read(() => readSetting("pause"))).toBeUndefined();
    expect(await database.read(() => readSetting("network"))).toBe(3);
  });

  test("undoes the others of its transaction and lets them run again, once each in effect", async () => {
    stopClock();
    const database = open();
    await database.commit(write(0));
    const runs: number[] = [];
    const increment = (nth: number, failure?: Error) =>
      database.commit(function* (): Phase<unknown> {
        runs.push(nth);
        const value = Number(yield* stored()) + 1;
        yield* writeSetting("rates", value, "test", 1);
        if (failure) throw failure;
        return value;
      });
    const failure = new Error("no");
    const results = await Promise.allSettled([increment(1), increment(2, failure), increment(3)]);
    expect(results).toEqual([
      { status: "fulfilled", value: 1 },
      { status: "rejected", reason: failure },
      { status: "fulfilled", value: 2 },
    ]);
    expect(await database.read(stored)).toBe(2);
    expect(runs).toEqual([1, 2, 1, 2, 3]);
  });

  test("before it has written leaves the others alone", async () => {
    const database = open();
    const runs: number[] = [];
    const first = database.commit(function* (): Phase<void> {
      runs.push(1);
      yield* writeSetting("rates", 1, "test", 1);
    });
    const second = database.commit(function* (): Phase<void> {
      runs.push(2);
      yield* stored();
      throw new Error("no");
    });
    await expect(second).rejects.toThrow("no");
    await first;
    expect(runs).toEqual([1, 2]);
    expect(await database.read(stored)).toBe(1);
  });

  test("in a statement of SQLite rejects with its error", async () => {
    const database = open();
    const failing = database.commit(() => run("INSERT INTO setting (key) VALUES ('x')"));
    await expect(failing).rejects.toThrow(/NOT NULL/);
    const unknown = database.commit(() => run("NO SUCH STATEMENT"));
    await expect(unknown).rejects.toThrow(/syntax/);
    await database.commit(write(1));
    expect(await database.read(stored)).toBe(1);
  });

  test("in an assertion is told to whoever halts the desk, an ordinary refusal is not", async () => {
    const database = open();
    const told: AssertionFailed[] = [];
    database.onAssertionFailed = (failure) => told.push(failure);
    const refused = database.commit(function* (): Phase<void> {
      yield* run("SELECT 1");
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    expect(told).toEqual([]);
    const asserted = database.commit(function* (): Phase<void> {
      yield* writeSetting("rates", 1, "test", 1);
      assert(false, "the books are wrong");
    });
    await expect(asserted).rejects.toBeInstanceOf(AssertionFailed);
    expect(told.map(({ message }) => message)).toEqual(["the books are wrong"]);
    expect(await database.read(stored)).toBeUndefined();
  });
});

describe("the file", () => {
  test("is written through: WAL, synchronous=FULL, foreign keys checked", async () => {
    const database = open();
    const pragma = async (name: string) =>
      Object.values((await database.read(() => one(`PRAGMA ${name}`))) ?? {})[0];
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2);
    expect(await pragma("foreign_keys")).toBe(1);
    expect(await pragma("trusted_schema")).toBe(0);
    expect(await pragma("integrity_check")).toBe("ok");
  });

  test("is made with its directory", () => {
    const path = `${databasePath()}.d/deep/desk.db`;
    open(path);
    expect(existsSync(path)).toBe(true);
  });

  test("takes what is queued when it is closed, and folds the log in", async () => {
    const path = databasePath();
    const database = open(path);
    const commits = Array.from({ length: 300 }, (_, at) => database.commit(write(at)));
    database.close();
    await Promise.all(commits);
    expect(await readFileOnce(path, stored)).toBe(299);
    expect(existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0).toBe(0);
  });

  test("refuses commits once it is closed", async () => {
    const database = open();
    database.close();
    await expect(database.commit(write(1))).rejects.toThrow(/not open/);
  });

  test("cannot be written through the connection of a reader", async () => {
    const path = databasePath();
    open(path);
    const refused = /readonly|returns no data|does not return/i;
    await expect(readFileOnce(path, write(1))).rejects.toThrow(refused);
  });
});

describe("the schema", () => {
  test("is brought to its version once, and stays", async () => {
    const path = databasePath();
    open(path).close();
    const again = open(path);
    const [row] = await again.read(() => all<{ user_version: number }>("PRAGMA user_version"));
    expect(row?.user_version).toBeGreaterThan(0);
  });

  test("of another version is refused, and nothing is changed", () => {
    const path = databasePath();
    open(path).close();
    const raw = new Sqlite(path);
    raw.pragma("user_version = 999");
    raw.close();
    expect(() => new SqliteDatabase({ path })).toThrow(/schema 999.*another version/);
    const after = new Sqlite(path);
    expect(after.pragma("user_version", { simple: true })).toBe(999);
    after.close();
  });
});
