/**
 * What went wrong last, as a sentence, and the buttons that lead on from it. A notice may speak of what was stored with it, whatever
 * that was.
 */
import { formatInteger, formatTrx, SUN_PER_TRX } from "../../domain/money.js";
import { MAX_AMOUNT } from "../../domain/order-request.js";
import { amountsOf, BAD_REASONS, type BadReason, type Notice } from "../buy/draft.js";
import type { NoticeCode, NoticeFacts } from "../text/en.js";
import type { Messages } from "../text/messages.js";
import type { Card } from "../transport/message.js";
import { join, type Part, plain, shorten } from "../transport/format.js";
import { menuButton } from "./menu.js";
import { cardOf, type DraftButton, type Row } from "./parts.js";
import { takeableUnits } from "./price-lines.js";
import type { DraftView, FailureView } from "./views.js";

const LONGEST_TOAST = 200;

/** The sentence of the draft's notice. */
export function noticeText(
  view: Pick<DraftView, "draft" | "desk">,
  messages: Messages,
): Part | undefined {
  const { notice } = view.draft.data;
  if (!notice) return undefined;
  const write = messages.notices[noticeCode(notice, messages)];
  return warning(write(draftNoticeFacts(view, notice, messages)));
}

/** The ways on that a notice offers; none when the card's own are enough. */
export function noticeRows(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { notice } = view.draft.data;
  if (!notice) return [];
  const words = messages.buttons;
  const again = button(words.tryAgain, { kind: "requote" });
  switch (noticeCode(notice, messages)) {
    case "NO_CAPACITY": {
      const { takeUnits: amount } = draftNoticeFacts(view, notice, messages);
      if (amount === undefined) return [[again]];
      return [[button(words.take(amount), { kind: "take", amount }, "primary"), again]];
    }
    case "INSUFFICIENT_BALANCE":
      return topUpRows(view, messages, button);
    case "CHAIN_UNAVAILABLE":
    case "BUSY":
    case "DESK_HALTED":
    case "SHUTTING_DOWN":
    case "RATE_LIMITED":
    case "INTERNAL":
      return [[button(words.retry, { kind: "requote" }, "primary")]];
    default:
      return [];
  }
}

/** The notice on a button, in the place of Pay. */
export function noticeInShort(view: DraftView, notice: Notice, messages: Messages): string {
  const { noPay } = messages;
  const { missing, availableUnits = 0, resource } = draftNoticeFacts(view, notice, messages);
  switch (noticeCode(notice, messages)) {
    case "INSUFFICIENT_BALANCE":
      return missingInShort(view.draft.isGroup ? undefined : missing?.amount, messages);
    case "NO_CAPACITY":
      return noPay.capacity(availableUnits, resource);
    case "RECEIVER_NOT_ACTIVATED":
    case "RECEIVER_IS_CONTRACT":
    case "RECEIVER_REFUSED":
      return noPay.wallets;
    default:
      return noPay.other;
  }
}

/** The TRX that are missing, on a button; undefined where they are not said. */
export function missingInShort(missing: string | undefined, { noPay }: Messages): string {
  const fits = missing !== undefined && missing.length <= LONGEST_SUM;
  return noPay.balance(fits ? missing : undefined);
}

/** "9,999,999.123456" */
const LONGEST_SUM = 16;

/** Where money is missing: how to pay in or whom to ask, and once it is there the price anew. */
export function topUpRows(
  { draft, desk }: DraftView,
  messages: Messages,
  button: DraftButton,
): Row[] {
  const words = messages.buttons;
  const again = button(words.checkAgain, { kind: "requote" });
  if (draft.isGroup) return [[{ text: words.privateChat, url: desk.privateChatUrl }], [again]];
  if (desk.takesDeposits) return [[menuButton("deposit", messages)], [again]];
  const url = contactUrl(desk.operatorContact);
  return url ? [[{ text: words.ask(url.name), url: url.href }], [again]] : [[again]];
}

/** A name of Telegram's or a link; any other address stands in the text only. */
function contactUrl(contact: string | undefined) {
  const [, name] = /^@([a-z]\w{3,31})$/i.exec(contact ?? "") ?? [];
  if (name) return { name: `@${name}`, href: `https://t.me/${name}` };
  if (!contact?.startsWith("https://") || !URL.canParse(contact)) return undefined;
  return { name: new URL(contact).host, href: contact };
}

/** An error as a message of its own, where there is no card to say it on. */
export function failureCard(view: FailureView, messages: Messages): Card {
  const code = noticeCode(view, messages);
  const text = failureText(view, messages);
  if (code !== "INSUFFICIENT_BALANCE") return cardOf(text);
  const open = { text: messages.buttons.privateChat, url: view.desk.privateChatUrl };
  if (view.isGroup) return cardOf(text, [[open]]);
  return cardOf(text, view.desk.takesDeposits ? [[menuButton("deposit", messages)]] : []);
}

