/** /book. */
import { MAX_NAMES } from "../../domain/wallet-name.js";
import { join, type Part } from "../transport/format.js";
import type { NamesIn, Words } from "./words.js";

/** What became of a file of names. */
interface ImportFacts {
  readonly outcomes: Record<"added" | "changed" | "same" | "full", number>;
  readonly badLines: readonly { readonly line: number; readonly why: NamesIn<"book-problem"> }[];
  /** Lines that are not listed. */
  readonly moreBadLines: number;
  /** Names that stand for another wallet, which they keep until they are replaced. */
  readonly taken: readonly string[];
  readonly moreTaken: number;
}

export const book = ({ text, rich, list }: Words) => ({
  /** For whoever is in a team. */
  own: text("book-own"),
  ofTeam: (name: string): string => text("book-of-team", { name }),
  title: (names: number): string => text("book-title", { names }),
  page: (page: number, pages: number): string => text("book-page", { page, pages }),
  empty: rich("book-empty"),
  howTo: rich("book-how-to"),
  entry: (uses: number): string | undefined =>
    uses > 0 ? text("book-entry", { uses }) : undefined,
  /** What became of a name that was given; `wallet` in full. */
  added: (name: string, wallet: Part): Part => rich("book-added", { name, wallet }),
  same: (name: string, wallet: Part): Part => rich("book-same", { name, wallet }),
  changed: (name: string, wallet: Part, before: Part): Part =>
    rich("book-changed", { name, wallet, before }),
  /** Asks whether to replace it. */
  taken: (name: string, wallet: Part, before: Part): Part =>
    rich("book-taken", { name, wallet, before }),
  kept: text("book-kept"),
  full: text("book-full", { maxNames: MAX_NAMES }),
  removed: (name: string, wallet: Part, again: Part): Part =>
    rich("book-removed", { name, wallet, again }),
  noSuchName: (name: string): Part => text("book-no-such-name", { name }),
  badName: (name: string): Part => text("book-bad-name", { name }),
  meansElse: (name: string): string => text("book-means-else", { name }),
  badWallet: (wallet: Part): Part => rich("book-bad-wallet", { wallet }),
  ethereum: text("book-ethereum"),
  hex: text("book-hex"),
  usage: rich("book-usage"),
  imported: ({ outcomes, badLines, moreBadLines, taken, moreTaken }: ImportFacts): Part => {
    const { added, changed, same, full } = outcomes;
    return join([
      rich("book-imported"),
      text("book-imported-counts", { added, changed, same }),
      full > 0 ? text("book-imported-full", { full, maxNames: MAX_NAMES }) : undefined,
      ...badLines.map(({ line, why }) =>
        text("book-imported-line", { line, why: text(`book-problem-${why}`) }),
      ),
      moreBadLines > 0 ? text("book-imported-more", { count: moreBadLines }) : undefined,
      taken.length > 0
        ? text("book-imported-taken", {
            names: taken.length + moreTaken,
            listed: moreTaken > 0 ? `${taken.join(", ")} …` : list(taken),
          })
        : undefined,
    ]);
  },
  /** The file holds letters that cannot be told. */
  notUtf8: text("book-not-utf8"),
  caption: (names: number): Part => text("book-caption", { names }),
  buttons: {
    buy: text("book-buttons-buy"),
    remove: text("book-buttons-remove"),
    back: text("book-buttons-back"),
    export: text("book-buttons-export"),
    replace: (names: number): string => text("book-buttons-replace", { names }),
    keep: text("book-buttons-keep"),
    earlier: text("book-buttons-earlier"),
    later: text("book-buttons-later"),
  },
});
