/**
 * Whole books on the engine against their naive twin: offers, orders, changes, cancels, deaths and forks in any order give the same fills, at
 * the same prices, in the same order, to the SUN.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { durationSeconds } from "../../src/domain/duration.js";
import { matchSeller } from "../../src/engine/book/match-book.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { changeOrder } from "../../src/engine/orders/change-order.js";
import type { LegRow } from "../../src/store/legs.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { byForm } from "../support/forms.js";
import { NaiveBook, type Terms } from "../support/naive-book.js";
import { manual, offer, openSeller, snapshotOf, sweep } from "../support/sellers.js";
import { fork, kill, mine, send, sign } from "../support/steps.js";

const RUNS = Number(process.env.BOOKS ?? byForm(6, 120));
const DURATIONS = ["15m", "1h", "1d", "3d"] as const;
const HOUR_MS = 3_600_000;
/** Blocks come so soon that no lock is ever older than another may be that joins it. */
const SOON_MS = 100;
const step = (max: number) =>
  fc.integer({ min: 20, max }).map((thousands) => thousands * 1_000 + 1);
const price = fc.integer({ min: 47, max: 64 });
const kind = <K extends string>(name: K) => fc.constant(name);
const which = fc.nat();

const terms: fc.Arbitrary<Terms> = fc
  .record({
    minPrice: fc.oneof(fc.integer({ min: 38, max: 52 }), fc.integer({ min: 44, max: 63 })),
    chunk: fc.oneof(
      { weight: 3, arbitrary: fc.constant(20_000) },
      { weight: 1, arbitrary: step(60) },
    ),
    keep: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: step(40) }),
    range: fc.constantFrom([0, 3], [0, 3], [0, 3], [0, 0], [1, 2]),
    active: fc.integer({ min: 0, max: 5 }).map((one) => one > 0),
  })
  .map(({ range, ...rest }) => {
    const [shortest = 0, longest = 0] = range.map((at) => durationSeconds(DURATIONS[at] ?? "1h"));
    return { ...rest, shortest, longest };
  });

const order = fc.record({
  kind: kind("order"),
  amounts: fc.array(
    fc.oneof(step(60), step(300)).filter((units) => units >= 32_000),
    { minLength: 1, maxLength: 3 },
  ),
  price,
  duration: fc.constantFrom(...DURATIONS),
  allowPartial: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
  least: fc.oneof(step(25), step(70)),
  ofSeller: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  bulk: fc.integer({ min: 0, max: 2 }).map((one) => one === 0),
});
const seller = fc.record({ kind: kind("seller"), units: step(160), terms });
const event = fc.oneof(
  { weight: 8, arbitrary: order },
  { weight: 3, arbitrary: fc.record({ kind: kind("offer"), which, terms }) },
  { weight: 2, arbitrary: seller },
  { weight: 2, arbitrary: fc.record({ kind: kind("stake"), which, units: step(200) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("cancel"), which }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("price"), which, price }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("end"), which, hours: fc.constantFrom(12, 48) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("sign"), which }) },
  { weight: 9, arbitrary: fc.record({ kind: kind("include"), which }) },
  { weight: 5, arbitrary: fc.record({ kind: kind("die"), which }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("fork") }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("sweep") }) },
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;
type EventOf<K extends Event["kind"]> = Extract<Event, { kind: K }>;

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

function pick<T>(from: readonly T[], which: number): T | undefined {
  return from[which % Math.max(1, from.length)];
}

class Both {
  /** Receivers are used once: locks to them are those of one order. */
  #receivers = 1;
  readonly #sellersServed = new Set<string>();
  readonly orderIds: string[] = [];

  constructor(
    readonly desk: Desk,
    readonly twin: NaiveBook,
  ) {}

