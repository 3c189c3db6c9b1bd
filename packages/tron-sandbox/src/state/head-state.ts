/**
 * The state after the head block, read from the database as needed, and the state after an older
 * one, which is the head's with the changes of later blocks undone. Those changes (`undo`: what a
 * record was before) also serve a reorganisation; they are kept in memory and in the database for
 * the newest blocks only.
 */
import type { Storage } from "../storage/storage.js";
import type { View } from "./view.js";

type Undo = Map<string, unknown>;

/** Records kept in memory; beyond that the cache starts again. */
const CACHE_SIZE = 50_000;

export class HeadState implements View {
  readonly #storage: Storage;
  readonly #cache = new Map<string, unknown>();
  /** By block number, ascending; of every later block than the oldest. */
  readonly #undo = new Map<number, Undo>();
  #oldest: number;
  /** Number of the newest block that changed anything. */
  #newest = 0;
  #size = 0;

  /** `oldest` counts only where the database does not say which state is the oldest it knows. */
  constructor(storage: Storage, oldest: number) {
    this.#storage = storage;
    this.#oldest = storage.undoneUpTo() ?? oldest;
    for (const row of storage.undoRows()) {
      this.#undoOf(row.block).set(row.key, row.before);
      this.#size += 1;
    }
  }

  read(key: string): unknown {
    if (this.#cache.has(key)) return this.#cache.get(key);
    const value = this.#storage.record(key);
    this.#remember(key, value);
    return value;
  }

  keys(prefix: string): string[] {
    return this.#storage.recordKeys(prefix);
  }

  #undoOf(block: number): Undo {
    const undo = this.#undo.get(block) ?? new Map<string, unknown>();
    this.#undo.set(block, undo);
    this.#newest = Math.max(this.#newest, block);
    return undo;
  }

  /** Writes changes as part of a block; inside a database transaction. */
  write(block: number, changes: ReadonlyMap<string, unknown>): void {
    if (changes.size === 0) return;
    const undo = this.#undoOf(block);
    for (const [key, value] of changes) {
      if (!undo.has(key)) {
        const before = this.read(key);
        undo.set(key, before);
        this.#size += 1;
        this.#storage.insertUndo(block, key, before);
      }
      this.#storage.writeRecord(key, value);
      this.#remember(key, value);
    }
  }

  /**
   * Writes what no block changed and nothing undoes; inside a database transaction. A record that
   * an unsolidified block has changed before stays under that block's undo.
   */
  settle(changes: ReadonlyMap<string, unknown>): void {
    for (const [key, value] of changes) {
      this.#storage.writeRecord(key, value);
      this.#remember(key, value);
    }
  }

  /** Takes back what a block changed; inside a database transaction, newest block first. */
  revert(block: number): void {
    for (const [key, before] of this.#undo.get(block) ?? []) {
      this.#storage.writeRecord(key, before);
      this.#remember(key, before);
    }
    this.#drop(block);
    this.#storage.deleteUndoFrom(block);
  }

  /** No state before the one after this block is asked for any more; inside a transaction. */
  forget(block: number): void {
    let removed = false;
    for (; this.#oldest < block; this.#oldest++) {
      removed = this.#drop(this.#oldest + 1) || removed;
    }
    // While nothing was deleted the database knows more states than it says.
    if (removed) this.#storage.forgetUndo(block);
  }

  #drop(block: number): boolean {
    this.#size -= this.#undo.get(block)?.size ?? 0;
    return this.#undo.delete(block);
  }

  /** How many records are kept of what was before. */
  get size(): number {
    return this.#size;
  }

  /** Number of the oldest block whose state is known. */
  get oldest(): number {
    return this.#oldest;
  }

  /** The state after a block that is not older: records as they were before any later change. */
  at(block: number): View {
    return {
      read: (key) => {
        for (let number = block + 1; number <= this.#newest; number++) {
          const undo = this.#undo.get(number);
          if (undo?.has(key)) return undo.get(key);
        }
        return this.read(key);
      },
      keys: (prefix) => {
        const keys = new Set(this.keys(prefix));
        for (let number = this.#newest; number > block; number--) {
          for (const [key, before] of this.#undo.get(number) ?? []) {
            if (!key.startsWith(prefix)) continue;
            if (before === undefined) keys.delete(key);
            else keys.add(key);
          }
        }
        return [...keys];
      },
    };
  }

  #remember(key: string, value: unknown): void {
    if (this.#cache.size >= CACHE_SIZE && !this.#cache.has(key)) this.#cache.clear();
    this.#cache.set(key, value);
  }
}
