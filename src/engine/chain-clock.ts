/**
 * The newest block and the solidified one, as the desk last saw them: whether they are believed, and recent enough to sell and
 * to sign.
 */
import { HOUR_MS, MINUTE_MS } from "../common/time.js";
import { BLOCK_SECONDS } from "../domain/duration.js";

export interface SeenBlock {
  readonly number: number;
  readonly id: string;
  readonly timestampMs: number;
}

export interface ChainClockOptions {
  readonly monotonicMs: () => number;
  readonly wallMs: () => number;
  /** A head that has not moved for this long is stale. */
  readonly staleAfterMs: number;
  /** The chain's time is real time: false in the sandbox, whose chain may lag behind. */
  readonly followsWallClock: boolean;
  /** A solidified block stands still when it is the same for so long while the head moves on by so many blocks. */
  readonly solidStandsStill: { readonly afterMs: number; readonly blocks: number };
  /** Solidified blocks come from another host than the head, so each can confirm the other. */
  readonly solidIsElsewhere?: boolean;
  /** Why no node can be believed now, if there are several. */
  readonly nodesProblem?: (() => string | undefined) | undefined;
}

const BLOCK_MS = BLOCK_SECONDS * 1_000;
/** The largest believable gap between two heads; a larger one is doubted first. */
const LONGEST_PAUSE_MS = HOUR_MS;
/** How far a head may be ahead of this machine's clock. */
const CLOCK_TOLERANCE_MS = 60_000;
/** A doubted head is believed after this long: the chain stood still, or this machine's clock is wrong. */
const SHOWN_AFTER_MS = 600_000;
/**
 * A node that catches up changes its distance to the clock. If the distance stays the same for this long, the node is in step and
 * the clock is wrong.
 */
const IN_STEP_AFTER_MS = 60_000;
const IN_STEP_WITHIN_MS = 5_000;

interface Doubted {
  readonly sinceMs: number;
  readonly first: number;
  readonly newest: SeenBlock;
  readonly reason: string;
}

export class ChainClock {
  readonly #options: ChainClockOptions;
  #before: SeenBlock | undefined;
  #head: SeenBlock | undefined;
  #changedAtMs: number;
  #solid: SeenBlock | undefined;
  /** The solidified block as the reader of deposits was last told, also while no block can be followed. */
  solidForDeposits: number | undefined;
  #solidMoved = { atMs: 0, head: 0 };
  /** Heads in a row that were not believed. */
  #doubted: Doubted | undefined;
  /** It was proven that this machine's clock is behind the chain. */
  #clockIsBehind = false;
  /** How far the head was behind this machine's clock, and since when about so far. */
  #lag: { readonly sinceMs: number; readonly lagMs: number } | undefined;

  constructor(options: ChainClockOptions) {
    this.#options = options;
    this.#changedAtMs = options.monotonicMs();
  }

  /** The last block before this process started: the first head is compared with it. */
  resumeFrom(block: SeenBlock | undefined): void {
    this.#before = block;
  }

