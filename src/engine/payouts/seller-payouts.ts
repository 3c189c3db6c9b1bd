/**
 * When sellers are paid what they have earned, and what holds it back: the minimum, the wait of a first payout, the limit of a day,
 * the death of the last one, and the operator's approval beyond these. Decided when it is shown, and again in the transaction that
 * stores the signed bytes.
 */
import { utcMidnightMs } from "../../common/time.js";
import type { Address } from "../../domain/address.js";
import { DeskError, type FieldProblem, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { formatTrx, type Sun, sumSun, toTrx } from "../../domain/money.js";
import { type NextPayout, nextPayout, type PayoutTerms } from "../../domain/payout.js";
import { withdrawalsHeldBack } from "../../store/figures.js";
import { raiseIncident } from "../../store/incidents.js";
import {
  type EarnerRow,
  findEarner,
  listEarners,
  noteDueSince,
  paidToSellersSince,
  setApproved,
} from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import { dueTimeOf, type Engine } from "../context.js";

export interface Earner {
  readonly seller: Address;
  readonly earnedSun: Sun;
}

export type NextOfSeller = Earner & NextPayout;

export interface HeldOfSeller extends Earner, NextPayout {
  readonly customerId: CustomerId;
  /** Nothing was ever paid to the account. */
  readonly isNewAddress: boolean;
}

export interface Earners {
  /** Who can be paid now, who has waited longest first. */
  readonly due: readonly NextOfSeller[];
  readonly held: readonly HeldOfSeller[];
  /** Those who have earned too little. */
  readonly below: readonly Earner[];
}

/** What is to be paid to sellers, but to the account that pays: what it earned is already there. */
export function readEarners(engine: Engine, payer?: Address): Promise<Earners> {
  // Before the chain was seen, or without it, it is only shown.
  const at = engine.chainClock.head ? dueTimeOf(engine) : engine.now();
  return engine.database.read(() => earnersAt(engine.policy.payouts, at, payer));
}

export function* earnersAt(terms: PayoutTerms, at: number, payer?: Address): Phase<Earners> {
  let todaySun = yield* paidToSellersSince(utcMidnightMs(at));
  const [due, held, below]: [NextOfSeller[], HeldOfSeller[], Earner[]] = [[], [], []];
  for (const row of yield* listEarners()) {
    const { seller, earned_sun: earnedSun } = row;
    if (seller === payer) continue;
    const next = nextPayout(earningsOf(row), terms, todaySun, at);
    if (!next) {
      below.push({ seller, earnedSun });
      continue;
    }
    if (next.waits === null) {
      due.push({ seller, earnedSun, ...next });
      todaySun += next.amountSun;
      continue;
    }
    const whose = { customerId: row.customer_id, isNewAddress: row.was_paid === 0 };
    held.push({ seller, earnedSun, ...whose, ...next });
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
  return (
    row && nextPayout(earningsOf(row), terms, yield* paidToSellersSince(utcMidnightMs(at)), at)
  );
}

function earningsOf(row: EarnerRow) {
  return {
    earnedSun: row.earned_sun,
    approvedSun: row.payout_approved_sun,
    dueSince: row.payout_due_since,
    wasPaid: row.was_paid === 1,
    lastDied: row.last_died === 1,
  };
}

/** The wait of a first payout begins when it is seen to be due. */
export function* noteFirstDue(sellers: readonly Address[], at: number): Phase<void> {
  for (const seller of sellers) yield* noteDueSince(seller, at);
}

/** Who approves, and the sum they saw, fee included. */
interface Approval {
  readonly seller: Address;
  readonly sumSun: Sun;
  readonly by: string;
}

/**
 * Lets that much of what a seller has earned be paid beyond the limit of a day, or after a payout that died; the wait of a first
 * payout stays. It stands in the place of an earlier approval. Throws where less is earned than was seen.
 */
export async function approveSellerPayout(
  { database, policy, now }: Engine,
  { seller, sumSun, by }: Approval,
): Promise<void> {
  const at = now();
  await database.commit(function* (): Phase<void> {
    const row = yield* findEarner(seller);
    if (!row) {
      const message = `${seller} is no seller. \`desk seller list\` shows them.`;
      throw new DeskError("NOT_FOUND", message);
    }
    const problem = approvalProblem(sumSun, row.earned_sun, policy.payouts);
    if (problem) throw validationFailed([problem]);
    yield* setApproved(seller, sumSun);
    const text = `${by} lets ${formatTrx(sumSun)} of the ${formatTrx(row.earned_sun)} TRX that ${seller} has earned be paid.`;
    yield* raiseIncident("payout-approved", text, at);
  });
}

function approvalProblem(
  sumSun: Sun,
  earnedSun: Sun,
  { minimumSun }: PayoutTerms,
): FieldProblem | undefined {
  if (earnedSun === 0) {
    return { path: "SELLER", message: "has no unpaid earnings to approve" };
  }
  const is = `it was ${formatTrx(sumSun)}`;
  if (sumSun > earnedSun) {
    const message = `must be at most ${formatTrx(earnedSun)} TRX, the unpaid earnings; ${is}`;
    return { path: "SUM", message };
  }
  if (sumSun >= minimumSun) return undefined;
  const least = formatTrx(minimumSun);
  return { path: "SUM", message: `must be at least ${least} TRX, the smallest payout; ${is}` };
}

export type HeldBack = Awaited<ReturnType<typeof readHeldBack>>;

export function readHeldBack({ database, policy, now }: Engine) {
  const at = now();
  return database.read(function* () {
    const withdrawals = yield* withdrawalsHeldBack(at);
    const sellers = yield* sellersToApprove(policy.payouts, at);
    return {
      withdrawalsToApprove: withdrawals.withdrawals_approval,
      withdrawalsToNewAddresses: withdrawals.withdrawals_new_address,
      sellersToApprove: sellers.count,
      sellersToApproveTrx: toTrx(sellers.earnedSun),
    };
  });
}

/** Reads all sellers: those whose payout waits for the operator, and what they have earned. */
export function* sellersToApprove(
  terms: PayoutTerms,
  at: number,
): Phase<{ readonly count: number; readonly earnedSun: Sun }> {
  const { held } = yield* earnersAt(terms, at);
  const waiting = held.filter(({ waits }) => waits === "approval");
  return { count: waiting.length, earnedSun: sumSun(waiting.map(({ earnedSun }) => earnedSun)) };
}
