/** A disk that is lost with the archive on it: the desk goes on with its books, and says what it cannot show any more. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readIncidents } from "../../src/engine/incidents.js";
import { archiveOrders, assertArchiveThere } from "../../src/engine/operating/archive.js";
import { audit } from "../../src/engine/operating/audit.js";
import { confirmLostArchive, readLostArchive } from "../../src/engine/operating/lost-archive.js";
import { readOrder, readOrders } from "../../src/engine/orders/order-resource.js";
import Sqlite from "../../src/sqlite.js";
import { addressOf } from "../support/addresses.js";
import { damagePageOf } from "../support/damaged-archive.js";
import { type Desk, openDesk } from "../support/desk.js";
import { historyOf } from "../support/readable.js";
import { runOut } from "../support/run-out.js";

const DAY_MS = 86_400_000;

const archive = ({ engine, clock }: Desk, most: number) =>
  archiveOrders(engine, { before: clock.nowMs - 90 * DAY_MS, most });

async function ended(desk: Desk, receivers: readonly number[]): Promise<void> {
  for (const at of receivers) await desk.order({ receiver: [addressOf(at)] });
  await runOut(desk);
  desk.clock.nowMs += 100 * DAY_MS;
}

/** Three old orders, two of them in the archive, and a new process. */
async function archived(): Promise<Desk> {
  const desk = await openDesk({ ownersUnits: [900_000] });
  await ended(desk, [1, 2, 3]);
  expect(await archive(desk, 9)).toMatchObject({ orders: 2, delegations: 2 });
  desk.restart();
  return desk;
}

const ordersOf = ({ engine, customerId }: Desk) =>
  readOrders(engine, { customerId, limit: 100 }).orders;

/** How many delegations each order shows, the newest first. */
const shown = (desk: Desk) => ordersOf(desk).map(({ delegations }) => delegations.length);

/** The account's history, without what is known of the orders beside their ids. */
const moneyMoved = async (desk: Desk) =>
  (await historyOf(desk)).map(({ order, ...entry }) => ({ ...entry, orderId: order?.orderId }));

it("is given up on purpose, and a new one begins", async () => {
  const desk = await archived();
  const { path } = desk.engine.archive;
  const [orders, money, file] = [ordersOf(desk), desk.moneySun, readFileSync(path)];
  const moved = await moneyMoved(desk);
  expect(readLostArchive(desk.engine)).toBeUndefined();
  expect(await confirmLostArchive(desk.engine)).toBeUndefined();
  desk.restart();
  rmSync(path);
  expect(() => assertArchiveThere(desk.engine)).toThrow("`desk archive --lost`");
  const loss = { file: path, problem: "is not there", orders: 2, delegations: 2 };
  expect(readLostArchive(desk.engine)).toEqual({ ...loss, confirmed: false });
  expect(() => assertArchiveThere(desk.engine)).toThrow("is not there");
  expect(await confirmLostArchive(desk.engine)).toEqual({ ...loss, confirmed: true });

  desk.restart();
  assertArchiveThere(desk.engine);
  expect(ordersOf(desk)).toEqual(orders.slice(0, 1));
  const gone = orders.at(-1)?.orderId ?? "";
  expect(() => readOrder(desk.engine, desk.customerId, gone)).toThrow("no order with this id");
  expect(await moneyMoved(desk)).toEqual(moved);
  const ofGone = (await historyOf(desk)).filter(({ order }) => order?.orderId === gone);
  expect(ofGone.map(({ kind }) => kind)).toEqual(["hold", "delivered"]);
  expect(ofGone[0]?.order).toEqual({ orderId: gone, txid: undefined });
  const [incident] = readIncidents(desk.engine, 1);
  expect(incident).toMatchObject({ kind: "archive-lost" });
  expect(incident?.text).toContain("2 old orders are not shown any more");
  expect(desk.moneySun).toEqual(money);

  await ended(desk, [4, 5]);
  expect(await archive(desk, 9)).toMatchObject({ orders: 2, delegations: 2 });
  expect(shown(desk)).toEqual([1, 1, 1]);
  desk.assertSound();
  desk.restart();
  assertArchiveThere(desk.engine);
  expect(shown(desk)).toEqual([1, 1, 1]);

  const all = await moneyMoved(desk);
  desk.restart();
  writeFileSync(path, file);
  expect(() => assertArchiveThere(desk.engine)).toThrow("is another one than the books use");
  await expect(archive(desk, 9)).rejects.toThrow("is another one than the books use");
  expect(readLostArchive(desk.engine)).toMatchObject({ orders: 2, delegations: 2 });
  await confirmLostArchive(desk.engine);
  desk.assertSound();
  expect(ordersOf(desk).slice(1)).toEqual(orders.slice(1));
  expect(await moneyMoved(desk)).toEqual(all);
});

