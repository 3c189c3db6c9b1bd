/** The drill: a backup made while orders come in, used again on a chain that went on, delegates nothing twice. */
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { audit } from "../../src/engine/operating/audit.js";
import { backUp } from "../../src/engine/operating/backup.js";
import { resumeDesk } from "../../src/engine/operating/operate.js";
import { mustCompare } from "../../src/engine/operating/restore.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { deskOn, errorOf, resultOf } from "../cli/desk-command.js";
import { ALICE, BOB, CAROL, type Rig, startRig } from "./rig.js";
import {
  delivered,
  followed,
  legs,
  mineUntil,
  orderDelivered,
  solidified,
  until,
} from "./steps.js";

/** Keeps planned legs from being signed, until the faults are cleared. */
const NO_SIGNING = { path: "/wallet/getdelegatedresourcev2", kind: "drop", count: 10_000 };

const backupOf = (rig: Rig, file: string) =>
  backUp({
    databasePath: join(rig.directory, "desk.db"),
    file,
    at: Date.now(),
    onProgress: () => {},
  });

/** Puts the backup where the desk's database is; the chain goes on as it is. */
function useBackup(rig: Rig, file: string): string {
  const path = join(rig.directory, "desk.db");
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  copyFileSync(file, path);
  return path;
}

const delegationsTo = async (rig: Rig, receiver: string) =>
  (await rig.transactions()).filter((one) => one.kind === "delegate" && one.receiver === receiver);

test("an old backup on a chain that went on: nothing is delegated twice, and what it does not know is named", async () => {
  const rig = await startRig({ owners: 1 });
  const before = await orderDelivered(rig, ALICE);
  await rig.faults(NO_SIGNING);
  const open = await rig.desk.order(BOB);
  const file = join(rig.directory, "backup.db");
  const { audit: audited } = await backupOf(rig, file);
  expect(audited).toEqual({ ok: true, violations: [] });
  await rig.noFaults();
  await delivered(rig, open);
  await orderDelivered(rig, CAROL);
  await solidified(rig);
  await rig.stopDesk();

  const desk = deskOn(useBackup(rig, file));
  const shown = await resultOf(desk, "restore");
  expect(shown).toMatchObject({ openOrders: 1, heldSun: 3_900_000, rentals: 1, confirmed: false });
  expect(await resultOf(desk, "restore", "--confirm")).toMatchObject({ confirmed: true });
  expect(await errorOf(desk, "restore", "--confirm")).toMatchObject({ code: "NOT_FOUND" });
  await rig.startDesk();
  expect(rig.desk.engine.gates.halt).toContain("restored from a backup");
  await followed(rig);
  await expect(resumeDesk(rig.desk.engine)).rejects.toThrow("run `desk reconcile` first");
  await expect(rig.desk.order(BOB)).rejects.toThrow("has halted new orders");

  const { differences } = await rig.desk.workers.reconcile();
  expect(differences.map(({ receiver, inBooksSun }) => [receiver, inBooksSun])).toEqual(
    expect.arrayContaining([
      [BOB, 0],
      [CAROL, 0],
    ]),
  );
  expect(differences).toHaveLength(2);
  const incidents = rig.desk.database.read(() => latestIncidents(5));
  expect(incidents.map(({ kind }) => kind)).toEqual(["books-and-chain", "restored"]);
  expect(mustCompare(rig.desk.engine)).toBe(false);
  await resumeDesk(rig.desk.engine);
  expect(rig.desk.engine.gates.payoutHold).toContain("restored from a backup");

  await rig.mine(3);
  await followed(rig);
  expect(rig.desk.readOrder(before)).toMatchObject({ status: "completed" });
  expect(rig.desk.readOrder(open)).toMatchObject({
    status: "cancelled",
    refunded_sun: 3_900_000,
    cancel_reason: "the desk was restored from a backup",
  });
  expect(await delegationsTo(rig, BOB)).toHaveLength(1);
  await orderDelivered(rig, ALICE);
  expect(audit(rig.desk.database)).toEqual({ ok: true, violations: [] });
});

test("what was signed when the backup was made goes on with the same bytes", async () => {
  const rig = await startRig({ owners: 1 });
  const orderId = await rig.desk.order(ALICE);
  await until("it is sent", () => legs(rig).some(({ state }) => state === "sent"));
  const file = join(rig.directory, "backup.db");
  await backupOf(rig, file);
  await delivered(rig, orderId);
  await rig.stopDesk();
  await resultOf(deskOn(useBackup(rig, file)), "restore", "--confirm");
  await rig.startDesk();
  await mineUntil(
    rig,
    "the order is final",
    () => rig.desk.readOrder(orderId).status !== "processing",
  );
  expect(rig.desk.readOrder(orderId)).toMatchObject({ status: "completed", filled_amount: 65_000 });
  expect(await delegationsTo(rig, ALICE)).toHaveLength(1);
  await solidified(rig);
  expect((await rig.desk.workers.reconcile()).differences).toEqual([]);
  expect(audit(rig.desk.database)).toEqual({ ok: true, violations: [] });
});
