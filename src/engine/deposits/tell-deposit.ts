/** What customers are told of their deposits. */
import { utcMidnightMs } from "../../common/time.js";
import { enqueue } from "../../store/chat/outbox.js";
import { findUserOfCustomer } from "../../store/chat/telegram-users.js";
import type { DepositRow } from "../../store/deposits.js";
import { availableSunOf } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";

/** A deposit in the outbox; the bot has the words. */
export interface DepositEvent {
  readonly event: "deposit";
  readonly depositId: string;
  readonly status: DepositRow["status"];
  readonly asset: string;
  /** In the smallest units, digits. */
  readonly amount: string;
  readonly creditedSun: number;
  readonly availableSun: number;
}

/** Once for each status. */
export function tellDeposit(row: DepositRow, at: number): Phase<void> {
  return tellAs(`deposit:${row.id}:${row.status}`, row, at);
}

/** Once a day, whatever else comes: anybody can send next to nothing, as often as they like. */
export function tellTiny(row: DepositRow, at: number): Phase<void> {
  return tellAs(`deposit:tiny:${row.customer_id}:${utcMidnightMs(at)}`, row, at);
}

/** Tokens that nobody asked for are not told of: they may be sent to advertise something. */
function* tellAs(key: string, row: DepositRow, at: number): Phase<void> {
  const { id, status, asset, amount, credited_sun: creditedSun } = row;
  if (asset !== "TRX" && asset !== "USDT") return;
  const user = yield* findUserOfCustomer(row.customer_id);
  if (!user) return;
  const availableSun = yield* availableSunOf(row.customer_id);
  const event: DepositEvent = {
    ...{ event: "deposit", depositId: id, status, asset, amount },
    ...{ creditedSun, availableSun },
  };
  yield* enqueue(key, user.user_id, JSON.stringify(event), at);
}
