/** Customers, the ledger, orders and their legs, owners of stake, and the chain as it was followed. */
import { oneOf } from "../conditions.js";

const MAX_SAFE = Number.MAX_SAFE_INTEGER;
const SUN = `CHECK (amount_sun BETWEEN 1 AND ${MAX_SAFE})`;
const ACCOUNT_KIND = oneOf(
  "kind",
  ...["available", "held", "earned", "revenue", "clearing", "external"],
);
const LEG_STATE = oneOf(
  "state",
  ...["planned", "signed", "sent", "included", "solidified"],
  ...["reclaim_signed", "reclaim_sent", "reclaimed", "released", "dead"],
);

export const INITIAL = `
CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  updated_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE customer (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  hint TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_of_customer ON api_key (customer_id);

-- Double entry. Account ids name their kind and owner: 'available:<customer>', 'revenue', 'external'.
CREATE TABLE account (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK ${ACCOUNT_KIND},
  balance_sun INTEGER NOT NULL DEFAULT 0 CHECK (
    abs(balance_sun) <= ${MAX_SAFE} AND (kind = 'external' OR balance_sun >= 0))
) STRICT, WITHOUT ROWID;
INSERT INTO account (id, kind) VALUES
  ('revenue','revenue'), ('clearing','clearing'), ('external','external');

CREATE TABLE transfer (
  id TEXT PRIMARY KEY,
  from_account TEXT NOT NULL REFERENCES account,
  to_account TEXT NOT NULL REFERENCES account CHECK (to_account <> from_account),
  amount_sun INTEGER NOT NULL ${SUN},
  reason TEXT,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER transfer_is_final BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'transfers are never changed'); END;
CREATE TRIGGER transfer_is_kept BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'transfers are never deleted'); END;

CREATE TABLE batch (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer,
  door TEXT NOT NULL CHECK ${oneOf("door", "http", "telegram", "cli")},
  quote_id TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
  id TEXT PRIMARY KEY CHECK (length(id) = 24),
  batch_id TEXT NOT NULL REFERENCES batch,
  customer_id TEXT NOT NULL REFERENCES customer,
  receiver TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('Fast','Manual')),
  resource TEXT NOT NULL CHECK (resource IN ('energy','bandwidth')),
  amount INTEGER NOT NULL CHECK (amount > 0),
  duration TEXT NOT NULL,
  price_sun INTEGER NOT NULL CHECK (price_sun > 0),
  paid_sun INTEGER NOT NULL CHECK (paid_sun BETWEEN 1 AND ${MAX_SAFE}),
  options TEXT,
  status TEXT NOT NULL CHECK ${oneOf("status", "processing", "completed", "cancelled")},
  cancel_requested INTEGER NOT NULL DEFAULT 0 CHECK (cancel_requested IN (0, 1)),
  cancel_reason TEXT,
  filled_amount INTEGER NOT NULL DEFAULT 0 CHECK (filled_amount BETWEEN 0 AND amount),
  posted_sun INTEGER NOT NULL DEFAULT 0 CHECK (posted_sun >= 0),
  refunded_sun INTEGER NOT NULL DEFAULT 0 CHECK (refunded_sun >= 0),
  -- Units that are in no leg that lives: to be planned anew.
  unplanned_amount INTEGER NOT NULL DEFAULT 0 CHECK (unplanned_amount BETWEEN 0 AND amount),
  first_death_at INTEGER,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK (posted_sun + refunded_sun <= paid_sun),
  CHECK (status = 'processing' OR posted_sun + refunded_sun = paid_sun)
) STRICT;
CREATE INDEX orders_of_customer ON orders (customer_id, id);
CREATE INDEX orders_of_batch ON orders (batch_id);
CREATE INDEX orders_unplanned ON orders (id) WHERE unplanned_amount > 0 AND status = 'processing';
CREATE TRIGGER order_status_is_final BEFORE UPDATE OF status ON orders
WHEN OLD.status <> 'processing' AND NEW.status <> OLD.status
BEGIN SELECT RAISE(ABORT, 'a final order stays as it is'); END;

-- One delegation on chain (or planned to be). Amounts of stake and of money are SUN; times ending in _at are chain time.
CREATE TABLE leg (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders,
  sequence INTEGER NOT NULL,
  owner TEXT NOT NULL,
  receiver TEXT NOT NULL,
  resource TEXT NOT NULL,
  units INTEGER NOT NULL CHECK (units > 0),
  amount_sun INTEGER NOT NULL ${SUN},
  duration TEXT NOT NULL,
  state TEXT NOT NULL CHECK ${LEG_STATE},
  locked INTEGER NOT NULL CHECK (locked IN (0, 1)),
  replaces TEXT REFERENCES leg,
  -- The reservation of the owner's capacity: counted while reserving = 1.
  reserved_sun INTEGER NOT NULL CHECK (reserved_sun > 0),
  reserving INTEGER NOT NULL DEFAULT 1 CHECK (reserving IN (0, 1)),
  stake_sun INTEGER,
  posted INTEGER NOT NULL DEFAULT 0 CHECK (posted IN (0, 1)),
  earned INTEGER NOT NULL DEFAULT 0 CHECK (earned IN (0, 1)),
  txid TEXT,
  transaction_hex TEXT,
  transaction_expires_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  block_number INTEGER,
  delegated_at INTEGER,
  expires_at INTEGER,
  -- 1 once the end of the lock was read from the chain.
  expiry_read INTEGER NOT NULL DEFAULT 0 CHECK (expiry_read IN (0, 1)),
  reclaim_txid TEXT,
  reclaim_hex TEXT,
  reclaim_expires_at INTEGER,
  reclaim_attempts INTEGER NOT NULL DEFAULT 0,
  reclaim_block INTEGER,
  death_reason TEXT,
  dead_at INTEGER,
  UNIQUE (order_id, sequence),
  CHECK (state IN ('planned','dead') OR (txid IS NOT NULL AND transaction_hex IS NOT NULL
    AND stake_sun IS NOT NULL AND transaction_expires_at IS NOT NULL)),
  CHECK (${oneOf("state", "planned", "signed", "sent", "dead")} OR
    (block_number IS NOT NULL AND delegated_at IS NOT NULL AND expires_at IS NOT NULL))
) STRICT;
-- Partial wherever they can be: a leg is written in every step of its life, and each index it is in is written with it.
CREATE UNIQUE INDEX leg_by_txid ON leg (txid) WHERE txid IS NOT NULL;
CREATE UNIQUE INDEX leg_by_reclaim_txid ON leg (reclaim_txid) WHERE reclaim_txid IS NOT NULL;
CREATE INDEX leg_planned ON leg (owner, id) WHERE state = 'planned';
CREATE INDEX leg_in_flight ON leg (id) WHERE state IN ('signed','sent');
CREATE INDEX leg_included ON leg (block_number) WHERE state = 'included';
CREATE INDEX leg_to_reclaim ON leg (expires_at) WHERE state = 'solidified';
CREATE INDEX leg_reclaiming ON leg (id) WHERE state IN ('reclaim_signed','reclaim_sent');
CREATE INDEX leg_unread ON leg (id) WHERE locked = 1 AND expiry_read = 0
  AND state IN ('included','solidified');
CREATE INDEX leg_reserving ON leg (owner, resource, block_number)
  WHERE reserving = 1 AND block_number IS NOT NULL;
CREATE INDEX leg_locked ON leg (receiver, resource, owner)
  WHERE locked = 1 AND state NOT IN ('reclaimed','released','dead');
CREATE INDEX leg_open ON leg (resource)
  WHERE state NOT IN ('reclaimed','released','dead');
CREATE INDEX leg_to_mend ON leg (id) WHERE posted = 1 AND earned = 0 AND state = 'dead';
CREATE INDEX leg_replacing ON leg (replaces) WHERE replaces IS NOT NULL;

CREATE TABLE owner (
  address TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('pool')),
  draining INTEGER NOT NULL DEFAULT 0 CHECK (draining IN (0, 1)),
  pause_reason TEXT,
  permission_id INTEGER,
  -- Strictly increasing, so that no two transactions of one owner share a txid.
  last_timestamp INTEGER NOT NULL DEFAULT 0,
  added_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The last snapshot of what an owner can delegate, and what is reserved of it (see leg.reserving).
CREATE TABLE capacity (
  owner TEXT NOT NULL REFERENCES owner,
  resource TEXT NOT NULL CHECK (resource IN ('energy','bandwidth')),
  snapshot_sun INTEGER NOT NULL DEFAULT 0 CHECK (snapshot_sun >= 0),
  snapshot_block INTEGER NOT NULL DEFAULT 0,
  reserved_sun INTEGER NOT NULL DEFAULT 0 CHECK (reserved_sun >= 0),
  PRIMARY KEY (owner, resource)
) STRICT, WITHOUT ROWID;

CREATE TABLE stake_ratio (
  resource TEXT PRIMARY KEY,
  total_limit INTEGER NOT NULL,
  total_weight INTEGER NOT NULL,
  read_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Receivers known to be activated: accounts are not deleted, so this holds for good.
CREATE TABLE receiver (
  address TEXT PRIMARY KEY,
  contract INTEGER NOT NULL CHECK (contract IN (0, 1)),
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE quote (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer,
  request_hash TEXT NOT NULL,
  price_sun INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX quote_by_end ON quote (expires_at);

CREATE TABLE idempotency (
  customer_id TEXT NOT NULL REFERENCES customer,
  door TEXT NOT NULL,
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  request_hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (customer_id, door, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- The blocks followed last; the highest one is the cursor.
CREATE TABLE chain_block (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  timestamp_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE incident (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT`;
