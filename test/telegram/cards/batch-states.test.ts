/** What an order card sums up: the state of all its orders, the ids to copy. */
import { expect, test } from "vitest";
import type { Order } from "../../../src/domain/order.js";
import type { Sends } from "../../../src/domain/usdt.js";
import { batchCard } from "../../../src/telegram/orders/batch-card.js";
import type { Messages } from "../../../src/telegram/text/messages.js";
import { addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { goldenOf, keyboardOf } from "./drawn.js";
import { batchView, HOUR_MS, legView, NOW, orderView, sendsView } from "./views.js";

function second(delegations: Order["delegations"], more: Partial<Order> = {}): Order {
  const id = "0198c0de00000000000000f2";
  return orderView(delegations, { id, receiver: addressOf(2), ...more });
}

const headlineIn =
  (messages: Messages) =>
  (orders: readonly Order[], now = NOW): string | undefined =>
    batchCard(batchView(orders, { now }), messages).text.split("\n")[0];

test("safe to send is said only while every delegation of every order is on chain", () => {
  const safe = orderView([legView("included")]);
  const rolledBack = orderView([legView("sent")], { status: "completed", filledUnits: 65_000 });
  const half = orderView([legView("included", { units: 40_000 })]);
  const halfLegs = [legView("included", { units: 40_000 }), legView("signed", { units: 25_000 })];
  const part = second([legView("included", { units: 40_000 })], { status: "cancelled" });
  const replaced = second([legView("dead"), legView("included")]);
  const never = second([], { status: "cancelled" });
  const headlines = (messages: Messages) => {
    const headlineOf = headlineIn(messages);
    return [
      headlineOf([safe]),
      headlineOf([safe, replaced]),
      headlineOf([safe, second([legView("solidified")])]),
      headlineOf([safe, second([legView("sent")])]),
      headlineOf([rolledBack]),
      headlineOf([half]),
      headlineOf([orderView(halfLegs)]),
      headlineOf([part]),
      headlineOf([safe, part]),
      headlineOf([safe, never]),
      headlineOf([never]),
      headlineOf([safe, second([legView("reclaimed")])]),
      headlineOf([safe], NOW + HOUR_MS),
      headlineOf([part], NOW + HOUR_MS),
      headlineOf([second([legView("signed")], { cancelRequested: true }), safe]),
    ];
  };
  expect(goldenOf(headlines)).toMatchInlineSnapshot(`
    [
      "✅ Delivered: safe to send USDT to a wallet that already holds USDT",
      "✅ All 2 delivered: safe to send USDT to a wallet that already holds USDT",
      "✅ All 2 delivered: safe to send USDT to a wallet that already holds USDT",
      "⏳ On its way: 1 of 2 wallets",
      "⏳ On its way",
      "⏳ On its way",
      "⏳ On its way",
      "⚠️ Delivered in part",
      "⚠️ Delivered in part: 1 of 2 wallets",
      "⚠️ Delivered in part: 1 of 2 wallets",
      "❌ Cancelled, nothing delivered",
      "⌛ Rentals are ending",
      "Rental is over",
      "Rental is over",
      "⏳ Being cancelled: 1 of 2 wallets",
    ]
  `);
});

test("what is delivered is not safe to send unless the wallet was read to have enough", () => {
  const first = orderView([legView("included")]);
  const other = second([legView("included")]);
  const little = orderView([legView("included", { units: 32_000 })], { amount: 32_000 });
  const plenty = orderView([legView("included", { units: 1_000 })], {
    ...{ resource: "bandwidth", amount: 1_000, status: "completed" },
  });
  const said = (orders: readonly Order[], sends: readonly Sends[], burnPriceSun?: number) =>
    goldenOf((messages) => {
      const read = orders.flatMap(({ id }, at) => (sends[at] ? [[id, sends[at]] as const] : []));
      const view = batchView(orders, { burnPriceSun, sends: Object.fromEntries(read) });
      const lines = batchCard(view, messages).text.split("\n");
      return [lines[0], ...lines.slice(7).filter((line) => !line.includes("·"))];
    });
  expect(said([first], [])).toMatchInlineSnapshot(`
    [
      "✅ Delivered: 65,000 Energy",
    ]
  `);
  expect(said([first, other], [])).toMatchInlineSnapshot(`
    [
      "✅ All 2 delivered: 65,000 Energy each",
      "",
      "T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH",
      "Order 0198c0de00000000000000f2",
    ]
  `);
  expect(said([little], [sendsView({ energyUnits: 32_000 })])).toMatchInlineSnapshot(`
    [
      "⚠️ Delivered: 32,000 Energy, too little for a USDT transfer",
      "Not enough Energy for a USDT transfer. Missing: 32,285 Energy",
    ]
  `);
  expect(
    said([little], [sendsView({ energyUnits: 32_000, freeBandwidthUnits: 344 })], 1_000),
  ).toMatchInlineSnapshot(`
    [
      "⚠️ Delivered: 32,000 Energy, too little for a USDT transfer",
      "Not enough Energy for a USDT transfer. Missing: 32,285 Energy, 345 Bandwidth (0.345 TRX will be burnt)",
    ]
  `);
  expect(
    said([first], [sendsView({ freeBandwidthUnits: 300, bandwidthUnits: 300 })]),
  ).toMatchInlineSnapshot(`
    [
      "✅ Delivered: 65,000 Energy",
      "Enough Energy for 1 USDT transfer. Missing: 345 Bandwidth",
    ]
  `);
  expect(said([first], [sendsView({}, 130_285)])).toMatchInlineSnapshot(`
    [
      "⚠️ Delivered: 65,000 Energy, too little for a USDT transfer to a wallet that holds none",
      "Enough Energy for 1 USDT transfer to a wallet that holds USDT. Missing for one that holds none: 65,285 Energy",
    ]
  `);
  expect(
    said([plenty], [sendsView({ energyUnits: 0, bandwidthUnits: 1_000 })]),
  ).toMatchInlineSnapshot(`
    [
      "✅ Delivered: 1,000 Bandwidth",
      "Enough Bandwidth for 3 USDT transfers. Missing: 64,285 Energy",
    ]
  `);
  expect(
    said([first, other], [sendsView(), sendsView({ energyUnits: 64_284 })]),
  ).toMatchInlineSnapshot(`
    [
      "⚠️ All 2 delivered, safe to send: 1 of 2 wallets",
      "",
      "T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH",
      "Order 0198c0de00000000000000f2",
      "Not enough Energy for a USDT transfer. Missing: 1 Energy",
    ]
  `);
});

test("ids are copied together as long as they fit", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => orderView([legView("sent")], { id: id(at) }));
  const id = (at: number) => at.toString(16).padStart(24, "0");
  expect(keyboardOf(batchCard(batchView(many(10)), en))[1]).toContain("⧉");
  expect(
    goldenOf((messages) => keyboardOf(batchCard(batchView(many(11)), messages))),
  ).toMatchInlineSnapshot(`
    [
      "[Repeat] [Refresh]",
      "[Copy ids 1–10 ⧉ 000000000000000000000000
    000000000000000000000001
    000000000000000000000002
    000000000000000000000003
    000000000000000000000004
    000000000000000000000005
    000000000000000000000006
    000000000000000000000007
    000000000000000000000008
    000000000000000000000009] [Copy id 11 ⧉ 00000000000000000000000a]",
    ]
  `);
});
