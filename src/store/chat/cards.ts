/** Cards: messages that are kept up to date, each drawn from what its subject is now. */
import type { BatchId, CustomerId } from "../../domain/ids.js";
import { RESTING } from "../conditions.js";
import { all, one, type Phase, run, value } from "../phase.js";
import { flag, integer, type RowOf, table, text } from "../table.js";

export const CARDS = table(
  "card",
  {
    id: text().key,
    flow_id: text().orNull.references("flow"),
    batch_id: text<BatchId>().orNull.references("batch"),
    /** A change of a team, in private with who decides it. */
    request_id: text().orNull.references("team_request"),
    owner_user_id: integer(),
    chat_id: integer(),
    thread_id: integer().orNull,
    reply_to: integer().orNull,
    message_id: integer().orNull,
    /** How many messages its chat had with this one. */
    messages: integer().orNull,
    /** The hash of what Telegram shows, if that is certain; another one means that it must be drawn again. */
    drawn_hash: text().orNull,
    /** 1 while what it shows can still change by itself. */
    watching: flag().default(1),
    dirty: flag().default(1),
    /** What the client spoke from which it was opened, as Telegram names it; other clients of its owner show the same message. */
    client_language: text().orNull,
    /** When the answer was typed below which the card is sent again; wall time. */
    answered_at: integer().orNull,
    /** What its Pay pays, and since when Telegram shows it; wall time. */
    sum: text().orNull,
    sum_shown_at: integer().orNull,
  },
  {
    checks: [
      `${["flow_id", "batch_id", "request_id"].map((of) => `CASE WHEN ${of} IS NULL THEN 0 ELSE 1 END`).join(" + ")} = 1`,
    ],
    isNumbered: true,
    sql: `
-- The card of a flow, of a batch, of a request: drawn again when that changes, forgotten with it.
CREATE INDEX card_of_flow ON card (flow_id) WHERE flow_id IS NOT NULL;
CREATE INDEX card_of_batch ON card (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX card_of_request ON card (request_id) WHERE request_id IS NOT NULL;
-- What must be drawn. What waits for chats that take nothing is passed over in the index.
CREATE INDEX card_dirty ON card (id, chat_id) WHERE dirty = 1;
-- Cards in use: looked at in turns, and all after a start.
CREATE INDEX card_watching ON card (id) WHERE watching = 1;
-- The cards of a group that becomes another chat.
CREATE INDEX card_in_chat ON card (chat_id);`,
    triggers: [
      // What a customer's cards lack is another sum once their balance is.
      {
        name: "balance_is_shown",
        table: "account",
        on: "AFTER UPDATE OF balance_sun",
        when: "NEW.kind = 'available'",
        does: [
          "UPDATE card SET dirty = 1 WHERE flow_id IN (SELECT id FROM flow WHERE customer_id = substr(NEW.id, 11) AND status = 'open' AND needs_sun IS NOT NULL)",
        ],
      },
    ],
  },
);

export type CardRow = Omit<RowOf<typeof CARDS>, "messages" | "sum_shown_at">;

const COLUMNS = CARDS.columnsBut("messages", "sum_shown_at");

type Where = "id" | "owner_user_id" | "chat_id" | "thread_id" | "reply_to";
export type NewCard = Pick<CardRow, "flow_id" | "batch_id" | Where> &
  Partial<Pick<CardRow, "request_id" | "client_language">>;

export const insertCard = (card: NewCard) => CARDS.add(card);

export const findCard = (id: string) =>
  one<CardRow>(`SELECT ${COLUMNS} FROM card WHERE id = ?`, id);

/** Whose card of a flow or a batch stands in a chat. */
export const ownerOfCardIn = (chatId: number, id: string) =>
  value<number>(
    `SELECT owner_user_id FROM card WHERE +chat_id = ? AND (flow_id = ? OR batch_id = ?
       OR flow_id IN (SELECT id FROM flow WHERE flow.batch_id = ?))`,
    ...[chatId, id, id, id],
  );

/** The copy in a chat. */
export const findCardIn = (chatId: number, flowId: string) =>
  one<CardRow>(`SELECT ${COLUMNS} FROM card WHERE flow_id = ? AND +chat_id = ?`, flowId, chatId);

export const findCardOfFlow = (flowId: string) =>
  one<CardRow>(`SELECT ${COLUMNS} FROM card WHERE flow_id = ?`, flowId);

/** Cards that must be drawn, but for those in chats that take nothing now. */
export const dirtyCards = (limit: number) =>
  all<CardRow>(
    `SELECT ${COLUMNS} FROM card WHERE id IN (
       SELECT id FROM card WHERE dirty = 1 AND chat_id NOT IN
         (SELECT chat_id FROM telegram_chat WHERE unreachable_at IS NOT NULL)
       ORDER BY id LIMIT ?) ORDER BY id`,
    limit,
  );

