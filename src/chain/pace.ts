/**
 * The queue in front of one node host: a rate, a bound on calls under way, priorities, and pauses the node asks for.
 *
 * The rate is Bottleneck's reservoir, refilled in small steps, and not its `minTime`: with `minTime` Bottleneck takes
 * waiting jobs out of the queue at once and gives each its own later start, so that a broadcast would stand behind them.
 */
import Bottleneck from "bottleneck";
import { type CallPriority, ChainUnavailable } from "./port.js";

export interface PaceOptions {
  readonly requestsPerSecond: number;
  readonly maxConcurrent: number;
}

export interface Pace {
  /** Runs the task when its turn comes, or fails with `NotStarted` when that takes longer than `waitMs`. */
  run<T>(priority: CallPriority, waitMs: number, task: () => Promise<T>): Promise<T>;
  /** Starts nothing for so long; what is queued waits. */
  pause(ms: number): void;
  stop(): Promise<void>;
}

/** The task never ran: nothing was sent. */
export class NotStarted extends ChainUnavailable {}

/** Bottleneck itself passes about 430 jobs a second, so a higher rate needs no reservoir. */
const UNPACED_PER_SECOND = 400;
/** A rate above 20 a second is refilled every 50 ms or so; a lower one by single calls. */
const REFILL_MS = 50;

const PRIORITY: Record<CallPriority, number> = { broadcast: 0, inclusion: 2, reclaim: 4, read: 6 };

/** How many calls are granted how often. */
function refillOf(requestsPerSecond: number): { calls: number; everyMs: number } | undefined {
  if (requestsPerSecond >= UNPACED_PER_SECOND) return undefined;
  const calls = Math.max(1, Math.round((requestsPerSecond * REFILL_MS) / 1_000));
  return { calls, everyMs: Math.ceil((calls * 1_000) / requestsPerSecond) };
}

export function createPace({ requestsPerSecond, maxConcurrent }: PaceOptions): Pace {
  const refill = refillOf(requestsPerSecond);
  const settings: Bottleneck.ConstructorOptions & { heartbeatInterval?: number } = refill
    ? {
        maxConcurrent,
        reservoir: refill.calls,
        reservoirIncreaseAmount: refill.calls,
        reservoirIncreaseMaximum: refill.calls,
        // Every heartbeat is to count, also one that comes a millisecond early.
        reservoirIncreaseInterval: 1,
        heartbeatInterval: refill.everyMs,
      }
    : { maxConcurrent };
  const limiter = new Bottleneck(settings);
  let resumeTimer: NodeJS.Timeout | undefined;
  let pausedUntil = 0;

  function resume(): void {
    resumeTimer = undefined;
    void limiter.updateSettings(
      refill ? { reservoir: 1, reservoirIncreaseMaximum: refill.calls } : { reservoir: null },
    );
  }

  return {
    async run(priority, waitMs, task) {
      const turn = startWithin(waitMs);
      const queued = async () => {
        for (;;) {
          const ran = await limiter.schedule({ priority: PRIORITY[priority] }, async () => {
            if (turn.over) {
              // Its grant goes to the next in the queue.
              if (refill && !resumeTimer) void limiter.incrementReservoir(1);
              return undefined;
            }
            // Granted just before the pause began: back into the queue.
            if (performance.now() < pausedUntil) return undefined;
            turn.begin();
            return { value: await task() };
          });
          if (ran) return ran.value;
          if (turn.over) return turn.expired;
        }
      };
      try {
        return await Promise.race([queued().catch(closedMeansNotStarted), turn.expired]);
      } finally {
        turn.begin();
      }
    },
    pause(ms) {
      const until = performance.now() + ms;
      if (until <= pausedUntil) return;
      pausedUntil = until;
      if (!resumeTimer) {
        void limiter.updateSettings(
          refill ? { reservoir: 0, reservoirIncreaseMaximum: 0 } : { reservoir: 0 },
        );
      }
      clearTimeout(resumeTimer);
      resumeTimer = setTimeout(resume, ms + 1);
    },
    async stop() {
      clearTimeout(resumeTimer);
      await limiter.stop({ dropWaitingJobs: true });
      await limiter.disconnect();
    },
  };
}

function closedMeansNotStarted(error: unknown): never {
  if (error instanceof Bottleneck.BottleneckError) throw new NotStarted("the chain is closed");
  throw error;
}

/** A wait with an end: `expired` rejects after `waitMs` unless `begin` was called before. */
function startWithin(waitMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const turn = {
    over: false,
    begin: () => clearTimeout(timer),
    expired: new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        turn.over = true;
        reject(new NotStarted(`waited ${waitMs} ms for the node's queue`));
      }, waitMs);
    }),
  };
  return turn;
}
