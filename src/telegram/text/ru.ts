/**
 * Russian: what English has, in the same order, and as long. Numbers are written as everywhere in the product: 65,000 and 3.9.
 */
import { type Duration, oneDayDurations } from "../../domain/duration.js";
import { formatInteger, formatTrx } from "../../domain/money.js";
import { MAX_AMOUNT } from "../../domain/order-request.js";
import type { Delegating, Power } from "../../domain/permission.js";
import type { Cost } from "../../domain/price.js";
import { MAX_RECEIVERS } from "../../domain/receivers.js";
import { MIN_AMOUNT, type PerResource, RESOURCES, type Resource } from "../../domain/resource.js";
import { USDT_NEW_ENERGY } from "../../domain/usdt.js";
import { MAX_NAMES } from "../../domain/wallet-name.js";
import { blocks, bold, code, join, type Part, rich, whatFits } from "../transport/format.js";
import type { DepthText, HeldFacts, NoticeFacts, OrderedFacts, Rental, SizeFacts } from "./en.js";
import type { Messages } from "./messages.js";

// Words of several sections

/** Behind 1, 21, 31; behind 2, 3, 24; behind 5, 11, 20. */
type Forms = readonly [one: string, few: string, many: string];

const RULES = new Intl.PluralRules("ru");

/** The form of a word that stands behind a whole number. */
function form(count: number, [one, few, many]: Forms): string {
  const rule = RULES.select(count);
  if (rule === "one") return one;
  return rule === "few" ? few : many;
}

/** "3 кошелька". */
function counted(count: number, forms: Forms): string {
  return `${formatInteger(count)} ${form(count, forms)}`;
}

const wallets = (count: number) => counted(count, ["кошелёк", "кошелька", "кошельков"]);

const resources: Record<Resource, string> = { energy: "Энергия", bandwidth: "Bandwidth" };

/** "Чего?": behind a number, "сколько" and "нет". */
const ofResource: Record<Resource, string> = { energy: "энергии", bandwidth: "Bandwidth" };

const units = (amount: number, resource: Resource) =>
  `${formatInteger(amount)} ${ofResource[resource]}`;

const TIME_UNITS: Record<"m" | "h" | "d", Forms> = {
  m: ["минуту", "минуты", "минут"],
  h: ["час", "часа", "часов"],
  d: ["день", "дня", "дней"],
};

/** "3 часа"; also behind "на". */
function durationTitle(duration: Duration): string {
  return counted(Number.parseInt(duration, 10), TIME_UNITS[duration.at(-1) as "m" | "h" | "d"]);
}

const rented = ({ amount, resource, bandwidth }: Rental) =>
  units(amount, resource) + (bandwidth === undefined ? "" : ` + ${units(bandwidth, "bandwidth")}`);

const rental = (what: Rental) => {
  const { duration, receivers, isSum } = what;
  const each = isSum ? `${wallets(receivers)}: ` : receivers > 1 ? `${receivers} × ` : "";
  return `${each}${rented(what)} на ${durationTitle(duration)}`;
};

/** Behind what several get. */
const onAll = (receivers: number) => (receivers > 1 ? ` на ${wallets(receivers)}` : "");

/** The same as a sentence says it. */
const rentalFor = (what: Rental) => {
  const { duration, receivers, isSum } = what;
  return `${rented(what)}${onAll(receivers)}${isSum ? " вместе" : ""}${receivers > 1 ? "," : " на"} ${durationTitle(duration)}`;
};

const NOTHING_CHARGED = "Ничего не списано.";

const SUCH_AS = "например 65000 или 65k.";

const WHOLE_SUN = "целое число SUN, например 55.";

const DROPPED = `Карточка закрыта. ${NOTHING_CHARGED} Новый заказ: /buy.`;

function deliverable(
  free: number,
  resource: Resource,
  receivers: number,
  isLocked: boolean,
): string {
  const all = receivers > 1 ? " на все кошельки вместе" : "";
  if (isLocked) {
    return free > 0
      ? `Сейчас на такой срок можно заблокировать только ${units(free, resource)}${all}.`
      : `Сейчас на такой срок заблокировать ничего нельзя.`;
  }
  if (free > 0) return `Сейчас можно доставить только ${units(free, resource)}${all}.`;
  const isFree = { energy: "свободной", bandwidth: "свободного" }[resource];
  return `Сейчас нет ${isFree} ${ofResource[resource]}.`;
}

// The menu and the money of an account

const topUp: Messages["topUp"] = ({ takesDeposits, contact, customerId: id }) =>
  takesDeposits
    ? "Пополнить: /deposit"
    : rich`Для пополнения напишите ${contact ?? "оператору"} и укажите ID клиента ${code(id)}`;

const account = {
  notUnderstood: (said) => (said === undefined ? "Не понимаю." : `Не понимаю: «${said}».`),
  unknownNames: (names) => `В вашей /book нет кошелька ${names.join(", ")}.`,
  menu: (gift) =>
    join([
      bold("Energy Desk"),
      gift ? `У вас ${gift} TRX для пробы.` : "Аренда энергии и Bandwidth в сети TRON за секунды.",
      "Нажмите «Купить энергию» или вставьте адрес кошелька.",
    ]),
  balance: (available, forOrders, forWithdrawals) =>
    join([
      bold(`Баланс ${available} TRX`),
      forOrders && `Удержано под заказы: ${forOrders} TRX`,
      forWithdrawals && `Удержано под вывод: ${forWithdrawals} TRX`,
    ]),
  topUp,
  credited: (amount, available) =>
    join([bold(`+${amount} TRX`), `Теперь на балансе ${available} TRX. Купить: /buy.`]),
} satisfies Partial<Messages>;

// Deposits

const deposit: Messages["deposit"] = {
  card: ({ network, address, minimumTrx, usdt }) =>
    blocks(
      [bold(`Ваш адрес для пополнения, только сеть ${network} (TRC20)`), address],
      [
        `TRX: от ${minimumTrx} TRX`,
        usdt
          ? `USDT: от ${usdt.minimum} USDT. ${usdt.rate ? `Сейчас 1 USDT = ${usdt.rate} TRX; считаем по курсу на момент, когда перевод попал в блок.` : "Курса сейчас нет: перевод подождёт следующего."}`
          : "USDT: сейчас не принимаем",
      ],
      [
        "Зачислим примерно через минуту после того, как перевод попадёт в блок и станет необратимым. Адрес закреплён за вами.",
        "⚠️ Другие токены и переводы в других сетях не зачисляются.",
      ],
    ),
  off: "Автоматического пополнения здесь нет.",
  copy: "Скопировать адрес",
  seen: (amount) =>
    join([bold(`🔔 В пути: ${amount}`), "Перевод в блоке, зачислим примерно через минуту."]),
  credited: ({ amount, creditedTrx, rate, available }) =>
    join([
      bold(`🔔 Пополнение зачислено: +${creditedTrx} TRX`),
      rate ? `${amount} по курсу ${rate} TRX` : undefined,
      `Теперь на балансе ${available} TRX. Купить: /buy.`,
    ]),
  atRetired: (amount) =>
    join([
      bold(`🔔 Перевод на старый адрес: ${amount}`),
      "Этим адресом больше нельзя пользоваться, поэтому о зачислении решит оператор. Пополняйте только по адресу из /deposit.",
    ]),
  addressRetired: (address) =>
    join([
      bold("⚠️ Больше не пользуйтесь старым адресом для пополнения"),
      address,
      "Отправленное на него может пропасть. Удалите его везде, где он сохранён; новый адрес покажет /deposit.",
    ]),
  review: (amount) =>
    join([
      bold(`🔔 На проверке: ${amount}`),
      "Перевод пришёл. Зачислим после проверки и сразу напишем.",
    ]),
  tiny: (amount) =>
    `🔔 Не зачислено: ${amount} намного меньше минимума. О других таких переводах сегодня не пишем, они есть в списке.`,
  waitsForRate: (amount) =>
    join([
      bold(`🔔 Ждёт курса: ${amount}`),
      "Перевод пришёл. Зачислим, как только появится новый курс USDT, и по этому курсу.",
    ]),
  refused: ({ amount, contact, customerId }) =>
    join([
      bold(`🔔 Не зачислено: ${amount}`),
      "Оператор проверил этот перевод и не зачислил его.",
      rich`Напишите ${contact ?? "оператору"} и укажите ID клиента ${code(customerId)}`,
    ]),
  uncredited: ({ amount, minimum, asset, contact, customerId }) =>
    join([
      bold(`🔔 Не зачислено: ${amount}`),
      minimum
        ? `Перевод пришёл, но он меньше минимума: ${minimum}.`
        : `Перевод пришёл, но ${asset} сейчас не принимаем.`,
      rich`Напишите ${contact ?? "оператору"} и укажите ID клиента ${code(customerId)}`,
    ]),
};

// Labels of buttons; the types of an order are called as in a line

const TRANSFERS = ["перевод USDT", "перевода USDT", "переводов USDT"] as const;

const RECIPIENTS = ["получатель", "получателя", "получателей"] as const;

const presetUses = {
  usdt: (times: number) => ` · ${times > 1 ? counted(times, TRANSFERS) : TRANSFERS[0]}`,
  usdtNew: (times: number) =>
    ` · ${times > 1 ? counted(times, RECIPIENTS) : RECIPIENTS[0]} без USDT`,
};

