/**
 * The double-entry ledger. `move` is the only code that changes a balance: it writes append-only transfers with derived ids
 * and adds them to the accounts in the same transaction.
 */
import type { Address } from "../domain/address.js";
import { assert, must } from "../domain/assert.js";
import type { CustomerId } from "../domain/ids.js";
import { type Sun, sun, withdrawable } from "../domain/money.js";
import { all, marks, one, type Phase, run, value } from "./phase.js";
import { integer, oneOf, type RowOf, table, text } from "./table.js";

/** Double entry. Account ids name their kind and owner: 'available:<customer>', 'revenue', 'external'. */
export const ACCOUNTS = table(
  "account",
  {
    id: text().key.fixed,
    kind: oneOf(["available", "held", "earned", "revenue", "clearing", "external"]).fixed,
    balance_sun: integer()
      .default(0)
      .check("abs(balance_sun) <= 9007199254740991 AND (kind = 'external' OR balance_sun >= 0)"),
    /** For a customer's available account: how much of their money, held money included, is gifts. Gifts are spent first. */
    gift_sun: integer().default(0).check("gift_sun >= 0"),
  },
  {
    isKept: true,
    sql: `
INSERT INTO account (id, kind) VALUES
  ('revenue','revenue'), ('clearing','clearing'), ('external','external');`,
    triggers: [
      {
        name: "balance_is_watched",
        on: "AFTER UPDATE OF balance_sun",
        when: "NEW.kind = 'available'",
        does: [
          "UPDATE balance_limit SET changed = 1 WHERE account_id = NEW.id AND changed = 0 AND armed = CASE WHEN NEW.balance_sun < limit_sun THEN 1 ELSE 0 END",
          "UPDATE team SET balance_changed = 1 WHERE customer_id = substr(NEW.id, 11) AND balance_changed = 0",
        ],
      },
    ],
  },
);

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

/**
 * Kinds of money from and to outside: paid in on the chain; paid by bank or in cash; given by the operator; withdrawn; corrected;
 * paid to a seller.
 */
export type OutsideKind = "deposit" | "payment" | "gift" | "withdrawal" | "correction" | "payout";

export interface Transfer {
  /** Names its cause and kind ("<orderId>:hold"); a second transfer with the same id does nothing. */
  readonly id: string;
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amountSun: Sun;
  readonly at: number;
  /** Set for every transfer from or to `external`, and for no other. */
  readonly kind?: OutsideKind;
  /** The transfer that spent the money which now comes back to a customer: what was a gift becomes one again. */
  readonly undoes?: string;
  /** Takes paid money first: the money leaves the desk or goes to a seller, and gifts never do. */
  readonly sparesGifts?: true;
  /** Free text for readers of the statement. */
  readonly reason?: string;
}

/**
 * Moves money. A transfer whose id exists is skipped, and must be the same one. Returns the ids that were new. A balance that
 * would fall below 0 breaks a CHECK of the table and undoes the phase: callers check the balance first and refuse in words.
 *
 * Gifts are spent first, by what is held or takes a correction; they are never withdrawn. What a transfer changes of them is kept
 * with it, as are the customer's balances after it: their statement is read from the transfers alone.
 */
export function* move(...transfers: readonly Transfer[]): Phase<Set<string>> {
  if (transfers.length === 0) return new Set();
  const changes = new Map<AccountId, number>();
  const gifts = new Map<AccountId, number>();
  const rows = new Map<string, NewTransfer>();
  const customers = transfers.flatMap((transfer) => customerOf(transfer) ?? []);
  const { standings, known } = yield* standingsOf(customers, transfers);
  for (const transfer of transfers) {
    const { id, from, to, amountSun } = transfer;
    assert(amountSun > 0, `transfer ${id} moves nothing`);
    assertKind(transfer);
    const old = rows.get(id) ?? known.get(id);
    const differs = "exists with other accounts, another amount or kind";
    assert(!old || isSame(old, transfer), `transfer ${id} ${differs}`);
    if (old) continue;
    const customerId = customerOf(transfer);
    let booked: Booked | undefined;
    if (customerId !== undefined) {
      const before = must(standings.get(customerId), `accounts of ${customerId}`);
      const giftSun = yield* giftChange(transfer, before.giftSun);
      const after = standingAfter(transfer, before, giftSun);
      booked = { customerId, giftSun: after.giftSun - before.giftSun, after };
      standings.set(customerId, after);
      if (booked.giftSun !== 0) gifts.set(availableOf(customerId), after.giftSun);
    }
    rows.set(id, rowOf(transfer, booked));
    changes.set(from, (changes.get(from) ?? 0) - amountSun);
    changes.set(to, (changes.get(to) ?? 0) + amountSun);
  }
  yield* TRANSFERS.addAll([...rows.values()]);
  for (const [account, changeSun] of changes) {
    yield* run("UPDATE account SET balance_sun = balance_sun + ? WHERE id = ?", changeSun, account);
  }
  for (const [account, giftSun] of gifts) {
    yield* run("UPDATE account SET gift_sun = ? WHERE id = ?", giftSun, account);
  }
  return new Set(rows.keys());
}

