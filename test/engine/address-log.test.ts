/** The log of addresses: none is shown that is not on the disk, whatever becomes of the database. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openAddressLog } from "../../src/boot/deposits.js";
import { readGivenLine } from "../../src/domain/deposit-address.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { completeLog } from "../../src/engine/deposits/address-log.js";
import { confirmDepositKey, depositAddressFor } from "../../src/engine/deposits/addresses.js";
import { DEPOSITS } from "../support/deposits.js";
import { type Desk, openDesk } from "../support/desk.js";
import { databasePath } from "../support/files.js";

const { keys } = DEPOSITS;
const linesOf = (path: string) => readFileSync(path, "utf8").split("\n");

/** A desk with a log in that file, and its key confirmed. */
async function loggingDesk(path: string): Promise<Desk> {
  const desk = await openDesk({ deposits: { ...DEPOSITS, log: openAddressLog(path) } });
  await confirmDepositKey(desk.engine, keys.first);
  return desk;
}

const newPath = () => join(dirname(databasePath()), "addresses.log");
const incidents = (desk: Desk) =>
  desk.rows("SELECT kind, closed_at IS NULL AS isOpen FROM incident");

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
