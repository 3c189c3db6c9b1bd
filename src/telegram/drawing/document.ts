/** Writes what a document is of. */
import type { Engine } from "../../engine/context.js";
import type { Document, Written } from "../files/document.js";
import { writeHistory } from "./history-file.js";
import { writeNames } from "./names-file.js";

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