it("keeps what an older copy has, which the newer one is no longer taken for", async () => {
  const desk = await openDesk({ ownersUnits: [900_000] });
  await ended(desk, [1, 2, 3]);
  await archive(desk, 1);
  const { path } = desk.engine.archive;
  const older = readFileSync(path);
  await archive(desk, 9);
  const newer = readFileSync(path);
  desk.restart();
  writeFileSync(path, older);
  expect(await confirmLostArchive(desk.engine)).toMatchObject({ orders: 1, delegations: 1 });
  assertArchiveThere(desk.engine);
  expect(shown(desk)).toEqual([1, 1]);
  desk.assertSound();
  desk.restart();
  writeFileSync(path, newer);
  expect(() => assertArchiveThere(desk.engine)).toThrow("is another one than the books use");
});

it("overwrites no file that it cannot read", async () => {
  const desk = await archived();
  const { path } = desk.engine.archive;
  writeFileSync(path, "no archive");
  expect(() => readLostArchive(desk.engine)).toThrow("move it elsewhere, keep it");
  await expect(confirmLostArchive(desk.engine)).rejects.toThrow("move it elsewhere, keep it");
  expect(readFileSync(path, "utf8")).toBe("no archive");
});

it("reads all of the file before it says that nothing is lost", async () => {
  const desk = await archived();
  const { archive, database } = desk.engine;
  const oldest = ordersOf(desk).at(-1)?.orderId ?? "";
  damagePageOf(archive, oldest);
  assertArchiveThere(desk.engine);
  const unread = `The archive ${archive.path} cannot be read (database disk image is malformed). Put that file back, from the backup`;
  expect(() => readOrder(desk.engine, desk.customerId, oldest)).toThrow(unread);
  expect(desk.halts).toEqual([]);
  expect(() => readLostArchive(desk.engine)).toThrow(`${archive.path} cannot be read (`);
  expect(() => readLostArchive(desk.engine)).toThrow("move it elsewhere, keep it");
  await expect(confirmLostArchive(desk.engine)).rejects.toThrow("move it elsewhere, keep it");
  const { ok, violations } = audit(database, archive);
  expect(ok).toBe(false);
  expect(violations).toMatchObject([
    {
      invariant: "the archive has what the books have moved there",
      subject: archive.path,
      found: expect.stringMatching(/^cannot be read \(.+\); `desk archive --lost`/),
    },
  ]);
  archive.close();
  rmSync(archive.path);
  expect(await confirmLostArchive(desk.engine)).toMatchObject({ orders: 2, delegations: 2 });
  desk.assertSound();
});

it.each(["orders", "leg"])("names a row of %s that is damaged in itself", async (table) => {
  const desk = await archived();
  const { archive, database } = desk.engine;
  const raw = new Sqlite(archive.path);
  raw.exec(`UPDATE ${table} SET fields = '{'`);
  raw.close();
  const why = /cannot be read \(the fields of \S+ are damaged\)/;
  expect(() => readOrders(desk.engine, { customerId: desk.customerId, limit: 9 })).toThrow(why);
  expect(() => readLostArchive(desk.engine)).toThrow(why);
  expect(audit(database, archive).violations).toMatchObject([
    { found: expect.stringMatching(why) },
  ]);
});
