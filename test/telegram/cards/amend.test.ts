/** The card that changes orders which rest, in every language; and its rows: no second tap holds money. */

import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import type { PriceLook } from "../../../src/engine/book/price-look.js";
import { decodeTap } from "../../../src/telegram/kit/buttons.js";
import { type AmendView, amendCard } from "../../../src/telegram/orders/amend-card.js";
import {
  type Amend,
  type AmendEvent,
  reduceAmend,
} from "../../../src/telegram/orders/amend-state.js";
import { en } from "../en.js";
import { golden } from "./drawn.js";
import { DESK, HOUR_MS, NOW, orderView } from "./views.js";

const ORDER = orderView([], {
  ...{ type: "Manual", priceSun: 45, paidSun: sun(2_925_000), heldSun: sun(2_925_000) },
  ...{ restingUnits: 65_000, deadlineAt: NOW + 24 * HOUR_MS },
});

const LOOK: PriceLook = {
  ...{ floorSun: 40, fastSun: 60, bids: [] },
  asks: [{ priceSun: 50, units: 99_800 }],
  choices: [
    { priceSun: 50, fillsUnits: 65_000 },
    { priceSun: 40, fillsUnits: 0 },
  ],
};

function viewAt(step: Amend["step"], data: Partial<Amend["data"]> = {}): AmendView {
  const amend: Amend = {
    ...{ id: "0198c0de00000000000000e1", version: 3, ownerUserId: 7001 },
    ...{ customerId: "c1c1c1c1c1c1", chatId: 7001, threadId: undefined, isGroup: false },
    ...{ status: "open", step },
    data: { batchId: ORDER.batchId, wasAsked: false, ...data },
  };
  const orders = [ORDER];
  return { amend, orders, resting: orders, look: LOOK, desk: DESK, now: NOW + 2 * HOUR_MS };
}

const drawn = (view: AmendView) => golden((messages) => amendCard(view, messages));
const ASKED = { asked: { priceSun: 50, moreSun: 325_000 } };

test("each of its steps", () => {
  expect(drawn(viewAt("choose"))).toMatchInlineSnapshot(`
    "*Change the order*
    65,000 Energy, 1 hour · 45 SUN
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded

    What do you want to change?
    [Price (primary)] [Waiting time (primary)]
    [Leave it as it is]"
  `);
  expect(drawn(viewAt("price"))).toMatchInlineSnapshot(`
    "*Change the order*
    65,000 Energy, 1 hour · 45 SUN
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded

    Floor 40 SUN · desk's own price 60 SUN
    Offered: 99,800 at 50
    Your price per unit of Energy, in SUN?
    Type a whole number of SUN such as 55.
    [50 SUN · 3.25 TRX · all now]
    [40 SUN · 2.6 TRX · waiting]
    [Back]
    [Leave it as it is]"
  `);
  expect(drawn(viewAt("lifetime"))).toMatchInlineSnapshot(`
    "*Change the order*
    65,000 Energy, 1 hour · 45 SUN
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded

    How long may it wait, counted from ‹2026-11-20 14:05 UTC›?
    [6 h] [1 d] [3 d]
    [7 d]
    [Back]
    [Leave it as it is]"
  `);
  expect(drawn(viewAt("hold", ASKED))).toMatchInlineSnapshot(`
    "*Change the order*
    65,000 Energy, 1 hour · 45 SUN
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded

    ⚠️ At 50 SUN, 0.325 TRX more is held. What is not needed comes back.
    [Leave it as it is]
    [Back]
    [Hold 0.325 TRX more (success)]"
  `);
});

test("what was wrong, where nothing else comes to the place of the yes", () => {
  const notice = { code: "INSUFFICIENT_BALANCE", details: { required: 0.325, available: 0.075 } };
  expect(drawn(viewAt("price", { notice, wasAsked: true }))).toMatchInlineSnapshot(`
    "⚠️ Not enough balance. Nothing was charged.
    Missing: 0.25 of 0.325 TRX
    To top up, write to @desk_operator and quote your customer id |c1c1c1c1c1c1|

    *Change the order*
    65,000 Energy, 1 hour · 45 SUN
    Waits until ‹2026-11-21 14:05 UTC›, then the rest is refunded

    Floor 40 SUN · desk's own price 60 SUN
    Offered: 99,800 at 50
    Your price per unit of Energy, in SUN?
    Type a whole number of SUN such as 55.
    [50 SUN · 3.25 TRX · all now]
    [40 SUN · 2.6 TRX · waiting]
    [Back]
    [Leave it as it is]
    [Cannot be paid now ✗]"
  `);
});

test("its last words", () => {
  const last = (data: Partial<Amend["data"]>) => {
    const view = viewAt("choose", data);
    return drawn({ ...view, amend: { ...view.amend, status: "closed" } });
  };
  expect(last({ done: { priceSun: 50 } })).toMatchInlineSnapshot(`"✅ Price changed to 50 SUN"`);
  expect(last({ done: { lifetimeHours: 72 } })).toMatchInlineSnapshot(
    `"✅ Changed: waits until ‹2026-11-21 14:05 UTC›"`,
  );
  expect(last({})).toMatchInlineSnapshot(`"Closed, nothing was changed."`);
});

/** The rows from below, each as the actions of its buttons. */
const rowsFromBelow = (view: AmendView) =>
  amendCard(view, en)
    .keyboard.toReversed()
    .map((row) =>
      row.flatMap((button) => {
        const tapped = "callback_data" in button ? decodeTap(button.callback_data) : undefined;
        return tapped?.on === "amend" ? [tapped.action] : [];
      }),
    );

test("a second tap on a price holds nothing, and one on the yes closes nothing", () => {
  const hold = viewAt("hold", ASKED);
  const yes = rowsFromBelow(hold).findIndex((row) => row.some(({ kind }) => kind === "hold"));
  expect(yes).toBe(0);
  const prices = rowsFromBelow(viewAt("price")).flatMap((row, at) =>
    row.some(({ kind }) => kind === "price") ? [at] : [],
  );
  expect(Math.min(...prices)).toBeGreaterThan(yes + 1);
  const events: AmendEvent[] = [
    { kind: "refused", notice: { code: "INSUFFICIENT_BALANCE" } },
    { kind: "refused", notice: { code: "NOT_CHANGEABLE" } },
    { kind: "outdated", priceSun: 50 },
    { kind: "unread" },
    { kind: "amended", change: { priceSun: 50 } },
  ];
  for (const event of events) {
    const { state } = reduceAmend(hold.amend, event);
    const there = rowsFromBelow({ ...hold, amend: state })[yes] ?? [];
    expect(
      there.filter(({ kind }) => kind !== "hold"),
      event.kind,
    ).toEqual([]);
  }
});
