/**
 * chain.db: blocks, transactions, records and what undoes them. All calls are synchronous and
 * durable at commit.
 */
import Database from "#shared/sqlite.js";
import type { CallOutcome } from "../calls/program.js";
import { SCHEMA } from "./schema.js";

interface BlockRow {
  number: number;
  id: Buffer;
  timestamp: number;
  root: Buffer;
  parent: Buffer;
  witness: Buffer;
  signature: Buffer;
}

interface TransactionRow {
  txid: Buffer;
  block: number;
  bytes: Buffer;
  fee: number;
  net_usage: number;
  net_fee: number;
  outcome: string | null;
}

export interface BlockRef {
  readonly number: number;
  /** 64 hex characters: the number in 8 bytes, then the last 24 bytes of the header's hash. */
  readonly id: string;
  readonly timestampMs: number;
}

export interface Block extends BlockRef {
  readonly parentId: string;
  readonly root: Buffer;
  /** Hex address of the producer. */
  readonly witness: string;
  readonly signature: Buffer;
}

export interface IncludedTransaction {
  readonly txid: string;
  /** Serialized without `ret`. */
  readonly bytes: Buffer;
  readonly feeSun: number;
  readonly netUsageUnits: number;
  readonly netFeeSun: number;
  /** Only of a call of a contract. */
  readonly call?: CallOutcome;
}

export interface StoredTransaction extends IncludedTransaction {
  readonly block: number;
}

const STORED =
  "SELECT transactions.*, calls.outcome FROM transactions LEFT JOIN calls USING (txid)";

export class Storage {
  readonly #database: Database.Database;
  readonly #statements: Map<string, Database.Statement> = new Map();

  constructor(file: string) {
    this.#database = new Database(file, { timeout: 0 });
    // One process a chain: a second one gets SQLITE_BUSY instead of making a fork of its own.
    this.#database.pragma("locking_mode = EXCLUSIVE");
    this.#database.pragma("journal_mode = WAL");
    this.#database.pragma("synchronous = FULL");
    this.#database.exec(SCHEMA);
  }

