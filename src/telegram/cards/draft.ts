/** The card of a draft, in whatever step and status it is: its questions (wizard.ts), the price that can be paid, or a last word. */
import { present } from "../../domain/assert.js";
import { durationMs } from "../../domain/duration.js";
import { formatTrx } from "../../domain/money.js";
import type { Card } from "../card.js";
import { blocks, code, folded, type Part, time } from "../format.js";
import { type Draft, isShort, manualOptionsOf, oldEndOf, payableSum } from "../state/draft.js";
import type { Messages } from "../text/messages.js";
import {
  cardOf,
  type DraftButton,
  disabledButton,
  flowButtons,
  namedWallet,
  nextButton,
  type Row,
} from "./buttons.js";
import { noticeRows, noticeText, topUpRows } from "./notices.js";
import {
  endTime,
  priceDetails,
  priceLines,
  receiverLines,
  rentalOf,
  takeableUnits,
} from "./price-lines.js";
import { firstThatFits } from "./sendable.js";
import { sizingLine } from "./usdt.js";
import { LINE_LIMITS, verdictLines } from "./verdict-lines.js";
import type { DraftView, OverlapView, PriceView } from "./views.js";
import { cancelButton, endRow, fieldRows, lowEnergyWarning, wizardCard } from "./wizard.js";

export function draftCard(view: DraftView, messages: Messages): Card {
  const { status, step } = view.draft;
  if (status !== "open") return closedCard(view.draft, status, messages);
  return step === "confirm" ? confirmCard(view, messages) : wizardCard(view, messages);
}

/** The remains of a card that takes no more taps: a word, and after a cancellation the wallets that waited. */
function closedCard(
  { id: draftId, data }: Draft,
  status: Exclude<Draft["status"], "open">,
  messages: Messages,
): Card {
  const count = data.waiting.length;
  const isOffered = status === "dropped" && count > 0;
  return cardOf(messages.closed[status], [
    isOffered ? [nextButton({ draftId, count }, messages)] : [],
  ]);
}

/** What is paid for what, to whom, and the one button that spends money. */
function confirmCard(view: DraftView, messages: Messages): Card {
  const { draft } = view;
  const { data } = draft;
  return firstThatFits(LINE_LIMITS, (limit) =>
    cardOf(
      blocks(
        [...verdictLines(data, limit, messages), noticeText(view, messages)],
        [data.asksAgain ? messages.confirm.asksAgain(sumOf(draft)) : undefined],
        [
          title(draft, messages),
          ...theWallet(view),
          data.quote && extensionLine(view, messages),
          ...price(view, messages, priceLines),
          validity(draft, messages),
        ],
        [topUp(view, messages)],
        [
          sizingLine(draft, messages),
          ...overlapLines(view.overlaps ?? [], termsOf(draft), messages),
          lowEnergyWarning(draft, messages),
        ],
        [foldedDetails(view, messages)],
      ),
      confirmRows(view, messages),
    ),
  );
}

/** A single one stands right below the sum. */
function theWallet({ draft, names }: DraftView): Part[] {
  const { receivers } = draft.data;
  return receivers.length === 1 ? receivers.map((receiver) => namedWallet(receiver, names)) : [];
}

/** Several wallets, and how the sum comes about: headline, sum and Pay stay on the first screen of a phone. */
function foldedDetails(view: DraftView, messages: Messages): Part | undefined {
  const { receivers } = view.draft.data;
  const lines = [
    ...(receivers.length > 1 ? receiverLines({ receivers, names: view.names }, messages) : []),
    ...bookingLines(view, messages),
    ...price(view, messages, priceDetails).flatMap((line) => line ?? []),
  ];
  return lines.length > 0 ? folded(lines) : undefined;
}

function title(draft: Draft, { confirm }: Messages): Part {
  const { quote } = draft.data;
  const rental = rentalOf(termsOf(draft));
  return quote ? confirm.title(formatTrx(quote.totalSun), rental) : confirm.noPriceTitle(rental);
}

type Lines = (view: PriceView, messages: Messages) => (Part | undefined)[];

function price(view: DraftView, messages: Messages, lines: Lines): (Part | undefined)[] {
  const { draft, endsAt, deadlineMs } = view;
  const { quote } = draft.data;
  if (!quote) return [];
  const { isGroup } = draft;
  const terms = termsOf(draft);
  const options = manualOptionsOf({ ...draft.data, ...terms });
  const manual = quote.manual && { options, deadlineMs };
  const extension = extensionLine(view, messages);
  const shown = { ...terms, quote, manual, endsAt: extension ? undefined : endsAt, isGroup };
  return lines(shown, messages);
}

/** How the booking of an extension goes. */
function bookingLines(view: DraftView, messages: Messages): Part[] {
  const { quote } = view.draft.data;
  const canWait = quote && isBookable(view) && !isShort({ ...termsOf(view.draft), quote });
  return canWait ? [messages.booking.hint] : [];
}

