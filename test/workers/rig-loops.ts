/** The loops of a rig's workers: a block of a test wakes them, and the test can wait until they have done what it called for. */
import { setImmediate, setTimeout } from "node:timers/promises";
import { vi } from "vitest";
import { Loop, OwnerLoops } from "../../src/workers/loop.js";

/** What a new block calls for, beside what the desk wakes by itself. */
const OF_BLOCKS = ["follower", "deposits", "missed blocks", "resender"];

/** No round takes so long. */
const HANGS_MS = 500;

/** Gives what `start` gives, and the loops that it has started. */
export async function withLoops<T>(start: () => Promise<T>) {
  const loops: (Loop | OwnerLoops)[] = [];
  const spies = [Loop, OwnerLoops].map(({ prototype }) =>
    vi.spyOn(prototype, "start").mockImplementation(function (this: Loop) {
      loops.push(this);
      this.wake();
    }),
  );
  const started = await start().finally(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const areIdle = () => loops.every(({ isIdle }) => isIdle);
  return {
    started,
    /** Begins a round of these, or the next one right after the running one. */
    wake(names: readonly string[] = OF_BLOCKS): void {
      for (const loop of loops) if (names.includes(loop.state.name)) loop.wake();
    },
    /** Until no loop runs, and none of them is about to; what a host lets hang is not waited for. */
    async rest(): Promise<void> {
      const endMs = performance.now() + HANGS_MS;
      for (let idleTurns = 0; idleTurns < 3 && performance.now() < endMs; ) {
        idleTurns = areIdle() ? idleTurns + 1 : 0;
        await (idleTurns > 0 ? setImmediate() : setTimeout(1));
      }
    },
  };
}
