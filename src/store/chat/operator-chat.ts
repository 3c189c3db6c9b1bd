/** What the operator's chat has heard, and what there is to tell it: no more than a few of each kind at once. */
import { DAY_MS } from "../../common/time.js";
import { firstIdSince } from "../../domain/ids.js";
import type { Resource } from "../../domain/resource.js";
import type { DepositRow } from "../deposits.js";
import { INCIDENTS } from "../incidents.js";
import { all, one, type Phase, run, value } from "../phase.js";
import { integer, type RowOf, table, text } from "../table.js";
import { OPEN_WITHDRAWAL, type WithdrawalRow } from "../withdrawals.js";

/** The chat that hears: one row, of the one that is set. */
export const OPERATOR_CHATS = table("operator_chat", {
  chat_id: integer().key,
  /** The newest incident it has heard of, and the day whose line it got, as yyyy-mm-dd. */
  incident_id: integer(),
  /** Whose line it got, as yyyy-mm-dd. */
  day: text(),
});

export type OperatorChatRow = RowOf<typeof OPERATOR_CHATS>;

/** Undefined until a chat was told that it hears of the desk. */
export const findOperatorChat = () => OPERATOR_CHATS.one();

export const saveOperatorChat = (row: OperatorChatRow) => OPERATOR_CHATS.put(row);

/** Another chat begins again. */
export function* forgetOperatorChat(): Phase<void> {
  yield* run("DELETE FROM operator_chat");
  yield* run("DELETE FROM operator_news");
}

/** What lasts, or ended a while ago: the chat hears of each once, and of its end. */
export const OPERATOR_NEWS = table(
  "operator_news",
  {
    kind: text(),
    /** Which of its kind, such as the id of a withdrawal. */
    key: text(),
    text: text(),
    since: integer(),
    /** Null until it has lasted long enough. */
    told_at: integer().orNull,
    /** Null while it lasts. */
    over_since: integer().orNull,
    /** When its end was told. */
    ended_at: integer().orNull,
  },
  {
    key: "kind, key",
    checks: ["ended_at IS NULL OR told_at IS NOT NULL AND over_since IS NOT NULL"],
    sql: `
-- What lasts, or may: read each minute.
CREATE INDEX operator_news_open ON operator_news (kind, key) WHERE ended_at IS NULL;`,
  },
);

export type OperatorNewsRow = RowOf<typeof OPERATOR_NEWS>;

/** Those whose end was not told. */
export const openOperatorNews = () => OPERATOR_NEWS.all("WHERE ended_at IS NULL");

export const saveOperatorNews = (row: OperatorNewsRow) => OPERATOR_NEWS.put(row);

export const deleteOperatorNews = (kind: string, key: string) =>
  run("DELETE FROM operator_news WHERE kind = ? AND key = ?", kind, key);

/** Longer than anything is looked for that may be over before it is seen. */
const ENDED_KEPT_MS = 2 * DAY_MS;

export const forgetEndedNews = (at: number) =>
  run("DELETE FROM operator_news WHERE ended_at < ?", at - ENDED_KEPT_MS);

/** New ones of a kind in one look: the others come with the next. */
const AT_ONCE = 100;

interface Wanted {
  readonly columns: string;
  readonly table: string;
  /** Of those that the chat knows. */
  readonly known: string;
  /** Of the others; the same unless given. */
  readonly others?: string;
  /** Which of the others are first. */
  readonly order: string;
  /** One whose end was told does not come again. */
  readonly isOnce?: boolean;
}

/** Rows of a table that the chat knows of, and the first of those that it does not. */
function* knownAndNew<R extends Record<string, string | number | null>>(
  kind: string,
  { columns, table, known, others = known, order, isOnce = false }: Wanted,
): Phase<R[]> {
  const before = yield* all<R>(
    `SELECT ${columns} FROM operator_news n INDEXED BY operator_news_open CROSS JOIN ${table} t ON t.id = n.key
     WHERE n.kind = ? AND n.ended_at IS NULL AND ${known}`,
    kind,
  );
  const added = yield* all<R>(
    `SELECT ${columns} FROM ${table} t WHERE ${others} AND NOT EXISTS (SELECT 1 FROM operator_news n
       WHERE n.kind = ? AND n.key = t.id ${isOnce ? "" : "AND n.ended_at IS NULL"}) ORDER BY ${order} LIMIT ${AT_ONCE}`,
    kind,
  );
  return [...before, ...added];
}

