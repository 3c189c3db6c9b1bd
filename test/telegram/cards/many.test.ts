/** Cards of many wallets: what is alike is said once, and what decides stands last, above the buttons. */
import { expect, test } from "vitest";
import { address } from "../../../src/domain/address.js";
import type { Order } from "../../../src/domain/order.js";
import { sendsOf } from "../../../src/domain/usdt.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { keepUsable } from "../../../src/telegram/intake/addresses.js";
import type { BadReason, Verdict } from "../../../src/telegram/intake/findings.js";
import { shortAddress } from "../../../src/telegram/kit/parts.js";
import { batchCard } from "../../../src/telegram/orders/batch-card.js";
import type { Card } from "../../../src/telegram/transport/message.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { goldenBatch, goldenDraft } from "./drawn.js";
import {
  batchView,
  confirmView,
  draftView,
  legView,
  orderView,
  QUOTE,
  sendsView,
} from "./views.js";

const ENERGY = { type: "Fast", resource: "energy" } as const;
const UNUSED = { energyUnits: 65_000, bandwidthUnits: 0, freeBandwidthUnits: 600 };

/** The text as a phone shows it before anything is tapped: of what is folded the first three lines. */
function unfolded(card: Card): string {
  const fold = card.entities.find(({ type }) => type === "expandable_blockquote");
  if (!fold) return card.text;
  const { offset, length } = fold;
  const lines = card.text.slice(offset, offset + length).split("\n");
  const shown = [...lines.slice(0, 3), "…"].map((line) => `> ${line}`).join("\n");
  return card.text.slice(0, offset) + shown + card.text.slice(offset + length);
}

function ordersOf(count: number, of: (at: number) => Order): Order[] {
  return Array.from({ length: count }, (_, at) => of(at));
}

const delivered = (at: number, more: Partial<Order> = {}) => {
  const number = String(at).padStart(2, "0");
  const whose = { id: `0198c0de0000000000000a${number}`, receiver: address(addressOf(at + 1)) };
  return orderView([legView("included")], { ...whose, ...more });
};

test("twenty that were delivered are one line, the verdict below it", () => {
  const view = batchView(ordersOf(20, delivered));
  expect(unfolded(batchCard(view, en))).toMatchInlineSnapshot(`
    "> T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn
    > Order 0198c0de0000000000000a00
    > delivered · transaction
    > …

    20 × delivered

    ✅ All 20 delivered: safe to send USDT to a wallet that already holds USDT
    20 × 65,000 Energy, 1 hour · 78 TRX
    Ends 2026-11-20 15:05 UTC
    Each wallet: Energy for 1 USDT transfer
    Set fee_limit to at least 6.5 TRX"
  `);
  goldenBatch(view);
});

test("by how many owners a wallet was delivered to is no difference, how far it is one", () => {
  const parts = [legView("included", { units: 40_000 }), legView("included", { units: 25_000 })];
  const orders = ordersOf(5, (at) =>
    at === 4
      ? delivered(at, { delegations: [legView("sent")] })
      : delivered(at, { delegations: parts }),
  );
  const one = ordersOf(5, (at) =>
    at === 4 ? delivered(at, { delegations: parts }) : delivered(at),
  );
  const alike = (some: Order[]) => /^\d+ × .*$/m.exec(batchCard(batchView(some), en).text)?.[0];
  expect([alike(orders), alike(one)]).toEqual(["4 × delivered", "5 × delivered"]);
});

test("what two of twenty lack is never folded, nor is what the others have said twenty times", () => {
  const orders = ordersOf(20, (at) =>
    at === 7
      ? delivered(at, { delegations: [legView("sent")], status: "processing" })
      : delivered(at),
  );
  const sends = Object.fromEntries(
    orders.map(({ id }, at) => [id, sendsView({ energyUnits: at < 2 ? 40_000 : 65_000 })]),
  );
  expect(unfolded(batchCard(batchView(orders, { sends }), en))).toMatchInlineSnapshot(`
    "> T9yD14Nj9j7xAB4dbGeiX9h8unkKawPyGg
    > Order 0198c0de0000000000000a02
    > delivered · transaction
    > …

    T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn
    Order 0198c0de0000000000000a00
    delivered · transaction
    Not enough Energy for a USDT transfer. Missing: 24,285 Energy

    T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH
    Order 0198c0de0000000000000a01
    delivered · transaction
    Not enough Energy for a USDT transfer. Missing: 24,285 Energy

    T9yD14Nj9j7xAB4dbGeiX9h8unkL9GFcbh
    Order 0198c0de0000000000000a07
    sent, waiting for a block · transaction

    17 × delivered

    ⏳ On its way: 19 of 20 wallets
    20 × 65,000 Energy, 1 hour · 78 TRX
    Ends 2026-11-20 15:05 UTC"
  `);
});

