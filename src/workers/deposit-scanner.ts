/**
 * Reads solid blocks for deposits, in order and without a gap, with a cursor of its own: it goes on where it was, however long the desk
 * was away. Blocks are read a few at a time, so a long way costs time and no memory.
 */
import { transfersOf } from "../chain/incoming-money.js";
import type { BlockRef, Chain, ChainBlock } from "../chain/port.js";
import { unreadOf } from "../domain/transaction-acts.js";
import { takesDeposits } from "../engine/deposits/addresses.js";
import {
  applyScanned,
  readDepositCursor,
  readsUsdt,
  type ScannedBlock,
  scanFrom,
  scanGoesOn,
} from "../engine/deposits/scan.js";
import { BLOCKS_A_CALL, type WorkerContext } from "./context.js";
import { Loop } from "./loop.js";
import { askOneHost } from "./one-host.js";

const CALLS_A_ROUND = 5;
/** A deposit counts a minute after its block: some seconds more are worth two thirds of the calls. */
const LOOK_EVERY_BLOCKS = 3;
/** How often the log reports progress. */
const BLOCKS_A_LINE = 2_000;

export function createDepositScanner(context: WorkerContext): Loop {
  const { engine } = context;
  const scanner = new DepositScanner(context);
  const everyMs = Math.max(20, LOOK_EVERY_BLOCKS * context.blockMs);
  return new Loop({
    name: "deposits",
    everyMs,
    pauseMs: () => (scanner.isBehind ? 0 : everyMs),
    context,
    round: async (stopping) => {
      if (!(await takesDeposits(engine))) return;
      // The follower asks for the solid block only while something of the desk's own waits for it.
      await askOneHost(context.chain, async (host) =>
        scanner.round(host, await host.solidHead(), stopping),
      );
    },
  });
}

class DepositScanner {
  readonly #context: WorkerContext;
  /** The block of which the log has told last. */
  #told: number | undefined;
  /** There are more solid blocks than the last round has read. */
  isBehind = false;
  /** Whether the node's blocks do not follow what was read; undefined before the first. */
  #isForeign: boolean | undefined;

  constructor(context: WorkerContext) {
    this.#context = context;
  }

  async round(host: Chain, solid: BlockRef, stopping: AbortSignal): Promise<void> {
    const { engine, logger } = this.#context;
    this.isBehind = false;
    for (let calls = 0; calls < CALLS_A_ROUND && !stopping.aborted; calls += 1) {
      const cursor = await readDepositCursor(engine);
      if (!cursor) {
        await engine.database.commit(() => scanFrom(solid));
        logger.info({ block: solid.number }, "deposits are read from here on");
        return;
      }
      if (cursor.block_number >= solid.number) return this.#caughtUp();
      this.#tell(cursor.block_number, solid.number);
      const first = cursor.block_number + 1;
      const last = Math.min(first + BLOCKS_A_CALL - 1, solid.number);
      const blocks = await host.solidBlocks(first, last);
      // A node behind the one that told of the solid block: nothing is skipped, it is asked again.
      if (blocks.length === 0) return;
      if (!(await this.#apply(await this.#withMoney(host, blocks)))) return;
    }
    this.isBehind = true;
  }

  /** One call for each block while USDT is taken; the same answers tell what contracts sent in TRX. */
  async #withMoney(host: Chain, blocks: readonly ChainBlock[]): Promise<ScannedBlock[]> {
    const withEvents = await readsUsdt(this.#context.engine);
    const read: ScannedBlock[] = [];
    for (const block of blocks) {
      const told = withEvents ? await host.solidMoney(block) : { money: [], unread: [] };
      // A transfer that is there by its block and failed by its info is not credited.
      const contradicted = new Set(told.unread.map(({ txid }) => txid));
      const transfers = transfersOf(block).filter(({ txid }) => !contradicted.has(txid));
      const money = [...transfers, ...told.money];
      const unread = [...unreadOf(block.transactions), ...told.unread];
      read.push({ ...block, withEvents, money, unread });
    }
    return read;
  }

  /** False when the blocks are of another chain. */
  async #apply(blocks: readonly ScannedBlock[]): Promise<boolean> {
    const { engine, logger } = this.#context;
    const { deposits } = engine;
    if (!deposits) return false;
    const at = engine.now();
    const scan = await engine.database.commit(() => applyScanned(blocks, deposits.terms, at));
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