const buttons: Messages["buttons"] = {
  buyEnergy: "Купить энергию",
  buyBandwidth: "Купить Bandwidth",
  orders: "Заказы",
  balance: "Баланс",
  deposit: "Пополнить",
  withdraw: "Вывести",
  help: "Справка",
  back: "Назад",
  cancel: "Отмена",
  other: "Другое",
  type: { Fast: "Fast", Manual: "Manual" },
  resource: resources,
  duration: (duration) => (duration === "15m" ? "15 мин" : durationTitle(duration)),
  next: (count) => `Дальше: ${wallets(count)}`,
  inOrder: (amounts, isMore) => `По порядку: ${amounts.join(" · ")}${isMore ? " …" : ""}`,
  preset: (amount, use, times) => formatInteger(amount) + (use ? presetUses[use](times) : ""),
  field: (value) => `✏️ ${value}`,
  change: "✏️ Изменить",
  receiversField: (count, first) =>
    count === 1 && first ? `Кошелёк ${first}` : `Кошельки: ${count}`,
  pay: (total) => `Оплатить ${total} TRX`,
  takeOffers: (priceSun, total, isMost) =>
    `Взять по ${priceSun} SUN: ${isMost ? "до " : ""}${total} TRX`,
  payAgain: (total) => `Да, оплатить ${total} TRX`,
  nameYourPrice: "Manual: моя цена",
  ask: (contact) => `Написать ${contact}`,
  checkAgain: "Проверить баланс ещё раз",
  backToOrder: "Назад к заказу",
  newQuote: "Новая цена",
  buy: "Купить",
  take: (amount) => `Взять ${formatInteger(amount)}`,
  addBandwidth: "+ Bandwidth",
  dropBandwidth: "Без Bandwidth",
  takeAffordable: (amount) => `Взять ${formatInteger(amount)}: хватает баланса`,
  tryAgain: "Ещё раз",
  retry: "Попробовать ещё раз",
  privateChat: "Открыть личный чат",
  repeat: "Повторить",
  rentMissing: (amount) => `Арендовать ещё ${formatInteger(amount)}`,
  refresh: "Обновить",
  copyOrderIds: (first, last, of) => {
    if (of === 1) return "Копировать ID";
    if (first === 1 && last === of) return "Копировать все ID";
    return first === last ? `ID заказа ${first}` : `ID заказов ${first}–${last}`;
  },
  copyReceiver: "Копировать адрес",
  order: ({ amount, resource, receivers, isSum }, receiver) =>
    isSum
      ? `${wallets(receivers)}: ${units(amount, resource)}`
      : `${units(amount, resource)} → ${receivers > 1 ? wallets(receivers) : receiver}`,
  older: "Раньше",
  newest: "К последним",
};

// What each command does, as its menu says it

const commands: Messages["commands"] = {
  start: "Меню",
  buy: "Купить: по шагам или одной строкой",
  quote: "Только узнать цену",
  again: "Повторить последний заказ или заказ по ID",
  orders: "Ваши заказы",
  order: "Один заказ по его ID",
  balance: "Ваш баланс",
  deposit: "Пополнить баланс в TRX или USDT",
  withdraw: "Вывести TRX на свой кошелёк",
  stats: "Ваши расходы за 30 дней картинкой",
  history: "Все движения баланса файлом CSV",
  settings: "Уведомления, оплата и язык",
  book: "Адресная книга: имена кошельков",
  usdt: "Сколько энергии на перевод USDT",
  sell: "Продать свою энергию и Bandwidth",
  key: "Ваши ключи API",
  cancel: "Закрыть открытую карточку",
  help: "Как это работает",
};

// The questions of an order, what was typed in answer, and a closed card

const leastAmounts = RESOURCES.map((one) => units(MIN_AMOUNT[one], one)).join(" или ");

const badReasons = {
  checksum: "опечатка (контрольная сумма не сходится)",
  "not activated": "не активирован. Сначала пришлите туда немного TRX.",
  contract: "это контракт, а получать могут только кошельки",
  refused: "это адрес сервиса или ничей. Укажите свой кошелёк.",
  duplicate: "повтор, считается один раз",
  "no address": "это не адрес",
  "no such name": "нет в адресной книге. Имена: /book.",
  ethereum: "это адрес в формате Ethereum. Адреса TRON начинаются с T.",
  hex: "это шестнадцатеричный адрес. Пришлите его в обычном виде: он начинается с T.",
  "no amount": "неясно, сколько; напишите 65000 или 65k",
  "too little": `слишком мало; не меньше ${leastAmounts}`,
  "too much": `слишком много; не больше ${formatInteger(MAX_AMOUNT)}`,
};

const ALL_OF = new Intl.ListFormat("ru");

const listed = (hint: readonly string[]) => hint.join(", ");

const wizard: Messages["wizard"] = {
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
    amount: ({ resource, receivers, isGroup, awaitsText, others, replacesAll }) =>
      join([
        `Сколько ${ofResource[resource]}${others > 0 ? ` на ${others > 1 ? `каждый из остальных кошельков (${others})` : "оставшийся кошелёк"}` : receivers > 1 ? " на каждый кошелёк" : ""}?`,
        replacesAll ? "Заменит количество у всех кошельков." : undefined,
        awaitsText
          ? `${isGroup ? "Ответьте на мой вопрос числом" : "Введите число"}, ${SUCH_AS}`
          : undefined,
        `Не меньше ${formatInteger(MIN_AMOUNT[resource])}.`,
      ]),
    duration: () =>
      `На какой срок?\n${ALL_OF.format(oneDayDurations().map(durationTitle))} стоят одинаково.`,
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
  walletsNow: (count) => `Теперь ${wallets(count)}`,
  taken: (count) => `✅ Принято: ${wallets(count)}`,
  ownAmounts: (count, total) =>
    `Своё количество: ${wallets(count)}, ${count > 1 ? "всего " : ""}${formatInteger(total)}`,
  refused: (address, reason) => rich`❌\u00a0${code(address)}: ${badReasons[reason]}`,
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
    MILLIONS: (word, hint) => `${word} = ${hint[0]}`,
    DURATION_NOT_OFFERED: (word, hint) =>
      `❌ «${word}»: такого срока нет. Можно ${hint.join(" или ")}.`,
    DURATION_NEEDS_UNIT: (word, hint) =>
      `❌ «${word}»: минут, часов, дней? Напишите ${hint.join(" или ")}`,
    TWO_TYPES: (word, hint) => `❌ «${word}»: ${hint.join(" или ")}?`,
    NOT_WITH_FAST: (word) => `❌ «${word}»: это есть только у Manual`,
    TWO_PRICES: (word, hint) => `❌ «${word}»: больше одной цены (${listed(hint)})`,
    PRICE_NOT_UNDERSTOOD: (word, hint) => `❌ «${word}»: не цена; напишите ${hint[0]}`,
    PRICE_NOT_WHOLE: (word, hint) => `❌ «${word}»: только целые SUN: ${hint.join(" или ")}?`,
    PRICE_TOO_HIGH: (word, hint) => `❌ «${word}»: слишком много; не больше ${hint[0]} SUN`,
    PARTIAL_OR_WHOLE: (word, hint) => `❌ «${word}»: ${hint.join(" или ")}?`,
    TWO_CHUNKS: (word, hint) => `❌ «${word}»: больше одной наименьшей части (${listed(hint)})`,
    CHUNK_NOT_UNDERSTOOD: (word, hint) => `❌ «${word}»: не часть; напишите ${hint[0]}`,
    CHUNK_AMBIGUOUS: (word, hint) => `❌ «${word}»: ${hint.join(" или ")}?`,
    CHUNK_TOO_SMALL: (word, hint) => `❌ «${word}»: часть не меньше ${hint[0]}`,
    CHUNK_TOO_LARGE: (word, hint) => `❌ «${word}»: больше самого заказа (${hint[0]})`,
    WHOSE_AMOUNTS: (word) =>
      `❓ «${word}»: какому кошельку сколько? Укажите одно количество для всех или пришлите список, по одному кошельку с количеством на строке.`,
    COLUMN_NOT_READ: (word, [title]) =>
      `❓ «${word}»: это количество? Укажите одно для всех или пришлите ${title ? `файл ещё раз: заголовок «${title}»,` : "список ещё раз:"} числа вида 65000.`,
    NOT_TWO_WALLETS: () => "❌ Нужны два кошелька: сначала отправитель, потом получатель",
  },
  moreProblems: "❌ и другие слова",
};

const closed: Messages["closed"] = {
  dropped: DROPPED,
  replaced: "Эту карточку сменила новая. Здесь ничего не списано.",
  paid: "Оплачено. Как идёт заказ, видно на его карточке.",
  replacedUnanswered: "↓ вместо неё открыта новая карточка",
  continued: "↓ продолжение ниже",
  closed: "Карточка закрыта. Новый заказ: /buy.",
};

// The price, and why it is what it is

const eachDay = (days: number) => (days > 1 ? ` в каждый из ${days} дней` : "");

function explanation(
  { resource, units: each, priceSun, ...cost }: Cost,
  isSameForDay: boolean,
): string {
  const { days, isPartOfDay, receivers, totalSun } = cost;
  const factors = [
    units(each, resource),
    `${formatInteger(priceSun)} SUN`,
    ...(isPartOfDay ? [] : [counted(days, ["день", "дня", "дней"])]),
    ...(receivers > 1 ? [wallets(receivers)] : []),
  ];
  const sum = `${factors.join(" × ")} = ${formatTrx(totalSun)} TRX`;
  if (!isPartOfDay) return sum;
  const why = isSameForDay
    ? "Любой срок до 1 дня стоит одинаково"
    : "Любой срок до 1 дня стоит как целый день";
  return `${sum}\n${why}`;
}

/** Of the rental that runs. */
const UNTIL_END = [
  "минута до конца текущей аренды оплачивается",
  "минуты до конца текущей аренды оплачиваются",
  "минут до конца текущей аренды оплачиваются",
] as const;

const confirm: Messages["confirm"] = {
  explanation,
  locked: "🔒 Только с блокировкой в сети на весь срок",
  capacityShort: (...free) => `⚠️ ${deliverable(...free)}`,
  title: (total, what) => bold(`${total} TRX за ${rental(what)}`),
  titleAtMost: (total, now, what) =>
    bold(
      now === undefined
        ? `Не больше ${total} TRX за ${rental(what)}`
        : `Не больше ${total} TRX, сейчас около ${now}, за ${rental(what)}`,
    ),
  quoteTitle: (total, what) => bold(`Цена: ${total} TRX за ${rental(what)}`),
  noPriceTitle: (what) => bold(rental(what)),
  asking: "⏳ Узнаю цену…",
  perReceiver: (each, total) => `${each} TRX за каждый кошелёк, всего ${total} TRX`,
  balance: (before, after) => `Баланс ${before} → ${after} TRX`,
  short: (before, missing) => `⚠️ Баланс ${before} TRX: не хватает ${missing} TRX`,
  shortInGroup: "⚠️ Не хватает средств, подробности в личном чате.",
  ends: (at) => rich`Закончится примерно ${at}`,
  extension: (from, to, minutes) =>
    minutes > 0
      ? rich`Аренда с ${from} до ${to}. ${counted(minutes, UNTIL_END)} дважды.`
      : rich`Аренда с ${from} до ${to}. Текущая закончится раньше.`,
  burn: (burn, saved, days) =>
    `Сжигание TRX${eachDay(days)} обошлось бы в ${burn} TRX: экономия ${saved} TRX`,
  burnCheaper: (burn, more, days) =>
    `⚠️ Сжигать TRX${eachDay(days)} сейчас дешевле: ${burn} TRX, на ${more} TRX меньше`,
  burnUnknown: "Сколько стоит сжигание TRX, сейчас неизвестно",
  receivers: (count) => (count === 1 ? "На этот кошелёк:" : `На эти кошельки (${count}):`),
  payer: (name) => `Платит ${name}`,
  heldUntil: (at) => rich`Цена действует до ${at}`,
  lapsed: "⚠️ Цена устарела. Нажмите «Новая цена».",
  offers: (cost, saved) => `Продавцы отдают всё сразу за ${cost} TRX: экономия ${saved} TRX`,
  offersGone: "⚠️ Более дешёвых предложений уже нет, ничего не списано. Это цена на сейчас.",
  asksAgain: (total) => `⚠️ Подтвердите: оплатить ${total} TRX?`,
};

