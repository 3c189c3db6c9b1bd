/** The address book: a page, a name, what became of what was asked. */
import { expect, test } from "vitest";
import type { WalletName } from "../../../src/engine/customers/wallet-names.js";
import {
  badNameCard,
  badWalletCard,
  bookCard,
  bookUsageCard,
  exportCard,
  importedCard,
  keptCard,
  nameCard,
  namedCard,
  noSuchNameCard,
  notUtf8Card,
  pageOf,
  removedLine,
} from "../../../src/telegram/account/book-card.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import { fileProblemCard } from "../../../src/telegram/kit/notes.js";
import { plain } from "../../../src/telegram/transport/format.js";
import { addressOf } from "../../support/addresses.js";
import { drawn, golden, goldenOf, withMarks } from "./drawn.js";

const [A, B] = [addressOf(1), addressOf(2)];

function named(id: number, name = `cold${id}`, uses = 0): WalletName {
  return { id, name, address: addressOf(id), uses };
}

const many = (count: number) => Array.from({ length: count }, (_, at) => named(at + 1));

test("an empty book says how to fill it", () => {
  expect(golden((messages) => bookCard([], 0, messages))).toMatchInlineSnapshot(`
    "*Your address book is empty*
    Add one: |/book cold1 T…|
    Use it in place of the address: |65k 1h cold1|
    Many at once: a CSV of names and wallets with the caption /book"
  `);
});

test("a book of one page", () => {
  expect(golden((messages) => bookCard(many(3), 0, messages))).toMatchInlineSnapshot(`
    "*Address book · 3 wallets*

    *cold1* |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    *cold2* |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    *cold3* |T9yD14Nj9j7xAB4dbGeiX9h8unkKawPyGg|

    Add one: |/book cold1 T…|
    Use it in place of the address: |65k 1h cold1|
    Many at once: a CSV of names and wallets with the caption /book
    [cold1] [cold2]
    [cold3]
    [Export CSV]"
  `);
});

test("a page amid others, and one there is not", () => {
  const page = golden((messages) => bookCard(many(25), 1, messages)).split("\n");
  expect(page[1]).toBe("Page 2 of 3");
  expect(page.filter((line) => /^\*cold/.test(line))).toHaveLength(10);
  expect(page.slice(-3)).toEqual(["[cold19] [cold20]", "[Previous] [Next]", "[Export CSV]"]);
  for (const { messages } of Object.values(LANGUAGES)) {
    expect(drawn(bookCard(many(25), 99, messages))).toBe(drawn(bookCard(many(25), 2, messages)));
  }
});

test("names as wide as they may be are cut on buttons, and whole in the text", () => {
  for (const letter of ["Ш", "火", "W", "m", "_a"]) {
    const name = letter.repeat(32).slice(0, 32);
    for (const { messages } of Object.values(LANGUAGES)) {
      const card = bookCard([named(1, name), named(2, name)], 0, messages);
      expect(drawn(card)).toContain(name);
    }
  }
});

test("one name", () => {
  expect(golden((messages) => nameCard(named(7, "vault", 1), 0, messages))).toMatchInlineSnapshot(`
    "*vault*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkL2ynyg7|
    Ordered once
    [Buy for it (primary)]
    [Back] [Remove (danger)]"
  `);
  expect(drawn(nameCard(named(7), 0, LANGUAGES.en.messages))).not.toContain("Ordered");
});

test("the page of a name", () => {
  const names = many(25);
  expect([1, 10, 11, 25, 99].map((id) => pageOf(names, id))).toEqual([0, 0, 1, 2, 0]);
});

test("what became of a name that was given or taken away", () => {
  expect(
    goldenOf((messages) =>
      [
        namedCard("cold1", A, { kind: "added" }, 7, messages),
        namedCard("cold1", A, { kind: "same" }, 7, messages),
        namedCard("cold1", A, { kind: "changed", before: B }, 7, messages),
        namedCard("cold1", A, { kind: "full" }, 7, messages),
        keptCard(messages),
        { ...plain(removedLine(named(7, "vault"), messages)), keyboard: [] },
      ]
        .map(withMarks)
        .join("\n\n"),
    ),
  ).toMatchInlineSnapshot(`
    "✅ cold1 is |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|

    cold1 is already |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|.

    ✅ cold1 is |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| now. It was |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|

    ⚠️ Your address book holds 500 names, which is the most. Remove one first: /book remove cold1

    Nothing was replaced.

    vault is removed; it was |T9yD14Nj9j7xAB4dbGeiX9h8unkL2ynyg7|. To have it back: |/book vault T9yD14Nj9j7xAB4dbGeiX9h8unkL2ynyg7|"
  `);
});

