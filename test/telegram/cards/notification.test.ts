/** Notifications and the card of their settings, in every language. */
import { describe, expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import {
  isForGroups,
  NEWS_KINDS,
  type NewsKind,
  type NewsMode,
} from "../../../src/domain/notification.js";
import type { BatchNews } from "../../../src/engine/chat/notifications.js";
import { type SettingsView, settingsCard } from "../../../src/telegram/account/settings-card.js";
import type { Sizing } from "../../../src/telegram/kit/sizing.js";
import {
  type NotificationView,
  notificationCard,
} from "../../../src/telegram/news/notification-card.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { golden } from "./drawn.js";
import { HOUR_MS, NOW } from "./views.js";

const ID = "019a9b2c3d4e000123456789";

function view(change: Partial<BatchNews>): NotificationView {
  return {
    ...{ event: "news", kind: "completed", userId: 1, isSilent: false, isGroup: false },
    ...{ batchId: ID, draftId: ID, orderIds: [ID], resource: "energy", amount: 65_000 },
    ...{ receivers: [addressOf(1)], duration: "1h", filledUnits: 65_000 },
    ...{ paidSun: 3_900_000, deliveredSun: 3_900_000, refundedSun: 0 },
    ...{ endsAt: NOW + HOUR_MS, ...change },
    ...{ botUsername: "desk_sandbox_bot", energyPriceSun: 100 },
  };
}

const drawnNotification = (change: Partial<BatchNews>) =>
  golden((messages) => notificationCard(view(change), messages));

describe("told in private", () => {
  test("a booking that could not start", () => {
    const returned: NotificationView = {
      ...{ event: "news", kind: "booking", userId: 1, isSilent: false, resource: "energy" },
      ...{ amount: 65_000, duration: "1d", receivers: [addressOf(1)], heldSun: sun(3_900_000) },
      ...{ reason: "belowFloor", botUsername: "desk_sandbox_bot" },
    };
    expect(golden((messages) => notificationCard(returned, messages))).toMatchInlineSnapshot(`
      "*🔔 Not extended, the money is back*
      65,000 Energy, 1 day · 3.9 TRX given back
      its price was below the floor by then
      |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|"
    `);
  });

  test("delivered for less than the limit, or in part", () => {
    const better = { paidSun: 3_575_000, deliveredSun: 2_925_000, improvedSun: 650_000 };
    expect(drawnNotification(better)).toMatchInlineSnapshot(`
      "*🔔 Delivered*
      65,000 Energy, 1 hour · 2.925 TRX, 0.65 TRX saved by a better price
      Ends ‹2026-11-20 15:05 UTC›
      Enough for USDT to a wallet that already holds USDT
      Set fee_limit to at least 6.5 TRX
      |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
      [Open order]"
    `);
    const part = { ...better, filledUnits: 30_000, deliveredSun: 1_350_000, improvedSun: 300_000 };
    const cancelled = { ...part, kind: "cancelled", refundedSun: 1_925_000 } as const;
    expect(drawnNotification(cancelled)).toMatchInlineSnapshot(`
      "*🔔 Delivered in part, the rest refunded*
      65,000 Energy, 1 hour
      Paid 3.275, delivered 1.35, refunded 1.925 TRX
      0.3 TRX saved by a better price
      |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
      [Open order]"
    `);
  });

  test("delivered", () => {
    expect(drawnNotification({})).toMatchInlineSnapshot(`
      "*🔔 Delivered*
      65,000 Energy, 1 hour · 3.9 TRX
      Ends ‹2026-11-20 15:05 UTC›
      Enough for USDT to a wallet that already holds USDT
      Set fee_limit to at least 6.5 TRX
      |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
      [Open order]"
    `);
    expect(drawnNotification({ amount: 131_000, filledUnits: 131_000 })).toMatchInlineSnapshot(`
      "*🔔 Delivered*
      131,000 Energy, 1 hour · 3.9 TRX
      Ends ‹2026-11-20 15:05 UTC›
      Energy for 2 USDT transfers, or 1 to a wallet without USDT
      Set fee_limit to at least 13.1 TRX
      |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
      [Open order]"
    `);
    const many = { receivers: addressesOf(1, 3), orderIds: [ID, ID, ID], paidSun: 11_700_000 };
    expect(drawnNotification(many)).toMatchInlineSnapshot(`
      "*🔔 Delivered*
      3 × 65,000 Energy, 1 hour · 11.7 TRX
      Ends ‹2026-11-20 15:05 UTC›
      Enough for USDT to a wallet that already holds USDT
      Set fee_limit to at least 6.5 TRX
      [Open order]"
    `);
  });

  test("delivered to wallets with different amounts: the limit of each transfer that they were rented for", () => {
    const two = { receivers: addressesOf(1, 2), orderIds: [ID, ID], amounts: [65_000, 131_000] };
    expect(drawnNotification(two)).toContain(`
Enough for USDT to a wallet that already holds USDT
Set fee_limit to at least 6.5 TRX, to a wallet without USDT 13.1 TRX
`);
  });

  test("delivered for a transfer that was sized: what it was sized for, with what the wallet held", () => {
    const sizing: Sizing = {
      ...{ basis: "holdsNone", neededUnits: 131_000, heldUnits: 66_000, rentUnits: 65_000 },
      ...{ bandwidthUnits: 0, from: addressOf(1), to: addressOf(2) },
    };
    const told = golden((messages) => notificationCard({ ...view({}), sizing }, messages));
    expect(told.split("\n").slice(3, 5)).toEqual([
      "Energy for 1 USDT transfer",
      "Set fee_limit to at least 13.1 TRX",
    ]);
  });

  test("delivered in part", () => {
    expect(drawnNotification({ kind: "partial", filledUnits: 30_000 })).toMatchInlineSnapshot(`
      "*🔔 Delivered in part*
      30,000 of 65,000 Energy, 35,000 waiting
      |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
      [Open order]"
    `);
  });

  test("cancelled, with the refund itemised", () => {
    const nothing = { filledUnits: 0, deliveredSun: 0, refundedSun: 3_900_000 };
    const reason = "cancelled by the customer";
    expect(drawnNotification({ kind: "cancelled", ...nothing, reason })).toMatchInlineSnapshot(`
      "*🔔 Cancelled and refunded*
      65,000 Energy, 1 hour
      Paid 3.9, delivered 0, refunded 3.9 TRX
      cancelled by you
      |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
      [Open order]"
    `);
    const half = { paidSun: 27_500_000, deliveredSun: 13_750_000, refundedSun: 13_750_000 };
    expect(drawnNotification({ kind: "cancelled", ...half })).toMatchInlineSnapshot(`
      "*🔔 Delivered in part, the rest refunded*
      65,000 Energy, 1 hour
      Paid 27.5, delivered 13.75, refunded 13.75 TRX
      |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
      [Open order]"
    `);
  });

  test("about to end, with Extend", () => {
    const ending = { at: NOW + 300_000, units: 65_000, receivers: [addressOf(1)] };
    expect(drawnNotification({ kind: "ending", ending })).toMatchInlineSnapshot(`
      "*🔔 A rental ends soon*
      65,000 Energy until ‹2026-11-20 14:10 UTC›
      |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
      [Extend (primary)] [Open order]"
    `);
  });

  test("sales", () => {
    const sale = (energy: number, bandwidth: number, orders: number) => {
      const sold: NotificationView = {
        ...{ event: "news", kind: "sale", userId: 1, isSilent: false, botUsername: "b" },
        ...{ units: { energy, bandwidth }, orders, earnedSun: 5_850_000 },
      };
      return golden((messages) => notificationCard(sold, messages));
    };
    expect(sale(131_000, 0, 2)).toMatchInlineSnapshot(`
      "*🔔 Sold*
      131,000 Energy in 2 orders: 5.85 TRX for you
      All you sell: /sell. These messages: /settings."
    `);
    expect(sale(65_000, 2_000, 1).split("\n")[1]).toMatchInlineSnapshot(
      `"65,000 Energy and 2,000 Bandwidth in 1 order: 5.85 TRX for you"`,
    );
    expect(sale(0, 2_000, 1_021).split("\n")[1]).toMatchInlineSnapshot(
      `"2,000 Bandwidth in 1,021 orders: 5.85 TRX for you"`,
    );
  });

  test("a low balance", () => {
    const low: NotificationView = {
      ...{ event: "news", kind: "balance", userId: 1, isSilent: false, botUsername: "b" },
      ...{ availableSun: sun(12_500_000), limitSun: sun(50_000_000) },
    };
    expect(golden((messages) => notificationCard(low, messages))).toMatchInlineSnapshot(`
      "*🔔 Low balance*
      12.5 TRX available, less than 50 TRX.
      How to top up: /balance. The limit: /settings.
      [Balance]"
    `);
  });
});

test("told in a group: a link to the private chat instead of a card before the eyes of all", () => {
  const ending = { at: NOW + 300_000, units: 130_000, receivers: addressesOf(1, 2) };
  expect(drawnNotification({ isGroup: true })).toMatchInlineSnapshot(`
    "*🔔 Delivered*
    65,000 Energy, 1 hour · 3.9 TRX
    Ends ‹2026-11-20 15:05 UTC›
    Enough for USDT to a wallet that already holds USDT
    Set fee_limit to at least 6.5 TRX
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    [Open order → https://t.me/desk_sandbox_bot?start=o_019a9b2c3d4e000123456789]"
  `);
  expect(drawnNotification({ kind: "ending", isGroup: true, ending })).toMatchInlineSnapshot(`
    "*🔔 A rental ends soon*
    65,000 Energy for 2 wallets until ‹2026-11-20 14:10 UTC›
    [Extend (primary)] [Open order → https://t.me/desk_sandbox_bot?start=o_019a9b2c3d4e000123456789]"
  `);
});

describe("the card of the settings", () => {
  const modes = (mode: NewsMode, kinds: readonly NewsKind[] = NEWS_KINDS) =>
    new Map(kinds.map((kind) => [kind, mode] as const));
  const languages = ["en", "ru"].map((code) => ({
    ...{ code, name: code === "en" ? "English" : "Русский", isChosen: code === "ru" },
  }));
  const drawnSettings = (change: Partial<SettingsView>) =>
    golden((messages) =>
      settingsCard(
        {
          ...{
            modes: modes("on").set("completed", "late"),
            limitSun: undefined,
            asking: undefined,
            tellOrdersSun: undefined,
            askAboveSun: change.isGroup ? undefined : sun(500_000_000),
            isGroup: false,
            languages,
          },
          ...change,
        },
        messages,
      ),
    );

  test("in private", () => {
    expect(drawnSettings({})).toMatchInlineSnapshot(`
      "*Settings*

      No alert for a low balance
      No alert for orders by API keys
      Ask me to confirm payments above 500 TRX
      Language: Русский

      Tap one to change it: on, silent, off.
      “If late”: only if it took more than 15 s or ten messages stand below the order.
      [Delivered: if late]
      [Delivered in part: on]
      [Cancelled, refunds: on]
      [Rental ends soon: on]
      [Alert me at a low balance]
      [Sales: on]
      [Orders by API keys: off]
      [Confirm above 500 TRX]
      [🌐 Language]"
    `);
    const following = languages.map((language) => ({ ...language, isChosen: false }));
    const quiet = { modes: modes("silent"), limitSun: sun(50_500_000), languages: following };
    const shown = drawnSettings(quiet);
    for (const said of [
      "Alert me when my balance drops below 50.5 TRX\n",
      "Language: as in Telegram\n",
      "[Delivered: silent]\n",
      "[Low balance: silent] [Limit: 50.5 TRX]\n",
    ]) {
      expect(shown).toContain(said);
    }
  });

  test("that sets a limit above the balance", () => {
    const above = { limitSun: sun(50_500_000), belowSun: sun(3_200_000) };
    expect(drawnSettings(above)).toContain(
      "⚠️ Your balance is already below that: 3.2 TRX. You will be told the next time it falls below.\n",
    );
  });

  test("what there is to choose stands on keyboards of their own", () => {
    expect(drawnSettings({ choosing: "askAbove" })).toMatchInlineSnapshot(`
      "Ask me to confirm payments above 500 TRX
      [Always confirm]
      [Confirm above 100 TRX]
      [✓ Confirm above 500 TRX]
      [Confirm above 2,000 TRX]
      [Never confirm]
      [Back]"
    `);
    expect(drawnSettings({ choosing: "language" })).toMatchInlineSnapshot(`
      "Language: Русский
      [English] [✓ Русский]
      [as in Telegram]
      [Back]"
    `);
  });

  test("while it asks for a limit", () => {
    expect(drawnSettings({ asking: "balance" })).toMatchInlineSnapshot(`
      "Alert me below how many TRX? Type an amount such as 50.
      [Back]"
    `);
    expect(drawnSettings({ asking: "balance", limitSun: sun(1) })).toMatchInlineSnapshot(`
      "Alert me below how many TRX? Type an amount such as 50.
      [No limit] [Back]"
    `);
  });

  test("in a group", () => {
    const kinds = NEWS_KINDS.filter(isForGroups);
    const group = { isGroup: true, modes: modes("off", kinds) };
    expect(drawnSettings(group)).toMatchInlineSnapshot(`
      "*Settings of this group*

      Language: Русский

      For the group. Only its admins can change it; notifications are for orders placed here.
      [Delivered: off]
      [Delivered in part: off]
      [Cancelled, refunds: off]
      [Rental ends soon: off]
      [🌐 Language]"
    `);
  });
});
