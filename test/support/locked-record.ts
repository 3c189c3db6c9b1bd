/** The locks of one record as java-tron keeps them: each new one sets the end of all that still live, and none may end earlier. */
import { expect } from "vitest";

export interface TakenLock {
  readonly units: number;
  readonly durationMs: number;
  /** Chain time of its block, and of the one before. */
  readonly atMs: number;
  readonly parentMs: number;
}

interface Held extends TakenLock {
  /** When its rental ends by itself. */
  readonly endsAt: number;
  until: number;
}

export class StakeRecord {
  readonly held: Held[] = [];

  constructor(private readonly overrunPercent = 10) {}

  /** A block takes it; both bounds must hold for it then. */
  take(lock: TakenLock): void {
    const { units, durationMs, atMs, parentMs } = lock;
    const share = (ms: number) => (ms * this.overrunPercent) / 100;
    const until = parentMs + durationMs + 3_000;
    const live = this.held.filter((other) => other.until >= parentMs);
    let addedMs = 0;
    for (const other of live) {
      expect(until, "java-tron refuses a lock that ends earlier").toBeGreaterThanOrEqual(
        other.until,
      );
      addedMs += other.units * Math.max(0, until - Math.max(other.until, other.endsAt));
      other.until = until;
      const beyondMs = until - other.endsAt;
      expect(beyondMs, "beyond its own end").toBeLessThanOrEqual(share(other.durationMs));
    }
    expect(addedMs, "added to all others").toBeLessThanOrEqual(units * share(durationMs));
    this.held.push({ ...lock, endsAt: atMs + durationMs, until });
  }

  /** What was held beyond what was paid for, and what was paid for: units times milliseconds. */
  get beyond(): { readonly held: number; readonly paid: number } {
    let [held, paid] = [0, 0];
    for (const { units, durationMs, endsAt, until } of this.held) {
      held += units * Math.max(0, until - endsAt);
      paid += units * durationMs;
    }
    return { held, paid };
  }
}