  async happen(event: Event): Promise<void> {
    const { desk, twin } = this;
    switch (event.kind) {
      case "order":
        return this.#order(event);
      case "seller":
        return this.#seller(event);
      case "offer":
      case "stake":
        return this.#changeSeller(event);
      case "sweep":
        await sweep(desk);
        return twin.sweep();
      case "cancel": {
        const open = desk.rows("SELECT id FROM orders WHERE status = 'processing' ORDER BY id");
        const id = pick(open, event.which)?.id;
        if (id === undefined) return;
        await cancelOrder(desk.engine, desk, String(id));
        return twin.cancel(String(id));
      }
      case "price":
      case "end":
        return this.#change(event);
      case "fork":
        return this.#fork();
      default:
        return this.#leg(event);
    }
  }

  async #order(event: EventOf<"order">): Promise<void> {
    const { desk, twin } = this;
    const { amounts, price, duration, allowPartial, least, bulk } = event;
    const partialMin = Math.min(least, ...amounts);
    const receivers = amounts.map(() => this.#receiver(event.ofSeller));
    const options = { allow_partial: allowPartial, partial_min: partialMin, bulk_order: bulk };
    const body = manual({ receiver: receivers, price, duration }, options);
    const { orderIds } = await desk.create({ ...body, amounts, resourceAmount: undefined });
    this.orderIds.push(...orderIds);
    twin.create(
      orderIds,
      { units: amounts, price, duration, allowPartial, partialMin, bulk },
      receivers,
    );
  }

  /** Some of the receivers sell themselves. */
  #receiver(isSeller: boolean): string {
    const own = this.desk.sellers.find((one) => isSeller && !this.#sellersServed.has(one));
    if (own) this.#sellersServed.add(own);
    this.#receivers += 1;
    return own ?? addressOf(this.#receivers);
  }

  async #seller({ units, terms }: EventOf<"seller">): Promise<void> {
    const { desk, twin } = this;
    if (desk.sellers.length >= 12) return;
    const name = await openSeller(desk, { units, offer: bodyOf(terms) });
    twin.put(name, terms, units);
    await this.#offered(name);
  }

