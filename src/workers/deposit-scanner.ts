/**
 * Reads solid blocks for deposits, in order and without a gap, with a cursor of its own: it continues where it was, however long the desk
 * was away. Blocks are read a few at a time, so a long way costs time and no memory.
 */
import {
  type BlockRef,
  type Chain,
  type ChainBlock,
  ChainUnavailable,
  type MissingBlock,
} from "../chain/port.js";
import { takesDeposits } from "../engine/deposits/addresses.js";
import { applyScanned, type ScannedBlock, scanFrom, scanGoesOn } from "../engine/deposits/scan.js";
import {
  depositsInTime,
  depositsLate,
  passScanned,
  readIsForeign,
} from "../engine/deposits/unread-block.js";
import { depositCursor } from "../store/deposits.js";
import { askOneHost, BLOCKS_A_CALL, type WorkerContext } from "./context.js";
import { GivenBlocks } from "./given-blocks.js";
import { Loop } from "./loop.js";
import { ScannedBlocks } from "./scanned-blocks.js";

const CALLS_A_ROUND = 5;
/** A deposit counts a minute after its block: some seconds more are worth two thirds of the calls. */
const LOOK_EVERY_BLOCKS = 3;
/** How often the log reports progress. */
const BLOCKS_A_LINE = 2_000;

export interface DepositWorker {
  readonly loop: Loop;
  /** Books what a block brought that was read before, or passed; how many deposits were credited. */
  scan(block: number): Promise<number>;
}

export function createDepositScanner(context: WorkerContext): DepositWorker {
  const { engine } = context;
  const scanner = new DepositScanner(context);
  const everyMs = Math.max(20, LOOK_EVERY_BLOCKS * context.blockMs);
  const loop = new Loop({
    name: "deposits",
    everyMs,
    pauseMs: () => (scanner.isBehind ? 0 : everyMs),
    context,
    round: async (stopping) => {
      if (!(await takesDeposits(engine))) return;
      // The follower asks for the solid block only while something of the desk's own waits for it.
      await askOneHost(context.chain, (host) => scanner.round(host, stopping));
    },
  });
  return { loop, scan: scanner.scan };
}

class DepositScanner {
  readonly #context: WorkerContext;
  readonly #blocks: GivenBlocks;
  readonly #scanned: ScannedBlocks;
  readonly #lag: ScanLag;
  /** The block last named in the log. */
  #told: number | undefined;
  /** There are more solid blocks than the last round has read. */
  isBehind = false;
  /** Whether the node's blocks do not follow what was read; undefined before the first. */
  #isForeign: boolean | undefined;

  constructor(context: WorkerContext) {
    this.#context = context;
    this.#blocks = new GivenBlocks({ context, side: "solidBlocks", pass: this.#pass });
    this.#scanned = new ScannedBlocks(context);
    this.#lag = new ScanLag(context);
  }

  /** Books what a block brought that was passed; how many deposits were credited. */
  scan = (block: number): Promise<number> => this.#scanned.scan(block);

  async round(host: Chain, stopping: AbortSignal): Promise<void> {
    this.isBehind = false;
    const solid = await host.solidHead();
    let failure: string | undefined;
    try {
      await this.#scan(host, solid, stopping);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      throw error;
    } finally {
      await this.#lag.note(solid, failure ?? this.#blocks.lacking);
    }
    await this.#scanned.tryAgain(host);
  }

  async #scan(host: Chain, solid: BlockRef, stopping: AbortSignal): Promise<void> {
    const { engine, logger } = this.#context;
    for (let calls = 0; calls < CALLS_A_ROUND && !stopping.aborted; calls += 1) {
      const cursor = await engine.database.read(depositCursor);
      if (!cursor) {
        await engine.database.commit(() => scanFrom(solid));
        logger.info({ block: solid.number }, "deposits are read from here on");
        return;
      }
      if (cursor.block_number >= solid.number) return this.#caughtUp();
      this.#tell(cursor.block_number, solid.number);
      const first = cursor.block_number + 1;
      const last = Math.min(first + BLOCKS_A_CALL - 1, solid.number);
      const blocks = await this.#blocks.read(host, first, last, solid.number);
      // No host has it, or one is behind the one that told of the solid block: nothing is skipped, it is asked again.
      if (blocks.length === 0) return;
      const fit = await this.#fitting(host, blocks);
      if (!(await this.#apply(await this.#scanned.withMoney(fit.host, fit.blocks)))) return;
    }
    this.isBehind = true;
  }

  /** The same blocks of another host in step, where those of the one in use do not follow what was read and its do. */
  async #fitting(host: Chain, blocks: readonly ChainBlock[]) {
    const { engine, chain, logger } = this.#context;
    const [first, last] = [blocks[0], blocks.at(-1)];
    const others = chain.several?.inStep().filter((one) => one !== host) ?? [];
    if (!first || !last || others.length === 0) return { host, blocks };
    if (!(await readIsForeign(engine, blocks))) return { host, blocks };
    for (const other of others) {
      const theirs = await other.solidBlocks(first.number, last.number).catch(noneGiven);
      if (theirs.length === 0 || (await readIsForeign(engine, theirs))) continue;
      logger.warn({ block: first.number }, "a node shows other solid blocks than were followed");
      return { host: other, blocks: theirs };
    }
    return { host, blocks };
  }

