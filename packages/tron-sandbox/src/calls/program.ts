/** What a contract's program gets and gives. */
import type { Moment } from "../resources/bandwidth.js";
import type { Layer } from "../state/view.js";

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

export interface EventLog {
  /** Hex, with 41. */
  readonly contract: string;
  /** 64 hex characters each. */
  readonly topics: readonly string[];
  readonly data: string;
}

/** A call that a contract made of another account, with the TRX that went along. */
export interface InternalCall {
  readonly from: string;
  readonly to: string;
  readonly valueSun: number;
  /** Whether it was undone, while the call around it went on. */
  readonly rejected: boolean;
}

/** What a call of a contract did: what the chain keeps of it and tells of it. */
export interface CallOutcome {
  readonly result: "SUCCESS" | "REVERT" | "OUT_OF_ENERGY";
  readonly contract: string;
  /** All that it took, and the part of it that was staked; the rest was burnt. */
  readonly energyUnits: number;
  readonly stakedEnergyUnits: number;
  readonly energyFeeSun: number;
  /** What the call returned, in hex. */
  readonly returned: string;
  readonly logs: readonly EventLog[];
  readonly internals: readonly InternalCall[];
  /** Why it failed. */
  readonly message?: string;
}
