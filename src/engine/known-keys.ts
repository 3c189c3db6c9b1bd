/** Customers by the hash of their key: a cache of what is committed. */
import type { CustomerId } from "../domain/ids.js";

/** The most keys in the cache; beyond that it starts over. */
const MAX_KEYS = 50_000;

export class KnownKeys {
  readonly #customers = new Map<string, CustomerId>();
  /** How often the keys were forgotten. */
  #forgotten = 0;

  get(hash: string): CustomerId | undefined {
    return this.#customers.get(hash);
  }

  /** Reads whose a key is and remembers it, unless a key was revoked meanwhile: it may have been this one. */
  async learn(
    hash: string,
    read: () => Promise<CustomerId | undefined>,
  ): Promise<CustomerId | undefined> {
    const forgotten = this.#forgotten;
    const customerId = await read();
    if (customerId === undefined || this.#forgotten !== forgotten) return customerId;
    if (this.#customers.size >= MAX_KEYS) this.#customers.clear();
    this.#customers.set(hash, customerId);
    return customerId;
  }

  /** Call after a key was revoked. */
  forget(): void {
    this.#forgotten += 1;
    this.#customers.clear();
  }
}
