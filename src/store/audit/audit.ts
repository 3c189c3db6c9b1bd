/**
 * The invariants of the books, one query each, over all of the books or over the parts that may have changed. A query selects
 * what violates it, so a clean database answers no rows at all.
 */
import { all, type Phase } from "../phase.js";
import { type Evidence, violationsOfEvidence } from "./evidence.js";
import type { AuditedBooks, Invariant, Violation } from "./invariant.js";
import { MONEY_INVARIANTS } from "./money.js";

export const WHOLE_BOOKS: AuditedBooks = {
  orders: "orders",
  leg: "leg",
  transfer: "transfer",
  payout: "payout",
  booking: "booking",
  withdrawal: "withdrawal",
  deposit: "deposit",
  movement: `(${movements("transfer")})`,
  gift: "(SELECT customer_id, gift_sun FROM transfer WHERE gift_sun <> 0)",
  booked: "transfer",
  paidOut: "payout",
};

/** Both ends of the transfers of a table. */
export function movements(table: string): string {
  return `SELECT to_account AS account, id, amount_sun FROM ${table} AS transfers
    UNION ALL SELECT from_account, id, -amount_sun FROM ${table} AS transfers`;
}

/** The invariants of offers and of resting orders. */
const BOOK_INVARIANTS: readonly Invariant[] = [
  {
    name: "an offer has free what its owner's snapshot holds less reservations and what is kept",
    isOfAll: true,
    sql: () => `SELECT o.seller || ' ' || o.resource AS subject, 'free ' || o.free_sun || ', capacity '
        || coalesce(c.snapshot_sun || ' less ' || c.reserved_sun, 'none') || ' and ' || o.kept_sun
        AS found
      FROM offer o LEFT JOIN capacity c ON c.owner = o.seller AND c.resource = o.resource
      WHERE o.free_sun IS DISTINCT FROM c.snapshot_sun - c.reserved_sun - o.kept_sun`,
  },
  {
    name: "an offer is paused with its owner",
    isOfAll: true,
    sql: () => `SELECT o.seller || ' ' || o.resource AS subject, 'paused ' || o.paused || ', owner '
        || coalesce(w.pause_reason, 'serves') AS found
      FROM offer o JOIN owner w ON w.address = o.seller
      WHERE (o.paused = 1) <> (w.pause_reason IS NOT NULL)`,
  },
  {
    name: "a leg is a seller's exactly when its owner is one",
    sql: ({
      leg,
    }) => `SELECT l.id AS subject, 'owner ' || l.owner || ' is ' || coalesce(w.kind, 'unknown') AS found
      FROM ${leg} l LEFT JOIN owner w ON w.address = l.owner
      WHERE coalesce(w.kind, '') <> (CASE WHEN l.seller_sun IS NULL THEN 'pool' ELSE 'seller' END)
        -- An owner that never signed may have been removed since, and be a seller now.
        AND NOT (l.seller_sun IS NULL AND l.state = 'dead' AND l.txid IS NULL)`,
  },
  {
    name: "a seller's leg is locked",
    sql: ({ leg }) => `SELECT id AS subject, state || ', not locked' AS found FROM ${leg}
      WHERE seller_sun IS NOT NULL AND locked = 0`,
  },
  {
    name: "a leg brings its seller their share and the desk the rest",
    sql: ({
      leg,
      transfer,
    }) => `SELECT l.id AS subject, 'earn ' || e.amount_sun || ' to ' || e.to_account
        || ', commission ' || coalesce(c.amount_sun, 0) AS found
      FROM ${leg} l JOIN ${transfer} e ON e.id = l.id || ':earn'
      LEFT JOIN ${transfer} c ON c.id = l.id || ':commission'
      WHERE e.to_account <> iif(l.seller_sun > 0, 'earned:' || l.owner, 'revenue')
        OR e.amount_sun <> iif(l.seller_sun > 0, l.seller_sun, l.amount_sun)
        OR coalesce(c.amount_sun, 0) <> l.amount_sun - e.amount_sun`,
  },
  {
    name: "legs that go back together are of one record, and at one step",
    sql: ({ leg }) => `SELECT part.id AS subject, part.state || ', the first '
        || coalesce(first.id || ' ' || first.state, 'none') AS found
      FROM ${leg} part LEFT JOIN leg first ON first.reclaim_txid = part.reclaim_txid AND first.reclaim_part = 0
      WHERE part.reclaim_part > 0 AND (first.id IS NULL OR first.state <> part.state OR first.reclaim_block IS DISTINCT FROM part.reclaim_block
        OR first.owner <> part.owner OR first.receiver <> part.receiver OR first.resource <> part.resource)`,
  },
  {
    name: "an order that waits for its bulk call has nothing planned",
    sql: ({
      orders,
    }) => `SELECT id AS subject, 'unplanned ' || unplanned_amount || ' of ' || amount AS found
      FROM ${orders} WHERE bulk_waiting = 1 AND (unplanned_amount <> amount OR status <> 'processing')`,
  },
  {
    name: "only a Manual order has options and a deadline",
    sql: ({
      orders,
    }) => `SELECT id AS subject, type || ', options ' || coalesce(options, 'none') AS found FROM ${orders}
      WHERE (type = 'Manual') <> (options IS NOT NULL)
        OR (type = 'Manual') <> (deadline_at IS NOT NULL)`,
  },
];

