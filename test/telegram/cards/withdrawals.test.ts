/** Withdrawals after they were asked for: their cards, what is told of them, and what the balance says, in every language. */

import { expect, test } from "vitest";
import { address } from "../../../src/domain/address.js";
import { sun } from "../../../src/domain/money.js";
import { WITHDRAWAL_STATUSES } from "../../../src/domain/withdrawal.js";
import type { TeamMoneyNews, TeamPaidInNews } from "../../../src/engine/teams/tell.js";
import type { WithdrawalNews } from "../../../src/engine/withdrawals/settle.js";
import { balanceCard } from "../../../src/telegram/money/balance.js";

import {
  askedWithdrawalCard,
  withdrawalCard,
  withdrawalNewsCard,
} from "../../../src/telegram/money/withdrawal-card.js";
import { teamMoneyCard } from "../../../src/telegram/team/news.js";
import { addressOf } from "../../support/addresses.js";
import { drawn, golden, goldenOf } from "./drawn.js";
import { DESK, HOUR_MS, NOW, withdrawalView as withdrawal } from "./views.js";

const TRX = 1_000_000;
const HOT = address(addressOf(2));
const PREFIX = "https://tronscan.org/#/transaction/";
const WAITS = withdrawal({ dueAt: NOW + 24 * HOUR_MS });

test("a withdrawal as it stands", () => {
  const all = [
    WAITS,
    ...WITHDRAWAL_STATUSES.map((status) => {
      const txid = status === "signed" || status === "paid" ? "ab".repeat(32) : null;
      return withdrawal({ status, txid, reason: status === "refused" ? "123" : null });
    }),
  ];
  const view = {
    names: new Map([[HOT, "hot"]]),
    txUrlPrefix: PREFIX,
    now: NOW,
    isPaused: false,
    at: "card",
  } as const;
  const paused = goldenOf((messages) =>
    drawn(withdrawalCard({ ...view, isPaused: true, withdrawal: withdrawal({}) }, messages)),
  );
  expect(paused).toContain("Payouts are paused; it is sent when they resume.");
  expect(
    goldenOf((messages) =>
      all.map((one) => drawn(withdrawalCard({ ...view, withdrawal: one }, messages))).join("\n\n"),
    ),
  ).toMatchInlineSnapshot(`
    "*🕓 Withdrawal of 10 TRX*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot
    Fee: 1 TRX

    It is not sent before ‹2026-11-21 14:05 UTC›.
    You can cancel it until then.
    [Cancel (danger)]

    *🕓 Withdrawal of 10 TRX*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot
    Fee: 1 TRX

    It is sent as soon as possible.
    You can cancel it until then.
    [Cancel (danger)]

    *🕓 Withdrawal of 10 TRX*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot
    Fee: 1 TRX

    It waits for the operator's approval.
    You can cancel it until then.
    [Cancel (danger)]

    *⏳ Withdrawal of 10 TRX*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot
    Fee: 1 TRX

    Sent; it is final in about a minute.
    [Transaction](https://tronscan.org/#/transaction/abababababababababababababababababababababababababababababababab)

    *✅ 10 TRX paid out*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot
    Fee: 1 TRX

    [Transaction](https://tronscan.org/#/transaction/abababababababababababababababababababababababababababababababab)

    *❌ Withdrawal of 10 TRX refused*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot

    The reason: 123
    11 TRX is back on the balance.

    *Withdrawal of 10 TRX cancelled*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot

    11 TRX is back on the balance."
  `);
});

test("the balance says what of it can be withdrawn, and what is held for what", () => {
  const balance = {
    ...{ availableSun: 1_100 * TRX, withdrawableSun: 100 * TRX },
    ...{ heldSun: 74.9 * TRX, heldForWithdrawalsSun: 71 * TRX },
  };
  const view = { customerId: "c1c1c1c1c1c1", ...balance, desk: DESK };
  expect(golden((messages) => balanceCard(view, messages))).toMatchInlineSnapshot(`
    "*Balance 1,100 TRX*
    Held for orders: 3.9 TRX
    Held for withdrawals: 71 TRX
    Can be withdrawn: 100 TRX
    Credits from the operator can be spent here, not withdrawn.
    To top up, write to @desk_operator and quote your customer id |c1c1c1c1c1c1|
    [Buy Energy] [Orders]
    [Withdraw]"
  `);
});

