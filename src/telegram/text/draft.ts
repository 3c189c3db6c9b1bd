/** The card of an order until it is paid: questions, price, and why there is no Pay. */
import { type Duration, oneDayDurations } from "../../domain/duration.js";
import { MAX_RECEIVERS } from "../../domain/fields.js";
import { MAX_AMOUNT } from "../../domain/order-request.js";
import type { Cost } from "../../domain/price.js";
import { MIN_AMOUNT, type Resource } from "../../domain/resource.js";
import type { EnergyUse } from "../../domain/usdt.js";
import { join, type Part } from "../transport/format.js";
import type { AsksText } from "./manual.js";
import { type NamesIn, type Rental, table, type Words } from "./words.js";

/** Why an address is refused. */
const REFUSED = {
  checksum: "wizard-refused-checksum",
  "not activated": "wizard-refused-not-activated",
  contract: "wizard-refused-contract",
  refused: "wizard-refused-refused",
  duplicate: "wizard-refused-duplicate",
  "no address": "wizard-refused-no-address",
  "no such name": "wizard-refused-no-such-name",
  ethereum: "wizard-refused-ethereum",
  hex: "wizard-refused-hex",
  "no amount": "wizard-refused-no-amount",
  "too little": "wizard-refused-too-little",
  "too much": "wizard-refused-too-much",
} as const;

/** The same of several at once. */
const REFUSED_ALIKE = {
  "not activated": "wizard-alike-not-activated",
  contract: "wizard-alike-contract",
  duplicate: "wizard-alike-duplicate",
  checksum: "wizard-alike-checksum",
  refused: "wizard-alike-refused",
  ethereum: "wizard-alike-ethereum",
  hex: "wizard-alike-hex",
} as const;

type BadReason = keyof typeof REFUSED;

interface QuestionFacts {
  readonly resource: Resource;
  readonly receivers: number;
  readonly isGroup: boolean;
  /** A typed answer is awaited. */
  readonly awaitsText: boolean;
  readonly hasWallets: boolean;
  /** Whose amount is asked while others have their own; 0 where all are asked alike. */
  readonly others: number;
  /** They have different amounts, which the answer replaces. */
  readonly replacesAll: boolean;
  /** The choices carry what they cost: amounts for so long, where no duration is chosen yet. */
  readonly isPriced?: boolean;
  readonly pricedFor?: Duration | undefined;
}

export interface HeldFacts {
  /** Undefined where the card shows it already. */
  readonly wallet: Part | undefined;
  readonly units: number;
  readonly resource: Resource;
}

export const wizard = ({ text, rich, and, duration }: Words) => ({
  title: (resource: Resource | undefined, isOwnPrice: boolean): string =>
    text(isOwnPrice ? "wizard-title-own-price" : "wizard-title", { resource }),
  question: table<(facts: QuestionFacts) => Part>()({
    type: () => text("wizard-question-type"),
    resource: () => text("wizard-question-resource"),
    receivers: ({ isGroup, hasWallets }) =>
      join([
        text("wizard-question-receivers", { isGroup, maxReceivers: MAX_RECEIVERS }),
        hasWallets ? text("wizard-question-receivers-known") : undefined,
      ]),
    amount: ({ resource, receivers, isGroup, awaitsText, others, replacesAll, pricedFor }) =>
      join([
        text("wizard-question-amount", { resource, others, receivers }),
        replacesAll ? text("wizard-question-amount-replaces") : undefined,
        awaitsText ? text("wizard-question-amount-type", { isGroup }) : undefined,
        text("wizard-question-amount-least", { least: MIN_AMOUNT[resource] }),
        pricedFor && text("wizard-question-amount-priced", { duration: duration(pricedFor) }),
      ]),
    duration: ({ isPriced }) =>
      join([
        text("wizard-question-duration"),
        isPriced
          ? undefined
          : text("wizard-question-duration-same", {
              durations: and(oneDayDurations().map(duration)),
            }),
      ]),
    price: ({ resource, isGroup, awaitsText }) =>
      join([
        text("wizard-question-price", { resource }),
        awaitsText ? text("wizard-question-price-type", { isGroup }) : undefined,
      ]),
    options: ({ isGroup, awaitsText }) => text("wizard-question-options", { awaitsText, isGroup }),
  }),
  taken: (count: number): string => text("wizard-taken", { count }),
  /** How many wallets are not among those that are paid for. */
  leftOut: (count: number, total: number): string => text("wizard-left-out", { count, total }),
  /** After a message that adds to them. */
  walletsNow: (count: number): string => text("wizard-wallets-now", { count }),
  /** Whose amounts came with the wallets. */
  ownAmounts: (count: number, total: number): string =>
    text("wizard-own-amounts", { count, total }),
  refused: (address: string, reason: BadReason): Part =>
    rich(REFUSED[reason], {
      address,
      leastEnergy: MIN_AMOUNT.energy,
      leastBandwidth: MIN_AMOUNT.bandwidth,
      most: MAX_AMOUNT,
    }),
  refusedAlike: (count: number, reason: keyof typeof REFUSED_ALIKE): string =>
    text(REFUSED_ALIKE[reason], { count }),
  moreRefused: (count: number): string => text("wizard-more-refused", { count }),
  moreAlike: (count: number): string => text("wizard-more-alike", { count }),
  beyondLimit: (count: number): string =>
    text("wizard-beyond-limit", { count, maxReceivers: MAX_RECEIVERS }),
  lowEnergy: (least: number): string => text("wizard-low-energy", { least }),
  /** Without their number: of a long line only the first ones are kept. */
  moreProblems: text("wizard-more-problems"),
});

