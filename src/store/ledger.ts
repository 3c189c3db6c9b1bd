/**
 * The double-entry ledger. `move` is the only code that changes a balance: it writes append-only transfers with derived ids
 * and adds them to the accounts in the same transaction.
 */
import type { Address } from "../domain/address.js";
import { assert, present } from "../domain/assert.js";
import type { CustomerId } from "../domain/ids.js";
import { type Sun, sun } from "../domain/money.js";
import { all, countChanged, one, type Phase, run } from "./phase.js";

export type AccountId = string & { readonly __unit: "account" };

export const REVENUE = "revenue" as AccountId;
export const CLEARING = "clearing" as AccountId;
/** The counterparty of deposits, credits and payouts; the only account that may go below 0. */
export const EXTERNAL = "external" as AccountId;

export function availableOf(customer: CustomerId): AccountId {
  return `available:${customer}` as AccountId;
}

export function heldOf(customer: CustomerId): AccountId {
  return `held:${customer}` as AccountId;
}

/** What a seller has earned and not been paid yet. */
export function earnedOf(seller: Address): AccountId {
  return `earned:${seller}` as AccountId;
}

export interface Transfer {
  /** Names its cause and kind ("<orderId>:hold"); a second transfer with the same id does nothing. */
  readonly id: string;
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amountSun: Sun;
  readonly at: number;
  /** Free text of an operator, for credits and debits. */
  readonly reason?: string;
}

/**
 * Moves money. A transfer whose id exists is skipped, and must be the same one. Returns the ids that were new. A balance that
 * would fall below 0 breaks a CHECK of the table and undoes the phase: callers check the balance first and refuse in words.
 */
export function* move(...transfers: readonly Transfer[]): Phase<Set<string>> {
  const moved = new Set<string>();
  const changes = new Map<AccountId, number>();
  for (const transfer of transfers) {
    assert(transfer.amountSun > 0, `transfer ${transfer.id} moves nothing`);
    if (!(yield* insert(transfer))) continue;
    moved.add(transfer.id);
    changes.set(transfer.from, (changes.get(transfer.from) ?? 0) - transfer.amountSun);
    changes.set(transfer.to, (changes.get(transfer.to) ?? 0) + transfer.amountSun);
  }
  for (const [account, changeSun] of changes) {
    yield* run("UPDATE account SET balance_sun = balance_sun + ? WHERE id = ?", changeSun, account);
  }
  return moved;
}

/** True when the transfer is new; asserts that an older one with the same id is the same. */
function* insert(transfer: Transfer): Phase<boolean> {
  const inserted = yield* countChanged(
    `INSERT INTO transfer (id, from_account, to_account, amount_sun, reason, at)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    transfer.id,
    transfer.from,
    transfer.to,
    transfer.amountSun,
    transfer.reason ?? null,
    transfer.at,
  );
  if (inserted === 1) return true;
  const old = yield* findTransfer(transfer.id);
  assert(
    old && isSame(old, transfer),
    `transfer ${transfer.id} exists with other accounts or another amount`,
  );
  return false;
}

export function* openCustomerAccounts(customer: CustomerId): Phase<void> {
  yield* run(
    "INSERT INTO account (id, kind) VALUES (?, 'available'), (?, 'held')",
    availableOf(customer),
    heldOf(customer),
  );
}

export interface Balance {
  readonly availableSun: Sun;
  readonly heldSun: Sun;
}

export function* balanceOf(customer: CustomerId): Phase<Balance> {
  const rows = yield* all<{ id: string; balance_sun: number }>(
    "SELECT id, balance_sun FROM account WHERE id IN (?, ?)",
    availableOf(customer),
    heldOf(customer),
  );
  const of = (id: AccountId) => sun(rows.find((row) => row.id === id)?.balance_sun ?? 0);
  return { availableSun: of(availableOf(customer)), heldSun: of(heldOf(customer)) };
}

/** What a customer can spend; 0 for an unknown id. */
export function* availableSunOf(customer: CustomerId): Phase<Sun> {
  const row = yield* one<{ balance_sun: number }>(
    "SELECT balance_sun FROM account WHERE id = ?",
    availableOf(customer),
  );
  return sun(row?.balance_sun ?? 0);
}

export function* balanceSunOf(account: AccountId): Phase<number> {
  const row = yield* one<{ balance_sun: number }>(
    "SELECT balance_sun FROM account WHERE id = ?",
    account,
  );
  return present(row, `no account ${account}`).balance_sun;
}

export type TransferRow = { from_account: string; to_account: string; amount_sun: number };

export function* findTransfer(id: string): Phase<TransferRow | undefined> {
  return yield* one<TransferRow>(
    "SELECT from_account, to_account, amount_sun FROM transfer WHERE id = ?",
    id,
  );
}

/** Whether a stored transfer moved what this one would move. */
export function isSame(row: TransferRow, transfer: Transfer): boolean {
  return (
    row.from_account === transfer.from &&
    row.to_account === transfer.to &&
    row.amount_sun === transfer.amountSun
  );
}
