/**
 * What every use case works with: the database, the clock, the policy and a little memory. Memory is a cache of what is
 * committed, or of the chain; it changes after a commit only, and a restart builds it anew.
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
  /** Undefined without a node, as for a command on the database alone. */
  readonly sellerAccounts: SellerAccounts | undefined;
  /** Undefined without a node. */
  readonly transferReads: TransferReads | undefined;
  /** Undefined without a node. */
  readonly lookUpResources: ResourcesLookUp | undefined;
  readonly signals: Signals;
  readonly market: Market;
  /** Of the reads of what the market depends on. */
  readonly marketReads: Overtaking;
  readonly keys: KnownKeys;
  /** Idempotency scopes whose creation is under way. */
  readonly inProgress: Set<string>;
}

/** The time and the policy of a decision about orders. */
export interface Moment {
  readonly policy: Policy;
  /** Wall time. */
  readonly at: number;
  /** The time by which deadlines are judged: never later than `at`, and not moved by a clock that jumps ahead. */
  readonly dueAt: number;
  /** Chain time of the head. */
  readonly headTimestampMs: number;
  /** The network's `getMaxDelegateLockPeriod`; undefined until it is read. Nothing is planned on a guess. */
  readonly maxLockPeriodBlocks: number | undefined;
  readonly market: Readonly<Market>;
  /** Whether Manual orders may be filled: the chain is in sight and keeps up, and no failed check waits for the operator. */
  readonly mayMatch: boolean;
  /** Why the chain's state does not allow sales, or undefined. */
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
