/** Puts the engine together: the database, the policy, and the memory that starts empty. */
import { setTimeout as pause } from "node:timers/promises";
import { createIdSource } from "../domain/ids.js";
import type { Policy } from "../domain/policy.js";
import type { Rates } from "../domain/rates.js";
import type { Database } from "../store/database.js";
import { countPlannedLegs } from "../store/legs.js";
import { newestOrderId } from "../store/orders.js";
import { readStakeRatios } from "../store/owners.js";
import type { Phase } from "../store/phase.js";
import { readSetting, writeSetting } from "../store/settings.js";
import { createAdmission } from "./admission.js";
import { ChainClock, type ChainClockOptions } from "./chain-clock.js";
import type { ResourcesLookUp, SellerAccounts, TransferReads } from "./chain-reads.js";
import { createSignals, type Deposits, type Engine, KnownKeys, LatestWins } from "./context.js";
import { Gates } from "./gates.js";
import { Load } from "./load.js";
import { NetworkFacts } from "./network-facts.js";
import { readHolds } from "./operating/holds.js";
import { refreshMarket } from "./prices/utilisation.js";
import { type AccountLookUp, ReceiverCheck } from "./receiver-check.js";

export interface EngineOptions {
  readonly database: Database;
  readonly policy: Policy;
  readonly rates: Rates;
  readonly lookUpAccount: AccountLookUp;
  readonly sellerAccounts?: SellerAccounts;
  readonly transferReads?: TransferReads;
  readonly deposits?: Deposits | undefined;
  readonly lookUpResources?: ResourcesLookUp;
  /** Unsigned legs above which Fast orders are refused, unless the chain settles more in a minute. */
  readonly unsignedLimit: number;
  readonly staleHeadAfterMs: number;
  readonly chainFollowsWallClock: boolean;
  /** Three minutes of real time unless given. */
  readonly solidStandsStill?: ChainClockOptions["solidStandsStill"];
  /** Why none of several nodes is in step; always undefined where there is one. */
  readonly nodesProblem?: (() => string | undefined) | undefined;
  /** Solidified blocks are asked of another host than the head. */
  readonly solidIsElsewhere?: boolean;
  readonly onHalt: (reason: string) => void;
  readonly now?: () => number;
  readonly monotonicMs?: () => number;
}

/** Solid blocks are about a minute behind the head; after three minutes finality has stopped. */
export const SOLID_STANDS_STILL = { afterMs: 180_000, blocks: 1 };

export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { database, policy } = options;
  const now = options.now ?? Date.now;
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const chainClock = new ChainClock({
    monotonicMs,
    wallMs: now,
    staleAfterMs: options.staleHeadAfterMs,
    followsWallClock: options.chainFollowsWallClock,
    solidStandsStill: options.solidStandsStill ?? SOLID_STANDS_STILL,
    solidIsElsewhere: options.solidIsElsewhere ?? false,
    nodesProblem: options.nodesProblem,
  });
  const left = await database.read(leftBehind);
  const network = new NetworkFacts(monotonicMs, left.stakeRatios);
  const load = new Load(monotonicMs, options.unsignedLimit);
  const halted = (reason: string) => {
    options.onHalt(reason);
    keepHalt(reason);
  };
  // The books may be wrong, so the halt must outlive this process; a disk that is full now may have room later.
  const keepHalt = (reason: string): void => {
    const kept = database.commit(function* (): Phase<void> {
      if (engine.gates.halt === reason) yield* writeSetting("halt", { reason }, "desk", now());
    });
    kept.catch(async () => {
      await pause(KEEP_AGAIN_MS, undefined, { ref: false });
      keepHalt(reason);
    });
  };
  const engine: Engine = {
    database,
    policy,
    now,
    newId: createIdSource(now, left.newestOrderId),
    admission: createAdmission(monotonicMs),
    gates: new Gates(chainClock, network, load, halted),
    chainClock,
    network,
    load,
    sellerAccounts: options.sellerAccounts,
    transferReads: options.transferReads,
    deposits: options.deposits,
    lookUpResources: options.lookUpResources,
    receivers: new ReceiverCheck(database, options.lookUpAccount, now, options.sellerAccounts?.own),
    signals: createSignals(),
    market: { rates: options.rates, utilisation: { energy: 0, bandwidth: 0 } },
    marketReads: new LatestWins(),
    keys: new KnownKeys(),
    inProgress: new Set(),
  };
  database.onAssertionFailed = (failure) => engine.gates.mistakeMade(failure);
  database.onDamage = (words) => engine.gates.databaseDamaged(words);
  await refreshMarket(engine);
  load.counted(left.plannedLegs);
  // A halt and what is held outlive a restart.
  for (const [hold, reason] of left.holds) engine.gates.hold(hold, reason);
  if (left.halt !== undefined) engine.gates.haltFor(left.halt);
  return engine;
}

const KEEP_AGAIN_MS = 1_000;

/** What an earlier run left, for the memory of this one. */
function* leftBehind() {
  return {
    stakeRatios: yield* readStakeRatios(),
    newestOrderId: yield* newestOrderId(),
    plannedLegs: yield* countPlannedLegs(),
    holds: yield* readHolds(),
    halt: ((yield* readSetting("halt")) as { readonly reason: string } | undefined)?.reason,
  };
}
