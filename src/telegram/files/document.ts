/**
 * Files that are sent as documents. The outbox names what is in one; it is written when it is sent, so no table holds its
 * bytes, and one at a time, so that they do not meet in memory.
 */
import type { Engine } from "../../engine/context.js";
import type { Card } from "../card.js";
import { type HistoryDocument, writeHistory } from "./history-file.js";
import { type NamesDocument, writeNames } from "./names-file.js";

/** What a file is of; its kind says who writes it. */
export type Document = HistoryDocument | NamesDocument;

export type Written =
  | { readonly name: string; readonly bytes: Buffer }
  /** There is nothing to send, or too much. */
  | { readonly instead: Card };

/** The desk stops: it is written at the next start. */
export class WritingStopped extends Error {
  override name = "WritingStopped";
}

export class DocumentWriter {
  readonly #engine: Engine;
  readonly #stopping = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  write = (document: Document): Promise<Written> => {
    const written = this.#last.then(() => this.#write(document));
    this.#last = written.catch(() => {});
    return written;
  };

  stop(): void {
    this.#stopping.abort();
  }

  async #write(document: Document): Promise<Written> {
    const { signal } = this.#stopping;
    const goOn = () => {
      if (signal.aborted) throw new WritingStopped();
    };
    goOn();
    switch (document.kind) {
      case "history":
        return writeHistory(this.#engine, document, goOn);
      case "names":
        return writeNames(this.#engine, document);
    }
  }
}
