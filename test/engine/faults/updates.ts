/** Updates of Telegram as the inbox has them, and what is said of them. */
import { receiveUpdates } from "../../../src/engine/chat/inbox.js";
import type { OutboxMessage } from "../../../src/store/chat/outbox.js";
import type { Desk } from "../../support/desk.js";
import { USER } from "../../support/notifications.js";

export { USER } from "../../support/notifications.js";

/** Stores an update that is still to be applied, a message where a chat is given; its id. */
export async function newUpdate(desk: Desk, messageIn?: number): Promise<number> {
  const [row] = desk.rows("SELECT coalesce(max(update_id), 0) + 1 AS next FROM inbox");
  const updateId = Number(row?.next);
  await receiveUpdates(desk.engine, [{ updateId, lane: "lane", body: "{}", messageIn }]);
  return updateId;
}

export const tellOf = (key: string): OutboxMessage => ({ key, chatId: USER, payload: "{}" });
