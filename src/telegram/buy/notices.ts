/**
 * What went wrong last with a draft, as a sentence, and the buttons that lead on from it.
 */
import { MAX_AMOUNT } from "../../domain/order-request.js";
import type { Notice } from "../intake/findings.js";
import { menuButton } from "../kit/menu.js";
import { failureFacts, noticeCode, warning } from "../kit/notices.js";
import type { DraftButton, Row } from "../kit/parts.js";
import { payInRows } from "../kit/pay-in.js";
import type { Messages } from "../text/messages.js";
import type { NoticeFacts } from "../text/notices.js";
import type { Part } from "../transport/format.js";
import { amountsOf, noticeIn, shortOf } from "./draft.js";
import { takeableUnits } from "./price-lines.js";
import { refusedLines } from "./verdict-lines.js";
import type { DraftView } from "./views.js";

/** The sentence of the draft's notice. */
export function noticeText(
  view: Pick<DraftView, "draft" | "desk">,
  messages: Messages,
): Part | undefined {
  const notice = noticeIn(view.draft.data);
  if (!notice) return undefined;
  const write = messages.notices[noticeCode(notice, messages)];
  return warning(write(draftNoticeFacts(view, notice, messages)));
}

/** The ways on that a notice offers; none when the card's own are enough. */
export function noticeRows(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  const notice = noticeIn(view.draft.data);
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
  const { availableUnits = 0, resource } = draftNoticeFacts(view, notice, messages);
  switch (noticeCode(notice, messages)) {
    case "INSUFFICIENT_BALANCE":
      return noPay.balance;
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

/** Where money is missing: how to pay in or whom to ask, and once it is there the price again. */
export function topUpRows(
  { draft, desk, taken }: DraftView,
  messages: Messages,
  button: DraftButton,
): Row[] {
  const { missingSun } = shortOf(draft.data) ?? {};
  const words = messages.buttons;
  const again = button(words.checkAgain, { kind: "requote" });
  if (draft.isGroup) return [[{ text: words.privateChat, url: desk.privateChatUrl }], [again]];
  if (desk.takesDeposits) {
    const amounts = taken && missingSun ? payInRows(missingSun, taken, messages) : [];
    return [...amounts, [menuButton("deposit", messages)], [again]];
  }
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

function draftNoticeFacts(
  { draft, desk }: Pick<DraftView, "draft" | "desk">,
  notice: Notice,
  messages: Messages,
): NoticeFacts {
  const { data, isGroup, customerId } = draft;
  const resource = data.resource ?? "energy";
  const receivers = Math.max(1, data.receivers.length);
  const facts = failureFacts({ ...notice, isGroup, customerId, desk }, messages);
  const amounts = amountsOf(data) ?? Array.from({ length: receivers }, () => MAX_AMOUNT);
  return {
    ...facts,
    requireLock: data.requireLock,
    resource,
    receivers,
    takeUnits: takeableUnits(facts.availableUnits ?? 0, { resource, amounts }),
    wallets: refusedLines(
      (notice.details?.receivers ?? []).map(({ receiver, reason }) => ({
        address: receiver,
        bad: reason,
      })),
      messages,
    ),
  };
}
