/** What went wrong, as a sentence. It may speak of what was stored with it, whatever that was. */
import type { DeskError } from "../../domain/errors.js";
import { formatInteger, formatTrx, SUN_PER_TRX } from "../../domain/money.js";
import type { Notice } from "../intake/findings.js";
import type { NoticeCode, NoticeFacts } from "../text/en.js";
import type { Messages } from "../text/messages.js";
import { join, type Part, plain, shorten } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { menuButton } from "./menu.js";
import { cardOf } from "./parts.js";
import type { FailureView } from "./views.js";

const LONGEST_TOAST = 200;

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

export function warning(text: Part): Part {
  return join(["⚠️ ", text], "");
}

const MOST_LINES = 5;
const LONGEST_LINE = 200;

/** A code that is not in the table is a bug, and shown as one. */
export function noticeCode(notice: Notice, messages: Messages): NoticeCode {
  return isNoticeCode(notice.code, messages) ? notice.code : "INTERNAL";
}

function isNoticeCode(code: string, messages: Messages): code is NoticeCode {
  return Object.hasOwn(messages.notices, code);
}

export function failureFacts({ details = {}, ...view }: FailureView): NoticeFacts {
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

/** A refusal as what a card says of it. */
export function noticeOf({ code, details }: DeskError): Notice {
  const isRecord = typeof details === "object" && details !== null && !Array.isArray(details);
  if (isRecord) return { code, details: { ...details } };
  return Array.isArray(details) ? { code, details: { problems: details } } : { code };
}
