/** Cards of Manual orders that rest, are filled in part, or were closed; in every language. */
import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import type { Delegation, Order } from "../../../src/domain/order.js";
import { type Resting, type RestReason, restReasons } from "../../../src/domain/rest-reasons.js";
import { batchCard } from "../../../src/telegram/orders/batch-card.js";
import { addressOf } from "../../support/addresses.js";
import { NOBODY_SELLS } from "../../support/resting.js";
import { goldenBatch, goldenDraft, goldenOf, withMarks } from "./drawn.js";
import { batchView, confirmView, HOUR_MS, legView, NOW, orderView, QUOTE } from "./views.js";

const B = addressOf(2);

function resting(delegations: readonly Delegation[], more: Partial<Order> = {}): Order {
  const order = orderView(delegations, { type: "Manual", priceSun: 50, ...more });
  const live = delegations.filter(({ state }) => state !== "dead");
  const taken = live.reduce((sum, { units }) => sum + units, 0);
  const cost = (units: number) => sun(units * 50);
  return {
    ...order,
    paidSun: cost(65_000),
    spentSun: cost(order.filledUnits),
    heldSun: cost(65_000 - order.filledUnits),
    restingUnits: 65_000 - taken,
    deadlineAt: NOW + 24 * HOUR_MS,
    restReasons: restReasons(NOBODY_SELLS),
    ...more,
  };
}

const drawOrders = (...orders: readonly Order[]) => goldenBatch(batchView(orders));
const textOf = (...orders: readonly Order[]) =>
  goldenOf((messages) => withMarks(batchCard(batchView(orders), messages)));

test("all of it rests: until when, and why", () => {
  expect(drawOrders(resting([]))).toMatchInlineSnapshot(`
    "*⏳ Waiting in the order book*
    65,000 Energy, 1 hour · 3.25 TRX · 50 SUN
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    0 of 65,000 delivered, 65,000 waiting
    Nobody offers at 50 SUN or less; the next price is 55 SUN
    [✏️ Change] [Cancel (danger)]
    [Repeat] [Refresh]
    [Copy order id ⧉ 0198c0de00000000000000f1] [Copy wallet ⧉ T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn]"
  `);
});

test("some is delivered, some on its way, the rest waits", () => {
  const legs = [legView("included", { units: 20_000 }), legView("sent", { units: 20_000 })];
  expect(drawOrders(resting(legs))).toMatchInlineSnapshot(`
    "*⏳ On its way*
    65,000 Energy, 1 hour · 3.25 TRX · 50 SUN
    Ends ‹2026-11-20 15:05 UTC›
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    20,000 delivered · [transaction](https://tx.example/ab12)
    20,000 sent, waiting for a block · [transaction](https://tx.example/ab12)
    20,000 of 65,000 delivered, 20,000 on the way, 25,000 waiting
    Nobody offers at 50 SUN or less; the next price is 55 SUN
    [✏️ Change] [Cancel (danger)]
    [Repeat] [Refresh]
    [Copy order id ⧉ 0198c0de00000000000000f1] [Copy wallet ⧉ T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn]"
  `);
});

test("some is delivered, and each reason why the rest waits has its line", () => {
  const reasons = {
    ...{ locked: { owners: 2, untilMs: NOW + HOUR_MS }, underWay: 1, unlockable: 1, tooLittle: 5 },
    ...{ tooCoarse: 21, failedLately: 3, waitsForBulk: true, nextPriceSun: null },
  };
  const legs = [legView("included", { units: 30_000 })];
  const order = resting(legs, { restReasons: restReasons({ ...NOBODY_SELLS, ...reasons }) });
  expect(drawOrders(order)).toMatchInlineSnapshot(`
    "*⏳ Partly filled, the rest is waiting*
    65,000 Energy, 1 hour · 3.25 TRX · 50 SUN
    Ends ‹2026-11-20 15:05 UTC›
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    30,000 delivered · [transaction](https://tx.example/ab12)
    30,000 of 65,000 delivered, 35,000 waiting
    The wallets start together, once all can be filled
    2 sellers can't serve this wallet until ‹2026-11-20 15:05 UTC›: an earlier rental of theirs is locked longer
    1 seller skipped: another delegation to this wallet is on its way
    1 seller skipped: nothing can be locked for so long
    5 sellers skipped: too little free for a part you allow
    21 sellers skipped: sell no part as small as you need
    3 sellers skipped: a delivery failed, tried again soon
    Nobody else offers at 50 SUN or less
    [✏️ Change] [Cancel (danger)]
    [Extend] [Repeat] [Refresh]
    [Copy order id ⧉ 0198c0de00000000000000f1] [Copy wallet ⧉ T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn]"
  `);
});

