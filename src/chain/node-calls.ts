/**
 * A call to the node: the host of the path, its place in the queue, and what a refusal means for later calls.
 * `walletsolidity/…` goes to the solidity host.
 */

import { DAY_MS, MINUTE_MS } from "../common/time.js";
import { createHost, NodeRefused, type TakeElement, type TronHost } from "./http-host.js";
import { createPace, NotStarted, type Pace } from "./pace.js";
import type { CallPriority } from "./port.js";

export interface TronChainOptions {
  readonly fullHost: string;
  /** Where `/walletsolidity` is served; the full host unless given. */
  readonly solidityHost?: string | undefined;
  /** Sent as `TRON-PRO-API-KEY`. */
  readonly apiKey?: string | undefined;
  /** The rate of a pace. From 400 a second on there is no limit, only `maxConcurrent`. */
  readonly requestsPerSecond: number;
  readonly maxConcurrent?: number;
  /** For one call, once it is sent. A read may wait three times as long for its turn. */
  readonly timeoutMs?: number;
  /** The pause after a 403 or 429 that names none. */
  readonly penaltyMs?: number;
  /** The pause after a 503. */
  readonly busyPenaltyMs?: number;
  readonly maxAnswerBytes?: number;
  /** How long a read is waited for now, because another host can be asked; undefined: as long as always. */
  readonly patienceMs?: (() => number | undefined) | undefined;
  /** Paces by group; shared by all that get the same map. */
  readonly paces?: Map<number, Pace>;
  /** Calls with the same number share a pace; one for all unless given. */
  readonly paceGroup?: number | undefined;
  /** The pace of `/walletsolidity`; that of the full host unless given. */
  readonly solidPaceGroup?: number | undefined;
  /** Called after each call: its path, how long the node took, and whether it answered. */
  readonly onCall?: ((path: string, ms: number, ok: boolean) => void) | undefined;
}

export interface NodeCalls {
  /** A list is answered as `{ list }`; with `take` each element goes there as it comes, and none is left in the list. */
  call(path: string, body: object, priority: CallPriority, take?: TakeElement): Promise<object>;
  close(): Promise<void>;
}

/** A broadcast waits for its turn as long as a transaction lives: it is worth more than a timely answer. */
const BROADCAST_WAIT_MS = 120_000;
/** The longest pause a node may ask for; more is a mistake, and broadcasts wait. */
const LONGEST_PAUSE_MS = 300_000;

export function createNodeCalls(options: TronChainOptions): NodeCalls {
  const { maxConcurrent = 10, timeoutMs = 10_000, maxAnswerBytes = 64 * 1024 * 1024 } = options;
  const { patienceMs } = options;
  const { penaltyMs = 30_000, busyPenaltyMs = 2_000, solidityHost = options.fullHost } = options;
  const { paces = new Map<number, Pace>(), paceGroup = 1, solidPaceGroup = paceGroup } = options;
  const hosts = new Map<string, TronHost>();
  let closing: Promise<void> | undefined;

  function paceOf(group: number): Pace {
    const pace = paces.get(group) ?? createPace({ ...options, maxConcurrent });
    paces.set(group, pace);
    return pace;
  }

  function hostOf(url: string): TronHost {
    const host =
      hosts.get(url) ??
      createHost({ ...options, url, timeoutMs, maxAnswerBytes, maxConnections: maxConcurrent });
    hosts.set(url, host);
    return host;
  }

  return {
    async call(path, body, priority, take) {
      if (closing !== undefined) throw new NotStarted("the chain is closed");
      const isSolid = path.startsWith("walletsolidity/");
      const url = isSolid ? solidityHost : options.fullHost;
      const pace = paceOf(isSolid ? solidPaceGroup : paceGroup);
      const isBroadcast = path === "wallet/broadcasthex";
      const waitMs = isBroadcast ? BROADCAST_WAIT_MS : 3 * timeoutMs;
      const hasElsewhere = () => !isBroadcast && patienceMs?.() !== undefined;
      const task = async () => {
        try {
          const host = hostOf(url);
          const limitMs = isBroadcast ? undefined : patienceMs?.();
          if (!take) return await host.post(path, body, limitMs);
          await host.each(path, body, take, limitMs);
          return { list: [] };
        } catch (error) {
          if (error instanceof NodeRefused) {
            const asked = error.status === 503 ? busyPenaltyMs : penaltyMs;
            pace.pause(Math.min(error.retryAfterMs ?? asked, LONGEST_PAUSE_MS), error.message);
          }
          throw error;
        }
      };
      return pace.run(priority, waitMs, task, hasElsewhere);
    },
    close() {
      closing ??= closeAll([...paces.values()], [...hosts.values()]);
      return closing;
    },
  };
}

