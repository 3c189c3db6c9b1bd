/** Between a card of /sell and its row. */
import { assert } from "../../domain/assert.js";
import type { SellingRow } from "../../engine/chat/selling.js";
import { SELLING_STEPS, type Selling, sellingDataSchema } from "./selling.js";

export function sellingOf(row: SellingRow): Selling {
  const step = SELLING_STEPS.find((name) => name === row.step);
  assert(step, `selling ${row.id} is at an unknown step ${row.step}`);
  return {
    id: row.id,
    version: row.version,
    ownerUserId: row.owner_user_id,
    customerId: row.customer_id,
    chatId: row.chat_id,
    status: row.status,
    step,
    data: sellingDataSchema.parse(JSON.parse(row.data)),
  };
}

export function sellingRowOf(selling: Selling, at: number): SellingRow {
  return {
    id: selling.id,
    version: selling.version,
    owner_user_id: selling.ownerUserId,
    customer_id: selling.customerId,
    chat_id: selling.chatId,
    status: selling.status,
    step: selling.step,
    data: JSON.stringify(selling.data),
    updated_at: at,
  };
}
