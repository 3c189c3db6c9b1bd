/** The texts of /sell. */
import type { Delegating, Power } from "../../../domain/permission.js";
import { code, join, rich } from "../../format.js";
import type { SellTexts } from "../messages/sell.js";
import { durationTitle, ofResource, resources } from "./words.js";

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

export const sell: SellTexts = {
  title: "Продажа энергии и Bandwidth",
  list: "Ваши аккаунты, которые продают:",
  account: (address, earned, isPaused) =>
    rich`${address}\n${isPaused ? "⏸ на паузе" : "✅ продаёт"}, к выплате ${earned} TRX`,
  moreAccounts: (count) => `и ещё ${count}`,
  address: join([
    "С какого аккаунта продавать?",
    "Пришлите его адрес. На нём нужны TRX в стейкинге; они остаются на нём, а прекратить можно в любой момент.",
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
  },
  seller: {
    state: (isPaused) => (isPaused ? "⏸ На паузе" : "✅ Продаёт"),
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
    open: (count) =>
      count === 0 ? "Открытых делегирований нет" : `Открытых делегирований: ${count}`,
    delegation: (amount, price, earns, end) =>
      end
        ? rich`${amount} по ${String(price)} SUN, доход ${earns} TRX, до ${end}`
        : `${amount} по ${price} SUN, доход ${earns} TRX, в пути`,
    moreDelegations: (count) => `и ещё ${count}`,
    offer: ({ resource, price, shortest, longest, chunk, keep, isOn }) =>
      `${isOn ? "✅" : "⏸"} ${resources[resource]}: ${price} SUN, срок: ${durationTitle(shortest)}…${durationTitle(longest)}, части от ${chunk}, себе ${keep}`,
    noOffer: "Аккаунт пока ничего не предлагает.",
    allowsMore: "⚠️ Аккаунт разрешает сервису больше, чем нужно для продажи. Нажмите «Разрешение».",
  },
  offer: {
    title: (resource) => `Предложение: ${resources[resource]}`,
    about: "Нажмите на то, что хотите изменить, затем «Выставить».",
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
      keep: (value) => `Себе ${value}`,
    },
    price: (sun) => `${sun} SUN`,
  },
  notices: {
    NO_ADDRESS: "Здесь нет адреса TRON. Адреса начинаются с T.",
    BAD_ADDRESS: "В адресе опечатка: контрольная сумма не сходится.",
    SEVERAL_ADDRESSES: "Пожалуйста, по одному аккаунту за раз.",
    NOT_ACTIVATED: "Аккаунт не активирован: пришлите на него TRX и поставьте часть в стейкинг.",
    CONTRACT: "Это контракт. Продавать может только кошелёк.",
    DESKS_OWN: "Этот аккаунт принадлежит сервису. Пришлите свой.",
    NO_SIGNATURE: "Это не подпись: в ней 130 шестнадцатеричных знаков, с 0x впереди или без.",
    SIGNATURE_INVALID:
      "Эта подпись не доказывает, что аккаунт ваш. Подпишите текст точно как есть, ключом самого аккаунта.",
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
    closed: "Закрыто. Что продаётся, продаётся дальше. Открыть снова: /sell.",
    replaced: "Эту карточку сменила новая.",
  },
  toasts: {
    notYours: "Эта карточка не ваша. Откройте свою: /sell.",
    closed: "Эта карточка закрыта. Откройте новую: /sell.",
    saved: "Сохранено.",
    unchanged: "Прочитано заново: пока без изменений.",
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
