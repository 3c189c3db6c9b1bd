/** What `desk restore` shows of a backup before it is confirmed. */
import { expect, test } from "vitest";
import { readRestorePlan } from "../../src/engine/operating/restore.js";
import { openDesk } from "../support/desk.js";
import { mine, send, sign } from "../support/steps.js";

test("what open orders hold is counted without what was delivered of them", async () => {
  const desk = await openDesk();
  await desk.order({ resourceAmount: 150_000 });
  await desk.order({ resourceAmount: 40_000 });
  await sign(desk);
  await send(desk);
  const [first] = desk.legs();
  await mine(desk, [first?.txid ?? ""]);
  const plan = await readRestorePlan(desk.engine, { takenAt: 1, block: null });
  expect(first?.amount_sun).toBeGreaterThan(1_000_000);
  expect(plan).toMatchObject({
    ...{ takenAt: 1, block: null, openOrders: 2, heldSun: desk.moneySun.held, signedLegs: 2 },
    ...{ rentals: 1, openPayouts: 0, withdrawals: 0, confirmed: false },
  });
});
