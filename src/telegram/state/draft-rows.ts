/** Between a draft and its row, and from a draft to the request it stands for. */

import { isAddress } from "../../domain/address.js";
import { assert } from "../../domain/assert.js";
import type { OrderRequest } from "../../domain/order-request.js";
import type { Bid } from "../../engine/book/price-look.js";
import type { DraftRow } from "../../engine/chat/drafts.js";
import {
  type Draft,
  type DraftData,
  draftDataSchema,
  isComplete,
  manualOptionsOf,
  STEPS,
} from "./draft.js";

export function draftOf(row: DraftRow): Draft {
  const step = STEPS.find((name) => name === row.step);
  assert(step, `draft ${row.id} is at an unknown step ${row.step}`);
  return {
    id: row.id,
    version: row.version,
    ownerUserId: row.owner_user_id,
    customerId: row.customer_id,
    chatId: row.chat_id,
    threadId: row.thread_id ?? undefined,
    isGroup: row.is_group === 1,
    status: row.status,
    step,
    data: draftDataSchema.parse(JSON.parse(row.data)),
  };
}

/** What a draft writes of its row; a payment adds the batch. */
export function rowOf(draft: Draft, at: number, batchId: string | null = null): DraftRow {
  const { quote, lapsed } = draft.data;
  const isWaiting = draft.status === "open" && quote && !lapsed;
  return {
    id: draft.id,
    version: draft.version,
    owner_user_id: draft.ownerUserId,
    customer_id: draft.customerId,
    chat_id: draft.chatId,
    thread_id: draft.threadId ?? null,
    is_group: draft.isGroup ? 1 : 0,
    status: draft.status,
    step: draft.step,
    data: JSON.stringify(draft.data),
    batch_id: batchId,
    quote_expires_at: isWaiting ? quote.expiresAt : null,
    updated_at: at,
  };
}

/** The request of a complete draft. */
export function requestOf({ data }: Draft): OrderRequest {
  const { type, resource, amount, duration, price: priceSun } = data;
  assert(isComplete(data), "only a complete draft can be ordered");
  assert(type && resource && amount !== undefined && duration, "a complete draft has every field");
  const receivers = data.receivers.filter(isAddress);
  assert(receivers.length === data.receivers.length, "a draft keeps good receivers only");
  const common = { resource, receivers, amount, duration, quoteId: undefined };
  if (type === "Fast") return { type, ...common };
  assert(priceSun !== undefined, "a complete Manual draft has a price");
  return { type, ...common, priceSun, options: manualOptionsOf({ ...data, resource, amount }) };
}

/** What a Manual draft would bid for, as soon as that is known; options that are not chosen yet are the usual ones. */
export function bidOf(data: DraftData): Bid | undefined {
  const { resource, amount, duration } = data;
  if (data.type !== "Manual" || !resource || amount === undefined || !duration) return undefined;
  const receivers = data.receivers.filter(isAddress);
  const options = manualOptionsOf({ ...data, resource, amount });
  return { resource, amount, duration, receivers, options };
}

/** Three rows of two on the next card. */
const WALLETS_OFFERED = 6;

/** The wallets of the draft, then those used before it. */
export function lastWalletsOf({ data }: Draft): string[] {
  return [...new Set([...data.receivers, ...data.wallets])].slice(0, WALLETS_OFFERED);
}