/** A word of a one-line order that could not be used, which is short, as is what it is at odds with or could be. */
export const lineProblem =
  ({ text, list, or, which, number, reading }: Words) =>
  (
    code: NamesIn<"wizard-line-problem">,
    word: string,
    hint: readonly (string | number)[],
  ): string => {
    const shown = hint.map((one) => {
      if (typeof one === "number") return number(one);
      if (code === "AMOUNT_AMBIGUOUS" || code === "CHUNK_AMBIGUOUS") return reading(one);
      if (code === "TWO_RESOURCES") return text("resource", { resource: one as Resource });
      if (code !== "TWO_TYPES") return one;
      return text(one === "Manual" ? "buttons-type-manual" : "buttons-type-fast");
    });
    const isQuestion = code === "TWO_TYPES" || !code.startsWith("TWO_");
    const join = !isQuestion ? list : code.startsWith("DURATION_") ? or : which;
    return text(`wizard-line-problem-${code}`, {
      word,
      hint: hint.length > 0 ? join(shown) : undefined,
    });
  };

export const confirm = ({ text, rich, time, trx, rental }: Words) => ({
  explanation: (
    { resource, units, priceSun, days, isPartOfDay, receivers, totalSun }: Cost,
    isSameForDay: boolean,
  ): string => {
    const factors = [
      text("units", { amount: units, resource }),
      text("confirm-price", { priceSun }),
      ...(isPartOfDay ? [] : [text("days", { count: days })]),
      ...(receivers > 1 ? [text("receivers", { receivers })] : []),
    ];
    const sum = text("confirm-explanation", { factors: factors.join(" × "), total: trx(totalSun) });
    if (!isPartOfDay) return sum;
    return `${sum}\n${text(isSameForDay ? "confirm-same-for-day" : "confirm-part-of-day")}`;
  },
  /** Fewer units than ordered can be delivered now, to all wallets together. */
  locked: text("confirm-locked"),
  capacityShort: (free: number, resource: Resource, receivers: number, isLocked: boolean): string =>
    text("confirm-capacity-short", { free, resource, receivers, isLocked }),
  title: (total: string, what: Rental): Part => rich("confirm-title", { total, ...rental(what) }),
  /** Of a Manual order: the most it costs, and what it costs now, if all of it fills now. */
  titleAtMost: (total: string, now: string | undefined, what: Rental): Part =>
    rich("confirm-title-at-most", { now, total, ...rental(what) }),
  quoteTitle: (total: string, what: Rental): Part =>
    rich("confirm-quote-title", { total, ...rental(what) }),
  /** Without a price, because it is being asked for or could not be had. */
  noPriceTitle: (what: Rental): Part => rich("confirm-no-price-title", { ...rental(what) }),
  asking: text("confirm-asking"),
  perReceiver: (each: string, total: string): string =>
    text("confirm-per-receiver", { each, total }),
  balance: (before: string, after: string): string => text("confirm-balance", { before, after }),
  short: (before: string, missing: string): string => text("confirm-short", { before, missing }),
  /** A group sees no balance. */
  /** Of one that lacks money. */
  comesBack: text("confirm-comes-back"),
  shortInGroup: text("confirm-short-in-group"),
  /** What the Energy of each wallet is for. */
  energyFor: ({ transfers, firstTransfers }: EnergyUse, wallets: number): string =>
    text("confirm-energy-for", { transfers, first: firstTransfers, receivers: wallets }),
  ends: (at: Part): Part => rich("confirm-ends", { at }),
  /** Of a rental that extends another one; so many minutes of it run beside that. */
  extension: (from: Part, to: Part, minutes: number): Part =>
    rich("confirm-extension", { minutes, from, to }),
  /** Of several days the units are burnt for on each, because what is rented is there again every day. */
  burn: (burn: string, saved: string, days: number): string =>
    text("confirm-burn", { days, burn, saved }),
  burnCheaper: (burn: string, more: string, days: number): string =>
    text("confirm-burn-cheaper", { days, burn, more }),
  burnUnknown: text("confirm-burn-unknown"),
  receivers: (count: number): string => text("confirm-receivers", { count }),
  /** In a group. */
  payer: (name: string): string => text("confirm-payer", { name }),
  heldUntil: (at: Part): Part => rich("confirm-held-until", { at }),
  /** Its time is over: Pay asks for it again. */
  notHeld: text("confirm-not-held"),
  heldWhileOffered: (at: Part): Part => rich("confirm-held-while-offered", { at }),
  lapsed: text("confirm-lapsed"),
  /** Sellers deliver all of it at once; some for less than the price, where `isMost`. */
  sellers: (priceSun: number, isMost: boolean, desk: string): string =>
    text("confirm-sellers", { isMost, priceSun, desk }),
  /** Until the earlier rentals of those who ask that are over; undefined while that is not known. */
  toOthers: (priceSun: number, wallets: number, locked: AsksText["noSeller"]): Part => {
    const until = locked && time(locked.untilMs, locked.isWithinDay ? "t" : "Dt");
    return rich("confirm-to-others", { priceSun, wallets, until });
  },
  asksAgain: (total: string): string => text("confirm-asks-again", { total }),
});

