/**
 * The statement of a customer's account: every movement in the order in which it was booked, with the balances after it. Read
 * page by page, while other work continues.
 */
import { setImmediate as turn } from "node:timers/promises";
import { HOUR_MS } from "../../common/time.js";
import { must } from "../../domain/assert.js";
import type { Duration } from "../../domain/duration.js";
import { validationFailed } from "../../domain/errors.js";
import type { CustomerId, OrderId } from "../../domain/ids.js";
import { decimalTrx } from "../../domain/money.js";
import { unitPriceSun, unitsPaidBy } from "../../domain/price.js";
import type { Who } from "../../domain/team.js";
import {
  type MovementRow,
  movementFrom,
  movementsOf,
  newestMovement,
  rowOfMovement,
} from "../../store/history.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

/** What a movement is. What each does to the balances is in docs/telegram.md. */
export const HISTORY_KINDS = [
  "deposit",
  "payment",
  "gift",
  "correction",
  "booked",
  "unbooked",
  "hold",
  "raised",
  "delivered",
  "undelivered",
  "lowered",
  "improved",
  "refund",
  "withdrawal_hold",
  "withdrawal_returned",
  "withdrawal",
  "withdrawal_fee",
  "withdrawal_undone",
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** These change what is held, and nothing that can be spent. */
const HELD_KINDS = ["delivered", "undelivered", "withdrawal_fee", "withdrawal_undone"] as const;
export type BalanceKind = Exclude<HistoryKind, (typeof HELD_KINDS)[number]>;

export interface HistoryEntry {
  /** Unix milliseconds. */
  readonly at: number;
  readonly kind: HistoryKind;
  /** Names the movement in the ledger. */
  readonly transferId: string;
  /** What moved; above 0. */
  readonly amountSun: number;
  /** What it changes; negative where it takes. */
  readonly availableSun: number;
  readonly heldSun: number;
  readonly availableAfterSun: number;
  readonly heldAfterSun: number;
  /** The order it belongs to; undefined for money from outside and to it, and of bookings. */
  readonly order: HistoryOrder | undefined;
  readonly depositId: string | undefined;
  readonly withdrawalId: string | undefined;
  /** Where a withdrawal goes. */
  readonly address: string | undefined;
  /** Of the delegation, the deposit, or the transfer of a withdrawal. */
  readonly txid: string | undefined;
  /** The operator's words, those for a booking, or what was paid in as USDT. */
  readonly reason: string | undefined;
  /** Of a team: who ordered or booked, raised the price, or withdrew. */
  readonly by: Who | undefined;
}

/** An entry that changes what can be spent. */
export type BalanceEntry = HistoryEntry & { readonly kind: BalanceKind };

export function changesBalance(entry: HistoryEntry): entry is BalanceEntry {
  return entry.availableSun !== 0 && !(HELD_KINDS as readonly HistoryKind[]).includes(entry.kind);
}

export interface HistoryOrder {
  readonly orderId: OrderId;
  /** The customer's own name for the call. */
  readonly reference: string | undefined;
  readonly receiver: string;
  readonly type: string;
  readonly resource: string;
  /** What the movement pays for: the whole order, or the part that was delivered or given back. */
  readonly units: number | undefined;
  readonly duration: string;
  /** For a unit, as moved: of a better price what it saved. Undefined, with `units`, where the price of some units has changed. */
  readonly priceSun: number | undefined;
  readonly status: string;
}

export interface HistoryPeriod {
  readonly customerId: CustomerId;
  /** Unix milliseconds, both included: the time of what was booked. */
  readonly from: number;
  readonly to: number;
  /** The `transferId` of the last entry that was read before. */
  readonly after?: string | undefined;
}

/** Movements read at once: some milliseconds, then other work has its turn. */
const MOVEMENTS_AT_ONCE = 500;

/** Movements are booked in nearly the order of their times. Only a clock set back by more than this would hide some. */
const MOST_OUT_OF_ORDER_MS = HOUR_MS;

/** All of a period, page by page. */
export async function* readHistory(
  engine: Engine,
  period: HistoryPeriod,
): AsyncGenerator<readonly HistoryEntry[]> {
  for (let after = period.after; ; ) {
    const page = await readStatement(engine, { ...period, after }, MOVEMENTS_AT_ONCE);
    yield page.entries;
    if (page.next === undefined) return;
    after = page.next;
    await turn();
  }
}

export interface StatementPage {
  readonly entries: readonly HistoryEntry[];
  /** After which entry to go on; undefined at the end. */
  readonly next: string | undefined;
}

/** Up to `limit` entries of a period. Throws VALIDATION_FAILED when `after` is none of the customer's. */
export async function readStatement(
  engine: Engine,
  period: HistoryPeriod,
  limit: number,
): Promise<StatementPage> {
  // By now, every step that read the clock earlier is in the books.
  if (period.after === undefined) await engine.database.commit(function* () {});
  return engine.database.read(() => statementPage(period, limit));
}

function* statementPage(period: HistoryPeriod, limit: number): Phase<StatementPage> {
  const { customerId, from, to } = period;
  const afterRow = yield* rowBeforePage(period);
  const upToRow = yield* lastRowOf(period);
  const rows = yield* movementsOf({ customerId, afterRow, upToRow, from, to, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? page.at(-1)?.id : undefined;
  return { entries: page.map(entryOf), next };
}

function* rowBeforePage({ customerId, from, after }: HistoryPeriod): Phase<number> {
  if (after === undefined) return yield* rowBefore(customerId, from - MOST_OUT_OF_ORDER_MS);
  const row = yield* rowOfMovement(customerId, after);
  if (row !== undefined) return row;
  throw validationFailed([{ path: "cursor", message: "must be the nextCursor of a page" }]);
}

/** Most look up to now, where there is nothing to search. */
function* lastRowOf({ customerId, to }: HistoryPeriod): Phase<number> {
  const newest = yield* newestMovement(customerId);
  if (!newest || newest.at <= to) return newest?.row ?? 0;
  return yield* rowBefore(customerId, to + MOST_OUT_OF_ORDER_MS + 1);
}

/** The row before the first movement of this time or later: halves what it looks at, instead of reading all that was before. */
function* rowBefore(customerId: CustomerId, at: number): Phase<number> {
  if (at <= 0) return 0;
  let [before, after] = [0, ((yield* newestMovement(customerId))?.row ?? 0) + 1];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const found = yield* movementFrom(customerId, middle);
    if (!found || found.at >= at) after = middle;
    else before = Math.min(found.row, after - 1);
  }
  return before;
}

function entryOf(row: MovementRow): HistoryEntry {
  return {
    at: row.at,
    kind: kindOf(row),
    transferId: row.id,
    amountSun: row.amount_sun,
    availableSun: change(row, "available:"),
    heldSun: change(row, "held:"),
    availableAfterSun: row.available_after_sun,
    heldAfterSun: row.held_after_sun,
    order: orderOf(row),
    depositId: row.deposit_id ?? undefined,
    withdrawalId: row.withdrawal_id ?? undefined,
    txid: row.txid ?? undefined,
    address: row.withdrawal_address ?? undefined,
    reason: row.reason ?? usdtOf(row),
    by: row.by_user === null ? undefined : whoOf(row.by_user, row),
  };
}

function whoOf(userId: number, { by_name: name, by_key: keyId }: MovementRow): Who {
  return { userId, name: name ?? "", keyId };
}

/** As in "20 USDT × 3.2 TRX". */
function usdtOf({ deposit_asset, deposit_amount, deposit_rate_sun }: MovementRow) {
  if (deposit_asset !== "USDT" || deposit_rate_sun === null) return undefined;
  return `${decimalTrx(Number(deposit_amount))} USDT × ${decimalTrx(deposit_rate_sun)} TRX`;
}

function change(row: MovementRow, account: string): number {
  return (
    (row.to_account.startsWith(account) ? row.amount_sun : 0) -
    (row.from_account.startsWith(account) ? row.amount_sun : 0)
  );
}

/** What a transfer's id says it does. */
const OF_ORDER: Readonly<Record<string, HistoryKind>> = {
  hold: "hold",
  post: "delivered",
  unpost: "undelivered",
  improve: "improved",
  raise: "raised",
  lower: "lowered",
  void: "refund",
  refund: "refund",
  shortfall: "refund",
};
const OF_BOOKING: Readonly<Record<string, HistoryKind>> = {
  hold: "booked",
  start: "unbooked",
  void: "unbooked",
};

function kindOf(row: MovementRow): HistoryKind {
  const word = must(row.id.split(":")[1], "a word behind its cause");
  if (row.order_id !== null) return must(OF_ORDER[word], `a kind for transfer ${row.id}`);
  if (row.withdrawal_id !== null) return withdrawalKind(row);
  if (row.kind === null) return must(OF_BOOKING[word], `a kind for transfer ${row.id}`);
  const { kind } = row;
  return kind === "deposit" || kind === "payment" || kind === "gift" ? kind : "correction";
}

/** Held when it is asked for; taken out with the signed bytes, the fee beside it; brought back when these are dead. */
function withdrawalKind({ from_account, to_account }: MovementRow): HistoryKind {
  if (from_account.startsWith("available:") && to_account.startsWith("held:"))
    return "withdrawal_hold";
  if (from_account.startsWith("held:") && to_account.startsWith("available:"))
    return "withdrawal_returned";
  if (from_account === "external" || from_account === "revenue") return "withdrawal_undone";
  return to_account === "revenue" ? "withdrawal_fee" : "withdrawal";
}

function orderOf(row: MovementRow): HistoryOrder | undefined {
  if (row.order_id === null) return undefined;
  const of = <T>(value: T | null) => must(value ?? undefined, `the order of transfer ${row.id}`);
  const duration = of(row.duration);
  return {
    orderId: row.order_id,
    reference: row.reference ?? undefined,
    receiver: of(row.receiver),
    type: of(row.type),
    resource: of(row.resource),
    duration,
    status: of(row.status),
    ...partOf(row, of(row.order_units), of(row.order_price_sun), duration),
  };
}

/** The units that a movement is for, and what it moved for each. */
function partOf(
  row: MovementRow,
  orderUnits: number,
  orderPriceSun: number,
  duration: Duration,
): Pick<HistoryOrder, "units" | "priceSun"> {
  const { id, amount_sun: amountSun, leg_units: legUnits, leg_price_sun: legPriceSun } = row;
  if (id.includes(":raise:") || id.includes(":lower:")) {
    return { units: undefined, priceSun: undefined };
  }
  const isOfSome = legUnits === null ? !id.endsWith(":hold") : id.endsWith(":shortfall");
  if (!isOfSome) {
    const units = legUnits ?? orderUnits;
    return { units, priceSun: unitPriceSun(amountSun, units, duration) };
  }
  const ofEachSun = legPriceSun ?? orderPriceSun;
  const units = unitsPaidBy(amountSun, ofEachSun, duration);
  return { units, priceSun: units && ofEachSun };
}
