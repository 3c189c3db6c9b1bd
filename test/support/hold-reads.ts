/** Reads that are answered when a test says so, as by an engine behind a slow network: what they give is of before. */
import { setImmediate } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { Database } from "../../src/store/database.js";

export interface HeldReads {
  /** Answers one of those that wait, the oldest being the first; all when none is named. */
  answer(nth?: number): Promise<void>;
  /** All that was asked has been read, and waits. */
  arrived(): Promise<void>;
  readonly waiting: readonly unknown[];
}

export function holdReads(database: Database): HeldReads {
  const read = database.read.bind(database);
  const waiting: (() => void)[] = [];
  const underWay = new Set<Promise<unknown>>();
  database.read = async (phase) => {
    const reading = read(phase);
    underWay.add(reading);
    const found = await reading.finally(() => underWay.delete(reading));
    await new Promise<void>((resolve) => waiting.push(resolve));
    return found;
  };
  const arrived = async () => {
    await setImmediate();
    await Promise.allSettled(underWay);
    await setImmediate();
  };
  const answer = async (nth?: number) => {
    await arrived();
    const answered = nth === undefined ? waiting.splice(0) : waiting.splice(nth, 1);
    for (const go of answered) go();
    await setImmediate();
  };
  onTestFinished(() => {
    database.read = read;
    return answer();
  });
  return { answer, arrived, waiting };
}
