/** Cards on which customers become sellers and look after what they sell. */

export const SELLING = `
CREATE TABLE selling (
  id TEXT PRIMARY KEY CHECK (length(id) = 24),
  version INTEGER NOT NULL CHECK (version > 0),
  owner_user_id INTEGER NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customer,
  chat_id INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open','closed','replaced')),
  step TEXT NOT NULL,
  data TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX selling_open ON selling (chat_id, owner_user_id) WHERE status = 'open';

-- A card has one subject; what a user sells is the third kind of it.
CREATE TABLE card_next (
  id TEXT PRIMARY KEY,
  draft_id TEXT REFERENCES draft,
  batch_id TEXT REFERENCES batch,
  selling_id TEXT REFERENCES selling,
  owner_user_id INTEGER NOT NULL,
  chat_id INTEGER NOT NULL,
  thread_id INTEGER,
  reply_to INTEGER,
  message_id INTEGER,
  drawn_hash TEXT,
  watching INTEGER NOT NULL DEFAULT 1 CHECK (watching IN (0, 1)),
  dirty INTEGER NOT NULL DEFAULT 1 CHECK (dirty IN (0, 1)),
  CHECK ((draft_id IS NOT NULL) + (batch_id IS NOT NULL) + (selling_id IS NOT NULL) = 1)
) STRICT;
INSERT INTO card_next SELECT id, draft_id, batch_id, NULL, owner_user_id, chat_id, thread_id,
  reply_to, message_id, drawn_hash, watching, dirty FROM card;
DROP TABLE card;
ALTER TABLE card_next RENAME TO card;
CREATE INDEX card_of_draft ON card (draft_id) WHERE draft_id IS NOT NULL;
CREATE INDEX card_of_batch ON card (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX card_of_selling ON card (selling_id) WHERE selling_id IS NOT NULL;
CREATE INDEX card_dirty ON card (id) WHERE dirty = 1;
CREATE INDEX card_watching ON card (id) WHERE watching = 1;
CREATE INDEX card_in_chat ON card (chat_id, message_id)`;
