/** What version 7 makes of the rows of before: tables are made anew, and what says whose money is where stays as it was from then on. */
import { expect, onTestFinished, test } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { sun } from "../../src/domain/money.js";
import { setUsdtRate } from "../../src/engine/deposits/deposits.js";
import { rateFor } from "../../src/engine/deposits/usdt-rate.js";
import { audit } from "../../src/engine/operating/audit.js";
import { Database } from "../../src/store/database.js";
import { all, type Row, run } from "../../src/store/phase.js";
import { openEngine } from "../cli/running-desk.js";
import { contents, keptDatabase } from "../support/kept-versions.js";

const CUSTOMER = "(SELECT min(id) FROM customer)";
const [SELLER, OTHER] = [
  "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK",
];
const id = (letter: string) => letter.repeat(24);
const txid = (letter: string) => letter.repeat(64);

/** By table: a row that the story of a kept database has not brought about. */
const ROWS: Readonly<Record<string, string>> = {
  incident: "(kind, text, at) VALUES ('audit', 'it goes on', 1)",
  private_stake: `VALUES ('${SELLER}', '${OTHER}', 'energy', 5)`,
  seller_challenge: `SELECT 'n', ${CUSTOMER}, '${SELLER}', 'text', 9`,
  stake_act: `VALUES (9, 0, '${SELLER}', '${OTHER}', 'energy', -5)`,
  telegram_chat: "VALUES (7, NULL, 9)",
  told_lock: `VALUES ('${OTHER}', 'energy', '${SELLER}', 9, 8)`,
  wallet_name: `(customer_id, key, name, address, created_at) SELECT ${CUSTOMER}, 'cold', 'Cold', '${OTHER}', 1`,
  watched_batch:
    "(batch_id, draft_id, user_id, chat_id, is_group) SELECT min(id), 'd', 7001, 7001, 0 FROM batch",
  balance_limit: `SELECT 'available:' || ${CUSTOMER}, 7001, 5, 1, 0`,
  limit_question: "(user_id, message_id, asked_at) VALUES (7001, 1, 1)",
  not_read: "(reader, block_number, reason, noted_at) VALUES ('deposits', 9, 'nobody gives it', 1)",
  deposit_address: `SELECT '${OTHER}', ${CUSTOMER}, 'another key', 2147483647, 1`,
  usdt_rate: "(since, rate_sun, set_by) VALUES (0, 1, 'set while it was stopped')",
  api_key: `(id, customer_id, hash, hint, created_at, revoked_at) SELECT 'k', ${CUSTOMER}, '${txid("a")}', 'edk', 1, 2`,
  deposit: `SELECT * FROM (
    SELECT '${id("a")}', ${CUSTOMER}, '${OTHER}', '${txid("a")}', 'log', 3, 'USDT', '5', 'refused', 3200000, 0, 9, 1, 1, 'no', 'Ann'
    UNION ALL
    SELECT '${id("b")}', ${CUSTOMER}, '${OTHER}', '${txid("b")}', 'transfer', 0, 'TRX', '5', 'seen', NULL, 0, 9, 1, 1, NULL, NULL)`,
};

/** A database of version 6 with a row in every table. */
function filled(): string {
  const path = keptDatabase(6);
  const sqlite = new Sqlite(path);
  for (const [table, row] of Object.entries(ROWS)) sqlite.exec(`INSERT INTO ${table} ${row}`);
  sqlite.close();
  return path;
}

const rowsOf = (database: Database, sql: string): Promise<Row[]> => database.read(() => all(sql));

function opened(path: string): Database {
  const database = new Database({ path });
  onTestFinished(() => database.close());
  return database;
}

test("every row of every table of version 6 is kept, and the books add up", async () => {
  const path = filled();
  const before = contents(path);
  const empty = [...before.rows].filter(([, rows]) => rows.length === 0);
  expect(empty).toEqual([]);
  const database = opened(path);
  expect(await audit(database)).toEqual({ ok: true, violations: [] });
  expect(await rowsOf(database, "PRAGMA foreign_key_check")).toEqual([]);
  expect(await rowsOf(database, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  const after = contents(path, before.columnsOf);
  for (const [table, rows] of before.rows) expect(after.rows.get(table), table).toEqual(rows);
});

test.each([5, 6])(
  "what withdrawals of version %i were asked for with is noted, also of those that are over",
  async (version) => {
    const database = opened(keptDatabase(version));
    const columns = "id, customer_id, address, amount_sun, fee_sun";
    const asked = await rowsOf(database, `SELECT ${columns} FROM withdrawal_asked ORDER BY id`);
    expect(asked).toEqual(await rowsOf(database, `SELECT ${columns} FROM withdrawal ORDER BY id`));
    expect(asked).toHaveLength(5);
  },
);

test("nothing of what was made anew can be changed any more, and a fork still takes away what was only seen", async () => {
  const database = opened(filled());
  const write = (sql: string) => database.commit(() => run(sql));
  for (const change of [
    "deposit SET amount = '6'",
    "deposit SET rate_sun = 1 WHERE rate_sun > 1 AND status = 'credited'",
    "deposit_address SET customer_id = 'another'",
    "withdrawal SET address = 'T'",
    "withdrawal_asked SET amount_sun = 6",
  ]) {
    await expect(write(`UPDATE ${change}`), change).rejects.toThrow("never changed");
  }
  await expect(write("DELETE FROM deposit_address")).rejects.toThrow("never deleted");
  await expect(write("DELETE FROM deposit WHERE status <> 'seen'")).rejects.toThrow(
    "never deleted",
  );
  await write("DELETE FROM deposit WHERE status = 'seen'");
});

const DAY_MS = 86_400_000;

test("a rate of USDT that is older than a day has lapsed, until it is set or confirmed", async () => {
  const path = keptDatabase(6);
  const { engine, close } = await openEngine(path);
  onTestFinished(close);
  const [newest] = await rowsOf(
    engine.database,
    "SELECT id, since FROM usdt_rate ORDER BY id DESC LIMIT 1",
  );
  const since = Number(newest?.since);
  const at = (ms: number) => engine.database.read(() => rateFor(since + ms, DAY_MS));
  expect(await at(DAY_MS - 1)).toMatchObject({ rate: { id: newest?.id }, hasLapsed: false });
  expect(await at(DAY_MS)).toMatchObject({ hasLapsed: true });
  await setUsdtRate(engine, sun(3_000_000), "Ann");
  expect(await at(DAY_MS)).toMatchObject({ rate: { rate_sun: 3_000_000 }, hasLapsed: false });
});
