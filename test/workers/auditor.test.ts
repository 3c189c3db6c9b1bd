/** The audit that the desk makes by itself: what it finds halts new orders, and one that is cut off says so. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { Auditor, type AuditScope } from "../../src/engine/operating/audit.js";
import { assertPayoutsPossible } from "../../src/engine/payouts/payouts.js";
import type { Database } from "../../src/store/database.js";
import { all } from "../../src/store/phase.js";
import { createAuditor } from "../../src/workers/auditor.js";
import type { WorkerContext } from "../../src/workers/context.js";
import { damage } from "../support/damage.js";
import { openDesk } from "../support/desk.js";
import { databasePath } from "../support/files.js";
import { openDatabase } from "../support/open-database.js";
import { readNow } from "../support/read-now.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { until } from "../support/until.js";
import { ALICE, BOB, startRig } from "./rig.js";

async function emptyBooks(): Promise<Database> {
  const database = await openDatabase(databasePath());
  onTestFinished(() => database.close());
  return database;
}

/** As it is built: a process does not run the sources. */
const BUILT = new URL("../../dist/workers/auditor.js", import.meta.url).href;

test("books that do not add up halt new orders, and what runs is delivered", async () => {
  let auditor: Auditor | undefined;
  const scopes: AuditScope[] = [];
  const audit: NonNullable<WorkerContext["audit"]> = async (scope) => {
    scopes.push(scope);
    auditor ??= new Auditor(rig.desk.engine.database.source);
    return auditor.audit(scope);
  };
  const rig = await startRig({ workers: { auditEveryMs: 20, audit } });
  onTestFinished(() => auditor?.close());
  const orderId = await rig.desk.order(ALICE);
  await until("changes are audited", () => scopes.includes("changes"));
  readNow(rig.desk.database, () =>
    all("UPDATE account SET balance_sun = balance_sun + 1 WHERE kind = 'available'"),
  );
  await until("it is found", () => rig.desk.engine.gates.halt);
  expect(rig.desk.engine.gates.halt).toMatch(/^the audit found \d+ violations$/);
  await expect(rig.desk.order(BOB)).rejects.toMatchObject({ code: "DESK_HALTED" });
  const isDelivered = () => rig.desk.readOrder(orderId).status === "completed";
  await until("it is delivered", async () => {
    if ((await rig.state()).pending > 0) await rig.mine();
    return isDelivered();
  });
});

sqliteTest.each([
  ["with a broken page", "transfer", "database disk image is malformed"],
  ["that is none any more", "sqlite_schema", "file is not a database"],
])(
  "a database file %s halts like books that do not add up, and its audits count as late",
  async (_, table, words) => {
    const path = () => join(rig.directory, "desk.db");
    let failed = 0;
    const audit: NonNullable<WorkerContext["audit"]> = async (scope) => {
      try {
        const auditor = new Auditor({ engine: "sqlite", path: path() });
        return await auditor.audit(scope).finally(() => auditor.close());
      } catch (error) {
        failed += 1;
        throw error;
      }
    };
    const rig = await startRig({ workers: { auditEveryMs: 20, audit } });
    const state = () => rig.desk.workers.states().find(({ name }) => name === "auditor");
    await until("the books were audited", () => state()?.lastRoundAt);
    damage(path(), table);
    await until("it is found", () => rig.desk.engine.gates.halt);
    expect(rig.desk.engine.gates.halt).toBe(`the database is damaged (${words})`);
    await expect(rig.desk.order(BOB)).rejects.toMatchObject({ code: "DESK_HALTED" });
    expect(() => assertPayoutsPossible(rig.desk.engine)).toThrow("No payout was started");
    await until("an audit fails", () => state()?.lastError?.includes(words));
    const { lastRoundAt } = state() ?? {};
    const before = failed;
    await until("two more have failed", () => failed >= before + 2);
    expect(state()).toMatchObject({ ok: false, lastRoundAt });
  },
);

