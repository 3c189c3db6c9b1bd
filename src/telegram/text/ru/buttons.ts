/** The labels of buttons. The types of an order are called as in a line. */
import { formatInteger } from "../../../domain/money.js";
import type { Buttons, PresetUse } from "../messages/buttons.js";
import { counted, durationTitle, resources, units, wallets } from "./words.js";

export const buttons: Buttons = {
  buyEnergy: "Купить энергию",
  buyBandwidth: "Купить Bandwidth",
  orders: "Заказы",
  balance: "Баланс",
  help: "Справка",
  back: "Назад",
  cancel: "Отмена",
  other: "Другое",
  type: { Fast: "Fast", Manual: "Manual" },
  resource: resources,
  duration: (duration) => (duration === "15m" ? "15 мин" : durationTitle(duration)),
  next: (count) => `Дальше: ${wallets(count)}`,
  preset: (amount, use, times) => formatInteger(amount) + (use ? presetUses[use](times) : ""),
  field: (value) => `✏️ ${value}`,
  receiversField: (count, first) => (count === 1 ? `Кошелёк ${first}` : `Кошельки: ${count}`),
  pay: (total) => `Оплатить ${total} TRX`,
  lapsed: "Цена устарела",
  newQuote: "Новая цена",
  buy: "Купить",
  take: (amount) => `Взять ${formatInteger(amount)}`,
  tryAgain: "Ещё раз",
  retry: "Попробовать ещё раз",
  privateChat: "Открыть личный чат",
  repeat: "Повторить",
  refresh: "Обновить",
  copyOrderIds: (first, last, of) => {
    if (of === 1) return "Копировать ID";
    if (first === 1 && last === of) return "Копировать все ID";
    return first === last ? `ID заказа ${first}` : `ID заказов ${first}–${last}`;
  },
  copyReceiver: "Копировать адрес",
  order: (amount, resource, receiver) => `${units(amount, resource)} → ${receiver}`,
  older: "Раньше",
  newest: "К последним",
};

const TRANSFERS = ["перевод USDT", "перевода USDT", "переводов USDT"] as const;

const presetUses: Record<PresetUse, (times: number) => string> = {
  usdt: (times) => ` · ${times > 1 ? counted(times, TRANSFERS) : TRANSFERS[0]}`,
  usdtNew: (times) => ` · ${times > 1 ? `${wallets(times)} без USDT` : "кошелёк без USDT"}`,
};
