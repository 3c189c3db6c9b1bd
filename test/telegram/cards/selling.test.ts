/** The cards of /sell, in each language. */

import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { PAUSES } from "../../../src/domain/pause.js";
import { DELEGATING, POWERS } from "../../../src/domain/permission.js";
import type { Offer } from "../../../src/domain/seller.js";
import { OFFER_FIELDS } from "../../../src/telegram/kit/buttons.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import { sellingCard } from "../../../src/telegram/sell/card.js";
import { SELLING_NOTICES, SELLING_STEPS } from "../../../src/telegram/sell/state.js";
import { addressOf } from "../../support/addresses.js";
import { FINE, OFFER, selling, sellingView, shownSeller } from "../sell/sellings.js";
import { drawn, golden, goldenOf } from "./drawn.js";
import { NOW } from "./views.js";

const GAP = {
  ...FINE,
  gap: { hasKey: true, missing: [...DELEGATING], weight: { has: 1, needs: 2 } },
};

test("the question for an account", () => {
  const first = selling("address", { sellers: [], notice: "BAD_ADDRESS" });
  expect(golden((messages) => sellingCard(sellingView(first), messages))).toMatchInlineSnapshot(`
    "*Sell Energy and Bandwidth*

    ⚠️ That address is mistyped: its checksum is wrong.

    Which account do you want to sell from?
    Send its address. It needs staked TRX; your TRX stay in it, and you can stop at any time.
    The desk keeps 10 % of each sale.
    [Close]"
  `);
});

test("the accounts there are", () => {
  const list = selling("list");
  expect(golden((messages) => sellingCard(sellingView(list), messages))).toMatchInlineSnapshot(`
    "*Sell Energy and Bandwidth*

    Your accounts that sell:
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    ✅ on sale, 12.5 TRX to be paid out
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    ⏸ paused, 0 TRX to be paid out
    [T9yD14…LxmGkn]
    [T9yD14…T76qbH]
    [Add an account (primary)]
    [Close]"
  `);
});

test("a permission that lacks something", () => {
  const view = sellingView(selling("permission", { look: GAP }));
  expect(golden((messages) => sellingCard(view, messages))).toMatchInlineSnapshot(`
    "*Let the desk delegate*

    Account |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    ❌ Not allowed yet: Delegate Resources (DelegateResource), Reclaim Resources (UnDelegateResource)
    ❌ The threshold is 2, the desk's weight 1: one must reach the other.

    Give the desk an active permission for two operations and no more:
    1. TronLink: Settings, Permission management. TronScan: connect the wallet, then Permissions of your account.
    2. Add an active permission. Leave the owner permission as it is.
    3. Operations: only Delegate Resources (DelegateResource) and Reclaim Resources (UnDelegateResource).
    4. Key: |T9yD14Nj9j7xAB4dbGeiX9h8unkLG5AT1X|, weight 1. Threshold: 1.
    5. Confirm; the network charges 100 TRX for it. Then tap Check.
    [Copy the desk's address ⧉ T9yD14Nj9j7xAB4dbGeiX9h8unkLG5AT1X]
    [Check (primary)]
    [Back] [Close]"
  `);
});

test("a permission that allows too much", () => {
  const view = sellingView(selling("permission", { look: { ...FINE, powers: [...POWERS] } }));
  const shown = golden((messages) => sellingCard(view, messages));
  expect(shown).toContain("the desk could also do anything, as an owner key, transfer TRX, call");
  expect(shown).toContain("[Check (primary)]\n[Continue anyway]");
});

test("the text to sign, with the sandbox's command", () => {
  const view = sellingView(selling("challenge"), { signCommand: "desk sandbox sign" });
  expect(golden((messages) => sellingCard(view, messages))).toMatchInlineSnapshot(`
    "*Show that the account is yours*

    Account |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Sign this text as it is, with the account's own key. It moves nothing. Tap it to copy:

    \`\`\`1234
    5678\`\`\`

    1. In any wallet that signs messages (signMessageV2, TIP-191): scan the QR code, or paste the text.
    2. Or with TronLink in a browser: open a page it is connected to and run |await tronWeb.trx.signMessageV2(text)| in the console.
    In the sandbox run |desk sandbox sign T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn --file -|, paste the text and press Ctrl-D.

    Send me the signature, by ‹2026-11-20 14:15 UTC›.
    [New text] [Check]
    [Back] [Close]"
  `);
});

