/**
 * Runs of random commands against the engine. The books are audited after every commit; after every command the money of the
 * customer is compared with a naive model of it, and the deliveries with what the chain on paper really holds.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isDelivered, isInFlight } from "../../src/domain/leg.js";
import { mendForks } from "../../src/engine/mend-forks.js";
import { replanAll } from "../../src/engine/replan.js";
import { setPause } from "../../src/store/owners.js";
import { type Desk, openDesk } from "../support/desk.js";
import {
  deliver,
  mineAll,
  passRentals,
  reclaim,
  sendReclaims,
  solidify,
} from "../support/steps.js";
import { perform, runs, type World } from "./simulation-commands.js";

const CREDIT_TRX = 500;
const RUNS = 150;

/** What the customer must have and the desk must have earned, told from the states of the legs alone. */
function expectedMoney(desk: Desk) {
  const legs = desk.legs();
  let availableSun = CREDIT_TRX * 1_000_000;
  let revenueSun = 0;
  for (const order of desk.rows("SELECT id, paid_sun, status, cancel_requested FROM orders")) {
    const paidSun = Number(order.paid_sun);
    const parts = legs.filter((leg) => leg.order_id === order.id && leg.replaces === null);
    const kept = parts.filter(
      (leg) => isInFlight(leg.state) || isDelivered(leg.state) || leg.posted === 1,
    );
    const keptSun = kept.reduce((sum, leg) => sum + leg.amount_sun, 0);
    const closed = order.status !== "processing" || order.cancel_requested === 1;
    availableSun -= closed ? keptSun : paidSun;
    for (const part of parts) {
      const bearers = [part, ...legs.filter((leg) => leg.replaces === part.id)];
      const isFinal = bearers.some(({ state }) => isDelivered(state) && state !== "included");
      if (isFinal) revenueSun += part.amount_sun;
    }
  }
  return { availableSun, revenueSun };
}

function check(desk: Desk): void {
  desk.assertSound();
  expect(desk.halts).toEqual([]);
  const { availableSun, revenueSun } = expectedMoney(desk);
  expect(desk.moneySun.available).toBe(availableSun);
  expect(desk.balanceSun("revenue")).toBe(revenueSun);
  // No order gets more than it paid for, by the blocks themselves.
  const delivered = new Map<string, number>();
  for (const leg of desk.legs("txid IS NOT NULL")) {
    if (leg.txid === null || !desk.chain.holds(leg.txid)) continue;
    delivered.set(leg.order_id, (delivered.get(leg.order_id) ?? 0) + leg.units);
  }
  for (const [id, units] of delivered) {
    expect(units).toBeLessThanOrEqual(desk.orderRow(id).amount);
  }
}

/** Lets everything come to its end: all orders final, nothing held or cleared, all stake back. */
async function wind(desk: Desk): Promise<void> {
  for (const owner of desk.owners) await desk.commit(() => setPause(owner, null));
  for (let round = 0; round < 5; round += 1) {
    desk.clock.nowMs += 300_000;
    await desk.snapshot();
    const { moment } = desk;
    await desk.commit(() => replanAll(moment));
    await desk.commit(() => mendForks(moment));
    await deliver(desk);
    await solidify(desk);
  }
  expect(desk.legs("state IN ('planned','signed','sent','included')")).toEqual([]);
  expect(desk.rows("SELECT id FROM orders WHERE status = 'processing'")).toEqual([]);
  expect(desk.moneySun.held).toBe(0);
  expect(desk.balanceSun("clearing")).toBe(0);
  if (desk.legs("expires_at IS NOT NULL").length > 0) await passRentals(desk);
  for (const { id } of desk.legs("state = 'solidified'")) await reclaim(desk, id);
  await sendReclaims(desk);
  await mineAll(desk);
  await solidify(desk);
  await desk.snapshot();
  for (const owner of desk.owners) expect(desk.chain.stakeOut(owner, "energy")).toBe(0);
  expect(desk.rows("SELECT sum(reserved_sun) AS sum FROM capacity")).toEqual([{ sum: 0 }]);
}

test(`${RUNS} runs keep the books, the customer's money and the deliveries right`, async () => {
  await fc.assert(
    fc.asyncProperty(runs, fc.boolean(), async (commands, solidified) => {
      const desk = await openDesk({
        ownersUnits: [140_000, 100_000, 60_000],
        creditTrx: CREDIT_TRX,
        policy: { completion: solidified ? "solidified" : "included" },
      });
      const world: World = { desk, keys: [], solid: desk.chain.head.number };
      for (const [name, pick] of commands) {
        await perform(world, name, pick);
        check(desk);
      }
      await wind(desk);
      check(desk);
      desk.close();
    }),
    { numRuns: RUNS },
  );
}, 60_000);
