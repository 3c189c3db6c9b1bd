/** What an account that pays sent after the backup of a restored desk, and the books do not know. */
import type { Address } from "../domain/address.js";
import type { CustomerId } from "../domain/ids.js";
import { type Sun, sun } from "../domain/money.js";
import type { WithdrawalStatus } from "../domain/withdrawal.js";
import { availableOf } from "./ledger.js";
import { all, didChange, one, type Phase, run, value } from "./phase.js";
import { integer, type RowOf, table, text } from "./table.js";

/** What an account that pays has sent after the backup of a restored desk, and the books do not know. */
export const UNKNOWN_PAYOUTS = table(
  "unknown_payout",
  {
    txid: text().key.check("length(txid) = 64"),
    receiver: text<Address>().check("length(receiver) = 34"),
    amount_sun: integer<Sun>().check("amount_sun BETWEEN 1 AND 9007199254740991"),
    block_number: integer(),
    noted_at: integer(),
    /** When it was booked, or said to be no payout. */
    settled_at: integer().orNull,
    /** Who said that, and why. */
    settled_by: text().orNull,
    reason: text().orNull,
  },
  {
    sql: `
-- Those that hold the money of whom they may have paid: asked for with each order.
CREATE INDEX unknown_payout_open ON unknown_payout (receiver) WHERE settled_at IS NULL;`,
  },
);

export type UnknownPayoutRow = Pick<
  RowOf<typeof UNKNOWN_PAYOUTS>,
  "txid" | "receiver" | "amount_sun" | "block_number"
>;

/** Once for each transaction. */
export const insertUnknownPayout = (row: UnknownPayoutRow, at: number) =>
  UNKNOWN_PAYOUTS.addNew({ ...row, noted_at: at });

/** The oldest first. */
export const openUnknownPayouts = () =>
  all<UnknownPayoutRow>(
    `SELECT txid, receiver, amount_sun, block_number FROM unknown_payout
     WHERE settled_at IS NULL ORDER BY block_number, txid`,
  );

export type PerhapsPaidRow = {
  txid: string;
  customer_id: CustomerId;
  withdrawal_id: string;
  status: WithdrawalStatus;
  amount_sun: Sun;
};

/** The withdrawals to the same addresses, whatever became of them. Reads all withdrawals there ever were. */
export const perhapsPaid = () =>
  all<PerhapsPaidRow>(
    `SELECT u.txid, w.customer_id, w.id AS withdrawal_id, w.status, w.amount_sun
     FROM withdrawal w CROSS JOIN unknown_payout u ON u.receiver = w.address AND u.settled_at IS NULL
     ORDER BY u.txid, w.id`,
  );

/** Sellers that were sent something. */
export const sellersPerhapsPaid = () =>
  all<{ txid: string; seller: Address }>(
    `SELECT u.txid, s.address AS seller FROM unknown_payout u CROSS JOIN seller s ON s.address = u.receiver
     WHERE u.settled_at IS NULL`,
  );

/**
 * The condition that one went to an address which this customer has named for a withdrawal. One look where there is none; else their
 * withdrawals are read.
 */
export const heldMoneyOf = (customer: string) =>
  `CASE WHEN EXISTS (SELECT 1 FROM unknown_payout WHERE settled_at IS NULL)
     THEN EXISTS (SELECT 1 FROM withdrawal w CROSS JOIN unknown_payout u ON u.receiver = w.address
       AND u.settled_at IS NULL WHERE w.customer_id = ${customer}) ELSE false END`;

/** What a customer has available, and whether it is held. */
export function* availableAndHeld(
  customerId: CustomerId,
): Phase<{ availableSun: Sun; isHeld: boolean }> {
  const row = yield* one<{ balance_sun: number; held: number }>(
    `SELECT balance_sun, ${heldMoneyOf("?")} AS held FROM account WHERE id = ?`,
    customerId,
    availableOf(customerId),
  );
  return { availableSun: sun(row?.balance_sun ?? 0), isHeld: row?.held === 1 };
}

export function* isMoneyHeld(customerId: CustomerId): Phase<boolean> {
  return (yield* value<number>(`SELECT ${heldMoneyOf("?")} AS held`, customerId)) === 1;
}

/** It is in the books now, or somebody says that it is no payout. True when it was open. */
export const settleUnknownPayout = (
  txid: string,
  { by, reason }: { readonly by: string | null; readonly reason: string | null },
  at: number,
) =>
  didChange(
    `UPDATE unknown_payout SET settled_at = ?, settled_by = ?, reason = ?
     WHERE txid = ? AND settled_at IS NULL`,
    at,
    by,
    reason,
    txid,
  );

/** Its booking was undone. */
export const reopenUnknownPayout = (txid: string) =>
  run("UPDATE unknown_payout SET settled_at = NULL WHERE txid = ?", txid);
