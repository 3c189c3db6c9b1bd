/** What the Telegram door remembers; see the files of the same names. */
import { oneOf } from "../conditions.js";

export const TELEGRAM = `
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
