/** A crowd of sellers, far more than are read at once: orders that need much from one of them find them in price-time order. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { durationSeconds } from "../../src/domain/duration.js";
import { enrol } from "../../src/engine/sellers/sellers.js";
import { putOffer } from "../../src/store/offers.js";
import { storeSnapshot } from "../../src/store/owners.js";
import type { Phase } from "../../src/store/phase.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { byForm } from "../support/forms.js";
import { NaiveBook } from "../support/naive-book.js";
import { manual, NO_POOL } from "../support/sellers.js";

const RUNS = byForm(2, 12);
const DURATIONS = ["15m", "1h", "1d"] as const;
const SUN_PER_BANDWIDTH = 1_000_000;
const FIRST = 0x3000;

interface Crowded {
  readonly minPrice: number;
  readonly units: number;
  readonly chunk: number;
  readonly shortest: number;
}

/** Registers all of them in one transaction, each offer younger than the one before. */
async function openCrowd(
  { desk, twin }: { desk: Desk; twin: NaiveBook },
  crowd: readonly Crowded[],
) {
  const { customerId, clock } = desk;
  const longest = durationSeconds("1d");
  await desk.commit(function* (): Phase<void> {
    for (const [at, { minPrice, units, chunk, shortest }] of crowd.entries()) {
      const seller = addressOf(FIRST + at);
      yield* enrol({ address: seller, customerId }, clock.nowMs);
      yield* storeSnapshot(seller, "bandwidth", units * SUN_PER_BANDWIDTH, 1);
      yield* putOffer({
        seller,
        resource: "bandwidth",
        min_price_sun: minPrice,
        shortest_seconds: shortest,
        longest_seconds: longest,
        chunk_units: chunk,
        kept_units: 0,
        is_on: 1,
        since: clock.nowMs + at,
        chunk_sun: chunk * SUN_PER_BANDWIDTH,
        kept_sun: 0,
      });
    }
  });
  for (const [at, terms] of crowd.entries()) {
    const { units, ...rest } = terms;
    twin.put(addressOf(FIRST + at), { ...rest, keep: 0, longest, active: true }, units);
  }
}

/** Few large sellers among many small ones, or mostly large ones; one price, or many; the large ones dearer, or not. */
const crowds = fc
  .record({
    largePercent: fc.constantFrom(5, 30, 70),
    prices: fc.constantFrom(0, 1, 8),
    moreForLarge: fc.constantFrom(0, 1),
  })
  .chain(({ largePercent, prices, moreForLarge }) =>
    fc.array(
      fc
        .record({
          of100: fc.integer({ min: 0, max: 99 }),
          price: fc.integer({ min: 400, max: 400 + prices }),
          size: fc.integer({ min: 1_000, max: 2_000 }),
          chunk: fc.constantFrom(1_000, 1_000, 3_000),
          shortest: fc.constantFrom(900, 900, 900, 3_600),
        })
        .map(({ of100, price, size, ...terms }) =>
          of100 < largePercent
            ? { ...terms, minPrice: price + moreForLarge, units: size * 4 }
            : { ...terms, minPrice: price, units: size },
        ),
      { minLength: 90, maxLength: 180, size: "max" },
    ),
  );
const orders = fc.array(
  fc.record({
    units: fc.oneof(
      fc.integer({ min: 2_000, max: 8_000 }),
      fc.integer({ min: 8_000, max: 30_000 }),
    ),
    price: fc.integer({ min: 401, max: 409 }),
    duration: fc.constantFrom(...DURATIONS),
    allowPartial: fc.boolean(),
    least: fc.integer({ min: 1_000, max: 5_000 }),
  }),
  { minLength: 10, maxLength: 20, size: "max" },
);

test(`${RUNS} crowds serve their orders as naive twins do`, async () => {
  await fc.assert(
    fc.asyncProperty(crowds, orders, async (crowd, wanted) => {
      const desk = await openDesk({ ...NO_POOL, creditTrx: 1_000_000 });
      const twin = new NaiveBook([]);
      await openCrowd({ desk, twin }, crowd);
      for (const [at, { units, price, duration, allowPartial, least }] of wanted.entries()) {
        const receivers = [addressOf(at === 3 ? FIRST : 1 + at)];
        const partialMin = Math.min(least, units);
        const options = { allow_partial: allowPartial, partial_min: partialMin };
        const body = { resourceType: "Bandwidth", resourceAmount: units, price, duration };
        const [id = ""] = (await desk.create(manual({ ...body, receiver: receivers }, options)))
          .orderIds;
        const asked = { price, duration, allowPartial, partialMin, bulk: false };
        twin.create([id], { ...asked, units: [units] }, receivers);
        const fills = desk
          .legs(`order_id = '${id}'`)
          .map((leg) => [leg.owner, leg.units, leg.price_sun]);
        const parts = twin.orders.at(-1)?.parts ?? [];
        expect(fills).toEqual(parts.map(({ owner, units, price }) => [owner, units, price]));
      }
      await desk.close();
    }),
    { numRuns: RUNS },
  );
}, 60_000);
