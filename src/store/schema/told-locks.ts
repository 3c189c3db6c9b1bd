/** Locks that the chain has told of and the books do not know: whoever was refused for one is not asked to lock until it is over. */
export const TOLD_LOCKS = `
-- All times are the chain's.
CREATE TABLE told_lock (
  receiver TEXT NOT NULL,
  resource TEXT NOT NULL CHECK (resource IN ('energy','bandwidth')),
  owner TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  believed_until INTEGER NOT NULL CHECK (believed_until <= ends_at),
  PRIMARY KEY (receiver, resource, owner)
) STRICT, WITHOUT ROWID;
CREATE INDEX told_lock_by_end ON told_lock (believed_until)`;
