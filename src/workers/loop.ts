/** A loop that does one round at a time: by the clock, when woken, and with growing pauses while its work fails. */
import type { Logger } from "pino";
import type { Address } from "../domain/address.js";
import { isMistake } from "../domain/assert.js";
import { settleAll, throwFirst } from "../engine/context.js";
import { noteMistake } from "../engine/incidents.js";
import type { WorkerContext } from "./context.js";

const LONGEST_PAUSE_MS = 10_000;

export interface LoopOptions {
  readonly name: string;
  /** Longest pause between two rounds. */
  readonly everyMs: number;
  /** Pause after a successful round; `everyMs` unless given. */
  readonly pauseMs?: () => number;
  readonly context: Pick<WorkerContext, "engine" | "logger">;
  /**
   * False of a loop that moves neither money nor stake: a mistake of the desk's own in it is an incident; in any other it halts the
   * desk.
   */
  readonly movesMoney?: false;
  /** One round; what it throws is logged and tried again. The signal says that it should end early. */
  readonly round: (stopping: AbortSignal) => Promise<void>;
  /** Shared by loops that are one worker; one of its own unless given. */
  readonly outage?: Outage;
}

export interface LoopState {
  readonly name: string;
  readonly ok: boolean;
  /** The last that did not fail. */
  readonly lastRoundAt: number | null;
  readonly lastError: string | null;
}

/** What the desk starts, wakes and stops: a loop, or several that act as one. */
export interface Worker {
  readonly state: LoopState;
  start(): void;
  readonly wake: () => void;
  /** Ends after the step it is in. */
  stop(): Promise<void>;
}

export class Loop implements Worker {
  #options: LoopOptions;
  #outage: Outage;
  #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #wokenMeanwhile = false;
  #failures = 0;
  #lastRoundAt: number | null = null;
  #lastError: string | null = null;

  constructor(options: LoopOptions) {
    this.#options = options;
    const { name, everyMs, context, outage } = options;
    this.#outage = outage ?? new Outage({ worker: name, everyMs, logger: context.logger });
  }

  start(): void {
    this.wake();
  }

