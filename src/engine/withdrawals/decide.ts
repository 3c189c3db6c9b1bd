/** What ends a withdrawal before it is signed, or lets it go on: its customer cancels it, the operator approves or refuses it. */
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { isUnsigned, type Withdrawal } from "../../domain/withdrawal.js";
import { isPaidLate } from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import { readSetting } from "../../store/settings.js";
import { isMoneyHeld } from "../../store/unknown-payouts.js";
import { findWithdrawal, type WithdrawalRow } from "../../store/withdrawals.js";
import type { Engine } from "../context.js";
import { doerOf, logged } from "../teams/log.js";
import { assertMay, type By } from "../teams/rights.js";
import { ownWithdrawal, withdrawalOfRow } from "./read-withdrawals.js";
import { withdrawalGivenUp, withdrawalMoved } from "./settle.js";

/**
 * Gives the money back. Throws NOT_CANCELABLE once it is signed, or over; FORBIDDEN for a team's, unless an owner does it. Cancelling it
 * again changes nothing.
 */
export async function cancelWithdrawal(
  engine: Engine,
  customerId: CustomerId,
  id: string,
  by?: Extract<By, { readonly kind: "member" }>,
): Promise<Withdrawal> {
  const at = engine.now();
  return engine.database.commit(() => cancelWithdrawalPhase(customerId, id, at, by));
}

/** The same in a phase. */
export function* cancelWithdrawalPhase(
  customerId: CustomerId,
  id: string,
  at: number,
  by?: Extract<By, { readonly kind: "member" }>,
): Phase<Withdrawal> {
  const owner = yield* assertMay({ customerId, by }, "manage");
  const row = yield* ownWithdrawal(customerId, id);
  if (row.status === "cancelled") return withdrawalOfRow(row);
  if (!isUnsigned(row.status)) throw notCancelable(row, tooLate(row));
  const isPerhapsPaid =
    (yield* readSetting("payout-hold")) !== undefined || (yield* isMoneyHeld(customerId));
  if (isPerhapsPaid) throw notCancelable(row, PERHAPS_PAID);
  yield* assertNotPaid(row);
  if (owner) {
    const { status, address, amount_sun: amountSun } = row;
    const before = { status, address, amountSun };
    const entry = { act: "cancelled", subject: `withdrawal ${id}`, before } as const;
    yield* logged(customerId, doerOf(owner), entry, at);
  }
  return withdrawalOfRow(yield* withdrawalGivenUp(row, "cancelled", {}, at));
}

function tooLate({ status }: WithdrawalRow): string {
  const why = status === "signed" ? "Its transfer is signed and on its way" : `It is ${status}`;
  return `${why}. Only a withdrawal that waits can be cancelled.`;
}

/** The operator finds out, then releases payouts. */
const PERHAPS_PAID =
  "The desk was restored from a backup, and this withdrawal may be paid already. Cancel it once the operator has compared.";

/** The operator lets it be paid; an address that is new to the customer still waits its time. */
export async function approveWithdrawal(
  engine: Engine,
  id: string,
  decidedBy: string,
): Promise<Withdrawal> {
  const approved = await engine.database.commit(function* (): Phase<Withdrawal> {
    const row = yield* anyWithdrawal(id);
    if (row.status !== "approval") {
      throw notCancelable(row, `It is ${row.status} and needs no approval.`);
    }
    return withdrawalOfRow(yield* withdrawalMoved(row, "waiting", { decided_by: decidedBy }));
  });
  engine.signals.emit("withdrawal");
  return approved;
}

/** The operator gives the money back; the customer is told why. */
export async function refuseWithdrawal(
  engine: Engine,
  id: string,
  { reason, decidedBy }: { readonly reason: string; readonly decidedBy: string },
): Promise<Withdrawal> {
  const at = engine.now();
  const text = reason.trim();
  if (text.length === 0 || text.length > 200) {
    throw validationFailed([{ path: "reason", message: "must be 1 to 200 characters long" }]);
  }
  return engine.database.commit(function* (): Phase<Withdrawal> {
    const row = yield* anyWithdrawal(id);
    if (!isUnsigned(row.status))
      throw notCancelable(row, `It is ${row.status}: it cannot be refused.`);
    yield* assertNotPaid(row);
    const why = { decided_by: decidedBy, reason: text };
    return withdrawalOfRow(yield* withdrawalGivenUp(row, "refused", why, at));
  });
}

function* anyWithdrawal(id: string): Phase<WithdrawalRow> {
  const row = yield* findWithdrawal(id);
  if (row) return row;
  const message = `There is no withdrawal with the id ${id}. \`desk withdrawal list\` shows them.`;
  throw new DeskError("NOT_FOUND", message);
}

/** A block that is not solid yet holds a transfer of it that was taken for dead. */
function* assertNotPaid(row: WithdrawalRow): Phase<void> {
  if (!(yield* isPaidLate(row.id))) return;
  throw notCancelable(row, "A block holds its transfer: it is as good as paid.");
}

function notCancelable({ status }: WithdrawalRow, message: string): DeskError {
  return new DeskError("NOT_CANCELABLE", message, { status });
}