test("what is said instead of reasons, and one that would fill alone", () => {
  const said = (more: Partial<Resting>) =>
    drawOrders(resting([], { restReasons: restReasons({ ...NOBODY_SELLS, ...more }) }))
      .split("\n")
      .filter((line) =>
        /rest|waiting|matched|being filled|together|ждёт|книга|возвращается|исполняется|вместе/.test(
          line,
        ),
      );
  const all = [{ isHeldUp: true }, { isOverdue: true }, { fillsSome: true }];
  expect(
    [...all, { waitsForBulk: true, fillsSome: true, fillsAll: true }].map(said),
  ).toMatchInlineSnapshot(`
    [
      [
        "Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded",
        "0 of 65,000 delivered, 65,000 waiting",
      ],
      [
        "Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded",
        "0 of 65,000 delivered, 65,000 waiting",
        "Expired: the rest is being refunded",
      ],
      [
        "Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded",
        "0 of 65,000 delivered, 65,000 waiting",
        "A seller has just become free: it is being filled",
      ],
      [
        "Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded",
        "0 of 65,000 delivered, 65,000 waiting",
        "The wallets start together, once all can be filled",
      ],
    ]
  `);
});

const CLOSED = { cancelRequested: true, restingUnits: 0, deadlineAt: NOW + 24 * HOUR_MS };

test("cancelled with some delivered: what was paid, delivered and refunded", () => {
  const legs = [legView("included", { units: 32_500 })];
  const money = {
    paidSun: sun(27_500_000),
    spentSun: sun(13_750_000),
    heldSun: sun(0),
    refundedSun: sun(13_750_000),
  };
  const cancelReason = "cancelled by the customer";
  const order = { ...CLOSED, ...money, cancelReason, status: "cancelled" } as const;
  const { restReasons: _, ...rest } = resting(legs, order);
  expect(drawOrders(rest)).toMatchInlineSnapshot(`
    "*⚠️ Delivered in part*
    65,000 Energy, 1 hour · 27.5 TRX · 50 SUN
    Ends ‹2026-11-20 15:05 UTC›

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    32,500 delivered · [transaction](https://tx.example/ab12)
    cancelled by you
    paid 27.5, delivered 13.75, refunded 13.75 TRX
    [Extend] [Repeat] [Refresh]
    [Copy order id ⧉ 0198c0de00000000000000f1] [Copy wallet ⧉ T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn]"
  `);
});

test("cancelled while a part is signed", () => {
  const money = {
    paidSun: sun(3_250_000),
    spentSun: sun(0),
    heldSun: sun(1_000_000),
    refundedSun: sun(2_250_000),
  };
  const { restReasons: _, ...rest } = resting([legView("signed", { units: 20_000 })], {
    ...{ ...CLOSED, ...money, status: "processing" },
  });
  expect(drawOrders(rest)).toMatchInlineSnapshot(`
    "*⏳ Being cancelled*
    65,000 Energy, 1 hour · 3.25 TRX · 50 SUN
    Ends about ‹2026-11-20 15:05 UTC›

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    20,000 being sent · [transaction](https://tx.example/ab12)
    cancelling; parts already signed will still be delivered
    paid 3.25, delivered 0, on the way 1, refunded 2.25 TRX
    [Repeat] [Refresh]
    [Copy order id ⧉ 0198c0de00000000000000f1] [Copy wallet ⧉ T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn]"
  `);
});

