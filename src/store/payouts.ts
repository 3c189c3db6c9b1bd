/** Payouts: transfers of what sellers have earned and customers withdraw, with the bytes that were signed for each. */
import type { Address } from "../domain/address.js";
import { assert, must } from "../domain/assert.js";
import { type CustomerId, firstIdSince, ID_APART_MS } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import { assertPayoutTransition, type PayoutState } from "../domain/payout.js";
import { OPEN_PAYOUT } from "./conditions.js";
import { BY_ID, byId, type ListedById, type TallyRow, tally } from "./lists.js";
import { all, one, type Phase, run, type SqlValue, value } from "./phase.js";
import { integer, oneOf, type RowOf, sets, table, text } from "./table.js";

export const PAYOUTS = table(
  "payout",
  {
    id: text().key.check("length(id) = 24").fixed,
    /** Null of a withdrawal. */
    seller: text<Address>().orNull.references("seller").fixed,
    /** Null of a seller's. */
    withdrawal_id: text().orNull.references("withdrawal").fixed,
    receiver: text<Address>().fixed,
    /** What the receiver gets; the fee stays with the desk. */
    amount_sun: integer<Sun>().check("amount_sun BETWEEN 1 AND 9007199254740991").fixed,
    fee_sun: integer<Sun>().check("fee_sun >= 0").fixed,
    state: oneOf(["signed", "sent", "included", "paid", "dead"]),
    txid: text().unique,
    transaction_hex: text().fixed,
    /** Chain time. */
    transaction_expires_at: integer().fixed,
    /** Of the transaction; strictly increasing, so that no two payouts share a txid. */
    timestamp_ms: integer().unique.fixed,
    attempts: integer().default(1),
    block_number: integer().orNull,
    created_at: integer().fixed,
    finished_at: integer().orNull,
    death_reason: text().orNull,
    /** As for a leg. */
    failed_block: integer().orNull,
    /** A block that holds it although it is dead, until that is solid and booked. */
    late_block: integer().orNull,
    /** The solid block that its bytes refer to: only later ones can hold it. */
    signed_block: integer().orNull.fixed,
    /** The account that pays, and what it had after which solid block, before it was signed. */
    payer: text<Address>().orNull.fixed,
    /** What the payer had before, after which solid block. */
    payer_before_sun: integer<Sun>().orNull.fixed,
    payer_before_block: integer().orNull.fixed,
    /** Why a node refused it last; its bytes live on nevertheless. */
    refusal: text().orNull,
  },
  {
    checks: [
      "(seller IS NULL) <> (withdrawal_id IS NULL)",
      "(block_number IS NOT NULL) = (state = 'included' OR state = 'paid')",
      "(finished_at IS NOT NULL) = (state = 'paid' OR state = 'dead')",
    ],
    isNumbered: true,
    isKept: true,
    sql: `
-- A seller's payouts, the newest first, and who has waited longest for one.
CREATE INDEX payout_of_seller ON payout (seller, id) WHERE seller IS NOT NULL;
-- The attempts to pay a withdrawal.
CREATE INDEX payout_of_withdrawal ON payout (withdrawal_id, id) WHERE withdrawal_id IS NOT NULL;
-- What is under way, asked for every second; and a seller, or a withdrawal, has one at a time.
CREATE UNIQUE INDEX payout_open ON payout (coalesce(seller, withdrawal_id))
  WHERE state <> 'paid' AND state <> 'dead';
-- Dead payouts that a block holds: booked once it is solid, forgotten with a fork.
CREATE INDEX payout_late ON payout (late_block) WHERE late_block IS NOT NULL;`,
    triggers: [
      // That of one booked by hand is freed, so that it can be booked again.
      {
        name: "payout_txid_is_final",
        on: "BEFORE UPDATE OF txid",
        when: "OLD.transaction_hex <> ''",
        refuses: "payout: txid is never changed",
      },
    ],
  },
);

export type PayoutRow = RowOf<typeof PAYOUTS>;

export type NewPayout = Omit<
  PayoutRow,
  | "state"
  | "attempts"
  | "block_number"
  | "failed_block"
  | "late_block"
  | "finished_at"
  | "death_reason"
  | "refusal"
>;

/** Stores a payout with its bytes and their first attempt. */
export const insertPayout = (payout: NewPayout) =>
  PAYOUTS.addRow({ ...payout, state: "signed", attempts: 1 });

const payoutsWhere = (condition: string, ...params: SqlValue[]) =>
  PAYOUTS.all(`WHERE ${condition}`, ...params);

export function* findPayout(id: string): Phase<PayoutRow | undefined> {
  return (yield* payoutsWhere("id = ?", id))[0];
}

