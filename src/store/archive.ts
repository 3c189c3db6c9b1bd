/**
 * The archive: a file beside the database with the delegations of orders that ended long ago. What is in it is on disk before the
 * database forgets it, and never changes. It is opened by whoever first needs it, and one that is not needed is not made.
 */
import { existsSync } from "node:fs";
import type { Address } from "../domain/address.js";
import type { LegId, OrderId } from "../domain/ids.js";
import Sqlite from "../sqlite.js";
import type { LegRow } from "./legs.js";
import type { FillRow } from "./sellers.js";

/** A leg with what its seller's list needs beside it. */
export type ArchivedLeg = LegRow & { readonly place: number; readonly price_sun: number };

type ArchivedFill = FillRow & Pick<LegRow, "id" | "order_id">;

interface Below {
  readonly place: number;
  /** Of those in the same place, the ones before this. */
  readonly id?: LegId;
}

const TABLE = `
CREATE TABLE IF NOT EXISTS leg (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  -- Whose fill it is; null for the pool's, and for what came to nothing.
  seller TEXT,
  place INTEGER NOT NULL,
  -- All of the row as the database had it.
  fields TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS leg_of_order ON leg (order_id, sequence);
CREATE INDEX IF NOT EXISTS leg_of_seller ON leg (seller, place) WHERE seller IS NOT NULL`;

export class Archive {
  #sqlite: Sqlite.Database | undefined;
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
  add(legs: readonly ArchivedLeg[]): void {
    const sqlite = this.#open();
    const insert = sqlite.prepare(
      `INSERT OR REPLACE INTO leg (id, order_id, sequence, seller, place, fields)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    sqlite.transaction(() => {
      for (const leg of legs) {
        const { id, order_id, sequence, owner, seller_sun, state, place } = leg;
        const seller = seller_sun === null || state === "dead" ? null : owner;
        insert.run(id, order_id, sequence, seller, place, JSON.stringify(leg));
      }
    })();
  }

  legsOf(orderId: OrderId): LegRow[] {
    return this.#legs("order_id = ? ORDER BY sequence", orderId);
  }

  leg(id: LegId): LegRow | undefined {
    return this.#legs("id = ?", id)[0];
  }

  /** The transactions of those of the legs that have one: a list reads hundreds at once. */
  txids(ids: readonly string[]): Map<string, string> {
    const legs = this.#legs("id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
    return new Map(legs.flatMap(({ id, txid }) => (txid === null ? [] : [[id, txid]])));
  }

  /** What a seller delegated, the newest first, below a place of the database's own list, which more than one may have. */
  fillsOf(seller: Address, below: Below, limit: number): ArchivedFill[] {
    if (!this.exists) return [];
    const legs = this.#legs(
      "seller = ? AND (place, id) < (?, ?) ORDER BY place DESC, id DESC LIMIT ?",
      ...[seller, below.place, below.id ?? "", limit],
    );
    return legs.flatMap((leg) =>
      leg.seller_sun === null ? [] : [{ ...leg, seller_sun: leg.seller_sun }],
    );
  }

  /** Those of the legs that are in it. */
  among(ids: readonly LegId[]): Set<LegId> {
    if (!this.exists) return new Set();
    const rows = this.#open()
      .prepare("SELECT id FROM leg WHERE id IN (SELECT value FROM json_each(?))")
      .all(JSON.stringify(ids));
    return new Set((rows as { id: LegId }[]).map(({ id }) => id));
  }

  /** Tells it from the one that was begun after a loss; 0 for the first. */
  get identity(): number {
    return Number(this.#open().pragma("user_version", { simple: true }));
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
  }

  #legs(condition: string, ...params: (string | number)[]): ArchivedLeg[] {
    // No failed check of the books: they are right without it.
    if (!this.exists) throw new Error(`the archive ${this.path} is not there`);
    const rows = this.#open()
      .prepare(`SELECT fields FROM leg WHERE ${condition}`)
      .all(...params);
    return (rows as { fields: string }[]).map(({ fields }) => JSON.parse(fields) as ArchivedLeg);
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
    sqlite.exec(TABLE);
    this.#sqlite = sqlite;
    return sqlite;
  }
}
