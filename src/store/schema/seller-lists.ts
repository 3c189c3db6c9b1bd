/** What a seller is shown of his account and his legs, found without reading all that he ever sold. */
import { LIVING } from "../conditions.js";

export const SELLER_LISTS = `
-- What the desk's key may do with the account beyond delegating, as a JSON array of texts.
ALTER TABLE seller ADD COLUMN warnings TEXT NOT NULL DEFAULT '[]';
CREATE INDEX leg_open_of_seller ON leg (owner) WHERE seller_sun IS NOT NULL AND ${LIVING};
-- Sellers whose pause may end: looked at more often than the rest.
CREATE INDEX offer_paused ON offer (seller) WHERE is_on = 1 AND paused = 1`;
