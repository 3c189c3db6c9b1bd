/** Menu, orders, balance, help, and the plain messages. */

import { expect, test } from "vitest";
import { must } from "../../../src/domain/assert.js";
import { sun } from "../../../src/domain/money.js";
import { helpCard, menuCard } from "../../../src/telegram/account/menu.js";
import { COMMANDS } from "../../../src/telegram/commands.js";
import { noteCard, promptCard } from "../../../src/telegram/kit/notes.js";
import { balanceCard, creditedCard } from "../../../src/telegram/money/balance.js";
import { endBookingCard, ordersCard } from "../../../src/telegram/orders/orders-card.js";
import type { CommandName, Messages } from "../../../src/telegram/text/messages.js";
import { addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { drawn, golden, goldenOf, keyboardOf } from "./drawn.js";
import { DESK, legView, NOW, orderView } from "./views.js";

test("the menu has three lines", () => {
  expect(
    golden((messages) => menuCard({ giftSun: 1_000_000_000, takesDeposits: true }, messages)),
  ).toMatchInlineSnapshot(`
    "*Energy Desk*
    You have 1,000 TRX to try it.
    Tap Buy Energy, or paste a wallet address.
    [Buy Energy] [Buy Bandwidth]
    [Orders] [Balance]
    [Deposit] [Help]"
  `);
  expect(
    golden((messages) => menuCard({ giftSun: undefined, takesDeposits: false }, messages)),
  ).toMatchInlineSnapshot(`
    "*Energy Desk*
    Rent TRON Energy and Bandwidth in seconds.
    Tap Buy Energy, or paste a wallet address.
    [Buy Energy] [Buy Bandwidth]
    [Orders] [Balance] [Help]"
  `);
});

test("orders, a page at a time, the newest last, those of a call on one line, and wallets with their names", () => {
  const second = { receiver: addressOf(2), id: "f".repeat(24) };
  const batches = [
    [orderView([legView("sent")])],
    [
      orderView([legView("included")], second),
      orderView([legView("included")], { id: "f0".repeat(12) }),
    ],
    [
      orderView([], {
        receiver: addressOf(3),
        id: "e".repeat(24),
        resource: "bandwidth",
        amount: 1_000,
        duration: "30d",
        paidSun: sun(18_000_000),
        refundedSun: sun(18_000_000),
        status: "cancelled",
      }),
    ],
  ];
  const names = new Map([[addressOf(3) as string, "cold1"]]);
  const page = { batches, names, now: NOW, olderCursor: "d".repeat(24), isNewest: true };
  expect(golden((messages) => ordersCard(page, messages))).toMatchInlineSnapshot(`
    "*Your orders*

    ‹2026-11-20 14:05 UTC› · 1,000 Bandwidth, 30 days · 18 TRX · ❌ cancelled
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKawPyGg| cold1

    ‹2026-11-20 14:05 UTC› · 2 × 65,000 Energy, 1 hour · 7.8 TRX · ✅ delivered

    ‹2026-11-20 14:05 UTC› · 65,000 Energy, 1 hour · 3.9 TRX · ⏳ on its way
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    [1,000 Bandwidth → cold1]
    [65,000 Energy → 2 wallets]
    [65,000 Energy → T9yD14…LxmGkn]
    [Older]"
  `);
  const middle = keyboardOf(ordersCard({ ...page, isNewest: false }, en));
  expect(middle.at(-1)).toBe("[Newest] [Older]");
  expect(
    ordersCard({ ...page, asks: true }, en)
      .text.split("\n")
      .slice(0, 3),
  ).toEqual(["Which order?", "Tap it below, or send its id.", ""]);
  const last = ordersCard({ ...page, olderCursor: undefined }, en);
  expect(keyboardOf(last)).toHaveLength(3);
});

test("what is booked stands below the orders, with its start and what is held", () => {
  const rental = { resource: "energy", amount: 65_000, duration: "1d" } as const;
  const booked = { ...rental, dueAt: NOW, mayEnd: true };
  const bookings = [
    { ...booked, bookingId: "1".repeat(24), receivers: [addressOf(1)], heldSun: 3_900_000 },
    {
      ...{ ...booked, bookingId: "2".repeat(24) },
      ...{ receivers: [addressOf(1), addressOf(2)], heldSun: 7_800_000 },
    },
  ];
  const batches = [[orderView([legView("sent")])]];
  const page = { batches, bookings, moreBookings: 4, now: NOW, isNewest: true };
  const view = { ...page, olderCursor: undefined };
  expect(golden((messages) => ordersCard(view, messages))).toMatchInlineSnapshot(`
    "*Your orders*

    ‹2026-11-20 14:05 UTC› · 65,000 Energy, 1 hour · 3.9 TRX · ⏳ on its way
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|

    🕓 Booked, starts ‹2026-11-20 14:05 UTC› · 65,000 Energy, 1 day · 3.9 TRX held
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|

    🕓 Booked, starts ‹2026-11-20 14:05 UTC› · 2 × 65,000 Energy, 1 day · 7.8 TRX held

    🕓 and 4 more booked
    [Cancel booking 65,000 · T9yD14…LxmGkn (danger)]
    [Cancel booking 2 × 65,000 (danger)]
    [65,000 Energy → T9yD14…LxmGkn]"
  `);
  const first = must(bookings[0], "it is booked");
  // A member who may not end it sees no button that does.
  const team = { customerId: "1b".repeat(12), name: "Desk 7" };
  const seen = { ...view, team, bookings: [{ ...first, mayEnd: false }], moreBookings: 0 };
  expect(golden((messages) => ordersCard(seen, messages))).toMatchInlineSnapshot(`
    "*Team Desk 7 · Orders*

    ‹2026-11-20 14:05 UTC› · 65,000 Energy, 1 hour · 3.9 TRX · ⏳ on its way
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|

    🕓 Booked, starts ‹2026-11-20 14:05 UTC› · 65,000 Energy, 1 day · 3.9 TRX held
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    [65,000 Energy → T9yD14…LxmGkn]
    [Back]"
  `);
  expect(golden((messages) => endBookingCard(first, {}, messages))).toMatchInlineSnapshot(`
    "*Cancel this booking?* Its money comes back; its price is not held any more.

    🕓 Booked, starts ‹2026-11-20 14:05 UTC› · 65,000 Energy, 1 day · 3.9 TRX held
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    [Yes, cancel it (danger)] [Back]"
  `);
});

test("no orders yet: the next step", () => {
  const view = { batches: [], now: NOW, olderCursor: undefined, isNewest: true };
  expect(golden((messages) => ordersCard(view, messages))).toMatchInlineSnapshot(`
    "*No orders yet*
    Buy the first one with /buy, or paste a wallet address.
    [Buy Energy] [Buy Bandwidth]"
  `);
});

test("a balance", () => {
  const view = {
    customerId: "c1c1c1c1c1c1",
    availableSun: 996_100_000,
    heldForWithdrawalsSun: 0,
    desk: DESK,
  };
  expect(
    golden((messages) => balanceCard({ ...view, heldSun: 3_900_000 }, messages)),
  ).toMatchInlineSnapshot(`
    "*Balance 996.1 TRX*
    Held for orders: 3.9 TRX
    To top up, write to @desk_operator and quote your customer id |c1c1c1c1c1c1|
    [Buy Energy] [Orders]"
  `);
  const booking = { ...view, heldSun: 7_800_000, bookedSun: [3_900_000] };
  expect(goldenOf((messages) => balanceCard(booking, messages).text)).toMatchInlineSnapshot(`
    "Balance 996.1 TRX
    Held for orders: 3.9 TRX
    Held for 1 booking: 3.9 TRX
    To top up, write to @desk_operator and quote your customer id c1c1c1c1c1c1"
  `);
  const desk = { ...DESK, operatorContact: undefined };
  expect(
    goldenOf((messages) => balanceCard({ ...view, heldSun: 0, desk }, messages).text),
  ).toMatchInlineSnapshot(`
    "Balance 996.1 TRX
    To top up, write to the operator and quote your customer id c1c1c1c1c1c1"
  `);
  const credit = { amountSun: 50_000_000, availableSun: 1_046_100_000 };
  expect(goldenOf((messages) => creditedCard(credit, messages).text)).toMatchInlineSnapshot(`
    "+50 TRX
    The balance is 1,046.1 TRX now."
  `);
});

test("help, in private and in a group", () => {
  const lines = (names: readonly CommandName[], messages: Messages) =>
    names.map((command) => ({ command, description: messages.command(command) }));
  const view = { botUsername: "desk_sandbox_bot", desk: DESK };
  const all = [
    "buy",
    "quote",
    "again",
    "orders",
    "order",
    "balance",
    "stats",
    "history",
    "cancel",
    "help",
  ] as const;
  const group = ["buy", "quote", "order", "settings", "help"] as const;
  expect(
    golden((messages) =>
      helpCard({ ...view, isGroup: false, commands: lines(all, messages) }, messages),
    ),
  ).toMatchInlineSnapshot(`
    "*How it works*

    /buy Buy, step by step or in one line
    /quote Ask for the price only
    /again Your last order once more, or one by its id
    /orders Your orders
    /order One order, by its id
    /balance Your balance
    /stats What you spent in 30 days, as a picture
    /history Every movement of your balance, as a CSV file
    /cancel Drop the open card
    /help How it works

    A wallet is enough, the rest is as last time: |T…|
    In one line: |65k 1h T…|
    Different amounts: |1h
    T… 65k
    T… 131k|
    Only locked on chain: |65k 1h T… locked|
    You pay only by the button that shows the price.
    Questions: @desk_operator
    [Buy Energy] [Buy Bandwidth]"
  `);
  const inGroup = golden((messages) =>
    helpCard({ ...view, isGroup: true, commands: lines(group, messages) }, messages),
  );
  expect(inGroup).toContain("/settings@desk_sandbox_bot Settings of this group\n");
  expect(inGroup).toContain("In one line: |/buy@desk_sandbox_bot 65k 1h T…|");
  expect(inGroup).toContain("A card belongs to whoever opened it.");
  expect(inGroup).toMatch(/\n\[Open private chat → \S+\]$/);
});

test("what /start points at in a group are all its commands", () => {
  const named = noteCard("groupHint", DESK, en).text.match(/(?<=\/)\w+/g) ?? [];
  const inGroups = COMMANDS.filter((command) => command.inGroups).map(({ name }) => name);
  expect(named.toSorted()).toEqual(inGroups.toSorted());
});

test("plain messages; those of what works in private lead there", () => {
  const keys = Object.keys(en.notes) as (keyof typeof en.notes)[];
  goldenOf((messages) => keys.map((key) => drawn(noteCard(key, DESK, messages))));
  const leading = keys.filter((key) => noteCard(key, DESK, en).keyboard.length > 0);
  expect(leading).toEqual(["anonymousAdmin", "channel", "linkedPost", "privateOnly"]);
});

test("questions that force a reply", () => {
  const { receivers, amount, order } = en.prompts;
  expect(promptCard(order.text("energy")).text).toBe("Which order? Reply with its id.");
  goldenOf(({ prompts }) =>
    Object.values(prompts).map(({ text }) => promptCard(text("energy")).text),
  );
  expect(promptCard(receivers.text("energy")).text).toMatchInlineSnapshot(
    `"Which wallets? Reply with their addresses or a file."`,
  );
  expect(promptCard(amount.text("bandwidth")).text).toMatchInlineSnapshot(
    `"How much Bandwidth? Reply with a number such as 65000 or 65k."`,
  );
  for (const { placeholder } of [receivers, amount, order]) {
    expect(placeholder.length).toBeGreaterThanOrEqual(1);
    expect(placeholder.length).toBeLessThanOrEqual(64);
  }
});

test("a toast has 1 to 200 characters", () => {
  const sum = "999,999.999999";
  for (const toast of Object.values(en.toasts)) {
    const told = toast as string | ((...sums: string[]) => string);
    const { length } = typeof told === "string" ? told : told(sum, sum);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(200);
  }
});