test("of more than are kept the whole number is said with the reason, and that the list is cut", () => {
  const verdicts = addressesOf(31, 60).map(
    (one) => ({ address: one, bad: "not activated" }) as const,
  );
  const good = { address: addressOf(1) };
  const mistyped = { address: `${addressOf(99).slice(0, -1)}x`, bad: "checksum" as const };
  const said = (given: readonly Verdict[]) => {
    const { receivers, refused, alsoRefused } = keepUsable(given);
    const view = draftView("amount", { ...ENERGY, receivers, refused, alsoRefused });
    goldenDraft(view);
    const { text } = draftCard(view, en);
    return text.split("\n").filter((line) => /^❌|^and/.test(line));
  };
  const sentence = "❌ 60 wallets are not activated. Send each some TRX first.";
  expect(said(verdicts)).toEqual([sentence]);
  expect(said([good, ...verdicts])).toEqual([sentence, "and 20 more"]);
  expect(said([...verdicts, mistyped])).toEqual([
    sentence,
    "and 20 more",
    "❌ and 1 more that cannot be used",
  ]);
});

/** The first have 131,000 Energy, the others 65,000. */
const mixed = (at: number, of: number) =>
  delivered(at, at < of ? { amount: 131_000, delegations: [legView("included", LARGE)] } : {});
const LARGE = { units: 131_000 };

test("how many of which amount were delivered is never folded, as few as they may be", () => {
  const said = (of: number) => {
    const orders = ordersOf(10, (at) => mixed(at, of));
    const sends = Object.fromEntries(
      orders.map(({ id, amount }) => [id, sendsView({ energyUnits: amount })]),
    );
    return unfolded(batchCard(batchView(orders, { sends }), en)).split("\n\n");
  };
  expect([said(5).slice(0, 2), said(1)[1]]).toMatchInlineSnapshot(`
    [
      [
        "> T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn · 131,000
    > Order 0198c0de0000000000000a00
    > delivered · transaction
    > …",
        "5 × 131,000 Energy · delivered
    5 × 65,000 Energy · delivered",
      ],
      "1 × 131,000 Energy · delivered
    9 × 65,000 Energy · delivered",
    ]
  `);
});

test("nor is it before it is paid", () => {
  const receivers = addressesOf(1, 10);
  const own = receivers.slice(0, 5).map((one) => [one, 131_000] as const);
  const quote = { ...QUOTE, totalSun: 58_800_000, burnSun: 98_000_000 };
  const view = confirmView({ receivers, amounts: Object.fromEntries(own), quote });
  expect(unfolded(draftCard(view, en))).toMatchInlineSnapshot(`
    "> For these 10 wallets:
    > T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn · 131,000
    > T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH · 131,000
    > …

    58.8 TRX for 10 wallets: 980,000 Energy, 1 hour
    5 × 131,000 · 5 × 65,000
    Each wallet: Energy for 1 USDT transfer to a wallet with USDT
    Balance 777,123.456 → 777,064.656 TRX
    Ends about 2026-11-20 15:05 UTC
    Price held until 2026-11-20 14:07 UTC"
  `);
  goldenDraft(view);
});

test("of a transfer that was sized the card says to whom it is safe, by name", () => {
  const safe = (to: string) => {
    const one = [orderView([legView("included")])];
    const sends = Object.fromEntries(one.map(({ id }) => [id, sendsOf(UNUSED, 65_000, true)]));
    return goldenBatch(batchView(one, { to, sends })).split("\n")[0];
  };
  expect([safe("касса"), safe(shortAddress(addressOf(2)))]).toMatchInlineSnapshot(`
    [
      "*✅ Delivered: safe to send USDT to касса*",
      "*✅ Delivered: safe to send USDT to T9yD14…T76qbH*",
    ]
  `);
});