export const noPay = ({ text }: Words) => ({
  asking: text("no-pay-asking"),
  lapsed: text("no-pay-lapsed"),
  asksAgain: text("no-pay-asks-again"),
  changes: text("no-pay-changes"),
  balance: text("no-pay-balance"),
  capacity: (free: number, resource: Resource): string =>
    text("no-pay-capacity", { free, resource }),
  wallets: text("no-pay-wallets"),
  floor: text("no-pay-floor"),
  other: text("no-pay-other"),
});

export const closed = ({ text }: Words) => ({
  dropped: text("dropped"),
  replaced: text("closed-replaced"),
  paid: text("closed-paid"),
  /** For a card that nobody has answered. */
  replacedUnanswered: text("closed-replaced-unanswered"),
  /** What stays of a message whose card was sent again below an answer. */
  continued: text("closed-continued"),
  closed: text("closed-draft"),
});

export const overlaps = ({ text, rich }: Words) => ({
  /** Each is named below. */
  several: (count: number, of: number, resource: Resource): string =>
    text("overlaps-several", { count, of, isAll: count === of, resource }),
  holds: (held: HeldFacts, until: Part): Part =>
    rich("overlaps-holds", {
      wallet: held.wallet,
      units: held.units,
      resource: held.resource,
      until,
    }),
  /** Not all of it ends at the same time. */
  holdsParts: (held: HeldFacts, first: Part, last: Part): Part =>
    rich("overlaps-holds-parts", {
      wallet: held.wallet,
      units: held.units,
      resource: held.resource,
      first,
      last,
    }),
  /** Paid, and in no block yet. */
  gets: (held: HeldFacts): Part =>
    rich("overlaps-gets", { wallet: held.wallet, units: held.units, resource: held.resource }),
  more: (count: number): string => text("overlaps-more", { count }),
});
