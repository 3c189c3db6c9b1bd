/**
 * The operator's lists of withdrawals, payouts and deposits: oldest first, page by page, with totals of all matching rows and of
 * each customer, so that one customer's many rows hide nobody.
 */
import { setImmediate as turn } from "node:timers/promises";
import { utcMidnightMs } from "../common/time.js";
import { type CustomerId, firstIdSince, ID_APART_MS } from "../domain/ids.js";
import { findCustomer } from "../store/customers.js";
import { crossedSince } from "../store/history.js";
import type { ListedById, TallyRow } from "../store/lists.js";
import type { Phase } from "../store/phase.js";
import type { Engine } from "./context.js";
import { assertCustomer } from "./customers/customers.js";

export interface ListWanted {
  /** Of all unless given. */
  readonly customerId?: CustomerId | undefined;
  /** Unix milliseconds, both included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** How many, and what they come to. */
export interface Summed<Sum extends string> {
  readonly count: number;
  readonly sums: Readonly<Record<Sum, number>>;
}

/** Totals of all matching rows, not of the page. */
export interface Totals<Sum extends string> extends Summed<Sum> {
  readonly byStatus: readonly (Summed<Sum> & { readonly status: string })[];
  /** Number of customers with rows. */
  readonly customers: number;
  /** The customers with the most rows. */
  readonly byCustomer: readonly (Summed<Sum> & Named)[];
}

interface Named {
  readonly customerId: CustomerId;
  readonly name: string;
}

/** A page of a list and what it is a part of. */
export interface ListPage<Sum extends string> {
  /** Give it as `cursor` for the next page; null on the last one. */
  readonly nextCursor: string | null;
  readonly totals: Totals<Sum>;
}

/** What a customer has paid in and taken out in this UTC day. */
export interface Today {
  readonly paidInSun: number;
  readonly takenOutSun: number;
}

/** Of each of these customers, once. */
export function* todayOf(
  customerIds: Iterable<CustomerId>,
  at: number,
): Phase<ReadonlyMap<CustomerId, Today>> {
  const found = new Map<CustomerId, Today>();
  for (const customerId of new Set(customerIds)) {
    const { in_sun, out_sun } = yield* crossedSince(customerId, utcMidnightMs(at));
    found.set(customerId, { paidInSun: in_sun, takenOutSun: out_sun });
  }
  return found;
}

/** Throws NOT_FOUND for an unknown customer. */
export function* assertWanted({ customerId }: ListWanted): Phase<void> {
  if (customerId !== undefined) yield* assertCustomer(customerId);
}

/** Ids of a period. A period up to now has no last id: after a clock was set back, ids run ahead. */
export function allById({ customerId, from, to }: ListWanted, nowMs: number) {
  return {
    ...{ customerId, from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER },
    after: from === undefined ? "" : firstIdSince(from - ID_APART_MS),
    // After every id.
    before: to === undefined || to >= nowMs ? "g" : firstIdSince(to + ID_APART_MS),
  } satisfies Omit<ListedById, "limit">;
}

/** The page's rows; one more than that was read, to know whether there is a next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => string,
): { readonly page: readonly Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : placeOf(last) };
}

/** Summed in one read, which takes some hundredths of a second; then other work has its turn. */
const SUMMED_AT_ONCE = 10_000;
const CUSTOMERS_NAMED = 20;

/** `tallied` sums up to that many rows behind a place. */
export async function readTotals<Sum extends string>(
  { database }: Engine,
  names: readonly Sum[],
  first: string,
  tallied: (part: { after: string; limit: number }) => Phase<TallyRow<Sum>[]>,
): Promise<Totals<Sum>> {
  const all = new Counter(names);
  const statuses = new Map<string, Counter<Sum>>();
  const customers = new Map<CustomerId, Counter<Sum>>();
  for (let after = first, isLast = false; !isLast; ) {
    const part = { after, limit: SUMMED_AT_ONCE };
    let count = 0;
    for (const row of await database.read(() => tallied(part))) {
      counterOf(statuses, row.status, names).add(row);
      counterOf(customers, row.customer_id, names).add(row);
      all.add(row);
      count += row.count;
      if (row.last > after) after = row.last;
    }
    isLast = count < SUMMED_AT_ONCE;
    if (!isLast) await turn();
  }
  const most = [...customers].sort(([, a], [, b]) => b.count - a.count).slice(0, CUSTOMERS_NAMED);
  const byCustomer = await database.read(function* (): Phase<(Summed<Sum> & Named)[]> {
    const named: (Summed<Sum> & Named)[] = [];
    for (const [customerId, { count, sums }] of most) {
      const name = (yield* findCustomer(customerId))?.name ?? "";
      named.push({ customerId, name, count, sums });
    }
    return named;
  });
  const byStatus = [...statuses].map(([status, { count, sums }]) => ({ status, count, sums }));
  const { count, sums } = all;
  return { count, sums, byStatus, customers: customers.size, byCustomer };
}

class Counter<Sum extends string> implements Summed<Sum> {
  count = 0;
  readonly sums: Record<Sum, number>;

  constructor(private readonly names: readonly Sum[]) {
    this.sums = Object.fromEntries(names.map((name) => [name, 0])) as Record<Sum, number>;
  }

  add(row: TallyRow<Sum>): void {
    this.count += row.count;
    for (const name of this.names) this.sums[name] += row[name];
  }
}

function counterOf<Key, Sum extends string>(
  counters: Map<Key, Counter<Sum>>,
  key: Key,
  names: readonly Sum[],
): Counter<Sum> {
  const counter = counters.get(key) ?? new Counter(names);
  counters.set(key, counter);
  return counter;
}
