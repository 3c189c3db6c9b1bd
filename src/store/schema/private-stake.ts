/** What owners delegate by themselves, so that it is told from what the desk delegates of theirs to the same receiver. */
export const PRIVATE_STAKE = `
-- Their own delegations and undelegations in followed blocks that are not solid yet, or come after missed ones.
CREATE TABLE stake_act (
  block_number INTEGER NOT NULL,
  position INTEGER NOT NULL,
  owner TEXT NOT NULL,
  receiver TEXT NOT NULL,
  resource TEXT NOT NULL,
  -- Below 0: taken back.
  change_sun INTEGER NOT NULL,
  PRIMARY KEY (block_number, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX stake_act_of_record ON stake_act (owner, receiver, resource);

-- The sum of those that are final. It is never above what is really theirs.
CREATE TABLE private_stake (
  owner TEXT NOT NULL,
  receiver TEXT NOT NULL,
  resource TEXT NOT NULL,
  stake_sun INTEGER NOT NULL CHECK (stake_sun >= 0),
  PRIMARY KEY (owner, receiver, resource)
) STRICT, WITHOUT ROWID;

-- The newest block of which something is in private_stake, and the blocks that were passed over and are still to be read.
CREATE TABLE act_cursor (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  summed_block INTEGER NOT NULL,
  next_missed INTEGER,
  last_missed INTEGER,
  CHECK ((next_missed IS NULL) = (last_missed IS NULL))
) STRICT;
INSERT INTO act_cursor (id, summed_block) VALUES (1, 0)`;
