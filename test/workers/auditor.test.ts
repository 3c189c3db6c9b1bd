/** The audit that the desk makes by itself: what it finds halts new orders, and one that is cut off says so. */
import { join } from "node:path";
import { expect, test } from "vitest";
import Sqlite from "../../src/sqlite.js";
import { databasePath } from "../support/files.js";
import { withSchema } from "../support/schema.js";
import { ALICE, BOB, startRig } from "./rig.js";
import { until } from "./steps.js";

/** As it is built: a process does not run the sources. */
const BUILT = new URL("../../dist/workers/auditor.js", import.meta.url).href;
/** An audit is stopped at so many moments of its first half. */
const PARTS = 8;
const FAILED = /^the audit failed: /;

test("books that do not add up halt new orders, and what runs is delivered", async () => {
  const rig = await startRig({ workers: { auditEveryMs: 20 } });
  const orderId = await rig.desk.order(ALICE);
  const raw = new Sqlite(join(rig.directory, "desk.db"));
  raw.exec("UPDATE account SET balance_sun = balance_sun + 1 WHERE kind = 'available'");
  raw.close();
  await until("it is found", () => rig.desk.engine.gates.halt);
  expect(rig.desk.engine.gates.halt).toMatch(/^the audit found \d+ violations$/);
  await expect(rig.desk.order(BOB)).rejects.toMatchObject({ code: "DESK_HALTED" });
  const isDelivered = () => rig.desk.readOrder(orderId).status === "completed";
  await until("it is delivered", async () => {
    if ((await rig.state()).pending > 0) await rig.mine();
    return isDelivered();
  });
});

test("audits that are told to stop fail, at whatever moment, and the desk goes on", async () => {
  const { auditInProcess } = (await import(BUILT)) as typeof import("../../src/workers/auditor.js");
  const path = withSchema(databasePath());
  const startedAtMs = performance.now();
  expect(await auditInProcess(path)).toEqual({ ok: true, violations: [] });
  const tookMs = performance.now() - startedAtMs;
  for (let part = 0; part < PARTS; part += 1) {
    const stopping = new AbortController();
    const audited = auditInProcess(path, stopping.signal);
    if (part === 0) stopping.abort();
    else setTimeout(() => stopping.abort(), (tookMs * part) / PARTS / 2);
    const said = await audited.then(
      () => "done before",
      (error: Error) => error.message,
    );
    expect(said).toMatch(part === 0 ? FAILED : /^done before$|^the audit failed: /);
  }
});

test("an audit that cannot read its file says why", async () => {
  const { auditInProcess } = (await import(BUILT)) as typeof import("../../src/workers/auditor.js");
  await expect(auditInProcess(databasePath())).rejects.toThrow(
    /^the audit failed: .*unable to open database file/,
  );
});
