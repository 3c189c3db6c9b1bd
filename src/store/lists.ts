/** What the operator's lists of withdrawals, payouts and deposits have in common: which rows they show, and sums of all that match. */
import type { CustomerId } from "../domain/ids.js";
import { all, type Phase, type SqlValue } from "./phase.js";

/** Rows of one customer or of all, made in a period, the oldest first. */
export interface Listed {
  readonly customerId: CustomerId | undefined;
  /** Unix milliseconds, both included. */
  readonly from: number;
  readonly to: number;
  /** Only rows behind this place. */
  readonly after: string;
  readonly limit: number;
}

/** Their places are their ids. */
export interface ListedById extends Listed {
  readonly before: string;
}

/** The end of a query of rows that have an id and `created_at`. */
export const BY_ID =
  "id > ? AND id < ? AND created_at >= ? AND created_at <= ? ORDER BY id LIMIT ?";

export function byId({ after, before, from, to, limit }: ListedById): SqlValue[] {
  return [after, before, from, to, limit];
}

/** Some rows of a list, summed for each customer and status. */
export type TallyRow<Sum extends string> = Readonly<Record<Sum, number>> & {
  customer_id: CustomerId;
  status: string;
  count: number;
  /** The place of the last one. */
  last: string;
};

/** `rows` selects `customer_id`, `status`, `place` and what is summed: as reals, which never overflow and are exact up to 2^53. */
export function* tally<Sum extends string>(
  sums: readonly Sum[],
  rows: string,
  ...params: SqlValue[]
): Phase<TallyRow<Sum>[]> {
  const totals = sums.map((sum) => `, total(${sum}) AS ${sum}`).join("");
  return yield* all<TallyRow<Sum>>(
    `SELECT customer_id, status, count(*) AS count, max(place) AS last${totals} FROM (${rows}) AS listed GROUP BY customer_id, status`,
    ...params,
  );
}