/** The transfers that a booking must have in its status: held, and released again unless it is open. */
const bookingTransfers = ({ booking }: AuditedBooks) => `
  SELECT id, id || ':hold' AS transfer, 'available:' || customer_id AS source, 'held:' || customer_id AS target,
    held_sun, true AS is_due FROM ${booking}
  UNION ALL SELECT id, id || ':start', 'held:' || customer_id, 'available:' || customer_id, held_sun,
    status = 'ordered' FROM ${booking}
  UNION ALL SELECT id, id || ':void', 'held:' || customer_id, 'available:' || customer_id, held_sun,
    status = 'returned' FROM ${booking}`;

const BOOKING_INVARIANTS: readonly Invariant[] = [
  {
    name: "a booking is the sum of its transfers",
    sql: (
      books,
    ) => `SELECT e.transfer AS subject, iif(e.is_due, 'expected ' || e.held_sun, 'expected none')
        || ', found ' || coalesce(t.amount_sun || ' from ' || t.from_account || ' to ' || t.to_account, 'none')
        AS found
      FROM (${bookingTransfers(books)}) AS e LEFT JOIN ${books.transfer} t ON t.id = e.transfer
      WHERE (t.id IS NOT NULL) <> e.is_due OR t.amount_sun <> e.held_sun
        OR t.from_account <> e.source OR t.to_account <> e.target`,
  },
  {
    name: "a booking became the orders that it paid for",
    sql: ({ booking, orders }) => `SELECT b.id AS subject, 'held ' || b.held_sun || ', orders '
        || coalesce(sum(o.paid_sun), 0) AS found
      FROM ${booking} b LEFT JOIN ${orders} o ON o.batch_id = b.batch_id
      WHERE b.status = 'ordered' GROUP BY b.id, b.held_sun HAVING coalesce(sum(o.paid_sun), 0) <> b.held_sun`,
  },
];

/** Payouts with whose money they pay out: what a seller has earned, or what is held for a withdrawal. */
const pursesOf = ({ payout, withdrawal }: AuditedBooks) => `
  (SELECT p.id, p.state, p.amount_sun, p.fee_sun,
    coalesce('earned:' || p.seller, 'held:' || w.customer_id) AS purse,
    iif(p.withdrawal_id IS NULL, 'payout', 'withdrawal') AS kind
  FROM ${payout} p LEFT JOIN ${withdrawal} w ON w.id = p.withdrawal_id) AS paying`;

/** The transfers that a payout must have in its state: out, and back again when it is dead. */
const payoutTransfers = (books: AuditedBooks) => `
  SELECT id, id || ':pay' AS transfer, purse AS source, 'external' AS target, amount_sun, kind
    FROM ${pursesOf(books)}
  UNION ALL SELECT id, id || ':fee', purse, 'revenue', fee_sun, NULL FROM ${pursesOf(books)}
    WHERE fee_sun > 0
  UNION ALL SELECT id, id || ':void', 'external', purse, amount_sun, kind FROM ${pursesOf(books)}
    WHERE state = 'dead'
  UNION ALL SELECT id, id || ':void:fee', 'revenue', purse, fee_sun, NULL FROM ${pursesOf(books)}
    WHERE state = 'dead' AND fee_sun > 0`;

