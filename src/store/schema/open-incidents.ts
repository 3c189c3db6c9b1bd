/** Incidents that go on for a while, as a disagreement of the node's hosts does; what happened once ended at once. */
export const OPEN_INCIDENTS = `
-- Null while it goes on.
ALTER TABLE incident ADD COLUMN closed_at INTEGER;
UPDATE incident SET closed_at = at`;