/** The last of the next cards in use behind the given one; undefined when there is none. */
export function* endOfCardsInUse(after: string, limit: number): Phase<string | undefined> {
  return (
    (yield* value<string | null>(
      `SELECT max(id) AS id FROM (SELECT id FROM card WHERE watching = 1 AND id > ? ORDER BY id LIMIT ?) AS next`,
      after,
      limit,
    )) ?? undefined
  );
}

/**
 * Cards in use, behind one and up to another, whose orders are under way: something is not delivered, not final, or over and
 * not yet taken back. A rental that just runs is none of them, nor is an order of which nothing moves but what rests of it.
 */
export const cardsUnderWay = (headTimestampMs: number, after: string, upTo: string) =>
  all<{ id: string }>(
    `SELECT id FROM card WHERE watching = 1 AND id > ? AND id <= ? AND EXISTS (
       SELECT 1 FROM orders WHERE orders.batch_id =
         coalesce(card.batch_id, (SELECT batch_id FROM flow WHERE flow.id = card.flow_id))
       AND ((orders.status = 'processing' AND NOT (${RESTING})) OR EXISTS (
         SELECT 1 FROM leg WHERE leg.order_id = orders.id AND leg.state <> 'dead'
           AND NOT (leg.state = 'solidified' AND leg.expires_at > ?))))`,
    after,
    upTo,
    headTimestampMs,
  );

/** Batches with orders that rest, in the order of their ids, behind the given one. */
export const restingBatches = (after: string, limit: number) =>
  all<{ batch_id: string }>(
    `SELECT DISTINCT batch_id FROM orders INDEXED BY orders_resting_of_batch
     WHERE ${RESTING} AND batch_id > ? ORDER BY batch_id LIMIT ?`,
    after,
    limit,
  );

/** The cards of a batch that are in use; they go on being so. */
export const lookAtBatchCards = (batchId: string) =>
  run(
    `UPDATE card SET dirty = 1 WHERE watching = 1 AND (batch_id = ?
       OR flow_id IN (SELECT id FROM flow WHERE batch_id = ?))`,
    batchId,
    batchId,
  );

export const markCardDirty = (id: string) => run("UPDATE card SET dirty = 1 WHERE id = ?", id);

/** Those of a change of a team. */
export const markCardsOfRequestDirty = (requestId: string) =>
  run("UPDATE card SET dirty = 1 WHERE request_id = ?", requestId);

export const markCardOfFlowDirty = (flowId: string) =>
  run("UPDATE card SET dirty = 1, watching = 1 WHERE flow_id = ?", flowId);

/** Marks a card to be redrawn although nothing has changed: the screen may show something older. */
export const forgetDrawn = (flowId: string) =>
  run("UPDATE card SET dirty = 1, watching = 1, drawn_hash = NULL WHERE flow_id = ?", flowId);

/** An answer was typed: the card continues below it. */
export const sendCardBelow = (flowId: string, answeredAt: number) =>
  run(
    "UPDATE card SET dirty = 1, watching = 1, answered_at = ? WHERE flow_id = ?",
    answeredAt,
    flowId,
  );

/** The cards on which a customer lacks money: another of their orders has begun or ended. What their balance changes marks a trigger. */
export const markShortCardsDirty = (customerId: CustomerId) =>
  run(
    `UPDATE card SET dirty = 1 WHERE flow_id IN (SELECT id FROM flow
       WHERE customer_id = ? AND status = 'open' AND needs_sun IS NOT NULL)`,
    customerId,
  );

/**
 * The sum that the card of a flow shows, and for how long Telegram had shown it when the update came; without an update, until
 * now.
 */
export const sumShown = (flowId: string, updateId: number | undefined, at: number) =>
  one<{ sum: string; shown_ms: number }>(
    `SELECT sum, coalesce((SELECT received_at FROM inbox WHERE update_id = ?), ?) - sum_shown_at AS shown_ms
     FROM card WHERE flow_id = ? AND sum IS NOT NULL`,
    updateId ?? null,
    at,
    flowId,
  );

/** How many messages came after the last card of a draft and its orders, in one chat if it is given; undefined while none is shown. */
export function* messagesBelow(
  flowId: string,
  batchId: BatchId | null,
  chatId?: number,
): Phase<number | undefined> {
  const fewest = yield* value<number | null>(
    `SELECT min(telegram_chat.messages - card.messages)
     FROM card JOIN telegram_chat ON telegram_chat.chat_id = card.chat_id
     WHERE (card.flow_id = ? OR card.batch_id = ?) AND card.message_id IS NOT NULL
       AND card.chat_id = coalesce(?, card.chat_id)`,
    flowId,
    batchId,
    chatId ?? null,
  );
  return fewest ?? undefined;
}

/** The cards of what the user has open. */
export const markOpenCardsDirty = (userId: number) =>
  run(
    `UPDATE card SET dirty = 1, watching = 1 WHERE flow_id IN
       (SELECT id FROM flow WHERE owner_user_id = ? AND status = 'open')`,
    userId,
  );

