/**
 * The tables of the books, whole: long because it is everything the desk knows, in one place to read. How they change:
 * CONTRIBUTING.md.
 *
 * Amounts of money and of stake end in `_sun`; 9007199254740991 is the largest whole number that JavaScript counts exactly.
 * Other times than those of legs are wall time in Unix milliseconds, unless a comment says otherwise.
 *
 * `IN` with more than two values is written as comparisons: SQLite fills a table of its own for it in each statement that writes
 * the row. An index is partial wherever it can be, since a row is written in every step of its life and each index it is in is
 * written with it; a query uses such an index only when it is written with the index's own condition (see conditions.ts).
 */
import { createHash } from "node:crypto";

/** A row that is never deleted, and columns of it that are never changed, whoever writes to the file. */
const frozen = (table: string, columns: string, unlessDeleted = "") => `
CREATE TRIGGER ${table}_is_final BEFORE UPDATE OF ${columns} ON ${table}
BEGIN SELECT RAISE(ABORT, '${table}: ${columns} are never changed'); END;
CREATE TRIGGER ${table}_is_kept BEFORE DELETE ON ${table} ${unlessDeleted}
BEGIN SELECT RAISE(ABORT, 'a row of ${table} is never deleted'); END`;

/** The key that a caller chose may be forgotten, and becomes no other. */
const keyIsFinal = (table: string) => `
CREATE TRIGGER ${table}_key_is_final BEFORE UPDATE OF idempotency_key ON ${table} WHEN NEW.idempotency_key IS NOT NULL
BEGIN SELECT RAISE(ABORT, '${table}: its key is never changed'); END`;