/** From when to when it runs beside the rental that it extends. */
function extensionLine(
  { draft: { data }, endsAt }: DraftView,
  { confirm }: Messages,
): Part | undefined {
  const oldEndsAt = oldEndOf(data);
  const { type, duration } = data;
  if (type !== "Fast" || oldEndsAt === undefined || endsAt === undefined || !duration) return;
  const from = endsAt - durationMs(duration);
  const minutes = Math.max(0, Math.round((oldEndsAt - from) / 60_000));
  return confirm.extension(endTime(from, duration), endTime(endsAt, duration), minutes);
}

/** Whom to ask when money is missing, unless the problem's own text says so. */
function topUp({ draft, desk }: DraftView, messages: Messages): Part | undefined {
  const { quote } = draft.data;
  if (!quote || quote.availableSun >= quote.totalSun) return undefined;
  if (draft.isGroup) return messages.confirm.shortInGroup;
  return messages.topUp(desk.operatorContact, draft.customerId);
}

function termsOf({ data }: Draft) {
  return {
    resource: present(data.resource, "a resource to confirm"),
    amount: present(data.amount, "an amount to confirm"),
    duration: present(data.duration, "a duration to confirm"),
    receivers: data.receivers,
  };
}

function validity({ data }: Draft, { confirm }: Messages): Part | undefined {
  if (!data.quote) return data.notice ? undefined : confirm.asking;
  return isLapsed(data) ? confirm.lapsed : confirm.heldUntil(time(data.quote.expiresAt, "t"));
}

function isLapsed({ lapsed, notice }: Draft["data"]): boolean {
  return lapsed || notice?.code === "QUOTE_EXPIRED" || notice?.code === "QUOTE_MISMATCH";
}

/**
 * Counted from the bottom, Pay is alone in the first row, and whatever leads to it is in the third or higher: on this card the
 * ways on, above the fields, on a question's card its choices (wizard.ts). So a second tap on any of them never pays.
 */
function confirmRows(view: DraftView, messages: Messages): Row[] {
  const { draft } = view;
  const button = flowButtons("draft", draft);
  const words = messages.buttons;
  if (draft.data.asksAgain) {
    const pay = button(words.payAgain(sumOf(draft)), { kind: "pay" }, "success");
    const toOrder = button(words.backToOrder, { kind: "back" });
    return [
      [pay],
      [toOrder],
      ...fieldRows(draft, messages, button),
      [cancelButton(messages, button)],
    ];
  }
  const rows = [
    ...waysOn(view, messages, button),
    ...fieldRows(draft, messages, button),
    endRow(messages, button),
  ];
  if (payableSum(draft) === undefined) return rows;
  return [...rows, [button(words.pay(sumOf(draft)), { kind: "pay" }, "success")]];
}

function sumOf({ data: { quote } }: Draft): string {
  return formatTrx(quote?.totalSun ?? 0);
}

/** What else can be done: in the place of Pay, or beside it. */
function waysOn(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { data } = view.draft;
  const { quote } = data;
  const words = messages.buttons;
  const wayOn = noticeRows(view, messages, button);
  if (wayOn.length > 0) return wayOn;
  if (isLapsed(data)) {
    const newQuote = button(words.newQuote, { kind: "requote" }, "primary");
    return [[disabledButton(words.lapsed)], [newQuote]];
  }
  if (!quote) return data.notice ? [[button(words.tryAgain, { kind: "requote" })]] : [];
  if (quote.availableSun < quote.totalSun) return topUpRows(view, messages, button);
  const { manual } = quote;
  if (manual && manual.fastTotalSun <= quote.totalSun) {
    const fast = messages.manual.buttons.takeFast(formatTrx(manual.fastTotalSun));
    return [[button(fast, { kind: "type", type: "Fast" }, "primary")]];
  }
  const terms = { ...termsOf(view.draft), quote };
  if (!isShort(terms)) return bookRow(view, messages, button);
  const { capacityUnits = 0 } = quote;
  const amount = takeableUnits(capacityUnits, terms.receivers.length, terms);
  const refresh = button(words.refresh, { kind: "requote" });
  return [
    amount === undefined
      ? [refresh]
      : [button(words.take(amount), { kind: "take", amount }, "primary"), refresh],
  ];
}

/** Instead of paying minutes twice. */
function bookRow(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  if (!isBookable(view)) return [];
  const total = formatTrx(present(view.draft.data.quote, "a price").totalSun);
  return [[button(messages.booking.book(total), { kind: "book" })]];
}

function isBookable({ draft: { data }, isWorthBooking }: DraftView): boolean {
  return isWorthBooking && data.type === "Fast" && oldEndOf(data) !== undefined;
}

const MOST_LINES = 5;

/** What receivers already have, before the same is paid again. */
function overlapLines(
  overlaps: readonly OverlapView[],
  { resource, receivers }: Pick<PriceView, "resource" | "receivers">,
  { overlaps: words }: Messages,
): Part[] {
  const isOnly = receivers.length === 1;
  const lines = overlaps.slice(0, MOST_LINES).map(({ receiver, units, ends }) => {
    const held = { wallet: isOnly ? undefined : code(receiver), units, resource };
    if (!ends) return words.gets(held);
    const [first, last] = [time(ends.first), time(ends.last)];
    return first.text === last.text ? words.holds(held, last) : words.holdsParts(held, first, last);
  });
  const more = overlaps.length - lines.length;
  return more > 0 ? [...lines, words.more(more)] : lines;
}
