/** The audit: every invariant fires when the file is corrupted so that it should, and none does otherwise. */
import { describe, expect, test } from "vitest";
import { findViolations } from "../../src/store/audit/audit.js";
import { foundAfter } from "../support/corruption.js";
import { type Desk, openDesk } from "../support/desk.js";
import { deliver, kill, sign, solidify } from "../support/steps.js";

/** A desk with orders in every stage. */
async function busyDesk(): Promise<Desk> {
  const desk = await openDesk({ ownersUnits: [1_000_000] });
  await desk.order({ resourceAmount: 150_000 });
  await deliver(desk);
  await solidify(desk);
  await desk.order();
  await deliver(desk);
  const refused = await desk.order();
  await sign(desk);
  await kill(desk, `${refused}.1`, "receiver_is_contract");
  await desk.order();
  return desk;
}

const OPEN = "(SELECT id FROM orders WHERE status = 'processing')";
const POSTED = "(SELECT id FROM leg WHERE posted = 1 AND earned = 0)";

describe.each([
  [
    "the sum over all accounts is 0",
    ["UPDATE account SET balance_sun = balance_sun + 1 WHERE id = 'revenue'"],
  ],
  [
    "a balance is the sum of its transfers",
    [
      "UPDATE account SET balance_sun = balance_sun - 1 WHERE id = 'revenue'",
      "UPDATE transfer SET amount_sun = amount_sun + 1 WHERE id LIKE '%:earn'",
      "DELETE FROM transfer WHERE id LIKE '%:post'",
      "INSERT INTO transfer (id, from_account, to_account, amount_sun, reason, at) VALUES ('x', 'revenue', 'external', 5, NULL, 1)",
    ],
  ],
  [
    "only the external account is below 0",
    ["UPDATE account SET balance_sun = -1 WHERE id = 'clearing'"],
  ],
  [
    "held money is what open orders, bookings and withdrawals still hold",
    [
      "UPDATE account SET balance_sun = balance_sun + 1 WHERE kind = 'held'",
      `UPDATE orders SET refunded_sun = 1 WHERE id IN ${OPEN}`,
    ],
  ],
  [
    "an order is the sum of its transfers",
    [
      `UPDATE orders SET paid_sun = paid_sun + 1 WHERE id IN ${OPEN}`,
      "UPDATE orders SET posted_sun = posted_sun + 1 WHERE status = 'completed'",
      "UPDATE orders SET refunded_sun = refunded_sun - 1 WHERE status = 'cancelled'",
      "DELETE FROM transfer WHERE id LIKE '%:hold'",
      "DELETE FROM transfer WHERE id LIKE '%:void:rest'",
    ],
  ],
  [
    "a final order holds nothing, a completed one is full unless refunded after a fork",
    [
      `UPDATE orders SET status = 'completed' WHERE id IN ${OPEN}`,
      "UPDATE orders SET unplanned_amount = 1 WHERE status = 'completed'",
      "UPDATE orders SET filled_amount = filled_amount - 1 WHERE status = 'completed'",
    ],
  ],
  [
    "an order is the sum of its legs",
    [
      "UPDATE leg SET posted = 0 WHERE posted = 1",
      "UPDATE leg SET units = units - 1 WHERE state = 'planned'",
      "UPDATE leg SET amount_sun = amount_sun + 1 WHERE posted = 1",
      "DELETE FROM leg WHERE state = 'planned'",
      `UPDATE orders SET unplanned_amount = 1 WHERE id IN ${OPEN}`,
    ],
  ],
  [
    "cleared money is that of legs posted and not yet earned",
    [
      "UPDATE account SET balance_sun = balance_sun + 1 WHERE id = 'clearing'",
      `UPDATE leg SET earned = 1 WHERE id IN ${POSTED}`,
      "UPDATE leg SET earned = 0 WHERE earned = 1",
    ],
  ],
  [
    "reservations are those of the legs that reserve",
    [
      "UPDATE capacity SET reserved_sun = reserved_sun + 1 WHERE resource = 'energy'",
      "UPDATE leg SET reserved_sun = reserved_sun + 1 WHERE state = 'planned'",
      "UPDATE leg SET resource = 'bandwidth' WHERE state = 'planned'",
    ],
  ],
  [
    "legs reserve from planned until the chain counts them, dead ones never",
    [
      "UPDATE leg SET reserving = 0 WHERE state = 'planned'",
      "UPDATE leg SET reserving = 1 WHERE state = 'dead'",
    ],
  ],
  [
    "no two delegated legs of an order deliver the same part",
    ["UPDATE leg SET units = units + 1 WHERE state = 'solidified'"],
  ],
])("%s", (invariant, corruptions) => {
  test.each(corruptions)("not after %s", async (sql) => {
    expect(await foundAfter(await busyDesk(), sql)).toContain(invariant);
  });
});

test("an untouched file has no violation", async () => {
  expect(await foundAfter(await busyDesk(), "UPDATE customer SET name = 'Other'")).toEqual([]);
});

test("no invariant compares everything with everything: an audit of large books ends", async () => {
  const desk = await busyDesk();
  const audit = findViolations();
  const plans: string[] = [];
  for (let step = audit.next([]); !step.done; step = audit.next([])) {
    const { sql } = step.value;
    const plan = desk.rows(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => String(detail));
    plans.push(...plan);
  }
  expect(plans.length).toBeGreaterThan(20);
  expect(plans.filter((detail) => /^SCAN \S+ LEFT-JOIN/.test(detail))).toEqual([]);
});
