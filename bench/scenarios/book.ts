/** New Manual orders against a small book and a large one: a pass must cost what it touches, not what rests. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { type Address, addressFromHex } from "../../src/domain/address.js";
import { assert, must } from "../../src/domain/assert.js";
import type { CustomerId } from "../../src/domain/ids.js";
import { parseOrderRequest } from "../../src/domain/order-request.js";
import type { Engine } from "../../src/engine/context.js";
import { saveSnapshot } from "../../src/engine/legs/open-work.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { enrolSeller, setOffer } from "../../src/engine/sellers/sellers.js";
import { findOrder } from "../../src/store/orders.js";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";
import { createCustomers, openEngine } from "../books.js";
import { UNDER_WAY } from "../creations.js";
import { readChain, stockPool } from "../pool.js";
import type { Report } from "../report.js";
import { percentile } from "../statistics.js";
import type { Workspace } from "../workspace.js";

const BOOKS = {
  small: { name: "100 resting orders, 100 offers", orders: 100, offers: 100 },
  large: { name: "100,000 resting orders, 10,000 offers", orders: 100_000, offers: 10_000 },
};
/** Asked in turn of copies of both books; the median round counts. */
const ROUNDS = 15;
/** So few that the small book is not sold out: both must do the same work. */
const CALLS = 64;
/** A desk that runs has the pages it works on in memory; a copy just opened has none. */
const WARM_UP_CALLS = 16;
const ALLOWED_RATIO = 2;

/** What new orders ask for; see `offer` for what stands against them. */
const KINDS = [
  { name: "filled by one seller", fills: true, price: 55, amount: 65_000, partial: false },
  { name: "filled by several sellers", fills: true, price: 55, amount: 5_000_000, partial: true },
  { name: "large, by one seller", fills: true, price: 59, amount: 30_000_000, partial: false },
  { name: "that rests", fills: false, price: 44, amount: 65_000, partial: true },
] as const;

type Kind = (typeof KINDS)[number];

interface Book {
  readonly path: string;
  readonly customers: readonly CustomerId[];
}

export async function measureBook(workspace: Workspace, report: Report): Promise<void> {
  const directory = workspace.fresh();
  const small = await makeBook(join(directory, "small.db"), BOOKS.small);
  const large = await makeBook(join(directory, "large.db"), BOOKS.large);
  for (const kind of KINDS) {
    const rates = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.small.push(await ordersPerSecond(small, kind));
      rates.large.push(await ordersPerSecond(large, kind));
    }
    const perSecond = { small: percentile(rates.small, 0.5), large: percentile(rates.large, 0.5) };
    report.add({ name: `Manual ${kind.name}`, perSecond: perSecond.small, note: BOOKS.small.name });
    report.add({
      name: `Manual ${kind.name}`,
      perSecond: perSecond.large,
      ratio: { to: "the small book", value: perSecond.large / perSecond.small },
      note: BOOKS.large.name,
    });
    const slower = perSecond.small / perSecond.large;
    report.aim({
      name: `a new order ${kind.name} in the large book takes at most ${ALLOWED_RATIO} times as long`,
      measured: `${slower.toFixed(2)} times`,
      met: slower <= ALLOWED_RATIO,
    });
  }
}

async function makeBook(path: string, size: { orders: number; offers: number }): Promise<Book> {
  const database = new SqliteDatabase({ path });
  const engine = await openEngine(database);
  const { ids } = await createCustomers(engine);
  await stockPool(engine);
  await together(size.offers, (nth) => offer(engine, nth, ids[nth % ids.length] ?? ""));
  const resting = KINDS.find(({ name }) => name === "that rests");
  if (!resting) throw new Error("no order rests");
  await together(size.orders, (nth) => order(engine, resting, nth, ids));
  database.close();
  return { path, customers: ids };
}

/** At 45 to 58 SUN with 2 to 20 M Energy each; every tenth is a large one, at 59 SUN with 500 M. */
async function offer(engine: Engine, nth: number, customerId: CustomerId): Promise<void> {
  const isLarge = nth % 10 === 9;
  const address = accountOf("50", nth);
  await enrolSeller(engine, { address, customerId });
  const offered = {
    resource: "energy",
    minPriceSun: isLarge ? 59 : 45 + (nth % 14),
    shortest: "15m",
    longest: "30d",
    minChunk: 20_000,
    keep: 0,
    active: true,
  } as const;
  await setOffer(engine, { address, customerId, offer: offered });
  const units = isLarge ? 500_000_000 : 2_000_000 + ((nth * 7_919_000) % 18_000_000);
  const energy = units * 100_000;
  await saveSnapshot(engine, {
    owner: address,
    block: 1,
    delegatableSun: { energy, bandwidth: 0 },
  });
}

/** Every order goes to a wallet of its own, so that locks of earlier rounds are nobody's obstacle. */
async function order(
  engine: Engine,
  { price, amount, partial, fills }: Kind,
  nth: number,
  customers: readonly CustomerId[],
): Promise<void> {
  const request = parseOrderRequest({
    type: "Manual",
    resourceType: "Energy",
    receiver: [accountOf("60", nth)],
    resourceAmount: amount,
    duration: "1h",
    price,
    options: { allow_partial: partial },
  });
  const customerId = customers[nth % customers.length] ?? "";
  const call = { customerId, channel: "http", request, idempotencyKey: undefined } as const;
  const { orderIds } = await createOrders(engine, call);
  const created = await engine.database.read(() =>
    findOrder(must(orderIds[0], "the order created")),
  );
  // Else one book would be asked for less work than the other.
  assert((created?.unplanned_amount === 0) === fills, "an order did not end as its kind says");
}

async function ordersPerSecond(book: Book, kind: Kind): Promise<number> {
  const copy = `${book.path}-run`;
  copyFileSync(book.path, copy);
  const database = new SqliteDatabase({ path: copy });
  try {
    const engine = await openEngine(database);
    await readChain(engine);
    const first = (nth: number) => order(engine, kind, CALLS + nth, book.customers);
    await together(WARM_UP_CALLS, first);
    const startedAtMs = performance.now();
    await together(CALLS, (nth) => order(engine, kind, nth, book.customers));
    return CALLS / ((performance.now() - startedAtMs) / 1_000);
  } finally {
    database.close();
  }
}

/** Does something so many times, as many at once as there are connections. */
async function together(times: number, work: (nth: number) => Promise<void>): Promise<void> {
  let begun = 0;
  const worker = async () => {
    while (begun < times) {
      const nth = begun;
      begun += 1;
      await work(nth);
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, worker));
}

function accountOf(prefix: string, nth: number): Address {
  return addressFromHex(`41${prefix}${nth.toString(16).padStart(38, "0")}`);
}
