/** Notifications: each begins with the bell, so that nobody takes one for a card. */
import { type PerResource, RESOURCES, type Resource } from "../../domain/resource.js";
import { join, type Part } from "../transport/format.js";
import type { Rental, Words } from "./words.js";

export interface OrderedFacts {
  readonly rental: Rental;
  /** The only wallet; undefined for several. */
  readonly wallet: Part | undefined;
  /** To whom a transfer of USDT can be sent with what each wallet gets; undefined of Bandwidth. */
  readonly sends: "nobody" | "holders" | "anyone" | undefined;
  /** What the Energy of each wallet is for. */
  readonly energy: readonly string[];
  readonly ends: Part | undefined;
  readonly filledUnits: number;
  readonly paid: string;
  /** Undefined where nothing was delivered. */
  readonly delivered: string | undefined;
  readonly refunded: string;
  /** What a better price has saved, in words. */
  readonly improved: string | undefined;
  /** Why it was cancelled, in words. */
  readonly reason: string | undefined;
}

interface EndingFacts {
  readonly units: number;
  /** The units of each wallet; undefined where they differ. */
  readonly each: number | undefined;
  readonly resource: Resource;
  readonly wallets: number;
  readonly wallet: Part | undefined;
  readonly at: Part;
}

/** A booking whose money went back. */
interface ReturnedFacts {
  readonly rental: Rental;
  readonly held: string;
  readonly reason: string;
  readonly wallet: Part | undefined;
}

interface KeyOrderFacts {
  readonly what: Rental;
  readonly paid: string;
  /** Of a raised price: how much more is held. */
  readonly more: string | undefined;
  readonly priceSun: number;
  /** How the key begins. */
  readonly key: Part;
}

export const news = ({ text, rich, and, rental }: Words) => ({
  booking: (facts: ReturnedFacts): Part =>
    join([
      rich("news-booking", { ...rental(facts.rental), held: facts.held }),
      facts.reason,
      facts.wallet,
    ]),
  completed: (facts: OrderedFacts): Part =>
    join([
      rich("news-completed"),
      text("news-completed-terms", {
        ...rental(facts.rental),
        paid: facts.paid,
        improved: facts.improved,
      }),
      facts.ends,
      facts.sends === "nobody" || facts.sends === "holders"
        ? text(`news-sends-${facts.sends}`)
        : undefined,
      ...facts.energy,
      facts.wallet,
    ]),
  partial: ({
    rental: { amount: each, receivers, isSum, resource },
    filledUnits: filled,
    wallet,
  }: OrderedFacts): Part => {
    const amount = isSum ? each : each * receivers;
    return join([
      rich("news-partial", { amount, resource, receivers, filled, rest: amount - filled }),
      wallet,
    ]);
  },
  cancelled: (facts: OrderedFacts): Part =>
    join([
      rich("news-cancelled", {
        delivered: facts.delivered,
        ...rental(facts.rental),
        paid: facts.paid,
        refunded: facts.refunded,
      }),
      facts.improved,
      facts.reason,
      facts.wallet,
    ]),
  ending: ({ at, units, each, resource, wallets: receivers, wallet }: EndingFacts): Part =>
    join([
      rich("news-ending", {
        amount: each ?? units,
        resource,
        receivers,
        isSum: each === undefined,
        at,
      }),
      wallet,
    ]),
  balance: (available: string, limit: string): Part => rich("news-balance", { available, limit }),
  /** What was sold, in how many orders, and what the seller gets for it, in TRX. */
  sale: (sold: PerResource<number>, orders: number, earned: string): Part =>
    rich("news-sale", {
      sold: and(
        RESOURCES.flatMap((one) =>
          sold[one] > 0 ? [text("units", { amount: sold[one], resource: one })] : [],
        ),
      ),
      orders,
      earned,
    }),
  /** Buttons. */
  open: text("news-open"),
  extend: text("news-extend"),
});

export const ordered =
  ({ rich, rental }: Words) =>
  ({ what, paid, more, priceSun, key }: KeyOrderFacts): Part =>
    rich("ordered", { more, paid, ...rental(what), priceSun, key });

export const orderedInHour =
  ({ rich }: Words) =>
  (paid: string, from: string): Part =>
    rich("ordered-in-hour", { paid, from });
