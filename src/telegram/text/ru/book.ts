/** The address book. */
import { formatInteger } from "../../../domain/money.js";
import { MAX_NAMES } from "../../../domain/wallet-name.js";
import { bold, code, join, rich } from "../../format.js";
import type { NameProblem } from "../../intake/book-file.js";
import type { BookTexts } from "../messages/book.js";
import { counted, wallets } from "./words.js";

const LETTERS = "до 32 букв, цифр, знаков - и _, среди них хотя бы одна буква";

const howTo = join([
  rich`Добавить: ${code("/book cold1 T…")}`,
  rich`Писать вместо кошелька: ${code("@cold1")}`,
  "Сразу много: файл CSV с именами и кошельками и подписью /book",
]);

const problems: Record<NameProblem, string> = {
  noWallet: "нет кошелька",
  checksum: "ошибка в адресе",
  noName: "нет имени",
  badName: `не имя (${LETTERS})`,
  twice: "это имя уже занято другим кошельком выше",
};

export const book: BookTexts = {
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
      ...badLines.map(({ line, why }) => `❌ Строка ${formatInteger(line)}: ${problems[why]}`),
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
