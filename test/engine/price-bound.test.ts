/** No seller's leg trades above a multiple of the Fast price of the moment, whoever was in the book first and however it came about. */
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { DURATIONS } from "../../src/domain/duration.js";
import { matchSeller } from "../../src/engine/book/match-book.js";
import { OrderBooks } from "../../src/engine/book/order-book.js";
import { lookAtPrices } from "../../src/engine/book/price-look.js";
import { changeOrder } from "../../src/engine/orders/change-order.js";
import { quoteOrders } from "../../src/engine/orders/quote-orders.js";
import { readOrder } from "../../src/engine/orders/read-orders.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { readyUnits } from "../../src/engine/prices/ready-units.js";
import { readSeller } from "../../src/engine/sellers/seller-resource.js";
import { addressesOf } from "../support/addresses.js";
import { type Desk, RATES, request } from "../support/desk.js";
import { book, earnedSun, manual, offer, openSeller, sweep } from "../support/sellers.js";
import { deliver, fork, kill, mendNow, mine, send, sign, solidify } from "../support/steps.js";

/** Five times the Fast price of 60. */
const BOUND = 300;

/** Fast rate and floors at one price. */
async function fastAt(desk: Desk, energy: number): Promise<void> {
  const floors = Object.fromEntries(
    DURATIONS.map((one) => [one, { ...RATES.floors[one], energy: Math.min(energy, 40) }]),
  );
  await setRates(desk.engine, { ...RATES, fast: { ...RATES.fast, energy }, floors }, "test");
}

const pricesOf = (desk: Desk) => desk.legs("state <> 'dead'").map(({ price_sun }) => price_sun);
const dear = (change = {}, options = {}) => manual({ price: 1_000, ...change }, options);
const first = ({ sellers }: Desk) => sellers[0] as Address;

describe("an order that comes", () => {
  test.each([
    [BOUND, [BOUND]],
    [BOUND + 1, []],
    [1_000, []],
  ])("meets an offer at %i SUN with legs at %j", async (minPrice, prices) => {
    const { desk } = await book([[minPrice, 100_000]]);
    await desk.create(dear());
    expect(pricesOf(desk)).toEqual(prices);
  });

  test("of a bulk call does not start on an offer above the bound", async () => {
    const { desk } = await book([
      [50, 100_000],
      [BOUND + 1, 100_000],
    ]);
    await desk.create(
      dear({ resourceAmount: 60_000, receiver: addressesOf(1, 2) }, { bulk_order: true }),
    );
    expect(pricesOf(desk)).toEqual([]);
  });

  test("goes by the setting", async () => {
    const { desk } = await book(
      [
        [60, 100_000],
        [61, 100_000],
      ],
      { ownersUnits: [], policy: { sellerPriceCap: 1 } },
    );
    await desk.create(dear({ resourceAmount: 200_000 }));
    expect(pricesOf(desk)).toEqual([60]);
  });
});

describe("an order that rests", () => {
  test("trades at the bound with an offer that comes, and gets what it bid above it back", async () => {
    const { desk } = await book([]);
    const id = await desk.order(dear());
    await openSeller(desk, { units: 100_000, minPrice: 50 });
    expect(await matchSeller(desk.engine, first(desk))).toBe(1);
    await deliver(desk);
    await solidify(desk);
    expect(pricesOf(desk)).toEqual([BOUND]);
    expect(desk.orderRow(id)).toMatchObject({ price_sun: 1_000, status: "completed" });
    expect(desk.orderRow(id).improved_sun).toBe(100_000 * (1_000 - BOUND));
    expect(desk.moneySun.held).toBe(0);
    expect(earnedSun(desk, first(desk))).toBe(100_000 * BOUND * 0.9);
  });

  test("trades at its own price below the bound", async () => {
    const { desk } = await book([]);
    await desk.create(manual({ price: BOUND - 1 }));
    await openSeller(desk, { units: 100_000, minPrice: 50 });
    await matchSeller(desk.engine, first(desk));
    expect(pricesOf(desk)).toEqual([BOUND - 1]);
  });

  test("takes no dearer offer with a higher price, and takes it once the bound has risen", async () => {
    const { desk } = await book([[350, 100_000]]);
    const id = await desk.order(manual({ price: 250 }));
    const { customerId, engine } = desk;
    await changeOrder(engine, { customerId }, id, { priceSun: 1_000 });
    expect(pricesOf(desk)).toEqual([]);
    await sweep(desk);
    expect(pricesOf(desk)).toEqual([]);
    await fastAt(desk, 70);
    await sweep(desk);
    expect(pricesOf(desk)).toEqual([350]);
  });
});

