/** The audit that the desk makes by itself: what it finds halts new orders, and one that is cut off says so. */
import { join } from "node:path";
import { expect, test } from "vitest";
import Sqlite from "../../src/sqlite.js";
import { databasePath } from "../support/files.js";
import { withSchema } from "../support/schema.js";
import { ALICE, BOB, startRig } from "./rig.js";
import { until } from "./steps.js";

/** As it is built: a thread does not run the sources. */
const BUILT = new URL("../../dist/workers/auditor.js", import.meta.url).href;

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

test("an audit that is told to stop fails, and is no clean one", async () => {
  const { auditInThread } = (await import(BUILT)) as typeof import("../../src/workers/auditor.js");
  const stopping = new AbortController();
  const audited = auditInThread({ path: withSchema(databasePath()) }, stopping.signal);
  stopping.abort();
  await expect(audited).rejects.toThrow(/^the audit ended with status/);
});
