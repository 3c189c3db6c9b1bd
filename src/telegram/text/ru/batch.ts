/** The card of orders. */
import { rich } from "../../format.js";
import type { BatchTexts } from "../messages/batch.js";
import { manualParts } from "./manual.js";
import { counted, rental } from "./words.js";

const cancelReasons: Record<string, string> = {
  "cancelled by the customer": "отменён вами",
  "the receiver is not activated": "отменён: кошелёк не активирован",
  "the receiver is a contract": "отменён: кошелёк оказался контрактом",
  "no owner could deliver in time": "отменён: не удалось доставить вовремя",
  "TRON could not be read in time": "отменён: сеть TRON не удалось прочитать вовремя",
  "its deadline has passed": "срок заказа вышел",
};

const progress = (count: number, of: number) => (of > 1 ? `: ${count} из ${of} кошельков` : "");

export const batch: BatchTexts = {
  headline: {
    safe: (_, of) => `✅ Доставлено${of > 1 ? ` на все ${of}` : ""}: можно отправлять`,
    underWay: (delivered, of) => `⏳ Доставляется${progress(delivered, of)}`,
    ...manualParts.headlines,
    cancelling: (delivered, of) => `⏳ Отменяется${progress(delivered, of)}`,
    ending: () => "⌛ Аренда заканчивается",
    ended: () => "Аренда закончилась",
    partlyDelivered: (delivered, of) => `⚠️ Доставлено частично${progress(delivered, of)}`,
    cancelled: () => "❌ Отменено, ничего не доставлено",
  },
  terms: (what, paid) => `${rental(what)} · ${paid} TRX`,
  ends: (at) => rich`Закончится ${at}`,
  endsBetween: (first, last) => rich`Закончится: первая аренда ${first}, последняя ${last}`,
  ended: (at) => rich`Закончилась ${at}`,
  legState: {
    planned: "ждёт очереди",
    signed: "подписано, ещё не отправлено",
    sent: "отправлено, ещё не в блоке",
    included: "доставлено",
    solidified: "доставлено окончательно",
    over: "аренда закончилась",
    dead: "не удалось, не списано",
  },
  unplanned: "размещается заново",
  transaction: "транзакция",
  order: (id) => rich`Заказ ${id}`,
  orders: (ids) => `Заказы\n${ids.join("\n")}`,
  delegation: (amount, state, transaction) =>
    transaction ? rich`${amount}${state} · ${transaction}` : `${amount}${state}`,
  moreDelegations: (count) => `+ ${counted(count, ["часть", "части", "частей"])}`,
  cancelRequested: "отмена запрошена; подписанное ещё пройдёт",
  cancelled: (reason) => (reason ? (cancelReasons[reason] ?? `отменён: ${reason}`) : "отменён"),
  refunded: (amount) => `возвращено ${amount} TRX`,
  waitsForNetwork: "⚠️ Ждём сеть. Карточка обновится сама.",
};