export function* findPayoutByTxid(txid: string): Phase<PayoutRow | undefined> {
  return (yield* payoutsWhere("txid = ?", txid))[0];
}

export function* payoutTxidsAmong(txids: readonly string[]): Phase<string[]> {
  const wanted = JSON.stringify(txids);
  const sql =
    "SELECT p.txid FROM json_each(?) AS wanted CROSS JOIN payout p ON p.txid = wanted.value";
  return (yield* all<{ txid: string }>(sql, wanted)).map(({ txid }) => txid);
}

/** The accounts that have paid. Reads all payouts there ever were. */
export function* payersOfPayouts(): Phase<Address[]> {
  const sql = "SELECT DISTINCT payer FROM payout WHERE payer IS NOT NULL";
  return (yield* all<{ payer: Address }>(sql)).map(({ payer }) => payer);
}

/** Read every second. The `+` keeps SQLite from reading all payouts there ever were, in the order of their ids. */
export const openPayouts = (): Phase<PayoutRow[]> => payoutsWhere(`${OPEN_PAYOUT} ORDER BY +id`);

/** Of a seller, or of a withdrawal. */
export function* openPayoutOf(whose: string): Phase<PayoutRow | undefined> {
  return (yield* payoutsWhere(`${OPEN_PAYOUT} AND coalesce(seller, withdrawal_id) = ?`, whose))[0];
}

export const payoutsIncludedAfter = (block: number): Phase<PayoutRow[]> =>
  payoutsWhere(`${OPEN_PAYOUT} AND state = 'included' AND block_number > ?`, block);

/** Dead payouts that a block holds after all. */
export const latePayouts = (): Phase<PayoutRow[]> => payoutsWhere("late_block IS NOT NULL");

/** A block that is not solid yet has paid the seller, or the withdrawal, but the books do not say so. */
export function* isPaidLate(whose: string): Phase<boolean> {
  const condition = "late_block IS NOT NULL AND coalesce(seller, withdrawal_id) = ?";
  return (yield* payoutsWhere(condition, whose)).length > 0;
}

/** Withdraws the note that open payouts failed, where a block above this one said so. */
export const forgetPayoutFailuresAfter = (block: number) =>
  run(`UPDATE payout SET failed_block = NULL WHERE ${OPEN_PAYOUT} AND failed_block > ?`, block);

/** Withdraws the note that a block above this one holds dead payouts. */
export const forgetLatePayoutsAfter = (block: number) =>
  run("UPDATE payout SET late_block = NULL WHERE late_block > ?", block);

export interface ListedPayouts extends ListedById {
  /** Only to this one; of a customer otherwise, or of all. */
  readonly seller: Address | undefined;
}

/** A customer's: of their withdrawals, and of what they sold. */
const OF_CUSTOMER = `payout WHERE id IN (
  SELECT p.id FROM withdrawal w CROSS JOIN payout p ON p.withdrawal_id = w.id WHERE w.customer_id = ?
  UNION ALL SELECT p.id FROM seller s CROSS JOIN payout p ON p.seller = s.address WHERE s.customer_id = ?)`;

function listed({ seller, customerId }: ListedPayouts): readonly [from: string, ...SqlValue[]] {
  if (seller !== undefined) return ["payout INDEXED BY payout_of_seller WHERE seller = ?", seller];
  return customerId === undefined ? ["payout WHERE true"] : [OF_CUSTOMER, customerId, customerId];
}

/** The oldest first. */
export function* listPayouts(page: ListedPayouts): Phase<PayoutRow[]> {
  const [from, ...params] = listed(page);
  return yield* all<PayoutRow>(
    `SELECT ${PAYOUTS.columns} FROM ${from} AND ${BY_ID}`,
    ...params,
    ...byId(page),
  );
}

export function tallyPayouts(page: ListedPayouts): Phase<TallyRow<"amount_sun" | "fee_sun">[]> {
  const [from, ...params] = listed(page);
  return tally(
    ["amount_sun", "fee_sun"],
    `SELECT coalesce(w.customer_id, s.customer_id) AS customer_id, p.state AS status, p.amount_sun, p.fee_sun, p.id AS place
     FROM (SELECT id, seller, withdrawal_id, state, amount_sun, fee_sun FROM ${from} AND ${BY_ID}) p
     LEFT JOIN withdrawal w ON w.id = p.withdrawal_id LEFT JOIN seller s ON s.address = p.seller`,
    ...params,
    ...byId(page),
  );
}

