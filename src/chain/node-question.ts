/** What a question about a node consists of, and the words that findings share. */
import { formatInteger } from "../domain/money.js";
import type { Asked } from "./node-asked.js";

export interface NodeQuestion {
  /** As JSON names it: "blockRanges", and "owner TADDRESS" for each owner. */
  readonly name: string;
  /** A few words for people. */
  readonly about: string;
  /** What the desk does with a node that lacks it, in sentences. */
  readonly without: string;
  /** Throws ChainUnavailable without a usable answer. */
  readonly ask: (asked: Asked) => Promise<Said>;
}

/** `unknown`: the node has nothing to judge by, or did not answer. */
export interface Said {
  readonly verdict: "fine" | "missing" | "unknown";
  readonly says: string;
}

export const fine = (says: string): Said => ({ verdict: "fine", says });
export const missing = (says: string): Said => ({ verdict: "missing", says });
export const unknown = (says: string): Said => ({ verdict: "unknown", says });

/** "1 block", "2 blocks" */
export function counted(count: number, what: string): string {
  return `${formatInteger(count)} ${what}${count === 1 ? "" : "s"}`;
}

/** The part of a block's id that differs from any other chain's; a whole id takes a line of its own. */
export function shownId(id: string): string {
  return `0000…${id.slice(-16)}`;
}
