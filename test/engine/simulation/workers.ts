/** The desk's workers, each begun by hand: one round, or several side by side, until all of them are at rest. */
import pino, { type Logger } from "pino";
import type { HostWatch } from "../../../src/chain/hosts/watch-hosts.js";
import { ChainUnavailable } from "../../../src/chain/port.js";
import { AssertionFailed } from "../../../src/domain/assert.js";
import { DeskError } from "../../../src/domain/errors.js";
import { addressOfKey } from "../../../src/domain/public-key.js";
import type { Engine } from "../../../src/engine/context.js";
import { createCapacityWorker } from "../../../src/workers/capacity.js";
import type { WorkerContext } from "../../../src/workers/context.js";
import { createDepositScanner } from "../../../src/workers/deposit-scanner.js";
import { createFollower } from "../../../src/workers/follower.js";
import { createMatcher } from "../../../src/workers/matcher.js";
import { createMissedBlockReader } from "../../../src/workers/missed-blocks.js";
import { Payer } from "../../../src/workers/payer.js";
import { createReclaimer } from "../../../src/workers/reclaimer.js";
import { createResender } from "../../../src/workers/resender.js";
import { NotYet } from "../../../src/workers/scanned-blocks.js";
import { createSellersWorker } from "../../../src/workers/sellers.js";
import { createSigner } from "../../../src/workers/signer.js";
import { turn } from "../../support/answers.js";
import type { Connection } from "./hosts.js";
import { OPERATOR, PAYERS_KEY } from "./paper-answers.js";
import { BLOCK_MS } from "./paper-node.js";

/** The account that pays sellers. */
export const PAYER = addressOfKey(PAYERS_KEY);
/** What it has at first. */
export const PURSE_SUN = 100_000_000_000;
export const LIFE_MS = 120_000;
/** Turns of the event loop in which nobody does anything. */
const TURNS_AT_REST = 3;
const MOST_TURNS = 50_000;
/** Hosts are looked at twice a second: none is left alone for longer than this. */
const LOOKED_AT_MS = 30_000;

export const WORKERS = [
  "follower",
  "capacity",
  "sellers",
  "matcher",
  "signer",
  "resender",
  "reclaimer",
  "missedBlocks",
  "deposits",
  "hostWatch",
] as const;
export type WorkerName = (typeof WORKERS)[number];

export interface HandWorkers {
  /** Wakes these and waits for nothing. */
  begin(names: readonly WorkerName[]): void;
  /** Lets these do a round side by side; at rest when it is done. */
  run(names: readonly WorkerName[]): Promise<void>;
  pay(): Promise<void>;
  /** The same without waiting. */
  beginPaying(): void;
  /** Until nothing goes on that a signal has begun. */
  rest(): Promise<void>;
}

/** `failed` is told what no round should fail with. */
export async function workersByHand(
  engine: Engine,
  { chain, genesisId, watch }: Connection,
  monotonicMs: () => number,
  failed: (problem: string) => void,
): Promise<HandWorkers> {
  const context: WorkerContext = {
    engine,
    chain,
    genesisId,
    logger: loggerOf(failed),
    operator: { privateKeyHex: "00", address: OPERATOR },
    blockMs: BLOCK_MS,
    resendEveryMs: 10_000,
    auditEveryMs: 3_600_000,
    longestRushMs: 0,
    monotonicMs: () => performance.now(),
    firstAttempts: new Set(),
    refusals: new Map(),
    disagreements: new Map(),
    stakeDisagreements: new Map(),
  };
  const sellers = createSellersWorker(context);
  const matcher = createMatcher(context);
  const capacity = createCapacityWorker(context);
  const loops = {
    follower: (await createFollower(context)).loop,
    capacity: capacity.loop,
    sellers: sellers.loop,
    matcher: matcher.loop,
    signer: createSigner(context),
    resender: createResender(context),
    reclaimer: createReclaimer(context),
    missedBlocks: createMissedBlockReader(context),
    deposits: createDepositScanner(context).loop,
    hostWatch: watchByHand(watch, failed),
  };
  engine.signals.on("capacity", (seller) => (seller ? sellers.ask(seller) : capacity.wake()));
  engine.signals.on("offered", matcher.offered);
  const payer = new Payer(context, { privateKeyHex: "00", address: PAYER, everyMs: 0 });

  const busy = () => Object.entries(loops).flatMap(([name, { isIdle }]) => (isIdle ? [] : name));

  async function rest(): Promise<void> {
    const all = Object.values(loops);
    let atRest = 0;
    for (let turns = 0; atRest < TURNS_AT_REST; turns += 1) {
      if (turns > MOST_TURNS) throw new Error(`the workers do not come to rest: ${busy()}`);
      await turn(engine.database);
      atRest = all.every(({ isIdle }) => isIdle) ? atRest + 1 : 0;
    }
  }

  const paid = () =>
    payer.run().catch((error: unknown) => {
      if (!isPartOfLife(error)) failed(`payer: ${String(error)}`);
    });

  let lookedAtMs = 0;
  const begin = (names: readonly WorkerName[]) => {
    for (const name of names) loops[name].wake();
  };

  /** While time went by it was done; whatever is begun now finds hosts that were looked at. */
  async function lookAtHosts(): Promise<void> {
    if (monotonicMs() - lookedAtMs < LOOKED_AT_MS) return;
    lookedAtMs = monotonicMs();
    begin(["hostWatch"]);
    await rest();
  }

  return {
    rest,
    begin,
    async run(names) {
      await lookAtHosts();
      begin(names);
      await rest();
    },
    async pay() {
      await lookAtHosts();
      await paid();
      await rest();
    },
    beginPaying: () => void paid(),
  };
}

function watchByHand(watch: HostWatch | undefined, failed: (problem: string) => void) {
  let looks = 0;
  return {
    wake() {
      if (!watch) return;
      looks += 1;
      watch.round();
      const ended = watch.idle().finally(() => {
        looks -= 1;
      });
      ended.catch((error: unknown) => failed(`watch of hosts failed: ${String(error)}`));
    },
    get isIdle() {
      return looks === 0;
    },
  };
}

/** What a node says wrong, and what the desk refuses by its rules. A failed assertion halts the desk, which a run finds. */
function isPartOfLife(error: unknown): boolean {
  return (
    error instanceof NotYet ||
    error instanceof ChainUnavailable ||
    error instanceof AssertionFailed ||
    (error instanceof DeskError && error.code !== "INTERNAL")
  );
}

/** Writes nothing; looks at what the rounds of workers fail with. */
function loggerOf(failed: (problem: string) => void): Logger {
  return pino({
    level: "debug",
    hooks: {
      logMethod([facts]) {
        const told: unknown = facts;
        if (told === null || typeof told !== "object" || !("err" in told)) return;
        if (isPartOfLife(told.err)) return;
        const worker = "worker" in told ? String(told.worker) : "a worker";
        failed(`${worker} failed: ${String(told.err)}`);
      },
    },
  });
}
