/**
 * What becomes of a withdrawal and the money held for it with the payouts that pay it, one after the other until one does; and what
 * the bot tells of it, in the same transaction, so each is in the outbox once.
 */

import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import type { CustomerId } from "../../domain/ids.js";
import { type Sun, sun } from "../../domain/money.js";
import { isUnsigned } from "../../domain/withdrawal.js";
import { lookAtCardsOfKind, markCardsOfRequestDirty } from "../../store/chat/cards.js";
import { stateOfMessage } from "../../store/chat/outbox.js";
import { findTelegramUser, isUnreachable } from "../../store/chat/telegram-users.js";
import { availableOf, heldOf, move } from "../../store/ledger.js";
import { poolOwnersAmong } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { isMoneyHeld } from "../../store/unknown-payouts.js";
import { advanceWithdrawal, findWithdrawal, type WithdrawalRow } from "../../store/withdrawals.js";
import type { Engine } from "../context.js";
import { hearersOf, type OfTeam, tellOfMoney } from "../teams/tell.js";

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
  for (const { userId } of yield* hearersOf(row.customer_id)) {
    yield* lookAtCardsOfKind(userId, WITHDRAWING);
  }
  yield* markCardsOfRequestDirty(row.id);
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

/** `asked`: over HTTP, to an address that is new to them; `ofTeam`: an owner of a team takes it out, or another has confirmed it; `delayed`: there is too little money in the account that pays; `unpaid`: its transfer reached no block; `unbooked`: the operator had booked it as paid, wrongly. */
export type WithdrawalNewsKind =
  | "asked"
  | "ofTeam"
  | "paid"
  | "refused"
  | "delayed"
  | "unpaid"
  | "unbooked";

/** In the outbox; the bot has the words. */
export interface WithdrawalNews extends OfTeam {
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
  /** Of a team's: who asked, and who confirmed it. */
  readonly askedBy: string | undefined;
  readonly confirmedBy: string | undefined;
}

/** Whoever hears of the customer's money; but for who has just done it. */
export function* tellWithdrawal(
  row: WithdrawalRow,
  kind: WithdrawalNewsKind,
  at: number,
  but?: number,
): Phase<void> {
  const nameOf = function* (userId: number | null): Phase<string | undefined> {
    return userId === null ? undefined : (yield* findTelegramUser(userId))?.name;
  };
  const news: WithdrawalNews = {
    ...{ event: "withdrawal", kind, withdrawalId: row.id, address: row.address },
    ...{ amountSun: row.amount_sun, feeSun: row.fee_sun },
    dueAt: row.due_at > at ? row.due_at : null,
    needsApproval: row.status === "approval",
    ...{ reason: row.reason, txid: row.txid },
    askedBy: yield* nameOf(row.asked_by),
    confirmedBy: yield* nameOf(row.confirmed_by),
  };
  // It may be paid more than once: a transfer may be lost, and a wrong booking undone.
  const which = kind === "asked" || kind === "delayed" ? "" : `:${at}`;
  yield* tellOfMoney(row.customer_id, { key: keyOf(row, kind) + which, event: news, at, but });
}

function keyOf({ id }: WithdrawalRow, kind: WithdrawalNewsKind): string {
  return `withdrawal:${id}:${kind}`;
}

/** Whether the customer, or an owner of a team, has a chat that takes messages. */
export function* canBeTold(customerId: CustomerId): Phase<boolean> {
  for (const { userId, isOwner } of yield* hearersOf(customerId)) {
    if (isOwner && !(yield* isUnreachable(userId))) return true;
  }
  return false;
}

/** Whether they know of a withdrawal to a new address when it is to be paid: while it waited, the message must have gone out. */
function* wasTold(row: WithdrawalRow): Phase<boolean> {
  if (!(yield* canBeTold(row.customer_id))) return false;
  // In the chat they asked for it themselves.
  if (row.channel === "telegram") return true;
  const state = yield* stateOfMessage(keyOf(row, "asked"));
  return state !== "dead" && !(state === "waiting" && row.due_at > row.created_at);
}