  async #changeSeller(event: EventOf<"offer"> | EventOf<"stake">): Promise<void> {
    const { desk, twin } = this;
    const name = pick(desk.sellers, event.which);
    if (name === undefined) return;
    if (event.kind === "offer") {
      await offer(desk, name, bodyOf(event.terms));
      twin.put(name, event.terms, 0);
    } else {
      desk.stakesSun.set(name, event.units * 100_000);
      await snapshotOf(desk, name);
      twin.stake(name, event.units);
    }
    await this.#offered(name);
  }

  /** A seller's pass, where the engine would make one. */
  async #offered(name: Desk["sellers"][number]): Promise<void> {
    await matchSeller(this.desk.engine, name);
    this.desk.assertSound();
    this.twin.offered(name);
  }

  async #change(event: EventOf<"price"> | EventOf<"end">): Promise<void> {
    const { desk, twin } = this;
    const resting = desk.rows(
      "SELECT id, created_at, deadline_at FROM orders WHERE unplanned_amount > 0 ORDER BY id",
    );
    const found = pick(resting, event.which);
    if (!found) return;
    const id = String(found.id);
    const change =
      event.kind === "price" ? { priceSun: event.price } : { lifetimeHours: event.hours };
    await changeOrder(desk.engine, desk, id, change);
    desk.assertSound();
    if (event.kind === "price") return twin.change(id, { price: event.price });
    const endsAt = Number(found.created_at) + event.hours * HOUR_MS;
    twin.change(id, { laterEnd: endsAt > Number(found.deadline_at) });
  }

  async #leg({ kind, which }: EventOf<"sign" | "include" | "die">): Promise<void> {
    const { desk, twin } = this;
    const states = kind === "sign" ? "'planned'" : "'planned','signed','sent'";
    const leg = pick(desk.legs(`state IN (${states})`), which);
    if (!leg) return;
    const { id, order_id: orderId, sequence } = leg;
    if (kind === "die") {
      await kill(desk, id, "expired");
      return twin.die(orderId, sequence);
    }
    if (leg.state === "planned" && this.#mayNotLock(leg)) return;
    if (leg.state === "planned") await sign(desk, id);
    twin.sign(orderId, sequence);
    if (kind === "sign") return;
    await send(desk);
    await mine(desk, [String(desk.legs(`id = '${id}'`)[0]?.txid)], true, SOON_MS);
    twin.include(orderId, sequence);
  }

  /** After a fork a second lock of the same record is refused at its signing: a matter of locks, not of the book. */
  #mayNotLock({ owner, receiver }: LegRow): boolean {
    const onItsWay = "state IN ('signed','sent') AND locked = 1";
    return (
      this.desk.legs(`${onItsWay} AND owner = '${owner}' AND receiver = '${receiver}'`).length > 0
    );
  }

  /** The newest block is gone; after that every owner's stake is read anew, as the desk would. */
  async #fork(): Promise<void> {
    const { desk, twin } = this;
    const { number } = desk.chain.head;
    if (number < 2) return;
    const gone = desk.legs(`state = 'included' AND block_number = ${number}`);
    await fork(desk);
    for (const { order_id: orderId, sequence } of gone) twin.fork(orderId, sequence);
    for (const owner of [...desk.owners, ...desk.sellers]) await snapshotOf(desk, owner);
  }

  expectSame(): void {
    const { desk, twin } = this;
    const legs = desk.legs();
    for (const one of twin.orders) {
      const row = desk.orderRow(one.id);
      expect({
        ...{ status: row.status, price: row.price_sun, rests: row.unplanned_amount },
        ...{ paid: row.paid_sun, spent: row.posted_sun, improved: row.improved_sun },
        held: row.paid_sun - row.posted_sun - row.refunded_sun,
        refunded: row.refunded_sun - row.improved_sun,
        parts: legs.filter((leg) => leg.order_id === one.id).map(partOf),
      }).toEqual({
        ...{ status: one.status, price: one.price, rests: one.rests },
        ...{ paid: one.paid, spent: one.spent, improved: one.improved },
        ...{ held: one.held, refunded: one.refunded },
        parts: one.parts.map(({ sequence, owner, units, price, locked, state }) => {
          return { sequence, owner, units, price, locked, state };
        }),
      });
    }
    const queue = desk.rows(
      "SELECT id FROM orders WHERE unplanned_amount > 0 ORDER BY price_sun DESC, queue_key",
    );
    expect(queue.map(({ id }) => id)).toEqual(twin.queue());
  }
}

function partOf({ sequence, owner, units, price_sun: price, locked, state }: LegRow) {
  const isWaiting = state === "planned" || state === "signed" || state === "sent";
  return {
    sequence,
    owner,
    units,
    price,
    locked: locked === 1,
    state: isWaiting ? "waiting" : state,
  };
}

test(`${RUNS} books are filled as their naive twins fill them`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(seller, { minLength: 4, maxLength: 6 }),
      fc.array(event, { minLength: 10, maxLength: 40, size: "max" }),
      async (sellers, events) => {
        const poolUnits = [70_000, 40_000];
        const desk = await openDesk({
          ...{ ownersUnits: poolUnits, creditTrx: 10_000_000 },
          // Stake and units are the same for long rentals too.
          // No lock of the pool may join another: which may is the matter of locks, not of the book.
          policy: { headroom: { shortBps: 0, longBps: 0 }, lockOverrunPercent: 0 },
        });
        const pool = desk.owners.map((owner, at) => ({ owner, units: poolUnits[at] ?? 0 }));
        const both = new Both(desk, new NaiveBook(pool, 60));
        for (const one of [...sellers, ...events]) {
          await both.happen(one);
          both.expectSame();
        }
        expect(desk.halts).toEqual([]);
        await desk.close();
      },
    ),
    { numRuns: RUNS },
  );
}, 3_600_000);
