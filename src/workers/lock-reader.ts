/** Reads the real end of each new lock from the chain: all locked stake of a record shares one, and that is what counts. */
import { type LegRow, locksRead, readUnreadLocks } from "../engine/legs/open-work.js";
import { allDone } from "./all-done.js";
import type { WorkerContext } from "./context.js";
import { Loop } from "./loop.js";

const LOCKS_A_ROUND = 100;

export function createLockReader(context: WorkerContext): Loop {
  const { engine, chain } = context;
  const read = async ({ id, owner, receiver, resource, expires_at }: LegRow) => {
    const record = await chain.delegated(owner, receiver, resource, "read");
    // A live lock that is found after the leg's own has ended is another's.
    const isOver = (expires_at ?? 0) < (engine.chainClock.head?.timestampMs ?? 0);
    const isShown = record.lockedSun > 0 && !isOver;
    return { legId: id, lockExpiresAt: isShown ? record.lockExpiresAt : 0 };
  };
  return new Loop({
    name: "lock reader",
    everyMs: Math.max(200, context.blockMs),
    context,
    round: async () => {
      const legs = readUnreadLocks(engine, LOCKS_A_ROUND);
      if (legs.length === 0) return;
      const reads = legs.map(read);
      const results = await Promise.allSettled(reads);
      const ends = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      await engine.database.commit(() => locksRead(ends));
      await allDone(reads);
    },
  });
}