// Why there is no Pay: a button in its place that takes no tap

const noPay: Messages["noPay"] = {
  asking: "Узнаю цену…",
  lapsed: "Цена устарела",
  asksAgain: "Подтвердите выше",
  changes: "Нажмите, что изменить",
  balance: (missing) =>
    missing === undefined ? "Не хватает средств" : `Не хватает ${missing} TRX`,
  capacity: (free, resource) =>
    free > 0 ? `Доступно только ${units(free, resource)}` : `Сейчас нет ${ofResource[resource]}`,
  wallets: "Кошелёк не может получить",
  floor: "Цена ниже минимума",
  offers: "Дешевле сейчас не продают",
  other: "Сейчас оплатить нельзя",
};

// What went wrong, and what to do next

const unreadable = () => `Не удалось это прочитать. ${NOTHING_CHARGED} Начните заново: /buy.`;

const lapsed = () => `Цена устарела. ${NOTHING_CHARGED} Нажмите «Новая цена».`;

const badWallets = ({ wallets: lines }: NoticeFacts) =>
  join(["Эти кошельки не подходят:", ...lines, `Замените их. ${NOTHING_CHARGED}`]);

function noCapacity({
  availableUnits = 0,
  takeUnits,
  resource,
  receivers,
  requireLock,
}: NoticeFacts) {
  const each = receivers > 1 ? " на каждый кошелёк" : "";
  return join([
    `${deliverable(availableUnits, resource, receivers, requireLock)} ${NOTHING_CHARGED}`,
    takeUnits === undefined
      ? "Закажите меньше или попробуйте через несколько минут."
      : `Возьмите ${formatInteger(takeUnits)}${each} или попробуйте через несколько минут.`,
  ]);
}

const that = (said: string | undefined) => (said === undefined ? "Это" : `«${said}»`);

const twoReadings: Messages["twoReadings"] = (said, readings) =>
  `${that(said)}: это ${readings.join(" или ")} TRX? Нажмите или введите одно из двух.`;

const quoted = (said: string | undefined, what: string) =>
  said === undefined ? "" : `«${said}»: ${what}.`;

const notices: Messages["notices"] = {
  MALFORMED_JSON: unreadable,
  METHOD_NOT_ALLOWED: unreadable,
  UNSUPPORTED_MEDIA_TYPE: unreadable,
  HEADERS_TOO_LARGE: unreadable,
  VALIDATION_FAILED: ({ problems }) =>
    join(["Так заказать нельзя.", ...problems, `${NOTHING_CHARGED} Исправьте и попробуйте снова.`]),
  UNAUTHORIZED: () => "У вас ещё нет счёта. Отправьте боту /start в личном чате.",
  INSUFFICIENT_BALANCE: ({ isGroup, missing, ...whose }) =>
    isGroup
      ? "Не хватает средств, подробности в личном чате."
      : join([
          `Не хватает средств. ${NOTHING_CHARGED}`,
          missing ? `Недостаёт: ${missing.amount} из ${missing.required} TRX` : undefined,
          topUp(whose),
        ]),
  FORBIDDEN: () => `Это вам не разрешено. ${NOTHING_CHARGED} Обратитесь к оператору.`,
  NOT_FOUND: () => "Этого больше нет. Начните заново: /buy.",
  ORDER_NOT_FOUND: ({ isGroup }) =>
    isGroup
      ? "Заказа с таким ID у вас нет. Ваши заказы: /orders в личном чате со мной; чужой заказ откроет только его владелец."
      : "Заказа с таким ID у вас нет. Все заказы: /orders.",
  NO_CAPACITY: noCapacity,
  NOT_CANCELABLE: () => "Всё уже доставлено: отменять нечего.",
  NOT_CHANGEABLE: () => "Заказ больше не ждёт исполнения: менять нечего.",
  REFERENCE_USED: () => "Такая метка уже есть у другого вашего заказа.",
  QUOTE_EXPIRED: lapsed,
  QUOTE_MISMATCH: lapsed,
  IDEMPOTENCY_IN_PROGRESS: () => "Этот заказ уже оформляется. Скоро он будет в /orders.",
  IDEMPOTENCY_KEY_REUSED: () => "По этой карточке заказ уже сделан. Он в /orders.",
  TOO_MANY_OPEN: () => "У вас уже 20 незавершённых выводов. Отмените один или дождитесь выплаты.",
  BODY_TOO_LARGE: () => "Слишком много за раз. Пришлите меньше адресов.",
  RECEIVER_NOT_ACTIVATED: badWallets,
  RECEIVER_IS_CONTRACT: badWallets,
  RECEIVER_REFUSED: badWallets,
  CHALLENGE_EXPIRED: () => "Текст для подписи устарел. Запросите новый через API.",
  SIGNATURE_INVALID: () => "Подпись сделана не ключом этого счёта. Подпишите текст без изменений.",
  PERMISSION_MISSING: () => "Счёт не разрешает делегировать за него. Что настроить, скажет API.",
  RATE_LIMITED: ({ limit }) =>
    limit
      ? `Открытых, отменённых и истёкших заказов за день может быть не больше ${limit}. ${NOTHING_CHARGED} Дождитесь исполнения части из них или попробуйте завтра (UTC).`
      : `Слишком часто. ${NOTHING_CHARGED} Попробуйте чуть позже.`,
  INTERNAL: () => "Что-то пошло не так. Загляните в /orders и попробуйте снова.",
  CHAIN_UNAVAILABLE: () => "Сейчас нельзя проверить кошельки, ничего не списано. Попробуйте снова.",
  BUSY: () => `Много заказов ждут сеть. ${NOTHING_CHARGED} Попробуйте через минуту.`,
  DESK_HALTED: () =>
    `Новые заказы пока не принимаются, текущие идут. ${NOTHING_CHARGED} Попробуйте позже.`,
  SHUTTING_DOWN: () => `Сервис перезапускается. ${NOTHING_CHARGED} Попробуйте через минуту.`,
  AMOUNT_TOO_SMALL: ({ said, limit }) =>
    `${quoted(said, "слишком мало")} Не меньше ${limit} на каждый кошелёк.`.trim(),
  AMOUNT_TOO_LARGE: ({ said, limit }) =>
    `${quoted(said, "слишком много")} Не больше ${limit} на каждый кошелёк.`.trim(),
  AMOUNT_AMBIGUOUS: ({ said, readings }) =>
    `${that(said)}: это ${readings.join(" или ")}? Введите число, ${SUCH_AS}`,
  AMOUNT_NOT_UNDERSTOOD: ({ said }) => `${that(said)}: не количество. Введите число, ${SUCH_AS}`,
  DURATION_NOT_OFFERED: ({ said, readings }) =>
    readings.length > 0
      ? `${that(said)}: такого срока нет. Можно ${readings.join(" или ")}.`
      : `${that(said)}: такого срока нет. Нажмите кнопку или введите, например, 1h или 3d.`,
  NO_ADDRESS: ({ said }) => `${that(said)}: здесь нет адреса TRON. Адреса начинаются с T.`,
  PRICE_BELOW_FLOOR: ({ price }) =>
    price
      ? `${price.asked} SUN ниже минимума ${price.floor} SUN. ${NOTHING_CHARGED} Поднимите цену.`
      : `Цена ниже минимума. ${NOTHING_CHARGED} Поднимите цену.`,
  PRICE_NOT_UNDERSTOOD: ({ said }) => `${that(said)}: не цена. Введите ${WHOLE_SUN}`,
  PRICE_NOT_WHOLE: ({ said, readings }) =>
    readings.length > 0
      ? `${quoted(said, "не целое число")} Только целые SUN: ${readings.join(" или ")}?`.trim()
      : `${quoted(said, "не целое число")} Цена в целых SUN. Введите ${WHOLE_SUN}`.trim(),
  PRICE_TOO_HIGH: ({ said, limit }) =>
    `${quoted(said, "слишком много")} Не больше ${limit} SUN.`.trim(),
  CHUNK_TOO_SMALL: ({ said, limit }) =>
    `${quoted(said, "слишком мало")} Часть не меньше ${limit}.`.trim(),
  CHUNK_TOO_LARGE: ({ said, limit }) =>
    `${quoted(said, "слишком много")} Часть не больше самого заказа (${limit}).`.trim(),
};

// The card of orders

const cancelReasons: Record<string, string> = {
  "cancelled by the customer": "отменён вами",
  "the receiver is not activated": "отменён: кошелёк не активирован",
  "the receiver is a contract": "отменён: кошелёк оказался контрактом",
  "no owner could deliver in time": "отменён: не удалось доставить вовремя",
  "TRON could not be read in time": "отменён: сеть TRON не удалось прочитать вовремя",
  "its deadline has passed": "срок истёк",
};

const progress = (count: number, of: number) => (of > 1 ? `: ${count} из ${of} кошельков` : "");

/** Of orders that wait in the book. */
const progressInBook = (count: number, of: number) =>
  of > 1 ? `: кошельков ${count} из ${of}` : "";

