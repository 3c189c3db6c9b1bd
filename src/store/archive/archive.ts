/**
 * The archive: a file beside the database with the orders that ended long ago and their delegations. What is in it is on disk
 * before the database forgets it, and never changes. It is opened by whoever first needs it, and one that is not needed is not made.
 */
import { existsSync } from "node:fs";
import { reasonOf } from "../../common/reason.js";
import type { Address } from "../../domain/address.js";
import type { BatchId, LegId, OrderId } from "../../domain/ids.js";
import Sqlite from "../../sqlite.js";
import type { LegRow } from "../legs.js";
import { listedBy, type OrderFilter, type OrderRow } from "../orders.js";
import type { FillRow } from "../sellers.js";

/** A leg with what its seller's list needs beside it. */
export type ArchivedLeg = LegRow & { readonly place: number; readonly price_sun: number };

type ArchivedFill = FillRow & Pick<LegRow, "id" | "order_id">;

/** Orders with all of their delegations. */
export interface ArchivedPage {
  readonly orders: readonly OrderRow[];
  /** An order whose delegations are here already comes without. */
  readonly legs: readonly ArchivedLeg[];
  /** Wall time. */
  readonly at: number;
}

interface Below {
  readonly place: number;
  /** Of those in the same place, the ones before this. */
  readonly id?: LegId;
}

/** Columns are what is asked by; `fields` is all of the row as the database had it. */
const TABLES = `
CREATE TABLE IF NOT EXISTS leg (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  -- Whose fill it is; null for the pool's, and for what came to nothing.
  seller TEXT,
  place INTEGER NOT NULL,
  fields TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS leg_of_order ON leg (order_id, sequence);
CREATE INDEX IF NOT EXISTS leg_of_seller ON leg (seller, place) WHERE seller IS NOT NULL;
CREATE TABLE IF NOT EXISTS orders (
  id TEXT PRIMARY KEY,
  batch_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  receiver TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  fields TEXT NOT NULL
) STRICT;
-- With all that lists filter by: the rows of those that are not wanted are not read.
CREATE INDEX IF NOT EXISTS orders_of_customer ON orders (customer_id, id, status, receiver, created_at);
CREATE INDEX IF NOT EXISTS orders_of_batch ON orders (batch_id)`;

/** What an operator can do about an archive that is not what the books need. */
export const WITHOUT_ARCHIVE =
  "Put that file back, from the backup if need be. Where there is none, `desk archive --lost` says what is lost without it.";

/** No failed check of the books: they are right without the archive. */
export class ArchiveUnreadable extends Error {
  override name = "ArchiveUnreadable";

  constructor(
    path: string,
    /** What is wrong with the file, such as "is not there". */
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`The archive ${path} ${problem}. ${WITHOUT_ARCHIVE}`, options);
  }
}

/** Codes of SQLite for a file whose pages are wrong. */
const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)/;

export class Archive {
  #sqlite: Sqlite.Database | undefined;
  /** A list of orders asks the same for each of them. */
  readonly #statements = new Map<string, Sqlite.Statement>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(readonly path: string) {}

  get exists(): boolean {
    return existsSync(this.path);
  }

  /** One after the other: of two that move the same orders, one would find less in the books than it has read. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Returns once they are on disk. The same ones again, after a stop halfway, take the place of the first. */
  add(page: ArchivedPage): void {
    try {
      this.#write(page);
    } catch (error) {
      // A full disk is no damage: the next run goes on.
      const { code } = error as { readonly code?: unknown };
      throw DAMAGED.test(String(code)) ? this.#unreadable(error) : error;
    }
  }

  #write({ orders, legs, at }: ArchivedPage): void {
    const sqlite = this.#open();
    // Books that came back from a backup may have ended an order otherwise.
    const clear = sqlite.prepare("DELETE FROM leg WHERE order_id = ?");
    const addLeg = sqlite.prepare(
      `INSERT OR REPLACE INTO leg (id, order_id, sequence, seller, place, fields)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    const addOrder = sqlite.prepare(
      `INSERT OR REPLACE INTO orders (id, batch_id, customer_id, receiver, status, created_at, fields)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    sqlite.transaction(() => {
      for (const order of orders) {
        const { id, batch_id, customer_id, receiver, status, created_at, archived_at } = order;
        if (archived_at === null) clear.run(id);
        const fields = JSON.stringify({ ...order, archived_at: archived_at ?? at });
        addOrder.run(id, batch_id, customer_id, receiver, status, created_at, fields);
      }
      for (const leg of legs) {
        const { id, order_id, sequence, owner, seller_sun, state, place } = leg;
        const seller = seller_sun === null || state === "dead" ? null : owner;
        addLeg.run(id, order_id, sequence, seller, place, JSON.stringify(leg));
      }
    })();
  }

  order(id: OrderId): OrderRow | undefined {
    return this.#rows<OrderRow>("orders WHERE id = ?", id)[0];
  }

  ordersOfBatch(batchId: BatchId): OrderRow[] {
    return this.#rows("orders WHERE batch_id = ? ORDER BY id", batchId);
  }

