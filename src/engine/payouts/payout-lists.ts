/** Payouts that are due, under way and past. */
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import { formatTrx } from "../../domain/money.js";
import type { Payout } from "../../domain/payout.js";
import type { Withdrawal } from "../../domain/withdrawal.js";
import { isIncidentTold, raiseIncident } from "../../store/incidents.js";
import { FAR_AHEAD_MS } from "../../store/owners.js";
import {
  listPayouts,
  newestPayoutTimestamp,
  openPayouts,
  type PayoutRow,
  payoutTxidsAmong,
  tallyPayouts,
} from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import {
  allById,
  assertWanted,
  type ListPage,
  type ListWanted,
  pageOf,
  readTotals,
  type Today,
  todayOf,
} from "../lists.js";
import { type Earner, type HeldOfSeller, readEarners } from "./seller-payouts.js";

/** Payouts whose bytes are signed and whose block is not final. */
export async function readOpenPayouts(engine: Engine): Promise<Payout[]> {
  return (await engine.database.read(openPayouts)).map(payoutOfRow);
}

/** Those of these transactions that are payouts of the desk's. */
export async function readBookedTxids(
  { database }: Engine,
  txids: readonly string[],
): Promise<Set<string>> {
  return new Set(await database.read(() => payoutTxidsAmong(txids)));
}

/** It has expired but may have been paid: reported once, whatever says so later. */
export async function payoutStaysOpen(
  { database, now }: Engine,
  { id, txid, amountSun, receiver }: Payout,
  why: string,
): Promise<void> {
  const begin = `Payout ${id} of `;
  const text = `${begin}${formatTrx(amountSun)} TRX to ${receiver} (transaction ${txid}) has expired, and its money stays out: ${why}. Look for the transaction with an explorer of your own. If no block holds it: \`desk payout dead ${id}\`.`;
  const at = now();
  await database.commit(function* (): Phase<void> {
    if (yield* isIncidentTold("payout-open", begin)) return;
    yield* raiseIncident("payout-open", text, at);
  });
}

/**
 * A timestamp above any used before, so that no two payouts share a txid. Used ones that lie far ahead of the chain's time are
 * ignored (see `takeTimestamps`).
 */
export async function readNextPayoutTimestamp(
  engine: Engine,
  headTimestampMs: number,
): Promise<number> {
  const mostMs = headTimestampMs + FAR_AHEAD_MS;
  const newest = await engine.database.read(() => newestPayoutTimestamp(mostMs));
  return Math.max(newest + 1, headTimestampMs);
}

export function payoutOfRow(row: PayoutRow): Payout {
  return {
    id: row.id,
    seller: row.seller,
    withdrawalId: row.withdrawal_id,
    receiver: row.receiver,
    amountSun: row.amount_sun,
    feeSun: row.fee_sun,
    state: row.state,
    txid: row.txid,
    hex: row.transaction_hex,
    expiresAt: row.transaction_expires_at,
    blockNumber: row.block_number,
    failedBlock: row.failed_block,
    lateBlock: row.late_block,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    deathReason: row.death_reason,
    refusal: row.refusal,
    signedBlock: row.signed_block,
    payer: row.payer,
    purse: purseOfRow(row),
  };
}

function purseOfRow({ payer, payer_before_sun, payer_before_block }: PayoutRow) {
  if (payer === null || payer_before_sun === null || payer_before_block === null) return null;
  return { account: payer, balanceSun: payer_before_sun, block: payer_before_block };
}

/** What a run of payouts did, and what it left. */
export interface PayoutRun {
  /** The paying account. */
  readonly account: Address;
  readonly started: readonly Payout[];
  /** Under way from before; a seller has one payout at a time. */
  readonly open: readonly Payout[];
  readonly belowMinimum: readonly Earner[];
  /** Sellers whose payout waits for its time, or for the operator. */
  readonly held: readonly HeldOfSeller[];
  /** Due and not started; `problem` says why. */
  readonly waiting: readonly Earner[];
  readonly waitingWithdrawals: readonly Withdrawal[];
  readonly problem: string | null;
}

interface PayoutList extends ListPage<"amount_sun" | "fee_sun"> {
  readonly payouts: readonly Payout[];
  /** Independent of page and period. */
  readonly held: readonly HeldPayout[];
}

/** What a seller is due and waits, and what its customer has moved today. */
export interface HeldPayout extends HeldOfSeller {
  readonly today: Today;
}

/** For the operator, the oldest first: to one seller, of one customer's withdrawals and sales, or all. */
export async function readPayoutList(
  engine: Engine,
  wanted: ListWanted & { readonly seller?: Address | undefined },
): Promise<PayoutList> {
  const { cursor, limit, seller, customerId } = wanted;
  const all = { ...allById(wanted, engine.now()), seller };
  const { page, nextCursor } = await engine.database.read(function* () {
    yield* assertWanted(wanted);
    const part = { ...all, after: cursor ?? all.after, limit: limit + 1 };
    return pageOf(yield* listPayouts(part), limit, ({ id }) => id);
  });
  const totals = await readTotals(engine, ["amount_sun", "fee_sun"], all.after, (part) =>
    tallyPayouts({ ...all, ...part }),
  );
  const waiting = (await readEarners(engine)).held.filter(
    (one) =>
      (seller === undefined || one.seller === seller) &&
      (customerId === undefined || one.customerId === customerId),
  );
  const held = await readHeldPayouts(engine, waiting);
  return { payouts: page.map(payoutOfRow), nextCursor, totals, held };
}

export async function readHeldPayouts(
  { database, now }: Engine,
  held: readonly HeldOfSeller[],
): Promise<HeldPayout[]> {
  const whose = held.map(({ customerId }) => customerId);
  const moved = await database.read(() => todayOf(whose, now()));
  return held.map((one) => {
    return { ...one, today: must(moved.get(one.customerId), "each was read") };
  });
}
