/** What sellers are told of their sales, and buyers of the end of their rentals: once, summed up, in time. */

import { expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { tellNews } from "../../src/engine/chat/notifications.js";
import { telegramUser } from "../../src/engine/chat/telegram-users.js";
import { salesDue } from "../../src/store/chat/sales.js";
import { insertExtension } from "../../src/store/chat/watched-batches.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { exhaust } from "../support/exhaust.js";
import {
  batchOf,
  kinds,
  lastDraft,
  order,
  pass,
  say,
  told,
  watched,
} from "../support/notifications.js";
import { book, earnedSun, manual, NO_POOL, openSeller } from "../support/sellers.js";
import { sqliteTest } from "../support/sqlite-only.js";
import {
  deliver,
  fork,
  kill,
  mendNow,
  mine,
  mineAll,
  passRentals,
  send,
  sign,
  solidify,
} from "../support/steps.js";
import { paidCredit } from "../support/terms.js";
import { firstOf } from "../support/watched.js";

const SELLS = 8001;

/** A desk with a seller who writes to the bot, and whoever else is named; the desk keeps a tenth. */
async function withSeller(units = 10_000_000) {
  const desk = await openDesk(NO_POOL);
  const seller = await openSeller(desk, { units, customerId: await customerOf(desk, SELLS) });
  return { desk, seller };
}

async function customerOf({ engine }: Desk, userId: number): Promise<string> {
  const who = { userId, name: `@${userId}`, clientLanguage: "en" };
  return (await telegramUser(engine, who, paidCredit(sun(0)))).customer_id;
}

let receivers = 100;

/** Orders Energy at 50 SUN for a new wallet, and has all that is planned delivered. */
async function sell(desk: Desk, units: number, change: Record<string, unknown> = {}) {
  receivers += 1;
  const body = manual({ resourceAmount: units, receiver: [addressOf(receivers)], ...change });
  const id = await desk.order(body);
  await deliver(desk);
  return id;
}

const untold = (desk: Desk) => desk.rows("SELECT * FROM untold_sale");

test("a sale is told when its money is earned, in the private chat of who sells", async () => {
  const { desk, seller } = await withSeller();
  await sell(desk, 65_000);
  await pass(desk, 60_000);
  expect(await told(desk)).toEqual([]);
  await solidify(desk);
  expect(await told(desk)).toEqual([
    {
      ...{ event: "news", kind: "sale", userId: SELLS, chatId: SELLS, isSilent: false },
      ...{ units: { energy: 65_000, bandwidth: 0 }, orders: 1, earnedSun: 2_925_000 },
    },
  ]);
  expect(earnedSun(desk, seller)).toBe(2_925_000);
  await pass(desk, 120_000);
  expect(await told(desk)).toHaveLength(1);
  expect(untold(desk)).toEqual([]);
});

test("what follows within a minute waits, and is summed up: accounts, resources, orders", async () => {
  const { desk } = await withSeller(100_000);
  const customerId = await customerOf(desk, SELLS);
  const offer = { resourceType: "Bandwidth", minPrice: 500 };
  await openSeller(desk, { units: 500_000, customerId, offer });
  await sell(desk, 32_000);
  await solidify(desk);
  expect(await told(desk)).toHaveLength(1);
  await sell(desk, 32_000);
  // Both of their accounts deliver this one.
  await openSeller(desk, { units: 100_000, customerId });
  await sell(desk, 100_000, { options: { allow_partial: true, partial_min: 20_000 } });
  await sell(desk, 2_000, { resourceType: "Bandwidth", price: 500 });
  await solidify(desk);
  await pass(desk, 40_000);
  expect(await told(desk)).toHaveLength(1);
  await pass(desk, 20_000);
  expect((await told(desk)).slice(1)).toMatchObject([
    { units: { energy: 132_000, bandwidth: 2_000 }, orders: 3, earnedSun: 6_840_000 },
  ]);
  expect(desk.legs("resource = 'energy'")).toHaveLength(4);
  await pass(desk, 600_000);
  await sell(desk, 32_000);
  await solidify(desk);
  expect((await told(desk)).slice(2)).toMatchObject([{ orders: 1, earnedSun: 1_440_000 }]);
});

test("a fork tells nothing twice, and nothing to who did not deliver in the end", async () => {
  const { desk } = await withSeller(65_000);
  const other = await openSeller(desk, {
    units: 65_000,
    customerId: await customerOf(desk, 8_002),
  });
  const id = await sell(desk, 65_000);
  await fork(desk);
  await mineAll(desk);
  await fork(desk);
  await kill(desk, `${id}.1`, "owner_capacity");
  await mendNow(desk);
  await deliver(desk);
  await solidify(desk);
  await solidify(desk);
  expect(earnedSun(desk, other)).toBe(2_925_000);
  await pass(desk, 60_000);
  expect(await told(desk)).toMatchObject([{ userId: 8_002, orders: 1 }]);
});

test("as their chat wants it, and nobody who has none", async () => {
  const { desk } = await withSeller();
  await say(desk, "sale", "silent", SELLS);
  await sell(desk, 32_000);
  await solidify(desk);
  expect(await told(desk)).toMatchObject([{ isSilent: true }]);
  await say(desk, "sale", "off", SELLS);
  await sell(desk, 32_000);
  await solidify(desk);
  await pass(desk, 60_000);
  expect(await told(desk)).toHaveLength(1);
  expect(untold(desk)).toEqual([]);
  const alone = await book([[50, 100_000]]);
  await sell(alone.desk, 32_000);
  await solidify(alone.desk);
  expect([untold(alone.desk), await told(alone.desk)]).toEqual([[], []]);
});

test("a clock that was put back holds nothing up for longer than a minute", async () => {
  const { desk } = await withSeller();
  await sell(desk, 32_000);
  await solidify(desk);
  expect(await told(desk)).toHaveLength(1);
  desk.clock.nowMs -= 3_600_000;
  await sell(desk, 32_000);
  await solidify(desk);
  await pass(desk, 60_000);
  expect(await told(desk)).toHaveLength(2);
});

test("a fault before any statement and a restart: it is told once", async () => {
  const { desk } = await withSeller();
  await sell(desk, 32_000);
  await sell(desk, 32_000);
  await exhaust(desk, () => solidify(desk));
  await desk.restart();
  desk.engine.chainClock.sawHead(desk.chain.head);
  await exhaust(desk, () => tellNews(desk.engine));
  await desk.restart();
  desk.engine.chainClock.sawHead(desk.chain.head);
  expect(await told(desk)).toMatchObject([{ orders: 2, earnedSun: 2_880_000 }]);
});

sqliteTest("a look when nobody has sold reads one index", async () => {
  const { desk } = await withSeller();
  const { sql } = firstOf(salesDue(1, 1));
  const plan = desk.rows(`EXPLAIN QUERY PLAN ${sql.replaceAll("?", "1")}`);
  expect(plan.map(({ detail }) => detail)).toEqual([
    "SEARCH sale_watch USING COVERING INDEX sale_watch_due (due_at<?)",
  ]);
});

const DAY_MS = 86_400_000;
const MANUAL = { type: "Manual", price: 60, options: { allow_partial: true, partial_min: 20_000 } };

test.each([
  ["1h", 3_600_000, 300_000],
  ["3h", 3 * 3_600_000, 300_000],
  ["1d", DAY_MS, 3_600_000],
  ["30d", 30 * DAY_MS, 3_600_000],
])(
  "the end of a rental of %s is told in time, by chain time, and once",
  async (duration, lasts, lead) => {
    const desk = await openDesk();
    await order(desk, { duration });
    await deliver(desk);
    await solidify(desk);
    expect(await kinds(desk)).toEqual(["completed"]);
    const endsAt = Number(desk.legs()[0]?.expires_at);
    // Wall time alone ends nothing.
    desk.clock.nowMs += 2 * lasts;
    expect(await kinds(desk)).toEqual(["completed"]);
    await pass(desk, endsAt - lead - desk.chain.head.timestampMs - 1_000);
    expect(await kinds(desk)).toEqual(["completed"]);
    await pass(desk, 3_000);
    expect(await told(desk)).toMatchObject([
      { kind: "completed" },
      { kind: "ending", ending: { at: endsAt, units: 65_000, receivers: [addressOf(1)] } },
    ]);
    expect(watched(desk)).toEqual([]);
  },
);

test("an end that was missed is not told when it is over", async () => {
  const desk = await openDesk();
  await order(desk);
  await deliver(desk);
  await solidify(desk);
  await told(desk);
  await passRentals(desk);
  expect(await kinds(desk)).toEqual(["completed"]);
  expect(watched(desk)).toEqual([]);
});

test("ends that come close together are told together", async () => {
  const desk = await openDesk();
  await order(desk, { receiver: addressesOf(1, 2) });
  await sign(desk);
  await send(desk);
  for (const { txid } of desk.legs()) await mine(desk, [String(txid)], true, 30_000);
  await solidify(desk);
  await told(desk);
  const endsAt = Number(desk.legs()[0]?.expires_at);
  for (const leadMs of [299_000, 200_000]) {
    await pass(desk, endsAt - leadMs - desk.chain.head.timestampMs);
    expect(await told(desk)).toMatchObject([
      { kind: "completed" },
      { kind: "ending", ending: { at: endsAt, units: 130_000, receivers: addressesOf(1, 2) } },
    ]);
  }
});

test("the end of a rental is told for each end of a call, unless its extension was bought", async () => {
  for (const isExtended of [false, true]) {
    const desk = await openDesk();
    const [first] = await order(desk, { receiver: addressesOf(1, 2) });
    await sign(desk);
    await send(desk);
    const [one, other] = desk.legs().map(({ txid }) => String(txid));
    await mine(desk, [String(one)]);
    await pass(desk, 300_000);
    await mine(desk, [String(other)]);
    await solidify(desk);
    const ends = desk.legs().map(({ expires_at }) => Number(expires_at));
    await pass(desk, Number(ends[0]) - 299_000 - desk.chain.head.timestampMs);
    await told(desk);
    if (isExtended) {
      await order(desk, { receiver: [addressOf(2)], duration: "1d" });
      const draftId = lastDraft();
      const batchId = await batchOf(desk, first);
      await desk.commit(() => insertExtension(draftId, batchId));
    }
    await pass(desk, Number(ends[1]) - 299_000 - desk.chain.head.timestampMs);
    const ending = (await told(desk)).filter(({ kind }) => kind === "ending");
    expect(ending.map((news) => "ending" in news && news.ending?.receivers)).toEqual(
      isExtended ? [[addressOf(1)]] : [[addressOf(1)], [addressOf(2)]],
    );
    await desk.close();
  }
});

test("it comes also for parts of an order that still waits for others", async () => {
  const desk = await openDesk(NO_POOL);
  await openSeller(desk, { units: 40_000 });
  await order(desk, { ...MANUAL, resourceAmount: 100_000 });
  await deliver(desk);
  await solidify(desk);
  await told(desk);
  const endsAt = Number(desk.legs()[0]?.expires_at);
  await pass(desk, endsAt - 299_000 - desk.chain.head.timestampMs);
  expect(await told(desk)).toMatchObject([
    { kind: "partial", filledUnits: 40_000 },
    { kind: "ending", ending: { at: endsAt, units: 40_000 } },
  ]);
});
