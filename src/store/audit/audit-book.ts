/** The invariants of offers and of resting orders. */
import type { Invariant } from "./books.js";

export const BOOK_INVARIANTS: readonly Invariant[] = [
  {
    name: "an offer has free what its owner's snapshot holds less reservations and what is kept",
    sql: () => `SELECT o.seller || ' ' || o.resource AS subject, 'free ' || o.free_sun || ', capacity '
        || coalesce(c.snapshot_sun || ' less ' || c.reserved_sun, 'none') || ' and ' || o.kept_sun
        AS found
      FROM offer o LEFT JOIN capacity c ON c.owner = o.seller AND c.resource = o.resource
      WHERE o.free_sun IS NOT c.snapshot_sun - c.reserved_sun - o.kept_sun`,
  },
  {
    name: "an offer is paused with its owner",
    sql: () => `SELECT o.seller || ' ' || o.resource AS subject, 'paused ' || o.paused || ', owner '
        || coalesce(w.pause_reason, 'serves') AS found
      FROM offer o JOIN owner w ON w.address = o.seller
      WHERE o.paused <> (w.pause_reason IS NOT NULL)`,
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
    name: "a leg brings its seller his share and the desk the rest",
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