/** The newest timestamp that was used for a signature, of those up to this one; 0 before the first payout. */
export function* newestPayoutTimestamp(mostMs: number): Phase<number> {
  return must(
    yield* value<number>(
      "SELECT coalesce(max(timestamp_ms), 0) AS newest FROM payout WHERE timestamp_ms <= ?",
      mostMs,
    ),
    "an aggregate has one row",
  );
}

export function* isPayoutTimestampUsed(timestampMs: number): Phase<boolean> {
  return (yield* payoutsWhere("timestamp_ms = ?", timestampMs)).length > 0;
}

/** One that was booked by hand and is so no more: its transaction may be booked again. */
export const undoPayout = (id: string) =>
  run("UPDATE payout SET txid = 'undone ' || id WHERE id = ? AND state = 'dead'", id);

type PayoutChange = Partial<
  Pick<
    PayoutRow,
    | "attempts"
    | "block_number"
    | "failed_block"
    | "late_block"
    | "finished_at"
    | "death_reason"
    | "refusal"
  >
>;

/** Moves a payout to another state and sets columns with it; asserts that the state was the one read before. */
export function* advancePayout(
  payout: PayoutRow,
  to: PayoutState,
  change: PayoutChange = {},
): Phase<PayoutRow> {
  if (to !== payout.state) assertPayoutTransition(payout.state, to);
  const set = sets(["state", ...Object.keys(change)]);
  const row = yield* one<PayoutRow>(
    `UPDATE payout SET ${set} WHERE id = ? AND state = ? RETURNING ${PAYOUTS.columns}`,
    to,
    ...(Object.values(change) as SqlValue[]),
    payout.id,
    payout.state,
  );
  assert(row, `payout ${payout.id} is no longer ${payout.state}`);
  return row;
}

export type EarnerRow = {
  seller: Address;
  customer_id: CustomerId;
  earned_sun: Sun;
  payout_approved_sun: Sun;
  payout_due_since: number | null;
  was_paid: 0 | 1;
  /** The newest payout; null before the first. */
  last_died: 0 | 1 | null;
};

const EARNER = `s.address AS seller, s.customer_id, a.balance_sun AS earned_sun, s.payout_approved_sun, s.payout_due_since,
  EXISTS (SELECT 1 FROM payout p WHERE p.seller = s.address AND p.state = 'paid') AS was_paid,
  (SELECT p.state = 'dead' FROM payout p WHERE p.seller = s.address ORDER BY p.id DESC LIMIT 1) AS last_died`;

export const findEarner = (seller: Address) =>
  one<EarnerRow>(
    `SELECT ${EARNER} FROM seller s JOIN account a ON a.id = 'earned:' || s.address WHERE s.address = ?`,
    seller,
  );

/** What was signed for sellers since then and is not dead, fees left out. */
export function* paidToSellersSince(since: number): Phase<number> {
  return must(
    yield* value<number>(
      `SELECT coalesce(sum(amount_sun), 0) AS sun FROM payout
     WHERE id >= ? AND created_at >= ? AND +seller IS NOT NULL AND state <> 'dead'`,
      firstIdSince(since - ID_APART_MS),
      since,
    ),
    "an aggregate has one row",
  );
}

/** Notes since when the first payout of a seller is due, unless it was noted before. */
export const noteDueSince = (seller: Address, at: number) =>
  run(
    "UPDATE seller SET payout_due_since = ? WHERE address = ? AND payout_due_since IS NULL",
    at,
    seller,
  );

export const setApproved = (seller: Address, approvedSun: Sun) =>
  run("UPDATE seller SET payout_approved_sun = ? WHERE address = ?", approvedSun, seller);

/** A payout uses up what was approved. */
export const useApproval = (seller: Address, paidSun: Sun) =>
  run(
    "UPDATE seller SET payout_approved_sun = max(0, payout_approved_sun - ?) WHERE address = ? AND payout_approved_sun > 0",
    paidSun,
    seller,
  );

/** Sellers with money and no payout under way; who has waited longest for a payout comes first. */
export const listEarners = () =>
  all<EarnerRow>(
    `SELECT ${EARNER}
     FROM seller s CROSS JOIN account a ON a.id = 'earned:' || s.address
     WHERE a.balance_sun > 0
       AND NOT EXISTS (SELECT 1 FROM payout p WHERE coalesce(p.seller, p.withdrawal_id) = s.address AND ${OPEN_PAYOUT})
       AND NOT EXISTS (SELECT 1 FROM payout p WHERE p.seller = s.address AND p.late_block IS NOT NULL)
     ORDER BY (SELECT max(p.id) FROM payout p WHERE p.seller = s.address) NULLS FIRST, s.registered_at, s.address`,
  );
