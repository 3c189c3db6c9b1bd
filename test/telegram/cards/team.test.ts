/** The cards of /team: what an owner and a viewer see of it, a member with a key, limits, and what waits. */

import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import type { Role } from "../../../src/domain/team.js";
import type { TeamMember, TeamView } from "../../../src/engine/teams/teams.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import {
  askRemoveCard,
  keyCapsCard,
  limitsCard,
  memberCard,
  membersCard,
  requestsCard,
  teamCard,
} from "../../../src/telegram/team/team-card.js";
import type { Messages } from "../../../src/telegram/text/messages.js";
import { drawn, golden, goldenOf } from "./drawn.js";
import { cutLabels } from "./legible.js";
import { NOW } from "./views.js";

const TRX = 1_000_000;
const NONE = { orderSun: null, daySun: null, aloneSun: null };

const memberOf = (userId: number, role: Role, more: Partial<TeamMember> = {}): TeamMember => ({
  ...{ userId, name: `@user${userId}`, role, limits: NONE, usedTodaySun: sun(0), keys: [] },
  ...more,
});

const OWNER = memberOf(1, "owner", { usedTodaySun: sun(3.9 * TRX) });
const TRADER = memberOf(2, "trader", {
  limits: { orderSun: sun(10 * TRX), daySun: sun(50 * TRX), aloneSun: null },
  keys: [{ keyId: "1a".repeat(12), startsWith: "edk_yQF8", capSun: sun(25 * TRX) }],
});
const SECOND = memberOf(4, "owner");

const view = (more: Partial<TeamView> = {}): TeamView => ({
  ...{ customerId: "1b".repeat(12), name: "Desk 7", limits: NONE, you: OWNER },
  ...{ onlyBookedWallets: false, tradersSeeMoney: false, members: [OWNER, TRADER] },
  ...{ usedTodaySun: sun(3.9 * TRX), invitations: [], requests: [], groups: [] },
  ...more,
});

test("a team as its only owner sees it", () => {
  const set = view({
    limits: { orderSun: sun(100 * TRX), daySun: null, aloneSun: sun(10 * TRX) },
    onlyBookedWallets: true,
    tradersSeeMoney: true,
    invitations: [{ id: "1c".repeat(12), role: "approver", expiresAt: NOW }],
    groups: [{ chatId: -5, title: "123" }],
  });
  expect(golden((messages) => teamCard(set, set.customerId, messages))).toMatchInlineSnapshot(`
    "*Team Desk 7*
    You are an owner.
    You are the only owner: nobody checks what you change.

    @user1 · owner · today 3.9 TRX
    @user2 · trader · today 0 TRX

    Spent or held today (UTC): 3.9 TRX
    The team's limits: an order up to 100 TRX, alone up to 10 TRX
    Alone, only to wallets of the team's book
    Traders see the balance

    Invitation as approver, until ‹2026-11-20 14:05 UTC›

    In private you pay from team Desk 7.
    [Withdraw the invitation: approver]
    [Invite…] [Members]
    [Limits…] [Link a group…]
    [Unlink “123”]
    [Allow any wallet]
    [Hide the balance from traders]
    [Orders] [Report] [Log]
    [Pay from my own account]
    [Rename…] [Leave…]"
  `);
});

test("a team as a viewer sees it", () => {
  const you = memberOf(3, "viewer");
  const seen = view({ you, members: [OWNER, TRADER, you], usedTodaySun: sun(5 * TRX) });
  expect(golden((messages) => teamCard(seen, null, messages))).toMatchInlineSnapshot(`
    "*Team Desk 7*
    You are a viewer.

    @user1 · owner · today 3.9 TRX
    @user2 · trader · today 0 TRX
    @user3 · viewer · today 0 TRX
    No longer in the team · today 1.1 TRX

    Spent or held today (UTC): 5 TRX
    No limits

    In private you pay from your own account.
    [Orders] [Report] [Log]
    [Leave…]"
  `);
});

test("a member with limits and a key", () => {
  expect(golden((messages) => memberCard(view(), TRADER, messages))).toMatchInlineSnapshot(`
    "*@user2 · trader · today 0 TRX*
    Their own limits, beside the team's: an order up to 10 TRX, a day up to 50 TRX

    Key edk_yQF8…: up to 25 TRX a day (UTC)
    [viewer] [approver]
    [owner]
    [Limits…] [New key…]
    [Revoke edk_yQF8…]
    [Remove… (danger)]
    [Back]"
  `);
});

test("a member without limits of their own", () => {
  const limits = { ...NONE, daySun: sun(100 * TRX) };
  const card = (messages: Messages) => memberCard(view({ limits }), OWNER, messages);
  expect(golden(card)).toMatchInlineSnapshot(`
    "*@user1 · owner · today 3.9 TRX*
    No limits of their own; the team's hold.
    The team's limits: a day up to 100 TRX
    [viewer] [trader]
    [approver]
    [Limits…] [New key…]
    [Remove… (danger)]
    [Back]"
  `);
});

test("what of a team is asked and waits", () => {
  const cards = (messages: Messages) => [
    limitsCard(view(), TRADER, messages),
    requestsCard(view(), [{ id: "1d".repeat(12), askedBy: "@user2", what: "3.9 TRX" }], messages),
    askRemoveCard(view({ members: [OWNER, SECOND, TRADER] }), SECOND, messages),
    askRemoveCard(view({ members: [OWNER, SECOND, memberOf(5, "owner")] }), SECOND, messages),
  ];
  expect(goldenOf((messages) => cards(messages).map(drawn).join("\n\n"))).toMatchInlineSnapshot(`
    "*@user2*

    Their own limits, beside the team's: an order up to 10 TRX, a day up to 50 TRX

    Choose a limit in TRX, or “…” for another sum. Above their own limits members ask; above the team's limits nobody orders; above “alone” somebody else approves.
    [Order 50] [Order 200] [Order 1,000]
    [Order ∞] [Order …]
    [Day 10] [Day 200] [Day 1,000]
    [Day ∞] [Day …]
    [Alone 10] [Alone 50] [Alone 200]
    [Alone 1,000] [Alone …]
    [Back]

    *Team Desk 7*

    1 request waits
    [@user2: 3.9 TRX]
    [Back]

    Remove @user4 from the team? Their keys stop working, and their open cards can no longer be paid.
    They are an owner: it happens after 72 hours, and all members are told.
    [Yes, remove (danger)] [Back]

    Remove @user4 from the team? Their keys stop working, and their open cards can no longer be paid.
    They are an owner: it waits for another owner, or happens after 72 hours, and all members are told.
    [Yes, remove (danger)] [Back]"
  `);
});

test("no label is cut on a phone", () => {
  for (const { messages } of Object.values(LANGUAGES)) {
    const cards = [
      teamCard(view({ requests: [] }), null, messages),
      teamCard(
        view({ onlyBookedWallets: true, tradersSeeMoney: true }),
        view().customerId,
        messages,
      ),
      memberCard(view(), TRADER, messages),
      membersCard(view(), messages),
      askRemoveCard(view(), TRADER, messages),
      keyCapsCard(view(), TRADER, messages),
      limitsCard(view(), undefined, messages),
    ];
    expect(cards.flatMap(cutLabels)).toEqual([]);
  }
});
