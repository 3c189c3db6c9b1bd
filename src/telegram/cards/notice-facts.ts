/** The facts in the details of an error, for the text of a notice; whatever was stored with it. */
import { formatInteger, formatTrx, SUN_PER_TRX } from "../../domain/money.js";
import { BAD_REASONS, type BadReason, type Notice } from "../state/draft.js";
import type { NoticeCode, NoticeFacts } from "../text/en.js";
import type { Messages } from "../text/messages.js";
import { takeableUnits } from "./capacity.js";
import { shorten } from "./shorten.js";
import type { DraftView, FailureView } from "./views.js";

const MOST_LINES = 5;
const LONGEST_LINE = 200;

/** A code that is not in the table is a bug, and shown as one. */
export function noticeCode(notice: Notice, messages: Messages): NoticeCode {
  return isNoticeCode(notice.code, messages) ? notice.code : "INTERNAL";
}

function isNoticeCode(code: string, messages: Messages): code is NoticeCode {
  return Object.hasOwn(messages.notices, code);
}

export function draftNoticeFacts(
  { draft, desk }: DraftView,
  notice: Notice,
  messages: Messages,
): NoticeFacts {
  const { data, isGroup, customerId } = draft;
  const resource = data.resource ?? "energy";
  const receivers = Math.max(1, data.receivers.length);
  const facts = failureFacts({ ...notice, isGroup, customerId, desk });
  const { amount } = data;
  return {
    ...facts,
    resource,
    receivers,
    takeUnits: takeableUnits(facts.availableUnits ?? 0, receivers, { resource, amount }),
    wallets: badReceivers(notice, data.receivers).map(({ address, reason }) =>
      messages.wizard.refused(address, reason),
    ),
  };
}

export function failureFacts({ details = {}, ...view }: FailureView): NoticeFacts {
  const limit = unitsIn(details.minimum) ?? unitsIn(details.maximum);
  return {
    isGroup: view.isGroup,
    resource: "energy",
    receivers: 1,
    customerId: view.customerId,
    contact: view.desk.operatorContact,
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

function badReceivers(notice: Notice, receivers: readonly string[]): BadReceiver[] {
  const { receivers: named, problems } = notice.details ?? {};
  const other = notice.code === "RECEIVER_IS_CONTRACT" ? "contract" : "not activated";
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
