/** The card of a draft, in whatever step and status it is: its questions (wizard.ts), the price that can be paid, or a last word. */
import { present } from "../../domain/assert.js";
import { durationMs } from "../../domain/duration.js";
import { formatTrx } from "../../domain/money.js";
import type { Resource } from "../../domain/resource.js";
import type { Card } from "../card.js";
import { blocks, code, type Part, time } from "../format.js";
import { type Draft, manualOptionsOf, oldEndOf } from "../state/draft.js";
import type { Messages } from "../text/messages.js";
import {
  cardOf,
  type DraftButton,
  disabledButton,
  flowButtons,
  type Row,
  type Style,
} from "./buttons.js";
import { noticeRows, noticeText } from "./notices.js";
import { isShort, priceLines, receiverLines, rentalOf, takeableUnits } from "./price-lines.js";
import { firstThatFits } from "./sendable.js";
import { sizingLine } from "./usdt.js";
import { LINE_LIMITS, verdictLines } from "./verdict-lines.js";
import type { DraftView, OverlapView } from "./views.js";
import { endRow, fieldRows, lowEnergyWarning, wizardCard } from "./wizard.js";

export function draftCard(view: DraftView, messages: Messages): Card {
  const { status, step } = view.draft;
  if (status !== "open") return closedCard(status, messages);
  return step === "confirm" ? confirmCard(view, messages) : wizardCard(view, messages);
}

/** The remains of a card that takes no more taps: a word, and no buttons. */
function closedCard(status: Exclude<Draft["status"], "open">, messages: Messages): Card {
  return cardOf(messages.closed[status]);
}

/** What is paid for what, to whom, and the one button that spends money. */
function confirmCard(view: DraftView, messages: Messages): Card {
  const { draft } = view;
  const button = flowButtons("draft", draft);
  return firstThatFits(LINE_LIMITS, (limit) =>
    cardOf(
      blocks(
        [title(draft, messages)],
        [noticeText(view, messages)],
        price(view, messages),
        [topUp(view, messages)],
        [sizingLine(draft, messages)],
        [
          ...overlapLines(view.overlaps ?? [], termsOf(draft).resource, messages),
          lowEnergyWarning(draft, messages),
          ...verdictLines(draft.data, limit, messages),
        ],
        receiverLines(draft.data.receivers, messages),
        [validity(draft, messages)],
      ),
      [
        ...payRows(view, messages, button),
        ...fieldRows(draft, messages, button),
        endRow(messages, button),
      ],
    ),
  );
}

function title(draft: Draft, { confirm }: Messages): Part {
  const { quote } = draft.data;
  const rental = rentalOf(termsOf(draft));
  return quote ? confirm.title(formatTrx(quote.totalSun), rental) : confirm.noPriceTitle(rental);
}

function price(view: DraftView, messages: Messages): (Part | undefined)[] {
  const { draft, endsAt, deadlineMs } = view;
  const { quote } = draft.data;
  if (!quote) return [];
  const { isGroup } = draft;
  const terms = termsOf(draft);
  const options = manualOptionsOf({ ...draft.data, ...terms });
  const manual = quote.manual && { options, deadlineMs };
  const extension = extensionLine(view, messages);
  const lines = { ...terms, quote, manual, endsAt: extension ? undefined : endsAt, isGroup };
  const hint =
    isBookable(view) && !isShort({ ...terms, quote }) ? messages.booking.hint : undefined;
  return [extension, hint, ...priceLines(lines, messages)];
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
  return confirm.extension(time(from), time(endsAt), minutes);
}

/** Whom to ask when money is missing, unless the problem's own text says so. */
function topUp({ draft, desk }: DraftView, messages: Messages): Part | undefined {
  const { quote } = draft.data;
  if (draft.isGroup || !quote || quote.availableSun >= quote.totalSun) return undefined;
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

/** Pay, or the button in its place. */
function payRows(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { data } = view.draft;
  const words = messages.buttons;
  const wayOn = noticeRows(view, messages, button);
  if (wayOn.length > 0) return wayOn;
  if (isLapsed(data)) {
    const newQuote = button(words.newQuote, { kind: "requote" }, "primary");
    return [[disabledButton(words.lapsed)], [newQuote]];
  }
  if (!data.quote) return data.notice ? [[button(words.tryAgain, { kind: "requote" })]] : [];
  const { quote } = data;
  const pay = (style?: Style) =>
    button(words.pay(formatTrx(quote.totalSun)), { kind: "pay" }, style);
  const { manual } = quote;
  if (manual && manual.fastTotalSun <= quote.totalSun) {
    const fast = messages.manual.buttons.takeFast(formatTrx(manual.fastTotalSun));
    return [[button(fast, { kind: "type", type: "Fast" }, "primary")], [pay()]];
  }
  const terms = { ...termsOf(view.draft), quote };
  if (!isShort(terms)) return [[pay("success")], ...bookRow(view, messages, button)];
  const { capacityUnits = 0, receivers } = { ...quote, receivers: terms.receivers.length };
  const amount = takeableUnits(capacityUnits, receivers, terms);
  const refresh = button(words.refresh, { kind: "requote" });
  return [
    amount === undefined
      ? [refresh]
      : [button(words.take(amount), { kind: "take", amount }, "primary"), refresh],
    [pay()],
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
  resource: Resource,
  { overlaps: words }: Messages,
): Part[] {
  const lines = overlaps.slice(0, MOST_LINES).map(({ receiver, units, ends }) => {
    const held = { wallet: code(receiver), units, resource };
    if (!ends) return words.gets(held);
    const [first, last] = [time(ends.first), time(ends.last)];
    return first.text === last.text ? words.holds(held, last) : words.holdsParts(held, first, last);
  });
  const more = overlaps.length - lines.length;
  return more > 0 ? [...lines, words.more(more)] : lines;
}
