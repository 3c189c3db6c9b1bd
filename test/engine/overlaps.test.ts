/** What a customer's receivers have already: his own rentals of the same resource, while they run. */
import { expect, test } from "vitest";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { readOverlaps } from "../../src/engine/orders/overlaps.js";
import { all, type Statement } from "../../src/store/phase.js";
import { runningLegs } from "../../src/store/receivers.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { readNow } from "../support/read-now.js";
import { deliver, mine } from "../support/steps.js";

const [A, B, C] = [addressOf(1), addressOf(2), addressOf(3)];

const overlaps = (desk: Desk, customerId = desk.customerId, receivers = [A, B, C]) =>
  readOverlaps(desk.engine, customerId, "energy", receivers);

test("a rental counts from its payment to its end, and only its customer sees it", async () => {
  const desk = await openDesk();
  expect(await overlaps(desk)).toEqual([]);
  await desk.create({ receiver: [B, A] });
  expect(await overlaps(desk)).toEqual([
    { receiver: A, units: 65_000, ends: undefined },
    { receiver: B, units: 65_000, ends: undefined },
  ]);
  await deliver(desk);
  const until = desk.legs()[0]?.expires_at ?? 0;
  expect(until).toBeGreaterThan(desk.clock.nowMs);
  const ends = { first: until, last: until };
  expect(await overlaps(desk)).toEqual([
    { receiver: A, units: 65_000, ends },
    { receiver: B, units: 65_000, ends },
  ]);
  const { customerId } = await createCustomer(desk.engine, "Another");
  expect(await overlaps(desk, customerId)).toEqual([]);
  expect(await readOverlaps(desk.engine, desk.customerId, "bandwidth", [A, B])).toEqual([]);
  expect(await overlaps(desk, desk.customerId, [])).toEqual([]);
  await mine(desk, [], true, 2 * 3_600_000);
  expect(await overlaps(desk)).toEqual([]);
});

/** One wallet has two rentals, of two calls, and when they end. */
async function openDeskWithTwo() {
  const desk = await openDesk({ ownersUnits: [100_000, 100_000, 100_000] });
  await desk.create({ duration: "1h" });
  await deliver(desk);
  await desk.create({ duration: "3h", resourceAmount: 40_000 });
  await deliver(desk);
  const [first = 0, last = 0] = desk.legs().map((leg) => leg.expires_at ?? 0);
  return { desk, first, last };
}

test("what one wallet has is added up, from the first end to the last", async () => {
  const { desk, first, last } = await openDeskWithTwo();
  expect(last).toBeGreaterThan(first);
  expect(await overlaps(desk)).toEqual([{ receiver: A, units: 105_000, ends: { first, last } }]);
});

test("what is to be extended is not counted, and all else is", async () => {
  const { desk, first, last } = await openDeskWithTwo();
  const batches = readNow(desk.database, () =>
    all<{ id: string }>("SELECT id FROM batch ORDER BY id"),
  );
  const [batchId = "", other = ""] = batches.map(({ id }) => id);
  const beside = (batch: string, endsBy: number) =>
    readOverlaps(desk.engine, desk.customerId, "energy", [A], { batchId: batch, endsBy });
  const rest = [{ receiver: A, units: 40_000, ends: { first: last, last } }];
  const both = [{ receiver: A, units: 105_000, ends: { first, last } }];
  expect(await beside(batchId, first)).toEqual(rest);
  // Parts of the same call that go on, and what ends with it and is another call's.
  expect(await beside(batchId, first - 1)).toEqual(both);
  expect(await beside(other, first)).toEqual(both);
});

test("legs are found by their index", async () => {
  const desk = await openDesk();
  const step: IteratorResult<Statement, unknown> = runningLegs("c", "energy", [A, B]).next();
  if (step.done) throw new Error("it asks for nothing");
  const { sql, params } = step.value;
  const plan = readNow(desk.database, () =>
    all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params),
  );
  const details = plan.map(({ detail }) => detail).join("\n");
  expect(details).toContain("leg_of_record (receiver=? AND resource=?)");
  expect(details).not.toContain("SCAN orders");
});