function assertKind({ id, from, to, kind }: Transfer): void {
  const isOutside = from === EXTERNAL || to === EXTERNAL;
  assert(
    isOutside === (kind !== undefined),
    `transfer ${id} has a kind exactly from or to outside`,
  );
}

/** What a transfer changes for its customer, and how they stand after it. */
interface Booked {
  readonly customerId: CustomerId;
  readonly giftSun: number;
  readonly after: Standing;
}

interface Standing {
  readonly availableSun: number;
  readonly heldSun: number;
  /** The total of both. */
  readonly giftSun: number;
}

const OF_CUSTOMER = /^(?:available|held):(.*)$/;

/** Whose available or held money it moves; undefined of the desk's own and sellers'. */
function customerOf({ id, from, to }: Transfer): CustomerId | undefined {
  const [giver, taker] = [OF_CUSTOMER.exec(from)?.[1], OF_CUSTOMER.exec(to)?.[1]];
  assert(!(giver && taker) || giver === taker, `transfer ${id} is between two customers`);
  return giver ?? taker;
}

/** How these customers stand, and which of the transfers are written already. */
function* standingsOf(customers: readonly CustomerId[], transfers: readonly Transfer[]) {
  type Account = { id: string; balance_sun: number; gift_sun: number; from_account: null };
  type Found = Account | ({ id: string; balance_sun: null; gift_sun: null } & TransferRow);
  const accounts = new Set(customers.flatMap((id) => [availableOf(id), heldOf(id)]));
  const found = yield* all<Found>(
    `SELECT a.id, a.balance_sun, a.gift_sun, NULL AS from_account, NULL AS to_account, NULL AS amount_sun, NULL AS kind
     FROM account a WHERE a.id IN (${marks([...accounts])})
     UNION ALL SELECT t.id, NULL, NULL, t.from_account, t.to_account, t.amount_sun, t.kind
     FROM transfer t WHERE t.id IN (${marks(transfers)})`,
    ...accounts,
    ...transfers.map(({ id }) => id),
  );
  const known = new Map<string, TransferRow>();
  const balances = new Map<string, Account>();
  for (const row of found) {
    if (row.from_account === null) balances.set(row.id, row);
    else known.set(row.id, row);
  }
  const standings = new Map<CustomerId, Standing>();
  for (const customer of customers) {
    const available = balances.get(availableOf(customer));
    const held = balances.get(heldOf(customer));
    if (!available || !held) continue;
    const { balance_sun: availableSun, gift_sun: giftSun } = available;
    standings.set(customer, { availableSun, heldSun: held.balance_sun, giftSun });
  }
  return { standings, known };
}

/** `giftSun` is what the transfer would add to their gifts; nobody keeps more of them than they have money. */
function standingAfter({ from, to, amountSun }: Transfer, before: Standing, giftSun: number) {
  const change = (account: string) =>
    (to.startsWith(account) ? amountSun : 0) - (from.startsWith(account) ? amountSun : 0);
  const availableSun = before.availableSun + change("available:");
  const heldSun = before.heldSun + change("held:");
  const left = Math.max(0, Math.min(before.giftSun + giftSun, availableSun + heldSun));
  return { availableSun, heldSun, giftSun: left };
}

