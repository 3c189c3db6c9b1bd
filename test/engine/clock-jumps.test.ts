/** A wall clock that jumps ahead while the chain does not: what ends by wall time does not end by that. */
import { expect, test } from "vitest";
import { closeOverdue } from "../../src/engine/book/match-book.js";
import { mendForks } from "../../src/engine/legs/mend-forks.js";
import { giveUpUnsigned, replanAll } from "../../src/engine/legs/replan.js";
import { forgetOld } from "../../src/engine/operating/forget-old.js";
import { addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";
import { manual, openSeller } from "../support/sellers.js";
import { deliver, fork, kill, mine, sign } from "../support/steps.js";

const DAY_MS = 86_400_000;

test("a resting order, an order that is planned anew or waits to be signed, a fork's loss and an answer outlive it", async () => {
  const desk = await openDesk({ ownersUnits: [65_000], chainFollowsWallClock: true });
  await openSeller(desk, { units: 20_000, minPrice: 60 });
  const delivered = await desk.order({ receiver: [addressOf(1)] });
  await deliver(desk);
  await fork(desk);
  await kill(desk, `${delivered}.1`, "expired");
  const key = "an order";
  const { orders, orderIds } = await desk.create({ receiver: [addressOf(2)] }, key);
  const [replanned = ""] = orderIds;
  await sign(desk);
  await kill(desk, `${replanned}.1`, "owner_capacity");
  const resting = await desk.order(manual({ receiver: [addressOf(3)], price: 50 }));

  const look = async () => {
    const { engine, moment } = desk;
    await closeOverdue(engine);
    await giveUpUnsigned(engine, moment);
    await replanAll(engine, { after: "" }, moment);
    await mendForks(engine, moment);
    await forgetOld(engine);
    desk.assertSound();
  };
  desk.clock.nowMs += 5 * DAY_MS;
  await look();
  expect(desk.orderRow(resting).status).toBe("processing");
  expect(desk.orderRow(replanned).status).toBe("processing");
  expect(desk.orderRow(delivered).refunded_sun).toBe(0);
  expect(await desk.create({ receiver: [addressOf(2)] }, key)).toMatchObject({
    orders,
    replayed: true,
  });

  // Now the chain says so too.
  await mine(desk, [], true, 5 * DAY_MS);
  await look();
  expect(desk.orderRow(resting).status).toBe("cancelled");
  expect(desk.orderRow(replanned).status).toBe("cancelled");
  expect(desk.orderRow(delivered).refunded_sun).toBe(3_900_000);
  expect(desk.rows("SELECT * FROM idempotency")).toEqual([]);
});
