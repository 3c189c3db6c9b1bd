/** The limits that Telegram sets, in any window of their length. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SendPace } from "../../../src/telegram/transport/pace.js";
import { TIMINGS } from "../../../src/telegram/transport/timings.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The most calls in any window of so many milliseconds. */
function mostIn(windowMs: number, times: readonly number[]): number {
  return Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length),
  );
}

async function paced(chats: readonly number[], forMs: number): Promise<[number, number][]> {
  const pace = new SendPace(TIMINGS);
  const ran: [number, number][] = [];
  for (const chat of chats) {
    const call = async () => void ran.push([chat, Date.now()]);
    pace.run(chat, "progress", call).catch(() => {});
  }
  await vi.advanceTimersByTimeAsync(forMs);
  const ended = pace.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  await ended;
  return ran;
}

test("one a second in a chat", async () => {
  const times = (await paced(Array(10).fill(7), 6_500)).map(([, at]) => at);
  expect(times.length).toBe(7);
  expect(mostIn(999, times)).toBe(1);
});

test("18 in any minute in a group", async () => {
  const times = (await paced(Array(80).fill(-7), 180_000)).map(([, at]) => at);
  expect(mostIn(60_000, times)).toBe(18);
  expect(times.length).toBeGreaterThanOrEqual(3 * 18);
});

test("25 in any second over all chats", async () => {
  const chats = Array.from({ length: 120 }, (_, at) => at + 1);
  const times = (await paced(chats, 6_000)).map(([, at]) => at);
  expect(times).toHaveLength(120);
  expect(mostIn(1_000, times)).toBe(25);
});

test("final states overtake progress, and a chat that must be silent is", async () => {
  vi.useRealTimers();
  const pace = new SendPace({ ...TIMINGS, chatPauseMs: 5 });
  const said: string[] = [];
  const say = (what: string) => async () => void said.push(what);
  pace.holdBack(7, 1_000);
  const calls = (["progress", "progress", "answer", "final"] as const).map((urgency) =>
    pace.run(7, urgency, say(urgency)),
  );
  const startedMs = performance.now();
  await pace.run(8, "progress", say("elsewhere"));
  expect(said).toEqual(["elsewhere"]);
  await Promise.all(calls);
  expect(performance.now() - startedMs).toBeGreaterThan(900);
  // The first was at its turn before the others came.
  expect(said.slice(2)).toEqual(["final", "answer", "progress"]);
  await pace.stop();
});

test("a stop drops what waits, also what waits for silence to end", async () => {
  vi.useRealTimers();
  const pace = new SendPace(TIMINGS);
  pace.holdBack(7, 60_000);
  const ran = vi.fn(async () => {});
  const calls = [1, 2, 3].map(() => pace.run(7, "final", ran));
  const ended = Promise.allSettled(calls);
  await pace.stop();
  expect((await ended).map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
  expect(ran).not.toHaveBeenCalled();
});
