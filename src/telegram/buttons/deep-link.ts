/** Links that open the bot's private chat at an order: what follows `?start=` comes back as the argument of `/start`. */
import type { OrderId } from "../../domain/ids.js";

/** `https://t.me/<bot>?start=o_<id>`; whoever follows it sees the order's card, if the order is his. */
export function orderLink(botUsername: string, orderId: OrderId): string {
  return `https://t.me/${botUsername}?start=o_${orderId}`;
}

/** The order that the argument of `/start` names. Anybody can write a link, so it is a wish and no permission. */
export function linkedOrderId(startArgument: string): string | undefined {
  return /^o_([0-9a-f]{24})$/.exec(startArgument)?.[1];
}