const batch: Messages["batch"] = {
  headline: {
    safe: (_, of) => `✅ Доставлено${of > 1 ? ` на все ${of}` : ""}: можно отправлять`,
    underWay: (delivered, of) => `⏳ Доставляется${progress(delivered, of)}`,
    resting: (delivered, of) => `⏳ Ждёт в книге заявок${progressInBook(delivered, of)}`,
    partlyFilled: (delivered, of) =>
      `⏳ Исполнено частично, остаток ждёт${progressInBook(delivered, of)}`,
    cancelling: (delivered, of) => `⏳ Отменяется${progress(delivered, of)}`,
    ending: () => "⌛ Аренда заканчивается",
    ended: () => "Аренда закончилась",
    partlyDelivered: (delivered, of) => `⚠️ Доставлено частично${progress(delivered, of)}`,
    cancelled: () => "❌ Отменено, ничего не доставлено",
  },
  part: units,
  delivered: (what) =>
    what.receivers > 1
      ? `✅ Доставлено на все ${what.receivers}: ${what.isSum ? "всего" : "по"} ${rented(what)}`
      : `✅ Доставлено: ${rented(what)}`,
  safeToHolders: (of) =>
    `✅ Доставлено${of > 1 ? ` на все ${of}` : ""}: можно отправлять USDT на кошелёк, где уже есть USDT`,
  tooLittle: ({ amount, receivers: of, isSum }, isFirst) =>
    `⚠️ Доставлено${of > 1 ? ` на все ${of}` : ""}${isSum ? "" : `:${of > 1 ? " по" : ""} ${units(amount, "energy")}`}, мало для перевода USDT${isFirst ? " на кошелёк без USDT" : ""}`,
  safeForSome: (safe, of) => `⚠️ Доставлено на все ${of}, можно отправлять: ${safe} из ${of}`,
  sends: ({ resource, transfers, lacks, isFirst, burn }) => {
    const to = isFirst ? " на кошелёк, где USDT уже есть" : "";
    const times = `${counted(transfers, ["перевод", "перевода", "переводов"])} USDT${to}`;
    const missing = isFirst ? "На кошелёк без USDT не хватает" : "Не хватает";
    const bandwidth = units(lacks.bandwidth, "bandwidth");
    const what = [
      lacks.energy > 0 ? units(lacks.energy, "energy") : undefined,
      lacks.bandwidth > 0
        ? `${bandwidth}${burn === undefined ? "" : ` (сгорит ${burn} TRX)`}`
        : undefined,
    ];
    const list = what.filter((one) => one !== undefined).join(", ");
    const name = { energy: "Энергии", bandwidth: "Bandwidth" }[resource];
    if (transfers === 0) return `${name} не хватит на перевод USDT. Нужно ещё: ${list}`;
    return `${name} хватит на ${times}. ${missing}: ${list}`;
  },
  notSafe: "⚠️ Не хватит на перевод USDT",
  terms: (what, paid) => `${rental(what)} · ${paid} TRX`,
  ends: (at) => rich`Закончится ${at}`,
  endsBetween: (first, last) => rich`Закончится: первая аренда ${first}, последняя ${last}`,
  ended: (at) => rich`Закончилась ${at}`,
  legState: {
    planned: "отправляется",
    signed: "отправляется",
    sent: "отправлено, ждёт блока",
    included: "доставлено",
    solidified: "доставлено, подтверждено",
    over: "аренда закончилась",
    dead: "не удалось, не списано",
  },
  unplanned: "ждут другого продавца",
  transaction: "транзакция",
  order: (id) => rich`Заказ ${id}`,
  orders: (ids) => `Заказы\n${ids.join("\n")}`,
  delegation: (amount, state, transaction) =>
    transaction ? rich`${amount}${state} · ${transaction}` : `${amount}${state}`,
  moreDelegations: (count) => `+ ${counted(count, ["часть", "части", "частей"])}`,
  cancelRequested: "отменяется; уже подписанные части ещё будут доставлены",
  cancelled: (reason) => (reason ? (cancelReasons[reason] ?? `отменён: ${reason}`) : "отменён"),
  improved: (amount) => `на ${amount} TRX меньше вашего лимита`,
  refunded: (amount) => `возвращено ${amount} TRX`,
  waitsForNetwork: "⚠️ Ждём сеть. Карточка обновится сама.",
};

// The list of orders

const orders: Messages["orders"] = {
  title: "Ваши заказы",
  question: join([bold("Какой заказ?"), "Нажмите на него ниже или пришлите его ID."]),
  empty: join([bold("Заказов ещё нет"), "Сделайте первый: /buy. Или вставьте адрес кошелька."]),
  line: (at, what, paid, state) => rich`${at} · ${rentalFor(what)} · ${paid} TRX · ${state}`,
  state: {
    safe: "✅ доставлено",
    underWay: "⏳ доставляется",
    resting: "⏳ ждёт в книге заявок",
    partlyFilled: "⏳ исполнено частично",
    cancelling: "⏳ отменяется",
    ending: "⌛ заканчивается",
    ended: "срок вышел",
    partlyDelivered: "⚠️ доставлено частично",
    cancelled: "❌ отменён",
  },
};

// /settings

const settings: Messages["settings"] = {
  title: "Настройки",
  groupTitle: "Уведомления в этой группе",
  hint: "Нажмите, чтобы изменить: вкл., без звука, выкл.",
  groupHint: "О заказах из этой группы. Менять могут только администраторы.",
  kind: {
    completed: "Доставлено",
    partial: "Доставлено частично",
    cancelled: "Отмены и возвраты",
    ending: "Конец аренды",
    balance: "Баланс",
    sale: "Продажи",
  },
  mode: { on: "вкл.", silent: "без звука", off: "выкл." },
  kindButton: (kind, mode) => `${kind}: ${mode}`,
  limit: (limit) =>
    limit ? `Предупредить, когда баланс ниже ${limit} TRX` : "Без предупреждения о балансе",
  alreadyBelow: (available) =>
    `⚠️ Баланс уже ниже: ${available} TRX. Сообщу, когда он снова опустится ниже порога.`,
  limitButton: (limit) => `Порог: ${limit} TRX`,
  orders: (from) =>
    from
      ? `Сообщать, когда через API заказано от ${from} TRX сразу или за час`
      : "О заказах через API не сообщать",
  ordersButton: (from) => (from ? `Заказы через API: от ${from} TRX` : "Заказы через API: выкл."),
  askOrders:
    "О заказах через API от какой суммы сообщать (сразу или за час)? Напишите сумму в TRX, например 50.",
  noLimit: "Без порога",
  noLimitYet: "Баланс: задать порог",
  askAbove: (trx) =>
    trx === undefined
      ? "Не спрашивать ещё раз при оплате"
      : trx === 0
        ? "Спрашивать ещё раз при каждой оплате"
        : `Спрашивать ещё раз при оплате больше ${formatInteger(trx)} TRX`,
  askAboveButton: (trx) =>
    trx === undefined
      ? "Не спрашивать"
      : trx === 0
        ? "Спросить всегда"
        : `Спросить > ${formatInteger(trx)}`,
  askLimit: "При балансе ниже скольких TRX предупредить? Напишите сумму, например 50.",
  badLimit: (said) =>
    `${said === undefined ? "Это" : `«${said}»:`} не сумма в TRX. Напишите число, например 50 или 12.5, не больше 6 знаков после точки.`,
  language: (name) => `Язык: ${name}`,
  asClient: "как в Telegram",
  languageButton: "🌐 Язык",
  adminsOnly: "Изменить это могут только администраторы группы.",
  cannotAsk: "Не удалось узнать у Telegram, администратор ли вы. Попробуйте ещё раз.",
};

// /sell

const operations: Record<Delegating, string> = {
  delegate: "Delegate Resources (DelegateResource)",
  undelegate: "Reclaim Resources (UnDelegateResource)",
};

const powers: Record<Power, string> = {
  owner: "что угодно, как ключ владельца",
  transfer: "переводить TRX",
  contracts: "вызывать контракты",
  permissions: "менять разрешения",
  stake: "ставить в стейкинг",
  unstake: "снимать со стейкинга",
  withdraw: "выводить снятые TRX",
};