test("its time is over with nothing delivered, beside one that was filled in part", () => {
  const cancelReason = "its deadline has passed";
  const over = { ...CLOSED, cancelReason, status: "cancelled" } as const;
  const nothing = { spentSun: sun(0), heldSun: sun(0), refundedSun: sun(3_250_000) };
  const half = { spentSun: sun(1_500_000), heldSun: sun(0), refundedSun: sun(1_750_000) };
  const { restReasons: _a, ...first } = resting([], { ...over, ...nothing });
  const { restReasons: _b, ...second } = resting([legView("solidified", { units: 30_000 })], {
    ...{ ...over, ...half, id: "0198c0de00000000000000f2", receiver: B },
  });
  expect(drawOrders(first, second)).toMatchInlineSnapshot(`
    "*⚠️ Delivered in part: 0 of 2 wallets*
    2 × 65,000 Energy, 1 hour · 6.5 TRX · 50 SUN · refunded 5 TRX
    Ends ‹2026-11-20 15:05 UTC›

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    expired
    paid 3.25, delivered 0, refunded 3.25 TRX

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    Order |0198c0de00000000000000f2|
    30,000 delivered, confirmed · [transaction](https://tx.example/ab12)
    expired
    paid 3.25, delivered 1.5, refunded 1.75 TRX
    [Extend] [Repeat] [Refresh]
    [Copy order ids ⧉ 0198c0de00000000000000f1
    0198c0de00000000000000f2]"
  `);
});

test("what a better price has saved is said of the call, and is no part of what was paid", () => {
  const saved = { spentSun: sun(2_925_000), heldSun: sun(0), improvedSun: sun(325_000) };
  const { restReasons: _a, ...whole } = resting([legView("solidified")], {
    ...{ ...saved, status: "completed", restingUnits: 0 },
  });
  expect(textOf(whole)).toMatchInlineSnapshot(`
    "*✅ Delivered: safe to send USDT to a wallet that already holds USDT*
    65,000 Energy, 1 hour · 2.925 TRX · 0.325 TRX saved by a better price · 50 SUN
    Ends ‹2026-11-20 15:05 UTC›
    Energy for 1 USDT transfer
    Set fee_limit to at least 6.5 TRX

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    delivered, confirmed · [transaction](https://tx.example/ab12)"
  `);
  const half = { spentSun: sun(1_350_000), heldSun: sun(0), improvedSun: sun(150_000) };
  const { restReasons: _b, ...part } = resting([legView("solidified", { units: 30_000 })], {
    ...{ ...CLOSED, status: "cancelled", id: "0198c0de00000000000000f2", receiver: B },
    ...{ ...half, refundedSun: sun(1_750_000) },
  });
  expect(textOf(whole, part)).toMatchInlineSnapshot(`
    "*⚠️ Delivered in part: 1 of 2 wallets*
    2 × 65,000 Energy, 1 hour · 6.025 TRX · 0.475 TRX saved by a better price · 50 SUN
    Ends ‹2026-11-20 15:05 UTC›

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Order |0198c0de00000000000000f1|
    delivered, confirmed · [transaction](https://tx.example/ab12)

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    Order |0198c0de00000000000000f2|
    30,000 delivered, confirmed · [transaction](https://tx.example/ab12)
    cancelled
    paid 3.1, delivered 1.35, refunded 1.75 TRX"
  `);
});

test("confirm: why what is not filled waits, who is passed over first and the price", () => {
  const untilMs = Date.UTC(2026, 10, 20, 17);
  const price = { why: "price", priceSun: 55, nextPriceSun: 60, someoneOffers: true } as const;
  const linesOf = (fillsUnits: number, ...waits: RestReason[]) => {
    const quote = { ...QUOTE, priceSun: 55, totalSun: 3_575_000, manual: { fillsUnits, waits } };
    const view = confirmView({ type: "Manual", price: 55, allowPartial: true, quote });
    return goldenDraft(view)
      .split("\n")
      .filter((line) => /fill|skipped|can't serve|offers/.test(line));
  };
  const locked = { why: "locked", owners: 1, untilMs } as const;
  expect(linesOf(30_000, locked, { why: "tooLittle", owners: 2 }, price)).toMatchInlineSnapshot(`
    [
      "By the offers there are, 30,000 fill now, 35,000 will wait",
      "1 seller can't serve this wallet until ‹2026-11-20 17:00 UTC›: an earlier rental of theirs is locked longer",
      "Nobody else offers at 55 SUN or less; the next price is 60 SUN",
    ]
  `);
  expect(linesOf(0, { ...price, someoneOffers: false })).toMatchInlineSnapshot(`
    [
      "Nobody offers at 55 SUN or less; the next price is 60 SUN",
    ]
  `);
  expect(linesOf(65_000, price)).toEqual(["Filled at once by the offers there are"]);
});
