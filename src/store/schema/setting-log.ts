/** Who changed what the desk charges, when, and from what: written by the table itself, whoever writes the setting. */
import { oneOf } from "../conditions.js";

const LOGGED = oneOf("NEW.key", "rates");

export const SETTING_LOG = `
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
INSERT INTO setting_change (key, value, changed_by, at)
  SELECT key, value, updated_by, updated_at FROM setting WHERE key = 'rates';
CREATE TRIGGER setting_is_logged AFTER INSERT ON setting WHEN ${LOGGED}
BEGIN
  INSERT INTO setting_change (key, value, changed_by, at)
    VALUES (NEW.key, NEW.value, NEW.updated_by, NEW.updated_at);
END;
CREATE TRIGGER setting_change_is_logged AFTER UPDATE ON setting
WHEN ${LOGGED} AND NEW.value <> OLD.value
BEGIN
  INSERT INTO setting_change (key, previous, value, changed_by, at)
    VALUES (NEW.key, OLD.value, NEW.value, NEW.updated_by, NEW.updated_at);
END`;
