/** The log of addresses, and those given out after a backup: none is shown that is not on the disk, and none is ever somebody else's. */

import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openAddressLog } from "../../src/boot/deposits.js";
import type { Address } from "../../src/domain/address.js";
import { indexBehindUnknown, readGivenLine } from "../../src/domain/deposit-address.js";
import type { CustomerId } from "../../src/domain/ids.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import {
  completeLog,
  confirmDepositKey,
  depositAddressFor,
} from "../../src/engine/deposits/addresses.js";
import { claimAddress, importAddresses } from "../../src/engine/deposits/claim.js";
import { bookDeposits } from "../../src/engine/deposits/deposits.js";
import { readMoneyOfCustomers, type ScannedBlock } from "../../src/engine/deposits/scan.js";
import { readOursAmong } from "../../src/engine/deposits/unread-block.js";
import { readUnclaimed, watchUnknown } from "../../src/engine/deposits/watched.js";
import { confirmRestore } from "../../src/engine/operating/restore.js";
import {
  DEPOSITS,
  depositRows,
  money,
  payingDesk,
  SWEEP_TO,
  scan,
  solidWith,
  usdt,
} from "../support/deposits.js";
import { type Desk, openDesk } from "../support/desk.js";
import { databasePath } from "../support/files.js";

const { keys } = DEPOSITS;
const mark = { takenAt: 1, block: 1 };

interface Restored {
  readonly desk: Desk;
  /** Who the backup knows without an address, and who came after it. */
  readonly known: CustomerId;
  readonly later: CustomerId;
  /** Theirs, given out after the backup. */
  readonly ofKnown: Address;
  readonly ofLater: Address;
  readonly log: string;
  readonly backup: string;
}

/** Restored from a backup after which two addresses were given out; what `paid` makes of them came while the desk was away. */
async function restored(
  paid: (desk: Desk, one: Pick<Restored, "ofKnown" | "ofLater">) => ScannedBlock[] = () => [],
): Promise<Restored> {
  const log = join(dirname(databasePath()), "addresses.log");
  const { desk } = await payingDesk({ deposits: { ...DEPOSITS, log: openAddressLog(log) } });
  const known = (await createCustomer(desk.engine, "Known")).customerId;
  const backup = desk.copy();
  const ofKnown = await depositAddressFor(desk.engine, known);
  const later = (await createCustomer(desk.engine, "Later")).customerId;
  const ofLater = await depositAddressFor(desk.engine, later);
  const blocks = paid(desk, { ofKnown, ofLater });
  await desk.restart(backup);
  desk.clock.nowMs += 1_000;
  await confirmRestore(desk.engine, mark);
  await watchUnknown(desk.engine);
  if (blocks.length > 0) await scan(desk, ...blocks);
  return { desk, known, later, ofKnown, ofLater, log, backup };
}

const openIncidents = (desk: Desk) =>
  desk.rows("SELECT kind FROM incident WHERE closed_at IS NULL").map(({ kind }) => kind);

test("a desk that is begun anew beside the log of a lost one gives nobody an address of the lost one", async () => {
  const log = join(dirname(databasePath()), "lost.log");
  const withLog = () => ({ deposits: { ...DEPOSITS, log: openAddressLog(log) } });
  const lost = await payingDesk(withLog());
  const { engine } = await openDesk({ creditTrx: 0, ...withLog() });
  await confirmDepositKey(engine, keys.first);
  expect(await watchUnknown(engine)).toBe(1_001);
  const { customerId } = await createCustomer(engine, "New");
  expect(await depositAddressFor(engine, customerId)).toBe(keys.addressAt(1_002));
  expect(await watchUnknown(engine)).toBe(0);
  const { added } = await importAddresses(engine, readFileSync(log, "utf8"));
  expect(added).toMatchObject([{ customerId: lost.desk.customerId, address: lost.address }]);
});

