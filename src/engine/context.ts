/**
 * What every use case works with: the database, the clock, the policy and a little memory. Memory is a cache of what is
 * committed, or of the chain; it changes after a commit only, and a restart builds it again.
 */
import { EventEmitter } from "node:events";
import type { Address } from "../domain/address.js";
import type { DepositKeys, DepositTerms } from "../domain/deposit.js";
import type { GivenAddress } from "../domain/deposit-address.js";
import type { CustomerId } from "../domain/ids.js";
import type { Policy } from "../domain/policy.js";
import type { Rates } from "../domain/rates.js";
import type { PerResource } from "../domain/resource.js";
import type { Database } from "../store/database.js";
import type { Admission } from "./admission.js";
import type { ChainClock } from "./chain-clock.js";
import type { ResourcesLookUp, SellerAccounts, TransferReads } from "./chain-reads.js";
import type { Gates } from "./gates.js";
import type { Load } from "./load.js";
import type { NetworkFacts } from "./network-facts.js";
import type { ReceiverCheck } from "./receiver-check.js";

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
  /** Undefined where customers cannot pay in by themselves. */
  readonly deposits: Deposits | undefined;
  readonly signals: Signals;
  readonly market: Market;
  /** Keeps an older reading of rates and pool from replacing a newer one. */
  readonly marketReads: LatestWins;
  readonly keys: KnownKeys;
  /** Idempotency keys, each with its customer and channel, whose creation is under way. */
  readonly inProgress: Set<string>;
}

/** Where and what customers pay in. */
export interface Deposits {
  /** "mainnet", "nile" and so on. */
  readonly network: string;
  readonly keys: DepositKeys;
  readonly terms: DepositTerms;
  /** Undefined where none is kept. */
  readonly log?: AddressLog | undefined;
}

/** The file of addresses given out, which outlives the database. */
export interface AddressLog {
  readonly path: string;
  /** Addresses that are in it. */
  holds(given: GivenAddress): boolean;
  /** The lines already there, such as an earlier desk's. */
  read(): readonly GivenAddress[];
  /** Resolves once they are on the disk. */
  append(given: readonly GivenAddress[]): Promise<void>;
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
  /** Nothing can be filled: TRON is out of sight, or the desk has halted. */
  readonly isOutage: boolean;
  readonly deposits: DepositTerms | undefined;
}

/** The time by which waiting work is due. */
export function dueTimeOf({ now, chainClock }: Pick<Engine, "now" | "chainClock">): number {
  return Math.min(now(), chainClock.dueMs());
}

export function momentOf(engine: Engine): Moment {
  const chainProblem = engine.gates.chainProblem();
  return {
    policy: engine.policy,
    at: engine.now(),
    dueAt: dueTimeOf(engine),
    headTimestampMs: engine.chainClock.head?.timestampMs ?? 0,
    maxLockPeriodBlocks: engine.network.parameters?.maxLockPeriodBlocks,
    market: { ...engine.market },
    mayMatch: engine.gates.mayMatch(),
    chainProblem,
    isOutage: chainProblem !== undefined || engine.gates.halt !== undefined,
    deposits: engine.deposits?.terms,
  };
}

/** What prices depend on, as last committed. */
export interface Market {
  rates: Rates;
  utilisation: PerResource<number>;
}

/** The most keys in the cache; beyond that it starts over. */
const MAX_KEYS = 50_000;

/** Whose a key is, and which. */
export interface KeyHolder {
  readonly customerId: CustomerId;
  readonly keyId: string;
  /** A team is one from its first moment, and stays one: this never changes. */
  readonly isOfTeam: boolean;
}

/** Whose keys are, by their hash: a cache of what is committed. */
export class KnownKeys {
  readonly #holders = new Map<string, KeyHolder>();
  /** Counts revocations. */
  #forgotten = 0;

  get(hash: string): KeyHolder | undefined {
    return this.#holders.get(hash);
  }

  /** Reads whose a key is and remembers it, unless a key was revoked meanwhile: it may have been this one. */
  async learn(
    hash: string,
    read: () => Promise<KeyHolder | undefined>,
  ): Promise<KeyHolder | undefined> {
    const forgotten = this.#forgotten;
    const holder = await read();
    if (holder === undefined || this.#forgotten !== forgotten) return holder;
    if (this.#holders.size >= MAX_KEYS) this.#holders.clear();
    this.#holders.set(hash, holder);
    return holder;
  }

  /** Call after a key was revoked. */
  forget(): void {
    this.#forgotten += 1;
    this.#holders.clear();
  }
}

/** For reads that may overtake each other: an older answer must not replace a newer one in memory. */
export class LatestWins {
  #begun = 0;
  #taken = 0;

  /** Call before a read. The function it returns tells after the read whether the answer may be kept. */
  begin(): () => boolean {
    this.#begun += 1;
    const turn = this.#begun;
    return () => {
      if (turn < this.#taken) return false;
      this.#taken = turn;
      return true;
    };
  }
}

/** In-process signals between use cases and workers. A lost one costs only time: every worker also looks at intervals. */
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
  /** A deposit waits for cover, or for the operator. */
  review: [];
  /** A withdrawal may be paid now. */
  withdrawal: [];
  /** Orders became final. */
  finished: [orderIds: readonly string[]];
}

type Signals = EventEmitter<SignalEvents>;

export function createSignals(): Signals {
  const signals = new EventEmitter<SignalEvents>();
  signals.setMaxListeners(100);
  return signals;
}

/**
 * Waits for all that was begun: many small phases that are begun in one turn share a COMMIT, and one that fails neither undoes nor
 * prevents the others.
 */
export async function settleAll<T>(begun: Iterable<Promise<T>>) {
  const done: T[] = [];
  const failures: unknown[] = [];
  for (const result of await Promise.allSettled(begun)) {
    if (result.status === "fulfilled") done.push(result.value);
    else failures.push(result.reason);
  }
  return { done, failures };
}

export function throwFirst(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures[0];
}