/** What a customer's transfer adds to their gifts, or takes of them. */
function* giftChange(transfer: Transfer, giftSun: number): Phase<number> {
  const { from, to, amountSun, kind, undoes, sparesGifts } = transfer;
  if (undoes !== undefined) return yield* giftUndone(undoes, amountSun);
  if (sparesGifts) return 0;
  if (kind === "gift") return amountSun;
  const isSpent =
    kind === "correction" ? to === EXTERNAL : from.startsWith("held:") && to === CLEARING;
  return isSpent ? -Math.min(giftSun, amountSun) : 0;
}

/** Gifts were spent first, so they are the last to come back. */
function* giftUndone(id: string, amountSun: number): Phase<number> {
  const spent = yield* one<{ amount_sun: number; gift_sun: number }>(
    "SELECT amount_sun, gift_sun FROM transfer WHERE id = ?",
    id,
  );
  if (!spent || spent.gift_sun === 0) return 0;
  return Math.max(0, amountSun - (spent.amount_sun + spent.gift_sun));
}

type NewTransfer = TransferRow & Parameters<typeof TRANSFERS.add>[0];

/** It says null where there is nothing, so that it compares with one that was read. */
function rowOf(transfer: Transfer, booked: Booked | undefined): NewTransfer {
  const { id, from, to, amountSun, reason = null, at, kind = null } = transfer;
  return {
    ...{ id, from_account: from, to_account: to, amount_sun: amountSun, reason, at, kind },
    customer_id: booked?.customerId ?? null,
    gift_sun: booked?.giftSun ?? 0,
    available_after_sun: booked?.after.availableSun ?? null,
    held_after_sun: booked?.after.heldSun ?? null,
  };
}

export const openCustomerAccounts = (customer: CustomerId) =>
  run(
    "INSERT INTO account (id, kind) VALUES (?, 'available'), (?, 'held')",
    availableOf(customer),
    heldOf(customer),
  );

export interface Balance {
  readonly availableSun: Sun;
  readonly heldSun: Sun;
  /** What of the available money can be taken out: what was paid in and not spent, less withdrawals and sellers' legs under way. */
  readonly withdrawableSun: Sun;
  /** What of the held money waits for its withdrawal; the rest is held for orders. */
  readonly heldForWithdrawalsSun: Sun;
}

/**
 * What a customer has, and what of it can only leave as money: withdrawals under way, and sellers' delegations until they are in a
 * block. All 0 for an unknown id.
 */
function* moneyOf(customer: CustomerId) {
  const rows = yield* all<{ id: string; balance_sun: number; gift_sun: number }>(
    `SELECT id, balance_sun, gift_sun FROM account WHERE id IN (?, ?)
     UNION ALL SELECT 'leaving', coalesce(sum(amount_sun + fee_sun), 0), 0 FROM withdrawal
       WHERE customer_id = ? AND (status = 'waiting' OR status = 'approval')
     UNION ALL SELECT 'for sellers', coalesce(sum(amount_sun), 0), 0 FROM leg
       WHERE paid_by = ? AND posted = 0 AND (state = 'planned' OR state = 'signed' OR state = 'sent')`,
    availableOf(customer),
    heldOf(customer),
    customer,
    customer,
  );
  const of = (id: string) => rows.find((row) => row.id === id);
  return {
    availableSun: of(availableOf(customer))?.balance_sun ?? 0,
    heldSun: of(heldOf(customer))?.balance_sun ?? 0,
    giftSun: of(availableOf(customer))?.gift_sun ?? 0,
    heldForWithdrawalsSun: of("leaving")?.balance_sun ?? 0,
    forSellersSun: of("for sellers")?.balance_sun ?? 0,
  };
}

/** Held money spends gifts first, but for what is held for withdrawals and for sellers: that holds none. */
export function* balanceOf(customer: CustomerId): Phase<Balance> {
  const { availableSun, heldSun, giftSun, heldForWithdrawalsSun, forSellersSun } =
    yield* moneyOf(customer);
  const heldForPoolSun = heldSun - heldForWithdrawalsSun - forSellersSun;
  return {
    availableSun: sun(availableSun),
    heldSun: sun(heldSun),
    withdrawableSun: withdrawable({ availableSun, heldForPoolSun, giftSun }),
    heldForWithdrawalsSun: sun(heldForWithdrawalsSun),
  };
}

