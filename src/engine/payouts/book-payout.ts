/** Transfers that the books do not know, as after a restore: booked, so that nothing is paid again. */
import type { Address } from "../../domain/address.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import { formatTrx, type Sun, sun } from "../../domain/money.js";
import type { Payout } from "../../domain/payout.js";
import { balanceSunOf, earnedOf } from "../../store/ledger.js";
import {
  advancePayout,
  findPayoutByTxid,
  insertPayout,
  type NewPayout,
  newestPayoutTimestamp,
  openPayoutOf,
} from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import { findSeller } from "../../store/sellers.js";
import { findWithdrawal } from "../../store/withdrawals.js";
import { withdrawalPaid } from "../withdrawals/settle.js";
import { payoutOfRow } from "./payout-lists.js";
import { payOut } from "./payouts.js";

interface Transferred {
  /** Of the payout that is made of it. */
  readonly id: string;
  readonly txid: string;
  readonly block: number;
}

export interface PaidElsewhere extends Transferred {
  readonly seller: Address;
  readonly amountSun: Sun;
}

/** Throws when the books know the transfer, when the seller has not earned that much, or has a payout under way. */
export function* bookPayout(paid: PaidElsewhere, at: number): Phase<Payout> {
  const { seller, amountSun } = paid;
  if (!(yield* findSeller(seller))) {
    const message = `${seller} is no seller. \`desk seller list\` shows them.`;
    throw new DeskError("NOT_FOUND", message);
  }
  const earnedSun = yield* balanceSunOf(earnedOf(seller));
  yield* assertUnbooked(paid);
  if (yield* openPayoutOf(seller)) {
    throw refused("--seller", `${seller} has a payout under way; wait for its end`);
  }
  if (earnedSun < amountSun) {
    throw refused(
      "--trx",
      `is more than the ${formatTrx(earnedSun)} TRX that ${seller} has earned by the books; book at most that, the rest was earned after the backup`,
    );
  }
  const of = { seller, withdrawal_id: null, receiver: seller };
  return yield* book(paid, { ...of, amount_sun: amountSun, fee_sun: sun(0) }, at);
}

/** The same of a withdrawal, which is paid with it. Throws unless it waits. */
export function* bookWithdrawal(
  paid: Transferred & { readonly withdrawalId: string },
  at: number,
): Phase<Payout> {
  const { withdrawalId } = paid;
  const row = yield* findWithdrawal(withdrawalId);
  if (!row) {
    const message = `There is no withdrawal with the id ${withdrawalId}. \`desk withdrawal list\` shows them.`;
    throw new DeskError("NOT_FOUND", message);
  }
  yield* assertUnbooked(paid);
  if (row.status !== "waiting") {
    const advice = row.status === "approval" ? "; approve it first" : "";
    throw refused("--withdrawal", `${withdrawalId} is ${row.status} and does not wait${advice}`);
  }
  const of = { seller: null, withdrawal_id: withdrawalId, receiver: row.address };
  const { amount_sun, fee_sun } = row;
  const payout = yield* book(paid, { ...of, amount_sun, fee_sun }, at);
  yield* withdrawalPaid(withdrawalId, at);
  return payout;
}

type Booked = Pick<NewPayout, "seller" | "withdrawal_id" | "receiver" | "amount_sun" | "fee_sun">;

function* book({ id, txid, block }: Transferred, booked: Booked, at: number): Phase<Payout> {
  const payout = yield* insertPayout({
    ...{ id, ...booked, txid },
    transaction_hex: "",
    transaction_expires_at: 0,
    timestamp_ms: (yield* newestPayoutTimestamp(Number.MAX_SAFE_INTEGER)) + 1,
    created_at: at,
    ...{ signed_block: null, payer: null, payer_before_sun: null, payer_before_block: null },
  });
  yield* payOut(payout, at);
  const included = yield* advancePayout(payout, "included", { block_number: block });
  return payoutOfRow(yield* advancePayout(included, "paid", { finished_at: at }));
}

function* assertUnbooked({ txid }: Transferred): Phase<void> {
  if (yield* findPayoutByTxid(txid)) throw refused("--txid", `${txid} is booked already`);
}

function refused(path: string, message: string): DeskError {
  return validationFailed([{ path, message }]);
}
