/** Time limits of calls that end when a test says so: however busy the machine is, no answer comes too late by itself. */
import { vi } from "vitest";

/** Until mocks are restored. */
export function holdTimeLimits() {
  const underWay = new Set<AbortController>();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const limit = new AbortController();
    underWay.add(limit);
    return limit.signal;
  });
  return {
    /** Calls that have begun have taken too long. */
    end() {
      for (const limit of underWay) limit.abort(new DOMException("too long", "TimeoutError"));
      underWay.clear();
    },
    restore: () => timeout.mockRestore(),
  };
}

export type TimeLimits = ReturnType<typeof holdTimeLimits>;