const sell: Messages["sell"] = {
  title: "Продажа энергии и Bandwidth",
  list: "Ваши аккаунты, которые продают:",
  account: (address, earned, state) =>
    rich`${address}\n${{ onSale: "✅ в продаже", paused: "⏸ на паузе", idle: "⏸ ничего не продаёт" }[state]}, к выплате ${earned} TRX`,
  moreAccounts: (count) => `и ещё ${count}`,
  address: (commission) =>
    join([
      "С какого аккаунта продавать?",
      "Пришлите его адрес. На нём нужны TRX в стейкинге; они остаются на нём, а прекратить можно в любой момент.",
      `Комиссия сервиса: ${commission} % с каждой продажи.`,
    ]),
  units: ofResource,
  permission: {
    title: "Разрешите сервису делегировать",
    account: (address) => rich`Аккаунт ${address}`,
    noKey: "❌ Ни одно активное разрешение аккаунта не называет сервис.",
    missing: (lacking) =>
      `❌ Пока не разрешено: ${lacking.map((one) => operations[one]).join(", ")}`,
    weight: (has, needs) => `❌ Порог ${needs}, а вес сервиса ${has}: вес должен достигать порога.`,
    fine: "✅ Сервис может делегировать и забирать обратно.",
    tooMuch: (more) =>
      `⚠️ Лишнее: сервис мог бы ещё ${more.map((one) => powers[one]).join(", ")}. Уберите это из разрешения: для продажи оно не нужно.`,
    steps: (operator) =>
      join([
        "Дайте сервису активное разрешение на две операции и не больше:",
        "1. TronLink: настройки, управление разрешениями. TronScan: подключите кошелёк, затем разрешения вашего аккаунта.",
        "2. Добавьте активное разрешение. Разрешение владельца не меняйте.",
        `3. Операции: только ${operations.delegate} и ${operations.undelegate}.`,
        rich`4. Ключ: ${operator}, вес 1. Порог: 1.`,
        "5. Подтвердите; сеть берёт за это 100 TRX. Затем нажмите «Проверить».",
      ]),
  },
  challenge: {
    title: "Покажите, что аккаунт ваш",
    ask: "Подпишите этот текст без изменений ключом самого аккаунта. Это ничего не переводит. Нажмите на него, чтобы скопировать:",
    how: join([
      "Подпишите его как сообщение (signMessageV2, TIP-191) в любом кошельке, который это умеет.",
      rich`С TronLink в браузере: откройте страницу, к которой он подключён, и выполните в консоли ${code("await tronWeb.trx.signMessageV2(text)")}.`,
    ]),
    sandbox: (command) => rich`В песочнице выполните ${command}, вставьте текст и нажмите Ctrl-D.`,
    until: (end) => rich`Пришлите мне подпись до ${end}.`,
    code: "Тот же текст в виде QR-кода, для кошелька на другом устройстве.",
  },
  seller: {
    state: (isPaused) => (isPaused ? "⏸ На паузе" : "✅ В продаже"),
    idle: "⏸ Ничего не продаётся",
    pause: {
      permission: "Аккаунт больше не разрешает сервису делегировать. Нажмите «Разрешение».",
      bandwidth:
        "На аккаунте мало для комиссии за делегирование: пришлите на него 2 TRX или больше.",
      activation: "Аккаунт не активирован: пришлите на него немного TRX.",
      other: "Причину знает оператор сервиса.",
    },
    capacity: (energy, bandwidth) =>
      `Сейчас может продать: ${energy} энергии, ${bandwidth} Bandwidth`,
    money: (earned, paidOut) => `Заработано: к выплате ${earned} TRX, выплачено ${paidOut} TRX`,
    payout: {
      minimum: (least) => `Выплачиваем от ${least} TRX`,
      next: "Уйдёт с ближайшими выплатами",
      first: (from) => rich`Первая выплата из соображений безопасности — не раньше ${from}`,
      approval: (from) =>
        from
          ? rich`Сверх автоматических выплат за день: нужно одобрение оператора. Не раньше ${from}`
          : "Сверх автоматических выплат за день: нужно одобрение оператора",
    },
    open: (count) =>
      count === 0 ? "Открытых делегирований нет" : `Открытых делегирований: ${count}`,
    delegation: (amount, price, earns, end) =>
      end
        ? rich`${amount} по ${String(price)} SUN, доход ${earns} TRX, до ${end}`
        : `${amount} по ${price} SUN, доход ${earns} TRX, в пути`,
    moreDelegations: (count) => `и ещё ${count}`,
    offer: ({ resource, price, shortest, longest, chunk, keep, isOn, ...more }) =>
      `${isOn ? "✅" : "⏸"} ${resources[resource]}: ${price} SUN, срок: ${durationTitle(shortest)}…${durationTitle(longest)}, части от ${chunk}${keep === undefined ? "" : `, себе ${keep}`}${more.tooDearAbove === undefined ? "" : `\n⚠️ Не продаётся: сейчас никто не получает больше ${more.tooDearAbove} SUN. Снизьте цену.`}`,
    noOffer: "Аккаунт пока ничего не предлагает.",
    allowsMore: "⚠️ Аккаунт разрешает сервису больше, чем нужно для продажи. Нажмите «Разрешение».",
  },
  offer: {
    title: (resource) => `Предложение: ${resources[resource]}`,
    about: "Нажмите на то, что хотите изменить, затем «Выставить».",
    take: (facts) =>
      `Вы получите ${facts.gets} из ${facts.costs} TRX за ${rental(facts.rental)} (комиссия\u00a0${facts.commission}\u00a0%).`,
    question: {
      price: "Наименьшая цена, в SUN за единицу в день? Выберите или введите от 1 до 1000.",
      shortest: "Самая короткая аренда?",
      longest: "Самая долгая аренда? На этот срок занят ваш стейкинг.",
      chunk: "Наименьшая часть, которую вы продаёте, в единицах? Выберите или введите число.",
      keep: "Сколько оставить себе, в единицах? Выберите или введите число.",
    },
    field: {
      price: (value) => `Цена: ${value}`,
      shortest: (value) => `Мин: ${value}`,
      longest: (value) => `Макс: ${value}`,
      chunk: (value) => `Части от ${value}`,
      keep: (value) => `Оставить себе: ${value}`,
    },
    price: (sun) => `${sun} SUN`,
  },
  typed: (said) => `Вы написали: «${said}».`,
  signedBy: (account) =>
    rich`Это ключ аккаунта ${account}. Если он вам незнаком, подписан другой текст: подпишите этот точно как есть.`,
  notices: {
    NO_ADDRESS: "Здесь нет адреса TRON. Адреса начинаются с T.",
    BAD_ADDRESS: "В адресе опечатка: контрольная сумма не сходится.",
    SEVERAL_ADDRESSES: "Пожалуйста, по одному аккаунту за раз.",
    NOT_ACTIVATED: "Аккаунт не активирован: пришлите на него TRX и поставьте часть в стейкинг.",
    CONTRACT: "Это контракт. Продавать может только кошелёк.",
    NOT_STAKED: "На аккаунте нет TRX в стейкинге, продавать пока нечего: сначала поставьте часть.",
    DESKS_OWN: "Этот аккаунт принадлежит сервису. Пришлите свой.",
    NO_SIGNATURE: "Это не подпись: в ней 130 шестнадцатеричных знаков, с 0x впереди или без.",
    SIGNATURE_INVALID:
      "Эту подпись не прочитать. Подпишите текст точно как есть, ключом самого аккаунта.",
    OTHER_KEY: "Эта подпись сделана другим ключом.",
    WEAK_KEY: "Одного этого ключа мало: разрешение владельца аккаунта требует большего.",
    CHALLENGE_EXPIRED: "Этот текст устарел или заменён. Нажмите «Новый текст» и подпишите его.",
    PERMISSION_MISSING: "Аккаунт больше не разрешает сервису делегировать. Нажмите «Проверить».",
    PRICE_RANGE: "Цена: целое число от 1 до 1000.",
    CHUNK_RANGE: "Это слишком мало или не число: меньшие части сервис не делегирует.",
    KEEP_RANGE: "Это не число единиц.",
    CHAIN_UNAVAILABLE: "Сервис сейчас не может спросить сеть. Попробуйте ещё раз.",
    NOT_YOURS: "С этого аккаунта вы не продаёте (или уже не продаёте).",
    FAILED: "Не получилось. Ничего не изменилось; попробуйте ещё раз.",
  },
  closed: {
    closed: "Закрыто. Ваши предложения остаются в продаже. Открыть снова: /sell.",
    idle: "Закрыто. Открыть снова: /sell.",
    replaced: "Эту карточку сменила новая.",
  },
  toasts: {
    notYours: "Эта карточка не ваша. Откройте свою: /sell.",
    closed: "Эта карточка закрыта. Откройте новую: /sell.",
    saved: "Сохранено.",
    unchanged: "Прочитано заново: пока без изменений.",
    fine: "✅ Прочитано заново: сервис может только делегировать и забирать обратно.",
  },
  buttons: {
    add: "Добавить аккаунт",
    list: "Все аккаунты",
    check: "Проверить",
    copyDesk: "Копировать адрес сервиса",
    goOn: "Всё равно продолжить",
    newText: "Новый текст",
    offer: (resource, isKnown) =>
      isKnown ? `✏️ ${resources[resource]}` : `Предложить: ${resources[resource]}`,
    turn: (resource, isOn) => `${isOn ? "⏸" : "▶️"} ${resources[resource]}`,
    permission: "Разрешение",
    save: "Выставить",
    close: "Закрыть",
  },
};

// /stats: on the picture of what was spent, and under it

const day = (at: number) =>
  new Date(at).toLocaleDateString("ru-RU", { day: "numeric", month: "short", timeZone: "UTC" });

const timeUnits = { second: "с", minute: "мин", hour: "ч", day: "д" };

const days = (count: number) => counted(count, ["день", "дня", "дней"]);
/** "заказов доставлено": the verb agrees with one order only. */
const delivered = (count: number) =>
  counted(count, ["заказ доставлен", "заказа доставлено", "заказов доставлено"]);

const stats: Messages["stats"] = {
  title: (count) => `За ${days(count)}`,
  range: (first, last) => `${day(first)} – ${day(last)}, UTC`,
  day,
  spent: "Потрачено",
  orders: delivered,
  price: (resource) => `Цена ${ofResource[resource]}`,
  average: "вы платили в среднем",
  burning: (price) => `сжигание TRX: ${price}`,
  delivery: "Время доставки",
  median: "медиана",
  p90: (time) => `9 из 10 за ${time}`,
  trx: (amount) => `${amount} TRX`,
  sun: (price) => `${price} SUN`,
  duration: (count, unit) => `${count} ${timeUnits[unit]}`,
  large: ["k", "M", "B", "T", "Q"],
  caption: ({ days: count, all, bought, median, p90, against }) =>
    join([
      bold(`${formatTrx(all.spentSun)} TRX за ${days(count)}`),
      against &&
        (against.isSaved
          ? `Экономия по сравнению со сжиганием: ${against.amount} TRX по сегодняшней цене`
          : `Сжигание обошлось бы на ${against.amount} TRX дешевле по сегодняшней цене`),
      ...bought.map(
        ({ units: amount, resource, price, burnPrice }) =>
          `${units(amount, resource)} в среднем по ${price} SUN${
            burnPrice === undefined ? "" : `; сжигание TRX: ${burnPrice} SUN`
          }`,
      ),
      `${delivered(all.orders)}: половина за ${median}, 9 из 10 за ${p90}`,
    ]),
  nothing: (count) =>
    join([
      bold(`За ${days(count)} ничего не куплено`),
      "После первой доставки /stats покажет ваши расходы. Купить: /buy.",
    ]),
};

// /help

const help: Messages["help"] = {
  title: "Как это работает",
  oneLine: (buy) => rich`Одной строкой: ${code(`${buy} 65k energy 1h T…`)}`,
  ownAmounts: (buy) => rich`Разное количество: ${code(`${buy} energy 1h\nT… 65k\nT… 131k`)}`,
  locked: (buy) => rich`Только с блокировкой в сети: ${code(`${buy} 65k energy 1h T… locked`)}`,
  paying: "Деньги списываются только кнопкой, на которой стоит цена.",
  group: "Карточка принадлежит тому, кто её открыл. Баланс и заказы: в личном чате.",
  contact: (contact) => `Вопросы: ${contact}`,
};

// /history

const period = (from: string | undefined, to: string) =>
  from === to ? `за ${to}` : `${from ? `с ${from} ` : ""}по ${to}`;

const history: Messages["history"] = {
  title: "История счёта",
  line: (at, amount, what) => rich`${at}  ${amount} TRX · ${what}`,
  kinds: {
    deposit: "пополнение",
    gift: "начисление",
    payment: "оплата",
    correction: "корректировка",
    booked: "удержано под продление",
    unbooked: "продление завершено",
    hold: "заказ",
    raised: "цена заказа повышена",
    lowered: "цена заказа понижена",
    improved: "цена лучше",
    refund: "возврат",
    withdrawal_hold: "вывод с комиссией",
    withdrawal_returned: "вывод возвращён",
    withdrawal: "вывод",
  },
  left: (balance) => `Баланс после этого: ${balance} TRX`,
  inFile: (from, to) => `В файле все движения ${period(from, to)}; там время UTC, суммы в TRX.`,
  nothing: (from, to) => `Движений по балансу ${period(from, to)} не было.`,
  tooLarge: (command) =>
    command
      ? rich`Это больше, чем вмещает один файл. Столько поместится: ${command}`
      : "Даже один день не помещается в файл. Читайте заказы по HTTP своим ключом.",
  wrongDay: (word, example) => rich`«${word}» — не дата: напишите ${example}.`,
  backwards: (example) => rich`Конец раньше начала. Напишите так: ${example}`,
};

