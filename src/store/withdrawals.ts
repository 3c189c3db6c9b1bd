/** Withdrawals: what customers take out, from when it is asked for until it is paid, refused or cancelled. */
import type { Address } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import type { CustomerId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import {
  assertWithdrawalTransition,
  UNSIGNED_STATUSES,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from "../domain/withdrawal.js";
import { keyIsFinal } from "./conditions.js";
import { BY_ID, byId, type ListedById, type TallyRow, tally } from "./lists.js";
import { all, count, exists, one, type Phase, run, type SqlValue, value } from "./phase.js";
import { flag, integer, oneOf, type RowOf, sets, table, text } from "./table.js";
import { heldMoneyOf } from "./unknown-payouts.js";

/** What a withdrawal was asked for with, beside what is paid by: written by the table itself, and compared by the audit. */
export const WITHDRAWALS_ASKED = table(
  "withdrawal_asked",
  {
    id: text().key.references("withdrawal").fixed,
    customer_id: text<CustomerId>().fixed,
    address: text<Address>().fixed,
    amount_sun: integer().fixed,
    fee_sun: integer().fixed,
  },
  {
    isKept: true,
  },
);

/** What a customer takes out. */
export const WITHDRAWALS = table(
  "withdrawal",
  {
    id: text().key.check("length(id) = 24").fixed,
    customer_id: text<CustomerId>().references("customer").fixed,
    address: text<Address>().check("length(address) = 34").fixed,
    /** TRX that arrives, in SUN; the fee is held with it. */
    amount_sun: integer<Sun>().check("amount_sun BETWEEN 1 AND 9007199254740991").fixed,
    fee_sun: integer<Sun>().check("fee_sun >= 0").fixed,
    channel: oneOf(["http", "telegram"]).fixed,
    status: oneOf(WITHDRAWAL_STATUSES),
    /** The first answer, given again to its idempotency key, which is forgotten after some days. */
    first_status: oneOf(UNSIGNED_STATUSES).fixed,
    idempotency_key: text().orNull.check("length(idempotency_key) BETWEEN 1 AND 255"),
    /** From when it may be signed: later for an address that is new to the customer. Wall time. */
    due_at: integer().fixed,
    /** Who approved or refused it, and why. */
    decided_by: text().orNull,
    reason: text().orNull,
    created_at: integer().fixed,
    finished_at: integer().orNull,
    /** 1 when its address was new to the customer. */
    new_address: flag().default(0).fixed,
    /** Of a team: the owner who asked, and the other one who confirmed, where there was one. */
    asked_by: integer().orNull.fixed,
    confirmed_by: integer().orNull.check("confirmed_by <> asked_by").fixed,
  },
  {
    checks: [
      "(finished_at IS NOT NULL) = (status = 'paid' OR status = 'refused' OR status = 'cancelled')",
    ],
    isKept: true,
    sql: `
-- The withdrawal with a key: before each; and the keys that are no longer promised.
CREATE UNIQUE INDEX withdrawal_by_key ON withdrawal (customer_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX withdrawal_with_key_by_age ON withdrawal (created_at) WHERE idempotency_key IS NOT NULL;
-- A customer's withdrawals, the newest first, and what they took out today.
CREATE INDEX withdrawal_of_customer ON withdrawal (customer_id, id);
-- Those that are not over: the payer, the operator's list, what is held for them.
CREATE INDEX withdrawal_open ON withdrawal (status, due_at)
  WHERE status <> 'paid' AND status <> 'refused' AND status <> 'cancelled';
-- A customer's withdrawals that are not over: counted before another.
CREATE INDEX withdrawal_open_of_customer ON withdrawal (customer_id)
  WHERE status <> 'paid' AND status <> 'refused' AND status <> 'cancelled';
-- Withdrawals that are not over, by age.
CREATE INDEX withdrawal_open_by_age ON withdrawal (id)
  WHERE status <> 'paid' AND status <> 'refused' AND status <> 'cancelled';
-- What was asked for today, before each withdrawal.
CREATE INDEX withdrawal_since ON withdrawal (created_at);`,
    triggers: [
      keyIsFinal("withdrawal"),
      {
        name: "withdrawal_is_noted",
        on: "AFTER INSERT",
        does: [
          "INSERT INTO withdrawal_asked VALUES (NEW.id, NEW.customer_id, NEW.address, NEW.amount_sun, NEW.fee_sun)",
        ],
      },
    ],
  },
);

export type WithdrawalRow = RowOf<typeof WITHDRAWALS> & {
  /** Of the transfer that pays it, or has paid it. */
  txid: string | null;
};

/** A transfer that counted as dead may have paid it. */
const COLUMNS = `${WITHDRAWALS.columns}, (SELECT p.txid FROM payout p WHERE p.withdrawal_id = withdrawal.id AND (p.state <> 'dead'
    OR EXISTS (SELECT 1 FROM transfer t WHERE t.id = p.id || ':late')) ORDER BY p.id DESC LIMIT 1) AS txid`;

/** The condition of the index of those that are not over. */
export const OPEN_WITHDRAWAL = "status <> 'paid' AND status <> 'refused' AND status <> 'cancelled'";

/** A block that is not solid yet has paid it, but the books do not say so. */
const PAID_LATE = `EXISTS (SELECT 1 FROM payout p WHERE p.withdrawal_id = withdrawal.id AND p.late_block IS NOT NULL)`;

export type NewWithdrawal = Pick<
  WithdrawalRow,
  | "id"
  | "customer_id"
  | "address"
  | "amount_sun"
  | "fee_sun"
  | "channel"
  | "new_address"
  | "due_at"
  | "created_at"
> &
  Partial<Pick<WithdrawalRow, "asked_by" | "confirmed_by">> & {
    readonly status: WithdrawalRow["first_status"];
    readonly idempotency_key?: string;
  };

export const insertWithdrawal = (row: NewWithdrawal) =>
  WITHDRAWALS.add({ ...row, first_status: row.status });

const withdrawalsWhere = (condition: string, ...params: SqlValue[]) =>
  all<WithdrawalRow>(`SELECT ${COLUMNS} FROM withdrawal WHERE ${condition}`, ...params);

export function* findWithdrawal(id: string): Phase<WithdrawalRow | undefined> {
  return (yield* withdrawalsWhere("id = ?", id))[0];
}

export function* findWithdrawalOfKey(
  customerId: CustomerId,
  key: string,
): Phase<WithdrawalRow | undefined> {
  return (yield* withdrawalsWhere("customer_id = ? AND idempotency_key = ?", customerId, key))[0];
}

export const forgetWithdrawalKeys = (createdBefore: number) =>
  run(
    "UPDATE withdrawal SET idempotency_key = NULL WHERE idempotency_key IS NOT NULL AND created_at < ?",
    createdBefore,
  );

/** A customer's, the newest first, older than `before`. */
export const withdrawalsOf = (
  customerId: CustomerId,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Phase<WithdrawalRow[]> =>
  withdrawalsWhere(
    "customer_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
    customerId,
    before ?? "g",
    limit,
  );

export interface ListedWithdrawals extends ListedById {
  readonly onlyOpen: boolean;
}

/** Where an index has them by age, and no others. */
function listed({ customerId, onlyOpen }: ListedWithdrawals): string {
  const whose = customerId === undefined ? "CAST(? AS TEXT) IS NULL" : "customer_id = ?";
  if (onlyOpen) {
    const index = customerId === undefined ? "by_age" : "of_customer";
    return `withdrawal INDEXED BY withdrawal_open_${index} WHERE ${OPEN_WITHDRAWAL} AND ${whose}`;
  }
  const index = customerId === undefined ? "" : "INDEXED BY withdrawal_of_customer";
  return `withdrawal ${index} WHERE ${whose}`;
}

/** Those that are not over, or all; the oldest first. */
export const listWithdrawals = (page: ListedWithdrawals) =>
  all<WithdrawalRow>(
    `SELECT ${COLUMNS} FROM ${listed(page)} AND ${BY_ID}`,
    page.customerId ?? null,
    ...byId(page),
  );

export function tallyWithdrawals(
  page: ListedWithdrawals,
): Phase<TallyRow<"amount_sun" | "fee_sun">[]> {
  return tally(
    ["amount_sun", "fee_sun"],
    `SELECT customer_id, status, amount_sun, fee_sun, id AS place FROM ${listed(page)} AND ${BY_ID}`,
    page.customerId ?? null,
    ...byId(page),
  );
}

/** How many of a customer's are not over. */
export const countOpenWithdrawals = (customerId: CustomerId) =>
  count(`withdrawal WHERE customer_id = ? AND ${OPEN_WITHDRAWAL}`, customerId);

/** Those that can be paid now, and of nobody whose money is held; who is due longest comes first. */
export const dueWithdrawals = (at: number, limit: number): Phase<WithdrawalRow[]> =>
  withdrawalsWhere(
    `${OPEN_WITHDRAWAL} AND status = 'waiting' AND due_at <= ? AND NOT ${PAID_LATE} AND NOT ${heldMoneyOf("withdrawal.customer_id")} ORDER BY due_at, id LIMIT ?`,
    at,
    limit,
  );

/** Open withdrawals that are not signed: their money is held. */
export const unsignedWithdrawals = (): Phase<WithdrawalRow[]> =>
  withdrawalsWhere(`${OPEN_WITHDRAWAL} AND status <> 'signed' ORDER BY id`);

/** When the next one is due that waits for its time. */
export function* nextWithdrawalDueAt(after: number): Phase<number | undefined> {
  return (
    (yield* value<number | null>(
      `SELECT min(due_at) AS due_at FROM withdrawal WHERE ${OPEN_WITHDRAWAL} AND status = 'waiting' AND due_at > ?`,
      after,
    )) ?? undefined
  );
}

/**
 * What was asked for since then and is paid or will be, fees left out: by one customer, and by all. What waits for an approval counts
 * once it has it, so that nobody uses up the day of all with what the operator may refuse.
 */
export function* takenSince(
  customerId: CustomerId,
  since: number,
): Phase<{ readonly byCustomerSun: number; readonly byAllSun: number }> {
  const row = yield* one<{ byCustomerSun: number; byAllSun: number }>(
    `SELECT coalesce(sum(iif(customer_id = ?, amount_sun, 0)), 0) AS "byCustomerSun",
       coalesce(sum(amount_sun), 0) AS "byAllSun"
     FROM withdrawal
     WHERE created_at >= ? AND status IN ('waiting', 'signed', 'paid')`,
    customerId,
    since,
  );
  return row ?? { byCustomerSun: 0, byAllSun: 0 };
}

/** Whether a withdrawal of the customer to the address was paid. A name in the book does not count: any key may write there. */
export const isKnownAddress = (customerId: CustomerId, address: Address) =>
  exists(
    "withdrawal WHERE customer_id = ? AND address = ? AND status = 'paid'",
    customerId,
    address,
  );

type WithdrawalChange = Partial<Pick<WithdrawalRow, "decided_by" | "reason" | "finished_at">>;

/** Moves a withdrawal to another status and sets columns with it; asserts that the status was the one read before. */
export function* advanceWithdrawal(
  withdrawal: WithdrawalRow,
  to: WithdrawalStatus,
  change: WithdrawalChange = {},
): Phase<WithdrawalRow> {
  assertWithdrawalTransition(withdrawal.status, to);
  const set = sets(["status", ...Object.keys(change)]);
  const row = yield* one<WithdrawalRow>(
    `UPDATE withdrawal SET ${set} WHERE id = ? AND status = ? RETURNING ${COLUMNS}`,
    to,
    ...(Object.values(change) as SqlValue[]),
    withdrawal.id,
    withdrawal.status,
  );
  assert(row, `withdrawal ${withdrawal.id} is no longer ${withdrawal.status}`);
  return row;
}
