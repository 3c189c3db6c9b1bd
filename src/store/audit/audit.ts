/**
 * The invariants of the books, one query each. A query selects what violates it, so a clean database answers no rows at all.
 */

import { all, type Phase } from "../phase.js";
import { BOOK_INVARIANTS } from "./audit-book.js";
import { PAYOUT_INVARIANTS } from "./audit-payouts.js";
import { type AuditedBooks, type Invariant, WHOLE_BOOKS } from "./books.js";

export interface Violation {
  readonly invariant: string;
  readonly subject: string;
  readonly found: string;
}

/** Transfers by the order or leg they belong to: ids are `<cause>:<kind>`, a leg's cause is `<order>.<n>`. */
const kinds = ({ transfer }: AuditedBooks) => `SELECT substr(id, 1, instr(id, ':') - 1) AS cause,
  substr(id, instr(id, ':') + 1) AS kind, amount_sun FROM ${transfer}
  WHERE length(id) > 25 AND substr(id, 25, 1) IN (':', '.')`;

/**
 * Sums are joined by columns, or by expressions that are cast to TEXT: SQLite makes no index for a column without a type,
 * and would compare each order with every sum.
 */
const INVARIANTS: readonly Invariant[] = [
  {
    name: "the sum over all accounts is 0",
    sql: () => `SELECT 'all accounts' AS subject, 'sum ' || sum(balance_sun) AS found
      FROM account HAVING sum(balance_sun) <> 0`,
  },
  {
    name: "a balance is the sum of its transfers",
    sql: ({
      movement,
    }) => `WITH total AS (SELECT account, sum(amount_sun) AS sum_sun FROM ${movement}
        GROUP BY account)
      SELECT a.id AS subject,
        'balance ' || a.balance_sun || ', transfers ' || coalesce(t.sum_sun, 0) AS found
      FROM account a LEFT JOIN total t ON t.account = a.id
      WHERE a.balance_sun <> coalesce(t.sum_sun, 0)`,
  },
  {
    name: "only the external account is below 0",
    sql: () => `SELECT id AS subject, 'balance ' || balance_sun AS found FROM account
      WHERE balance_sun < 0 AND kind <> 'external'`,
  },
  {
    name: "held money is what open orders still hold",
    sql: ({
      orders,
    }) => `WITH open AS (SELECT customer_id, sum(paid_sun - posted_sun - refunded_sun) AS held_sun
        FROM ${orders} WHERE status = 'processing' GROUP BY customer_id)
      SELECT c.id AS subject,
        'held ' || a.balance_sun || ', open orders ' || coalesce(o.held_sun, 0) AS found
      FROM customer c JOIN account a ON a.id = 'held:' || c.id
      LEFT JOIN open o ON o.customer_id = c.id
      WHERE a.balance_sun <> coalesce(o.held_sun, 0)`,
  },
  {
    name: "an order is the sum of its transfers",
    sql: (books) => `WITH kinds AS (${kinds(books)}),
      sums AS (SELECT CAST(substr(cause, 1, 24) AS TEXT) AS order_id,
        sum(CASE WHEN kind = 'hold' THEN amount_sun ELSE 0 END) AS hold_sun,
        sum(CASE WHEN kind = 'post' THEN amount_sun
          WHEN kind IN ('unpost','refund') THEN -amount_sun ELSE 0 END) AS posted_sun,
        sum(CASE WHEN kind IN ('void:rest','void','refund') THEN amount_sun ELSE 0 END)
          AS refunded_sun
        FROM kinds GROUP BY 1)
      SELECT o.id AS subject, 'paid ' || o.paid_sun || ' posted ' || o.posted_sun || ' refunded '
        || o.refunded_sun || ', transfers ' || coalesce(s.hold_sun, 0) || ' '
        || coalesce(s.posted_sun, 0) || ' ' || coalesce(s.refunded_sun, 0) AS found
      FROM ${books.orders} o LEFT JOIN sums s ON s.order_id = o.id
      WHERE s.order_id IS NULL OR s.hold_sun <> o.paid_sun OR s.posted_sun <> o.posted_sun
        OR s.refunded_sun <> o.refunded_sun`,
  },
  {
    name: "a shortfall is given back once",
    sql: (books) => `WITH kinds AS (${kinds(books)}),
      sums AS (SELECT CAST(substr(cause, 1, 24) AS TEXT) AS order_id, sum(amount_sun) AS sum_sun
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
        sum(CASE WHEN state <> 'dead' AND replaces IS NULL AND makes_good IS NULL THEN units
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
    sql: ({
      leg,
    }) => `SELECT 'clearing' AS subject, 'balance ' || a.balance_sun || ', legs ' || l.sum_sun AS found
      FROM account a, (SELECT coalesce(sum(amount_sun), 0) AS sum_sun FROM ${leg}
        WHERE posted = 1 AND earned = 0) l
      WHERE a.id = 'clearing' AND a.balance_sun <> l.sum_sun`,
  },
  {
    name: "reservations are those of the legs that reserve",
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
      WHERE l.state NOT IN ('planned','dead') AND l.makes_good IS NULL
      GROUP BY o.id HAVING sum(l.units) > o.amount`,
  },
  ...BOOK_INVARIANTS,
  ...PAYOUT_INVARIANTS,
];

/** So many violations of an invariant are named. */
const NAMED = 20;

/** Checks every invariant; the answer is empty when the books are right. */
export function findViolations(): Phase<Violation[]> {
  return violationsIn(WHOLE_BOOKS);
}

export function* violationsIn(books: AuditedBooks): Phase<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, sql } of INVARIANTS) {
    const rows = yield* all<{ subject: string; found: string }>(`${sql(books)} LIMIT ${NAMED}`);
    violations.push(...rows.map((row) => ({ invariant: name, ...row })));
  }
  return violations;
}
