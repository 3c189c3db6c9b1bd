/** What a block states of a transaction, where it counts only once the block is solid. */
export const STATED_BY_BLOCKS = `
-- The block by which it failed: it dies of that when the solidified state says so too.
ALTER TABLE leg ADD COLUMN failed_block INTEGER;
ALTER TABLE leg ADD COLUMN reclaim_failed_block INTEGER;
ALTER TABLE payout ADD COLUMN failed_block INTEGER;
-- The block that holds what was taken for dead, until it is solid and told.
ALTER TABLE leg ADD COLUMN late_block INTEGER;
ALTER TABLE payout ADD COLUMN late_block INTEGER;
CREATE INDEX leg_late ON leg (late_block) WHERE late_block IS NOT NULL;
CREATE INDEX payout_late ON payout (late_block) WHERE late_block IS NOT NULL`;
