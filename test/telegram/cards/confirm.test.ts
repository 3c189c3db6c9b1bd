/** The confirm card and the answer to /quote. */

import { expect, test } from "vitest";
import { bookingCard } from "../../../src/telegram/buy/booking-card.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { quoteOnlyCard } from "../../../src/telegram/buy/quote-card.js";
import type { BookingView, DraftView } from "../../../src/telegram/buy/views.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { golden, goldenDraft, goldenOf, keyboardOf } from "./drawn.js";
import { confirmView, HOUR_MS, NOW, QUOTE, SECRET } from "./views.js";

const THREE = { receivers: addressesOf(1, 3), quote: { ...QUOTE, totalSun: 11_700_000 } };

test("one wallet, in private", () => {
  expect(goldenDraft(confirmView())).toMatchInlineSnapshot(`
    "*3.9 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Energy for 1 USDT transfer to a wallet with USDT
    Balance 777,123.456 → 777,119.556 TRX
    Ends about ‹2026-11-20 15:05 UTC›
    Price held until ‹2026-11-20 14:07 UTC›

    > 65,000 Energy × 60 SUN = 3.9 TRX
    > Up to 1 day costs the same
    > Burning TRX would cost 6.5 TRX: you save 2.6 TRX
    [✏️ Change] [Cancel (danger)]
    [Pay 3.9 TRX (success)]"
  `);
});

test("a wallet with a name is shown with it", () => {
  const names = new Map([[addressOf(2) as string, "cold1"]]);
  const { text } = draftCard({ ...confirmView(THREE), names }, en);
  expect(text).toContain(`${addressOf(1)}\n${addressOf(2)} cold1\n${addressOf(3)}`);
});