// Notifications: each begins with the bell, so that nobody takes one for a card

const inAll = ({ rental: { amount, receivers, isSum } }: OrderedFacts) =>
  isSum ? amount : amount * receivers;

const soldUnits = (sold: PerResource<number>) =>
  RESOURCES.flatMap((one) => (sold[one] > 0 ? [units(sold[one], one)] : []));
const booking: Messages["booking"] = {
  hint: "Или начать к концу текущей аренды: до тех пор деньги удерживаются, а дважды оплачивается только минута.",
  book: (total) =>
    whatFits(34, `К концу аренды, удержать ${total} TRX`, `К концу, удержать ${total} TRX`),
  open: (due) => rich`${bold("🕓 Забронировано:")} станет заказом ${due}`,
  terms: (what, held, isHeld) =>
    `${rental(what)} · ${isHeld ? "удержано" : "возвращено"} ${held} TRX`,
  old: (end) => rich`Текущая аренда закончится ${end}`,
  returned: "Бронь закрыта, деньги возвращены",
  reason: {
    cancelled: "отменено вами",
    noCapacity: "к сроку доставить было некому",
    closed: "к сроку новые заказы не принимались",
    belowFloor: "цена оказалась ниже минимальной",
    receiver: "кошелёк не может получить аренду",
    late: "к сроку сервис не работал",
    restored: "сервис восстановлен из резервной копии",
  },
};

/** What a delivery by itself is enough for. */
const enough = {
  nobody: "⚠️ Само по себе мало для перевода USDT",
  holders: "Хватит на USDT кошельку, где уже есть USDT",
  anyone: undefined,
};

const news: Messages["news"] = {
  booking: (facts) =>
    join([
      bold("🔔 Аренда не продлена, деньги возвращены"),
      `${rental(facts.rental)} · возвращено ${facts.held} TRX`,
      facts.reason,
      facts.wallet,
    ]),
  completed: (facts) =>
    join([
      bold("🔔 Доставлено"),
      `${rentalFor(facts.rental)} · ${facts.paid} TRX${facts.improved ? `, ${facts.improved}` : ""}`,
      facts.sends && enough[facts.sends],
      facts.wallet,
    ]),
  partial: (facts) =>
    join([
      bold("🔔 Доставлено частично"),
      `${formatInteger(facts.filledUnits)} из ${units(inAll(facts), facts.rental.resource)}${onAll(facts.rental.receivers)}, ждут ${formatInteger(inAll(facts) - facts.filledUnits)}`,
      facts.wallet,
    ]),
  cancelled: (facts) =>
    join([
      bold(
        facts.delivered
          ? "🔔 Доставлено частично, остаток возвращён"
          : "🔔 Отменено, деньги возвращены",
      ),
      rentalFor(facts.rental),
      `Оплачено ${facts.paid}, доставлено на ${facts.delivered ?? "0"}, возвращено ${facts.refunded} TRX`,
      facts.improved,
      facts.reason,
      facts.wallet,
    ]),
  ending: ({ at, units: sum, each, resource, wallets: count, wallet }) =>
    join([
      bold("🔔 Аренда скоро закончится"),
      rich`${each === undefined ? "Всего " : ""}${units(each ?? sum, resource)}${onAll(count)} до ${at}`,
      wallet,
    ]),
  balance: (available, limit) =>
    join([
      bold("🔔 Мало средств"),
      `Доступно ${available} TRX, это меньше ${limit} TRX.`,
      "Как пополнить: /balance. Изменить порог: /settings.",
    ]),
  sale: (sold, orders, earned) =>
    join([
      bold("🔔 Продано"),
      `${soldUnits(sold).join(" и ")} в ${counted(orders, ["заказе", "заказах", "заказах"])}: вам ${earned} TRX`,
      "Всё, что вы продаёте: /sell. Эти сообщения: /settings.",
    ]),
  open: "Открыть заказ",
  extend: "Продлить",
};

// Manual orders

const depth = (levels: readonly DepthText[]) =>
  levels.map(({ priceSun, units }) => `${formatInteger(units)} по ${priceSun}`).join(" · ");

const sellers = (count: number) =>
  `${form(count, ["Пропущен", "Пропущены", "Пропущено"])} ${counted(count, ["продавец", "продавца", "продавцов"])}`;

const manual: Messages["manual"] = {
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
      if (least === undefined) return bulk ? "Всё или ничего" : "Целиком";
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
    fillsSome: (fills, rests, cost) =>
      `По текущей книге сразу ${formatInteger(fills)}${cost === undefined ? "" : ` примерно за ${cost} TRX`}, в ожидании ${formatInteger(rests)}`,
    fillsNone: "По текущей книге сразу ничего: заказ будет ждать",
    waitsForAll: "Начнётся, когда можно исполнить все кошельки",
    parts: (least) => `Частями от ${formatInteger(least)}`,
    whole: "Только целиком: всё от одного продавца",
    bulk: "Все кошельки начинают вместе",
    held: (total, until) =>
      rich`Ждёт до ${until}: ${total} TRX удерживается, за недоставленное вернётся на баланс`,
    runs: (duration) => `Каждая часть действует ${durationTitle(duration)} с момента доставки`,
    fastDearer: (fast, saved) => `Fast стоил бы ${fast} TRX, на ${saved} TRX дороже`,
    fastSame: "⚠️ Fast стоит столько же и доставляется сразу",
    fastCheaper: (fast, less) => `⚠️ Fast дешевле: ${fast} TRX, на ${less} TRX меньше, и сразу`,
  },
  order: {
    price: (priceSun) => `${priceSun} SUN`,
    progress: (delivered, of, onTheWay, rests) =>
      [
        `доставлено ${formatInteger(delivered)} из ${formatInteger(of)}`,
        ...(onTheWay > 0 ? [`в пути ${formatInteger(onTheWay)}`] : []),
        `ждут ${formatInteger(rests)}`,
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
    overdue: "Срок истёк: остаток возвращается",
    ofPool: "Этот кошелёк теперь принадлежит сервису: отмените заказ, остаток вернётся",
    fillsNow: "Появился свободный продавец: исполняется",
    locked: (owners, until) =>
      rich`${sellers(owners)}: у кошелька более долгая блокировка до ${until}`,
    underWay: (owners) => `${sellers(owners)}: другая доставка этому кошельку уже в пути`,
    unlockable: (owners) => `${sellers(owners)}: на такой срок заблокировать нельзя`,
    tooLittle: (owners) => `${sellers(owners)}: мало свободного для допустимой части`,
    tooCoarse: (owners) => `${sellers(owners)}: не продают такими малыми частями`,
    giftsOnly: (owners) =>
      `${sellers(owners)}: начисления от оператора тратятся только у самого сервиса`,
    failedLately: (owners) => `${sellers(owners)}: доставка не удалась, скоро повтор`,
    bulk: "Кошельки начнут вместе, когда можно исполнить все",
    nobody: (priceSun, nextSun, isElse) =>
      `${isElse ? "Больше никто" : "Никто"} не продаёт по ${priceSun} SUN или дешевле${
        nextSun === undefined ? "" : `; следующая цена ${nextSun} SUN`
      }`,
  },
};

// /key

const keys: Messages["keys"] = {
  title: "Ключи API",
  about: "С ключом ваши программы заказывают по HTTP, с вашего баланса.",
  none: "Ключей нет.",
  line: (startsWith, issued) => rich`${startsWith}, выдан ${issued}`,
  disabledLine: (startsWith, issued) =>
    rich`${startsWith}, выдан ${issued}, отключён, пока его не включит оператор`,
  full: (most) => `Ключей уже ${most}, больше нельзя. Отзовите один, чтобы выпустить новый.`,
  issue: "Выпустить ключ",
  revoke: (startsWith) => `Отозвать ${startsWith}`,
  askRevoke: (startsWith) =>
    join([
      rich`Отозвать ключ ${startsWith}?`,
      "Программы с этим ключом сразу получат отказ. Вернуть его нельзя.",
    ]),
  confirmRevoke: "Отозвать",
  revoked: (startsWith) => rich`✅ Ключ ${startsWith} отозван.`,
  gone: "Этот ключ уже не действует.",
  shown: (key) =>
    join([
      bold("Ваш новый ключ API"),
      key,
      "Он показан один раз: сохраните его сейчас, сервис его не хранит. У кого он есть, тот тратит ваш баланс. Сохранив ключ, удалите это сообщение.",
    ]),
  copy: "Скопировать ключ",
  notShown: (startsWith) =>
    rich`⚠️ Неизвестно, дошёл ли до вас новый ключ (${startsWith}), поэтому он отозван. Выпустите другой: /key.`,
};

// Plain messages

const AS_YOURSELF = "Пишите от своего имени (анонимность выключена) или заказывайте в личном чате.";

const notes: Messages["notes"] = {
  anonymousAdmin: `Вы анонимный администратор: неизвестно, кто платит.\n${AS_YOURSELF}`,
  channel: `У канала нет баланса, он не может заказывать.\n${AS_YOURSELF}`,
  linkedPost: `За публикацию привязанного канала некому платить.\n${AS_YOURSELF}`,
  editedAfterPayment: "Заказ уже оплачен: правка сообщения ничего не меняет.",
  deadLetter: "Извините, что-то пошло не так, ничего не списано; см. /orders.",
  cannotWrite: "Сейчас сервис не может это принять. Ответим, как только сможем; ничего не списано.",
  draftDropped: DROPPED,
  nothingToCancel: "Открытой карточки нет. Заказ отменяют на его карточке: /orders.",
  nothingToRepeat: "Заказов, чтобы повторить, ещё нет. Начните с /buy.",
  anothersOrder: "Это заказ другого участника, открыть его может только он.",
  addressLater:
    "Сейчас адрес показать нельзя. Ничего не потеряно: повторите /deposit через несколько минут.",
  privateOnly: "Это видно только в личном чате.",
  groupHint:
    "В группе: /buy, /quote, /again, /order, /settings, /usdt, /cancel и /help. Остальное в личном чате.",
};

const unknownCommand: Messages["unknownCommand"] = (typed, meant, known) =>
  meant === undefined
    ? `Команды /${typed} нет. Есть ${ALL_OF.format(known.map((name) => `/${name}`))}.`
    : `Команды /${typed} нет. Может быть, /${meant}?`;

// What the bot says of itself