test("a signature that another key made, and whose that is", () => {
  const wrong = selling("challenge", { notice: "OTHER_KEY", signer: addressOf(8) });
  const shown = golden((messages) => sellingCard(sellingView(wrong), messages));
  expect(shown.split("\n\n")[1]).toMatchInlineSnapshot(`
    "⚠️ This signature was made by another key.
    It belongs to |T9yD14Nj9j7xAB4dbGeiX9h8unkL9GFcbh|. If you do not know that account, a different text was signed: sign this one exactly as it is."
  `);
});

test("an account that sells", () => {
  const fill = {
    receiver: addressOf(3),
    resource: "energy" as const,
    units: 65_000,
    duration: "1h" as const,
    priceSun: 55,
    earnsSun: sun(3_217_500),
    txid: "ab",
    state: "solidified" as const,
    locked: true,
    delegatedAt: NOW,
    expiresAt: NOW + 3_600_000,
    reclaimTxid: null,
  };
  const newest = [fill, { ...fill, expiresAt: null }, fill, fill, fill, fill];
  const seller = shownSeller({ openDelegations: { count: 40, newest } });
  const view = sellingView(selling("seller"), { seller });
  expect(golden((messages) => sellingCard(view, messages))).toMatchInlineSnapshot(`
    "*Sell Energy and Bandwidth*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|

    ✅ On sale
    Can sell now: 320,000 Energy, 0 Bandwidth
    Earned: 12.5 TRX to be paid out, 30 TRX paid out
    Paid out with the next round of payouts

    ✅ Energy: 55 SUN, 15m to 30d, parts of 20,000 or more

    Open delegations: 40
    65,000 Energy at 55 SUN, earns 3.2175 TRX, until ‹2026-11-20 15:05 UTC›
    65,000 Energy at 55 SUN, earns 3.2175 TRX, on its way
    65,000 Energy at 55 SUN, earns 3.2175 TRX, until ‹2026-11-20 15:05 UTC›
    65,000 Energy at 55 SUN, earns 3.2175 TRX, until ‹2026-11-20 15:05 UTC›
    65,000 Energy at 55 SUN, earns 3.2175 TRX, until ‹2026-11-20 15:05 UTC›
    and 35 more
    [Change Energy] [Energy off]
    [Offer Bandwidth]
    [Refresh] [Permission]
    [All accounts] [Close]"
  `);
});

test("one that is paused and offers nothing", () => {
  const more = { pause: "permission", status: "paused", offers: [], warnings: ["!"] } as const;
  const view = sellingView(selling("seller"), { seller: shownSeller(more) });
  expect(golden((messages) => sellingCard(view, messages))).toMatchInlineSnapshot(`
    "*Sell Energy and Bandwidth*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|

    ⏸ Paused
    The account no longer lets the desk delegate. Tap Permission.
    Can sell now: 320,000 Energy, 0 Bandwidth
    Earned: 12.5 TRX to be paid out, 30 TRX paid out
    Paid out with the next round of payouts
    ⚠️ The account allows the desk more than selling needs. Tap Permission.

    It offers nothing yet.

    No open delegations
    [Offer Energy (primary)]
    [Offer Bandwidth]
    [Refresh] [Permission]
    [All accounts] [Close]"
  `);
});

test("one that asks more than anybody gets", () => {
  const [usual] = shownSeller().offers;
  const offers = usual ? [{ ...usual, minPriceSun: 301, isTooDear: true }] : [];
  const view = sellingView(selling("seller"), { seller: shownSeller({ offers }) });
  expect(golden((messages) => sellingCard(view, messages))).toContain(
    "⚠️ Sells nothing: nobody gets more than 300 SUN now. Lower the price.",
  );
});

test("one that is not theirs any more", () => {
  const view = sellingView(selling("seller"), { seller: undefined });
  expect(golden((messages) => sellingCard(view, messages))).toMatchInlineSnapshot(`
    "⚠️ You do not sell from that account (any more).
    [All accounts] [Close]"
  `);
});

