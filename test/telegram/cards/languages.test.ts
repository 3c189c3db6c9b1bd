/** Nothing that a card says comes from anywhere but its language. */

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { menuCard } from "../../../src/telegram/account/menu.js";
import { bookingCard } from "../../../src/telegram/buy/booking-card.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { quoteOnlyCard } from "../../../src/telegram/buy/quote-card.js";
import { balanceCard, creditedCard } from "../../../src/telegram/money/balance.js";

import { batchCard, batchFinishedCard } from "../../../src/telegram/orders/batch-card.js";
import { ordersCard } from "../../../src/telegram/orders/orders-card.js";
import type { Messages } from "../../../src/telegram/text/messages.js";
import type { Card } from "../../../src/telegram/transport/message.js";
import { en } from "../en.js";
import { anyBatchView, anyDraftView } from "./any-view.js";
import { confirmView, DESK, QUOTE } from "./views.js";

/** Every letter is another one, as in a language that nobody of us can read. */
const foreign = (text: string) => text.replace(/[A-Za-z]/g, "ж");

function translated(value: unknown): unknown {
  if (typeof value === "string") return foreign(value);
  if (typeof value === "function") return (...given: unknown[]) => translated(value(...given));
  if (typeof value !== "object" || value === null) return value;
  if ("entities" in value && "text" in value) return { ...value, text: foreign(`${value.text}`) };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, translated(one)]));
}

const OTHER = translated(en) as Messages;

/** Addresses, ids and the zone of a time are the same in every language. */
const NAMES = /T[1-9A-HJ-NP-Za-km-z]{33}|T\w{5}…\w{6}|\b[0-9a-f]{24}\b|UTC/g;

function expectForeign({ text, keyboard }: Card): void {
  const said = [text, ...keyboard.flat().map((button) => button.text)].join("\n");
  expect(said.replace(NAMES, "").match(/[A-Za-z]{2,}.*/g) ?? []).toEqual([]);
}

test("any draft and any order in another language", () => {
  fc.assert(fc.property(anyDraftView, (view) => expectForeign(draftCard(view, OTHER))));
  fc.assert(
    fc.property(anyBatchView, (view) => {
      expectForeign(batchCard(view, OTHER));
      expectForeign(batchFinishedCard(view, OTHER));
      const batches = [view.orders, view.orders.slice(0, 1)];
      const page = { batches, now: view.now, olderCursor: undefined, isNewest: false };
      expectForeign(ordersCard(page, OTHER));
    }),
  );
});

test("menu, balance, credit and quote in another language", () => {
  const money = {
    ...{ availableSun: 1_000_000, heldSun: 2, heldForWithdrawalsSun: 1, withdrawableSun: 1 },
    ...{ amountSun: 5, customerId: "1".repeat(24) },
  };
  expectForeign(menuCard({ giftSun: 1_000_000, takesDeposits: true }, OTHER));
  expectForeign(balanceCard({ ...money, desk: DESK }, OTHER));
  expectForeign(creditedCard(money, OTHER));
  const { draft } = confirmView();
  const { receivers } = draft.data;
  const terms = { resource: "energy", amount: 65_000, duration: "1h", endsAt: undefined } as const;
  const buy = { on: "offer", updateId: 1 } as const;
  const rest = { refused: [], beyondLimit: 0, problems: [], buy, isGroup: false };
  const booked = {
    ...terms,
    bookingId: "1".repeat(24),
    receivers,
    heldSun: 1,
    dueAt: 1,
    endsAt: 2,
  };
  expectForeign(bookingCard({ ...booked, reason: undefined }, OTHER));
  expectForeign(bookingCard({ ...booked, reason: "late" }, OTHER));
  expectForeign(
    quoteOnlyCard({ ...terms, ...rest, amounts: [terms.amount], receivers, quote: QUOTE }, OTHER),
  );
});

/** What is called the same in every language: units, names of the product and of order types, words of a line, file kinds. */
const SAME = new Set(
  [
    ...["TRX", "SUN", "USDT", "TRON", "TRC", "UTC", "ID", "API", "CSV", "TXT", "HTTP", "KiB"],
    ...["Energy", "Desk", "Fast", "Manual", "Bandwidth", "Telegram", "UTF", "Ethereum"],
    // A language is called by its own name.
    "English",
    ...["TronLink", "TronScan", "signMessageV", "TIP", "Ctrl"],
    // Operations, as wallets and the chain call them.
    ...["Delegate", "Reclaim", "Resources", "DelegateResource", "UnDelegateResource"],
  ].map((word) => word.toLowerCase()),
);
/** What was typed, or is on a button, is quoted so. */
const QUOTED = [
  ["ru", /«[^»]*»/g],
  ["zh", /“[^”]*”/g],
] as const;
const GOLDENS = new URL("__snapshots__/", import.meta.url);

/** What goldens of a language say, line by line. */
function linesIn(code: string): string[] {
  const lines = readdirSync(GOLDENS).flatMap((file) =>
    readFileSync(new URL(file, GOLDENS), "utf8")
      .split(/^(?=exports\[)/m)
      .filter((golden) => new RegExp(`^exports\\[\`.* > ${code} \\d+\`\\]`).test(golden))
      .flatMap((golden) => golden.split("\n")),
  );
  expect(lines.length).toBeGreaterThan(0);
  return lines.filter((line) => !/^(exports\[|\/\/)|must be one of/.test(line));
}

test.each(QUOTED)("no golden of a card in %s holds a word of English", (code, quoted) => {
  const said = linesIn(code);
  const left = said.flatMap((line) => {
    const words = line
      // Names of entities, states and error codes before what is said, and what a golden says of a button.
      .replace(/^"?[A-Z_]+$|^ *"?([a-z_]+|[A-Z_]+): /, "")
      .replace(quoted, "")
      .replace(/ → \w+:\S+| ⧉ \S+| \((primary|success|danger)\)/g, "")
      .replace(
        /\/book (remove cold1|export|cold1|vault)|\/[a-z]+(@\w+)?( 65k energy 1h( T… locked)?)?|@\w+|https?:\S+|c1c1\w+/g,
        "",
      )
      .replace(/edk_\w+|await tronWeb\S+|desk sandbox sign \S+ --file/g, "")
      .replace(NAMES, "")
      .match(/[A-Za-z]{2,}/g);
    return (words ?? [])
      .filter((word) => !SAME.has(word.toLowerCase()))
      .map((word) => `${word}: ${line}`);
  });
  expect(left).toEqual([]);
});

/** Common words that no Spanish text has. */
const ENGLISH =
  /\b(the|of|to|and|or|for|with|from|at|on|in|is|are|you|your|it|this|that|not|wallets?|orders?|price|balance|delivered|waiting|cancel|back|days?|hours?)\b/i;

test("no golden of a card in Spanish holds a word of English", () => {
  const said = linesIn("es").map((line) => line.replace(/\/[a-z]+/g, ""));
  expect(said.filter((line) => ENGLISH.test(line))).toEqual([]);
});
