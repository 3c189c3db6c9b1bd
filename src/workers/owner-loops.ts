/**
 * One loop for each owner that has work, so that a slow owner does not hold up the others, and none for the thousands without
 * work. To the rest of the desk they are one worker.
 */
import { setImmediate } from "node:timers/promises";
import type { Address } from "../domain/address.js";
import type { WorkerContext } from "./context.js";
import { Loop, type LoopOptions, type LoopState, Outage, type Worker } from "./loop.js";

export interface OwnerLoopsOptions {
  readonly name: string;
  readonly context: Pick<WorkerContext, "engine" | "logger" | "blockMs">;
  readonly ownersWithWork: () => Promise<readonly Address[]>;
  /** Does the work of an owner; never twice at the same time for one owner. */
  readonly work: (owner: Address, stopping: AbortSignal) => Promise<void>;
}

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
    void setImmediate().then(() => {
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
