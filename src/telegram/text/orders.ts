/** Orders that were paid, and changes of them. */
import type { CloseReason } from "../../domain/order.js";
import type { PerResource, Resource } from "../../domain/resource.js";
import type { EnergyUse } from "../../domain/usdt.js";
import { type Part, whatFits } from "../transport/format.js";
import type { NamesIn, Rental, Words } from "./words.js";

const CANCELLED = {
  "cancelled by the customer": "batch-cancelled-by-customer",
  "the receiver is not activated": "batch-cancelled-not-activated",
  "the receiver is a contract": "batch-cancelled-contract",
  "no owner could deliver in time": "batch-cancelled-not-delivered",
  "TRON could not be read in time": "batch-cancelled-unread",
  "its deadline has passed": "batch-cancelled-expired",
  "the desk was restored from a backup": "batch-cancelled-restored",
} as const satisfies Record<CloseReason, string>;

/** What a wallet can send after a delivery, and what it lacks for a transfer of USDT, in units. */
interface SendsFacts {
  /** What was rented: it is enough for so many transfers. */
  readonly resource: Resource;
  readonly transfers: number;
  readonly lacks: PerResource<number>;
  /** Energy is missing for the first transfer to a wallet that holds no USDT. */
  readonly isFirst: boolean;
  /** TRX, for the Bandwidth that is missing; undefined when it is not known. */
  readonly burn: string | undefined;
}

export const batch = ({ text, rich, clauses, rental }: Words) => ({
  headline: (state: NamesIn<"batch-headline">, delivered: number, of: number): string =>
    text(`batch-headline-${state}`, { delivered, of }),
  /** What one of several orders of a wallet is for. */
  part: (amount: number, resource: Resource) => text("batch-part", { amount, resource }),
  /** All is delivered, and it is not known, or not so, that a transfer can be sent. */
  delivered: (what: Rental): string => text("batch-delivered", rental(what)),
  /** It takes more to a wallet that holds none. */
  safeToHolders: (of: number): string => text("batch-safe-to-holders", { of }),
  /** The recipient that was asked about. */
  safeTo: (to: string): string => text("batch-safe-to", { to }),
  safeUntil: (at: Part): Part => rich("batch-safe-until", { at }),
  /** Energy; `isFirst` where the transfer is to a wallet that holds no USDT. */
  tooLittle: ({ amount, receivers, isSum = false }: Rental, isFirst: boolean): string =>
    text("batch-too-little", { receivers, isSum, amount, isFirst }),
  safeForSome: (safe: number, of: number): string => text("batch-safe-for-some", { of, safe }),
  sends: ({ resource, transfers, lacks, isFirst, burn }: SendsFacts): string => {
    const { energy, bandwidth } = lacks;
    const lacking = [
      ...(energy > 0 ? [text("units", { amount: energy, resource: "energy" })] : []),
      ...(bandwidth > 0 ? [text("batch-lacks-bandwidth", { bandwidth, burn })] : []),
    ];
    return text("batch-sends", { resource, transfers, isFirst, lacking: clauses(lacking) });
  },
  /** For how many transfers it is, to wallets that hold USDT or not; `hasOther`: the wallets have more than what is counted. */
  energyFor: (
    { transfers, firstTransfers }: EnergyUse,
    wallets: number,
    hasOther: boolean,
  ): string =>
    text(hasOther ? "batch-energy-for-more" : "batch-energy-for", {
      ...{ transfers, first: firstTransfers, receivers: wallets },
    }),
  /** `first`: to a wallet that holds no USDT, where only some can send to one. */
  feeLimit: (limit: string, first: string | undefined): string =>
    text("batch-fee-limit", { limit, first }),
  /** Where there is no room to say more. */
  notSafe: text("batch-not-safe"),
  terms: (what: Rental, paid: string): string => text("batch-terms", { ...rental(what), paid }),
  /** Of a team; `isKey`: by an API key of theirs. */
  approvedBy: (name: string): string => text("batch-approved-by", { name }),
  by: (name: string, isKey: boolean): string => text("batch-by", { name, isKey }),
  ends: (at: Part): Part => rich("batch-ends", { at }),
  endsBetween: (first: Part, last: Part): Part => rich("batch-ends-between", { first, last }),
  ended: (at: Part): Part => rich("batch-ended", { at }),
  legState: (state: NamesIn<"batch-leg-state">): string => text(`batch-leg-state-${state}`),
  /** So many wallets are as far; `what` is the word for it. */
  alike: (count: number, what: string): string => text("batch-alike", { count, what }),
  /** Nothing is planned for what is missing at this moment. */
  unplanned: (amount: number): string => text("batch-unplanned", { amount }),
  transaction: text("batch-transaction"),
  order: (id: Part): Part => rich("batch-order", { id }),
  /** `amount` is undefined where it says nothing new. */
  delegation: (amount: number | undefined, state: string, transaction: Part | undefined): Part =>
    rich("batch-delegation", { transaction, amount, state }),
  moreDelegations: (count: number): string => text("batch-more-delegations", { count }),
  cancelRequested: text("batch-cancel-requested"),
  /** `by`: of a team, whoever has cancelled it. */
  cancelled: (reason: CloseReason | null, by: string | undefined): string =>
    reason === "cancelled by the customer" && by !== undefined
      ? text("batch-cancelled-by", { name: by })
      : text(reason ? CANCELLED[reason] : "batch-cancelled"),
  /** What a better price has saved. */
  improved: (amount: string): string => text("batch-improved", { amount }),
  refunded: (amount: string): string => text("batch-refunded", { amount }),
  waitsForNetwork: text("batch-waits-for-network"),
});

