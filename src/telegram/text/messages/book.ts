/** `/book`: the names that a customer gives to wallets. */
import type { NameOutcome } from "../../../engine/customers/wallet-names.js";
import type { Part } from "../../format.js";
import type { NameProblem } from "../../intake/book-file.js";

/** What became of a file of names. */
export interface ImportFacts {
  readonly outcomes: Record<NameOutcome["kind"], number>;
  readonly badLines: readonly { readonly line: number; readonly why: NameProblem }[];
  /** Lines that are not listed. */
  readonly moreBadLines: number;
}

export interface BookTexts {
  readonly title: (names: number) => string;
  readonly page: (page: number, pages: number) => string;
  readonly empty: Part;
  readonly howTo: Part;
  readonly entry: (uses: number) => string | undefined;
  /** What became of a name that was given; `name` with its sign, `wallet` in full. */
  readonly added: (name: string, wallet: Part) => Part;
  readonly same: (name: string, wallet: Part) => Part;
  readonly changed: (name: string, wallet: Part, before: Part) => Part;
  readonly full: Part;
  readonly removed: (name: string, wallet: Part, again: Part) => Part;
  readonly noSuchName: (name: string) => Part;
  readonly badName: (name: string) => Part;
  readonly badWallet: (wallet: Part) => Part;
  readonly usage: Part;
  readonly imported: (facts: ImportFacts) => Part;
  /** The file holds letters that cannot be told. */
  readonly notUtf8: Part;
  readonly caption: (names: number) => Part;
  readonly buttons: {
    readonly buy: string;
    readonly remove: string;
    readonly back: string;
    readonly export: string;
    readonly earlier: string;
    readonly later: string;
  };
}
