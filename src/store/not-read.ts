/** What could not be read of the chain and may have moved money or stake of ours: transactions of others, and whole blocks. */
import type { Address } from "../domain/address.js";
import { column, countChanged, one, type Phase, run } from "./phase.js";
import { integer, oneOf, type RowOf, serial, table, text } from "./table.js";

/** Readers that continued without it. */
export type NotReadBy = "follower" | "deposits" | "stake";

/** A transaction of somebody else, or a whole block, that could not be read and may have moved money or stake of ours. */
export const NOT_READ = table(
  "not_read",
  {
    id: serial(),
    /** The reader that continued without it: of the newest blocks, of deposits, or of sellers' own stake. */
    reader: oneOf(["follower", "deposits", "stake"]),
    block_number: integer(),
    /** Null for a whole block. */
    txid: text().orNull,
    /** Of ours, that it touches; null where that is not known. */
    account: text().orNull,
    reason: text(),
    noted_at: integer(),
    /** When it was read after all, or settled by the operator. */
    read_at: integer().orNull,
  },
  {
    sql: `
-- Each is noted once for each reader.
CREATE UNIQUE INDEX not_read_once ON not_read (block_number, reader, coalesce(txid, ''));
-- What is still to be read: shown by \`desk status\`, tried again now and then.
CREATE INDEX not_read_open ON not_read (reader, block_number) WHERE read_at IS NULL;`,
  },
);

export type NotReadRow = RowOf<typeof NOT_READ>;

/** Returns false when that reader has noted it before. */
export const insertNotRead = (row: Omit<NotReadRow, "id" | "read_at">) => NOT_READ.addNew(row);

/** What is still to be read, the oldest blocks first. */
export const openNotRead = (limit: number) =>
  NOT_READ.all(
    `INDEXED BY not_read_open WHERE read_at IS NULL
     ORDER BY block_number, id LIMIT ?`,
    limit,
  );

/** False when there is no such row, or it is settled. */
export function* settleNotRead(id: number, at: number): Phase<boolean> {
  const sql = "UPDATE not_read SET read_at = ? WHERE id = ? AND read_at IS NULL";
  return (yield* countChanged(sql, at, id)) === 1;
}

/** Which transactions are meant: those of a block, those that touch an account, or all. Whole blocks never are. */
export interface NotReadFilter {
  readonly block?: number | undefined;
  readonly account?: Address | undefined;
}

const OF_FILTER =
  "read_at IS NULL AND txid IS NOT NULL AND block_number = coalesce(?, block_number) AND account = coalesce(?, account)";

const filterValues = ({ block, account }: NotReadFilter) => [block ?? null, account ?? null];

export function* countOpenTransactions(filter: NotReadFilter): Phase<number> {
  const sql = `SELECT count(*) AS open FROM not_read WHERE ${OF_FILTER}`;
  return (yield* one<{ open: number }>(sql, ...filterValues(filter)))?.open ?? 0;
}

/** How many were open. */
export function* settleTransactions(filter: NotReadFilter, at: number): Phase<number> {
  const sql = `UPDATE not_read SET read_at = ? WHERE ${OF_FILTER}`;
  return yield* countChanged(sql, at, ...filterValues(filter));
}

/** This block was read by others: what they could read of it is settled, of this reader and perhaps of one account. */
export const settleReadIn = (
  { reader, account }: { readonly reader: NotReadBy; readonly account?: Address },
  block: number,
  stillUnread: readonly string[],
  at: number,
) =>
  run(
    `UPDATE not_read SET read_at = ? WHERE read_at IS NULL AND reader = ? AND block_number = ?
       AND txid IS NOT NULL AND account = coalesce(?, account)
       AND txid NOT IN (SELECT value FROM json_each(?))`,
    at,
    reader,
    block,
    account ?? null,
    JSON.stringify(stillUnread),
  );

/** What was settled before then; and of transactions all but the last so many. */
export function* deleteSettledNotRead(before: number, most: number): Phase<void> {
  yield* run("DELETE FROM not_read WHERE read_at < ?", before);
  yield* run(
    `DELETE FROM not_read WHERE read_at IS NOT NULL AND txid IS NOT NULL AND id <= (
       SELECT id FROM not_read WHERE read_at IS NOT NULL AND txid IS NOT NULL
       ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    most,
  );
}

/** What this reader noted up to a block about an account was read in another way. */
export const settleNotReadUpTo = (
  { reader, account }: Pick<NotReadRow, "reader" | "account">,
  block: number,
  at: number,
) =>
  run(
    `UPDATE not_read SET read_at = ?
     WHERE read_at IS NULL AND reader = ? AND block_number <= ? AND account = ?`,
    at,
    reader,
    block,
    account,
  );

/** A fork has replaced the blocks after this one. */
export const forgetNotReadAfter = (reader: NotReadBy, block: number) =>
  run("DELETE FROM not_read WHERE reader = ? AND block_number > ?", reader, block);

/** How many are still to be read. */
export function* countNotRead(): Phase<{ blocks: number; transactions: number }> {
  const row = yield* one<{ blocks: number; transactions: number }>(
    `SELECT count(*) FILTER (WHERE txid IS NULL) AS blocks,
       count(*) FILTER (WHERE txid IS NOT NULL) AS transactions FROM not_read WHERE read_at IS NULL`,
  );
  return row ?? { blocks: 0, transactions: 0 };
}

const OF_READER = "reader = ? AND txid IS NULL";

/** The follower continued without it. */
export function* isPassed(block: number): Phase<boolean> {
  const sql = `SELECT 1 FROM not_read WHERE ${OF_READER} AND block_number = ?`;
  return (yield* one(sql, "follower", block)) !== undefined;
}

/** Notes that some reader continued without it. */
export function* isPassedByAny(block: number): Phase<boolean> {
  const sql = "SELECT 1 FROM not_read WHERE txid IS NULL AND block_number = ? LIMIT 1";
  return (yield* one(sql, block)) !== undefined;
}

/** Those up to a block of which nobody knows yet what they held, the oldest first. */
export const unreadBlocks = (reader: NotReadBy, upTo: number, limit: number) =>
  column<number>(
    `SELECT block_number FROM not_read WHERE read_at IS NULL AND ${OF_READER}
       AND block_number <= ? ORDER BY block_number LIMIT ?`,
    reader,
    upTo,
    limit,
  );

/** Notes that the block's content is known now. */
export const blockRead = (reader: NotReadBy, block: number, at: number) =>
  run(
    `UPDATE not_read SET read_at = ? WHERE read_at IS NULL AND ${OF_READER} AND block_number = ?`,
    at,
    reader,
    block,
  );
