/**
 * Who fills a Manual order: owners are asked in the caller's price-time order, and each takes as much as the rules allow. Pure;
 * counted in stake, because stake is what an owner runs out of.
 */
import type { Address } from "./address.js";
import type { LockChance, Part, StakeArithmetic } from "./allocation.js";
import type { LockMode } from "./lock.js";

/** What an order still needs. */
export interface Want {
  readonly units: number;
  /** False: one owner delivers all of it in one delegation. */
  readonly allowPartial: boolean;
  /** With `allowPartial`, neither a part nor what it leaves may be smaller. */
  readonly partialMin: number;
  readonly lockMode: LockMode;
  /** The most it pays, in SUN per unit. */
  readonly priceSun: number;
  /**
   * Whoever was in the book first sets the price: a new order takes offers at their prices, a resting one that an offer meets
   * trades at its own.
   */
  readonly rests: boolean;
  /** The most that sellers may be paid for it, in SUN: gifts never pay sellers. */
  readonly mostForSellersSun: number;
  /** Days that each unit is charged for. */
  readonly days: number;
}

/** One owner that would sell at the order's price. */
export interface Ask {
  readonly owner: Address;
  /** What they ask, in SUN per unit: at most the order's price. */
  readonly priceSun: number;
  readonly freeSun: number;
  /** Smallest part this owner sells, in units. */
  readonly chunkUnits: number;
  readonly lock: LockChance;
  /** Sellers keep their own key, so their delegations are locked or not made; the pool may deliver unlocked. */
  readonly isSeller: boolean;
}

/**
 * Why an owner was passed over: no lock is possible, it has too little, its smallest part is too large, or it is a seller and too
 * little of the customer's money was paid in.
 */
export type PassedOver = "lock" | "capacity" | "chunk" | "gift";

export interface FilledPart extends Part {
  /** The price of the trade, in SUN per unit. */
  readonly priceSun: number;
}

export interface Fill {
  readonly parts: readonly FilledPart[];
  /** Units that nobody took. */
  readonly rest: number;
  /** What sellers may still be paid. */
  readonly mostForSellersSun: number;
  readonly passedOver: readonly { readonly owner: Address; readonly why: PassedOver }[];
}

/** Asks the owners one after the other. Without `allowPartial` there is at most one part, of everything. */
export function fill(want: Want, asks: Iterable<Ask>, stake: StakeArithmetic): Fill {
  const parts: FilledPart[] = [];
  const passedOver: { owner: Address; why: PassedOver }[] = [];
  let rest = want.units;
  let { mostForSellersSun } = want;
  for (const ask of asks) {
    if (rest === 0) break;
    const taken = take({ ...want, units: rest, mostForSellersSun }, ask, stake);
    if (typeof taken === "string") {
      passedOver.push({ owner: ask.owner, why: taken });
    } else {
      parts.push(taken);
      rest -= taken.units;
      if (ask.isSeller) mostForSellersSun -= taken.units * taken.priceSun * want.days;
    }
  }
  return { parts, rest, mostForSellersSun, passedOver };
}

function take(want: Want, ask: Ask, stake: StakeArithmetic): FilledPart | PassedOver {
  const lockable = (units: number) => (want.lockMode === "never" ? 0 : ask.lock.lockable(units));
  const mustLock = ask.isSeller || want.lockMode === "always";
  if (mustLock && lockable(want.units) === 0) return "lock";
  const free = stake.unitsWithin(Math.max(0, ask.freeSun));
  const legal = legalUnits(want, free, ask.chunkUnits);
  if (typeof legal === "string") return legal;
  const able = mustLock ? legalUnits(want, lockable(legal), ask.chunkUnits) : legal;
  if (typeof able === "string") return "lock";
  const priceSun = want.rests ? want.priceSun : ask.priceSun;
  const payable = ask.isSeller ? Math.floor(want.mostForSellersSun / (priceSun * want.days)) : able;
  const units = able <= payable ? able : legalUnits(want, payable, ask.chunkUnits);
  if (typeof units === "string") return "gift";
  const locked = lockable(units) === units;
  if (mustLock && !locked) return "lock";
  return { owner: ask.owner, units, reservedSun: stake.stakeFor(units), locked, priceSun };
}

/** The most units one owner may take: all that is left, or a part that leaves enough for another owner. */
function legalUnits(want: Want, within: number, chunkUnits: number): number | PassedOver {
  if (want.units < chunkUnits) return "chunk";
  if (within >= want.units) return want.units;
  if (!want.allowPartial) return "capacity";
  const most = Math.min(within, want.units - want.partialMin);
  if (most >= Math.max(want.partialMin, chunkUnits)) return most;
  return within >= Math.max(want.partialMin, chunkUnits) ? "chunk" : "capacity";
}
