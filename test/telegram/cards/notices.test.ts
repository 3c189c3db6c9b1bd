/** Every error and mistake: its sentence on a card, and the buttons that lead on from it. */

import { expect, test } from "vitest";
import { REASONS, REFUSALS } from "../../../src/domain/team.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { noticeText } from "../../../src/telegram/buy/notices.js";
import type { Notice } from "../../../src/telegram/intake/findings.js";
import type { Messages } from "../../../src/telegram/text/messages.js";
import { plain } from "../../../src/telegram/transport/format.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { goldenOf, keyboardOf } from "./drawn.js";
import { confirmView } from "./views.js";

const DETAILS: Record<string, Notice["details"]> = {
  INSUFFICIENT_BALANCE: { required: 3.9, available: 1.2 },
  NO_CAPACITY: { available: 40_000 },
  VALIDATION_FAILED: { problems: [{ path: "duration", message: "must be one of …" }] },
  RECEIVER_NOT_ACTIVATED: {
    receivers: [{ receiver: addressOf(9), reason: "not activated" }],
  },
  RECEIVER_IS_CONTRACT: { receivers: [{ receiver: addressOf(2), reason: "contract" }] },
  RECEIVER_REFUSED: { receivers: [{ receiver: addressOf(2), reason: "refused" }] },
  PRICE_BELOW_FLOOR: { price: 30, floor: 40 },
  AMOUNT_TOO_SMALL: { minimum: 32_000 },
  AMOUNT_TOO_LARGE: { maximum: 10_000_000_000 },
  PRICE_TOO_HIGH: { maximum: 1_000 },
  CHUNK_TOO_SMALL: { minimum: 20_000 },
  CHUNK_TOO_LARGE: { maximum: 65_000 },
  AMOUNT_AMBIGUOUS: { readings: [65, 65_000] },
  DURATION_NOT_OFFERED: { readings: ["1h", "3h"] },
};

function noticeOf(code: string): Notice {
  const details = DETAILS[code];
  return details ? { code, details } : { code };
}

function failedView(code: string, isGroup = false) {
  const data = { notice: noticeOf(code), quote: undefined, receivers: addressesOf(1, 2) };
  return confirmView(data, { isGroup });
}

test("every code of the error table has its sentence, and so has every mistake, with its facts", () => {
  const sentences = (messages: Messages) =>
    Object.keys(en.notices).map((code) => {
      const { text } = plain(noticeText(failedView(code), messages) ?? "");
      expect(text).toMatch(/^⚠️ \S/);
      return `${code}\n${text}`;
    });
  const said = goldenOf(sentences);
  expect(
    said.filter((one) => Object.keys(DETAILS).some((code) => one.startsWith(code))).join("\n\n"),
  ).toMatchInlineSnapshot(`
    "VALIDATION_FAILED
    ⚠️ This cannot be ordered.
    duration: must be one of …
    Nothing was charged. Change it and try again.

    INSUFFICIENT_BALANCE
    ⚠️ Not enough balance. Nothing was charged.
    Missing: 2.7 of 3.9 TRX
    To top up, write to @desk_operator and quote your customer id c1c1c1c1c1c1

    NO_CAPACITY
    ⚠️ Only 40,000 Energy can be delivered now in all. Nothing was charged.
    Order less, or try again in a few minutes.

    RECEIVER_NOT_ACTIVATED
    ⚠️ These wallets cannot receive it:
    ❌ T9yD14Nj9j7xAB4dbGeiX9h8unkLG5AT1X is not activated. Send it some TRX first.
    Change them. Nothing was charged.

    RECEIVER_IS_CONTRACT
    ⚠️ These wallets cannot receive it:
    ❌ T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH is a contract. Only wallets can receive.
    Change them. Nothing was charged.

    RECEIVER_REFUSED
    ⚠️ These wallets cannot receive it:
    ❌ T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH is an account of the desk, or nobody's. Name a wallet of yours.
    Change them. Nothing was charged.

    AMOUNT_TOO_SMALL
    ⚠️ At least 32,000 for each wallet.

    AMOUNT_TOO_LARGE
    ⚠️ At most 10,000,000,000 for each wallet.

    AMOUNT_AMBIGUOUS
    ⚠️ Is that 65 or 65,000? Type a number such as 65000 or 65k.

    DURATION_NOT_OFFERED
    ⚠️ That is not offered. Take 1h or 3h.

    PRICE_BELOW_FLOOR
    ⚠️ 30 SUN is below the floor of 40 SUN. Nothing was charged. Raise it.

    PRICE_TOO_HIGH
    ⚠️ At most 1,000 SUN.

    CHUNK_TOO_SMALL
    ⚠️ A part is at least 20,000.

    CHUNK_TOO_LARGE
    ⚠️ A part is at most the 65,000 of the order."
  `);
});

