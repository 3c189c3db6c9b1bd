/** Manual orders. */
import { formatInteger } from "../../../domain/money.js";
import { join, rich } from "../../format.js";
import type { DepthText, ManualParts, ManualTexts } from "../messages/manual.js";
import { whatFits } from "../what-fits.js";
import { counted, durationTitle, form, NOTHING_CHARGED, ofResource } from "./words.js";

const WHOLE_SUN = "целое число SUN, например 55.";
const depth = (levels: readonly DepthText[]) =>
  levels.map(({ priceSun, units }) => `${formatInteger(units)} по ${priceSun}`).join(" · ");
const sellers = (count: number) =>
  `${form(count, ["Пропущен", "Пропущены", "Пропущено"])} ${counted(count, ["продавец", "продавца", "продавцов"])}`;
const progress = (count: number, of: number) => (of > 1 ? `: кошельков ${count} из ${of}` : "");
const list = (hint: readonly string[]) => hint.join(", ");

/** "24 ч", "90 мин". */
function span(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes % 60 === 0 ? `${minutes / 60} ч` : `${minutes} мин`;
}

export const manual: ManualTexts = {
  buttons: {
    price: (priceSun, total, fills, of) => {
      const now = fills >= of ? "всё сразу" : fills > 0 ? `сразу ${formatInteger(fills)}` : "ждёт";
      return whatFits(34, `${priceSun} SUN · ${total} TRX · ${now}`, `${priceSun} SUN · ${now}`);
    },
    parts: (least) => `Частями, от ${formatInteger(least)}`,
    whole: "Только целиком",
    otherChunk: "Другая часть",
    bulk: (isOn) => `${isOn ? "☑" : "☐"} Все кошельки вместе`,
    priceField: (priceSun) => `${priceSun} SUN`,
    optionsField: (least, bulk) => {
      if (least === undefined) return bulk ? "Целиком, все" : "Целиком";
      const from = `≥ ${formatInteger(least)}`;
      const of = bulk ? "Все" : "Части";
      return whatFits(15, `${of} ${from}`, whatFits(13, from, of));
    },
    takeFast: (total) => `Взять Fast: ${total} TRX`,
  },
  market: {
    prices: (floorSun, fastSun) => `Минимум ${floorSun} SUN · Fast ${fastSun} SUN`,
    asks: (levels) => `Продают: ${depth(levels)}`,
    noAsks: "Сейчас никто не продаёт.",
    bids: (levels) => `Ждут: ${depth(levels)}`,
    fastIsBetter: "⚠️ Fast стоит не дороже цены, по которой всё исполнится сразу.",
  },
  confirm: {
    fillsAll: "По текущей книге всё исполнится сразу",
    fillsSome: (fills, rests) =>
      `По текущей книге сразу ${formatInteger(fills)}, в ожидании ${formatInteger(rests)}`,
    fillsNone: "По текущей книге сразу ничего: заказ будет ждать",
    waitsForAll: "Начнётся, когда можно исполнить все кошельки",
    parts: (least) => `Частями от ${formatInteger(least)}`,
    whole: "Только целиком: всё от одного продавца",
    bulk: "Все кошельки начинают вместе",
    held: (total) => `Удерживается ${total} TRX, оплата за доставленное`,
    deadline: (ms) => `Что не доставлено за ${span(ms)}, вернётся на баланс`,
    runs: (duration) => `Каждая часть действует ${durationTitle(duration)} с момента доставки`,
    fastDearer: (fast, saved) => `Fast стоил бы ${fast} TRX: экономия ${saved} TRX`,
    fastSame: "⚠️ Fast стоит столько же и доставляется сразу",
    fastCheaper: (fast, less) => `⚠️ Fast дешевле: ${fast} TRX, на ${less} TRX меньше, и сразу`,
  },
  order: {
    price: (priceSun) => `${priceSun} SUN`,
    progress: (delivered, of, onTheWay, rests) =>
      [
        `доставлено ${formatInteger(delivered)} из ${formatInteger(of)}`,
        ...(onTheWay > 0 ? [`в пути ${formatInteger(onTheWay)}`] : []),
        `ждёт ${formatInteger(rests)}`,
      ].join(", "),
    restsUntil: (at) => rich`Ждёт до ${at}, затем остаток вернётся`,
    itemised: (paid, delivered, held, refunded) =>
      [
        `оплачено ${paid}`,
        `доставлено на ${delivered}`,
        ...(held === undefined ? [] : [`в пути на ${held}`]),
        `возвращено ${refunded} TRX`,
      ].join(", "),
  },
  resting: {
    heldUp: "Сейчас книга стоит; заказ продолжится сам",
    overdue: "Срок вышел: остаток возвращается",
    fillsNow: "Появился свободный продавец: исполняется",
    locked: (owners, until) =>
      rich`${sellers(owners)}: у кошелька более долгая блокировка до ${until}`,
    underWay: (owners) => `${sellers(owners)}: другая доставка этому кошельку уже в пути`,
    unlockable: (owners) => `${sellers(owners)}: на такой срок заблокировать нельзя`,
    tooLittle: (owners) => `${sellers(owners)}: мало свободного для допустимой части`,
    tooCoarse: (owners) => `${sellers(owners)}: не продают такими малыми частями`,
    failedLately: (owners) => `${sellers(owners)}: доставка не удалась, скоро повтор`,
    bulk: "Кошельки начнут вместе, когда можно исполнить все",
    nobody: (priceSun, nextSun, isElse) =>
      `${isElse ? "Больше никто" : "Никто"} не продаёт по ${priceSun} SUN или дешевле${
        nextSun === undefined ? "" : `; следующая цена ${nextSun} SUN`
      }`,
  },
};

