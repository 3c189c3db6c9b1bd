/** Keys that are not usable before they were shown. */

export const PENDING_KEYS = `
-- 1 from the issue over a chat until the chat has taken the key: nobody is let in with it before.
ALTER TABLE api_key ADD COLUMN pending INTEGER NOT NULL DEFAULT 0 CHECK (pending IN (0, 1));
CREATE INDEX api_key_pending ON api_key (created_at) WHERE pending = 1 AND revoked_at IS NULL`;
