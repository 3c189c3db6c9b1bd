/**
 * The queue in front of one node: a rate, a bound on calls under way, priorities, and the pauses that the node asks for.
 *
 * The rate is Bottleneck's reservoir, refilled in small steps, and not its `minTime`: with `minTime` Bottleneck takes waiting
 * jobs out of the queue at once and gives each its own later start, so a broadcast would have to wait behind them.
 */
import Bottleneck from "bottleneck";
import { byRealTime } from "../common/real-time.js";
import { type CallPriority, ChainUnavailable } from "./port.js";

interface PaceOptions {
  readonly requestsPerSecond: number;
  readonly maxConcurrent: number;
}

export interface Pace {
  /**
   * Runs the task when its turn comes. Fails with `NotStarted` when that takes longer than `waitMs`, and with `Paused` when a
   * pause would keep it waiting and another host can be asked.
   */
  run<T>(
    priority: CallPriority,
    waitMs: number,
    task: () => Promise<T>,
    hasElsewhere?: () => boolean,
  ): Promise<T>;
  /** Starts nothing for so long; queued calls wait, or fail when another host can be asked. */
  pause(ms: number, reason?: string): void;
  stop(): Promise<void>;
}

/** The task never ran: nothing was sent. */
export class NotStarted extends ChainUnavailable {}

/** The task never ran: the node has asked for a pause. */
export class Paused extends ChainUnavailable {}

/** From this rate on the node counts as one's own: no limit, only the bound on calls under way. */
const UNPACED_PER_SECOND = 400;
/** The share of that bound that one job may take, so that a slow call does not hold up everything. */
const LARGEST_BATCH = 1 / 4;
/** A rate above 20 a second is refilled every 50 ms or so; a lower one by single calls. */
const REFILL_MS = 50;

const PRIORITY: Record<CallPriority, number> = {
  block: 0,
  broadcast: 1,
  inclusion: 2,
  reclaim: 4,
  read: 6,
};

export function createPace({ requestsPerSecond, maxConcurrent }: PaceOptions): Pace {
  const refill = refillOf(requestsPerSecond);
  const limiter = byRealTime(new Bottleneck({ maxConcurrent, reservoir: refill?.calls ?? null }));
  const mostAtOnce = refill ? 1 : Math.max(1, Math.floor(maxConcurrent * LARGEST_BATCH));
  const batches = createBatches(limiter, mostAtOnce);
  const waiting = new Set<Turn>();
  let stopped: Promise<void> | undefined;
  let pauseReason = "";
  const grants = createGrants(limiter, refill, () => waiting.size > 0);

  /** Runs the task in one turn of the queue; undefined when the turn came too late. */
  async function takeTurn<T>(
    turn: Turn,
    task: () => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    if (turn.over) {
      grants.giveBack();
      return undefined;
    }
    // Granted just before the pause began: back into the queue.
    if (grants.paused()) return undefined;
    turn.begin();
    return { value: await task() };
  }

  return {
    async run(priority, waitMs, task, hasElsewhere = () => false) {
      if (grants.paused() && hasElsewhere()) throw new Paused(pauseReason);
      const turn = startTurn({ waitMs, hasElsewhere, onEnd: () => waiting.delete(turn) });
      const queued = async () => {
        while (!turn.over) {
          const ran = await batches.run(PRIORITY[priority], () => takeTurn(turn, task));
          if (ran) return ran.value;
        }
        return turn.expired;
      };
      waiting.add(turn);
      grants.keepRefilling();
      try {
        return await Promise.race([queued().catch(closedMeansNotStarted), turn.expired]);
      } finally {
        turn.begin();
      }
    },
    pause(ms, reason = "the node wants a pause") {
      grants.pause(ms);
      pauseReason = reason;
      for (const turn of waiting) if (turn.hasElsewhere()) turn.fail(new Paused(reason));
    },
    stop() {
      grants.stop();
      // Several hosts may share it, and each closes it.
      stopped ??= limiter.stop({ dropWaitingJobs: true });
      return stopped;
    },
  };
}

interface Refill {
  readonly calls: number;
  readonly everyMs: number;
}

/** How many calls are granted how often; undefined without a limit. */
function refillOf(requestsPerSecond: number): Refill | undefined {
  if (requestsPerSecond >= UNPACED_PER_SECOND) return undefined;
  const calls = Math.max(1, Math.round((requestsPerSecond * REFILL_MS) / 1_000));
  return { calls, everyMs: Math.ceil((calls * 1_000) / requestsPerSecond) };
}

