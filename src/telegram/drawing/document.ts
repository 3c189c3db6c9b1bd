/** Writes the content of a document; the address book as CSV, which `/book` takes in again. */
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
): Written | Promise<Written> {
  switch (document.kind) {
    case "history":
      return writeHistory(engine, document, goOn);
    case "names":
      return writeNames(engine, document);
  }
}

/** As it is when it is sent. With a byte order mark, because some spreadsheets would misread its letters. */
function writeNames(engine: Engine, { customerId, userId }: NamesDocument): Written {
  const names = readWalletNames(engine, customerId);
  if (names.length === 0) return { instead: bookCard(names, 0, languageOf({ engine }, userId)) };
  const lines = names.map(({ name, address }) => csvLine([name, address]));
  return {
    name: "wallets.csv",
    bytes: Buffer.from(`\ufeff${csvLine(NAMES_COLUMNS)}${lines.join("")}`),
  };
}

const NAMES_COLUMNS = ["name", "wallet"];