/** The same as a line of a card. */
export function failureText(view: FailureView, messages: Messages): Part {
  return warning(messages.notices[noticeCode(view, messages)](failureFacts(view)));
}

/** An error as the answer to a tap, which holds 200 characters. */
export function failureToast(view: FailureView, messages: Messages): string {
  const { text } = plain(messages.notices[noticeCode(view, messages)](failureFacts(view)));
  return shorten(text, LONGEST_TOAST);
}

function warning(text: Part): Part {
  return join(["⚠️ ", text], "");
}

const MOST_LINES = 5;
const LONGEST_LINE = 200;

/** A code that is not in the table is a bug, and shown as one. */
function noticeCode(notice: Notice, messages: Messages): NoticeCode {
  return isNoticeCode(notice.code, messages) ? notice.code : "INTERNAL";
}

function isNoticeCode(code: string, messages: Messages): code is NoticeCode {
  return Object.hasOwn(messages.notices, code);
}

function draftNoticeFacts(
  { draft, desk }: Pick<DraftView, "draft" | "desk">,
  notice: Notice,
  messages: Messages,
): NoticeFacts {
  const { data, isGroup, customerId } = draft;
  const resource = data.resource ?? "energy";
  const receivers = Math.max(1, data.receivers.length);
  const facts = failureFacts({ ...notice, isGroup, customerId, desk });
  const amounts = amountsOf(data) ?? Array.from({ length: receivers }, () => MAX_AMOUNT);
  return {
    ...facts,
    requireLock: data.requireLock,
    resource,
    receivers,
    takeUnits: takeableUnits(facts.availableUnits ?? 0, { resource, amounts }),
    wallets: badReceivers(notice, data.receivers).map(({ address, reason }) =>
      messages.wizard.refused(address, reason),
    ),
  };
}

function failureFacts({ details = {}, ...view }: FailureView): NoticeFacts {
  const limit = unitsIn(details.minimum) ?? unitsIn(details.maximum);
  return {
    isGroup: view.isGroup,
    said: typeof details.said === "string" ? details.said : undefined,
    resource: "energy",
    receivers: 1,
    requireLock: false,
    customerId: view.customerId,
    contact: view.desk.operatorContact,
    takesDeposits: view.desk.takesDeposits,
    missing: missingTrx(details),
    availableUnits: unitsIn(details.available),
    takeUnits: undefined,
    price: priceIn(details),
    limit: limit === undefined ? "" : formatInteger(limit),
    readings: textsIn(details.readings),
    problems: textsIn(details.problems),
    wallets: [],
  };
}

/** `required` and `available` of the error table are TRX. */
function missingTrx(details: Record<string, unknown>): NoticeFacts["missing"] {
  const required = numberIn(details.required);
  const available = numberIn(details.available);
  if (required === undefined || available === undefined || required <= available) return undefined;
  const amount = formatTrx(sunOf(required) - sunOf(available));
  return { amount, required: formatTrx(sunOf(required)) };
}

function sunOf(trx: number): number {
  return Math.round(trx * SUN_PER_TRX);
}

function priceIn(details: Record<string, unknown>): NoticeFacts["price"] {
  const asked = unitsIn(details.price);
  const floor = unitsIn(details.floor);
  return asked === undefined || floor === undefined ? undefined : { asked, floor };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function unitsIn(value: unknown): number | undefined {
  const number = numberIn(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Texts, or the messages of `{path, message}` problems; a few, each short enough for a card. */
function textsIn(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.flatMap((entry: unknown) => {
    if (typeof entry === "string") return [entry];
    if (typeof entry !== "object" || entry === null || !("message" in entry)) return [];
    const path = "path" in entry && entry.path ? `${entry.path}: ` : "";
    return [`${path}${entry.message}`];
  });
  return texts.slice(0, MOST_LINES).map((text) => shorten(text, LONGEST_LINE));
}

/** A receiver that an error names: by address and reason (a quote), or by its place (a creation). */
interface BadReceiver {
  readonly address: string;
  readonly reason: BadReason;
}

const REASONS: Readonly<Record<string, BadReason>> = {
  RECEIVER_IS_CONTRACT: "contract",
  RECEIVER_REFUSED: "refused",
};

function badReceivers(notice: Notice, receivers: readonly string[]): BadReceiver[] {
  const { receivers: named, problems } = notice.details ?? {};
  const other = REASONS[notice.code] ?? "not activated";
  return [...entries(named), ...entries(problems)].flatMap((entry) => {
    const address = entry.receiver ?? receivers[placeIn(entry.path)];
    if (typeof address !== "string") return [];
    return [{ address, reason: BAD_REASONS.find((known) => known === entry.reason) ?? other }];
  });
}

/** "receiver.2" is the third one. */
function placeIn(path: unknown): number {
  const match = typeof path === "string" ? /^receiver\.(\d+)$/.exec(path) : null;
  return match ? Number(match[1]) : -1;
}

function entries(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (typeof entry === "string") return [{ receiver: entry }];
    return typeof entry === "object" && entry !== null ? [{ ...entry }] : [];
  });
}