describe("what is planned anew", () => {
  test("of a Manual order goes by the bound of that moment", async () => {
    const { desk } = await book([]);
    const id = await desk.order(dear());
    await openSeller(desk, { units: 100_000, minPrice: 50 });
    await openSeller(desk, { units: 100_000, minPrice: 50 });
    await matchSeller(desk.engine, first(desk));
    expect(pricesOf(desk)).toEqual([BOUND]);
    await fastAt(desk, 40);
    await sign(desk);
    await kill(desk, `${id}.1`, "owner_capacity");
    expect(pricesOf(desk)).toEqual([200]);
    await deliver(desk);
    expect(desk.orderRow(id).improved_sun).toBe(100_000 * 800);
  });

  test("of a Fast order that was paid at an older price too", async () => {
    const { desk } = await book([[8, 100_000]], { ownersUnits: [65_000] });
    const id = await desk.order();
    await fastAt(desk, 10);
    await sign(desk);
    await kill(desk, `${id}.1`, "owner_capacity");
    expect(pricesOf(desk)).toEqual([50]);
    await deliver(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", improved_sun: 65_000 * 10 });
  });

  test("of a Fast order, after a fork, costs no more than what came back for it", async () => {
    const { desk } = await book([[8, 100_000]], { ownersUnits: [65_000] });
    const id = await desk.order({ resourceAmount: 100_000 });
    await fastAt(desk, 10);
    await openSeller(desk, { units: 100_000, minPrice: 8 });
    await kill(desk, `${id}.2`, "owner_capacity");
    expect(pricesOf(desk)).toEqual([60, 50]);
    const [signed] = await sign(desk, `${id}.3`);
    await send(desk);
    await mine(desk, [signed?.txid ?? ""]);
    expect(desk.orderRow(id)).toMatchObject({ status: "processing", improved_sun: 35_000 * 10 });
    await fastAt(desk, 60);
    await fork(desk);
    await openSeller(desk, { units: 100_000, minPrice: 8 });
    await kill(desk, `${id}.3`, "expired");
    expect(pricesOf(desk)).toEqual([60, 50]);
    await deliver(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", improved_sun: 35_000 * 10 });
    expect(desk.moneySun.held).toBe(0);
  });

  test("in the place of a leg that a fork has taken from a final order asks no seller above it", async () => {
    const { desk } = await book([]);
    const id = await desk.order(manual({ price: BOUND }));
    await openSeller(desk, { units: 100_000, minPrice: 50 });
    await matchSeller(desk.engine, first(desk));
    await deliver(desk);
    await openSeller(desk, { units: 100_000, minPrice: 50 });
    await fastAt(desk, 40);
    await fork(desk);
    await kill(desk, `${id}.1`, "expired");
    await mendNow(desk);
    expect(pricesOf(desk)).toEqual([]);
    await fastAt(desk, 60);
    await mendNow(desk);
    expect(pricesOf(desk)).toEqual([BOUND]);
  });

  test("and of which only the price of a leg is held asks no seller above it", async () => {
    const { desk } = await book([]);
    const id = await desk.order(dear({ resourceAmount: 200_000 }));
    await openSeller(desk, { units: 100_000, minPrice: 50 });
    await matchSeller(desk.engine, first(desk));
    await deliver(desk);
    await openSeller(desk, { units: 40_000, minPrice: 50 });
    await fastAt(desk, 40);
    await fork(desk);
    await kill(desk, `${id}.1`, "expired");
    // What never was in a block pays up to 1,000 and is another matter.
    expect(pricesOf(desk)).toEqual([200, 200]);
    expect(desk.orderRow(id).unplanned_amount).toBe(100_000);
    await fastAt(desk, 60);
    desk.clock.nowMs += 600_000;
    await openSeller(desk, { units: 100_000, minPrice: 50 });
    await sweep(desk);
    expect(pricesOf(desk)).toEqual([200, 200, BOUND]);
    expect(desk.legs("capped = 1")).toHaveLength(1);
  });
});

describe("an offer above the bound", () => {
  test("is in no book, no quote and no look at prices", async () => {
    const { desk } = await book([
      [BOUND + 1, 100_000],
      [BOUND, 50_000],
    ]);
    const { engine, customerId } = desk;
    const orderBook = await new OrderBooks(engine).read("energy", "1h");
    expect(orderBook.asks).toEqual([{ priceSun: BOUND, units: 50_000, offers: 1 }]);
    const sought = { resource: "energy", duration: "1h", upToPriceSun: 1_000 } as const;
    expect(await readyUnits(engine, sought, { customerId, isFast: false })).toBe(50_000);
    const quote = await quoteOrders(engine, customerId, request(dear()));
    expect(quote).toMatchObject({ capacityUnits: 50_000, manual: { fillsUnits: 50_000 } });
    const bid = { resource: "energy", duration: "1h", amounts: [100_000], receivers: [] } as const;
    const options = { allowPartial: true, partialMin: 20_000, bulkOrder: false };
    const asked = { ...bid, customerId, options, requireLock: undefined };
    const look = await lookAtPrices(engine, asked, orderBook);
    expect(look.choices.map(({ priceSun }) => priceSun)).toEqual([BOUND, 40]);
    const id = await desk.order(manual({ price: 200 }));
    const { restReasons } = await readOrder(engine, customerId, id);
    expect(JSON.stringify(restReasons)).not.toContain(String(BOUND + 1));
  });

  test("says so to its seller, by the dearest duration that it sells", async () => {
    const { desk } = await book([[BOUND + 1, 100_000]]);
    const seller = first(desk);
    const limits = async () => (await readSeller(desk.engine, seller)).offers[0];
    expect(await limits()).toMatchObject({ mostPriceSun: BOUND, isTooDear: true });
    await offer(desk, seller, { minPrice: BOUND });
    expect(await limits()).toMatchObject({ mostPriceSun: BOUND, isTooDear: false });
    await fastAt(desk, 40);
    expect(await limits()).toMatchObject({ mostPriceSun: 200, isTooDear: true });
  });
});