test("a name that stands for another wallet is asked about, one of a file as well", () => {
  expect(
    golden((messages) => namedCard("cold1", A, { kind: "taken", before: B }, 7, messages)),
  ).toMatchInlineSnapshot(`
    "cold1 is |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    Replace it with |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|?
    [Keep] [Replace (danger)]"
  `);
  const taken = many(12).map(({ name, address }) => ({ name, address }));
  const outcomes = taken.map(() => ({ kind: "taken", before: B }) as const);
  const file = (count: number) =>
    golden((messages) => importedCard(taken.slice(0, count), outcomes, [], 7, messages));
  expect(`${file(2)}\n${file(12)}`).toMatchInlineSnapshot(`
    "*Names from the file*
    ✅ 0 new, 0 changed, 0 as before
    ⚠️ 2 names stand for other wallets and were not changed: cold1, cold2
    [Keep] [Replace 2 (danger)]
    *Names from the file*
    ✅ 0 new, 0 changed, 0 as before
    ⚠️ 12 names stand for other wallets and were not changed: cold1, cold2, cold3, cold4, cold5, cold6, cold7, cold8, cold9, cold10 …
    [Keep] [Replace 12 (danger)]"
  `);
});

test("what cannot be understood", () => {
  expect(
    goldenOf((messages) =>
      [
        noSuchNameCard("x".repeat(60), messages),
        badNameCard("55", messages),
        badWalletCard("T123", messages),
        badWalletCard(`41${"ab".repeat(20)}`, messages),
        bookUsageCard(messages),
        notUtf8Card(messages),
        exportCard(1, messages),
        ...(["tooLarge", "unavailable", "spreadsheet", "notText", "noWallets"] as const).map(
          (problem) => fileProblemCard(problem, messages),
        ),
      ]
        .map(withMarks)
        .join("\n\n"),
    ),
  ).toMatchInlineSnapshot(`
    "⚠️ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… is not in your address book. See /book.

    ⚠️ “55” is not a name. A name has 1 to 32 letters, digits, - and _, one of them a letter.

    ⚠️ |T123| is not a TRON address. Copy it once more.

    ⚠️ This is an address in hex. Send it as wallets show it: it begins with T.

    ⚠️ I did not understand that.
    Add one: |/book cold1 T…|
    Use it in place of the address: |65k 1h cold1|
    Many at once: a CSV of names and wallets with the caption /book
    Remove one: |/book remove cold1|
    All as a file: |/book export|

    ⚠️ Some names in that file can't be read reliably. Save it as CSV (UTF-8), and send that.

    Address book · 1 wallet. To take it in again: caption /book.

    ⚠️ That file is larger than 64 KiB. Split it, or send the column of wallets only: 1,800 of them fit.

    ⚠️ Telegram did not deliver that file. Send it again.

    ⚠️ That is a spreadsheet, which I cannot read. Save it as CSV (UTF-8) with the wallets in the first column, and send that.

    ⚠️ That file is not text. Save it as CSV (UTF-8) with the wallets in the first column, and send that.

    ⚠️ There is no TRON address in that file. Save it as CSV (UTF-8) with the wallets in the first column, and send that."
  `);
});

test("what became of a file of names", () => {
  const outcomes = [
    ...Array.from({ length: 12 }, () => ({ kind: "added" }) as const),
    { kind: "changed", before: A } as const,
    { kind: "same" } as const,
    { kind: "full" } as const,
  ];
  const whys = ["noWallet", "checksum", "noName", "badName", "twice"] as const;
  const badLines = Array.from({ length: 12 }, (_, at) => ({
    line: at + 1_000,
    why: whys[at % 5] ?? "noName",
  }));
  expect(
    golden((messages) => importedCard([], outcomes, badLines, 7, messages)),
  ).toMatchInlineSnapshot(`
    "*Names from the file*
    ✅ 12 new, 1 changed, 1 as before
    ⚠️ 1 did not fit: at most 500 names.
    ❌ Line 1,000: no wallet
    ❌ Line 1,001: a mistyped wallet
    ❌ Line 1,002: no name
    ❌ Line 1,003: not a name (1 to 32 letters, digits, - and _, one of them a letter)
    ❌ Line 1,004: a name that stands for another wallet above
    ❌ Line 1,005: no wallet
    ❌ Line 1,006: a mistyped wallet
    ❌ Line 1,007: no name
    ❌ Line 1,008: not a name (1 to 32 letters, digits, - and _, one of them a letter)
    ❌ Line 1,009: a name that stands for another wallet above
    ❌ and 2 more lines"
  `);
});