export const orders = ({ text, rich, rental }: Words) => ({
  title: text("orders-title"),
  /** Asks which one is meant; the list stands below. */
  question: rich("orders-question"),
  empty: rich("orders-empty"),
  /** All orders of a call. */
  line: (at: Part, what: Rental, paid: string, state: string): Part =>
    rich("orders-line", { at, ...rental(what), paid, state }),
  /** Of an extension that waits for its start. */
  booked: (at: Part, what: Rental, held: string): Part =>
    rich("orders-booked", { at, ...rental(what), held }),
  asksToEnd: rich("orders-asks-to-end"),
  end: text("orders-end"),
  moreBooked: (count: number): string => text("orders-more-booked", { count }),
  state: (state: NamesIn<"orders-state">): string => text(`orders-state-${state}`),
});

export const amend = ({ text, rich, rental }: Words) => ({
  title: text("amend-title"),
  terms: (what: Rental, priceSun: number): string =>
    text("amend-terms", { ...rental(what), priceSun }),
  question: text("amend-question"),
  price: text("amend-price"),
  lifetime: text("amend-lifetime"),
  askLifetime: (created: Part): Part => rich("amend-ask-lifetime", { created }),
  hours: (hours: number): string =>
    hours < 24 ? text("amend-hours", { hours }) : text("amend-days", { days: hours / 24 }),
  /** A higher price holds more money. */
  more: (priceSun: number, more: string): string => text("amend-more", { priceSun, more }),
  hold: (more: string): string => text("amend-hold", { more }),
  close: text("amend-close"),
  priceChanged: (priceSun: number): string => text("amend-price-changed", { priceSun }),
  lifetimeChanged: (until: Part): Part => rich("amend-lifetime-changed", { until }),
  closed: text("amend-closed"),
  readFirst: text("amend-read-first"),
  over: text("amend-over"),
});

export const booking = ({ text, rich, rental }: Words) => ({
  /** A button. */
  book: (total: string): string =>
    whatFits(36, text("booking-book", { total }), text("booking-book-short", { total })),
  bookAgain: (total: string): string => text("booking-book-again", { total }),
  asksAgain: (total: string): string => text("booking-asks-again", { total }),
  /** What keeps an extension from it. */
  not: (why: NamesIn<"booking-not">): string => text(`booking-not-${why}`),
  /** What is booked already to start then. */
  already: (start: Part, held: string): Part => rich("booking-already", { start, held }),
  /** When it runs, on the card that books it. */
  starts: (from: Part, to: Part): Part => rich("booking-starts", { from, to }),
  /** Buttons that lead to the other start. */
  now: (total: string): string => text("booking-now", { total }),
  later: (total: string): string =>
    whatFits(36, text("booking-later", { total }), text("booking-later-short", { total })),
  open: (due: Part): Part => rich("booking-open", { due }),
  terms: (what: Rental, held: string, isHeld: boolean): string =>
    text("booking-terms", { ...rental(what), held, isHeld }),
  old: (end: Part): Part => rich("booking-old", { end }),
  returned: text("booking-returned"),
  /** Why the money of a booking went back. */
  reason: (why: NamesIn<"booking-reason">): string => text(`booking-reason-${why}`),
});