/**
 * Closes the queues first, so that nothing more is sent, and then cuts off the calls under way. The fate of a broadcast among
 * these is unknown, as after a kill.
 */
async function closeAll(paces: readonly Pace[], hosts: readonly TronHost[]): Promise<void> {
  const stopped = paces.map((pace) => pace.stop());
  await Promise.all([...stopped, ...hosts.map((host) => host.close())]);
}

export interface CallCount {
  /** Number and origin. */
  readonly host: string;
  readonly path: string;
  calls: number;
  errors: number;
  tookMs: number;
}

/** The count of one host. */
export interface HourOfCalls {
  readonly answers: number;
  /** Calls without a usable answer. */
  readonly failures: number;
  /** Calls a day at the rate of this hour, or of the time since the start. */
  readonly callsADay: number;
}

type OnCall = (path: string, ms: number, ok: boolean) => void;

const MINUTES = 60;

/** Counts the calls to the nodes: by host and path since the start, and by host in the last hour. */
export class CallTally {
  readonly #monotonicMs: () => number;
  readonly #startedAtMs: number;
  readonly #counts = new Map<string, CallCount>();
  readonly #minutes = new Map<string, Minute[]>();

  constructor(monotonicMs: () => number = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
    this.#startedAtMs = monotonicMs();
  }

  /** Called for each call to this host; the paths are the desk's own, so there are few. */
  counter(host: string): OnCall {
    return (path, ms, ok) => {
      this.#countByPath(host, path, ms, ok);
      const minute = this.#minuteOf(host);
      if (ok) minute.answers += 1;
      else minute.failures += 1;
    };
  }

  read(): readonly Readonly<CallCount>[] {
    return [...this.#counts.values()];
  }

  lastHour(host: string): HourOfCalls {
    const sinceMs = this.#sinceStartMs();
    const now = Math.floor(sinceMs / MINUTE_MS);
    const minutes = (this.#minutes.get(host) ?? []).filter(({ at }) => now - at < MINUTES);
    const answers = minutes.reduce((sum, minute) => sum + minute.answers, 0);
    const failures = minutes.reduce((sum, minute) => sum + minute.failures, 0);
    // The current minute and those before it. The calls of a start's first moments make no rate.
    const coveredMs = Math.min(sinceMs, (MINUTES - 1) * MINUTE_MS + (sinceMs % MINUTE_MS));
    const callsADay = ((answers + failures) / Math.max(coveredMs, MINUTE_MS)) * DAY_MS;
    return { answers, failures, callsADay: Math.round(callsADay) };
  }

  #sinceStartMs(): number {
    return this.#monotonicMs() - this.#startedAtMs;
  }

  #countByPath(host: string, path: string, ms: number, ok: boolean): void {
    const key = `${host} ${path}`;
    let count = this.#counts.get(key);
    if (!count) {
      count = { host, path, calls: 0, errors: 0, tookMs: 0 };
      this.#counts.set(key, count);
    }
    count.calls += 1;
    if (!ok) count.errors += 1;
    count.tookMs += ms;
  }

  /** The count of the current minute, in place of the one an hour ago. */
  #minuteOf(host: string): Minute {
    const at = Math.floor(this.#sinceStartMs() / MINUTE_MS);
    const minutes = this.#minutes.get(host) ?? [];
    this.#minutes.set(host, minutes);
    const place = at % MINUTES;
    const there = minutes[place];
    if (there?.at === at) return there;
    const minute = { at, answers: 0, failures: 0 };
    minutes[place] = minute;
    return minute;
  }
}

interface Minute {
  readonly at: number;
  answers: number;
  failures: number;
}
