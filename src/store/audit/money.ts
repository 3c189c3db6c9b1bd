/** The invariants of money from and to outside: deposits, gifts, withdrawals. */
import type { AuditedBooks, Invariant } from "./invariant.js";

/** The transfers that a withdrawal must have in its status, beside those of the payouts that pay it. */
const withdrawalTransfers = ({ withdrawal }: AuditedBooks) => `
  SELECT id, id || ':hold' AS transfer, 'available:' || customer_id AS source, 'held:' || customer_id AS target,
    amount_sun + fee_sun AS amount_sun, true AS is_due FROM ${withdrawal}
  UNION ALL SELECT id, id || ':void', 'held:' || customer_id, 'available:' || customer_id, amount_sun + fee_sun,
    status = 'refused' OR status = 'cancelled' FROM ${withdrawal}`;

/** The operator, or a payout that was taken for dead, has taken money out beside the orders: what is bound for sellers may lack it. */
const tookOut = (
  customer: string,
) => `EXISTS (SELECT 1 FROM transfer taken WHERE taken.customer_id = ${customer}
  AND taken.to_account = 'external' AND taken.from_account = 'available:' || ${customer})`;

/** No amount that was credited has more digits, and PostgreSQL refuses to read what is beyond its largest number. */
const AMOUNT = "CAST(substr(d.amount, 1, 16) AS BIGINT)";