describe("a restored desk", () => {
  test("watches the next 1,000 of the key and gives out those behind them", async () => {
    const { desk, ofKnown, ofLater } = await restored();
    const watched = desk.rows("SELECT address, key_index FROM watched_address ORDER BY key_index");
    expect(watched.slice(0, 2).map(({ address }) => address)).toEqual([ofKnown, ofLater]);
    // The log knows of the first two, so the thousand after them are watched.
    expect(watched.map(({ key_index }) => key_index)).toEqual(
      Array.from({ length: 1_002 }, (_, at) => at + 2),
    );
    const { customerId } = await createCustomer(desk.engine, "New");
    expect(await depositAddressFor(desk.engine, customerId)).toBe(keys.addressAt(1_004));
    expect(await watchUnknown(desk.engine)).toBe(0);
  });

  test("never gives an address of its life before to anybody when it is restored once more", async () => {
    const { desk, log, backup } = await restored();
    const first = await createCustomer(desk.engine, "First life");
    const address = await depositAddressFor(desk.engine, first.customerId);
    await desk.restart(backup);
    desk.clock.nowMs += 1_000;
    await confirmRestore(desk.engine, mark);
    const engine = { ...desk.engine, deposits: { ...DEPOSITS, log: openAddressLog(log) } };
    await watchUnknown(engine);
    const { customerId } = await createCustomer(engine, "Second life");
    const next = await depositAddressFor(engine, customerId);
    expect(next).not.toBe(address);
    expect(next).toBe(keys.addressAt(2_005));
  });

  test("notes what came to them from the backup on and credits nobody", async () => {
    const { desk, ofKnown, ofLater } = await restored((paying, one) => [
      solidWith(paying, money(one.ofKnown), usdt(one.ofLater)),
      solidWith(paying, money(one.ofLater)),
    ]);
    const unclaimed = await readUnclaimed(desk.engine, 9);
    expect(unclaimed.map(({ address, asset, amount }) => [address, asset, amount])).toEqual(
      expect.arrayContaining([
        [ofKnown, "TRX", 50_000_000n],
        [ofLater, "USDT", 20_000_000n],
        [ofLater, "TRX", 50_000_000n],
      ]),
    );
    expect(unclaimed).toHaveLength(3);
    expect(depositRows(desk)).toEqual([]);
    expect(desk.balanceSun("external")).toBe(0);
    expect(openIncidents(desk)).toEqual(["deposit-unclaimed"]);
    // What proves a deposit is asked for of them, too.
    expect(await readMoneyOfCustomers(desk.engine, [money(ofKnown)])).toHaveLength(1);
    expect(await readOursAmong(desk.engine, [ofKnown, SWEEP_TO])).toEqual(new Set([ofKnown]));
    const [one] = unclaimed;
    const shown = { blockNumber: 2, blockTimestampMs: 1, money: [money(ofKnown)] };
    await expect(bookDeposits(desk.engine, one?.txid ?? "", shown)).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining(`desk deposit claim ${ofKnown}`),
    });
    desk.assertSound();
  });

  test("reads deposits from the backup on where the key was confirmed after it", async () => {
    const desk = await openDesk({ deposits: DEPOSITS });
    const { head } = desk.chain;
    await confirmRestore(desk.engine, mark);
    expect(desk.rows("SELECT block_number FROM deposit_cursor")).toEqual([
      { block_number: head.number },
    ]);
  });
});

