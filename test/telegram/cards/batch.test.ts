/** The order card from payment to the end of the rental. */
import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import type { Order } from "../../../src/domain/order.js";
import { batchCard } from "../../../src/telegram/orders/batch-card.js";
import type { Messages } from "../../../src/telegram/text/messages.js";
import { addressOf } from "../../support/addresses.js";
import { goldenBatch, goldenOf } from "./drawn.js";
import { batchView, HOUR_MS, legView, NOW, orderView } from "./views.js";

function second(delegations: Order["delegations"], more: Partial<Order> = {}): Order {
  const id = "0198c0de00000000000000f2";
  return orderView(delegations, { id, receiver: addressOf(2), ...more });
}

test("just paid: it can be cancelled, and ends about", () => {
  const view = batchView([orderView([legView("planned")])]);
  expect(goldenBatch(view)).toMatchInlineSnapshot(`
    "*⏳ On its way*
    65,000 Energy, 1 hour · 3.9 TRX
    Ends about ‹2026-11-20 15:05 UTC›

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    being sent
    [Cancel (danger)]
    [Repeat] [Refresh]
    [Copy order id ⧉ 0198c0de00000000000000f1] [Copy wallet ⧉ T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn]"
  `);
});

test("delivered: safe to send", () => {
  const view = batchView([orderView([legView("included")])]);
  expect(goldenBatch(view)).toMatchInlineSnapshot(`
    "*✅ Delivered: safe to send USDT to a wallet that already holds USDT*
    65,000 Energy, 1 hour · 3.9 TRX
    Ends ‹2026-11-20 15:05 UTC›
    Energy for 1 USDT transfer
    Set fee_limit to at least 6.5 TRX

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    delivered · [transaction](https://tx.example/ab12)
    [Extend] [Repeat] [Refresh]
    [Copy order id ⧉ 0198c0de00000000000000f1] [Copy wallet ⧉ T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn]"
  `);
});

test("two wallets, one of them by two owners", () => {
  const parts = [legView("solidified", { units: 40_000 }), legView("sent", { units: 25_000 })];
  const orders = [orderView([legView("included")]), second(parts)];
  const view = batchView(orders, { waitsForNetwork: true });
  expect(goldenBatch(view)).toMatchInlineSnapshot(`
    "*⏳ On its way: 1 of 2 wallets*
    ⚠️ Still waiting for the network. This card updates itself.
    2 × 65,000 Energy, 1 hour · 7.8 TRX
    Ends ‹2026-11-20 15:05 UTC›

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    delivered · [transaction](https://tx.example/ab12)

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    Order |0198c0de00000000000000f2|
    40,000 delivered, confirmed · [transaction](https://tx.example/ab12)
    25,000 sent, waiting for a block · [transaction](https://tx.example/ab12)
    [Repeat] [Refresh]
    [Copy order ids ⧉ 0198c0de00000000000000f1
    0198c0de00000000000000f2]"
  `);
});

test("every state of a delegation has its words", () => {
  const states = ["planned", "signed", "sent", "included", "solidified", "dead"] as const;
  const over = ["reclaim_signed", "reclaim_sent", "reclaimed", "released"] as const;
  const words = (messages: Messages) =>
    [...states, ...over].map((state) => {
      const { text } = batchCard(batchView([orderView([legView(state)])]), messages);
      return `${state}: ${text.split("\n").at(-1)}`;
    });
  expect(goldenOf(words)).toMatchInlineSnapshot(`
    [
      "planned: being sent",
      "signed: being sent · transaction",
      "sent: sent, waiting for a block · transaction",
      "included: delivered · transaction",
      "solidified: delivered, confirmed · transaction",
      "dead: failed, not charged · transaction",
      "reclaim_signed: rental is over · transaction",
      "reclaim_sent: rental is over · transaction",
      "reclaimed: rental is over · transaction",
      "released: rental is over · transaction",
    ]
  `);
});

