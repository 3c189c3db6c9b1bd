/** What each command does. */
import type { CommandTexts } from "../messages/commands.js";

export const commands: CommandTexts = {
  start: "Меню",
  buy: "Купить: по шагам или одной строкой",
  quote: "Только узнать цену",
  again: "Повторить последний заказ или заказ по ID",
  orders: "Ваши заказы",
  order: "Один заказ по его ID",
  balance: "Ваш баланс",
  stats: "Ваши расходы за 30 дней картинкой",
  history: "Все движения баланса файлом CSV",
  settings: "Уведомления и язык",
  book: "Адресная книга: имена кошельков",
  usdt: "Сколько энергии на перевод USDT",
  sell: "Продать свою энергию и Bandwidth",
  key: "Ваши ключи API",
  cancel: "Закрыть открытую карточку",
  help: "Как это работает",
};