/** The invariants of payouts and of what sellers have earned. */
const PAYOUT_INVARIANTS: readonly Invariant[] = [
  {
    name: "a payout is the sum of its transfers",
    sql: (
      books,
    ) => `SELECT e.transfer AS subject, 'expected ' || e.amount_sun || ' from ' || e.source || ' to '
        || e.target || coalesce(' as ' || e.kind, '') || ', found ' || coalesce(t.amount_sun || ' from '
        || t.from_account || ' to ' || t.to_account || coalesce(' as ' || t.kind, ''), 'none') AS found
      FROM (${payoutTransfers(books)}) AS e LEFT JOIN ${books.transfer} t ON t.id = e.transfer
      WHERE t.id IS NULL OR t.amount_sun <> e.amount_sun OR t.from_account <> e.source
        OR t.to_account <> e.target OR t.kind IS DISTINCT FROM e.kind`,
  },
  {
    name: "a payout to a seller goes to the account that sold",
    sql: ({
      payout,
    }) => `SELECT id AS subject, receiver || ', seller ' || seller AS found FROM ${payout}
      WHERE seller IS NOT NULL AND receiver <> seller ORDER BY id`,
  },
  {
    name: "money comes back from dead payouts only",
    sql: ({
      transfer,
      payout,
    }) => `SELECT t.id AS subject, p.state || ', moved back ' || t.amount_sun AS found
      FROM ${payout} p JOIN ${transfer} t ON t.id IN (p.id || ':void', p.id || ':void:fee')
      WHERE p.state <> 'dead' OR (p.fee_sun = 0 AND t.id = p.id || ':void:fee')`,
  },
  {
    // A dead payout that a block held after all was taken off once more, as far as the balance allowed.
    name: "what a seller has earned is what legs earned less what was paid out",
    isOfAll: true,
    sql: ({ movement, paidOut }) => `WITH earns AS (SELECT account, sum(amount_sun) AS sum_sun
        FROM ${movement} AS moved WHERE account LIKE 'earned:%' AND id LIKE '%:earn' GROUP BY account),
      paid AS (SELECT CAST('earned:' || paid_out.seller AS TEXT) AS account, sum(
          CASE WHEN paid_out.state <> 'dead' THEN paid_out.amount_sun + paid_out.fee_sun
            ELSE coalesce(t.amount_sun, 0) END) AS sum_sun
        FROM ${paidOut} paid_out LEFT JOIN transfer t ON t.id = paid_out.id || ':late' WHERE paid_out.seller IS NOT NULL GROUP BY paid_out.seller)
      SELECT a.id AS subject, 'balance ' || a.balance_sun || ', earned ' || coalesce(e.sum_sun, 0)
        || ', paid out ' || coalesce(p.sum_sun, 0) AS found
      FROM account a LEFT JOIN earns e ON e.account = a.id LEFT JOIN paid p ON p.account = a.id
      WHERE a.kind = 'earned'
        AND (a.balance_sun <> coalesce(e.sum_sun, 0) - coalesce(p.sum_sun, 0) OR a.balance_sun < 0)`,
  },
];

/** Transfers by the order or leg they belong to: ids are `<cause>:<kind>`, a leg's cause is `<order>.<n>`. */
const kinds = ({ transfer }: AuditedBooks) => `SELECT CAST(substr(id, 1, 24) AS TEXT) AS order_id,
  substr(id, instr(id, ':') + 1) AS kind, amount_sun FROM ${transfer}
  WHERE length(id) > 25 AND substr(id, 25, 1) IN (':', '.')`;

/**
 * Sums are joined by columns, or by expressions that are cast to TEXT: SQLite makes no index for a column without a type,
 * and would compare each order with every sum.
 */
