/** The queue of calls to a node: its rate, its priorities, its pauses. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPace, NotStarted } from "../../src/chain/pace.js";
import type { CallPriority } from "../../src/chain/port.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Long enough for Bottleneck's own zero timeouts, too short for a refill. */
const SETTLE_MS = 40;
const WAIT_MS = 60_000;

function starts(pace: ReturnType<typeof createPace>) {
  const started: string[] = [];
  const start = (name: string, priority: CallPriority = "read", waitMs = WAIT_MS) =>
    pace.run(priority, waitMs, async () => started.push(name));
  return { started, start };
}

async function stop(pace: ReturnType<typeof createPace>) {
  await Promise.all([pace.stop(), vi.advanceTimersByTimeAsync(1_000)]);
}

it("keeps the rate, evenly", async () => {
  const pace = createPace({ requestsPerSecond: 10, maxConcurrent: 10 });
  const { started, start } = starts(pace);
  for (let n = 0; n < 40; n += 1) void start(`read ${n}`);
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  expect(started).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started.length).toBeGreaterThanOrEqual(10);
  expect(started.length).toBeLessThanOrEqual(11);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(started.length).toBeGreaterThanOrEqual(29);
  expect(started.length).toBeLessThanOrEqual(31);
  await vi.advanceTimersByTimeAsync(2_000);
  await stop(pace);
});

it.each([0.5, 1, 8, 15, 30, 100])("at %d a second grants that many, not more", async (rate) => {
  const pace = createPace({ requestsPerSecond: rate, maxConcurrent: 100 });
  const { started, start } = starts(pace);
  const seconds = rate < 10 ? 20 : 4;
  for (let n = 0; n < rate * (seconds + 1); n += 1) {
    void start(`read ${n}`).catch(() => undefined);
  }
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  expect(started.length).toBeGreaterThanOrEqual(rate * seconds * 0.97);
  expect(started.length).toBeLessThanOrEqual(rate * seconds + Math.max(1, rate / 20) + 1);
  await stop(pace);
});

it("lets the more urgent go first, whenever it came", async () => {
  const pace = createPace({ requestsPerSecond: 8, maxConcurrent: 10 });
  const { started, start } = starts(pace);
  for (const n of [1, 2, 3]) void start(`read ${n}`);
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  void start("reclaim", "reclaim");
  void start("inclusion", "inclusion");
  void start("broadcast", "broadcast");
  void start("block", "block");
  await vi.advanceTimersByTimeAsync(2_000);
  const order = ["read 1", "block", "broadcast", "inclusion", "reclaim", "read 2", "read 3"];
  expect(started).toEqual(order);
  await stop(pace);
});

it.each([8, 1_000])("starts nothing during a pause and loses nothing (%d/s)", async (rate) => {
  const pace = createPace({ requestsPerSecond: rate, maxConcurrent: 10 });
  const { started, start } = starts(pace);
  await Promise.all([start("before"), vi.advanceTimersByTimeAsync(200)]);
  const granted = start("granted just before");
  pace.pause(5_000);
  pace.pause(1_000);
  const read = start("read");
  const broadcast = start("broadcast", "broadcast");
  await vi.advanceTimersByTimeAsync(4_999);
  expect(started).toEqual(["before"]);
  await Promise.all([granted, read, broadcast, vi.advanceTimersByTimeAsync(1_000)]);
  expect(started).toEqual(["before", "broadcast", "granted just before", "read"]);
  await stop(pace);
});

it.each([0, 1, 2, 3, 4, 5])(
  "starts nothing after a pause began, %d steps on the way",
  async (steps) => {
    const pace = createPace({ requestsPerSecond: 1_000, maxConcurrent: 10 });
    const { started, start } = starts(pace);
    const granted = start("granted");
    for (let step = 0; step < steps; step += 1) await vi.advanceTimersToNextTimerAsync();
    const before = started.length;
    pace.pause(1_000);
    await vi.advanceTimersByTimeAsync(900);
    expect(started).toHaveLength(before);
    await Promise.all([granted, vi.advanceTimersByTimeAsync(200)]);
    await stop(pace);
  },
);

it("gives up a call that waited too long and hands its turn on", async () => {
  const pace = createPace({ requestsPerSecond: 1, maxConcurrent: 10 });
  const { started, start } = starts(pace);
  await Promise.all([start("first"), vi.advanceTimersByTimeAsync(SETTLE_MS)]);
  const impatient = Array.from({ length: 20 }, (_, n) =>
    start(`impatient ${n}`, "read", 500).catch((error: unknown) => error),
  );
  const patient = start("patient");
  await vi.advanceTimersByTimeAsync(600);
  for (const error of await Promise.all(impatient)) expect(error).toBeInstanceOf(NotStarted);
  // Twenty abandoned turns at one a second would take twenty seconds.
  await Promise.all([patient, vi.advanceTimersByTimeAsync(3_000)]);
  expect(started).toEqual(["first", "patient"]);
  await stop(pace);
});

it("bounds the calls under way", async () => {
  const pace = createPace({ requestsPerSecond: 1_000, maxConcurrent: 3 });
  let running = 0;
  let most = 0;
  const calls = Array.from({ length: 20 }, () =>
    pace.run("read", WAIT_MS, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running -= 1;
    }),
  );
  await vi.advanceTimersByTimeAsync(2_000);
  await Promise.all(calls);
  expect(most).toBe(3);
  await stop(pace);
});

it("when stopped, fails what waits and lets what runs end", async () => {
  const pace = createPace({ requestsPerSecond: 1, maxConcurrent: 10 });
  const running = pace.run(
    "read",
    WAIT_MS,
    () => new Promise((end) => setTimeout(end, 100, "end")),
  );
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  const waiting = pace.run("read", WAIT_MS, async () => "no").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  const stopped = pace.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toEqual(new NotStarted("the chain is closed"));
  expect(await running).toBe("end");
  await stopped;
  const late = pace.run("broadcast", WAIT_MS, async () => "no").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  expect(await late).toBeInstanceOf(NotStarted);
});