test("twenty wallets that are to be paid: what it costs and what is missing below them", () => {
  const quote = { ...QUOTE, totalSun: 78_000_000, burnSun: 130_000_000 };
  const view = confirmView({ receivers: addressesOf(1, 20), quote });
  expect(unfolded(draftCard(view, en))).toMatchInlineSnapshot(`
    "> For these 20 wallets:
    > T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn
    > T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH
    > …

    78 TRX for 20 × 65,000 Energy, 1 hour
    Each wallet: Energy for 1 USDT transfer to a wallet with USDT
    Balance 777,123.456 → 777,045.456 TRX
    Ends about 2026-11-20 15:05 UTC
    Price held until 2026-11-20 14:07 UTC"
  `);
  goldenDraft(view);
});

test("from two on, what is refused for one reason is one sentence; which they are is folded", () => {
  const bad = (reason: BadReason, from: number, count: number): Verdict[] =>
    addressesOf(from, count).map((one) => ({ address: one, bad: reason }));
  const linesOf = (...refused: readonly Verdict[]) => {
    const view = draftView("amount", {
      ...ENERGY,
      receivers: addressesOf(1, 1),
      refused: [...refused],
    });
    goldenDraft(view);
    return unfolded(draftCard(view, en)).split("\n\n")[0]?.split("\n");
  };
  expect(linesOf(...bad("checksum", 31, 3))).toEqual([
    "✅ 1 wallet taken",
    "❌ 3 addresses are mistyped (checksum does not match)",
    ...addressesOf(31, 3).map((one) => `> ${one}`),
    "> …",
  ]);
  const apart = linesOf(...bad("hex", 31, 1), ...bad("no such name", 41, 2));
  expect(apart?.slice(1).map((line) => /address (in hex|book)/.exec(line)?.[0])).toEqual([
    ...["address in hex", "address book", "address book"],
  ]);
});

test("wallets that are not activated are one sentence; which they are is said where others are good", () => {
  const refused = addressesOf(31, 20).map((one) => ({
    address: one,
    bad: "not activated" as const,
  }));
  const mistyped = { address: `${addressOf(60).slice(0, -1)}x`, bad: "checksum" as const };
  const all = draftView("receivers", { type: "Fast", resource: "energy", refused });
  const some = draftView("amount", {
    ...{ type: "Fast", resource: "energy", receivers: addressesOf(1, 2) },
    refused: [...refused.slice(0, 4), mistyped],
  });
  const text = (view: typeof all) => {
    goldenDraft(view);
    return unfolded(draftCard(view, en));
  };
  expect([text(all), text(some)]).toMatchInlineSnapshot(`
    [
      "❌ 20 wallets are not activated. Send each some TRX first.

    Which wallets receive it?
    Paste up to 20 addresses or send a CSV or TXT file.",
      "✅ 2 wallets taken
    ❌ 4 wallets are not activated. Send each some TRX first.
    > T9yD14Nj9j7xAB4dbGeiX9h8unkNi8WAiW
    > T9yD14Nj9j7xAB4dbGeiX9h8unkNqQKghZ
    > T9yD14Nj9j7xAB4dbGeiX9h8unkP29JXHW
    > …
    ❌ T9yD14Nj9j7xAB4dbGeiX9h8unkRzmH62x: mistyped (checksum does not match)

    Buy Energy

    How much Energy for each wallet?
    At least 32,000.",
    ]
  `);
});

test("how many are left out stands right above the sum, however long the verdicts are", () => {
  const receivers = addressesOf(1, 15);
  const refused = addressesOf(31, 5).map((one, at) => {
    const bad = (["checksum", "not activated", "contract"] as const)[at % 3];
    return { address: one, ...(bad && { bad }) };
  });
  const twice = { address: addressOf(1), bad: "duplicate" as const };
  const quote = { ...QUOTE, totalSun: 58_500_000 };
  const view = confirmView({ receivers, quote, refused: [...refused, twice] });
  goldenDraft(view);
  const lines = draftCard(view, en).text.split("\n");
  const sumAt = lines.findIndex((line) => line.startsWith("58.5 TRX for 15 × 65,000 Energy"));
  expect(lines[sumAt - 1]).toBe("⚠️ 5 of 20 left out");
  const once = confirmView({ receivers, quote, refused: [twice] });
  expect(draftCard(once, en).text).not.toContain("left out");
});
