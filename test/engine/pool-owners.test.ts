/** Owners of the pool that leave it: only those that the books do not need. */
import { expect, test } from "vitest";
import {
  addConfiguredOwners,
  addPoolOwner,
  readPoolState,
  removePoolOwner,
} from "../../src/engine/operating/operate.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { writeSetting } from "../../src/store/settings.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { legOf } from "../support/steps.js";

const ADDED = addressOf(0x1100);
const ownersOf = async ({ engine }: Desk) =>
  (await readPoolState(engine)).map(({ address }) => address);
const refusedTo = (owner: string) => ({
  code: "VALIDATION_FAILED",
  message: expect.stringContaining(`desk pool drain ${owner}`),
});

test("an owner that has never delegated is forgotten, until somebody adds it again", async () => {
  const desk = await openDesk();
  await addPoolOwner(desk.engine, ADDED);
  let looks = 0;
  desk.engine.signals.on("capacity", () => {
    looks += 1;
  });
  await removePoolOwner(desk.engine, ADDED);
  expect(looks).toBe(1);
  expect(await ownersOf(desk)).not.toContain(ADDED);
  expect(desk.rows(`SELECT * FROM capacity WHERE owner = '${ADDED}'`)).toEqual([]);
  desk.assertSound();
  await addConfiguredOwners(desk.engine, [ADDED]);
  expect(await ownersOf(desk)).toContain(ADDED);
  desk.assertSound();
});

test("one with a delegation stays, whatever became of that", async () => {
  const desk = await openDesk();
  const id = await desk.order();
  const { owner } = legOf(desk, `${id}.1`);
  await expect(removePoolOwner(desk.engine, owner)).rejects.toMatchObject(refusedTo(owner));
  await cancelOrder(desk.engine, desk, id);
  expect(legOf(desk, `${id}.1`)).toMatchObject({ state: "dead", txid: null });
  await expect(removePoolOwner(desk.engine, owner)).rejects.toMatchObject(refusedTo(owner));
  expect(await ownersOf(desk)).toContain(owner);
  desk.assertSound();
});

test("nobody leaves before restored books were compared with the chain", async () => {
  const desk = await openDesk();
  await addPoolOwner(desk.engine, ADDED);
  await desk.commit(() =>
    writeSetting("restored", { takenAt: 1, at: 1, block: null, done: {} }, "restore", 1),
  );
  await expect(removePoolOwner(desk.engine, ADDED)).rejects.toMatchObject({ code: "DESK_HALTED" });
  expect(await ownersOf(desk)).toContain(ADDED);
});