  /** Starts a round now, or right after the running one. Does not shorten the pause after a failure. */
  wake = (): void => {
    if (this.#stopping.signal.aborted) return;
    if (this.#running !== undefined) this.#wokenMeanwhile = true;
    else if (this.#failures === 0 || !this.#timer) this.#begin();
  };

  /** Ends after the round that runs, if any. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Whether no round runs. */
  get isIdle(): boolean {
    return this.#running === undefined;
  }

  get state(): LoopState {
    return {
      name: this.#options.name,
      ok: this.#failures === 0,
      lastRoundAt: this.#lastRoundAt,
      lastError: this.#lastError,
    };
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wokenMeanwhile = false;
    this.#running = this.#round().finally(() => {
      this.#running = undefined;
      if (this.#stopping.signal.aborted) return;
      if (this.#wokenMeanwhile && this.#failures === 0) setImmediate(this.wake);
      else this.#timer = setTimeout(() => this.#begin(), this.#pauseMs());
    });
  }

  async #round(): Promise<void> {
    const { name, context, round } = this.#options;
    try {
      await round(this.#stopping.signal);
      this.#outage.worked();
      this.#failures = 0;
      this.#lastError = null;
      this.#lastRoundAt = Date.now();
    } catch (error) {
      this.#failures += 1;
      if (isMistake(error)) await this.#mistakeMade(error);
      this.#lastError = error instanceof Error ? error.message : String(error);
      // A round that a stop cuts short has not failed: the next start continues it.
      if (!this.#stopping.signal.aborted) this.#outage.failed(error);
      else context.logger.debug({ worker: name, err: error }, "a round was cut short");
    }
  }

  async #mistakeMade(error: Error): Promise<void> {
    const { name, context, movesMoney = true } = this.#options;
    if (movesMoney) return context.engine.gates.mistakeMade(error);
    // Once, not with each round.
    if (this.#lastError === error.message) return;
    await noteMistake(context.engine, name, error).catch((failure: unknown) =>
      context.logger.error({ worker: name, err: failure }, "an incident could not be written"),
    );
  }

  #pauseMs(): number {
    const { everyMs, pauseMs } = this.#options;
    if (this.#failures === 0) return pauseMs?.() ?? everyMs;
    return Math.min(LONGEST_PAUSE_MS, Math.max(everyMs, 100 * 2 ** this.#failures));
  }
}

/** Longer than any worker waits before it tries again. */
const QUIET_MS = 30_000;
const TELL_EVERY_MS = 300_000;

interface OutageOptions {
  readonly worker: string;
  readonly logger: Logger;
  /** A worker whose rounds are rarer does all its work in each: its first success ends the outage. */
  readonly everyMs: number;
  readonly monotonicMs?: () => number;
}

/**
 * Logs a failing worker: once when it begins, now and then while it lasts, once when it is over. A round without a call to the
 * node proves nothing, so it is over when nothing has failed for a while.
 */
export class Outage {
  readonly #worker: string;
  readonly #logger: Logger;
  readonly #quietMs: number;
  readonly #nowMs: () => number;
  /** Undefined while it works. */
  #current:
    | { readonly beganMs: number; failedMs: number; toldMs: number; failures: number }
    | undefined;

  constructor({ worker, logger, everyMs, monotonicMs = () => performance.now() }: OutageOptions) {
    this.#worker = worker;
    this.#logger = logger;
    this.#quietMs = everyMs < QUIET_MS ? QUIET_MS : 0;
    this.#nowMs = monotonicMs;
  }

  failed(error: unknown): void {
    const nowMs = this.#nowMs();
    const isNew = this.#current === undefined;
    this.#current ??= { beganMs: nowMs, failedMs: nowMs, toldMs: nowMs, failures: 0 };
    const current = this.#current;
    current.failedMs = nowMs;
    current.failures += 1;
    const isDue = isNew || nowMs - current.toldMs >= TELL_EVERY_MS;
    if (isDue) current.toldMs = nowMs;
    const facts = { worker: this.#worker, failures: current.failures, err: error };
    this.#logger[isDue ? "warn" : "debug"](facts, isNew ? "a round failed" : "still fails");
  }

  worked(): void {
    const current = this.#current;
    if (!current || this.#nowMs() - current.failedMs < this.#quietMs) return;
    this.#current = undefined;
    const seconds = Math.round((current.failedMs - current.beganMs) / 1_000);
    const facts = { worker: this.#worker, failures: current.failures, failedForSeconds: seconds };
    this.#logger.info(facts, "works again");
  }
}

/**
 * Waits for everything that a round has started, then fails with the first failure. `Promise.all` would end the round while the
 * rest still runs, and the next round would do the same work beside it.
 */
export async function allOrThrow<T>(begun: Iterable<Promise<T>>): Promise<readonly T[]> {
  const { done, failures } = await settleAll(begun);
  throwFirst(failures);
  return done;
}

const AT_ONCE = 8;

/** Many reads of the chain: a few at a time, because orders need the node too. In the order of the items. */
export async function inGroups<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    done.push(...(await allOrThrow(items.slice(at, at + AT_ONCE).map(read))));
  }
  return done;
}

export interface OwnerLoopsOptions {
  readonly name: string;
  readonly context: Pick<WorkerContext, "engine" | "logger" | "blockMs">;
  readonly ownersWithWork: () => Promise<readonly Address[]>;
  /** Does the work of an owner; never twice at the same time for one owner. */
  readonly work: (owner: Address, stopping: AbortSignal) => Promise<void>;
}

/**
 * One loop for each owner that has work, so that a slow owner does not hold up the others, and none for the thousands without
 * work. To the rest of the desk they are one worker.
 */
export class OwnerLoops implements Worker {
  #options: OwnerLoopsOptions;
  #loops = new Map<Address, Loop>();
  #looking: Loop;
  #isWaking = false;
  /** The outage of the work: success in listing owners does not end it. */
  #outage: Outage;

  constructor(options: OwnerLoopsOptions) {
    this.#options = options;
    const { name, context } = options;
    this.#outage = new Outage({ worker: name, everyMs: 0, logger: context.logger });
    this.#looking = this.#loop({ round: () => this.#look() });
  }

  start(): void {
    this.wake();
  }

  /** Every order of a burst wakes: the owners are listed once for all of a turn. */
  wake = (): void => {
    if (this.#isWaking) return;
    this.#isWaking = true;
    setImmediate(() => {
      this.#isWaking = false;
      this.#looking.wake();
    });
  };

  async stop(): Promise<void> {
    await this.#looking.stop();
    await Promise.all([...this.#loops.values()].map((loop) => loop.stop()));
  }

  /** Whether no loop runs for any owner. */
  get isIdle(): boolean {
    const loops = [this.#looking, ...this.#loops.values()];
    return !this.#isWaking && loops.every(({ isIdle }) => isIdle);
  }

  get state(): LoopState {
    const states = [this.#looking, ...this.#loops.values()].map(({ state }) => state);
    const rounds = states.flatMap(({ lastRoundAt }) => lastRoundAt ?? []);
    return {
      name: this.#options.name,
      ok: states.every(({ ok }) => ok),
      lastRoundAt: rounds.length > 0 ? Math.max(...rounds) : null,
      lastError: states.find(({ lastError }) => lastError !== null)?.lastError ?? null,
    };
  }

  async #look(): Promise<void> {
    const owners = new Set(await this.#options.ownersWithWork());
    for (const owner of owners) {
      const loop = this.#loops.get(owner) ?? this.#loopOf(owner);
      this.#loops.set(owner, loop);
      loop.wake();
    }
    for (const [owner, loop] of this.#loops) {
      // An owner in the middle of its work is left alone: there must be no second loop beside it.
      if (owners.has(owner) || !loop.isIdle) continue;
      void loop.stop();
      this.#loops.delete(owner);
    }
  }

  #loopOf(owner: Address): Loop {
    const round = (stopping: AbortSignal) => this.#options.work(owner, stopping);
    return this.#loop({ round, outage: this.#outage });
  }

  #loop(options: Pick<LoopOptions, "round" | "outage">): Loop {
    const { name, context } = this.#options;
    return new Loop({ name, everyMs: Math.min(1_000, context.blockMs), context, ...options });
  }
}
