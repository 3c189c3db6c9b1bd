/** Drafts: orders that users put together on a card. What is in `data` is the Telegram door's to read. */

import { assert } from "../../domain/assert.js";
import type { BatchId, CustomerId } from "../../domain/ids.js";
import { all, one, type Phase, run } from "../phase.js";

export type DraftRow = {
  id: string;
  version: number;
  owner_user_id: number;
  customer_id: CustomerId;
  chat_id: number;
  thread_id: number | null;
  is_group: 0 | 1;
  status: "open" | "paid" | "dropped" | "replaced";
  step: string;
  data: string;
  batch_id: BatchId | null;
  quote_expires_at: number | null;
  updated_at: number;
};

const COLUMNS = `id, version, owner_user_id, customer_id, chat_id, thread_id, is_group, status,
  step, data, batch_id, quote_expires_at, updated_at`;

export function* insertDraft(draft: DraftRow): Phase<void> {
  yield* run(
    `INSERT INTO draft (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    draft.id,
    draft.version,
    draft.owner_user_id,
    draft.customer_id,
    draft.chat_id,
    draft.thread_id,
    draft.is_group,
    draft.status,
    draft.step,
    draft.data,
    draft.batch_id,
    draft.quote_expires_at,
    draft.updated_at,
  );
}

export function* findDraft(id: string): Phase<DraftRow | undefined> {
  return yield* one<DraftRow>(`SELECT ${COLUMNS} FROM draft WHERE id = ?`, id);
}

/** The draft a user is working on in a chat. */
export function* findOpenDraft(chatId: number, userId: number): Phase<DraftRow | undefined> {
  return yield* one<DraftRow>(
    `SELECT ${COLUMNS} FROM draft WHERE chat_id = ? AND owner_user_id = ? AND status = 'open'`,
    chatId,
    userId,
  );
}

/** The drafts a user worked on last in a chat, newest first. */
export function* latestDrafts(chatId: number, userId: number, limit: number): Phase<DraftRow[]> {
  return yield* all<DraftRow>(
    `SELECT ${COLUMNS} FROM draft WHERE chat_id = ? AND owner_user_id = ?
     ORDER BY updated_at DESC, id DESC LIMIT ?`,
    chatId,
    userId,
    limit,
  );
}

/** Writes a changed draft; asserts that nobody changed it since `version` was read. */
export function* updateDraft(draft: DraftRow, version: number): Phase<void> {
  const row = yield* one(
    `UPDATE draft SET version = ?, status = ?, step = ?, data = ?, batch_id = ?,
       quote_expires_at = ?, updated_at = ?
     WHERE id = ? AND version = ? RETURNING id`,
    draft.version,
    draft.status,
    draft.step,
    draft.data,
    draft.batch_id,
    draft.quote_expires_at,
    draft.updated_at,
    draft.id,
    version,
  );
  assert(row, `draft ${draft.id} is no longer at version ${version}`);
}

/** Open drafts whose quote ends by then, or that wait for a quote (null). */
export function* draftsToLookAt(expiresBy: number): Phase<DraftRow[]> {
  return yield* all<DraftRow>(
    `SELECT ${COLUMNS} FROM draft WHERE status = 'open' AND quote_expires_at <= ?
     ORDER BY quote_expires_at LIMIT 200`,
    expiresBy,
  );
}

/**
 * Open drafts at a step that have no quote: a crash came between question and answer. The `+` keeps SQLite from reading all
 * there ever were, in the order of their ids.
 */
export function* openDraftsAtStep(step: string): Phase<DraftRow[]> {
  return yield* all<DraftRow>(
    `SELECT ${COLUMNS} FROM draft WHERE status = 'open' AND step = ? ORDER BY +id`,
    step,
  );
}

/** Drafts that came to nothing, with their cards. */
export function* deleteClosedDraftsBefore(updatedAt: number): Phase<void> {
  const old = "(status = 'dropped' OR status = 'replaced') AND updated_at < ?";
  yield* run(`DELETE FROM card WHERE draft_id IN (SELECT id FROM draft WHERE ${old})`, updatedAt);
  yield* run(`DELETE FROM draft WHERE ${old}`, updatedAt);
}

/** Who works on a draft in both chats. */
export function* ownersInBoth(
  fromChatId: number,
  toChatId: number,
): Phase<{ owner_user_id: number }[]> {
  return yield* all<{ owner_user_id: number }>(
    `SELECT owner_user_id FROM draft AS old WHERE chat_id = ? AND status = 'open' AND EXISTS (
       SELECT 1 FROM draft AS new WHERE new.chat_id = ? AND new.status = 'open'
         AND new.owner_user_id = old.owner_user_id)`,
    fromChatId,
    toChatId,
  );
}

/** Only a group becomes another chat. */
export function* moveDrafts(fromChatId: number, toChatId: number): Phase<void> {
  yield* run(
    "UPDATE draft SET chat_id = ? WHERE chat_id = ? AND is_group = 1",
    toChatId,
    fromChatId,
  );
}
