/** The cards of /sell as they are kept. What is in `data` is the Telegram door's to read. */
import { assert } from "../../domain/assert.js";
import type { CustomerId } from "../../domain/ids.js";
import { one, type Phase, run } from "../phase.js";

export type SellingRow = {
  id: string;
  version: number;
  owner_user_id: number;
  customer_id: CustomerId;
  chat_id: number;
  status: "open" | "closed" | "replaced";
  step: string;
  data: string;
  updated_at: number;
};

const COLUMNS = "id, version, owner_user_id, customer_id, chat_id, status, step, data, updated_at";

export function* insertSelling(row: SellingRow): Phase<void> {
  yield* run(
    `INSERT INTO selling (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.version,
    row.owner_user_id,
    row.customer_id,
    row.chat_id,
    row.status,
    row.step,
    row.data,
    row.updated_at,
  );
}

export function* findSelling(id: string): Phase<SellingRow | undefined> {
  return yield* one<SellingRow>(`SELECT ${COLUMNS} FROM selling WHERE id = ?`, id);
}

/** The one a user works on in a chat. */
export function* findOpenSelling(chatId: number, userId: number): Phase<SellingRow | undefined> {
  return yield* one<SellingRow>(
    `SELECT ${COLUMNS} FROM selling WHERE chat_id = ? AND owner_user_id = ? AND status = 'open'`,
    chatId,
    userId,
  );
}

/** Asserts that nobody changed it since `version` was read. */
export function* updateSelling(row: SellingRow, version: number): Phase<void> {
  const found = yield* one(
    `UPDATE selling SET version = ?, status = ?, step = ?, data = ?, updated_at = ?
     WHERE id = ? AND version = ? RETURNING id`,
    row.version,
    row.status,
    row.step,
    row.data,
    row.updated_at,
    row.id,
    version,
  );
  assert(found, `selling ${row.id} is no longer at version ${version}`);
}

/** Those that are done with, and their cards. */
export function* deleteClosedSellingsBefore(updatedAt: number): Phase<void> {
  const old = "status <> 'open' AND updated_at < ?";
  yield* run(
    `DELETE FROM card WHERE selling_id IN (SELECT id FROM selling WHERE ${old})`,
    updatedAt,
  );
  yield* run(`DELETE FROM selling WHERE ${old}`, updatedAt);
}
