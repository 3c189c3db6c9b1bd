/** The card of a draft, in whatever step and status it is: its questions (question-card.ts), the price that can be paid, or a last word. */

import { durationMs } from "../../domain/duration.js";
import { amountOfEach, costSun } from "../../domain/price.js";
import { leastOf, sendsWith, USDT_ENERGY } from "../../domain/usdt.js";
import { whomToAsk } from "../kit/menu.js";
import {
  cardOf,
  type DraftButton,
  disabledButton,
  flowButtons,
  namedWallet,
  nextButton,
  type Row,
} from "../kit/parts.js";
import { counted, MANY_WALLETS, rentalOf } from "../kit/rental.js";
import { firstThatFits } from "../kit/sendable.js";
import type { Messages } from "../text/messages.js";
import { blocks, folded, join, type Part, shorten } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";
import { accountRows, paidFromLine, withOtherAccount } from "./account-rows.js";
import {
  type Draft,
  type DraftQuote,
  isSized,
  noticeIn,
  quoteOf,
  shortOf,
  shownOf,
} from "./draft.js";
import { extensionLine, notBookedLine, otherStartRow, startingLater } from "./extension.js";
import { noticeInShort, noticeRows, noticeText, topUpRows } from "./notices.js";
import { asksOf, isDoneByTap, isRefused, outlookLine, whyNoTap } from "./outlook-lines.js";
import { overlapLines, overlapSummary } from "./overlap-lines.js";
import { payButton } from "./pay-button.js";
import { isShort, payableQuote } from "./payable.js";
import {
  atOnceInsteadSun,
  priceDetails,
  priceLines,
  receiverLines,
  sumTitle,
  takeableUnits,
} from "./price-lines.js";
import { cancelButton, fieldRows, lowEnergyWarning, wizardCard } from "./question-card.js";
import { manualOptionsOf, termsOf } from "./request.js";
import { bandwidthLine, firstTransferUnits, sizingLine } from "./usdt-lines.js";
import { LINE_LIMITS, leftOutLine, verdictLines } from "./verdict-lines.js";
import type { DraftView, PriceView } from "./views.js";

export function draftCard(view: DraftView, messages: Messages): Card {
  const { status, step } = view.draft;
  if (status !== "open") return closedCard(view.draft, status, messages);
  return step === "confirm" ? confirmCard(view, messages) : wizardCard(view, messages);
}

/** The first version, and its end. */
const UNANSWERED = 2;

/** The remains of a card that takes no more taps: a word, and after a cancellation the wallets that waited. */
function closedCard(
  { id: draftId, version, data }: Draft,
  status: Exclude<Draft["status"], "open">,
  messages: Messages,
): Card {
  const count = data.waiting.length;
  const isOffered = status === "dropped" && count > 0;
  const isUnanswered = status === "replaced" && version === UNANSWERED;
  return cardOf(messages.closed[isUnanswered ? "replacedUnanswered" : status], [
    isOffered ? [nextButton({ draftId, count }, messages)] : [],
  ]);
}

/** What is paid for what, to whom, and the one button that spends money. */
function confirmCard(now: DraftView, messages: Messages): Card {
  const later = startingLater(now);
  const view = later ?? now;
  const { draft } = view;
  const { data } = draft;
  const details = foldedDetails(view, messages);
  // Unfolded, the wallets would push what decides away from the buttons; so would what a Manual order says.
  const isLong = data.receivers.length >= MANY_WALLETS || data.type === "Manual";
  return firstThatFits(LINE_LIMITS, (limit) =>
    cardOf(
      blocks(
        [...verdictLines(data, limit, messages), noticeText(view, messages)],
        [isLong ? details : undefined],
        [isConfirming(draft) ? asksAgain(view, later !== undefined, messages) : undefined],
        [
          leftOutLine(data, messages),
          title(draft, messages),
          amountsLine(draft, messages),
          payer(view, messages),
          paidFromLine(view, messages),
          outlookLine(view, messages),
          ...theWallet(view),
          isExtension(view, messages) ? undefined : energyUse(view, messages),
          quoteOf(data) && extensionLine(view, later !== undefined, messages),
          notBookedLine(view, messages),
          ...price(view, messages, priceLines),
          topUp(view, messages),
          validity(view, messages),
          // It is on the card before a large sum: there the question must stay in sight.
          isConfirming(draft) ? undefined : sizingLine(view, messages),
        ],
        warnings(view, messages),
        [isLong ? undefined : details],
      ),
      confirmRows(now, later, messages),
    ),
  );
}

