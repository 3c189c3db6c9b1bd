/**
 * The audit of all in slices, each a read of its own: no read is long, so the WAL is written back as ever while it goes on. A slice
 * is a range of ids, and then of rows that have come since the start, with all that belongs to them, as an audit of changes has it.
 * What it can violate is looked at there. What is summed over all is added up from slice to slice and compared at the end, by an audit
 * of what has changed since the last slice.
 *
 * What changes between two slices hides nothing and makes nothing up:
 *
 * - A slice sees one moment, and of each of its ids all rows, so what holds at every commit holds there. Ids are never changed, and
 *   the ranges leave none out.
 * - What was under way at the start, or in a slice, is audited once more in a later slice or at the end, until one has seen it over;
 *   what has a row since the start, in the slice of that row or at the end.
 * - The sums are of transfers, which nothing changes or deletes, each in one slice: that of its id when it was there at the start,
 *   otherwise that of its row. The newest are added at the end, at the moment of the balances they are compared with.
 * - Of orders and delegations the sums at the end count what is under way then, which indexes list, and what a slice has seen to count
 *   though it is over.
 */
import { TRANSFERS } from "../ledger.js";
import { column, type Phase, run } from "../phase.js";
import { movements, violationsIn } from "./audit.js";
import {
  CAUSE,
  CHANGED_BOOKS,
  findNewViolations,
  type Mark,
  make,
  makeChanged,
  markRows,
  newestRows,
  TRANSFERS_OF_CHANGED,
  underWay,
} from "./audit-changes.js";
import type { Evidence } from "./evidence.js";
import type { Violation } from "./invariant.js";

/** The last character there is. */
const ABOVE_EVERY_ID = "\u{10ffff}";
/** About so many transfers are in a slice. */
const TRANSFERS_OF_SLICE = 3_000;

/** All but its number, which comes first in `*`. */
const OF_TRANSFER = TRANSFERS.columns.replaceAll(/\w+/g, "t.$&");

const SLICE_BOOKS = { ...CHANGED_BOOKS, booked: "temp.changed_transfer" };
/** No payout but the changed ones is taken off what was earned at a mark; here all are. */
const BOOKS_AT_END = { ...CHANGED_BOOKS, paidOut: "payout" };

/** What is over and still counts as not earned, or as reserved, is seen in its slice alone. */
const LOOKED_AT_AGAIN = `${underWay(SLICE_BOOKS)}
  UNION ALL SELECT order_id FROM temp.changed_leg WHERE posted = 1 AND earned = 0 OR reserving = 1`;

/** How far the slices have come. */
export interface Progress {
  /** Newer rows have not been in a slice, but for those of the ids. */
  readonly mark: Mark;
  /** Where the next range of ids begins; undefined after the last. */
  readonly fromId: string | undefined;
  /** Slices of newer rows at most: were the desk quicker than the audit, there would be no last one. */
  readonly slicesLeft: number;
}

export interface Slice {
  readonly violations: readonly Violation[];
  readonly progress: Progress;
  /** The end may come: it reads few rows more than a slice. */
  readonly isLast: boolean;
}

export function* beginSlices(): Phase<Progress> {
  yield* run("DROP TABLE IF EXISTS temp.marked_movement");
  yield* run(`CREATE TEMP TABLE marked_movement (account TEXT, id TEXT, amount_sun BIGINT,
    PRIMARY KEY (account, id))`);
  yield* run("DROP TABLE IF EXISTS temp.marked_gift");
  yield* run("CREATE TEMP TABLE marked_gift (customer_id TEXT PRIMARY KEY, gift_sun BIGINT)");
  return { mark: yield* markRows(), fromId: "", slicesLeft: 0 };
}

/** The next slice. */
export function* auditSlice(
  progress: Progress,
  evidence: Evidence,
  transfers = TRANSFERS_OF_SLICE,
): Phase<Slice> {
  const { mark, fromId, slicesLeft } = progress;
  const slice =
    fromId === undefined
      ? yield* makeRows(mark, Math.ceil(transfers / 2))
      : yield* makeRange(fromId, transfers);
  const done = slice.mark ?? mark;
  yield* addUp(done);
  yield* run(`INSERT INTO temp.marked SELECT again.id, 1 + coalesce((SELECT max(turn) FROM temp.marked), 0)
    FROM (${LOOKED_AT_AGAIN}) AS again`);
  // Addresses are looked at once, at the end.
  const bytes = { ...evidence, depositKeys: undefined };
  const violations = yield* violationsIn(SLICE_BOOKS, bytes, "part");
  const left = slicesLeft + (fromId === undefined ? -1 : 1);
  const isNear = rowsBetween(done, yield* newestRows()) <= transfers;
  return {
    violations,
    progress: { mark: done, fromId: slice.nextId, slicesLeft: left },
    isLast: slice.nextId === undefined && (isNear || left === 0),
  };
}

