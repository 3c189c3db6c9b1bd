/** Problems, and what to do next. */
import { formatInteger } from "../../../domain/money.js";
import { join } from "../../format.js";
import type { NoticeFacts, NoticeTexts } from "../messages/notices.js";
import { topUp } from "./account.js";
import { manualParts } from "./manual.js";
import { deliverable, NOTHING_CHARGED, SUCH_AS } from "./words.js";

const unreadable = () => `The desk could not read that. ${NOTHING_CHARGED} Start anew with /buy.`;

const lapsed = () => `The price has lapsed. ${NOTHING_CHARGED} Tap New quote.`;

const badWallets = ({ wallets: lines }: NoticeFacts) =>
  join(["These wallets cannot receive it:", ...lines, `Change them. ${NOTHING_CHARGED}`]);

function noCapacity({ availableUnits = 0, takeUnits, resource, receivers }: NoticeFacts) {
  const each = receivers > 1 ? " for each wallet" : "";
  return join([
    `${deliverable(availableUnits, resource, receivers)} ${NOTHING_CHARGED}`,
    takeUnits === undefined
      ? "Order less, or try again in a few minutes."
      : `Take ${formatInteger(takeUnits)}${each}, or try again in a few minutes.`,
  ]);
}

export const notices: NoticeTexts = {
  MALFORMED_JSON: unreadable,
  METHOD_NOT_ALLOWED: unreadable,
  UNSUPPORTED_MEDIA_TYPE: unreadable,
  VALIDATION_FAILED: ({ problems }) =>
    join(["This cannot be ordered.", ...problems, `${NOTHING_CHARGED} Change it and try again.`]),
  UNAUTHORIZED: () => "You have no account here yet. Send /start to the bot in private.",
  INSUFFICIENT_BALANCE: ({ isGroup, missing, contact, customerId }) =>
    isGroup
      ? "There is not enough balance, details in private."
      : join([
          `Not enough balance. ${NOTHING_CHARGED}`,
          missing ? `Missing: ${missing.amount} of ${missing.required} TRX` : undefined,
          topUp(contact, customerId),
        ]),
  FORBIDDEN: () => `You may not do this. ${NOTHING_CHARGED} Ask the operator of the desk.`,
  NOT_FOUND: () => "That is not there any more. Start anew with /buy.",
  ORDER_NOT_FOUND: () => "You have no order with this id. See /orders.",
  NO_CAPACITY: noCapacity,
  NOT_CANCELABLE: () => "All of it was delivered already: there is nothing to cancel.",
  QUOTE_EXPIRED: lapsed,
  QUOTE_MISMATCH: lapsed,
  IDEMPOTENCY_IN_PROGRESS: () => "This order is being placed already. See /orders in a moment.",
  IDEMPOTENCY_KEY_REUSED: () => "This card has placed an order already. See /orders.",
  BODY_TOO_LARGE: () => "That is too much at once. Send fewer addresses.",
  RECEIVER_NOT_ACTIVATED: badWallets,
  RECEIVER_IS_CONTRACT: badWallets,
  CHALLENGE_EXPIRED: () => "That text to sign has lapsed. Ask for a new one over the API.",
  SIGNATURE_INVALID: () => "That signature is not of the account's key. Sign the text as it is.",
  PERMISSION_MISSING: () => "The account does not let the desk delegate. The API says how to.",
  RATE_LIMITED: () => `Too much at once. ${NOTHING_CHARGED} Try again in a second.`,
  INTERNAL: () => "Something went wrong here. Look at /orders, then try again.",
  CHAIN_UNAVAILABLE: () => "The desk cannot check wallets now, nothing was charged. Try again.",
  BUSY: () => `Many orders wait for the network. ${NOTHING_CHARGED} Try again in a minute.`,
  DESK_HALTED: () => `No new orders now, running ones go on. ${NOTHING_CHARGED} Try again later.`,
  SHUTTING_DOWN: () => `The desk is restarting. ${NOTHING_CHARGED} Try again in a moment.`,
  AMOUNT_TOO_SMALL: ({ limit }) => `At least ${limit} for a wallet. Take or type more.`,
  AMOUNT_TOO_LARGE: ({ limit }) => `At most ${limit} for a wallet. Take or type less.`,
  AMOUNT_AMBIGUOUS: ({ readings }) => `Is that ${readings.join(" or ")}? Type ${SUCH_AS}`,
  AMOUNT_NOT_UNDERSTOOD: () => `That is no amount. Type ${SUCH_AS}`,
  DURATION_NOT_OFFERED: ({ readings }) =>
    readings.length > 0
      ? `That is not offered. Take ${readings.join(" or ")}.`
      : "That is no duration. Tap one, or type one such as 1h or 3d.",
  NO_ADDRESS: () => "There is no TRON address in that. Addresses start with T.",
  ...manualParts.notices,
};
