/**
 * What users work on in chats, each on a card of its own: an order that is put together, a change of it, a sale, a withdrawal. A row is
 * the state of one such flow; each change raises its version. What is in `step` and `data` is the bot's to read.
 */

import { assert } from "../../domain/assert.js";
import type { BatchId, CustomerId } from "../../domain/ids.js";
import { all, exists, one, type Phase, run, value } from "../phase.js";
import { flag, integer, oneOf, type RowOf, table, text } from "../table.js";
import { markCardOfFlowDirty, markShortCardsDirty } from "./cards.js";

/** "paid": its orders are there; the others came to nothing or are done with. */
export type FlowStatus = "open" | "paid" | "closed" | "dropped" | "replaced";

/** One row a card that somebody works on. */
export const FLOWS = table(
  "flow",
  {
    id: text().key.check("length(id) = 24"),
    /** The screen: those of `SCREENS` in `telegram/commands.ts`. */
    kind: text(),
    version: integer().check("version > 0"),
    owner_user_id: integer(),
    customer_id: text<CustomerId>().references("customer"),
    chat_id: integer(),
    thread_id: integer().orNull,
    is_group: flag(),
    status: oneOf(["open", "paid", "closed", "dropped", "replaced"]),
    step: text(),
    data: text(),
    batch_id: text<BatchId>().orNull.references("batch"),
    /** When the clock changes it, as at the end of a quote. */
    due_at: integer().orNull,
    /** What it costs, where the balance was less: it comes back once that covers it. */
    needs_sun: integer().orNull,
    /** When its user worked on it last; what the clock or the desk changes is not counted. */
    updated_at: integer(),
  },
  {
    checks: ["(status = 'paid') = (batch_id IS NOT NULL)"],
    isNumbered: true,
    sql: `
-- What a user works on in a chat; and there is one of a kind at a time.
CREATE UNIQUE INDEX flow_open ON flow (chat_id, owner_user_id, kind) WHERE status = 'open';
-- And in all chats together.
CREATE INDEX flow_open_of_owner ON flow (owner_user_id, kind) WHERE status = 'open';
-- Those that a user worked on last in a chat.
CREATE INDEX flow_of_owner ON flow (owner_user_id, chat_id, kind, updated_at);
-- Those that the clock changes.
CREATE INDEX flow_due ON flow (due_at) WHERE status = 'open' AND due_at IS NOT NULL;
-- The draft by which a call was paid, to find the call's card.
CREATE INDEX flow_of_batch ON flow (batch_id) WHERE batch_id IS NOT NULL;
-- Those that wait for money.
CREATE INDEX flow_short ON flow (updated_at) WHERE status = 'open' AND needs_sun IS NOT NULL;
-- And those of a customer whose balance changes.
CREATE INDEX flow_short_of_customer ON flow (customer_id) WHERE status = 'open' AND needs_sun IS NOT NULL;
-- Those that are over: forgotten. Paid ones stay with their cards.
CREATE INDEX flow_over ON flow (updated_at) WHERE status <> 'open' AND status <> 'paid';
-- Those of a group that becomes another chat.
CREATE INDEX flow_of_group ON flow (chat_id) WHERE is_group = 1;`,
  },
);

export type FlowRow = RowOf<typeof FLOWS>;

export const insertFlow = (flow: FlowRow) => FLOWS.add(flow);

export const findFlow = (id: string) => FLOWS.one("WHERE id = ?", id);

/** The one by which a call was paid. */
export const findFlowOfBatch = (batchId: BatchId) => FLOWS.one("WHERE batch_id = ?", batchId);

/** What a user works on in a chat: one of a kind at most, the one they worked on last first. */
export const openFlows = (chatId: number, userId: number) =>
  FLOWS.all(
    `WHERE chat_id = ? AND owner_user_id = ? AND status = 'open'
     ORDER BY updated_at DESC, kind DESC`,
    chatId,
    userId,
  );

/** What a user works on for a customer, in whichever chat. */
export const openFlowsFor = (customerId: CustomerId, userId: number) =>
  FLOWS.all(
    "WHERE owner_user_id = ? AND status = 'open' AND customer_id = ? ORDER BY id",
    userId,
    customerId,
  );

/** What anybody works on in a chat. */
export const openFlowsIn = (chatId: number) =>
  FLOWS.all("WHERE chat_id = ? AND status = 'open' ORDER BY id", chatId);

/** Whether its user has worked on something else in its chat since. */
export const isOvertaken = ({ chat_id, owner_user_id, kind, updated_at }: FlowRow) =>
  exists(
    "flow WHERE owner_user_id = ? AND chat_id = ? AND kind <> ? AND updated_at > ?",
    ...[owner_user_id, chat_id, kind, updated_at],
  );

/** Those of a kind that a user worked on last in a chat, newest first. */
export const latestFlows = (kind: string, chatId: number, userId: number, limit: number) =>
  FLOWS.all(
    `WHERE owner_user_id = ? AND chat_id = ? AND kind = ?
     ORDER BY updated_at DESC, id DESC LIMIT ?`,
    userId,
    chatId,
    kind,
    limit,
  );

/** The open one whose question stands in a message of its chat: on its card, or asked beside it. */
export function* flowAskedIn(chatId: number, messageId: number): Phase<FlowRow | undefined> {
  const isCard = "EXISTS (SELECT 1 FROM card WHERE flow_id = flow.id AND message_id = ?)";
  const isBeside = `EXISTS (SELECT 1 FROM outbox WHERE message_id = ?
    AND key > 'prompt:' || flow.id AND key < 'prompt:' || flow.id || ';')`;
  return yield* FLOWS.one(
    `WHERE chat_id = ? AND status = 'open'
       AND ((step <> 'confirm' AND ${isCard}) OR ${isBeside})`,
    ...[chatId, messageId, messageId],
  );
}

