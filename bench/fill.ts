/** A database with many orders that are over, as years would have left them: written by SQL, without engine and chain. */
import { setImmediate as turn } from "node:timers/promises";
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import Sqlite from "#shared/sqlite.js";

const AT_ONCE = 100_000;
const PAGE_CACHE_KIB = 2_097_152;
const YEARS_MS = 2 * 365 * 24 * 3_600_000;
/** What was rented for an hour is taken back by then. */
const SINCE_MS = 2 * 3_600_000;

/** 65,000 Energy for an hour at 60 SUN. */
const PAID_SUN = 3_900_000;
const STAKE_SUN = 5_980_000_000;
/** Before anything was signed. */
const CANCELLED_ONE_IN = 51;
/** As many bytes as the desk's own transactions have. */
const RECLAIM_BYTES = 217;

const UNORDERED = [
  "orders_of_customer",
  "leg_by_txid",
  "leg_by_reclaim_txid",
  "transfer_of_customer",
];
/** The lines of customers are written into the transfers afterwards. */
const FINAL_TRANSFERS = "transfer_is_final";

/**
 * Adds orders of the last two years to a file that no desk has open. A fifth of them are the first customer's. Each customer is credited
 * what its orders cost, the legs are of an owner that the file has, and the books add up.
 */
export async function fillOrders(
  path: string,
  orders: number,
  customerIds: readonly string[],
): Promise<void> {
  const sqlite = new Sqlite(path);
  sqlite.pragma("journal_mode = MEMORY");
  sqlite.pragma("synchronous = OFF");
  sqlite.pragma("foreign_keys = OFF");
  sqlite.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
  try {
    const indexes = dropIndexes(sqlite);
    prepare(sqlite, customerIds);
    const everyMs = Math.max(1, Math.floor(YEARS_MS / orders));
    const firstAt = Date.now() - SINCE_MS - orders * everyMs;
    for (let from = 0; from < orders; from += AT_ONCE) {
      const to = Math.min(orders, from + AT_ONCE);
      sqlite.transaction(() => insert(sqlite, { from, to, firstAt, everyMs }))();
      // So that a run can be ended.
      await turn();
    }
    sqlite.transaction(() => settle(sqlite, firstAt))();
    for (const sql of indexes) sqlite.exec(sql);
  } finally {
    sqlite.close();
  }
}

/** Those whose rows do not come in their order: to make them anew from all rows takes a part of the time. Answers how. */
function dropIndexes(sqlite: Sqlite.Database): string[] {
  const found = sqlite.prepare("SELECT sql FROM sqlite_schema WHERE name = ?").pluck();
  return [...UNORDERED, FINAL_TRANSFERS].map((name) => {
    const sql = String(found.get(name));
    sqlite.exec(`DROP ${name === FINAL_TRANSFERS ? "TRIGGER" : "INDEX"} ${name}`);
    return sql;
  });
}

function prepare(sqlite: Sqlite.Database, customerIds: readonly string[]): void {
  sqlite.exec(`CREATE TEMP TABLE buyer (nth INTEGER PRIMARY KEY, id TEXT);
    CREATE TEMP TABLE wallet (nth INTEGER PRIMARY KEY, address TEXT);
    CREATE TEMP TABLE part (nth INTEGER PRIMARY KEY, id TEXT, batch_id TEXT, customer_id TEXT, receiver TEXT,
      at INTEGER, is_cancelled INTEGER)`);
  const addTo = (table: string, values: readonly string[]) => {
    const statement = sqlite.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
    for (const [nth, value] of values.entries()) statement.run(nth, value);
  };
  addTo("buyer", customerIds);
  addTo("wallet", MNEMONIC_ACCOUNTS);
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly firstAt: number;
  readonly everyMs: number;
}

