/**
 * Reads the blocks that the follower has skipped, a few at a time, because what sellers did with their stake in them decides
 * what may be taken back. Only solid blocks are read, so no fork changes them.
 */
import { missedRead, readMissed } from "../engine/legs/private-stake.js";
import { BLOCKS_A_CALL, type WorkerContext } from "./context.js";
import { Loop } from "./loop.js";

const CALLS_A_ROUND = 5;
/** How often the log reports progress. */
const BLOCKS_A_LINE = 2_000;

export function createMissedBlockReader(context: WorkerContext): Loop {
  const { engine, chain, logger } = context;
  let told: number | undefined;
  return new Loop({
    name: "missed blocks",
    movesMoney: false,
    everyMs: Math.max(20, Math.min(1_000, context.blockMs)),
    context,
    round: async (stopping) => {
      let missed = await readMissed(engine);
      const { solid } = engine.chainClock;
      for (let calls = 0; calls < CALLS_A_ROUND && missed && solid; calls += 1) {
        const last = Math.min(missed.next + BLOCKS_A_CALL - 1, missed.last, solid.number);
        if (last < missed.next || stopping.aborted) return;
        if (told === undefined || missed.next - told >= BLOCKS_A_LINE) {
          logger.info({ ...missed }, "reads the blocks that were missed");
          told = missed.next;
        }
        const blocks = await chain.blocks(missed.next, last);
        if (blocks.length === 0) {
          logger.warn({ block: missed.next }, "the node has no longer a block that was missed");
          return;
        }
        const at = engine.now();
        missed = await engine.database.commit(() => missedRead(blocks, at));
        if (!missed) logger.info("has read the blocks that were missed");
      }
      if (!missed) told = undefined;
    },
  });
}
