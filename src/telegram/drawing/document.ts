/** Writes what a document is of; the address book as CSV, which `/book` takes in again. */
import { csvLine } from "../../common/csv.js";
import type { Engine } from "../../engine/context.js";
import { readWalletNames } from "../../engine/customers/wallet-names.js";
import { bookCard } from "../cards/book.js";
import type { Document, NamesDocument, Written } from "../files/document.js";
import { languageOf } from "../language.js";
import { writeHistory } from "./history-file.js";

export function writeDocument(
  engine: Engine,
  document: Document,
  goOn: () => void,
): Promise<Written> {
  switch (document.kind) {
    case "history":
      return writeHistory(engine, document, goOn);
    case "names":
      return writeNames(engine, document);
  }
}

/** As it is when it is sent. With a mark of byte order, or some spreadsheets would take its letters for others. */
async function writeNames(engine: Engine, { customerId, userId }: NamesDocument): Promise<Written> {
  const names = await readWalletNames(engine, customerId);
  if (names.length === 0)
    return { instead: bookCard(names, 0, await languageOf({ engine }, userId)) };
  const lines = names.map(({ name, address }) => csvLine([name, address]));
  return {
    name: "wallets.csv",
    bytes: Buffer.from(`\ufeff${csvLine(NAMES_COLUMNS)}${lines.join("")}`),
  };
}

const NAMES_COLUMNS = ["name", "wallet"];
