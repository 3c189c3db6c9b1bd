/** The cards of the address book: a page of names, one name, and the results of a change. In private only. */
import type { NameOutcome, NewName, WalletName } from "../../engine/customers/wallet-names.js";
import { parseAddresses } from "../intake/addresses.js";
import type { BookFile } from "../intake/wallet-file.js";
import { type BookTap, encodeTap } from "../kit/buttons.js";
import { cardOf, nameLabel, type Row, rowsOf } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, code, join, type Part, rich, shorten } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";

const NAMES_A_PAGE = 10;
const LINES_SHOWN = 10;
const LONGEST_WORD = 48;

/** A page that no longer exists shows the last one. */
export function bookCard(
  names: readonly WalletName[],
  wanted: number,
  messages: Messages,
  said?: Part,
): Card {
  const { book } = messages;
  if (names.length === 0) return cardOf(blocks([said], [book.empty]));
  const pages = Math.ceil(names.length / NAMES_A_PAGE);
  const page = Math.min(wanted, pages - 1);
  const shown = names.slice(page * NAMES_A_PAGE, (page + 1) * NAMES_A_PAGE);
  const { earlier, later } = book.buttons;
  return cardOf(
    blocks(
      [said],
      [bold(book.title(names.length)), pages > 1 ? book.page(page + 1, pages) : undefined],
      shown.map((one) => rich`${bold(one.name)} ${code(one.address)}`),
      [book.howTo],
    ),
    [
      ...rowsOf(
        shown.map(({ id, name }) => tapButton(nameLabel(name), { act: "open", number: id })),
        2,
      ),
      [
        ...(page > 0 ? [tapButton(earlier, { act: "page", number: page - 1 })] : []),
        ...(page < pages - 1 ? [tapButton(later, { act: "page", number: page + 1 })] : []),
      ],
      [tapButton(book.buttons.export, { act: "export", number: 0 })],
    ],
  );
}

export function nameCard(one: WalletName, page: number, { book }: Messages): Card {
  const { id, name, address, uses } = one;
  const { buy, remove, back } = book.buttons;
  return cardOf(join([bold(name), code(address), book.entry(uses)]), [
    [{ ...tapButton(buy, { act: "buy", number: id }), style: "primary" }],
    [
      tapButton(back, { act: "page", number: page }),
      { ...tapButton(remove, { act: "remove", number: id }), style: "danger" },
    ],
  ]);
}

/** The page of a name. */
export function pageOf(names: readonly WalletName[], id: number): number {
  return Math.floor(
    Math.max(
      0,
      names.findIndex((one) => one.id === id),
    ) / NAMES_A_PAGE,
  );
}

/** `asks`: the update that it answers, by which Replace finds what was asked. */
export function namedCard(
  name: string,
  address: string,
  outcome: NameOutcome | undefined,
  asks: number,
  { book }: Messages,
): Card {
  switch (outcome?.kind) {
    case "added":
      return cardOf(book.added(name, code(address)));
    case "same":
      return cardOf(book.same(name, code(address)));
    case "changed":
      return cardOf(book.changed(name, code(address), code(outcome.before)));
    case "taken":
      return cardOf(book.taken(name, code(address), code(outcome.before)), [
        replaceRow(1, asks, book),
      ]);
    default:
      return cardOf(book.full);
  }
}

function replaceRow(names: number, asks: number, { buttons }: Messages["book"]): Row {
  return [
    tapButton(buttons.keep, { act: "keep", number: asks }),
    {
      ...tapButton(buttons.replace(names), { act: "replace", number: asks }),
      style: "danger",
    },
  ];
}

export function keptCard({ book }: Messages): Card {
  return cardOf(book.kept);
}

/** What was removed, and how to restore it. */
export function removedLine({ name, address }: WalletName, { book }: Messages): Part {
  return book.removed(name, code(address), code(`/book ${name} ${address}`));
}

export function noSuchNameCard(name: string, { book }: Messages): Card {
  return cardOf(book.noSuchName(shorten(name, LONGEST_WORD)));
}

export function badNameCard(name: string, { book }: Messages): Card {
  return cardOf(book.badName(shorten(name, LONGEST_WORD)));
}

export function badWalletCard(wallet: string, { book }: Messages): Card {
  const [found] = parseAddresses(wallet);
  return found?.bad === "ethereum" || found?.bad === "hex"
    ? cardOf(book[found.bad])
    : cardOf(book.badWallet(code(shorten(wallet, LONGEST_WORD))));
}

export function bookUsageCard({ book }: Messages): Card {
  return cardOf(book.usage);
}

export function importedCard(
  names: readonly NewName[],
  outcomes: readonly NameOutcome[],
  badLines: BookFile["badLines"],
  asks: number,
  { book }: Messages,
): Card {
  const count = (kind: NameOutcome["kind"]) => outcomes.filter((one) => one.kind === kind).length;
  const taken = names.flatMap(({ name }, at) => (outcomes[at]?.kind === "taken" ? [name] : []));
  return cardOf(
    book.imported({
      outcomes: {
        added: count("added"),
        same: count("same"),
        changed: count("changed"),
        full: count("full"),
      },
      badLines: badLines.slice(0, LINES_SHOWN),
      moreBadLines: Math.max(0, badLines.length - LINES_SHOWN),
      taken: taken.slice(0, LINES_SHOWN),
      moreTaken: Math.max(0, taken.length - LINES_SHOWN),
    }),
    taken.length > 0 ? [replaceRow(taken.length, asks, book)] : [],
  );
}

export function notUtf8Card({ book }: Messages): Card {
  return cardOf(book.notUtf8);
}

export function exportCard(names: number, { book }: Messages): Card {
  return cardOf(book.caption(names));
}

function tapButton(text: string, tapped: BookTap): Extract<Button, { callback_data: string }> {
  return { text, callback_data: encodeTap({ on: "book", tapped }) };
}
