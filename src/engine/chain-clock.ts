/**
 * What the desk last saw of the chain's two ends, the newest block and the solidified one: which of it is believed, and whether that
 * is recent enough to sell and to sign by.
 */
import { BLOCK_SECONDS } from "../domain/duration.js";

export interface SeenBlock {
  readonly number: number;
  readonly id: string;
  readonly timestampMs: number;
}

export interface ChainClockOptions {
  readonly monotonicMs: () => number;
  readonly wallMs: () => number;
  /** A head that did not move for so long is stale. */
  readonly staleAfterMs: number;
  /** The chain's time is that of the world: false in the sandbox, whose chain may lag behind. */
  readonly followsWallClock: boolean;
  /** A solidified block that stays the same for so long, while the head goes on by so many blocks, stands still. */
  readonly solidStandsStill: { readonly afterMs: number; readonly blocks: number };
  /** Solidified blocks come from another host than the head, so the two can vouch for each other. */
  readonly solidIsElsewhere?: boolean;
  /** Why no node may be believed now, where there are several. */
  readonly nodesProblem?: (() => string | undefined) | undefined;
}

const BLOCK_MS = BLOCK_SECONDS * 1_000;
/** A chain may miss slots for so long between two heads; more is not believed at once. */
const LONGEST_PAUSE_MS = 3_600_000;
/** How far a head may lie ahead of this machine's clock. */
const CLOCK_TOLERANCE_MS = 60_000;
/** What goes on for so long is believed: the chain stood still, or this machine's clock is wrong. */
const SHOWN_AFTER_MS = 600_000;
/** A node that catches up changes its distance to the clock; one that keeps it for so long is in step, and the clock is wrong. */
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
  #solidMoved = { atMs: 0, head: 0 };
  /** Heads that were not believed, one after the other. */
  #doubted: Doubted | undefined;
  /** This machine's clock is behind the chain, as was shown. */
  #clockIsBehind = false;
  /** How far the head was behind this machine's clock, and since when about that far. */
  #lag: { readonly sinceMs: number; readonly lagMs: number } | undefined;

  constructor(options: ChainClockOptions) {
    this.#options = options;
    this.#changedAtMs = options.monotonicMs();
  }

  /** The last block of before this process started: the first head it sees is measured by it. */
  resumeFrom(block: SeenBlock | undefined): void {
    this.#before = block;
  }

  /** False when the head is not believed: then nothing may be decided by it. */
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
    // Solid blocks are a minute old: one of the future says, as the head of another host does, that the clock is behind.
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

  /** Why the newest head that a node told is not believed. */
  get doubt(): string | undefined {
    return this.#doubted?.reason;
  }

  /**
   * The latest that it can be, by the chain as much as by the clock: what ends by wall time ends only once both agree. A clock
   * that jumps ahead ends nothing. In the sandbox it is the clock alone.
   */
  dueMs(): number {
    const { monotonicMs, wallMs, followsWallClock } = this.#options;
    if (!followsWallClock) return wallMs();
    if (!this.#head) return 0;
    const sinceMs = monotonicMs() - this.#changedAtMs;
    return Math.min(wallMs(), this.#head.timestampMs + sinceMs + CLOCK_TOLERANCE_MS);
  }

  /** How long the solidified block has not moved, in real time. */
  solidStillMs(): number {
    return this.#solid ? this.#options.monotonicMs() - this.#solidMoved.atMs : 0;
  }

  /** In which real time it must be noticed that the solidified block stands still. */
  solidNoticedAfterMs(blockMs: number): number {
    const { afterMs, blocks } = this.#options.solidStandsStill;
    return Math.max(afterMs, blocks * blockMs);
  }

  /** What was never read since the start, or undefined. */
  unread(): string | undefined {
    if (!this.#head) return this.doubt ?? "the TRON node has not answered yet";
    return this.#solid ? undefined : "the TRON node has told no solidified block yet";
  }

  /** Why nothing can be sold by the chain now, or undefined when it can. */
  problem(): string | undefined {
    const { wallMs } = this.#options;
    const problem = this.signingProblem();
    if (problem || !this.#head) return problem;
    const aheadMs = this.#head.timestampMs - wallMs();
    if (this.#clockIsBehind) {
      return `this machine's clock is ${Math.round(aheadMs / 1_000)} s behind the chain's`;
    }
    return this.#behind();
  }

  /** Why nothing can be signed by the chain's time now. A clock of this machine that is wrong is no reason. */
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

  /** Of the first blocks none is solidified yet. */
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
      const minutes = Math.round((block.timestampMs - last.timestampMs) / 60_000);
      return `the TRON node shows a block of ${minutes} min after the last one, which is not believed`;
    }
    const aheadMs = block.timestampMs - wallMs();
    if (!followsWallClock || this.#clockIsBehind || aheadMs <= CLOCK_TOLERANCE_MS) return undefined;
    return `the TRON node shows a block that is ${seconds(aheadMs)} s ahead of this machine's clock, which is not believed`;
  }

  /** Whether heads like this one have gone on for long enough. */
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

/** Whether a block's time lies further from another's than blocks of 3 seconds and a long pause explain. */
function isTooLate(block: SeenBlock, last: SeenBlock): boolean {
  const blocksMs = Math.max(0, block.number - last.number) * BLOCK_MS;
  return block.timestampMs > last.timestampMs + blocksMs + LONGEST_PAUSE_MS;
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}
