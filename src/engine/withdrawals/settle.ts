/** What becomes of a withdrawal and the money held for it with the payouts that pay it, one after the other until one does. */
import { must } from "../../domain/assert.js";
import { sun } from "../../domain/money.js";
import { isUnsigned } from "../../domain/withdrawal.js";
import { lookAtCardsOfKind } from "../../store/chat/cards.js";
import { findUserOfCustomer } from "../../store/chat/telegram-users.js";
import { availableOf, heldOf, move } from "../../store/ledger.js";
import { poolOwnersAmong } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { isMoneyHeld } from "../../store/unknown-payouts.js";
import { advanceWithdrawal, findWithdrawal, type WithdrawalRow } from "../../store/withdrawals.js";
import type { Engine } from "../context.js";
import { tellWithdrawal, wasTold } from "./news.js";

/** Throws a failed check unless the books have it. */
export function* withdrawalOfPayout(id: string): Phase<WithdrawalRow> {
  return must(yield* findWithdrawal(id), `withdrawal ${id}`);
}

/** The flow of /withdraw, by whose cards a customer follows their withdrawals. */
export const WITHDRAWING = "withdrawing";

/** Its next status, which the cards that show it are redrawn for. */
export function* withdrawalMoved(
  row: WithdrawalRow,
  to: WithdrawalRow["status"],
  also: Parameters<typeof advanceWithdrawal>[2] = {},
): Phase<WithdrawalRow> {
  const moved = yield* advanceWithdrawal(row, to, also);
  const user = yield* findUserOfCustomer(row.customer_id);
  if (user) yield* lookAtCardsOfKind(user.user_id, WITHDRAWING);
  return moved;
}

/**
 * Whether it may be signed now; not while a payout after a backup may have been this one. It waits for the operator where no message could tell its customer of a new address, and where the
 * address has joined the pool.
 */
export function* isPayable(row: WithdrawalRow, at: number): Phase<boolean> {
  if (row.status !== "waiting" || row.due_at > at) return false;
  if (yield* isMoneyHeld(row.customer_id)) return false;
  if (row.decided_by !== null) return true;
  const isOfPool = (yield* poolOwnersAmong([row.address])).length > 0;
  if (!isOfPool && (row.new_address === 0 || (yield* wasTold(row)))) return true;
  yield* withdrawalMoved(row, "approval");
  return false;
}

export function* withdrawalSigned(row: WithdrawalRow): Phase<void> {
  yield* withdrawalMoved(row, "signed");
}

/** Its transfer is final. */
export function* withdrawalPaid(id: string, at: number): Phase<void> {
  const row = yield* withdrawalOfPayout(id);
  const paid = yield* withdrawalMoved(row, "paid", { finished_at: at });
  yield* tellWithdrawal(paid, "paid", at);
}

/** Its payout is dead, or was never made, and the money is held again: the operator decides again. */
export function* withdrawalUnpaid(id: string, why: "unpaid" | "unbooked", at: number): Phase<void> {
  const row = yield* withdrawalOfPayout(id);
  const back = yield* withdrawalMoved(row, "approval", {
    decided_by: null,
    finished_at: null,
  });
  yield* tellWithdrawal(back, why, at);
}

/** The money goes back. */
export function* withdrawalGivenUp(
  row: WithdrawalRow,
  to: "refused" | "cancelled",
  why: Partial<Pick<WithdrawalRow, "decided_by" | "reason">>,
  at: number,
): Phase<WithdrawalRow> {
  const over = yield* withdrawalMoved(row, to, { ...why, finished_at: at });
  const { customer_id: customerId, amount_sun, fee_sun } = row;
  const back = { from: heldOf(customerId), to: availableOf(customerId) };
  yield* move({ id: `${row.id}:void`, ...back, amountSun: sun(amount_sun + fee_sun), at });
  if (to === "refused") yield* tellWithdrawal(over, "refused", at);
  return over;
}

/** These wait because the account that pays has too little; each customer is told once of each. */
export async function withdrawalsDelayed(engine: Engine, ids: readonly string[]): Promise<void> {
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    for (const id of ids) {
      const row = yield* findWithdrawal(id);
      if (row && isUnsigned(row.status)) yield* tellWithdrawal(row, "delayed", at);
    }
  });
}