/**
 * What a customer may pay sellers now: the paid money that nothing is bound for. Without gifts nothing but the prices of their orders
 * limits it.
 */
export function* mostForSellersSun(customer: CustomerId): Phase<number> {
  const account = yield* one<{ gift_sun: number }>(
    "SELECT gift_sun FROM account WHERE id = ?",
    availableOf(customer),
  );
  if (!account || account.gift_sun === 0) return Number.POSITIVE_INFINITY;
  const { availableSun, heldSun, giftSun, heldForWithdrawalsSun, forSellersSun } =
    yield* moneyOf(customer);
  return Math.max(0, availableSun + heldSun - giftSun - heldForWithdrawalsSun - forSellersSun);
}

/** Whether a transfer has spent gifts. */
export function* hasSpentGifts(id: string): Phase<boolean> {
  const row = yield* one<{ gift_sun: number }>("SELECT gift_sun FROM transfer WHERE id = ?", id);
  return row !== undefined && row.gift_sun < 0;
}

/** What a customer can spend; 0 for an unknown id. */
export function* availableSunOf(customer: CustomerId): Phase<Sun> {
  return sun((yield* balanceAt(availableOf(customer))) ?? 0);
}

export function* balanceSunOf(account: AccountId): Phase<number> {
  return must(yield* balanceAt(account), `no account ${account}`);
}

const balanceAt = (account: AccountId) =>
  value<number>("SELECT balance_sun FROM account WHERE id = ?", account);

/** By kind of account. Reads all of them: for a reading every few minutes. */
export const accountTotals = (): Phase<{ kind: string; balance_sun: number; gift_sun: number }[]> =>
  all(
    "SELECT kind, sum(balance_sun) AS balance_sun, sum(gift_sun) AS gift_sun FROM account GROUP BY kind",
  );

/**
 * Ids are '<cause>:<kind>', so that nothing is booked twice, and what belongs to an order is found by the beginning of its
 * id. Rowids rise and none is free again, since nothing is deleted: by them the audit knows what is new.
 */
export const TRANSFERS = table(
  "transfer",
  {
    id: text().key,
    from_account: text().references("account"),
    to_account: text().references("account").check("to_account <> from_account"),
    amount_sun: integer().check("amount_sun BETWEEN 1 AND 9007199254740991"),
    reason: text().orNull,
    at: integer(),
    /** Of money from and to outside what it is; null of what moves within the books. */
    kind: text<OutsideKind>().orNull,
    /** Whose available or held money it moves, what it changes of their gifts, and their balances after it. */
    customer_id: text<CustomerId>().orNull,
    gift_sun: integer().default(0),
    available_after_sun: integer().orNull,
    held_after_sun: integer().orNull,
  },
  {
    isNumbered: true,
    sql: `
-- A customer's movements in the order in which they were booked: the statement.
CREATE INDEX transfer_of_customer ON transfer (customer_id) WHERE customer_id IS NOT NULL;
-- What a customer has paid in and taken out today. What moves within the books, as orders do, is not in it.
CREATE INDEX transfer_from_outside ON transfer (customer_id, at) WHERE kind IS NOT NULL AND customer_id IS NOT NULL;`,
    triggers: [
      { name: "transfer_is_kept", on: "BEFORE DELETE", refuses: "transfers are never deleted" },
      { name: "transfer_is_final", on: "BEFORE UPDATE", refuses: "transfers are never changed" },
    ],
  },
);

export type TransferRow = Pick<
  RowOf<typeof TRANSFERS>,
  "from_account" | "to_account" | "amount_sun" | "kind"
>;

export const findTransfer = (id: string) =>
  one<TransferRow>(
    "SELECT from_account, to_account, amount_sun, kind FROM transfer WHERE id = ?",
    id,
  );

/** Whether a stored transfer moved what this one would move. */
export function isSame(row: TransferRow, transfer: Transfer): boolean {
  return (
    row.from_account === transfer.from &&
    row.to_account === transfer.to &&
    row.amount_sun === transfer.amountSun &&
    row.kind === (transfer.kind ?? null)
  );
}
