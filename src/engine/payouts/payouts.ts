/**
 * What happens to a payout and to the money with it: what a seller has earned, or what is held for a withdrawal. The money leaves
 * in the transaction that stores the signed bytes, before anything is sent, and comes back only when those bytes are provably
 * dead.
 */
import type { Address } from "../../domain/address.js";
import { assert, must } from "../../domain/assert.js";
import type { RejectionReason } from "../../domain/death.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import { type Sun, sun } from "../../domain/money.js";
import type { PayingPurse, Payout, PayoutTerms } from "../../domain/payout.js";
import { isUnsigned } from "../../domain/withdrawal.js";
import { cursorBlock } from "../../store/chain-blocks.js";
import { raiseIncident } from "../../store/incidents.js";
import {
  type AccountId,
  availableOf,
  balanceSunOf,
  EXTERNAL,
  earnedOf,
  findTransfer,
  heldOf,
  move,
  type OutsideKind,
  REVENUE,
  type Transfer,
} from "../../store/ledger.js";
import {
  advancePayout,
  findPayout,
  insertPayout,
  isPaidLate,
  isPayoutTimestampUsed,
  openPayoutOf,
  type PayoutRow,
  setApproved,
  useApproval,
} from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import type { WithdrawalRow } from "../../store/withdrawals.js";
import type { Engine } from "../context.js";
import {
  isPayable,
  withdrawalOfPayout,
  withdrawalPaid,
  withdrawalSigned,
  withdrawalUnpaid,
} from "../withdrawals/settle.js";
import { payoutOfRow } from "./payout-lists.js";
import { nextPayoutOf } from "./seller-payouts.js";

export interface SignedPayout {
  readonly id: string;
  /** Whom it pays: a seller, or a withdrawal. */
  readonly seller: Address | null;
  readonly withdrawalId: string | null;
  readonly receiver: Address;
  readonly amountSun: Sun;
  readonly feeSun: Sun;
  readonly txid: string;
  readonly hex: string;
  readonly timestampMs: number;
  readonly expiresAt: number;
  /** The solid block that the bytes refer to. */
  readonly signedBlock: number;
  /** What the account that pays had before; null where that could not be read. */
  readonly purse: PayingPurse | null;
  /** The account that pays. */
  readonly payer: Address;
  /** Decides whether a seller may be paid that much. */
  readonly terms: PayoutTerms;
}

/**
 * Commits signed bytes, their first attempt, and the transfers. Undefined, and nothing may be sent, when whom it pays has a payout
 * under way, was paid by one that counted as dead, or no longer is to be paid that much.
 */
export function* payoutSigned(signed: SignedPayout, at: number): Phase<Payout | undefined> {
  const whose = must(signed.seller ?? signed.withdrawalId, "whose payout it is");
  if (yield* openPayoutOf(whose)) return undefined;
  if (yield* isPaidLate(whose)) return undefined;
  if (!(yield* isDue(signed, at))) return undefined;
  if (yield* isPayoutTimestampUsed(signed.timestampMs)) return undefined;
  const payout = yield* insertPayout({
    id: signed.id,
    seller: signed.seller,
    withdrawal_id: signed.withdrawalId,
    receiver: signed.receiver,
    amount_sun: signed.amountSun,
    fee_sun: signed.feeSun,
    txid: signed.txid,
    transaction_hex: signed.hex,
    transaction_expires_at: signed.expiresAt,
    timestamp_ms: signed.timestampMs,
    created_at: at,
    signed_block: signed.signedBlock,
    payer: signed.payer,
    payer_before_sun: signed.purse?.balanceSun ?? null,
    payer_before_block: signed.purse?.block ?? null,
  });
  yield* payOut(payout, at);
  return payoutOfRow(payout);
}

function* isDue({ seller, withdrawalId, ...signed }: SignedPayout, at: number): Phase<boolean> {
  const { receiver, amountSun, feeSun, terms } = signed;
  if (seller !== null) {
    const next = yield* nextPayoutOf(seller, terms, at);
    return next?.waits === null && amountSun + feeSun <= next.amountSun + next.feeSun;
  }
  const row = yield* withdrawalOfPayout(must(withdrawalId, "whose payout it is"));
  const { address, amount_sun, fee_sun } = row;
  assert(
    address === receiver && amount_sun === amountSun && fee_sun === feeSun,
    `a payout of withdrawal ${row.id} pays what was asked for`,
  );
  return yield* isPayable(row, at);
}

