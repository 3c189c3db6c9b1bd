/** Customers with money of their own, and the steps of withdrawals as the customer and the payer take them. */
import type { Address } from "../../src/domain/address.js";
import { type Sun, sun } from "../../src/domain/money.js";
import type { Withdrawal } from "../../src/domain/withdrawal.js";
import { payoutSigned, type SignedPayout } from "../../src/engine/payouts/payouts.js";
import { createWithdrawal, type WithdrawalCall } from "../../src/engine/withdrawals/withdraw.js";
import { insertTelegramUser } from "../../src/store/chat/telegram-users.js";
import { availableOf, balanceOf, EXTERNAL, move } from "../../src/store/ledger.js";
import type { Phase } from "../../src/store/phase.js";
import { findWithdrawal, type WithdrawalRow } from "../../src/store/withdrawals.js";
import { addressOf } from "./addresses.js";
import { type Desk, type DeskOptions, openDesk } from "./desk.js";
import { hashOf } from "./paper-chain.js";
import { payoutRow, signedAt, TRX } from "./payouts.js";
import { readNow } from "./read-now.js";
import { mine, solidify } from "./steps.js";
import { POLICY } from "./terms.js";

/** Where customers take their money. */
export const OUTSIDE = addressOf(0x7000);

/** Money that can be withdrawn: put right by the operator, so that it needs no deposit. */
export function* paidIn(customerId: string, amountSun: Sun, at: number): Phase<void> {
  const id = `paid-in:${customerId}:${at}`;
  const to = availableOf(customerId);
  yield* move({ id, from: EXTERNAL, to, amountSun, kind: "correction", at });
}

/** The bot can tell the customer, so what they take out to a new address needs no approval for that. */
export function botKnows(customerId: string): Phase<void> {
  return insertTelegramUser(7, customerId, "en", 1);
}

/** A withdrawal of 10 TRX, unless changed; each with a key of its own. */
export function withdrawalCall(desk: Desk, change: Partial<WithdrawalCall> = {}): WithdrawalCall {
  return {
    customerId: desk.customerId,
    address: OUTSIDE,
    amountSun: sun(10 * TRX),
    channel: "http",
    idempotencyKey: desk.engine.newId(),
    hasRight: true,
    ...change,
  };
}

export async function withdraw(
  desk: Desk,
  change: Partial<WithdrawalCall> = {},
): Promise<Withdrawal> {
  const { withdrawal } = await createWithdrawal(desk.engine, withdrawalCall(desk, change));
  desk.assertSound();
  return withdrawal;
}

export function withdrawalRow(desk: Desk, id: string): WithdrawalRow {
  const row = readNow(desk.database, () => findWithdrawal(id));
  if (!row) throw new Error(`there is no withdrawal ${id}`);
  return row;
}

/** The signed bytes that pay a withdrawal. */
export function signedWithdrawal(desk: Desk, id: string, change = {}): SignedPayout {
  const row = withdrawalRow(desk, id);
  const { headTimestampMs } = desk.moment;
  const [newest] = desk.rows("SELECT coalesce(max(timestamp_ms), 0) AS newest FROM payout");
  const timestampMs = Math.max(Number(newest?.newest) + 1, headTimestampMs);
  const txid = hashOf(`withdrawal ${id} ${timestampMs}`);
  return {
    id: desk.engine.newId(),
    seller: null,
    withdrawalId: id,
    receiver: row.address as Address,
    amountSun: row.amount_sun,
    feeSun: row.fee_sun,
    txid,
    hex: `${txid}00`,
    timestampMs,
    expiresAt: headTimestampMs + 120_000,
    ...signedAt(desk),
    terms: POLICY.payouts,
    ...change,
  };
}

/** Signs and commits what pays a withdrawal; gives the payout's id. */
export async function payWithdrawal(desk: Desk, id: string): Promise<string> {
  const signed = signedWithdrawal(desk, id);
  const stored = await desk.commit(() => payoutSigned(signed, desk.clock.nowMs));
  if (!stored) throw new Error(`the payout of ${id} was not stored`);
  return stored.id;
}

/** Pays it to the end: signed, in a block, solid. */
export async function paidWith(one: Desk, id: string): Promise<string> {
  const payout = await payWithdrawal(one, id);
  await mine(one, [payoutRow(one, payout).txid]);
  await solidify(one);
  return payout;
}

type Terms = Partial<(typeof POLICY)["withdrawals"]>;

/**
 * A customer with a gift of 100 TRX and 50 TRX of their own, whom the bot can tell, unless without Telegram; addresses do not wait
 * unless told.
 */
export async function ownMoney(
  terms: Terms = {},
  { telegram = true, ...options }: DeskOptions & { readonly telegram?: boolean } = {},
): Promise<Desk> {
  const withdrawals = { ...POLICY.withdrawals, newAddressMs: 0, ...terms };
  const opened = await openDesk({
    creditTrx: 100,
    creditKind: "gift",
    ...options,
    policy: { withdrawals },
  });
  await opened.commit(() => paidIn(opened.customerId, sun(50 * TRX), 1));
  if (telegram) await opened.commit(() => botKnows(opened.customerId));
  return opened;
}

/** In TRX. */
export const moneyOf = (of: Desk) => {
  const { availableSun, heldSun, withdrawableSun } = readNow(of.database, () =>
    balanceOf(of.customerId),
  );
  return {
    available: availableSun / TRX,
    held: heldSun / TRX,
    withdrawable: withdrawableSun / TRX,
    revenue: of.balanceSun("revenue") / TRX,
  };
};

/** What the bot was given to say. */
export const toldOf = (of: Desk) =>
  of
    .rows("SELECT payload FROM outbox ORDER BY id")
    .map(({ payload }) => JSON.parse(String(payload)));