export const MONEY_INVARIANTS: readonly Invariant[] = [
  {
    name: "money from and to outside has a kind",
    sql: ({
      booked,
    }) => `SELECT id AS subject, coalesce(kind, 'no kind') AS found FROM ${booked} AS t
      WHERE (from_account = 'external' OR to_account = 'external') <> (kind IS NOT NULL)
        OR kind NOT IN ('deposit','payment','gift','withdrawal','correction','payout') ORDER BY id`,
  },
  {
    name: "a gift counts as a gift",
    sql: ({
      booked,
    }) => `SELECT id AS subject, 'gift ' || amount_sun || ', counted ' || gift_sun AS found FROM ${booked} AS t
      WHERE kind = 'gift' AND to_account LIKE 'available:%' AND gift_sun <> amount_sun ORDER BY id`,
  },
  {
    name: "a credited deposit is a transfer of what it is worth",
    sql: ({
      deposit,
      transfer,
    }) => `SELECT d.id AS subject, d.status || ' ' || d.credited_sun || ' for ' || d.amount || ' of ' || d.asset
        || coalesce(' at ' || d.rate_sun, '') || ', transfer '
        || coalesce(t.amount_sun || ' to ' || t.to_account, 'none') AS found
      FROM ${deposit} d LEFT JOIN ${transfer} t ON t.id = d.id || ':deposit'
        LEFT JOIN ${transfer} u ON u.id = d.id || ':undo'
      WHERE (d.status = 'credited' OR d.status = 'undone') <> (t.id IS NOT NULL)
        OR (d.status = 'undone') <> (u.id IS NOT NULL)
        OR t.amount_sun <> coalesce(u.amount_sun, d.credited_sun)
        OR u.from_account <> t.to_account OR u.to_account <> 'external'
        OR t.kind <> 'deposit' OR t.from_account <> 'external' OR t.to_account <> 'available:' || d.customer_id
        OR d.status = 'credited' AND d.credited_sun IS DISTINCT FROM CASE d.asset
          WHEN 'TRX' THEN ${AMOUNT}
          WHEN 'USDT' THEN ${AMOUNT} / 1000000 * d.rate_sun
            + ${AMOUNT} % 1000000 * d.rate_sun / 1000000
          ELSE 0 END
        OR d.asset = 'USDT' AND d.status = 'credited' AND d.rate_sun NOT IN (SELECT rate_sun FROM usdt_rate)
      ORDER BY d.id`,
  },
  {
    name: "a deposit has the rate that was in force at its block, or the next one",
    sql: ({
      deposit,
    }) => `SELECT d.id AS subject, d.rate_sun || ' of rate ' || coalesce(CAST(d.rate_id AS TEXT), 'none') || ', in force ' || coalesce(CAST(f.id AS TEXT), 'none')
        || ', next ' || coalesce(CAST(n.id AS TEXT), 'none') AS found
      FROM ${deposit} d LEFT JOIN usdt_rate r ON r.id = d.rate_id
      LEFT JOIN usdt_rate f ON f.id = (SELECT id FROM usdt_rate WHERE since <= d.at ORDER BY id DESC LIMIT 1)
      LEFT JOIN usdt_rate n ON n.id = (SELECT id FROM usdt_rate WHERE since > d.at AND id > coalesce(f.id, 0)
        ORDER BY id LIMIT 1)
      WHERE d.rate_sun IS NOT NULL AND (r.rate_sun IS DISTINCT FROM d.rate_sun OR r.id IS DISTINCT FROM f.id AND r.id IS DISTINCT FROM n.id)
      ORDER BY d.id`,
  },
  {
    name: "a deposit was paid in at an address of its customer",
    sql: ({
      deposit,
    }) => `SELECT d.id AS subject, d.address || ' of ' || coalesce(a.customer_id, 'nobody')
        || ', deposit of ' || d.customer_id AS found
      FROM ${deposit} d LEFT JOIN deposit_address a ON a.address = d.address
      WHERE a.customer_id IS DISTINCT FROM d.customer_id ORDER BY d.id`,
  },
  {
    name: "a transfer from a deposit is one of a deposit",
    sql: ({ deposit, transfer }) => `SELECT t.id AS subject, 'no such deposit' AS found
      FROM ${transfer} t LEFT JOIN ${deposit} d ON d.id = substr(t.id, 1, 24)
      WHERE t.kind = 'deposit' AND (d.id IS NULL OR t.id <> d.id || ':deposit') ORDER BY t.id`,
  },
  {
    name: "a withdrawal is what its customer asked for",
    sql: ({
      withdrawal,
    }) => `SELECT w.id AS subject, w.amount_sun || ' and ' || w.fee_sun || ' to ' || w.address || ' of ' || w.customer_id
        || ', asked for ' || coalesce(a.amount_sun || ' and ' || a.fee_sun || ' to ' || a.address || ' by '
        || a.customer_id, 'nothing') AS found
      FROM ${withdrawal} w LEFT JOIN withdrawal_asked a ON a.id = w.id
      WHERE a.address IS DISTINCT FROM w.address OR a.amount_sun IS DISTINCT FROM w.amount_sun OR a.fee_sun IS DISTINCT FROM w.fee_sun
        OR a.customer_id IS DISTINCT FROM w.customer_id`,
  },
  {
    name: "a withdrawal is the sum of its transfers",
    sql: (
      books,
    ) => `SELECT e.transfer AS subject, iif(e.is_due, 'expected ' || e.amount_sun, 'expected none')
        || ', found ' || coalesce(t.amount_sun || ' from ' || t.from_account || ' to ' || t.to_account, 'none')
        AS found
      FROM (${withdrawalTransfers(books)}) AS e LEFT JOIN ${books.transfer} t ON t.id = e.transfer
      WHERE (t.id IS NOT NULL) <> e.is_due OR t.amount_sun <> e.amount_sun
        OR t.from_account <> e.source OR t.to_account <> e.target`,
  },
  {
    // One that was paid by a payout that counted as dead has a payout of its own kind in no other state.
    name: "a withdrawal is signed while a payout pays it, and paid by one",
    sql: ({ withdrawal, payout, transfer }) => `SELECT w.id AS subject, w.status || ', payouts '
        || coalesce(string_agg(p.state, ','), 'none') AS found
      FROM ${withdrawal} w LEFT JOIN ${payout} p ON p.withdrawal_id = w.id
      LEFT JOIN ${transfer} late ON late.id = p.id || ':late'
      GROUP BY w.id, w.status
      HAVING (w.status = 'signed') <> (coalesce(sum(CASE WHEN p.state IN ('signed','sent','included') THEN 1 END), 0) > 0)
        OR (w.status = 'paid') <> (coalesce(sum(CASE WHEN p.state = 'paid' OR late.id IS NOT NULL THEN 1 END), 0) > 0)
          AND w.status NOT IN ('refused','cancelled')
        OR coalesce(sum(CASE WHEN p.state <> 'dead' THEN 1 END), 0) > 1`,
  },
  {
    name: "a payout of a withdrawal pays what was asked for",
    sql: ({
      withdrawal,
      payout,
    }) => `SELECT p.id AS subject, p.amount_sun || ' and ' || p.fee_sun || ' to ' || p.receiver
        || ', withdrawal ' || coalesce(w.amount_sun || ' and ' || w.fee_sun || ' to ' || w.address, 'none') AS found
      FROM ${payout} p LEFT JOIN ${withdrawal} w ON w.id = p.withdrawal_id
      WHERE p.withdrawal_id IS NOT NULL
        AND (p.amount_sun IS DISTINCT FROM w.amount_sun OR p.fee_sun IS DISTINCT FROM w.fee_sun OR p.receiver IS DISTINCT FROM w.address)`,
  },
  {
    name: "a transfer of a withdrawal is one of its payouts",
    sql: ({
      booked,
      payout,
    }) => `SELECT t.id AS subject, coalesce('payout of ' || coalesce(p.seller, p.withdrawal_id),
        'no such payout') AS found
      FROM ${booked} AS t LEFT JOIN ${payout} p ON p.id = substr(t.id, 1, 24)
      WHERE t.kind = 'withdrawal' AND (p.withdrawal_id IS NULL
        OR t.id NOT IN (p.id || ':pay', p.id || ':void', p.id || ':late'))`,
  },
  {
    // The fee left with it; a withdrawal that was over already is put right with what its customer had.
    name: "a dead payout that paid a withdrawal has left with what was held for it",
    sql: ({
      withdrawal,
      payout,
      transfer,
    }) => `SELECT late.id AS subject, late.amount_sun || ' from ' || late.from_account
        || ', fee ' || coalesce(fee.amount_sun, 0) || ', withdrawal ' || w.amount_sun || ' and ' || w.fee_sun AS found
      FROM ${payout} p JOIN ${withdrawal} w ON w.id = p.withdrawal_id
      JOIN ${transfer} late ON late.id = p.id || ':late' AND late.kind = 'withdrawal'
      LEFT JOIN ${transfer} fee ON fee.id = p.id || ':late:fee'
      WHERE w.status <> 'paid' OR p.state <> 'dead' OR late.amount_sun <> w.amount_sun
        OR late.from_account <> 'held:' || w.customer_id OR coalesce(fee.amount_sun, 0) <> w.fee_sun`,
  },
  {
    name: "the last movement of a customer leaves what they have",
    isOfAll: true,
    sql: () => `SELECT t.id AS subject, 'after it ' || t.available_after_sun || ' and ' || t.held_after_sun
        || ', balances ' || a.balance_sun || ' and ' || h.balance_sun AS found
      FROM customer m CROSS JOIN transfer t
        ON t.seq = (SELECT max(seq) FROM transfer n WHERE n.customer_id = m.id)
      JOIN account a ON a.id = 'available:' || m.id
      JOIN account h ON h.id = 'held:' || m.id
      WHERE t.available_after_sun <> a.balance_sun OR t.held_after_sun <> h.balance_sun`,
  },
  {
    name: "a customer's gifts are what their transfers leave of them",
    isOfAll: true,
    sql: ({
      gift,
    }) => `WITH sums AS (SELECT customer_id, sum(gift_sun) AS gift_sun FROM ${gift} AS given GROUP BY customer_id)
      SELECT a.id AS subject, 'gifts ' || a.gift_sun || ' of ' || a.balance_sun || ' and ' || h.balance_sun
        || ' held, transfers ' || coalesce(s.gift_sun, 0) AS found
      FROM account a JOIN account h ON h.id = 'held:' || substr(a.id, 11)
      LEFT JOIN sums s ON s.customer_id = substr(a.id, 11)
      WHERE a.kind = 'available' AND (a.gift_sun <> coalesce(s.gift_sun, 0)
        OR a.gift_sun > a.balance_sun + h.balance_sun)`,
  },
  {
    // Few are given: only their customers' transfers are looked through.
    name: "no gift pays a seller",
    sql: ({
      leg,
      transfer,
    }) => `WITH given AS MATERIALIZED (SELECT sold.id, post.customer_id, -post.gift_sun AS gift_sun, post.amount_sun
        FROM ${leg} sold JOIN ${transfer} post ON post.id = coalesce(sold.replaces, sold.id) || ':post'
        WHERE (sold.paid_by IS NOT NULL OR sold.seller_sun IS NOT NULL AND sold.replaces IS NOT NULL) AND post.gift_sun <> 0)
      SELECT id AS subject, 'gifts ' || gift_sun || ' of ' || amount_sun AS found FROM given
      WHERE NOT ${tookOut("given.customer_id")}`,
  },
  {
    name: "what withdrawals and sellers wait for is paid money",
    isOfAll: true,
    sql: ({
      leg,
      withdrawal,
    }) => `WITH bound AS (SELECT customer_id, sum(amount_sun) AS amount_sun FROM (
        SELECT paid_by AS customer_id, amount_sun FROM ${leg}
          WHERE paid_by IS NOT NULL AND posted = 0 AND (state = 'planned' OR state = 'signed' OR state = 'sent')
        UNION ALL SELECT customer_id, amount_sun + fee_sun FROM ${withdrawal}
          WHERE status = 'waiting' OR status = 'approval') AS waiting GROUP BY customer_id)
      SELECT a.id AS subject, 'bound ' || b.amount_sun || ' of ' || a.balance_sun || ' and ' || h.balance_sun
        || ' held, gifts ' || a.gift_sun AS found
      FROM bound b JOIN account a ON a.id = 'available:' || b.customer_id
      JOIN account h ON h.id = 'held:' || b.customer_id
      WHERE a.balance_sun + h.balance_sun - a.gift_sun < b.amount_sun AND NOT ${tookOut("b.customer_id")}`,
  },
];
