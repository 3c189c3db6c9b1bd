/**
 * The audit of all in slices, each a read of its own: no read is long, so the WAL is written back as ever while it goes on. A slice
 * is a range of ids with all that belongs to them, as an audit of changes has it, and what it can violate is looked at there. What is
 * summed over all is added up from slice to slice and compared at the end, by an audit of what has changed since the start.
 *
 * What changes between two slices hides nothing and makes nothing up:
 *
 * - A slice sees one moment, and of each of its ids all rows, so what holds at every commit holds there. Ids are never changed, and
 *   the ranges leave none out.
 * - What was new or under way at any time since the start is audited once more at the end, whatever its slice saw.
 * - The sums are of transfers that were there at the start, which nothing changes or deletes, each in the one slice that has its id;
 *   the newer ones are added at the end, at the moment of the balances they are compared with.
 * - Of orders and delegations the sums at the end count what is under way then, which indexes list, and what a slice has seen to count
 *   though it is over.
 */
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
  TRANSFERS_OF_CHANGED,
} from "./audit-changes.js";
import type { Evidence } from "./evidence.js";
import type { Violation } from "./invariant.js";

/** About so many transfers are in a slice. */
const TRANSFERS_OF_SLICE = 3_000;

const SLICE_BOOKS = { ...CHANGED_BOOKS, booked: "temp.changed_transfer" };
/** No payout but the changed ones is taken off what was earned at a mark; here all are. */
const BOOKS_AT_END = { ...CHANGED_BOOKS, paidOut: "payout" };

/** The first range begins before all ids. */
export const FIRST_ID = "";

const WITHIN = (id: string) =>
  `${id} >= (SELECT first FROM temp.slice) AND ${id} < (SELECT after FROM temp.slice)`;

export function* beginSlices(): Phase<Mark> {
  yield* run("DROP TABLE IF EXISTS temp.marked_movement");
  yield* run(`CREATE TEMP TABLE marked_movement (account TEXT, id TEXT, amount_sun INTEGER,
    PRIMARY KEY (account, id)) WITHOUT ROWID`);
  yield* run("DROP TABLE IF EXISTS temp.marked_gift");
  yield* run("CREATE TEMP TABLE marked_gift (customer_id TEXT PRIMARY KEY, gift_sun INTEGER)");
  return yield* markRows();
}

export interface Slice {
  readonly violations: readonly Violation[];
  /** Where the next one begins; undefined at the end. */
  readonly next: string | undefined;
}

/** The slice of the ids from one on. */
export function* auditSlice(
  { transferRow }: Mark,
  from: string,
  evidence: Evidence,
  transfers = TRANSFERS_OF_SLICE,
): Phase<Slice> {
  const next = yield* endOfSlice(from, transfers);
  // A blob is above every text.
  yield* make("slice", "SELECT ? AS first, coalesce(?, x'') AS after", from, next ?? null);
  // Of the range with their rows; of what belongs to it beside, without: these are added up with a range of their own.
  yield* make("changed_transfer", `SELECT rowid AS row, * FROM transfer WHERE ${WITHIN("id")}`);
  const tables = ["orders", "payout", "booking", "withdrawal", "deposit"];
  yield* makeChanged(
    `SELECT ${CAUSE} AS id FROM temp.changed_transfer
     UNION ALL SELECT order_id FROM leg WHERE ${WITHIN("order_id")}
     ${tables.map((table) => `UNION ALL SELECT id FROM ${table} WHERE ${WITHIN("id")}`).join(" ")}`,
  );
  yield* run(
    `INSERT INTO temp.changed_transfer SELECT NULL, t.* FROM ${TRANSFERS_OF_CHANGED}
     WHERE NOT (${WITHIN("c.id")})`,
  );
  yield* run("CREATE INDEX temp.changed_transfer_index ON changed_transfer (id)");
  yield* addUp(transferRow);
  // What is over and still counts as not earned, or as reserved, is seen here alone.
  yield* run(
    "INSERT INTO temp.marked SELECT order_id FROM temp.changed_leg WHERE posted = 1 AND earned = 0 OR reserving = 1",
  );
  // Addresses are looked at once, at the end.
  const bytes = { ...evidence, depositKeys: undefined };
  return { violations: yield* violationsIn(SLICE_BOOKS, bytes, "part"), next };
}

/** What the sums over all say, and all that has changed since the start. */
export const endSlices = (mark: Mark, evidence: Evidence): Phase<Violation[]> =>
  findNewViolations(mark, evidence, BOOKS_AT_END);

/** Not between the transfers of one cause. */
function* endOfSlice(from: string, transfers: number): Phase<string | undefined> {
  const [cut] = yield* column<string>(
    `SELECT ${CAUSE} FROM transfer WHERE id >= ? AND ${CAUSE} > ? ORDER BY id LIMIT 1 OFFSET ?`,
    ...[from, from],
    transfers - 1,
  );
  return cut;
}

function* addUp(transferRow: number): Phase<void> {
  const old = `(SELECT * FROM temp.changed_transfer WHERE row <= ${transferRow})`;
  yield* run(
    `INSERT INTO temp.marked_movement
       SELECT account, iif(account LIKE 'earned:%' AND id LIKE '%:earn', 'mark:earn', ''), sum(amount_sun)
       FROM (${movements(old)}) WHERE true GROUP BY 1, 2
     ON CONFLICT DO UPDATE SET amount_sun = amount_sun + excluded.amount_sun`,
  );
  yield* run(
    `INSERT INTO temp.marked_gift
       SELECT customer_id, sum(gift_sun) FROM ${old} WHERE gift_sun <> 0 GROUP BY 1
     ON CONFLICT DO UPDATE SET gift_sun = gift_sun + excluded.gift_sun`,
  );
}
