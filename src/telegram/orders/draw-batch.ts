/** Reads the orders of a call and has their card drawn. */
import type { Order } from "../../domain/order.js";
import { type Sends, sendsSince } from "../../domain/usdt.js";
import type { Engine } from "../../engine/context.js";
import { readNamesOf } from "../../engine/customers/wallet-names.js";
import { readBatch } from "../../engine/orders/read-orders.js";
import { readHasChoice, readMayWithOrder, readTeamName } from "../../engine/teams/paid-from.js";
import { unusedAfter } from "../../store/receivers.js";
import type { Drawer } from "../kit/draw.js";
import { shortAddress } from "../kit/parts.js";
import { sizingOf } from "../kit/sizing.js";
import type { Messages } from "../text/messages.js";
import type { Drawing } from "../transport/sender.js";
import { batchCard } from "./batch-card.js";
import { type BatchView, orderState } from "./batch-state.js";

interface BatchPlace extends Pick<BatchView, "waiting"> {
  readonly isGroup: boolean;
  /** Who alone reads it, and may not be who ordered. */
  readonly reader?: number | undefined;
}

/** `waiting` are wallets that the call did not take. */
export async function drawBatch(
  drawer: Drawer,
  batchId: string,
  messages: Messages,
  { isGroup, waiting, reader }: BatchPlace,
): Promise<Drawing> {
  const { engine, settings, afterDelivery } = drawer;
  const orders = await readBatch(engine, batchId);
  const [order] = orders;
  const receivers = orders.map(({ receiver }) => receiver);
  const now = chainTimeOf(engine);
  const isProcessing = orders.some(({ status }) => status === "processing");
  const delivered = orders.filter((order) => orderState(order, now) === "safe");
  const sends = await sendsOfBatch(engine, batchId, orders);
  const to = (await sizingOf(engine, batchId, orders))?.to;
  const names =
    order && !isGroup
      ? await readNamesOf(engine, order.customerId, [...receivers, ...(to ? [to] : [])])
      : undefined;
  afterDelivery.read(
    batchId,
    delivered.filter(({ id }) => !sends.has(id)),
  );
  const paidFrom = order?.by && (await readTeamName(engine, order.customerId));
  const may =
    order?.by && reader !== undefined
      ? await readMayWithOrder(engine, { ...order, by: order.by.userId }, reader)
      : undefined;
  const view = {
    ...{ batchId, orders, paidFrom, may, names },
    isFromOwn: order && !order.by && !isGroup && (await readHasChoice(engine, order.customerId)),
    to: to && (names?.get(to) ?? shortAddress(to)),
    txUrlPrefix: settings.txUrlPrefix,
    waiting,
    waitsForNetwork: isProcessing && engine.gates.chainProblem() !== undefined,
    now,
    sends: Object.fromEntries(sends),
    burnPriceSun: engine.network.parameters?.burnPriceSun.bandwidth,
    energyPriceSun: engine.network.parameters?.burnPriceSun.energy,
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
  const unused = await engine.database.read(() => unusedAfter(batchId));
  const sizing = await sizingOf(engine, batchId, orders);
  const now = chainTimeOf(engine);
  return new Map([...unused].map(([id, units]) => [id, sendsSince(units, now, sizing)]));
}

function chainTimeOf({ chainClock, now }: Engine): number {
  return chainClock.head?.timestampMs ?? now();
}

/** Orders in these states do not change any more. */
const ENDED: ReadonlySet<string> = new Set(["reclaimed", "released", "dead"]);