test("what is told of withdrawals", () => {
  const news: WithdrawalNews = {
    ...{ event: "withdrawal", kind: "asked", withdrawalId: "0198c0de00000000000000f1" },
    ...{ address: HOT, amountSun: sun(10 * TRX), feeSun: sun(TRX), dueAt: NOW + 24 * HOUR_MS },
    ...{ needsApproval: true, reason: "123", txid: "ab".repeat(32) },
    ...{ askedBy: undefined, confirmedBy: undefined },
  };
  const kinds = ["asked", "paid", "refused", "delayed", "unpaid", "unbooked"] as const;
  const atOnce = { ...news, dueAt: null, needsApproval: false, reason: null, txid: null };
  expect(
    goldenOf((messages) =>
      [...kinds.map((kind) => ({ ...news, kind })), atOnce, { ...atOnce, kind: "refused" } as const]
        .map((one) => drawn(withdrawalNewsCard(one, PREFIX, messages)))
        .join("\n\n"),
    ),
  ).toMatchInlineSnapshot(`
    "*🔔 Withdrawal of 10 TRX requested with an API key*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|, an address you have not used before.
    The operator must approve it first.
    It is not sent before ‹2026-11-21 14:05 UTC›.
    Not you? Cancel it, and revoke your keys with /key.
    [Cancel (danger)]

    *🔔 10 TRX paid out*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    [Transaction](https://tronscan.org/#/transaction/abababababababababababababababababababababababababababababababab)

    *🔔 Withdrawal of 10 TRX refused*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    The reason: 123
    The money is on the balance again.

    *🔔 Withdrawal of 10 TRX takes longer*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    The operator must first top up the account that pays. Then it is sent by itself; until then you can cancel it.
    [Cancel (danger)]

    *🔔 Withdrawal of 10 TRX was not sent*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    Its transfer reached no block in time. The money is still held, and the operator must approve it again; until then you can cancel it.
    [Cancel (danger)]

    *🔔 Withdrawal of 10 TRX is open again*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    It was marked as paid by mistake. The money is held again, and the operator must approve it again; until then you can cancel it.
    [Cancel (danger)]

    *🔔 Withdrawal of 10 TRX requested with an API key*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|, an address you have not used before.
    Not you? Cancel it, and revoke your keys with /key.
    [Cancel (danger)]

    *🔔 Withdrawal of 10 TRX refused*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    The money is on the balance again."
  `);
});

test("of a team: who asked and who confirmed, what became of a request, and what is told", () => {
  const names = new Map([[HOT, "hot"]]);
  const ofTeam = { team: "777", askedBy: "@1001", confirmedBy: "@1002" };
  const view = { names, txUrlPrefix: PREFIX, now: NOW, isPaused: false, at: "card" } as const;
  const asked = {
    ...{ id: "0198c0de00000000000000f1", address: HOT, amountSun: sun(10 * TRX) },
    ...{ feeSun: sun(TRX), expiresAt: NOW + 72 * HOUR_MS, decidedBy: "@1002" },
  };
  const news: WithdrawalNews = {
    ...{ event: "withdrawal", kind: "ofTeam", withdrawalId: asked.id, address: HOT, txid: null },
    ...{ amountSun: sun(10 * TRX), feeSun: sun(TRX), dueAt: NOW, reason: null },
    ...{ needsApproval: true, askedBy: "@1001", confirmedBy: undefined },
    team: { id: "c1c1c1c1c1c1", name: "777", isOwner: false },
  };
  const told: readonly (TeamMoneyNews | TeamPaidInNews)[] = [
    ...[{ event: "teamPaidIn", customerId: "c", teamName: "777", amountSun: sun(12 * TRX) }],
    ...[{ event: "teamMoney", what: "low", availableSun: sun(TRX), limitSun: sun(10 * TRX) }],
    ...[{ event: "teamMoney", what: "restored", takenAt: NOW }],
    {
      ...{ event: "teamMoney", what: "wallets", by: "@1001", count: 3 },
      wallets: [{ name: "hot", address: HOT }],
    },
  ] as const;
  expect(
    goldenOf((messages) =>
      [
        withdrawalCard({ ...view, ofTeam, withdrawal: WAITS }, messages),
        ...(["open", "declined", "withdrawn", "lapsed"] as const).map((status) =>
          askedWithdrawalCard({ asked: { ...asked, status }, names, team: "777" }, messages),
        ),
        withdrawalNewsCard(news, PREFIX, messages),
        ...told.map((event) => teamMoneyCard(event, messages)),
      ]
        .map(drawn)
        .join("\n\n"),
    ),
  ).toMatchInlineSnapshot(`
    "*🕓 Withdrawal of 10 TRX*
    From team 777
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot
    Fee: 1 TRX
    Asked by @1001, confirmed by @1002

    It is not sent before ‹2026-11-21 14:05 UTC›.
    You can cancel it until then.
    [Cancel (danger)]

    *🕓 Withdrawal of 10 TRX*
    From team 777
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot
    Fee: 1 TRX

    It waits for another owner until ‹2026-11-23 14:05 UTC›. Nothing is taken before.
    [Take back (danger)]

    *🕓 Withdrawal of 10 TRX*
    From team 777
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot

    Declined by @1002: nothing was taken

    *🕓 Withdrawal of 10 TRX*
    From team 777
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot

    Taken back: nothing was taken from the balance

    *🕓 Withdrawal of 10 TRX*
    From team 777
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH| hot

    No other owner has confirmed it in time: nothing was taken

    *🔔 Withdrawal of 10 TRX*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    Asked by @1001
    It waits for the operator's approval.
    It is not sent before ‹2026-11-20 14:05 UTC›.

    🔔 12 TRX paid in to team 777

    *🔔 Low balance*
    1 TRX available, less than 10 TRX: what the team needed on its busier day, today or yesterday, or 10 TRX.

    *⚠️ The desk was restored from a backup*
    The backup was made ‹2026-11-20 14:05 UTC›. Check members and limits in /team: what was changed after that is lost. Requests, invitations and codes that were open have ended.

    *🔔 New in the team's book*, by @1001
    *hot* |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    and 2 more"
  `);
});
