/** The list of orders. */
import { bold, join } from "../../format.js";
import type { OrdersTexts } from "../messages/orders.js";
import { manualParts } from "./manual.js";
import { rental } from "./words.js";

export const orders: OrdersTexts = {
  title: "Ваши заказы",
  question: join([bold("Какой заказ?"), "Нажмите на него ниже или пришлите его ID."]),
  empty: join([bold("Заказов ещё нет"), "Сделайте первый: /buy. Или вставьте адрес кошелька."]),
  line: (what, paid, state) => `${rental(what)} · ${paid} TRX · ${state}`,
  state: {
    safe: "✅ доставлено",
    underWay: "⏳ доставляется",
    ...manualParts.states,
    cancelling: "⏳ отменяется",
    ended: "срок вышел",
    partlyDelivered: "⚠️ доставлено частично",
    cancelled: "❌ отменён",
  },
};