/** Writes a changed flow; asserts that nobody changed it since `version` was read. */
export function* updateFlow(flow: FlowRow, version: number): Phase<void> {
  const row = yield* one(
    `UPDATE flow SET version = ?, customer_id = ?, status = ?, step = ?, data = ?, batch_id = ?,
       due_at = ?, needs_sun = ?, updated_at = ?
     WHERE id = ? AND version = ? RETURNING id`,
    flow.version,
    flow.customer_id,
    flow.status,
    flow.step,
    flow.data,
    flow.batch_id,
    flow.due_at,
    flow.needs_sun,
    flow.updated_at,
    flow.id,
    version,
  );
  assert(row, `${flow.kind} ${flow.id} is no longer at version ${version}`);
}

/** Closes an open one: its next version, at which nothing changes any more. */
export function* closeFlow(open: FlowRow, status: FlowStatus, at: number): Phase<void> {
  const closed = {
    ...open,
    status,
    version: open.version + 1,
    due_at: null,
    needs_sun: null,
    updated_at: at,
  };
  yield* updateFlow(closed, open.version);
  yield* markCardOfFlowDirty(open.id);
  yield* markShortCardsDirty(open.customer_id);
}

/** The call that it asked for is there: its card becomes that of the orders. */
export function* flowPaid(flow: FlowRow, batchId: BatchId): Phase<void> {
  const version = flow.version + 1;
  yield* updateFlow({ ...flow, status: "paid", version, batch_id: batchId }, flow.version);
  yield* markCardOfFlowDirty(flow.id);
}

/** Nothing changes by the clock before then. */
export const setFlowDue = (id: string, version: number, dueAt: number) =>
  run("UPDATE flow SET due_at = ? WHERE id = ? AND version = ?", dueAt, id, version);

/** Open ones that the clock changes by then. */
export const flowsDue = (by: number) =>
  FLOWS.all("WHERE status = 'open' AND due_at <= ? ORDER BY due_at LIMIT 200", by);

/** Nothing of the same kind is newer that its owner has open, in whichever chat. */
const NEWEST = `NOT EXISTS (
  SELECT 1 FROM flow AS newer WHERE newer.owner_user_id = flow.owner_user_id
    AND newer.status = 'open' AND newer.kind = flow.kind AND newer.seq > flow.seq)`;

export const isNewestOpen = (id: string) => exists(`flow WHERE id = ? AND ${NEWEST}`, id);

const AVAILABLE =
  "(SELECT balance_sun FROM account WHERE account.id = 'available:' || customer_id)";

/**
 * Those that wait for money which is there now, changed since then; not before what waits to be said in their chat, so that they are
 * read last. A chat that takes nothing is not looked at.
 */
export const flowsCovered = (since: number) =>
  FLOWS.all(
    `WHERE status = 'open' AND needs_sun IS NOT NULL AND updated_at >= ?
       AND needs_sun <= ${AVAILABLE} AND ${NEWEST}
       AND NOT EXISTS (SELECT 1 FROM telegram_chat
         WHERE telegram_chat.chat_id = flow.chat_id AND unreachable_at IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM outbox
         WHERE outbox.chat_id = flow.chat_id AND sent_at IS NULL AND dead_reason IS NULL)
     ORDER BY updated_at LIMIT 200`,
    since,
  );

/** What is still missing for the newest of a user's, changed since then; 0 or less where nothing is. */
export const missingForNewest = (userId: number, since: number) =>
  value<number>(
    `SELECT needs_sun - ${AVAILABLE} FROM flow WHERE status = 'open' AND needs_sun IS NOT NULL
       AND updated_at >= ? AND owner_user_id = ? AND ${NEWEST}`,
    since,
    userId,
  );

/**
 * Open ones of a kind at a step. The `+` keeps SQLite from reading all there ever were, in the order of their ids.
 */
export const openFlowsAtStep = (kind: string, step: string) =>
  FLOWS.all("WHERE status = 'open' AND kind = ? AND step = ? ORDER BY +id", kind, step);

/** Those that are over and were not paid, with their cards. */
export function* deleteFlowsOverBefore(updatedAt: number): Phase<void> {
  const old = "status <> 'open' AND status <> 'paid' AND updated_at < ?";
  yield* run(`DELETE FROM card WHERE flow_id IN (SELECT id FROM flow WHERE ${old})`, updatedAt);
  yield* run(`DELETE FROM flow WHERE ${old}`, updatedAt);
}

/** Those of the first chat whose owners work on one of the same kind in the other. */
export const flowsOpenInBoth = (fromChatId: number, toChatId: number) =>
  all<FlowRow>(
    `SELECT ${FLOWS.columns} FROM flow AS old WHERE chat_id = ? AND status = 'open' AND EXISTS (
       SELECT 1 FROM flow AS new WHERE new.chat_id = ? AND new.status = 'open'
         AND new.owner_user_id = old.owner_user_id AND new.kind = old.kind)`,
    fromChatId,
    toChatId,
  );

/** Only a group becomes another chat. */
export const moveFlows = (fromChatId: number, toChatId: number) =>
  run("UPDATE flow SET chat_id = ? WHERE chat_id = ? AND is_group = 1", toChatId, fromChatId);