/** Whose money a payout pays out, and as what it leaves. */
interface Purse {
  readonly from: AccountId;
  readonly kind: OutsideKind;
  readonly withdrawal?: WithdrawalRow;
}

function* purseOf({ seller, withdrawal_id }: PayoutRow): Phase<Purse> {
  if (seller !== null) return { from: earnedOf(seller), kind: "payout" };
  const withdrawal = yield* withdrawalOfPayout(must(withdrawal_id, "whose payout it is"));
  return { from: heldOf(withdrawal.customer_id), kind: "withdrawal", withdrawal };
}

/** The money leaves with the bytes. */
export function* payOut(payout: PayoutRow, at: number): Phase<void> {
  const { id, amount_sun: amountSun } = payout;
  const { from, kind, withdrawal } = yield* purseOf(payout);
  if (withdrawal) yield* withdrawalSigned(withdrawal);
  if (payout.seller !== null) {
    yield* useApproval(payout.seller, sun(amountSun + payout.fee_sun));
  }
  yield* move(
    { id: `${id}:pay`, from, to: EXTERNAL, amountSun, kind, at },
    ...feeTransfer(payout, { id: `${id}:fee`, from, to: REVENUE, at }),
  );
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
  if (payout?.state === "signed") yield* advancePayout(payout, "sent", { refusal: null });
}

