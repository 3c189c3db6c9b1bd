/** A question that stays open for long: the node counts as silent before the call has failed. */
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Silence } from "../../src/workers/follower.js";

const time = { ms: 0 };

beforeEach(() => {
  time.ms = 0;
  vi.spyOn(performance, "now").mockImplementation(() => time.ms);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
});

test("ten seconds without an answer are silence, until it comes", async () => {
  const silence = new Silence();
  let answer = (_: number) => {};
  const asked = silence.until(
    new Promise<number>((resolve) => {
      answer = resolve;
    }),
  );
  time.ms = 10_000;
  expect(silence.isLong()).toBe(false);
  time.ms = 10_001;
  expect(silence.isLong()).toBe(true);
  answer(7);
  expect(await asked).toBe(7);
  expect(silence.isLong()).toBe(false);
});

test("a question that failed is no silence", async () => {
  const silence = new Silence();
  await expect(silence.until(Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  time.ms = 60_000;
  expect(silence.isLong()).toBe(false);
});
