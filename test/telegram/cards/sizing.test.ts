/** What stands on a card beside the order: how much Energy a transfer takes, what wallets have already, which come next. */

import { expect, test } from "vitest";
import { SIZE_BASES } from "../../../src/domain/usdt.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { enoughCard, notActivatedCard } from "../../../src/telegram/buy/usdt-lines.js";
import type { DraftView } from "../../../src/telegram/buy/views.js";
import type { Sizing } from "../../../src/telegram/kit/sizing.js";

import { batchCard } from "../../../src/telegram/orders/batch-card.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { mistyped } from "../wallets.js";
import { drawn, goldenDraft, goldenOf, keyboardOf, withMarks } from "./drawn.js";
import { batchView, confirmView, draftView, legView, NOW, orderView } from "./views.js";

const [FROM, TO] = [addressOf(1), addressOf(2)];

const SIZING: Sizing = {
  basis: "tried",
  triedUnits: 64_285,
  neededUnits: 65_000,
  heldUnits: 0,
  rentUnits: 65_000,
  bandwidthUnits: 0,
  from: FROM,
  to: TO,
};

/** `/usdt` with one good wallet only. */
const ASKS = draftView("receivers", {
  ...{ type: "Fast", resource: "energy", duration: "1h", sizes: true },
  refused: [{ address: mistyped(TO), bad: "checksum" }],
});

/** The block of a confirm card that a text is in. */
function blockWith(view: DraftView, said: string): string | undefined {
  return draftCard(view, en)
    .text.split("\n\n")
    .find((block) => block.includes(said));
}

