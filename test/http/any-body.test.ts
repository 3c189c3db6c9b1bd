/** Whatever the body: never a 5xx, and no money moves unless the answer is 200. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { toTrx } from "../../src/domain/money.js";
import { readBalance } from "../../src/engine/customers/customers.js";
import { audit } from "../../src/engine/operating/audit.js";
import { codePoint } from "../support/code-points.js";
import { byForm } from "../support/forms.js";
import { fastOrder, startDesk, wallet } from "./desk.js";

const sane = fastOrder({ price: 60, options: { allow_partial: true } });

/** A sound order with some of its fields replaced, removed, or joined by others. */
const almostAnOrder = fc
  .dictionary(
    fc.constantFrom(...Object.keys(sane), "quoteId", "__proto__", "constructor", "note"),
    fc.oneof(
      fc.constantFrom(undefined, "Manual", "bandwidth", "30d", 32_000, [wallet(1), wallet(2)]),
      fc.constantFrom(-0, 1e308, Number.MAX_SAFE_INTEGER, "65000", "\ud800", [[]], {}),
      fc.jsonValue({ maxDepth: 3 }),
    ),
    { maxKeys: 4 },
  )
  .map((change) => JSON.stringify({ ...sane, ...change }));

const anyBody = fc.oneof(
  { weight: 6, arbitrary: almostAnOrder },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: codePoint }) },
  { weight: 1, arbitrary: fc.uint8Array().map((bytes) => Buffer.from(bytes)) },
);

test("2,000 bodies", { timeout: 60_000 }, async () => {
  const desk = await startDesk();
  const { apiKey, customerId } = await desk.customer(1_000_000);
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(anyBody, async (payload) => {
      desk.clock.monotonicMs += 1_001;
      const before = await readBalance(desk.engine, customerId);
      const answer = await desk.server.inject({
        method: "POST",
        url: "/v1/order/create",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        payload,
      });
      seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1);
      expect(answer.statusCode).toBeLessThan(500);
      const body = answer.json();
      const paid = answer.statusCode === 200 ? cost(body.data.orders) : 0;
      const after = await readBalance(desk.engine, customerId);
      expect(toTrx(after.heldSun - before.heldSun)).toBeCloseTo(paid, 6);
      expect(toTrx(before.availableSun - after.availableSun)).toBeCloseTo(paid, 6);
      if (answer.statusCode !== 200) expect(body.error.code).toMatch(/^[A-Z_]+$/);
    }),
    { numRuns: byForm(150, 2_000) },
  );
  expect([...seen.keys()].sort()).toEqual(expect.arrayContaining([200, 400]));
  expect((await audit(desk.database)).violations).toEqual([]);
  await desk.close();
});

function cost(orders: readonly { paidAmount: number }[]): number {
  expect(orders.length).toBeGreaterThan(0);
  return orders.reduce((total, { paidAmount }) => total + paidAmount, 0);
}
