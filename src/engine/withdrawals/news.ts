/** What the bot tells a customer of their withdrawals; told with what it tells of, so each is in the outbox once. */
import type { Address } from "../../domain/address.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { enqueue, stateOfMessage } from "../../store/chat/outbox.js";
import { findUserOfCustomer, isUnreachable } from "../../store/chat/telegram-users.js";
import type { Phase } from "../../store/phase.js";
import type { WithdrawalRow } from "../../store/withdrawals.js";

/** `asked`: over HTTP, to an address that is new to them; `delayed`: there is too little money in the account that pays; `unpaid`: its transfer reached no block; `unbooked`: the operator had booked it as paid, wrongly. */
export type WithdrawalNewsKind = "asked" | "paid" | "refused" | "delayed" | "unpaid" | "unbooked";

/** In the outbox; the bot has the words. */
export interface WithdrawalNews {
  readonly event: "withdrawal";
  readonly kind: WithdrawalNewsKind;
  readonly withdrawalId: string;
  readonly address: Address;
  readonly amountSun: Sun;
  readonly feeSun: Sun;
  /** From when it may be paid (wall time); null: at once. */
  readonly dueAt: number | null;
  readonly needsApproval: boolean;
  readonly reason: string | null;
  readonly txid: string | null;
}

/** A customer from Telegram hears of it in their private chat, whose id is their user's. */
export function* tellWithdrawal(
  row: WithdrawalRow,
  kind: WithdrawalNewsKind,
  at: number,
): Phase<void> {
  const user = yield* findUserOfCustomer(row.customer_id);
  if (!user) return;
  const news: WithdrawalNews = {
    ...{ event: "withdrawal", kind, withdrawalId: row.id, address: row.address },
    ...{ amountSun: row.amount_sun, feeSun: row.fee_sun },
    dueAt: row.due_at > at ? row.due_at : null,
    needsApproval: row.status === "approval",
    ...{ reason: row.reason, txid: row.txid },
  };
  // It may be paid more than once: a transfer may be lost, and a wrong booking undone.
  const which = kind === "asked" || kind === "delayed" ? "" : `:${at}`;
  yield* enqueue(keyOf(row, kind) + which, user.user_id, JSON.stringify(news), at);
}

function keyOf({ id }: WithdrawalRow, kind: WithdrawalNewsKind): string {
  return `withdrawal:${id}:${kind}`;
}

/** Whether the customer has a chat that takes messages. */
export function* canBeTold(customerId: CustomerId): Phase<boolean> {
  const user = yield* findUserOfCustomer(customerId);
  return user !== undefined && !(yield* isUnreachable(user.user_id));
}

/** Whether they know of a withdrawal to a new address when it is to be paid: while it waited, the message must have gone out. */
export function* wasTold(row: WithdrawalRow): Phase<boolean> {
  if (!(yield* canBeTold(row.customer_id))) return false;
  // In the chat they asked for it themselves.
  if (row.channel === "telegram") return true;
  const state = yield* stateOfMessage(keyOf(row, "asked"));
  return state !== "dead" && !(state === "waiting" && row.due_at > row.created_at);
}