test("a cancel, asked for and done, with its refunds", () => {
  const asked = orderView([legView("signed")], { cancelRequested: true });
  const done = second(
    [legView("included", { units: 40_000 }), legView("dead", { units: 25_000 })],
    {
      status: "cancelled",
      cancelRequested: true,
      cancelReason: "cancelled by the customer",
      refundedSun: sun(1_500_000),
    },
  );
  expect(goldenBatch(batchView([asked, done]))).toMatchInlineSnapshot(`
    "*⏳ Being cancelled: 0 of 2 wallets*
    2 × 65,000 Energy, 1 hour · 7.8 TRX
    Ends ‹2026-11-20 15:05 UTC›

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    being sent · [transaction](https://tx.example/ab12)
    cancelling; parts already signed will still be delivered

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    Order |0198c0de00000000000000f2|
    40,000 delivered · [transaction](https://tx.example/ab12)
    25,000 failed, not charged · [transaction](https://tx.example/ab12)
    cancelled by you · refunded 1.5 TRX
    [Repeat] [Refresh]
    [Copy order ids ⧉ 0198c0de00000000000000f1
    0198c0de00000000000000f2]"
  `);
});

test("of a team: for which in private, who ordered, and who has cancelled", () => {
  const by = { userId: 1, name: "@ann", keyId: "k" };
  const cancelledBy = { userId: 2, name: "@bob", keyId: null };
  const over = { status: "cancelled", cancelReason: "cancelled by the customer", by } as const;
  const orders = [orderView([], { ...over, cancelledBy }), second([], over)];
  expect(goldenBatch(batchView(orders, { paidFrom: "123" }))).toMatchInlineSnapshot(`
    "*❌ Cancelled, nothing delivered*
    2 × 65,000 Energy, 1 hour · 7.8 TRX
    Paid from team 123 · Ordered by @ann with an API key

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    cancelled by @bob

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    Order |0198c0de00000000000000f2|
    cancelled by @ann
    [Repeat] [Refresh]
    [Copy order ids ⧉ 0198c0de00000000000000f1
    0198c0de00000000000000f2]"
  `);
});

test("several refunds are summed up", () => {
  const failed = { status: "cancelled", refundedSun: sun(3_900_000) } as const;
  const orders = [
    orderView([], { ...failed, cancelReason: "no owner could deliver in time" }),
    second([legView("dead")], { ...failed, cancelReason: "the receiver is a contract" }),
  ];
  expect(goldenBatch(batchView(orders))).toMatchInlineSnapshot(`
    "*❌ Cancelled, nothing delivered*
    2 × 65,000 Energy, 1 hour · 7.8 TRX · refunded 7.8 TRX

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    cancelled: not delivered in time · refunded 3.9 TRX

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    Order |0198c0de00000000000000f2|
    failed, not charged · [transaction](https://tx.example/ab12)
    cancelled: wallet is a contract · refunded 3.9 TRX
    [Repeat] [Refresh]
    [Copy order ids ⧉ 0198c0de00000000000000f1
    0198c0de00000000000000f2]"
  `);
});

test("a delegation that failed is being placed anew", () => {
  const view = batchView([orderView([legView("dead")], { restingUnits: 65_000 })]);
  expect(goldenBatch(view)).toMatchInlineSnapshot(`
    "*⏳ On its way*
    65,000 Energy, 1 hour · 3.9 TRX
    Ends about ‹2026-11-20 15:05 UTC›

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    failed, not charged · [transaction](https://tx.example/ab12)
    65,000 looking for another seller
    [Cancel (danger)]
    [Repeat] [Refresh]
    [Copy order id ⧉ 0198c0de00000000000000f1] [Copy wallet ⧉ T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn]"
  `);
});

test("after the rental", () => {
  const view = batchView([orderView([legView("reclaimed")])], { now: NOW + 2 * HOUR_MS });
  expect(goldenBatch(view)).toMatchInlineSnapshot(`
    "*Rental is over*
    65,000 Energy, 1 hour · 3.9 TRX
    Ended ‹2026-11-20 15:05 UTC›

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    rental is over · [transaction](https://tx.example/ab12)
    [Repeat] [Refresh]
    [Copy order id ⧉ 0198c0de00000000000000f1] [Copy wallet ⧉ T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn]"
  `);
});
