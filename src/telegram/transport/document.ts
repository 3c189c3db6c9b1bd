/**
 * Files that are sent as documents. The outbox row says what a file contains; it is written when it is sent, so no table holds
 * its bytes. One is written at a time, and a long one part by part while it is sent, so that they do not add up in memory.
 */
import type { Day } from "../../common/time.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Card } from "./message.js";

/** The statement of an account. */
export interface HistoryDocument {
  readonly kind: "history";
  readonly customerId: CustomerId;
  /** Who reads the words beside it. */
  readonly userId: number;
  /** Undefined: from the beginning. */
  readonly from: Day | undefined;
  readonly to: Day;
  /** Unix milliseconds: the end of the file, however often it is sent. */
  readonly untilMs: number;
}

/** The address book. */
export interface NamesDocument {
  readonly kind: "names";
  readonly customerId: CustomerId;
  /** Who reads the words beside it. */
  readonly userId: number;
}

/** The log of a team, or what of it is older than a line. */
export interface TeamLogDocument {
  readonly kind: "teamLog";
  readonly customerId: CustomerId;
  /** Who reads it. */
  readonly userId: number;
  readonly before: number | undefined;
}

/** The report of a team. */
export interface TeamReportDocument {
  readonly kind: "teamReport";
  readonly customerId: CustomerId;
  /** Who reads it. */
  readonly userId: number;
  readonly days: number;
  /** Unix milliseconds: the last day contains it, however often it is sent. */
  readonly at: number;
}

/** What a file contains; its kind says who writes it. */
export type Document = HistoryDocument | NamesDocument | TeamLogDocument | TeamReportDocument;

/** Or its parts, from the first one again with each call. */
export type FileBytes = Buffer | (() => AsyncIterable<Buffer>);

export type Written =
  /** With a caption where that depends on the file. */
  | { readonly name: string; readonly bytes: FileBytes; readonly card?: Card }
  /** There is nothing to send, or too much. */
  | { readonly instead: Card };

/** The desk stops: the file is written at the next start. */
export class WritingStopped extends Error {
  override name = "WritingStopped";
}

/** Calls `goOn` between its parts, which throws when the desk stops. */
export type WriteDocument = (document: Document, goOn: () => void) => Promise<Written>;

export class DocumentWriter {
  readonly #write: WriteDocument;
  readonly #stopping = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(write: WriteDocument) {
    this.#write = write;
  }

  write = (document: Document): Promise<Written> => {
    const written = this.#last.then(() => {
      this.#goOn();
      return this.#write(document, this.#goOn);
    });
    this.#last = written.then(
      () => {},
      () => {},
    );
    return written;
  };

  stop(): void {
    this.#stopping.abort();
  }

  #goOn = (): void => {
    if (this.#stopping.signal.aborted) throw new WritingStopped();
  };
}
