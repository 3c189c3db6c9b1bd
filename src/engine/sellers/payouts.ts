/**
 * What happens to a payout and to the seller's money with it. The money leaves `earned` in the transaction that stores the
 * signed bytes, before anything is sent, and comes back only when those bytes are provably dead.
 */
import type { Address } from "../../domain/address.js";
import { present } from "../../domain/assert.js";
import type { RejectionReason } from "../../domain/broadcast.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import { formatTrx, type Sun, sun } from "../../domain/money.js";
import type { Payout } from "../../domain/payout.js";
import { raiseIncident } from "../../store/incidents.js";
import {
  balanceSunOf,
  EXTERNAL,
  earnedOf,
  findTransfer,
  move,
  REVENUE,
  type Transfer,
} from "../../store/ledger.js";
import {
  advancePayout,
  findPayout,
  findPayoutByTxid,
  insertPayout,
  isPaidLate,
  newestPayoutTimestamp,
  openPayoutOf,
  type PayoutRow,
} from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import { findSeller } from "../../store/sellers.js";
import type { Engine } from "../context.js";
import { payoutOfRow } from "./payout-lists.js";

export interface SignedPayout {
  readonly id: string;
  readonly seller: Address;
  readonly amountSun: Sun;
  readonly feeSun: Sun;
  readonly txid: string;
  readonly hex: string;
  readonly timestampMs: number;
  readonly expiresAt: number;
}

/**
 * Commits signed bytes, their first attempt, and the transfers. Undefined, and nothing may be sent, when the seller has a
 * payout under way, was paid by one that counted as dead, or no longer has that much.
 */
export function* payoutSigned(signed: SignedPayout, at: number): Phase<Payout | undefined> {
  const { seller, amountSun, feeSun } = signed;
  if (yield* openPayoutOf(seller)) return undefined;
  if (yield* isPaidLate(seller)) return undefined;
  if ((yield* balanceSunOf(earnedOf(seller))) < amountSun + feeSun) return undefined;
  if (signed.timestampMs <= (yield* newestPayoutTimestamp())) return undefined;
  const payout = yield* insertPayout({
    id: signed.id,
    seller,
    withdrawal_id: null,
    receiver: seller,
    amount_sun: amountSun,
    fee_sun: feeSun,
    txid: signed.txid,
    transaction_hex: signed.hex,
    transaction_expires_at: signed.expiresAt,
    timestamp_ms: signed.timestampMs,
    created_at: at,
  });
  const from = earnedOf(seller);
  yield* move(
    { id: `${payout.id}:pay`, from, to: EXTERNAL, amountSun, kind: "payout", at },
    ...feeTransfer(payout, { id: `${payout.id}:fee`, from, to: REVENUE, at }),
  );
  return payoutOfRow(payout);
}

function feeTransfer({ fee_sun }: PayoutRow, how: Omit<Transfer, "amountSun">): Transfer[] {
  return fee_sun > 0 ? [{ ...how, amountSun: fee_sun }] : [];
}

/** Counts another attempt with the same bytes, before they go out; undefined when they need not go out any more. */
export function* nextPayoutAttempt(id: string): Phase<Payout | undefined> {
  const payout = yield* findPayout(id);
  if (!payout || !isOut(payout) || payout.failed_block !== null) return undefined;
  return payoutOfRow(yield* advancePayout(payout, payout.state, { attempts: payout.attempts + 1 }));
}

/** The node has taken the bytes, or may have. */
export function* payoutSent(id: string): Phase<void> {
  const payout = yield* findPayout(id);
  if (payout?.state === "signed") yield* advancePayout(payout, "sent");
}

/** The node has definitely refused the only attempt. Does nothing when the payout has moved on meanwhile. */
export function* payoutRefused(id: string, reason: RejectionReason, at: number): Phase<boolean> {
  const payout = yield* findPayout(id);
  if (payout?.state !== "signed" || payout.attempts !== 1) return false;
  if (payout.failed_block !== null) return false;
  yield* payoutDied(payout, reason, at);
  return true;
}

/** No node will ever include these bytes: they have provably expired. Does nothing when the payout has moved on meanwhile. */
export function* payoutExpired(id: string, at: number): Phase<boolean> {
  const payout = yield* findPayout(id);
  if (!payout || !isOut(payout)) return false;
  yield* payoutDied(payout, "expired", at);
  return true;
}

/** It failed in a final block, and the solidified state says so too. Does nothing when the payout has moved on meanwhile. */
export function* payoutFailed(id: string, at: number): Phase<boolean> {
  const payout = yield* findPayout(id);
  if (!payout || !isOut(payout) || payout.failed_block === null) return false;
  yield* payoutDied(payout, "failed in its block", at);
  return true;
}

/**
 * Settles a payout's transaction that is in a block. A failure, or a transaction that counted as dead, is only noted: money
 * moves when the block is solid.
 */
export function* settlePayout(payout: PayoutRow, success: boolean, block: number): Phase<void> {
  const { id, state } = payout;
  if (state === "dead" && success && !(yield* findTransfer(`${id}:late`))) {
    yield* advancePayout(payout, state, { late_block: block });
  }
  if (!isOut(payout)) return;
  if (!success) yield* advancePayout(payout, state, { failed_block: payout.failed_block ?? block });
  else yield* advancePayout(payout, "included", { block_number: block, failed_block: null });
}

