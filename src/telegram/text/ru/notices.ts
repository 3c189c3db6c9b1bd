/** Problems, and what to do next. */
import { formatInteger } from "../../../domain/money.js";
import { join } from "../../format.js";
import type { NoticeFacts, NoticeTexts } from "../messages/notices.js";
import { topUp } from "./account.js";
import { manualParts } from "./manual.js";
import { deliverable, NOTHING_CHARGED, SUCH_AS } from "./words.js";

const unreadable = () => `Не удалось это прочитать. ${NOTHING_CHARGED} Начните заново: /buy.`;

const lapsed = () => `Цена устарела. ${NOTHING_CHARGED} Нажмите «Новая цена».`;

const badWallets = ({ wallets: lines }: NoticeFacts) =>
  join(["Эти кошельки не подходят:", ...lines, `Замените их. ${NOTHING_CHARGED}`]);

function noCapacity({ availableUnits = 0, takeUnits, resource, receivers }: NoticeFacts) {
  const each = receivers > 1 ? " на каждый кошелёк" : "";
  return join([
    `${deliverable(availableUnits, resource, receivers)} ${NOTHING_CHARGED}`,
    takeUnits === undefined
      ? "Закажите меньше или попробуйте через несколько минут."
      : `Возьмите ${formatInteger(takeUnits)}${each} или попробуйте через несколько минут.`,
  ]);
}

export const notices: NoticeTexts = {
  MALFORMED_JSON: unreadable,
  METHOD_NOT_ALLOWED: unreadable,
  UNSUPPORTED_MEDIA_TYPE: unreadable,
  VALIDATION_FAILED: ({ problems }) =>
    join(["Так заказать нельзя.", ...problems, `${NOTHING_CHARGED} Исправьте и попробуйте снова.`]),
  UNAUTHORIZED: () => "У вас ещё нет счёта. Отправьте боту /start в личном чате.",
  INSUFFICIENT_BALANCE: ({ isGroup, missing, contact, customerId }) =>
    isGroup
      ? "Не хватает средств, подробности в личном чате."
      : join([
          `Не хватает средств. ${NOTHING_CHARGED}`,
          missing ? `Недостаёт: ${missing.amount} из ${missing.required} TRX` : undefined,
          topUp(contact, customerId),
        ]),
  FORBIDDEN: () => `Это вам не разрешено. ${NOTHING_CHARGED} Обратитесь к оператору.`,
  NOT_FOUND: () => "Этого больше нет. Начните заново: /buy.",
  ORDER_NOT_FOUND: () => "Заказа с таким ID у вас нет. Все заказы: /orders.",
  NO_CAPACITY: noCapacity,
  NOT_CANCELABLE: () => "Всё уже доставлено: отменять нечего.",
  QUOTE_EXPIRED: lapsed,
  QUOTE_MISMATCH: lapsed,
  IDEMPOTENCY_IN_PROGRESS: () => "Этот заказ уже оформляется. Скоро он будет в /orders.",
  IDEMPOTENCY_KEY_REUSED: () => "По этой карточке заказ уже сделан. Он в /orders.",
  BODY_TOO_LARGE: () => "Слишком много за раз. Пришлите меньше адресов.",
  RECEIVER_NOT_ACTIVATED: badWallets,
  RECEIVER_IS_CONTRACT: badWallets,
  CHALLENGE_EXPIRED: () => "Текст для подписи устарел. Запросите новый через API.",
  SIGNATURE_INVALID: () => "Подпись сделана не ключом этого счёта. Подпишите текст без изменений.",
  PERMISSION_MISSING: () => "Счёт не разрешает делегировать за него. Что настроить, скажет API.",
  RATE_LIMITED: () => `Слишком часто. ${NOTHING_CHARGED} Попробуйте через секунду.`,
  INTERNAL: () => "Что-то пошло не так. Загляните в /orders и попробуйте снова.",
  CHAIN_UNAVAILABLE: () => "Сейчас нельзя проверить кошельки, ничего не списано. Попробуйте снова.",
  BUSY: () => `Много заказов ждут сеть. ${NOTHING_CHARGED} Попробуйте через минуту.`,
  DESK_HALTED: () =>
    `Новые заказы пока не принимаются, текущие идут. ${NOTHING_CHARGED} Попробуйте позже.`,
  SHUTTING_DOWN: () => `Сервис перезапускается. ${NOTHING_CHARGED} Попробуйте через минуту.`,
  AMOUNT_TOO_SMALL: ({ limit }) => `Не меньше ${limit} на кошелёк. Выберите или введите больше.`,
  AMOUNT_TOO_LARGE: ({ limit }) => `Не больше ${limit} на кошелёк. Выберите или введите меньше.`,
  AMOUNT_AMBIGUOUS: ({ readings }) => `Это ${readings.join(" или ")}? Введите число, ${SUCH_AS}`,
  AMOUNT_NOT_UNDERSTOOD: () => `Это не количество. Введите число, ${SUCH_AS}`,
  DURATION_NOT_OFFERED: ({ readings }) =>
    readings.length > 0
      ? `Такого срока нет. Можно ${readings.join(" или ")}.`
      : "Это не срок. Нажмите кнопку или введите, например, 1h или 3d.",
  NO_ADDRESS: () => "Здесь нет адреса TRON. Адреса начинаются с T.",
  ...manualParts.notices,
};
