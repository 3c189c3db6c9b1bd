/** Who can sell, from the index alone: its sellers lie side by side, their rows in the table do not. */
import { OPEN_OFFER } from "../conditions.js";

/** What is asked of an offer besides its place in the index, the index's own condition included: else SQLite reads the row. */
const ASKED = "chunk_units, shortest_seconds, longest_seconds, is_on, paused, chunk_sun";

export const OPEN_OFFERS = `
DROP INDEX offer_open;
DROP INDEX offer_by_size;
CREATE INDEX offer_open ON offer (resource, min_price_sun, since, seller, free_sun, ${ASKED})
  WHERE ${OPEN_OFFER};
CREATE INDEX offer_by_size ON offer (resource, min_price_sun, free_sun, since, seller, ${ASKED})
  WHERE ${OPEN_OFFER}`;