const INVARIANTS: readonly Invariant[] = [
  {
    name: "the sum over all accounts is 0",
    isOfAll: true,
    sql: () => `SELECT 'all accounts' AS subject, 'sum ' || sum(balance_sun) AS found
      FROM account HAVING sum(balance_sun) <> 0`,
  },
  {
    name: "a balance is the sum of its transfers",
    isOfAll: true,
    sql: ({
      movement,
    }) => `WITH total AS (SELECT account, sum(amount_sun) AS sum_sun FROM ${movement} AS moved
        GROUP BY account)
      SELECT a.id AS subject,
        'balance ' || a.balance_sun || ', transfers ' || coalesce(t.sum_sun, 0) AS found
      FROM account a LEFT JOIN total t ON t.account = a.id
      WHERE a.balance_sun <> coalesce(t.sum_sun, 0)`,
  },
  {
    name: "only the external account is below 0",
    isOfAll: true,
    sql: () => `SELECT id AS subject, 'balance ' || balance_sun AS found FROM account
      WHERE balance_sun < 0 AND kind <> 'external'`,
  },
  {
    name: "held money is what open orders, bookings and withdrawals still hold",
    isOfAll: true,
    sql: ({
      orders,
      booking,
      withdrawal,
    }) => `WITH open AS (SELECT customer_id, sum(held_sun) AS held_sun FROM (
        SELECT customer_id, paid_sun - posted_sun - refunded_sun AS held_sun
          FROM ${orders} WHERE status = 'processing'
        UNION ALL SELECT customer_id, held_sun FROM ${booking} WHERE status = 'open'
        UNION ALL SELECT customer_id, amount_sun + fee_sun FROM ${withdrawal}
          WHERE status = 'waiting' OR status = 'approval') AS holding
        GROUP BY customer_id)
      SELECT c.id AS subject,
        'held ' || a.balance_sun || ', open orders, bookings and withdrawals ' || coalesce(o.held_sun, 0) AS found
      FROM customer c JOIN account a ON a.id = 'held:' || c.id
      LEFT JOIN open o ON o.customer_id = c.id
      WHERE a.balance_sun <> coalesce(o.held_sun, 0)`,
  },
  {
    name: "an order is the sum of its transfers",
    sql: (books) => `WITH kinds AS (${kinds(books)}),
      sums AS (SELECT order_id,
        sum(CASE WHEN kind = 'hold' OR kind LIKE 'raise:%' THEN amount_sun
          WHEN kind = 'lower' OR kind LIKE 'lower:%' THEN -amount_sun ELSE 0 END) AS hold_sun,
        sum(CASE WHEN kind = 'post' THEN amount_sun
          WHEN kind IN ('unpost','refund') THEN -amount_sun ELSE 0 END) AS posted_sun,
        sum(CASE WHEN kind IN ('void:rest','void','refund','improve') THEN amount_sun ELSE 0 END)
          AS refunded_sun,
        sum(CASE WHEN kind = 'improve' THEN amount_sun ELSE 0 END) AS improved_sun
        FROM kinds GROUP BY 1)
      SELECT o.id AS subject, 'paid ' || o.paid_sun || ' posted ' || o.posted_sun || ' refunded '
        || o.refunded_sun || ' improved ' || o.improved_sun || ', transfers '
        || coalesce(s.hold_sun, 0) || ' ' || coalesce(s.posted_sun, 0) || ' '
        || coalesce(s.refunded_sun, 0) || ' ' || coalesce(s.improved_sun, 0) AS found
      FROM ${books.orders} o LEFT JOIN sums s ON s.order_id = o.id
      WHERE s.order_id IS NULL OR s.hold_sun <> o.paid_sun OR s.posted_sun <> o.posted_sun
        OR s.refunded_sun <> o.refunded_sun OR s.improved_sun <> o.improved_sun`,
  },
  {
    // Of what is in a leg that no block holds yet, the order's price or the leg's if that is higher; of what rests, the order's price, or
    // that of the dead leg it was in.
    name: "an order holds what its parts may cost",
    sql: ({
      orders,
      leg,
    }) => `WITH open AS (SELECT id, price_sun, unplanned_amount, cancel_requested,
          iif(duration LIKE '%d', CAST(replace(duration, 'd', '') AS BIGINT), 1) AS days,
          paid_sun - posted_sun - refunded_sun AS held_sun
        FROM ${orders} WHERE status = 'processing'),
      parts AS (SELECT o.id, sum(l.rest_units) AS rest_units, sum(l.rest_units * l.price_sun * o.days
          + CASE WHEN l.posted = 1 OR l.replaces IS NOT NULL OR l.compensates IS NOT NULL
              OR l.state NOT IN ('planned','signed','sent') THEN 0
            WHEN l.capped = 1 THEN l.amount_sun
            ELSE max(l.amount_sun, l.units * o.price_sun * o.days) END) AS sum_sun
        FROM open o JOIN ${leg} l ON l.order_id = o.id GROUP BY o.id)
      SELECT o.id AS subject, 'held ' || o.held_sun || ', unplanned ' || o.unplanned_amount
        || ' at ' || o.price_sun || ', legs ' || coalesce(p.sum_sun, 0) AS found
      FROM open o LEFT JOIN parts p ON p.id = o.id
      WHERE o.held_sun <> coalesce(p.sum_sun, 0)
        + (o.unplanned_amount - coalesce(p.rest_units, 0)) * o.price_sun * o.days`,
  },
  {
    name: "a shortfall is given back once",
    sql: (books) => `WITH kinds AS (${kinds(books)}),
      sums AS (SELECT order_id, sum(amount_sun) AS sum_sun
        FROM kinds WHERE kind = 'shortfall' GROUP BY 1)
      SELECT o.id AS subject, 'shortfall ' || o.shortfall_sun || ', transfers '
        || coalesce(s.sum_sun, 0) AS found
      FROM ${books.orders} o LEFT JOIN sums s ON s.order_id = o.id
      WHERE o.shortfall_sun <> coalesce(s.sum_sun, 0)`,
  },
  {
    name: "a final order holds nothing, a completed one is full unless refunded after a fork",
    sql: ({
      orders,
    }) => `SELECT id AS subject, status || ', filled ' || filled_amount || ' of ' || amount AS found
      FROM ${orders} WHERE status <> 'processing' AND (posted_sun + refunded_sun <> paid_sun
        OR unplanned_amount <> 0
        OR (status = 'completed' AND filled_amount <> amount AND refunded_sun = 0))`,
  },
  {
    name: "an order is the sum of its legs",
    sql: ({ orders, leg }) => `WITH sums AS (SELECT order_id,
        sum(CASE WHEN posted = 1 THEN units ELSE 0 END) AS filled_amount,
        sum(CASE WHEN posted = 1 THEN amount_sun ELSE 0 END) AS posted_sun,
        sum(CASE WHEN state <> 'dead' AND replaces IS NULL AND compensates IS NULL THEN units
          ELSE 0 END) AS living
        FROM ${leg} GROUP BY order_id)
      SELECT o.id AS subject, o.status || ' filled ' || o.filled_amount || ' posted '
        || o.posted_sun || ', legs ' || coalesce(s.filled_amount, 0) || ' '
        || coalesce(s.posted_sun, 0) || ' living ' || coalesce(s.living, 0) AS found
      FROM ${orders} o LEFT JOIN sums s ON s.order_id = o.id
      WHERE o.filled_amount <> coalesce(s.filled_amount, 0)
        OR o.posted_sun <> coalesce(s.posted_sun, 0)
        OR (o.status = 'processing' AND o.cancel_requested = 0
          AND coalesce(s.living, 0) + o.unplanned_amount <> o.amount)`,
  },
  {
    name: "cleared money is that of legs posted and not yet earned",
    isOfAll: true,
    sql: ({
      leg,
    }) => `SELECT 'clearing' AS subject, 'balance ' || a.balance_sun || ', legs ' || l.sum_sun AS found
      FROM account a, (SELECT coalesce(sum(amount_sun), 0) AS sum_sun FROM ${leg}
        WHERE posted = 1 AND earned = 0) l
      WHERE a.id = 'clearing' AND a.balance_sun <> l.sum_sun`,
  },
  {
    name: "reservations are those of the legs that reserve",
    isOfAll: true,
    sql: ({
      leg,
    }) => `WITH sums AS (SELECT owner, resource, sum(reserved_sun) AS sum_sun FROM ${leg}
        WHERE reserving = 1 GROUP BY owner, resource)
      SELECT c.owner || ' ' || c.resource AS subject,
        'reserved ' || c.reserved_sun || ', legs ' || coalesce(s.sum_sun, 0) AS found
      FROM capacity c LEFT JOIN sums s ON s.owner = c.owner AND s.resource = c.resource
      WHERE c.reserved_sun <> coalesce(s.sum_sun, 0)`,
  },
  {
    name: "legs reserve from planned until the chain counts them, dead ones never",
    sql: ({
      leg,
    }) => `SELECT id AS subject, state || ' reserving ' || reserving AS found FROM ${leg}
      WHERE (state IN ('planned','signed','sent') AND reserving = 0)
        OR (state = 'dead' AND reserving = 1)`,
  },
  {
    name: "no two delegated legs of an order deliver the same part",
    sql: ({
      orders,
      leg,
    }) => `SELECT o.id AS subject, 'delegated ' || sum(l.units) || ' of ' || o.amount AS found
      FROM ${orders} o JOIN ${leg} l ON l.order_id = o.id
      WHERE l.state NOT IN ('planned','dead') AND l.compensates IS NULL
      GROUP BY o.id, o.amount HAVING sum(l.units) > o.amount`,
  },
  ...BOOK_INVARIANTS,
  ...PAYOUT_INVARIANTS,
  ...BOOKING_INVARIANTS,
  ...MONEY_INVARIANTS,
];

/** How many violations of an invariant are listed. */
export const NAMED = 20;

/** Checks every invariant; the answer is empty when the books are right. */
export function findViolations(evidence: Evidence = {}): Phase<Violation[]> {
  return violationsIn(WHOLE_BOOKS, evidence);
}

/** `part`: only what a part of the books can violate. */
export function* violationsIn(
  books: AuditedBooks,
  evidence: Evidence,
  part: "all" | "part" = "all",
): Phase<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, sql, isOfAll } of INVARIANTS) {
    if (isOfAll && part === "part") continue;
    const rows = yield* all<{ subject: string; found: string }>(`${sql(books)} LIMIT ${NAMED}`);
    violations.push(...rows.map((row) => ({ invariant: name, ...row })));
  }
  violations.push(...(yield* violationsOfEvidence(evidence, books.payout, NAMED)));
  return violations;
}
