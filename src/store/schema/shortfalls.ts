/** Delegations are compared with the network's totals after their block, and what fell short is made good. */

/** Those of before were never compared, and are left as they are. */
export const SHORTFALLS = `
ALTER TABLE leg ADD COLUMN makes_good TEXT REFERENCES leg;
ALTER TABLE leg ADD COLUMN compared INTEGER NOT NULL DEFAULT 0 CHECK (compared IN (0, 1));
ALTER TABLE leg ADD COLUMN short_units INTEGER NOT NULL DEFAULT 0
  CHECK (short_units BETWEEN 0 AND units);
UPDATE leg SET compared = 1 WHERE block_number IS NOT NULL;
-- Only what is in a block and not compared yet: a few seconds' worth.
CREATE INDEX leg_to_compare ON leg (block_number) WHERE compared = 0 AND block_number IS NOT NULL;
CREATE INDEX leg_making_good ON leg (makes_good) WHERE makes_good IS NOT NULL;
ALTER TABLE orders ADD COLUMN shortfall_sun INTEGER NOT NULL DEFAULT 0
  CHECK (shortfall_sun BETWEEN 0 AND paid_sun)`;
