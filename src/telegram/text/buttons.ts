/** Labels of buttons, and what each command does. */

import type { Duration } from "../../domain/duration.js";
import { whatFits } from "../transport/format.js";
import { aboutSun, type Rental, type Words } from "./words.js";

/** What an amount is enough for: USDT transfers, to wallets that hold some or that never did. */
export type PresetUse = "usdt" | "usdtNew";

/** An amount as a button; `costSun` is undefined where it cannot be had, or nobody knows. */
interface PresetFacts {
  readonly units: number;
  readonly use: PresetUse | undefined;
  readonly times: number;
  readonly costSun: number | undefined;
}

/** Letters of a whole row and of half a row. */
const ROW = 39;
const HALF_ROW = 18;

export const buttons = (words: Words) => ({
  ...labels(words),
  /** Half a row each. */
  durations: (
    choices: readonly { readonly duration: Duration; readonly costSun: number | undefined }[],
  ): string[] =>
    alike(choices, HALF_ROW, [
      ({ duration, costSun }) => priced(words.shortDuration(duration), costSun, words),
      // As it is typed.
      ({ duration, costSun }) => priced(duration, costSun, words),
      ({ duration, costSun }) => bare(words.shortDuration(duration), costSun, words),
      ({ duration }) => words.shortDuration(duration),
    ]),
  /** A row each where one says what it is for, else half of one. */
  presets: (presets: readonly PresetFacts[]): string[] => {
    const { text, number } = words;
    const said =
      (key: "buttons-preset" | "buttons-preset-short") =>
      ({ units, use, times, costSun }: PresetFacts): string =>
        priced(text(key, { amount: units, use, times }), costSun, words);
    const withUse = [said("buttons-preset"), said("buttons-preset-short")];
    const isForSomething = presets.some(({ use }) => use !== undefined);
    return alike(presets, isForSomething ? ROW : HALF_ROW, [
      ...(isForSomething ? withUse : []),
      ({ units, costSun }) => priced(number(units), costSun, words),
      ({ units, costSun }) => bare(number(units), costSun, words),
      ({ units }) => number(units),
    ]);
  },
});

/** Choices that stand together say the same: each in the first way in which all fit. */
function alike<T>(
  choices: readonly T[],
  most: number,
  ways: readonly ((choice: T) => string)[],
): string[] {
  const fits = (label: string) => whatFits(most, label, "") === label;
  const said = ways.map((way) => choices.map(way));
  return said.find((labels) => labels.every(fits)) ?? said.at(-1) ?? [];
}

/** With what it costs, if that is known. */
function priced(label: string, costSun: number | undefined, words: Words): string {
  if (costSun === undefined) return label;
  return words.text("buttons-priced", { label, total: about(costSun, words) });
}

function bare(label: string, costSun: number | undefined, words: Words): string {
  return costSun === undefined ? label : `${label} · ${about(costSun, words)}`;
}

function about(costSun: number, { trx }: Words): string {
  const rounded = aboutSun(costSun);
  return rounded === costSun ? trx(costSun) : `≈ ${trx(rounded)}`;
}

const labels = ({ text, reading, shortDuration }: Words) => ({
  buyEnergy: text("buttons-buy-energy"),
  buyBandwidth: text("buttons-buy-bandwidth"),
  orders: text("buttons-orders"),
  balance: text("buttons-balance"),
  deposit: text("buttons-deposit"),
  withdraw: text("buttons-withdraw"),
  help: text("buttons-help"),
  back: text("buttons-back"),
  cancel: text("buttons-cancel"),
  other: text("buttons-other"),
  type: {
    Fast: text("buttons-type-fast"),
    Manual: text("buttons-type-manual"),
  },
  resource: {
    energy: text("buttons-resource-energy"),
    bandwidth: text("buttons-resource-bandwidth"),
  },
  duration: shortDuration,
  /** What a typed amount may mean: units, or a time in words. */
  meant: reading,
  next: (count: number): string => text("buttons-next", { count }),
  /** Amounts as they stand in a list, each for its wallet; the first of them. */
  inOrder: (amounts: readonly string[], isMore: boolean): string =>
    text("buttons-in-order", { amounts: amounts.join(" · "), isMore }),
  /** A filled field, which leads back to its question. */
  field: (value: string): string => text("buttons-field", { value }),
  /** Shows the fields of a whole order. */
  change: text("buttons-change"),
  /** `first` is undefined in a group. */
  receiversField: (count: number, first: string | undefined): string =>
    text("buttons-receivers-field", { count, first: count === 1 ? first : undefined }),
  pay: (total: string): string => text("buttons-pay", { total }),
  /** After Pay, for a large sum. */
  payAgain: (total: string): string => text("buttons-pay-again", { total }),
  /** Buys at a price of the user's own instead of the desk's. */
  nameYourPrice: text("buttons-name-your-price"),
  /** Whom to write to; a name or an address. */
  ask: (contact: string): string => text("buttons-ask", { contact }),
  /** One form for all of them; an amount is "2.9 TRX". */
  copyAmounts: (amounts: readonly string[], most: number): string[] => {
    const labels = amounts.map((amount) => text("buttons-copy-amount", { amount }));
    const fit = labels.every((label) => whatFits(most, label, "") === label);
    return fit ? labels : amounts.map((amount) => `📋 ${amount}`);
  },
  checkAgain: text("buttons-check-again"),
  backToOrder: text("buttons-back-to-order"),
  newQuote: text("buttons-new-quote"),
  buy: text("buttons-buy"),
  take: (amount: number): string => text("buttons-take", { amount }),
  /** Two of a row: Bandwidth with the Energy, and without it again. */
  addBandwidth: text("buttons-add-bandwidth"),
  dropBandwidth: text("buttons-drop-bandwidth"),
  /** Units for each wallet that the balance pays for. */
  takeAffordable: (amount: number): string => text("buttons-take-affordable", { amount }),
  tryAgain: text("buttons-try-again"),
  retry: text("buttons-retry"),
  privateChat: text("buttons-private-chat"),
  repeat: text("buttons-repeat"),
  /** After a delivery that was too little for a transfer of USDT. */
  rentMissing: (amount: number): string => text("buttons-rent-missing", { amount }),
  refresh: text("buttons-refresh"),
  /** The orders from one place to another, of so many. */
  copyOrderIds: (first: number, last: number, of: number): string => {
    if (of === 1) return text("buttons-copy-order-id");
    if (first === 1 && last === of) return text("buttons-copy-order-ids");
    return first === last
      ? text("buttons-copy-one-order-id", { first })
      : text("buttons-copy-some-order-ids", { first, last });
  },
  copyReceiver: text("buttons-copy-receiver"),
  order: ({ amount, resource, receivers, isSum = false }: Rental, receiver: string): string =>
    text("buttons-order", { isSum, receivers, amount, resource, receiver }),
  /** The only one of its wallets is named. */
  cancelBooking: (amount: number, receivers: number, receiver: string): string =>
    text("buttons-cancel-booking", { amount, receivers, receiver }),
  older: text("buttons-older"),
  newest: text("buttons-newest"),
});
