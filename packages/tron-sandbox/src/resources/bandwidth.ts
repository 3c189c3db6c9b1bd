/**
 * Who pays for a transaction's bytes: staked bandwidth, then the free 600 a day, then TRX is burnt.
 */
import type { Account, Totals } from "../state/records.js";
import { limitOf } from "./capacity.js";
import { increase, recovered, recoverPlain } from "./recovery.js";

export const FREE_BANDWIDTH = 600;
export const SUN_PER_BYTE = 1_000;
export const CREATE_ACCOUNT_FEE_SUN = 100_000;
/** Bytes that a transaction is charged beyond its own, for its result. */
export const RESULT_BYTES = 64;

export interface Payment {
  readonly account: Account;
  readonly netUsageUnits: number;
  readonly netFeeSun: number;
}

/** When the account pays: the head's slot and its time. */
export interface Moment {
  readonly slot: number;
  readonly timeMs: number;
}

/** undefined when the account can pay in none of the ways. */
export function payBandwidth(
  account: Account,
  bytes: number,
  totals: Totals,
  now: Moment,
): Payment | undefined {
  return useBandwidth(account, bytes, totals, now) ?? burn(account, bytes * SUN_PER_BYTE, now);
}

/** Staked, or of the day's free; undefined where neither has enough. */
export function useBandwidth(
  account: Account,
  bytes: number,
  totals: Totals,
  now: Moment,
): Payment | undefined {
  return payStaked(account, bytes, totals, now) ?? payFree(account, bytes, now);
}

/**
 * A transfer that creates its receiver pays staked bandwidth or a fee; the free bandwidth does not
 * count.
 */
export function payAccountCreation(
  account: Account,
  bytes: number,
  totals: Totals,
  now: Moment,
): Payment | undefined {
  return payStaked(account, bytes, totals, now) ?? burn(account, CREATE_ACCOUNT_FEE_SUN, now);
}

function payStaked(
  account: Account,
  bytes: number,
  totals: Totals,
  now: Moment,
): Payment | undefined {
  const used = recovered(account.bandwidth, now.slot);
  if (bytes > limitOf(account, totals, "bandwidth") - used) return undefined;
  const bandwidth = { ...increase(account.bandwidth, bytes, now.slot), slot: now.slot };
  const paid = { ...account, bandwidth, operatedAt: now.timeMs };
  return { account: paid, netUsageUnits: bytes, netFeeSun: 0 };
}

function payFree(account: Account, bytes: number, now: Moment): Payment | undefined {
  const used = recoverPlain(account.freeUsedUnits, 0, account.freeSlot, now.slot);
  if (bytes > FREE_BANDWIDTH - used) return undefined;
  const freeUsedUnits = recoverPlain(used, bytes, now.slot, now.slot);
  const paid = { ...account, freeUsedUnits, freeSlot: now.slot, operatedAt: now.timeMs };
  return { account: paid, netUsageUnits: bytes, netFeeSun: 0 };
}

function burn(account: Account, feeSun: number, now: Moment): Payment | undefined {
  if (account.balanceSun < feeSun) return undefined;
  const balanceSun = account.balanceSun - feeSun;
  const paid = { ...account, balanceSun, operatedAt: now.timeMs };
  return { account: paid, netUsageUnits: 0, netFeeSun: feeSun };
}