test("an offer", () => {
  const view = sellingView(selling("offer"));
  expect(golden((messages) => sellingCard(view, messages))).toMatchInlineSnapshot(`
    "*Offer Energy*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|

    You get 3.2175 of 3.575 TRX for 65,000 Energy, 1 hour (commission 10%).

    Tap what you want to change, then Put on sale.
    [Put on sale (success)]
    [Price: 55 SUN] [Parts from 20,000]
    [Shortest: 15m] [Longest: 30d]
    [Keep for myself: 0]
    [Offer Bandwidth]
    [Back] [Close]"
  `);
});

test("beside the price of an offer stands what others ask and bid", () => {
  const level = { priceSun: 45, units: 300_000, offers: 2, orders: 1 };
  const book = {
    asks: [level, { ...level, priceSun: 50, units: 65_000 }, level, level],
    bids: [{ ...level, priceSun: 40, units: 131_000 }],
  };
  const shown = (step: "offer" | "price", given: typeof book) =>
    golden((messages) => sellingCard(sellingView(selling(step), { book: given }), messages));
  expect(shown("offer", book)).toMatchInlineSnapshot(`
    "*Offer Energy*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|

    You get 3.2175 of 3.575 TRX for 65,000 Energy, 1 hour (commission 10%).

    Offered: 300,000 at 45 · 65,000 at 50 · 300,000 at 45
    Waiting: 131,000 at 40

    Tap what you want to change, then Put on sale.
    [Put on sale (success)]
    [Price: 55 SUN] [Parts from 20,000]
    [Shortest: 15m] [Longest: 30d]
    [Keep for myself: 0]
    [Offer Bandwidth]
    [Back] [Close]"
  `);
  expect(shown("price", book)).toContain("\n[40 SUN · 131,000 wanted]\n[35 SUN] [54 SUN]\n");
  expect(shown("price", { asks: [], bids: [] })).toMatchInlineSnapshot(`
    "*Offer Energy*

    Nobody offers any at the moment.

    Your minimum price, in SUN per unit and day? Tap one, or type 1 to 1000.
    [35 SUN] [54 SUN]
    [55 SUN] [60 SUN]
    [Back] [Close]"
  `);
});

test("what a seller gets of their price, for an amount and a time that they sell", () => {
  const shown = (offer: Partial<Offer>, commissionBps = 1_000) =>
    goldenOf((messages) => {
      const view = sellingView(selling("offer", { offer: { ...OFFER, ...offer } }), {
        commissionBps,
      });
      const { text } = sellingCard(view, messages);
      return text.split("\n\n").find((block) => block.includes("TRX"));
    });
  expect([
    shown({ minPriceSun: 45 }, 550),
    shown({ minPriceSun: 1_000 }, 0),
    shown({ shortest: "3d", minChunk: 131_000 }),
    shown({ resource: "bandwidth", minPriceSun: 600, longest: "15m", minChunk: 1_000 }, 1),
  ]).toMatchInlineSnapshot(`
    [
      "You get 2.764125 of 2.925 TRX for 65,000 Energy, 1 hour (commission 5.5%).",
      "You get 65 of 65 TRX for 65,000 Energy, 1 hour (commission 0%).",
      "You get 19.4535 of 21.615 TRX for 131,000 Energy, 3 days (commission 10%).",
      "You get 0.59994 of 0.6 TRX for 1,000 Bandwidth, 15 minutes (commission 0.01%).",
    ]
  `);
});

test.each(OFFER_FIELDS)("the question for %s", (field) => {
  const view = sellingView(selling(field));
  expect(golden((messages) => sellingCard(view, messages))).toMatch(/^\*Offer Energy\*\n\n.+\?/);
});

test("closed and replaced", () => {
  for (const status of ["closed", "replaced"] as const) {
    const view = sellingView(selling("offer", {}, { status }));
    expect(golden((messages) => sellingCard(view, messages))).not.toContain("[");
  }
});

test("every step with every notice and pause can be sent, with many accounts too", () => {
  const sellers = Array.from({ length: 60 }, (_, at) => addressOf(100 + at));
  for (const { messages } of Object.values(LANGUAGES)) {
    for (const step of SELLING_STEPS) {
      for (const notice of SELLING_NOTICES) {
        drawn(sellingCard(sellingView(selling(step, { notice, sellers })), messages));
      }
    }
    for (const pause of PAUSES) {
      drawn(
        sellingCard(sellingView(selling("seller"), { seller: shownSeller({ pause }) }), messages),
      );
    }
  }
});
