/** What the desk remembers about itself, as JSON by key: rates, the network, its file, whether it is paused or was restored. */
import type { Hold } from "../domain/hold.js";
import { all, one, type Phase, run, value } from "./phase.js";
import { integer, type RowOf, serial, table, text } from "./table.js";

/** What the desk remembers of itself, as JSON by key (see settings.ts). */
export const SETTINGS = table(
  "setting",
  {
    key: text().key,
    value: text(),
    updated_at: integer(),
    updated_by: text(),
  },
  {
    triggers: [
      {
        name: "setting_is_logged",
        on: "AFTER INSERT",
        when: "NEW.key = 'rates'",
        does: [
          "INSERT INTO setting_change (key, value, changed_by, at) VALUES (NEW.key, NEW.value, NEW.updated_by, NEW.updated_at)",
        ],
      },
      {
        name: "setting_change_is_logged",
        on: "AFTER UPDATE",
        when: "NEW.key = 'rates' AND NEW.value <> OLD.value",
        does: [
          "INSERT INTO setting_change (key, previous, value, changed_by, at) VALUES (NEW.key, OLD.value, NEW.value, NEW.updated_by, NEW.updated_at)",
        ],
      },
    ],
  },
);

export type SettingKey =
  | "rates"
  | "network"
  | Hold
  | "halt"
  | "backup"
  /** When this database was last copied by `desk backup`. */
  | "backed-up"
  | "restored"
  /** Since a restore: the next solid block to be read for what was delegated after the backup. */
  | "take-back"
  /** Up to which sum the operator lets payouts go on although it is missing. */
  | "cover-released"
  /** When the desk was last restored: addresses of deposits that were given out between its backup and then are unknown. */
  | "addresses-unknown"
  /** The extended public key that the operator has confirmed. */
  | "deposit-key"
  | "file"
  | "fork"
  /** When the network's totals last changed by much. */
  | "totals-changed"
  /** How many transactions that could not be read were too many to be kept. */
  | "not-kept"
  /** Nodes that the operator has taken out of use, by number and origin. */
  | "ignored-nodes"
  /** Of a move to another database (see moved.ts). */
  | "moved"
  | "moving"
  | "arrived";

export function* readSetting(key: SettingKey): Phase<unknown> {
  const row = yield* one<{ value: string }>("SELECT value FROM setting WHERE key = ?", key);
  return row ? (JSON.parse(row.value) as unknown) : undefined;
}

/** When it was written last; undefined while it is not there. */
export const settingWrittenAt = (key: SettingKey) =>
  value<number>("SELECT updated_at FROM setting WHERE key = ?", key);

export const writeSetting = (key: SettingKey, value: unknown, by: string, at: number) =>
  SETTINGS.put({ key, value: JSON.stringify(value), updated_by: by, updated_at: at });

export const deleteSetting = (key: SettingKey) => run("DELETE FROM setting WHERE key = ?", key);

/** Who changed what the desk charges, when, and from what: written by the table itself, whoever writes the setting. */
export const SETTING_CHANGES = table(
  "setting_change",
  {
    id: serial(),
    key: text(),
    /** JSON; null for the first value. */
    previous: text().orNull,
    value: text(),
    changed_by: text(),
    at: integer(),
  },
  {
    triggers: [
      {
        name: "setting_change_is_final",
        on: "BEFORE UPDATE",
        refuses: "the log of settings is never changed",
      },
      {
        name: "setting_change_is_kept",
        on: "BEFORE DELETE",
        refuses: "the log of settings is never shortened",
      },
    ],
  },
);

export type SettingChangeRow = Omit<RowOf<typeof SETTING_CHANGES>, "key">;

/** Newest first; only changes of rates are recorded. */
export const settingChanges = (key: "rates", limit: number) =>
  all<SettingChangeRow>(
    `SELECT ${SETTING_CHANGES.columnsBut("key")} FROM setting_change WHERE key = ?
     ORDER BY id DESC LIMIT ?`,
    key,
    limit,
  );