const profile: Messages["profile"] = {
  description: [
    "Аренда энергии и Bandwidth в сети TRON за секунды: отправляйте USDT, не сжигая TRX.",
    "Вставьте адрес кошелька или нажмите «Старт». Сначала вы видите цену и платите кнопкой, на которой она стоит; карточка скажет, когда можно отправлять.",
  ].join("\n\n"),
  shortDescription: "Энергия и Bandwidth в сети TRON за секунды: отправляйте USDT, не сжигая TRX.",
};

// Questions that force a reply

const prompts: Messages["prompts"] = {
  receivers: {
    text: () => "На какие кошельки? Ответьте на это сообщение адресами или файлом.",
    placeholder: "T… T…",
  },
  amount: {
    text: (resource) => `Сколько ${ofResource[resource]}? Ответьте числом, ${SUCH_AS}`,
    placeholder: "65000",
  },
  price: { text: () => `Какая цена? Ответьте: ${WHOLE_SUN}`, placeholder: "55" },
  partialMin: {
    text: () => "Какая наименьшая часть? Ответьте числом, например 20000 или 20k.",
    placeholder: "20000",
  },
  order: {
    text: () => "Какой заказ? Ответьте на это сообщение его ID.",
    placeholder: "24 знака",
  },
};

// Answers to a tap

const toasts: Messages["toasts"] = {
  notYours: "Это чужая карточка. Откройте свою: /buy.",
  stale: "Карточка успела измениться. Вот как она выглядит сейчас.",
  alreadyPaid: "Уже оплачено: дважды не списывается.",
  alreadyDropped: "Эта карточка закрыта. Откройте новую: /buy.",
  readFirst: "Сначала прочтите, потом нажмите ещё раз.",
  stillMissing: (amount) => `Всё ещё не хватает ${amount} TRX.`,
  quoteLapsed: "Та цена устарела, ничего не списано. Вот новая.",
  refreshed: "Обновлено.",
  nothingToGoBackTo: "Это первый вопрос.",
};

// Files of wallets

const AS_CSV = "Сохраните его как CSV (UTF-8) с кошельками в первом столбце и пришлите.";

const files: Messages["files"] = {
  problem: {
    tooLarge:
      "⚠️ Файл больше 64 КиБ. Разделите его или пришлите один столбец с кошельками: войдёт 1,800.",
    unavailable: "⚠️ Telegram не отдал этот файл. Пришлите его ещё раз.",
    spreadsheet: `⚠️ Это электронная таблица, прочитать её я не могу. ${AS_CSV}`,
    notText: `⚠️ Это не текстовый файл. ${AS_CSV}`,
    noWallets: `⚠️ В файле нет ни одного адреса TRON. ${AS_CSV}`,
  },
  next: (next, left) => `Ещё ${wallets(next)}${left > next ? ` (осталось ${left})` : ""}`,
};

// /book

const HEX = "Это шестнадцатеричный адрес. Пришлите его в обычном виде: он начинается с T.";

const LETTERS = "до 32 букв, цифр, знаков - и _, среди них хотя бы одна буква";

const howTo = join([
  rich`Добавить: ${code("/book cold1 T…")}`,
  rich`Писать вместо кошелька: ${code("@cold1")}`,
  "Сразу много: файл CSV с именами и кошельками и подписью /book",
]);

const nameProblems = {
  noWallet: "нет кошелька",
  checksum: "ошибка в адресе",
  ethereum: "адрес в формате Ethereum",
  hex: "шестнадцатеричный адрес",
  noName: "нет имени",
  badName: `не имя (${LETTERS})`,
  twice: "это имя уже занято другим кошельком выше",
};

const book: Messages["book"] = {
  title: (names) => `Адресная книга · ${wallets(names)}`,
  page: (page, pages) => `Страница ${page} из ${pages}`,
  empty: join([bold("Адресная книга пуста"), howTo]),
  howTo,
  entry: (uses) => (uses > 0 ? `Заказано: ${counted(uses, ["раз", "раза", "раз"])}` : undefined),
  added: (name, wallet) => rich`✅ ${name}: ${wallet}`,
  same: (name, wallet) => rich`${name} уже в книге: ${wallet}`,
  changed: (name, wallet, before) => rich`✅ ${name} теперь ${wallet}. Раньше: ${before}`,
  full: `⚠️ В книге уже ${MAX_NAMES} имён, больше нельзя. Сначала удалите одно: /book remove cold1`,
  removed: (name, wallet, again) => rich`${name} удалён, это был ${wallet}. Вернуть: ${again}`,
  noSuchName: (name) => `⚠️ Имени ${name} в книге нет. Смотрите /book.`,
  badName: (name) => `⚠️ «${name}» не подходит. Имя: ${LETTERS}.`,
  badWallet: (wallet) => rich`⚠️ ${wallet} не адрес TRON. Скопируйте его ещё раз.`,
  ethereum: "⚠️ Это адрес в формате Ethereum. Адреса TRON начинаются с T.",
  hex: `⚠️ ${HEX}`,
  usage: join([
    "⚠️ Непонятно.",
    howTo,
    rich`Удалить: ${code("/book remove cold1")}`,
    rich`Всё файлом: ${code("/book export")}`,
  ]),
  imported: ({ outcomes, badLines, moreBadLines }) => {
    const { added, changed, same, full } = outcomes;
    return join([
      bold("Имена из файла"),
      `✅ Новых: ${formatInteger(added)}, изменено: ${formatInteger(changed)}, без изменений: ${formatInteger(same)}`,
      full > 0 ? `⚠️ Не вошло: ${formatInteger(full)}. Больше ${MAX_NAMES} имён нельзя.` : undefined,
      ...badLines.map(({ line, why }) => `❌ Строка ${formatInteger(line)}: ${nameProblems[why]}`),
      moreBadLines > 0 ? `❌ и ещё строк: ${formatInteger(moreBadLines)}` : undefined,
    ]);
  },
  notUtf8:
    "⚠️ Имена в этом файле нельзя прочитать наверняка. Сохраните его как CSV (UTF-8) и пришлите.",
  caption: (names) => `Адресная книга · ${wallets(names)}. Загрузить снова: подпись /book.`,
  buttons: {
    buy: "Купить для него",
    remove: "Удалить",
    back: "Назад",
    export: "Экспорт CSV",
    earlier: "Предыдущие",
    later: "Следующие",
  },
};

// What receivers have already

const heldAmount = (held: HeldFacts) => units(held.units, held.resource);

const at = ({ wallet }: HeldFacts): Part =>
  wallet === undefined ? "На кошельке " : rich`${wallet}: `;

const overlaps: Messages["overlaps"] = {
  several: (count, of, resource) =>
    `⚠️ ${resources[resource]} уже есть у ${formatInteger(count)} из ${counted(of, ["кошелька", "кошельков", "кошельков"])}`,
  holds: (held, until) => rich`⚠️ ${at(held)}уже есть ${heldAmount(held)} до ${until}`,
  holdsParts: (held, first, last) =>
    rich`⚠️ ${at(held)}уже есть ${heldAmount(held)}, первая аренда до ${first}, последняя до ${last}`,
  gets: (held) => rich`⚠️ ${at(held)}уже доставляется ${heldAmount(held)}`,
  more: (count) => `⚠️ и ещё ${wallets(count)}`,
};

// /usdt

const energy = (amount: number) => units(amount, "energy");

/** `wayOut` where the recipient may need more than is proposed. */
function transferTakes(
  { basis, triedUnits = 0, neededUnits, to }: SizeFacts,
  wayOut: string | undefined,
): Part {
  const needed = energy(neededUnits);
  switch (basis) {
    case "tried":
      return rich`Проба на контракте: перевод USDT на ${to} берёт ${energy(triedUnits)}, хватит ${formatInteger(neededUnits)}.`;
    case "holdsSome":
      return rich`На ${to} есть USDT: перевод берёт ${needed}.`;
    case "holdsNone":
      return rich`На ${to} нет USDT: перевод берёт ${needed}.`;
    case "notActivated":
      return rich`${to} не активирован, поэтому USDT там нет: на первый перевод ${needed}.`;
    case "usual":
      return rich`Обычно перевод USDT берёт ${needed}. Если на ${to} никогда не было USDT, нужно ${formatInteger(USDT_NEW_ENERGY)}${wayOut === undefined ? "" : `: ${wayOut}`}.`;
  }
}

function senderHolds({ heldUnits, rentUnits, neededUnits }: SizeFacts): string | undefined {
  if (heldUnits === 0) return undefined;
  const missing = neededUnits - heldUnits;
  const less = `У отправителя свободно ${formatInteger(heldUnits)}, не хватает ${formatInteger(missing)}.`;
  return rentUnits > missing
    ? `${less} Наименьшая аренда: ${formatInteger(MIN_AMOUNT.energy)}.`
    : less;
}

const usdt: Messages["usdt"] = {
  question: (isGroup) =>
    join([
      "Сколько энергии берёт перевод USDT?",
      `${isGroup ? "Ответьте на мой вопрос двумя кошельками" : "Пришлите два кошелька"}: кто отправляет, потом кто получает.`,
      rich`Например: T… T… или ${code("@hot @cold")}`,
    ]),
  askRecipient: (from, isGroup) =>
    join([
      rich`Кому переводит USDT ${from}?`,
      `${isGroup ? "Ответьте на мой вопрос кошельком" : "Пришлите кошелёк"} получателя.`,
    ]),
  askSender: (to, isGroup) =>
    join([
      rich`Кто переводит USDT на ${to}?`,
      `${isGroup ? "Ответьте на мой вопрос кошельком" : "Пришлите кошелёк"} отправителя.`,
    ]),
  prompt: {
    both: "Кто отправляет USDT и кто получает? Ответьте двумя кошельками, первым отправителя.",
    recipient: "Кто получает USDT? Ответьте кошельком получателя.",
    sender: "Кто отправляет USDT? Ответьте кошельком отправителя.",
  },
  sized: (facts) => join([transferTakes(facts, undefined), senderHolds(facts)]),
  enough: (facts) => {
    const { basis, heldUnits } = facts;
    const isShortForNew = basis === "usual" && heldUnits < USDT_NEW_ENERGY;
    return join([
      bold(`Арендовать не нужно: у отправителя ${energy(heldUnits)}`),
      transferTakes(facts, isShortForNew ? "недостающее можно арендовать через /buy" : undefined),
    ]);
  },
  lacksBandwidth: (burn, amount, cost) =>
    `У отправителя нет Bandwidth: сгорит ${burn} TRX, а аренда ${formatInteger(amount)} стоит ${cost}.`,
  onlyBandwidth: (line) => rich`⚠️ Но у него нет Bandwidth: за него сгорят TRX. Арендовать: ${line}`,
  burnsNothing: "✅ Этот перевод бесплатный: TRX не сгорают.",
  noBandwidth: "⚠️ Bandwidth сейчас нет: здесь только энергия.",
  notActivated: (from) =>
    rich`⚠️ ${from} не активирован в TRON и не может отправить USDT. Сначала пришлите туда немного TRX.`,
};

