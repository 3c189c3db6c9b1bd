/** What of a record is ours to take back after a restore: never what legs of the books may hold, nor what somebody else took. */
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { enableDisabledKeys } from "../../src/engine/customers/disabled-keys.js";
import { resumeDesk } from "../../src/engine/operating/holds.js";
import { booksCompared } from "../../src/engine/operating/reconcile.js";
import { confirmRestore } from "../../src/engine/operating/restore.js";
import { finishRestoreStep } from "../../src/engine/operating/restore-steps.js";
import {
  judgeTakeBack,
  readTakeBacks,
  takeBackAfter,
  takeBackConfirmed,
  takeBackRead,
  takeBackSigned,
} from "../../src/engine/operating/take-back.js";
import { type Desk, openDesk } from "../support/desk.js";
import { deliver, legOf, passRentals, solidify } from "../support/steps.js";

const idOf = (letter: string) => letter.repeat(64);
const BACKUP_BLOCK = 5;

/** A restored desk with a rental in its books, whose record the delegations share. */
async function restored({ isOver = false } = {}) {
  const desk = await openDesk();
  const id = await desk.order();
  await deliver(desk);
  await solidify(desk);
  if (isOver) await passRentals(desk);
  await desk.commit(() => takeBackAfter(BACKUP_BLOCK, 1));
  const { owner, receiver, stake_sun } = legOf(desk, `${id}.1`);
  const act = (kind: "delegate" | "undelegate", letter: string, stakeSun: number) => ({
    txid: idOf(letter),
    stake: { kind, owner, receiver: receiver as Address, resource: "energy", stakeSun } as const,
  });
  let number = BACKUP_BLOCK;
  const read = (...acts: ReturnType<typeof act>[]) => {
    number += 1;
    const block = { number, timestampMs: desk.moment.headTimestampMs, acts };
    return desk.commit(() => takeBackRead([block], 1));
  };
  return { desk, act, read, legSun: stake_sun ?? sun(0) };
}

const left = async (desk: Desk) =>
  (await readTakeBacks(desk.engine)).open.map(({ txid, stakeSun }) => [txid[0], stakeSun]);

const judge = (desk: Desk, letter: string, unlocked: number, locked = 0, lockForMs = 0) => {
  const headMs = desk.moment.headTimestampMs;
  const lockExpiresAt = headMs + lockForMs;
  const record = { unlockedSun: sun(unlocked), lockedSun: sun(locked), lockExpiresAt };
  return desk.commit(() => judgeTakeBack(idOf(letter), record, headMs));
};

test("what anybody has taken back since is no longer left, and a block counts once", async () => {
  const { desk, act, read } = await restored();
  await read(act("delegate", "a", 50), act("delegate", "b", 70), act("undelegate", "c", 70));
  expect(await left(desk)).toEqual([["a", 50]]);
  await read(act("undelegate", "d", 20));
  expect(await left(desk)).toEqual([["a", 30]]);
  const again = { number: BACKUP_BLOCK + 2, timestampMs: 1, acts: [act("undelegate", "d", 20)] };
  await desk.commit(() => takeBackRead([again], 1));
  expect(await left(desk)).toEqual([["a", 30]]);
});

test("the end of a rental that the books know lessens nothing, one before its end does", async () => {
  const over = await restored({ isOver: true });
  await over.read(over.act("delegate", "a", over.legSun));
  await over.read(over.act("undelegate", "b", over.legSun));
  expect(await left(over.desk)).toEqual([["a", over.legSun]]);
  const running = await restored();
  await running.read(running.act("delegate", "a", running.legSun));
  await running.read(running.act("undelegate", "b", running.legSun));
  expect(await left(running.desk)).toEqual([]);
});

test("nothing is taken before it is confirmed, while it is locked, or of what the books' legs may hold", async () => {
  const { desk, act, read, legSun } = await restored();
  await read(act("delegate", "a", 50), act("delegate", "b", 70));
  const all = legSun + 120;
  expect(await judge(desk, "a", all)).toBe("wait");
  expect(await desk.commit(() => takeBackConfirmed())).toBe(2);
  expect(await judge(desk, "a", 0, all, 1)).toBe("wait");
  expect(await judge(desk, "a", 0, all, -1)).toBe("take");
  expect(await judge(desk, "a", legSun + 49)).toBe("wait");
  expect(await judge(desk, "a", legSun + 50)).toBe("take");
  expect(await judge(desk, "a", 0)).toBe("wait");
  // One of a record at a time: nobody tells whether the chain has subtracted the other.
  const signed = { txid: "f1", hex: "f1", expiresAt: 1 };
  expect(await desk.commit(() => takeBackSigned(idOf("a"), signed))).toBe(true);
  expect(await judge(desk, "b", all)).toBe("wait");
  expect(await desk.commit(() => takeBackSigned(idOf("b"), { ...signed, txid: "f2" }))).toBe(false);
});

test("a desk that takes orders again follows what is to be taken back, also through another restore", async () => {
  const desk = await openDesk();
  const { engine } = desk;
  const nextBlock = async () => (await readTakeBacks(engine)).nextBlock;
  const resume = async () => {
    await enableDisabledKeys(engine, { keyIds: [] });
    await finishRestoreStep(engine, "payouts", { by: "Ann", unread: true });
    await finishRestoreStep(engine, "debits", { by: "Ann" });
    await booksCompared(engine, []);
    await resumeDesk(engine);
  };
  expect(await nextBlock()).toBeUndefined();
  await confirmRestore(engine, { takenAt: 1, block: BACKUP_BLOCK });
  await resume();
  expect(await nextBlock()).toBe(BACKUP_BLOCK + 1);
  await confirmRestore(engine, { takenAt: 2, block: 50 });
  expect(await nextBlock()).toBe(51);
  await confirmRestore(engine, { takenAt: 3, block: 60 });
  expect(await nextBlock()).toBe(51);
  const owner = desk.owners[0] as Address;
  const stake = {
    kind: "delegate",
    owner,
    receiver: owner,
    resource: "energy",
    stakeSun: 5,
  } as const;
  const block = { number: 51, timestampMs: 1, acts: [{ txid: idOf("a"), stake }] };
  await desk.commit(() => takeBackRead([block], 1));
  await resume();
  await confirmRestore(engine, { takenAt: 4, block: 70 });
  expect(await nextBlock()).toBe(52);
});
