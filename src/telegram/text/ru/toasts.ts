/** The answers to a tap. */
import type { ToastTexts } from "../messages/toasts.js";

export const toasts: ToastTexts = {
  notYours: "Это чужая карточка. Откройте свою: /buy.",
  stale: "Карточка успела измениться. Вот как она выглядит сейчас.",
  alreadyPaid: "Уже оплачено: дважды не списывается.",
  alreadyDropped: "Эта карточка закрыта. Откройте новую: /buy.",
  quoteLapsed: "Та цена устарела, ничего не списано. Вот новая.",
  refreshed: "Обновлено.",
  nothingToGoBackTo: "Это первый вопрос.",
};
