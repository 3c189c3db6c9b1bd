/** Cards of orders that rest are looked at a few at a time: which they are is found without reading the others. */
export const RESTING_CARDS = `
CREATE INDEX draft_of_batch ON draft (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX orders_resting_of_batch ON orders (batch_id)
  WHERE unplanned_amount > 0 AND status = 'processing' AND type = 'Manual'`;