function isConfirming({ data }: Draft): boolean {
  return data.at.is === "confirming";
}

function asksAgain(view: DraftView, isBooking: boolean, messages: Messages): string {
  const { booking, confirm, teamAsk } = messages;
  const words = asksOf(view) ? teamAsk : isBooking ? booking : confirm;
  return words.asksAgain(sumOf(view.draft, messages));
}

/** Read before it is paid: nothing of it matters yet where money is missing. */
function warnings(view: DraftView, messages: Messages): (Part | undefined)[] {
  const { draft } = view;
  const quote = quoteOf(draft.data);
  if (quote && isBeyondBalance(quote)) return [];
  const isKnown = isSized(draft.data) || isRestForAll(view);
  const little = isKnown ? undefined : lowEnergyWarning(draft, messages);
  const bandwidth = isConfirming(draft) ? undefined : bandwidthLine(draft, messages);
  return [bandwidth, overlapSummary(overlapping(view), messages), little];
}

const overlapping = ({ draft, overlaps = [] }: DraftView) => ({ ...termsOf(draft), overlaps });

/** What is little by itself may be the rest that a wallet still needs: one that holds some for most of the time. */
function isRestForAll({ draft, overlaps = [], endsAt = 0 }: DraftView): boolean {
  const { duration } = draft.data;
  const halfAt = endsAt - (duration ? durationMs(duration) / 2 : 0);
  const holding = overlaps.filter(({ ends }) => !ends || ends.first >= halfAt);
  const wallets = new Set(holding.map(({ receiver }) => receiver));
  return draft.data.receivers.every((receiver) => wallets.has(receiver));
}

/** A single one stands right below the sum. */
function theWallet({ draft, names }: DraftView): Part[] {
  const { receivers } = draft.data;
  return receivers.length === 1 ? receivers.map((receiver) => namedWallet(receiver, names)) : [];
}

/** Several wallets, and how the sum comes about: headline, sum and Pay stay on the first screen of a phone. */
function foldedDetails(view: DraftView, messages: Messages): Part | undefined {
  const { receivers } = view.draft.data;
  // They are on the card before: here the question must stay in sight.
  if (isConfirming(view.draft)) return undefined;
  const costs = isExtension(view, messages) ? [] : costLines(view, messages);
  const lines = [
    ...(receivers.length > 1
      ? receiverLines({ ...termsOf(view.draft), names: view.names }, messages)
      : []),
    ...overlapLines(overlapping(view), messages),
    ...costs.flatMap((line) => line ?? []),
  ];
  return lines.length > 0 ? folded(lines) : undefined;
}

/** Where the account is named, too, the headline needs the room: of one wallet, what a unit costs is said above, or is not what was asked. */
function costLines(view: DraftView, messages: Messages): (Part | undefined)[] {
  const { draft, overlaps = [] } = view;
  const costs = price(view, messages, priceDetails);
  if (!paidFromLine(view, messages) || draft.data.receivers.length > 1) return costs;
  if (overlaps.length > 0 || isSized(draft.data)) return [];
  return quoteOf(draft.data)?.sellers ? costs.slice(1) : costs;
}

/** Its owner knows what it is for and what it costs: when it starts and ends is to be in sight, on a low phone too. */
function isExtension(view: DraftView, messages: Messages): boolean {
  return extensionLine(view, false, messages) !== undefined;
}

function title(draft: Draft, messages: Messages): Part {
  const { confirm } = messages;
  const quote = quoteOf(draft.data);
  const terms = termsOf(draft);
  return quote ? sumTitle({ ...terms, quote }, messages) : confirm.noPriceTitle(rentalOf(terms));
}

/** How many get how much: who gets it may be folded. */
function amountsLine(draft: Draft, messages: Messages): string | undefined {
  const { amounts } = termsOf(draft);
  if (amountOfEach(amounts) !== undefined) return undefined;
  return counted(amounts.map(messages.number), messages).join(" · ");
}

/**
 * For how many transfers it is. What `/usdt` has found, and what the wallet holds already, say more; before a large sum the question
 * must stay in sight.
 */
function energyUse(view: DraftView, { confirm }: Messages): string | undefined {
  const { draft, overlaps = [] } = view;
  const { data } = draft;
  const quote = quoteOf(data);
  const isSaid =
    isSized(data) || overlaps.length > 0 || isConfirming(draft) || data.type !== "Fast";
  if (!quote || isSaid || isBeyondBalance(quote) || !isDoneByTap(view)) return undefined;
  const { resource, amounts } = termsOf(draft);
  if (resource !== "energy") return undefined;
  const least = leastOf(amounts.map((units) => sendsWith(units)));
  return least.transfers > 0 ? confirm.energyFor(least, amounts.length) : undefined;
}

