/** The texts of /history. */
import { bold, join, rich } from "../../format.js";
import type { HistoryTexts } from "../messages/history.js";

const period = (from: string | undefined, to: string) =>
  from === to ? `за ${to}` : `${from ? `с ${from} ` : ""}по ${to}`;

export const history: HistoryTexts = {
  caption: (from, to) =>
    join([bold("История счёта"), `Все движения ${period(from, to)}; время UTC, суммы в TRX.`]),
  nothing: (from, to) => `Движений по балансу ${period(from, to)} не было.`,
  tooLarge: (command) =>
    command
      ? rich`Это больше, чем вмещает один файл. Столько поместится: ${command}`
      : "Даже один день не помещается в файл. Читайте заказы по HTTP своим ключом.",
  wrongDay: (word, example) => rich`«${word}» — не дата. Пишите даты так: ${example}`,
  backwards: (example) => rich`Конец раньше начала. Напишите так: ${example}`,
};
