/**
 * The tables, readable from top to bottom, and long because they are in one place. A released step never changes; a new one
 * is appended.
 */

import { LIVING, ON_RECORD, oneOf } from "./conditions.js";
import { BOOK } from "./schema/book.js";
import { LANGUAGE } from "./schema/language.js";
import { NOTIFICATIONS } from "./schema/notifications.js";
import { PENDING_KEYS } from "./schema/pending-keys.js";
import { RESTING_CARDS } from "./schema/resting-cards.js";
import { SELLER_LISTS } from "./schema/seller-lists.js";
import { SELLING } from "./schema/selling.js";
import { SETTING_LOG } from "./schema/setting-log.js";
import { WALLET_NAMES } from "./schema/wallet-names.js";

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

const INITIAL = `
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

/** What the Telegram door remembers; see the files of the same names. */
const TELEGRAM = `
CREATE TABLE telegram_user (
  user_id INTEGER PRIMARY KEY,
  customer_id TEXT NOT NULL UNIQUE REFERENCES customer,
  last_duration TEXT,
  -- JSON array of the receivers ordered for last, newest first.
  last_wallets TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL
) STRICT;

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
CREATE INDEX inbox_pending ON inbox (update_id) WHERE done_at IS NULL;
CREATE INDEX inbox_by_age ON inbox (received_at);

CREATE TABLE draft (
  id TEXT PRIMARY KEY CHECK (length(id) = 24),
  version INTEGER NOT NULL CHECK (version > 0),
  owner_user_id INTEGER NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customer,
  chat_id INTEGER NOT NULL,
  thread_id INTEGER,
  is_group INTEGER NOT NULL CHECK (is_group IN (0, 1)),
  status TEXT NOT NULL CHECK ${oneOf("status", "open", "paid", "dropped", "replaced")},
  step TEXT NOT NULL,
  data TEXT NOT NULL,
  batch_id TEXT REFERENCES batch,
  quote_expires_at INTEGER,
  updated_at INTEGER NOT NULL,
  CHECK ((status = 'paid') = (batch_id IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX draft_open ON draft (chat_id, owner_user_id) WHERE status = 'open';
CREATE INDEX draft_of_owner ON draft (owner_user_id, chat_id, updated_at);
CREATE INDEX draft_lapsing ON draft (quote_expires_at)
  WHERE status = 'open' AND quote_expires_at IS NOT NULL;

-- One message that is kept up to date: of a draft (and its orders once paid), or of a batch.
CREATE TABLE card (
  id TEXT PRIMARY KEY,
  draft_id TEXT REFERENCES draft,
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
  CHECK ((draft_id IS NULL) <> (batch_id IS NULL))
) STRICT;
CREATE INDEX card_of_draft ON card (draft_id) WHERE draft_id IS NOT NULL;
CREATE INDEX card_of_batch ON card (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX card_dirty ON card (id) WHERE dirty = 1;
CREATE INDEX card_watching ON card (id) WHERE watching = 1;
CREATE INDEX card_in_chat ON card (chat_id, message_id);

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
CREATE INDEX outbox_open ON outbox (id) WHERE sent_at IS NULL AND dead_reason IS NULL`;

/** One index for whoever asks what else of a record is out: to read every open rental would hold the desk up. */
const LIVING_LEGS = `
DROP INDEX leg_locked;
DROP INDEX leg_open;
CREATE INDEX leg_living ON leg (receiver, resource, locked, owner) WHERE ${LIVING}`;

/** The same without the legs that concern no other yet. */
const LEGS_OF_RECORDS = `
DROP INDEX leg_living;
CREATE INDEX leg_of_record ON leg (receiver, resource, locked, owner) WHERE ${ON_RECORD}`;

export const MIGRATIONS: readonly string[] = [
  ...[INITIAL, TELEGRAM, LIVING_LEGS, BOOK],
  ...[LEGS_OF_RECORDS, SELLER_LISTS, LANGUAGE, WALLET_NAMES],
  ...[NOTIFICATIONS, PENDING_KEYS, RESTING_CARDS, SELLING],
  ...[SETTING_LOG],
];
