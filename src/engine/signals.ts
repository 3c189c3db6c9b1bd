/** In-process wake-up calls between use cases and workers. Losing one costs a moment: every worker also looks by itself. */
import { EventEmitter } from "node:events";
import type { Address } from "../domain/address.js";

export interface SignalEvents {
  /** Legs were planned and wait to be signed. */
  planned: [];
  /** The cursor moved: there is a new head. */
  block: [];
  /** What this seller can delegate has changed, or may have; without one, what an owner of the pool can. */
  capacity: [seller?: Address];
  /** What this owner offers, or what it has free, may have grown. */
  offered: [owner: Address];
  /** Orders were closed early: stake that was promised to them may be free again. */
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
