/** What the Energy of a delivered call is for. */
import { sendsOfOrder } from "../../domain/usdt.js";
import { useLines } from "../kit/energy-use.js";
import type { Messages } from "../text/messages.js";
import { type BatchView, orderState } from "./batch-state.js";

/** Of a call whose wallets have all their Energy and were read since. */
export function energyLines(view: BatchView, messages: Messages): string[] {
  const { orders, sends, now, energyPriceSun } = view;
  const ofEnergy = orders.filter(({ resource }) => resource === "energy");
  const uses = ofEnergy.flatMap((order) => {
    const sent = sends[order.id];
    return sent && orderState(order, now) === "safe" ? [{ sent, units: order.amount }] : [];
  });
  if (uses.length === 0 || uses.length < ofEnergy.length) return [];
  // What is missing is said of each wallet.
  const isSaid = uses.some(({ sent }) => !sent.isSafe);
  const counted = uses.map(({ sent, units }) => sendsOfOrder(sent, units));
  const sent = uses.map((one) => one.sent);
  return useLines(sent, { counted, isSaid, priceSun: energyPriceSun }, messages);
}