/** In a group others read the card too. */
function payer({ ownerName }: DraftView, { confirm }: Messages): string | undefined {
  return ownerName === undefined ? undefined : confirm.payer(shorten(ownerName, LONGEST_NAME));
}

const LONGEST_NAME = 40;

type Lines = (view: PriceView, messages: Messages) => (Part | undefined)[];

function price(view: DraftView, messages: Messages, lines: Lines): (Part | undefined)[] {
  const { draft, endsAt, deadlineMs } = view;
  const quote = quoteOf(draft.data);
  if (!quote) return [];
  const { isGroup } = draft;
  const terms = termsOf(draft);
  const amount = Math.max(...terms.amounts);
  const options = manualOptionsOf({ ...draft.data, resource: terms.resource, amount });
  const manual = quote.manual && { options, deadlineMs };
  // Where money is missing, times of what cannot be paid would push the headline off a low screen.
  const { requireLock } = draft.data;
  const isTimed = !isExtension(view, messages) && !isBeyondBalance(quote) && !isConfirming(draft);
  // When somebody else approves it, all times are others.
  const ends = isTimed && isDoneByTap(view) ? endsAt : undefined;
  return lines({ ...terms, quote, manual, endsAt: ends, isGroup, requireLock }, messages);
}

/** Whom to ask when money is missing, unless the problem's own text says so; and that nobody has to order again. */
function topUp(view: DraftView, messages: Messages): Part | undefined {
  const { draft, desk, isPassedOver, otherAccounts = [] } = view;
  const { data, isGroup, customerId } = draft;
  if (!shortOf(data)) return undefined;
  const isSaid = noticeIn(data) !== undefined;
  if (isGroup) return isSaid ? undefined : messages.confirm.shortInGroup;
  const whom = isSaid ? undefined : whomToAsk(desk, customerId, messages);
  // Beside a list of wallets and another account the headline needs the room.
  if (isPassedOver || (otherAccounts.length > 0 && data.receivers.length > 1)) return whom;
  return join([whom, messages.confirm.comesBack]);
}

/** The price of a Manual order is the customer's own: how long it waits stands among its terms. */
function validity(view: DraftView, { confirm, time }: Messages): Part | undefined {
  const { draft, isOver } = view;
  const shown = shownOf(draft.data);
  switch (shown.is) {
    case "lapsed":
      return confirm.lapsed;
    case "priced": {
      const { quote } = shown;
      const isPaid = !quote.manual && !isBeyondBalance(quote) && isDoneByTap(view);
      if (!isPaid) return undefined;
      if (isOver) return confirm.notHeld;
      const at = time(quote.expiresAt, "t");
      return quote.sellers ? confirm.heldWhileOffered(at) : confirm.heldUntil(at);
    }
    case "failed":
    case "confirming":
      return undefined;
    default:
      return confirm.asking;
  }
}

/** The balance is less than the sum. */
function isBeyondBalance({ availableSun, totalSun }: DraftQuote): boolean {
  return availableSun < totalSun;
}

/**
 * Counted from the bottom, Pay, or what books an extension, is alone in the first row, and whatever leads to it is in the third or higher: on this card the
 * ways on and the way back, on a question's card its choices (question-card.ts). So a second tap on any of them never pays. Where Pay
 * is not offered, its place says why and takes no tap: so a second tap on Pay drops nothing.
 */
function confirmRows(view: DraftView, later: DraftView | undefined, messages: Messages): Row[] {
  const { draft } = view;
  const { at } = draft.data;
  const button = flowButtons("draft", draft);
  const words = messages.buttons;
  const toOrder = [button(words.backToOrder, { kind: "back" })];
  const isPayable = later !== undefined || payableQuote(draft) !== undefined;
  const isOffered = isPayable && !isConfirming(draft) && !isRefused(view);
  const lowest = isOffered
    ? [payButton(view, later, false, messages, button)]
    : [disabledButton(whyNoPay(view, messages))];
  const cancel = cancelButton(messages, button);
  if (at.is === "choosing") {
    if (!at.isOfAccount) return [toOrder, ...fieldRows(view, messages, button), lowest];
    // An account leads to its price, so there is a row between it and Pay.
    return [toOrder, ...accountRows(view, messages, button), [cancel], lowest];
  }
  if (isConfirming(draft)) {
    const again = isRefused(view) ? [] : [payButton(view, later, true, messages, button)];
    return [again, toOrder, [cancel], lowest];
  }
  const change = button(words.change, { kind: "change" });
  const first = firstTransferUnits(draft);
  const take = { kind: "take", amount: first ?? 0 } as const;
  const toTransfer = [
    ...(first === undefined ? [] : [button(words.take(take.amount), take)]),
    ...bandwidthButton(draft, messages, button),
  ];
  // What is free now does not matter for then.
  const ways = later ? otherStartRow(view, messages, button) : waysOn(view, messages, button);
  const rows = isRefused(view) ? [] : [toTransfer, ...ways];
  const above = withOtherAccount(view, rows, messages, button);
  return [...above, [change, cancel], lowest];
}