export type ToldWithdrawalRow = Pick<
  WithdrawalRow,
  "id" | "customer_id" | "address" | "amount_sun" | "due_at"
> & { is_open: 0 | 1 };

/** What can be stopped comes first, and the most money: nobody hides it behind many others. */
const WITHDRAWALS = {
  columns: `t.id, t.customer_id, t.address, t.amount_sun, t.due_at, ${OPEN_WITHDRAWAL} AS is_open`,
  table: "withdrawal",
  order: "is_open DESC, t.amount_sun DESC",
};

export function withdrawalsToApprove(kind: string): Phase<ToldWithdrawalRow[]> {
  const known = `${OPEN_WITHDRAWAL} AND status = 'approval'`;
  return knownAndNew(kind, { ...WITHDRAWALS, known });
}

/** Those to an address that is new to their customer: asked for since then, or known to the chat and not over. */
export function withdrawalsToNewAddresses(kind: string, since: number): Phase<ToldWithdrawalRow[]> {
  const others = `t.id >= '${firstIdSince(since)}' AND t.new_address = 1`;
  return knownAndNew(kind, { ...WITHDRAWALS, known: OPEN_WITHDRAWAL, others, isOnce: true });
}

export type ToldDepositRow = Pick<DepositRow, "id" | "customer_id" | "asset" | "amount" | "reason">;

export function depositsToReview(kind: string): Phase<ToldDepositRow[]> {
  const columns = "t.id, t.customer_id, t.asset, t.amount, t.reason";
  return knownAndNew(kind, {
    ...{ columns, table: "deposit", known: "t.status = 'review'" },
    order: "t.block_number, t.id",
  });
}

/** After that one, the oldest first. */
export const incidentsAfter = (id: number) =>
  INCIDENTS.all(`WHERE id > ? ORDER BY id LIMIT ${AT_ONCE}`, id);

/** Reads all incidents there ever were: they are few. */
export const openIncidents = () => INCIDENTS.all("WHERE closed_at IS NULL ORDER BY id");

/** What waits to be paid, and is not signed. */
export function* unpaidWithdrawalsSun(): Phase<number> {
  return (
    (yield* value<number>(`SELECT coalesce(sum(amount_sun), 0) AS sun FROM withdrawal
     WHERE ${OPEN_WITHDRAWAL} AND (status = 'approval' OR status = 'waiting')`)) ?? 0
  );
}

export type OrderedRow = { resource: Resource; orders: number; units: number };

/** Orders created from then on and before that, with the units that were delivered of them. */
export const orderedBetween = (from: number, before: number) =>
  all<OrderedRow>(
    `SELECT resource, count(*) AS orders, sum(filled_amount) AS units FROM orders
     WHERE id >= ? AND id < ? GROUP BY resource`,
    firstIdSince(from),
    firstIdSince(before),
  );

export type MoneyRow = { count: number; sun: number };

/** Deposits that were credited since then. */
export function* paidInSince(since: number): Phase<MoneyRow> {
  const row = yield* one<MoneyRow>(
    `SELECT count(*) AS count, coalesce(sum(credited_sun), 0) AS sun
     FROM deposit INDEXED BY deposit_noted WHERE status = 'credited' AND noted_at >= ?`,
    since,
  );
  return row ?? { count: 0, sun: 0 };
}

/** What has left since then, to customers and to sellers. A payout is final within a day of its signature. */
export function* paidOutSince(
  since: number,
): Phase<{ toCustomers: MoneyRow; toSellers: MoneyRow }> {
  const rows = yield* all<MoneyRow & { is_seller: 0 | 1 }>(
    `SELECT seller IS NOT NULL AS is_seller, count(*) AS count, sum(amount_sun) AS sun FROM payout
     WHERE id >= ? AND state = 'paid' AND finished_at >= ? GROUP BY is_seller`,
    firstIdSince(since - DAY_MS),
    since,
  );
  const of = (seller: 0 | 1) =>
    rows.find(({ is_seller }) => is_seller === seller) ?? { count: 0, sun: 0 };
  return { toCustomers: of(0), toSellers: of(1) };
}
