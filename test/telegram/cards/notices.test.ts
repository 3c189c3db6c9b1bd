/** Every error and mistake: its sentence on a card, and the buttons that lead on from it. */

import { expect, test } from "vitest";
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

test("every code of the error table has its sentence, and so has every mistake", () => {
  const codes = Object.keys(en.notices);
  const sentences = (messages: Messages) =>
    codes.map((code) => {
      const text = plain(noticeText(failedView(code), messages) ?? "").text;
      return `${code}\n${text}`;
    });
  expect(goldenOf((messages) => sentences(messages).join("\n\n"))).toMatchInlineSnapshot(`
    "MALFORMED_JSON
    ⚠️ The desk could not read that. Nothing was charged. Start again with /buy.

    METHOD_NOT_ALLOWED
    ⚠️ The desk could not read that. Nothing was charged. Start again with /buy.

    UNSUPPORTED_MEDIA_TYPE
    ⚠️ The desk could not read that. Nothing was charged. Start again with /buy.

    HEADERS_TOO_LARGE
    ⚠️ The desk could not read that. Nothing was charged. Start again with /buy.

    VALIDATION_FAILED
    ⚠️ This cannot be ordered.
    duration: must be one of …
    Nothing was charged. Change it and try again.

    UNAUTHORIZED
    ⚠️ You have no account here yet. Send /start to the bot in private.

    INSUFFICIENT_BALANCE
    ⚠️ Not enough balance. Nothing was charged.
    Missing: 2.7 of 3.9 TRX
    To top up, write to @desk_operator and quote your customer id c1c1c1c1c1c1

    FORBIDDEN
    ⚠️ You may not do this. Nothing was charged. Ask the operator of the desk.

    NOT_FOUND
    ⚠️ That is not there any more. Start again with /buy.

    ORDER_NOT_FOUND
    ⚠️ You have no order with this id. See /orders.

    NO_CAPACITY
    ⚠️ Only 40,000 Energy can be delivered now in all. Nothing was charged.
    Order less, or try again in a few minutes.

    NOT_CANCELABLE
    ⚠️ All of it was delivered already: there is nothing to cancel.

    NOT_CHANGEABLE
    ⚠️ This order is no longer open and can't be changed.

    REFERENCE_USED
    ⚠️ Another order of yours has this reference.

    QUOTE_EXPIRED
    ⚠️ The price has expired. Nothing was charged. Tap New quote.

    QUOTE_MISMATCH
    ⚠️ The price has expired. Nothing was charged. Tap New quote.

    IDEMPOTENCY_IN_PROGRESS
    ⚠️ This order is being placed already. See /orders in a moment.

    IDEMPOTENCY_KEY_REUSED
    ⚠️ This card has placed an order already. See /orders.

    TOO_MANY_OPEN
    ⚠️ You have 20 withdrawals under way. Cancel one, or wait until one is paid.

    BODY_TOO_LARGE
    ⚠️ That is too much at once. Send fewer addresses.

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

    CHALLENGE_EXPIRED
    ⚠️ That text to sign has expired. Ask for a new one over the API.

    SIGNATURE_INVALID
    ⚠️ That signature is not of the account's key. Sign the text as it is.

    PERMISSION_MISSING
    ⚠️ The account does not let the desk delegate. The API says how to.

    RATE_LIMITED
    ⚠️ Too much at once. Nothing was charged. Try again in a moment.

    INTERNAL
    ⚠️ Something went wrong here. Look at /orders, then try again.

    CHAIN_UNAVAILABLE
    ⚠️ The desk cannot check wallets now, nothing was charged. Try again.

    BUSY
    ⚠️ Many orders wait for the network. Nothing was charged. Try again in a minute.

    DESK_HALTED
    ⚠️ No new orders now, running ones go on. Nothing was charged. Try again later.

    SHUTTING_DOWN
    ⚠️ The desk is restarting. Nothing was charged. Try again in a moment.

    AMOUNT_TOO_SMALL
    ⚠️ At least 32,000 for each wallet.

    AMOUNT_TOO_LARGE
    ⚠️ At most 10,000,000,000 for each wallet.

    AMOUNT_AMBIGUOUS
    ⚠️ Is that 65 or 65,000? Type a number such as 65000 or 65k.

    AMOUNT_NOT_UNDERSTOOD
    ⚠️ That is not an amount. Type a number such as 65000 or 65k.

    DURATION_NOT_OFFERED
    ⚠️ That is not offered. Take 1h or 3h.

    NO_ADDRESS
    ⚠️ There is no TRON address in that. Addresses start with T.

    PRICE_BELOW_FLOOR
    ⚠️ 30 SUN is below the floor of 40 SUN. Nothing was charged. Raise it.

    PRICE_NOT_UNDERSTOOD
    ⚠️ That is not a price. Type a whole number of SUN such as 55.

    PRICE_NOT_WHOLE
    ⚠️ A price is in whole SUN. Type a whole number of SUN such as 55.

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
  expect(goldenOf((messages) => rows(messages).join("\n"))).toMatchInlineSnapshot(`
    "MALFORMED_JSON: [Try again]
    METHOD_NOT_ALLOWED: [Try again]
    UNSUPPORTED_MEDIA_TYPE: [Try again]
    HEADERS_TOO_LARGE: [Try again]
    VALIDATION_FAILED: [Try again]
    UNAUTHORIZED: [Try again]
    INSUFFICIENT_BALANCE: [Ask @desk_operator → https://t.me/desk_operator]
    FORBIDDEN: [Try again]
    NOT_FOUND: [Try again]
    ORDER_NOT_FOUND: [Try again]
    NO_CAPACITY: [Try again]
    NOT_CANCELABLE: [Try again]
    NOT_CHANGEABLE: [Try again]
    REFERENCE_USED: [Try again]
    QUOTE_EXPIRED: [Try again]
    QUOTE_MISMATCH: [Try again]
    IDEMPOTENCY_IN_PROGRESS: [Try again]
    IDEMPOTENCY_KEY_REUSED: [Try again]
    TOO_MANY_OPEN: [Try again]
    BODY_TOO_LARGE: [Try again]
    RECEIVER_NOT_ACTIVATED: [Try again]
    RECEIVER_IS_CONTRACT: [Try again]
    RECEIVER_REFUSED: [Try again]
    CHALLENGE_EXPIRED: [Try again]
    SIGNATURE_INVALID: [Try again]
    PERMISSION_MISSING: [Try again]
    RATE_LIMITED: [Retry (primary)]
    INTERNAL: [Retry (primary)]
    CHAIN_UNAVAILABLE: [Retry (primary)]
    BUSY: [Retry (primary)]
    DESK_HALTED: [Retry (primary)]
    SHUTTING_DOWN: [Retry (primary)]
    AMOUNT_TOO_SMALL: [Try again]
    AMOUNT_TOO_LARGE: [Try again]
    AMOUNT_AMBIGUOUS: [Try again]
    AMOUNT_NOT_UNDERSTOOD: [Try again]
    DURATION_NOT_OFFERED: [Try again]
    NO_ADDRESS: [Try again]
    PRICE_BELOW_FLOOR: [Try again]
    PRICE_NOT_UNDERSTOOD: [Try again]
    PRICE_NOT_WHOLE: [Try again]
    PRICE_TOO_HIGH: [Try again]
    CHUNK_TOO_SMALL: [Try again]
    CHUNK_TOO_LARGE: [Try again]"
  `);
});
