/** The invariants of payouts and of what sellers have earned. */
import type { AuditedBooks, Invariant } from "./books.js";

/** The transfers a payout must have in its state: what it moved out, and back again when it is dead. */
const expected = ({ payout }: AuditedBooks) => `
  SELECT id, id || ':pay' AS transfer, 'earned:' || seller AS source, 'external' AS target,
    amount_sun FROM ${payout}
  UNION ALL SELECT id, id || ':fee', 'earned:' || seller, 'revenue', fee_sun FROM ${payout}
    WHERE fee_sun > 0
  UNION ALL SELECT id, id || ':void', 'external', 'earned:' || seller, amount_sun FROM ${payout}
    WHERE state = 'dead'
  UNION ALL SELECT id, id || ':void:fee', 'revenue', 'earned:' || seller, fee_sun FROM ${payout}
    WHERE state = 'dead' AND fee_sun > 0`;

export const PAYOUT_INVARIANTS: readonly Invariant[] = [
  {
    name: "a payout is the sum of its transfers",
    sql: (
      books,
    ) => `SELECT e.transfer AS subject, 'expected ' || e.amount_sun || ' from ' || e.source || ' to '
        || e.target || ', found ' || coalesce(t.amount_sun || ' from ' || t.from_account || ' to '
        || t.to_account, 'none') AS found
      FROM (${expected(books)}) e LEFT JOIN ${books.transfer} t ON t.id = e.transfer
      WHERE t.id IS NULL OR t.amount_sun <> e.amount_sun OR t.from_account <> e.source
        OR t.to_account <> e.target`,
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
    // A dead payout that a block held after all was taken off once more, as far as it was there.
    name: "what a seller has earned is what legs earned less what was paid out",
    sql: ({
      movement,
      payout,
      transfer,
    }) => `WITH earns AS (SELECT account, sum(amount_sun) AS sum_sun
        FROM ${movement} WHERE account LIKE 'earned:%' AND id LIKE '%:earn' GROUP BY account),
      paid AS (SELECT CAST('earned:' || p.seller AS TEXT) AS account, sum(
          CASE WHEN p.state <> 'dead' THEN p.amount_sun + p.fee_sun
            ELSE coalesce(t.amount_sun, 0) END) AS sum_sun
        FROM ${payout} p LEFT JOIN ${transfer} t ON t.id = p.id || ':late' GROUP BY p.seller)
      SELECT a.id AS subject, 'balance ' || a.balance_sun || ', earned ' || coalesce(e.sum_sun, 0)
        || ', paid out ' || coalesce(p.sum_sun, 0) AS found
      FROM account a LEFT JOIN earns e ON e.account = a.id LEFT JOIN paid p ON p.account = a.id
      WHERE a.kind = 'earned'
        AND (a.balance_sun <> coalesce(e.sum_sun, 0) - coalesce(p.sum_sun, 0) OR a.balance_sun < 0)`,
  },
];
