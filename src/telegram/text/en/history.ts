/** The texts of /history. */
import { bold, join, rich } from "../../format.js";
import type { HistoryTexts } from "../messages/history.js";

const period = (from: string | undefined, to: string) =>
  from === to ? `on ${to}` : `${from ? `from ${from} ` : ""}to ${to}`;

export const history: HistoryTexts = {
  caption: (from, to) =>
    join([bold("Account history"), `Every movement ${period(from, to)}; times UTC, amounts TRX.`]),
  nothing: (from, to) => `No movement of your balance ${period(from, to)}.`,
  tooLarge: (command) =>
    command
      ? rich`That is more than one file holds. This much fits: ${command}`
      : "A single day is more than one file holds. Read the orders over HTTP, with a key of yours.",
  wrongDay: (word, example) => rich`“${word}” is no day. Write days like this: ${example}`,
  backwards: (example) => rich`The end is before the beginning. Write it like this: ${example}`,
};
