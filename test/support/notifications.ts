/** Orders of a chat on the paper desk, and what was told of them. */
import type { NewsKind, NewsMode } from "../../src/domain/notification.js";
import { type NewsEvent, tellNews } from "../../src/engine/chat/notifications.js";
import { readBatchId } from "../../src/engine/orders/read-orders.js";
import { insertFlow } from "../../src/store/chat/flows.js";
import { setNewsMode } from "../../src/store/chat/news-settings.js";
import { watchBatch } from "../../src/store/chat/watched-batches.js";
import type { Desk } from "./desk.js";
import { mine } from "./steps.js";

export const USER = 7001;

type Told = NewsEvent & { readonly chatId: number };

/** Looks at what has happened, and gives all that was ever told. */
export async function told(desk: Desk): Promise<Told[]> {
  while (await tellNews(desk.engine));
  return desk
    .rows("SELECT chat_id, payload FROM outbox WHERE key LIKE 'news:%' ORDER BY id")
    .map(({ chat_id, payload }) => ({ ...JSON.parse(String(payload)), chatId: chat_id }));
}

export const kinds = async (desk: Desk) => (await told(desk)).map(({ kind }) => kind);

let drafts = 0;
export const lastDraft = () => drafts.toString(16).padStart(24, "0");

/** Orders in a chat; the batch is watched as the door's are. */
export async function order(desk: Desk, change: object = {}, chatId = USER): Promise<string[]> {
  const { orderIds } = await desk.create({ ...change });
  const batchId =
    (await readBatchId(desk.engine, { customerId: desk.customerId }, orderIds[0] ?? "")) ?? "";
  drafts += 1;
  const draftId = lastDraft();
  const isGroup = chatId < 0 ? 1 : 0;
  await desk.commit(() =>
    insertFlow({
      ...{
        id: draftId,
        kind: "draft",
        version: 1,
        owner_user_id: USER,
        customer_id: desk.customerId,
      },
      ...{ chat_id: chatId, thread_id: null, is_group: isGroup, status: "paid", step: "confirm" },
      ...{
        data: "{}",
        batch_id: batchId,
        due_at: null,
        needs_sun: null,
        updated_at: desk.clock.nowMs,
      },
    }),
  );
  await desk.commit(() =>
    watchBatch({
      ...{
        batch_id: batchId,
        draft_id: draftId,
        user_id: USER,
        chat_id: chatId,
        is_group: isGroup,
        paid_at: desk.clock.nowMs,
      },
    }),
  );
  return [...orderIds];
}

export const batchOf = async (desk: Desk, id = "") =>
  (await readBatchId(desk.engine, { customerId: desk.customerId }, id)) ?? "";
export const watched = (desk: Desk) => desk.rows("SELECT * FROM watched_batch");
export const pass = (desk: Desk, ms: number) => mine(desk, [], true, ms);

export function say(desk: Desk, kind: NewsKind, mode: NewsMode, chatId = USER): Promise<void> {
  return desk.commit(() => setNewsMode(chatId, kind, mode));
}
