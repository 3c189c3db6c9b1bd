/**
 * Tables of chain.db. Block headers and transactions are kept forever: a header takes about 200
 * bytes, so an idle sandbox of 28,800 blocks a day grows by 6 MB, and a deposit scanner may always
 * start from block 0.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS blocks (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL,
  timestamp INTEGER NOT NULL,
  root BLOB NOT NULL,
  parent BLOB NOT NULL,
  witness BLOB NOT NULL,
  signature BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS transactions (
  txid BLOB NOT NULL UNIQUE,
  block INTEGER NOT NULL,
  position INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  fee INTEGER NOT NULL,
  net_usage INTEGER NOT NULL,
  net_fee INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS transactions_by_block ON transactions (block, position);
CREATE TABLE IF NOT EXISTS calls (
  txid BLOB PRIMARY KEY,
  block INTEGER NOT NULL,
  outcome TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS calls_by_block ON calls (block);
CREATE TABLE IF NOT EXISTS records (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS undo (
  block INTEGER NOT NULL,
  key TEXT NOT NULL,
  before TEXT,
  PRIMARY KEY (block, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS undone (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  block INTEGER NOT NULL
) STRICT;
`;