  /** False when the head is not believed: nothing may depend on it. */
  sawHead(block: SeenBlock): boolean {
    const { monotonicMs, wallMs, followsWallClock } = this.#options;
    const reason = this.#doubt(block);
    if (reason !== undefined && !this.#isShown(block, reason)) return false;
    const aheadMs = block.timestampMs - wallMs();
    this.#clockIsBehind = followsWallClock && aheadMs > CLOCK_TOLERANCE_MS;
    this.#doubted = undefined;
    if (block.number !== this.#head?.number) this.#changedAtMs = monotonicMs();
    this.#head = block;
    this.#watchLag(-aheadMs);
    return true;
  }

  /** False when the block is not believed. */
  sawSolid(block: SeenBlock): boolean {
    const { monotonicMs, wallMs, solidIsElsewhere } = this.#options;
    // Solid blocks are a minute old: one from the future confirms, like another host's head, that the clock is behind.
    if (solidIsElsewhere && this.#doubted && block.timestampMs > wallMs()) {
      this.#clockIsBehind = this.#options.followsWallClock;
    }
    if (!this.#head || isTooLate(block, this.#head)) return false;
    if (this.#solid && block.number <= this.#solid.number) return true;
    this.#solid = block;
    this.#solidMoved = { atMs: monotonicMs(), head: this.#head.number };
    return true;
  }

  get head(): SeenBlock | undefined {
    return this.#head;
  }

  get solid(): SeenBlock | undefined {
    return this.#solid;
  }

  /** Why the newest head is not believed. */
  get doubt(): string | undefined {
    return this.#doubted?.reason;
  }

  /**
   * The earlier of chain time and clock: what ends by wall time ends once both agree, so a clock that jumps ahead ends nothing.
   * In the sandbox it is the clock alone.
   */
  dueMs(): number {
    const { monotonicMs, wallMs, followsWallClock } = this.#options;
    if (!followsWallClock) return wallMs();
    if (!this.#head) return 0;
    const sinceMs = monotonicMs() - this.#changedAtMs;
    return Math.min(wallMs(), this.#head.timestampMs + sinceMs + CLOCK_TOLERANCE_MS);
  }

  /**
   * The later of chain time and clock: a wait that begins now lasts its whole time by either. Undefined before this process has seen
   * the chain: the clock may be behind. In the sandbox it is the clock alone.
   */
  beginsMs(): number | undefined {
    const { monotonicMs, wallMs, followsWallClock } = this.#options;
    if (!followsWallClock) return wallMs();
    if (!this.#head) return undefined;
    const sinceMs = monotonicMs() - this.#changedAtMs;
    return Math.max(wallMs(), this.#head.timestampMs + sinceMs);
  }

  /**
   * No block from now on has an earlier time. The clock tells it, but none that jumps; unless the chain's time is not real time: then
   * the newest block does, and before any is known it is 0.
   */
  nextBlockMs(): number {
    const { wallMs, followsWallClock } = this.#options;
    const newest = this.#head ?? this.#before;
    const afterMs = newest ? newest.timestampMs + 1 : 0;
    if (!followsWallClock) return afterMs;
    return Math.max(afterMs, this.#head ? this.dueMs() : wallMs());
  }

  /** How long the solidified block has not moved, in real time. */
  solidStillMs(): number {
    return this.#solid ? this.#options.monotonicMs() - this.#solidMoved.atMs : 0;
  }

  /** How soon a standstill of the solidified block must be noticed, in real time. */
  solidNoticedAfterMs(blockMs: number): number {
    const { afterMs, blocks } = this.#options.solidStandsStill;
    return Math.max(afterMs, blocks * blockMs);
  }

  /** What has not been read since the start, in words; undefined when everything has. */
  unread(): string | undefined {
    if (!this.#head) return this.doubt ?? "the TRON node has not answered yet";
    return this.#solid ? undefined : "the TRON node has told no solidified block yet";
  }

  /** Why nothing can be paid out now: whether a clock or the node is wrong, and which, nobody knows. */
  payingProblem(): string | undefined {
    return this.problem() ?? this.doubt;
  }

  /** Why nothing can be sold now, as far as the chain is concerned; undefined when it can. */
  problem(): string | undefined {
    const { wallMs, followsWallClock } = this.#options;
    const problem = this.signingProblem();
    if (problem || !this.#head) return problem;
    const aheadMs = this.#head.timestampMs - wallMs();
    if (this.#clockIsBehind || (followsWallClock && aheadMs > CLOCK_TOLERANCE_MS)) {
      return `this machine's clock is ${Math.round(aheadMs / 1_000)} s behind the chain's`;
    }
    return this.#behind();
  }

  /** Why nothing can be signed by the chain's time now. A wrong clock of this machine is no reason. */
  signingProblem(): string | undefined {
    const { monotonicMs, staleAfterMs } = this.#options;
    const unread = this.unread() ?? this.#options.nodesProblem?.();
    if (unread) return unread;
    const stillMs = monotonicMs() - this.#changedAtMs;
    if (stillMs > staleAfterMs) {
      return this.doubt ?? `the TRON node has shown no new block for ${seconds(stillMs)} s`;
    }
    if (this.#solidStandsStill()) {
      return `the TRON node's solidified block has not moved for ${seconds(this.solidStillMs())} s, and its head has`;
    }
    const isInStep = this.#lag && monotonicMs() - this.#lag.sinceMs >= IN_STEP_AFTER_MS;
    return isInStep ? undefined : this.#behind();
  }

  #behind(): string | undefined {
    const { wallMs, staleAfterMs, followsWallClock } = this.#options;
    const behindMs = this.#head ? wallMs() - this.#head.timestampMs : 0;
    if (!followsWallClock || behindMs <= staleAfterMs) return undefined;
    return `the TRON node is ${seconds(behindMs)} s behind this machine's clock`;
  }

  /** None of the first blocks is solidified yet. */
  #solidStandsStill(): boolean {
    const { afterMs, blocks } = this.#options.solidStandsStill;
    if (!this.#head || !this.#solid || this.#solid.number === 0) return false;
    const headBlocks = this.#head.number - this.#solidMoved.head;
    return this.solidStillMs() > afterMs && headBlocks >= blocks;
  }

  #doubt(block: SeenBlock): string | undefined {
    const { wallMs, followsWallClock } = this.#options;
    const last = this.#head ?? this.#before;
    if (last && isTooLate(block, last)) {
      const minutes = Math.round((block.timestampMs - last.timestampMs) / MINUTE_MS);
      return `the TRON node shows a block of ${minutes} min after the last one, which is not believed`;
    }
    const aheadMs = block.timestampMs - wallMs();
    if (!followsWallClock || this.#clockIsBehind || aheadMs <= CLOCK_TOLERANCE_MS) return undefined;
    return `the TRON node shows a block that is ${seconds(aheadMs)} s ahead of this machine's clock, which is not believed`;
  }

  /** Whether doubted heads have come for long enough to be believed. */
  #isShown(block: SeenBlock, reason: string): boolean {
    const nowMs = this.#options.monotonicMs();
    const before = this.#doubted;
    const goesOn =
      before !== undefined &&
      block.number >= before.newest.number &&
      !isTooLate(block, before.newest);
    const since = goesOn ? before : { sinceMs: nowMs, first: block.number };
    this.#doubted = { sinceMs: since.sinceMs, first: since.first, newest: block, reason };
    return nowMs - since.sinceMs >= SHOWN_AFTER_MS && block.number > since.first;
  }

  #watchLag(lagMs: number): void {
    const { staleAfterMs, monotonicMs } = this.#options;
    if (lagMs <= staleAfterMs) {
      this.#lag = undefined;
    } else if (!this.#lag || Math.abs(lagMs - this.#lag.lagMs) > IN_STEP_WITHIN_MS) {
      this.#lag = { sinceMs: monotonicMs(), lagMs };
    }
  }
}

/** Whether two blocks' times differ by more than blocks of 3 seconds and a long pause explain. */
function isTooLate(block: SeenBlock, last: SeenBlock): boolean {
  const blocksMs = Math.max(0, block.number - last.number) * BLOCK_MS;
  return block.timestampMs > last.timestampMs + blocksMs + LONGEST_PAUSE_MS;
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}
