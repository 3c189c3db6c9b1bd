/**
 * Tables of telegram.db. Messages are kept forever; updates for as long as Telegram keeps them,
 * also confirmed ones, so that one can be delivered again.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS users (
  id INTEGER PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS chats (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  is_forum INTEGER NOT NULL,
  migrated_to INTEGER,
  last_message_id INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS members (
  chat_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (chat_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS topics (
  chat_id INTEGER NOT NULL,
  thread_id INTEGER NOT NULL,
  PRIMARY KEY (chat_id, thread_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS messages (
  chat_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (chat_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS updates (
  update_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  chat_id INTEGER NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'confirmed', 'again')),
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS updates_to_deliver ON updates (update_id) WHERE state <> 'confirmed';
CREATE TABLE IF NOT EXISTS callbacks (
  id TEXT PRIMARY KEY,
  created_ms INTEGER NOT NULL,
  answer TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS callbacks_by_age ON callbacks (created_ms);
CREATE TABLE IF NOT EXISTS files (
  file_id TEXT PRIMARY KEY,
  file_unique_id TEXT NOT NULL,
  file_path TEXT NOT NULL UNIQUE,
  mime_type TEXT NOT NULL,
  content TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS commands (
  scope TEXT NOT NULL,
  language_code TEXT NOT NULL,
  commands TEXT NOT NULL,
  PRIMARY KEY (scope, language_code)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
