/**
 * What was paid out after the backup of a restored desk: found on the chain, and settled by the operator, who books it or says that it
 * was no payout. Until then nothing is taken from customers' money at whose addresses it may have arrived.
 */
import type { Address } from "../../domain/address.js";
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { payersOfPayouts, payoutTxidsAmong } from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import { writeSetting } from "../../store/settings.js";
import {
  insertUnknownPayout,
  openUnknownPayouts,
  type PerhapsPaidRow,
  perhapsPaid,
  sellersPerhapsPaid,
  settleUnknownPayout,
  type UnknownPayoutRow,
} from "../../store/unknown-payouts.js";
import type { Engine } from "../context.js";
import { type PayoutReading, readRestored } from "../restored.js";

export interface UnknownPayout {
  readonly txid: string;
  readonly receiver: Address;
  readonly amountSun: Sun;
  readonly block: number;
  /** It is a seller's account. */
  readonly isSeller: boolean;
  /** Who has named the address for a withdrawal: their money is held. */
  readonly customers: readonly CustomerId[];
  /** Withdrawals of just so much to it that are not paid by the books. */
  readonly withdrawals: readonly string[];
}

export function readUnknownPayouts({ database }: Engine): Promise<UnknownPayout[]> {
  return database.read(unknownPayouts);
}

export function* unknownPayouts(): Phase<UnknownPayout[]> {
  const rows = yield* openUnknownPayouts();
  if (rows.length === 0) return [];
  const sellers = new Set((yield* sellersPerhapsPaid()).map(({ txid }) => txid));
  const named = new Map<string, PerhapsPaidRow[]>();
  for (const one of yield* perhapsPaid()) {
    const before = named.get(one.txid);
    if (before) before.push(one);
    else named.set(one.txid, [one]);
  }
  return rows.map(({ txid, receiver, amount_sun: amountSun, block_number: block }) => {
    const theirs = named.get(txid) ?? [];
    const waiting = theirs.filter(
      ({ status, amount_sun }) =>
        amount_sun === amountSun && (status === "waiting" || status === "approval"),
    );
    return {
      ...{ txid, receiver, amountSun, block },
      isSeller: sellers.has(txid),
      customers: [...new Set(theirs.map(({ customer_id }) => customer_id))],
      withdrawals: waiting.map(({ withdrawal_id }) => withdrawal_id),
    };
  });
}

/** Of a restored desk: where its reading of the chain is, and the accounts that have ever paid; undefined where nothing is to be read. */
export async function readPayoutReading({ database }: Engine) {
  return database.read(function* () {
    const restored = yield* readRestored();
    if (!restored || restored.done.payouts || restored.reading?.complete) return undefined;
    return { restored, payers: yield* payersOfPayouts() };
  });
}

/** What solid blocks show of transfers by accounts that pay, and how far they were read. */
export async function payoutsRead(
  { database, now }: Engine,
  sent: readonly UnknownPayoutRow[],
  reading: PayoutReading,
): Promise<void> {
  const at = now();
  await database.commit(function* (): Phase<void> {
    const restored = yield* readRestored();
    if (!restored) return;
    const known = new Set(yield* payoutTxidsAmong(sent.map(({ txid }) => txid)));
    for (const row of sent) {
      if (!known.has(row.txid)) yield* insertUnknownPayout(row, at);
    }
    yield* writeSetting("restored", { ...restored, reading }, "restore", at);
  });
}

/** The operator says by name that neither a customer nor a seller was paid by it. */
export async function dismissUnknownPayout(
  { database, now }: Engine,
  txid: string,
  why: { readonly by: string; readonly reason: string },
): Promise<void> {
  const at = now();
  await database.commit(function* (): Phase<void> {
    if (yield* settleUnknownPayout(txid, why, at)) return;
    throw new DeskError(
      "NOT_FOUND",
      `No payout with the transaction ${txid} waits to be settled. \`desk payout unknown\` lists those that do.`,
    );
  });
}
