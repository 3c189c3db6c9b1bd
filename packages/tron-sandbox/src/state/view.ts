/**
 * Reading and changing records: a view answers, a layer holds changes above a view until they are
 * kept or dropped.
 */
import type { Table } from "./records.js";

export interface View {
  /** The stored value under a full key, undefined when there is none. */
  read(key: string): unknown;
  /** All full keys that start with the prefix, in any order. */
  keys(prefix: string): string[];
}

export function get<T>(view: View, table: Table<T>, key: string): T | undefined {
  const value = view.read(table.prefix + key);
  return value === undefined ? undefined : (value as T);
}

/** Keys of a table under a prefix, without the table's own prefix. */
export function keysOf<T>(view: View, table: Table<T>, prefix: string): string[] {
  return view.keys(table.prefix + prefix).map((key) => key.slice(table.prefix.length));
}

export class Layer implements View {
  readonly changes = new Map<string, unknown>();
  readonly #below: View;

  constructor(below: View) {
    this.#below = below;
  }

  read(key: string): unknown {
    return this.changes.has(key) ? this.changes.get(key) : this.#below.read(key);
  }

  keys(prefix: string): string[] {
    const keys = new Set(this.#below.keys(prefix));
    for (const [key, value] of this.changes) {
      if (!key.startsWith(prefix)) continue;
      if (value === undefined) keys.delete(key);
      else keys.add(key);
    }
    return [...keys];
  }

  put<T>(table: Table<T>, key: string, value: T): void {
    this.changes.set(table.prefix + key, value);
  }

  remove<T>(table: Table<T>, key: string): void {
    this.changes.set(table.prefix + key, undefined);
  }

  /** Keeps this layer's changes in the one below. */
  mergeInto(layer: Layer): void {
    for (const [key, value] of this.changes) layer.changes.set(key, value);
  }
}
