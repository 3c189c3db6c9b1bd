/** The card of /withdraw until the money is asked for: the address, the amount, and what is paid for it. */
import { HOUR_MS } from "../../common/time.js";
import { parseTrx } from "../../domain/money.js";
import type { Withdrawal, WithdrawalTerms } from "../../domain/withdrawal.js";
import {
  cardOf,
  disabledButton,
  flowButtons,
  namedWallet,
  type Row,
  rowsOf,
  walletLabel,
} from "../kit/parts.js";
import type { DeskContact, WalletNames } from "../kit/views.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, type Part } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { cancellableLines, cancellableRows } from "./withdrawal-card.js";
import { mostSun, type Withdrawing, type WithdrawingTerms } from "./withdrawing-state.js";

interface Money {
  readonly availableSun: number;
  readonly withdrawableSun: number;
}

export interface WithdrawingView {
  readonly withdrawing: Withdrawing;
  readonly names: WalletNames;
  /** Those that can still be cancelled. */
  readonly withdrawals: readonly Withdrawal[];
  readonly balance: Money;
  readonly terms: Pick<WithdrawalTerms, "feeSun" | "minimumSun" | "newAddressMs">;
  readonly desk: DeskContact;
  /** Wall time. */
  readonly now: number;
  /** As in `WithdrawalView`. */
  readonly isPaused: boolean;
  /** Whose money it is, if a team's; and whether another owner confirms it. */
  readonly team?: string | undefined;
  readonly needsOwner?: boolean;
}

export function withdrawingCard(view: WithdrawingView, messages: Messages): Card {
  const { withdraw: words } = messages;
  const { status, step } = view.withdrawing;
  if (status !== "open")
    return cardOf(status === "replaced" ? messages.closed.replaced : words.closed);
  switch (step) {
    case "address":
      return addressCard(view, messages);
    case "amount":
      return amountCard(view, messages);
    case "confirm":
      return confirmCard(view, messages);
  }
}

/** All wallets that are offered stand in the text in full. The lists may fill a phone: what is asked, and what was wrong, follow them. */
function addressCard(view: WithdrawingView, messages: Messages): Card {
  const { withdrawing, names, withdrawals, balance, now } = view;
  const { withdraw: words } = messages;
  const { wallets, amountSun } = withdrawing.data;
  const button = flowButtons("withdrawing", withdrawing);
  const choices = wallets.map((wallet, at) =>
    button(walletLabel(wallet, names.get(wallet)), { kind: "wallet", at }),
  );
  return cardOf(
    blocks(
      cancellableLines(withdrawals, now, messages),
      [
        bold(amountSun === undefined ? words.title : words.titleOf(messages.trx(amountSun))),
        fromLine(view, messages),
        ...withdrawableLines(balance, messages),
      ],
      wallets.map((wallet) => namedWallet(wallet, names)),
      [notice(view, messages), words.askAddress(wallets.length > 0)],
    ),
    [
      readingsRow(view, messages),
      ...rowsOf(choices, 2),
      ...cancellableRows(withdrawals, "card", messages),
      [button(words.close, { kind: "close" })],
    ],
  );
}

function amountCard(view: WithdrawingView, messages: Messages): Card {
  const { withdrawing, balance } = view;
  const { withdraw: words, buttons } = messages;
  const { terms } = withdrawing.data;
  const button = flowButtons("withdrawing", withdrawing);
  const most = terms ? mostSun(terms) : 0;
  const isAny = terms !== undefined && most >= terms.minimumSun;
  const least = messages.trx(view.terms.minimumSun);
  return cardOf(
    blocks(
      [notice(view, messages)],
      [
        bold(words.title),
        fromLine(view, messages),
        words.to(recipient(view)),
        ...withdrawableLines(balance, messages),
      ],
      [words.askAmount(least, messages.trx(most)), terms && feeLine(terms, messages)],
    ),
    [
      readingsRow(view, messages),
      isAny ? [button(words.all(messages.trx(most)), { kind: "all" }, "primary")] : [],
      [button(buttons.back, { kind: "back" })],
      [button(words.close, { kind: "close" })],
    ],
  );
}

/** What an amount that was typed may mean: one of them is tapped, if there is so much. */
function readingsRow({ withdrawing, balance }: WithdrawingView, { trx }: Messages): Row {
  const { notice: said, terms } = withdrawing.data;
  const button = flowButtons("withdrawing", withdrawing);
  const most = terms ? mostSun(terms) : balance.withdrawableSun;
  const sums = (said?.readings ?? []).flatMap((reading) => parseTrx(reading) ?? []);
  const within = sums.filter((amount) => amount <= most && amount >= (terms?.minimumSun ?? 1));
  return within.map((amount) => button(`${trx(amount)} TRX`, { kind: "amount", amount }));
}