/** A node has refused the bytes: they live on, and go out again while they do. */
export function* payoutRefused(id: string, reason: RejectionReason): Phase<void> {
  const payout = yield* findPayout(id);
  if (payout && isOut(payout)) yield* advancePayout(payout, payout.state, { refusal: reason });
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

/** The operator says by name that no block holds it, where the desk cannot prove it. Throws unless its time is over. */
export async function declarePayoutDead(
  { database, chainClock, now }: Engine,
  id: string,
  { reason, decidedBy }: { readonly reason: string; readonly decidedBy: string },
): Promise<Payout> {
  const at = now();
  return database.commit(function* () {
    const payout = yield* findPayout(id);
    if (!payout) {
      const message = `There is no payout with the id ${id}. \`desk payout list\` shows them.`;
      throw new DeskError("NOT_FOUND", message);
    }
    const { state, transaction_expires_at: expiresAt } = payout;
    const refused = (message: string) =>
      validationFailed([{ path: "payout_id", message: `${id} ${message}` }]);
    if (!isOut(payout)) throw refused(`is ${state}: it cannot be declared dead`);
    if ((chainClock.solid?.timestampMs ?? 0) <= expiresAt) {
      const until = new Date(expiresAt).toISOString();
      throw refused(`may be in a block until ${until} of the solid chain; wait for that`);
    }
    if (((yield* cursorBlock())?.timestamp_ms ?? 0) <= expiresAt) {
      throw refused("may be in a block that the desk has not read yet; wait until it has");
    }
    yield* payoutDied(payout, `declared dead by ${decidedBy}: ${reason}`, at);
    return payoutOfRow(must(yield* findPayout(id), "the payout"));
  });
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
  else {
    const found = { block_number: block, failed_block: null, refusal: null };
    yield* advancePayout(payout, "included", found);
  }
}

/** It succeeded in this final block, as each host in step says: whom it pays is paid. False where the books have it in another. */
export function* payoutFinal(id: string, block: number, at: number): Phase<boolean> {
  const payout = yield* findPayout(id);
  if (payout?.late_block === block) return yield* paidAfterAll(payout, at);
  if (payout?.state !== "included" || payout.block_number !== block) return false;
  yield* advancePayout(payout, "paid", { finished_at: at });
  if (payout.withdrawal_id !== null) yield* withdrawalPaid(payout.withdrawal_id, at);
  return true;
}

/**
 * The block that the books have it in is gone, or does not hold it: the same bytes go out again, and the money stays out with them.
 * `failedBlock`: a final block holds it as failed.
 */
export function* payoutBackToSent(
  { id }: Pick<PayoutRow, "id">,
  failedBlock: number | null = null,
): Phase<void> {
  const payout = yield* findPayout(id);
  if (payout?.state !== "included") return;
  yield* advancePayout(payout, "sent", { block_number: null, failed_block: failedBlock });
}

function isOut({ state }: PayoutRow): boolean {
  return state === "signed" || state === "sent";
}

/** Everything is back where it came from, the fee too. */
export function* payoutDied(payout: PayoutRow, reason: string, at: number): Phase<void> {
  const end = { block_number: null, finished_at: at, death_reason: reason };
  yield* advancePayout(payout, "dead", end);
  const { id, amount_sun: amountSun, withdrawal_id, transaction_hex: hex } = payout;
  const { from: to, kind } = yield* purseOf(payout);
  yield* move(
    { id: `${id}:void`, from: EXTERNAL, to, amountSun, kind, undoes: `${id}:pay`, at },
    ...feeTransfer(payout, { id: `${id}:void:fee`, from: REVENUE, to, undoes: `${id}:fee`, at }),
  );
  // Drops the approval: the operator must look again.
  if (payout.seller !== null) yield* setApproved(payout.seller, sun(0));
  if (withdrawal_id === null) return;
  yield* withdrawalUnpaid(withdrawal_id, hex === "" ? "unbooked" : "unpaid", at);
}

/**
 * A final block holds a payout that counted as dead: the money is with whom it was for, so it leaves their account again, as far as
 * it is there. If they were paid twice, the operator settles that with them. False while that cannot be decided.
 */
function* paidAfterAll(payout: PayoutRow, at: number): Phase<boolean> {
  const { id, amount_sun, late_block, receiver } = payout;
  const { from, kind, withdrawal } = yield* purseOf(payout);
  // Another payout pays it meanwhile: what this one's money is taken of is decided when that has ended.
  if (withdrawal?.status === "signed") return false;
  yield* advancePayout(payout, payout.state, { late_block: null });
  const takenSun = yield* withdrawal
    ? takeLate(payout, withdrawal, at)
    : takeAsFarAsThere(payout, { from, kind }, at);
  yield* raiseIncident(
    "dead-included",
    `Block ${late_block} holds payout ${id}, which was taken for dead: ${receiver} has received ${amount_sun} SUN, of which ${takenSun} were taken off ${withdrawal ? `what customer ${withdrawal.customer_id} has` : "what it has earned"}.`,
    at,
  );
  return true;
}

function* takeAsFarAsThere(
  { id, amount_sun }: PayoutRow,
  { from, ...how }: Purse & Pick<Transfer, "reason" | "sparesGifts">,
  at: number,
): Phase<Sun> {
  const amountSun = sun(Math.min(amount_sun, yield* balanceSunOf(from)));
  if (amountSun > 0) yield* move({ id: `${id}:late`, from, to: EXTERNAL, amountSun, ...how, at });
  return amountSun;
}

/** What is still held for the withdrawal leaves, and it is paid; of one that is over, what the customer has available. */
function* takeLate(payout: PayoutRow, withdrawal: WithdrawalRow, at: number): Phase<Sun> {
  const { id, customer_id: customerId } = withdrawal;
  if (!isUnsigned(withdrawal.status)) {
    const reason =
      withdrawal.status === "paid"
        ? `withdrawal ${id} was paid by an earlier transfer, too`
        : `withdrawal ${id} is ${withdrawal.status}, but a transfer had paid it before`;
    const from = availableOf(customerId);
    const how = { kind: "correction", reason, sparesGifts: true } as const;
    return yield* takeAsFarAsThere(payout, { from, ...how }, at);
  }
  const from = heldOf(customerId);
  const amountSun = payout.amount_sun;
  yield* move(
    { id: `${payout.id}:late`, from, to: EXTERNAL, amountSun, kind: "withdrawal", at },
    ...feeTransfer(payout, { id: `${payout.id}:late:fee`, from, to: REVENUE, at }),
  );
  yield* withdrawalPaid(id, at);
  return amountSun;
}

/** The block that held a dead payout is gone. */
export function* payoutNotLate({ id }: Pick<PayoutRow, "id">): Phase<void> {
  const payout = yield* findPayout(id);
  if (payout) yield* advancePayout(payout, payout.state, { late_block: null });
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
    throw new DeskError("DESK_HALTED", `Payouts are held: ${gates.payoutHold}. None was started.`);
  }
  const problem = chainClock.payingProblem();
  if (problem) {
    throw new DeskError(
      "CHAIN_UNAVAILABLE",
      `Nothing is paid out now: ${problem}. No payout was started; run it again once that is over.`,
    );
  }
}
