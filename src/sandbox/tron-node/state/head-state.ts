/**
 * The state after the head block, read from the database as needed, and the state after the solid
 * block, which is the head's with the changes of the unsolidified blocks undone. Those changes
 * (`undo`: what a record was before) also serve a reorganisation; they are kept in memory and in
 * the database for the unsolidified blocks only.
 */
import type { Storage } from "../storage/storage.js";
import type { View } from "./view.js";

type Undo = Map<string, unknown>;

/** Records kept in memory; beyond that the cache starts anew. */
const CACHE_SIZE = 50_000;

export class HeadState implements View {
  readonly #storage: Storage;
  readonly #cache = new Map<string, unknown>();
  /** By block number, ascending: the genesis block or the solid block is not in it. */
  readonly #undo = new Map<number, Undo>();

  constructor(storage: Storage) {
    this.#storage = storage;
    for (const row of storage.undoRows()) this.undoOf(row.block).set(row.key, row.before);
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

  undoOf(block: number): Undo {
    const undo = this.#undo.get(block) ?? new Map<string, unknown>();
    this.#undo.set(block, undo);
    return undo;
  }

  /** Writes changes as part of a block; inside a database transaction. */
  write(block: number, changes: ReadonlyMap<string, unknown>): void {
    if (changes.size === 0) return;
    const undo = this.undoOf(block);
    for (const [key, value] of changes) {
      if (!undo.has(key)) {
        const before = this.read(key);
        undo.set(key, before);
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
    this.#undo.delete(block);
    this.#storage.deleteUndoFrom(block);
  }

  /** Blocks up to this one are final: what they changed can no longer be undone. */
  solidify(solid: number): void {
    let removed = false;
    for (const block of this.#undo.keys()) {
      if (block <= solid) removed = this.#undo.delete(block);
    }
    if (removed) this.#storage.deleteUndoUpTo(solid);
  }

  /** The state after the solid block: records as they were before the first unsolidified change. */
  get solid(): View {
    return {
      read: (key) => {
        for (const undo of this.#undo.values()) if (undo.has(key)) return undo.get(key);
        return this.read(key);
      },
      keys: (prefix) => {
        const keys = new Set(this.keys(prefix));
        for (const undo of [...this.#undo.values()].reverse()) {
          for (const [key, before] of undo) {
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