/** The cards of what is open in a chat. */
export const markOpenCardsInDirty = (chatId: number) =>
  run(
    `UPDATE card SET dirty = 1, watching = 1 WHERE chat_id = ? AND flow_id IN
       (SELECT id FROM flow WHERE chat_id = ? AND status = 'open')`,
    chatId,
    chatId,
  );

/** The cards in use of one kind of flow of a user: something that they show has changed. */
export const lookAtCardsOfKind = (userId: number, kind: string) =>
  run(
    `UPDATE card SET dirty = 1 WHERE watching = 1 AND flow_id IN
       (SELECT id FROM flow WHERE owner_user_id = ? AND kind = ?)`,
    userId,
    kind,
  );

export const markBatchCardsDirty = (batchId: string) =>
  run(
    `UPDATE card SET dirty = 1, watching = 1 WHERE batch_id = ?
       OR flow_id IN (SELECT id FROM flow WHERE batch_id = ?)`,
    batchId,
    batchId,
  );

/** After a start: every card that is still in use may have changed. */
export const lookAtOpenCards = () => run("UPDATE card SET dirty = 1 WHERE watching = 1");

/** A message of the card goes out: whoever starts before its outcome is known must draw it again. */
export const drawingBegins = (id: string) =>
  run("UPDATE card SET drawn_hash = NULL WHERE id = ?", id);

/** In books that went back: what was drawn since is unknown to them. */
export const forgetAllDrawn = () => run("UPDATE card SET drawn_hash = NULL WHERE watching = 1");

export interface Drawn {
  readonly messageId: number | null;
  readonly hash: string | null;
  readonly watching: boolean;
  /** What its Pay pays. */
  readonly sum: string | null;
}

/** What was drawn, and whether it may change again by itself; nothing when the card has moved to another chat meanwhile. */
export const cardDrawn = ({ id, chat_id, answered_at }: CardRow, drawn: Drawn, at: number) =>
  run(
    `UPDATE card SET messages = CASE WHEN message_id IS NOT DISTINCT FROM ? THEN messages
         ELSE (SELECT messages FROM telegram_chat WHERE telegram_chat.chat_id = card.chat_id) END,
       message_id = ?, drawn_hash = ?, watching = ?,
       answered_at = CASE WHEN answered_at IS NOT DISTINCT FROM ? THEN NULL ELSE answered_at END,
       sum_shown_at = CASE WHEN sum IS NOT DISTINCT FROM ? THEN sum_shown_at ELSE ? END, sum = ?
     WHERE id = ? AND chat_id = ?`,
    drawn.messageId,
    drawn.messageId,
    drawn.hash,
    drawn.watching ? 1 : 0,
    answered_at,
    drawn.sum,
    drawn.sum === null ? null : at,
    drawn.sum,
    id,
    chat_id,
  );

/** Taken up to be drawn: what changes from now on marks it again. */
export const takeCard = (id: string) => run("UPDATE card SET dirty = 0 WHERE id = ?", id);

export const moveCards = (fromChatId: number, toChatId: number) =>
  run(
    `UPDATE card SET chat_id = ?, message_id = NULL, drawn_hash = NULL, reply_to = NULL,
       thread_id = NULL, dirty = watching, answered_at = NULL, sum = NULL, sum_shown_at = NULL WHERE chat_id = ?`,
    toChatId,
    fromChatId,
  );

/** Of a customer's orders and what became of their drafts, in a user's private chat, whose id is theirs; open drafts stay, and what waits until it is over. */
export const forgetPrivateCards = (customerId: CustomerId, userId: number) =>
  run(
    `DELETE FROM card WHERE chat_id = ? AND (
       EXISTS (SELECT 1 FROM flow WHERE flow.id = flow_id AND customer_id = ? AND status <> 'open'
         AND NOT (status = 'closed' AND watching = 1))
       OR EXISTS (SELECT 1 FROM batch WHERE batch.id = card.batch_id AND customer_id = ?))`,
    userId,
    customerId,
    customerId,
  );

/** Of what was asked for of a team: all of orders that wait, and those of a user's private chat that wait or are in use: who may what is another now. */
export const lookAtRequestCards = (customerId: CustomerId, userId: number) =>
  run(
    `UPDATE card SET dirty = 1 WHERE flow_id IN
         (SELECT id FROM team_request WHERE customer_id = ? AND kind = 'order' AND status = 'open')
       OR chat_id = ?
       AND EXISTS (SELECT 1 FROM team_request r
         WHERE r.id = coalesce(request_id, flow_id) AND customer_id = ?
           AND (watching = 1 OR r.status = 'open'))`,
    ...[customerId, userId, customerId],
  );

/** Of changes of a team that were decided before then. */
export const deleteCardsOfDecided = (before: number) =>
  run(
    `DELETE FROM card WHERE request_id IS NOT NULL
       AND (SELECT decided_at FROM team_request r WHERE r.id = request_id) < ?`,
    before,
  );
