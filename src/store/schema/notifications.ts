/** What is told without being asked: what was ordered in which chat, what was told of it, and who wants to hear what. */
import { oneOf } from "../conditions.js";

export const NOTIFICATIONS = `
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
  -- What was told of deliveries in part, in units, and when (wall time); when the next word of it is due.
  told_units INTEGER NOT NULL DEFAULT 0,
  told_at INTEGER NOT NULL DEFAULT 0,
  part_due_at INTEGER,
  told_refund_sun INTEGER NOT NULL DEFAULT 0,
  -- Chain time: ends of rentals up to here were told, and when to look at the next.
  reminded_until INTEGER NOT NULL DEFAULT 0,
  remind_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX watched_batch_changed ON watched_batch (batch_id) WHERE changed = 1;
CREATE INDEX watched_batch_part ON watched_batch (part_due_at) WHERE part_due_at IS NOT NULL;
CREATE INDEX watched_batch_ending ON watched_batch (remind_at) WHERE remind_at IS NOT NULL;
CREATE TRIGGER batch_is_watched AFTER UPDATE OF status, filled_amount, refunded_sun ON orders
WHEN NEW.status <> OLD.status OR NEW.filled_amount <> OLD.filled_amount
  OR NEW.refunded_sun <> OLD.refunded_sun
BEGIN
  UPDATE watched_batch SET changed = 1 WHERE batch_id = NEW.batch_id AND changed = 0;
END;

-- A draft that extends the rentals of a batch.
CREATE TABLE extension (
  draft_id TEXT PRIMARY KEY REFERENCES draft ON DELETE CASCADE,
  batch_id TEXT NOT NULL REFERENCES batch
) STRICT, WITHOUT ROWID;
CREATE INDEX extension_of_batch ON extension (batch_id);

-- Where a chat has said what it wants to hear; the rest is as usual.
CREATE TABLE news_setting (
  chat_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK ${oneOf("kind", "completed", "partial", "cancelled", "ending", "balance")},
  mode TEXT NOT NULL CHECK ${oneOf("mode", "on", "silent", "off")},
  PRIMARY KEY (chat_id, kind)
) STRICT, WITHOUT ROWID;

-- Who wants to be told when his balance falls below a limit; armed while it has not fallen since it was above.
CREATE TABLE balance_limit (
  account_id TEXT PRIMARY KEY REFERENCES account,
  user_id INTEGER NOT NULL UNIQUE,
  limit_sun INTEGER NOT NULL CHECK (limit_sun > 0),
  armed INTEGER NOT NULL CHECK (armed IN (0, 1)),
  changed INTEGER NOT NULL DEFAULT 0 CHECK (changed IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX balance_limit_changed ON balance_limit (account_id) WHERE changed = 1;
CREATE TRIGGER balance_is_watched AFTER UPDATE OF balance_sun ON account
WHEN NEW.kind = 'available'
BEGIN
  UPDATE balance_limit SET changed = 1
    WHERE account_id = NEW.id AND changed = 0 AND armed = (NEW.balance_sun < limit_sun);
END;

-- The card of /settings that waits for a limit to be typed.
CREATE TABLE limit_question (
  user_id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL,
  asked_at INTEGER NOT NULL
) STRICT`;
