/** The list of orders. */
import { bold, join } from "../../format.js";
import type { OrdersTexts } from "../messages/orders.js";
import { manualParts } from "./manual.js";
import { rental } from "./words.js";

export const orders: OrdersTexts = {
  title: "Your orders",
  question: join([bold("Which order?"), "Tap it below, or send its id."]),
  empty: join([bold("No orders yet"), "Buy the first one with /buy, or paste a wallet address."]),
  line: (what, paid, state) => `${rental(what)} · ${paid} TRX · ${state}`,
  state: {
    safe: "✅ delivered",
    underWay: "⏳ on its way",
    ...manualParts.states,
    cancelling: "⏳ being cancelled",
    ended: "over",
    partlyDelivered: "⚠️ delivered in part",
    cancelled: "❌ cancelled",
  },
};
