/**
 * What every use case works with: the database, the clock, the desk's policy and the little it keeps in memory. Memory is a
 * cache of what is committed, or of the chain; it changes after a commit only, and a restart builds it anew.
 */

import type { Policy } from "../domain/policy.js";
import type { Rates } from "../domain/rates.js";
import type { PerResource } from "../domain/resource.js";
import type { Database } from "../store/database.js";
import type { Admission } from "./admission.js";
import type { ChainClock } from "./chain-clock.js";
import type { ResourcesLookUp, SellerAccounts, TransferReads } from "./chain-reads.js";
import type { Gates } from "./gates.js";
import type { KnownKeys } from "./known-keys.js";
import type { Load } from "./load.js";
import type { NetworkFacts } from "./network-facts.js";
import type { Overtaking } from "./overtaking.js";
import type { ReceiverCheck } from "./receiver-check.js";
import type { Signals } from "./signals.js";

export interface Engine {
  readonly database: Database;
  readonly policy: Policy;
  /** Wall time, Unix milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly admission: Admission;
  readonly gates: Gates;
  readonly chainClock: ChainClock;
  readonly network: NetworkFacts;
  readonly load: Load;
  readonly receivers: ReceiverCheck;
  /** Undefined where there is no node, as for a command on the database alone. */
  readonly sellerAccounts: SellerAccounts | undefined;
  /** Undefined like these. */
  readonly transferReads: TransferReads | undefined;
  /** Undefined like these. */
  readonly lookUpResources: ResourcesLookUp | undefined;
  readonly signals: Signals;
  readonly market: Market;
  /** Of the reads of what the market depends on. */
  readonly marketReads: Overtaking;
  readonly keys: KnownKeys;
  /** Idempotency scopes whose creation is under way. */
  readonly inProgress: Set<string>;
}

/** When and under which policy a decision about orders is made. */
export interface Moment {
  readonly policy: Policy;
  /** Wall time. */
  readonly at: number;
  /** What ends by wall time has ended when it ends before this: never later than `at`, and no clock that jumps ahead moves it. */
  readonly dueAt: number;
  /** Chain time of the head. */
  readonly headTimestampMs: number;
  /** The network's `getMaxDelegateLockPeriod`; undefined until it is read: nothing is planned on a guess. */
  readonly maxLockPeriodBlocks: number | undefined;
  readonly market: Readonly<Market>;
  /** Orders may be filled from the book: the chain is in sight and keeps up, and no failed check waits for the operator. */
  readonly mayMatch: boolean;
  /** Why the chain cannot be sold by, or undefined when it can. */
  readonly chainProblem: string | undefined;
}

export function momentOf(engine: Engine): Moment {
  return {
    policy: engine.policy,
    at: engine.now(),
    dueAt: Math.min(engine.now(), engine.chainClock.dueMs()),
    headTimestampMs: engine.chainClock.head?.timestampMs ?? 0,
    maxLockPeriodBlocks: engine.network.parameters?.maxLockPeriodBlocks,
    market: { ...engine.market },
    mayMatch: engine.gates.mayMatch(),
    chainProblem: engine.gates.chainProblem(),
  };
}

/** What prices depend on, as last committed. */
export interface Market {
  rates: Rates;
  utilisation: PerResource<number>;
}
