/** What is forgotten after its time, or moves with its chat, is found without reading all that is kept. */

/** Paid drafts stay with their cards, so those that came to nothing are few among them. */
export const FORGETTING = `
CREATE INDEX draft_closed ON draft (updated_at) WHERE status = 'dropped' OR status = 'replaced';
CREATE INDEX draft_of_group ON draft (chat_id) WHERE is_group = 1;
CREATE INDEX selling_closed ON selling (updated_at) WHERE status <> 'open';
CREATE INDEX outbox_closed ON outbox (created_at)
  WHERE sent_at IS NOT NULL OR dead_reason IS NOT NULL;
-- Dead letters, which are counted.
CREATE INDEX outbox_dead ON outbox (id) WHERE dead_reason IS NOT NULL;
CREATE INDEX inbox_failed ON inbox (attempts) WHERE done_at IS NOT NULL AND attempts > 0`;
