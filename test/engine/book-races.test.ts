/** What happens to the book at once: whichever is first counts, nothing is sold twice, and the books are right. */
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { parseOffer } from "../../src/domain/seller.js";
import { closeOverdue, matchSeller, sweepBook } from "../../src/engine/book/match-book.js";
import { legsSigned, movePlannedLegsAway, readyToSign } from "../../src/engine/legs/sign-leg.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { setOffer } from "../../src/engine/sellers/sellers.js";
import { setPause } from "../../src/store/owners.js";
import { addressOf } from "../support/addresses.js";
import type { Desk } from "../support/desk.js";
import { book, fillsOf, manual, openSeller, partlyFilled } from "../support/sellers.js";

const TRX = 1_000_000;

const reprice = (desk: Desk, seller: Address, minPrice: number) =>
  setOffer(desk.engine, {
    address: seller,
    offer: parseOffer({
      resourceType: "Energy",
      minPrice,
      shortestDuration: "15m",
      longestDuration: "1d",
    }),
  });

/** An order that rests, and a seller who could fill it. */
async function fillable(units = 100_000) {
  const { desk } = await book([]);
  const id = await desk.order(manual());
  const seller = await openSeller(desk, { units });
  return { desk, id, seller };
}

test("sellers race for one order: it is filled once, by the cheaper", async () => {
  const { desk, id, seller } = await fillable();
  const cheaper = await openSeller(desk, { units: 100_000, minPrice: 45 });
  const { engine } = desk;
  const passes = [matchSeller(engine, seller), matchSeller(engine, cheaper), sweepBook(engine, {})];
  await Promise.all(passes);
  desk.assertSound();
  expect(fillsOf(desk, id)).toEqual([[cheaper, 100_000]]);
});

test("orders race for one seller: he is sold once", async () => {
  const { desk, sellers } = await book([[45, 150_000]]);
  const calls = [1, 2, 3].map((at) => desk.create(manual({ receiver: [addressOf(at)] })));
  const ids = (await Promise.all(calls)).flatMap(({ orderIds }) => orderIds);
  expect(ids.map((id) => desk.orderRow(id).unplanned_amount)).toEqual([0, 50_000, 100_000]);
  expect(desk.legs().map(({ owner }) => owner)).toEqual([sellers[0], sellers[0]]);
});

test("two orders for the same wallet at once: each seller locks for one of them", async () => {
  const { desk, sellers } = await book([
    [45, 300_000],
    [46, 300_000],
  ]);
  const calls = await Promise.all([1, 2, 3].map(() => desk.create(manual())));
  const ids = calls.flatMap(({ orderIds }) => orderIds);
  expect(ids.flatMap((id) => fillsOf(desk, id).map(([owner]) => owner))).toEqual(sellers);
  expect(desk.orderRow(ids[2] ?? "").unplanned_amount).toBe(100_000);
});

/** The next commit was handed in, and waits for its turn. */
function handedIn({ database }: Desk): Promise<void> {
  const commit = database.commit.bind(database);
  return new Promise((resolve) => {
    database.commit = (phase) => {
      database.commit = commit;
      resolve();
      return commit(phase);
    };
  });
}

test("a price rises while an order is filled: first the one, first the other", async () => {
  for (const priceFirst of [true, false]) {
    const { desk, id, seller } = await fillable();
    const rise = () => reprice(desk, seller, 51);
    const pass = () => matchSeller(desk.engine, seller);
    if (priceFirst) await Promise.all([rise(), pass()]);
    else await Promise.all([pass(), handedIn(desk).then(rise)]);
    desk.assertSound();
    expect(fillsOf(desk, id)).toEqual(priceFirst ? [] : [[seller, 100_000]]);
  }
});

test("a deadline passes while an order is filled: it is over, whoever looks first", async () => {
  for (const passFirst of [true, false]) {
    const { desk, id, seller } = await fillable();
    desk.clock.nowMs = desk.orderRow(id).deadline_at ?? 0;
    const pass = () => matchSeller(desk.engine, seller);
    const close = () => closeOverdue(desk.engine);
    await Promise.all((passFirst ? [pass, close] : [close, pass]).map((step) => step()));
    desk.assertSound();
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", refunded_sun: 5 * TRX });
  }
});

test("a cancel comes while a fill is being signed: what the signer has decided on is not sent", async () => {
  const { desk, id } = await partlyFilled();
  const { moment } = desk;
  const [ready] = await Promise.all([
    desk.commit(() => readyToSign(`${id}.1`, 0, moment)),
    cancelOrder(desk.engine, desk.customerId, id),
  ]);
  const bytes = [must(ready, "it can be signed")].map((one) => ({
    ...one,
    txid: "a".repeat(64),
    hex: "00",
    expiresAt: 1,
  }));
  expect(bytes).toHaveLength(1);
  expect(await desk.commit(() => legsSigned(bytes))).toEqual([]);
  expect(desk.states(id)).toEqual(["dead", "dead"]);
  expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
});

test("a seller is paused between the match and the signing: his part goes to another at once", async () => {
  const { desk, id, first, second } = await partlyFilled();
  const other = await openSeller(desk, { units: 100_000, minPrice: 50 });
  const { moment } = desk;
  await Promise.all([
    desk.commit(() => setPause(first, "test")),
    movePlannedLegsAway(desk.engine, first, moment),
    sweepBook(desk.engine, {}),
  ]);
  desk.assertSound();
  expect(fillsOf(desk, id)).toEqual([
    [second, 30_000],
    [other, 70_000],
  ]);
});
