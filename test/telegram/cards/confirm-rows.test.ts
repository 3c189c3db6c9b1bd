/** The rows of the confirm card, by what stands in the place of Pay. */
import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { REASONS } from "../../../src/domain/team.js";
import type { Outlook } from "../../../src/engine/chat/outlook.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import type { DraftView } from "../../../src/telegram/buy/views.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { goldenDraft, goldenOf, keyboardOf } from "./drawn.js";
import { confirmView, NOW, QUOTE } from "./views.js";

const CHOOSING = { at: { is: "choosing", behind: { is: "priced", quote: QUOTE } } } as const;
const THREE = { receivers: addressesOf(1, 3), quote: { ...QUOTE, totalSun: 11_700_000 } };

test("Change shows the fields in the place of Pay; a wallet by its name, but in a group", () => {
  const names = new Map([[addressOf(1) as string, "cold1"]]);
  const view = { ...confirmView(CHOOSING), names };
  expect(goldenOf((messages) => keyboardOf(draftCard(view, messages)))).toMatchInlineSnapshot(`
    [
      "[Back to the order]",
      "[Manual: my price] [✏️ Energy]",
      "[✏️ Receiver cold1]",
      "[✏️ 65,000] [✏️ 1h]",
      "[Tap what you want to change ✗]",
    ]
  `);
  const inGroup = draftCard(confirmView(CHOOSING, { isGroup: true }), en);
  expect(keyboardOf(inGroup).join()).not.toMatch(/cold1|T9yD/);
});

test("in private another account pays by one tap; several are shown first", () => {
  const accounts = [
    { customerId: "1a".repeat(12), team: undefined },
    { customerId: "1b".repeat(12), team: "Desk 7" },
    { customerId: "1c".repeat(12), team: "Desk 8" },
  ];
  const [own, one] = accounts;
  const rows = (view: DraftView) =>
    goldenOf((messages) => {
      const card = draftCard(view, messages);
      return [card.text.split("\n")[1], ...keyboardOf(card)];
    });
  expect({
    own: rows({ ...confirmView(), otherAccounts: accounts.slice(1, 2) }),
    ofTeam: rows({ ...confirmView(), teamName: "Desk 7", otherAccounts: own ? [own] : [] }),
    several: rows({ ...confirmView(), otherAccounts: accounts.slice(1) }),
    chosen: rows({
      ...confirmView({ at: { ...CHOOSING.at, isOfAccount: true } }),
      teamName: one?.team,
      otherAccounts: accounts.filter((account) => account !== one),
    }),
  }).toMatchInlineSnapshot(`
    {
      "chosen": [
        "Paid from team Desk 7",
        "[Back to the order]",
        "[Switch to my own account]",
        "[Switch to team Desk 8]",
        "[Cancel (danger)]",
        "[Tap what you want to change ✗]",
      ],
      "ofTeam": [
        "Paid from team Desk 7",
        "[Switch to my own account]",
        "[✏️ Change] [Cancel (danger)]",
        "[Pay 3.9 TRX (success)]",
      ],
      "own": [
        "Paid from your own account",
        "[Switch to team Desk 7]",
        "[✏️ Change] [Cancel (danger)]",
        "[Pay 3.9 TRX (success)]",
      ],
      "several": [
        "Paid from your own account",
        "[Switch account…]",
        "[✏️ Change] [Cancel (danger)]",
        "[Pay 3.9 TRX (success)]",
      ],
    }
  `);
});

test("a member of a team reads before the tap that it asks, whom, or that nobody may", () => {
  const limits = { orderSun: sun(50_000_000), daySun: sun(200_000_000), aloneSun: sun(10_000_000) };
  const approvers = ["@1001", "@1002", "@1003", "@1004", "@1005"];
  const asked: Outlook = { is: "asked", limits, why: ["alone"], approvers };
  const all: Outlook = { ...asked, why: REASONS, approvers: ["@1001"] };
  const confirming = { at: { is: "confirming", quote: QUOTE } } as const;
  const refused = (why: "teamOrder" | "teamDay" | "nobodyElse") =>
    ({ is: "refused", why, leftSun: sun(2_000_000) }) as const;
  const said = (outlook: Outlook, view = confirmView()) =>
    goldenOf((messages) => {
      const card = draftCard({ ...view, teamName: "Desk 7", outlook }, messages);
      return [
        ...card.text.split("\n").filter((line) => line.startsWith("⚠️")),
        keyboardOf(card).at(isAsked(view) ? 0 : -1),
      ];
    });
  const isAsked = ({ draft }: DraftView) => draft.data.at.is === "confirming";
  expect([
    ...said(asked),
    ...said(all),
    ...said(asked, confirmView(confirming)),
    ...said(refused("teamOrder")),
    ...said(refused("teamDay")),
    ...said(refused("nobodyElse")),
  ]).toMatchInlineSnapshot(`
    [
      "⚠️ Above 10 TRX alone: somebody else approves it (@1001, @1002, @1003 or 2 more)",
      "[Ask approval for 3.9 TRX (primary)]",
      "⚠️ Above your 50 TRX for an order · Above your 200 TRX for a day · Above 10 TRX alone · Above the desk's own price · To a wallet that is not in the team's book · To a wallet that you put into the team's book less than 24 hours ago: somebody else approves it (@1001)",
      "[Ask approval for 3.9 TRX (primary)]",
      "⚠️ Please confirm: ask approval for 3.9 TRX?",
      "⚠️ Above 10 TRX alone: somebody else approves it (@1001, @1002, @1003 or 2 more)",
      "[Ask approval for 3.9 TRX (primary)]",
      "⚠️ It is above the team's limit for an order, 2 TRX.",
      "[Above the team's limit ✗]",
      "⚠️ It is above the team's limit for a day: 2 TRX are left today (UTC).",
      "[Above the team's limit ✗]",
      "⚠️ Nobody else of the team can approve this. An owner invites an approver, or raises the limit.",
      "[Nobody else can approve it ✗]",
    ]
  `);
});