/** Bandwidth in the same payment: what a transfer lacks, or out of it again. */
function bandwidthButton({ data }: Draft, { buttons }: Messages, button: DraftButton): Button[] {
  const { bandwidth } = data;
  if (bandwidth !== undefined && data.type === "Fast" && data.resource === "energy") {
    return [button(buttons.dropBandwidth, { kind: "bandwidth", units: 0 })];
  }
  const units = isSized(data) ? quoteOf(data)?.bandwidth?.units : undefined;
  return units === undefined ? [] : [button(buttons.addBandwidth, { kind: "bandwidth", units })];
}

/** In the place of Pay, because the text may be off the screen. */
function whyNoPay(view: DraftView, messages: Messages): string {
  const { noPay } = messages;
  const { data } = view.draft;
  const [quote, notice] = [quoteOf(data), noticeIn(data)];
  if (data.at.is === "choosing") return noPay.changes;
  if (isRefused(view)) return whyNoTap(view, messages);
  if (data.at.is === "confirming") return noPay.asksAgain;
  if (shownOf(data).is === "lapsed") return noPay.lapsed;
  if (notice) return noticeInShort(view, notice, messages);
  if (!quote) return noPay.asking;
  if (quote.totalSun > quote.availableSun) return noPay.balance;
  return noPay.capacity(quote.capacityUnits ?? 0, termsOf(view.draft).resource);
}

function sumOf({ data }: Draft, messages: Messages): string {
  return messages.trx(quoteOf(data)?.totalSun ?? 0);
}

/** What else can be done, beside Pay or instead of it. */
function waysOn(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { data } = view.draft;
  const quote = quoteOf(data);
  const words = messages.buttons;
  const wayOn = noticeRows(view, messages, button);
  if (wayOn.length > 0) return wayOn;
  if (shownOf(data).is === "lapsed") {
    return [[button(words.newQuote, { kind: "requote" }, "primary")]];
  }
  if (!quote) return noticeIn(data) ? [[button(words.tryAgain, { kind: "requote" })]] : [];
  if (isBeyondBalance(quote)) {
    return [...affordableRow(view, messages, button), ...topUpRows(view, messages, button)];
  }
  const terms = { ...termsOf(view.draft), quote };
  const atOnceSun = atOnceInsteadSun(terms);
  if (atOnceSun !== undefined) {
    const atOnce = messages.manual.buttons.atOnce(messages.trx(atOnceSun));
    return [[button(atOnce, { kind: "type", type: "Fast" }, "primary")]];
  }
  if (!isShort(terms)) return otherStartRow(view, messages, button);
  const { capacityUnits = 0 } = quote;
  const amount = takeableUnits(capacityUnits, terms);
  const refresh = button(words.refresh, { kind: "requote" });
  return [
    amount === undefined
      ? [refresh]
      : [button(words.take(amount), { kind: "take", amount }, "primary"), refresh],
    ...otherStartRow(view, messages, button),
  ];
}

/** What the balance pays for, where there is less of it than of the sum. A group would learn the balance from it. */
function affordableRow({ draft }: DraftView, messages: Messages, button: DraftButton): Row[] {
  const quote = quoteOf(draft.data);
  if (!quote || draft.isGroup) return [];
  const { amounts, resource, duration } = termsOf(draft);
  const { capacityUnits = Infinity, availableSun, priceSun } = quote;
  const paid = Math.floor(availableSun / costSun(1, priceSun, duration));
  const amount = takeableUnits(Math.min(paid, capacityUnits), { resource, amounts });
  // Whoever asks for enough for a transfer is not led to pay for what is not.
  const isForTransfers = resource === "energy" && Math.min(...amounts) >= USDT_ENERGY;
  if (amount === undefined || (isForTransfers && amount < USDT_ENERGY)) return [];
  return [[button(messages.buttons.takeAffordable(amount), { kind: "take", amount }, "primary")]];
}
