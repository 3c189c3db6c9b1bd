/**
 * A naive twin of the book: it is told the same events as the engine and must come to the same fills. It knows lists and
 * loops only, and tries every amount there is. Units of Energy throughout: the ratio of the desk in tests makes them exact.
 */
import type { Address } from "../../src/domain/address.js";
import { durationSeconds } from "../../src/domain/duration.js";
import { naiveFill } from "./naive-matching.js";

const POOL_PRICE = 60;
export const DURATIONS = ["15m", "1h", "1d"] as const;

export interface Terms {
  readonly minPrice: number;
  readonly chunk: number;
  readonly keep: number;
  readonly shortest: number;
  readonly longest: number;
  readonly active: boolean;
}

export interface Seller extends Terms {
  readonly name: Address;
  units: number;
  since: number;
}

interface Order {
  readonly id: string;
  readonly batch: number;
  readonly receiver: string;
  readonly price: number;
  readonly duration: (typeof DURATIONS)[number];
  readonly allowPartial: boolean;
  readonly partialMin: number;
  left: number;
  waits: boolean;
  parts: { owner: string; units: number; locked: boolean }[];
}

export class Twin {
  readonly sellers: Seller[] = [];
  readonly orders: Order[] = [];
  readonly pool: { name: Address; units: number }[];
  #places = 0;
  #batches = 0;

  constructor(pool: readonly (readonly [Address, number])[]) {
    this.pool = pool.map(([name, units]) => ({ name, units }));
  }

  put(name: Address, terms: Terms, units: number): void {
    const at = this.sellers.findIndex((seller) => seller.name === name);
    const before = this.sellers[at];
    const keepsPlace =
      before && before.minPrice === terms.minPrice && (before.active || !terms.active);
    this.#places += 1;
    const since = keepsPlace ? before.since : this.#places;
    const seller = { ...terms, name, units: before?.units ?? units, since };
    if (before) this.sellers[at] = seller;
    else this.sellers.push(seller);
  }

  create(
    ids: readonly string[],
    order: Omit<Order, "id" | "batch" | "parts" | "receiver">,
    receivers: readonly string[],
  ): void {
    this.#batches += 1;
    for (const [at, id] of ids.entries()) {
      const receiver = receivers[at] ?? "";
      this.orders.push({ ...order, id, receiver, batch: this.#batches, parts: [] });
    }
    for (const id of ids) this.match(id);
  }

  cancel(id: string): void {
    for (const order of this.orders) {
      if (order.id === id) Object.assign(order, { left: 0, waits: false, parts: [] });
    }
  }

  /** A seller looks at what rests as long as his offer is open: on, and at least his smallest part free. */
  offered(name: Address): void {
    const seller = this.sellers.find((one) => one.name === name);
    if (!seller?.active) return;
    if (seller.units - seller.keep - this.#out(name) < seller.chunk) return;
    this.pass(seller.minPrice);
  }

  /** Everybody who may pay this much, best price first, then the older. */
  pass(leastPrice: number): void {
    const resting = this.orders
      .filter(({ left, price }) => left > 0 && price >= leastPrice)
      .sort((a, b) => b.price - a.price || (a.id < b.id ? -1 : 1));
    for (const { id } of resting) this.match(id);
  }

  match(id: string): void {
    const order = this.orders.find((one) => one.id === id);
    if (!order || order.left === 0) return;
    if (!order.waits) {
      this.#fill(order);
      return;
    }
    const together = this.orders.filter(({ batch, waits }) => batch === order.batch && waits);
    const before = together.map((one) => ({ left: one.left, parts: [...one.parts] }));
    for (const one of together) this.#fill(one);
    if (together.every(({ left }) => left === 0)) {
      for (const one of together) one.waits = false;
    } else {
      for (const [at, one] of together.entries()) Object.assign(one, before[at]);
    }
  }

  #fill(order: Order): void {
    const asked = this.#asked(order);
    const { allowPartial, partialMin, left } = order;
    const filled = naiveFill({ units: left, allowPartial, partialMin }, asked);
    order.parts.push(...filled.parts);
    order.left = filled.rest;
  }

  #asked({ price, duration, receiver }: Order) {
    const seconds = durationSeconds(duration);
    const canLock = (name: string) => !this.#hasLock(name, receiver);
    const sellers = this.sellers
      .filter(({ active, minPrice }) => active && minPrice <= price)
      .filter(({ shortest, longest }) => shortest <= seconds && seconds <= longest)
      .map((seller) => ({ ...seller, free: seller.units - seller.keep - this.#out(seller.name) }))
      .map(({ name, free, chunk, minPrice, since }) => {
        const owner = { name, isPool: false, freeUnits: free, chunkUnits: chunk };
        return { ...owner, canLock: canLock(name), minPrice, since };
      });
    const pool = this.pool
      .map(({ name, units }) => ({ name, isPool: true, freeUnits: units - this.#out(name) }))
      .map((owner) => ({ ...owner, chunkUnits: 1, canLock: canLock(owner.name) }))
      .sort((a, b) => Number(b.canLock) - Number(a.canLock) || b.freeUnits - a.freeUnits)
      .map((owner, at) => ({ ...owner, minPrice: POOL_PRICE, since: 1_000_000 + at }));
    return [...sellers, ...(price >= POOL_PRICE ? pool : [])]
      .filter(({ name }) => name !== receiver)
      .sort((a, b) => a.minPrice - b.minPrice || a.since - b.since);
  }

  #out(name: string): number {
    const parts = this.orders.flatMap((order) => order.parts);
    return parts.filter(({ owner }) => owner === name).reduce((sum, { units }) => sum + units, 0);
  }

  #hasLock(name: string, receiver: string): boolean {
    return this.orders
      .filter((order) => order.receiver === receiver)
      .some(({ parts }) => parts.some(({ owner, locked }) => owner === name && locked));
  }
}