test("a large sum is asked for above; nothing to tap is where Pay was", () => {
  const view = confirmView({ at: { is: "confirming", quote: QUOTE } });
  expect(goldenOf((messages) => keyboardOf(draftCard(view, messages)))).toMatchInlineSnapshot(`
    [
      "[Yes, pay 3.9 TRX (success)]",
      "[Back to the order]",
      "[Cancel (danger)]",
      "[Confirm above ✗]",
    ]
  `);
  // The rest is on the card before: here it would push the question off a low screen.
  const held = { receiver: addressOf(1), units: 65_000, ends: { first: NOW, last: NOW } };
  const { text } = draftCard({ ...view, overlaps: [held] }, en);
  expect(text).toMatch(/^⚠️ Please confirm: pay 3\.9 TRX\?/);
  expect(text).toMatch(/Balance .*\n\n⚠️ This wallet already holds/);
  expect(text).not.toMatch(/Ends|held until|Burning|×/);
});

test("in a group the name of who pays stands by the sum", () => {
  const view = { ...confirmView(THREE, { isGroup: true }), ownerName: "@cold1" };
  const lines = goldenOf((messages) => draftCard(view, messages).text.split("\n").slice(0, 2));
  expect(lines).toMatchInlineSnapshot(`
    [
      "11.7 TRX for 3 × 65,000 Energy, 1 hour",
      "@cold1's order",
    ]
  `);
});

test("too little balance: what it pays for can be taken, in private only", () => {
  const rows = (availableSun: number, isGroup = false, amount = 131_000) => {
    const quote = { ...QUOTE, availableSun, totalSun: amount * 60 };
    return goldenOf((messages) =>
      keyboardOf(draftCard(confirmView({ quote, amount }, { isGroup }), messages)),
    );
  };
  expect(rows(4_500_059)).toMatchInlineSnapshot(`
    [
      "[Take 75,000: the balance covers it (primary)]",
      "[Ask @desk_operator → https://t.me/desk_operator]",
      "[Check the balance again]",
      "[✏️ Change] [Cancel (danger)]",
      "[Not enough balance ✗]",
    ]
  `);
  // Less than a transfer takes, where more than that was asked for; and less than the smallest order.
  expect(rows(3_899_999)[0]).toBe("[Ask @desk_operator → https://t.me/desk_operator]");
  expect(rows(1_919_999, false, 60_000)[0]).toBe(
    "[Ask @desk_operator → https://t.me/desk_operator]",
  );
  expect(rows(4_500_059, true)).toMatchInlineSnapshot(`
    [
      "[Open private chat → https://t.me/desk_sandbox_bot]",
      "[Check the balance again]",
      "[✏️ Change] [Cancel (danger)]",
      "[Not enough balance ✗]",
    ]
  `);
});

test("what sellers deliver for less is the one price to pay; below the sums stands whose it is", () => {
  const sellers = { costSun: 2_925_000, deskSun: 3_900_000 };
  const quote = { ...QUOTE, priceSun: 45, totalSun: 2_925_000, isSameForDay: undefined, sellers };
  expect(goldenDraft(confirmView({ quote }))).toMatchInlineSnapshot(`
    "*2.925 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    Energy for 1 USDT transfer to a wallet with USDT
    Balance 777,123.456 → 777,120.531 TRX
    From sellers at 45 SUN; the desk's own price is 3.9 TRX
    Ends about ‹2026-11-20 15:05 UTC›
    Price until ‹2026-11-20 14:07 UTC›, while the offers last

    > 65,000 Energy × 45 SUN = 2.925 TRX
    > Burning TRX would cost 6.5 TRX: you save 3.575 TRX
    [✏️ Change] [Cancel (danger)]
    [Pay 2.925 TRX (success)]"
  `);
  // Some of them ask for less.
  const some = { ...quote, sellers: { ...sellers, costSun: 2_860_000 } };
  const card = draftCard(confirmView({ quote: some }), en);
  expect(card.text.split("\n")).toEqual(
    expect.arrayContaining([
      "At most 2.925 TRX, about 2.86 TRX now, for 65,000 Energy, 1 hour",
      "From sellers at up to 45 SUN; the desk's own price is 3.9 TRX",
    ]),
  );
  expect(keyboardOf(card).at(-1)).toBe("[Pay 2.925 TRX (success)]");
});
