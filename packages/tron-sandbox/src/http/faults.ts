/**
 * Faults on request, by endpoint path, for a number of calls, for a time or until they are taken
 * back: what a provider in front of a node, the way to it, or the node itself can do wrong. The
 * first fault that fits a call applies, and besides it the first one that puts the node behind.
 */
import type { Chain } from "../chain/chain.js";
import { LaggingChain } from "../chain/lagging-chain.js";
import { fromBase58 } from "../wire/address.js";
import type { Transaction } from "../wire/transaction.js";
import { endpointsOf } from "./altered-infos.js";
import type { Fault, FaultKind } from "./fault-schema.js";
import { concerns } from "./refusals.js";

interface InForce {
  readonly fault: Fault;
  /** Infinity where calls are not counted. */
  callsLeft: number;
  readonly endsAtMs: number;
  /** The chain as a node sees it that is behind. */
  readonly lagging: LaggingChain | undefined;
}

/** Reads what a call broadcasts, if it does. */
type Read = () => Transaction | undefined;

export class Faults {
  #inForce: InForce[] = [];

  add(fault: Fault, network: Chain): void {
    const { count = fault.forMs === undefined ? 1 : "unlimited", forMs = Infinity } = fault;
    this.#inForce.push({
      fault,
      callsLeft: count === "unlimited" ? Infinity : count,
      endsAtMs: Date.now() + forMs,
      lagging: fault.kind === "behind" ? new LaggingChain(network, fault) : undefined,
    });
  }

  /** All faults, or those of a kind. */
  clear(kind?: FaultKind): void {
    this.#inForce = this.#inForce.filter(({ fault }) => kind !== undefined && fault.kind !== kind);
  }

  /** Each with the calls that are left to it, or without a count. */
  list(): unknown[] {
    return this.#lasting().map(({ fault: { count, ...fault }, callsLeft }) =>
      callsLeft === Infinity ? fault : { ...fault, count: callsLeft },
    );
  }

  /** The fault for a call of this path, of which one call is used up; one that puts behind is none. */
  take(path: string, broadcast: Read): Fault | undefined {
    return this.#use(path, broadcast, false)?.fault;
  }

  /** What a call of this path sees of the chain, if not all of it; one call is used up. */
  takeBehind(path: string, broadcast: Read): LaggingChain | undefined {
    return this.#use(path, broadcast, true)?.lagging;
  }

  /** Number of the oldest block whose state some fault still asks for. */
  oldestNeeded(): number {
    return Math.min(...this.#lasting().map(({ lagging }) => lagging?.solidNumber ?? Infinity));
  }

  #use(path: string, broadcast: Read, isBehind: boolean): InForce | undefined {
    const found = this.#lasting().find(
      ({ fault }) => (fault.kind === "behind") === isBehind && fits(fault, path, broadcast),
    );
    if (found) found.callsLeft -= 1;
    return found;
  }

  #lasting(): readonly InForce[] {
    const now = Date.now();
    this.#inForce = this.#inForce.filter((one) => one.callsLeft > 0 && one.endsAtMs > now);
    return this.#inForce;
  }
}

function fits(fault: Fault, path: string, broadcast: Read): boolean {
  if (fault.path !== path && fault.path !== "*") return false;
  const endpoints = endpointsOf(fault.kind);
  if (endpoints && !endpoints.some((one) => path.endsWith(`/${one}`))) return false;
  if (fault.owner === undefined && fault.kind !== "reject") return true;
  const contract = broadcast()?.contract;
  if (contract === undefined) return false;
  if (fault.owner !== undefined && fromBase58(fault.owner) !== contract.owner) return false;
  return fault.kind !== "reject" || concerns(fault.reason, contract);
}
