/** Who pays for the Energy of a call: staked Energy first, then TRX is burnt. */
import type { Account, Totals } from "../state/records.js";
import type { Moment } from "./bandwidth.js";
import { limitOf } from "./capacity.js";
import { increase, recovered } from "./recovery.js";

export const SUN_PER_ENERGY = 100;
export const MAX_FEE_LIMIT_SUN = 15_000_000_000;

function leftUnits(account: Account, totals: Totals, { slot }: Moment): number {
  return Math.max(0, limitOf(account, totals, "energy") - recovered(account.energy, slot));
}

/** The most that a call may take: what the caller has, and what the limit of the fee allows of it. */
export function energyLimit(
  account: Account,
  { feeLimitSun, valueSun }: { readonly feeLimitSun: number; readonly valueSun: number },
  totals: Totals,
  now: Moment,
): number {
  const forSaleSun = Math.max(0, account.balanceSun - valueSun);
  const available = leftUnits(account, totals, now) + Math.floor(forSaleSun / SUN_PER_ENERGY);
  return Math.min(available, Math.floor(feeLimitSun / SUN_PER_ENERGY));
}

interface EnergyPayment {
  readonly account: Account;
  readonly stakedUnits: number;
  readonly burntSun: number;
}

/** Units within the limit: the account can pay them. */
export function payEnergy(
  account: Account,
  units: number,
  totals: Totals,
  now: Moment,
): EnergyPayment {
  if (units === 0) return { account, stakedUnits: 0, burntSun: 0 };
  const stakedUnits = Math.min(units, leftUnits(account, totals, now));
  const burntSun = (units - stakedUnits) * SUN_PER_ENERGY;
  const energy = { ...increase(account.energy, stakedUnits, now.slot), slot: now.slot };
  const balanceSun = account.balanceSun - burntSun;
  const paid = { ...account, energy, balanceSun, operatedAt: now.timeMs };
  return { account: paid, stakedUnits, burntSun };
}