  /**
   * All or nothing; durable when it returns. After a failure memory may be ahead of the disk, so
   * the database is closed and nothing can be served any more.
   */
  commit<T>(work: () => T): T {
    try {
      return this.#database.transaction(work).immediate();
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }

  headNumber(): number | undefined {
    const row = this.#get<{ head: number | null }>("SELECT MAX(number) AS head FROM blocks");
    return row?.head ?? undefined;
  }

  block(number: number): Block | undefined {
    const row = this.#get<BlockRow>("SELECT * FROM blocks WHERE number = ?", number);
    return row && blockOf(row);
  }

  /** Blocks first..last, both included. */
  blocks(first: number, last: number): Block[] {
    const sql = "SELECT * FROM blocks WHERE number BETWEEN ? AND ? ORDER BY number";
    return this.#all<BlockRow>(sql, first, last).map(blockOf);
  }

  insertBlock(block: Block, transactions: readonly IncludedTransaction[]): void {
    const { number, id, timestampMs, root, parentId, witness, signature } = block;
    const sql = "INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?)";
    const hex = (text: string): Buffer => Buffer.from(text, "hex");
    this.#run(sql, number, hex(id), timestampMs, root, hex(parentId), hex(witness), signature);
    transactions.forEach((one, position) => {
      const { txid, bytes, feeSun, netUsageUnits, netFeeSun } = one;
      const insert = "INSERT INTO transactions VALUES (?, ?, ?, ?, ?, ?, ?)";
      this.#run(insert, hex(txid), number, position, bytes, feeSun, netUsageUnits, netFeeSun);
      if (one.call === undefined) return;
      const outcome = JSON.stringify(one.call);
      this.#run("INSERT INTO calls VALUES (?, ?, ?)", hex(txid), number, outcome);
    });
  }

  deleteBlock(number: number): void {
    this.#run("DELETE FROM transactions WHERE block = ?", number);
    this.#run("DELETE FROM calls WHERE block = ?", number);
    this.#run("DELETE FROM blocks WHERE number = ?", number);
  }

  transaction(txid: string): StoredTransaction | undefined {
    const sql = `${STORED} WHERE txid = ?`;
    const row = this.#get<TransactionRow>(sql, Buffer.from(txid, "hex"));
    return row && transactionOf(row);
  }

  transactionsOf(block: number): StoredTransaction[] {
    const sql = `${STORED} WHERE transactions.block = ? ORDER BY position`;
    return this.#all<TransactionRow>(sql, block).map(transactionOf);
  }

  /** SUN of all transactions up to this block, itself included. */
  feesUpTo(block: number): number {
    const sql = "SELECT TOTAL(fee) AS sun FROM transactions WHERE block <= ?";
    return this.#get<{ sun: number }>(sql, block)?.sun ?? 0;
  }

  record(key: string): unknown {
    const row = this.#get<{ value: string }>("SELECT value FROM records WHERE key = ?", key);
    return row && JSON.parse(row.value);
  }

  /** Keys are ASCII, so the prefix's range ends before its successor with the highest character. */
  recordKeys(prefix: string): string[] {
    const sql = "SELECT key FROM records WHERE key >= ? AND key < ?";
    return this.#all<{ key: string }>(sql, prefix, `${prefix}~`).map((row) => row.key);
  }

  writeRecord(key: string, value: unknown): void {
    if (value === undefined) this.#run("DELETE FROM records WHERE key = ?", key);
    else this.#run("INSERT OR REPLACE INTO records VALUES (?, ?)", key, JSON.stringify(value));
  }

  insertUndo(block: number, key: string, before: unknown): void {
    const text = before === undefined ? null : JSON.stringify(before);
    this.#run("INSERT INTO undo VALUES (?, ?, ?)", block, key, text);
  }

  undoRows(): { block: number; key: string; before: unknown }[] {
    interface Row {
      block: number;
      key: string;
      before: string | null;
    }
    return this.#all<Row>("SELECT * FROM undo ORDER BY block").map((row) => ({
      ...row,
      before: row.before === null ? undefined : JSON.parse(row.before),
    }));
  }

  deleteUndoFrom(block: number): void {
    this.#run("DELETE FROM undo WHERE block >= ?", block);
  }

  /** Deletes what undoes blocks up to this one. */
  forgetUndo(block: number): void {
    this.#run("DELETE FROM undo WHERE block <= ?", block);
    this.#run("INSERT OR REPLACE INTO undone VALUES (1, ?)", block);
  }

  /** The oldest block whose state can be restored; undefined until something was forgotten. */
  undoneUpTo(): number | undefined {
    return this.#get<{ block: number }>("SELECT block FROM undone")?.block;
  }

  #prepare(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #run(sql: string, ...values: unknown[]): void {
    this.#prepare(sql).run(...values);
  }

  #get<T>(sql: string, ...values: unknown[]): T | undefined {
    const row = this.#prepare(sql).get(...values);
    return row === undefined ? undefined : (row as T);
  }

  #all<T>(sql: string, ...values: unknown[]): T[] {
    return this.#prepare(sql).all(...values) as T[];
  }
}

function blockOf(row: BlockRow): Block {
  return {
    number: row.number,
    id: row.id.toString("hex"),
    timestampMs: row.timestamp,
    root: row.root,
    parentId: row.parent.toString("hex"),
    witness: row.witness.toString("hex"),
    signature: row.signature,
  };
}

function transactionOf(row: TransactionRow): StoredTransaction {
  return {
    txid: row.txid.toString("hex"),
    block: row.block,
    bytes: row.bytes,
    feeSun: row.fee,
    netUsageUnits: row.net_usage,
    netFeeSun: row.net_fee,
    ...(row.outcome === null ? {} : { call: JSON.parse(row.outcome) }),
  };
}
