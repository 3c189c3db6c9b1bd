/** Draws a card from what its subject is now: a flow, or the orders of a batch. */

import type { Order } from "../../domain/order.js";
import { type Sends, sendsOf, transferEnergy } from "../../domain/usdt.js";
import type { OrderBooks } from "../../engine/book/order-book.js";
import { type FlowRow, readFlow, readFlowOfBatch } from "../../engine/chat/flows.js";
import type { CardRow } from "../../engine/chat/outbox.js";
import type { Engine } from "../../engine/context.js";
import { readNamesOf } from "../../engine/customers/wallet-names.js";
import { readBatch } from "../../engine/orders/read-orders.js";
import { type AfterDelivery, readUnused } from "../../engine/receivers/after-delivery.js";
import { DRAFT_CODEC } from "../buy/draft.js";
import { batchCard } from "../orders/batch-card.js";
import { orderState } from "../orders/batch-state.js";
import type { Messages } from "../text/messages.js";
import type { Drawing } from "../transport/sender.js";
import type { TelegramSettings } from "./deps.js";
import { languageOfCard } from "./language.js";
import { stateOf } from "./state.js";
import type { BatchView, DeskContact } from "./views.js";

export interface Drawer {
  readonly engine: Engine;
  readonly settings: TelegramSettings;
  readonly books: OrderBooks;
  readonly afterDelivery: AfterDelivery;
  readonly bot: { readonly username: string };
}

/** Draws the card of a flow, whatever it is about. */
type DrawFlow = (drawer: Drawer, row: FlowRow, messages: Messages) => Promise<Drawing>;

/** Undefined when what it shows is forgotten. */
export async function drawCard(
  drawer: Drawer,
  row: CardRow,
  drawFlow: DrawFlow,
): Promise<Drawing | undefined> {
  const messages = await languageOfCard(drawer, row);
  if (row.batch_id !== null) {
    // A private chat has the number of its user.
    const isGroup = row.chat_id !== row.owner_user_id;
    return drawBatch(drawer, row.batch_id, messages, { isGroup });
  }
  const flow = row.flow_id === null ? undefined : await readFlow(drawer.engine, row.flow_id);
  return flow && drawFlow(drawer, flow, messages);
}

interface BatchPlace extends Pick<BatchView, "waiting"> {
  readonly isGroup: boolean;
}

/** `waiting` are wallets that the call did not take. */
export async function drawBatch(
  drawer: Drawer,
  batchId: string,
  messages: Messages,
  { isGroup, waiting }: BatchPlace,
): Promise<Drawing> {
  const { engine, settings, afterDelivery } = drawer;
  const orders = await readBatch(engine, batchId);
  const [order] = orders;
  const receivers = orders.map(({ receiver }) => receiver);
  const now = engine.chainClock.head?.timestampMs ?? engine.now();
  const isProcessing = orders.some(({ status }) => status === "processing");
  const delivered = orders.filter((order) => orderState(order, now) === "safe");
  const sends = await sendsOfBatch(engine, batchId, orders);
  afterDelivery.read(
    batchId,
    delivered.filter(({ id }) => !sends.has(id)),
  );
  const view = {
    batchId,
    orders,
    ...(order && !isGroup && { names: await readNamesOf(engine, order.customerId, receivers) }),
    txUrlPrefix: settings.txUrlPrefix,
    waiting,
    waitsForNetwork: isProcessing && engine.gates.chainProblem() !== undefined,
    now,
    sends: Object.fromEntries(sends),
    burnPriceSun: engine.network.parameters?.burnPriceSun.bandwidth,
  };
  const runs = orders.some(({ delegations }) => delegations.some(({ state }) => !ENDED.has(state)));
  return {
    card: batchCard(view, messages),
    watching: isProcessing || runs,
    urgency: isProcessing ? "progress" : "final",
  };
}

/** What the wallets of a call can send, by order; none of those that were not read after the delivery. */
export async function sendsOfBatch(
  engine: Engine,
  batchId: string,
  orders: readonly Order[],
): Promise<Map<string, Sends>> {
  const unused = await readUnused(engine, batchId);
  const sizing = await sizingOf(engine, batchId, orders);
  const neededUnits = transferEnergy(sizing);
  const isSized = sizing !== undefined && sizing.basis !== "usual";
  return new Map([...unused].map(([id, units]) => [id, sendsOf(units, neededUnits, isSized)]));
}

/** What `/usdt` has found for the sender, if the orders are still for him. */
async function sizingOf(engine: Engine, batchId: string, orders: readonly Order[]) {
  const row = await readFlowOfBatch(engine, batchId);
  const sizing = row && stateOf(DRAFT_CODEC, row).data.sizing;
  const isForSender = orders.every(({ receiver }) => receiver === sizing?.from);
  return isForSender && orders[0]?.resource === "energy" ? sizing : undefined;
}

/** Orders in these states do not change any more. */
const ENDED: ReadonlySet<string> = new Set(["reclaimed", "released", "dead"]);

export function contactOf({
  engine,
  settings,
  bot,
}: Pick<Drawer, "engine" | "settings" | "bot">): DeskContact {
  return {
    takesDeposits: engine.deposits !== undefined,
    operatorContact: settings.operatorContact,
    privateChatUrl: `https://t.me/${bot.username}`,
  };
}
