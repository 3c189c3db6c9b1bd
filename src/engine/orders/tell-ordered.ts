/** Tells a customer with Telegram of what one of their keys has ordered or raised, from the sum on that they chose. */
import type { Duration } from "../../domain/duration.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import type { Resource } from "../../domain/resource.js";
import { enqueue } from "../../store/chat/outbox.js";
import { findUserOfCustomer, tellOrdersSunOf } from "../../store/chat/telegram-users.js";
import type { Phase } from "../../store/phase.js";

/** In the outbox; the bot has the words. */
export interface OrderedNews {
  readonly event: "ordered";
  /** How the key begins. */
  readonly keyHint: string;
  /** The total of the call. */
  readonly paidSun: Sun;
  readonly units: number;
  readonly resource: Resource;
  readonly duration: Duration;
  readonly receivers: number;
  /** Price of one unit. */
  readonly priceSun: number;
  /** Where it raised the price of an order: how much more is held. */
  readonly moreSun?: Sun;
}

/** `cause` names it: the batch, or the transfer of a raised price. */
export function* tellOrdered(
  customerId: CustomerId,
  cause: string,
  facts: Omit<OrderedNews, "event">,
  at: number,
): Phase<void> {
  const user = yield* findUserOfCustomer(customerId);
  if (!user) return;
  const fromSun = yield* tellOrdersSunOf(user.user_id);
  if (fromSun === undefined || facts.paidSun < fromSun) return;
  const news: OrderedNews = { event: "ordered", ...facts };
  yield* enqueue(`ordered:${cause}`, user.user_id, JSON.stringify(news), at);
}
