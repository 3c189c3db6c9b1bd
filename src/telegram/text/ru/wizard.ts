/** The questions of an order. */
import { formatInteger } from "../../../domain/money.js";
import { MAX_RECEIVERS } from "../../../domain/receivers.js";
import { MIN_AMOUNT } from "../../../domain/resource.js";
import { code, join, rich } from "../../format.js";
import type { BadReason } from "../../wizard/draft.js";
import type { ClosedTexts, WizardTexts } from "../messages/wizard.js";
import { manualParts } from "./manual.js";
import { DROPPED, ofResource, SUCH_AS, wallets } from "./words.js";

const badReasons: Record<BadReason, string> = {
  checksum: "ошибка в адресе",
  "not activated": "не активирован",
  contract: "контракт",
  duplicate: "повтор",
  "no address": "не адрес",
  "no such name": "нет такого имени",
};

const listed = (hint: readonly string[]) => hint.join(", ");

export const wizard: WizardTexts = {
  title: (resource) => {
    if (!resource) return "Новый заказ";
    return resource === "energy" ? "Покупка энергии" : "Покупка Bandwidth";
  },
  question: {
    type: () => "Какой заказ?\nFast доставляется сразу, по цене сервиса. Manual ждёт вашей цены.",
    resource: () => "Что нужно?\nЭнергия: USDT и контракты. Bandwidth: переводы TRX.",
    receivers: ({ isGroup, hasWallets }) =>
      join([
        "На какие кошельки?",
        isGroup
          ? `Ответьте на мой вопрос адресами, не больше ${MAX_RECEIVERS}, или файлом CSV или TXT.`
          : `Вставьте адреса, не больше ${MAX_RECEIVERS}, или пришлите файл CSV или TXT.`,
        hasWallets ? "Или выберите один из последних." : undefined,
      ]),
    amount: ({ resource, receivers, isGroup, awaitsText }) =>
      join([
        `Сколько ${ofResource[resource]}${receivers > 1 ? " на каждый кошелёк" : ""}?`,
        awaitsText
          ? `${isGroup ? "Ответьте на мой вопрос числом" : "Введите число"}, ${SUCH_AS}`
          : undefined,
        `Не меньше ${formatInteger(MIN_AMOUNT[resource])}.`,
      ]),
    duration: () => "На какой срок?\n15 минут, 1 час, 3 часа и 1 день стоят одинаково.",
    ...manualParts.questions,
  },
  taken: (count) => `✅ Принято: ${wallets(count)}`,
  refused: (address, reason) => rich`${code(address)} ${badReasons[reason]} ❌`,
  moreRefused: (count) => `❌ и ещё не подходит: ${formatInteger(count)}`,
  beyondLimit: (count) =>
    `⚠️ В очереди: ${formatInteger(count)}. За раз до ${MAX_RECEIVERS}, остальные предложу после оплаты.`,
  lowEnergy: (least) => `⚠️ Меньше ${formatInteger(least)}: перевод USDT всё равно сожжёт TRX.`,
  lineProblem: {
    UNKNOWN_WORD: (word) => `❌ «${word}»: непонятно`,
    TWO_AMOUNTS: (word, hint) => `❌ «${word}»: больше одного количества (${listed(hint)})`,
    TWO_DURATIONS: (word, hint) => `❌ «${word}»: больше одного срока (${listed(hint)})`,
    TWO_RESOURCES: (word, hint) => `❌ «${word}»: больше одного ресурса (${listed(hint)})`,
    AMOUNT_NOT_UNDERSTOOD: (word) => `❌ «${word}»: не количество; напишите 65000 или 65k`,
    AMOUNT_AMBIGUOUS: (word, hint) => `❌ «${word}»: ${hint.join(" или ")}?`,
    AMOUNT_TOO_SMALL: (word, hint) => `❌ «${word}»: мало; не меньше ${hint[0]}`,
    AMOUNT_TOO_LARGE: (word, hint) => `❌ «${word}»: много; не больше ${hint[0]}`,
    DURATION_NOT_OFFERED: (word, hint) => `❌ «${word}»: такого срока нет; есть ${listed(hint)}`,
    DURATION_NEEDS_UNIT: (word, hint) =>
      `❌ «${word}»: минут, часов, дней? Напишите ${hint.join(" или ")}`,
    ...manualParts.lineProblems,
  },
  moreProblems: "❌ и другие слова",
};

export const closed: ClosedTexts = {
  dropped: DROPPED,
  replaced: "Эту карточку сменила новая. Здесь ничего не списано.",
  paid: "Оплачено. Как идёт заказ, видно на его карточке.",
};
