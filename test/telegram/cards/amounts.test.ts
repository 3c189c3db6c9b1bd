/** Wallets with different amounts: every card says who gets what, and the sum is of all. */

import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import type { BatchNews } from "../../../src/engine/chat/notifications.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { quoteOnlyCard } from "../../../src/telegram/buy/quote-card.js";
import type { QuoteView } from "../../../src/telegram/buy/views.js";

import { notificationCard } from "../../../src/telegram/news/notification-card.js";
import { ordersCard } from "../../../src/telegram/orders/orders-card.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { golden, goldenBatch, goldenDraft, keyboardOf } from "./drawn.js";
import { batchView, confirmView, draftView, legView, NOW, orderView, QUOTE } from "./views.js";

const [A, B, C] = [addressOf(1), addressOf(2), addressOf(3)];
const ENERGY = { type: "Fast", resource: "energy" } as const;
const TWO = {
  ...{ receivers: [A, B], amount: undefined, amounts: { [A]: 65_000, [B]: 131_000 } },
  quote: { ...QUOTE, totalSun: 11_760_000, burnSun: 19_600_000 },
};

test("the price of two", () => {
  const names = new Map([[B as string, "cold1"]]);
  expect(goldenDraft({ ...confirmView(TWO), names })).toMatchInlineSnapshot(`
    "*11.76 TRX for 2 wallets: 196,000 Energy, 1 hour*
    1 × 65,000 · 1 × 131,000
    Each wallet: Energy for 1 USDT transfer to a wallet with USDT
    Balance 777,123.456 → 777,111.696 TRX
    Ends about ‹2026-11-20 15:05 UTC›
    Price held until ‹2026-11-20 14:07 UTC›

    > For these 2 wallets:
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| · 65,000
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| cold1 · 131,000
    > 196,000 Energy × 60 SUN = 11.76 TRX
    > Up to 1 day costs the same
    > Burning TRX would cost 19.6 TRX: you save 7.84 TRX
    [✏️ Change] [Cancel (danger)]
    [Pay 11.76 TRX (success)]"
  `);
});

test("of many the list stays whole", () => {
  const receivers = addressesOf(1, 20);
  const amounts = Object.fromEntries(receivers.map((one, at) => [one, 32_000 + at]));
  const view = confirmView({ receivers, amount: undefined, amounts });
  const { text } = draftCard(view, en);
  for (const [at, one] of receivers.entries()) {
    expect(text).toContain(`${one} · 32,0${String(at).padStart(2, "0")}`);
  }
});

test("the amount of the others is asked for", () => {
  const data = { ...ENERGY, receivers: [A, B, C], amounts: { [A]: 65_000 } };
  expect(goldenDraft(draftView("amount", data))).toMatchInlineSnapshot(`
    "*Buy Energy*

    1 wallet has its own amount: 65,000

    How much Energy for each of the 2 other wallets?
    At least 32,000.
    [65,000 · USDT transfer]
    [130,000 · 2 USDT transfers]
    [131,000 · recipient new to USDT]
    [262,000 · 2 recipients new to USDT]
    [Other]
    [Manual: my price] [✏️ Energy]
    [✏️ Receivers: 3]
    [Back] [Cancel (danger)]"
  `);
  const one = { ...data, amounts: { [A]: 65_000, [B]: 131_000 } };
  expect(goldenDraft(draftView("amount", one))).toMatchInlineSnapshot(`
    "*Buy Energy*

    2 wallets have their own amounts: 196,000 in all

    How much Energy for the other wallet?
    At least 32,000.
    [65,000 · USDT transfer]
    [130,000 · 2 USDT transfers]
    [131,000 · recipient new to USDT]
    [262,000 · 2 recipients new to USDT]
    [Other]
    [Manual: my price] [✏️ Energy]
    [✏️ Receivers: 3]
    [Back] [Cancel (danger)]"
  `);
});