/** Its block is final: the seller is paid. */
export function* payoutSolidified(payout: PayoutRow, at: number): Phase<void> {
  yield* advancePayout(payout, "paid", { finished_at: at });
}

/** A payout whose block is gone: the same bytes go out again, and the money stays out with them. */
export function* payoutBackToSent({ id }: Pick<PayoutRow, "id">): Phase<void> {
  const payout = yield* findPayout(id);
  if (payout?.state !== "included") return;
  yield* advancePayout(payout, "sent", { block_number: null });
}

function isOut({ state }: PayoutRow): boolean {
  return state === "signed" || state === "sent";
}

type PayoutDeath = RejectionReason | "expired" | "failed in its block";

/** Provably dead: all of it is the seller's again, the fee too. */
function* payoutDied(payout: PayoutRow, reason: PayoutDeath, at: number): Phase<void> {
  yield* advancePayout(payout, "dead", { finished_at: at, death_reason: reason });
  const { id, amount_sun: amountSun } = payout;
  const to = earnedOf(present(payout.seller, "whose payout it is"));
  yield* move(
    { id: `${id}:void`, from: EXTERNAL, to, amountSun, kind: "payout", at },
    ...feeTransfer(payout, { id: `${id}:void:fee`, from: REVENUE, to, at }),
  );
}

/**
 * A final block holds a payout that counted as dead: the seller has the money, so it leaves his account again, as far as it is
 * there. If he was paid twice, the operator settles that with him.
 */
export function* paidAfterAll(payout: PayoutRow, at: number): Phase<void> {
  const { id, amount_sun, late_block } = payout;
  const seller = present(payout.seller, "whose payout it is");
  yield* advancePayout(payout, payout.state, { late_block: null });
  const from = earnedOf(seller);
  const amountSun = sun(Math.min(amount_sun, yield* balanceSunOf(from)));
  if (amountSun > 0)
    yield* move({ id: `${id}:late`, from, to: EXTERNAL, amountSun, kind: "payout", at });
  yield* raiseIncident(
    "dead-included",
    `Block ${late_block} holds payout ${id}, which was taken for dead: ${seller} has received ${amount_sun} SUN, of which ${amountSun} were taken off what it has earned.`,
    at,
  );
}

/** The block that held a dead payout is gone. */
export function* payoutNotLate({ id }: Pick<PayoutRow, "id">): Phase<void> {
  const payout = yield* findPayout(id);
  if (payout) yield* advancePayout(payout, payout.state, { late_block: null });
}

export interface PaidElsewhere {
  readonly id: string;
  readonly seller: Address;
  readonly amountSun: Sun;
  readonly txid: string;
  readonly block: number;
}

/**
 * Books a transfer that the books do not know, as after a restore, so that it is not paid again. Throws when they know it, when
 * the seller has not earned that much, or has a payout under way.
 */
export function* bookPayout(paid: PaidElsewhere, at: number): Phase<Payout> {
  const { id, seller, amountSun, txid, block } = paid;
  if (!(yield* findSeller(seller))) {
    const message = `${seller} is no seller. \`desk seller list\` shows them.`;
    throw new DeskError("NOT_FOUND", message);
  }
  const from = earnedOf(seller);
  const earnedSun = yield* balanceSunOf(from);
  if (yield* findPayoutByTxid(txid)) throw refused("--txid", `${txid} is booked already`);
  if (yield* openPayoutOf(seller)) {
    throw refused("--seller", `${seller} has a payout under way; wait for its end`);
  }
  if (earnedSun < amountSun) {
    throw refused(
      "--trx",
      `is more than the ${formatTrx(earnedSun)} TRX that ${seller} has earned by the books; book at most that, the rest was earned after the backup`,
    );
  }
  const payout = yield* insertPayout({
    id,
    seller,
    withdrawal_id: null,
    receiver: seller,
    amount_sun: amountSun,
    fee_sun: sun(0),
    txid,
    transaction_hex: "",
    transaction_expires_at: 0,
    timestamp_ms: (yield* newestPayoutTimestamp()) + 1,
    created_at: at,
  });
  yield* move({ id: `${id}:pay`, from, to: EXTERNAL, amountSun, kind: "payout", at });
  const included = yield* advancePayout(payout, "included", { block_number: block });
  return payoutOfRow(yield* advancePayout(included, "paid", { finished_at: at }));
}

function refused(path: string, message: string): DeskError {
  return validationFailed([{ path, message }]);
}

/** Throws when nothing may be paid out now. An operator's pause is about orders and does not count. */
export function assertPayoutsPossible({ gates, chainClock }: Engine): void {
  if (gates.shuttingDown) {
    throw new DeskError("SHUTTING_DOWN", "The desk is shutting down. No payout was started.");
  }
  if (gates.halt) {
    throw new DeskError(
      "DESK_HALTED",
      `The desk is halted (${gates.halt}). No payout was started; look at \`desk audit\`, then \`desk resume\`.`,
    );
  }
  if (gates.payoutHold) {
    throw new DeskError(
      "DESK_HALTED",
      `Payouts are held (${gates.payoutHold}). None was started; book what was paid with \`desk payout book\`, then \`desk payout release\`.`,
    );
  }
  const problem = chainClock.signingProblem();
  if (problem) {
    throw new DeskError(
      "CHAIN_UNAVAILABLE",
      `TRON cannot be asked now: ${problem}. No payout was started; run it again in a moment.`,
    );
  }
}