// Changes of orders that rest

const amend: Messages["amend"] = {
  title: "Изменение заказа",
  terms: (what, priceSun) => `${rental(what)} · ${priceSun} SUN`,
  question: "Что изменить?",
  price: "Цену",
  lifetime: "Срок ожидания",
  askLifetime: (created) => rich`Сколько ждать, считая от ${created}?`,
  hours: (hours) => (hours < 24 ? `${hours} ч` : `${hours / 24} дн.`),
  more: (priceSun, more) =>
    `⚠️ При ${priceSun} SUN удерживается на ${more} TRX больше. Лишнее вернётся.`,
  hold: (more) => `Удержать ещё ${more} TRX`,
  close: "Оставить как есть",
  priceChanged: (priceSun) => `✅ Новая цена: ${priceSun} SUN`,
  lifetimeChanged: (until) => rich`✅ Изменено: ждёт до ${until}`,
  closed: "Закрыто, ничего не изменено.",
  readFirst: "Сначала прочтите, потом нажмите ещё раз.",
  over: "Эта карточка закрыта. Изменить заказ можно кнопкой на его карточке.",
};

// What happens to withdrawals

const ordered: Messages["ordered"] = ({ what, paid, more, priceSun, key }) =>
  join([
    bold(
      more
        ? `🔔 Через API повышена цена заказа: теперь ${paid} TRX (+${more})`
        : `🔔 Через API заказано на ${paid} TRX`,
    ),
    `${rental(what)}, по ${priceSun} SUN`,
    rich`Ключ: ${key}`,
    "Это были не вы? Отзовите ключ: /key.",
  ]);

const orderedInHour: Messages["orderedInHour"] = (paid, from) =>
  join([
    bold(`🔔 За час через API заказано на ${paid} TRX`),
    `Каждый заказ меньше выбранных вами ${from} TRX; список: /orders.`,
    "Это были не вы? Отзовите ключ: /key.",
  ]);

const withdrawalNews: Messages["withdrawalNews"] = {
  asked: ({ amount, address, from, approval }) =>
    join([
      bold(`🔔 Запрошен вывод ${amount} TRX через API`),
      rich`На ${address}: на этот адрес вы ещё не выводили.`,
      approval ? "Сначала решение примет оператор." : undefined,
      from ? rich`Отправим не раньше ${from}.` : undefined,
      "Это были не вы? Отмените вывод и отзовите ключи: /key.",
    ]),
  paid: (amount, address, transaction) =>
    join([bold(`🔔 Выплачено ${amount} TRX`), rich`На ${address}`, transaction]),
  refused: (amount, address, reason) =>
    join([
      bold(`🔔 В выводе ${amount} TRX отказано`),
      rich`На ${address}`,
      reason && `Причина: ${reason}`,
      "Деньги снова на балансе.",
    ]),
  delayed: (amount, address) =>
    join([
      bold(`🔔 Вывод ${amount} TRX задерживается`),
      rich`На ${address}`,
      "Оператор должен сначала пополнить счёт для выплат. Потом деньги уйдут сами; до этого вывод можно отменить.",
    ]),
  unpaid: (amount, address) =>
    join([
      bold(`🔔 Вывод ${amount} TRX не прошёл`),
      rich`На ${address}`,
      "Перевод вовремя не попал ни в один блок. Сумма по-прежнему зарезервирована, и оператор должен одобрить вывод заново; до этого его можно отменить.",
    ]),
  unbooked: (amount, address) =>
    join([
      bold(`🔔 Вывод ${amount} TRX снова открыт`),
      rich`На ${address}`,
      "Он был по ошибке отмечен как выплаченный. Сумма снова зарезервирована, и оператор должен одобрить вывод заново; до этого его можно отменить.",
    ]),
};

// /withdraw

const withdraw: Messages["withdraw"] = {
  title: "Вывод TRX",
  titleOf: (amount) => `Вывести ${amount} TRX`,
  off: (contact) =>
    `Вывод здесь отключён. Чтобы забрать деньги, напишите: ${contact ?? "оператору"}.`,
  withdrawable: (amount) => `Можно вывести: ${amount} TRX`,
  gifts: "Начисления от оператора можно потратить здесь, но не вывести.",
  least: (least, fee) => `Минимальный вывод — ${least} TRX, комиссия — ${fee} TRX.`,
  askAddress: (hasWallets) =>
    hasWallets
      ? "На какой адрес? Выберите свой кошелёк или пришлите другой адрес."
      : "На какой адрес? Пришлите его сюда.",
  askAmount: (least, most) => `Сколько TRX должно прийти? От ${least} до ${most}.`,
  all: (amount) => `Всё: ${amount} TRX`,
  to: (address) => rich`На ${address}`,
  fee: (fee) => `Комиссия: ${fee} TRX`,
  feeWithActivation: (fee, activation) =>
    `Комиссия: ${fee} TRX, из них ${activation} TRX — активация нового аккаунта`,
  arrives: (amount) => `Придёт: ${amount} TRX`,
  taken: (amount) => `Спишется с баланса: ${amount} TRX`,
  atOnce: "Отправим сразу.",
  newAddress: (hours) => `⏳ Новый адрес: отправим через ${hours} ч, до этого можно отменить.`,
  needsOperator: "⏳ Сначала вывод должен одобрить оператор.",
  asksAgain: "⚠️ Отправленный вывод не вернуть. Сверьте адрес.",
  sendAgain: (amount) => `Да, отправить ${amount} TRX`,
  close: "Закрыть",
  closed: "Закрыто, ничего не выведено.",
  over: "Эта карточка закрыта. Новая: /withdraw.",
  readFirst: "Сначала прочтите, потом нажмите ещё раз.",
  status: {
    waiting: (amount) => `🕓 Вывод ${amount} TRX`,
    approval: (amount) => `🕓 Вывод ${amount} TRX`,
    signed: (amount) => `⏳ Вывод ${amount} TRX`,
    paid: (amount) => `✅ Выплачено ${amount} TRX`,
    refused: (amount) => `❌ В выводе ${amount} TRX отказано`,
    cancelled: (amount) => `Вывод ${amount} TRX отменён`,
  },
  awaitsOperator: "Ждёт одобрения оператора.",
  notBefore: (due) => rich`Отправим не раньше ${due}.`,
  soon: "Отправим, как только будет возможно.",
  paused: "Выплаты приостановлены; отправим, когда они возобновятся.",
  canCancel: "До этого вывод можно отменить.",
  onItsWay: "Отправлено; станет окончательным примерно через минуту.",
  reason: (reason) => `Причина: ${reason}`,
  isBack: (amount) => `${amount} TRX снова на балансе.`,
  openTitle: "Ещё не отправлено",
  openLine: ({ amount, address, due, isApproved }) =>
    rich`${amount} TRX на ${address}${due ? rich`, не раньше ${due}` : ""}${isApproved ? "" : ", ждёт одобрения оператора"}`,
  transaction: "Транзакция",
  cancelOne: (amount, wallet) =>
    whatFits(36, `Отменить ${amount} TRX на ${wallet}`, `Отменить ${amount} TRX`),
  cancelledToast: (amount) => `Отменено: ${amount} TRX снова на балансе.`,
  tooLate: "Отменить уже нельзя. Что ещё можно отменить: /withdraw.",
  notices: {
    NO_ADDRESS: ({ said }) => `${that(said)} — не адрес TRON. Адреса начинаются с T.`,
    BAD_ADDRESS: () => "В адресе опечатка. Скопируйте его ещё раз.",
    ETHEREUM: () => "Это адрес в формате Ethereum. Адреса TRON начинаются с T.",
    HEX: () => HEX,
    NO_SUCH_NAME: ({ said }) => `Такого имени нет в вашей /book${said ? `: ${said}` : ""}.`,
    SEVERAL: () => "Один адрес на один вывод.",
    CONTRACT: () => "Этот адрес — контракт. Выплаты идут только на кошельки.",
    DESKS_OWN: () =>
      "Этот адрес ничей или принадлежит сервису, как и ваш адрес для пополнения. Пришлите адрес своего кошелька.",
    TWO_READINGS: ({ said, readings }) => twoReadings(said, readings),
    NOT_AMOUNT: ({ said }) => `${that(said)} — не сумма. Введите TRX, например 10 или 12.5.`,
    TOO_SMALL: ({ least }) => `Не меньше ${least} TRX.`,
    TOO_LARGE: ({ most, fee }) => `Может прийти не больше ${most} TRX, после комиссии ${fee} TRX.`,
    FEE_TAKES_ALL: ({ fee }) =>
      `Для этого адреса комиссия ${fee} TRX, потому что аккаунт новый: останется слишком мало. Укажите другой адрес.`,
    FEE_CHANGED: () => "Комиссия выросла. Ничего не отправлено.",
    BALANCE: ({ most }) =>
      `Баланс изменился: может прийти не больше ${most} TRX. Ничего не отправлено.`,
    TOO_MANY: () =>
      "У вас 20 ещё не выплаченных выводов. Отмените один из них или дождитесь выплаты. Ничего не списано.",
    OFF: ({ contact }) => `Вывод сейчас отключён. Напишите: ${contact ?? "оператору"}.`,
    HALTED: () => "Сейчас выводы не делаются. Ничего не списано. Попробуйте позже.",
    CHAIN_UNAVAILABLE: () => "Сейчас нет связи с TRON. Ничего не списано. Попробуйте через минуту.",
    FAILED: () => "Не получилось. Ничего не списано. Попробуйте чуть позже.",
  },
};

export const ru: Messages = {
  ...account,
  deposit,
  buttons,
  commands,
  wizard,
  confirm,
  noPay,
  closed,
  notices,
  batch,
  booking,
  orders,
  settings,
  sell,
  stats,
  help,
  history,
  news,
  manual,
  keys,
  notes,
  twoReadings,
  unknownCommand,
  profile,
  prompts,
  toasts,
  files,
  book,
  overlaps,
  usdt,
  amend,
  ordered,
  orderedInHour,
  withdrawalNews,
  withdraw,
};
