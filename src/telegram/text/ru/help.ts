/** The help. */
import { code, rich } from "../../format.js";
import type { HelpTexts } from "../messages/help.js";

export const help: HelpTexts = {
  title: "Как это работает",
  oneLine: (buy) => rich`Одной строкой: ${code(`${buy} 65k energy 1h T…`)}`,
  paying: "Деньги списываются только кнопкой, на которой стоит цена.",
  group: "Карточка принадлежит тому, кто её открыл. Баланс и заказы: в личном чате.",
  contact: (contact) => `Вопросы: ${contact}`,
};