test("an amount for all replaces each", () => {
  expect(goldenDraft(draftView("amount", { ...ENERGY, ...TWO }))).toMatchInlineSnapshot(`
    "*Buy Energy*

    2 wallets have their own amounts: 196,000 in all

    How much Energy for each wallet?
    It replaces the amounts of all wallets.
    At least 32,000.
    [65,000 · USDT transfer]
    [130,000 · 2 USDT transfers]
    [131,000 · recipient new to USDT]
    [262,000 · 2 recipients new to USDT]
    [Other]
    [Manual: my price] [✏️ Energy]
    [✏️ Receivers: 2]
    [Back] [Cancel (danger)]"
  `);
});

test("with their amounts known, the time is asked for", () => {
  const view = draftView("duration", { ...ENERGY, ...TWO });
  expect(keyboardOf(draftCard(view, en)).join()).toContain("✏️ 65,000–131,000");
  const large = { ...TWO, amounts: { [A]: 131_000, [B]: 1_310_000 } };
  const { keyboard } = draftCard(draftView("duration", { ...ENERGY, ...large }), en);
  expect(JSON.stringify(keyboard)).toContain("✏️ ≤ 1,310,000");
});

test("lines that cannot be used, each as it was written", () => {
  const view = draftView("receivers", {
    ...ENERGY,
    refused: [
      { address: `${A} 65,5k`, bad: "no amount" },
      { address: `${B} 500`, bad: "too little" },
      { address: `${C} 20,000,000,000`, bad: "too much" },
      { address: `${A} 131k`, bad: "duplicate" },
    ],
  });
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "❌ |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn 65,5k|: amount not clear, write it as 65000 or 65k
    ❌ |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH 500|: too little, at least 32,000 Energy or 1,000 Bandwidth
    ❌ |T9yD14Nj9j7xAB4dbGeiX9h8unkKawPyGg 20,000…|: too much, at most 10,000,000,000
    ❌ |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn 131k|: listed twice, counted once

    Which wallets receive it?
    Paste up to 20 addresses or send a CSV or TXT file.
    [Manual: my price] [✏️ Energy]
    [Back] [Cancel (danger)]"
  `);
});

const ID = "019a9b2c3d4e000123456789";
const ORDERS = [
  orderView([legView("solidified")]),
  orderView([legView("solidified", { units: 131_000 })], {
    ...{ id: "0198c0de00000000000000f2", receiver: B, amount: 131_000 },
    ...{ paidSun: sun(7_860_000), status: "completed" },
  }),
];

test("their orders", () => {
  expect(goldenBatch(batchView(ORDERS, { sends: {} }))).toMatchInlineSnapshot(`
    "*✅ All 2 delivered: 196,000 Energy in all*
    2 wallets: 196,000 Energy, 1 hour · 11.76 TRX
    Ends ‹2026-11-20 15:05 UTC›

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| · 65,000
    Order |0198c0de00000000000000f1|
    delivered, confirmed · [transaction](https://tx.example/ab12)

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| · 131,000
    Order |0198c0de00000000000000f2|
    delivered, confirmed · [transaction](https://tx.example/ab12)
    [Extend] [Repeat] [Refresh]
    [Copy order ids ⧉ 0198c0de00000000000000f1
    0198c0de00000000000000f2]"
  `);
  const page = { batches: [ORDERS], now: NOW, olderCursor: undefined, isNewest: true };
  expect(golden((messages) => ordersCard(page, messages))).toMatchInlineSnapshot(`
    "*Your orders*

    ‹2026-11-20 14:05 UTC› · 2 wallets: 196,000 Energy, 1 hour · 11.76 TRX · ✅ delivered
    [2 wallets: 196,000 Energy]"
  `);
});

test("what is told of them", () => {
  const news: BatchNews = {
    ...{ event: "news", kind: "completed", userId: 1, isSilent: false, isGroup: false },
    ...{ batchId: ID, draftId: ID, orderIds: ORDERS.map(({ id }) => id), duration: "1h" },
    ...{ resource: "energy", amount: 65_000, amounts: [65_000, 131_000], receivers: [A, B] },
    ...{ filledUnits: 196_000, paidSun: 11_760_000, deliveredSun: 11_760_000, refundedSun: 0 },
  };
  const told = (change: Partial<BatchNews>) =>
    golden((messages) =>
      notificationCard({ ...news, ...change, botUsername: "desk_sandbox_bot" }, messages),
    );
  expect(told({})).toMatchInlineSnapshot(`
    "*🔔 Delivered*
    2 wallets: 196,000 Energy, 1 hour · 11.76 TRX
    Enough for USDT to a wallet that already holds USDT
    [Open order]"
  `);
  expect(told({ kind: "partial", filledUnits: 65_000 })).toMatchInlineSnapshot(`
    "*🔔 Delivered in part*
    65,000 of 196,000 Energy for 2 wallets, 131,000 waiting
    [Open order]"
  `);
  const ending = { at: NOW + 300_000, units: 196_000, receivers: [A, B] };
  expect(told({ kind: "ending", ending })).toMatchInlineSnapshot(`
    "*🔔 A rental ends soon*
    196,000 Energy in all for 2 wallets until ‹2026-11-20 14:10 UTC›
    [Extend (primary)] [Open order]"
  `);
});

test("the price only", () => {
  const view: QuoteView = {
    ...{ resource: "energy", duration: "1h", receivers: [A, B], amounts: [65_000, 131_000] },
    ...{ quote: TWO.quote, endsAt: undefined, isGroup: false, refused: [], beyondLimit: 0 },
    ...{ problems: [], buy: { on: "offer", updateId: 7 } },
  };
  expect(golden((messages) => quoteOnlyCard(view, messages))).toMatchInlineSnapshot(`
    "*Quote: 11.76 TRX for 2 wallets: 196,000 Energy, 1 hour*

    Balance 777,123.456 → 777,111.696 TRX

    196,000 Energy × 60 SUN = 11.76 TRX
    Up to 1 day costs the same
    Burning TRX would cost 19.6 TRX: you save 7.84 TRX

    For these 2 wallets:
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| · 65,000
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| · 131,000
    [Buy]"
  `);
});

test("what a list or a file leaves open is asked, with what to send instead, and there is no Pay", () => {
  const asked = [
    {
      word: "131k, 65k, 32k",
      code: "WHOSE_AMOUNTS",
      hint: [`${A} 131000`, `${B} 65000`, "T 32000"],
    },
    { word: "Menge", code: "COLUMN_NOT_READ", hint: ["Amount"] },
    { word: "1,234.5", code: "COLUMN_NOT_READ", hint: [] },
  ] as const;
  const problems = asked.map((one) => ({ ...one, field: "amount" as const, hint: [...one.hint] }));
  const hex = { address: `41${"5290".repeat(10)}`, bad: "hex" } as const;
  const data = { ...ENERGY, duration: "1h" } as const;
  const view = draftView("amount", { ...data, receivers: [A, B], refused: [hex], problems });
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "❓ “131k, 65k, 32k”: which wallet gets how much? Give one amount for all, or send each wallet with its amount on its own line.
    ❓ “Menge”: are these the amounts? Give one amount for all, or send the file again with the title “Amount” and numbers such as 65000.
    ❓ “1,234.5”: are these the amounts? Give one amount for all, or send the list again with numbers such as 65000.
    ✅ 2 wallets taken
    ❌ |415290529052905290529052905290529052905290| is an address in hex. Send it as wallets show it: it begins with T.

    How much Energy for each wallet?
    At least 32,000.
    [In order: 131,000 · 65,000 … (primary)]
    [65,000 · USDT transfer]
    [130,000 · 2 USDT transfers]
    [131,000 · recipient new to USDT]
    [262,000 · 2 recipients new to USDT]
    [Other]
    [✏️ Receivers: 2]
    [✏️ 1h]
    [Back] [Cancel (danger)]"
  `);
});
