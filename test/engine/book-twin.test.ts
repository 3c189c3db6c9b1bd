/** Whole books on the engine against their naive twin: orders, offers, stake and cancels in any order give the same fills. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { durationSeconds } from "../../src/domain/duration.js";
import { matchSeller } from "../../src/engine/book/match-book.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { byForm } from "../support/forms.js";
import { DURATIONS, type Seller, type Terms, Twin } from "../support/naive-book.js";
import { manual, offer, openSeller, restsOf, snapshotOf, sweep } from "../support/sellers.js";

const RUNS = byForm(4, 30);
const step = (max: number) =>
  fc.integer({ min: 20, max }).map((thousands) => thousands * 1_000 + 1);

const terms: fc.Arbitrary<Terms> = fc
  .record({
    minPrice: fc.oneof(fc.integer({ min: 44, max: 52 }), fc.integer({ min: 44, max: 63 })),
    chunk: fc.oneof(
      { weight: 3, arbitrary: fc.constant(20_000) },
      { weight: 1, arbitrary: step(60) },
    ),
    keep: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: step(40) }),
    range: fc.constantFrom([0, 2], [0, 2], [0, 2], [0, 0], [1, 2]),
    active: fc.integer({ min: 0, max: 5 }).map((one) => one > 0),
  })
  .map(({ range, ...rest }) => {
    const [shortest = 0, longest = 0] = range.map((at) => durationSeconds(DURATIONS[at] ?? "1h"));
    return { ...rest, shortest, longest };
  });

const order = fc.record({
  kind: fc.constant("order" as const),
  units: fc.oneof(step(60), step(300)).filter((units) => units >= 32_000),
  price: fc.integer({ min: 47, max: 62 }),
  duration: fc.constantFrom(...DURATIONS),
  allowPartial: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
  least: fc.oneof(step(25), step(70)),
  receivers: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 2 }),
  bulk: fc.integer({ min: 0, max: 2 }).map((one) => one === 0),
});
const seller = fc.record({ kind: fc.constant("seller" as const), units: step(160), terms });
const event = fc.oneof(
  { weight: 8, arbitrary: order },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("offer" as const), which: fc.nat(), terms }),
  },
  { weight: 2, arbitrary: seller },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("stake" as const),
      which: fc.nat(),
      units: step(200),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sweep" as const) }) },
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

interface Both {
  readonly desk: Desk;
  readonly twin: Twin;
}

const bodyOf = ({ minPrice, chunk, keep, shortest, longest, active }: Terms) => {
  const name = (seconds: number) => DURATIONS.find((one) => durationSeconds(one) === seconds);
  return {
    minPrice,
    minChunk: chunk,
    keep,
    shortestDuration: name(shortest),
    longestDuration: name(longest),
    active,
  };
};

/** A seller's pass, where the engine would make one. */
async function matched({ desk, twin }: Both, seller: Seller | undefined): Promise<void> {
  if (!seller) return;
  await matchSeller(desk.engine, seller.name);
  desk.assertSound();
  twin.offered(seller.name);
}

async function happen(both: Both, event: Event): Promise<void> {
  const { desk, twin } = both;
  if (event.kind === "order") {
    const { units, price, duration, allowPartial, least, bulk } = event;
    const partialMin = Math.min(least, units);
    // Some of the receivers sell themselves.
    const receivers = event.receivers.map((one) => addressOf(one > 6 ? 0x2000 + one - 7 : one));
    const options = { allow_partial: allowPartial, partial_min: partialMin, bulk_order: bulk };
    const body = { receiver: receivers, resourceAmount: units, price, duration };
    const { orderIds } = await desk.create(manual(body, options));
    const asked = { price, duration, allowPartial, partialMin, left: units, waits: bulk };
    twin.create(orderIds, asked, receivers);
  } else if (event.kind === "seller") {
    if (twin.sellers.length >= 12) return;
    const { units, terms } = event;
    const name = await openSeller(desk, { units, offer: bodyOf(terms) });
    twin.put(name, terms, units);
    await matched(both, twin.sellers.at(-1));
  } else if (event.kind === "sweep") {
    await sweep(desk);
    twin.pass(0);
  } else if (event.kind === "cancel") {
    const open = twin.orders.filter(({ left, parts }) => left > 0 || parts.length > 0);
    const one = open[event.which % Math.max(1, open.length)];
    if (!one) return;
    await cancelOrder(desk.engine, desk.customerId, one.id);
    twin.cancel(one.id);
  } else {
    const seller = twin.sellers[event.which % Math.max(1, twin.sellers.length)];
    if (!seller) return;
    if (event.kind === "offer") {
      await offer(desk, seller.name, bodyOf(event.terms));
      twin.put(seller.name, event.terms, seller.units);
    } else {
      desk.stakesSun.set(seller.name, event.units * 100_000);
      await snapshotOf(desk, seller.name);
      seller.units = event.units;
    }
    await matched(both, seller);
  }
}

/** The fills of both, order by order. */
function expectSame({ desk, twin }: Both): void {
  const legs = desk.legs("state <> 'dead'");
  for (const { id, parts } of twin.orders) {
    const mine = legs.filter((leg) => leg.order_id === id);
    const fills = mine.map(({ owner, units, locked }) => ({ owner, units, locked: locked === 1 }));
    expect(fills).toEqual(parts);
  }
  const resting = twin.orders.filter(({ left }) => left > 0);
  expect(restsOf(desk)).toEqual(resting.map(({ id, left }) => ({ id, unplanned_amount: left })));
}

test(`${RUNS} books are filled as their naive twins fill them`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(seller, { minLength: 4, maxLength: 6 }),
      fc.array(event, { minLength: 10, maxLength: 30, size: "max" }),
      async (sellers, events) => {
        const poolUnits = [70_000, 40_000];
        const desk = await openDesk({ ownersUnits: poolUnits, creditTrx: 1_000_000 });
        const twin = new Twin(desk.owners.map((owner, at) => [owner, poolUnits[at] ?? 0]));
        for (const one of [...sellers, ...events]) {
          await happen({ desk, twin }, one);
          expectSame({ desk, twin });
        }
        expect(desk.halts).toEqual([]);
        desk.close();
      },
    ),
    { numRuns: RUNS },
  );
}, 60_000);
