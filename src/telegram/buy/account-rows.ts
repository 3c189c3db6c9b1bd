/** From whose account a card is paid; in private the way to another one. */
import type { Account } from "../../engine/teams/paid-from.js";
import { type DraftButton, labelOf, type Row } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import type { Button } from "../transport/message.js";
import { noticeIn, shortOf } from "./draft.js";
import { payableQuote } from "./payable.js";
import type { DraftView } from "./views.js";

/** Nothing to whoever has one account. */
export function paidFromLine(
  { teamName, otherAccounts = [] }: DraftView,
  { team }: Messages,
): string | undefined {
  const isOnly = teamName === undefined && otherAccounts.length === 0;
  return isOnly ? undefined : team.paidFrom(teamName);
}

/**
 * The way to another account above the other rows. Where Pay is not offered it is never the fourth row from below, in which the card before
 * may have had “Yes, pay”: there it stands alone where the account is what is wrong, and else not at all.
 */
export function withOtherAccount(
  view: DraftView,
  rows: readonly Row[],
  messages: Messages,
  button: DraftButton,
): readonly Row[] {
  const { draft } = view;
  const other = otherAccountRow(view, messages, button);
  const above = rows.filter((row) => row.length > 0);
  if (other.length === 0) return above;
  if (above.length !== 1 || payableQuote(draft)) return [other, ...above];
  const isOfAccount = shortOf(draft.data) || noticeIn(draft.data)?.code === "FORBIDDEN";
  return isOfAccount ? [other] : above;
}

/** The only one by one tap; several are shown first. */
function otherAccountRow(view: DraftView, messages: Messages, button: DraftButton): Row {
  const [only, second] = view.otherAccounts ?? [];
  if (!only || view.draft.data.at.is === "pricing") return [];
  if (!second) return [accountButton(only, messages, button)];
  return [button(messages.team.buttons.otherAccount, { kind: "accounts" })];
}

export function accountRows(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { otherAccounts = [] } = view;
  return otherAccounts.map((account) => [accountButton(account, messages, button)]);
}

function accountButton(
  { customerId, team }: Account,
  { team: { buttons } }: Messages,
  button: DraftButton,
): Button {
  if (team === undefined) return button(buttons.switchToMine, { kind: "from", team });
  const label = labelOf(buttons.switchTo(team));
  return button(label, { kind: "from", team: customerId });
}
