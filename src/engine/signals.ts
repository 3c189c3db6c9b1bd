/** In-process signals between use cases and workers. A lost one costs only time: every worker also looks by itself. */
import { EventEmitter } from "node:events";
import type { Address } from "../domain/address.js";

export interface SignalEvents {
  /** Legs were planned and wait to be signed. */
  planned: [];
  /** The cursor moved: there is a new head. */
  block: [];
  /** What this seller can delegate may have changed; without a seller, what a pool owner can. */
  capacity: [seller?: Address];
  /** What this owner offers or has free may have grown. */
  offered: [owner: Address];
  /** Orders were closed early: their stake may be free again. */
  released: [];
  /** Orders became final. */
  finished: [orderIds: readonly string[]];
}

export type Signals = EventEmitter<SignalEvents>;

export function createSignals(): Signals {
  const signals = new EventEmitter<SignalEvents>();
  signals.setMaxListeners(100);
  return signals;
}
