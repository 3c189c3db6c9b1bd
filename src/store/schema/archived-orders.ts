/** Orders whose delegations lie in the archive beside the database. */

export const ARCHIVED_ORDERS = `
-- When the delegations of a finished order were moved out of the books; its money stays in them.
ALTER TABLE orders ADD COLUMN archived_at INTEGER
  CHECK (archived_at IS NULL OR status <> 'processing')`;
