/** Archives of an earlier version hold delegations alone: the orders are in the books with a mark, and go on from there. */

import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { archiveOrders, assertArchiveThere } from "../../src/engine/operating/archive.js";
import { confirmLostArchive, readLostArchive } from "../../src/engine/operating/lost-archive.js";
import { readOrders } from "../../src/engine/orders/order-resource.js";
import Sqlite from "../../src/sqlite.js";
import { run } from "../../src/store/phase.js";
import { writeSetting } from "../../src/store/settings.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { type Known, readable } from "../support/readable.js";
import { runOut } from "../support/run-out.js";
import { manual, openSeller } from "../support/sellers.js";

const DAY_MS = 86_400_000;

const archive = (desk: Desk, most = 100) =>
  archiveOrders(desk.engine, { before: desk.clock.nowMs - 90 * DAY_MS, most });

/** Four old orders, and one more; what can be read of them. */
async function oldOrders(): Promise<{ desk: Desk; known: Known; before: unknown }> {
  const desk = await openDesk({ ownersUnits: [900_000] });
  await openSeller(desk, { units: 150_000, minPrice: 45 });
  const orderIds = [await desk.order()];
  orderIds.push(...(await desk.create({ receiver: addressesOf(2, 2) })).orderIds);
  orderIds.push(await desk.order(manual({ receiver: [addressOf(5)] })));
  orderIds.push(await desk.order({ receiver: [addressOf(6)] }));
  await runOut(desk);
  desk.clock.nowMs += 100 * DAY_MS;
  const receivers = addressesOf(1, 6);
  const known = { customers: [desk.customerId], orderIds, receivers, from: 0, to: 1 };
  return { desk, known, before: await readable(desk, known) };
}

/** Brings both files to where the earlier version would have left them. */
async function asEarlier(desk: Desk): Promise<void> {
  const { archive, database } = desk.engine;
  const orders = archive.orders({ limit: 100, oldestFirst: true });
  const newest = archive.legsOf(...orders.map(({ id }) => id)).at(-1)?.id;
  archive.close();
  const file = new Sqlite(archive.path);
  file.exec("DROP TABLE orders");
  file.close();
  await database.commit(function* () {
    for (const [at, order] of orders.entries()) {
      const columns = Object.keys(order);
      yield* run(
        `INSERT INTO orders (rowid, ${columns.join()}) VALUES (?, ${columns.map(() => "?").join()})`,
        // As old as they are: below the row that has stayed.
        ...[at - orders.length, ...Object.values(order)],
      );
    }
    yield* writeSetting("archive", { newest, identity: 0 }, "desk", 1);
  });
  desk.restart();
  desk.engine.chainClock.sawHead(desk.chain.head);
}

test("are read as before, and the next run moves the orders too", async () => {
  const { desk, known, before } = await oldOrders();
  expect(await archive(desk)).toEqual({ orders: 4, delegations: 4, more: false });
  await asEarlier(desk);
  assertArchiveThere(desk.engine);
  desk.assertSound();
  expect(desk.rows("SELECT count(*) AS n FROM orders WHERE archived_at IS NOT NULL")).toEqual([
    { n: 4 },
  ]);
  expect(await readable(desk, known)).toEqual(before);

  expect(await archive(desk)).toEqual({ orders: 4, delegations: 0, more: false });
  expect(desk.rows("SELECT id FROM orders")).toHaveLength(1);
  desk.assertSound();
  assertArchiveThere(desk.engine);
  expect(await readable(desk, known)).toEqual(before);
});

test("stay in the books where an archive that was given up had their delegations", async () => {
  const { desk } = await oldOrders();
  await archive(desk);
  await asEarlier(desk);
  rmSync(desk.engine.archive.path);
  desk.restart();
  expect(readLostArchive(desk.engine)).toMatchObject({ orders: 4, delegations: 4 });
  await confirmLostArchive(desk.engine);
  desk.assertSound();
  expect(await archive(desk)).toEqual({ orders: 0, delegations: 0, more: false });
  const { orders } = readOrders(desk.engine, { customerId: desk.customerId, limit: 100 });
  expect(orders.map(({ delegations }) => delegations.length)).toEqual([1, 0, 0, 0, 0]);
  desk.assertSound();
});
