/** The address book as CSV: what `/book` takes in again. */
import { csvLine } from "../../domain/csv.js";
import type { Engine } from "../../engine/context.js";
import { readWalletNames } from "../../engine/customers/wallet-names.js";
import { bookCard } from "../cards/book.js";
import type { NamesDocument, Written } from "../files/document.js";
import { languageOf } from "../language.js";

/** As it is when it is sent. With a mark of byte order, or some spreadsheets would take its letters for others. */
export function writeNames(engine: Engine, { customerId, userId }: NamesDocument): Written {
  const names = readWalletNames(engine, customerId);
  if (names.length === 0) return { instead: bookCard(names, 0, languageOf({ engine }, userId)) };
  const lines = names.map(({ name, address }) => csvLine([name, address]));
  return { name: "wallets.csv", bytes: Buffer.from(`\ufeff${csvLine(COLUMNS)}${lines.join("")}`) };
}

const COLUMNS = ["name", "wallet"];