  orders(filter: OrderFilter): OrderRow[] {
    const { sql, params } = listedBy(filter);
    return this.#rows(`orders ${sql}`, ...params);
  }

  orderIds(filter: OrderFilter): OrderId[] {
    const { sql, params } = listedBy(filter);
    return this.#ids(`orders ${sql}`, ...params);
  }

  legsOf(...orderIds: readonly OrderId[]): LegRow[] {
    return this.#rows(
      "leg WHERE order_id IN (SELECT value FROM json_each(?)) ORDER BY order_id, sequence",
      JSON.stringify(orderIds),
    );
  }

  /** The transactions of those of the legs that have one: a list reads hundreds at once. */
  txids(ids: readonly string[]): Map<string, string> {
    const legs = this.#rows<LegRow>(
      "leg WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids),
    );
    return new Map(legs.flatMap(({ id, txid }) => (txid === null ? [] : [[id, txid]])));
  }

  /** What a seller delegated, the newest first, below a place of the database's own list, which more than one may have. */
  fillsOf(seller: Address, below: Below, limit: number): ArchivedFill[] {
    if (!this.exists) return [];
    const legs = this.#rows<ArchivedLeg>(
      "leg WHERE seller = ? AND (place, id) < (?, ?) ORDER BY place DESC, id DESC LIMIT ?",
      ...[seller, below.place, below.id ?? "", limit],
    );
    return legs.flatMap((leg) =>
      leg.seller_sun === null ? [] : [{ ...leg, seller_sun: leg.seller_sun }],
    );
  }

  /** Those of the orders, or of the legs, that are in it. */
  among(ids: readonly (OrderId | LegId)[]): Set<OrderId | LegId> {
    if (!this.exists) return new Set();
    const wanted = JSON.stringify(ids);
    const given = "WHERE id IN (SELECT value FROM json_each(?))";
    return new Set([...this.#ids(`orders ${given}`, wanted), ...this.#ids(`leg ${given}`, wanted)]);
  }

  /** Tells it from the one that was begun after a loss; 0 for the first. */
  get identity(): number {
    return this.#reading(() => Number(this.#open().pragma("user_version", { simple: true })));
  }

  /** Reads every page and row: damage in the middle shows nowhere else. Throws ArchiveUnreadable when there is any. */
  assertWhole(): void {
    this.#reading(() => {
      const found = this.#open().pragma("quick_check(1)", { simple: true });
      if (found !== "ok") throw new Error(String(found).split("\n").at(-1));
    });
    for (const table of ["orders", "leg"]) {
      const [id] = this.#ids(`${table} WHERE NOT json_valid(fields) LIMIT 1`);
      if (id !== undefined) throw this.#unreadable(damagedRow(id));
    }
  }

  /** What is there becomes another archive, or a new one begins. Returns once it is on disk. */
  become(identity: number): void {
    // Not the one that was open, should that file be gone.
    this.close();
    this.#open().pragma(`user_version = ${identity}`);
  }

  close(): void {
    this.#sqlite?.close();
    this.#sqlite = undefined;
    this.#statements.clear();
  }

  #rows<R>(source: string, ...params: (string | number | null)[]): R[] {
    const sql = `SELECT id, fields FROM ${source}`;
    const rows = this.#reading(() => this.#prepared(sql).all(...params));
    return (rows as { id: string; fields: string }[]).map(({ id, fields }) => {
      try {
        return JSON.parse(fields) as R;
      } catch {
        throw this.#unreadable(damagedRow(id));
      }
    });
  }

  #ids(source: string, ...params: (string | number | null)[]): string[] {
    const rows = this.#reading(() => this.#prepared(`SELECT id FROM ${source}`).all(...params));
    return (rows as { id: string }[]).map(({ id }) => id);
  }

  #reading<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw error instanceof ArchiveUnreadable ? error : this.#unreadable(error);
    }
  }

  #unreadable(cause: unknown): ArchiveUnreadable {
    return new ArchiveUnreadable(this.path, `cannot be read (${reasonOf(cause)})`, { cause });
  }

  #prepared(sql: string): Sqlite.Statement {
    if (!this.exists) throw new ArchiveUnreadable(this.path, "is not there");
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#open().prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Without a log of its own, so that the file alone is all of it whenever nothing is being moved. */
  #open(): Sqlite.Database {
    if (this.#sqlite) return this.#sqlite;
    const sqlite = new Sqlite(this.path);
    sqlite.pragma("busy_timeout = 5000");
    // A row is more than half of a usual page, which would leave the rest of each empty.
    sqlite.pragma("page_size = 16384");
    sqlite.pragma("journal_mode = DELETE");
    sqlite.pragma("synchronous = EXTRA");
    sqlite.pragma("fullfsync = ON");
    sqlite.exec(TABLES);
    this.#sqlite = sqlite;
    return sqlite;
  }
}

/** In place of a parser's words, which would quote the row. */
function damagedRow(id: string): Error {
  return new Error(`the fields of ${id} are damaged`);
}
