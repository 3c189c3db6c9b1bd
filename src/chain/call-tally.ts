/** Counts the calls to the nodes: by host and path since the start, and by host in the last hour. */
import { DAY_MS, MINUTE_MS } from "../common/time.js";

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