/** The full address, to be compared, with its owner's name for it. */
function recipient({ withdrawing, names }: WithdrawingView): Part {
  return namedWallet(withdrawing.data.address ?? "", names);
}

/**
 * Counted from the bottom, Withdraw is alone in the first row, and the question that follows has its yes in the fourth: so no second tap
 * sends anything.
 */
function confirmCard(view: WithdrawingView, messages: Messages): Card {
  const { withdrawing } = view;
  const { withdraw: words, teamMoney, buttons, noPay } = messages;
  const { amountSun = 0, terms, asksAgain } = withdrawing.data;
  const button = flowButtons("withdrawing", withdrawing);
  const amount = messages.trx(amountSun);
  const back = button(buttons.back, { kind: "back" });
  const close = button(words.close, { kind: "close" });
  const head = [bold(words.titleOf(amount)), fromLine(view, messages), words.to(recipient(view))];
  const taken = words.taken(messages.trx(amountSun + (terms?.feeSun ?? 0)));
  if (!asksAgain) {
    const sums = [words.arrives(amount), terms && feeLine(terms, messages), taken];
    const when = terms ? whenLines(view, terms, messages) : [];
    return cardOf(blocks([notice(view, messages)], head, sums, when), [
      [back, close],
      [button(words.titleOf(amount), { kind: "send" }, "success")],
    ]);
  }
  // What it costs and when was on the card before: here the question and the address must stay on a low screen.
  return cardOf(blocks([words.asksAgain], head, [taken]), [
    [button((view.needsOwner ? teamMoney : words).sendAgain(amount), { kind: "send" }, "success")],
    [back],
    [close],
    [disabledButton(noPay.asksAgain)],
  ]);
}

function feeLine(
  { feeSun, activationSun }: WithdrawingTerms,
  { withdraw: words, trx }: Messages,
): string {
  const fee = trx(feeSun);
  return activationSun > 0 ? words.feeWithActivation(fee, trx(activationSun)) : words.fee(fee);
}

/** Whose money it is. */
function fromLine({ team }: Pick<WithdrawingView, "team">, { teamMoney }: Messages) {
  return team === undefined ? undefined : teamMoney.from(team);
}

function whenLines(
  { terms: { newAddressMs }, isPaused, needsOwner }: WithdrawingView,
  { isNewAddress, needsApproval }: WithdrawingTerms,
  { withdraw: words, teamMoney }: Messages,
): (string | undefined)[] {
  const waits = isNewAddress && newAddressMs > 0;
  if (!waits && !needsApproval && !needsOwner) return [isPaused ? words.paused : words.atOnce];
  return [
    needsOwner ? teamMoney.needsOwner : undefined,
    needsApproval ? words.needsOperator : undefined,
    waits ? words.newAddress(newAddressMs / HOUR_MS) : undefined,
  ];
}

function withdrawableLines(
  { availableSun, withdrawableSun }: Money,
  { withdraw: words, trx }: Messages,
): (string | undefined)[] {
  return [
    words.withdrawable(trx(withdrawableSun)),
    withdrawableSun < availableSun ? words.gifts : undefined,
  ];
}

function notice(view: WithdrawingView, messages: Messages): Part | undefined {
  const { withdrawing, terms, desk } = view;
  const { notice: said, terms: found } = withdrawing.data;
  if (!said) return undefined;
  const facts = {
    said: said.said,
    readings: said.readings ?? [],
    least: messages.trx(terms.minimumSun),
    most: messages.trx(found ? mostSun(found) : 0),
    fee: messages.trx(found?.feeSun ?? terms.feeSun),
    contact: desk.operatorContact,
  };
  return `⚠️ ${messages.withdraw.notices(said.code, facts)}`;
}

/** Those under way can still be cancelled. */
export function withdrawalsOffCard(
  view: Pick<WithdrawingView, "withdrawals" | "desk" | "now" | "team">,
  messages: Messages,
): Card {
  const { withdrawals, desk, now } = view;
  return cardOf(
    blocks(
      [fromLine(view, messages), messages.withdraw.off(desk.operatorContact)],
      cancellableLines(withdrawals, now, messages),
    ),
    cancellableRows(withdrawals, "message", messages),
  );
}

export function nothingToWithdrawCard(
  view: Pick<WithdrawingView, "withdrawals" | "balance" | "terms" | "now" | "team">,
  messages: Messages,
): Card {
  const { withdrawals, balance, terms, now } = view;
  const { withdraw: words } = messages;
  const { minimumSun, feeSun } = terms;
  const text = blocks(
    [bold(words.title), fromLine(view, messages), ...withdrawableLines(balance, messages)],
    [words.least(messages.trx(minimumSun), messages.trx(feeSun))],
    cancellableLines(withdrawals, now, messages),
  );
  return cardOf(text, cancellableRows(withdrawals, "message", messages));
}
