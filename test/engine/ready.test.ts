/** What pool and sellers can deliver at once: to Fast orders, and as it is shown in the book and the settings. */
import { describe, expect, test } from "vitest";
import { costSun } from "../../src/domain/price.js";
import { OrderBooks } from "../../src/engine/book/order-book.js";
import { readPublicTerms } from "../../src/engine/prices/rates.js";
import { payableUnits } from "../../src/engine/prices/ready-units.js";
import { addressesOf } from "../support/addresses.js";
import { book, fillsOf, manual, NO_POOL, openSeller } from "../support/sellers.js";

describe("a Fast order", () => {
  test("reaches sellers up to the Fast price when the pool is short, the pool first", async () => {
    const { desk, sellers } = await book(
      [
        [60, 40_000],
        [45, 40_000],
        [61, 500_000],
      ],
      { ownersUnits: [50_000] },
    );
    const id = await desk.order({ resourceAmount: 130_000 });
    expect(fillsOf(desk, id)).toEqual([
      [desk.owners[0], 50_000],
      [sellers[1], 40_000],
      [sellers[0], 40_000],
    ]);
    expect(desk.legs().map((leg) => leg.seller_sun)).toEqual([null, 40_000 * 54, 40_000 * 54]);
  });

  test("is split the other way round where what the pool leaves is too small for a seller", async () => {
    const { desk } = await book([], { ownersUnits: [100_000] });
    const seller = await openSeller(desk, { units: 50_000, offer: { minChunk: 30_000 } });
    const id = await desk.order({ resourceAmount: 110_000 });
    expect(fillsOf(desk, id)).toEqual([
      [seller, 50_000],
      [desk.owners[0], 60_000],
    ]);
  });

  test("is the pool's alone where it can deliver all of it", async () => {
    const { desk } = await book([[45, 500_000]], { ownersUnits: [60_000, 60_000] });
    const id = await desk.order({ resourceAmount: 110_000 });
    expect(
      fillsOf(desk, id)
        .map(([owner]) => owner)
        .sort(),
    ).toEqual([...desk.owners].sort());
  });

  test("that nobody can deliver is told what pool and sellers have for its receiver", async () => {
    const { desk, sellers } = await book(
      [
        [45, 40_000],
        [60, 30_000],
        [61, 90_000],
      ],
      { ownersUnits: [50_000] },
    );
    const short = (available: number) => ({ code: "NO_CAPACITY", details: { available } });
    const order = { resourceAmount: 130_000 };
    await expect(desk.create(order)).rejects.toMatchObject(short(120_000));
    const toSeller = { ...order, receiver: sellers.slice(0, 1) };
    await expect(desk.create(toSeller)).rejects.toMatchObject(short(80_000));
    expect(desk.legs()).toEqual([]);
    await desk.create({ resourceAmount: 120_000 });
  });

  test("has no sellers where nothing can be locked, because theirs always is", async () => {
    const { desk } = await book([[45, 100_000]], { ...NO_POOL, policy: { lockMode: "never" } });
    await expect(desk.create()).rejects.toMatchObject({ details: { available: 0 } });
    expect((await readPublicTerms(desk.engine)).readyUnits.energy).toBe(0);
  });
});

describe("what is shown of the book", () => {
  test("is what rests and what is offered, by price, for one resource and duration", async () => {
    const { desk } = await book(
      [
        [55, 30_000],
        [70, 30_000],
        [70, 50_000],
      ],
      { ownersUnits: [40_000] },
    );
    await desk.create(manual({ price: 54, receiver: addressesOf(1, 2) }));
    await desk.create(manual({ price: 50 }));
    await desk.create(manual({ price: 50, duration: "3h" }));
    const seen = await new OrderBooks(desk.engine).read("energy", "1h");
    expect(seen).toEqual({
      resource: "energy",
      duration: "1h",
      bids: [
        { priceSun: 54, units: 200_000, orders: 2 },
        { priceSun: 50, units: 100_000, orders: 1 },
      ],
      asks: [
        { priceSun: 55, units: 30_000, offers: 1 },
        { priceSun: 60, units: 40_000, offers: 1 },
        { priceSun: 70, units: 80_000, offers: 2 },
      ],
      at: desk.clock.nowMs,
    });
  });

  test("is remembered for less than a second, each book by itself", async () => {
    const { desk } = await book([]);
    const books = new OrderBooks(desk.engine);
    const first = await books.read("energy", "1h");
    await desk.create(manual());
    desk.clock.nowMs += 999;
    expect(await books.read("energy", "1h")).toBe(first);
    expect((await books.read("energy", "3h")).bids).toEqual([]);
    desk.clock.nowMs += 1;
    expect((await books.read("energy", "1h")).bids).toHaveLength(1);
    desk.clock.nowMs -= 5_000;
    expect((await books.read("energy", "1h")).at).toBe(desk.clock.nowMs);
  });

  test("readyResource is what a Fast order can have now: the pool's, and sellers' up to its price", async () => {
    const { desk } = await book(
      [
        [60, 30_000],
        [61, 90_000],
      ],
      { ownersUnits: [40_000, 10_000] },
    );
    const ready = async () => (await readPublicTerms(desk.engine)).readyUnits.energy;
    expect(await ready()).toBe(70_000);
    await desk.create({ duration: "15m", resourceAmount: 70_000 });
    expect(await ready()).toBe(0);
  });
});

test.each([
  [30_000, 80_000],
  [29_999, 50_000],
])(
  "what is left for %d units of a seller who sells 30,000 at least makes it %d in all",
  (left, units) => {
    const [first = "", second = ""] = addressesOf(1, 2);
    const sellers = [
      { seller: first, units: 50_000, minPriceSun: 45, chunkUnits: 10_000 },
      { seller: second, units: 50_000, minPriceSun: 50, chunkUnits: 30_000 },
    ] as Parameters<typeof payableUnits>[0];
    const mostSun = costSun(50_000, 45, "1h") + costSun(left, 50, "1h");
    expect(payableUnits(sellers, "1h", { mostSun })).toBe(units);
  },
);
