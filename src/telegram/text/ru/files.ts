/** Files of wallets. */
import type { FileTexts } from "../messages/files.js";
import { wallets } from "./words.js";

const AS_CSV = "Сохраните его как CSV (UTF-8) с кошельками в первом столбце и пришлите.";

export const files: FileTexts = {
  problem: {
    tooLarge:
      "⚠️ Файл больше 64 КиБ. Разделите его или пришлите один столбец с кошельками: войдёт 1,800.",
    unavailable: "⚠️ Telegram не отдал этот файл. Пришлите его ещё раз.",
    spreadsheet: `⚠️ Это электронная таблица, прочитать её я не могу. ${AS_CSV}`,
    notText: `⚠️ Это не текстовый файл. ${AS_CSV}`,
    noWallets: `⚠️ В файле нет ни одного адреса TRON. ${AS_CSV}`,
  },
  next: (next, left) => `Ещё ${wallets(next)} (осталось ${left})`,
};