test("too many orders of a day have a sentence of their own", () => {
  const view = failedView("RATE_LIMITED");
  const notice = { code: "RATE_LIMITED", details: { maximum: 2_000 } };
  const at = { is: "failed", notice } as const;
  const draft = { ...view.draft, data: { ...view.draft.data, at } };
  const sentence = (messages: Messages) =>
    plain(noticeText({ ...view, draft }, messages) ?? "").text;
  expect(goldenOf(sentence)).toMatchInlineSnapshot(
    `"⚠️ At most 2,000 of your orders may be open, cancelled or expired in a day. Nothing was charged. Wait until some are delivered, or try again tomorrow (UTC)."`,
  );
});

test("the buttons that lead on", () => {
  const rows = (messages: Messages) =>
    Object.keys(en.notices).map((code) => {
      const card = draftCard(failedView(code), messages);
      const first = keyboardOf(card)[0];
      return `${code}: ${first}`;
    });
  const others = goldenOf(rows).filter((row) => !row.endsWith("[Try again]"));
  expect(others.join("\n")).toMatchInlineSnapshot(`
    "INSUFFICIENT_BALANCE: [Ask @desk_operator → https://t.me/desk_operator]
    RATE_LIMITED: [Retry (primary)]
    INTERNAL: [Retry (primary)]
    CHAIN_UNAVAILABLE: [Retry (primary)]
    BUSY: [Retry (primary)]
    DESK_HALTED: [Retry (primary)]
    SHUTTING_DOWN: [Retry (primary)]"
  `);
});

test("why a team does not do something, and what somebody else would have to approve", () => {
  const sentences = (messages: Messages) =>
    [
      ...REFUSALS.map((why) => ({ refusal: { why, leftSun: 1_500_000 } })),
      ...(["order", "manage"] as const).map((right) => ({
        refusal: { why: "role" as const, right },
      })),
      { approval: { why: [...REASONS], leftSun: 2_500_000 } },
      { approval: { why: ["order" as const], leftSun: null } },
    ].map((details) => {
      const notice = { code: "FORBIDDEN", details };
      const view = confirmView({ notice, quote: undefined, receivers: addressesOf(1, 2) }, {});
      return plain(noticeText(view, messages) ?? "").text;
    });
  expect(goldenOf(sentences).join("\n")).toMatchInlineSnapshot(`
    "⚠️ You may not do this for the team.
    ⚠️ It is above the team's limit for an order, 1.5 TRX.
    ⚠️ It is above the team's limit for a day: 1.5 TRX are left today (UTC).
    ⚠️ It is above this key's limit for a day: 1.5 TRX are left today (UTC).
    ⚠️ Nobody else of the team can approve this. An owner invites an approver, or raises the limit.
    ⚠️ The last owner cannot leave, nor become less than an owner. Make somebody else an owner first.
    ⚠️ They are a member of this team already.
    ⚠️ They are no member of this team.
    ⚠️ This group belongs to another team. Unlink it there first.
    ⚠️ The least limit is 1 TRX.
    ⚠️ A team has 10 keys at most. Revoke one first.
    ⚠️ A team has 50 members at most.
    ⚠️ The book has 500 names already, and takes no more.
    ⚠️ Nobody is in more than 10 teams.
    ⚠️ A team has 20 open invitations at most. Withdraw one first.
    ⚠️ Nobody has more than 20 open requests in a team. Take one back first.
    ⚠️ Not enough now: the team can withdraw 1.5 TRX. Nothing was taken; the request still waits.
    ⚠️ The fee is higher than when it was asked for. Ask for it again; nothing was taken.
    ⚠️ A viewer of the team orders nothing.
    ⚠️ Only owners of the team do this.
    ⚠️ Alone you may not do this; a new order can be asked for:
    Above the member's limit for an order
    Above the member's limit for a day
    Above the sum that one person orders alone
    Above the desk's own price
    To a wallet that is not in the team's book
    To a wallet that the member put into the team's book less than 24 hours ago
    Left to order alone: 2.5 TRX
    ⚠️ Alone you may not do this; a new order can be asked for:
    Above the member's limit for an order"
  `);
});