/** What the sums over all say, and all that has changed since the last slice. */
export const endSlices = ({ mark }: Progress, evidence: Evidence): Phase<Violation[]> =>
  findNewViolations(mark, evidence, BOOKS_AT_END);

interface Made {
  /** The newest rows that were in a slice, where these are some of them. */
  readonly mark?: Mark;
  readonly nextId: string | undefined;
}

/** The ids from one on. */
function* makeRange(fromId: string, transfers: number): Phase<Made> {
  const nextId = yield* endOfRange(fromId, transfers);
  yield* make("slice", "SELECT ? AS first, ? AS after", fromId, nextId ?? ABOVE_EVERY_ID);
  const tables = ["orders", "payout", "booking", "withdrawal", "deposit"];
  yield* makeSlice(
    (of) => within(`${of}id`),
    `SELECT order_id FROM leg WHERE ${within("order_id")}
     ${tables.map((table) => `UNION ALL SELECT id FROM ${table} WHERE ${within("id")}`).join(" ")}`,
  );
  return { nextId };
}

const within = (id: string) =>
  `${id} >= (SELECT first FROM temp.slice) AND ${id} < (SELECT after FROM temp.slice)`;

/** Not between the transfers of one cause. */
function* endOfRange(from: string, transfers: number): Phase<string | undefined> {
  const [cut] = yield* column<string>(
    `SELECT ${CAUSE} FROM transfer WHERE id >= ? AND ${CAUSE} > ? ORDER BY id LIMIT 1 OFFSET ?`,
    ...[from, from],
    transfers - 1,
  );
  return cut;
}

/** So many rows after a mark, of each table, and so many of what was under way. */
function* makeRows(after: Mark, rows: number): Phase<Made> {
  const newest = yield* newestRows();
  const upTo = (of: keyof Mark) => Math.min(newest[of], after[of] + rows);
  const mark = {
    transferRow: upTo("transferRow"),
    legRow: upTo("legRow"),
    depositRow: upTo("depositRow"),
  };
  const isIn = (row: string, of: keyof Mark) => `${row} > ${after[of]} AND ${row} <= ${mark[of]}`;
  const oldest = (what: string) =>
    `SELECT ${what} FROM temp.marked ORDER BY turn, id LIMIT ${rows}`;
  yield* makeSlice(
    (of) => isIn(`${of}seq`, "transferRow"),
    `SELECT order_id FROM leg WHERE ${isIn("seq", "legRow")}
     UNION ALL SELECT id FROM deposit WHERE ${isIn("seq", "depositRow")}
     UNION ALL SELECT id FROM (${oldest("id")}) AS oldest`,
  );
  yield* run(`DELETE FROM temp.marked WHERE (turn, id) IN (${oldest("turn, id")})`);
  return { mark, nextId: undefined };
}

/**
 * The slice's own transfers with their rows, and without those that belong to its causes beside: these are added up with a slice of
 * their own.
 */
function* makeSlice(isOwn: (of: "" | "t.") => string, ids: string): Phase<void> {
  yield* make("changed_transfer", `SELECT * FROM transfer WHERE ${isOwn("")}`);
  yield* makeChanged(`SELECT ${CAUSE} AS id FROM temp.changed_transfer UNION ALL ${ids}`);
  yield* run(
    `INSERT INTO temp.changed_transfer SELECT NULL, ${OF_TRANSFER} FROM ${TRANSFERS_OF_CHANGED} WHERE NOT (${isOwn("t.")})`,
  );
  yield* run("CREATE INDEX temp.changed_transfer_index ON changed_transfer (id)");
}

/** Those of a slice, without what is newer than the mark. */
function* addUp({ transferRow }: Mark): Phase<void> {
  const own = `(SELECT * FROM temp.changed_transfer WHERE seq <= ${transferRow})`;
  yield* run(
    `INSERT INTO temp.marked_movement
       SELECT account, iif(account LIKE 'earned:%' AND id LIKE '%:earn', 'mark:earn', ''), sum(amount_sun)
       FROM (${movements(own)}) AS moved WHERE true GROUP BY 1, 2
     ON CONFLICT (account, id) DO UPDATE SET amount_sun = marked_movement.amount_sun + excluded.amount_sun`,
  );
  yield* run(
    `INSERT INTO temp.marked_gift
       SELECT customer_id, sum(gift_sun) FROM ${own} AS own WHERE gift_sun <> 0 GROUP BY 1
     ON CONFLICT (customer_id) DO UPDATE SET gift_sun = marked_gift.gift_sun + excluded.gift_sun`,
  );
}

function rowsBetween(older: Mark, newer: Mark): number {
  const rows = (of: keyof Mark) => newer[of] - older[of];
  return rows("transferRow") + rows("legRow") + rows("depositRow");
}