test("the confirm card of /usdt says how it got there", () => {
  const view = confirmView({ sizing: SIZING });
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "*3.9 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Balance 777,123.456 → 777,119.556 TRX
    Ends about ‹2026-11-20 15:05 UTC›
    Price held until ‹2026-11-20 14:07 UTC›
    Tested on the contract: a USDT transfer to |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| takes 64,285 Energy; 65,000 Energy is enough.

    > 65,000 Energy × 60 SUN = 3.9 TRX
    > Up to 1 day costs the same
    > Burning TRX would cost 6.5 TRX: you save 2.6 TRX
    [✏️ Change] [Cancel (danger)]
    [Pay 3.9 TRX (success)]"
  `);
});

test("every way to know the size, with and without what the sender holds", () => {
  expect(
    goldenOf((messages) =>
      SIZE_BASES.flatMap((basis) =>
        [0, 20_000, 50_000].map((heldUnits) => {
          const isFirst = basis === "holdsNone" || basis === "notActivated";
          const neededUnits = isFirst ? 131_000 : 65_000;
          const rentUnits = Math.max(32_000, neededUnits - heldUnits);
          const sizing = { ...SIZING, basis, neededUnits, heldUnits, rentUnits };
          const { text } = draftCard(confirmView({ sizing, amount: rentUnits }), messages);
          return text.split("\n\n")[0]?.split("\n").slice(5).join("\n");
        }),
      ).join("\n\n"),
    ),
  ).toMatchInlineSnapshot(`
    "Tested on the contract: a USDT transfer to T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH takes 64,285 Energy; 65,000 Energy is enough.

    Tested on the contract: a USDT transfer to T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH takes 64,285 Energy; 65,000 Energy is enough.
    The sender holds 20,000 unused, so 45,000 are missing.

    Tested on the contract: a USDT transfer to T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH takes 64,285 Energy; 65,000 Energy is enough.
    The sender holds 50,000 unused, so 15,000 are missing. 32,000 is the least to rent.

    T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH holds no USDT, so a transfer takes 131,000 Energy.

    T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH holds no USDT, so a transfer takes 131,000 Energy.
    The sender holds 20,000 unused, so 111,000 are missing.

    T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH holds no USDT, so a transfer takes 131,000 Energy.
    The sender holds 50,000 unused, so 81,000 are missing.

    T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH holds USDT, so a transfer takes 65,000 Energy.

    T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH holds USDT, so a transfer takes 65,000 Energy.
    The sender holds 20,000 unused, so 45,000 are missing.

    T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH holds USDT, so a transfer takes 65,000 Energy.
    The sender holds 50,000 unused, so 15,000 are missing. 32,000 is the least to rent.

    T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH is not activated, so it holds no USDT: 131,000 Energy for a first transfer.

    T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH is not activated, so it holds no USDT: 131,000 Energy for a first transfer.
    The sender holds 20,000 unused, so 111,000 are missing.

    T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH is not activated, so it holds no USDT: 131,000 Energy for a first transfer.
    The sender holds 50,000 unused, so 81,000 are missing.

    A USDT transfer usually takes 65,000 Energy. If T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH never held USDT, it takes 131,000.

    A USDT transfer usually takes 65,000 Energy. If T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH never held USDT, it takes 131,000.
    The sender holds 20,000 unused, so 45,000 are missing.

    A USDT transfer usually takes 65,000 Energy. If T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH never held USDT, it takes 131,000.
    The sender holds 50,000 unused, so 15,000 are missing. 32,000 is the least to rent."
  `);
});

test("it is said no more when the amount, the wallet or the resource is another", () => {
  const said = (data: Parameters<typeof confirmView>[0]) =>
    blockWith(confirmView({ sizing: SIZING, ...data }), TO);
  expect(said({})).toBeDefined();
  expect(said({ amount: 65_001 })).toBeUndefined();
  expect(said({ receivers: [addressOf(3)] })).toBeUndefined();
  expect(said({ receivers: [FROM, addressOf(3)] })).toBeUndefined();
  expect(said({ resource: "bandwidth" })).toBeUndefined();
  const asking = draftView("duration", { sizing: SIZING, resource: "energy", amount: 65_000 });
  expect(drawn(draftCard(asking, en))).not.toContain(TO);
});

test("what /usdt says without a card", () => {
  expect(
    goldenOf((messages) =>
      [
        draftCard(ASKS, messages),
        enoughCard({ ...SIZING, heldUnits: 80_000, rentUnits: 0 }, undefined, messages),
        enoughCard(
          { ...SIZING, basis: "usual", heldUnits: 80_000, rentUnits: 0 },
          undefined,
          messages,
        ),
        enoughCard(
          { ...SIZING, basis: "usual", heldUnits: 131_000, rentUnits: 0 },
          undefined,
          messages,
        ),
        enoughCard(
          { ...SIZING, heldUnits: 80_000, rentUnits: 0, bandwidthUnits: 1_000 },
          undefined,
          messages,
        ),
        notActivatedCard(FROM, messages),
      ]
        .map(withMarks)
        .join("\n\n"),
    ),
  ).toMatchInlineSnapshot(`
    "❌ |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qb1|: mistyped (checksum does not match)

    How much Energy does a USDT transfer take?
    Send two wallets: the sender first, then the recipient.
    Such as: T… T…, or |@hot @cold|

    *Nothing to rent: the sender has 80,000 Energy*
    Tested on the contract: a USDT transfer to |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| takes 64,285 Energy; 65,000 Energy is enough.

    *Nothing to rent: the sender has 80,000 Energy*
    A USDT transfer usually takes 65,000 Energy. If |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| never held USDT, it takes 131,000: rent what is missing with /buy.

    *Nothing to rent: the sender has 131,000 Energy*
    A USDT transfer usually takes 65,000 Energy. If |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| never held USDT, it takes 131,000.

    *Nothing to rent: the sender has 80,000 Energy*
    Tested on the contract: a USDT transfer to |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| takes 64,285 Energy; 65,000 Energy is enough.
    ⚠️ The sender lacks Bandwidth, so the transfer burns TRX. To rent it: |/buy 1000 bandwidth 1h T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|

    ⚠️ |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| is not activated on TRON, so it cannot send USDT. Send it some TRX first."
  `);
});

test("what receivers have already is a warning, for five of them in full", () => {
  const first = NOW + 600_000;
  const ends = [{ first, last: first }, undefined, { first, last: first + 3 * 86_400_000 }];
  const held = addressesOf(1, 7).map((receiver, at) => ({
    ...{ receiver, units: 65_000 + at, ends: at < 3 ? ends[at] : ends[0] },
  }));
  const view = { ...confirmView({ receivers: addressesOf(1, 7) }), overlaps: held };
  expect(goldenDraft(view)).toMatchInlineSnapshot(`
    "> For these 7 wallets:
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKawPyGg|
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKi6mJHp|
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKsN8FyA|
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkKv2TRTS|
    > |T9yD14Nj9j7xAB4dbGeiX9h8unkL2ynyg7|
    > ⚠️ |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| already holds 65,000 Energy until ‹2026-11-20 14:15 UTC›
    > ⚠️ |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| is already getting 65,001 Energy
    > ⚠️ |T9yD14Nj9j7xAB4dbGeiX9h8unkKawPyGg| already holds 65,002 Energy, ending between ‹2026-11-20 14:15 UTC› and ‹2026-11-23 14:15 UTC›
    > ⚠️ |T9yD14Nj9j7xAB4dbGeiX9h8unkKi6mJHp| already holds 65,003 Energy until ‹2026-11-20 14:15 UTC›
    > ⚠️ |T9yD14Nj9j7xAB4dbGeiX9h8unkKsN8FyA| already holds 65,004 Energy until ‹2026-11-20 14:15 UTC›
    > ⚠️ and 2 wallets more
    > 65,000 Energy × 60 SUN × 7 wallets = 27.3 TRX
    > Up to 1 day costs the same
    > 3.9 TRX for each wallet, 3.9 TRX in all
    > Burning TRX would cost 6.5 TRX: you save 2.6 TRX

    *3.9 TRX for 7 × 65,000 Energy, 1 hour*
    Balance 777,123.456 → 777,119.556 TRX
    Ends about ‹2026-11-20 15:05 UTC›
    Price held until ‹2026-11-20 14:07 UTC›

    ⚠️ All 7 wallets already have Energy
    [✏️ Change] [Cancel (danger)]
    [Pay 3.9 TRX (success)]"
  `);
  // An hour without its day would be taken for today's.
  const formats = draftCard(view, en).entities.flatMap((entity) =>
    "unix_time" in entity && entity.unix_time >= first / 1_000 ? [entity.date_time_format] : [],
  );
  // The order's own end is within a day.
  expect(formats.at(-1)).toBe("t");
  expect(new Set(formats.slice(0, -1))).toEqual(new Set(["Dt"]));
  expect(drawn(draftCard({ ...confirmView(), overlaps: [] }, en))).toBe(
    drawn(draftCard(confirmView(), en)),
  );
});

test("what the only receiver has does not repeat its address", () => {
  const ends = { first: NOW + 600_000, last: NOW + 600_000 };
  const overlaps = [{ receiver: addressOf(1), units: 65_000, ends }];
  expect(
    goldenOf((messages) =>
      draftCard({ ...confirmView(), overlaps }, messages)
        .text.split("\n")
        .find((line) => line.startsWith("⚠️")),
    ),
  ).toMatchInlineSnapshot(`"⚠️ This wallet already holds 65,000 Energy until 2026-11-20 14:15 UTC"`);
});

test("the order card offers the wallets that come next", () => {
  const orders = [orderView([legView("included")])];
  const keyboard = (count: number) => (messages: typeof en) => {
    const waiting = { draftId: "0198c0de00000000000000d1", count };
    return keyboardOf(batchCard(batchView(orders, { waiting }), messages))[0];
  };
  expect([37, 20, 7, 1].map((count) => goldenOf(keyboard(count)))).toEqual([
    "[Next 20 wallets (37 left) (primary)]",
    "[Next 20 wallets (primary)]",
    "[Next 7 wallets (primary)]",
    "[Next wallet (primary)]",
  ]);
});

test("names stand on the buttons of wallets", () => {
  const wallets = addressesOf(1, 3);
  const walletNames = { [addressOf(1)]: "cold1", [addressOf(3)]: "Ш".repeat(32) };
  const card = draftCard(draftView("receivers", { type: "Fast", wallets, walletNames }), en);
  expect(keyboardOf(card).slice(0, 2)).toMatchInlineSnapshot(`
    [
      "[cold1] [T9yD14…T76qbH]",
      "[ШШШШШШШ…]",
    ]
  `);
});