test("all is audited at the start, once a day, and until nothing is found", async () => {
  const DAY_MS = 24 * 3_600_000;
  const rounds = [
    { atMs: 0, ok: false, scope: "all" },
    { atMs: 1, ok: true, scope: "all" },
    { atMs: DAY_MS, ok: true, scope: "changes" },
    { atMs: DAY_MS + 1, ok: true, scope: "all" },
    { atMs: DAY_MS + 2, ok: false, scope: "changes" },
    { atMs: DAY_MS + 3, ok: true, scope: "all" },
    { atMs: DAY_MS + 4, ok: true, scope: "changes" },
    { atMs: 2 * DAY_MS + 3, ok: true, scope: "all" },
  ] as const;
  const scopes: AuditScope[] = [];
  const { engine } = await openDesk();
  const auditor = createAuditor({
    engine,
    logger: pino({ enabled: false }),
    auditEveryMs: 1,
    monotonicMs: () => rounds[Math.min(scopes.length, rounds.length - 1)]?.atMs ?? 0,
    audit: async (scope) => {
      const { ok } = rounds[scopes.length] ?? { ok: true };
      if (scopes.length < rounds.length) scopes.push(scope);
      return { ok, violations: [] };
    },
  });
  auditor.start();
  await until("all rounds are over", () => scopes.length === rounds.length);
  await auditor.stop();
  expect(scopes).toEqual(rounds.map(({ scope }) => scope));
});

test("the process of the audits remembers what it saw, is replaced when it ends, and ends with the worker", async () => {
  const built = (await import(BUILT)) as typeof import("../../src/workers/auditor.js");
  const database = await emptyBooks();
  const stopping = new AbortController();
  const auditing = new built.AuditProcess(database.source);
  const audited = (scope: AuditScope) => auditing.audit(scope, stopping.signal);
  expect(await audited("all")).toEqual({ ok: true, violations: [] });
  const first = auditing.pid ?? 0;
  expect(await audited("changes")).toEqual({ ok: true, violations: [] });
  expect(auditing.pid).toBe(first);
  process.kill(first, "SIGKILL");
  await until("it is gone", () => auditing.pid === undefined);
  // The next one has seen nothing yet, and finds what only an audit of all can find.
  readNow(database, () =>
    all(
      "INSERT INTO transfer (id, from_account, to_account, amount_sun, reason, at) VALUES ('x', 'revenue', 'clearing', 1, NULL, 1)",
    ),
  );
  const { violations } = await audited("changes");
  expect(violations.map(({ subject }) => subject).sort()).toEqual(["clearing", "revenue"]);
  stopping.abort();
  await until("it ends", () => auditing.pid === undefined);
});

test("no audit outlives a desk that ends without stopping its workers", async () => {
  // One that stands still hears nothing of it, like one that is in the middle of large books.
  const script = `const { AuditProcess } = await import(${JSON.stringify(BUILT)});
    const auditing = new AuditProcess(${JSON.stringify((await emptyBooks()).source)});
    await auditing.audit("all");
    process.kill(auditing.pid, "SIGSTOP");
    console.log(auditing.pid);
    process.exit();`;
  const args = ["--input-type=module", "--eval", script];
  const pid = Number((await promisify(execFile)(process.execPath, args)).stdout);
  expect(pid).toBeGreaterThan(0);
  onTestFinished(() => {
    if (isThere(pid)) process.kill(pid, "SIGKILL");
  });
  await until("it is gone", () => !isThere(pid));
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("an audit in flight that is told to stop fails, and ends its process", async () => {
  const built = (await import(BUILT)) as typeof import("../../src/workers/auditor.js");
  const stopping = new AbortController();
  const auditing = new built.AuditProcess((await emptyBooks()).source);
  const audited = auditing.audit("all", stopping.signal);
  stopping.abort();
  await expect(audited).rejects.toThrow(/^the audit failed: /);
  await until("it ends", () => auditing.pid === undefined);
});

test("an audit that cannot read its file says why", async () => {
  const { auditInProcess } = (await import(BUILT)) as typeof import("../../src/workers/auditor.js");
  await expect(auditInProcess({ engine: "sqlite", path: databasePath() })).rejects.toThrow(
    /^the audit failed: .*unable to open database file/,
  );
});
