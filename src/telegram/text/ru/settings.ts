/** The card of /settings. */
import type { SettingsTexts } from "../messages/settings.js";

export const settings: SettingsTexts = {
  title: "Настройки",
  groupTitle: "Уведомления в этой группе",
  hint: "Нажмите, чтобы изменить: вкл., без звука, выкл.",
  groupHint: "О заказах из этой группы. Меняют администраторы.",
  kind: {
    completed: "Доставлено",
    partial: "Доставлено частично",
    cancelled: "Отмены и возвраты",
    ending: "Конец аренды",
    balance: "Мало средств",
  },
  mode: { on: "вкл.", silent: "без звука", off: "выкл." },
  kindButton: (kind, mode) => `${kind}: ${mode}`,
  limit: (limit) => (limit ? `Мало средств: меньше ${limit} TRX` : "Порог баланса не задан"),
  limitButton: (limit) => (limit ? `Порог: ${limit} TRX` : "Задать порог баланса"),
  noLimit: "Без порога",
  askLimit: "О балансе ниже скольких TRX сообщать? Напишите сумму, например 50.",
  badLimit:
    "Это не сумма в TRX. Напишите число, например 50 или 12.5, не больше 6 знаков после точки.",
  language: (name) => `Язык: ${name}`,
  asClient: "как в Telegram",
  adminsOnly: "Изменить это могут только администраторы группы.",
  cannotAsk: "Не удалось узнать у Telegram, администратор ли вы. Попробуйте ещё раз.",
};
