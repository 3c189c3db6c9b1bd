/** Nothing that a card says comes from anywhere but its language. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { menuCard } from "../../../src/telegram/account/menu.js";
import { bookingCard } from "../../../src/telegram/buy/booking-card.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { quoteOnlyCard } from "../../../src/telegram/buy/quote-card.js";
import { balanceCard, creditedCard } from "../../../src/telegram/money/balance.js";

import { batchCard } from "../../../src/telegram/orders/batch-card.js";
import { ordersCard } from "../../../src/telegram/orders/orders-card.js";
import type { Messages } from "../../../src/telegram/text/messages.js";
import type { Card } from "../../../src/telegram/transport/message.js";
import { en } from "../en.js";
import { anyBatchView, anyDraftView } from "./any-view.js";
import { NAMES } from "./own-words.js";
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

function expectForeign({ text: whole, entities, keyboard }: Card): void {
  // What was written is repeated to be copied.
  const text = entities
    .filter(({ type }) => type === "code")
    .toSorted((a, b) => b.offset - a.offset)
    .reduce(
      (rest, { offset, length }) => rest.slice(0, offset) + rest.slice(offset + length),
      whole,
    );
  const said = [text, ...keyboard.flat().map((button) => button.text)].join("\n");
  expect(said.replace(NAMES, "").match(/[A-Za-z]{2,}.*/g) ?? []).toEqual([]);
}

test("any draft and any order in another language", () => {
  fc.assert(fc.property(anyDraftView, (view) => expectForeign(draftCard(view, OTHER))));
  fc.assert(
    fc.property(anyBatchView, (view) => {
      expectForeign(batchCard(view, OTHER));
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
