/**
 * A step done with a fault before each of its statements, one after the other, each time in one transaction with two others:
 * nothing of the step is left, the books are right, the two others stand, and doing the step again succeeds.
 */
import { expect } from "vitest";
import { type Phase, run } from "../../src/store/phase.js";
import { TABLES } from "../../src/store/schema.js";
import type { Desk } from "./desk.js";
import { InjectedFault } from "./faults.js";

/** Everything in the file but what the neighbours write. */
function contents(desk: Desk): string {
  return JSON.stringify(TABLES.map(({ name }) => desk.rows(`SELECT * FROM ${name}`)));
}

/** Work of nobody: it shares the transaction of whatever is committed in the same turn. */
const writeBeside = ({ database }: Desk) =>
  database.commitBeside(() => run("INSERT INTO neighbour VALUES (1)"));

async function neighboursOf(desk: Desk): Promise<number> {
  await desk.database.commitBeside(() => run("CREATE TABLE IF NOT EXISTS neighbour (id BIGINT)"));
  return Number(desk.rows("SELECT count(*) AS n FROM neighbour")[0]?.n);
}

interface Exhausted<T> {
  readonly result: T;
  /** How many the step has. */
  readonly statements: number;
}

/** Does the step with a fault at its first statement, then at each `every`-th after it, until it passes. */
async function exhausted<T>(desk: Desk, step: () => Promise<T>, every = 1): Promise<Exhausted<T>> {
  const neighbours = await neighboursOf(desk);
  const before = contents(desk);
  for (let round = 1; ; round += 1) {
    desk.database.arm(1 + (round - 1) * every);
    const [, outcome] = await Promise.allSettled([writeBeside(desk), step(), writeBeside(desk)]);
    const statements = desk.database.counted;
    const fired = desk.database.arm(0);
    desk.assertSound();
    expect(await neighboursOf(desk)).toBe(neighbours + 2 * round);
    if (!fired) {
      if (outcome.status === "rejected") throw outcome.reason;
      return { result: outcome.value, statements };
    }
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(InjectedFault) });
    expect(contents(desk)).toBe(before);
  }
}

/** Exhausts the faults of a step; how many statements it has. */
export async function exhaust(desk: Desk, step: () => Promise<unknown>): Promise<number> {
  return (await exhausted(desk, step)).statements;
}

/** The most statements that each use case was exhausted with, by its name. */
export type Tally = Map<string, number>;

/** Exhausts the faults of a use case of the engine, and gives what it answers without one. */
export type Faulty = <A extends unknown[], T>(
  desk: Desk,
  useCase: (...args: A) => Promise<T> | Phase<T>,
  ...args: A
) => Promise<T>;

/** By title: each brings a desk to where use cases have the most to do, and lets them fail there. */
export type Stories = Record<string, (faulty: Faulty) => Promise<void>>;

/** With a fault at each `every`-th statement. */
export function faultyInto(tally: Tally, every: number): Faulty {
  return async (desk, useCase, ...args) => {
    const { result, statements } = await exhausted(
      desk,
      () => {
        const called = useCase(...args);
        // The driver begins a phase itself, and once more when it was undone.
        return called instanceof Promise
          ? called
          : desk.database.commit(() => useCase(...args) as typeof called);
      },
      every,
    );
    tally.set(useCase.name, Math.max(statements, tally.get(useCase.name) ?? 0));
    return result;
  };
}