export const manualParts: ManualParts = {
  questions: {
    price: ({ resource, isGroup, awaitsText }) =>
      join([
        `Сколько SUN вы платите за единицу ${ofResource[resource]}?`,
        awaitsText ? `${isGroup ? "Ответьте на мой вопрос:" : "Введите"} ${WHOLE_SUN}` : undefined,
      ]),
    options: ({ isGroup, awaitsText }) =>
      join([
        "Можно ли частями, от нескольких продавцов?",
        awaitsText
          ? `${isGroup ? "Ответьте на мой вопрос:" : "Введите"} наименьшую часть, например 20000 или 20k.`
          : "Только целиком: ждём продавца, у которого есть всё.",
      ]),
  },
  lineProblems: {
    TWO_TYPES: (word, hint) => `❌ «${word}»: ${hint.join(" или ")}?`,
    NOT_WITH_FAST: (word) => `❌ «${word}»: это есть только у Manual`,
    TWO_PRICES: (word, hint) => `❌ «${word}»: больше одной цены (${list(hint)})`,
    PRICE_NOT_UNDERSTOOD: (word, hint) => `❌ «${word}»: не цена; напишите ${hint[0]}`,
    PRICE_NOT_WHOLE: (word, hint) => `❌ «${word}»: только целые SUN; напишите ${hint[0]}`,
    PRICE_TOO_HIGH: (word, hint) => `❌ «${word}»: слишком много; не больше ${hint[0]} SUN`,
    PARTIAL_OR_WHOLE: (word, hint) => `❌ «${word}»: ${hint.join(" или ")}?`,
    TWO_CHUNKS: (word, hint) => `❌ «${word}»: больше одной наименьшей части (${list(hint)})`,
    CHUNK_NOT_UNDERSTOOD: (word, hint) => `❌ «${word}»: не часть; напишите ${hint[0]}`,
    CHUNK_AMBIGUOUS: (word, hint) => `❌ «${word}»: ${hint.join(" или ")}?`,
    CHUNK_TOO_SMALL: (word, hint) => `❌ «${word}»: часть не меньше ${hint[0]}`,
    CHUNK_TOO_LARGE: (word, hint) => `❌ «${word}»: больше самого заказа (${hint[0]})`,
  },
  notices: {
    PRICE_BELOW_FLOOR: ({ price }) =>
      price
        ? `${price.asked} SUN ниже минимума ${price.floor} SUN. ${NOTHING_CHARGED} Поднимите цену.`
        : `Цена ниже минимума. ${NOTHING_CHARGED} Поднимите цену.`,
    PRICE_NOT_UNDERSTOOD: () => `Это не цена. Введите ${WHOLE_SUN}`,
    PRICE_NOT_WHOLE: () => `Цена в целых SUN. Введите ${WHOLE_SUN}`,
    PRICE_TOO_HIGH: ({ limit }) => `Не больше ${limit} SUN. Выберите или введите меньше.`,
    CHUNK_TOO_SMALL: ({ limit }) => `Часть не меньше ${limit}. Выберите или введите больше.`,
    CHUNK_TOO_LARGE: ({ limit }) => `Часть не больше самого заказа (${limit}). Введите меньше.`,
  },
  prompts: {
    price: { text: () => `Какая цена? Ответьте: ${WHOLE_SUN}`, placeholder: "55" },
    partialMin: {
      text: () => "Какая наименьшая часть? Ответьте числом, например 20000 или 20k.",
      placeholder: "20000",
    },
  },
  headlines: {
    resting: (delivered, of) => `⏳ Ждёт в книге${progress(delivered, of)}`,
    partlyFilled: (delivered, of) =>
      `⏳ Исполнено частично, остаток ждёт${progress(delivered, of)}`,
  },
  states: { resting: "⏳ ждёт в книге", partlyFilled: "⏳ исполнено частично" },
};
