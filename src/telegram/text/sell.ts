/** /sell. */
import type { Duration } from "../../domain/duration.js";
import type { Delegating, Power } from "../../domain/permission.js";
import type { Resource } from "../../domain/resource.js";
import type { Part } from "../transport/format.js";
import type { NamesIn, Rental, Words } from "./words.js";

interface OfferLine {
  readonly resource: Resource;
  readonly price: number;
  readonly shortest: Duration;
  readonly longest: Duration;
  readonly chunk: string;
  /** Undefined where all is sold. */
  readonly keep: string | undefined;
  readonly isOn: boolean;
  /** The most that a unit sells for now, where the offer asks more. */
  readonly tooDearAbove: number | undefined;
}

interface TakeFacts {
  readonly rental: Rental;
  readonly gets: string;
  readonly costs: string;
  readonly commission: string;
}

interface DelegationFacts {
  readonly amount: number;
  readonly resource: Resource;
  readonly price: number;
  readonly earns: string;
  /** Undefined while it is on its way. */
  readonly end: Part | undefined;
}

export const sell = ({ text, rich, list, rental, shortDuration }: Words) => ({
  title: text("sell-title"),
  list: text("sell-list"),
  account: (address: Part, earned: string, state: "onSale" | "paused" | "idle"): Part =>
    rich("sell-account", { address, state, earned }),
  moreAccounts: (count: number): string => text("sell-more-accounts", { count }),
  address: (commission: string): Part => text("sell-address", { commission }),
  permission: {
    title: text("sell-permission-title"),
    account: (address: Part): Part => rich("sell-permission-account", { address }),
    noKey: text("sell-permission-no-key"),
    missing: (lacking: readonly Delegating[]): string =>
      text("sell-permission-missing", {
        operations: list(lacking.map((one) => text(`sell-operation-${one}`))),
      }),
    weight: (has: number, needs: number): string => text("sell-permission-weight", { needs, has }),
    fine: text("sell-permission-fine"),
    tooMuch: (more: readonly Power[]): string =>
      text("sell-permission-too-much", {
        powers: list(more.map((one) => text(`sell-power-${one}`))),
      }),
    /** How it is given, wallet by wallet. */
    steps: (operator: Part): Part => rich("sell-permission-steps", { operator }),
  },
  challenge: {
    title: text("sell-challenge-title"),
    ask: text("sell-challenge-ask"),
    how: rich("sell-challenge-how"),
    /** In the sandbox, where the command signs. */
    sandbox: (command: Part): Part => rich("sell-challenge-sandbox", { command }),
    until: (end: Part): Part => rich("sell-challenge-until", { end }),
    /** Under the QR code. */
    code: text("sell-challenge-code"),
  },
  seller: {
    state: (isPaused: boolean): string => text("sell-seller-state", { isPaused }),
    /** All offers are off. */
    idle: text("sell-seller-idle"),
    pause: (why: NamesIn<"sell-seller-pause">): string => text(`sell-seller-pause-${why}`),
    capacity: (energy: string, bandwidth: string): string =>
      text("sell-seller-capacity", { energy, bandwidth }),
    money: (earned: string, paidOut: string): Part =>
      text("sell-seller-money", { earned, paidOut }),
    /** When it is paid, or what that waits for. */
    payout: {
      minimum: (least: string): Part => text("sell-seller-payout-minimum", { least }),
      next: text("sell-seller-payout-next"),
      first: (from: Part): Part => rich("sell-seller-payout-first", { from }),
      approval: (from: Part | undefined): Part => rich("sell-seller-payout-approval", { from }),
    },
    open: (count: number): string => text("sell-seller-open", { count }),
    delegation: (facts: DelegationFacts): Part => rich("sell-seller-delegation", facts),
    moreDelegations: (count: number): string => text("sell-seller-more-delegations", { count }),
    offer: ({ tooDearAbove, shortest, longest, ...offer }: OfferLine): string => {
      const times = { shortest: shortDuration(shortest), longest: shortDuration(longest) };
      const terms = text("sell-seller-offer", { ...offer, ...times });
      if (tooDearAbove === undefined) return terms;
      return `${terms}\n${text("sell-seller-too-dear", { tooDearAbove })}`;
    },
    noOffer: text("sell-seller-no-offer"),
    allowsMore: text("sell-seller-allows-more"),
  },
  offer: {
    title: (resource: Resource): string => text("sell-offer-title", { resource }),
    about: text("sell-offer-about"),
    /** What is left to them of a price for a rental, in TRX, and the desk's share in percent. */
    take: (facts: TakeFacts): string =>
      text("sell-offer-take", {
        gets: facts.gets,
        costs: facts.costs,
        ...rental(facts.rental),
        commission: facts.commission,
      }),
    question: (field: NamesIn<"sell-offer-question">): string =>
      text(`sell-offer-question-${field}`),
    /** A field and its value, on its button. */
    field: (field: NamesIn<"sell-offer-field">, value: string): string =>
      text(`sell-offer-field-${field}`, { value }),
    price: (sun: number): string => text("sell-offer-price", { sun }),
    /** The most that anybody waits to pay. */
    priceWanted: (sun: number, units: string): string =>
      text("sell-offer-price-wanted", { sun, units }),
  },
  /** Behind what was wrong with a typed answer. */
  typed: (said: string): string => text("sell-typed", { said }),
  /** Behind OTHER_KEY. A signature of another text seems to be of some account that nobody knows. */
  signedBy: (account: Part): Part => rich("sell-signed-by", { account }),
  notices: (code: NamesIn<"sell-notices">): string => text(`sell-notices-${code}`),
  /** `idle`: with nothing on sale. */
  closed: (how: NamesIn<"sell-closed">): string => text(`sell-closed-${how}`),
  toasts: {
    notYours: text("sell-toasts-not-yours"),
    closed: text("sell-toasts-closed"),
    saved: text("sell-toasts-saved"),
    unchanged: text("sell-toasts-unchanged"),
    /** Of the permission of an account that sells. */
    fine: text("sell-toasts-fine"),
  },
  buttons: {
    add: text("sell-buttons-add"),
    list: text("sell-buttons-list"),
    check: text("sell-buttons-check"),
    copyDesk: text("sell-buttons-copy-desk"),
    goOn: text("sell-buttons-go-on"),
    newText: text("sell-buttons-new-text"),
    offer: (resource: Resource, isKnown: boolean): string =>
      text("sell-buttons-offer", { isKnown, resource }),
    turn: (resource: Resource, isOn: boolean): string =>
      text("sell-buttons-turn", { resource, isOn }),
    permission: text("sell-buttons-permission"),
    save: text("sell-buttons-save"),
    close: text("sell-buttons-close"),
  },
});
