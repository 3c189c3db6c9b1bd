/** The address book. */
import { formatInteger } from "../../../domain/money.js";
import { MAX_NAMES } from "../../../domain/wallet-name.js";
import { bold, code, join, rich } from "../../format.js";
import type { NameProblem } from "../../intake/book-file.js";
import type { BookTexts } from "../messages/book.js";
import { wallets } from "./words.js";

const LETTERS = "1 to 32 letters, digits, - and _, one of them a letter";

const howTo = join([
  rich`Add one: ${code("/book cold1 T…")}`,
  rich`Use it where a wallet is asked: ${code("@cold1")}`,
  "Many at once: a CSV of names and wallets with the caption /book",
]);

const problems: Record<NameProblem, string> = {
  noWallet: "no wallet",
  checksum: "a mistyped wallet",
  noName: "no name",
  badName: `no name (${LETTERS})`,
  twice: "a name that stands for another wallet above",
};

export const book: BookTexts = {
  title: (names) => `Address book · ${wallets(names)}`,
  page: (page, pages) => `Page ${page} of ${pages}`,
  empty: join([bold("Your address book is empty"), howTo]),
  howTo,
  entry: (uses) => (uses > 0 ? `Ordered ${uses === 1 ? "once" : `${uses} times`}` : undefined),
  added: (name, wallet) => rich`✅ ${name} is ${wallet}`,
  same: (name, wallet) => rich`${name} is ${wallet} already.`,
  changed: (name, wallet, before) => rich`✅ ${name} is ${wallet} now. It was ${before}`,
  full: `⚠️ Your address book holds ${MAX_NAMES} names, which is the most. Remove one first: /book remove cold1`,
  removed: (name, wallet, again) =>
    rich`${name} is removed; it was ${wallet}. To have it back: ${again}`,
  noSuchName: (name) => `⚠️ ${name} is not in your address book. See /book.`,
  badName: (name) => `⚠️ “${name}” is no name. A name has ${LETTERS}.`,
  badWallet: (wallet) => rich`⚠️ ${wallet} is no TRON address. Copy it once more.`,
  usage: join([
    "⚠️ I did not understand that.",
    howTo,
    rich`Remove one: ${code("/book remove cold1")}`,
    rich`All as a file: ${code("/book export")}`,
  ]),
  imported: ({ outcomes, badLines, moreBadLines }) => {
    const { added, changed, same, full } = outcomes;
    return join([
      bold("Names from the file"),
      `✅ ${formatInteger(added)} new, ${formatInteger(changed)} changed, ${formatInteger(same)} as before`,
      full > 0
        ? `⚠️ ${formatInteger(full)} found no room: ${MAX_NAMES} names are the most.`
        : undefined,
      ...badLines.map(({ line, why }) => `❌ Line ${formatInteger(line)}: ${problems[why]}`),
      moreBadLines > 0 ? `❌ and ${formatInteger(moreBadLines)} lines more` : undefined,
    ]);
  },
  notUtf8: "⚠️ Names in that file cannot be read for sure. Save it as CSV (UTF-8), and send that.",
  caption: (names) => `Address book · ${wallets(names)}. To take it in again: caption /book.`,
  buttons: {
    buy: "Buy for it",
    remove: "Remove",
    back: "Back",
    export: "Export CSV",
    earlier: "Previous",
    later: "Next",
  },
};
