/** A step done with a fault before each of its statements, one after the other. */
import { expect } from "vitest";
import type { Phase } from "../../src/store/phase.js";
import type { Desk } from "./desk.js";
import { InjectedFault } from "./faults.js";

/** Everything in the file. */
function contents(desk: Desk): string {
  const tables = desk.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  return JSON.stringify(tables.map(({ name }) => desk.rows(`SELECT * FROM ${String(name)}`)));
}

/** Does the step with a fault at its first statement, its second, and so on, until it passes; how many there were. */
export async function exhaust(desk: Desk, step: () => Promise<unknown>): Promise<number> {
  const before = contents(desk);
  for (let statement = 1; ; statement += 1) {
    desk.database.arm(statement);
    const failure: unknown = await step().then(
      () => undefined,
      (error: unknown) => error,
    );
    const fired = desk.database.arm(0);
    desk.assertSound();
    if (!fired) {
      expect(failure).toBeUndefined();
      return statement - 1;
    }
    expect(failure).toBeInstanceOf(InjectedFault);
    expect(contents(desk)).toBe(before);
  }
}

export const commit = (desk: Desk, phase: () => Phase<unknown>) => () =>
  desk.database.commit(phase);

export const exhaustPhase = (desk: Desk, phase: () => Phase<unknown>) =>
  exhaust(desk, commit(desk, phase));
