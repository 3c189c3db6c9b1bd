/** What is said beside the cards: help, plain messages, prompts, toasts, files. */
import type { Resource } from "../../domain/resource.js";
import type { Part } from "../transport/format.js";
import { table, type Words } from "./words.js";

/** A question that forces a reply; the placeholder stands in the empty input field. */
interface Prompt {
  readonly text: (resource: Resource) => Part;
  readonly placeholder: string;
}

export const help = ({ text, rich }: Words) => ({
  title: text("help-title"),
  /** Lines that order; `buy` begins each where a line alone does not. */
  wallet: (buy: string): Part => rich("help-wallet", { buy }),
  oneLine: (buy: string): Part => rich("help-one-line", { buy }),
  ownAmounts: (buy: string): Part => rich("help-own-amounts", { buy }),
  locked: (buy: string): Part => rich("help-locked", { buy }),
  paying: text("help-paying"),
  group: text("help-group"),
  contact: (contact: string): string => text("help-contact", { contact }),
});

export const notes = ({ text }: Words) => ({
  anonymousAdmin: text("notes-anonymous-admin"),
  channel: text("notes-channel"),
  linkedPost: text("notes-linked-post"),
  editedAfterPayment: text("notes-edited-after-payment"),
  editedInVain: text("notes-edited-in-vain"),
  deadLetter: text("notes-dead-letter"),
  cannotWrite: text("notes-cannot-write"),
  nothingToCancel: text("notes-nothing-to-cancel"),
  nothingToRepeat: text("notes-nothing-to-repeat"),
  anothersOrder: text("notes-anothers-order"),
  addressLater: text("notes-address-later"),
  privateOnly: text("notes-private-only"),
  groupHint: text("notes-group-hint"),
});

export const unknownCommand =
  ({ text, and }: Words) =>
  (typed: string, meant: string | undefined, known: readonly string[]): string =>
    meant === undefined
      ? text("unknown-command", { typed, known: and(known.map((name) => `/${name}`)) })
      : text("unknown-command-meant", { typed, meant });

export const profile = ({ text }: Words) => ({
  description: text("profile-description"),
  shortDescription: text("profile-short-description"),
});

export const prompts = ({ text }: Words) =>
  table<Prompt>()({
    receivers: {
      text: () => text("prompts-receivers-text"),
      placeholder: text("prompts-receivers-placeholder"),
    },
    amount: {
      text: (resource) => text("prompts-amount-text", { resource }),
      placeholder: text("prompts-amount-placeholder"),
    },
    price: {
      text: () => text("prompts-price-text"),
      placeholder: text("prompts-price-placeholder"),
    },
    partialMin: {
      text: () => text("prompts-partial-min-text"),
      placeholder: text("prompts-partial-min-placeholder"),
    },
    order: {
      text: () => text("prompts-order-text"),
      placeholder: text("prompts-order-placeholder"),
    },
  });

export const toasts = ({ text }: Words) => ({
  notYours: text("toasts-not-yours"),
  /** In a group it is said whose. */
  anothers: (name: string): string => text("toasts-anothers", { name }),
  stale: text("toasts-stale"),
  alreadyPaid: text("toasts-already-paid"),
  alreadyDropped: text("toasts-already-dropped"),
  readFirst: text("toasts-read-first"),
  stillMissingInGroup: text("notices-INSUFFICIENT_BALANCE-in-group"),
  stillMissing: (amount: string): string => text("toasts-still-missing", { amount }),
  /** Two sums, where another is to be paid now. */
  quoteLapsed: (before = "", now?: string): string => text("toasts-quote-lapsed", { before, now }),
  offersGone: (before = "", now?: string): string => text("toasts-offers-gone", { before, now }),
  alreadyBooked: text("toasts-already-booked"),
  bookingCancelled: (amount: string): string => text("toasts-booking-cancelled", { amount }),
  bookingOver: text("toasts-booking-over"),
  bookingOrdered: text("toasts-booking-ordered"),
  refreshed: text("toasts-refreshed"),
  nothingToGoBackTo: text("toasts-nothing-to-go-back-to"),
});

export const files = ({ text }: Words) => ({
  /** Why a file cannot be read, and what to do. */
  problem: {
    tooLarge: text("files-problem-too-large"),
    unavailable: text("files-problem-unavailable"),
    spreadsheet: text("files-problem-spreadsheet"),
    notText: text("files-problem-not-text"),
    noWallets: text("files-problem-no-wallets"),
  },
  /** A button: so many of those that are left come next. */
  next: (next: number, left: number): string =>
    left > next ? text("files-next-of", { next, left }) : text("files-next", { next }),
});
