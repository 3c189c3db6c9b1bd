/** Phases that the driver undoes and runs again, because another of their transaction has failed, do what they do once. */
import { expect, test } from "vitest";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { addressesOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";
import { deliver, kill, mineAll, passRentals, reclaim, sign, solidify } from "../support/steps.js";

test("from an order to the end of its rental, and a death, with every phase run twice", async () => {
  const told: unknown[] = [];
  for (const runsTwice of [false, true]) {
    const desk = await openDesk({ ownersUnits: [900_000, 800_000] });
    desk.database.runsTwice = runsTwice;
    const { engine, customerId } = desk;
    const delivered = await desk.order({ receiver: addressesOf(1, 3) });
    await deliver(desk);
    await solidify(desk);
    const dying = await desk.order();
    await sign(desk);
    await kill(desk, `${dying}.1`, "other");
    await cancelOrder(engine, customerId, dying);
    await passRentals(desk);
    await reclaim(desk, `${delivered}.1`);
    await mineAll(desk);
    await solidify(desk);
    desk.assertSound();
    expect(desk.database.repeats > 10).toBe(runsTwice);
    const states = desk.legs().map(({ state, sequence }) => `${sequence} ${state}`);
    told.push({ states, money: desk.moneySun, revenue: desk.balanceSun("revenue") });
  }
  expect(told[1]).toEqual(told[0]);
});
