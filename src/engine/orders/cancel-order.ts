/** Cancels an order, free of charge: what is not signed is refunded now, what is signed runs to its end. */
import type { Address } from "../../domain/address.js";
import { DeskError } from "../../domain/errors.js";
import type { OrderId } from "../../domain/ids.js";
import { cancelStep, type Order } from "../../domain/order.js";
import { memberOfBatch } from "../../store/batches.js";
import { findOrder } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { closeOrder, sellersFreedBy } from "../close-order.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { standingOf } from "../order-of-row.js";
import { loggedOfAnother, toldOf } from "../teams/log.js";
import { type Acting, assertMayChange } from "../teams/rights.js";
import { orderAndWho, orderNotFound } from "./read-orders.js";

/** Throws ORDER_NOT_FOUND (also for another customer's order) and NOT_CANCELABLE for a completed one. */
export async function cancelOrder(
  engine: Engine,
  acting: Acting,
  orderId: OrderId,
): Promise<Order> {
  const moment = momentOf(engine);
  const { order, freed } = await engine.database.commit(() => cancelPhase(acting, orderId, moment));
  engine.signals.emit("released");
  if (order.status !== "processing") engine.signals.emit("finished", [orderId]);
  for (const seller of freed) engine.signals.emit("offered", seller);
  return order;
}

function* cancelPhase(
  acting: Acting,
  orderId: OrderId,
  moment: Moment,
): Phase<{ order: Order; freed: readonly Address[] }> {
  const order = yield* findOrder(orderId);
  if (!order || order.customer_id !== acting.customerId) throw orderNotFound();
  const orderedBy = yield* memberOfBatch(order.batch_id);
  const member = yield* assertMayChange(acting, orderedBy);
  const step = cancelStep(standingOf(order));
  if (step === "refuse") {
    throw new DeskError(
      "NOT_CANCELABLE",
      "The order is completed: everything was delivered, and stays until its rental ends.",
      { status: order.status },
    );
  }
  const freed = yield* sellersFreedBy(orderId);
  const closed =
    step === "close" ? yield* closeOrder(order, "cancelled by the customer", moment) : order;
  const before = { status: order.status, paidSun: order.paid_sun };
  const entry = { act: "cancelled", subject: orderId, before, order: toldOf(order) } as const;
  if (step === "close") yield* loggedOfAnother(member, orderedBy, entry, moment.at);
  return { order: yield* orderAndWho(closed), freed };
}
