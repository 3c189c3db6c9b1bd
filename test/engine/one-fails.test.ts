/** Work over many orders: each is taken as it is in that moment, and one that cannot go on keeps none of the others from it. */
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { closeOverdue, matchSeller, sweepBook } from "../../src/engine/book/match-book.js";
import { repairAfterForks } from "../../src/engine/legs/repair-after-forks.js";
import { replanAll } from "../../src/engine/legs/replan.js";
import { movePlannedLegsAway } from "../../src/engine/legs/sign-leg.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { setPause } from "../../src/store/owners.js";
import { run } from "../../src/store/phase.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { book, manual, NO_POOL, openSeller } from "../support/sellers.js";
import { deliver, fork, kill, legOf, moveAway, sign } from "../support/steps.js";

const TO = (at: number) => ({ receiver: [addressOf(at)] });

/** From now on SQLite refuses every change of this order, whatever tries it. */
async function breakOrder(desk: Desk, orderId: string): Promise<void> {
  await desk.database.commit(() =>
    run(`CREATE TRIGGER broken BEFORE UPDATE ON orders WHEN OLD.id = '${orderId}'
         BEGIN SELECT RAISE(ABORT, 'broken'); END`),
  );
}

test("a leg whose order was closed by the death of another is left alone, and the rest moves away", async () => {
  const desk = await openDesk({ ownersUnits: [200_000, 100_000] });
  const [owner, other] = desk.owners as readonly [Address, Address];
  const first = await desk.order({ ...TO(1), resourceAmount: 150_000 });
  const split = await desk.order({ ...TO(2), resourceAmount: 140_000 });
  await cancelOrder(desk.engine, desk.customerId, first);
  const innocent = await desk.order({ ...TO(3), resourceAmount: 40_000 });
  await sign(desk, `${split}.1`);
  await kill(desk, `${split}.1`, "expired");
  const planned = desk.legs("state = 'planned'");
  expect(planned.map((leg) => [leg.order_id, leg.sequence, leg.owner])).toEqual([
    [split, 2, owner],
    [split, 3, owner],
    [innocent, 1, owner],
  ]);
  // Too late to plan the order anew: the first of its legs that dies closes it, and ends the other.
  desk.clock.nowMs += 300_000;
  await desk.commit(() => setPause(owner, "test"));
  const finished: string[] = [];
  desk.engine.signals.on("finished", (ids) => finished.push(...ids));
  expect(await moveAway(desk, owner)).toBe(2);
  expect(desk.halts).toEqual([]);
  expect(finished).toEqual([split]);
  expect(desk.orderRow(split)).toMatchObject({ status: "cancelled", posted_sun: 0 });
  expect(legOf(desk, `${innocent}.2`)).toMatchObject({ state: "planned", owner: other });
  expect(await moveAway(desk, owner)).toBe(0);
});

describe("an order that cannot be changed keeps no other from", () => {
  test("moving away from a paused owner", async () => {
    const desk = await openDesk({ ownersUnits: [200_000, 100_000] });
    const broken = await desk.order(TO(1));
    const other = await desk.order(TO(2));
    const { owner } = legOf(desk, `${broken}.1`);
    expect(legOf(desk, `${other}.1`).owner).toBe(owner);
    await breakOrder(desk, broken);
    await desk.commit(() => setPause(owner, "test"));
    const { engine, moment } = desk;
    await expect(movePlannedLegsAway(engine, owner, moment)).rejects.toThrow("broken");
    desk.assertSound();
    expect([desk.states(broken), desk.states(other)]).toEqual([["planned"], ["dead", "planned"]]);
  });

  test("being planned anew, or given up", async () => {
    const desk = await openDesk();
    const [broken = "", other = ""] = [await desk.order(TO(1)), await desk.order(TO(2))];
    await sign(desk);
    for (const id of [broken, other]) await kill(desk, `${id}.1`, "other");
    await breakOrder(desk, broken);
    const place = { after: "" };
    desk.clock.nowMs += 300_000;
    await expect(replanAll(desk.engine, place, desk.moment)).rejects.toThrow("broken");
    desk.assertSound();
    expect(desk.orderRow(other).status).toBe("cancelled");
    expect(place.after).toBe(other);
  });

  test("being repaid what a fork has taken", async () => {
    const desk = await openDesk();
    const [broken = "", other = ""] = [await desk.order(TO(1)), await desk.order(TO(2))];
    await deliver(desk);
    await fork(desk);
    for (const id of [broken, other]) await kill(desk, `${id}.1`, "expired");
    await breakOrder(desk, broken);
    desk.clock.nowMs += 600_000;
    await expect(repairAfterForks(desk.engine, desk.moment)).rejects.toThrow("broken");
    desk.assertSound();
    expect(desk.orderRow(other)).toMatchObject({ filled_amount: 0, posted_sun: 0 });
  });

  test("ending at its deadline", async () => {
    const { desk } = await book([]);
    const [broken = "", other = ""] = [await desk.order(manual(TO(1))), await desk.order(manual())];
    await breakOrder(desk, broken);
    desk.clock.nowMs += 86_400_000;
    const finished: string[] = [];
    desk.engine.signals.on("finished", (ids) => finished.push(...ids));
    await expect(closeOverdue(desk.engine)).rejects.toThrow("broken");
    desk.assertSound();
    expect(finished).toEqual([other]);
  });

  test.each(["sweep", "matchSeller"] as const)("being filled: %s", async (pass) => {
    const desk = await openDesk(NO_POOL);
    const [broken = "", other = ""] = [await desk.order(manual(TO(1))), await desk.order(manual())];
    await breakOrder(desk, broken);
    const seller = await openSeller(desk, { units: 250_000 });
    const filled = pass === "sweep" ? sweepBook(desk.engine, {}) : matchSeller(desk.engine, seller);
    await expect(filled).rejects.toThrow("broken");
    desk.assertSound();
    expect(desk.orderRow(other).unplanned_amount).toBe(0);
    expect(desk.orderRow(broken).unplanned_amount).toBe(100_000);
  });
});
