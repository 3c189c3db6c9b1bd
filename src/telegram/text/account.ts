/** The menu, the balance, deposits and what moved the balance. */

import { blocks, join, type Part } from "../transport/format.js";
import type { NamesIn, Words } from "./words.js";

/** Whom to ask for money, where the desk does not take it by itself. */
export interface TopUp {
  readonly takesDeposits: boolean;
  readonly contact: string | undefined;
  readonly customerId: string;
}

/** Where and what to pay in. Amounts come written. */
export interface DepositFacts {
  /** "TRON", or with the name of a test network. */
  readonly network: string;
  readonly address: Part;
  readonly minimumTrx: string;
  /** What a USDT is worth in TRX, unless that has lapsed; undefined while it is not taken. */
  readonly usdt: { readonly minimum: string; readonly rate: string | undefined } | undefined;
}

/** A deposit that was credited. */
export interface CreditedFacts {
  /** As it came: "20 USDT". */
  readonly amount: string;
  readonly creditedTrx: string;
  /** TRX for a USDT; undefined of TRX. */
  readonly rate: string | undefined;
  readonly available: string;
}

/** A deposit that the operator has not credited, or has taken back. */
export interface RefusedFacts {
  readonly amount: string;
  readonly contact: string | undefined;
  readonly customerId: string;
}

/** A deposit that was not credited. */
export interface UncreditedFacts {
  readonly amount: string;
  /** "1 TRX"; undefined where it is not the amount that is wrong. */
  readonly minimum: string | undefined;
  readonly asset: string;
  readonly contact: string | undefined;
  readonly customerId: string;
}

export const account = ({ text, rich, list }: Words) => ({
  /** Shown above the menu: a text that the bot did not understand; undefined where it may not be repeated. */
  notUnderstood: (said: string | undefined): string => text("not-understood", { said }),
  /** To somebody who answers it in a group. */
  othersQuestion: (name: string): string => text("others-question", { name }),
  unknownNames: (names: readonly string[]): string => text("unknown-names", { names: list(names) }),
  unknownNameNear: (name: string, near: string): string =>
    text("unknown-name-near", { name, near }),
  menu: (gift: string | undefined): Part => rich("menu", { gift }),
  /** What is held for orders, for extensions that are booked, and for withdrawals that are not sent yet. */
  balance: (
    available: string,
    forOrders: string | undefined,
    forBookings: { readonly count: number; readonly amount: string } | undefined,
    forWithdrawals: string | undefined,
  ): Part =>
    join([
      rich("balance", { available }),
      forOrders !== undefined ? text("menu-held-for-orders", { forOrders }) : undefined,
      forBookings && text("menu-held-for-bookings", forBookings),
      forWithdrawals !== undefined
        ? text("menu-held-for-withdrawals", { forWithdrawals })
        : undefined,
    ]),
  topUp: ({ takesDeposits, contact, customerId: id }: TopUp): Part =>
    rich("top-up", { takesDeposits, contact, customerId: id }),
  credited: (amount: string, available: string): Part => rich("credited", { amount, available }),
  /** Beside any credit. */
  orderLacks: (missing: string): string => text("credited-order-lacks", { missing }),
});

export const deposit = ({ text, rich }: Words) => ({
  card: ({ network, address, minimumTrx, usdt }: DepositFacts): Part =>
    blocks(
      [rich("deposit-card", { network }), address],
      [
        text("deposit-card-amounts", {
          minimumTrx,
          usdtMinimum: usdt?.minimum,
          usdtRate: usdt?.rate,
        }),
      ],
      [text("deposit-card-notes")],
    ),
  off: text("deposit-off"),
  copy: text("deposit-copy"),
  /** `amount` is "20 USDT". */
  seen: (amount: string): Part => rich("deposit-seen", { amount }),
  credited: ({ amount, creditedTrx, rate, available }: CreditedFacts): Part =>
    join([
      rich("deposit-credited", { creditedTrx }),
      rate !== undefined ? text("deposit-credited-rate", { amount, rate }) : undefined,
      text("deposit-credited-balance", { available }),
    ]),
  /** It arrived at an address whose key is lost. */
  atRetired: (amount: string): Part => rich("deposit-at-retired", { amount }),
  addressRetired: (address: Part): Part => rich("deposit-address-retired", { address }),
  /** It waits for a check. */
  review: (amount: string): Part => rich("deposit-review", { amount }),
  /** Reported once a day. */
  tiny: (amount: string): string => text("deposit-tiny", { amount }),
  /** USDT that came while its rate had lapsed. */
  waitsForRate: (amount: string): Part => rich("deposit-waits-for-rate", { amount }),
  refused: ({ amount, contact, customerId }: RefusedFacts): Part =>
    rich("deposit-refused", { amount, contact, customerId }),
  uncredited: ({ amount, minimum, asset, contact, customerId }: UncreditedFacts): Part =>
    rich("deposit-uncredited", { amount, minimum, asset, contact, customerId }),
});

export const history = ({ text, rich, date }: Words) => ({
  title: text("history-title"),
  /** `amount` has its sign; `from` is what came, of a deposit. */
  line: (at: Part, amount: string, what: string, from: string | undefined): Part =>
    rich("history-line", { at, amount, what, from }),
  /** What a movement of the balance is. */
  kinds: (kind: NamesIn<"history-kinds">): string => text(`history-kinds-${kind}`),
  left: (balance: string): Part => text("history-left", { balance }),
  inFile: (from: string | undefined, to: string): Part =>
    text("history-in-file", { from: from && date(from), to: date(to), isDay: from === to }),
  nothing: (from: string | undefined, to: string): Part =>
    text("history-nothing", { from: from && date(from), to: date(to), isDay: from === to }),
  /** `command` asks for less; undefined when a single day is too much. */
  tooLarge: (command: Part | undefined): Part => rich("history-too-large", { command }),
  wrongDay: (word: string, example: Part): Part => rich("history-wrong-day", { word, example }),
  twoDays: (word: string, first: Part, second: Part): Part =>
    rich("history-two-days", { word, first, second }),
  isDayFirst: /^20\D/.test(date("2026-11-20")),
  backwards: (example: Part): Part => rich("history-backwards", { example }),
});
