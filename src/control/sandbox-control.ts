/** What commands may ask of the sandbox's chain; only a desk on the embedded node has this. */
import type { Address } from "../domain/address.js";
import type { Duration } from "../domain/duration.js";
import type { CustomerId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import type { PerResource, Resource } from "../domain/resource.js";

export interface SandboxControl {
  /** Sends TRX out of the faucet; resolves once the transfer is in a block. */
  fund(address: Address, amountSun: Sun): Promise<{ readonly txid: string }>;
  /** Makes an account with stake and registers it, unless it is to stay unregistered. */
  addSeller(wanted: WantedSeller): Promise<NewSeller>;
  /** Signs a text as a wallet does (TIP-191); refused for an account whose key the sandbox lacks. */
  sign(address: Address, text: string): Promise<{ readonly signature: string }>;
  /** Signs a transaction as a wallet does: 65 bytes over its id. */
  signTransaction(address: Address, txid: string): Promise<{ readonly signature: string }>;
  /** Marks the units as used just now. */
  use(address: Address, resource: Resource, units: number): Promise<void>;
  /** Makes an account a contract, for good; the desk forgets what it remembered about it as a receiver. */
  makeContract(address: Address): Promise<void>;
  faults(change: FaultChange): Promise<FaultState>;
}

export interface WantedSeller {
  /** Whose seller it is; the demo sellers' customer unless given. */
  readonly customerId?: CustomerId | undefined;
  /** Units that it can delegate; with 0 it offers none. */
  readonly units: PerResource<number>;
  /** The least it takes for a unit, in SUN. */
  readonly priceSun: PerResource<number>;
  /** The longest rental it offers; the shortest is 15m. */
  readonly longest: Duration;
  /** Whether the desk's key may delegate for it. */
  readonly permission: boolean;
  readonly registered: boolean;
}

export interface NewSeller {
  readonly address: Address;
  /** Undefined when it is not registered. */
  readonly customerId?: CustomerId;
}

export interface FaultChange {
  /** Takes back every fault, and lets a stalled chain go on. */
  readonly clear: boolean;
  /** A fault as the node takes it; its README has them all. */
  readonly add?: Readonly<Record<string, unknown>>;
  /** Replaces so many of the newest blocks at once. */
  readonly fork?: { readonly depth: number; readonly transactions: "pending" | "vanish" };
  readonly stall: boolean;
}

export interface FaultState {
  readonly faults: readonly FaultInForce[];
  /** Whether the chain makes no blocks. */
  readonly stalled: boolean;
}

interface FaultInForce {
  readonly kind: string;
  readonly path: string;
  /** How many more calls it applies to; undefined without a count. */
  readonly count?: number | undefined;
  readonly owner?: string | undefined;
  readonly reason?: string | undefined;
  readonly status?: number | undefined;
  readonly delayMs?: number | undefined;
  readonly code?: string | undefined;
}
