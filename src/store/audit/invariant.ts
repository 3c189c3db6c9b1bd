/** What the audit's queries read, and what each is. */

/** The sources of the invariants: each a table, or a SELECT in parentheses, which needs an alias, with the table's columns. */
export interface AuditedBooks {
  readonly orders: string;
  readonly leg: string;
  readonly transfer: string;
  readonly payout: string;
  readonly booking: string;
  readonly withdrawal: string;
  readonly deposit: string;
  /** `account`, `id`, `amount_sun`: what every transfer has added to an account; negative when it took. */
  readonly movement: string;
  /** `customer_id`, `gift_sun`: what every transfer has added to their gifts, or taken of them. */
  readonly gift: string;
  /** The transfers that are new. */
  readonly booked: string;
  /** The payouts that what sellers have earned is less for. */
  readonly paidOut: string;
}

export interface Violation {
  readonly invariant: string;
  readonly subject: string;
  readonly found: string;
}

export interface Invariant {
  readonly name: string;
  /** Compares sums over all books, of which a part says nothing. */
  readonly isOfAll?: true;
  /** Selects `subject` and `found` of every violation in these books. */
  readonly sql: (books: AuditedBooks) => string;
}
