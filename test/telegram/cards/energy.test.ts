/** What a delivered card says of its Energy: for how many transfers it is, and the limit of fees that a wallet needs for one; before it is paid, the first alone. */
import { expect, test } from "vitest";
import type { Unused } from "../../../src/domain/usdt.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { batchCard } from "../../../src/telegram/orders/batch-card.js";
import type { BatchView } from "../../../src/telegram/orders/batch-state.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { goldenOf } from "./drawn.js";
import { batchView, confirmView, legView, orderView, QUOTE, sendsView } from "./views.js";

const delivered = orderView([legView("included")]);

const said = (view: BatchView) =>
  goldenOf((messages) => {
    // Headline, terms, end; then the wallet.
    const [top = ""] = batchCard(view, messages).text.split("\n\n");
    return top.split("\n").slice(3);
  });

const with_ = (unused: Partial<Unused>, more: Partial<BatchView> = {}) =>
  batchView([delivered], { sends: { [delivered.id]: sendsView(unused) }, ...more });

test("as many transfers as it is enough for, and the limit of the dearest of them", () => {
  expect(said(with_({}))).toEqual([
    "Energy for 1 USDT transfer",
    "Set fee_limit to at least 6.5 TRX",
  ]);
  const large = orderView([legView("included", { units: 131_000 })], { amount: 131_000 });
  const sends = { [large.id]: sendsView({ energyUnits: 200_000 }) };
  expect(said(batchView([large], { sends }))).toEqual([
    "Energy for 2 USDT transfers, or 1 to a wallet without USDT, on top of what the wallet already had",
    "Set fee_limit to at least 13.1 TRX",
  ]);
  // What the wallet had before is not counted, but sets the limit of what can be sent.
  expect(said(with_({ energyUnits: 131_000 }))).toEqual([
    "Energy for 1 USDT transfer, on top of what the wallet already had",
    "Set fee_limit to at least 13.1 TRX",
  ]);
  expect(said(with_({}, { energyPriceSun: 210 }))[1]).toContain("13.65 TRX");
  expect(said(with_({}, { energyPriceSun: undefined }))).toEqual(["Energy for 1 USDT transfer"]);
});

test("of a transfer that was sized, its own", () => {
  const sized = { ...sendsView({ energyUnits: 131_000 }, 130_285), firstTransfers: 0 };
  expect(said(batchView([delivered], { sends: { [delivered.id]: sized } }))).toEqual([
    "Energy for 1 USDT transfer",
    "Set fee_limit to at least 13.1 TRX",
  ]);
});

test("of several wallets what each can send at least", () => {
  const second = orderView([legView("included", { units: 131_000 })], {
    id: "0198c0de00000000000000f2",
    receiver: addressOf(2),
    amount: 131_000,
  });
  const large = orderView([legView("included", { units: 200_000 })], { amount: 200_000 });
  const sends = {
    [large.id]: sendsView({ energyUnits: 200_000 }),
    [second.id]: sendsView({ energyUnits: 131_000 }),
  };
  expect(said(batchView([large, second], { sends }))).toEqual([
    "Each wallet: Energy for 2 USDT transfers, or 1 to a wallet without USDT",
    "Set fee_limit to at least 13.1 TRX",
  ]);
  const usual = { ...sends, [delivered.id]: sendsView() };
  expect(said(batchView([delivered, second], { sends: usual }))).toEqual([
    "Each wallet: Energy for 1 USDT transfer",
    "Set fee_limit to at least 6.5 TRX, to a wallet without USDT 13.1 TRX",
  ]);
  // What one of them had before lets no other send more.
  const other = { ...second, amount: 65_000 };
  expect(said(batchView([delivered, other], { sends: usual }))).toEqual([
    "Each wallet: Energy for 1 USDT transfer",
    "Set fee_limit to at least 6.5 TRX",
  ]);
  // One of them was not read yet.
  expect(said(batchView([delivered, second], { sends: { [second.id]: sendsView() } }))).toEqual([]);
});

test("only the limit where the card says what is missing; nothing of too little, of Bandwidth, or before and after", () => {
  expect(said(with_({ freeBandwidthUnits: 0 }))).toEqual(["Set fee_limit to at least 6.5 TRX"]);
  expect(said(with_({ energyUnits: 64_284 }))).toEqual([]);
  const silent = [
    orderView([legView("included")], { resource: "bandwidth" }),
    orderView([legView("sent")]),
    orderView([legView("reclaimed")]),
  ];
  for (const order of silent) {
    const { text } = batchCard(batchView([order]), en);
    expect(text).not.toMatch(/Energy for|fee_limit/);
  }
});

test("what Energy is for is one line: of each wallet the least, nothing of too little, of Bandwidth, or where money is missing", () => {
  const lineOf = (more: object) =>
    draftCard(confirmView(more), en)
      .text.split("\n")
      .find((line) => line.includes("Energy for"));
  expect(lineOf({})).toBe("Energy for 1 USDT transfer to a wallet with USDT");
  expect(lineOf({ amount: 131_000 })).toBe(
    "Energy for 2 USDT transfers, or 1 to a wallet without USDT",
  );
  const [first = "", second = ""] = addressesOf(1, 2);
  expect(lineOf({ receivers: [first, second], amounts: { [first]: 131_000 } })).toBe(
    "Each wallet: Energy for 1 USDT transfer to a wallet with USDT",
  );
  expect(lineOf({ amount: 60_000 })).toBeUndefined();
  expect(lineOf({ resource: "bandwidth", amount: 70_000 })).toBeUndefined();
  expect(lineOf({ quote: { ...QUOTE, availableSun: 1 } })).toBeUndefined();
});