function insert(sqlite: Sqlite.Database, { from, to, firstAt, everyMs }: Part): void {
  // Numbers in a row, spread: ids sort by their time alone.
  const idOf = (counter: number) =>
    `printf('%011x%03x%010x', at, ${counter}, timed.nth * 2654435761 % 1099511627776)`;
  sqlite.exec(`
    DELETE FROM part;
    INSERT INTO part
      WITH RECURSIVE count (nth) AS (SELECT ${from} UNION ALL SELECT nth + 1 FROM count WHERE nth + 1 < ${to}),
      timed AS (SELECT nth, ${firstAt} + nth * ${everyMs} AS at,
        iif(nth % 5 = 0, 0, nth * 7919 % (SELECT count(*) FROM buyer)) AS buyer,
        nth * 31 % (SELECT count(*) FROM wallet) AS wallet FROM count)
      SELECT timed.nth, ${idOf(1)}, ${idOf(0)}, buyer.id, wallet.address, at, timed.nth % ${CANCELLED_ONE_IN} = 7
      FROM timed JOIN buyer ON buyer.nth = timed.buyer JOIN wallet ON wallet.nth = timed.wallet;
    INSERT INTO batch (id, customer_id, channel, created_at)
      SELECT batch_id, customer_id, 'http', at FROM part;
    INSERT INTO orders (id, batch_id, customer_id, receiver, type, resource, amount, duration, price_sun, paid_sun,
        status, cancel_requested, cancel_reason, filled_amount, posted_sun, refunded_sun, created_at, finished_at, queue_key)
      SELECT id, batch_id, customer_id, receiver, 'Fast', 'energy', 65000, '1h', 60, ${PAID_SUN},
        iif(is_cancelled, 'cancelled', 'completed'), is_cancelled, iif(is_cancelled, 'cancelled by the customer', NULL),
        iif(is_cancelled, 0, 65000), iif(is_cancelled, 0, ${PAID_SUN}), iif(is_cancelled, ${PAID_SUN}, 0), at, at + 4000, id
      FROM part;
    INSERT INTO leg (id, order_id, sequence, owner, receiver, resource, units, amount_sun, duration, state, locked,
        reserved_sun, reserving, stake_sun, posted, earned, txid, transaction_hex, transaction_expires_at, attempts,
        block_number, delegated_at, expires_at, reclaim_txid, reclaim_hex, reclaim_expires_at,
        reclaim_attempts, reclaim_block, compared)
      SELECT id || '.1', id, 1, (SELECT address FROM owner WHERE kind = 'pool' LIMIT 1), receiver, 'energy', 65000,
        ${PAID_SUN}, '1h', 'reclaimed', 1, ${STAKE_SUN}, 0, ${STAKE_SUN}, 1, 1, ${hex(32)}, '',
        at + 120000, 1, 1 + nth / 4, at + 3000, at + 3603000, ${hex(32)}, ${hex(RECLAIM_BYTES)}, at + 3723000,
        1, 1201 + nth / 4, 1
      FROM part WHERE NOT is_cancelled;
    INSERT INTO transfer (id, from_account, to_account, amount_sun, at)
      SELECT id || ':hold', 'available:' || customer_id, 'held:' || customer_id, ${PAID_SUN}, at FROM part
      UNION ALL SELECT id || ':void:rest', 'held:' || customer_id, 'available:' || customer_id, ${PAID_SUN}, at + 4000
        FROM part WHERE is_cancelled
      UNION ALL SELECT id || '.1:post', 'held:' || customer_id, 'clearing', ${PAID_SUN}, at + 4000
        FROM part WHERE NOT is_cancelled
      UNION ALL SELECT id || '.1:earn', 'clearing', 'revenue', ${PAID_SUN}, at + 60000
        FROM part WHERE NOT is_cancelled;`);
}

function hex(bytes: number): string {
  return `lower(hex(randomblob(${bytes})))`;
}

/** What `move` writes to each transfer of a customer, for those that are written without it and are bought by gifts alone. */
const CUSTOMER_LINES = `
UPDATE transfer SET customer_id = CASE
    WHEN from_account LIKE 'available:%' THEN substr(from_account, 11)
    WHEN to_account LIKE 'available:%' THEN substr(to_account, 11)
    WHEN from_account LIKE 'held:%' THEN substr(from_account, 6)
    WHEN to_account LIKE 'held:%' THEN substr(to_account, 6) END;
-- All that came in before was given by the operator.
UPDATE transfer SET gift_sun = (to_account LIKE 'available:%' OR to_account LIKE 'held:%') * amount_sun
    - (from_account LIKE 'available:%' OR from_account LIKE 'held:%') * amount_sun
  WHERE customer_id IS NOT NULL;
UPDATE account SET gift_sun = balance_sun
    + (SELECT held.balance_sun FROM account held WHERE held.id = 'held:' || substr(account.id, 11))
  WHERE kind = 'available';
UPDATE transfer SET available_after_sun = after.available_sun, held_after_sun = after.held_sun
  FROM (SELECT rowid AS row,
      sum(amount_sun * ((to_account LIKE 'available:%') - (from_account LIKE 'available:%')))
        OVER (PARTITION BY customer_id ORDER BY rowid) AS available_sun,
      sum(amount_sun * ((to_account LIKE 'held:%') - (from_account LIKE 'held:%')))
        OVER (PARTITION BY customer_id ORDER BY rowid) AS held_sun
    FROM transfer WHERE customer_id IS NOT NULL) after
  WHERE after.row = transfer.rowid`;

/** Credits what was paid, and brings the balances to what the transfers have made of them. */
function settle(sqlite: Sqlite.Database, at: number): void {
  sqlite.exec(`
    CREATE TEMP TABLE paid AS SELECT customer_id, sum(posted_sun) AS sun FROM orders GROUP BY customer_id;
    INSERT INTO transfer (id, from_account, to_account, amount_sun, reason, at, kind)
      SELECT 'credit:' || customer_id || ':bench', 'external', 'available:' || customer_id, sun, 'bench', ${at}, 'gift'
      FROM paid WHERE sun > 0;
    UPDATE account SET balance_sun = balance_sun + (SELECT sum(sun) FROM paid) WHERE id = 'revenue';
    UPDATE account SET balance_sun = balance_sun - (SELECT sum(sun) FROM paid) WHERE id = 'external';
    ${CUSTOMER_LINES}`);
}