describe("the log", () => {
  test("says whose they are, makes customers that the books do not know, and books what came", async () => {
    const { desk, known, later, ofKnown, ofLater, log } = await restored((paying, one) => [
      solidWith(paying, money(one.ofKnown), money(one.ofLater, { amount: 5n })),
    ]);
    const imported = await importAddresses(desk.engine, readFileSync(log, "utf8"));
    expect(imported).toMatchObject({ known: 1, credited: 1, others: 1, created: [later] });
    expect(imported).toMatchObject({ contradictions: [], unwatched: [], notRead: [] });
    expect(desk.moneySunOf(known).available).toBe(50_000_000);
    expect(desk.moneySunOf(later).available).toBe(0);
    expect(await depositAddressFor(desk.engine, known)).toBe(ofKnown);
    expect(await depositAddressFor(desk.engine, later)).toBe(ofLater);
    expect(desk.rows(`SELECT name FROM customer WHERE id = '${later}'`)).toEqual([
      { name: "Later" },
    ]);
    expect(openIncidents(desk)).toEqual([]);
    expect(await importAddresses(desk.engine, readFileSync(log, "utf8"))).toMatchObject({
      ...{ known: 3, added: [], credited: 0 },
    });
    await scan(desk, solidWith(desk, money(ofLater)));
    expect(desk.moneySunOf(later).available).toBe(50_000_000);
    desk.assertSound();
  });

  test("leaves both addresses to a customer who got another one before it was read", async () => {
    const { desk, known, ofKnown, log } = await restored();
    const shown = await depositAddressFor(desk.engine, known);
    desk.clock.nowMs += 1_000;
    await importAddresses(desk.engine, readFileSync(log, "utf8"));
    expect(await depositAddressFor(desk.engine, known)).toBe(shown);
    await scan(desk, solidWith(desk, money(ofKnown), money(shown)));
    expect(desk.moneySunOf(known).available).toBe(100_000_000);
  });

  test("changes nothing where it contradicts itself or the books, is of another key, or cannot be read", async () => {
    const { desk, known, later, ofLater } = await restored();
    const [mine, theirs] = [keys.addressAt(1), keys.addressAt(500)];
    const text = [
      `${known}\tKnown\t3\t${ofLater}`,
      `${later}\tLater\t3\t${ofLater}`,
      `${known}\tKnown\t1\t${mine}`,
      `${known}\tKnown\t501\t${theirs}`,
      `${known}\tKnown\t7\tT`,
      "",
    ].join("\n");
    const before = desk.rows("SELECT * FROM deposit_address");
    expect(await importAddresses(desk.engine, text)).toMatchObject({
      ...{ added: [], known: 0, ofOtherKeys: [theirs], notRead: [5] },
      contradictions: [
        { address: ofLater, customerIds: [known, later] },
        { address: mine, customerIds: [known, desk.customerId] },
      ],
    });
    expect(desk.rows("SELECT * FROM deposit_address")).toEqual(before);
  });
});

test("without a log the operator says by name whose an address is, once", async () => {
  const { desk, known, ofKnown } = await restored((paying, one) => [
    solidWith(paying, money(one.ofKnown), { ...money(one.ofKnown), doubt: "unsigned" } as never),
  ]);
  const claim = { address: ofKnown, customerId: known, by: "Ann" };
  await expect(claimAddress(desk.engine, { ...claim, customerId: "nobody" })).rejects.toMatchObject(
    { code: "NOT_FOUND" },
  );
  const booked = await claimAddress(desk.engine, claim);
  expect(booked).toEqual({ credited: 1, waiting: 1, others: 0 });
  expect(desk.moneySunOf(known).available).toBe(50_000_000);
  expect(desk.rows("SELECT text FROM incident WHERE kind = 'addresses-known'")).toEqual([
    {
      text: expect.stringContaining(`Ann says that ${ofKnown} is the address of customer ${known}`),
    },
  ]);
  await expect(claimAddress(desk.engine, claim)).rejects.toMatchObject({
    message: expect.stringContaining(`is the address of customer ${known}`),
  });
  desk.assertSound();
});

test("USDT whose rate has lapsed waits for the next one, also where its address is claimed", async () => {
  const { desk, known, ofKnown } = await restored((paying, one) => [
    solidWith(paying, usdt(one.ofKnown)),
  ]);
  const deposits = { ...DEPOSITS, terms: { ...DEPOSITS.terms, rateLastsMs: 1 } };
  const claim = { address: ofKnown, customerId: known, by: "Ann" };
  const booked = await claimAddress({ ...desk.engine, deposits }, claim);
  expect(booked).toEqual({ credited: 0, waiting: 1, others: 0 });
  expect(depositRows(desk)).toMatchObject([{ status: "waits_for_rate" }]);
});

test.each([
  [1, [], 1_001],
  [5, [1, 2, 3], 1_005],
  [5, [5, 6, 2 ** 31 - 1, 90_000], 1_007],
  [5, [1_005, 5], 2_006],
  [2 ** 31 - 10, [], 2 ** 31],
])("behind index %i and the logged %j the next is %i", (next, logged, behind) => {
  expect(indexBehindUnknown(next, logged)).toBe(behind);
});

const linesOf = (path: string) => readFileSync(path, "utf8").split("\n");

/** A desk with a log in that file, and its key confirmed. */
async function loggingDesk(path: string): Promise<Desk> {
  const desk = await openDesk({ deposits: { ...DEPOSITS, log: openAddressLog(path) } });
  await confirmDepositKey(desk.engine, keys.first);
  return desk;
}

