/**
 * When sellers are paid what they have earned, and what holds it back: the minimum, the wait of a first payout, the limit of a day,
 * and the operator's approval beyond it. Decided when it is shown, and again in the transaction that stores the signed bytes.
 */
import type { Address } from "../../domain/address.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { Sun } from "../../domain/money.js";
import { type NextPayout, nextPayout, type PayoutTerms } from "../../domain/payout.js";
import { dayOf } from "../../domain/withdrawal.js";
import {
  type EarnerRow,
  findEarner,
  listEarners,
  noteDueSince,
  paidToSellersSince,
  setApproved,
} from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

export interface Earner {
  readonly seller: Address;
  readonly earnedSun: Sun;
}

export type NextOfSeller = Earner & NextPayout;

export interface Earners {
  /** Who can be paid now, who has waited longest first. */
  readonly due: readonly NextOfSeller[];
  readonly held: readonly NextOfSeller[];
  /** Those who have earned too little. */
  readonly below: readonly Earner[];
}

/** What is to be paid to sellers, but to the account that pays: what it earned is already there. */
export function readEarners(engine: Engine, payer?: Address): Promise<Earners> {
  return engine.database.read(() => earnersAt(engine.policy.payouts, engine.now(), payer));
}

export function* earnersAt(terms: PayoutTerms, at: number, payer?: Address): Phase<Earners> {
  let todaySun = yield* paidToSellersSince(dayOf(at));
  const [due, held, below]: [NextOfSeller[], NextOfSeller[], Earner[]] = [[], [], []];
  for (const row of yield* listEarners()) {
    const { seller, earned_sun: earnedSun } = row;
    if (seller === payer) continue;
    const next = nextPayout(earningsOf(row), terms, todaySun, at);
    if (!next) {
      below.push({ seller, earnedSun });
      continue;
    }
    (next.waits === null ? due : held).push({ seller, earnedSun, ...next });
    if (next.waits === null) todaySun += next.amountSun;
  }
  return { due, held, below };
}

/** What one seller is paid next; undefined below the minimum. */
export function* nextPayoutOf(
  seller: Address,
  terms: PayoutTerms,
  at: number,
): Phase<NextPayout | undefined> {
  const row = yield* findEarner(seller);
  return row && nextPayout(earningsOf(row), terms, yield* paidToSellersSince(dayOf(at)), at);
}

function earningsOf(row: EarnerRow) {
  return {
    earnedSun: row.earned_sun,
    approvedSun: row.payout_approved_sun,
    dueSince: row.payout_due_since,
    wasPaid: row.was_paid === 1,
  };
}

/** The wait of a first payout begins when it is seen to be due. */
export function* noteFirstDue(sellers: readonly Address[], at: number): Phase<void> {
  for (const seller of sellers) yield* noteDueSince(seller, at);
}

/** Lets what a seller has earned until now be paid beyond the limit of a day; the wait of a first payout stays. */
export async function approveSellerPayout(
  engine: Engine,
  seller: Address,
): Promise<{ readonly seller: Address; readonly approvedSun: Sun }> {
  return engine.database.commit(function* () {
    const row = yield* findEarner(seller);
    if (!row) {
      const message = `${seller} is no seller. \`desk seller list\` shows them.`;
      throw new DeskError("NOT_FOUND", message);
    }
    if (row.earned_sun === 0) {
      const message = `${seller} has earned nothing that is not paid; there is nothing to approve`;
      throw validationFailed([{ path: "SELLER", message }]);
    }
    yield* setApproved(seller, row.earned_sun);
    return { seller, approvedSun: row.earned_sun };
  });
}
