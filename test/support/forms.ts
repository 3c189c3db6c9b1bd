/**
 * Two forms of one test: the short one of `npm test`, and the long one of `npm run test:long`, which asks all. Every test file
 * that imports this runs in both.
 */
import { type TestOptions, test } from "vitest";

const IS_LONG = process.env.TEST_FORM === "long";

/** What the form that runs asks for: a number of runs, a list of cases. */
export function byForm<T>(short: T, long: T): T {
  return IS_LONG ? long : short;
}

/** All in the long form; in the short one the first of every `nth`, always the same. */
export function everyNth<T>(all: readonly T[], nth: number): readonly T[] {
  return IS_LONG ? all : all.filter((_, at) => at % nth === 0);
}

type Body = () => Promise<void>;

/** A test of the long form alone: others in `npm test` ask the same in small, or the like. */
export function longTest(name: string, body: Body, timeoutMs?: number): void;
export function longTest(name: string, options: TestOptions, body: Body): void;
export function longTest(name: string, first: TestOptions | Body, second?: Body | number): void {
  if (!IS_LONG) return;
  if (typeof first !== "function") test(name, first, second as Body);
  else if (typeof second === "number") test(name, first, second);
  else test(name, first);
}
