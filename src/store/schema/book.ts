/** Manual orders: sellers and their offers, resting orders, and payouts. */
import { oneOf } from "../conditions.js";

const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/** Sellers are owners too: the tables of owners are made anew with the second kind. */
const OWNER_KINDS = `
CREATE TABLE owner_next (
  address TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK ${oneOf("kind", "pool", "seller")},
  draining INTEGER NOT NULL DEFAULT 0 CHECK (draining IN (0, 1)),
  pause_reason TEXT,
  permission_id INTEGER,
  -- Strictly increasing, so that no two transactions of one owner share a txid.
  last_timestamp INTEGER NOT NULL DEFAULT 0,
  added_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO owner_next SELECT address, kind, draining, pause_reason, permission_id, last_timestamp,
  added_at FROM owner;
CREATE TABLE capacity_next (
  owner TEXT NOT NULL REFERENCES owner_next,
  resource TEXT NOT NULL CHECK (resource IN ('energy','bandwidth')),
  snapshot_sun INTEGER NOT NULL DEFAULT 0 CHECK (snapshot_sun >= 0),
  snapshot_block INTEGER NOT NULL DEFAULT 0,
  reserved_sun INTEGER NOT NULL DEFAULT 0 CHECK (reserved_sun >= 0),
  PRIMARY KEY (owner, resource)
) STRICT, WITHOUT ROWID;
INSERT INTO capacity_next SELECT owner, resource, snapshot_sun, snapshot_block, reserved_sun
  FROM capacity;
DROP TABLE capacity;
DROP TABLE owner;
ALTER TABLE owner_next RENAME TO owner;
ALTER TABLE capacity_next RENAME TO capacity;
CREATE INDEX owner_of_kind ON owner (kind, added_at);
-- What a seller earns of a leg once it is solidified, the rest is commission; null: the pool's leg, all of it revenue.
ALTER TABLE leg ADD COLUMN seller_sun INTEGER
  CHECK (seller_sun IS NULL OR seller_sun BETWEEN 0 AND amount_sun);
CREATE INDEX leg_of_seller ON leg (owner) WHERE seller_sun IS NOT NULL`;

/** An order rests with what is unplanned of it; `deadline_at` is wall time and only Manual orders have one. */
const RESTING = `
ALTER TABLE orders ADD COLUMN deadline_at INTEGER;
-- 1 while an order of a bulk call waits until all orders of the call can start together.
ALTER TABLE orders ADD COLUMN bulk_waiting INTEGER NOT NULL DEFAULT 0
  CHECK (bulk_waiting IN (0, 1));
DROP INDEX orders_unplanned;
CREATE INDEX orders_unplanned ON orders (id)
  WHERE unplanned_amount > 0 AND status = 'processing' AND type = 'Fast';
CREATE INDEX orders_resting ON orders (resource, price_sun DESC, id, duration, unplanned_amount)
  WHERE unplanned_amount > 0 AND status = 'processing' AND type = 'Manual';
CREATE INDEX orders_by_deadline ON orders (deadline_at)
  WHERE deadline_at IS NOT NULL AND status = 'processing' AND cancel_requested = 0`;

const SELLERS = `
CREATE TABLE seller (
  address TEXT PRIMARY KEY REFERENCES owner,
  customer_id TEXT NOT NULL REFERENCES customer,
  registered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX seller_of_customer ON seller (customer_id);

CREATE TABLE seller_challenge (
  nonce TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer,
  address TEXT NOT NULL,
  text TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX seller_challenge_of ON seller_challenge (customer_id, address);
CREATE INDEX seller_challenge_by_end ON seller_challenge (expires_at);

-- One offer a seller and resource. The columns after since follow other tables, so that one index finds who can sell:
-- free_sun is the snapshot less reservations and what the seller keeps, chunk_sun the stake of the smallest chunk.
CREATE TABLE offer (
  seller TEXT NOT NULL REFERENCES seller,
  resource TEXT NOT NULL CHECK (resource IN ('energy','bandwidth')),
  min_price_sun INTEGER NOT NULL CHECK (min_price_sun BETWEEN 1 AND 1000),
  shortest_seconds INTEGER NOT NULL,
  longest_seconds INTEGER NOT NULL CHECK (longest_seconds >= shortest_seconds),
  chunk_units INTEGER NOT NULL CHECK (chunk_units > 0),
  kept_units INTEGER NOT NULL CHECK (kept_units >= 0),
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  -- Time priority: when the price was last changed or the offer put on.
  since INTEGER NOT NULL,
  paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
  chunk_sun INTEGER NOT NULL CHECK (chunk_sun > 0),
  kept_sun INTEGER NOT NULL CHECK (kept_sun >= 0),
  free_sun INTEGER NOT NULL,
  PRIMARY KEY (seller, resource)
) STRICT, WITHOUT ROWID;
CREATE INDEX offer_open ON offer (resource, min_price_sun, since, seller)
  WHERE is_on = 1 AND paused = 0 AND free_sun >= chunk_sun;
CREATE INDEX offer_by_size ON offer (resource, min_price_sun, free_sun)
  WHERE is_on = 1 AND paused = 0 AND free_sun >= chunk_sun;
CREATE TRIGGER offer_follows_capacity AFTER UPDATE OF snapshot_sun, reserved_sun ON capacity
BEGIN
  UPDATE offer SET free_sun = NEW.snapshot_sun - NEW.reserved_sun - kept_sun
    WHERE seller = NEW.owner AND resource = NEW.resource;
END;
CREATE TRIGGER offer_follows_pause AFTER UPDATE OF pause_reason ON owner
BEGIN
  UPDATE offer SET paused = (NEW.pause_reason IS NOT NULL) WHERE seller = NEW.address;
END`;

const PAYOUTS = `
CREATE TABLE payout (
  id TEXT PRIMARY KEY CHECK (length(id) = 24),
  seller TEXT NOT NULL REFERENCES seller,
  -- What the seller receives; the fee stays with the desk.
  amount_sun INTEGER NOT NULL CHECK (amount_sun BETWEEN 1 AND ${MAX_SAFE}),
  fee_sun INTEGER NOT NULL CHECK (fee_sun >= 0),
  state TEXT NOT NULL CHECK ${oneOf("state", "signed", "sent", "included", "paid", "dead")},
  txid TEXT NOT NULL UNIQUE,
  transaction_hex TEXT NOT NULL,
  transaction_expires_at INTEGER NOT NULL,
  -- Of the transaction; strictly increasing, so that no two payouts share a txid.
  timestamp_ms INTEGER NOT NULL UNIQUE,
  attempts INTEGER NOT NULL DEFAULT 1,
  block_number INTEGER,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  death_reason TEXT,
  CHECK ((block_number IS NOT NULL) = ${oneOf("state", "included", "paid")}),
  CHECK ((finished_at IS NOT NULL) = ${oneOf("state", "paid", "dead")})
) STRICT;
CREATE INDEX payout_of_seller ON payout (seller, id);
CREATE UNIQUE INDEX payout_open ON payout (seller)
  WHERE state <> 'paid' AND state <> 'dead'`;

export const BOOK = [OWNER_KINDS, RESTING, SELLERS, PAYOUTS].join(";\n");
