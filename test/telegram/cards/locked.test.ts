/** Cards of what must be locked: they say so, and how much can be locked where that is too little. */
import { expect, test } from "vitest";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { quoteOnlyCard } from "../../../src/telegram/buy/quote-card.js";
import { addressesOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { goldenDraft, goldenOf, keyboardOf } from "./drawn.js";
import { confirmView, HOUR_MS, NOW, QUOTE } from "./views.js";

type Data = Parameters<typeof confirmView>[0];
const locked = (data: Data = {}) => confirmView({ requireLock: true, ...data });

test("before it is paid", () => {
  expect(goldenDraft(locked())).toMatchInlineSnapshot(`
    "*3.9 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Energy for 1 USDT transfer to a wallet with USDT
    Balance 777,123.456 → 777,119.556 TRX
    Ends about ‹2026-11-20 15:05 UTC›
    🔒 Locked on chain for the whole time, or not delivered
    Price held until ‹2026-11-20 14:07 UTC›

    > 65,000 Energy × 60 SUN = 3.9 TRX
    > Up to 1 day costs the same
    > Burning TRX would cost 6.5 TRX: you save 2.6 TRX
    [✏️ Change] [Cancel (danger)]
    [Pay 3.9 TRX (success)]"
  `);
});

test("where less can be locked than is wanted, or nothing", () => {
  const said = (data: Data) =>
    goldenOf((messages) => {
      const { text } = draftCard(locked(data), messages);
      return text
        .split("\n")
        .filter((line) => /^(🔒|⚠️)/u.test(line))
        .join("\n");
    });
  const short = { ...QUOTE, capacityUnits: 40_000 };
  expect(said({ quote: short })).toMatchInlineSnapshot(`
    "🔒 Locked on chain for the whole time, or not delivered
    ⚠️ Only 40,000 Energy can be locked for this time now."
  `);
  expect(said({ quote: short, receivers: addressesOf(1, 2) })).toMatchInlineSnapshot(`
    "🔒 Locked on chain for the whole time, or not delivered
    ⚠️ Only 40,000 Energy in all can be locked for this time now."
  `);
  expect(said({ quote: { ...QUOTE, capacityUnits: 0 } })).toMatchInlineSnapshot(`
    "🔒 Locked on chain for the whole time, or not delivered
    ⚠️ No Energy can be locked for this time right now."
  `);
});

test("when it was refused: how much can be taken", () => {
  const refused = (available: number) =>
    locked({ notice: { code: "NO_CAPACITY", details: { available } }, quote: undefined });
  const said = (available: number) =>
    goldenOf((messages) => draftCard(refused(available), messages).text.split("\n\n")[0]);
  expect(said(40_000)).toMatchInlineSnapshot(`
    "⚠️ Only 40,000 Energy can be locked for this time now. Nothing was charged.
    Take 40,000, or try again in a few minutes."
  `);
  expect(said(0)).toMatchInlineSnapshot(`
    "⚠️ No Energy can be locked for this time right now. Nothing was charged.
    Order less, or try again in a few minutes."
  `);
  expect(keyboardOf(draftCard(refused(40_000), en))[0]).toContain("[Take 40,000");
});

test("the answer to /quote", () => {
  const view = {
    ...{ amounts: [65_000], receivers: [], refused: [], resource: "energy" as const },
    duration: "1h" as const,
    ...{ beyondLimit: 0, problems: [], quote: QUOTE, endsAt: NOW + HOUR_MS, isGroup: false },
    buy: { on: "offer", updateId: 17 },
  } as const;
  const line = "🔒 Locked on chain for the whole time, or not delivered";
  expect(quoteOnlyCard({ ...view, requireLock: true }, en).text).toContain(line);
  expect(quoteOnlyCard(view, en).text).not.toContain("🔒");
});
