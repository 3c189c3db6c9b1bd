/**
 * The life of a payout, one transfer of TRX to a seller or of a withdrawal:
 *
 *   signed → sent → included → paid
 *
 * A fork takes `included` back to `sent`; `dead` is reached from signed or sent, and from a `paid` that the operator booked by hand
 * and undoes. Otherwise `paid` (the block is solidified) and `dead` are final.
 */
import type { Address } from "./address.js";
import { assert } from "./assert.js";
import { formatTrx, type Sun, sun } from "./money.js";
import type { TrxTransfer } from "./transaction-acts.js";

export type PayoutState = "signed" | "sent" | "included" | "paid" | "dead";

const NEXT: Record<PayoutState, readonly PayoutState[]> = {
  signed: ["sent", "included", "dead"],
  sent: ["included", "dead"],
  included: ["paid", "sent"],
  paid: ["dead"],
  dead: [],
};

/** Asserts that a payout may go from one state to the other. */
export function assertPayoutTransition(from: PayoutState, to: PayoutState): void {
  assert(NEXT[from].includes(to), `a payout cannot go from ${from} to ${to}`);
}

export interface Payout {
  readonly id: string;
  /** Null of a withdrawal. */
  readonly seller: Address | null;
  /** Null of a seller's. */
  readonly withdrawalId: string | null;
  readonly receiver: Address;
  /** What the receiver gets. */
  readonly amountSun: Sun;
  /** What the desk keeps. */
  readonly feeSun: Sun;
  readonly state: PayoutState;
  readonly txid: string;
  /** The signed bytes, and until when they can be included (chain time). */
  readonly hex: string;
  readonly expiresAt: number;
  readonly blockNumber: number | null;
  /** The block in which it failed, until that is settled. */
  readonly failedBlock: number | null;
  /** A block that holds it although it is dead, until that is solid and booked. */
  readonly lateBlock: number | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly deathReason: string | null;
  /** Why a node refused it last, while it is under way. */
  readonly refusal: string | null;
  /** Only later blocks can hold it; null where that is not known. */
  readonly signedBlock: number | null;
  /** The account that pays; null of one that was booked by hand. */
  readonly payer: Address | null;
  /** What the account that pays had before it was signed; null where that is not known. */
  readonly purse: PayingPurse | null;
}

/** What an account had right after a solid block. */
export interface PayingPurse {
  readonly account: Address;
  readonly balanceSun: Sun;
  readonly block: number;
}

/** A transfer of TRX in a solid block. */
export interface SolidTransfer extends TrxTransfer {
  readonly txid: string;
  readonly block: number;
}

/** What a host shows of the account that pays since the payout was signed: all its transfers, and what it has after the last block. */
export interface ShownPurse {
  readonly transfers: readonly SolidTransfer[];
  readonly balanceSun: Sun;
}

/**
 * Why a payout is not dead, although its time is over and no block holds its txid; undefined when it is. A host that leaves its
 * transfer out of a block would have to be wrong about the balance, too.
 */
export function whyNotDead(
  { receiver, amountSun, purse }: Pick<Payout, "receiver" | "amountSun" | "purse">,
  account: Address,
  { transfers, balanceSun }: ShownPurse,
  isBooked: (txid: string) => boolean,
): string | undefined {
  const same = transfers.find(
    ({ txid, ...sent }) =>
      sent.from === account &&
      sent.to === receiver &&
      sent.amountSun === amountSun &&
      !isBooked(txid),
  );
  if (same) return `transaction ${same.txid} sends as much to ${receiver} and is in no book`;
  if (!purse) return undefined;
  let leftSun: number = purse.balanceSun;
  for (const { block, from, to, amountSun: movedSun } of transfers) {
    if (block <= purse.block) continue;
    if (to === account) leftSun += movedSun;
    if (from === account) leftSun -= movedSun;
  }
  if (balanceSun > leftSun - amountSun) return undefined;
  return `${account} has ${formatTrx(balanceSun)} TRX, and ${formatTrx(leftSun)} by the transfers that the blocks show`;
}

export interface PayoutTerms {
  /** What a seller must have earned for a payout; above the fee. */
  readonly minimumSun: Sun;
  /** Kept of each payout as revenue. */
  readonly feeSun: Sun;
  /** What goes to all sellers by itself in a UTC day; the operator approves what would pass it. */
  readonly daySun: Sun;
  /** How long the first payout to an account waits, approved or not. */
  readonly firstWaitMs: number;
}

/** A seller's earnings, and what decides about their payout. */
export interface Earnings {
  readonly earnedSun: Sun;
  /** The part that the operator has approved. */
  readonly approvedSun: Sun;
  /** Since when a payout was seen to be due; null before. Wall time. */
  readonly dueSince: number | null;
  /** The account was paid before. */
  readonly wasPaid: boolean;
  /** Its last payout is dead: as with withdrawals, the operator decides again. */
  readonly lastDied: boolean;
}

/** What a seller is paid next, and why not now. */
export interface NextPayout {
  readonly amountSun: Sun;
  readonly feeSun: Sun;
  readonly waits: "first payout" | "approval" | null;
  /** Not before then; null: at once. */
  readonly dueAt: number | null;
}

/**
 * A payout takes all that is earned where the day's limit leaves room for it and the last one did not die, else what was approved.
 * Undefined below the minimum.
 */
export function nextPayout(
  { earnedSun, approvedSun, dueSince, wasPaid, lastDied }: Earnings,
  terms: PayoutTerms,
  paidTodaySun: number,
  at: number,
): NextPayout | undefined {
  const whole = payoutOf(earnedSun, terms);
  if (!whole) return undefined;
  const from = wasPaid ? at : (dueSince ?? at) + terms.firstWaitMs;
  const dueAt = from > at ? from : null;
  const goesByItself = !lastDied && paidTodaySun + whole.amountSun <= terms.daySun;
  const approved = payoutOf(sun(Math.min(earnedSun, approvedSun)), terms);
  const pays = goesByItself ? whole : approved;
  if (!pays) return { ...whole, waits: "approval", dueAt };
  return { ...pays, waits: dueAt === null ? null : "first payout", dueAt };
}

/** The payout of a whole balance, less the fee; undefined while it is below the minimum. */
function payoutOf(
  earnedSun: Sun,
  { minimumSun, feeSun }: Pick<PayoutTerms, "minimumSun" | "feeSun">,
): { readonly amountSun: Sun; readonly feeSun: Sun } | undefined {
  assert(feeSun < minimumSun, "the fee of a payout is below the minimum");
  return earnedSun < minimumSun ? undefined : { amountSun: sun(earnedSun - feeSun), feeSun };
}
