/** Whatever is shown: Telegram takes it, no group sees a balance, nothing is promised too early. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { noticeIn } from "../../../src/telegram/buy/draft.js";
import { failureCard, failureToast } from "../../../src/telegram/kit/notices.js";
import { assertSendable } from "../../../src/telegram/kit/sendable.js";
import { batchCard } from "../../../src/telegram/orders/batch-card.js";
import { ordersCard } from "../../../src/telegram/orders/orders-card.js";
import type { Card } from "../../../src/telegram/transport/message.js";
import { addressOf } from "../../support/addresses.js";
import { byForm } from "../../support/forms.js";
import { en } from "../en.js";
import { anyBatchView, anyDraftView } from "./any-view.js";
import { drawn } from "./drawn.js";
import { batchView, confirmView, DESK, legView, NOW, orderView, QUOTE, SECRET } from "./views.js";

const RUNS = { numRuns: byForm(50, 500) };

function lookFor(card: Card, text: string): boolean {
  return JSON.stringify(card).includes(text);
}

test("any draft can be sent", () => {
  fc.assert(
    fc.property(anyDraftView, (view) => assertSendable(draftCard(view, en))),
    RUNS,
  );
});

test("any batch and any list can be sent", () => {
  fc.assert(
    fc.property(anyBatchView, (view) => {
      assertSendable(batchCard(view, en));
      const { orders, now } = view;
      const batches = [orders, ...orders.slice(0, 4).map((order) => [order])];
      assertSendable(ordersCard({ batches, now, olderCursor: undefined, isNewest: true }, en));
    }),
    RUNS,
  );
});

test("no button of a card in a group shows a wallet", () => {
  fc.assert(
    fc.property(anyDraftView, ({ draft, ...view }) => {
      const card = draftCard({ ...view, draft: { ...draft, isGroup: true } }, en);
      for (const { text } of card.keyboard.flat()) expect(text).not.toMatch(/T\w{5}…|@/);
    }),
    RUNS,
  );
});

test("no card, error or toast in a group shows a balance, what is missing or a customer id", () => {
  fc.assert(
    fc.property(anyDraftView, ({ draft, ...view }) => {
      const group = { ...view, draft: { ...draft, isGroup: true } };
      const details = noticeIn(draft.data)?.details;
      const failure = {
        code: "INSUFFICIENT_BALANCE",
        details,
        isGroup: true,
        customerId: draft.customerId,
        desk: DESK,
      };
      for (const card of [draftCard(group, en), failureCard(failure, en)]) {
        expect(lookFor(card, SECRET)).toBe(false);
        expect(lookFor(card, draft.customerId)).toBe(false);
        expect(lookFor(card, "issing")).toBe(false);
        expect(lookFor(card, "after paying")).toBe(false);
      }
      expect(failureToast(failure, en)).toBe("Not enough balance; details in our private chat.");
    }),
    RUNS,
  );
});

test("in private the balance is on the confirm card", () => {
  expect(lookFor(draftCard(confirmView(), en), SECRET)).toBe(true);
});

test("safe to send means: each order is delivered whole and runs, and each wallet was read to have enough", () => {
  fc.assert(
    fc.property(anyBatchView, (view) => {
      const { text } = batchCard(view, en);
      const isSafe = view.orders.every(({ id, delegations, amount }) => {
        const live = delegations.filter(({ state }) => state !== "dead");
        const units = live.reduce((sum, leg) => sum + leg.units, 0);
        const runs = live.every(
          ({ state, expiresAt }) =>
            (state === "included" || state === "solidified") && (expiresAt ?? NOW + 1) > NOW,
        );
        return runs && units >= amount && view.sends[id]?.isSafe === true;
      });
      expect(/: safe to send/.test(text)).toBe(isSafe);
    }),
    RUNS,
  );
});

const twenty = <T>(make: (at: number) => T) => Array.from({ length: 20 }, (_, at) => make(at));

test("twenty receivers in full on the confirm card, with twenty bad addresses", () => {
  const receivers = twenty((at) => addressOf(1_000_000 + at));
  const refused = twenty((at) => ({ address: addressOf(at + 1), bad: "not activated" as const }));
  const quote = { ...QUOTE, totalSun: 78_000_000 };
  const { text } = draftCard(confirmView({ receivers, refused, quote, beyondLimit: 9 }), en);
  for (const address of [...receivers, ...refused.map((line) => line.address)]) {
    expect(text).toContain(address);
  }
});

/** Every order in that many parts. */
function inParts(count: number): Card {
  const legs = Array.from({ length: count }, () => legView("included", { units: 65_000 / count }));
  const orders = twenty((at) =>
    orderView(legs, {
      receiver: addressOf(1_000_000 + at),
      id: (at + 1).toString(16).padStart(24, "0"),
      status: "completed",
      filledUnits: 65_000,
    }),
  );
  return batchCard(batchView(orders), en);
}

const linksOf = (card: Card) => card.entities.filter(({ type }) => type === "text_link").length;

test("twenty orders: links are dropped first, evenly, then parts; receivers and ids never", () => {
  const cards = [1, 2, 4, 5, 20].map((count) => ({ count, card: inParts(count) }));
  for (const { card } of cards) {
    for (let at = 0; at < 20; at += 1) {
      expect(card.text).toContain(addressOf(1_000_000 + at));
      expect(card.text).toContain((at + 1).toString(16).padStart(24, "0"));
    }
  }
  const shown = cards.map(({ count, card }) => ({
    count,
    links: linksOf(card),
    entities: card.entities.length,
    parts: card.text.split("0 delivered").length - 1,
    units: card.text.length,
  }));
  expect(shown).toMatchInlineSnapshot(`
    [
      {
        "count": 1,
        "entities": 63,
        "links": 20,
        "parts": 1,
        "units": 2026,
      },
      {
        "count": 2,
        "entities": 83,
        "links": 40,
        "parts": 41,
        "units": 2786,
      },
      {
        "count": 4,
        "entities": 83,
        "links": 40,
        "parts": 81,
        "units": 3466,
      },
      {
        "count": 5,
        "entities": 83,
        "links": 40,
        "parts": 101,
        "units": 3806,
      },
      {
        "count": 20,
        "entities": 83,
        "links": 40,
        "parts": 61,
        "units": 3286,
      },
    ]
  `);
});

test("twenty of everything, to read", () => {
  expect(drawn(inParts(20)).split("\n").slice(0, 16).join("\n")).toMatchInlineSnapshot(`
    "> |T9yD14Nj9j7xAB4dbGeiX9h8vNHWk6QRgo|
    > Order |000000000000000000000001|
    > 3,250 delivered · [transaction](https://tx.example/ab12)
    > 3,250 delivered · [transaction](https://tx.example/ab12)
    > 3,250 delivered
    > + 17 parts
    > |T9yD14Nj9j7xAB4dbGeiX9h8vNHWqfUjUk|
    > Order |000000000000000000000002|
    > 3,250 delivered · [transaction](https://tx.example/ab12)
    > 3,250 delivered · [transaction](https://tx.example/ab12)
    > 3,250 delivered
    > + 17 parts
    > |T9yD14Nj9j7xAB4dbGeiX9h8vNHWwtHQ5F|
    > Order |000000000000000000000003|
    > 3,250 delivered · [transaction](https://tx.example/ab12)
    > 3,250 delivered · [transaction](https://tx.example/ab12)"
  `);
});