  /** Continues without a block that no host can give. */
  #pass = async (block: MissingBlock, reason: string): Promise<void> => {
    const { engine, logger } = this.#context;
    const at = engine.now();
    if (!(await engine.database.commit(() => passScanned(block, reason, at)))) {
      throw new ChainUnavailable("the node shows another chain than the one that was read");
    }
    logger.error({ block: block.number, reason }, "a block cannot be read for deposits");
  };

  /** False when the blocks are of another chain. */
  async #apply(blocks: readonly ScannedBlock[]): Promise<boolean> {
    const { engine, logger } = this.#context;
    const { deposits } = engine;
    if (!deposits) return false;
    const at = engine.now();
    const scan = await engine.database.commit(() => applyScanned(blocks, deposits.terms, at));
    if (scan.waiting > 0) {
      logger.warn({ count: scan.waiting }, "deposits wait for cover, or for the operator");
      engine.signals.emit("review");
    }
    if (scan.credited > 0) logger.info({ count: scan.credited }, "deposits credited");
    if (scan.foreign && !this.#isForeign) {
      logger.error("the node shows another chain than the one that was read for deposits");
    }
    if (!scan.foreign && this.#isForeign !== false)
      await engine.database.commit(() => scanGoesOn(at));
    this.#isForeign = scan.foreign;
    return !scan.foreign;
  }

  #tell(from: number, to: number): void {
    const isFar = to - from > BLOCKS_A_LINE;
    if (this.#told === undefined ? !isFar : from - this.#told < BLOCKS_A_LINE) return;
    this.#context.logger.info({ block: from, of: to }, "reads the blocks for deposits");
    this.#told = from;
  }

  #caughtUp(): void {
    if (this.#told !== undefined) this.#context.logger.info("has read all blocks for deposits");
    this.#told = undefined;
  }
}

function noneGiven(error: unknown): readonly ChainBlock[] {
  if (error instanceof ChainUnavailable) return [];
  throw error;
}

/** A minute of blocks. */
const LATE_BLOCKS = 20;
const TOLD_AFTER_MS = 600_000;

/** How far the reading is behind the solid block: an incident once it has been late for long, until it no longer is. */
export class ScanLag {
  readonly #context: WorkerContext;
  #sinceMs: number | undefined;
  /** Whether an incident may be open; after a start nobody knows. */
  #mayBeOpen = true;

  constructor(context: WorkerContext) {
    this.#context = context;
  }

  /** Call after each round; `reason` is why it failed. */
  async note(solid: BlockRef, reason: string | undefined): Promise<void> {
    const { engine, logger, monotonicMs } = this.#context;
    engine.chainClock.solidForDeposits = solid.number;
    const cursor = await engine.database.read(depositCursor);
    const lagBlocks = cursor ? solid.number - cursor.block_number : 0;
    const at = engine.now();
    if (lagBlocks <= LATE_BLOCKS) {
      this.#sinceMs = undefined;
      if (this.#mayBeOpen) await engine.database.commit(() => depositsInTime(at));
      this.#mayBeOpen = false;
      return;
    }
    this.#sinceMs ??= monotonicMs();
    if (monotonicMs() - this.#sinceMs < TOLD_AFTER_MS) return;
    const why = reason ?? "there are many blocks to read";
    this.#mayBeOpen = true;
    await engine.database.commit(() => depositsLate(lagBlocks, why, at));
    this.#sinceMs = monotonicMs();
    logger.error({ lagBlocks, why }, "deposits are late");
  }
}
