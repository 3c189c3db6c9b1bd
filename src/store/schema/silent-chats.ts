/** What waits for chats that take nothing now is passed over without reading it: it may be there for months. */
export const SILENT_CHATS = `
DROP INDEX card_dirty;
CREATE INDEX card_dirty ON card (id, chat_id) WHERE dirty = 1;
DROP INDEX outbox_open;
-- The index's own condition is in it too: else SQLite reads the row.
CREATE INDEX outbox_open ON outbox (id, chat_id, sent_at, dead_reason)
  WHERE sent_at IS NULL AND dead_reason IS NULL`;
