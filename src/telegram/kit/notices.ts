/** What went wrong, as a sentence. */
import type { DeskError } from "../../domain/errors.js";
import { SUN_PER_TRX } from "../../domain/money.js";
import { NeedsApproval, TeamRefusal } from "../../engine/teams/rights.js";
import { BAD_REASONS, type Notice } from "../intake/findings.js";
import type { Messages } from "../text/messages.js";
import type { NoticeCode, NoticeFacts } from "../text/notices.js";
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
  return warning(messages.notices[noticeCode(view, messages)](failureFacts(view, messages)));
}

/** An error as the answer to a tap, which holds 200 characters. */
export function failureToast(view: FailureView, messages: Messages): string {
  const { text } = plain(
    messages.notices[noticeCode(view, messages)](failureFacts(view, messages)),
  );
  return shorten(text, LONGEST_TOAST);
}

export function warning(text: Part): Part {
  return join(["⚠️ ", text], "");
}

const MOST_LINES = 5;
const LONGEST_LINE = 200;

/** A code without a text is a bug, and shown as one. */
export function noticeCode(notice: Notice, messages: Messages): NoticeCode {
  return isNoticeCode(notice.code, messages) ? notice.code : "INTERNAL";
}

function isNoticeCode(code: string, messages: Messages): code is NoticeCode {
  return Object.hasOwn(messages.notices, code);
}

export function failureFacts(
  { details = {}, ...view }: FailureView,
  messages: Messages,
): NoticeFacts {
  const { said, available, price: asked, floor, readings = [], problems = [] } = details;
  const limit = details.minimum ?? details.maximum;
  return {
    isGroup: view.isGroup,
    said: typeof said === "number" ? messages.number(said) : said,
    resource: "energy",
    receivers: 1,
    requireLock: false,
    customerId: view.customerId,
    contact: view.desk.operatorContact,
    takesDeposits: view.desk.takesDeposits,
    missing: missingTrx(details, messages),
    availableUnits: Number.isSafeInteger(available) ? available : undefined,
    takeUnits: undefined,
    price: asked === undefined || floor === undefined ? undefined : { asked, floor },
    limit: limit === undefined ? "" : messages.number(limit),
    ofTeam: ofTeam(details, messages),
    readings: readings.slice(0, MOST_LINES),
    problems: fewOf(problems.map(({ path, message }) => (path ? `${path}: ${message}` : message))),
    wallets: [],
  };
}

function ofTeam(
  { refusal, approval }: NonNullable<Notice["details"]>,
  { team, trx }: Messages,
): Part | undefined {
  if (refusal) {
    const ofRole = refusal.right && team.noRight[refusal.right];
    return ofRole ?? team.refusal[refusal.why](trx(refusal.leftSun ?? 0));
  }
  if (!approval) return undefined;
  const { why, leftSun } = approval;
  const left = leftSun === null ? undefined : team.leftAlone(trx(leftSun));
  return join([team.notAlone, ...why.map((one) => team.why[one]), left]);
}

function missingTrx(
  details: NonNullable<Notice["details"]>,
  messages: Messages,
): NoticeFacts["missing"] {
  const short = shortIn(details);
  if (!short) return undefined;
  return { amount: messages.trx(short.missingSun), required: messages.trx(short.neededSun) };
}

/** What something costs, and what of that is missing. */
export interface Short {
  readonly neededSun: number;
  readonly missingSun: number;
}

/** `required` and `available` of the error table are TRX. */
export function shortIn({
  required,
  available,
}: NonNullable<Notice["details"]>): Short | undefined {
  if (required === undefined || available === undefined || required <= available) return undefined;
  const neededSun = sunOf(required);
  return { neededSun, missingSun: neededSun - sunOf(available) };
}

function sunOf(trx: number): number {
  return Math.round(trx * SUN_PER_TRX);
}

/** Each short enough for a card. */
function fewOf(texts: readonly string[]): string[] {
  return texts.slice(0, MOST_LINES).map((text) => shorten(text, LONGEST_LINE));
}

/** A refusal as what a card says of it. */
export function noticeOf(error: DeskError): Notice {
  const { code } = error;
  if (error instanceof TeamRefusal) {
    const { why, leftSun, right } = error.judged;
    const said = right === "order" || right === "manage" ? right : undefined;
    return { code, details: { refusal: { why, leftSun, right: said } } };
  }
  if (error instanceof NeedsApproval) {
    return { code, details: { approval: { why: [...error.why], leftSun: error.leftSun } } };
  }
  switch (code) {
    case "VALIDATION_FAILED":
      return { code, details: { problems: [...(error.detailsOf(code) ?? [])] } };
    case "RECEIVER_NOT_ACTIVATED":
    case "RECEIVER_IS_CONTRACT":
    case "RECEIVER_REFUSED":
      return walletsRefused(code, error.detailsOf(code) ?? []);
    case "INSUFFICIENT_BALANCE":
    case "NO_CAPACITY":
    case "PRICE_BELOW_FLOOR":
    case "RATE_LIMITED":
      return { code, details: { ...error.detailsOf(code) } };
    default:
      return { code };
  }
}

/** Each by its own reason, where that is known. */
export function walletsRefused(
  code: keyof typeof REASONS,
  wallets: readonly { readonly receiver: string; readonly reason?: string }[],
): Notice {
  const receivers = wallets.map(({ receiver, reason }) => {
    const known = BAD_REASONS.find((one) => one === reason);
    return { receiver, reason: known ?? REASONS[code] };
  });
  return { code, details: { receivers } };
}

const REASONS = {
  RECEIVER_NOT_ACTIVATED: "not activated",
  RECEIVER_IS_CONTRACT: "contract",
  RECEIVER_REFUSED: "refused",
} as const;
