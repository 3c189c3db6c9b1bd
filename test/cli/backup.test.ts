/** `desk backup` beside a desk that takes orders, what it refuses, and payouts after a restore. */

import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { sun } from "../../src/domain/money.js";
import { parseOrderRequest } from "../../src/domain/order-request.js";
import { auditFile } from "../../src/engine/operating/audit.js";
import { assertNoBackup, backedUpAt } from "../../src/engine/operating/backup.js";
import { booksCompared } from "../../src/engine/operating/reconcile.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { assertPayoutsPossible } from "../../src/engine/payouts/payouts.js";
import { payoutsRead } from "../../src/engine/payouts/unknown-payouts.js";
import { all } from "../../src/store/phase.js";
import { writeSetting } from "../../src/store/settings.js";
import { readFileOnce } from "../../src/store/sqlite/database.js";
import { sellerWith, TRX } from "../support/payouts.js";
import { type Desk, deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { OWNER, openEngine, placeOrder, RECEIVER, runDesk, sent } from "./running-desk.js";

let directory: ReturnType<typeof temporaryDirectory>;
let path: string;
let desk: Desk;
const at = (name: string) => join(directory.path, name);

beforeEach(() => {
  directory = temporaryDirectory();
  path = at("desk.db");
  desk = deskOn(path);
});
afterEach(() => directory.remove());

const ordersIn = async (file: string) =>
  (await readFileOnce(file, () => all<{ id: string }>("SELECT id FROM orders"))).map(
    ({ id }) => id,
  );

test("a backup under load holds every order acknowledged before, adds up, and is its user's alone", async () => {
  const running = await runDesk(path);
  const { customerId } = await placeOrder(running.engine);
  const body = { type: "Fast", resourceType: "Energy", receiver: [RECEIVER], duration: "1h" };
  const request = parseOrderRequest({ ...body, resourceAmount: 40_000 });
  const call = { customerId, channel: "http", request, idempotencyKey: undefined } as const;
  const acknowledged: string[] = [];
  let loading = true;
  const load = (async () => {
    while (loading && acknowledged.length < 30) {
      acknowledged.push(...(await createOrders(running.engine, call)).orderIds);
    }
  })();
  while (acknowledged.length < 3) await new Promise(setImmediate);
  const before = [...acknowledged];
  const result = await resultOf(desk, "backup", at("copy.db"));
  loading = false;
  await load;
  expect(result).toMatchObject({ file: at("copy.db"), audit: { ok: true, violations: [] } });
  expect(statSync(at("copy.db")).mode & 0o777).toBe(0o600);
  expect(await ordersIn(at("copy.db"))).toEqual(expect.arrayContaining(before));
  expect((await auditFile(at("copy.db"))).ok).toBe(true);
  // The desk knows how old its newest backup is.
  expect(await running.engine.database.read(backedUpAt)).toMatchObject({ madeAt: result.takenAt });
  await running.close();

  const copy = await openEngine(at("copy.db"));
  await expect(assertNoBackup(copy.engine.database)).rejects.toThrow("`desk restore --confirm`");
  await copy.close();
  // What the first one does not know, a copy of it does not know either.
  const again = await resultOf(deskOn(at("copy.db")), "backup", at("again.db"));
  expect(again).toMatchObject({ takenAt: result.takenAt, block: result.block });
  const own = await openEngine(path);
  await assertNoBackup(own.engine.database);
  await own.close();
});

test("it never overwrites, and says what is wrong with the place", async () => {
  await (await openEngine(path)).close();
  writeFileSync(at("taken.db"), "precious");
  const taken = await errorOf(desk, "backup", at("taken.db"));
  expect(taken).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
  expect(taken.message).toContain("exists already; name a new one");
  expect(readFileSync(at("taken.db"), "utf8")).toBe("precious");
  const nowhere = await errorOf(desk, "backup", at("no/such/copy.db"));
  expect(nowhere.message).toContain("No backup was made");
  expect(nowhere.message).toContain("Name a file in a directory that is there");
  const other = new Sqlite(at("other.db"));
  other.exec("CREATE TABLE cookies (name TEXT); PRAGMA user_version = 5");
  other.close();
  const ofAnother = await errorOf(deskOn(at("other.db")), "backup", at("copy.db"));
  expect(ofAnother.message).toMatch(/other\.db is a database of another program\. .* new file\.$/);
  const elsewhere = await errorOf(deskOn(at("none.db")), "backup", at("copy.db"));
  expect(elsewhere).toMatchObject({ status: 1, code: "NOT_FOUND" });
  const onPostgres = deskOn(path, { DATABASE_URL: "postgres://desk@db/desk" });
  expect((await errorOf(onPostgres, "backup", at("copy.db"))).message).toContain("pg_basebackup");
  const text = await desk("backup", at("copy.db"));
  expect(text).toMatchObject({ status: 0, stderr: "" });
  expect(text.stdout).toContain("The copy is intact and its books add up.");
});

test("a copy is not opened together with what a database of its name left before it", async () => {
  const before = await openEngine(at("restored.db"));
  await placeOrder(before.engine);
  copyFileSync(at("restored.db-wal"), at("left-wal"));
  await before.close();
  await (await openEngine(path)).close();
  await resultOf(desk, "backup", at("copy.db"));
  copyFileSync(at("copy.db"), at("restored.db"));
  copyFileSync(at("left-wal"), at("restored.db-wal"));
  const restored = deskOn(at("restored.db"));
  const refused = await errorOf(restored, "restore");
  expect(refused.message).toContain("copy it to a name that was never used");
  rmSync(at("restored.db-wal"));
  expect(await resultOf(restored, "restore")).toMatchObject({ confirmed: false, openOrders: 0 });
});

test("books that were moved elsewhere give no backup: nobody could open it", async () => {
  const { engine, close } = await openEngine(path);
  const moved = { id: "1", to: "DATABASE_URL: elsewhere", at: 1, isDone: true };
  await engine.database.commit(() => writeSetting("moved", moved, "test", 1));
  await close();
  const { message } = await errorOf(desk, "backup", at("copy.db"));
  expect(message).toContain("these books were moved to DATABASE_URL: elsewhere");
  expect(existsSync(at("copy.db"))).toBe(false);
});

test("a damaged database gives no backup, and books that are wrong are said to be so", async () => {
  const { engine, close } = await openEngine(path);
  await placeOrder(engine);
  await engine.database.commit(function* () {
    yield {
      sql: "UPDATE account SET balance_sun = balance_sun + 1 WHERE id = 'revenue'",
      params: [],
    };
  });
  await close();
  const wrong = await desk("backup", at("wrong.db"));
  expect(wrong.status).toBe(1);
  expect(wrong.stdout).toContain("its books do not add up");
  const bytes = readFileSync(path);
  bytes.fill(0x55, 4_096 * 12, 4_096 * 30);
  writeFileSync(path, bytes);
  chmodSync(path, 0o600);
  expect((await errorOf(desk, "backup", at("damaged.db"))).message).toContain("No backup was made");
  expect(() => statSync(at("damaged.db"))).toThrow("ENOENT");
  expect(() => statSync(at("damaged.db.partial"))).toThrow("ENOENT");
});

test("a restored desk pays nobody until what was paid since is booked and payouts are released", async () => {
  const { engine, close } = await openEngine(path);
  const { customerId } = await placeOrder(engine);
  await engine.database.commit(() => sellerWith(RECEIVER, customerId, sun(40 * TRX), 1));
  await close();
  expect(await errorOf(desk, "restore")).toMatchObject({ code: "NOT_FOUND" });
  const confirmed = await resultOf(desk, "restore", "--unmarked", "--confirm");
  expect(confirmed).toMatchObject({ openOrders: 1, confirmed: true, block: null });
  const running = await runDesk(path, { payer: OWNER, moneyOf: sent(RECEIVER, 39.5) });
  expect(await errorOf(desk, "restore")).toMatchObject({ code: "IN_USE" });
  running.engine.gates.resume();
  expect(() => assertPayoutsPossible(running.engine)).toThrow("Payouts are held");

  const txid = "ab".repeat(32);
  const book = (seller: string) => ["payout", "book", "--seller", seller, "--txid", txid];
  expect((await errorOf(desk, ...book(OWNER))).message).toContain(`${OWNER} is no seller`);
  expect(running.engine.gates.halt).toBeUndefined();
  expect(await resultOf(desk, ...book(RECEIVER))).toMatchObject({ state: "paid", amount: 39.5 });
  expect((await errorOf(desk, ...book(RECEIVER))).message).toContain("is booked already");
  const wrong = await errorOf(desk, "payout", "book", "--seller", RECEIVER, "--txid", "AB");
  expect(wrong.message).toContain("--txid");
  expect(await auditFile(path)).toEqual({ ok: true, violations: [] });
  const early = await errorOf(desk, "resume", "--payouts");
  expect(early.message).toContain("run `desk reconcile` first");
  await booksCompared(running.engine, []);
  const other = { txid: "cd".repeat(32), receiver: RECEIVER, amount_sun: sun(3 * TRX) };
  const whole = { nextBlock: 78, untilMs: 1, complete: true };
  await payoutsRead(running.engine, [{ ...other, block_number: 77 }], whole);
  const listed = await desk("payout", "unknown");
  expect(listed.stdout).toContain(`desk payout book --seller ${RECEIVER} --txid ${other.txid}`);
  const left = await desk("restore", "steps");
  expect(left).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/keys.*payouts.*debits/s),
  });
  const dismiss = ["payout", "dismiss", other.txid, "--by", "Ann", "--reason", "our own"];
  await resultOf(desk, ...dismiss);
  expect(await errorOf(desk, ...dismiss)).toMatchObject({ code: "NOT_FOUND" });
  expect((await desk("key", "enable")).stderr).toContain("give some, or --customer, or --all");
  expect(await resultOf(desk, "key", "enable", "--all")).toEqual({ enabled: 1 });
  expect((await errorOf(desk, "resume")).message).toMatch(/Open: debits: [^:]*`desk restore done/);
  const done = await resultOf(desk, "restore", "done", "debits", "--by", "Ann");
  expect(done).toMatchObject({ step: "debits", restored: true, open: [] });
  const released = await resultOf(desk, "resume", "--payouts");
  expect(released).toMatchObject({ lifted: expect.stringContaining("restored"), stillHeld: null });
  expect(() => assertPayoutsPossible(running.engine)).not.toThrow("Payouts are held");
  expect(await errorOf(desk, "reconcile")).toMatchObject({ code: "NOT_RUNNING" });
  await running.close();
});