/** What a new file is given: the tables as the newest step leaves them. */
export const SCHEMA = `-- == Settings ==

-- What the desk remembers of itself, as JSON by key (see settings.ts).
CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  updated_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER setting_is_logged AFTER INSERT ON setting WHEN NEW.key = 'rates'
BEGIN
  INSERT INTO setting_change (key, value, changed_by, at)
    VALUES (NEW.key, NEW.value, NEW.updated_by, NEW.updated_at);
END;
CREATE TRIGGER setting_change_is_logged AFTER UPDATE ON setting WHEN NEW.key = 'rates' AND NEW.value <> OLD.value
BEGIN
  INSERT INTO setting_change (key, previous, value, changed_by, at)
    VALUES (NEW.key, OLD.value, NEW.value, NEW.updated_by, NEW.updated_at);
END;

-- Who changed what the desk charges, when, and from what: written by the table itself, whoever writes the setting.
CREATE TABLE setting_change (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  -- JSON; null for the first value.
  previous TEXT,
  value TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE TRIGGER setting_change_is_final BEFORE UPDATE ON setting_change
BEGIN SELECT RAISE(ABORT, 'the log of settings is never changed'); END;
CREATE TRIGGER setting_change_is_kept BEFORE DELETE ON setting_change
BEGIN SELECT RAISE(ABORT, 'the log of settings is never shortened'); END;

-- == Customers ==

CREATE TABLE customer (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
${frozen("customer", "id, created_at")};

-- Of a key only its SHA-256 is kept, and a hint by which its owner knows it.
CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  hint TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  -- 1 from the issue over a chat until the chat has taken the key: nobody is let in with it before.
  pending INTEGER NOT NULL DEFAULT 0 CHECK (pending IN (0, 1)),
  -- Which keys may take money out. Those of before may not.
  may_withdraw INTEGER NOT NULL DEFAULT 0 CHECK (may_withdraw IN (0, 1)),
  -- Since a restore, until the operator enables it: it may have been revoked after the backup.
  disabled_at INTEGER
) STRICT, WITHOUT ROWID;
-- The keys of a customer: listed, and counted before another is issued.
CREATE INDEX api_key_of_customer ON api_key (customer_id);
-- Keys that no chat has taken in time: revoked.
CREATE INDEX api_key_pending ON api_key (created_at) WHERE pending = 1 AND revoked_at IS NULL;
${frozen("api_key", "id, customer_id, hash, created_at, may_withdraw")};

-- The names that customers give to wallets.
CREATE TABLE wallet_name (
  id INTEGER PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer,
  -- The name in small letters.
  key TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 32),
  address TEXT NOT NULL CHECK (length(address) = 34),
  -- Orders paid for the wallet since it has a name, and when the last one was.
  uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
  used_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (customer_id, key)
) STRICT;

-- == Ledger ==

-- Double entry. Account ids name their kind and owner: 'available:<customer>', 'revenue', 'external'.
CREATE TABLE account (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind = 'available' OR kind = 'held' OR kind = 'earned'
    OR kind = 'revenue' OR kind = 'clearing' OR kind = 'external'),
  balance_sun INTEGER NOT NULL DEFAULT 0 CHECK (
    abs(balance_sun) <= 9007199254740991 AND (kind = 'external' OR balance_sun >= 0)),
  -- Of a customer's available account: how much of what they have, held money too, was given to them. It is spent first.
  gift_sun INTEGER NOT NULL DEFAULT 0 CHECK (gift_sun >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO account (id, kind) VALUES
  ('revenue','revenue'), ('clearing','clearing'), ('external','external');
CREATE TRIGGER balance_is_watched AFTER UPDATE OF balance_sun ON account
WHEN NEW.kind = 'available'
BEGIN
  UPDATE balance_limit SET changed = 1
    WHERE account_id = NEW.id AND changed = 0 AND armed = (NEW.balance_sun < limit_sun);
END;
${frozen("account", "id, kind")};

-- Ids are '<cause>:<kind>', so that nothing is booked twice, and what belongs to an order is found by the beginning of its id.
-- Rowids rise and none is free again, since nothing is deleted: by them the audit knows what is new.
CREATE TABLE transfer (
  id TEXT PRIMARY KEY,
  from_account TEXT NOT NULL REFERENCES account,
  to_account TEXT NOT NULL REFERENCES account CHECK (to_account <> from_account),
  amount_sun INTEGER NOT NULL CHECK (amount_sun BETWEEN 1 AND 9007199254740991),
  reason TEXT,
  at INTEGER NOT NULL,
  -- Of money from and to outside what it is; null of what moves within the books.
  kind TEXT,
  -- Whose available or held money it moves, what it changes of their gifts, and their balances after it.
  customer_id TEXT,
  gift_sun INTEGER NOT NULL DEFAULT 0,
  available_after_sun INTEGER,
  held_after_sun INTEGER
) STRICT;
-- A customer's movements in the order in which they were booked: the statement.
CREATE INDEX transfer_of_customer ON transfer (customer_id) WHERE customer_id IS NOT NULL;
-- What a customer has paid in and taken out today. What moves within the books, as orders do, is not in it.
CREATE INDEX transfer_from_outside ON transfer (customer_id, at) WHERE kind IS NOT NULL AND customer_id IS NOT NULL;
CREATE TRIGGER transfer_is_kept BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'transfers are never deleted'); END;
CREATE TRIGGER transfer_is_final BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'transfers are never changed'); END;

-- == Calls and orders ==

-- A price bound for one customer and one request, for a short time, once.
CREATE TABLE quote (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer,
  request_hash TEXT NOT NULL,
  price_sun INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
-- Quotes that are over: forgotten.
CREATE INDEX quote_by_end ON quote (expires_at);
-- A customer's quotes that may still be used: counted before another.
CREATE INDEX quote_open ON quote (customer_id, expires_at, used_at) WHERE used_at IS NULL;

-- One call that created orders.
CREATE TABLE batch (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer,
  channel TEXT NOT NULL CHECK (channel = 'http' OR channel = 'telegram' OR channel = 'cli'),
  quote_id TEXT,
  created_at INTEGER NOT NULL,
  -- Of a call that is known again: the key that its caller chose, forgotten after some days, the customer's own name for it, and the
  -- hash of its body, since another body cannot have them.
  idempotency_key TEXT CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  reference TEXT,
  request_hash TEXT,
  CHECK ((request_hash IS NULL) = (idempotency_key IS NULL AND reference IS NULL))
) STRICT, WITHOUT ROWID;
-- The call with a key: each creation that has one; and the keys that are no longer promised.
CREATE UNIQUE INDEX batch_by_key ON batch (customer_id, channel, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX batch_with_key_by_age ON batch (created_at) WHERE idempotency_key IS NOT NULL;
-- The call with a reference: each creation that has one, and the list of its orders.
CREATE UNIQUE INDEX batch_by_reference ON batch (customer_id, reference) WHERE reference IS NOT NULL;
${frozen("batch", "id, customer_id, channel, quote_id, created_at, reference")};
${keyIsFinal("batch")};
CREATE TRIGGER batch_hash_is_final BEFORE UPDATE OF request_hash ON batch WHEN NEW.request_hash IS NOT NULL AND NEW.request_hash IS NOT OLD.request_hash
BEGIN SELECT RAISE(ABORT, 'batch: its hash is never changed'); END;

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
  paid_sun INTEGER NOT NULL CHECK (paid_sun BETWEEN 1 AND 9007199254740991),
  -- Of a Manual order, as the customer gave them: JSON.
  options TEXT,
  status TEXT NOT NULL CHECK (status = 'processing' OR status = 'completed' OR status = 'cancelled'),
  cancel_requested INTEGER NOT NULL DEFAULT 0 CHECK (cancel_requested IN (0, 1)),
  cancel_reason TEXT,
  filled_amount INTEGER NOT NULL DEFAULT 0 CHECK (filled_amount BETWEEN 0 AND amount),
  posted_sun INTEGER NOT NULL DEFAULT 0 CHECK (posted_sun >= 0),
  refunded_sun INTEGER NOT NULL DEFAULT 0 CHECK (refunded_sun >= 0),
  -- Units that are in no leg that lives: a Fast order's are planned anew, a Manual order rests in the book with them.
  unplanned_amount INTEGER NOT NULL DEFAULT 0 CHECK (unplanned_amount BETWEEN 0 AND amount),
  first_death_at INTEGER,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- Only Manual orders have one.
  deadline_at INTEGER,
  -- 1 while an order of a bulk call waits until all orders of the call can start together.
  bulk_waiting INTEGER NOT NULL DEFAULT 0 CHECK (bulk_waiting IN (0, 1)),
  -- Given back at the desk's cost for what its delegations fell short of.
  shortfall_sun INTEGER NOT NULL DEFAULT 0 CHECK (shortfall_sun BETWEEN 0 AND paid_sun),
  -- What came back because delivered units cost less than was held for them; a part of refunded_sun.
  improved_sun INTEGER NOT NULL DEFAULT 0 CHECK (improved_sun BETWEEN 0 AND refunded_sun),
  -- Its rank among the resting orders of its price: its id, or a later one since it was changed.
  queue_key TEXT NOT NULL,
  price_changes INTEGER NOT NULL DEFAULT 0,
  -- The customer's own name for the call.
  reference TEXT,
  -- When its customer or its deadline ended it although the desk could have filled it; null of all others. Wall time.
  given_up_at INTEGER,
  require_lock INTEGER NOT NULL DEFAULT 0 CHECK (require_lock IN (0,1)),
  CHECK (posted_sun + refunded_sun <= paid_sun),
  CHECK (status = 'processing' OR posted_sun + refunded_sun = paid_sun)
) STRICT;
-- A customer's orders by age: lists, searches, the statement, what was spent.
CREATE INDEX orders_of_customer ON orders (customer_id, id);
-- The orders of a call: cards, notifications, whether a bulk call may start.
CREATE INDEX orders_of_batch ON orders (batch_id);
-- Fast orders with something to be planned anew.
CREATE INDEX orders_unplanned ON orders (id)
  WHERE unplanned_amount > 0 AND status = 'processing' AND type = 'Fast';
-- The calls with something in the book, whose cards are looked at a few at a time.
CREATE INDEX orders_resting_of_batch ON orders (batch_id)
  WHERE unplanned_amount > 0 AND status = 'processing' AND type = 'Manual';
-- Orders whose deadline has passed: closed.
CREATE INDEX orders_by_deadline ON orders (deadline_at)
  WHERE deadline_at IS NOT NULL AND status = 'processing' AND cancel_requested = 0;
-- The bids of the book, the best price first, and their sums by price from the index alone.
CREATE INDEX orders_resting ON orders (resource, price_sun DESC, queue_key, duration, unplanned_amount)
  WHERE unplanned_amount > 0 AND status = 'processing' AND type = 'Manual';
-- A customer's orders of each status by age: their lists, and how many are open, counted before another. Three, since an order that is
-- created dirties the smallest of them alone.
CREATE INDEX orders_open ON orders (customer_id, id, status) WHERE status = 'processing';
CREATE INDEX orders_completed ON orders (customer_id, id) WHERE status = 'completed';
CREATE INDEX orders_cancelled ON orders (customer_id, id) WHERE status = 'cancelled';
-- Those of them that were given up today: counted before another.
CREATE INDEX orders_given_up ON orders (customer_id, given_up_at, status)
  WHERE given_up_at IS NOT NULL AND status = 'cancelled';
CREATE TRIGGER order_status_is_final BEFORE UPDATE OF status ON orders
WHEN OLD.status <> 'processing' AND NEW.status <> OLD.status
BEGIN SELECT RAISE(ABORT, 'a final order stays as it is'); END;
CREATE TRIGGER batch_is_watched AFTER UPDATE OF status, filled_amount, refunded_sun ON orders
WHEN NEW.status <> OLD.status OR NEW.filled_amount <> OLD.filled_amount
  OR NEW.refunded_sun <> OLD.refunded_sun
BEGIN
  UPDATE watched_batch SET changed = 1 WHERE batch_id = NEW.batch_id AND changed = 0;
END;
-- A changed order is drawn anew on its cards.
CREATE TRIGGER batch_terms_are_watched AFTER UPDATE OF price_sun, deadline_at ON orders
BEGIN
  UPDATE watched_batch SET changed = 1 WHERE batch_id = NEW.batch_id AND changed = 0;
END;
${frozen("orders", "id, batch_id, customer_id, receiver, type, resource, amount, duration, options, created_at, reference, require_lock")};

-- What the receiver of an order had unused when the chain was read after the delivery, in units.
CREATE TABLE after_delivery (
  order_id TEXT PRIMARY KEY REFERENCES orders,
  energy INTEGER NOT NULL CHECK (energy >= 0),
  -- From stake, and of what is free each day.
  bandwidth INTEGER NOT NULL CHECK (bandwidth >= 0),
  free_bandwidth INTEGER NOT NULL CHECK (free_bandwidth >= 0),
  read_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Money that is held until a rental ends, and becomes an order then, or goes back.
CREATE TABLE booking (
  -- That of the draft it was made of, which may be forgotten before it.
  id TEXT PRIMARY KEY CHECK (length(id) = 24),
  customer_id TEXT NOT NULL REFERENCES customer,
  user_id INTEGER NOT NULL,
  resource TEXT NOT NULL,
  -- Units for each receiver.
  amount INTEGER NOT NULL CHECK (amount > 0),
  duration TEXT NOT NULL,
  -- JSON.
  receivers TEXT NOT NULL,
  price_sun INTEGER NOT NULL CHECK (price_sun > 0),
  held_sun INTEGER NOT NULL CHECK (held_sun BETWEEN 1 AND 9007199254740991),
  -- Chain time: when it becomes an order, and when the rental ends that it extends.
  due_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status = 'open' OR status = 'ordered' OR status = 'returned'),
  -- Why the money went back.
  reason TEXT,
  batch_id TEXT REFERENCES batch,
  created_at INTEGER NOT NULL,
  require_lock INTEGER NOT NULL DEFAULT 0 CHECK (require_lock IN (0,1)),
  CHECK ((status = 'ordered') = (batch_id IS NOT NULL)),
  CHECK ((status = 'returned') = (reason IS NOT NULL))
) STRICT, WITHOUT ROWID;
-- Those that are due, and what is held for all of them: each look of the matcher, and the audit.
CREATE INDEX booking_open ON booking (due_at) WHERE status = 'open';
-- The movements of a customer's bookings: the statement.
CREATE INDEX booking_of_customer ON booking (customer_id);

-- == Owners and stake ==

-- Whose stake is delegated: the pool's accounts, and sellers'.
CREATE TABLE owner (
  address TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind = 'pool' OR kind = 'seller'),
  draining INTEGER NOT NULL DEFAULT 0 CHECK (draining IN (0, 1)),
  pause_reason TEXT,
  permission_id INTEGER,
  -- Strictly increasing, so that no two transactions of one owner share a txid.
  last_timestamp INTEGER NOT NULL DEFAULT 0,
  added_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The few owners of the pool among thousands of sellers, the oldest first: planning, and lists.
CREATE INDEX owner_of_kind ON owner (kind, added_at);
CREATE TRIGGER offer_follows_pause AFTER UPDATE OF pause_reason ON owner
BEGIN
  UPDATE offer SET paused = (NEW.pause_reason IS NOT NULL) WHERE seller = NEW.address;
END;

-- The last snapshot of what an owner can delegate, and what is reserved of it (see leg.reserving).
CREATE TABLE capacity (
  owner TEXT NOT NULL REFERENCES owner,
  resource TEXT NOT NULL CHECK (resource IN ('energy','bandwidth')),
  snapshot_sun INTEGER NOT NULL DEFAULT 0 CHECK (snapshot_sun >= 0),
  snapshot_block INTEGER NOT NULL DEFAULT 0,
  reserved_sun INTEGER NOT NULL DEFAULT 0 CHECK (reserved_sun >= 0),
  PRIMARY KEY (owner, resource)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER offer_follows_capacity AFTER UPDATE OF snapshot_sun, reserved_sun ON capacity
BEGIN
  UPDATE offer SET free_sun = NEW.snapshot_sun - NEW.reserved_sun - kept_sun
    WHERE seller = NEW.owner AND resource = NEW.resource;
END;

-- Units that a staked SUN yields: the network's limit by the network's weight.
CREATE TABLE stake_ratio (
  resource TEXT PRIMARY KEY,
  total_limit INTEGER NOT NULL,
  total_weight INTEGER NOT NULL,
  read_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Locks that the chain has told of and the books do not know: whoever was refused for one is not asked to lock until it is over.
-- All times are the chain's.
CREATE TABLE told_lock (
  receiver TEXT NOT NULL,
  resource TEXT NOT NULL CHECK (resource IN ('energy','bandwidth')),
  owner TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  believed_until INTEGER NOT NULL CHECK (believed_until <= ends_at),
  PRIMARY KEY (receiver, resource, owner)
) STRICT, WITHOUT ROWID;
-- Locks that are no longer believed: forgotten.
CREATE INDEX told_lock_by_end ON told_lock (believed_until);

-- What owners delegate and take back by themselves, in followed blocks that are not solid yet, or come after missed ones.
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
-- The acts on one record of the chain, before something of ours on it is taken back.
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
INSERT INTO act_cursor (id, summed_block) VALUES (1, 0);

-- == Legs ==

-- One delegation on chain (or planned to be). The states are those of domain/leg.ts; dead_at is wall time, the other times that
-- end in _at are chain time.
CREATE TABLE leg (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders,
  sequence INTEGER NOT NULL,
  owner TEXT NOT NULL,
  receiver TEXT NOT NULL,
  resource TEXT NOT NULL,
  units INTEGER NOT NULL CHECK (units > 0),
  amount_sun INTEGER NOT NULL CHECK (amount_sun BETWEEN 1 AND 9007199254740991),
  duration TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state = 'planned' OR state = 'signed' OR state = 'sent' OR state = 'included'
    OR state = 'solidified' OR state = 'reclaim_signed' OR state = 'reclaim_sent' OR state = 'reclaimed'
    OR state = 'released' OR state = 'dead'),
  locked INTEGER NOT NULL CHECK (locked IN (0, 1)),
  -- The leg that a fork killed in a finished order, in whose place this one delivers.
  replaces TEXT REFERENCES leg,
  -- The reservation of the owner's capacity: counted while reserving = 1.
  reserved_sun INTEGER NOT NULL CHECK (reserved_sun > 0),
  reserving INTEGER NOT NULL DEFAULT 1 CHECK (reserving IN (0, 1)),
  stake_sun INTEGER,
  -- Whether its money was posted (held → clearing), and earned (clearing → revenue and the seller's).
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
  -- What a seller earns of it once it is solidified, the rest is commission; null: the pool's leg, all of it revenue.
  seller_sun INTEGER CHECK (seller_sun IS NULL OR seller_sun BETWEEN 0 AND amount_sun),
  -- The leg that fell short of its units by the network's totals, for which this one delivers the rest.
  compensates TEXT REFERENCES leg,
  -- 1 once it was compared with the network's totals after its block.
  compared INTEGER NOT NULL DEFAULT 0 CHECK (compared IN (0, 1)),
  short_units INTEGER NOT NULL DEFAULT 0 CHECK (short_units BETWEEN 0 AND units),
  -- The block by which it failed: it dies of that when the solidified state says so too.
  failed_block INTEGER,
  reclaim_failed_block INTEGER,
  -- The block that holds it though it was taken for dead, until that is solid and told.
  late_block INTEGER,
  -- What a unit of it costs.
  price_sun INTEGER NOT NULL DEFAULT 0,
  -- 1 when only the leg's own price is held for it, not the order's: the rest went back before a fork.
  capped INTEGER NOT NULL DEFAULT 0 CHECK (capped IN (0, 1)),
  -- Of a dead leg: units that are to be planned anew, at its price at most.
  rest_units INTEGER NOT NULL DEFAULT 0 CHECK (rest_units BETWEEN 0 AND units),
  -- Of a seller's leg: the customer whose paid money, and no gift, pays for it. Null of the pool's, and of one that
  -- takes the place of another that was paid for.
  paid_by TEXT REFERENCES customer,
  -- 1 when its lock holds others of its record longer than it should: a fork brought it late.
  overran INTEGER NOT NULL DEFAULT 0 CHECK (overran IN (0,1)),
  UNIQUE (order_id, sequence),
  CHECK (state IN ('planned','dead') OR (txid IS NOT NULL AND transaction_hex IS NOT NULL
    AND stake_sun IS NOT NULL AND transaction_expires_at IS NOT NULL)),
  CHECK ((state = 'planned' OR state = 'signed' OR state = 'sent' OR state = 'dead') OR
    (block_number IS NOT NULL AND delegated_at IS NOT NULL AND expires_at IS NOT NULL))
) STRICT;
-- The leg of a transaction that a block holds; and no two legs share one.
CREATE UNIQUE INDEX leg_by_txid ON leg (txid) WHERE txid IS NOT NULL;
-- The same for the transaction that takes it back.
CREATE UNIQUE INDEX leg_by_reclaim_txid ON leg (reclaim_txid) WHERE reclaim_txid IS NOT NULL;
-- What the signer has to sign, by owner; how much of it there is; what is to be closed with its order.
CREATE INDEX leg_planned ON leg (owner, id) WHERE state = 'planned';
-- What is signed and in no block: sent again, looked for, settled.
CREATE INDEX leg_in_flight ON leg (id) WHERE state IN ('signed','sent');
-- What is in a block that is not solid: earned with it, or taken back by a fork.
CREATE INDEX leg_included ON leg (block_number) WHERE state = 'included';
-- What has ended, the oldest first: taken back.
CREATE INDEX leg_to_reclaim ON leg (expires_at) WHERE state = 'solidified';
-- What is on its way back: sent again, looked for, settled.
CREATE INDEX leg_reclaiming ON leg (id) WHERE state IN ('reclaim_signed','reclaim_sent');
-- Locked legs whose end is still to be read from the chain.
CREATE INDEX leg_unread ON leg (id) WHERE locked = 1 AND expiry_read = 0
  AND state IN ('included','solidified');
-- Reservations that end with a snapshot of their owner, and the owners that have some.
CREATE INDEX leg_reserving ON leg (owner, resource, block_number)
  WHERE reserving = 1 AND block_number IS NOT NULL;
-- What was posted and died in a fork: replaced, or its price given back.
CREATE INDEX leg_to_mend ON leg (id) WHERE posted = 1 AND earned = 0 AND state = 'dead';
-- Whether such a leg has a living replacement.
CREATE INDEX leg_replacing ON leg (replaces) WHERE replaces IS NOT NULL;
-- What is out on a record of the chain: locks, stake beside a leg, what a receiver rents; the pool's open stake. Not what is planned
-- without a lock, which concerns no other leg: to write it here would dirty a page of its own for almost every order.
CREATE INDEX leg_of_record ON leg (receiver, resource, locked, owner)
  WHERE state <> 'reclaimed' AND state <> 'released' AND state <> 'dead' AND (state <> 'planned' OR locked = 1);
-- What a seller has delegated, the newest first, page by page.
CREATE INDEX leg_of_seller ON leg (owner) WHERE seller_sun IS NOT NULL;
-- The same for what is not over, counted and listed without reading all they ever sold.
CREATE INDEX leg_open_of_seller ON leg (owner)
  WHERE seller_sun IS NOT NULL AND state <> 'reclaimed' AND state <> 'released' AND state <> 'dead';
-- What is in a block and not compared with the network's totals yet: a few seconds' worth.
CREATE INDEX leg_to_compare ON leg (block_number) WHERE compared = 0 AND block_number IS NOT NULL;
-- Dead legs that a block holds: told of once it is solid, forgotten with a fork.
CREATE INDEX leg_late ON leg (late_block) WHERE late_block IS NOT NULL;
-- The parts of an order with a price of their own: each time it is matched, closed or changed.
CREATE INDEX leg_with_rest ON leg (order_id) WHERE rest_units > 0;
-- What of a customer's paid money such legs wait for, until they are in a block.
CREATE INDEX leg_waiting_to_be_paid ON leg (paid_by)
  WHERE paid_by IS NOT NULL AND posted = 0 AND (state = 'planned' OR state = 'signed' OR state = 'sent');
-- Legs that were taken back without the desk, after a backup above all: whether an undelegation was theirs.
CREATE INDEX leg_released ON leg (receiver, resource, owner) WHERE state = 'released';
CREATE INDEX leg_overran ON leg (id) WHERE overran = 1;

-- == Sellers ==

-- An owner of the second kind, and whose customer it is.
CREATE TABLE seller (
  address TEXT PRIMARY KEY REFERENCES owner,
  customer_id TEXT NOT NULL REFERENCES customer,
  registered_at INTEGER NOT NULL,
  -- What the desk's key may do with the account beyond delegating, as a JSON array of texts.
  warnings TEXT NOT NULL DEFAULT '[]',
  -- Since when a seller's first payout is due, wall time; and what of its earnings the operator has approved above the day's limit.
  payout_due_since INTEGER,
  payout_approved_sun INTEGER NOT NULL DEFAULT 0 CHECK (payout_approved_sun >= 0)
) STRICT, WITHOUT ROWID;
-- The sellers of a customer.
CREATE INDEX seller_of_customer ON seller (customer_id);

-- A text that shows, once signed, whose account it is.
CREATE TABLE seller_challenge (
  nonce TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer,
  address TEXT NOT NULL,
  text TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The one that a customer has for an address.
CREATE INDEX seller_challenge_of ON seller_challenge (customer_id, address);
-- Those that are over: forgotten.
CREATE INDEX seller_challenge_by_end ON seller_challenge (expires_at);

-- One offer a seller and resource. paused and free_sun follow other tables, so that one index finds who can sell: free_sun is
-- the snapshot less reservations and what the seller keeps, chunk_sun the stake of the smallest chunk.
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
-- The asks of the book in price-time order, from the index alone: its sellers lie side by side, their rows do not. The columns of its
-- own condition are in it too, else SQLite reads the row.
CREATE INDEX offer_open ON offer (resource, min_price_sun, since, seller, free_sun,
    chunk_units, shortest_seconds, longest_seconds, is_on, paused, chunk_sun)
  WHERE is_on = 1 AND paused = 0 AND free_sun >= chunk_sun;
-- The asks of a price that have much free, and the lowest price with one, where an order may not be divided.
CREATE INDEX offer_by_size ON offer (resource, min_price_sun, free_sun, since, seller,
    chunk_units, shortest_seconds, longest_seconds, is_on, paused, chunk_sun)
  WHERE is_on = 1 AND paused = 0 AND free_sun >= chunk_sun;
-- Sellers whose pause may end: looked at more often than the rest.
CREATE INDEX offer_paused ON offer (seller) WHERE is_on = 1 AND paused = 1;

-- == Deposits, withdrawals, payouts ==

-- Extended public keys from which deposit addresses were derived, by the beginning of their SHA-256. Known once one
-- is used or retired; of others only their addresses are.
CREATE TABLE deposit_key (
  key_hash TEXT PRIMARY KEY,
  -- The i of m/44'/195'/i'; null where the key does not tell.
  account INTEGER CHECK (account BETWEEN 0 AND 2147483647),
  -- Since when what comes to its addresses is booked by hand only.
  retired_at INTEGER,
  retired_by TEXT,
  CHECK ((retired_at IS NULL) = (retired_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TRIGGER deposit_key_stays_retired BEFORE UPDATE ON deposit_key WHEN OLD.retired_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a retired key stays retired'); END;
CREATE TRIGGER deposit_key_is_kept BEFORE DELETE ON deposit_key
BEGIN SELECT RAISE(ABORT, 'keys of deposits are never deleted'); END;

-- Where a customer pays in. Those of earlier keys are watched, too; of one key several, where more were known again after a restore.
CREATE TABLE deposit_address (
  address TEXT PRIMARY KEY CHECK (length(address) = 34),
  customer_id TEXT NOT NULL REFERENCES customer,
  -- The beginning of the SHA-256 of the extended public key, and which of its addresses this is.
  key_hash TEXT NOT NULL,
  key_index INTEGER NOT NULL CHECK (key_index BETWEEN 0 AND 2147483647),
  created_at INTEGER NOT NULL,
  UNIQUE (key_hash, key_index)
) STRICT, WITHOUT ROWID;
-- The address that a customer is shown, each time.
CREATE INDEX deposit_address_of_customer ON deposit_address (customer_id, created_at);
${frozen("deposit_address", "address, customer_id, key_hash, key_index, created_at")};

-- How far the addresses of a key are given out; by its first one, which is the same however the key is written.
CREATE TABLE next_deposit_index (
  first_address TEXT PRIMARY KEY CHECK (length(first_address) = 34),
  next_index INTEGER NOT NULL CHECK (next_index BETWEEN 1 AND 2147483648),
  -- The time of the last restore after which the next addresses were watched.
  restored_at INTEGER
) STRICT, WITHOUT ROWID;

-- The newest solid block of which all deposits are booked.
CREATE TABLE deposit_cursor (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  block_number INTEGER NOT NULL,
  block_id TEXT NOT NULL,
  timestamp_ms INTEGER NOT NULL
) STRICT;

-- What a USDT is credited with, and since when (chain time): a rate is never changed, another follows it.
CREATE TABLE usdt_rate (
  id INTEGER PRIMARY KEY,
  since INTEGER NOT NULL,
  rate_sun INTEGER NOT NULL CHECK (rate_sun > 0),
  set_by TEXT NOT NULL,
  -- By the clock of the machine; null of the first one.
  set_at INTEGER
) STRICT;
CREATE TRIGGER usdt_rate_is_final BEFORE UPDATE ON usdt_rate
BEGIN SELECT RAISE(ABORT, 'rates of USDT are never changed'); END;
CREATE TRIGGER usdt_rate_is_kept BEFORE DELETE ON usdt_rate
BEGIN SELECT RAISE(ABORT, 'rates of USDT are never deleted'); END;

-- Money that the chain shows at an address of a customer.
CREATE TABLE deposit (
  id TEXT PRIMARY KEY CHECK (length(id) = 24),
  customer_id TEXT NOT NULL REFERENCES customer,
  address TEXT NOT NULL REFERENCES deposit_address,
  txid TEXT NOT NULL CHECK (length(txid) = 64),
  -- Which part of the transaction: the transfer itself, or so many of its events or inner transfers come before it.
  source TEXT NOT NULL CHECK (source = 'transfer' OR source = 'log' OR source = 'internal'),
  position INTEGER NOT NULL CHECK (position >= 0),
  -- 'TRX', 'USDT', or the address of another token's contract.
  asset TEXT NOT NULL,
  -- In the smallest units, as digits: of a token it may be larger than any number here.
  amount TEXT NOT NULL,
  -- 'review': it waits for the operator, who has it credited or refuses it; 'undone': its booking was taken back; 'waits_for_rate':
  -- the rate of USDT had lapsed at its block, and the next one credits it.
  status TEXT NOT NULL CHECK (status = 'seen' OR status = 'credited' OR status = 'below_minimum'
    OR status = 'unsupported' OR status = 'review' OR status = 'refused' OR status = 'undone' OR status = 'waits_for_rate'),
  -- SUN for one USDT, that was in force at the block, or was set next.
  rate_sun INTEGER CHECK (rate_sun > 0),
  credited_sun INTEGER NOT NULL DEFAULT 0 CHECK (credited_sun BETWEEN 0 AND 9007199254740991),
  block_number INTEGER NOT NULL,
  -- Of the block: chain time.
  at INTEGER NOT NULL,
  noted_at INTEGER NOT NULL,
  -- Why it waits, or was refused or undone; and who decided.
  reason TEXT,
  decided_by TEXT,
  -- Whose rate it is; null where there is none.
  rate_id INTEGER REFERENCES usdt_rate,
  UNIQUE (txid, source, position),
  CHECK ((status = 'credited') = (credited_sun > 0)),
  CHECK (status <> 'waits_for_rate' OR asset = 'USDT' AND rate_sun IS NULL),
  CHECK (rate_id IS NULL OR rate_sun IS NOT NULL)
) STRICT;
-- A customer's deposits, the newest first.
CREATE INDEX deposit_of_customer ON deposit (customer_id, block_number, id);
-- What no solid block has shown yet: settled with it, or forgotten with a fork.
CREATE INDEX deposit_seen ON deposit (block_number) WHERE status = 'seen';
-- What waits for the operator, or for a clean reading of cover.
CREATE INDEX deposit_in_review ON deposit (block_number) WHERE status = 'review';
-- What the next rate credits.
CREATE INDEX deposit_waits_for_rate ON deposit (block_number) WHERE status = 'waits_for_rate';
-- What was credited in the last hour, by wall time and by chain time: a large sum waits.
CREATE INDEX deposit_noted ON deposit (noted_at) WHERE status = 'credited';
CREATE INDEX deposit_at ON deposit (at) WHERE status = 'credited';
-- Deposits of all and of one customer, by the times of their blocks.
CREATE INDEX deposit_by_time ON deposit (at, id);
CREATE INDEX deposit_of_customer_by_time ON deposit (customer_id, at, id);
-- Whether an address is new: nothing that came there was credited.
CREATE INDEX deposit_credited ON deposit (address) WHERE status = 'credited';
${frozen(
  "deposit",
  "id, customer_id, address, txid, source, position, amount, block_number, at",
  "WHEN OLD.status <> 'seen'",
)};
-- What a deposit was credited with, at which rate, is never another: it is taken back whole, or not.
CREATE TRIGGER deposit_credit_is_final BEFORE UPDATE OF asset, rate_sun, rate_id, credited_sun ON deposit
WHEN (OLD.status = 'credited' OR OLD.status = 'undone') AND (NEW.asset <> OLD.asset OR NEW.rate_sun IS NOT OLD.rate_sun
  OR NEW.rate_id IS NOT OLD.rate_id
  OR NEW.credited_sun <> OLD.credited_sun AND NEW.credited_sun <> 0)
BEGIN SELECT RAISE(ABORT, 'deposit: what it was credited with is never changed'); END;

-- Addresses that may have been given out after a backup that was restored: nobody knows to whom.
CREATE TABLE watched_address (
  address TEXT PRIMARY KEY CHECK (length(address) = 34),
  key_hash TEXT NOT NULL,
  key_index INTEGER NOT NULL CHECK (key_index BETWEEN 0 AND 2147483647),
  created_at INTEGER NOT NULL,
  UNIQUE (key_hash, key_index)
) STRICT, WITHOUT ROWID;

-- What came to one of them, as \`deposit\` has it: it goes there once the operator has said whose address it is.
CREATE TABLE unclaimed_deposit (
  id TEXT PRIMARY KEY CHECK (length(id) = 24),
  address TEXT NOT NULL REFERENCES watched_address,
  txid TEXT NOT NULL CHECK (length(txid) = 64),
  source TEXT NOT NULL CHECK (source = 'transfer' OR source = 'log' OR source = 'internal'),
  position INTEGER NOT NULL CHECK (position >= 0),
  sender TEXT,
  -- 'TRX', or the contract of a token.
  asset TEXT NOT NULL,
  amount TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  noted_at INTEGER NOT NULL,
  -- What makes it wait for the operator even then.
  doubt TEXT,
  UNIQUE (txid, source, position)
) STRICT;
-- What came to an address: booked with it.
CREATE INDEX unclaimed_deposit_at ON unclaimed_deposit (address);

-- What a customer takes out.
CREATE TABLE withdrawal (
  id TEXT PRIMARY KEY CHECK (length(id) = 24),
  customer_id TEXT NOT NULL REFERENCES customer,
  address TEXT NOT NULL CHECK (length(address) = 34),
  -- What arrives; the fee is held with it.
  amount_sun INTEGER NOT NULL CHECK (amount_sun BETWEEN 1 AND 9007199254740991),
  fee_sun INTEGER NOT NULL CHECK (fee_sun >= 0),
  channel TEXT NOT NULL CHECK (channel = 'http' OR channel = 'telegram'),
  status TEXT NOT NULL CHECK (status = 'waiting' OR status = 'approval' OR status = 'signed' OR status = 'paid'
    OR status = 'refused' OR status = 'cancelled'),
  -- As it was asked for: answered again to its key, which the caller chose and which is forgotten after some days.
  first_status TEXT NOT NULL,
  idempotency_key TEXT CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  -- From when it may be signed: later for an address that is new to the customer. Wall time.
  due_at INTEGER NOT NULL,
  -- Who approved or refused it, and why.
  decided_by TEXT,
  reason TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- 1 when its address was new to the customer.
  new_address INTEGER NOT NULL DEFAULT 0 CHECK (new_address IN (0, 1)),
  CHECK ((finished_at IS NOT NULL) = (status = 'paid' OR status = 'refused' OR status = 'cancelled'))
) STRICT, WITHOUT ROWID;
-- The withdrawal with a key: before each; and the keys that are no longer promised.
CREATE UNIQUE INDEX withdrawal_by_key ON withdrawal (customer_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX withdrawal_with_key_by_age ON withdrawal (created_at) WHERE idempotency_key IS NOT NULL;
-- A customer's withdrawals, the newest first, and what they took out today.
CREATE INDEX withdrawal_of_customer ON withdrawal (customer_id, id);
-- Those that are not over: the payer, the operator's list, what is held for them.
CREATE INDEX withdrawal_open ON withdrawal (status, due_at)
  WHERE status <> 'paid' AND status <> 'refused' AND status <> 'cancelled';
-- A customer's withdrawals that are not over: counted before another.
CREATE INDEX withdrawal_open_of_customer ON withdrawal (customer_id)
  WHERE status <> 'paid' AND status <> 'refused' AND status <> 'cancelled';
-- Withdrawals that are not over, by age.
CREATE INDEX withdrawal_open_by_age ON withdrawal (id)
  WHERE status <> 'paid' AND status <> 'refused' AND status <> 'cancelled';
-- What was asked for today, before each withdrawal.
CREATE INDEX withdrawal_since ON withdrawal (created_at);
CREATE TRIGGER withdrawal_is_noted AFTER INSERT ON withdrawal
BEGIN
  INSERT INTO withdrawal_asked VALUES (NEW.id, NEW.customer_id, NEW.address, NEW.amount_sun, NEW.fee_sun);
END;
${frozen("withdrawal", "id, customer_id, address, amount_sun, fee_sun, channel, new_address, first_status, due_at, created_at")};
${keyIsFinal("withdrawal")};

-- What a withdrawal was asked for with, beside what is paid by: written by the table itself, and compared by the audit.
CREATE TABLE withdrawal_asked (
  id TEXT PRIMARY KEY REFERENCES withdrawal,
  customer_id TEXT NOT NULL,
  address TEXT NOT NULL,
  amount_sun INTEGER NOT NULL,
  fee_sun INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
${frozen("withdrawal_asked", "id, customer_id, address, amount_sun, fee_sun")};

CREATE TABLE payout (
  id TEXT PRIMARY KEY CHECK (length(id) = 24),
  seller TEXT REFERENCES seller,
  withdrawal_id TEXT REFERENCES withdrawal,
  receiver TEXT NOT NULL,
  -- What the receiver gets; the fee stays with the desk.
  amount_sun INTEGER NOT NULL CHECK (amount_sun BETWEEN 1 AND 9007199254740991),
  fee_sun INTEGER NOT NULL CHECK (fee_sun >= 0),
  state TEXT NOT NULL CHECK (state = 'signed' OR state = 'sent' OR state = 'included' OR state = 'paid' OR state = 'dead'),
  txid TEXT NOT NULL UNIQUE,
  transaction_hex TEXT NOT NULL,
  -- Chain time.
  transaction_expires_at INTEGER NOT NULL,
  -- Of the transaction; strictly increasing, so that no two payouts share a txid.
  timestamp_ms INTEGER NOT NULL UNIQUE,
  attempts INTEGER NOT NULL DEFAULT 1,
  block_number INTEGER,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  death_reason TEXT,
  -- As of a leg.
  failed_block INTEGER,
  late_block INTEGER,
  -- The solid block that its bytes refer to: only later ones can hold it.
  signed_block INTEGER,
  -- The account that pays, and what it had after which solid block, before it was signed.
  payer TEXT,
  payer_before_sun INTEGER,
  payer_before_block INTEGER,
  -- Why a node refused it last: its bytes live on all the same.
  refusal TEXT,
  CHECK ((seller IS NULL) <> (withdrawal_id IS NULL)),
  CHECK ((block_number IS NOT NULL) = (state = 'included' OR state = 'paid')),
  CHECK ((finished_at IS NOT NULL) = (state = 'paid' OR state = 'dead'))
) STRICT;
-- A seller's payouts, the newest first, and who has waited longest for one.
CREATE INDEX payout_of_seller ON payout (seller, id) WHERE seller IS NOT NULL;
-- The attempts to pay a withdrawal.
CREATE INDEX payout_of_withdrawal ON payout (withdrawal_id, id) WHERE withdrawal_id IS NOT NULL;
-- What is under way, asked for every second; and a seller, or a withdrawal, has one at a time.
CREATE UNIQUE INDEX payout_open ON payout (coalesce(seller, withdrawal_id))
  WHERE state <> 'paid' AND state <> 'dead';
-- Dead payouts that a block holds: booked once it is solid, forgotten with a fork.
CREATE INDEX payout_late ON payout (late_block) WHERE late_block IS NOT NULL;
${frozen("payout", "id, seller, withdrawal_id, receiver, amount_sun, fee_sun, transaction_hex, transaction_expires_at, timestamp_ms, created_at, signed_block, payer, payer_before_sun, payer_before_block")};
-- That of one booked by hand is freed, so that it can be booked again.
CREATE TRIGGER payout_txid_is_final BEFORE UPDATE OF txid ON payout WHEN OLD.transaction_hex <> ''
BEGIN SELECT RAISE(ABORT, 'payout: txid is never changed'); END;

-- == After a restore ==

-- A delegation that this desk's key has signed and the restored books do not know.
CREATE TABLE take_back (
  txid TEXT PRIMARY KEY CHECK (length(txid) = 64),
  owner TEXT NOT NULL CHECK (length(owner) = 34),
  receiver TEXT NOT NULL CHECK (length(receiver) = 34),
  resource TEXT NOT NULL CHECK (resource = 'energy' OR resource = 'bandwidth'),
  stake_sun INTEGER NOT NULL CHECK (stake_sun BETWEEN 1 AND 9007199254740991),
  -- What of it nobody has taken back, by solid blocks.
  left_sun INTEGER NOT NULL CHECK (left_sun BETWEEN 0 AND stake_sun),
  block_number INTEGER NOT NULL,
  -- 'found' until the operator has it taken back; 'gone': somebody else took it.
  state TEXT NOT NULL CHECK (state = 'found' OR state = 'waiting' OR state = 'signed' OR state = 'taken' OR state = 'gone'),
  -- Of the undelegation: stored before it is sent.
  undelegate_txid TEXT,
  undelegate_hex TEXT,
  -- Chain time.
  undelegate_expires_at INTEGER,
  noted_at INTEGER NOT NULL,
  CHECK (state <> 'signed' AND state <> 'taken' OR undelegate_txid IS NOT NULL)
) STRICT, WITHOUT ROWID;
-- What is to be taken back of a record, in each round of it.
CREATE INDEX take_back_open ON take_back (owner, receiver, resource)
  WHERE (state = 'found' OR state = 'waiting' OR state = 'signed');
-- One of a record is on its way at a time.
CREATE UNIQUE INDEX take_back_signed ON take_back (owner, receiver, resource) WHERE state = 'signed';
-- Whether an undelegation in a block is one of these.
CREATE UNIQUE INDEX take_back_by_undelegation ON take_back (undelegate_txid) WHERE undelegate_txid IS NOT NULL;

-- What an account that pays has sent after the backup of a restored desk, and the books do not know.
CREATE TABLE unknown_payout (
  txid TEXT PRIMARY KEY CHECK (length(txid) = 64),
  receiver TEXT NOT NULL CHECK (length(receiver) = 34),
  amount_sun INTEGER NOT NULL CHECK (amount_sun BETWEEN 1 AND 9007199254740991),
  block_number INTEGER NOT NULL,
  noted_at INTEGER NOT NULL,
  -- When it was booked, or said to be no payout.
  settled_at INTEGER,
  -- Who said that, and why.
  settled_by TEXT,
  reason TEXT
) STRICT, WITHOUT ROWID;
-- Those that hold the money of whom they may have paid: asked for with each order.
CREATE INDEX unknown_payout_open ON unknown_payout (receiver) WHERE settled_at IS NULL;

-- == Chain ==

-- The blocks followed last; the highest one is the cursor.
CREATE TABLE chain_block (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  timestamp_ms INTEGER NOT NULL
) STRICT;

-- Receivers known to be activated: accounts are not deleted, so this holds for good.
CREATE TABLE receiver (
  address TEXT PRIMARY KEY,
  contract INTEGER NOT NULL CHECK (contract IN (0, 1)),
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A transaction of somebody else, or a whole block, that could not be read and may have moved money or stake of ours.
CREATE TABLE not_read (
  id INTEGER PRIMARY KEY,
  -- Who went on without it: who follows the newest blocks, who books deposits, who reads what sellers did with their stake.
  reader TEXT NOT NULL CHECK (reader = 'follower' OR reader = 'deposits' OR reader = 'stake'),
  block_number INTEGER NOT NULL,
  -- Null for a whole block.
  txid TEXT,
  -- Of ours, that it touches; null where that is not known.
  account TEXT,
  reason TEXT NOT NULL,
  noted_at INTEGER NOT NULL,
  -- When it was read after all, or settled by the operator.
  read_at INTEGER
) STRICT;
-- Each is noted once for each reader.
CREATE UNIQUE INDEX not_read_once ON not_read (block_number, reader, coalesce(txid, ''));
-- What is still to be read: shown by \`desk status\`, tried again now and then.
CREATE INDEX not_read_open ON not_read (reader, block_number) WHERE read_at IS NULL;

-- What went wrong and was mended as far as the desk can.
CREATE TABLE incident (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- Null while it goes on.
  closed_at INTEGER
) STRICT;

-- == Telegram ==

CREATE TABLE telegram_user (
  user_id INTEGER PRIMARY KEY,
  customer_id TEXT NOT NULL UNIQUE REFERENCES customer,
  last_duration TEXT,
  -- JSON array of the receivers ordered for last, newest first.
  last_wallets TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  -- As Telegram names it ("ru", "pt-br"), heard with each update of theirs.
  client_language TEXT,
  chosen_language TEXT,
  -- Above this sum Pay asks once more. Without one the program's own counts.
  ask_above_sun INTEGER CHECK (ask_above_sun >= 0),
  -- Orders of at least this sum are told to this user, whichever key made them. Null: never.
  tell_orders_sun INTEGER CHECK (tell_orders_sun > 0)
) STRICT;
${frozen("telegram_user", "user_id, customer_id, created_at")};

CREATE TABLE telegram_chat (
  chat_id INTEGER PRIMARY KEY,
  migrated_to INTEGER,
  unreachable_at INTEGER
) STRICT;

-- Updates are stored before Telegram hears that they were taken.
CREATE TABLE inbox (
  update_id INTEGER PRIMARY KEY,
  lane TEXT NOT NULL,
  body TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  done_at INTEGER,
  last_error TEXT
) STRICT;
-- What is still to be applied, in the order Telegram gave it.
CREATE INDEX inbox_pending ON inbox (update_id) WHERE done_at IS NULL;
-- What was applied long ago: forgotten.
CREATE INDEX inbox_by_age ON inbox (received_at);
-- What was given up after so many tries: counted.
CREATE INDEX inbox_failed ON inbox (attempts) WHERE done_at IS NOT NULL AND attempts > 0;

-- Messages that are sent once; the key names the event, so that an event is told once.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  chat_id INTEGER NOT NULL,
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  message_id INTEGER,
  dead_reason TEXT
) STRICT;
-- What waits to be sent. What waits for chats that take nothing may be there for months: the index alone passes it over.
CREATE INDEX outbox_open ON outbox (id, chat_id, sent_at, dead_reason)
  WHERE sent_at IS NULL AND dead_reason IS NULL;
-- What was told long ago: forgotten.
CREATE INDEX outbox_closed ON outbox (created_at)
  WHERE sent_at IS NOT NULL OR dead_reason IS NOT NULL;
-- Dead letters: counted.
CREATE INDEX outbox_dead ON outbox (id) WHERE dead_reason IS NOT NULL;

-- What a user works on on a card: an order being put together (draft), what they sell (selling).
CREATE TABLE flow (
  id TEXT PRIMARY KEY CHECK (length(id) = 24),
  -- Whose rules it follows; the bot has them.
  kind TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  owner_user_id INTEGER NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customer,
  chat_id INTEGER NOT NULL,
  thread_id INTEGER,
  is_group INTEGER NOT NULL CHECK (is_group IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('open', 'paid', 'closed', 'dropped', 'replaced')),
  step TEXT NOT NULL,
  data TEXT NOT NULL,
  batch_id TEXT REFERENCES batch,
  -- When the clock changes it: a quote ends.
  due_at INTEGER,
  updated_at INTEGER NOT NULL,
  CHECK ((status = 'paid') = (batch_id IS NOT NULL))
) STRICT;
-- What a user works on in a chat; and there is one of a kind at a time.
CREATE UNIQUE INDEX flow_open ON flow (chat_id, owner_user_id, kind) WHERE status = 'open';
-- Those that a user worked on last in a chat.
CREATE INDEX flow_of_owner ON flow (owner_user_id, chat_id, kind, updated_at);
-- Those that the clock changes.
CREATE INDEX flow_due ON flow (due_at) WHERE status = 'open' AND due_at IS NOT NULL;
-- The draft by which a call was paid, to find the call's card.
CREATE INDEX flow_of_batch ON flow (batch_id) WHERE batch_id IS NOT NULL;
-- Those that are over: forgotten. Paid ones stay with their cards.
CREATE INDEX flow_over ON flow (updated_at) WHERE status <> 'open' AND status <> 'paid';
-- Those of a group that becomes another chat.
CREATE INDEX flow_of_group ON flow (chat_id) WHERE is_group = 1;

CREATE TABLE card (
  id TEXT PRIMARY KEY,
  flow_id TEXT REFERENCES flow,
  batch_id TEXT REFERENCES batch,
  owner_user_id INTEGER NOT NULL,
  chat_id INTEGER NOT NULL,
  thread_id INTEGER,
  reply_to INTEGER,
  message_id INTEGER,
  -- The hash of what was drawn last; another one means that it must be drawn again.
  drawn_hash TEXT,
  -- 1 while what it shows can still change by itself.
  watching INTEGER NOT NULL DEFAULT 1 CHECK (watching IN (0, 1)),
  dirty INTEGER NOT NULL DEFAULT 1 CHECK (dirty IN (0, 1)),
  -- What the client spoke from which it was opened, as Telegram names it; other clients of its owner show the same message.
  client_language TEXT,
  -- When the answer was typed below which the card is sent anew; wall time.
  answered_at INTEGER,
  -- What its Pay pays, and since when Telegram shows it; wall time.
  sum TEXT,
  sum_shown_at INTEGER,
  CHECK ((flow_id IS NOT NULL) + (batch_id IS NOT NULL) = 1)
) STRICT;
-- The card of a flow, of a batch: drawn again when that changes, forgotten with it.
CREATE INDEX card_of_flow ON card (flow_id) WHERE flow_id IS NOT NULL;
CREATE INDEX card_of_batch ON card (batch_id) WHERE batch_id IS NOT NULL;
-- What must be drawn. What waits for chats that take nothing is passed over in the index.
CREATE INDEX card_dirty ON card (id, chat_id) WHERE dirty = 1;
-- Cards in use: looked at in turns, and all drawn again after a start.
CREATE INDEX card_watching ON card (id) WHERE watching = 1;
-- The cards of a group that becomes another chat.
CREATE INDEX card_in_chat ON card (chat_id);

CREATE TABLE extension (
  draft_id TEXT PRIMARY KEY REFERENCES flow ON DELETE CASCADE,
  batch_id TEXT NOT NULL REFERENCES batch
) STRICT, WITHOUT ROWID;
-- The drafts that extend a batch: who has done so is not reminded of its end.
CREATE INDEX extension_of_batch ON extension (batch_id);

-- The orders of a call that was paid for in a chat, for as long as there may be something to tell of them.
CREATE TABLE watched_batch (
  batch_id TEXT PRIMARY KEY REFERENCES batch,
  draft_id TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  chat_id INTEGER NOT NULL,
  is_group INTEGER NOT NULL CHECK (is_group IN (0, 1)),
  -- 1 when its orders may have changed since they were looked at.
  changed INTEGER NOT NULL DEFAULT 1 CHECK (changed IN (0, 1)),
  -- The end of all of its orders was told.
  finished INTEGER NOT NULL DEFAULT 0 CHECK (finished IN (0, 1)),
  -- What was told of deliveries in part, in units, and when; when the next word of it is due.
  told_units INTEGER NOT NULL DEFAULT 0,
  told_at INTEGER NOT NULL DEFAULT 0,
  part_due_at INTEGER,
  told_refund_sun INTEGER NOT NULL DEFAULT 0,
  -- Chain time: ends of rentals up to here were told, and when to look at the next.
  reminded_until INTEGER NOT NULL DEFAULT 0,
  remind_at INTEGER
) STRICT, WITHOUT ROWID;
-- Calls of which something is to be told: they have changed, a part has waited long enough, a rental ends soon.
CREATE INDEX watched_batch_changed ON watched_batch (batch_id) WHERE changed = 1;
CREATE INDEX watched_batch_part ON watched_batch (part_due_at) WHERE part_due_at IS NOT NULL;
CREATE INDEX watched_batch_ending ON watched_batch (remind_at) WHERE remind_at IS NOT NULL;

-- Delegations by which a seller who uses the bot has earned, until they are told of them.
CREATE TABLE untold_sale (
  user_id INTEGER NOT NULL,
  leg_id TEXT NOT NULL REFERENCES leg,
  PRIMARY KEY (user_id, leg_id)
) STRICT, WITHOUT ROWID;

-- When a seller was told of sales, and when they are to be told of those since.
CREATE TABLE sale_watch (
  user_id INTEGER PRIMARY KEY,
  told_at INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER
) STRICT;
-- Who is to be told: looked for every moment, and mostly nobody.
CREATE INDEX sale_watch_due ON sale_watch (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE news_setting (
  chat_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'completed' OR kind = 'partial' OR kind = 'cancelled' OR kind = 'ending'
    OR kind = 'balance' OR kind = 'sale'),
  mode TEXT NOT NULL CHECK (mode = 'on' OR mode = 'silent' OR mode = 'off'),
  PRIMARY KEY (chat_id, kind)
) STRICT, WITHOUT ROWID;

-- Who wants to be told when their balance falls below a limit; armed while it has not fallen since it was above.
CREATE TABLE balance_limit (
  account_id TEXT PRIMARY KEY REFERENCES account,
  user_id INTEGER NOT NULL UNIQUE,
  limit_sun INTEGER NOT NULL CHECK (limit_sun > 0),
  armed INTEGER NOT NULL CHECK (armed IN (0, 1)),
  changed INTEGER NOT NULL DEFAULT 0 CHECK (changed IN (0, 1))
) STRICT, WITHOUT ROWID;
-- Limits that were crossed since they were looked at.
CREATE INDEX balance_limit_changed ON balance_limit (account_id) WHERE changed = 1;

-- The card of /settings that waits for a limit to be typed.
CREATE TABLE limit_question (
  user_id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  -- Which sum the card of /settings waits for.
  about TEXT NOT NULL DEFAULT 'balance' CHECK (about = 'balance' OR about = 'orders')
) STRICT;

-- The chat that hears: one row, of the one that is set.
CREATE TABLE operator_chat (
  chat_id INTEGER PRIMARY KEY,
  -- The newest incident it has heard of, and the day whose line it got, as yyyy-mm-dd.
  incident_id INTEGER NOT NULL,
  day TEXT NOT NULL
) STRICT;

-- What lasts, or ended a while ago: the chat hears of each once, and of its end.
CREATE TABLE operator_news (
  kind TEXT NOT NULL,
  -- Which of its kind, such as the id of a withdrawal.
  key TEXT NOT NULL,
  text TEXT NOT NULL,
  since INTEGER NOT NULL,
  -- Null until it has lasted long enough.
  told_at INTEGER,
  -- Null while it lasts.
  over_since INTEGER,
  -- When its end was told.
  ended_at INTEGER,
  PRIMARY KEY (kind, key),
  CHECK (ended_at IS NULL OR told_at IS NOT NULL AND over_since IS NOT NULL)
) STRICT, WITHOUT ROWID;
-- What lasts, or may: read each minute.
CREATE INDEX operator_news_open ON operator_news (kind, key) WHERE ended_at IS NULL;`;

/** From each version to the next, the first from version 1. One that was released never changes. */
export const STEPS: readonly string[] = [];

/**
 * In each file of the desk (PRAGMA application_id). Until 1.0.0 is released it follows the tables, so that a file with others is
 * known; from then on it stays the number that it was.
 */
export const APPLICATION_ID = createHash("sha256").update(SCHEMA).digest().readInt32BE();
