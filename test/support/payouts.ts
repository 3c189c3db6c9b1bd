/** Sellers with money, and the steps of payouts as the payer takes them. */

import type { Address } from "../../src/domain/address.js";
import { type Sun, sun } from "../../src/domain/money.js";
import type { ShownTransaction } from "../../src/engine/payouts/book-payout.js";
import { payoutSigned, type SignedPayout } from "../../src/engine/payouts/payouts.js";
import { readEarners } from "../../src/engine/payouts/seller-payouts.js";
import { EXTERNAL, earnedOf, move } from "../../src/store/ledger.js";
import { addOwner } from "../../src/store/owners.js";
import { findPayout, type PayoutRow } from "../../src/store/payouts.js";
import { type Phase, run } from "../../src/store/phase.js";
import { addressOf } from "./addresses.js";
import type { Desk } from "./desk.js";
import { hashOf } from "./paper-chain.js";
import { readNow } from "./read-now.js";
import { POLICY } from "./terms.js";

export const TRX = 1_000_000;
export const TERMS = POLICY.payouts;
/** The account that pays. */
export const PAYER = addressOf(0x9000);

/** A seller as registered, with what it has earned until now. */
export function* sellerWith(
  seller: Address,
  customerId: string,
  earnedSun: Sun,
  at: number,
): Phase<void> {
  yield* addOwner(seller, "seller", at);
  yield* run(
    "INSERT INTO seller (address, customer_id, registered_at) VALUES (?, ?, ?)",
    seller,
    customerId,
    at,
  );
  yield* run("INSERT INTO account (id, kind) VALUES (?, 'earned')", earnedOf(seller));
  yield* earn(seller, earnedSun, at);
}

/** What a seller's leg would bring when it is solidified, from outside. */
export function* earn(seller: Address, amountSun: Sun, at: number): Phase<void> {
  const id = `${hashOf(`${seller} ${at} ${amountSun}`).slice(0, 24)}.1:earn`;
  const to = earnedOf(seller);
  if (amountSun > 0) yield* move({ id, from: EXTERNAL, to, amountSun, at, kind: "payout" });
}

/** Registers sellers with these amounts of TRX, one after the other. */
export async function sellers(desk: Desk, ...earnedTrx: number[]): Promise<Address[]> {
  const addresses = earnedTrx.map((_, at) => addressOf(0x8000 + at));
  for (const [at, seller] of addresses.entries()) {
    const earnedSun = sun((earnedTrx[at] ?? 0) * TRX);
    await desk.commit(() => sellerWith(seller, desk.customerId, earnedSun, desk.clock.nowMs + at));
  }
  return addresses;
}

export const earners = (desk: Desk) => readEarners(desk.engine, PAYER);

/** The block that bytes of now refer to, and what the account that pays has. */
export function signedAt({ chain }: Desk) {
  const block = chain.head.number;
  return {
    signedBlock: block,
    payer: PAYER,
    purse: { account: PAYER, balanceSun: sun(1_000 * TRX), block },
  };
}

/** The signed bytes of a payout of all that a seller has earned. */
export async function signedPayout(
  desk: Desk,
  seller: Address,
  change = {},
): Promise<SignedPayout> {
  const one = (await earners(desk)).due.find((due) => due.seller === seller);
  if (!one) throw new Error(`nothing is due to ${seller}`);
  const { headTimestampMs } = desk.moment;
  const [row] = desk.rows("SELECT coalesce(max(timestamp_ms), 0) AS newest FROM payout");
  const timestampMs = Math.max(Number(row?.newest) + 1, headTimestampMs);
  const txid = hashOf(`payout ${seller} ${timestampMs}`);
  return {
    id: desk.engine.newId(),
    seller,
    withdrawalId: null,
    receiver: seller,
    amountSun: one.amountSun,
    feeSun: one.feeSun,
    txid,
    hex: `${txid}00`,
    timestampMs,
    expiresAt: headTimestampMs + 120_000,
    ...signedAt(desk),
    terms: desk.engine.policy.payouts,
    ...change,
  };
}

/** A transfer of TRX as the solid chain shows it. */
export function shownTransfer(from: Address, to: Address, amountSun: number): ShownTransaction {
  const txid = hashOf(`${from} sends ${amountSun} to ${to}`);
  const amount = BigInt(amountSun);
  const money = { txid, source: "transfer", position: 0, from, to, asset: "TRX", amount } as const;
  return { txid, blockNumber: 7, success: true, money: [money] };
}

/** Signs and commits a payout of all that a seller has earned; gives its id. */
export async function startPayout(desk: Desk, seller: Address): Promise<string> {
  const signed = await signedPayout(desk, seller);
  const stored = await desk.commit(() => payoutSigned(signed, desk.clock.nowMs));
  if (!stored) throw new Error(`the payout to ${seller} was not stored`);
  return stored.id;
}

export function payoutRow(desk: Desk, id: string): PayoutRow {
  const row = readNow(desk.database, () => findPayout(id));
  if (!row) throw new Error(`there is no payout ${id}`);
  return row;
}
