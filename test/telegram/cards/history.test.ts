/** What stands under the file of /history: the latest movements of the balance, in words. */

import { expect, test } from "vitest";
import { utcDayOf } from "../../../src/common/time.js";
import type { BalanceEntry } from "../../../src/engine/customers/history.js";
import { historyCard } from "../../../src/telegram/account/stats.js";

import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import { golden } from "./drawn.js";

const START_MS = Date.UTC(2026, 10, 20, 14, 5);

const entry = (
  kind: BalanceEntry["kind"],
  availableSun: number,
  availableAfterSun: number,
  reason?: string,
  by?: BalanceEntry["by"],
) =>
  ({
    ...{ at: START_MS, kind, transferId: "a", amountSun: Math.abs(availableSun), reason, by },
    ...{ availableSun, heldSun: 0, availableAfterSun, heldAfterSun: 0 },
  }) as BalanceEntry;

test("the latest movements with their sign, and what is left", () => {
  const latest = [
    entry("gift", 1_000_000_000, 1_000_000_000, "wire 17"),
    entry("deposit", 64_000_000, 1_064_000_000, "20 USDT × 3.2 TRX"),
    entry("hold", -3_900_000, 1_060_100_000, undefined, { userId: 1, name: "@ann", keyId: null }),
    entry("withdrawal_hold", -11_000_000, 1_049_100_000),
    entry("correction", -100_000, 1_049_000_000, "wrong"),
  ];
  const view = { from: undefined, to: utcDayOf(START_MS), latest };
  expect(golden((messages) => historyCard(view, messages))).toMatchInlineSnapshot(`
    "*Account history*
    ‹2026-11-20 14:05 UTC›  +1,000 TRX · credit
    ‹2026-11-20 14:05 UTC›  +64 TRX · deposit: 20 USDT × 3.2 TRX
    ‹2026-11-20 14:05 UTC›  −3.9 TRX · order · @ann
    ‹2026-11-20 14:05 UTC›  −11 TRX · withdrawal and its fee
    ‹2026-11-20 14:05 UTC›  −0.1 TRX · correction
    Balance after that: 1,049 TRX

    Every movement up to 2026-11-20 is in the file; times there in UTC, amounts in TRX."
  `);
});

const KINDS: readonly BalanceEntry["kind"][] = [
  ...(["deposit", "gift", "payment", "correction", "booked", "unbooked", "hold"] as const),
  ...(["raised", "lowered", "improved", "refund"] as const),
  ...(["withdrawal_hold", "withdrawal_returned", "withdrawal"] as const),
];

test("every kind that changes the balance has its own words, in every language", () => {
  for (const { messages } of Object.values(LANGUAGES)) {
    const words = KINDS.map(messages.history.kinds);
    expect(new Set(words).size).toBe(KINDS.length);
  }
});
