/** Draws a card from what its subject is now: a draft, or the orders of a batch. */

import { isAddress } from "../../domain/address.js";
import { durationMs } from "../../domain/duration.js";
import type { OrderBooks } from "../../engine/book/order-book.js";
import { lookAtPrices, type PriceLook } from "../../engine/book/price-look.js";
import { type DraftRow, readDraft } from "../../engine/chat/drafts.js";
import type { CardRow } from "../../engine/chat/outbox.js";
import { readSelling } from "../../engine/chat/selling.js";
import type { Engine } from "../../engine/context.js";
import { readOverlaps } from "../../engine/orders/overlaps.js";
import { readBatch } from "../../engine/orders/read-orders.js";
import { readShownSeller } from "../../engine/sellers/look-at-seller.js";
import { readSellers } from "../../engine/sellers/seller-resource.js";
import { batchCard } from "../cards/batch.js";
import { draftCard } from "../cards/draft.js";
import { sellingCard } from "../cards/selling.js";
import type { BatchView, DeskContact } from "../cards/views.js";
import type { TelegramSettings } from "../door.js";
import { languageOfCard } from "../language.js";
import type { Drawing } from "../sending/sender.js";
import type { Draft } from "../state/draft.js";
import { bidOf, draftOf } from "../state/draft-rows.js";
import { sellingOf } from "../state/selling-rows.js";
import type { Messages } from "../text/messages.js";

export interface Drawer {
  readonly engine: Engine;
  readonly settings: TelegramSettings;
  readonly books: OrderBooks;
  readonly bot: { readonly username: string };
}

export async function drawCard(drawer: Drawer, row: CardRow): Promise<Drawing | undefined> {
  const messages = await languageOfCard(drawer, row);
  if (row.batch_id !== null) return drawBatch(drawer, row.batch_id, messages);
  if (row.selling_id !== null) return drawSelling(drawer, row.selling_id, messages);
  const draft = row.draft_id === null ? undefined : await readDraft(drawer.engine, row.draft_id);
  if (!draft) return undefined;
  if (draft.batch_id !== null) return drawBatch(drawer, draft.batch_id, messages, draft);
  return drawDraft(drawer, draftOf(draft), messages);
}

async function drawDraft(drawer: Drawer, draft: Draft, messages: Messages): Promise<Drawing> {
  const { engine, settings } = drawer;
  const { resource = "energy", duration, extended } = draft.data;
  const isShown = draft.status === "open" && draft.step === "confirm";
  const receivers = isShown ? draft.data.receivers.filter(isAddress) : [];
  const head = engine.chainClock.head?.timestampMs ?? engine.now();
  const view = {
    draft,
    desk: contactOf(drawer),
    presets: settings.presets[resource],
    overlaps: await readOverlaps(engine, draft.customerId, resource, receivers, extended),
    deadlineMs: engine.policy.manualDeadlineMs,
    look: await lookOf(drawer, draft),
    // To the minute: a card must not change because a block has passed.
    endsAt: duration && Math.ceil((head + durationMs(duration)) / 60_000) * 60_000,
  };
  const card = draftCard(view, messages);
  const isOpen = draft.status === "open";
  return { card, watching: isOpen, urgency: isOpen ? "answer" : "final" };
}

/** Where a price is asked for, the book of the moment. */
async function lookOf(
  { engine, books }: Drawer,
  { step, data }: Draft,
): Promise<PriceLook | undefined> {
  const bid = step === "price" ? bidOf(data) : undefined;
  return bid && lookAtPrices(engine, bid, await books.read(bid.resource, bid.duration));
}

async function drawBatch(
  drawer: Drawer,
  batchId: string,
  messages: Messages,
  paid?: DraftRow,
): Promise<Drawing> {
  const { engine, settings } = drawer;
  const orders = await readBatch(engine, batchId);
  const now = engine.chainClock.head?.timestampMs ?? engine.now();
  const isProcessing = orders.some(({ status }) => status === "processing");
  const view = {
    batchId,
    orders,
    txUrlPrefix: settings.txUrlPrefix,
    waiting: paid && waitingOf(paid),
    waitsForNetwork: isProcessing && engine.gates.chainProblem() !== undefined,
    now,
  };
  const runs = orders.some(({ delegations }) => delegations.some(({ state }) => !ENDED.has(state)));
  return {
    card: batchCard(view, messages),
    watching: isProcessing || runs,
    urgency: isProcessing ? "progress" : "final",
  };
}

/** Undefined unless the call left wallets that come next. */
function waitingOf(paid: DraftRow): BatchView["waiting"] {
  const { length: count } = draftOf(paid).data.waiting;
  return count > 0 ? { draftId: paid.id, count } : undefined;
}

async function drawSelling(
  drawer: Drawer,
  sellingId: string,
  messages: Messages,
): Promise<Drawing | undefined> {
  const { engine, settings } = drawer;
  const row = await readSelling(engine, sellingId);
  if (!row) return undefined;
  const selling = sellingOf(row);
  const { customerId, data, status } = selling;
  const { address } = data;
  const isKnown = address !== undefined && isAddress(address);
  const view = {
    selling,
    operator: engine.sellerAccounts?.operator ?? "",
    signCommand: settings.signCommand,
    accounts: await readSellers(engine, customerId),
    seller: isKnown ? await readShownSeller(engine, customerId, address) : undefined,
  };
  const card = sellingCard(view, messages);
  return { card, watching: status === "open", urgency: status === "open" ? "answer" : "final" };
}

/** Nothing of these changes any more. */
const ENDED: ReadonlySet<string> = new Set(["reclaimed", "released", "dead"]);

export function contactOf({ settings, bot }: Pick<Drawer, "settings" | "bot">): DeskContact {
  return {
    operatorContact: settings.operatorContact,
    privateChatUrl: `https://t.me/${bot.username}`,
  };
}
