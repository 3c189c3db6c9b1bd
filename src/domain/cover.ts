/** Cover: what the desk owes, compared with what it has on the chain. */
import type { Address } from "./address.js";
import { usdtSun } from "./deposit.js";
import { type Sun, sun } from "./money.js";

/** What the books say, in SUN. */
export interface Owed {
  readonly availableSun: number;
  readonly heldSun: number;
  /** The part of both that is gifts, which are spent first and never withdrawn. */
  readonly giftsSun: number;
  readonly earnedSun: number;
  /** Payouts and withdrawals that have left the books, and not the chain's account yet. */
  readonly payoutsSun: number;
  /** Deposits to be credited once a reading shows that their money is there too; not owed before. */
  readonly waitingSun: number;
}

/** What an account has, or several together. */
export interface Holding {
  readonly trxSun: number;
  readonly usdtUnits: bigint;
}

export interface There {
  readonly deposits: Holding;
  /** Undefined where DEPOSIT_SWEEP_TO is not set, or is the payout account. */
  readonly sweepTo: Holding | undefined;
  /** Undefined where payouts are off. */
  readonly payout: Holding | undefined;
  /** The operator's accounts beside the desk. */
  readonly beside: readonly NamedHolding[];
}

export interface NamedHolding extends Holding {
  readonly address: Address;
}

export interface Cover {
  readonly owed: Owed;
  readonly owedSun: number;
  readonly there: There;
  /** SUN for one USDT; undefined while no rate was ever set, and then USDT counts nothing. */
  readonly rateSun: number | undefined;
  readonly thereSun: number;
  /** What is there less what is owed; negative when too little is there. */
  readonly differenceSun: number;
  /** What is missing for all that can be claimed; gifts need no cover. */
  readonly shortfallSun: Sun;
  /** There is also enough for the deposits that wait. */
  readonly coversWaiting: boolean;
  /** First and last solid block of the reading; often the same. */
  readonly firstBlock: number;
  readonly lastBlock: number;
  readonly addresses: number;
  /** Addresses of lost keys: nobody can move what is there, so it counts nothing. */
  readonly retiredAddresses: number;
  /** Wall time of the end. */
  readonly at: number;
}

/** In TRX, rounded down. */
export function worthOf({ trxSun, usdtUnits }: Holding, rateSun: number | undefined): number {
  return trxSun + (rateSun === undefined ? 0 : Number(usdtSun(usdtUnits, rateSun)));
}

export function sumOf(holdings: readonly Holding[]): Holding {
  return {
    trxSun: holdings.reduce((total, { trxSun }) => total + trxSun, 0),
    usdtUnits: holdings.reduce((total, { usdtUnits }) => total + usdtUnits, 0n),
  };
}

export function coverOf(
  owed: Owed,
  there: There,
  read: Pick<
    Cover,
    "rateSun" | "firstBlock" | "lastBlock" | "addresses" | "retiredAddresses" | "at"
  >,
): Cover {
  const owedSun = owed.availableSun + owed.heldSun + owed.earnedSun + owed.payoutsSun;
  const own = [there.deposits, there.sweepTo, there.payout].flatMap((one) => one ?? []);
  const places = [...own, ...there.beside];
  const thereSun = places.reduce((total, place) => total + worthOf(place, read.rateSun), 0);
  const differenceSun = thereSun - owedSun;
  const claimedSun = owedSun - owed.giftsSun;
  const shortfallSun = sun(Math.max(0, claimedSun - thereSun));
  const coversWaiting = claimedSun + owed.waitingSun <= thereSun;
  const found = { differenceSun, shortfallSun, coversWaiting };
  return { owed, owedSun, there, thereSun, ...found, ...read };
}
