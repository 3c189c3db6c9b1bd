/** What a contract's program gets and gives. */
import type { Moment } from "../resources/bandwidth.js";
import type { Layer } from "../state/view.js";
import type { EventLog, InternalCall } from "./outcome.js";

export interface CallFrame {
  /** What the program changes is kept only if it succeeds within its Energy. */
  readonly layer: Layer;
  readonly caller: string;
  readonly valueSun: number;
  /** The selector in four bytes, then the arguments. */
  readonly data: Buffer;
  readonly now: Moment;
}

export interface Ran {
  readonly energyUnits: number;
  readonly returned?: string;
  readonly logs?: readonly EventLog[];
  readonly internals?: readonly InternalCall[];
}

/** Throws Reverted. */
export type Program = (frame: CallFrame) => Ran;

/** The program took everything back and stopped. */
export class Reverted extends Error {
  override name = "Reverted";
  readonly energyUnits: number;
  readonly returned: string;

  constructor(energyUnits: number, returned = "") {
    super("REVERT opcode executed");
    this.energyUnits = energyUnits;
    this.returned = returned;
  }
}
