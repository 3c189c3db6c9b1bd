/** Phases that wait for their answers together, and what becomes of the others when one fails. */
import { describe, expect, test } from "vitest";
import {
  drive,
  driveLater,
  each,
  type Phase,
  readingOnce,
  together,
  value,
} from "../../src/store/phase.js";

/** Asks so many questions one after the other, and gives the answers, which name the questions. */
function* asks(name: string, times: number): Phase<string[]> {
  const answers: string[] = [];
  for (let nth = 1; nth <= times; nth += 1)
    answers.push((yield* value<string>(`${name}${nth}`)) ?? "");
  return answers;
}

function* fails(name: string, after: number): Phase<never> {
  yield* asks(name, after);
  throw new Error(`${name} failed`);
}

function* twice<T>(phase: () => Phase<T>): Phase<[T, T]> {
  return [yield* phase(), yield* phase()];
}

/** Runs it where answers come later, and gives what was asked without an answer in between. */
async function roundsOf<T>(phase: Phase<T>): Promise<{ rounds: string[]; result: T | string }> {
  const rounds: string[][] = [];
  let round: string[] | undefined;
  const result = await driveLater(phase, async ({ sql }) => {
    if (!round) {
      const now: string[] = [];
      rounds.push(now);
      round = now;
      setImmediate(() => {
        round = undefined;
      });
    }
    round.push(sql);
    await new Promise((resolve) => setImmediate(resolve));
    return [{ sql }];
  }).catch((error: Error) => error.message);
  return { rounds: rounds.map((some) => some.join(" ")), result };
}

describe("phases that run together", () => {
  test.each<[string, () => Phase<unknown>, string[], unknown]>([
    ["none", () => together(), [], []],
    ["one by itself", () => together(asks("a", 2)), ["a1", "a2"], [["a1", "a2"]]],
    [
      "are asked side by side, as far as each goes",
      () => together(asks("a", 1), asks("b", 3), asks("c", 0), asks("d", 2)),
      ["a1 b1 d1", "b2 d2", "b3"],
      [["a1"], ["b1", "b2", "b3"], [], ["d1", "d2"]],
    ],
    [
      "some of which run others together",
      () => together(asks("a", 2), each([asks("b", 1), asks("c", 2)]), asks("d", 1)),
      ["a1 b1 c1 d1", "a2 c2"],
      [["a1", "a2"], [["b1"], ["c1", "c2"]], ["d1"]],
    ],
    [
      "are asked no question twice where each is read once",
      () => readingOnce(twice(() => together(asks("a", 2), asks("b", 1)))),
      ["a1 b1", "a2"],
      [
        [["a1", "a2"], ["b1"]],
        [["a1", "a2"], ["b1"]],
      ],
    ],
    [
      "fail as the first of them does, though another fails before",
      () => together(asks("a", 1), fails("b", 2), fails("c", 1), asks("d", 3)),
      ["a1 b1 c1 d1", "b2"],
      "b failed",
    ],
    [
      "ask nothing for those behind one that fails at once",
      () => together(fails("a", 0), asks("b", 1)),
      [],
      "a failed",
    ],
  ])("%s", async (_, phase, rounds, result) => {
    expect(await roundsOf(phase())).toEqual({ rounds, result });
  });

  test("answer the same where each statement is executed at once", () => {
    const phase = together(asks("a", 2), each([asks("b", 1), asks("c", 2)]));
    expect(drive(phase, ({ sql }) => [{ sql }])).toEqual([
      ["a1", "a2"],
      [["b1"], ["c1", "c2"]],
    ]);
  });
});
