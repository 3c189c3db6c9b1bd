/** What the desk last saw of the chain's head, and whether that is recent enough to sell by. */
import type { PerResource } from "../domain/resource.js";

export interface SeenBlock {
  readonly number: number;
  readonly id: string;
  readonly timestampMs: number;
}

export class ChainClock {
  #head: SeenBlock | undefined;
  #changedAtMs: number;
  #solid: SeenBlock | undefined;

  constructor(
    private readonly options: {
      readonly monotonicMs: () => number;
      readonly wallMs: () => number;
      /** A head that did not move for so long is stale. */
      readonly staleAfterMs: number;
      /** The chain's time is that of the world: false in the sandbox, whose chain may lag behind. */
      readonly followsWallClock: boolean;
    },
  ) {
    this.#changedAtMs = options.monotonicMs();
  }

  sawHead(block: SeenBlock): void {
    if (block.number !== this.#head?.number) this.#changedAtMs = this.options.monotonicMs();
    this.#head = block;
  }

  sawSolid(block: SeenBlock): void {
    this.#solid = block;
  }

  /** The network's `getMaxDelegateLockPeriod`; until it is read, nothing is locked on a guess. */
  maxLockPeriodBlocks = 0;

  /** What the network burns for a unit without a rental, in SUN; undefined until it is read. */
  burnPriceSun: PerResource<number> | undefined;

  get head(): SeenBlock | undefined {
    return this.#head;
  }

  get solid(): SeenBlock | undefined {
    return this.#solid;
  }

  /** Why the chain cannot be relied on now, or undefined when it can. */
  problem(): string | undefined {
    const { monotonicMs, wallMs, staleAfterMs, followsWallClock } = this.options;
    if (!this.#head) return "the TRON node has not answered yet";
    const stillMs = monotonicMs() - this.#changedAtMs;
    if (stillMs > staleAfterMs) {
      return `the TRON node has shown no new block for ${Math.round(stillMs / 1_000)} s`;
    }
    const behindMs = wallMs() - this.#head.timestampMs;
    if (followsWallClock && behindMs > staleAfterMs) {
      return `the TRON node is ${Math.round(behindMs / 1_000)} s behind`;
    }
    return undefined;
  }
}
