/** What an audit looks at: all of the books, or those parts that may have changed. */

/** From where the invariants select: each a table, or a SELECT in parentheses, with the table's columns. */
export interface AuditedBooks {
  readonly orders: string;
  readonly leg: string;
  readonly transfer: string;
  readonly payout: string;
  /** `account`, `id`, `amount_sun`: what every transfer has added to an account, or below 0, taken off it. */
  readonly movement: string;
}

export interface Invariant {
  readonly name: string;
  /** Selects `subject` and `found` of every violation in these books. */
  readonly sql: (books: AuditedBooks) => string;
}

export const WHOLE_BOOKS: AuditedBooks = {
  orders: "orders",
  leg: "leg",
  transfer: "transfer",
  payout: "payout",
  movement: `(${movements("transfer")})`,
};

/** Both ends of the transfers of a table. */
export function movements(table: string): string {
  return `SELECT to_account AS account, id, amount_sun FROM ${table}
    UNION ALL SELECT from_account, id, -amount_sun FROM ${table}`;
}
