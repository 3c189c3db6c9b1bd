/** Sums over long lists: all of them, some at a time. */
import { expect, test } from "vitest";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { readWithdrawalList } from "../../src/engine/withdrawals/read-withdrawals.js";
import { run } from "../../src/store/phase.js";
import { openDesk } from "../support/desk.js";

const ROWS = 25_001;

test("a long list is summed whole, and other work has its turn meanwhile", async () => {
  const { engine, database, customerId } = await openDesk();
  const { customerId: other } = await createCustomer(engine, "Other");
  // Every third is the other's.
  await database.commit(() =>
    run(
      `WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < ?)
       INSERT INTO withdrawal (id, customer_id, address, amount_sun, fee_sun, channel, status, first_status, due_at, created_at)
       SELECT format('%024x', n), iif(n % 3 = 0, ?, ?), 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', n, 1, 'http', 'approval', 'approval', n, n FROM one`,
      ROWS,
      other,
      customerId,
    ),
  );
  let turns = 0;
  setImmediate(() => {
    turns += 1;
  });
  const { totals, withdrawals } = await readWithdrawalList(engine, { limit: 2, onlyOpen: true });
  expect(turns).toBe(1);
  expect(withdrawals.map(({ amountSun }) => amountSun)).toEqual([1, 2]);
  const sums = { amount_sun: (ROWS * (ROWS + 1)) / 2, fee_sun: ROWS };
  expect(totals).toMatchObject({ count: ROWS, sums, byStatus: [{ count: ROWS, sums }] });
  expect(totals.byCustomer).toMatchObject([
    { customerId, count: 16_668 },
    { customerId: other, name: "Other", count: 8_333 },
  ]);
});
