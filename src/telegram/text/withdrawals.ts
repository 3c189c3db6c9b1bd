/** What is said of withdrawals. */

import { join, type Part, whatFits } from "../transport/format.js";
import type { NamesIn, Words } from "./words.js";

interface AskedFacts {
  readonly amount: string;
  readonly address: Part;
  /** From when it is paid; at once where it is missing. */
  readonly from: Part | undefined;
  readonly approval: boolean;
}

/** Of what a notice of /withdraw speaks; amounts in TRX. */
interface WithdrawingFacts {
  readonly said: string | undefined;
  readonly least: string;
  readonly most: string;
  readonly fee: string;
  readonly contact: string | undefined;
  /** Of an amount that has two. */
  readonly readings: readonly string[];
}

interface OpenWithdrawal {
  readonly amount: string;
  readonly address: Part;
  readonly due: Part | undefined;
  /** Also where no approval is needed. */
  readonly isApproved: boolean;
}

export const withdraw = ({ text, rich, which }: Words) => ({
  title: text("withdraw-title"),
  /** Also the button that does so. */
  titleOf: (amount: string): string => text("withdraw-title-of", { amount }),
  off: (contact: string | undefined): string => text("withdraw-off", { contact }),
  /** On /balance too. */
  withdrawable: (amount: string): string => text("withdraw-withdrawable", { amount }),
  gifts: text("withdraw-gifts"),
  least: (least: string, fee: string): string => text("withdraw-least", { least, fee }),
  askAddress: (hasWallets: boolean): string => text("withdraw-ask-address", { hasWallets }),
  askAmount: (least: string, most: string): string => text("withdraw-ask-amount", { least, most }),
  all: (amount: string): string => text("withdraw-all", { amount }),
  to: (address: Part): Part => rich("withdraw-to", { address }),
  fee: (fee: string): string => text("withdraw-fee", { fee }),
  feeWithActivation: (fee: string, activation: string): string =>
    text("withdraw-fee-with-activation", { fee, activation }),
  arrives: (amount: string): string => text("withdraw-arrives", { amount }),
  taken: (amount: string): string => text("withdraw-taken", { amount }),
  atOnce: text("withdraw-at-once"),
  newAddress: (hours: number): string => text("withdraw-new-address", { hours }),
  needsOperator: text("withdraw-needs-operator"),
  asksAgain: text("withdraw-asks-again"),
  sendAgain: (amount: string): string => text("withdraw-send-again", { amount }),
  close: text("withdraw-close"),
  closed: text("withdraw-closed"),
  over: text("withdraw-over"),
  readFirst: text("withdraw-read-first"),
  status: (status: NamesIn<"withdraw-status">, amount: string): string =>
    text(`withdraw-status-${status}`, { amount }),
  awaitsOperator: text("withdraw-awaits-operator"),
  notBefore: (due: Part): Part => rich("withdraw-not-before", { due }),
  soon: text("withdraw-soon"),
  paused: text("withdraw-paused"),
  canCancel: text("withdraw-can-cancel"),
  onItsWay: text("withdraw-on-its-way"),
  reason: (reason: string): string => text("withdraw-reason", { reason }),
  isBack: (amount: string): string => text("withdraw-is-back", { amount }),
  openTitle: text("withdraw-open-title"),
  openLine: ({ amount, address, due, isApproved }: OpenWithdrawal): Part =>
    rich("withdraw-open-line", { amount, address, due, isApproved }),
  transaction: text("withdraw-transaction"),
  cancelOne: (amount: string, wallet: string): string =>
    whatFits(
      36,
      text("withdraw-cancel-one", { amount, wallet }),
      text("withdraw-cancel-one-short", { amount }),
    ),
  cancelledToast: (amount: string): string => text("withdraw-cancelled-toast", { amount }),
  tooLate: text("withdraw-too-late"),
  notices: (code: NamesIn<"withdraw-notices">, { readings, ...facts }: WithdrawingFacts): string =>
    text(`withdraw-notices-${code}`, { ...facts, readings: which(readings) }),
});

export const withdrawalNews = ({ rich }: Words) => ({
  asked: ({ amount, address, from, approval }: AskedFacts): Part =>
    join([
      rich("withdrawal-news-asked", { amount, address }),
      approval ? rich("withdrawal-news-asked-approval") : undefined,
      from !== undefined ? rich("withdrawal-news-asked-from", { from }) : undefined,
      rich("withdrawal-news-asked-end"),
    ]),
  paid: (amount: string, address: Part, transaction: Part | undefined): Part =>
    join([rich("withdrawal-news-paid", { amount, address }), transaction]),
  refused: (amount: string, address: Part, reason: string | undefined): Part =>
    join([
      rich("withdrawal-news-refused", { amount, address }),
      reason !== undefined ? rich("withdrawal-news-refused-reason", { reason }) : undefined,
      rich("withdrawal-news-refused-end"),
    ]),
  delayed: (amount: string, address: Part): Part =>
    rich("withdrawal-news-delayed", { amount, address }),
  unpaid: (amount: string, address: Part): Part =>
    rich("withdrawal-news-unpaid", { amount, address }),
  unbooked: (amount: string, address: Part): Part =>
    rich("withdrawal-news-unbooked", { amount, address }),
});
