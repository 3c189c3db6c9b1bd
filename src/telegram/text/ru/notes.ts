/** Plain messages. */
import type { NoteTexts } from "../messages/notes.js";
import { DROPPED } from "./words.js";

const AS_YOURSELF = "Пишите от своего имени (анонимность выключена) или заказывайте в личном чате.";

export const notes: NoteTexts = {
  anonymousAdmin: `Вы анонимный администратор: неизвестно, кто платит.\n${AS_YOURSELF}`,
  channel: `У канала нет баланса, он не может заказывать.\n${AS_YOURSELF}`,
  linkedPost: `За публикацию привязанного канала некому платить.\n${AS_YOURSELF}`,
  editedAfterPayment: "Заказ уже оплачен: правка сообщения ничего не меняет.",
  deadLetter: "Извините, что-то пошло не так, ничего не списано; см. /orders.",
  draftDropped: DROPPED,
  nothingToCancel: "Открытой карточки нет. Заказ отменяют на его карточке: /orders.",
  nothingToRepeat: "Заказов, чтобы повторить, ещё нет. Начните с /buy.",
  privateOnly: "Это видно только в личном чате.",
  groupHint:
    "В группе: /buy, /quote, /again, /order, /settings, /usdt, /cancel и /help. Остальное в личном чате.",
};
