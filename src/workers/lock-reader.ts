/** Reads the real end of each new lock from the chain: all locked stake of a record shares one, and that is what counts. */
import { type LegRow, locksRead, readUnreadLocks } from "../engine/open-work.js";
import type { WorkerContext } from "./context.js";
import { Loop } from "./loop.js";

const LOCKS_A_ROUND = 100;

export function createLockReader(context: WorkerContext): Loop {
  const { engine, chain } = context;
  const read = async ({ id, owner, receiver, resource }: LegRow) => {
    const record = await chain.delegated(owner, receiver, resource, "read");
    return { legId: id, lockExpiresAt: record.lockedSun > 0 ? record.lockExpiresAt : 0 };
  };
  return new Loop({
    name: "lock reader",
    everyMs: Math.max(200, context.blockMs),
    logger: context.logger,
    round: async () => {
      const legs = readUnreadLocks(engine, LOCKS_A_ROUND);
      if (legs.length === 0) return;
      const ends = await Promise.all(legs.map(read));
      await engine.database.commit(() => locksRead(ends));
    },
  });
}
