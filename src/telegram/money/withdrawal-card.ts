/** A withdrawal as it stands, with the button that cancels it; a list of those that can be cancelled; what is told of one. */

import { isUnsigned, type Withdrawal } from "../../domain/withdrawal.js";
import type { AskedWithdrawal, OwnersOf } from "../../engine/withdrawals/of-team.js";
import type { WithdrawalNews } from "../../engine/withdrawals/settle.js";
import { encodeTap } from "../kit/buttons.js";
import { cardOf, namedWallet, type Row, shortAddress } from "../kit/parts.js";
import type { WalletNames } from "../kit/views.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, code, join, link, type Part } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";

export interface WithdrawalView {
  readonly withdrawal: Withdrawal;
  readonly names: WalletNames;
  readonly txUrlPrefix: string;
  /** Wall time. */
  readonly now: number;
  /** The operator or a failed check has stopped all payouts. */
  readonly isPaused: boolean;
  /** Where it is shown: on a card that is kept up to date, or in a message. */
  readonly at: "card" | "message";
  readonly ofTeam?: OwnersOf | undefined;
}

export function withdrawalCard(view: WithdrawalView, messages: Messages): Card {
  const { withdrawal, names, txUrlPrefix, at, ofTeam } = view;
  const { withdraw: words } = messages;
  const { id, status, amountSun, feeSun, address, txid } = withdrawal;
  const amount = messages.trx(amountSun);
  const isGivenBack = status === "refused" || status === "cancelled";
  const text = blocks(
    [
      bold(words.status(status, amount)),
      ofTeam && messages.teamMoney.from(ofTeam.team),
      words.to(namedWallet(address, names)),
      isGivenBack ? undefined : words.fee(messages.trx(feeSun)),
      ofTeam && messages.teamMoney.by(ofTeam.askedBy, ofTeam.confirmedBy),
    ],
    [
      ...whatNext(view, messages),
      txid === null ? undefined : link(words.transaction, txUrlPrefix + txid),
    ],
  );
  const cancel = cancelButton(id, at, messages.buttons.cancel);
  return cardOf(text, isUnsigned(status) ? [[cancel]] : []);
}

/** Of a team, until another owner has decided. */
export function askedWithdrawalCard(
  {
    asked,
    names,
    team,
  }: { readonly asked: AskedWithdrawal; readonly names: WalletNames; readonly team: string },
  messages: Messages,
): Card {
  const { teamMoney, withdraw: words, time } = messages;
  const { id: requestId, status, amountSun, feeSun, address, expiresAt, decidedBy = "" } = asked;
  const isOpen = status === "open";
  const text = blocks(
    [
      bold(teamMoney.title(messages.trx(amountSun))),
      teamMoney.from(team),
      words.to(namedWallet(address, names)),
      isOpen ? words.fee(messages.trx(feeSun)) : undefined,
    ],
    [isOpen ? teamMoney.waits(time(expiresAt)) : teamMoney.over(status, decidedBy)],
  );
  const takeBack = {
    text: messages.team.takeBack,
    callback_data: encodeTap({ on: "request", requestId, act: "withdraw" }),
    style: "danger",
  } as const;
  return cardOf(text, isOpen ? [[takeBack]] : []);
}

function whatNext(
  { withdrawal: { status, dueAt, amountSun, feeSun, reason }, now, isPaused }: WithdrawalView,
  { withdraw: words, trx, time }: Messages,
): (Part | undefined)[] {
  const due = dueAt > now ? time(dueAt) : undefined;
  switch (status) {
    case "approval":
      return [words.awaitsOperator, due && words.notBefore(due), words.canCancel];
    case "waiting":
      if (due) return [words.notBefore(due), words.canCancel];
      return [isPaused ? words.paused : words.soon, words.canCancel];
    case "signed":
      return [words.onItsWay];
    case "paid":
      return [];
    case "refused":
      return [
        reason === null ? undefined : words.reason(reason),
        words.isBack(trx(amountSun + feeSun)),
      ];
    case "cancelled":
      return [words.isBack(trx(amountSun + feeSun))];
  }
}

function cancelButton(withdrawalId: string, at: "card" | "message", text: string): Button {
  return {
    text,
    callback_data: encodeTap({ on: "withdrawal", withdrawalId, at }),
    style: "danger",
  };
}

/** Each with its state. */
export function cancellableLines(
  withdrawals: readonly Withdrawal[],
  now: number,
  { withdraw: words, trx, time }: Messages,
): Part[] {
  const lines = withdrawals.map(({ amountSun, address, status, dueAt }) => {
    const due = dueAt > now ? time(dueAt) : undefined;
    const facts = { amount: trx(amountSun), address: namedWallet(address), due };
    return words.openLine({ ...facts, isApproved: status === "waiting" });
  });
  return lines.length > 0 ? [bold(words.openTitle), ...lines] : [];
}

export function cancellableRows(
  withdrawals: readonly Withdrawal[],
  at: "card" | "message",
  { withdraw: words, trx }: Messages,
): Row[] {
  return withdrawals.map(({ id, amountSun, address }) => [
    cancelButton(id, at, words.cancelOne(trx(amountSun), shortAddress(address))),
  ]);
}

/** The message about a withdrawal; of a team only its owners can cancel it. */
export function withdrawalNewsCard(
  news: WithdrawalNews,
  txUrlPrefix: string,
  { withdrawalNews, withdraw, teamMoney, buttons, trx, time }: Messages,
): Card {
  const mayCancel = news.team?.isOwner ?? true;
  const cancel = mayCancel ? [[cancelButton(news.withdrawalId, "message", buttons.cancel)]] : [];
  const amount = trx(news.amountSun);
  const address = code(news.address);
  switch (news.kind) {
    case "asked": {
      const from = news.dueAt === null ? undefined : time(news.dueAt);
      return cardOf(
        withdrawalNews.asked({ amount, address, from, approval: news.needsApproval }),
        cancel,
      );
    }
    case "ofTeam": {
      const { askedBy = "", confirmedBy, dueAt, needsApproval } = news;
      const text = join([
        teamMoney.news(amount, address),
        teamMoney.by(askedBy, confirmedBy),
        needsApproval ? withdraw.awaitsOperator : undefined,
        dueAt === null ? undefined : withdraw.notBefore(time(dueAt)),
      ]);
      return cardOf(text, cancel);
    }
    case "paid": {
      const { txid } = news;
      const page = txid === null ? undefined : link(withdraw.transaction, txUrlPrefix + txid);
      return cardOf(withdrawalNews.paid(amount, address, page));
    }
    case "refused": {
      return cardOf(withdrawalNews.refused(amount, address, news.reason ?? undefined));
    }
    case "delayed":
      return cardOf(withdrawalNews.delayed(amount, address), cancel);
    case "unpaid":
    case "unbooked":
      return cardOf(withdrawalNews[news.kind](amount, address), cancel);
  }
}