const newPath = () => join(dirname(databasePath()), "addresses.log");
const incidents = (desk: Desk) =>
  desk.rows(`SELECT kind, closed_at IS NULL AS "isOpen" FROM incident`);

test("an address is in the log once, for its owner's eyes alone, before it is shown", async () => {
  const path = newPath();
  const desk = await loggingDesk(path);
  const { customerId } = await createCustomer(desk.engine, "Ann\t&\nco");
  const address = await depositAddressFor(desk.engine, customerId);
  await depositAddressFor(desk.engine, customerId);
  expect(linesOf(path)).toEqual([`${customerId}\tAnn & co\t1\t${address}`, ""]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("no address is shown while the log cannot be written, and none is lost by it", async () => {
  const path = join(dirname(databasePath()), "other-disk", "addresses.log");
  const desk = await loggingDesk(path);
  const asked = () => depositAddressFor(desk.engine, desk.customerId);
  await expect(asked()).rejects.toMatchObject({ code: "BUSY", status: 503 });
  await expect(asked()).rejects.toMatchObject({ code: "BUSY" });
  expect(incidents(desk)).toEqual([{ kind: "address-log", isOpen: 1 }]);
  mkdirSync(dirname(path));
  expect(await asked()).toBe(keys.addressAt(1));
  expect(linesOf(path).filter((line) => line !== "")).toHaveLength(1);
  expect(incidents(desk)).toEqual([{ kind: "address-log", isOpen: 0 }]);
});

test("a log that can be written again gets what was given before, too", async () => {
  const path = join(dirname(databasePath()), "other-disk", "addresses.log");
  const desk = await openDesk({ deposits: DEPOSITS });
  await confirmDepositKey(desk.engine, keys.first);
  const before = await depositAddressFor(desk.engine, desk.customerId);
  const engine = { ...desk.engine, deposits: { ...DEPOSITS, log: openAddressLog(path) } };
  expect(await completeLog(engine)).toContain("ENOENT");
  mkdirSync(dirname(path));
  const { customerId } = await createCustomer(engine, "Later");
  const address = await depositAddressFor(engine, customerId);
  const given = linesOf(path).flatMap((line) => readGivenLine(line) ?? []);
  expect(given.map((one) => one.address)).toEqual([before, address]);
});

test("a start writes what the log lacks, behind a line that was cut off", async () => {
  const path = newPath();
  const desk = await openDesk({ deposits: DEPOSITS });
  await confirmDepositKey(desk.engine, keys.first);
  const address = await depositAddressFor(desk.engine, desk.customerId);
  writeFileSync(path, `${desk.customerId}\ttest`, { mode: 0o600 });
  const withLog = () => ({
    ...desk.engine,
    deposits: { ...DEPOSITS, log: openAddressLog(path) },
  });
  expect(await completeLog(withLog())).toBeUndefined();
  expect(await completeLog(withLog())).toBeUndefined();
  const given = linesOf(path).flatMap((line) => readGivenLine(line) ?? []);
  expect(given).toMatchObject([{ customerId: desk.customerId, index: 1, address }]);
  expect(linesOf(path)).toHaveLength(3);
});

test("addresses that are asked for at once are all in the log", async () => {
  const path = newPath();
  const desk = await loggingDesk(path);
  const customers = await Promise.all(
    ["a", "b", "c", "d"].map((name) => createCustomer(desk.engine, name)),
  );
  const shown = await Promise.all(
    customers.map(({ customerId }) => depositAddressFor(desk.engine, customerId)),
  );
  const given = linesOf(path).flatMap((line) => readGivenLine(line) ?? []);
  expect(given.map(({ address }) => address).sort()).toEqual([...shown].sort());
  expect(given.map(({ index }) => index).sort()).toEqual([1, 2, 3, 4]);
});

test.each(["a".repeat(64), "SQLite format 3\0", "PORT=3000\n", "ab\nab\n"])(
  "a file that begins with %j is no log, and is left as it is",
  (text) => {
    const path = newPath();
    writeFileSync(path, text);
    expect(() => openAddressLog(path)).toThrow(`DEPOSIT_ADDRESS_LOG: ${path} holds something else`);
    expect(readFileSync(path, "utf8")).toBe(text);
  },
);