/** The number of calls that may start: refilled while any wait, and 0 during a pause. */
function createGrants(limiter: Bottleneck, refill: Refill | undefined, isWaiting: () => boolean) {
  const grant = (reservoir: number | null) => void limiter.updateSettings({ reservoir });
  let pausedUntil = 0;
  let resumeTimer: NodeJS.Timeout | undefined;
  let refillTimer: NodeJS.Timeout | undefined;

  return {
    // Not Bottleneck's own refill: any change of its settings stops that for good (2.19.5).
    keepRefilling() {
      if (!refill || refillTimer) return;
      refillTimer = setInterval(() => {
        if (resumeTimer) return;
        grant(refill.calls);
        if (isWaiting()) return;
        clearInterval(refillTimer);
        refillTimer = undefined;
      }, refill.everyMs);
    },
    /** The grant of an abandoned call goes to the next in the queue. */
    giveBack() {
      if (refill && !resumeTimer) void limiter.incrementReservoir(1);
    },
    paused: () => performance.now() < pausedUntil,
    pause(ms: number) {
      const until = performance.now() + ms;
      if (until <= pausedUntil) return;
      pausedUntil = until;
      clearTimeout(resumeTimer);
      resumeTimer = setTimeout(() => {
        resumeTimer = undefined;
        grant(refill ? 1 : null);
      }, ms + 1);
      grant(0);
    },
    stop() {
      clearTimeout(resumeTimer);
      clearInterval(refillTimer);
    },
  };
}

function closedMeansNotStarted(error: unknown): never {
  if (error instanceof Bottleneck.BottleneckError) throw new NotStarted("the chain is closed");
  throw error;
}

interface Turn {
  over: boolean;
  readonly hasElsewhere: () => boolean;
  begin(): void;
  fail(error: ChainUnavailable): void;
  readonly expired: Promise<never>;
}

interface Wait {
  readonly waitMs: number;
  readonly hasElsewhere: () => boolean;
  readonly onEnd: () => void;
}

/** A wait with an end: `expired` rejects after `waitMs`, or when told to, unless `begin` was called before. */
function startTurn({ waitMs, hasElsewhere, onEnd }: Wait): Turn {
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    if (timer) onEnd();
    clearTimeout(timer);
    timer = undefined;
  };
  let reject: (error: ChainUnavailable) => void = () => {};
  const expired = new Promise<never>((_resolve, rejectExpired) => {
    reject = rejectExpired;
  });
  const fail = (error: ChainUnavailable) => {
    if (!timer) return;
    turn.over = true;
    end();
    reject(error);
  };
  const late = () => fail(new NotStarted(`waited ${waitMs} ms for the node's queue`));
  timer = setTimeout(late, waitMs);
  const turn: Turn = { over: false, hasElsewhere, begin: end, fail, expired };
  return turn;
}

interface Call {
  readonly start: () => Promise<void>;
  readonly fail: (error: unknown) => void;
}

/**
 * Calls of one turn of the event loop with the same priority pass Bottleneck as one job, weighted by their number. Bottleneck
 * passes about 430 jobs a second (measured), but any number of calls. It still bounds the calls under way.
 */
interface Batches {
  /** Runs the task when its turn comes; fails when the limiter was stopped before. */
  run<T>(priority: number, task: () => Promise<T>): Promise<T>;
}

/** At most `most` calls are one job; with 1 each call is a job of its own, at once. */
function createBatches(limiter: Bottleneck, most: number): Batches {
  const open = new Map<number, Call[]>();

  function submit(priority: number, calls: readonly Call[]): void {
    const options = { priority, weight: calls.length };
    limiter
      .schedule(options, () => Promise.all(calls.map(({ start }) => start())))
      .catch((error: unknown) => {
        for (const { fail } of calls) fail(error);
      });
  }

  function flush(priority: number, calls: readonly Call[]): void {
    if (open.get(priority) !== calls) return;
    open.delete(priority);
    submit(priority, calls);
  }

  function add(priority: number, call: Call): void {
    if (most === 1) {
      submit(priority, [call]);
      return;
    }
    const calls = open.get(priority) ?? [];
    if (calls.length === 0) {
      open.set(priority, calls);
      setImmediate(() => flush(priority, calls));
    }
    calls.push(call);
    if (calls.length === most) flush(priority, calls);
  }

  return {
    run: (priority, task) =>
      new Promise((resolve, fail) => {
        // A task that fails concerns its caller only: the other calls of the job go on.
        add(priority, { start: () => task().then(resolve, fail), fail });
      }),
  };
}
