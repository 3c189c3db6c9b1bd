/**
 * The audit of what has changed since a mark, which is the state that the last clean audit saw. The invariants are those of the
 * whole audit; they select from temporary tables, which hold what may have changed with all that belongs to it:
 *
 * - every order, payout and booking that a newer transfer or delegation belongs to, or that is under way, or was at the mark;
 * - of the ledger the newer transfers, and for each account one sum of all before them: its balance at the mark.
 *
 * What is summed over all orders (held and cleared money, reservations) is the same sum here, since only what is under way counts
 * in it. A row that nothing has moved since the mark, and that somebody has changed past the desk, is for the whole audit to find.
 *
 * The tables live as long as the connection. They need a connection of their own, which may be one that cannot write.
 */
import { must } from "../../domain/assert.js";
import { OPEN_PAYOUT } from "../conditions.js";
import { one, type Phase, run, type SqlValue } from "../phase.js";
import { OPEN_WITHDRAWAL } from "../withdrawals.js";
import { movements, violationsIn, WHOLE_BOOKS } from "./audit.js";
import type { Evidence } from "./evidence.js";
import type { AuditedBooks, Violation } from "./invariant.js";

/** The newest rows that a clean audit saw; the rest of the mark is in the tables `marked_…`. */
export interface Mark {
  readonly transferRow: number;
  readonly legRow: number;
  readonly depositRow: number;
}

export const CHANGED_BOOKS: AuditedBooks = {
  orders: "temp.changed_orders",
  leg: "temp.changed_leg",
  transfer: "temp.changed_transfer",
  payout: "temp.changed_payout",
  booking: "temp.changed_booking",
  withdrawal: "temp.changed_withdrawal",
  deposit: "temp.changed_deposit",
  movement: `(SELECT account, id, amount_sun FROM temp.marked_movement
    UNION ALL ${movements("temp.new_transfer")})`,
  gift: `(SELECT customer_id, gift_sun FROM temp.marked_gift
    UNION ALL SELECT customer_id, gift_sun FROM temp.new_transfer WHERE gift_sun <> 0)`,
  // Of what belongs to a changed payout, older transfers too: a row that is gone leaves all of them without it.
  booked: "(SELECT * FROM temp.new_transfer UNION SELECT * FROM temp.changed_transfer)",
  paidOut: "temp.changed_payout",
};

/**
 * Orders that are open, or with a delegation that still moves, holds money or reserves stake. Some are listed twice:
 * to merge them by a UNION without ALL, SQLite would read whole tables in the order of their ids.
 */
const ordersUnderWay = ({ orders, leg }: AuditedBooks) => `
  SELECT order_id AS id FROM ${leg} WHERE state = 'planned'
  UNION ALL SELECT order_id FROM ${leg} WHERE state IN ('signed','sent')
  UNION ALL SELECT order_id FROM ${leg} WHERE state = 'included'
  UNION ALL SELECT order_id FROM ${leg} WHERE state IN ('reclaim_signed','reclaim_sent')
  UNION ALL SELECT order_id FROM ${leg} WHERE reserving = 1 AND block_number IS NOT NULL
  UNION ALL SELECT order_id FROM ${leg} WHERE posted = 1 AND earned = 0 AND state = 'dead'
  UNION ALL SELECT id FROM ${orders} WHERE status = 'processing'`;

/** What is under way of these books. */
export const underWay = (books: AuditedBooks) => `${ordersUnderWay(books)}
  UNION ALL SELECT id FROM ${books.payout} WHERE ${OPEN_PAYOUT}
  UNION ALL SELECT withdrawal_id FROM ${books.payout} WHERE ${OPEN_PAYOUT} AND withdrawal_id IS NOT NULL
  UNION ALL SELECT id FROM ${books.withdrawal} WHERE ${OPEN_WITHDRAWAL}
  UNION ALL SELECT id FROM ${books.booking} WHERE status = 'open'`;

/** A withdrawal is audited with all payouts that have tried to pay it, a payout with its withdrawal, a booking with its orders. */
const WITH_THEM = [
  `SELECT withdrawal_id FROM payout WHERE id IN (SELECT id FROM temp.changed) AND withdrawal_id IS NOT NULL`,
  `SELECT id FROM payout WHERE withdrawal_id IN (SELECT id FROM temp.changed)`,
  `SELECT o.id FROM temp.changed c CROSS JOIN booking b ON b.id = c.id CROSS JOIN orders o ON o.batch_id = b.batch_id`,
];

/** Ids of orders and payouts; the ids of their transfers begin with these 24 characters. */
export const CAUSE = "substr(id, 1, 24)";

const LEG_COLUMNS = `id, order_id, owner, receiver, resource, units, amount_sun, state, locked, replaces, compensates,
  reserved_sun, reserving, posted, earned, txid, block_number, reclaim_txid, reclaim_part, reclaim_block,
  seller_sun, paid_by, price_sun, capped, rest_units`;