test("three wallets, in a group: each in full, no balance", () => {
  const view = confirmView(THREE, { isGroup: true });
  const card = draftCard(view, en);
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "*11.7 TRX for 3 × 65,000 Energy, 1 hour*
    Each wallet: Energy for 1 USDT transfer to a wallet with USDT
    Ends about ‹2026-11-20 15:05 UTC›
    ⚠️ Burning TRX is cheaper now: 6.5 TRX, 5.2 TRX less
    Price held until ‹2026-11-20 14:07 UTC›

    > For these 3 wallets:
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKawPyGg|
    > 65,000 Energy × 60 SUN × 3 wallets = 11.7 TRX
    > Up to 1 day costs the same
    > 3.9 TRX for each wallet, 11.7 TRX in all
    [✏️ Change] [Cancel (danger)]
    [Pay 11.7 TRX (success)]"
  `);
  expect(card.text).not.toContain(SECRET);
});

test("a lapsed price is greyed and offers a new one", () => {
  expect(goldenDraft(confirmView({ at: { is: "lapsed", quote: QUOTE } }))).toMatchInlineSnapshot(`
    "*3.9 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Energy for 1 USDT transfer to a wallet with USDT
    Balance 777,123.456 → 777,119.556 TRX
    Ends about ‹2026-11-20 15:05 UTC›
    ⚠️ This price has expired. Tap New quote.

    > 65,000 Energy × 60 SUN = 3.9 TRX
    > Up to 1 day costs the same
    > Burning TRX would cost 6.5 TRX: you save 2.6 TRX
    [New quote (primary)]
    [✏️ Change] [Cancel (danger)]
    [Price expired ✗]"
  `);
});

test("while the price is asked for there is nothing to pay", () => {
  expect(goldenDraft(confirmView({ quote: undefined }))).toMatchInlineSnapshot(`
    "*65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    ⏳ Getting a price…
    [✏️ Change] [Cancel (danger)]
    [Getting a price… ✗]"
  `);
});

test("renting that is dearer than burning is warned of", () => {
  const view = confirmView({ quote: { ...QUOTE, burnSun: 3_200_000 } });
  const text = goldenOf((messages) => draftCard(view, messages).text);
  expect(text.split("\n").filter((line) => /burn/i.test(line))).toMatchInlineSnapshot(`
    [
      "⚠️ Burning TRX is cheaper now: 3.2 TRX, 0.7 TRX less",
    ]
  `);
});

test("what is rented for days is compared with burning on each of them", () => {
  const lines = [19_500_000, 11_000_000].map((burnSun) => {
    const quote = { ...QUOTE, perReceiverSun: 11_700_000, totalSun: 11_700_000, burnSun };
    const view = confirmView({ duration: "3d", quote });
    const text = goldenOf((messages) => draftCard(view, messages).text);
    return text.split("\n").filter((line) => /burn/i.test(line));
  });
  expect(lines).toEqual([
    ["Burning TRX on each of 3 days would cost 19.5 TRX: you save 7.8 TRX"],
    ["⚠️ Burning TRX on each of 3 days is cheaper now: 11 TRX, 0.7 TRX less"],
  ]);
});

test("an unknown burn price is told", () => {
  const { burnSun: _, ...quote } = QUOTE;
  const text = goldenOf((messages) => draftCard(confirmView({ quote }), messages).text);
  expect(text.split("\n").filter((line) => line.includes("burn"))).toMatchInlineSnapshot(`
    [
      "What burning TRX would cost is unknown right now",
    ]
  `);
});

test("a balance that is too small shows what is missing, in private only", () => {
  const data = { quote: { ...QUOTE, availableSun: 1_000_000 } };
  const lines = (isGroup: boolean) =>
    goldenOf((messages) => draftCard(confirmView(data, { isGroup }), messages).text).split("\n");
  expect(lines(false).filter((line) => /balance/i.test(line))).toMatchInlineSnapshot(`
    [
      "⚠️ Balance 1 TRX: 2.9 TRX missing",
    ]
  `);
  expect(lines(false).filter((line) => line.includes("c1c1c1c1c1c1"))).toHaveLength(1);
  expect(lines(true).filter((line) => /balance|missing|c1c1c1/i.test(line))).toEqual([
    "⚠️ Not enough balance; details in our private chat.",
  ]);
});

test("too little Energy for USDT, and words that were not understood, stay said", () => {
  const problems = [{ word: "pls", code: "UNKNOWN_WORD" as const, hint: [] }];
  const quote = { ...QUOTE, perReceiverSun: 1_920_000, totalSun: 1_920_000 };
  const view = confirmView({ amount: 32_000, quote, problems });
  expect(goldenOf((messages) => draftCard(view, messages).text)).toMatchInlineSnapshot(`
    "❌ “pls”: not understood

    1.92 TRX for 32,000 Energy, 1 hour
    T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn
    Balance 777,123.456 → 777,121.536 TRX
    Ends about 2026-11-20 15:05 UTC
    Price held until 2026-11-20 14:07 UTC

    ⚠️ With less than 64,285, a USDT transfer still burns TRX.

    32,000 Energy × 60 SUN = 1.92 TRX
    Up to 1 day costs the same
    Burning TRX would cost 6.5 TRX: you save 4.58 TRX"
  `);
});

test("a pool that is short is told of, with what there is in the place of Pay", () => {
  const quote = { ...QUOTE, totalSun: 11_700_000, capacityUnits: 120_500 };
  const card = draftCard(confirmView({ ...THREE, quote }), en);
  expect(card.text).toContain("⚠️ Only 120,500 Energy can be delivered now in all.");
  expect(keyboardOf(card)[0]).toBe("[Take 40,166 (primary)] [Refresh]");
  const soldOut = draftCard(confirmView({ quote: { ...QUOTE, capacityUnits: 0 } }), en);
  expect(soldOut.text).toContain("⚠️ No Energy is free right now.");
  expect(keyboardOf(soldOut)[0]).toBe("[Refresh]");
  for (const short of [card, soldOut]) expect(keyboardOf(short).join()).not.toContain("Pay");
  const enough = draftCard(confirmView({ quote: { ...QUOTE, capacityUnits: 65_000 } }), en);
  expect(enough).toEqual(draftCard(confirmView(), en));
});

test("Pay is the only button in green, and alone in the lowest row", () => {
  const { keyboard } = draftCard(confirmView(THREE), en);
  expect(keyboard.at(-1)).toMatchObject([{ text: "Pay 11.7 TRX", style: "success" }]);
  const others = keyboard.slice(0, -1).flat();
  expect(others.some((button) => "style" in button && button.style === "success")).toBe(false);
});

test("a quote only: the same without Pay", () => {
  const view = {
    resource: "bandwidth",
    receivers: [addressOf(1)],
    amounts: [1_000],
    duration: "3d",
    quote: { ...QUOTE, priceSun: 600, totalSun: 1_800_000 },
    endsAt: NOW + 72 * HOUR_MS,
    refused: [],
    beyondLimit: 0,
    problems: [],
    buy: { on: "offer", updateId: 17 },
  } as const;
  expect(
    golden((messages) => quoteOnlyCard({ ...view, isGroup: false }, messages)),
  ).toMatchInlineSnapshot(`
    "*Quote: 1.8 TRX for 1,000 Bandwidth, 3 days*

    Balance 777,123.456 → 777,121.656 TRX
    Ends about ‹2026-11-23 14:05 UTC›

    1,000 Bandwidth × 600 SUN × 3 days = 1.8 TRX
    Burning TRX on each of 3 days would cost 6.5 TRX: you save 4.7 TRX

    For this wallet:
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    [Buy]"
  `);
  const ofGroup = { ...view, isGroup: true, receivers: [] };
  const inGroup = quoteOnlyCard(ofGroup, en);
  expect(goldenOf((messages) => quoteOnlyCard(ofGroup, messages).text)).toMatchInlineSnapshot(`
    "Quote: 1.8 TRX for 1,000 Bandwidth, 3 days

    Ends about 2026-11-23 14:05 UTC

    1,000 Bandwidth × 600 SUN × 3 days = 1.8 TRX
    Burning TRX on each of 3 days would cost 6.5 TRX: you save 4.7 TRX"
  `);
  expect(keyboardOf(inGroup)).toEqual(["[Buy]"]);
});

test("an extension says when it runs and how long it is paid twice, while it is one", () => {
  const old = { endsAt: NOW + 25 * 60_000, resource: "energy" as const, receivers: [addressOf(1)] };
  const extended = { batchId: "0198c0de00000000000000b1", endsBy: NOW + HOUR_MS, old };
  const lines = (data: Parameters<typeof confirmView>[0]) =>
    goldenOf((messages) =>
      draftCard(confirmView({ extended, ...data }), messages)
        .text.split("\n")
        .filter((line) => line.includes("UTC"))
        .join("\n"),
    );
  expect(lines({})).toMatchInlineSnapshot(`
    "Runs 2026-11-20 14:05 UTC to 2026-11-20 15:05 UTC. The 25 minutes until your current rental ends are paid twice.
    Price held until 2026-11-20 14:07 UTC"
  `);
  const ended = { ...extended, old: { ...old, endsAt: NOW - 60_000 } };
  expect(lines({ extended: ended })).toMatchInlineSnapshot(`
    "Runs 2026-11-20 14:05 UTC to 2026-11-20 15:05 UTC. Your current rental ends before it begins.
    Price held until 2026-11-20 14:07 UTC"
  `);
  expect(lines({ receivers: [addressOf(1), addressOf(2)] })).toMatchInlineSnapshot(`
    "Ends about 2026-11-20 15:05 UTC
    Price held until 2026-11-20 14:07 UTC"
  `);
});

test("an extension long before the old end starts then, and now if its owner says so", () => {
  const old = { endsAt: NOW + HOUR_MS, resource: "energy" as const, receivers: [addressOf(1)] };
  const extended = { batchId: "0198c0de00000000000000b1", endsBy: NOW + 2 * HOUR_MS, old };
  const sellers = { costSun: 2_925_000, deskSun: 3_900_000 };
  const ofSellers = { ...QUOTE, priceSun: 45, totalSun: 2_925_000, sellers };
  const extending = (more: Parameters<typeof confirmView>[0] = {}) => ({
    ...confirmView({ extended, quote: ofSellers, ...more }),
    isWorthBooking: true,
  });
  expect(goldenDraft(extending())).toMatchInlineSnapshot(`
    "*3.9 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Starts ‹2026-11-20 15:04 UTC›, a minute before your current rental ends, and runs to ‹2026-11-20 16:04 UTC›. The desk's own price is held until then; cancel any time before.
    Balance 777,123.456 → 777,119.556 TRX
    Price held until ‹2026-11-20 14:07 UTC›
    [Start now, 2.925 TRX]
    [✏️ Change] [Cancel (danger)]
    [Start when it ends, hold 3.9 TRX (success)]"
  `);
  expect(goldenDraft(extending({ startsNow: true }))).toMatchInlineSnapshot(`
    "*2.925 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Runs ‹2026-11-20 14:05 UTC› to ‹2026-11-20 15:05 UTC›. The 60 minutes until your current rental ends are paid twice.
    Balance 777,123.456 → 777,120.531 TRX
    From sellers at 45 SUN; the desk's own price is 3.9 TRX
    Price until ‹2026-11-20 14:07 UTC›, while the offers last
    [Start when it ends, 3.9 TRX]
    [✏️ Change] [Cancel (danger)]
    [Pay 2.925 TRX (success)]"
  `);
  const locked = { untilMs: NOW + HOUR_MS, isWithinDay: true };
  const toOthers = (quote: object) =>
    goldenOf((messages) => {
      const view = extending({ startsNow: true, quote: { ...ofSellers, ...quote } });
      return draftCard(view, messages).text.split("\n")[5];
    });
  expect(toOthers({ toOthers: { priceSun: 40, locked } })).toBe(
    "40 SUN for this wallet from 2026-11-20 15:05 UTC",
  );
  expect(toOthers({ toOthers: { priceSun: 40 } })).toBe("40 SUN is not for this wallet now");
  const keyboard = (view: DraftView) => keyboardOf(draftCard(view, en));
  // What would be refused, or is no extension, is not offered.
  const short = { ...ofSellers, availableSun: 3_000_000 };
  for (const other of [{ quote: short }, { resource: "bandwidth" as const }]) {
    expect(keyboard(extending(other)).join("")).not.toMatch(/Start/);
    expect(keyboard(extending(other)).at(-1)).toBe("[Pay 2.925 TRX (success)]");
  }
  expect(keyboard({ ...extending(), isWorthBooking: false })).toEqual([
    "[✏️ Change] [Cancel (danger)]",
    "[Pay 2.925 TRX (success)]",
  ]);
});

const OLD = {
  ...{ endsAt: NOW + HOUR_MS, resource: "energy" as const },
  receivers: [addressOf(1), addressOf(2)] as string[],
};
const EXTENDED = { batchId: "0198c0de00000000000000b1", endsBy: NOW + 2 * HOUR_MS, old: OLD };
const extending = (data: Parameters<typeof confirmView>[0]): DraftView => ({
  ...confirmView({ extended: EXTENDED, ...data }),
  isWorthBooking: true,
});

test("what keeps an extension from being booked is said, and Pay is not in green then", () => {
  const card = (data: Parameters<typeof confirmView>[0]) => draftCard(extending(data), en);
  const differ = card({
    receivers: [addressOf(1), addressOf(2)],
    amounts: { [addressOf(2)]: 131_000 },
    quote: { ...QUOTE, totalSun: 11_760_000 },
  });
  expect(differ.text).toContain(
    "\nOnly wallets with the same amount can be booked for the end of your rental; this starts now.\n",
  );
  expect(keyboardOf(differ).at(-1)).toBe("[Pay 11.76 TRX]");
  const beside = card({ bandwidth: 345 });
  expect(beside.text).toContain(
    "\nAn order with Bandwidth can't be booked for the end of your rental; this starts now.\n",
  );
  expect(keyboardOf(beside).at(-1)).toBe("[Pay 3.9 TRX]");
  const booked = { dueAt: NOW + HOUR_MS - 60_000, heldSun: 3_900_000 };
  const twice = draftCard({ ...extending({}), booked }, en);
  expect(twice.text).toContain(
    "\n⚠️ Already booked: an extension starts 2026-11-20 15:04 UTC, 3.9 TRX held. This one would start now; cancel the other in /orders.\n",
  );
  expect(keyboardOf(twice)).toEqual(["[✏️ Change] [Cancel (danger)]", "[Pay 3.9 TRX]"]);
});

test("an extension can be booked while nothing is free: then is not now", () => {
  const quote = { ...QUOTE, capacityUnits: 0 };
  const later = draftCard(extending({ quote }), en);
  expect(later.text).not.toContain("right now");
  expect(keyboardOf(later)).toEqual([
    "[Start now, 3.9 TRX]",
    "[✏️ Change] [Cancel (danger)]",
    "[Start when it ends, hold 3.9 TRX (success)]",
  ]);
  const now = draftCard(extending({ quote, startsNow: true }), en);
  expect(now.text).toContain("No Energy is free right now");
  expect(keyboardOf(now)).toEqual([
    "[Refresh]",
    "[Start when it ends, 3.9 TRX]",
    "[✏️ Change] [Cancel (danger)]",
    "[No Energy available ✗]",
  ]);
});

test("a booking of a large sum is asked for once more, at the desk's own price", () => {
  const sellers = { costSun: 2_925_000, deskSun: 3_900_000 };
  const quote = { ...QUOTE, priceSun: 45, totalSun: 2_925_000, sellers };
  const view = extending({ at: { is: "confirming", quote, isBooking: true } });
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "⚠️ Please confirm: hold 3.9 TRX?

    *3.9 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Starts ‹2026-11-20 15:04 UTC›, a minute before your current rental ends, and runs to ‹2026-11-20 16:04 UTC›. The desk's own price is held until then; cancel any time before.
    Balance 777,123.456 → 777,119.556 TRX
    [Yes, hold 3.9 TRX (success)]
    [Back to the order]
    [Cancel (danger)]
    [Confirm above ✗]"
  `);
});

test("a booking: while its money is held, and why it is back", () => {
  const view: BookingView = {
    ...{ bookingId: "0198c0de00000000000000d1", resource: "energy", amount: 65_000 },
    ...{ duration: "1d", receivers: addressesOf(1, 2), heldSun: 7_800_000 },
    ...{ dueAt: NOW + HOUR_MS - 60_000, endsAt: NOW + HOUR_MS, reason: undefined },
  };
  expect(golden((messages) => bookingCard(view, messages))).toMatchInlineSnapshot(`
    "*🕓 Booked:* becomes an order ‹2026-11-20 15:04 UTC›
    2 × 65,000 Energy, 1 day · 7.8 TRX held
    The old rental ends ‹2026-11-20 15:05 UTC›

    For these 2 wallets:
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    [Cancel (danger)]"
  `);
  const over: BookingView = { ...view, reason: "noCapacity" };
  expect(golden((messages) => bookingCard(over, messages))).toMatchInlineSnapshot(`
    "*The booking is over, its money is back*
    2 × 65,000 Energy, 1 day · 7.8 TRX given back
    nobody could deliver it when it was due

    For these 2 wallets:
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|"
  `);
});
