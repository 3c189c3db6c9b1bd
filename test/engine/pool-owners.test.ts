/** Owners of the pool that leave it: only those that the books do not need. */
import { expect, test } from "vitest";
import { archiveOrders } from "../../src/engine/operating/archive.js";
import { audit } from "../../src/engine/operating/audit.js";
import {
  addConfiguredOwners,
  addPoolOwner,
  drainPoolOwner,
  readPoolState,
  removePoolOwner,
} from "../../src/engine/operating/operate.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { enrolSeller } from "../../src/engine/sellers/sellers.js";
import { writeSetting } from "../../src/store/settings.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { runOut } from "../support/run-out.js";
import { legOf } from "../support/steps.js";

const ADDED = addressOf(0x1100);
const ownersOf = ({ engine }: Desk) => readPoolState(engine).map(({ address }) => address);
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
  expect(ownersOf(desk)).not.toContain(ADDED);
  expect(desk.rows(`SELECT * FROM capacity WHERE owner = '${ADDED}'`)).toEqual([]);
  desk.assertSound();
  await addConfiguredOwners(desk.engine, [ADDED]);
  expect(ownersOf(desk)).toContain(ADDED);
  desk.assertSound();
});

test("one with a delegation stays, whatever became of that", async () => {
  const desk = await openDesk();
  const id = await desk.order();
  const { owner } = legOf(desk, `${id}.1`);
  await expect(removePoolOwner(desk.engine, owner)).rejects.toMatchObject(refusedTo(owner));
  await cancelOrder(desk.engine, desk.customerId, id);
  expect(legOf(desk, `${id}.1`)).toMatchObject({ state: "dead", txid: null });
  await expect(removePoolOwner(desk.engine, owner)).rejects.toMatchObject(refusedTo(owner));
  expect(ownersOf(desk)).toContain(owner);
  desk.assertSound();
});

test("one that has signed stays, though the archive has what it delegated", async () => {
  const desk = await openDesk({ ownersUnits: [900_000, 800_000] });
  const id = await desk.order();
  const { owner } = legOf(desk, `${id}.1`);
  // The newest delegation of all is not archived: here it is another owner's.
  await drainPoolOwner(desk.engine, owner);
  await desk.order({ receiver: [addressOf(2)] });
  await runOut(desk);
  const before = desk.clock.nowMs + 1;
  await archiveOrders(desk.engine, { before, most: 9 });
  expect(desk.legs(`owner = '${owner}'`)).toEqual([]);
  await expect(removePoolOwner(desk.engine, owner)).rejects.toMatchObject(refusedTo(owner));
});

test("one whose delegations were never signed may go once they are archived, and sell for itself", async () => {
  const desk = await openDesk({ ownersUnits: [900_000, 800_000] });
  const id = await desk.order();
  const { owner } = legOf(desk, `${id}.1`);
  await cancelOrder(desk.engine, desk.customerId, id);
  await drainPoolOwner(desk.engine, owner);
  await desk.order({ receiver: [addressOf(2)] });
  await runOut(desk);
  await archiveOrders(desk.engine, { before: desk.clock.nowMs + 1, most: 9 });
  const { database, archive } = desk.engine;
  await removePoolOwner(desk.engine, owner);
  expect(audit(database, archive).violations).toEqual([]);
  await enrolSeller(desk.engine, { address: owner, customerId: desk.customerId });
  expect(audit(database, archive).violations).toEqual([]);
});

test("nobody leaves before restored books were compared with the chain", async () => {
  const desk = await openDesk();
  await addPoolOwner(desk.engine, ADDED);
  await desk.commit(() => writeSetting("restored", { compared: false }, "restore", 1));
  await expect(removePoolOwner(desk.engine, ADDED)).rejects.toMatchObject({ code: "DESK_HALTED" });
  expect(ownersOf(desk)).toContain(ADDED);
});