/** What an audit of changes reads, with the index for the join. */
const CHANGED: readonly (readonly [table: string, select: string, index?: string])[] = [
  ["changed_orders", "SELECT * FROM orders WHERE id IN (SELECT id FROM temp.changed)", "id"],
  [
    "changed_leg",
    `SELECT ${LEG_COLUMNS} FROM leg WHERE order_id IN (SELECT id FROM temp.changed)`,
    "order_id",
  ],
  ["changed_booking", "SELECT * FROM booking WHERE id IN (SELECT id FROM temp.changed)"],
  [
    "changed_withdrawal",
    "SELECT * FROM withdrawal WHERE id IN (SELECT id FROM temp.changed)",
    "id",
  ],
  [
    "changed_payout",
    "SELECT * FROM payout WHERE id IN (SELECT id FROM temp.changed)",
    "withdrawal_id",
  ],
  ["changed_deposit", "SELECT * FROM deposit WHERE id IN (SELECT id FROM temp.changed)", "id"],
];

/** "<order>:hold" and "<order>.1:post" lie between "<order>." and "<order>;". */
export const TRANSFERS_OF_CHANGED =
  "temp.changed c CROSS JOIN transfer t ON t.id > c.id || '.' AND t.id < c.id || ';'";

/** Remembers this state, in which nothing was found, as the mark for the next audit of changes. */
export function* markBooks(): Phase<Mark> {
  yield* markBalances();
  return yield* markRows();
}

function* markBalances(): Phase<void> {
  // The money of a payout under way has left its account, so at the mark the seller had earned that much more.
  yield* make(
    "marked_movement",
    `SELECT id AS account, '' AS id, balance_sun AS amount_sun FROM account WHERE kind <> 'earned'
     UNION ALL SELECT a.id, 'mark:earn', a.balance_sun + coalesce(p.amount_sun + p.fee_sun, 0)
       FROM account a LEFT JOIN payout p ON coalesce(p.seller, p.withdrawal_id) = substr(a.id, 8) AND ${OPEN_PAYOUT}
       WHERE a.kind = 'earned'
     UNION ALL SELECT 'earned:' || seller, 'mark:paid', -amount_sun - fee_sun
       FROM payout WHERE ${OPEN_PAYOUT} AND seller IS NOT NULL`,
  );
  yield* make(
    "marked_gift",
    "SELECT substr(id, 11) AS customer_id, gift_sun FROM account WHERE gift_sun > 0",
  );
}

/** Remembers what is under way, and the newest rows. */
export function* markRows(): Phase<Mark> {
  yield* make("marked", `SELECT id, 0 AS turn FROM (${underWay(WHOLE_BOOKS)}) AS open`);
  return yield* newestRows();
}

/** The newest row of each table that only grows. */
export function* newestRows(): Phase<Mark> {
  const rows = yield* one<{ transferRow: number; legRow: number; depositRow: number }>(
    `SELECT coalesce((SELECT max(seq) FROM transfer), 0) AS "transferRow",
       coalesce((SELECT max(seq) FROM leg), 0) AS "legRow",
       coalesce((SELECT max(seq) FROM deposit), 0) AS "depositRow"`,
  );
  return must(rows, "a SELECT without a table has one row");
}

/** What has been violated since the mark. */
export function* findNewViolations(
  { transferRow, legRow, depositRow }: Mark,
  evidence: Evidence = {},
  books = CHANGED_BOOKS,
): Phase<Violation[]> {
  yield* make("new_transfer", `SELECT * FROM transfer WHERE seq > ${transferRow}`);
  yield* makeChanged(
    `${underWay(WHOLE_BOOKS)} UNION ALL SELECT id FROM temp.marked
     UNION ALL SELECT ${CAUSE} FROM temp.new_transfer
     UNION ALL SELECT order_id FROM leg WHERE seq > ${legRow}
     UNION ALL SELECT id FROM deposit WHERE seq > ${depositRow}`,
  );
  yield* make("changed_transfer", `SELECT t.* FROM ${TRANSFERS_OF_CHANGED}`);
  yield* run("CREATE INDEX temp.changed_transfer_index ON changed_transfer (id)");
  return yield* violationsIn(books, evidence);
}

/** What belongs to these ids, but for the transfers. */
export function* makeChanged(ids: string): Phase<void> {
  yield* make("changed", `SELECT DISTINCT id FROM (${ids}) AS every`);
  yield* run("CREATE INDEX temp.changed_index ON changed (id)");
  for (const more of WITH_THEM) {
    yield* run(`INSERT INTO temp.changed ${more} EXCEPT SELECT id FROM temp.changed`);
  }
  for (const [table, select, index] of CHANGED) {
    yield* make(table, select);
    if (index) yield* run(`CREATE INDEX temp.${table}_index ON ${table} (${index})`);
  }
}

export function* make(table: string, select: string, ...params: SqlValue[]): Phase<void> {
  yield* run(`DROP TABLE IF EXISTS temp.${table}`);
  yield* run(`CREATE TEMP TABLE ${table} AS ${select}`, ...params);
}
