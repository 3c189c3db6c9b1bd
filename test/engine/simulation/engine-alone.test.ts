/**
 * Runs of random commands against the engine. The books are audited after every commit; after every command everybody's money
 * is compared with a naive model of it, and the deliveries with what the chain on paper really holds.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { closeOverdue } from "../../../src/engine/book/match-book.js";
import { createCustomer } from "../../../src/engine/customers/customers.js";
import { setPause } from "../../../src/store/owners.js";
import { openDesk } from "../../support/desk.js";
import { byForm } from "../../support/forms.js";
import { openSeller, sweep } from "../../support/sellers.js";
import {
  deliver,
  mendNow,
  mineAll,
  passRentals,
  reclaim,
  replanNow,
  sendReclaims,
  solidify,
} from "../../support/steps.js";
import { paidCredit } from "../../support/terms.js";
import { perform, runs, type World } from "./engine-commands.js";
import { type Books, moneyProblems } from "./money.js";

const CREDIT_TRX = 500;
const RUNS = byForm(8, 40);
/** Longer than the longest wait of a run's commands, shorter than all of them. */
const DEADLINE_MS = 900_000;
/** An order whose lifetime was changed. */
const LONGEST_MS = 3_600_000;
function booksOf({ desk, customers }: World): Books {
  return {
    customers,
    creditTrx: CREDIT_TRX,
    sellers: desk.sellers,
    legs: () => desk.legs(),
    rows: (sql) => desk.rows(sql),
    balanceSun: (account) => desk.balanceSun(account),
  };
}

function check(world: World): void {
  const { desk } = world;
  desk.assertSound();
  expect(desk.halts).toEqual([]);
  expect(moneyProblems(booksOf(world))).toEqual([]);
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
async function wind({ desk, customers }: World): Promise<void> {
  const owners = [...desk.owners, ...desk.sellers];
  for (const owner of owners) await desk.commit(() => setPause(owner, null));
  for (let round = 0; round < 3; round += 1) {
    desk.clock.nowMs += LONGEST_MS;
    await desk.snapshot();
    await replanNow(desk);
    await mendNow(desk);
    await closeOverdue(desk.engine);
    await sweep(desk);
    await deliver(desk);
    await solidify(desk);
  }
  expect(desk.legs("state IN ('planned','signed','sent','included')")).toEqual([]);
  expect(desk.rows("SELECT id FROM orders WHERE status = 'processing'")).toEqual([]);
  for (const id of customers) expect(desk.moneySunOf(id).held).toBe(0);
  expect(desk.balanceSun("clearing")).toBe(0);
  if (desk.legs("expires_at IS NOT NULL").length > 0) await passRentals(desk);
  for (const { id } of desk.legs("state = 'solidified'")) await reclaim(desk, id);
  await sendReclaims(desk);
  await mineAll(desk);
  await solidify(desk);
  await desk.snapshot();
  for (const owner of owners) expect(desk.chain.stakeOut(owner, "energy")).toBe(0);
  expect(desk.rows("SELECT sum(reserved_sun) AS sum FROM capacity")).toEqual([{ sum: 0 }]);
}

async function openWorld(completion: "included" | "solidified"): Promise<World> {
  const desk = await openDesk({
    ownersUnits: [140_000, 100_000, 60_000],
    creditTrx: CREDIT_TRX,
    policy: { completion, manualDeadlineMs: DEADLINE_MS },
  });
  const credit = paidCredit(sun(CREDIT_TRX * 1_000_000));
  const { customerId: other } = await createCustomer(desk.engine, "Other", credit);
  const offer = { longestDuration: "30d" };
  await openSeller(desk, { units: 150_000, minPrice: 45, offer });
  await openSeller(desk, { units: 90_000, minPrice: 50, offer, customerId: other });
  await openSeller(desk, { units: 60_000, minPrice: 60, offer });
  const customers = [desk.customerId, other];
  return { desk, customers, keys: [], solid: desk.chain.head.number };
}

test(`${RUNS} runs keep the books, everybody's money and the deliveries right`, async () => {
  await fc.assert(
    fc.asyncProperty(runs, fc.boolean(), async (commands, solidified) => {
      const world = await openWorld(solidified ? "solidified" : "included");
      for (const [name, pick] of commands) {
        await perform(world, name, pick);
        check(world);
      }
      await wind(world);
      check(world);
      await world.desk.close();
    }),
    // New ones are for the long form; fast-check says which failed.
    { numRuns: RUNS, ...byForm({ seed: 1 }, {}) },
  );
}, 300_000);
