/** Orders that ended long ago: their delegations move into a file beside the database, and nobody sees a difference. */
import {
  existsSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { expect, it } from "vitest";
import { readHistory } from "../../src/engine/customers/history.js";
import { archiveOrders, assertArchiveThere } from "../../src/engine/operating/archive.js";
import { readAnyOrder } from "../../src/engine/operating/operate.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { readOrder, readOrders } from "../../src/engine/orders/order-resource.js";
import { readFills } from "../../src/engine/sellers/seller-resource.js";
import type { ArchivedLeg } from "../../src/store/archive/archive.js";
import { openEngine } from "../cli/running-desk.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { InjectedFault } from "../support/faults.js";
import { runOut } from "../support/run-out.js";
import { book, manual } from "../support/sellers.js";
import { deliver, solidify } from "../support/steps.js";

const DAY_MS = 86_400_000;
const ALL = 1_000;

const later = (desk: Desk, days: number) => {
  desk.clock.nowMs += days * DAY_MS;
};

const archiveOlderThan = (desk: Desk, days: number, most = ALL) =>
  archiveOrders(desk.engine, { before: desk.clock.nowMs - days * DAY_MS, most });

/** Two finished orders, one of them cancelled after its delivery was under way, and a newer one that is open. */
async function aged(): Promise<{ desk: Desk; old: string[]; open: string }> {
  const desk = await openDesk({ ownersUnits: [900_000, 900_000] });
  const whole = await desk.order();
  const split = await desk.order({ receiver: [addressOf(2)], resourceAmount: 1_000_000 });
  const cancelled = await desk.order({ receiver: [addressOf(3)] });
  await cancelOrder(desk.engine, desk.customerId, cancelled);
  await runOut(desk);
  later(desk, 100);
  const open = await desk.order({ receiver: [addressOf(4)] });
  return { desk, old: [whole, split, cancelled], open };
}

async function history(desk: Desk): Promise<unknown[]> {
  const rows: unknown[] = [];
  const period = { customerId: desk.customerId, from: 0, to: desk.clock.nowMs };
  for await (const page of readHistory(desk.engine, period)) rows.push(page);
  return rows;
}

const seen = async (desk: Desk) => ({
  orders: readOrders(desk.engine, { customerId: desk.customerId, limit: 100 }),
  history: await history(desk),
  money: desk.moneySun,
});

it("moves what ended long ago, and all that is shown and booked stays as it was", async () => {
  const { desk, old, open } = await aged();
  const before = await seen(desk);
  expect(await archiveOlderThan(desk, 90)).toEqual({ orders: 3, delegations: 4, more: false });
  desk.assertSound();
  expect(desk.legs().map(({ order_id }) => order_id)).toEqual([open]);
  expect(await seen(desk)).toEqual(before);
  const [whole = "", , cancelled = ""] = old;
  const { delegations } = readOrder(desk.engine, desk.customerId, whole);
  expect(delegations).toMatchObject([{ amount: 65_000, state: "reclaimed" }]);
  expect(readAnyOrder(desk.engine, whole).delegations).toEqual(delegations);
  const again = await cancelOrder(desk.engine, desk.customerId, cancelled);
  expect(again.status).toBe("cancelled");
  desk.restart();
  expect(await seen(desk)).toEqual(before);
  expect(await archiveOlderThan(desk, 90)).toEqual({ orders: 0, delegations: 0, more: false });
});

it("leaves what is younger, what is open, and what is not yet taken back", async () => {
  const { desk } = await aged();
  expect(await archiveOlderThan(desk, 101)).toMatchObject({ orders: 0 });
  expect(existsSync(desk.engine.archive.path)).toBe(false);
  await deliver(desk);
  await solidify(desk);
  later(desk, 200);
  expect(await archiveOlderThan(desk, 90)).toMatchObject({ orders: 3 });
  expect(desk.legs().map(({ state }) => state)).toEqual(["solidified"]);
  desk.assertSound();
});

it("keeps the newest delegation, from which the place of the next is counted", async () => {
  const desk = await openDesk();
  await desk.order();
  await desk.order({ receiver: [addressOf(2)] });
  await runOut(desk);
  later(desk, 100);
  expect(await archiveOlderThan(desk, 90)).toMatchObject({ orders: 1 });
  expect(desk.legs()).toHaveLength(1);
});

it("stops after so many, and the next run goes on", async () => {
  const { desk } = await aged();
  expect(await archiveOlderThan(desk, 90, 1)).toMatchObject({ orders: 1, more: true });
  expect(await archiveOlderThan(desk, 90, 2)).toMatchObject({ orders: 2, more: false });
});

it("does not hold up a desk that ends", async () => {
  const { desk } = await aged();
  desk.engine.gates.shutDown();
  expect(await archiveOlderThan(desk, 90)).toEqual({ orders: 0, delegations: 0, more: true });
});

it("that is stopped between the archive and the books has lost nothing and doubles nothing", async () => {
  const { desk } = await aged();
  const before = await seen(desk);
  const legs = desk.legs();
  desk.database.arm(2);
  await expect(archiveOlderThan(desk, 90)).rejects.toThrow(InjectedFault);
  desk.database.arm(0);
  expect(existsSync(desk.engine.archive.path)).toBe(true);
  desk.restart();
  expect(desk.legs()).toEqual(legs);
  expect(await seen(desk)).toEqual(before);
  expect(await archiveOlderThan(desk, 90)).toMatchObject({ orders: 3, delegations: 4 });
  expect(await seen(desk)).toEqual(before);
  desk.assertSound();
});

it("runs once at a time: the second finds what the first has left", async () => {
  const { desk } = await aged();
  const runs = await Promise.all([archiveOlderThan(desk, 90, 2), archiveOlderThan(desk, 90)]);
  expect(runs).toMatchObject([{ orders: 2 }, { orders: 1 }]);
  expect(desk.halts).toEqual([]);
});

/** A seller of so many orders that ended long ago, and what he is shown of them, page by page. */
async function sold(orders: number) {
  const { desk, sellers } = await book([[45, 600_000]]);
  const [seller] = sellers;
  if (!seller) throw new Error("no seller");
  for (let at = 1; at <= orders; at += 1) await desk.order(manual({ receiver: [addressOf(at)] }));
  await runOut(desk);
  later(desk, 100);
  const pages = () => {
    const fills: unknown[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = readFills(desk.engine, { address: seller, limit: 2, cursor });
      fills.push(page.fills);
      if (page.nextCursor === null) return fills;
      cursor = page.nextCursor;
    }
  };
  return { desk, pages };
}

it("shows a seller no fill twice, though a stop has left it in the archive and the books", async () => {
  const { desk, pages } = await sold(4);
  const before = pages();
  desk.database.arm(2);
  await expect(archiveOlderThan(desk, 90)).rejects.toThrow(InjectedFault);
  desk.database.arm(0);
  expect(pages()).toEqual(before);
});

it("shows a seller what restored books know, beside an archive that is newer", async () => {
  const { desk, pages } = await sold(4);
  const [before, backup] = [pages(), desk.copy()];
  for (const at of [5, 6, 7]) await desk.order(manual({ receiver: [addressOf(at)] }));
  await runOut(desk);
  later(desk, 100);
  expect(await archiveOlderThan(desk, 90)).toMatchObject({ orders: 6 });
  desk.restart(backup);
  expect(pages()).toEqual(before);
  expect(await archiveOlderThan(desk, 90)).toMatchObject({ orders: 3 });
  expect(pages()).toEqual(before);
});

it("shows a seller each fill, where the archive has one of an unknown order in the same place", async () => {
  const { desk, pages } = await sold(4);
  const before = pages();
  const places = "SELECT leg.*, leg.rowid AS place, 45 AS price_sun FROM leg";
  const unknown = (desk.rows(places) as ArchivedLeg[]).map((leg, at) => {
    return { ...leg, id: `${"f".repeat(24)}.${at}`, order_id: "f".repeat(24) };
  });
  await archiveOlderThan(desk, 90);
  desk.engine.archive.add({ orders: [], legs: unknown, at: 1 });
  expect(pages()).toEqual(before);
});

it("shows a seller the same fills, over all pages", async () => {
  const { desk, pages } = await sold(4);
  await desk.order(manual({ receiver: [addressOf(9)] }));
  const before = pages();
  expect(before.flat()).toHaveLength(5);
  expect(await archiveOlderThan(desk, 90)).toMatchObject({ orders: 4, delegations: 4 });
  expect(pages()).toEqual(before);
  desk.assertSound();
});

it("refuses a start on an archive that lacks what the books have moved, or cannot be read", async () => {
  const { desk } = await aged();
  await archiveOlderThan(desk, 90, 2);
  const { path } = desk.engine.archive;
  const older = readFileSync(path);
  await archiveOlderThan(desk, 90);
  expect(() => assertArchiveThere(desk.engine)).not.toThrow();
  for (const [bytes, why] of [
    [older, /is older than the database/],
    ["", /is older than the database/],
    ["no database", /cannot be read \(file is not a database\)/],
  ] as const) {
    desk.restart();
    writeFileSync(path, bytes);
    expect(() => assertArchiveThere(desk.engine)).toThrow(why);
    await expect(archiveOlderThan(desk, 90)).rejects.toThrow(why);
  }
});

it("lies beside the database itself, whichever link leads there", async () => {
  const { desk } = await aged();
  const link = `${desk.path}-link`;
  symlinkSync(desk.path, link);
  const linked = openEngine(link);
  expect(linked.engine.archive.path).toBe(`${realpathSync(desk.path)}-archive`);
  linked.close();
});

it("refuses a start without the archive that the books need", async () => {
  const { desk } = await aged();
  expect(() => assertArchiveThere(desk.engine)).not.toThrow();
  await archiveOlderThan(desk, 90);
  expect(() => assertArchiveThere(desk.engine)).not.toThrow();
  desk.restart();
  rmSync(desk.engine.archive.path);
  const read = () => readOrders(desk.engine, { customerId: desk.customerId, limit: 100 });
  expect(read).toThrow(/desk\.db-archive is not there/);
  expect(desk.halts).toEqual([]);
  expect(() => assertArchiveThere(desk.engine)).toThrow(/desk\.db-archive, which is not there/);
});
