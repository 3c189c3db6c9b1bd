/** Timers that go on by themselves and can be told to jump: what waits long is tried at once, and no answer comes too late. */
import { onTestFinished, vi } from "vitest";

export function fakeTimers() {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "performance"],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
  return { advance: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}
