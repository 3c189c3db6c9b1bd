/** What a desk delegated after the backup from which it was restored is taken back by the operator's word, and nothing else is. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { audit } from "../../src/engine/operating/audit.js";
import { deskOn, resultOf } from "../cli/desk-command.js";
import { backUpRig, putBack } from "./backups.js";
import { ALICE, BOB, CAROL, RECEIVERS, RENTAL_MS, type Rig, startRig } from "./rig.js";
import { followed, legs, mineUntil, orderDelivered, solidified } from "./steps.js";

const DAVE = must(RECEIVERS[3], "a fourth receiver");

/** Until the newest block of now is solid and read: nothing in it looks as if it were not ours. */
async function list(rig: Rig, isConfirmed = false) {
  for (;;) {
    const answer = await rig.desk.workers.takeBack(isConfirmed);
    if (!answer.reading) return answer;
    await rig.mine();
    await followed(rig);
  }
}

const undelegationsOf = async (rig: Rig, receiver: string) =>
  (await rig.transactions()).filter((one) => one.kind === "undelegate" && one.receiver === receiver)
    .length;
const recordSun = async (rig: Rig, receiver: typeof ALICE) => {
  const owner = must(rig.owners[0], "an owner");
  const { unlockedSun, lockedSun } = await rig.recordOf(owner, receiver);
  return unlockedSun + lockedSun;
};

async function restore(rig: Rig, file: string): Promise<void> {
  await rig.stopDesk();
  await resultOf(deskOn(await putBack(rig, file)), "restore", "--confirm");
  await rig.startDesk();
  await followed(rig);
}

test("what our key has delegated since the backup is taken back after its lock, once confirmed; the rest stays", async () => {
  const rig = await startRig({ owners: 1 });
  const owner = must(rig.owners[0], "an owner");
  await rig.delegateOutside({ owner, receiver: DAVE, stakeSun: 7_000_000 });
  await orderDelivered(rig, ALICE);
  await solidified(rig);
  const file = join(rig.directory, "backup.db");
  await backUpRig(rig, file);
  await orderDelivered(rig, BOB);
  await solidified(rig);
  await rig.mine(1, RENTAL_MS);
  await mineUntil(rig, "both are back", () => legs(rig).every((leg) => leg.state === "reclaimed"));
  await orderDelivered(rig, ALICE);
  await orderDelivered(rig, CAROL);
  await restore(rig, file);

  const shown = await list(rig);
  expect(shown.ours.map(({ receiver, state }) => [receiver, state])).toEqual([
    [ALICE, "found"],
    [CAROL, "found"],
  ]);
  expect(shown.counts).toMatchObject({ gone: 1, taken: 0 });
  expect(shown.notOurs.map(({ receiver, notOursSun }) => [receiver, notOursSun])).toEqual([
    [DAVE, 7_000_000],
  ]);
  const before = await Promise.all([ALICE, BOB, CAROL].map((one) => undelegationsOf(rig, one)));
  expect(before).toEqual([1, 1, 0]);
  expect((await list(rig, true)).ours.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  await rig.mine(3);
  await followed(rig);
  // It goes on after a restart, and once the desk takes orders again.
  await rig.desk.workers.reconcile();
  await rig.stopDesk();
  const desk = deskOn(join(rig.directory, "desk.db"));
  const by = ["--by", "Ann"];
  for (const step of [["keys"], ["payouts", "--unread"], ["debits"]]) {
    await resultOf(desk, "restore", "done", ...step, ...by);
  }
  await resultOf(desk, "resume");
  await rig.startDesk();
  await rig.mine(3);
  await followed(rig);
  expect(await undelegationsOf(rig, CAROL)).toBe(0);
  await rig.mine(1, RENTAL_MS);
  const isOver = async () => (await list(rig)).counts.taken === 2;
  await mineUntil(rig, "both are taken back", isOver);
  expect(await recordSun(rig, ALICE)).toBe(0);
  expect(await recordSun(rig, CAROL)).toBe(0);
  expect(await recordSun(rig, DAVE)).toBe(7_000_000);
  expect(await Promise.all([ALICE, BOB, CAROL].map((one) => undelegationsOf(rig, one)))).toEqual([
    2, 1, 1,
  ]);
  expect((await list(rig, true)).ours).toEqual([]);
  const { differences } = await rig.desk.workers.reconcile();
  expect(differences.map(({ receiver }) => receiver)).toEqual([DAVE]);
  expect(await audit(rig.desk.database)).toEqual({ ok: true, violations: [] });
});

test("a desk that was not restored takes nothing back", async () => {
  const rig = await startRig({ owners: 1 });
  await expect(rig.desk.workers.takeBack(true)).rejects.toThrow("was not restored from a backup");
});
