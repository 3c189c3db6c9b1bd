/** Orders that were in an archive which was given up. */

export const LOST_ORDERS = `
-- Their transfers are in the books, so the audit and an account's history still meet them.
CREATE TABLE lost_order (
  id TEXT PRIMARY KEY CHECK (length(id) = 24),
  customer_id TEXT NOT NULL REFERENCES customer
) STRICT, WITHOUT ROWID;
CREATE INDEX lost_order_of_customer ON lost_order (customer_id, id)`;
