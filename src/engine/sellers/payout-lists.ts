/** What there is to pay out, what is under way, and what was. */
import type { Address } from "../../domain/address.js";
import { toTrx } from "../../domain/money.js";
import { type PayoutTerms, payoutOf } from "../../domain/payout.js";
import { FAR_AHEAD_MS } from "../../store/owners.js";
import {
  listEarners,
  listPayouts,
  newestPayoutTimestamp,
  openPayouts,
  type PayoutRow,
} from "../../store/payouts.js";
import type { Engine } from "../context.js";

export type { PayoutRow } from "../../store/payouts.js";

/** Newest payouts that are listed; all of them are in the database. */
const LISTED = 1_000;

/** Payouts whose bytes are signed and whose block is not final. */
export function readOpenPayouts(engine: Engine): Promise<PayoutRow[]> {
  return engine.database.read(openPayouts);
}

/** Sellers that can be paid now, who has waited longest first, and those that have earned too little. */
export async function readEarners(
  engine: Engine,
  { terms, address }: { readonly terms: PayoutTerms; readonly address: Address },
) {
  // What the paying account earned itself as a seller is where it belongs.
  const others = (await engine.database.read(listEarners)).filter(
    ({ seller }) => seller !== address,
  );
  const earners = others.map(({ seller, earned_sun: earnedSun }) => ({
    seller,
    earnedSun,
    payout: payoutOf(earnedSun, terms),
  }));
  const due = earners.flatMap(({ seller, earnedSun, payout }) =>
    payout ? [{ seller, earnedSun, ...payout }] : [],
  );
  return { due, below: earners.filter(({ payout }) => payout === undefined) };
}

/**
 * A timestamp above any that was signed for, so that no two payouts share a txid; but for what lies far ahead of the chain's time,
 * of which nothing could be sent (see `takeTimestamps`).
 */
export async function readNextPayoutTimestamp(
  engine: Engine,
  headTimestampMs: number,
): Promise<number> {
  const newest = await engine.database.read(newestPayoutTimestamp);
  return newest > headTimestampMs + FAR_AHEAD_MS
    ? headTimestampMs
    : Math.max(newest + 1, headTimestampMs);
}

export interface PayoutResource {
  readonly payoutId: string;
  readonly seller: Address;
  /** TRX that the seller receives. */
  readonly amount: number;
  /** TRX that the desk keeps. */
  readonly fee: number;
  readonly state: PayoutRow["state"];
  readonly txid: string;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly deathReason: string | null;
}

export function payoutResource(row: PayoutRow): PayoutResource {
  return {
    payoutId: row.id,
    seller: row.seller,
    amount: toTrx(row.amount_sun),
    fee: toTrx(row.fee_sun),
    state: row.state,
    txid: row.txid,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    deathReason: row.death_reason,
  };
}

export interface Earner {
  readonly seller: Address;
  /** TRX. */
  readonly earned: number;
}

/** What a run of payouts did, and what it left. */
export interface PayoutRun {
  /** Where the money comes from. */
  readonly account: Address;
  readonly started: readonly PayoutResource[];
  /** Under way before; a seller has one payout at a time. */
  readonly open: readonly PayoutResource[];
  readonly belowMinimum: readonly Earner[];
  /** Due, and not started; `problem` says why. */
  readonly waiting: readonly Earner[];
  readonly problem: string | null;
}

/** The newest payouts, of one seller or of all. */
export async function readPayouts(engine: Engine, seller?: Address): Promise<PayoutResource[]> {
  return (await engine.database.read(() => listPayouts(LISTED, seller))).map(payoutResource);
}
